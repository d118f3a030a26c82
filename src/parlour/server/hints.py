"""The hints of a table: who gets them, how many are left, and the one that the house is thinking about."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from parlour.core.errors import Refused
from parlour.core.protocol import Hint, RefusedHint
from parlour.lab.hints import Advice, Sitter, why_no_hints, why_not_another
from parlour.server.connection import Connection, encode
from parlour.server.table_settings import Hinted
from parlour.store import StoreError, for_guests

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")


class TableHints:
    """A hint belongs to a seat and a ply: asking again for the same one costs nothing, even after a restart."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._thought: tuple[int, int, asyncio.Task[Advice]] | None = None  # seat, ply, and what comes of it

    # --- who gets how many ---

    def used(self, seat: int) -> int:
        return self._of(seat).count

    def left(self, guest: str | None) -> int | UnsetType | None:
        """How many hints this guest may still ask for; None: any number; unset: this table has none for them."""
        seat = self.table.only_seat(guest)
        allowed = self.table.settings.hints
        if why_no_hints(self._sitters(), seat, allowed) is not None or seat is None:
            return UNSET
        return None if allowed is None else max(0, allowed - self.used(seat))

    def _of(self, seat: int) -> Hinted:
        return self.table.settings.hinted.get(seat, Hinted())

    def _sitters(self) -> list[Sitter]:
        bots = self.table.house.bots
        return [
            "house" if seat.bot is not None else "program" if seat.guest in bots else "person"
            for seat in self.table.row.seats
        ]

    def _check(self, seat: int | None, ply: int) -> int:
        """The seat, if it may have a hint for this ply."""
        table = self.table
        refusal = why_no_hints(self._sitters(), seat, table.settings.hints)
        if refusal is not None or seat is None:
            raise refusal or Refused("Spectators get no hints.", "not-your-seat")
        if table.match is None:
            raise Refused("The game has not begun yet.", "not-begun")
        if table.match.over:
            raise Refused("The game is over.", "game-over")
        if table.match.mover != seat or table.match.state.has_left(seat):
            raise Refused("It is not your turn.", "not-your-turn")
        if ply != table.ply + 1:
            raise Refused(f"This asks about ply {ply}, but the turn is ply {table.ply + 1}.", "stale")
        if len(table.match.state.moves()) == 1:
            raise Refused("You have only one move.", "only-move")
        if self._of(seat).ply != ply and (refusal := why_not_another(table.settings.hints, self.used(seat))):
            raise refusal
        return seat

    async def _count(self, seat: int, ply: int) -> None:
        for _ in range(5):
            self._check(seat, ply)
            had = self._of(seat)
            if had.ply == ply:
                return
            hinted = {**self.table.settings.hinted, seat: Hinted(had.count + 1, ply)}
            if await self.table.house.lobby.change_settings(self.table, hinted=hinted):
                self.table.tell_table()
                return
        raise Refused("The table changed at the same moment; try again.", "busy")

    # --- asking ---

    def ask(self, connection: Connection, ply: int) -> None:
        """A guest asks for a hint. The answer comes later and holds up nothing; moves may come before it."""
        self.table.house.background(self._answer(connection, ply))

    async def _answer(self, connection: Connection, ply: int) -> None:
        try:
            hint = await self._hint(connection.seat, ply, connection.guest or "")
            if hint is not None:
                connection.send(encode(hint))
            return
        except Refused as refusal:
            code, why = refusal.code, refusal.text
        except StoreError as trouble:
            log.error("store: %s", trouble)
            code, why = "store", for_guests(trouble)
        except Exception as error:  # rules that fail in a worker
            log.error("table %s, ply %s: no hint: %r", self.table.id, ply, error)
            code, why = "no-hint", "The house can't work out a hint here."
        connection.send(encode(RefusedHint(ply, code, why)))

    async def _hint(self, asking: int | None, ply: int, guest: str) -> Hint | None:
        """The hint, counted before it is given; None if the game has gone on meanwhile."""
        seat = self._check(asking, ply)
        advice = await self._think(seat, ply, guest)
        if self.table.ply + 1 != ply:
            return None
        await self._count(seat, ply)
        left = self.left(self.table.row.seats[seat].guest)
        return Hint(ply, advice.moves, advice.line, advice.says, 0 if left is UNSET else left)

    async def _think(self, seat: int, ply: int, guest: str) -> Advice:
        """What the house would do. All who ask for the same ply wait for the same thought."""
        if self._thought is None or self._thought[:2] != (seat, ply):
            self.stop()
            table = self.table
            view = bytes(table.view(seat)[1])
            thinking = table.house.player_pool.hint(table.game, table.options, view, seat, table.spoken, guest)
            self._thought = seat, ply, table.house.finish(thinking)
        return await asyncio.shield(self._thought[2])

    def stop(self) -> None:
        """The game goes on: whatever was being thought about is of no use any more."""
        if self._thought is not None:
            self._thought[2].cancel()
            self._thought = None
