"""Guests, the state of the house, and refusals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.protocol.tables import Character

GuestKind = Literal["person", "bot"]
Name = Annotated[str, Meta(max_length=200)]


class GuestWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None


class NameWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Guest(msgspec.Struct, frozen=True):
    """`token` is sent only to its owner, on creation or on request."""

    id: str
    name: str
    kind: GuestKind
    token: str | None = None


class GuestWithToken(Guest, frozen=True):
    token: str


class Device(msgspec.Struct, frozen=True):
    """A browser or program where you are signed in; `here`: the one that asks."""

    id: str
    name: str
    created: float
    seen: float
    here: bool


class Passkey(msgspec.Struct, frozen=True):
    """`site` is the host name it is good for."""

    id: str
    name: str
    site: str
    created: float
    used: float


Base64 = Annotated[str, Meta(max_length=20_000)]  # for URLs, without padding


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """Something for a passkey to sign. `user`, `name` and the passkeys that are `known` are for a new one."""

    challenge: str
    site: str
    user: str = ""
    name: str = ""
    known: list[str] = []


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(max_length=1500)]
    client_data: Base64
    attestation: Base64


class PasskeyProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(max_length=1500)]
    client_data: Base64
    authenticator_data: Base64
    signature: Base64


class WaysIn(msgspec.Struct, frozen=True):
    """All that lets somebody in as you. `signed`: a token from before there were devices is valid as well; `phrase`:
    when your recovery phrase was made."""

    devices: list[Device]
    signed: bool
    phrase: float | None
    passkeys: list[Passkey]


class NewCode(msgspec.Struct, frozen=True):
    """A code that lets one more device in as you, once."""

    code: str
    seconds: int


class CodeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]


class NewPhrase(msgspec.Struct, frozen=True):
    """Your recovery phrase; it is told only once."""

    phrase: str


class PhraseWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phrase: Annotated[str, Meta(max_length=200)]


class Refusal(msgspec.Struct, frozen=True):
    """The body of every error: a stable code for programs and a sentence for people."""

    code: str
    error: str
    errors: list[Any] | UnsetType = UNSET  # for a deck: everything that is wrong with it
    notes: list[Any] | UnsetType = UNSET  # for uploaded files: notes on their lines


class Dropped(msgspec.Struct, frozen=True):
    """The name of what was deleted."""

    dropped: str


class HouseFacts(msgspec.Struct, frozen=True):
    """The state of the house: guests at tables, and running games that somebody plays or watches."""

    version: str
    compiled: bool
    guests: int
    tables: int
    characters: list[Character] = []  # the house's own players


class Health(msgspec.Struct, frozen=True):
    status: str
