"""Simulations and series: repeatable whatever the number of workers, fair by rotation and mirrored seeds."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import msgspec
import pytest
from tests.arena.programs import SEED, Write
from tests.arena.three_seats import GAME, Buggy, Deadly

from parlour.arena import play_series, series, simulate, wilson, workers
from parlour.arena.engines import processes
from parlour.arena.rating import Meeting, Rating, rate
from parlour.arena.series import Outcome, Simulation, play_rounds
from parlour.bots.player import Player, PutAside
from parlour.bots.playout import play_random
from parlour.bots.seat_words import SeatWord, read_words
from parlour.core import Refused, Seed
from parlour.core.protocol import Turn
from parlour.games import find

FOUR = find("connect-four")


@pytest.fixture
def share_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even small runs go to the workers."""
    monkeypatch.setattr(workers, "SMALL_SECONDS", 0.0)


def facts(simulation: Simulation) -> dict[str, Any]:
    found = msgspec.to_builtins(simulation)
    del found["seconds"], found["moves_per_second"]
    return found  # type: ignore[no-any-return]


@pytest.mark.usefixtures("share_at_once")
@pytest.mark.parametrize(("seats", "games"), [(["random", "random"], 1700), (["greedy", "random"], 45)])
def test_the_number_of_workers_changes_nothing(seats: list[str], games: int) -> None:
    alone = facts(simulate(FOUR, None, seats, games, SEED, workers=1))
    assert alone == facts(simulate(FOUR, None, seats, games, SEED, workers=2))
    assert alone == facts(simulate(FOUR, None, seats, games, SEED, workers=3))
    assert alone["games"] == games
    assert sum(alone["share"]) == pytest.approx(1.0)


@pytest.mark.usefixtures("share_at_once")
def test_work_is_shared_even_while_threads_run() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        shared = facts(simulate(FOUR, None, ["random", "random"], 1100, SEED, workers=2))
    finally:
        done.set()
        thread.join()
    assert shared == facts(simulate(FOUR, None, ["random", "random"], 1100, SEED, workers=1))


def test_a_simulation_adds_up() -> None:
    lengths = []
    won = [0.0, 0.0]
    for number in range(30):
        dice = SEED.child(number).dice("ply 0")
        state = FOUR.new(FOUR.read_options(), 2, dice)
        lengths.append(int(play_random(state, dice, 1000)))
        won = [w + p for w, p in zip(won, state.payoffs(), strict=True)]
    found = simulate(FOUR, None, ["random", "random"], 30, SEED)
    assert (found.moves, found.longest, found.shortest) == (sum(lengths), max(lengths), min(lengths))
    assert found.mean_moves == found.moves / 30
    assert found.share == [w / 30 for w in won]
    assert found.moves_per_second == pytest.approx(found.moves / found.seconds)


def test_three_seats_are_simulated_too() -> None:
    found = simulate(GAME, None, ["random", "random", "random"], 200, SEED)
    assert len(found.share) == 3
    assert sum(found.share) == pytest.approx(1.0)
    assert found.draws > 0  # shared wins


def test_other_seeds_give_other_games() -> None:
    one = facts(simulate(FOUR, None, ["random", "random"], 200, SEED))
    two = facts(simulate(FOUR, None, ["random", "random"], 200, Seed.parse("77")))
    assert one["moves"] != two["moves"]


@pytest.mark.parametrize(
    ("seats", "games", "words"),
    [
        (["random"], 10, "for 2 players"),
        (["random", "rendom"], 10, "Did you mean random"),
        (["random", "random"], 0, "At least one game"),
        (["random", "search:"], 10, "how long to think"),
    ],
)
def test_bad_settings_are_refused_with_a_sentence(seats: list[str], games: int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        simulate(FOUR, None, seats, games, SEED)
    with pytest.raises(Refused, match=words):
        play_series(FOUR, None, seats, games, SEED)


def test_a_missing_program_is_refused_even_in_a_worker() -> None:
    with pytest.raises(Refused, match="'no-such-program-here' was not found"):
        play_series(FOUR, None, ["cmd:no-such-program-here", "random"], 4, SEED, workers=2)


# --- series ---


def outcomes_of(words: list[str], games: int, game: Any = FOUR) -> list[Outcome]:
    outcomes: list[Outcome] = []
    play_rounds(game, game.read_options(), read_words(game, words), games, SEED, 1).run(outcomes.append)
    return outcomes


def test_every_seed_is_played_in_every_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[list[str], str]] = []
    bots: list[str] = []
    play_one = series._play_one

    def spy(
        game: Any, options: Any, words: list[SeatWord], seed: Seed, purposes: list[str], *rest: Any, **kw: Any
    ) -> Any:
        met.append(([word.text for word in words], seed.hex))
        bots.extend(seed.hex + purpose for purpose in purposes)
        return play_one(game, options, words, seed, purposes, *rest, **kw)

    monkeypatch.setattr(series, "_play_one", spy)
    outcomes = outcomes_of(["random", "greedy", "random"], 6, GAME)
    a, b = SEED.child(0).hex, SEED.child(1).hex
    assert [seed for _, seed in met] == [a, a, a, b, b, b]
    assert [words.index("greedy") for words, _ in met] == [1, 0, 2, 1, 0, 2]
    assert [outcome.order for outcome in outcomes[:3]] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert len(set(bots)) == len(bots)  # nobody's dice are used twice, nor are they those of a ply
    assert not any("ply" in purpose for purpose in bots)


