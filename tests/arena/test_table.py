"""The rules of the chair: hello, turns, events, over; the clock and its bank; strikes; leaving."""

from __future__ import annotations

from typing import Any

import pytest
from tests.arena.programs import SEED, Write
from tests.arena.three_seats import GAME, ThreeSeats
from tests.by_hand import ByHand

from parlour.arena.table import Played, play_match
from parlour.bots.player import Concedes, Player, PutAside
from parlour.core import Clock, Match, Refused
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events, Hello, Over, RefusedMove, Turn
from parlour.core.record import record, replay
from parlour.core.testing import check_game
from parlour.games import find

FOUR = find("connect-four")


class First(Player):
    """Takes the first legal move and remembers all it heard."""

    listens = True

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def hello(self, hello: Hello) -> None:
        self.heard.append(hello)

    def choose(self, turn: Turn) -> MoveJson | int:
        self.heard.append(turn)
        return 0

    def refused(self, refused: RefusedMove) -> None:
        self.heard.append(refused)

    def told(self, events: Events) -> None:
        self.heard.append(events)

    def over(self, over: Over) -> None:
        self.heard.append(over)


HANDS = ByHand()


class Slow(First):
    """Takes a fixed number of seconds for each move, by a clock that the test turns."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def choose(self, turn: Turn) -> MoveJson | int:
        self.heard.append(turn)
        HANDS.turn(self.seconds)
        return 0


class Stubborn(First):
    """Gives the same answer whatever the house says."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def choose(self, turn: Turn) -> MoveJson | int:
        return self.answer  # type: ignore[no-any-return]


class Raises(First):
    def __init__(self, error: Exception, ply: int = 1) -> None:
        super().__init__()
        self.error = error
        self.ply = ply

    def choose(self, turn: Turn) -> MoveJson | int:
        if turn.ply >= self.ply:
            raise self.error
        return super().choose(turn)


def play(*players: Player, clock: Clock | None = None, game: Any = FOUR) -> Played:
    return play_match(game, None, players, seed=SEED, clock=clock, now=HANDS.now)


def house_entries(match: Match) -> list[str]:
    words = [match.game.moves.to_words(ply.move) for ply in match.plies]
    return [word for word in words if word.split()[0] in ("miss", "forfeit", "concede")]


def test_a_seat_hears_hello_then_turns_and_events_then_over() -> None:
    first, second = First(), First()
    played = play(first, second)
    kinds = [type(message).__name__ for message in first.heard]
    assert kinds[:5] == ["Hello", "Events", "Turn", "Events", "Events"]
    assert kinds[-1] == "Over"
    hello, over = first.heard[0], first.heard[-1]
    assert hello.promise == SEED.promise
    assert over.seed == SEED.hex
    assert over.payoffs == played.match.payoffs()
    assert over.why == played.why == "Player 1 wins with four in a row."
    turns = [m for m in first.heard if isinstance(m, Turn)]
    assert [turn.ply for turn in turns] == list(range(1, len(played.match.plies) + 1, 2))
    plies = [m.ply for m in second.heard if isinstance(m, Events)]
    assert plies == list(range(len(played.match.plies) + 1))


def test_only_players_who_listen_are_told() -> None:
    class Deaf(First):
        listens = False

    deaf = Deaf()
    play(deaf, First())
    assert not any(isinstance(message, Events) for message in deaf.heard)


def test_a_seed_that_will_be_used_again_is_not_revealed() -> None:
    first = First()
    play_match(FOUR, None, [first, First()], seed=SEED, reveal=False)
    assert first.heard[0].promise == ""
    assert first.heard[-1].seed == ""


@pytest.mark.parametrize(
    "answer", [7, -1, {"kind": "fly"}, {"kind": "drop"}, {}, "drop 3", None, 1.5, [], {"kind": "forfeit", "seat": 1}]
)
def test_three_illegal_answers_forfeit(answer: Any) -> None:
    player = Stubborn(answer)
    played = play(player, First())
    assert played.strikes == [3, 0]
    assert played.forfeits == [True, False]
    assert house_entries(played.match) == ["forfeit 0"]
    assert [m.strikes for m in player.heard if isinstance(m, RefusedMove)] == [1, 2, 3]


