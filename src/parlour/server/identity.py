"""A guest's identity: no passwords; whoever holds a token is the guest.

A person has a token for each device, of which the house keeps only a hash. A bot has a single token, signed by the
house, so that its owner can look it up again. Guests from before there were devices have such a token too.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata

from parlour.bots.characters import NAMES as HOUSE_NAMES
from parlour.core.errors import Refused
from parlour.store import Store

HOUSE = "house"
NAMES = (  # for guests who do not give one
    "Juniper", "Fenn", "Wren", "Linnet", "Hollis", "Perrin", "Maud", "Aster", "Corin", "Thea", "Ludo", "Nell", "Osric",
    "Pia", "Rowan", "Senna", "Vesper", "Yarrow", "Alder", "Bryony", "Cedric", "Dahlia", "Elowen", "Hazel",
)  # fmt: skip
_LIKE_THE_HOUSE = re.compile(rf"({'|'.join(HOUSE_NAMES)}) ?\(.*\)", re.IGNORECASE)


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


def device_token(guest: str) -> str:
    """A new token for one of a guest's devices."""
    return f"{guest}.{secrets.token_urlsafe(32)}"


def token_hash(token: str) -> str:
    """What the house keeps of a device's token. The token is 256 random bits, so a fast hash will do."""
    return hashlib.sha256(token.encode()).hexdigest()


async def signer(store: Store, secret: str | None) -> Signer:
    """A signer with the given secret, or with one that is made once and kept in the database."""
    if secret is None:
        await store.save_guest(HOUSE, "The house", "bot")
        kept = await store.save_text(HOUSE, "key", "signing", secrets.token_hex(32), first=True)
        text = await store.text(kept.hash)
        assert text is not None
        secret = text.content
    return Signer(hashlib.sha256(secret.encode()).digest())


def new_guest_id() -> str:
    return secrets.token_urlsafe(12)


def some_name() -> str:
    return secrets.choice(NAMES)


def clean_name(name: str) -> str:
    """A name as it will be shown: one line of 1 to 24 visible characters."""
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(text) <= 24:
        raise Refused("A name must have 1 to 24 characters.", "bad-name")
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in text):
        raise Refused("A name can't contain invisible characters.", "bad-name")
    if _LIKE_THE_HOUSE.fullmatch(text):
        raise Refused("That looks like a house player's name; leave out the brackets.", "bad-name")
    return text
