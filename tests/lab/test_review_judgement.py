"""Positions whose best moves are known: the review must find them."""

from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import OVER
from parlour.games import find
from parlour.lab.review.playing_on import Entry, House
from parlour.lab.review.weighing import Weighing

SEED = Seed.parse("1")


def solved(state):
    """What the mover gets if both play perfectly."""
    return max(value_after(state, move) for move in state.moves())


def value_after(state, move):
    mover, after = state.mover, state.copy()
    after.play(move, NoDice())
    if after.mover == OVER:
        return after.payoffs()[mover]
    return 1 - solved(after)


def endgames(number, empty):
    """Positions of connect four with this many empty cells in which some moves are worse than others."""
    game, found, seed = find("connect-four"), 0, 0
    while found < number:
        seed += 1
        match, dice = Match(game, None, 2, Seed.parse(str(seed))), Seed.parse(str(seed)).dice("moves")
        while not match.over and len(match.plies) < 42 - empty:
            match.play(match.mover, int(match.state.random_move(dice)))
        if match.over:
            continue
        values = {int(move): value_after(match.state, move) for move in match.state.moves()}
        if len(set(values.values())) > 1:
            found += 1
            yield match, values


def judged(match, played, worlds, clear):
    game, mover, seed = match.game, match.mover, SEED.child(len(match.plies))
    weighing = Weighing(House(game), match.view(mover), Entry(mover, played), seed, game.played_on, clear)
    weighing.widen(worlds // 2)
    weighing.widen(worlds)
    return weighing


def test_endgames_of_connect_four_are_judged_as_brute_force_does():
    right = total = 0
    for match, values in endgames(20, empty=8):
        worst = min(values, key=lambda move: values[move])
        weighing = judged(match, worst, 4, clear=True)
        total += 1
        right += values[weighing.best] == max(values.values()) and weighing.loss[0] > 0.25
    assert right >= 0.95 * total


def wins_now(state, seat, looked):
    """Whether `seat` can win in this turn whatever is hidden and whatever the dice would say."""
    if state.mover == OVER:
        return state.payoffs()[seat] == 1
    if state.mover != seat or looked[0] <= 0:
        return False
    for move in state.moves():
        looked[0] -= 1
        after = state.copy()
        try:
            after.play(move, NoDice())
        except OutOfDice:
            continue
        if wins_now(after, seat, looked):
            return True
    return False


def lethals(number):
    """Positions of Kata TCG in which the mover can win at once, and in which a move may spoil it."""
    game, found, seed = find("kata-tcg"), 0, 0
    house = House(game)
    while found < number:
        seed += 1
        match, dice = (
            Match(game, game.read_options(preset=game.measured), 2, Seed.parse(str(seed))),
            Dice(seed, 2, 3, 4),
        )
        while not match.over:
            seat, state = match.mover, match.state
            if any(state.judge(s) > 0.8 for s in range(2)) and wins_now(state, seat, [400]):
                spoils = [int(move) for move in state.moves() if not keeps(state, move, seat)]
                if spoils:
                    found += 1
                    yield match, spoils
                break
            match.play(seat, house.choose(state, dice, 1)[0])


def keeps(state, move, seat):
    after = state.copy()
    try:
        after.play(move, NoDice())
    except OutOfDice:
        return False
    return wins_now(after, seat, [400])


def test_a_win_at_hand_is_seen_in_kata_tcg():
    right = total = 0
    for match, spoils in lethals(12):
        weighing = judged(match, spoils[0], 8, clear=False)
        total += 1
        wins_anyway = all(chances[match.mover] == 1 for chances in weighing.values[weighing.best])
        right += weighing.best not in spoils or wins_anyway
    assert right >= 0.95 * total
