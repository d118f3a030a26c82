"""The demonstration table: players of the house play each other, while somebody looks at the lobby.

A house has at most one: its host may host no more, whichever process asks. It rests when nobody looks, is never rated,
and does not count among the tables in play. Only the last few games are kept.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.bots.characters import NAMES
from parlour.bots.seat_words import known_words
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.games import find_if_here, names
from parlour.server.table_settings import StoredSettings, write_settings
from parlour.store import Seat, rows

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable

HOST: Final = "demonstration"  # the guest who hosts it; nobody holds a token of that guest
LEVEL: Final = "easy"
LOOKED_SECONDS: Final = 25.0  # how long it goes on after the last look at the lobby
CHECK_SECONDS: Final = 4.0
LAST_LOOK_SECONDS: Final = 20.0  # how long the end of a game is shown
KEPT: Final = 10  # finished games


class Demonstration:
    """What this process knows about it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._looked = float("-inf")
        self._checked = float("-inf")
        self._checking: asyncio.Task[None] | None = None

    @property
    def wanted(self) -> bool:
        """Whether somebody has looked at the lobby here of late."""
        return self.house.time.now() - self._looked < LOOKED_SECONDS

    def rests(self, table: LiveTable) -> bool:
        """Whether nobody looks at this demonstration."""
        return table.settings.demonstration and not self.wanted and not table.connections

    def look(self) -> None:
        """Somebody looks at the lobby: see that there is something to see."""
        if not self.house.settings.demonstration or self.house.visiting:
            return
        now = self._looked = self.house.time.now()
        if now - self._checked < CHECK_SECONDS or (self._checking is not None and not self._checking.done()):
            return
        self._checked = now
        self._checking = self.house.background(self._see_to_it())

    async def _see_to_it(self) -> None:
        """Let the game go on, or begin another one a while after the last."""
        store, time = self.house.store, self.house.time
        found = (await store.matches_of(HOST, limit=1)).matches
        last = found[0] if found else None
        if last is not None and last.status == "running":
            (await self.house.table(last.id)).drive()
            return
        if last is not None and time.date() - (last.ended or 0.0) < LAST_LOOK_SECONDS:
            return
        if last is None:
            await store.save_guest(HOST, "The house", "person", None, signed=None)
        await self._begin(last.game if last is not None else "")
        await store.forget_matches(HOST, KEPT)

    async def _begin(self, last: str) -> None:
        """Begin a game of another kind than the last."""
        games = demonstrable()
        if not games:
            return
        played = [game.name for game in games]
        game = games[(played.index(last) + 1) % len(games) if last in played else 0]
        options = game.read_options(preset=game.quick)
        first = secrets.randbelow(len(NAMES))
        seats = [
            Seat(bot=LEVEL, name=f"{NAMES[(first + place) % len(NAMES)]} ({LEVEL})")
            for place in range(game.default_seats)
        ]
        made = await self.house.store.create_match(
            game.name,
            str(game.version),
            Seed.fresh().hex,
            options=msgspec.to_builtins(options),
            seats=seats,
            settings=write_settings(StoredSettings(demonstration=True, takeover=False, hints=0, preset=game.quick)),
            status="running",
            listed=True,
            host=HOST,
            started=self.house.time.date(),
            most_hosted=1,
        )
        if made.ok and made.match is not None:
            await self.house.table(made.match.id, made.match)


def demonstrable() -> list[AnyGame]:
    """The games whose house players have an easy level, in the order of the lobby."""
    return [game for game in map(find_if_here, names()) if game is not None and LEVEL in known_words(game)]


def is_demonstration(row: rows.Match) -> bool:
    return row.host == HOST