def test_a_full_column_is_refused_by_its_rule() -> None:
    player = Stubborn({"kind": "drop", "column": 0})
    played = play(player, Stubborn({"kind": "drop", "column": 0}))
    refusals = [m for m in player.heard if isinstance(m, RefusedMove)]
    assert {(m.code, m.why) for m in refusals} == {("column-full", "Column 1 is full.")}
    assert "Column 1 is full" in played.notes[0]


def test_the_clock_sets_the_number_of_strikes() -> None:
    assert play(Stubborn(99), First(), clock=Clock(strikes=5)).strikes == [5, 0]


def test_an_exception_forfeits_with_a_note() -> None:
    played = play(Raises(KeyError("no such thing")), First())
    assert played.forfeits == [True, False]
    assert played.notes[0] == "Forfeited at ply 1: it failed with KeyError: 'no such thing'."


def test_an_exception_in_any_other_call_forfeits_too() -> None:
    class Fussy(First):
        def told(self, events: Events) -> None:
            if events.ply == 2:
                raise RuntimeError("too much")

    class Rude(First):
        def hello(self, hello: Hello) -> None:
            raise RuntimeError("no")

    assert play(First(), Fussy()).forfeits == [False, True]
    assert play(First(), Rude()).forfeits == [False, True]


def test_an_exception_at_the_goodbye_changes_nothing() -> None:
    class Sore(First):
        def over(self, over: Over) -> None:
            raise RuntimeError("unfair")

    played = play(First(), Sore())
    assert played.match.payoffs() == [1.0, 0.0]
    assert played.forfeits == [False, False]


def test_conceding_is_entered_as_such() -> None:
    played = play(First(), Raises(Concedes()))
    assert house_entries(played.match) == ["concede 1"]
    assert played.match.payoffs() == [1.0, 0.0]
    assert played.forfeits == [False, False]


def test_a_match_put_aside_goes_on_where_it_was() -> None:
    aside = play(Raises(PutAside(), ply=5), First())
    assert not aside.match.over
    assert len(aside.match.plies) == 4
    played = play_match(FOUR, None, [First(), First()], match=aside.match)
    assert played.match.over
    assert [ply.move for ply in played.match.plies] == [ply.move for ply in play(First(), First()).match.plies]


def test_too_few_players_are_refused() -> None:
    with pytest.raises(Refused, match="for 2 players"):
        play(First())


def test_a_late_move_is_a_miss_and_a_strike() -> None:
    slow = Slow(0.75)
    played = play(slow, First(), clock=Clock(move_ms=500, strikes=3))
    assert played.misses[0] == played.strikes[0] == 3
    assert house_entries(played.match) == ["miss", "miss", "forfeit 0"]
    assert [m.code for m in slow.heard if isinstance(m, RefusedMove)] == ["too-late", "too-late"]


def test_a_move_at_the_last_moment_is_not_a_miss() -> None:
    assert play(Slow(0.5), First(), clock=Clock(move_ms=500, strikes=1)).misses == [0, 0]


def test_a_slow_start_is_forgiven_once() -> None:
    class Starting(Slow):
        start_ms = 1000

    played = play(Starting(1.25), First(), clock=Clock(move_ms=500, strikes=2))
    assert house_entries(played.match) == ["miss", "forfeit 0"]
    assert played.match.plies[0].move == FOUR.moves.from_json({"kind": "drop", "column": 0}), "the first came in time"


def test_time_beyond_the_time_per_move_comes_from_the_bank() -> None:
    slow = Slow(0.75)
    played = play(slow, First(), clock=Clock(move_ms=500, bank_ms=10_000))
    assert played.misses == [0, 0]
    banks = [m.clock.bank_ms for m in slow.heard if isinstance(m, Turn)]
    assert banks == [10_000 - 250 * n for n in range(len(banks))] and len(banks) > 3


