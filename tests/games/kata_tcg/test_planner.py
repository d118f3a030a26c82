"""The house's thinking: whole turns, found once each, and compared by what may follow."""

import pytest
from tests.games.kata_tcg.tables import Side, lay_table, new_game

from parlour.core.bits import kind_of
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.outlook import LEARNED, UNKNOWN
from parlour.games.kata_tcg.planner import KataPlanner, carry_out
from parlour.games.kata_tcg.state import is_ready
from parlour.games.kata_tcg.turns import WON, Turns, path_to


def plan(duel, iterations=40, seed=1):
    """The words of the plan for the side that has the decision."""
    planner = duel.state.planner(Dice(seed, 2, 3, 4), LEARNED)
    planner.think(iterations, 0.0)
    return [GAME.moves.to_words(int(move)) for move in planner.moves()]


def ends(duel, width=1000, keep=100_000):
    turns = Turns(duel.state, LEARNED)
    turns.search(width, keep)
    return turns.best


def play_plan(duel):
    for words in plan(duel):
        duel.play(words)


# --- winning at once ---


def test_wins_with_the_only_set_of_cards_that_is_enough(table):
    # the dearest cards first would be 6 + 1 = 7; only 4 + 3 + 1 makes 8
    duel = table("classic", a=Side(mana=8, hand="smash jab slash strike"), b=Side(hp=8))
    play_plan(duel)
    assert duel.won_by == ("a", "damage")


def test_wins_with_minions_and_cards_instead_of_trading(table):
    duel = table(
        "full",
        a=Side(hp=2, mana=3, hand="mint-poultice cut river-spirit", board="m1 cut 2/2; m3 slash 4/1"),
        b=Side(hp=8, board="m2 smash 6/1; m4 smash 6/2"),
    )
    play_plan(duel)
    assert duel.won_by == ("a", "damage")


def test_leaves_the_rival_to_bleed_to_death(table):
    duel = table("minions", a=Side(hp=1, mana=3, hand="strike"), b=Side(hp=4, deck=0, board="m2 ruin 8/8"))
    play_plan(duel)
    assert duel.won_by == ("a", "bleeding")


def play_out(duel):
    while duel.state.mover != OVER:
        play_plan(duel)
    return duel.won_by


@pytest.mark.parametrize("lead", [0, 3])
def test_draws_nothing_from_an_empty_deck_in_a_race_of_bleeding(table, lead):
    """Each point of health is a turn, and drawing four cards would cost four of them."""
    duel = table(
        "full",
        a=Side(hp=17 + lead, slots=10, hand="oracles-debt", deck=0),
        b=Side(hp=17, slots=10, hand="unpaid-bill", deck=0),
    )
    assert plan(duel) == ["end"]
    assert play_out(duel) == ("a", "bleeding")


@pytest.mark.parametrize(("rival", "winner"), [(14, "a"), (15, "b")])
def test_both_use_their_cards_well_in_a_race_of_bleeding(table, rival, winner):
    """Healing 4 is worth more than damage 1; the rival's 2 points of damage decide whether it is enough."""
    duel = table(
        "full",
        a=Side(hp=12, slots=10, hand="warm-broth", deck=0),
        b=Side(hp=rival, slots=10, hand="map-seller", deck=0),
    )
    assert play_out(duel) == (winner, "bleeding")


# --- whole turns ---


def test_the_same_cards_in_another_order_are_one_plan(table):
    # each subset of three cards against the player; nothing else can be done with them
    duel = table("classic", a=Side(mana=9, hand="jab cut strike"))
    found = [sorted(path_to(draft)) for draft in ends(duel)]
    assert len(found) == 8
    assert len({tuple(path) for path in found}) == 8


def test_two_copies_of_a_card_are_one_option(table):
    duel = table("classic", a=Side(mana=9, hand="cut cut"))
    assert sorted(len(path_to(draft)) for draft in ends(duel)) == [0, 1, 2]


def test_a_place_freed_by_a_fight_may_be_filled(table):
    duel = table(
        "minions", a=Side(mana=3, hand="strike", board="m1 jab 1/1; m3 jab 1/1; m4 jab 1/1"), b=Side(board="m2 cut 2/2")
    )
    plans = [[GAME.moves.to_words(int(move)) for move in path_to(draft)] for draft in ends(duel)]
    assert ["fight m1 m2", "summon strike"] in plans
    assert ["summon strike"] not in plans


