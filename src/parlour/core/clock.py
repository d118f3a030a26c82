"""Time to think: which clocks there are, how they are written, and what they leave to whom.

A `Clock` is what was agreed for a table, `Clocks` what every seat of a match has left of it. Nothing here knows what
time it is: whoever asks says so, in seconds since any moment.

A further kind of clock is an entry in `KINDS`, its field in `Clock`, and a line in `Clocks.decided`.
"""

from __future__ import annotations

import re
from typing import Final

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
    """Time to think: for each move, in a bank for the whole game, or both; how many strikes lose. 0 means none."""

    # The first three are always told, the others only where there are any (an empty factory is never left out).
    move_ms: int = msgspec.field(default_factory=int)  # the move's own time
    bank_ms: int = msgspec.field(default_factory=int)  # for all moves, beyond their own time
    strikes: int = msgspec.field(default_factory=int)
    increment_ms: int = 0  # comes into the bank after each move (Fischer)
    delay_ms: int = 0  # of what a move took from the bank comes back, at most so much (Bronstein)

    @property
    def timed(self) -> bool:
        return bool(self.move_ms or self.bank_ms)

    @property
    def by_date(self) -> bool:
        """Whether it counts days, which pass whether or not anybody sits there; every other clock waits in a pause."""
        return self.move_ms >= DAY and not self.bank_ms

    @property
    def kind(self) -> Kind:
        used = {name for name in TIMES if getattr(self, name)}
        for kind in KINDS:
            if used == {part.field for part in kind.parts} and kind.by_date == self.by_date:
                return kind
        if "bank_ms" not in used:
            raise _wrong("an increment or a delay needs a bank, as in `5+3` or `5+0,delay=3s`")
        raise _wrong("with a bank there is an increment, a delay or time for each move, but only one of them")

    @property
    def words(self) -> str:
        """What a table says of it: 5 min each, 3 s more after each move."""
        return self.kind.says.format_map({name: span(getattr(self, name)) for name in TIMES})

    def checked(self) -> Clock:
        """This clock; refused if nobody can play by it."""
        for name, most in LIMITS.items():
            value = getattr(self, name)
            if value < 0:
                raise _wrong(f"{NAMES[name]} is at least 0, not {value}")
            if value > most:
                shown = [str(number) if name == "strikes" else span(number) for number in (most, value)]
                raise _wrong(f"{NAMES[name]} is at most {shown[0]}, not {shown[1]}")
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


class Part(msgspec.Struct, frozen=True):
    """A number of a clock, as somebody sets it who lays a table."""

    field: str  # of Clock
    label: str
    unit_ms: int
    usual: int  # in this unit, like the next two
    least: int
    most: int


class Kind(msgspec.Struct, frozen=True):
    """A kind of clock, with what is shown to somebody who chooses one."""

    name: str
    title: str
    says: str  # what a table says of such a clock
    about: str  # what it does, in a sentence
    parts: list[Part] = []
    by_date: bool = False


