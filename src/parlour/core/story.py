"""Divides a match into rounds and turns by its events, for logs and replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from parlour.core.events import PAUSE, ROUND, TURN, EventJson, EventTable


class PlyPosition(msgspec.Struct, frozen=True):
    """Where a ply belongs: its round, as the game counts them, and the number of its turn."""

    round: int | None
    turn: int


def whose(table: EventTable, events: Sequence[EventJson], seat: int | None) -> list[int | None]:
    """The seat each event of a ply belongs to: the one that decided, until a turn, a round or a pause begins."""
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
    """What a game calls its rounds, such as "round" or "day"; None if it has none."""
    for kind in table.kinds:
        if kind.opens == ROUND:
            return kind.name
        if kind.opens == TURN and any(part.field.name == ROUND for part in kind.parts):
            return ROUND
    return None


def turn_word(table: EventTable) -> str:
    """What a sequence of decisions is called: a turn if the game announces turns, otherwise a move."""
    return TURN if TURN in table.opens else "move"


def locate_plies(table: EventTable, plies: Iterable[tuple[int | None, Sequence[EventJson]]]) -> list[PlyPosition]:
    """Where each ply belongs. A ply is given by the seat that decided and its public events; the set-up comes first.

    If the game does not announce turns, a turn is a sequence of decisions by one seat.
    """
    rounds: list[int | None] = []
    turns: list[int] = []
    now: int | None = None
    turn = 0
    told = False  # whether the game announces turns
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
    before = first - 1 if first is not None and first > 1 else None  # the first round was not announced
    return [PlyPosition(before if number is None else number, turn) for number, turn in zip(rounds, turns, strict=True)]
