"""What a game has learned: the file beside its code, and the evaluator made from it."""

import logging
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from parlour.core import learned
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.evaluator import LinearEvaluator
from parlour.core.learned import Learned, Made
from parlour.core.state import OVER, Evaluator, State
from parlour.games import find

MADE = Made("00", "search:iterations=1", 2, {}, 1, 1, 1, [])


class Purses(State):
    """Three seats with coins; the judge finds the third seat best."""

    def __init__(self, coins: list[int]) -> None:
        super().__init__(3, 0)
        self.coins = coins

    def judge(self, seat: int) -> float:
        return 0.8 if seat == 2 else 0.1

    def features(self, seat: int) -> list[float]:
        return [float(self.coins[seat]), 1.0 if seat == self.mover else 0.0]

    def move_features(self, move: int) -> list[float]:
        return [float(move)]


def test_the_chances_of_all_seats_add_up_and_follow_the_features() -> None:
    found = LinearEvaluator(0.0, [math.log(2), 0.0], []).judge_all(Purses([3, 2, 1]))
    assert found == pytest.approx([4 / 7, 2 / 7, 1 / 7])


def test_the_judge_alone_is_the_first_guess() -> None:
    assert LinearEvaluator(1.0, [0.0, 0.0], []).judge_all(Purses([3, 2, 1])) == pytest.approx([0.1, 0.1, 0.8])


def test_a_seat_that_has_left_has_no_chance() -> None:
    state = Purses([3, 2, 1])
    state.leave(0)
    assert state.mover != OVER
    assert LinearEvaluator(0.0, [math.log(2), 0.0], []).judge_all(state) == pytest.approx([0, 2 / 3, 1 / 3])


def test_the_habit_tells_which_moves_to_try_first() -> None:
    state = Purses([1, 1, 1])
    assert LinearEvaluator(0.0, [0.0, 0.0], [math.log(3)]).prior(state, [0, 1]) == pytest.approx([0.25, 0.75])
    for evaluator in (Evaluator(), LinearEvaluator(1.0, [0.0, 0.0], [])):
        assert not evaluator.has_habit
        assert evaluator.prior(state, [5, 6, 7, 8]) == [0.25] * 4


def test_playouts_follow_the_habit() -> None:
    class Two(Purses):
        def moves(self) -> list[int]:
            return [0, 1]

        def playout_move(self, dice: Dice) -> int:
            return 7

    dice, state = Dice(1, 2, 3, 4), Two([1, 1, 1])
    by_habit = LinearEvaluator(0.0, [0.0, 0.0], [math.log(3)])
    drawn = [int(by_habit.playout_move(state, dice)) for _ in range(400)]
    assert set(drawn) == {0, 1}
    assert 260 < sum(drawn) < 340  # three of four
    assert Evaluator().playout_move(state, dice) == LinearEvaluator(1.0, [0.0, 0.0], []).playout_move(state, dice) == 7


# --- the file ---


@pytest.fixture
def pocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An outside game in a package of its own."""
    (tmp_path / "pocket").mkdir()
    (tmp_path / "pocket" / "__init__.py").write_text("")
    (tmp_path / "pocket" / "game.py").write_text(
        "from parlour.core import Game\n"
        "class Pocket(Game):\n"
        "    name, title, features = 'pocket', 'Pocket', ('coins', 'turn')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    learned.forget()
    module: ModuleType = __import__("pocket.game", fromlist=["Pocket"])
    yield module.Pocket()
    learned.forget()
    for name in ("pocket", "pocket.game"):
        sys.modules.pop(name, None)


def put(game: Any, content: bytes) -> None:
    learned.place(game).write_bytes(content)
    learned.forget()


def test_a_game_without_a_file_is_judged_by_hand(pocket: Any) -> None:
    assert type(pocket.evaluator()) is Evaluator


def test_a_file_beside_the_code_is_used_and_its_features_are_known_by_name(pocket: Any) -> None:
    put(pocket, Learned("pocket", 0.5, {"turn": -1.0, "coins": 2.0}, MADE).encode())
    found = pocket.evaluator()
    assert isinstance(found, LinearEvaluator)
    assert (found.judge, found.weights, found.has_habit) == (0.5, [2.0, -1.0], False)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (Learned("pocket", 1.0, {"coins": 1.0}, MADE).encode(), "it lacks 'turn'"),
        (Learned("pocket", 1.0, {"coins": 1.0, "turn": 1.0, "luck": 1.0}, MADE).encode(), "it has 'luck'"),
        (Learned("purse", 1.0, {"coins": 1.0, "turn": 1.0}, MADE).encode(), "belongs to 'purse'"),
        (Learned("pocket", 1.0, {"coins": 1.0, "turn": 1.0}, MADE, {"x": 1.0}).encode(), "features of moves"),
        (b"{", "truncated"),
        (msgspec.json.encode({"game": "pocket"}), "missing"),
    ],
)
def test_a_file_that_does_not_fit_is_reported_once_and_the_judge_is_used(
    pocket: Any, content: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    put(pocket, content)
    with caplog.at_level(logging.WARNING, "parlour"):
        assert type(pocket.evaluator()) is Evaluator
        assert type(pocket.evaluator()) is Evaluator
    [told] = caplog.messages
    assert told.startswith("Pocket plays by its hand-written judge, because evaluator.json does not fit it: ")
    assert why in told
    assert told.endswith("`parlour train pocket` makes a new one.")


def test_a_game_in_a_single_module_has_no_place_for_a_file() -> None:
    class Alone(type(find("connect-four"))):  # type: ignore[misc]
        pass

    Alone.__module__ = "alone"
    with pytest.raises(Refused, match="name a file with --write"):
        learned.place(Alone())
