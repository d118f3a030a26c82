"""Playing on from a moment of a finished match: the same past, the unknown as it was or dealt anew, another future."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.small_games import DASH, HIGHEST

from parlour.core import Match, Refused, Seed, record
from parlour.core.clock import Clock
from parlour.core.moves import concede, forfeit, miss
from parlour.core.referee import Referee
from parlour.core.testing import random_match, snapshot
from parlour.games import find

NAMES = ["Ann", "Ben"]


def finished(game=HIGHEST, seed=3, seats=2):
    *_, (match, _) = random_match(game, seats, seed)
    return match


def at(match, ply):
    """A match as it stood after so many entries."""
    then = match.again()
    for entry in match.plies[:ply]:
        then.enter(entry.seat, entry.move)
    return then


def played_on(match, ply, kept=None, seed="77", names=NAMES):
    """The branch, with the repeated entries entered."""
    branch = match.branch_off(ply, names, kept, "table")
    found = Match(match.game, match.options, match.seats, Seed.parse(seed), branch=branch)
    for entry in match.plies[:ply]:
        found.enter(entry.seat, entry.move)
    return found


def play_out(match):
    dice = match.seed.dice("moves")
    while not match.over:
        match.enter(match.mover, int(match.state.random_move(dice)))
    return match


def there_and_back(match):
    return record.replay(record.decode(record.encode(record.record(match, NAMES))), {match.game.name: match.game}.get)


# --- the unknown as it was ---


def test_as_it_was_every_card_lies_where_it_lay():
    match = finished()
    for ply in range(len(match.plies)):
        assert snapshot(played_on(match, ply).state) == snapshot(at(match, ply).state)


def test_as_it_was_nobody_can_foresee_the_dice_from_the_seed_of_the_first_game():
    match = finished(DASH, seed=1)
    rolls = set()
    for seed in range(30):
        branch = played_on(match, 1, seed=str(seed))
        assert branch.state.at == at(match, 1).state.at  # what was rolled stays rolled
        branch.enter(branch.mover, 1)
        rolls.add(branch.state.at[1])
    assert rolls == {1, 2, 3, 4, 5, 6}


def test_the_promise_is_that_of_the_branch_alone():
    match = finished()
    branch = played_on(match, 2)
    assert branch.seed != match.seed
    assert branch.branch.stretches[0].seed == match.seed.hex


# --- the unknown dealt anew ---


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 50), st.integers(0, 9), st.integers(0, 1), st.integers(0, 2**64))
def test_dealt_anew_the_seat_sees_and_remembers_the_same(game_seed, ply, kept, seed):
    match = finished(seed=game_seed)
    then, branch = at(match, ply), played_on(match, ply, kept, str(seed))
    assert branch.view(kept) == then.view(kept)
    assert branch.events(kept) == then.events(kept)
    assert branch.mover == then.mover
    assert sorted(branch.state.hands[1 - kept] + branch.state.deck) == sorted(
        then.state.hands[1 - kept] + then.state.deck
    )


def test_dealt_anew_the_others_hold_other_cards():
    match = finished()
    hands = {tuple(sorted(played_on(match, 2, 0, str(seed)).state.hands[1])) for seed in range(40)}
    assert len(hands) > 5


def test_who_got_other_cards_remembers_only_what_everybody_knows():
    """Otherwise the log would tell of cards that this seat never held."""
    match = finished()
    branch = played_on(match, 2, kept=0)
    assert [event for event in at(match, 2).events(1) if event["kind"] == "drew" and "card" in event]
    assert branch.events(1) == at(match, 2).events(None)
    play_out(branch)
    drawn = [event for event in branch.events(1, since=2) if event["kind"] == "drew" and event["seat"] == 1]
    assert drawn and all("card" in event for event in drawn)
    assert branch.events(1)[: len(at(match, 2).events(None))] == at(match, 2).events(None)


def test_what_hides_nothing_has_nothing_to_deal():
    with pytest.raises(Refused, match="Nothing is hidden in Dash"):
        finished(DASH).branch_off(1, NAMES, 0)


# --- records ---


@pytest.mark.parametrize("kept", [None, 0, 1])
@pytest.mark.parametrize("game", [HIGHEST, find("kata-tcg"), find("monogwent")], ids=lambda game: game.name)
def test_the_record_of_a_branch_is_complete_and_replays_exactly(game, kept):
    match = finished(game)
    branch = play_out(played_on(match, len(match.plies) // 2, kept))
    again = there_and_back(branch)
    assert snapshot(again.state) == snapshot(branch.state)
    assert again.branch == branch.branch
    assert [again.events(seat) for seat in (None, 0, 1)] == [branch.events(seat) for seat in (None, 0, 1)]


def test_a_record_without_a_branch_is_written_as_before():
    assert b"branch" not in record.encode(record.record(finished(), NAMES))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"stretches": []}, "needs stretches"),
        ({"stretches": [{"ply": -1, "seed": "1"}]}, "needs stretches"),
        ({"stretches": [{"ply": 3, "seed": "1"}, {"ply": 2, "seed": "1"}]}, "needs stretches"),
        ({"stretches": [{"ply": 99, "seed": "1"}]}, "repeats 99 moves, but there are only"),
        ({"stretches": [{"ply": 1, "seed": "one"}]}, "seed must be"),
        ({"stretches": [{"ply": 1, "seed": "1", "kept": 2}]}, "seat 2, which does not exist"),
        ({"stretches": [{"ply": 1, "seed": "1"}] * 51}, "has 51 stretches; 50 are allowed"),
        ({"names": ["Ann", "B" * 201]}, "a name of more than 200 characters"),
        ({"names": ["Ann"]}, "names 1 players for 2 seats"),
    ],
)
def test_a_record_whose_branch_makes_no_sense_is_refused(wrong, why):
    rec = record.record(play_out(played_on(finished(), 2, 0)), NAMES)
    data = msgspec.json.decode(record.encode(rec))
    data["branch"].update(wrong)
    with pytest.raises(Refused, match=f"The record: .*{why}") as refused:
        record.replay(record.decode(msgspec.json.encode(data)), lambda name: HIGHEST)
    assert refused.value.code == "bad-record"


def test_a_branch_under_another_deal_does_not_replay():
    """Its moves were made with the cards that its own seed dealt."""
    match = finished()
    rec = record.record(play_out(played_on(match, 1, 0)), NAMES)
    refused = 0
    for seed in range(20):
        other = msgspec.structs.replace(rec, seed=Seed.parse(str(seed)).hex)
        try:
            record.replay(other, lambda name: HIGHEST)
        except Refused:
            refused += 1
    assert refused > 10


# --- branches of branches ---


@pytest.mark.parametrize("kept", [None, 0, 1])
@pytest.mark.parametrize("first", [None, 0, 1])
def test_a_branch_can_be_branched_at_any_of_its_moments(first, kept):
    parent = play_out(played_on(finished(), 3, first))
    for ply in range(len(parent.plies)):
        then, branch = at(parent, ply), played_on(parent, ply, kept, seed="78")
        assert branch.view(kept) == then.view(kept)
        assert kept is not None or snapshot(branch.state) == snapshot(then.state)
        again = there_and_back(play_out(branch))
        assert snapshot(again.state) == snapshot(branch.state)


def test_a_branch_of_the_repeated_part_needs_no_detour():
    match = finished()
    parent = play_out(played_on(match, 4, 0))
    assert parent.branch_off(2, NAMES).stretches == match.branch_off(2, NAMES).stretches


def test_branches_of_branches_end_somewhere():
    match = finished()
    for _ in range(50):
        match = play_out(played_on(match, 1, 0))
    with pytest.raises(Refused, match="played on from too often"):
        match.branch_off(1, NAMES)
    assert there_and_back(match).branch == match.branch


# --- who has left, and what can be undone ---


def test_who_had_left_by_then_stays_away_and_who_left_later_is_back():
    farm = find("battle-farm")
    match = Match(farm, farm.read_options(preset="short"), 3, Seed.parse("4"))
    dice = match.seed.dice("moves")
    for _ in range(6):
        match.enter(match.mover, int(match.state.random_move(dice)))
    match.enter(2, forfeit(2))
    for _ in range(6):
        match.enter(match.mover, int(match.state.random_move(dice)))
    match.enter(1, concede(1))
    assert match.over
    names = ["Ann", "Ben", "Cid"]
    before = played_on(match, 6, names=names)
    assert not any(before.state.has_left(seat) for seat in range(3))
    for kept in (None, 0, 1):
        between = played_on(match, 13, kept, names=names)
        assert [between.state.has_left(seat) for seat in range(3)] == [False, False, True]
        assert not between.over


def test_a_miss_of_the_first_game_is_no_strike_in_the_branch():
    match = finished(DASH)
    again = Match(DASH, seed=match.seed)
    again.enter(0, miss())
    play_out(again)
    branch = Match(DASH, seed=Seed.parse("5"), branch=again.branch_off(1, NAMES))
    referee = Referee(branch, Clock(move_ms=1000, strikes=2), lambda seat: False)
    for move in (miss(), miss(), miss()):
        mover = branch.mover
        referee.entered(branch.enter(mover, move), mover, 500)
    assert referee.strikes == [1, 1]


@pytest.mark.parametrize("ply", [-1, 11, 1000])
def test_a_moment_that_never_was_is_refused(ply):
    with pytest.raises(Refused, match="This game has 10 moves, so there is no position after"):
        finished().branch_off(ply, NAMES)


def test_the_end_is_no_moment_to_play_on_from():
    match = finished()
    with pytest.raises(Refused, match="The game ended there; choose an earlier moment"):
        match.branch_off(len(match.plies), NAMES)


def test_a_running_game_is_never_branched():
    with pytest.raises(Refused, match="not over yet") as refused:
        Match(HIGHEST).branch_off(0, NAMES)
    assert refused.value.code == "not-over"


def test_where_it_comes_from_in_a_sentence():
    match = finished()
    said = "Played on from move 2 of Ann against Ben; everything hidden is as it was."
    assert match.branch_off(2, NAMES).say(hides=True) == said
    anew = match.branch_off(0, NAMES, 1).say(hides=True)
    assert anew.endswith(
        "from the start of Ann against Ben; everything hidden is dealt anew, except what Ben could see."
    )
    assert match.branch_off(2, NAMES).say(hides=False) == "Played on from move 2 of Ann against Ben."
    farm = finished(find("battle-farm"), seats=3).branch_off(5, ["Ann", "Ben", "Cid"]).say(hides=True)
    assert farm.startswith("Played on from move 5 of a game for 3 players; ")
