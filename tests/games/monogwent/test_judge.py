"""What the house's players understand of MonoGwent: reach, card advantage, and when to stop."""

from tests.games.monogwent.scene import A, B, Scene, act

from parlour.bots.search import Search
from parlour.core.dice import Dice
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.game import GAME, deal
from parlour.games.monogwent.judge import OUT_OF_REACH, Gwent
from parlour.games.monogwent.moves import MOVES, PASS
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import book_of


def best(state: Gwent) -> str:
    """The move after which the judge likes the position best."""
    seat = state.mover

    def value(move: int) -> float:
        after = state.copy()
        after.play(move, Dice(1, 2, 3, 4))
        return after.payoffs()[seat] if after.mover < 0 else after.judge(seat)

    return MOVES.to_words(int(max(state.candidates(), key=value)))


def test_a_won_round_costs_no_more_cards() -> None:
    state = Scene().field(A, "M9").field(B, "M8").hand(A, "M5", "M6").hand(B, "M5", "M5").table()
    state.side1.passed = True
    assert best(state) == "pass"


def test_a_cheap_round_is_bought() -> None:
    scene = Scene().field(A, "M5").field(B, "M8").hand(A, "M4#four", "MG9", "M6").hand(B, "M5", "M5")
    state = scene.table()
    state.side1.passed = True
    assert best(state) == f"play {scene['four']} melee"


def test_a_round_out_of_reach_is_let_go() -> None:
    state = Scene().field(B, "M30").hand(A, "M5", "M6", "M7").hand(B, "M5", "M5").table()
    state.side1.passed = True
    assert state.cost_to_gain(A, 31) == OUT_OF_REACH
    assert best(state) == "pass"


def test_with_one_life_left_nobody_passes_while_behind() -> None:
    scene = Scene().field(B, "M8").hand(A, "M5#a", "M6#b").hand(B, "M5")
    state = scene.table(round=3)
    state.side0.lives = state.side1.lives = 1
    state.side1.passed = True
    assert best(state) != "pass"


def test_the_cheapest_cards_that_suffice() -> None:
    state = Scene().field(A, "R+").hand(A, "M3", "R5", "MG9").table()
    assert state.cost_to_gain(A, 3) == 30
    assert state.cost_to_gain(A, 6) == 50
    assert state.cost_to_gain(A, 10) == 90 + 30
    assert state.cost_to_gain(A, 19) == OUT_OF_REACH


def test_weather_and_boosts_count_towards_reach() -> None:
    state = Scene().field(A, "M2", "R3", "R3").field(B, "M6", "M7", "MG9").hand(A, "M*", "R+").table()
    assert [int(state.gain(A, card)) for card in state.side0.hand] == [10, 2]


def test_candidates_fold_copies_and_dominated_rows() -> None:
    scene = Scene().field(A, "R+").hand(A, "MR4#a", "MR4", "MS3#b", "S*")
    words = [MOVES.to_words(int(move)) for move in scene.table().candidates()]
    assert words == ["pass", f"play {scene['a']} ranged", f"play {scene['b']} melee", f"play {scene['b']} siege"]


def test_in_the_mulligan_the_least_worthy_go() -> None:
    scene = Scene().hand(A, "M2#two", "MG9", "M6", "M3#three", "M5", "M7", "M8").deck(A, *["M5"] * 10)
    state = scene.table(round=0)
    state.chosen = 0
    assert best(state) == f"redraw-two {scene['two']} {scene['three']}"


def test_more_in_hand_is_better_and_so_is_a_round_in_front() -> None:
    even = Scene().hand(A, "M5", "M5").hand(B, "M5", "M5").table()
    more = Scene().hand(A, "M5", "M5", "M5").hand(B, "M5", "M5").table()
    front = Scene().hand(A, "M5", "M5").hand(B, "M5", "M5").table(round=2)
    front.side1.lives = 1
    assert even.judge(A) < more.judge(A)
    assert even.judge(A) < front.judge(A)


def play(choose0: str, choose1: str, games: int) -> float:
    """The share of the first player over all pairs of factions, both seats in turn."""
    dice = Dice(11, 12, 13, 14)
    won = 0.0
    for game in range(games):
        pair = [POOL.factions[game // 2 % 4], POOL.factions[game // 8 % 4]]
        state = deal(cards_of(pair[0], pair[1], book_of("")), dice)
        names = (choose0, choose1) if game % 2 == 0 else (choose1, choose0)
        while state.mover >= 0:
            state.play(choose(names[state.mover], state, dice), dice)
        won += state.payoffs()[game % 2]
    return won / games


def choose(name: str, state: Gwent, dice: Dice) -> int:
    seat = state.mover
    if name == "random":
        return int(state.random_move(dice))
    world = state.copy()
    if name == "search":
        world.redeal(seat, dice)
        search = Search(world, seat, dice, 0.7, GAME.tuning["depth"])
        search.think(250, 0.0)
        return int(max(search.tally(), key=lambda entry: entry[1])[0])
    values: dict[int, float] = {}
    for _ in range(3):
        world.redeal(seat, dice)
        for move in world.candidates():
            after = world.copy()
            after.play(move, dice)
            value = after.payoffs()[seat] if after.mover < 0 else after.judge(seat)
            values[int(move)] = values.get(int(move), 0.0) + value
    return max(values, key=lambda move: values[move])


def test_greedy_beats_random() -> None:
    assert play("greedy", "random", 32) >= 0.8


def test_search_plays_whole_games_and_beats_random() -> None:
    assert play("search", "random", 6) >= 0.75


def test_playouts_do_not_throw_cards_after_a_won_round() -> None:
    state = Scene().field(A, "M9").field(B, "M8").hand(A, "M5", "M6").table()
    state.side1.passed = True
    assert all(state.playout_move(Dice(n, 2, 3, 4)) == PASS for n in range(1, 30))


def test_a_search_leaves_the_position_alone() -> None:
    scene = Scene().field(A, "M9").field(B, "M8").hand(A, "M5#a", "M6").hand(B, "M3").deck(A, "M1").deck(B, "M1")
    state = scene.table()
    Search(state, A, Dice(1, 2, 3, 4), 0.7, 8).think(50, 0.0)
    GAME.check_laws(state)
    act(state, f"play {scene['a']} melee")


def test_both_seats_judge_alike() -> None:
    dice = Dice(4, 5, 6, 7)
    for game in range(6):
        state = deal(cards_of(POOL.factions[game % 4], POOL.factions[(game + 1) % 4], book_of("")), dice)
        while state.mover >= 0:
            assert abs(state.judge(A) + state.judge(B) - 1) < 1e-9
            state.play(state.random_move(dice), dice)
