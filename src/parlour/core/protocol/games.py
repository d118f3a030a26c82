"""The games of the house, as the lobby, a board or a bot needs them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from parlour.core.game import Clock


class Game(msgspec.Struct, frozen=True):
    """`options` is the JSON Schema of what can be chosen. One game alone comes with all that a board or a bot needs."""

    name: str
    title: str
    tagline: str
    minutes: int
    version: int
    seats: tuple[int, int]  # the fewest and the most
    default_seats: int
    presets: dict[str, dict[str, Any]]
    quick: str | None  # the preset that a newcomer plays
    players: list[str]  # the words of its house players
    hides: bool  # whether somebody at the same screen should look away
    clock: Clock
    options: dict[str, Any]
    defaults: dict[str, Any]
    data: Any | UnsetType = UNSET  # what a board needs to draw
    view: dict[str, Any] | UnsetType = UNSET  # JSON Schema, as are moves and events
    moves: dict[str, Any] | UnsetType = UNSET
    events: dict[str, Any] | UnsetType = UNSET


class Rules(msgspec.Struct, frozen=True):
    title: str
    markdown: str
