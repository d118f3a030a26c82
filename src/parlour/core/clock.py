"""Time to think: the kinds of clock, their notation, and how much time each seat has left.

A `Clock` is what was agreed for a table; `Clocks` is what each seat of a match has left of it. Nothing here reads the
time: callers pass it in, in seconds since any moment.

A new kind of clock is an entry in `KINDS`, its field in `Clock`, and a line in `Clocks.decided`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

import msgspec

from parlour.core.errors import Refused

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

LONGEST_MOVE: Final = 14 * DAY
LONGEST_BANK: Final = DAY
LONGEST_GIFT: Final = HOUR  # of an increment or a delay
MOST_STRIKES: Final = 100


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time per move, in a bank for the whole game, or both, and how many strikes lose the seat. 0 means none."""

    # The first three are always sent, the others only if they are not 0 (a factory's default is never omitted).
    move_ms: int = msgspec.field(default_factory=int)  # the move's own time
    bank_ms: int = msgspec.field(default_factory=int)  # shared by all moves, beyond their own time
    strikes: int = msgspec.field(default_factory=int)
    increment_ms: int = 0  # added to the bank after each move (Fischer)
    delay_ms: int = 0  # at most this much of what a move took from the bank is given back (Bronstein)

    @property
    def timed(self) -> bool:
        return bool(self.move_ms or self.bank_ms)

    @property
    def by_date(self) -> bool:
        """Whether it counts days, which pass even while the house is closed; every other clock pauses then."""
        return self.move_ms >= DAY and not self.bank_ms

    @property
    def kind(self) -> ClockKind:
        used = {name for name in TIMES if getattr(self, name)}
        for kind in KINDS:
            if used == {part.field for part in kind.parts} and kind.by_date == self.by_date:
                return kind
        if "bank_ms" not in used:
            raise _wrong("an increment or a delay needs a bank, as in `5+3` or `5+0,delay=3s`")
        raise _wrong("a bank can have an increment, a delay or time per move, but only one of them")

    @property
    def words(self) -> str:
        """How a table describes it: 5 min each, 3 s more after each move."""
        return _words(self)

    def checked(self) -> Clock:
        """This clock; refused if its values make no sense."""
        for name, most in LIMITS.items():
            value = getattr(self, name)
            if value < 0:
                raise _wrong(f"{NAMES[name]} must be at least 0, not {value}")
            if value > most:
                shown = [str(number) if name == "strikes" else span(number) for number in (most, value)]
                raise _wrong(f"{NAMES[name]} must be at most {shown[0]}, not {shown[1]}")
        _ = self.kind
        return self


TIMES: Final = ("move_ms", "bank_ms", "increment_ms", "delay_ms")
LIMITS: Final = {
    "move_ms": LONGEST_MOVE,
    "bank_ms": LONGEST_BANK,
    "increment_ms": LONGEST_GIFT,
    "delay_ms": LONGEST_GIFT,
    "strikes": MOST_STRIKES,
}
NAMES: Final = {name: name.removesuffix("_ms") for name in LIMITS}  # as in `bank=5m`


def _wrong(what: str) -> Refused:
    return Refused(f"Clock: {what}.", "bad-clock")


class ClockPart(msgspec.Struct, frozen=True):
    """A number of a clock, as set in the new-table dialog."""

    field: Literal["move_ms", "bank_ms", "increment_ms", "delay_ms"]  # of Clock
    label: str
    unit_ms: int
    usual: int  # in this unit, as are the next two
    least: int
    most: int


class ClockKind(msgspec.Struct, frozen=True):
    """A kind of clock, with its texts for the new-table dialog."""

    name: str
    title: str
    says: str  # how a table describes such a clock
    about: str  # what it does, in a sentence
    parts: list[ClockPart] = []
    by_date: bool = False


