"""What a script without errors means: its effects, its cards, and what each card does."""

from __future__ import annotations

import msgspec

from parlour.games.monogwent.pool import Card
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.problems import Place

Value = int | str | bool


class Effect(msgspec.Struct):
    """A declared effect."""

    name: str
    place: Place
    params: dict[str, str]  # name -> type, in the order of declaration
    action: tree.Action
    number: int
    changes: set[str]  # variables that the action changes
    open: bool = False  # its Params could not be read, so it may have any


class Selector(msgspec.Struct):
    source: str
    single: bool = False
    predicate: tree.Predicate | None = None


class Activation(msgspec.Struct):
    """An entry of OnActivation, or a PostAction."""

    effect: Effect
    arguments: dict[str, Value]
    selector: Selector | None = None
    post: Activation | None = None


class Declared(msgspec.Struct):
    """A card of a script: what is printed, and what it does."""

    card: Card
    activations: list[Activation]
    faction_at: Place


class Meaning(msgspec.Struct):
    """What a script without errors adds to the game."""

    effects: list[Effect]
    cards: list[Declared]
