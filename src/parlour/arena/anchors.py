"""Anchors: house players whose place on a game's scale was measured once and never moves.

A game's anchors are in the file `anchors.json` beside its code, with the matches that they were measured by. An anchor
belongs to what a level stands for (`search:iterations=60:temper=28`), not to its name: a level that is tuned anew is
another player, and gets its own place.
"""

from __future__ import annotations

import hashlib
import logging
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from parlour.bots.seat_words import levels_of
from parlour.core.errors import Refused
from parlour.core.files import decode_formatted
from parlour.core.game import AnyGame

FORMAT: Final = 1
FILE: Final = "anchors.json"
HOUSE: Final = "house:"  # begins the name of a house player in the ledger

log = logging.getLogger("parlour")


class Anchor(msgspec.Struct, frozen=True):
    """A player of the house and its points, with half of their 95 % interval as it was measured."""

    word: str  # what it stands for
    points: float
    margin: float


class Rivals(msgspec.Struct, frozen=True):
    """Two players of the house that have met, the one that is meant to be stronger first."""

    upper: str
    lower: str


class MeasuredPair(Rivals, frozen=True):
    """`upper` took this share of its games against `lower`, at a table of two."""

    share: float
    games: int


class Measured(msgspec.Struct, frozen=True):
    """One measurement: when, by which options and rules, and every pair that met."""

    on: str  # the day
    preset: str | None
    version: int  # of the game
    pairs: list[MeasuredPair]


class Anchors(msgspec.Struct, frozen=True):
    game: str
    anchors: list[Anchor] = []
    measured: list[Measured] = []
    parlour: int = FORMAT

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    @property
    def digest(self) -> str:
        """Changes whenever an anchor is added or moved."""
        return hashlib.sha256(msgspec.json.encode(self.anchors)).hexdigest()[:16]


def meaning(game: AnyGame, word: str) -> str:
    """What a house player's seat word stands for: `medium` is `search:iterations=60:temper=28` in Deadwood."""
    return levels_of(game).get(word, word)


def player_of(game: AnyGame, word: str) -> str:
    """The name of a house player in the ledger of rated games."""
    return HOUSE + meaning(game, word)


def decode(data: bytes, source: str) -> Anchors:
    return decode_formatted(data, Anchors, FORMAT, "a file of anchors", source, "bad-anchors")


def place(game: AnyGame) -> Path:
    """Where a game's anchors belong: beside its code."""
    package = type(game).__module__.rpartition(".")[0]
    return Path(str(resources.files(package))) / FILE


@lru_cache(maxsize=64)
def shipped(game: AnyGame) -> Anchors:
    """The anchors that come with a game; none if there is no file."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        data = resources.files(package).joinpath(FILE).read_bytes() if package else None
    except (OSError, ModuleNotFoundError):
        data = None
    if data is not None:
        try:
            return decode(data, f"{game.title}'s {FILE}")
        except Refused as refusal:
            log.warning("%s", refusal.text)
    return Anchors(game.name)
