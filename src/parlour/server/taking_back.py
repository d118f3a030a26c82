"""Moves taken back: at friendly tables that allow it, and only while nobody else has seen the move and it told its
player nothing.

The move is then gone from the match, so records and replays are those of the game that was played; the seat keeps the
count of what it took back, which everybody sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.errors import Reason, Refused
from parlour.core.moves import is_house
from parlour.core.seed import Seed
from parlour.core.taking_back import why_final
from parlour.server.connection import Connection

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

_UNKNOWN = Reason("unknown", "The house has lost track of who saw this move, so it can't be taken back.")
_SEEN = Reason("seen", "Others have seen this move already, so it can't be taken back.")


class TakingBack:
    """What this process knows of the moves of the turn: why each is final, and whether others have seen it."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._weighed: dict[int, Reason | None] = {}  # by ply
        self._seen = 0  # others have been shown the position after so many plies

    @property
    def allowed(self) -> bool:
        return self.table.settings.undo

    def weigh(self, seat: int, move: int) -> None:
        """A legal move of a guest is about to be played."""
        match = self.table.match
        if not self.allowed or match is None or is_house(move) or self.table.word_of(seat) is not None:
            return
        if not match.plies or match.plies[-1].seat != seat:
            self._weighed.clear()
        self._weighed[len(match.plies) + 1] = why_final(match, seat, move, Seed.fresh().dice("taking back"))

    def shown(self, guest: str | None) -> None:
        """Somebody is shown the position as it is now: if it is not the guest who moves, it has been seen."""
        match = self.table.match
        if self.allowed and match is not None and (match.over or guest != self.table.row.seats[match.mover].guest):
            self._seen = self.table.ply

    def why_not(self, seat: int | None, ply: int) -> Reason | None:
        """Why this seat cannot take back the move it made in this ply; None if it can."""
        table = self.table
        if not self.allowed:
            return Reason("no-undo", "At this table, moves can't be taken back.")
        if seat is None:
            return Reason("not-your-seat", "Spectators can't take moves back.")
        match = table.match
        if match is None or match.over:
            return Reason("not-running", "Moves can only be taken back while the game is running.")
        if not match.plies or ply != table.ply or match.plies[-1].seat != seat:
            return Reason("not-your-move", "You can only take back the last move, and only if it was yours.")
        if match.mover != seat:
            return Reason("passed", "Your turn is over, and a turn can't be taken back.")
        if self._seen >= ply:
            return _SEEN
        return self._weighed.get(ply, _UNKNOWN)

    def offers(self, seat: int) -> bool:
        """Whether this seat can take back the last move."""
        return self.why_not(seat, self.table.ply) is None

    async def take_back(self, connection: Connection, ply: int) -> None:
        """The match goes on as if the move had not been made. Refused if that would not be fair."""
        table = self.table
        async with table.lock:
            reason = self.why_not(connection.seat, ply)
            if reason is not None:
                raise Refused(reason.text, reason.code)
            seat = connection.seat
            assert seat is not None
            store = table.house.store
            kept = (await store.moves_since(table.id, 0))[: ply - 1]
            if not await store.take_move_back(table.id, ply - 1, seat):
                raise Refused("Somebody else moved first.", "stale")
            self._weighed.pop(ply, None)
            table.hints.stop()
            table.players.forget()
            await table.replay(kept)
            counted = {**table.settings.taken_back, seat: table.settings.taken_back.get(seat, 0) + 1}
            await table.house.lobby.change_settings(table, taken_back=counted)
            for other in list(table.connections):
                table.guests.welcome(other, await table.guests.recount(other.seat, other.words))
        table.drive()
