"""The original bots' protocol as bytes in and bytes out, without sockets or clocks.

Server to bot: the length in eight decimal digits, then the payload: a state, or `It's not your turn yet`.
Bot to server: plain text without any framing: a team name, an action as JSON, or `restart`.

`Reader` splits a bot's bytes into messages, `read_action` reads one leniently, `state_payload` writes what a seat sees.
`Dialect` is the other side: how each of the four skeleton bots spells what it sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec

from parlour.games.gardening_war.goods import GOODS
from parlour.games.gardening_war.lists import Line
from parlour.games.gardening_war.state import FIELDS, Garden, Gardener, is_dead, kind_of_plant, need_of

PORTS: Final = (8081, 8082)
HEADER: Final = 8
NAME_LENGTH: Final = 15
LARGEST: Final = 1024 * 1024  # bytes of one message
TEXT_PAUSE: Final = 0.075  # seconds without a byte that end a text
OBJECT_PAUSE: Final = 0.5  # seconds without a byte that end an object whose braces do not balance
CARD_ORDER: Final = (2, 1, 0, 3, 4, 5, 6)

_BLANK: Final = b" \t\r\n\v\f\0"
_HUGE: Final = 10**100  # stands for any larger number, too: no garden ever reaches it
_NUMBER: Final = re.compile(r"\s*[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?\s*", re.ASCII)


# --- framing ---


def frame(payload: bytes) -> bytes:
    """A message to a bot: its length in eight digits, then itself."""
    return b"%08d" % len(payload) + payload


NOT_YOUR_TURN: Final = b"It's not your turn yet"
NOT_YOUR_TURN_FRAME: Final = frame(NOT_YOUR_TURN)


class FrameReader:
    """The bot's side of the framing: splits the server's bytes into payloads."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        self._bytes += data
        payloads: list[bytes] = []
        while len(self._bytes) >= HEADER:
            end = HEADER + int(self._bytes[:HEADER])
            if len(self._bytes) < end:
                break
            payloads.append(bytes(self._bytes[HEADER:end]))
            del self._bytes[:end]
        return payloads


class Message(msgspec.Struct, frozen=True):
    """What a bot sent; `text` is empty for an unreadable message: too long, or incomplete."""

    text: bytes
    readable: bool = True

    @property
    def is_restart(self) -> bool:
        return self.readable and self.text[:7] == b"restart"

    @property
    def name(self) -> str:
        """The message as a team name."""
        return self.text.decode("utf-8", "replace").rstrip()[:NAME_LENGTH]


UNREADABLE: Final = Message(b"", readable=False)


