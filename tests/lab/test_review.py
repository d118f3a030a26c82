"""The laws of the review: the sum is exact, nothing hidden is used, and good players look good."""

import math

import msgspec
import pytest
from tests.core.small_games import DASH, HIGHEST

from parlour.arena.table import play_match
from parlour.bots.seat_words import make_player
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.moves import concede, forfeit, miss
from parlour.core.record import encode, record
from parlour.core.seed import Seed
from parlour.core.testing import snapshot
from parlour.games import find
from parlour.lab.review.findings import BAD
from parlour.lab.review.names import BLUNDER, INACCURACY, MISTAKE, is_settled, verdict
from parlour.lab.review.playing_on import Entry, House
from parlour.lab.review.reviewing import Effort, Reviewer
from parlour.lab.review.weighing import Weighing
from parlour.lab.review.words import chart, tell

GAMES = ["connect-four", "kata-tcg", "monogwent", "gardening-war", "deadwood", "battle-farm"]
TINY = Effort("tiny", 2, 2, 2)
SMALL = Effort("small", 4, 8, 8)
SEED = Seed.parse("1")


def opened(game, plies, seats=None, seed="7"):
    """A match after some random moves."""
    match = Match(game, game.read_options(preset=game.measured), seats, Seed.parse(seed))
    dice = Dice(1, 2, 3, 4)
    while not match.over and len(match.plies) < plies:
        match.play(match.mover, int(match.state.random_move(dice)))
    return match


def given_up(match):
    """The same, ended by all seats but the last giving up."""
    for seat in range(match.seats - 1):
        if not match.over:
            match.enter(seat, concede(seat) if seat else forfeit(seat))
    return match


def played(game, words, seed):
    match = Match(game, game.read_options(preset=game.measured), len(words), Seed.parse(seed))
    players = [make_player(game, word, match.seed.dice(f"player {seat}")) for seat, word in enumerate(words)]
    play_match(game, match.options, players, match=match, clock=Clock())
    return match


def reviewed(match, effort=TINY, seed=SEED):
    reviewer = Reviewer(match, [f"Player {seat + 1}" for seat in range(match.seats)], effort, seed)
    for _ in reviewer.steps():
        pass
    return reviewer.review()


def assert_exact(review):
    """start + all choices + all luck = result, for every seat and from each position to the next."""
    for seat, standing in enumerate(review.standings):
        total = review.start[seat] + review.deal[seat]
        assert total == pytest.approx(review.curve[0][seat], abs=1e-9)
        for at, (decision, fall) in enumerate(zip(review.decisions, review.falls, strict=True)):
            total += decision.choice[seat] + fall.dice[seat] + fall.hidden[seat] + fall.rest[seat]
            assert total == pytest.approx(review.curve[at + 1][seat], abs=1e-9)
        assert total == pytest.approx(review.result[seat], abs=1e-9)
        parts = (standing.own, standing.others, standing.deal, standing.dice, standing.hidden, standing.rest)
        assert standing.start + math.fsum(parts) == pytest.approx(standing.result, abs=1e-9)
    assert math.fsum(standing.own + standing.others for standing in review.standings) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_choices_and_luck_add_up_to_the_result_in_every_game(name):
    match = opened(find(name), 3 if name == "connect-four" else 8)
    match.enter(match.mover, miss())
    assert_exact(reviewed(given_up(match)))


@pytest.mark.parametrize("game", [HIGHEST, DASH], ids=["hidden cards", "dice"])
def test_choices_and_luck_add_up_to_the_result_in_a_game_from_outside(game):
    assert_exact(reviewed(opened(game, 1000)))


def test_choices_and_luck_add_up_after_a_whole_game():
    review = reviewed(played(find("monogwent"), ["random", "greedy"], "3"))
    assert_exact(review)
    assert review.complete


def test_they_add_up_at_any_time_after_the_first_look():
    match = opened(HIGHEST, 1000)
    reviewer = Reviewer(match, ["A", "B"], SMALL, SEED)
    for number, _ in enumerate(reviewer.steps(), start=1):
        if number >= len(match.plies):
            assert_exact(reviewer.review())
    assert number == 2 * len(match.plies)


@pytest.mark.parametrize("looks", [1, 2], ids=["first look", "complete"])
def test_no_noise_is_called_choice(looks):
    """Without a bad name, a decision counts only as far as it is more than noise; what is left is luck or error."""
    match = given_up(opened(find("kata-tcg"), 12))
    reviewer = Reviewer(match, ["A", "B"], SMALL, SEED)
    for number, _ in enumerate(reviewer.steps(), start=1):
        if number == looks * len(match.plies):
            break
    review = reviewer.review()
    noise = 0
    for at, weighing in enumerate(reviewer.weighings):
        if looks == 2 and review.decisions[at].verdict in BAD:
            continue
        loss, error = weighing.loss
        choice, counted, _ = reviewer.gave_away(at)
        noise += 0 < abs(loss) < 1.96 * error
        assert abs(counted) <= max(0.0, abs(loss) - error)
        assert counted or not any(choice)
    assert noise > 0
    assert_exact(review)


def test_what_hides_nothing_and_rolls_nothing_has_no_luck():
    for standing in reviewed(given_up(opened(find("connect-four"), 1))).standings:
        assert standing.luck == 0


