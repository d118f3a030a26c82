"""What goes wrong with a bot at a table, written down for its owner; people's slips are nobody's business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.protocol import MoveAnswer

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

MOST_SLIPS = 500  # of one seat that are written down
LONGEST_SAID = 300  # characters of what a bot said that are kept with a slip
OUT_OF_TURN = ("stale", "not-your-turn", "not-begun", "game-over", "closed", "left")


class Slips:
    """The slips of a table, which keeps no more than a few hundred of each seat."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._written: dict[int, int] = {}  # how many, by seat

    def write(self, seat: int, code: str, why: str, said: str = "", ply: int | None = None) -> None:
        table = self.table
        if table.row.seats[seat].guest not in table.house.bots or self._written.get(seat, 0) >= MOST_SLIPS:
            return
        self._written[seat] = self._written.get(seat, 0) + 1
        why = _printable(why[:1000]) or "It did not say why."
        said = _printable(said[:LONGEST_SAID])
        table.house.background(table.house.store.note_slip(table.id, seat, ply or table.ply + 1, code, why, said))

    def refused(self, seat: int, code: str, why: str, answer: MoveAnswer) -> None:
        """An answer was refused."""
        self.write(seat, "out-of-turn" if code in OUT_OF_TURN else "illegal", why, said_of(answer))

    def late(self, ply: int, seat: int, seconds: float, lost: bool) -> None:
        """No answer came in time; perhaps the seat is lost by it."""
        table = self.table
        here = any(connection.seat == seat for connection in table.connections)
        late = f"No answer to ply {ply} came within {seconds:g} s."
        told = late if here else f"{late} Nobody sat on the bot's chair."
        if lost:
            told += " That was one strike too many: the seat is forfeited."
        elif table.clock.rule.strikes:
            told += f" Strike {table.referee.strikes[seat]} of {table.clock.rule.strikes}."
        self.write(seat, "late" if here else "gone", told, ply=ply)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def said_of(answer: MoveAnswer) -> str:
    """What a bot asked for, in a line."""
    asked: dict[str, Any] = {"move": answer.move} if answer.move is not None else {"index": answer.index}
    if isinstance(answer.whole, msgspec.Raw):
        asked = {"list": answer.whole}
    return msgspec.json.encode({"ply": answer.ply, **asked})[: 4 * LONGEST_SAID].decode("utf-8", "replace")
