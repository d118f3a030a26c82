"""How much one guest may ask for."""

from __future__ import annotations

import time


class Bucket:
    """Tokens that refill steadily: `take` tells whether there was one left."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True

    def give_back(self) -> None:
        self.tokens = min(self.burst, self.tokens + 1.0)


class Buckets:
    """A bucket for each key, forgotten when it is full again."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._forget()
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        return bucket.take()

    def _forget(self) -> None:
        now = time.monotonic()
        full = [k for k, b in self._buckets.items() if b.tokens + (now - b.at) * b.rate >= b.burst]
        for key in full or list(self._buckets)[: self.most // 2]:
            del self._buckets[key]
