"""A guest's identity: an id signed by the house. No passwords; whoever holds the token is the guest."""

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


class Signer:
    """Signs guests' ids and verifies its own signatures."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, guest: str) -> str:
        return f"{guest}.{self._sign(guest)}"

    def guest(self, token: str) -> str | None:
        """The guest a token belongs to, or None if this house did not sign it."""
        guest, dot, signature = token.partition(".")
        if not dot or not guest or len(token) > 200 or not token.isascii():
            return None
        return guest if hmac.compare_digest(signature, self._sign(guest)) else None

    def _sign(self, guest: str) -> str:
        digest = hmac.new(self._key, b"parlour guest\0" + guest.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()


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
