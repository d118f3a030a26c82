"""The table of events: what can happen, and who may see which parts of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from parlour.core.moves import Field, word
from parlour.core.state import Told

EventJson = dict[str, str | int]

Wanted = tuple[tuple[str, tuple[str, ...]], ...]  # kinds, and the fields of events that say so
Said = tuple[str, int, int, Sequence[str]]  # kind, where the seat is in an event, where the word is, all words

# Events of the house, the same in every game.
LEFT = 63  # a seat gave up or forfeited
MISSED = 62  # a clock ran out

# What an event can open, for logs and replays.
TURN = "turn"
ROUND = "round"
PAUSE = "pause"


class Part(msgspec.Struct, frozen=True):
    """A field of an event. `seen_by` names the fields holding the seats that may see it; empty means everybody."""

    field: Field
    seen_by: tuple[str, ...] = ()


class EventKind(msgspec.Struct, frozen=True):
    name: str
    parts: tuple[Part, ...]
    seen_by: tuple[str, ...] = ()
    reveals: bool = False
    hints: bool = False
    opens: str = ""


def secret(field: Field, *seen_by: str) -> Part:
    """A field that only the seats named by these other fields may see."""
    return Part(field, seen_by)


def event(
    name: str,
    *parts: Field | Part,
    seen_by: Iterable[str] = (),
    reveals: bool = False,
    hints: bool = False,
    opens: str = "",
) -> EventKind:
    """An event kind. With `seen_by`, the other seats do not even learn that it happened.

    `reveals`: it shows something nobody knew, such as the top card of a deck; a preview stops before it.
    `hints`: by the rules, whether it happens depends on something hidden (a die that is rolled only for a hand with a
    crop in it); everybody may draw conclusions from that, though no view records them.
    `opens` tells logs and replays what begins with it: a "turn" of its `seat`, a "round" (or a day), or a "pause", in
    which things happen that nobody does. A round's number is in the field `round`, or in one named after the event.
    """
    shown = tuple(p if isinstance(p, Part) else Part(p) for p in parts)
    return EventKind(name, shown, tuple(seen_by), reveals, hints, opens)


_SEAT = Part(Field("seat", 64))
_HOW = Part(word("how", ("concede", "forfeit")))  # named as in the record
_HOUSE = {LEFT: EventKind("left", (_SEAT, _HOW)), MISSED: EventKind("missed", (_SEAT,))}


class EventTable:
    """All kinds of event in a game, in the order of their numbers.

    A numeric event field may hold any integer: unlike a move, an event is not chosen from a list.
    """

    def __init__(self, *kinds: EventKind) -> None:
        self.kinds = kinds
        for k in kinds:
            names = {p.field.name for p in k.parts}
            if len(k.parts) > 5:
                raise ValueError(f"event {k.name!r} has more than five fields")
            for seen_by in [k.seen_by, *(p.seen_by for p in k.parts)]:
                if not set(seen_by) <= names:
                    raise ValueError(f"event {k.name!r} has no fields {set(seen_by) - names}")
            if k.opens not in ("", TURN, ROUND, PAUSE):
                raise ValueError(f"event {k.name!r} opens {k.opens!r}; it can open a turn, a round or a pause")
            if k.opens == TURN and "seat" not in names:
                raise ValueError(f"event {k.name!r} opens a turn, but has no field 'seat' to say whose")
        if len({k.name for k in kinds}) != len(kinds):
            raise ValueError("two kinds of event share a name")
        for k in kinds:
            if any(k.name == house.name for house in _HOUSE.values()):
                raise ValueError(f"the house itself tells {k.name!r}; a game's event needs another name")
        self._secret = {(k.name, part.field.name) for k in kinds for part in k.parts if part.seen_by}
        self.hints = {k.name for k in kinds if k.hints}
        self.opens = {k.name: k.opens for k in kinds if k.opens}
        self._said: dict[Wanted, dict[int, list[Said]]] = {}
        # One bit for each revealing kind; MISSED is there so that a preview always has a bit.
        self.curtain = sum(2**number for number, k in enumerate(kinds) if k.reveals) | 2**MISSED

    def show(self, told: Told, seat: int | None) -> EventJson | None:
        """The event as `seat` may see it (None: a spectator); None if it may not see it at all."""
        number = int(told[0])
        k = self.kinds[number] if number < len(self.kinds) else _HOUSE.get(number)
        if k is None:
            raise ValueError(f"no kind of event has the number {number}; the table has {len(self.kinds)}")
        values = {p.field.name: int(v) for p, v in zip(k.parts, told[1:], strict=False)}

        def may_see(seen_by: tuple[str, ...]) -> bool:
            return not seen_by or (seat is not None and any(values[name] == seat for name in seen_by))

        if not may_see(k.seen_by):
            return None
        shown: EventJson = {"kind": k.name}
        for part in k.parts:
            if may_see(part.seen_by):
                shown[part.field.name] = part.field.write(values[part.field.name])
        return shown

    def show_all(self, told: Iterable[Told], seat: int | None) -> list[EventJson]:
        return [shown for one in told if (shown := self.show(one, seat)) is not None]

    def said_of_seats(self, wanted: Wanted) -> dict[int, list[Said]]:
        """By number of an event: what it says of a seat, as `words_by_seat` wants it."""
        if wanted not in self._said:
            found: dict[int, list[Said]] = {}
            for number, k in enumerate(self.kinds):
                names = [p.field.name for p in k.parts]
                if "seat" not in names:
                    continue
                for at, part in enumerate(k.parts, start=1):
                    field = part.field
                    kinds = [kind for kind, fields in wanted if f"{k.name}.{field.name}" in fields]
                    if not wanted and field.name == "card":
                        kinds = [f"card {k.name}"]
                    if field.words:
                        said = [(kind, names.index("seat") + 1, at, field.words) for kind in kinds]
                        found.setdefault(number, []).extend(said)
            self._said = {wanted: found}
        return self._said[wanted]

    def is_secret(self, event: EventJson, field: str) -> bool:
        """Whether some who see this event do not see this field."""
        return (event["kind"], field) in self._secret

    def schema(self) -> dict[str, Any]:
        """The JSON schema of an event; fields that some seats may not see are not required."""
        return {
            "oneOf": [
                {
                    "type": "object",
                    "title": k.name,
                    "properties": {
                        "kind": {"const": k.name},
                        **{p.field.name: p.field.schema() if p.field.words else {"type": "integer"} for p in k.parts},
                    },
                    "required": ["kind", *(p.field.name for p in k.parts if not p.seen_by)],
                }
                for k in [*self.kinds, *_HOUSE.values()]
            ]
        }


def words_by_seat(
    table: EventTable, wanted: Mapping[str, Sequence[str]], told: Iterable[Told], seats: int
) -> list[dict[str, set[str]]]:
    """What events say of each seat, in words: by kind, as `wanted` names their fields, such as `planted.card`.

    With nothing wanted, what each kind of event says of the `card` of a `seat`.
    """
    found: list[dict[str, set[str]]] = [{} for _ in range(seats)]
    said = table.said_of_seats(tuple((kind, tuple(fields)) for kind, fields in wanted.items()))
    for one in told:
        for kind, seat_at, word_at, words in said.get(one[0], ()):
            seat, word = one[seat_at], one[word_at]
            if 0 <= seat < seats and 0 <= word < len(words):
                found[seat].setdefault(kind, set()).add(words[word])
    return found


def kinds_by_seat(table: EventTable) -> list[str]:
    """What events say of seats if nothing special is wanted."""
    return sorted({kind for said in table.said_of_seats(()).values() for kind, *_ in said})
