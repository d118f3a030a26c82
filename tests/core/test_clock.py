"""Clocks: how they are written and read, the laws that all of them keep, and what each kind gives and takes."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.clock import DAY, KINDS, LIMITS, SECOND, TIMES, Clock, Clocks, read_clock, span, write_clock
from parlour.core.errors import Refused


@st.composite
def some_clock(draw: st.DrawFn) -> Clock:
    """Any clock that can be agreed on."""
    kind = draw(st.sampled_from(KINDS))
    times = {}
    for part in kind.parts:
        least = DAY if kind.by_date else 1
        most = DAY - 1 if part.field == "move_ms" and not kind.by_date else LIMITS[part.field]
        times[part.field] = draw(st.integers(least, most))
    return Clock(**times, strikes=draw(st.integers(0, LIMITS["strikes"])))


decisions = st.lists(st.tuples(st.integers(0, 20_000), st.booleans()), max_size=12)  # ms used; the move goes on


# --- how they are written ---


@pytest.mark.parametrize(
    ("text", "clock", "words"),
    [
        ("none", Clock(), "no clock"),
        ("6s/move", Clock(move_ms=6000), "6 s a move"),
        ("6s/move,strikes=3", Clock(move_ms=6000, strikes=3), "6 s a move"),
        ("2d/move", Clock(move_ms=2 * DAY), "2 days a move"),
        ("1d/move", Clock(move_ms=DAY), "1 day a move"),
        ("10+0", Clock(bank_ms=600_000), "10 min each"),
        ("5+3", Clock(bank_ms=300_000, increment_ms=3000), "5 min each, 3 s more after each move"),
        ("90s+500ms", Clock(bank_ms=90_000, increment_ms=500), "1 min 30 s each, 0.5 s more after each move"),
        ("5+0,delay=3s", Clock(bank_ms=300_000, delay_ms=3000), "5 min each, up to 3 s back after each move"),
        ("10s/move,bank=5m", Clock(10_000, 300_000), "10 s a move, then 5 min each in a bank"),
        ("move=10s,bank=5m,strikes=3", Clock(10_000, 300_000, 3), "10 s a move, then 5 min each in a bank"),
        (" 1.5H / Move ", Clock(move_ms=5_400_000), "1 h 30 min a move"),
        ("none,strikes=5", Clock(strikes=5), "no clock"),
    ],
)
def test_a_clock_is_read_and_told_in_words(text: str, clock: Clock, words: str) -> None:
    assert read_clock(text) == clock
    assert clock.words == words


@given(some_clock())
def test_whatever_is_written_reads_the_same(clock: Clock) -> None:
    assert read_clock(write_clock(clock)) == clock.checked()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("30s", "30s for what? Write `30s/move` for each move, or `bank=30s` for the whole game."),
        ("5x3", "'5x3' is not a clock; write `6s/move`, `2d/move`, `10+0`, `5+3`,"),
        ("", "there is nothing there; write `6s/move`,"),
        ("5+3,", "there is a comma too many."),
        ("5+3,,strikes=1", "there is a comma too many."),
        ("0+0", "that leaves no time at all; write `none` for a game without a clock."),
        ("0s/move,strikes=3", "that leaves no time at all; write `none` for a game without a clock."),
        ("0.4ms/move", "that leaves no time at all; write `none` for a game without a clock."),
        ("none,5+3", "`none` stands alone or with strikes, as in `none,strikes=3`."),
        ("none,none", "none is given twice."),
        ("-5+3", "'-5+3' is not a clock; write"),
        ("٥+٣", "'٥+٣' is not a clock; write"),
        ("5:00+3", "'5:00+3' is not a clock; write"),
        ("99999999999+0", "'99999999999+0' is not a clock; write"),
        ("5+3,strikes=٣", "strikes must be a whole number, as in `strikes=3`."),
        ("5/move", "'5' is not a time; write a number with ms, s, m, h or d, as in `6s/move`."),
        ("bank=soon", "'soon' is not a time; write a number with ms, s, m, h or d, as in `bank=30s`."),
        ("5+3,bank=1m", "bank is given twice."),
        ("6s/move,strikes=often", "strikes must be a whole number, as in `strikes=3`."),
        ("6s/move,strikes=101", "strikes must be at most 100, not 101."),
        ("99d/move", "move must be at most 14 days, not 99 days."),
        ("2000+3", "bank must be at most 1 day, not 1 day 9 h 20 min."),
        ("delay=3s", "an increment or a delay needs a bank, as in `5+3` or `5+0,delay=3s`."),
        ("5+3,delay=3s", "a bank can have an increment, a delay or time per move, but only one of them."),
    ],
)
def test_a_clock_that_cannot_be_read_is_told_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        read_clock(text)
    assert refused.value.code == "bad-clock"
    assert refused.value.text.startswith(f"Clock {text!r}: {why}")


@given(st.text(max_size=30))
def test_junk_is_refused_or_read(text: str) -> None:
    try:
        read_clock(text)
    except Refused as refusal:
        assert refusal.code == "bad-clock"


def test_as_json_a_clock_of_old_looks_as_it_always_did() -> None:
    assert msgspec.json.encode(Clock(6000, 0, 3)) == b'{"move_ms":6000,"bank_ms":0,"strikes":3}'
    assert msgspec.json.decode(b'{"bank_ms": 60000}', type=Clock) == Clock(bank_ms=60_000)


@given(some_clock())
def test_every_clock_has_words_and_a_kind(clock: Clock) -> None:
    assert "{" not in clock.words
    assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_is_offered_first_for_a_kind_is_a_clock_of_this_kind(kind: object) -> None:
    assert kind in KINDS
    for value in ("usual", "least", "most"):
        clock = Clock(**{part.field: getattr(part, value) * part.unit_ms for part in kind.parts})  # type: ignore[attr-defined]
        assert clock.checked().kind == kind


def test_times_in_words() -> None:
    assert [span(ms) for ms in (0, 500, 6000, 90_000, 90_500, 3_600_000, DAY, DAY + 1, 3 * DAY)] == [
        *("0 s", "0.5 s", "6 s", "1 min 30 s", "1 min 30.5 s", "1 h", "1 day", "1 day 0.001 s", "3 days"),
    ]


# --- laws ---


@given(some_clock(), decisions)
def test_nobody_owes_time_and_nobody_gets_more_than_was_agreed(clock: Clock, played: list[tuple[int, bool]]) -> None:
    clocks = Clocks(clock, 2)
    for moves, (used, goes_on) in enumerate(played, 1):
        clocks.decided(0, used, goes_on)
        assert 0 <= clocks.bank_ms[0] <= clock.bank_ms + moves * clock.increment_ms
        assert clocks.bank_ms[1] == clock.bank_ms, "only the mover's time runs"


@given(some_clock(), decisions, st.integers(0, 100_000))
def test_what_is_left_runs_out_in_the_last_moment(clock: Clock, played: list[tuple[int, bool]], grace: int) -> None:
    clocks = Clocks(clock, 1)
    for used, goes_on in played:
        clocks.decided(0, used, goes_on)
    clocks.ask(1000.0, grace)
    until = clocks.until(0)
    if not clock.timed:
        assert until is None
        return
    assert until is not None
    left = sum(ms or 0 for ms in clocks.left(0, 1000.0))
    assert until == pytest.approx(1000.0 + (left + grace) / 1000, abs=0.01)
    assert not any(clocks.left(0, until + 0.01))


@given(some_clock(), st.lists(st.integers(0, 5000), min_size=1, max_size=6))
def test_a_move_of_several_decisions_costs_what_it_would_as_one(clock: Clock, parts: list[int]) -> None:
    one, many = Clocks(clock, 1), Clocks(clock, 1)
    one.decided(0, sum(parts), False)
    for number, part in enumerate(parts, 1):
        many.decided(0, part, number < len(parts))
    assert many.bank_ms == pytest.approx(one.bank_ms)


# --- the kinds ---


def after(text: str, *seconds: float) -> float:
    """What is in the bank after moves that took so long."""
    clocks = Clocks(read_clock(text), 1)
    for used in seconds:
        clocks.decided(0, used * SECOND, False)
    return clocks.bank_ms[0] / SECOND


def test_time_per_move_is_the_same_for_each_move() -> None:
    clocks = Clocks(read_clock("6s/move"), 1)
    clocks.decided(0, 5000, False)
    clocks.ask(0.0)
    assert clocks.until(0) == 6.0


def test_a_bank_is_used_up() -> None:
    assert after("1+0", 20, 30) == 10
    assert after("1+0", 20, 50) == 0


def test_an_increment_comes_after_each_move_and_may_fill_the_bank_above_what_it_was() -> None:
    assert after("1+3", 1) == 62
    assert after("1+3", 60) == 3, "who has just missed a move gets it, too"


def test_a_delay_gives_back_what_the_move_took_and_no_more() -> None:
    assert after("1+0,delay=3s", 2) == 60
    assert after("1+0,delay=3s", 10) == 53
    assert after("1+0,delay=3s", 60) == 3


def test_the_moves_own_time_runs_before_the_bank() -> None:
    assert after("10s/move,bank=1m", 9, 10, 25) == 45


def test_in_a_pause_days_pass_and_every_other_clock_stops() -> None:
    for text, left in (("2d/move", DAY), ("6s/move", 6 * SECOND)):
        clocks = Clocks(read_clock(text), 1)
        clocks.go_on(5000.0, asked_ago=24 * 3600.0)
        assert clocks.left(0, 5000.0) == (left, None)


def test_every_time_of_a_clock_belongs_to_a_kind() -> None:
    assert {part.field for kind in KINDS for part in kind.parts} == set(TIMES)


def test_a_program_has_time_to_start_up_before_its_first_decision_and_only_then() -> None:
    clocks = Clocks(Clock(move_ms=5000, bank_ms=60_000), 2)
    clocks.start_ms[0] = 10_000
    clocks.ask(100.0)
    assert clocks.until(0) == 175.0 and clocks.left(0, 108.0) == (5000, 60_000)
    clocks.decided(0, 12_000, goes_on=False)  # it was stored with all that it took, so every replay counts the same
    assert clocks.bank_ms == [60_000, 60_000]
    clocks.ask(200.0)
    assert clocks.until(0) == 265.0 == clocks.until(1)