@pytest.mark.parametrize("seed", range(6))
def test_ends_of_turns_are_as_the_rules_have_them(seed):
    """Every draft of a turn without drawing is the position that its moves lead to."""
    duel = new_game("full", seed=seed)
    dice = Dice(seed + 1, 2, 3, 4)
    state = duel.state
    checked = 0
    while state.mover != OVER:
        turns = Turns(state, LEARNED)
        turns.search(5, 30)
        for draft in turns.best:
            path = path_to(draft)
            if draft.value == WON or any(kind_of(move) == moves.DRAW for move in path):
                continue
            world = state.copy()
            for move in path:
                assert world.mover == state.mover
                assert move in world.moves()
                if world.turn == state.turn:
                    world.play(move, dice)
            if world.turn != state.turn:
                continue  # the turn ended by itself, and the next one has begun
            own, rival = world.side(state.mover), world.side(1 - state.mover)
            assert (draft.health, draft.mana, draft.hand, draft.deck) == (
                own.health,
                own.mana,
                own.hand,
                own.deck_size,
            )
            assert (draft.rival_health, draft.r0, draft.r1, draft.r2) == (
                rival.health,
                rival.minion0,
                rival.minion1,
                rival.minion2,
            )
            assert draft.board == own.board_size
            checked += 1
        carry_out(state, turns.best[int(dice.below(min(3, len(turns.best))))], dice)
    assert checked > 20


def test_drawn_cards_are_unknown_while_planning(table):
    duel = table("drawers", a=Side(mana=2, hand="browse", deck="ruin ruin strike"))
    drawn = next(draft for draft in ends(duel) if draft.hand_size == 2)
    assert [drawn.card(0), drawn.card(1)] == [UNKNOWN, UNKNOWN]
    assert drawn.deck == 1


def test_a_plan_ends_where_a_card_is_drawn(table):
    duel = table("drawers", a=Side(mana=6, hand="study strike", deck=9))
    words = plan(duel)
    assert [word for word in words if word.startswith("draw")] == words[-1:]


# --- habits ---


@pytest.mark.parametrize("seed", [3, 4])
def test_no_ready_minion_is_left_idle(seed):
    duel = new_game("full", seed=seed)
    state = duel.state
    dice = Dice(seed, 5, 6, 7)
    while state.mover != OVER:
        planner = state.planner(dice, LEARNED)
        planner.think(8, 0.0)
        for move in planner.moves():
            if move == moves.END:
                side = state.side(state.mover)
                assert not any(is_ready(side.minion_at(place)) for place in range(side.board_size))
            state.play(move, dice)


def test_kills_a_big_minion_with_a_small_one_that_would_die_anyway(table):
    duel = table(
        "minions", a=Side(mana=1, hand="ruin", board="m1 slash 4/1"), b=Side(hp=30, board="m2 smash 6/4", slots=6)
    )
    assert plan(duel)[0] == "fight m1 m2"


def test_heals_rather_than_dies(table):
    duel = table("healing minions", a=Side(hp=4, mana=3, hand="strike"), b=Side(hp=25, board="m2 lunge 5/5"))
    assert plan(duel)[0] == "heal strike"


def test_does_not_look_at_what_is_hidden(table):
    """The first look is the same whatever the rival holds and whatever lies on the decks."""

    def looks(theirs, deck):
        a = Side(mana=5, hand="strike cut jab", board="m1 cut 2/2", deck=deck)
        duel = lay_table("full", a=a, b=Side(hand=theirs, board="m2 cut 2/2", deck=deck))
        return [(path_to(draft), draft.value) for draft in ends(duel, keep=20)]

    assert looks("dud jab", "ruin ruin strike") == looks("ruin crush", "jab jab jab")


def test_an_only_plan_needs_no_thought(table):
    duel = table("classic", a=Side(mana=9, hand="ruin"), b=Side(hp=8))
    planner = KataPlanner(duel.state, Dice(1, 2, 3, 4), LEARNED)
    planner.think(1000, 0.0)
    assert (planner.iterations, planner.tries) == (1000, 0)


def test_offers_several_plans_the_best_first(table):
    duel = table("full", a=Side(mana=6, hand="strike cut river-spirit"), b=Side(board="m2 cut 2/2"))
    planner = KataPlanner(duel.state, Dice(1, 2, 3, 4), LEARNED)
    planner.think(60, 0.0)
    plans = planner.plans()
    assert len(plans) > 3
    assert plans[0][0] == planner.moves()
    assert all(0.0 <= chance <= plans[0][1] for _, chance in plans[1:])


@pytest.mark.parametrize("preset", ["full", "minions", "healing"])
def test_seldom_loses_to_one_look_ahead(preset):
    """Eight games a preset, each side twice with the same deal, against the move after which the judge is happiest."""
    won = 0
    for game in range(8):
        duel = new_game(preset, seed=20 + game // 2)
        state = duel.state
        dice = Dice(game + 1, 2, 3, 4)
        while state.mover != OVER:
            if state.mover == game % 2:
                planner = state.planner(dice, LEARNED)
                planner.think(60, 0.0)
                found = planner.moves()
            else:
                found = [one_look_ahead(state, dice)]
            for move in found:
                state.play(move, dice)
        won += state.winner == game % 2
    assert won >= 5


def one_look_ahead(state, dice):
    seat = state.mover
    best, move = -1.0, moves.END
    for option in state.moves():
        after = state.copy()
        after.redeal(seat, dice)
        after.play(option, dice)
        looks = after.judge(seat)
        if looks > best:
            best, move = looks, option
    return move