class Reader:
    """Splits a bot's bytes into messages (part B, item 5). The caller supplies the time, in seconds."""

    def __init__(self) -> None:
        self._bytes = bytearray()  # of the incomplete message
        self._scanned = 0  # how far braces have been counted
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._dropping = False  # inside a message that is too long
        self._last = 0.0  # when the last byte came

    def feed(self, data: bytes, now: float) -> list[Message]:
        """The messages that these bytes complete."""
        found = self.tick(now)
        if not data:
            return found
        self._last = now
        if self._dropping:
            return found
        self._bytes += data
        while (message := self._cut()) is not None:
            found.append(message)
        if len(self._bytes) > LARGEST:
            self._forget()
            self._dropping = True
            found.append(UNREADABLE)
        return found

    def tick(self, now: float) -> list[Message]:
        """The message that silence until now completes, if any."""
        due = self.due()
        if due is None or now < due:
            return []
        if self._dropping:
            self._dropping = False
            return []
        message = UNREADABLE if self._is_object() else Message(bytes(self._bytes))
        self._forget()
        return [message]

    def due(self) -> float | None:
        """When silence will end the incomplete message; None if there is none."""
        if self._dropping:
            return self._last + OBJECT_PAUSE
        if not self._bytes:
            return None
        return self._last + (OBJECT_PAUSE if self._is_object() else TEXT_PAUSE)

    def end(self) -> list[Message]:
        """No more bytes will come: this completes a text, but not an object with unbalanced braces."""
        message = None if self._dropping or not self._bytes or self._is_object() else Message(bytes(self._bytes))
        self._forget()
        self._dropping = False
        return [message] if message is not None else []

    def _is_object(self) -> bool:
        return self._bytes[:1] == b"{"

    def _forget(self) -> None:
        self._bytes.clear()
        self._restart_count()

    def _restart_count(self) -> None:
        self._scanned = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def _cut(self) -> Message | None:
        """Remove and return the first complete message."""
        if self._scanned == 0:
            rest = self._bytes.lstrip(_BLANK)
            if len(rest) < len(self._bytes):
                self._bytes = bytearray(rest)
        if not self._bytes:
            return None
        end = self._object_end() if self._is_object() else self._line_end()
        if end < 0 or end > LARGEST:
            return None
        text = bytes(self._bytes[:end])
        del self._bytes[:end]
        self._restart_count()
        return Message(text)

    def _line_end(self) -> int:
        ends = [place for place in (self._bytes.find(end, self._scanned) for end in (b"\n", b"\r")) if place >= 0]
        self._scanned = len(self._bytes)
        return min(ends, default=-1)

    def _object_end(self) -> int:
        """Where the braces outside strings balance; -1 if they don't yet."""
        for place in range(self._scanned, len(self._bytes)):
            byte = self._bytes[place]
            if self._in_string:
                if self._escaped:
                    self._escaped = False
                elif byte == 0x5C:
                    self._escaped = True
                elif byte == 0x22:
                    self._in_string = False
            elif byte == 0x22:
                self._in_string = True
            elif byte == 0x7B:
                self._depth += 1
            elif byte == 0x7D:
                self._depth -= 1
                if self._depth == 0:
                    return place + 1
        self._scanned = len(self._bytes)
        return -1


# --- actions ---


class Action(msgspec.Struct, frozen=True):
    """A whole move as a bot sent it; `kind` is the first character of its ActionType, or empty."""

    kind: str
    lines: list[Line]


class _Unreadable(Exception):
    """This isn't an action."""


_Pairs = list[tuple[str, Any]]


def read_action(message: Message) -> Action | None:
    """The action in a message, read leniently (A5 and part B, item 7); None if it is unreadable."""
    if not message.readable or message.text[:1] != b"{":
        return None
    try:
        pairs = json.loads(
            message.text.decode("utf-8"),
            object_pairs_hook=_Object,
            parse_int=_integer,
            parse_float=Decimal,
            parse_constant=_no_number,
        )
        return _action(pairs)
    except (_Unreadable, ValueError, ArithmeticError, RecursionError):
        return None


class _Object(dict[str, Any]):
    """A JSON object with lower-case keys; of duplicate keys the last one counts."""

    def __init__(self, pairs: _Pairs) -> None:
        super().__init__((key.lower(), value) for key, value in pairs)


def _action(data: Any) -> Action:
    kind = data.get("actiontype")
    lines = data.get("properties")
    if lines is None:
        lines = []
    if not isinstance(lines, list) or not all(isinstance(line, _Object) for line in lines):
        raise _Unreadable
    return Action(
        kind[:1] if isinstance(kind, str) else "",
        [Line(*(_number(line.get(key)) for key in ("x", "y", "cardid", "amount"))) for line in lines],
    )


