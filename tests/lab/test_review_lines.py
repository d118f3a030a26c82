"""The line that a review expects after a better move, and how it is shown: from what the mover could know."""

import msgspec
import pytest
from tests.core.small_games import DASH, HIGHEST
from tests.lab.test_review import GAMES, SEED, opened

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.games import find
from parlour.lab.review.lines import LONGEST, Line, expect, walk
from parlour.lab.review.playing_on import House

ALL = [*(pytest.param(name, id=name) for name in GAMES), HIGHEST, DASH]


def worlds_of(game, state, seat):
    return House(game).worlds(game.view(state, seat), seat, SEED)


@pytest.mark.parametrize("game", ALL)
def test_a_line_is_made_and_shown_without_what_its_mover_cannot_know(game):
    game = find(game) if isinstance(game, str) else game
    match = opened(game, 2 if game in (HIGHEST, DASH) else 14)
    seat, first = match.mover, int(match.state.moves()[0])
    twin = match.state.copy()
    twin.redeal(seat, Dice(9, 9, 9, 9))
    line = expect(House(game), worlds_of(game, match.state, seat), first, 1)
    assert line.moves[0] == first and len(line.moves) <= 1 + LONGEST
    shown = [
        [(step.seat, step.move, msgspec.json.encode(game.view(step.state, seat))) for step in walk(worlds, line)]
        for worlds in (worlds_of(game, match.state, seat), worlds_of(game, twin, seat))
    ]
    assert shown[0] == shown[1]
    assert [move for _, move, _ in shown[0]] == line.moves


def test_a_line_ends_with_the_game():
    game = find("connect-four")
    match = opened(game, 0)
    for column in (0, 1, 0, 1, 0, 1):
        match.play(match.mover, game.moves.from_json({"kind": "drop", "column": column}))
    winning = game.moves.from_json({"kind": "drop", "column": 0})
    worlds = worlds_of(game, match.state, match.mover)
    assert expect(House(game), worlds, winning, 1).moves == [winning]
    with pytest.raises(Refused, match="can't be played"):
        list(walk(worlds, Line(0, [winning, winning])))
