"""The games of the house, as the lobby, a board or a bot needs them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from parlour.core.clock import Clock
from parlour.core.protocol.json import Json, Options

Schema = Annotated[dict[str, Json], "Schema"]  # JSON Schema


class BoardGuide(msgspec.Struct, frozen=True):
    """The guided first game of an outside board: the address of its steps, and how its table is laid."""

    module: str
    preset: str
    seats: int | None


class BoardPage(msgspec.Struct, frozen=True):
    """A page that only this game has, at an address like its name."""

    module: str
    label: str


class OutsideBoard(msgspec.Struct, frozen=True):
    """What a game of another package brings for the browser, in its `web` folder; parts that are missing are empty."""

    module: str = ""  # the addresses of its board and of its picture
    picture: str = ""
    plates: bool = True  # the house draws names and clocks above the board
    sounds: dict[str, list[str]] = {}  # a sound of the house, or an address -> the kinds of events it is heard at
    keys: list[tuple[list[str], str]] = []
    texts: dict[str, str] = {}
    guide: BoardGuide | None = None
    page: BoardPage | None = None
    trouble: str = ""  # why there is no board although the package brings one


class Game(msgspec.Struct, frozen=True):
    """`options` is the JSON Schema of what can be chosen. One game alone comes with all that a board or a bot needs."""

    name: str
    title: str
    tagline: str
    minutes: int
    version: int
    seats: tuple[int, int]  # the fewest and the most
    default_seats: int
    presets: dict[str, Options]
    quick: str | None  # the preset that a newcomer plays
    players: list[str]  # the words of its house players
    hides: bool  # whether somebody at the same screen should look away
    clock: Clock  # its own, which a table may have
    clock_words: str
    options: Schema
    defaults: Options
    board: OutsideBoard | None = None  # what it brings for the browser, if another package brings it
    data: Any | UnsetType = UNSET  # what a board needs to draw
    view: Schema | UnsetType = UNSET
    moves: Schema | UnsetType = UNSET
    events: Schema | UnsetType = UNSET


class Rules(msgspec.Struct, frozen=True):
    title: str
    markdown: str
