"""What holds in every game, whatever is played (hypothesis), and what a fair judge says."""

import math

from hypothesis import given
from hypothesis import strategies as st
from tests.games.deadwood.given import Lot, dice

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.deadwood.board import STANDARD_LOT
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.state import NO_ROLE

SOME = st.integers(0, 2**32)


def a_game(seed, seats, plies, **options):
    """A random game, stopped after this many plies or at its end."""
    match = Match(GAME, GAME.read_options(options), seats, Seed.parse(str(seed)))
    moves = match.seed.dice("moves")
    while not match.over and len(match.plies) < plies:
        yield match
        match.enter(match.mover, int(match.state.random_move(moves)))
    yield match


@given(SOME, st.integers(2, 8), st.integers(1, 5), st.integers(0, 20))
def test_laws_hold_under_any_options(seed, seats, days, purse):
    for match in a_game(seed, seats, 150, days=days, start_dollars=purse, start_credits=purse):
        GAME.check_laws(match.state)


@given(SOME, st.integers(2, 8))
def test_money_comes_only_from_work(seed, seats):
    before = None
    for match in a_game(seed, seats, 120):
        state = match.state
        now = sum(int(n) for n in [*state.dollars, *state.credits])
        if before is not None:
            kinds = {GAME.events.kinds[told[0]].name for told in match.plies[-1].told}
            if now > before:
                assert "acted" in kinds
            elif now < before:
                assert kinds == {"upgraded"}
        before = now


@given(SOME, st.integers(2, 8))
def test_what_is_told_is_what_changed(seed, seats):
    """The sums in the events are the sums in the pockets."""
    dollars = credits = None
    for match in a_game(seed, seats, 120):
        state = match.state
        if dollars is not None:
            for event in match.events(None, len(match.plies) - 1):
                seat = int(event.get("seat", -1))
                if event["kind"] == "paid":
                    dollars[seat] += event["dollars"]
                    credits[seat] += event["credits"]
                elif event["kind"] == "bonus":
                    dollars[seat] += event["dollars"]
                elif event["kind"] == "upgraded":
                    (dollars if event["pay"] == "dollars" else credits)[seat] -= event["price"]
            assert dollars == list(map(int, state.dollars))
            assert credits == list(map(int, state.credits))
        dollars, credits = list(map(int, state.dollars)), list(map(int, state.credits))


@given(SOME, st.integers(2, 8))
def test_a_player_with_a_role_never_walks(seed, seats):
    for match in a_game(seed, seats, 120):
        state = match.state
        if not match.over and state.role[state.mover] != NO_ROLE:
            kinds = {GAME.moves.kind_of(int(m)).name for m in state.moves()}
            assert kinds <= {"act", "rehearse"}


@given(SOME, st.integers(2, 8))
def test_the_judge_shares_one_win_among_all(seed, seats):
    for match in a_game(seed, seats, 60):
        if not match.over:
            shares = match.state.judge_all()
            assert math.isclose(sum(shares), 1)
            assert all(0 <= share <= 1 for share in shares)


@given(st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_bonus_dice_are_never_lost_when_every_star_is_there(thrown):
    lot = Lot(4).scene("jail", "c16", takes=1)
    for seat, role in ((1, 0), (2, 1), (3, 2)):
        lot.player(seat, "jail", f"on {role}", rank=5)
    lot.turn_of(1).play("act", dice(6, *thrown))
    bonus = [lot.owns(seat)[0] for seat in (1, 2, 3)]
    assert sum(bonus) == sum(thrown)
    high = sorted(thrown, reverse=True)
    assert bonus == [high[2], high[1] + high[4], high[0] + high[3]]


def test_average_bonus_is_what_dice_give():
    """The table of averages against ten thousand throws."""
    rolls = Dice(5, 6, 7, 8)
    total = [0.0, 0.0, 0.0]
    card = 15  # c16: budget 5, roles 2, 4, 5
    for _ in range(10_000):
        high = sorted((int(rolls.roll(6)) for _ in range(5)), reverse=True)
        for place, role in enumerate([2, 1, 0, 2, 1]):
            total[role] += high[place]
    start = STANDARD_LOT.on_from[card]
    for role in range(3):
        assert abs(total[role] / 10_000 - STANDARD_LOT.on_bonus[start + role]) < 0.1
