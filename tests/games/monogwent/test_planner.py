"""The house's own search in MonoGwent."""

from __future__ import annotations

from importlib.resources import files

from tests.games.monogwent.scene import A, Scene

from parlour.core.dice import Dice
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.game import GAME, deal
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.planner import GwentPlanner
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import book_of


def planner(state: Gwent, iterations: int, seed: int = 1) -> GwentPlanner:
    found = state.planner(Dice(seed, 2, 3, 4), GAME.evaluator())
    assert isinstance(found, GwentPlanner)
    found.think(iterations, 0.0)
    return found


def best(state: Gwent, iterations: int = 300) -> str:
    return MOVES.to_words(int(planner(state, iterations).moves()[0]))


def dealt(seed: int, script: str = "") -> Gwent:
    return deal(cards_of(POOL.factions[seed % 4], POOL.factions[seed // 4 % 4], book_of(script)), Dice(seed, 2, 3, 4))


def after_the_mulligan(seed: int) -> Gwent:
    state, dice = dealt(seed), Dice(seed, 1, 1, 1)
    state.play(state.default_move(), dice)
    state.play(state.default_move(), dice)
    return state


def test_it_stops_when_the_rival_has_stopped_behind() -> None:
    state = Scene().field(A, "M6").field(1, "M5").hand(A, "M5", "M4").table()
    state.side1.passed = True
    assert best(state) == "pass"


def test_it_wins_the_last_round_if_it_can() -> None:
    state = Scene().field(A, "M6").field(1, "M8").hand(A, "M2", "M3").table(round=3)
    state.side1.passed = True
    state.side0.lives = state.side1.lives = 1
    assert best(state).startswith("play")
    assert planner(state, 300).plans()[0][1] == 1.0


def test_plans_begin_with_the_best_and_promise_no_more_than_it() -> None:
    thought = planner(after_the_mulligan(3), 200)
    plans = thought.plans()
    assert plans[0][0] == thought.moves()
    assert all(0.0 <= chance <= plans[0][1] for _, chance in plans)
    assert len({plan[0] for plan, _ in plans}) == len(plans)


def test_it_gives_back_weak_cards() -> None:
    """Of four dealt hands, at least three go without one or two of their three least worthy cards."""
    sensible = 0
    for seed in range(1, 5):
        state = dealt(seed)
        given = MOVES.to_json(int(planner(state, 500).moves()[0]))
        worth = state.cards.worth
        weak = sorted(int(worth[card]) for card in state.side(state.mover).hand)[:3]
        back = [int(worth[given[name]]) for name in ("card", "other") if name in given]
        sensible += bool(back) and max(back) <= weak[-1]
    assert sensible >= 3


def test_it_never_looks_at_what_is_hidden() -> None:
    """Whatever the true hidden cards are, its guesses are alike: the rival's hand is dealt anew in every world."""
    state = after_the_mulligan(6)
    seat = int(state.mover)
    other = state.copy()
    other.redeal(seat, Dice(9, 9, 9, 9))
    seen = GAME.view(state, seat)
    assert seen == GAME.view(other, seat)
    thoughts = [planner(GAME.imagine(seen, Dice(3, 3, 3, 3)), 60).plans() for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    hands = {tuple(sorted(planner(state, 1, seed).guess().side(1 - seat).hand)) for seed in range(1, 20)}
    assert len(hands) > 10


def test_guesses_keep_what_is_known_and_expect_good_cards_in_hand() -> None:
    state = after_the_mulligan(2)
    seat = int(state.mover)
    rival = state.side(1 - seat)
    state.known.append(rival.hand[4])
    thought = planner(state, 1)
    worth = state.cards.worth
    plain = read = 0
    dice = Dice(7, 7, 7, 7)
    for _ in range(200):
        guess = thought.guess()
        assert rival.hand[4] in guess.side(1 - seat).hand
        read += sum(int(worth[card]) for card in guess.side(1 - seat).hand)
        world = state.copy()
        world.redeal(seat, dice)
        plain += sum(int(worth[card]) for card in world.side(1 - seat).hand)
    assert read > plain
    GAME.check_laws(thought.guess())


def test_when_time_is_up_at_once_it_plays_by_habit() -> None:
    state = after_the_mulligan(4)
    thought = GwentPlanner(state, Dice(1, 2, 3, 4))
    thought.think(0, 1e-9)
    assert state.allows(thought.moves()[0])
    assert all(option.tries == 0 for option in thought.options)


def test_it_plays_cards_that_players_wrote() -> None:
    examples = files("parlour.games.monogwent.script").joinpath("examples")
    for example in sorted(one.name for one in examples.iterdir() if one.name.endswith(".script"))[:3]:
        state, dice = dealt(1, examples.joinpath(example).read_text("utf-8")), Dice(5, 6, 7, 8)
        while state.mover >= 0:
            state.play(planner(state, 15, int(dice.next32())).moves()[0], dice)
            GAME.check_laws(state)


def test_it_beats_the_player_that_looks_one_move_ahead() -> None:
    dice = Dice(11, 12, 13, 14)
    won = 0.0
    games = 24
    for game in range(games):
        state = dealt(game // 2 + 1)
        while state.mover >= 0:
            if state.mover == game % 2:
                thought = GwentPlanner(state, dice)
                thought.think(80, 0.0)
                state.play(thought.moves()[0], dice)
            else:
                world = state.copy()
                world.redeal(state.mover, dice)
                state.play(world.playout_move(dice), dice)
        won += state.payoffs()[game % 2]
    assert won / games >= 0.5
