"""Ways back to a self on another device: a code that is good for ten minutes, a phrase that is good for years."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.server.identity import kept_secret
from parlour.server.limits import Bucket, Buckets, neighbourhood
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House

CODE_SECONDS = 600.0
CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U: nobody mistakes them for others
CODE_LENGTH = 8  # 40 bits
PHRASE_LENGTH = 8  # words of 9.5 bits: 76 bits
TRIES_PER_MINUTE = 10  # codes, phrases and passkeys from one address
ALL_TRIES_PER_MINUTE = 300  # from all addresses together, for those who have many


class WaysBack:
    """Codes and phrases of one process. What is valid is in the store, so any process will do."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._tries = Buckets(TRIES_PER_MINUTE / 60, TRIES_PER_MINUTE, now=house.time.now)
        self._all_tries = Bucket(ALL_TRIES_PER_MINUTE / 60, ALL_TRIES_PER_MINUTE, now=house.time.now)
        self._made = Buckets(TRIES_PER_MINUTE / 60, TRIES_PER_MINUTE, now=house.time.now)  # phrases
        self._one_at_a_time = asyncio.Semaphore(1)  # a slow hash takes 16 MB and all of a core
        self._salt: bytes | None = None

    def try_from(self, address: str) -> None:
        """Somebody tries to come in; refused if there were too many tries lately."""
        if not self._tries.take(neighbourhood(address)):
            raise Refused("Too many tries from your address; wait a minute.", "too-many")
        if not self._all_tries.take():
            raise Refused("Too many people are trying this at once; wait a minute.", "too-many")

    # --- codes ---

    async def make_code(self, guest: rows.Guest) -> str:
        """A code that lets one more device in, once, for ten minutes. An earlier one ends."""
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        now = self.house.time.date()
        await self.house.store.make_code("device", self._seal(code), guest.id, now + CODE_SECONDS, now)
        return f"{code[:4]}-{code[4:]}"

    async def by_code(self, code: str, address: str, device: str) -> tuple[rows.Guest, str]:
        """The guest who made this code, and a token for the device."""
        self.try_from(address)
        read = read_code(code)
        found = None if read is None else await self.house.selves.by_code(self._seal(read), device)
        if found is None:
            raise Refused(
                "This code is not valid: it may be mistyped, used already, or older than ten minutes. Make a new one "
                "on the other device.",
                "bad-code",
            )
        return found

    def _seal(self, code: str) -> str:
        return self.house.signer.seal("code", code)

    # --- phrases ---

    async def make_phrase(self, guest: rows.Guest, address: str) -> str:
        """A recovery phrase, instead of an earlier one. It is told once; only a slow hash of it is kept."""
        if not self._made.take(neighbourhood(address)):
            raise Refused("Too many recovery phrases from your address; wait a minute.", "too-many")
        phrase = " ".join(secrets.choice(words()) for _ in range(PHRASE_LENGTH))
        await self.house.store.save_phrase(guest.id, await self._slow_hash(phrase), self.house.time.date())
        return phrase

    async def forget_phrase(self, guest: rows.Guest) -> None:
        await self.house.store.save_phrase(guest.id, None, self.house.time.date())

    async def by_phrase(self, phrase: str, address: str, device: str) -> tuple[rows.Guest, str]:
        """The guest with this recovery phrase, and a token for the device."""
        self.try_from(address)
        read = read_phrase(phrase)
        guest = await self.house.store.guest_by_phrase(await self._slow_hash(read))
        if guest is None:
            raise Refused("Nobody here has this recovery phrase. Check the words and their order.", "bad-phrase")
        return guest, await self.house.selves.add_device(guest, device)

    async def _slow_hash(self, phrase: str) -> str:
        """Takes long enough that nobody tries many. The salt is the house's, so that a phrase is found by its hash;
        that is no worse here than one for each guest, because nobody chooses a phrase: all are random."""
        if self._salt is None:
            self._salt = (await kept_secret(self.house.store, "phrases")).encode()
        async with self._one_at_a_time:
            return await asyncio.to_thread(slow_hash, phrase, self._salt)


def slow_hash(phrase: str, salt: bytes) -> str:
    return hashlib.scrypt(phrase.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32).hex()


def read_code(typed: str) -> str | None:
    """A code as it was made, however it is typed; None if it can't be one."""
    signs = "".join(typed.split()).replace("-", "").upper().translate(str.maketrans("OIL", "011"))
    fits = len(signs) == CODE_LENGTH and all(sign in CODE_SIGNS for sign in signs)
    return signs if fits else None


@cache
def words() -> tuple[str, ...]:
    """The words that phrases are made of."""
    text = resources.files("parlour.server").joinpath("phrase_words.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.split("\n") if line and not line.startswith("#"))


@cache
def _by_start() -> dict[str, str]:
    return {word[:4]: word for word in words()}


def read_phrase(typed: str) -> str:
    """A phrase as it was made; the first four letters of each word are enough."""
    told = typed.replace(",", " ").split()
    if len(told) != PHRASE_LENGTH:
        raise Refused(f"A recovery phrase has {PHRASE_LENGTH} words, not {len(told)}.", "bad-phrase")
    return " ".join(_read_word(word.casefold()) for word in told)


def _read_word(word: str) -> str:
    found = _by_start().get(word[:4])
    if found is not None and found.startswith(word):
        return found
    raise Refused(
        f"{word[:20]!r} is not a word of any recovery phrase.{did_you_mean(word[:20], words())}", "bad-phrase"
    )