def test_a_quick_move_leaves_the_bank_alone() -> None:
    quick = Slow(0.25)
    play(quick, First(), clock=Clock(move_ms=500, bank_ms=500))
    assert {m.clock.bank_ms for m in quick.heard if isinstance(m, Turn)} == {500}


def test_with_an_empty_bank_and_no_time_per_move_every_move_is_missed() -> None:
    slow = Slow(0.5)
    played = play(slow, First(), clock=Clock(bank_ms=750, strikes=2))
    assert played.forfeits == [True, False]
    assert len([m for m in slow.heard if isinstance(m, Turn)]) == 2  # then the bank is empty and nobody asks
    assert house_entries(played.match) == ["miss", "forfeit 0"]


def test_the_time_used_is_counted() -> None:
    played = play(Slow(0.25), First())
    assert played.used_ms == [250.0 * played.decisions[0], 0.0]
    assert played.decisions[0] > 3


def test_a_game_of_plain_python_keeps_the_contract() -> None:
    check_game(ThreeSeats())


def test_with_three_seats_the_others_play_on_when_one_leaves() -> None:
    players = [First(), Raises(RuntimeError("oops"), ply=5), First()]
    played = play(*players, game=GAME)
    match = played.match
    assert played.forfeits == [False, True, False]
    assert house_entries(match) == ["forfeit 1"]
    assert match.state.left == 0  # type: ignore[attr-defined]
    after = [GAME.moves.to_words(ply.move) for ply in match.plies[5:] if ply.seat == 1]
    assert set(after) <= {"take 0", "take 1"}
    assert len(after) >= 2  # the default move is played for the one who left
    assert match.payoffs()[1] == 0.0
    assert sum(match.payoffs()) == pytest.approx(1.0)
    assert not any(isinstance(m, Events) and m.ply > 5 for m in players[1].heard)  # type: ignore[attr-defined]


def test_the_last_player_left_wins() -> None:
    played = play(Raises(RuntimeError()), First(), Raises(RuntimeError(), ply=4), game=GAME)
    assert played.match.payoffs() == [0.0, 1.0, 0.0]


def test_a_match_with_misses_and_leavers_replays_from_its_record(program: Write) -> None:
    played = play(Slow(0.5), First(), Raises(RuntimeError(), ply=3), game=GAME, clock=Clock(move_ms=250, strikes=2))
    assert "miss" in house_entries(played.match)
    kept = record(played.match, ["a", "b", "c"])
    again = replay(kept, lambda name: GAME)
    assert again.payoffs() == played.match.payoffs()


class Clumsy(First):
    """Names a missing column a few times each turn before it names a real one."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.tried = 0

    def choose(self, turn: Turn) -> MoveJson | int:
        self.tried += 1
        return 0 if self.tried % (self.times + 1) == 0 else {"kind": "drop", "column": 9}


class ClumsyPerson(Clumsy):
    is_program = False


def test_an_illegal_answer_costs_a_program_a_strike_and_a_person_nothing() -> None:
    clock = Clock(move_ms=6000, strikes=4)
    program, person = Clumsy(1), ClumsyPerson(9)
    played = play(person, program, clock=clock)
    assert played.strikes == [0, 4]
    assert played.forfeits == [False, True]
    assert [told.strikes for told in program.heard if isinstance(told, RefusedMove)] == [1, 2, 3, 4]


def test_an_increment_and_a_delay_are_counted_for_whole_moves() -> None:
    slow = Slow(5.0)
    play(slow, First(), clock=Clock(bank_ms=60_000, increment_ms=2000))
    banks = [told.clock.bank_ms for told in slow.heard if isinstance(told, Turn)]
    assert banks == [60_000 - 3000 * n for n in range(len(banks))] and len(banks) > 3
    slow = Slow(5.0)
    play(slow, First(), clock=Clock(bank_ms=60_000, delay_ms=4000))
    assert [told.clock.bank_ms for told in slow.heard if isinstance(told, Turn)][:3] == [60_000, 59_000, 58_000]
