"""Anchors from measured matches: what was measured first stays, and everything later is placed by it."""

from __future__ import annotations

import msgspec
import pytest

from parlour.arena.anchors import Anchors, decode
from parlour.core.errors import Refused
from parlour.games import find
from parlour.lab.anchors import drop_anchors
from parlour.lab.strength import Ladder, Rung

GAME = find("connect-four")
OLD = {"easy": "search:iterations=10", "medium": "search:iterations=20", "master": "search:turn=5000"}
NEW = OLD | {"easy": "search:iterations=12", "medium": "search:iterations=30"}


def rung(upper: str, lower: str, share: float, games: int = 100, seats: int = 2) -> Rung:
    return Rung(upper, lower, share, 0.0, 1.0, games, 0.0, 0.0, seats)


def ladder(levels: dict[str, str], *rungs: Rung) -> Ladder:
    return Ladder("connect-four", "Connect Four", None, levels, list(rungs), 1.0)


FIRST = ladder(
    OLD,
    rung("easy", "greedy", 0.64),
    rung("medium", "easy", 0.64),
    rung("master", "medium", 0.9),
    rung("medium", "their_bot.py", 0.1),
    rung("medium", "random", 1.0, games=20),
    rung("medium", "greedy", 1.0, seats=4),
)


def points(anchors: Anchors) -> dict[str, int]:
    return {one.word: round(one.points) for one in anchors.anchors}


def test_medium_has_1500_and_the_others_are_placed_by_their_wins() -> None:
    placed = drop_anchors(GAME, FIRST, Anchors("connect-four"), "2026-11-18")
    assert points(placed) == {
        "greedy": pytest.approx(1300, abs=6),  # twice 64 of 100, and 100 points each
        OLD["easy"]: pytest.approx(1400, abs=6),
        OLD["medium"]: 1500,
    }  # and no anchor for who thinks by the clock, is not of the house, or whose place is not sure
    assert placed.measured[0].on == "2026-11-18" and len(placed.measured[0].pairs) == 4
    assert decode(placed.encode(), "it") == placed


def test_an_anchor_never_moves_and_a_level_tuned_anew_is_another_player() -> None:
    first = drop_anchors(GAME, FIRST, Anchors("connect-four"), "2026-11-18")
    later = ladder(NEW, rung("easy", "greedy", 0.9), rung("medium", "easy", 0.64))
    second = drop_anchors(GAME, later, first, "2027-11-18")
    assert points(first).items() <= points(second).items()
    assert points(second)[NEW["easy"]] == pytest.approx(points(first)["greedy"] + 382, abs=30)
    assert [one.on for one in second.measured] == ["2026-11-18", "2027-11-18"]
    assert drop_anchors(GAME, later, second, "2028-11-18") == second
    assert first.digest != second.digest


def test_what_was_measured_adds_up() -> None:
    """Nobody is sure of a player who lost twenty games of twenty; after a close series of as many, everybody is."""
    first = drop_anchors(GAME, FIRST, Anchors("connect-four"), "2026-11-18")
    more = ladder(OLD, rung("greedy", "random", 0.75, games=40))
    assert "random" not in points(first)
    assert points(drop_anchors(GAME, more, first, "2026-11-19"))["random"] < points(first)["greedy"]


def test_a_measurement_that_went_on_counts_every_game_once() -> None:
    first = drop_anchors(GAME, FIRST, Anchors("connect-four"), "2026-11-18")
    added = [rung("medium", "easy", 0.7, games=300)]
    longer = msgspec.structs.replace(
        ladder(OLD, rung("medium", "easy", 0.685, games=400)), sittings=[FIRST.rungs, added]
    )
    second = drop_anchors(GAME, longer, first, "2026-11-19")
    assert [one.on for one in second.measured] == ["2026-11-18", "2026-11-19"]
    assert [pair.games for pair in second.measured[1].pairs] == [300]
    assert drop_anchors(GAME, longer, second, "2026-11-20") == second
    at_once = drop_anchors(GAME, longer, Anchors("connect-four"), "2026-11-19")
    assert [len(one.pairs) for one in at_once.measured] == [4, 1]


def test_a_measurement_that_hangs_in_the_air_is_refused() -> None:
    with pytest.raises(Refused, match="needs its level medium"):
        drop_anchors(GAME, ladder(OLD, rung("easy", "greedy", 0.5)), Anchors("connect-four"), "2026-11-18")
    first = drop_anchors(GAME, FIRST, Anchors("connect-four"), "2026-11-18")
    with pytest.raises(Refused, match="can't be compared"):
        drop_anchors(GAME, ladder(NEW, rung("medium", "easy", 0.5)), first, "2027-11-18")
