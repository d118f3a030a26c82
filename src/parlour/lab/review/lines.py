"""The line to be expected after a move: what most imagined worlds agree on, and how it looks in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.match import carry_out
from parlour.core.state import OVER, State, Told
from parlour.lab.review.playing_on import House, Luck, Worlds

SHOWN = 6  # worlds that must mostly agree
LONGEST = 5  # moves after the first


class Line(NamedTuple):
    """Moves that follow each other, and the number of a world in which they do."""

    world: int
    moves: list[int]


class Step(NamedTuple):
    """A move of a line that has been made: by whom, what it made happen, and the position, which is used up later."""

    seat: int
    move: int
    told: tuple[Told, ...]
    state: State


class _Game(NamedTuple):
    state: State
    luck: Luck
    planned: list[int]


def expect(house: House, worlds: Worlds, first: int, thought: int) -> Line:
    """What is to be expected from a move on, as far as most worlds agree."""
    games: list[_Game] = []
    for number in range(SHOWN):
        world, luck = worlds.world(number), worlds.luck(number)
        carry_out(world, worlds.seat, first, luck.of_entry())
        games.append(_Game(world, luck, []))
    line = [first]
    while len(line) <= LONGEST:
        wishes: dict[tuple[int, int], list[_Game]] = {}
        for game in games:
            mover = int(game.state.mover)
            if mover == OVER:
                continue
            if not game.planned or not game.state.allows(game.planned[0]):
                thoughts = game.luck.seed.dice(f"line {game.luck.world} {len(line) - 1}")
                game.planned[:] = house.choose(game.state, thoughts, thought)
            wishes.setdefault((mover, game.planned[0]), []).append(game)
        if not wishes:
            break
        (mover, move), agreed = max(wishes.items(), key=lambda wish: len(wish[1]))
        if len(agreed) * 2 <= SHOWN:
            break
        games = agreed
        for game in games:
            game.state.play(game.planned.pop(0), _dice(game.luck, len(line)))
            if int(game.state.mover) != mover:
                game.planned.clear()
        line.append(move)
    return Line(games[0].luck.world, line)


def walk(worlds: Worlds, line: Line) -> Iterator[Step]:
    """Make the moves of a line in its world, one after the other."""
    state, luck = worlds.world(line.world), worlds.luck(line.world)
    for number, move in enumerate(line.moves):
        mover = int(state.mover)
        if mover == OVER or not state.allows(move):
            raise Refused("This line can't be played from here.", "bad-line")
        yield Step(mover, move, carry_out(state, mover, move, _dice(luck, number)), state)


def _dice(luck: Luck, number: int) -> Dice:
    """The dice of a move of the line; the first is the entry that was weighed."""
    return luck.seed.dice(f"line dice {luck.world} {number}") if number else luck.of_entry()