_BANK: Final = ClockPart("bank_ms", "Minutes each", MINUTE, 10, 1, LONGEST_BANK // MINUTE)
KINDS: Final = (
    ClockKind("none", "None", "no clock", "Everybody thinks as long as they like."),
    ClockKind(
        "move",
        "Per move",
        "{move_ms} a move",
        "The same time for every move.",
        [ClockPart("move_ms", "Seconds a move", SECOND, 60, 1, HOUR // SECOND)],
    ),
    ClockKind("bank", "Per game", "{bank_ms} each", "One time for all of a player's moves.", [_BANK]),
    ClockKind(
        "increment",
        "Increment",
        "{bank_ms} each, {increment_ms} more after each move",
        "After each move, a player gets a few extra seconds (Fischer).",
        [_BANK, ClockPart("increment_ms", "Seconds more", SECOND, 5, 1, LONGEST_GIFT // SECOND)],
    ),
    ClockKind(
        "delay",
        "Delay",
        "{bank_ms} each, up to {delay_ms} back after each move",
        "After each move, a player gets back the time it took, up to this many seconds (Bronstein).",
        [_BANK, ClockPart("delay_ms", "Seconds back", SECOND, 5, 1, LONGEST_GIFT // SECOND)],
    ),
    ClockKind(
        "reserve",
        "Move and bank",
        "{move_ms} a move, then {bank_ms} each in a bank",
        "When a move uses up its own time, a bank for the whole game runs.",
        [
            ClockPart("move_ms", "Seconds a move", SECOND, 30, 1, HOUR // SECOND),
            ClockPart("bank_ms", "Minutes in the bank", MINUTE, 5, 1, LONGEST_BANK // MINUTE),
        ],
    ),
    ClockKind(
        "days",
        "Days",
        "{move_ms} a move",
        "For correspondence games: come back when it suits you. The days pass even while the house is closed.",
        [ClockPart("move_ms", "Days a move", DAY, 2, 1, LONGEST_MOVE // DAY)],
        by_date=True,
    ),
)


# --- how a clock is written ---

HOW: Final = "`6s/move`, `2d/move`, `10+0`, `5+3`, `5+0,delay=3s`, `10s/move,bank=5m` or `none`"

UNITS: Final = {"ms": 1, "s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY}
_NUMBER: Final = r"([0-9]{1,10}(?:\.[0-9]{1,3})?)"
_TIME: Final = re.compile(rf"{_NUMBER} ?(ms|s|m|h|d)")
_MOVE: Final = re.compile(r"(.*?) ?/ ?move")
_SUM: Final = re.compile(rf"{_NUMBER}(ms|s|m|h|d)? ?\+ ?{_NUMBER}(ms|s|m|h|d)?")


def read_clock(text: str) -> Clock:
    """Read a clock's notation, in parts separated by commas; refused with a sentence if something is wrong."""
    found: dict[str, int] = {}
    try:
        if not text.strip():
            raise _wrong(f"there is nothing there; write {HOW}")
        for part in (part.strip().lower() for part in text.split(",")):
            for name, value in _read_part(part):
                if name in found:
                    raise _wrong(f"{NAMES.get(name, name)} is given twice")
                found[name] = value
        return _meant(found)
    except Refused as refusal:
        raise Refused(f"Clock {text[:60]!r}{refusal.text.removeprefix('Clock')}", refusal.code) from None


def _meant(found: dict[str, int]) -> Clock:
    """The clock with these fields; refused if it names times but would give nobody any, or says `none` and a time."""
    times = {name: value for name, value in found.items() if name in TIMES}
    if "none" in found and times:
        raise _wrong("`none` stands alone or with strikes, as in `none,strikes=3`")
    if times and not any(times.values()):
        raise _wrong("that leaves no time at all; write `none` for a game without a clock")
    found.pop("none", None)
    return Clock(**found).checked()


def to_clock(wish: Clock | str | None) -> Clock:
    """The requested clock, given by its fields or in its notation; None means no clock."""
    return read_clock(wish) if isinstance(wish, str) else wish or Clock()


def _read_part(part: str) -> list[tuple[str, int]]:
    """The fields that one part sets."""
    if part == "none":
        return [(part, 0)]
    if not part:
        raise _wrong("there is a comma too many")
    if two := _SUM.fullmatch(part):
        return [("bank_ms", _ms(two[1], two[2] or "m")), ("increment_ms", _ms(two[3], two[4] or "s"))]
    if each := _MOVE.fullmatch(part):
        return [("move_ms", _read_time(each[1], "6s/move"))]
    name, equals, value = (word.strip() for word in part.partition("="))
    if equals and name == "strikes":
        if not (value.isascii() and value.isdigit() and len(value) < 9):
            raise _wrong("strikes must be a whole number, as in `strikes=3`")
        return [(name, int(value))]
    if equals and f"{name}_ms" in TIMES:
        return [(f"{name}_ms", _read_time(value, f"{name}=30s"))]
    if _TIME.fullmatch(part):
        raise _wrong(f"{part} for what? Write `{part}/move` for each move, or `bank={part}` for the whole game")
    raise _wrong(f"{part[:40]!r} is not a clock; write {HOW}")


def _read_time(text: str, example: str) -> int:
    time = _TIME.fullmatch(text)
    if time is None:
        raise _wrong(f"{text[:40]!r} is not a time; write a number with ms, s, m, h or d, as in `{example}`")
    return _ms(time[1], time[2])


def _ms(number: str, unit: str) -> int:
    return round(float(number) * UNITS[unit])


def write_clock(clock: Clock) -> str:
    """The clock in the notation that `read_clock` reads."""
    parts = [f"{_short(clock.move_ms)}/move"] if clock.move_ms else []
    if clock.bank_ms and not parts and clock.bank_ms % MINUTE == clock.increment_ms % SECOND == 0:
        parts.append(f"{clock.bank_ms // MINUTE}+{clock.increment_ms // SECOND}")
    else:
        parts += [f"{NAMES[name]}={_short(ms)}" for name in ("bank_ms", "increment_ms") if (ms := getattr(clock, name))]
    written = ("move_ms", "bank_ms", "increment_ms")
    parts += [f"{NAMES[name]}={_short(ms)}" for name in TIMES if name not in written and (ms := getattr(clock, name))]
    if clock.strikes:
        parts = [*(parts or ["none"]), f"strikes={clock.strikes}"]
    return ",".join(parts) or "none"


def _short(ms: int) -> str:
    unit = next(unit for unit, size in reversed(UNITS.items()) if ms % size == 0)
    return f"{ms // UNITS[unit]}{unit}"


@lru_cache(maxsize=1000)  # every message about a table has them
def _words(clock: Clock) -> str:
    return clock.kind.says.format_map({name: span(getattr(clock, name)) for name in TIMES})


def span(ms: int) -> str:
    """A length of time in words: 6 s, 1 min 30 s, 2 days."""
    parts = []
    for one, many, size in ((" day", " days", DAY), (" h", " h", HOUR), (" min", " min", MINUTE)):
        count, ms = divmod(ms, size)
        if count:
            parts.append(f"{count}{one if count == 1 else many}")
    if ms or not parts:
        parts.append(f"{ms / SECOND:g} s")
    return " ".join(parts)


# --- the clocks of a match ---


class Clocks:
    """What each seat has left. Only the mover's time runs."""

    def __init__(self, rule: Clock, seats: int, now: float = 0.0) -> None:
        self.rule = rule
        self.timed = rule.timed
        self.bank_ms = [float(rule.bank_ms)] * seats
        self.start_ms = [0.0] * seats  # extra time for the first decision of a program that has to start up
        self._asked_at = now
        self._grace_ms = 0.0  # extra time for this decision
        self._spent_ms = 0.0  # on earlier decisions of the current move
        self._drawn_ms = 0.0  # taken from the bank by them

    def ask(self, now: float, grace_ms: float = 0.0) -> None:
        """Start the mover's time, after this much grace."""
        self._asked_at = now
        self._grace_ms = grace_ms

    def used_ms(self, now: float) -> float:
        """How long the decision has taken so far, grace included."""
        return max(0.0, (now - self._asked_at) * 1000)

    def until(self, seat: int) -> float | None:
        """The mover's deadline; None: no limit."""
        if not self.timed:
            return None
        return self._asked_at + (self._own_ms() + self.bank_ms[seat] + self._extra_ms(seat)) / 1000

    def left(self, seat: int, now: float) -> tuple[int | None, int | None]:
        """What the mover has left now, in milliseconds: of the move's own time and in the bank. None: no limit."""
        if not self.timed:
            return None, None
        used = max(0.0, self.used_ms(now) - self._extra_ms(seat))
        own = self._own_ms()
        return (
            max(0, int(own - used)) if self.rule.move_ms else None,
            max(0, int(self.bank_ms[seat] - max(0.0, used - own))) if self.rule.bank_ms else None,
        )

    def granted(self, seat: int) -> float:
        """How many seconds the mover has for the whole move, from its first decision to the deadline."""
        return (max(self.rule.move_ms, self._spent_ms) + self.bank_ms[seat] + self._extra_ms(seat)) / 1000

    def decided(self, seat: int, used_ms: float, goes_on: bool) -> None:
        """The mover decided after this long; `goes_on`: the same move has more decisions."""
        used = max(0.0, used_ms - self._extra_ms(seat))
        drawn = min(max(0.0, used - self._own_ms()), self.bank_ms[seat])
        self.bank_ms[seat] -= drawn
        self._grace_ms = self.start_ms[seat] = 0.0
        if goes_on:
            self._spent_ms += used
            self._drawn_ms += drawn
            return
        self.bank_ms[seat] += self.rule.increment_ms + min(self._drawn_ms + drawn, self.rule.delay_ms)
        self._spent_ms = self._drawn_ms = 0.0

    def go_on(self, now: float, asked_ago: float) -> None:
        """Resume after a pause. The turn began this many seconds ago: days have passed, other clocks were stopped."""
        self.ask(now - max(0.0, asked_ago) if self.rule.by_date else now)

    def _extra_ms(self, seat: int) -> float:
        return self._grace_ms + self.start_ms[seat]

    def _own_ms(self) -> float:
        return max(0.0, self.rule.move_ms - self._spent_ms)