def test_payoffs_are_counted_for_the_player_not_for_the_seat() -> None:
    found = play_series(FOUR, None, ["random", "greedy"], 40, SEED, workers=1)
    assert found.games == 40
    assert found.share[1] > 0.8
    assert sum(found.share) == pytest.approx(1.0)
    assert [standing.word for standing in found.seats] == ["random", "greedy"]
    assert found.interval[1] == wilson(found.share[1], 40)
    assert all(seat.think_ms > 0 for seat in found.seats)


@pytest.mark.usefixtures("share_at_once")
def test_a_series_is_the_same_with_two_workers() -> None:
    words = ["search:iterations=20", "greedy"]
    one = play_series(FOUR, None, words, 8, SEED, workers=1)
    two = play_series(FOUR, None, words, 8, SEED, workers=2)
    assert (one.share, one.moves, one.draws) == (two.share, two.moves, two.draws)


def test_progress_is_reported() -> None:
    told: list[tuple[int, int]] = []
    play_series(FOUR, None, ["random", "random"], 5, SEED, 1, lambda done, all_: told.append((done, all_)))
    assert told == [(n, 5) for n in range(1, 6)]


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_what_was_played_so_far(workers: int, program: Write) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs us in the background ignores Ctrl-C
    good = program("for turn in turns(): answer(ply=turn['ply'], index=0)")

    def interrupt(done: int, _: int) -> None:
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    found = play_series(FOUR, None, [f"cmd:{good}", "random"], 1000, SEED, workers, interrupt)
    assert found.interrupted
    assert 3 <= found.games < 1000


def test_trouble_with_a_program_is_counted_and_reported(program: Write) -> None:
    bad = program("sys.exit(4)")
    found = play_series(FOUR, None, [f"cmd:{bad}", "random"], 4, SEED, workers=2)
    assert found.share == [0.0, 1.0]
    assert found.seats[0].forfeits == 4
    assert "exit status 4" in found.seats[0].note
    assert found.seats[1].note == ""


def test_players_who_think_by_the_clock_do_not_share_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "cores", lambda: 4)
    for words, wanted, given in (
        (["search:ms=10", "random"], 64, 4),
        (["search:ms=10:workers=2", "random"], None, 2),
        (["search:iterations=10", "random"], 8, 8),
    ):
        crew = workers.staff(FOUR, read_words(FOUR, words), wanted)
        assert crew.engine.most(crew) == given


@pytest.mark.parametrize("words", [["random"] * 3, ["random", "random", "greedy"]])
def test_rules_that_fail_give_one_sentence(words: list[str]) -> None:
    with pytest.raises(Refused, match="failed with ZeroDivisionError: the heap is missing"):
        simulate(Buggy(), None, words, 10, SEED)


@pytest.mark.usefixtures("share_at_once")
def test_a_worker_that_dies_gives_one_sentence() -> None:
    with pytest.raises(Refused, match="A worker ended unexpectedly, 5 times in a row, while playing games"):
        simulate(Deadly(), None, ["random"] * 3, 2000, SEED, workers=2)


@pytest.mark.usefixtures("share_at_once")
def test_a_game_that_cannot_be_pickled_is_played_in_one_process() -> None:
    class Local(type(GAME)):  # type: ignore[misc]
        pass

    assert simulate(Local(), None, ["random"] * 3, 1200, SEED, workers=2).games == 1200


def test_players_are_closed_even_when_a_game_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []

    class Kept(Player):
        def choose(self, turn: Turn) -> int:
            raise PutAside

        def close(self) -> None:
            closed.append(1)

    monkeypatch.setattr(SeatWord, "player", lambda word, game, dice: Kept())
    with pytest.raises(Refused, match="The work was stopped"):
        outcomes_of(["random"] * 3, 1, GAME)
    assert len(closed) == 3


# --- intervals and ratings ---


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.8, 10, 0.4902, 0.9433), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.5, 100, 0.4038, 0.5962)],
)
def test_wilson_intervals_are_those_of_the_textbook(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_wilson_intervals_contain_the_share() -> None:
    """Whatever the rounding: neither end may come to lie on the wrong side, not even by the last digit."""
    for games in (*range(1, 65), 100, 400, 999, 12_345):
        for wins in range(0, 2 * games + 1, max(1, games // 64)):
            share = wins / (2 * games)
            low, high = wilson(share, games)
            assert 0.0 <= low <= share <= high <= 1.0, (share, games)


def test_wilson_takes_partial_wins_and_no_games() -> None:
    low, high = wilson(0.55, 3)
    assert 0 < low < 0.55 < high < 1
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_whoever_wins_is_rated_higher() -> None:
    ratings = rate([Meeting(["a", "b", "c"], [1.0, 0.0, 0.0])] * 10)
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["a"].sigma < Rating().sigma
    assert ratings["a"].games == 10


def test_a_draw_between_equals_moves_nobody() -> None:
    ratings = rate([Meeting(["a", "b"], [0.5, 0.5])])
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu)


def test_a_player_who_meets_itself_is_not_rated() -> None:
    assert rate([Meeting(["a", "a"], [1.0, 0.0])]) == {"a": Rating()}


def test_ratings_continue_from_known_ones() -> None:
    once = rate([Meeting(["a", "b"], [1.0, 0.0])] * 2)
    twice = rate([Meeting(["a", "b"], [1.0, 0.0])], rate([Meeting(["a", "b"], [1.0, 0.0])]))
    assert once == twice
