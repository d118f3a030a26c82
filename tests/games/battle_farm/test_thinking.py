"""The farmers' habit and their planner: what an experienced player would do at sight, and never do."""

from __future__ import annotations

import pytest
from tests.games.battle_farm.fields import Field, player

from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator
from parlour.games.battle_farm import asks, printed
from parlour.games.battle_farm.farmer import card_kind
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.habit import Habit
from parlour.games.battle_farm.judge import Farm
from parlour.games.battle_farm.moves import MOVES
from parlour.games.battle_farm.options import FarmOptions
from parlour.games.battle_farm.outlook import TASTE, rounds_left
from parlour.games.battle_farm.planner import FarmPlanner


def habitual(field: Field) -> str:
    return MOVES.to_words(int(Habit(field.state, TASTE).choose(field.state)))


def planner(state: Farm, iterations: int = 60) -> FarmPlanner:
    found = state.planner(Dice(1, 2, 3, 4), Evaluator())
    assert isinstance(found, FarmPlanner)
    found.think(iterations, 0.0)
    return found


def test_a_crop_that_is_ripe_next_turn_anyway_gets_no_fertilizer() -> None:
    field = Field(player(fertilizers=4, beds="beans(6,1) - - -"), player(), phase="fertilize", limit=2)
    assert habitual(field) == "stop"
    field = Field(player(fertilizers=4, beds="beans(6,2) corn(3,1) - -", hand="corn corn corn corn"), player(),
                  phase="fertilize", limit=2)  # fmt: skip
    assert habitual(field) == "fertilize 0"


def test_on_the_last_turn_fertilizers_bring_in_what_is_worth_most() -> None:
    field = Field(
        player(coins=260, fertilizers=2, beds="corn(3,1) peppers(9,2) - -"), player(), phase="fertilize", limit=2
    )
    assert habitual(field) == "fertilize 1"


def test_an_empty_bed_is_planted_whenever_the_crop_can_ripen() -> None:
    field = Field(player(coins=9, hand="melon"), player(coins=9))
    assert habitual(field) == "play melon 6"
    assert [MOVES.to_words(int(m)) for plan, _ in planner(field.state).plans() for m in plan] == ["play melon 6"]


def test_a_bargain_is_not_left_lying_while_beds_are_idle() -> None:
    field = Field(player(coins=9), player(coins=9), phase="market", market="melon fungus_infiltration " * 3)
    assert habitual(field) == "buy 0"
    assert all(MOVES.to_words(int(plan[0])) != "stop" for plan, _ in planner(field.state).plans())


def test_a_crop_that_may_still_ripen_is_worth_something() -> None:
    """Nobody knows how many turns are left: the fewer it seems, the less likely a crop is to ripen."""
    field = Field(player(coins=40), player(coins=40), phase="market", market="peppers - - - - -")
    habit = Habit(field.state, TASTE)
    habit.look(field.state, 0)
    chances = []
    for turns in (8.0, 3.4, 3.0, 2.5, 1.0):
        habit.to_grow = turns
        chances.append(habit.ripens(3.0))
    assert chances[0] == 1.0 and chances[-1] == 0.0
    assert chances == sorted(chances, reverse=True)
    assert 0.2 < chances[3] < chances[2] < 0.9
    field.state.final = True  # now everybody knows
    assert habit.ripens(1.0) == 1.0 and habit.ripens(1.1) == 0.0


def test_what_gains_coins_at_once_is_bought_even_on_the_last_turn() -> None:
    field = Field(player(coins=260), player(coins=270), phase="market", market="melon lucky_find - - - -", place=1)
    field.state.final = True
    assert habitual(field) == "buy 1"


def test_attacks_hit_the_rival_who_may_win() -> None:
    rich = player(coins=180, beds="melon(6,2) - - -", klass="land_baron")
    poor = player(coins=10, beds="wasabi(7,2) - - -", klass="crop_scientist")
    field = Field(player(coins=150, fertilizers=9, hand="wither"), rich, poor).do("play wither")
    assert field.question == "crop"
    assert habitual(field) == "choose_crop 1 0"