_BANK: Final = Part("bank_ms", "Minutes each", MINUTE, 10, 1, LONGEST_BANK // MINUTE)
KINDS: Final = (
    Kind("none", "None", "no clock", "Everybody thinks as long as they like."),
    Kind(
        "move",
        "Per move",
        "{move_ms} a move",
        "Each move has the same time.",
        [Part("move_ms", "Seconds a move", SECOND, 60, 1, HOUR // SECOND)],
    ),
    Kind("bank", "Per game", "{bank_ms} each", "All moves of a player share this time.", [_BANK]),
    Kind(
        "increment",
        "Increment",
        "{bank_ms} each, {increment_ms} more after each move",
        "After each move a player gets some seconds more (Fischer).",
        [_BANK, Part("increment_ms", "Seconds more", SECOND, 5, 1, LONGEST_GIFT // SECOND)],
    ),
    Kind(
        "delay",
        "Delay",
        "{bank_ms} each, up to {delay_ms} back after each move",
        "After each move a player gets back what it took, but only so many seconds (Bronstein).",
        [_BANK, Part("delay_ms", "Seconds back", SECOND, 5, 1, LONGEST_GIFT // SECOND)],
    ),
    Kind(
        "reserve",
        "Move and bank",
        "{move_ms} a move, then {bank_ms} each in a bank",
        "What a move takes beyond its own time comes from a bank for the whole game.",
        [
            Part("move_ms", "Seconds a move", SECOND, 30, 1, HOUR // SECOND),
            Part("bank_ms", "Minutes in the bank", MINUTE, 5, 1, LONGEST_BANK // MINUTE),
        ],
    ),
    Kind(
        "days",
        "Days",
        "{move_ms} a move",
        "For games by correspondence: come back when it suits you. The days pass even while the house is closed.",
        [Part("move_ms", "Days a move", DAY, 2, 1, LONGEST_MOVE // DAY)],
        by_date=True,
    ),
)


# --- how a clock is written ---

HOW: Final = "`6s/move`, `2d/move`, `10+0`, `5+3`, `5+0,delay=3s`, `10s/move,bank=5m` or `none`"

UNITS: Final = {"ms": 1, "s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY}
_NUMBER: Final = r"(\d{1,10}(?:\.\d{1,3})?)"
_TIME: Final = re.compile(rf"{_NUMBER} ?(ms|s|m|h|d)")
_MOVE: Final = re.compile(r"(.*?) ?/ ?move")
_SUM: Final = re.compile(rf"{_NUMBER}(ms|s|m|h|d)? ?\+ ?{_NUMBER}(ms|s|m|h|d)?")


def read_clock(text: str) -> Clock:
    """The clock that somebody wrote, in parts with commas between them; a sentence about what is wrong with it."""
    found: dict[str, int] = {}
    try:
        for part in (part.strip().lower() for part in text.split(",")):
            for name, value in _read_part(part):
                if name in found:
                    raise _wrong(f"{NAMES[name]} is there twice")
                found[name] = value
        return Clock(**found).checked()
    except Refused as refusal:
        raise Refused(f"Clock {text[:60]!r}{refusal.text.removeprefix('Clock')}", refusal.code) from None


def to_clock(wish: Clock | str | None) -> Clock:
    """The clock that somebody asks for, in its fields or in its notation; nothing is no clock."""
    return read_clock(wish) if isinstance(wish, str) else wish or Clock()


def _read_part(part: str) -> list[tuple[str, int]]:
    """What one part sets."""
    if part == "none":
        return []
    if two := _SUM.fullmatch(part):
        return [("bank_ms", _ms(two[1], two[2] or "m")), ("increment_ms", _ms(two[3], two[4] or "s"))]
    if each := _MOVE.fullmatch(part):
        return [("move_ms", _read_time(each[1], "6s/move"))]
    name, equals, value = (word.strip() for word in part.partition("="))
    if equals and name == "strikes":
        if not (value.isascii() and value.isdigit() and len(value) < 9):
            raise _wrong("strikes is a whole number, as in `strikes=3`")
        return [(name, int(value))]
    if equals and f"{name}_ms" in TIMES:
        return [(f"{name}_ms", _read_time(value, f"{name}=30s"))]
    if _TIME.fullmatch(part):
        raise _wrong(f"{part} for what? Write `{part}/move` for each move or `bank={part}` for the whole game")
    raise _wrong(f"{part[:40]!r} is no clock; write {HOW}")


def _read_time(text: str, example: str) -> int:
    time = _TIME.fullmatch(text)
    if time is None:
        raise _wrong(f"{text[:40]!r} is no time; write a number with ms, s, m, h or d, as in `{example}`")
    return _ms(time[1], time[2])


def _ms(number: str, unit: str) -> int:
    return round(float(number) * UNITS[unit])


def write_clock(clock: Clock) -> str:
    """The clock as `read_clock` reads it."""
    parts = [f"{_short(clock.move_ms)}/move"] if clock.move_ms else []
    if clock.bank_ms and not parts and clock.bank_ms % MINUTE == clock.increment_ms % SECOND == 0:
        parts.append(f"{clock.bank_ms // MINUTE}+{clock.increment_ms // SECOND}")
    else:
        parts += [f"{NAMES[name]}={_short(ms)}" for name in ("bank_ms", "increment_ms") if (ms := getattr(clock, name))]
    if clock.delay_ms:
        parts.append(f"delay={_short(clock.delay_ms)}")
    if clock.strikes:
        parts = [*(parts or ["none"]), f"strikes={clock.strikes}"]
    return ",".join(parts) or "none"


def _short(ms: int) -> str:
    unit = next(unit for unit, size in reversed(UNITS.items()) if ms % size == 0)
    return f"{ms // UNITS[unit]}{unit}"


def span(ms: int) -> str:
    """So much time in words: 6 s, 1 min 30 s, 2 days."""
    if ms % SECOND:
        return f"{ms / SECOND:g} s"
    parts = []
    for one, many, size in ((" day", " days", DAY), (" h", " h", HOUR), (" min", " min", MINUTE), (" s", " s", SECOND)):
        count, ms = divmod(ms, size)
        if count:
            parts.append(f"{count}{one if count == 1 else many}")
    return " ".join(parts) or "0 s"


# --- the clocks of a match ---


class Clocks:
    """What every seat has left. One seat at a time is asked, and only its time runs."""

    def __init__(self, rule: Clock, seats: int, now: float = 0.0) -> None:
        self.rule = rule
        self.timed = rule.timed
        self.bank_ms = [float(rule.bank_ms)] * seats
        self._asked_at = now
        self._grace_ms = 0.0  # what this decision may take longer
        self._spent_ms = 0.0  # on the earlier decisions of a move that is still going on
        self._drawn_ms = 0.0  # what they took from the bank

    def ask(self, now: float, grace_ms: float = 0.0) -> None:
        """The mover is asked: from now on its time runs, after so much grace."""
        self._asked_at = now
        self._grace_ms = grace_ms

    def used_ms(self, now: float) -> float:
        """What the decision has taken so far, by the hands of the clock."""
        return max(0.0, (now - self._asked_at) * 1000)

    def until(self, seat: int) -> float | None:
        """The last moment for the answer of the mover; None: it has no limit."""
        if not self.timed:
            return None
        return self._asked_at + (self._own_ms() + self.bank_ms[seat] + self._grace_ms) / 1000

    def left(self, seat: int, now: float) -> tuple[int | None, int | None]:
        """What the mover has left now, in milliseconds: of the move's own time, and in the bank. None: no limit."""
        if not self.timed:
            return None, None
        used = max(0.0, self.used_ms(now) - self._grace_ms)
        own = self._own_ms()
        return (
            max(0, int(own - used)) if self.rule.move_ms else None,
            max(0, int(self.bank_ms[seat] - max(0.0, used - own))) if self.rule.bank_ms else None,
        )

    def granted(self, seat: int) -> float:
        """How many seconds the mover has for the whole move, from its first decision to its last moment."""
        return (max(self.rule.move_ms, self._spent_ms) + self.bank_ms[seat] + self._grace_ms) / 1000

    def decided(self, seat: int, used_ms: float, goes_on: bool) -> None:
        """A decision of the mover took so long; `goes_on` if the same move has more of them."""
        used = max(0.0, used_ms - self._grace_ms)
        drawn = min(max(0.0, used - self._own_ms()), self.bank_ms[seat])
        self.bank_ms[seat] -= drawn
        self._grace_ms = 0.0
        if goes_on:
            self._spent_ms += used
            self._drawn_ms += drawn
            return
        self.bank_ms[seat] += self.rule.increment_ms + min(self._drawn_ms + drawn, self.rule.delay_ms)
        self._spent_ms = self._drawn_ms = 0.0

    def go_on(self, now: float, asked_ago: float) -> None:
        """Go on after a pause. The mover was asked so many seconds ago: days have passed, other clocks stood still."""
        self.ask(now - max(0.0, asked_ago) if self.rule.by_date else now)

    def _own_ms(self) -> float:
        return max(0.0, self.rule.move_ms - self._spent_ms)