def test_dice_are_the_only_luck_where_nothing_is_hidden():
    for standing in reviewed(opened(DASH, 1000), SMALL).standings:
        assert standing.hidden == 0


def test_a_review_does_not_change_the_record():
    match = opened(HIGHEST, 1000)
    before = encode(record(match, ["A", "B"]))
    reviewed(match)
    assert encode(record(match, ["A", "B"])) == before


def test_the_same_seed_gives_the_same_review():
    match = opened(HIGHEST, 1000)
    assert msgspec.json.encode(reviewed(match)) == msgspec.json.encode(reviewed(match))
    assert msgspec.json.encode(reviewed(match)) != msgspec.json.encode(reviewed(match, seed=Seed.parse("2")))


def test_a_running_game_is_refused():
    with pytest.raises(Refused, match="still running"):
        Reviewer(opened(HIGHEST, 2), ["A", "B"], TINY, SEED)


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_is_weighed_without_what_its_mover_cannot_know(name):
    game = find(name)
    match = opened(game, 14)
    seat = match.mover
    twin = match.state.copy()
    twin.redeal(seat, Dice(9, 9, 9, 9))
    entry = Entry(seat, int(match.state.moves()[-1]))
    found = []
    for state in (match.state, twin):
        weighing = Weighing(House(game), game.view(state, seat), entry, SEED, 1, clear=False)
        weighing.widen(2)
        found.append(weighing.values)
    assert found[0] == found[1]


def test_who_plays_what_the_search_plays_makes_no_blunders_and_who_plays_anything_makes_many():
    match = played(find("kata-tcg"), ["search:iterations=300", "random"], "8")
    review = reviewed(match, Effort("test", 4, 2, 8))
    good, bad = review.standings
    assert good.verdicts["blunder"] == 0
    assert sum(bad.verdicts[name] for name in BAD) > 2 * sum(good.verdicts[name] for name in BAD)
    assert good.score > bad.score


def test_luck_is_nobodys_in_the_long_run():
    """A short run; docs/review.md has a long one."""
    lucks = [reviewed(opened(HIGHEST, 1000, seed=str(seed))).standings[0].luck for seed in range(12)]
    mean = sum(lucks) / len(lucks)
    error = math.sqrt(sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1) / len(lucks))
    assert abs(mean) < 3 * error


def test_nothing_is_called_a_mistake_that_may_be_noise():
    assert verdict(0.3, 0.2, 2, False) == "good"
    assert verdict(0.3, 0.01, 2, False) == "blunder"
    assert verdict(BLUNDER - 0.01, 0.01, 2, False) == "mistake"
    assert verdict(MISTAKE - 0.01, 0.01, 2, False) == "inaccuracy"
    assert verdict(INACCURACY - 0.01, 0.001, 2, False) == "good"
    assert verdict(0.3, 0.0, 2, True) == "best"


def test_a_tenth_of_the_chances_counts_for_more_among_eight():
    assert verdict(0.06, 0.001, 2, False) == "inaccuracy"
    assert verdict(0.06, 0.001, 8, False) == "blunder"


def test_thinking_ends_when_the_name_is_clear():
    assert is_settled(0.0, 0.01, 2)
    assert is_settled(0.5, 0.05, 2)
    assert not is_settled(MISTAKE, 0.01, 2)
    assert not is_settled(0.0, 0.1, 2)


@pytest.mark.parametrize("game", [HIGHEST, DASH], ids=["hidden cards", "dice"])
def test_the_best_move_stands_first_and_no_other_promises_more(game):
    for decision in reviewed(opened(game, 1000), SMALL).decisions:
        first, *others = decision.alternatives
        assert first.move == decision.best
        assert all(other.chance <= first.chance for other in others)


def test_forced_moves_are_nobodys_choice():
    review = reviewed(opened(HIGHEST, 1000))
    last = review.decisions[-1]  # with one card left
    assert last.verdict == "forced"
    assert last.choice == [0, 0]


def test_the_chart_has_a_line_for_each_seat():
    review = reviewed(opened(HIGHEST, 1000))
    lines = chart(review, 60)
    assert [line.split()[1] for line in lines[:2]] == ["1", "2"]
    assert all(len(line) <= 60 for line in lines)
    assert [heading for heading, _ in tell(review, 60)][:2] == ["Chances of winning", "Choice and luck"]


@pytest.mark.parametrize("kept", [None, 0])
def test_a_game_that_was_played_on_is_reviewed_as_it_went(kept):
    """The repeated moves with their own dice, and what was dealt anew where it was dealt."""
    match = opened(HIGHEST, 99)
    branch = Match(HIGHEST, seed=Seed.parse("8"), branch=match.branch_off(4, ["Ann", "Ben"], kept))
    positions = [snapshot(branch.state)]
    dice = Dice(5, 6, 7, 8)
    while not branch.over:
        repeats = len(branch.plies) < 4
        branch.enter(
            branch.mover, match.plies[len(branch.plies)].move if repeats else int(branch.state.random_move(dice))
        )
        positions.append(snapshot(branch.state))
    reviewer = Reviewer(branch, ["Ann", "Ben"], TINY, SEED)
    assert [snapshot(state) for state in reviewer.states] == positions
    for _ in reviewer.steps():
        pass
    assert len(reviewer.review().decisions) == len(branch.plies)
