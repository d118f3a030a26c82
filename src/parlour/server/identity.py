"""A guest's identity: no passwords; whoever holds a token is the guest.

A person has a token for each device, of which the house keeps only a hash. A bot has a single token, signed by the
house, so that its owner can look it up again. Guests from before there were devices have such a token too.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from parlour.store import Store, new_id

HOUSE = "house"
NAMES = (  # for guests who do not give one
    "Juniper", "Fenn", "Wren", "Linnet", "Hollis", "Perrin", "Maud", "Aster", "Corin", "Thea", "Ludo", "Nell", "Osric",
    "Pia", "Rowan", "Senna", "Vesper", "Yarrow", "Alder", "Bryony", "Cedric", "Dahlia", "Elowen", "Hazel",
)  # fmt: skip


LONGEST_TOKEN = 200


class Signer:
    """Signs guests' ids and verifies its own signatures. Each further token of a guest has a higher number."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, guest: str, number: int = 0) -> str:
        signed = guest if number == 0 else f"{guest}.{number}"
        return f"{signed}.{self._sign(signed)}"

    def read(self, token: str) -> tuple[str, int] | None:
        """The guest and the number of a token, or None if this house did not sign it."""
        signed, dot, signature = token.rpartition(".")
        if not dot or not readable(token) or not hmac.compare_digest(signature, self._sign(signed)):
            return None
        guest, _, number = signed.partition(".")
        return guest, int(number or 0)

    def seal(self, what: str, text: str) -> str:
        """A hash of something short-lived that nobody without the house's key can find out by trying."""
        return hmac.new(self._key, f"parlour {what}\0{text}".encode(), hashlib.sha256).hexdigest()

    def _sign(self, signed: str) -> str:
        digest = hmac.new(self._key, b"parlour guest\0" + signed.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()


def readable(token: str) -> bool:
    return len(token) <= LONGEST_TOKEN and token.isascii() and token.isprintable()


def new_secret() -> str:
    """A new token for a device."""
    return f"parlour.{secrets.token_urlsafe(32)}"


def token_hash(token: str) -> str:
    """What the house keeps of a device's token. The token is 256 random bits, so a fast hash will do."""
    return hashlib.sha256(token.encode()).hexdigest()


async def kept_secret(store: Store, name: str) -> str:
    """A secret of the house that is made once and kept in the database."""
    await store.save_guest(HOUSE, "The house", "bot")
    kept = await store.save_text(HOUSE, "key", name, secrets.token_hex(32), first=True)
    text = await store.text(kept.hash)
    assert text is not None
    return text.content


async def signer(store: Store, secret: str | None) -> Signer:
    """A signer with the given secret, or with one that is kept in the database."""
    if secret is None:
        secret = await kept_secret(store, "signing")
    return Signer(hashlib.sha256(secret.encode()).digest())


def new_guest_id() -> str:
    return new_id(12)


def some_name() -> str:
    return secrets.choice(NAMES)
