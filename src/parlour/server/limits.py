"""Rate limits for guests."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

Now = Callable[[], float]  # monotonic time in seconds


def neighbourhood(address: str) -> str:
    """The addresses that probably belong to one guest: a single one, or with IPv6 a network of 64 bits."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


class Bucket:
    """Tokens that refill steadily; `take` returns whether there was one left."""

    __slots__ = ("at", "burst", "now", "rate", "tokens")

    def __init__(self, rate: float, burst: float, now: Now = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self.tokens = burst
        self.at = now()

    def take(self) -> bool:
        now = self.now()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True

    def give_back(self) -> None:
        self.tokens = min(self.burst, self.tokens + 1.0)


class Buckets:
    """A bucket per key, forgotten when it is full again."""

    def __init__(self, rate: float, burst: float, most: int = 10_000, now: Now = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.now = now
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._forget()
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, self.now)
        return bucket.take()

    def _forget(self) -> None:
        now = self.now()
        full = [k for k, b in self._buckets.items() if b.tokens + (now - b.at) * b.rate >= b.burst]
        for key in full or list(self._buckets)[: self.most // 2]:
            del self._buckets[key]
