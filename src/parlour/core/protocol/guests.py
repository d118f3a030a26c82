"""Guests, the state of the house, and refusals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.protocol.programs import ProgramFacts
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


class Me(Guest, frozen=True):
    """`ban` says in a sentence why you can't play here, if so, and until when."""

    ban: str | None = None


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


class Account(msgspec.Struct, frozen=True):
    """By which you come in, at an OpenID provider: its `issuer` is an address."""

    id: str
    issuer: str
    created: float
    used: float


class SignInBegun(msgspec.Struct, frozen=True):
    """Go to `address`, and keep `proof` on this device: whoever comes back with `state` must have it."""

    address: str
    state: str
    proof: str


class SignInAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the provider sent back with you, and what this device has kept."""

    code: Annotated[str, Meta(max_length=4000)]
    state: Annotated[str, Meta(max_length=200)]
    proof: Annotated[str, Meta(max_length=200)]


class SignedIn(GuestWithToken, frozen=True):
    """`linked`: the account was new here and belongs to this guest from now on."""

    linked: bool = False


class WaysIn(msgspec.Struct, frozen=True):
    """All that lets somebody in as you. `signed`: a token from before there were devices is valid as well; `phrase`:
    when your recovery phrase was made."""

    devices: list[Device]
    signed: bool
    phrase: float | None
    passkeys: list[Passkey]
    accounts: list[Account] = []


class PushWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser's push service takes messages for a device, and the keys to encrypt them with."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


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


class PushMessage(msgspec.Struct, frozen=True):
    """What a device shows when it is the guest's turn. A newer message about the same page replaces an older one."""

    title: str
    body: str
    url: str  # the page, from the root of the house: /table/ID


class Dropped(msgspec.Struct, frozen=True):
    """The name of what was deleted."""

    dropped: str


class Announcement(msgspec.Struct, frozen=True):
    """What the host tells everybody; during maintenance, no new game begins. `until` may be open."""

    id: str
    kind: Literal["message", "maintenance"]
    text: str
    until: float | None


class HouseFacts(msgspec.Struct, frozen=True):
    """The state of the house: guests at tables, running games that somebody plays or watches, and announcements."""

    version: str
    compiled: bool
    guests: int
    tables: int
    characters: list[Character] = []  # the house's own players
    announcements: list[Announcement] = []
    programs: ProgramFacts | None = None  # if guests may upload programs
    push_key: str | None = None  # for notifications on devices; None: the house sends none
    oidc: str | None = None  # the name of the OpenID provider by which one can sign in, if there is one


class Health(msgspec.Struct, frozen=True):
    status: str
