"""The types and members of the language (sections 3 and 5): all that a script can name."""

from __future__ import annotations

from typing import Final

import msgspec

NUMBER: Final = "Number"
STRING: Final = "String"
BOOL: Final = "Bool"
CARD: Final = "Card"
LIST: Final = "List"
PLAYER: Final = "Player"
CONTEXT: Final = "Context"
VOID: Final = "Void"
PREDICATE: Final = "Predicate"
UNKNOWN: Final = ""  # the type of something that already has an error

PARAM_TYPES: Final = (NUMBER, STRING, BOOL)
COMPARABLE: Final = (NUMBER, STRING, BOOL, CARD, PLAYER)

SOURCES: Final = (
    "hand",
    "otherHand",
    "deck",
    "otherDeck",
    "field",
    "otherField",
    "graveyard",
    "otherGraveyard",
    "board",
    "parent",
)
CARD_KEYS: Final = ("Type", "Name", "Faction", "Power", "Range", "OnActivation", "Description", "Image")
NOT_ON_BOARD: Final = ("Push", "Add", "SendBottom", "Shuffle")  # the Board is a view: they fail with R09
FORBIDDEN_PARAMS: Final = ("Name", "Type", "Effect", "Selector", "PostAction")


class MemberKind(msgspec.Struct, frozen=True):
    """A member: its name, its type, and for a method the types of its arguments."""

    name: str
    type: str
    arguments: tuple[str, ...] | None = None
    changes: bool = False  # so a predicate can't call it


def _members(*members: MemberKind) -> dict[str, MemberKind]:
    return {member.name.lower(): member for member in members}


_ZONES: Final = ("Hand", "Deck", "Field", "Graveyard")

MEMBERS: Final[dict[str, dict[str, MemberKind]]] = {
    CONTEXT: _members(
        MemberKind("TriggerPlayer", PLAYER),
        MemberKind("OtherPlayer", PLAYER),
        MemberKind("Board", LIST),
        *(MemberKind(zone, LIST) for zone in _ZONES),
        *(MemberKind(f"{zone}OfPlayer", LIST, (PLAYER,)) for zone in _ZONES),
    ),
    CARD: _members(
        *(MemberKind(name, STRING) for name in ("Name", "Faction", "Type", "Range")),
        MemberKind("Power", NUMBER),
        MemberKind("Owner", PLAYER),
    ),
    LIST: _members(
        MemberKind("Find", LIST, (PREDICATE,)),
        *(MemberKind(name, VOID, (CARD,), changes=True) for name in ("Push", "Add", "SendBottom")),
        MemberKind("Pop", CARD, (), changes=True),
        MemberKind("Remove", VOID, (CARD,), changes=True),
        MemberKind("Shuffle", VOID, (), changes=True),
        MemberKind("Count", NUMBER),
    ),
}
