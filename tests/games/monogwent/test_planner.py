"""The house's own search in MonoGwent and the outlook it asks."""

from __future__ import annotations

import pytest
from tests.games.monogwent.scene import A, B, Scene

from parlour.bots.seat_words import make_player
from parlour.bots.thinkers import SearchPlayer
from parlour.core.dice import Dice
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.game import GAME, deal
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.outlook import Outlook
from parlour.games.monogwent.planner import GwentPlanner
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import book_of


def planner(state: Gwent, iterations: int) -> GwentPlanner:
    found = state.planner(Dice(1, 2, 3, 4), GAME.evaluator())
    assert isinstance(found, GwentPlanner)
    found.think(iterations, 0.0)
    return found


def best(state: Gwent, iterations: int = 300) -> str:
    return MOVES.to_words(int(planner(state, iterations).moves()[0]))


def dealt(seed: int) -> Gwent:
    dice = Dice(seed, 2, 3, 4)
    return deal(cards_of(POOL.factions[seed % 4], POOL.factions[seed // 4 % 4], book_of("")), dice)


def test_all_thinking_levels_use_it() -> None:
    for level in GAME.levels:
        player = make_player(GAME, level, Dice(1, 2, 3, 4))
        assert isinstance(player, SearchPlayer) and isinstance(player.evaluator, Outlook)


# --- the outlook ---


def test_an_outlook_betrays_nothing_that_its_seat_cannot_know() -> None:
    dice = Dice(5, 6, 7, 8)
    outlook = Outlook()
    for seed in range(1, 9):
        state = dealt(seed)
        while state.mover >= 0:
            for seat in range(2):
                world = state.copy()
                world.redeal(seat, dice)
                assert outlook.judge_all(world)[seat] == pytest.approx(outlook.judge_all(state)[seat])
            state.play(state.random_move(dice), dice)


def test_an_outlook_likes_cards_in_hand_and_a_round_in_front() -> None:
    outlook = Outlook()
    even = Scene().hand(A, "M5", "M5", "M4").hand(B, "M5", "M5", "M4").table(round=2)
    more = Scene().hand(A, "M5", "M5", "M4", "MG8").hand(B, "M5", "M5", "M4").table(round=2)
    front = Scene().hand(A, "M5", "M5", "M4").hand(B, "M5", "M5", "M4").table(round=2)
    front.side1.lives = 1
    values = [outlook.judge_all(state)[A] for state in (even, more, front)]
    assert values[0] < values[1] and values[0] < values[2]


def test_an_outlook_on_a_finished_game_is_its_result() -> None:
    state = dealt(1)
    state.finish(B)
    assert Outlook().judge_all(state) == [0.0, 1.0]


# --- the search ---


def test_it_stops_when_the_rival_has_stopped_behind() -> None:
    state = Scene().field(A, "M6").field(B, "M5").hand(A, "M5", "M4").table()
    state.side1.passed = True
    assert best(state) == "pass"


def test_it_wins_the_last_round_with_the_cheapest_card_that_wins_it() -> None:
    scene = Scene().field(A, "M6").field(B, "M8").hand(A, "M2#two", "M3#three").table(round=3)
    scene.side1.passed = True
    scene.side0.lives = 1
    scene.side1.lives = 1
    assert best(scene).startswith("play")
    assert planner(scene, 300).plans()[0][1] == 1.0


def test_plans_begin_with_the_best_and_promise_no_more_than_it() -> None:
    thought = planner(after_the_mulligan(3), 200)
    plans = thought.plans()
    assert plans[0][0] == thought.moves()
    assert all(0.0 <= chance <= plans[0][1] for _, chance in plans)
    assert len({plan[0] for plan, _ in plans}) == len(plans)


def after_the_mulligan(seed: int) -> Gwent:
    state = dealt(seed)
    dice = Dice(seed, 1, 1, 1)
    state.play(state.default_move(), dice)
    state.play(state.default_move(), dice)
    return state


def test_it_gives_back_weak_cards() -> None:
    """Of four dealt hands, at least three go without one or two of their three least worthy cards."""
    sensible = 0
    for seed in range(1, 5):
        state = dealt(seed)
        given = planner(state, 500).moves()[0]
        worth = state.cards.worth
        weak = sorted(int(worth[card]) for card in state.side(state.mover).hand)[:3]
        fields = MOVES.to_json(int(given))
        back = [int(worth[fields[name]]) for name in ("card", "other") if name in fields]
        sensible += bool(back) and max(back) <= weak[-1]
    assert sensible >= 3


def test_it_never_looks_at_what_is_hidden() -> None:
    """The same view and the same dice lead to the same decision, whatever the true hidden cards are."""
    state = after_the_mulligan(6)
    other = state.copy()
    assert isinstance(other, Gwent)
    seat = int(state.mover)
    other.redeal(seat, Dice(9, 9, 9, 9))
    seen = GAME.view(state, seat)
    assert seen == GAME.view(other, seat)
    thoughts = [planner(GAME.imagine(seen, Dice(3, 3, 3, 3)), 60).plans() for _ in range(2)]
    assert thoughts[0] == thoughts[1]


def test_it_beats_the_player_that_looks_one_move_ahead() -> None:
    dice = Dice(11, 12, 13, 14)
    outlook = GAME.evaluator()
    won = 0.0
    games = 24
    for game in range(games):
        state = dealt(game // 2 + 1)
        while state.mover >= 0:
            if state.mover == game % 2:
                thought = state.planner(dice, outlook)
                assert thought is not None
                thought.think(60, 0.0)
                state.play(thought.moves()[0], dice)
            else:
                world = state.copy()
                world.redeal(state.mover, dice)
                state.play(world.playout_move(dice), dice)
        won += state.payoffs()[game % 2]
    assert won / games >= 0.5
