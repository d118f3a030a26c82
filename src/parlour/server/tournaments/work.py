"""Games for which nobody has to come are work in the store: any process with room takes them under a lease and plays
them at a table like any other. A killed process's games go on elsewhere, from the last move that was stored."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from parlour.core.errors import Refused
from parlour.server.tournaments.laying import lay_table
from parlour.server.tournaments.progress import Progress
from parlour.store import rows
from parlour.store.tournament_rows import GameKey, TournamentGame, TournamentState

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

GAMES_A_PROCESS = 2  # for each process that thinks: while one game is stored, another is thought about
LEFT = (
    "tournament %s: games of programs are left to others, because this process runs none "
    "(--programs lets it, where bubblewrap is installed)"
)


def has_room(game: TournamentGame, playing: int, most: int) -> bool:
    """Whether so many programs may play besides those that are playing. One game may always be played."""
    return not game.programs or not playing or playing + game.programs <= most


class Work:
    """The games that this process plays for the tournaments of the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.most = GAMES_A_PROCESS * house.settings.workers
        self.played = 0
        self._mine: dict[GameKey, TournamentGame] = {}
        self._known: dict[str, Progress] = {}
        self._renewed = 0.0
        self._said_left = False

    @property
    def tournaments(self) -> set[str]:
        return {key.tournament for key in self._mine}

    async def go_on(self) -> bool:
        """Renew leases, note what is over, take more; whether anything is being played here."""
        await self._renew()
        await self._note()
        await self._take()
        return bool(self._mine)

    async def _renew(self) -> None:
        now, lease = self.house.time.now(), self.house.settings.lease_seconds
        if now - self._renewed < lease / 3:
            return
        self._renewed = now
        for key in list(self._mine):
            if not await self.store.claim_work(key.tournament, self.house.me, lease, key):
                self._put_down(key)  # somebody else plays it now, or it is over

    async def _note(self) -> None:
        """Note which games are over. One whose draw is replayed goes on at another table."""
        found = await self.store.matches([game.table for game in self._mine.values()]) if self._mine else {}
        for key, game in list(self._mine.items()):
            row = found.get(game.table)
            if row is None or row.status not in ("over", "closed"):
                continue
            await self.note_end(game, row)
            following = (row.settings or {}).get("next")
            if row.status == "over" and following:
                self._mine[key] = _moved(game, following["table"])
                await self.house.table(following["table"])
            else:
                self.played += 1
                self._put_down(key)

    async def note_end(self, game: TournamentGame, row: rows.Match) -> bool:
        """A table of this game is done: note its result, or where the game goes on. It counts once."""
        following = (row.settings or {}).get("next")
        if row.status == "over" and following:
            tables, date = [*game.tables, following["table"]], self.house.time.date()
            return await self.store.change_game(game.key, tables=tables, at=date)
        if row.status == "over":
            return await self.store.change_game(game.key, status="over", payoffs=row.result["payoffs"])
        payoffs = [1 / len(game.seats)] * len(game.seats)
        return await self.store.change_game(
            game.key, status="over", payoffs=payoffs, note="The game ended without a result."
        )

    async def _take(self) -> None:
        room = self.most - len(self._mine)
        if room <= 0:
            return
        most = self.house.settings.programs_at_once // 2  # the others are for guests
        running = sum(game.programs for game in self._mine.values())
        able = self.house.programs.on
        for game in await self.store.work(room, programs=running < most if able else not self._said_left):
            if game.programs and not able:
                if not self._said_left:
                    log.warning(LEFT, game.tournament)
                self._said_left = True
                continue
            if game.key in self._mine or not has_room(game, running, most):
                continue
            lease = self.house.settings.lease_seconds
            if not await self.store.claim_work(game.tournament, self.house.me, lease, game.key):
                continue
            try:
                await lay_table(self.house, await self._progress(game), game)
                self._mine[game.key] = game
                running += game.programs
            except Refused as refusal:
                log.error("tournament %s: %s", game.tournament, refusal.text)

    async def _progress(self, game: TournamentGame) -> Progress:
        """The tournament of a game; its plan stays as it is, but an arena can be entered later."""
        known = self._known.get(game.tournament)
        if known is None or max(game.seats) >= len(known.entrants):
            state = await self.store.tournament_state(game.tournament)
            assert state is not None
            self._known = {key: known for key, known in self._known.items() if key in self.tournaments}
            self._known[game.tournament] = Progress(TournamentState(state.tournament, state.entrants, [], []))
        return self._known[game.tournament]

    def _put_down(self, key: GameKey) -> None:
        game = self._mine.pop(key)
        table = self.house.tables.get(game.table)
        if table is not None and not table.guests.visitors():
            self.house.put_away(table)
        self.house.director.hurry(key.tournament)


def _moved(game: TournamentGame, table: str) -> TournamentGame:
    fields = {name: getattr(game, name) for name in TournamentGame.__slots__}
    return TournamentGame(**fields | {"tables": [*game.tables, table]})
