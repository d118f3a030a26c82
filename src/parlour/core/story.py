"""How a match divides into rounds and turns, as far as its events tell: for logs and replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from parlour.core.events import PAUSE, ROUND, TURN, EventJson, EventTable


class Place(msgspec.Struct, frozen=True):
    """Where a ply belongs: its round as the game counts them, and a number that rises with every turn."""

    round: int | None
    turn: int


def whose(table: EventTable, events: Sequence[EventJson], seat: int | None) -> list[int | None]:
    """Under whose name each event of a ply stands: the seat's that decided, until a turn, a round or a pause begins."""
    found: list[int | None] = []
    for event in events:
        opens = table.opens.get(str(event["kind"]))
        if opens == TURN:
            seat = int(event["seat"])
        elif opens in (ROUND, PAUSE):
            seat = None
        found.append(seat)
    return found


def round_word(table: EventTable) -> str | None:
    """What a game calls its rounds, if it has any: a round, a day."""
    for kind in table.kinds:
        if kind.opens == ROUND:
            return kind.name
        if kind.opens == TURN and any(part.field.name == ROUND for part in kind.parts):
            return ROUND
    return None


def turn_word(table: EventTable) -> str:
    """What a row of decisions is called: a turn where the game tells its turns, else a move."""
    return TURN if TURN in table.opens else "move"


def places(table: EventTable, plies: Iterable[tuple[int | None, Sequence[EventJson]]]) -> list[Place]:
    """The place of each ply, the set-up first: who decided it, and what everybody saw of it.

    Without turns that the game tells, a turn is a row of decisions of one seat.
    """
    rounds: list[int | None] = []
    turns: list[int] = []
    now: int | None = None
    turn = 0
    told = False  # whether the game says whose turn it is
    begun = True  # whether the next ply begins a turn
    last: int | None = None
    for seat, events in plies:
        if turns and (begun or (not told and seat != last)):
            turn += 1
        begun = False
        last = seat
        rounds.append(now)
        turns.append(turn)
        for event in events:
            kind = str(event["kind"])
            opens = table.opens.get(kind)
            if opens in (TURN, ROUND):
                begun = True
                told = opens == TURN
                number = event.get(ROUND, event.get(kind) if opens == ROUND else None)
                now = number if isinstance(number, int) else now
    first = next((number for number in rounds if number is not None), None)
    if first is None:
        first = now
    before = first - 1 if first is not None and first > 1 else None  # a first round of which nothing was told
    return [Place(before if number is None else number, turn) for number, turn in zip(rounds, turns, strict=True)]
