"""Every word of the language with its help: what an editor completes, and says when somebody points at a word."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from parlour.games.monogwent.pool import POOL, ROWS, TYPES
from parlour.games.monogwent.script import language
from parlour.games.monogwent.script.language import BOOL, CARD, CONTEXT, LIST, NUMBER, PLAYER, PREDICATE, STRING, VOID
from parlour.games.monogwent.script.pictures import PICTURES


class Word(msgspec.Struct, frozen=True):
    """A word, what sort it is, where it stands (an object's or a type's name, or ""), and what it means.

    `insert` is what an editor writes for it: `${}` marks where to go on.
    """

    word: str
    kind: str  # keyword, key, type, member, source, value
    within: str
    detail: str
    help: str
    insert: str = ""


_DECLARATIONS: Final = (
    Word(
        "effect",
        "keyword",
        "",
        "effect { … }",
        "Declares an effect: a name, parameters if it needs some, and what it does. It must stand before the first "
        "card that uses it.",
        'effect {\n    Name: "${}",\n    Action: (targets, context) => {\n    }\n}',
    ),
    Word(
        "card",
        "keyword",
        "",
        "card { … }",
        "Declares a card. It joins the deck of its faction; a Neutral one joins every deck.",
        'card {\n    Type: "Silver", Name: "${}", Faction: "Neutral",\n    Power: 3, Range: ["Melee"]\n}',
    ),
)
_STATEMENTS: Final = (
    ("for", "for unit in targets { … }", "Goes through a list, one card at a time, over a copy made at the start."),
    ("in", "for unit in targets", "Stands between the variable of a for and its list."),
    (
        "while",
        "while (condition) { … }",
        "Repeats as long as the condition is true.",
    ),
    ("if", "if (condition) { … } else { … }", "Does the first part if the condition is true, else the second, if any."),
    ("else", "else { … }", "What an if does when its condition is false."),
    ("true", "Bool", "A condition that always holds."),
    ("false", "Bool", "A condition that never holds."),
)
_KEYS: Final = (
    ("effect", "Name", "String", "What cards call this effect by. Each effect needs a name of its own."),
    ("effect", "Params", "{ Amount: Number }", "Values that each card gives: Number, String or Bool. Optional."),
    (
        "effect",
        "Action",
        "(targets, context) => { … }",
        "What happens. The first word is the list of chosen cards, the second the game; call them as you like.",
    ),
    ("card", "Type", "String", "Silver, Gold, Decoy, Weather, Dispel, Boost or Leader."),
    ("card", "Name", "String", "What is printed on top. No two cards share a name, built-in ones included."),
    ("card", "Faction", "String", "Whose deck it joins: a faction with a leader, or Neutral for every deck."),
    ("card", "Power", "Number", "0 to 99 for silver and gold units; the others have none."),
    ("card", "Range", '["Melee", "Siege"]', "The rows it may be played in."),
    (
        "card",
        "OnActivation",
        "[ { Effect: … } ]",
        "What it does when it is played (or the leader is used): up to 16 entries, in order.",
    ),
    ("card", "Description", "String", "A line of your own below what it does, in italics. Optional."),
    ("card", "Image", "String", "Its picture, by name. Without it the house chooses one that fits the name."),
    ("activation", "Effect", '"Name" or { Name: "Name", Amount: 2 }', "Which effect, with a value for each parameter."),
    ("activation", "Selector", "{ Source: … }", "Which cards it is for. Without it the list of targets is empty."),
    ("activation", "PostAction", "{ Type: … }", "What follows, on the same cards or on others. Up to 8 deep."),
    ("selector", "Source", "String", "Where to look for cards, such as field or otherHand."),
    ("selector", "Single", "Bool", "true: only the first card that fits, the oldest or lowest one."),
    ("selector", "Predicate", "(unit) => condition", "Which of them: those for which the condition is true."),
    ("postAction", "Type", "String", "The name of the effect that follows; its parameters stand beside it."),
    ("postAction", "Effect", '"Name" or { Name: "Name", Amount: 2 }', "The same in the other way of writing it."),
    ("postAction", "Selector", "{ Source: … }", "Other cards, or a choice among the parent's. Optional."),
    ("postAction", "PostAction", "{ Type: … }", "And then?"),
)
_TYPES: Final = (
    (NUMBER, "A whole number, up to a thousand million either way."),
    (STRING, 'Text in quotes. "@" joins two, "@@" puts a blank between.'),
    (BOOL, "true or false."),
    (CARD, "One card of the game, wherever it lies."),
    (LIST, "Cards in order, the bottom or oldest first."),
    (PLAYER, "You or your rival."),
    (CONTEXT, "The game as seen by whoever played the card."),
)
_CARD_TYPES: Final = {
    "Silver": "A unit. Boosts, weather and effects change what it counts.",
    "Gold": "A hero: nothing changes or moves it while it stands on a field.",
    "Decoy": "Takes the place of a silver unit, which goes back to the hand.",
    "Weather": "Silver units of one row, on both sides, count 1 at most.",
    "Dispel": "Clears weather: all of it, or in one of its rows.",
    "Boost": "Silver units in one row of yours count 1 more.",
    "Leader": "Stands beside the table; its effect is used once a game. Every faction needs exactly one.",
}
_ROWS: Final = {
    "Melee": "The row next to the middle.",
    "Ranged": "The row between the other two.",
    "Siege": "The outermost row.",
}
_SOURCES: Final = {
    "hand": "Your hand.",
    "otherHand": "The rival's hand.",
    "deck": "Your deck, its bottom card first.",
    "otherDeck": "The rival's deck, its bottom card first.",
    "field": "Your field in the order of placement. The card just played is the last.",
    "otherField": "The rival's field in the order of placement.",
    "graveyard": "Your graveyard, the oldest card first.",
    "otherGraveyard": "The rival's graveyard, the oldest card first.",
    "board": "Both fields, yours first.",
    "parent": "Only in a PostAction: the cards of the effect before.",
}


def _members() -> list[Word]:
    words = []
    for type, members in language.MEMBERS.items():
        for member in members.values():
            gives = "" if member.type == VOID else f": {member.type}"
            detail, insert = f"{member.name}{gives}", ""
            if member.arguments is not None:
                given = ["(card) => …" if one == PREDICATE else one.lower() for one in member.arguments]
                detail = f"{member.name}({', '.join(given)}){gives}"
                inside = "(card) => ${}" if PREDICATE in member.arguments else "${}" if member.arguments else ""
                insert = f"{member.name}({inside})"
            words.append(Word(member.name, "member", type, detail, _sentence(member.help), insert))
    return words


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


@cache
def lexicon() -> list[Word]:
    """All words; those of the built-in factions and cards come from the pool."""
    words = list(_DECLARATIONS)
    words += [Word(word, "keyword", "action", detail, help) for word, detail, help in _STATEMENTS]
    words += [Word(key, "key", within, detail, help, f"{key}: ") for within, key, detail, help in _KEYS]
    words += [Word(type, "type", "", type, help) for type, help in _TYPES]
    words += _members()
    words += [Word(one, "value", "Type", "card type", _CARD_TYPES[one]) for one in TYPES]
    words += [Word(one, "value", "Range", "row", _ROWS[one]) for one in ROWS]
    words += [Word(one, "value", "Source", "source", _SOURCES[one]) for one in language.SOURCES]
    words += [
        Word(one, "value", "Image", "picture", f"A picture: {one.rstrip('-1').replace('-', ' ')}.") for one in PICTURES
    ]
    words += [
        Word(faction, "value", "Faction", "faction", POOL.mottos.get(faction, ""))
        for faction in ("Neutral", *POOL.factions)
    ]
    return words
