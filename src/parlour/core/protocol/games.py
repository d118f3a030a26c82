"""The games of the house, for the lobby, boards and bots."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from parlour.core.clock import Clock
from parlour.core.protocol.json import Json, Options

Schema = Annotated[dict[str, Json], "Schema"]  # JSON Schema


class BoardGuide(msgspec.Struct, frozen=True):
    """The guided first game of an outside board: the address of its steps, and its table."""

    module: str
    preset: str
    seats: int | None


class BoardPage(msgspec.Struct, frozen=True):
    """A page of this game, at an address named after it."""

    module: str
    label: str


class OutsideBoard(msgspec.Struct, frozen=True):
    """What another package's game ships for the browser in its `web` folder; missing parts are empty."""

    module: str = ""  # the addresses of its board and of its picture
    picture: str = ""
    plates: bool = True  # the house draws names and clocks above the board
    sounds: dict[str, list[str]] = {}  # a built-in sound, or an address -> the kinds of events it goes with
    keys: list[tuple[list[str], str]] = []
    texts: dict[str, str] = {}
    guide: BoardGuide | None = None
    page: BoardPage | None = None
    trouble: str = ""  # why the package's board can't be used


class Game(msgspec.Struct, frozen=True):
    """`options` is a JSON Schema. The fields from `data` on are sent only when a single game is requested."""

    name: str
    title: str
    tagline: str
    minutes: int
    version: int
    seats: tuple[int, int]  # minimum and maximum
    default_seats: int
    presets: dict[str, Options]
    preset_words: dict[str, str]  # what each means, in a sentence
    quick: str | None  # the preset for newcomers
    players: list[str]  # the seat words of its house players
    hides: bool  # whether players sharing a screen must look away
    clock: Clock  # its usual clock
    clock_words: str
    options: Schema
    defaults: Options
    puzzles: bool = False  # whether it has any
    board: OutsideBoard | None = None  # if the game comes from another package
    data: Any | UnsetType = UNSET  # what a board needs to draw
    view: Schema | UnsetType = UNSET
    moves: Schema | UnsetType = UNSET
    events: Schema | UnsetType = UNSET


class Rules(msgspec.Struct, frozen=True):
    title: str
    markdown: str
    example: str | None = None  # the puzzle whose position shows most of what there is on the board
