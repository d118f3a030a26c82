"""The secret seed of a match: 128 bits, committed to before the first move and shown after the last."""

from __future__ import annotations

import hashlib
import secrets
import struct

from parlour.core.dice import Dice
from parlour.core.errors import Refused

_WORDS = struct.Struct("<4I")


class Seed:
    """Sixteen secret bytes. Printing a seed shows only its promise, so no log can give it away."""

    __slots__ = ("_bytes",)

    def __init__(self, data: bytes) -> None:
        if len(data) != 16:
            raise Refused(f"A seed must have 16 bytes, not {len(data)}.", "bad-seed")
        self._bytes = data

    @classmethod
    def fresh(cls) -> Seed:
        return cls(secrets.token_bytes(16))

    @classmethod
    def parse(cls, text: str) -> Seed:
        """A seed from 32 hexadecimal digits, or from a whole number that a person typed."""
        word = text.strip().lower()
        if len(word) == 32 and all(c in "0123456789abcdef" for c in word):
            return cls(bytes.fromhex(word))
        if word.isascii() and word.isdigit() and len(word) < 32:
            return cls(int(word).to_bytes(16, "big"))
        raise Refused(f"A seed must be a whole number or 32 hexadecimal digits, not {text[:40]!r}.", "bad-seed")

    @property
    def hex(self) -> str:
        return self._bytes.hex()

    @property
    def promise(self) -> str:
        """The SHA-256 of the seed: shown before the first move, so that anybody can check it after the last."""
        return hashlib.sha256(self._bytes).hexdigest()

    def child(self, number: int) -> Seed:
        """The seed of the numbered game in a series."""
        return Seed(hashlib.sha256(b"parlour child\0" + self._bytes + number.to_bytes(8, "big")).digest()[:16])

    def dice(self, purpose: str) -> Dice:
        """The dice for one purpose: the first four little-endian words of sha-256("parlour dice", seed, purpose).

        Every ply of a match has its own dice (`ply 0` is the set-up), so the rolls of one ply reveal nothing about the
        next, although the generator itself is predictable.
        """
        digest = hashlib.sha256(b"parlour dice\0" + self._bytes + purpose.encode()).digest()
        return Dice(*_WORDS.unpack_from(digest))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        return f"Seed(promise {self.promise[:12]}…)"
