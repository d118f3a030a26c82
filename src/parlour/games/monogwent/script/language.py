"""The types and members of the language (sections 3 and 5): the only things a script can name."""

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
UNKNOWN: Final = ""  # the type of something that was wrong already

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
NOT_ON_BOARD: Final = ("Push", "Add", "SendBottom", "Shuffle")  # the Board is a view: they stop with R09
FORBIDDEN_PARAMS: Final = ("Name", "Type", "Effect", "Selector", "PostAction")


class MemberKind(msgspec.Struct, frozen=True):
    """A member: its name, the type it gives, and for a method the types of its arguments."""

    name: str
    type: str
    arguments: tuple[str, ...] | None = None
    changes: bool = False  # not for predicates
    help: str = ""


def _members(*members: MemberKind) -> dict[str, MemberKind]:
    return {member.name.lower(): member for member in members}


MEMBERS: Final[dict[str, dict[str, MemberKind]]] = {
    CONTEXT: _members(
        MemberKind("TriggerPlayer", PLAYER, help="who played the card or used the leader"),
        MemberKind("OtherPlayer", PLAYER, help="the rival"),
        MemberKind("Board", LIST, help="units and decoys of both fields, yours first"),
        MemberKind("Hand", LIST, help="your hand"),
        MemberKind("Deck", LIST, help="your deck, its top card last"),
        MemberKind("Field", LIST, help="your field in order of placement"),
        MemberKind("Graveyard", LIST, help="your graveyard, its top card last"),
        MemberKind("HandOfPlayer", LIST, (PLAYER,), help="the hand of a player"),
        MemberKind("DeckOfPlayer", LIST, (PLAYER,), help="the deck of a player"),
        MemberKind("FieldOfPlayer", LIST, (PLAYER,), help="the field of a player"),
        MemberKind("GraveyardOfPlayer", LIST, (PLAYER,), help="the graveyard of a player"),
    ),
    CARD: _members(
        MemberKind("Name", STRING, help="the printed name"),
        MemberKind("Faction", STRING, help="the printed faction"),
        MemberKind("Type", STRING, help='"Silver", "Gold", "Decoy", "Weather", "Dispel", "Boost" or "Leader"'),
        MemberKind("Range", STRING, help='its rows: "Melee, Siege"'),
        MemberKind("Power", NUMBER, help="current power, without boost and weather"),
        MemberKind("Owner", PLAYER, help="whose deck it began in"),
    ),
    LIST: _members(
        MemberKind("Find", LIST, (PREDICATE,), help="the cards for which the predicate is true"),
        MemberKind("Push", VOID, (CARD,), True, "put a card on top"),
        MemberKind("Add", VOID, (CARD,), True, "put a card on top"),
        MemberKind("SendBottom", VOID, (CARD,), True, "put a card at the bottom"),
        MemberKind("Pop", CARD, (), True, "take off the top card"),
        MemberKind("Remove", VOID, (CARD,), True, "take a card out"),
        MemberKind("Shuffle", VOID, (), True, "random order"),
        MemberKind("Count", NUMBER, help="how many cards"),
    ),
}
