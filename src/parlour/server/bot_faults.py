"""Records for a bot's owner what goes wrong with the bot at a table. Nothing is recorded about people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.protocol import MoveAnswer

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

MOST_FAULTS = 500  # recorded per seat
LONGEST_SAID = 300  # characters kept of what the bot sent
OUT_OF_TURN = ("stale", "not-your-turn", "not-begun", "game-over", "closed", "left")


class BotFaults:
    """The faults of the bots at one table."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._written: dict[int, int] = {}  # how many, by seat

    def write(self, seat: int, code: str, why: str, said: str = "", ply: int | None = None) -> None:
        table = self.table
        if table.row.seats[seat].guest not in table.house.bots or self._written.get(seat, 0) >= MOST_FAULTS:
            return
        self._written[seat] = self._written.get(seat, 0) + 1
        why = _printable(why[:1000]) or "No reason was given."
        said = _printable(said[:LONGEST_SAID])
        table.house.background(table.house.store.note_fault(table.id, seat, ply or table.ply + 1, code, why, said))

    def refused(self, seat: int, code: str, why: str, answer: MoveAnswer) -> None:
        """An answer was refused."""
        self.write(seat, "out-of-turn" if code in OUT_OF_TURN else "illegal", why, said_of(answer))

    def late(self, ply: int, seat: int, seconds: float, lost: bool) -> None:
        """No answer came in time; `lost`: that cost the bot its seat."""
        table = self.table
        here = any(connection.seat == seat for connection in table.connections)
        late = f"No answer to ply {ply} came within {seconds:g} s."
        told = late if here else f"{late} The bot was not connected."
        if lost:
            told += " That was the last strike: the seat is forfeited."
        elif table.clock.rule.strikes:
            told += f" Strike {table.referee.strikes[seat]} of {table.clock.rule.strikes}."
        self.write(seat, "late" if here else "gone", told, ply=ply)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def said_of(answer: MoveAnswer) -> str:
    """A bot's answer on one line."""
    asked: dict[str, Any] = {"move": answer.move} if answer.move is not None else {"index": answer.index}
    if isinstance(answer.whole, msgspec.Raw):
        asked = {"list": answer.whole}
    return msgspec.json.encode({"ply": answer.ply, **asked})[: 4 * LONGEST_SAID].decode("utf-8", "replace")
