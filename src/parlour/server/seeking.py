"""Looking for an opponent: guests who want the same are paired by rating, across all processes of the house.

A guest's browser asks every few seconds how it goes. Each time, whoever of the same pool can be paired now is paired,
in one transaction of the store: so nobody is paired twice, and whoever stops asking is forgotten.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.arena import matchmaking
from parlour.arena.scale import MIDDLE
from parlour.bots.characters import NAMES
from parlour.core.clock import Clock
from parlour.core.game import AnyGame
from parlour.core.protocol import LookedFor, Offer, Seek, SeekWish
from parlour.core.seed import Seed
from parlour.games import find, find_if_here
from parlour.server.challenges import agreed_clock
from parlour.server.ladder import level_near, points_in_games
from parlour.server.lobby import distinct, table_clock
from parlour.server.table_settings import StoredSettings, write_settings
from parlour.store import CreateMatch, Invitation, Seat, rows

if TYPE_CHECKING:
    from parlour.server.house import House

OFFER_SECONDS = 12.0  # until somebody else is offered
MOST_BOTS = 2  # offered at once


class Wanted(msgspec.Struct, frozen=True):
    """What a guest looks for, as the store keeps it. Guests are paired if all of it but the name is the same."""

    game: str
    version: int
    preset: str | None
    clock: Clock
    rated: bool
    seats: int
    name: str  # of the guest

    @property
    def pool(self) -> str:
        return msgspec.json.encode(msgspec.structs.replace(self, name="")).decode()


class Seekers:
    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.lease = house.settings.seek_seconds

    async def begin(self, guest: rows.Guest, wish: SeekWish) -> Seek | None:
        """Look for an opponent; the earlier search of the same guest ends."""
        game = find(wish.game)
        options = game.read_options(None, wish.preset)
        seats = wish.seats or max(2, game.seats[0])
        game.check_seats(seats)
        clock = table_clock(agreed_clock(game, options, wish.clock))
        wanted = Wanted(game.name, game.version, wish.preset, clock, wish.rated, seats, guest.name)
        known = await points_in_games(self.house, [guest.id])
        points = known.get((guest.id, game.name), round(MIDDLE))
        now = self.house.time.date()
        await self.store.seek(guest.id, wanted.pool, msgspec.to_builtins(wanted), points, now, self.lease)
        return await self.look(guest)

    async def look(self, guest: rows.Guest) -> Seek | None:
        """How it goes, for a guest who is still looking; None if they aren't."""
        before = await self.store.sought(guest.id)
        if before is None:
            return None
        wanted, now = msgspec.convert(before.wish, Wanted), self.house.time.date()
        found = await self.store.keep_seeking(
            guest.id,
            before.pool,
            lambda waiting: matchmaking.groups(self._may_play(waiting), wanted.seats, now),
            lambda group: self._table(wanted, group, now),
            self.lease,
        )
        return None if found is None else await self._show(found, wanted, now)

    def _may_play(self, waiting: Sequence[rows.Seek]) -> list[rows.Seek]:
        """Nobody is paired with somebody who was banned while looking."""
        return [one for one in waiting if not self.house.order.is_banned(one.guest)]

    async def looked_for(self, guest: str | None) -> list[LookedFor]:
        """What others look for now, for the lobby: who they are is told to nobody before they are paired."""
        pools: dict[str, list[Wanted]] = {}
        for one in self._may_play(await self.store.seekers()):
            if one.guest != guest:
                pools.setdefault(one.pool, []).append(msgspec.convert(one.wish, Wanted))
        found = []
        for waiting in pools.values():
            wanted = waiting[0]
            game = find_if_here(wanted.game)
            if game is None or game.version != wanted.version:
                continue
            rest = wanted.rated, wanted.seats, len(waiting)
            found.append(LookedFor(game.name, game.title, wanted.preset, wanted.clock, wanted.clock.words, *rest))
        return found

    async def stop(self, guest: rows.Guest) -> None:
        await self.store.stop_seeking(guest.id)

    def _table(self, wanted: Wanted, group: Sequence[rows.Seek], now: float) -> tuple[CreateMatch, list[Invitation]]:
        """The table of those who found each other, in seats by lot; it begins when they are there."""
        game = find(wanted.game)
        lot = sorted(group, key=lambda _: secrets.randbits(32))
        seats: list[Seat] = []
        for one in lot:
            seats.append(Seat(guest=one.guest, name=distinct(msgspec.convert(one.wish, Wanted).name, seats)))
        hints = {"hints": 0} if wanted.rated else {}
        chosen: dict[str, Any] = {"preset": wanted.preset, "clock": wanted.clock, "rated": wanted.rated, **hints}
        create = CreateMatch(
            game.name,
            str(game.version),
            Seed.fresh().hex,
            options=msgspec.to_builtins(game.read_options(None, wanted.preset)),
            seats=seats,
            settings=write_settings(StoredSettings(takeover=False, **chosen)),
            listed=True,
        )
        until = now + self.house.settings.come_seconds
        return create, [Invitation(create.key, one.guest, seat, "found", until) for seat, one in enumerate(lot)]

    async def _show(self, found: rows.Seek, wanted: Wanted, now: float) -> Seek:
        game = find(wanted.game)
        waited = max(0.0, now - found.since)
        waits = found.match is None and waited >= OFFER_SECONDS
        return Seek(
            game=game.name,
            title=game.title,
            preset=wanted.preset,
            clock=wanted.clock,
            clock_words=wanted.clock.words,
            rated=wanted.rated,
            seats=wanted.seats,
            waited=round(waited, 1),
            points=found.points,
            window=matchmaking.window(waited),
            others=found.others,
            offers=await self._offers(game, found) if waits else [],
            table=found.match,
        )

    async def _offers(self, game: AnyGame, found: rows.Seek) -> list[Offer]:
        """The level of the house nearest to the guest, and bots on call that people may challenge."""
        level = level_near(game, found.points)
        name = NAMES[zlib.crc32(f"{found.guest}{found.since}".encode()) % len(NAMES)]
        bots = [one for one in await self.house.calling.available(game.name) if one.people]
        known = await points_in_games(self.house, [one.bot.id for one in bots])
        points = {one.bot.id: known.get((one.bot.id, game.name)) for one in bots}

        def gap(one: rows.OnCall) -> float:
            its = points[one.bot.id]
            return abs((MIDDLE if its is None else its) - found.points)

        near = sorted(bots, key=gap)[:MOST_BOTS]
        return [
            Offer("house", name, f"{level}@{name.lower()}", None, None),
            *(Offer("bot", one.bot.name, None, one.bot.id, points[one.bot.id]) for one in near),
        ]
