"""What the games say of moves and events: in the words of people, whoever sits there."""

from __future__ import annotations

import re

import pytest

from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.speech import told
from parlour.games import find, names

PEOPLE = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]
# m3, s07, c21, take_role, flying-splinter-of-glass: names that only programs use
INTERNAL = re.compile(r"\b[msc]\d+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+(?:-[a-z]+){2,}\b")
MOST_PLIES = 300


@pytest.mark.parametrize("name", names())
def test_no_sentence_shows_an_internal_id(name: str) -> None:
    game = find(name)
    options = game.read_options(preset=game.quick)
    match = Match(game, options, game.default_seats, Seed.parse("7"))
    people = PEOPLE[: match.seats]
    dice = Seed.parse("8").dice("moves")
    said: set[str] = set()
    while not match.over and len(match.plies) < MOST_PLIES:
        moves = match.state.moves()
        said.update(game.say_move(match.view(match.mover), int(move), people, options) for move in moves[:40])
        match.play(match.mover, int(match.state.random_move(dice)))
    for seat in (None, 0):
        said.update(told(game, event, people, seat, options, you=seat) for event in match.events(seat))
    assert len(said) > 10
    assert not [sentence for sentence in said if INTERNAL.search(sentence)]


@pytest.mark.parametrize("name", names())
def test_the_first_line_of_a_position_says_whose_turn_it_is(name: str) -> None:
    """It is shown in the lobby beside a running game."""
    game = find(name)
    options = game.read_options(preset=game.quick)
    match = Match(game, options, game.default_seats, Seed.parse("7"))
    line = game.say_view(match.view(None), PEOPLE, options).split("\n", 1)[0]
    assert PEOPLE[match.mover] in line
    assert len(line.split()) >= 3
