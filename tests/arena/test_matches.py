"""Matches that need a winner: the game decides what follows a draw, and the arena carries it out."""

from __future__ import annotations

import pytest

from parlour.arena import play_series
from parlour.arena.series import Outcome, play_rounds
from parlour.bots.seat_words import read_words
from parlour.core import Match, Seed, record
from parlour.core.errors import Refused
from parlour.core.sequel import Earlier, Finished
from parlour.games import find

GARDEN = find("gardening-war")
SEED = Seed.parse("7")
NAMES = ["Ann", "Ben"]


def outcomes(name: str, options: dict[str, int], words: list[str], games: int, need_winners: bool) -> list[Outcome]:
    game, found = find(name), []
    play_rounds(game, game.read_options(options), read_words(game, words), games, SEED, 1, None, need_winners).run(
        found.append
    )
    return found


def test_after_four_games_without_a_winner_the_value_decides() -> None:
    """A player who has planted is poorer by the price of the seed."""
    single = outcomes("gardening-war", {"rounds": 2}, ["random", "random"], 20, need_winners=False)
    assert all(one.payoffs == [0.5, 0.5] and one.games == 1 and not one.by_value for one in single)
    matches = outcomes("gardening-war", {"rounds": 2}, ["random", "random"], 20, need_winners=True)
    assert [one.games for one in matches] == [4] * 20
    assert {tuple(one.payoffs) for one in matches if one.by_value} == {(1.0, 0.0), (0.0, 1.0)}
    assert all(one.payoffs == [0.5, 0.5] for one in matches if not one.by_value)


def test_the_longer_game_decides_what_three_short_ones_could_not() -> None:
    """Shop, plant, water, harvest: the fourth round is the first in which anybody can score."""
    matches = outcomes("gardening-war", {"rounds": 3}, ["classic-enemy", "random"], 4, need_winners=True)
    assert [(one.games, one.payoffs, one.by_value) for one in matches] == [(4, [1.0, 0.0], False)] * 4


def test_a_game_with_a_winner_is_the_whole_match() -> None:
    matches = outcomes("gardening-war", {"rounds": 20}, ["greedy", "random"], 4, need_winners=True)
    assert [(one.games, one.payoffs) for one in matches] == [(1, [1.0, 0.0])] * 4


def test_a_series_counts_the_games_of_its_matches() -> None:
    found = play_series(GARDEN, {"rounds": 2}, ["random", "random"], 4, SEED, workers=1, need_winners=True)
    assert (found.games, found.replayed) == (4, 12)
    assert found.by_value == 4 - found.draws
    assert found.mean_moves == pytest.approx(found.moves / 16)


def test_games_without_a_sequel_end_with_their_result() -> None:
    """Kata TCG has draws too, and does not replay them."""
    for name, options in (("connect-four", {}), ("kata-tcg", {})):
        alike = [outcomes(name, options, ["random", "random"], 12, needed) for needed in (False, True)]
        facts = [[(one.payoffs, one.moves, one.games) for one in found] for found in alike]
        assert facts[0] == facts[1]


# --- the end of a game, and its record ---


def passed(rounds: int, earlier: Earlier | None) -> Match:
    match = Match(GARDEN, {"rounds": rounds}, 2, SEED, earlier)
    while not match.over:
        match.play(match.mover, match.state.moves()[0])
    return match


def test_a_game_by_itself_ends_with_its_draw() -> None:
    match = passed(1, None)
    assert match.sequel() is None
    assert match.say_end(NAMES) == "A draw at 0 points each."


def test_a_drawn_game_of_a_match_says_what_follows() -> None:
    match = passed(1, Earlier({"rounds": 1}))
    assert match.say_end(NAMES) == (
        "A draw at 0 points each. The match needs a winner, so you play again: game 2 of 3."
    )
    assert match.verdict() == [0.5, 0.5]


def test_a_record_keeps_which_game_of_the_match_it_is() -> None:
    drawn = Finished([0.5, 0.5], [10_000, 10_000])
    match = passed(3, Earlier({"rounds": 2}, [drawn] * 3, "the longer game"))
    data = record.encode(record.record(match, NAMES))
    again = record.replay(record.decode(data), find)
    assert again.say_end(NAMES) == match.say_end(NAMES)
    assert again.say_end(NAMES).endswith("worth 10000 on both sides: the match is a draw.")
    assert record.encode(record.record(again, NAMES)) == data


def test_the_record_of_a_first_game_is_unchanged() -> None:
    assert b"earlier" not in record.encode(record.record(passed(1, Earlier({"rounds": 1})), NAMES))


def test_impossible_earlier_games_are_refused() -> None:
    rec = record.record(passed(1, Earlier({"rounds": 0}, [Finished([0.5, 0.5])])), NAMES)
    with pytest.raises(Refused, match="rounds"):
        record.replay(rec, find)
