"""Who guests are, how the house is doing, and how it says no."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

GuestKind = Literal["person", "bot"]
Name = Annotated[str, Meta(max_length=200)]


class GuestWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None


class NameWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Guest(msgspec.Struct, frozen=True):
    """`token` is told to its owner alone, when it is made or asked for again."""

    id: str
    name: str
    kind: GuestKind
    token: str | None = None


class Refusal(msgspec.Struct, frozen=True):
    """The body of every answer with an error: a stable word for programs and a sentence for people."""

    code: str
    error: str
    errors: list[Any] | UnsetType = UNSET  # with a deck: everything that is wrong with it
    notes: list[Any] | UnsetType = UNSET  # with somebody's own files: what is to be said about their lines


class Dropped(msgspec.Struct, frozen=True):
    """The name of what was thrown away."""

    dropped: str


class HouseFacts(msgspec.Struct, frozen=True):
    """How the house is doing: guests at tables, and games that are played and looked at."""

    version: str
    compiled: bool
    guests: int
    tables: int


class Health(msgspec.Struct, frozen=True):
    status: str
