"""A match in play: what it refuses, what the house may enter, and what everyone hears."""

import pytest
from tests.core.small_games import DASH, HIGHEST

from parlour.core import Match, Refused, Seed
from parlour.core.moves import concede, forfeit, miss
from parlour.core.testing import snapshot
from parlour.games import find

FOUR = find("connect-four")


def drop(column):
    return FOUR.moves.pack("drop", column)


def test_moves_change_it_and_are_kept():
    match = Match(FOUR)
    ply = match.play(0, drop(3))
    assert (ply.seat, ply.move) == (0, drop(3))
    assert match.plies == [ply]
    assert match.mover == 1
    assert match.events(None) == [{"kind": "dropped", "seat": 0, "column": 3, "row": 0}]


def test_what_the_rules_forbid_is_refused_and_changes_nothing():
    match = Match(FOUR)
    for turn in range(6):
        match.play(turn % 2, drop(0))
    before = snapshot(match.state)
    for seat, move, code in (
        (1, drop(1), "not-your-turn"),
        (0, drop(0), "column-full"),
        (0, drop(0) | 1 << 30, "unknown-action"),
        (0, 9 << 6, "unknown-action"),
        (0, miss(), "unknown-action"),
        (0, forfeit(1), "unknown-action"),
        (0, concede(1), "unknown-action"),
        (1, concede(1), "not-your-turn"),
        (7, drop(1), "not-your-turn"),
    ):
        reason = match.why_not(seat, move)
        assert reason is not None
        assert reason.code == code
        assert str(reason) == reason.text
        with pytest.raises(Refused) as refusal:
            match.play(seat, move)
        assert (refusal.value.code, refusal.value.text) == (code, reason.text)
    assert snapshot(match.state) == before
    assert len(match.plies) == 6
    assert match.why_not(0, drop(1)) is None


def test_nothing_is_played_after_the_end_and_payoffs_only_then():
    match = Match(FOUR)
    with pytest.raises(Refused, match="not over"):
        match.payoffs()
    for column in (0, 1, 0, 1, 0, 1, 0):
        match.play(match.mover, drop(column))
    assert match.over
    assert match.payoffs() == [1.0, 0.0]
    assert match.why_not(1, drop(2)).code == "game-over"
    assert match.why_not(1, concede(1)).code == "game-over"


def test_the_house_enters_misses_and_forfeits():
    match = Match(FOUR)
    match.enter(0, miss())
    assert match.mover == 1
    assert match.events(None)[0] == {"kind": "missed", "seat": 0}
    match.enter(0, forfeit(0))  # also out of turn
    assert match.over
    assert match.payoffs() == [0.0, 1.0]
    assert match.events(None)[-1] == {"kind": "left", "seat": 0, "how": "forfeit"}


def test_the_mover_may_give_up():
    match = Match(FOUR)
    match.play(0, concede(0))
    assert match.payoffs() == [0.0, 1.0]
    assert match.events(None)[-1] == {"kind": "left", "seat": 0, "how": "concede"}


def test_events_since_a_ply_and_from_the_set_up_on():
    match = Match(find("kata-tcg"), seed=Seed.parse("1"))
    assert match.setup
    opening = match.events(0)
    assert opening[0]["kind"] == "starts"
    match.play(match.mover, int(match.state.moves()[0]))
    assert match.events(0)[: len(opening)] == opening
    assert match.events(0, since=1) == []
    assert [e["kind"] for e in match.events(0, since=0)][len(opening)] == "attacked"


def test_a_seat_hears_its_own_secrets_and_no_others():
    match = Match(HIGHEST, seed=Seed.parse("3"))
    ply = match.play(0, int(match.state.moves()[0]))
    drawn = {seat: HIGHEST.events.show_all(ply.told, seat)[1] for seat in (0, 1, None)}
    assert "card" in drawn[0]
    assert "card" not in drawn[1]
    assert "card" not in drawn[None]


def test_nobody_listens_between_moves():
    """Searches copy the position; what they try must not be heard."""
    match = Match(FOUR)
    match.play(0, drop(0))
    assert match.state.heard is None


def test_each_ply_has_dice_of_its_own():
    seed = Seed.parse("8")
    match = Match(DASH, seed=seed)
    match.play(0, 1)
    assert match.state.at[0] == int(seed.dice("ply 1").roll(6))
    match.play(1, 1)
    assert match.state.at[1] == int(seed.dice("ply 2").roll(6))


@pytest.mark.parametrize("seats", [0, 1, 3, -2])
def test_a_wrong_number_of_seats_is_refused(seats):
    with pytest.raises(Refused, match="is for 2 players, not"):
        Match(FOUR, seats=seats)


def test_wrong_options_are_refused():
    with pytest.raises(Refused, match="no option 'gravity'"):
        Match(FOUR, {"gravity": 1})
    with pytest.raises(Refused, match="no preset"):
        find("kata-tcg").read_options(preset="hard")
    with pytest.raises(Refused, match="Kata TCG, option healing: expected"):
        find("kata-tcg").read_options({"healing": "perhaps"})


def test_options_are_read_from_words_too():
    options = find("kata-tcg").read_options({"healing": "true", "minions": "false"}, preset="full")
    assert (options.healing, options.minions, options.drawers) == (True, False, True)
