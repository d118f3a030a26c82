"""The director lets the tournaments of the house happen: draws rounds, lays tables, notes results and no-shows.

A process directs a tournament while it holds its lease. Whatever it does is one step in the store, decided there once,
so another process goes on wherever this one stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.server.tournaments.laying import lay_table
from parlour.server.tournaments.progress import Progress
from parlour.server.tournaments.work import Work, has_room
from parlour.store import StoreError, rows
from parlour.store.tournament_rows import TournamentGame

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LOOK_EVERY: Final = 1.0  # seconds, while a tournament is running here
PAUSE: Final = 0.05  # between two looks, however much happens
MOST_STEPS: Final = 1000  # of one tournament in a row
MOST_MISSED: Final = 2  # meetings; whoever misses so many is out


class Director:
    """Directs the tournaments that no other process directs, and plays what is left of their games to the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.work = Work(house)
        self._news = asyncio.Event()
        self._directed: set[str] = set()
        self._running: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._running = self.house.background(self._keep_going())

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        for id in self._directed | self.work.tournaments:
            with contextlib.suppress(StoreError):
                await self.store.release_work(id, self.house.me)

    def wake(self) -> None:
        """Something has happened: look soon."""
        self._news.set()

    def hurry(self, id: str) -> None:
        """Something has happened in this tournament, whoever directs it."""
        self.wake()
        self.house.news.tournament(id)

    async def _keep_going(self) -> None:
        busy = True
        while True:
            wait = LOOK_EVERY if busy else self.house.settings.lease_seconds / 3
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(wait, self.house.settings.lease_seconds / 3)):
                    await self._news.wait()
            self._news.clear()
            try:
                busy = await self.look()
            except StoreError as trouble:
                log.warning("tournaments: %s", trouble)
            except Exception as mistake:  # all tournaments depend on this loop
                log.exception("tournaments: %s", mistake)
            await asyncio.sleep(PAUSE)

    async def look(self) -> bool:
        """Do everything that can be done now; whether anything is under way."""
        live = await self.store.live_tournaments()
        if not self.house.visiting:
            await self._direct_all(live)
        return await self.work.go_on() or bool(live)

    async def _direct_all(self, live: list[str]) -> None:
        self._directed &= set(live)
        for id in live:
            if not await self.store.claim_work(id, self.house.me, self.house.settings.lease_seconds):
                self._directed.discard(id)
                continue
            self._directed.add(id)
            try:
                for _ in range(MOST_STEPS):
                    if not await self.direct(id):
                        break
            except Refused as refusal:  # its game is not here any more, or its settings are damaged
                log.error("tournament %s: %s", id, refusal.text)

    # --- one tournament ---

    async def direct(self, id: str) -> bool:
        """Take the next steps of a tournament; whether others may follow at once."""
        state = await self.store.tournament_state(id)
        if state is None or state.tournament.status not in ("running", "paused"):
            return False
        progress = Progress(state)
        if await self._settle(progress):
            return True
        if state.tournament.status == "paused":
            return False
        return await self._draw(progress) or await self._lay(progress)

    async def _draw(self, progress: Progress) -> bool:
        """Draw the rounds that can begin, add tie-breaks, or end the tournament."""
        id, going = progress.row.id, await asyncio.to_thread(progress.course, self.house.time.date())
        known = {(game.round, game.place, game.number // progress.plan.seats) for game in progress.games}
        more = [deal for deal in going.todo if (deal.round, deal.table, deal.deal) not in known]
        if more:
            await self.store.add_games(id, [game for deal in more for game in progress.games_of(deal)])
            return True
        for number, one in enumerate(going.following, len(progress.pairings) + 1):
            pairing = {"tables": [list(table) for table in one.tables], "byes": one.byes}
            games = [game for deal in progress.deals(number, one) for game in progress.games_of(deal)]
            await self.store.draw_round(id, number, pairing, games)
        if going.following:
            return True
        date = self.house.time.date()
        if going.finished and (progress.ends is None or date >= progress.ends):
            return await self.store.change_tournament(id, ("running",), status="over", ended=date)
        return False

    async def _lay(self, progress: Progress) -> bool:
        """Lay tables for guests whose earlier games are over; forfeit the games of those who have left."""
        absent, busy, changed = progress.absent, set[int](), False
        programs, most = 0, self.house.settings.programs_at_once
        for game in progress.games:
            if game.status == "playing" and not game.alone:
                busy.update(game.seats)
                programs += game.programs
        for game in progress.games:
            if game.status != "waiting":
                continue
            gone = absent & set(game.seats)
            if gone:
                names = listed([progress.entrants[one].name for one in sorted(gone)])
                changed |= await self._forfeit(progress, game, gone, f"{names} had left.")
            elif not game.alone and not busy & set(game.seats) and has_room(game, programs, most):
                busy.update(game.seats)
                programs += game.programs
                await lay_table(self.house, progress, game)
        return changed

    async def _settle(self, progress: Progress) -> bool:
        """Note how games of guests have ended, and who did not come."""
        playing = [game for game in progress.games if game.status == "playing" and not game.alone]
        found = await self.store.matches([game.table for game in playing]) if playing else {}
        changed = False
        for game in playing:
            row = found.get(game.table)
            if row is None:
                await lay_table(self.house, progress, game)
            elif row.status == "open" or (row.status == "closed" and row.started is None):
                changed |= await self._await_guests(progress, game, row)
            elif row.status in ("over", "closed"):
                changed |= await self.work.note_end(game, row)
        return changed

    async def _await_guests(self, progress: Progress, game: TournamentGame, row: rows.Match) -> bool:
        """A table that has not begun: after the grace time, whoever is not there forfeits the rest of the meeting."""
        left = {entrant for entrant in progress.absent if entrant in game.seats}
        late = self.house.time.date() >= game.at + progress.cup.grace or row.status == "closed"
        if not late and not left:
            return False
        table = await self.house.table(game.table)
        here = {table.row.seats[seat].guest for seat in table.guests.present()}
        missing = left | {
            entrant
            for entrant in game.seats
            if (guest := progress.entrants[entrant].guest) is not None and guest not in here
        }
        if late and not missing and row.status == "open":
            await self.house.lobby.begin_if_all_are_here(table)
            return False
        if not late:
            missing = left
        names = listed([progress.entrants[entrant].name for entrant in sorted(missing)])
        note = f"{names} did not come." if missing else "It was called off."
        await self.house.lobby.call_off(table, note)
        rest = [other for other in progress.games if (other.round, other.place) == (game.round, game.place)]
        for other in rest:
            if other.status != "over" and (other == game or other.status == "waiting"):
                await self._forfeit(progress, other, missing, note)
        for entrant in missing - left:
            one = progress.entrants[entrant]
            out = progress.cup.format == "arena" or one.missed + 1 >= MOST_MISSED
            await self.store.change_entrant(one.tournament, one.id, absent=out, missed=one.missed + 1)
        return True

    async def _forfeit(self, progress: Progress, game: TournamentGame, missing: set[int], note: str) -> bool:
        payoffs = progress.walkover(game, missing)
        return await self.store.change_game(game.key, status="over", payoffs=payoffs, note=note)

    async def clear_away(self, id: str) -> None:
        """The tournament has been ended: close the tables that have not begun."""
        state = await self.store.tournament_state(id)
        for game in state.games if state is not None else []:
            if game.status == "playing":
                with contextlib.suppress(Refused):
                    table = await self.house.table(game.table)
                    await self.house.lobby.call_off(table, "The tournament is over.")