def _number(value: Any) -> int:
    """A whole number, a fraction truncated towards zero, or either as a string; null counts as 0."""
    if value is None:
        return 0
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value):
            raise _Unreadable
        value = Decimal(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _Unreadable
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise _Unreadable
        if value.adjusted() < 0:
            return 0
        if value.adjusted() >= 100:
            return -_HUGE if value < 0 else _HUGE
    return int(value)


def _integer(digits: str) -> int:
    """A JSON integer, however long."""
    if len(digits) > 100:
        return -_HUGE if digits.startswith("-") else _HUGE
    return int(digits)


def _no_number(word: str) -> None:
    raise _Unreadable(word)


# --- states ---


def state_payload(state: Garden, seat: int, compact: bool = False) -> bytes:
    """What the seat gets when its turn begins, in the original's layout or without white space."""
    data = {
        "tiles": [_tile(state, field, full=False) for field in range(FIELDS)],
        "source": _player(state, state.gardener(seat), full=True),
        "enemy": _player(state, state.gardener(1 - seat), full=False),
        "daysTillRain": int(state.rain_in()),
    }
    if compact:
        return json.dumps(data, separators=(",", ":")).encode("ascii")
    return _laid_out(data, "").encode("ascii")


def _player(state: Garden, gardener: Gardener, full: bool) -> dict[str, Any]:
    return {
        "points": int(gardener.points),
        "gold": int(gardener.gold),
        "fertilizerActive": int(gardener.fert),
        "tiles": [_tile(state, int(field), full) for field in gardener.fields],
        "cards": [{"cardId": card, "owned": int(gardener.stock[card])} for card in CARD_ORDER],
    }


def _tile(state: Garden, field: int, full: bool) -> dict[str, Any]:
    plant = int(state.plants[field])
    return {
        "x": field >> 3,
        "y": field & 7,
        "bIsPlanted": plant != 0,
        "bIsSpecial": bool(state.is_special(field)),
        "plantDTO": _plant(plant, full),
    }


def _plant(plant: int, full: bool) -> dict[str, int]:
    kind = int(kind_of_plant(plant))
    if plant == 0 or not full:
        return {"plantId": kind, "goldWorth": 0, "waterNeeded": 0, "daysToRot": 0}
    dead = is_dead(plant)
    return {
        "plantId": kind,
        "goldWorth": 0 if dead else GOODS[kind].worth,
        "waterNeeded": -1 if dead else int(need_of(plant)),
        "daysToRot": GOODS[kind].life,
    }


def _laid_out(value: Any, indent: str) -> str:
    """JSON as the original prints it: tabs, CRLF, an object on its own line under its key."""
    inner = indent + "\t"
    if isinstance(value, dict):
        lines = []
        for key, held in value.items():
            gap = f"\r\n{inner}" if isinstance(held, dict) else " "
            lines.append(f'{inner}"{key}":{gap}{_laid_out(held, inner)}')
        return "{\r\n" + ",\r\n".join(lines) + f"\r\n{indent}}}"
    if isinstance(value, list):
        if not value:
            return "[]"
        return "[\r\n" + ",\r\n".join(inner + _laid_out(held, inner) for held in value) + f"\r\n{indent}]"
    return json.dumps(value)


# --- the four skeleton bots ---


class Dialect(msgspec.Struct, frozen=True):
    """How one of the skeletons spells its messages, and what it sends by default (part C)."""

    name: str
    team: str
    player: int  # PLAYER_NUM as shipped
    restart_turn: int
    keys: tuple[str, str, str, str, str, str]  # ActionType, Properties, X, Y, CardId, Amount
    spaced: bool  # blanks after colons and commas
    line_end: str
    default: str  # the action as shipped

    def write(self, text: str) -> bytes:
        """A message as it goes over the wire."""
        return (text + self.line_end).encode("utf-8")

    def write_action(self, kind: str, lines: Sequence[Line] | None = ()) -> bytes:
        action, properties, x, y, card, amount = self.keys
        listed = None
        if lines is not None:
            listed = [{x: line.x, y: line.y, card: line.card, amount: line.amount} for line in lines]
        separators = (", ", ": ") if self.spaced else (",", ":")
        return self.write(json.dumps({action: kind, properties: listed}, separators=separators))


_CLASSIC_KEYS: Final = ("ActionType", "Properties", "X", "Y", "CardId", "Amount")

DIALECTS: Final = {
    "python": Dialect(
        "python", "TEAM 1", 1, 3, ("ActionType", "Properties", "X", "Y", "Cardid", "Amount"), True, "", "{}"
    ),
    "java": Dialect(
        "java",
        "Team 1",
        1,
        3,
        ("actionType", "properties", "x", "y", "cardId", "amount"),
        False,
        "\n",
        '{"actionType":"H","properties":null}',
    ),
    "csharp": Dialect(
        "csharp",
        "Team 1",
        1,
        10,
        _CLASSIC_KEYS,
        False,
        "",
        '{"ActionType":"L","Properties":[{"X":1,"Y":1,"CardId":0,"Amount":0}]}',
    ),
    "cpp": Dialect("cpp", "TEAM 1", 2, 10, _CLASSIC_KEYS, False, "", "message"),
}
