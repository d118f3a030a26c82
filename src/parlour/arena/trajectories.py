"""The decisions of a finished game as rows of numbers, for programs that learn from them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from parlour.core.game import AnyGame
from parlour.core.lens import Lens, Numbers
from parlour.core.match import Match
from parlour.core.moves import is_house

UNLISTED = -1  # the action of a move that the rules accept but do not list


class Place(NamedTuple):
    """Which game of a run it is: the number of the match, of the game in it, and of the deal, which rotations share."""

    match: int
    game: int
    deal: int


class Trajectory(msgspec.Struct, frozen=True):
    """The decisions of one game, in order. Numbers are packed, so that they travel well between machines.

    `observations` are floats, `legal` the places of all legal moves, of which there are `choices` at each decision.
    """

    place: Place
    players: list[str]  # by seat
    payoffs: list[float]
    plies: list[int]
    seats: list[int]
    actions: list[int]
    values: list[float]
    observations: bytes
    choices: list[int]
    legal: bytes


class Looking(NamedTuple):
    """How a game is looked at: numbers of an observation, places of the index of moves."""

    size: int
    choices: int
    names: list[str]
    words: list[str]


def looking(game: AnyGame, options: Any, seats: int) -> Looking:
    lens = game.lens(options, seats)
    return Looking(int(lens.size), int(lens.choices), list(lens.names), lens.words())


def trajectory(match: Match, players: Sequence[str], place: Place) -> Trajectory:
    """What the movers of a finished match saw, might do and did, and what the house makes of it.

    A value is what the game's judge says of the mover's chances, in a position as the mover may imagine it. What the
    house entered (a forfeit, a move for somebody who was late or has left) is nobody's decision.
    """
    lens: Lens = match.game.lens(match.options, match.seats)
    numbers = Numbers(1, lens.size)
    plies: list[int] = []
    seats: list[int] = []
    actions: list[int] = []
    values: list[float] = []
    evaluator = match.game.evaluator()
    seen, counts, legal = array("f"), [], array("i")
    again = match.again()
    for at, ply in enumerate(match.plies):
        state = again.state
        if not is_house(ply.move) and not state.has_left(ply.seat):
            numbers.begin(0)
            lens.observe(state, ply.seat, numbers)
            seen.extend(numbers.row_values(0))
            listed = [int(move) for move in state.moves()]
            places = [int(lens.choice(state, move)) for move in listed]
            counts.append(len(places))
            legal.extend(places)
            plies.append(at + 1)
            seats.append(ply.seat)
            actions.append(places[listed.index(ply.move)] if ply.move in listed else UNLISTED)
            if match.game.hides:
                dice = match.seed.dice(f"value of ply {at + 1}")
                state = match.game.imagine(match.game.view(state, ply.seat), dice)
            values.append(float(evaluator.judge_all(state)[ply.seat]))
        again.enter(ply.seat, ply.move)
    return Trajectory(
        place, list(players), match.payoffs(), plies, seats, actions, values, seen.tobytes(), counts, legal.tobytes()
    )
