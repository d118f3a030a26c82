"""Sentences in the second person: you read "You plant Corn", the others read "Juniper plants Corn"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.core.events import EventJson
from parlour.core.game import AnyGame
from parlour.core.match import WENT, Match
from parlour.core.moves import CONCEDE, FORFEIT

_ME = "\ue000"  # stands for the reader while a sentence is built; no name, title or card contains it
_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}


def told(
    game: AnyGame,
    event: EventJson,
    names: Sequence[str],
    seat: int | None,
    options: object,
    you: int | None = None,
) -> str:
    """An event in words, as `seat` may know it, addressing the seat `you`. Empty: not worth a line.

    House entries have the same words in every game.
    """
    if you is not None:
        names = [_ME if other == you else name for other, name in enumerate(names)]
    match event["kind"]:
        case "left":
            said = f"{names[int(event['seat'])]} {WENT[FORFEIT if event['how'] == 'forfeit' else CONCEDE]}."
        case "missed":
            said = f"{names[int(event['seat'])]} ran out of time."
        case _:
            said = game.say_event(event, names, seat, options)
    return said if you is None else to_you(said, _ME)


def told_end(match: Match, names: Sequence[str], you: int | None = None) -> str:
    """Who won and why, addressing the seat `you`."""
    if you is None:
        return match.say_end(names)
    return to_you(match.say_end([_ME if seat == you else name for seat, name in enumerate(names)]), _ME)


def situation(
    game: AnyGame,
    view: object,
    names: Sequence[str],
    seat: int | None,
    options: object,
    you: int | None = None,
) -> str:
    """What a position means to `seat`, addressing the seat `you`."""
    if you is None:
        return game.say_situation(view, names, seat, options)
    called = [_ME if other == you else name for other, name in enumerate(names)]
    return to_you(game.say_situation(view, called, seat, options), _ME)


def to_you(sentence: str, me: str = "You") -> str:
    """Turn a sentence about somebody called `me` into the second person: "You wins" becomes "You win"."""
    name = re.escape(me)
    sentence = in_second_person(sentence, me)
    sentence = re.sub(rf"(?<=[a-z0-9,:;] ){name}(r?)(?!\w)", r"you\1", sentence)
    return re.sub(rf"(?<!\w){name}(r?)(?!\w)", r"You\1", sentence)


def in_second_person(text: str, me: str = "You") -> str:
    """Make verbs and possessives after `me` fit "you"."""
    name = re.escape(me)
    text = re.sub(rf"(?<!\w){name} ([a-z]+s)\b", lambda found: f"{me} {_second_person(found[1])}", text)
    return re.sub(rf"(?<!\w){name}(['’])s(?!\w)", lambda _: f"{me}r", text)


def _second_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "ches", "shes", "xes", "zzes")) else verb[:-1]
