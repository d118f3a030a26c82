"""The key to the host's page. It is derived from the house's secret, so that nothing has to be kept that opens it."""

from __future__ import annotations

import hmac

from parlour.server.identity import Signer
from parlour.server.ways_back import CODE_SIGNS

LENGTH = 25  # signs of five bits: 125 bits
GROUP = 5
SESSION_SECONDS = 12 * 3600.0
SESSION = "host"  # what a session's token begins with


def key_of(signer: Signer, number: int) -> str:
    """The key with this number: it is renewed by taking the next one."""
    left = int(signer.seal("host key", str(number)), 16)
    signs = ""
    for _ in range(LENGTH):
        left, digit = divmod(left, len(CODE_SIGNS))
        signs += CODE_SIGNS[digit]
    return "-".join(signs[first : first + GROUP] for first in range(0, LENGTH, GROUP))


def read_key(typed: str) -> str:
    """A key as it was made, however it is typed."""
    signs = "".join(typed.split()).replace("-", "").upper().translate(str.maketrans("OIL", "011"))
    return "-".join(signs[first : first + GROUP] for first in range(0, len(signs), GROUP))


def fits(signer: Signer, number: int, shown: str, now: float) -> bool:
    """Whether this is the key or a session's token that is still valid. Takes equally long for all wrong keys."""
    if shown.startswith(f"{SESSION}."):
        _, _, rest = shown.partition(".")
        until, _, seal = rest.partition(".")
        real = _seal(signer, number, until)
        return hmac.compare_digest(seal.encode(), real.encode()) and float(until) > now
    return hmac.compare_digest(read_key(shown).encode(), key_of(signer, number).encode())


def session(signer: Signer, number: int, now: float) -> tuple[str, float]:
    """A token that stands for the key for half a day, and until when exactly."""
    until = str(int(now + SESSION_SECONDS))
    return f"{SESSION}.{until}.{_seal(signer, number, until)}", float(until)


def _seal(signer: Signer, number: int, until: str) -> str:
    return signer.seal("host session", f"{number} {until}")
