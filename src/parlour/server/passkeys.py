"""Passkeys (WebAuthn): a device proves that it holds a key which never leaves it, and only for our own pages.

A challenge is kept in the store, for one answer within five minutes, so any process may hear it. What is checked of an
answer (type, challenge, origin, site, signature, counter) is up to the `webauthn` package.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
import logging
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parlour.core.errors import Refused
from parlour.core.protocol import NewPasskey, PasskeyChallenge, PasskeyProof
from parlour.server.websocket import own_page
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.auth import AnyRequest
    from parlour.server.house import House

log = logging.getLogger("parlour.server")
CHALLENGE_SECONDS = 300.0
NEW, PROOF = "passkey-new", "passkey-proof"  # what a challenge is for
MOST_PASSKEYS = 20  # per guest


@dataclass(frozen=True)
class Site:
    """Where a page comes from: its origin, and the host name to which its passkeys belong."""

    origin: str
    name: str


def site_of(request: AnyRequest, house: House) -> Site:
    """The site of the page that asks; refused if browsers would not let it use passkeys, or if it is not ours."""
    page = own_page(request, house.settings, "Passkeys need", "no-passkeys")
    name = page.hostname or ""
    if is_address(name):
        raise Refused("Passkeys need a host name, and this house was opened by its IP address.", "no-passkeys")
    if page.scheme != "https" and name != "localhost" and not name.endswith(".localhost"):
        raise Refused("Passkeys need an address that begins with https.", "no-passkeys")
    return Site(page.geturl(), name)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def challenge(house: House, site: Site, guest: rows.Guest | None) -> PasskeyChallenge:
    """Something to sign: for a guest's new passkey, or for whoever comes in by one."""
    _package()
    text, now = _encode(secrets.token_bytes(32)), house.time.date()
    kind = PROOF if guest is None else NEW
    sealed = house.signer.seal(kind, text)
    await house.store.make_code(kind, sealed, guest.id if guest else None, now + CHALLENGE_SECONDS, now)
    if guest is None:
        return PasskeyChallenge(text, site.name)
    known = [one.id for one in (await house.store.ways_in(guest.id)).passkeys]
    if len(known) >= MOST_PASSKEYS:
        raise Refused(f"You have {MOST_PASSKEYS} passkeys; remove one first.", "too-many")
    return PasskeyChallenge(text, site.name, _encode(guest.id.encode()), guest.name, known)


async def register(house: House, site: Site, guest: rows.Guest, new: NewPasskey, name: str) -> None:
    """Keep a guest's new passkey."""
    answered = await _answered(house, NEW, new.client_data, guest.id)
    response = {"clientDataJSON": new.client_data, "attestationObject": new.attestation}
    made = await _verify(_package().verify_registration_response, site, answered, _credential(new.id, response))
    key, id = _encode(made.credential_public_key), _encode(made.credential_id)
    if not await house.store.add_passkey(id, guest.id, site.name, key, made.sign_count, name, house.time.date()):
        raise Refused("This passkey is already in use.", "exists")


async def by_passkey(house: House, site: Site, proof: PasskeyProof, device: str) -> tuple[rows.Guest, str]:
    """The guest to whom this passkey belongs, and a token for the device."""
    answered = await _answered(house, PROOF, proof.client_data, None)
    known = proof.id.isascii() and proof.id.isprintable() and proof.id
    passkey = await house.store.passkey(proof.id) if known else None
    if passkey is None or passkey.site != site.name:
        raise Refused("Nobody here has this passkey any more.", "bad-passkey")
    response = {
        "clientDataJSON": proof.client_data,
        "authenticatorData": proof.authenticator_data,
        "signature": proof.signature,
    }
    used = await _verify(
        _package().verify_authentication_response,
        site,
        answered,
        _credential(proof.id, response),
        credential_public_key=_decode(passkey.public_key),
        credential_current_sign_count=passkey.uses,
    )
    if not await house.store.use_passkey(passkey.id, used.new_sign_count, house.time.date()):
        raise Refused("This passkey was removed, or it is a copy.", "bad-passkey")
    guest = await house.store.guest(passkey.guest)
    assert guest is not None
    return guest, await house.selves.add_device(guest, device)


async def _answered(house: House, kind: str, client_data: str, guest: str | None) -> bytes:
    """The challenge that an answer says it answers, if it is one of ours and nobody has answered it yet."""
    try:
        text = str(json.loads(_decode(client_data))["challenge"])
        answered = _decode(text)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("This is not a passkey's answer.", "bad-passkey") from None
    sealed = house.signer.seal(kind, _encode(answered))
    if not await house.store.take_challenge(kind, sealed, guest, house.time.date()):
        raise Refused("This has already been answered, or the answer came too late; try again.", "bad-passkey")
    return answered


async def _verify(verify: Any, site: Site, challenge: bytes, credential: dict[str, Any], **known: Any) -> Any:
    expected = {
        "expected_challenge": challenge,
        "expected_rp_id": site.name,
        "expected_origin": site.origin,
    }
    try:
        return await asyncio.to_thread(verify, credential=credential, **expected, **known)
    except Exception as error:  # whatever may be wrong with what somebody sent
        log.info("a passkey was refused: %s", type(error).__name__)
        raise Refused("This passkey does not match.", "bad-passkey") from None


def _package() -> Any:
    try:
        import webauthn
    except ImportError:
        raise Refused(
            "This house has no passkeys: its host would have to install parlour[passkeys].", "no-passkeys"
        ) from None
    return webauthn


def _credential(id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