def test_without_imagined_games_habit_decides() -> None:
    field = Field(player(coins=9), player(coins=9), phase="market", market="melon fungus_infiltration " * 3)
    plans = planner(field.state, 1).plans()
    assert MOVES.to_words(int(plans[0][0][0])) == habitual(field)
    assert [chance for _, chance in plans] == sorted((chance for _, chance in plans), reverse=True)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_level_leaves_a_bed_empty_that_a_crop_in_hand_could_use(seats: int) -> None:
    """A level draws from these plans, however careless it is."""
    dice = Dice(5, 2, 3, seats)
    state = GAME.new(FarmOptions(), seats, dice)
    habit = Habit(state, TASTE)
    asked = 0
    while state.mover != OVER:
        if state.asking == asks.PLAY and state.farmers[state.mover].has_empty_bed():
            left = rounds_left(state, TASTE)
            hand = [int(card_kind(c)) for c in state.farmers[state.mover].hand]
            if any(printed.is_crop(kind) and printed.TIMER[kind] <= left for kind in hand):
                asked += 1
                plans = FarmPlanner(state, Dice(1, 2, 3, 4)).plans()
                assert all(MOVES.to_words(int(plan[0])) != "end" for plan, _ in plans)
        state.play(habit.choose(state), dice)
    assert asked > 20


def test_two_farmers_do_not_trade_what_helps_the_other_as_much() -> None:
    field = Field(player(coins=9, hand="corn melon"), player(coins=9), phase="trade")
    assert field.question == "bundle"
    assert [MOVES.to_words(int(m)) for m in planner(field.state).moves()] == ["skip"]


def test_cards_of_no_use_are_offered_together_where_others_can_use_them() -> None:
    full = player(coins=20, beds="cloudberry strawberry blueberry grapes", hand="corn melon corn beans corn melon")
    field = Field(full, *(player(coins=30, klass=k) for k in ("land_baron", "crop_scientist")), phase="trade",
                  deck="wheat " * 14)  # fmt: skip
    offers = [[MOVES.to_words(int(m)) for m in plan] for plan, _ in planner(field.state).plans()]
    assert ["skip"] in offers
    bundles = [plan for plan in offers if plan[-1] == "send"]
    assert bundles and max(len(plan) for plan in bundles) > 2
    for plan in bundles:
        twin = field.state.copy()
        for word in plan:
            assert twin.allows(MOVES.from_words(word))
            twin.play(MOVES.from_words(word), Dice(1, 2, 3, 4))
        assert twin.asking == asks.BID


def test_a_bid_never_exceeds_half_of_what_the_cards_are_worth_by_much() -> None:
    seller = player(coins=5, hand="melon corn")
    field = Field(seller, player(coins=40, klass="land_baron"), player(coins=40, klass="crop_scientist"), phase="trade")
    field.do("add melon").do("send")
    assert field.question == "bid"
    assert 0 <= int(habitual(field).split()[1]) <= 6


def test_what_is_tried_does_not_depend_on_what_is_hidden() -> None:
    dice = Dice(7, 2, 3, 4)
    state = GAME.new(FarmOptions(), 3, dice)
    habit = Habit(state, TASTE)
    for _ in range(150):
        other = state.copy()
        other.redeal(state.mover, dice.fork())
        tried = [FarmPlanner(world, Dice(1, 2, 3, 4)).worth_trying() for world in (state, other)]
        assert [plan.answers for plan in tried[0]] == [plan.answers for plan in tried[1]]
        state.play(habit.choose(state), dice)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_habit_answers_every_question_and_the_game_ends_before_the_cap(seats: int) -> None:
    habit = Habit(GAME.new(FarmOptions(), seats, Dice(1, 2, 3, 4)), TASTE)
    for seed in range(1, 21):
        dice = Dice(seed, 2, 3, seats)
        state = GAME.new(FarmOptions(), seats, dice)
        while state.mover != OVER:
            move = habit.choose(state)
            assert state.allows(move)
            state.play(move, dice)
        assert state.round < 120


def test_every_level_answers_with_plans_that_can_be_played() -> None:
    dice = Dice(9, 2, 3, 4)
    state = GAME.new(FarmOptions(), 3, dice)
    for _ in range(60):
        plans = planner(state, 12).plans()
        for plan, _ in plans:
            twin = state.copy()
            for move in plan:
                assert twin.allows(move)
                twin.play(move, dice.fork())
        state.play(plans[0][0][0], dice)
