"""All randomness in the house: xoshiro128++ on 32-bit words, the same stream on every machine, forever."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.pickling import taken_apart

MASK: Final = 0xFFFFFFFF
WORDS: Final = 0x100000000


class OutOfDice(Exception):
    """These dice cannot roll, or have no prepared roll left."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A stream of fair rolls from four 32-bit words, not all zero."""

    def __init__(self, s0: i64, s1: i64, s2: i64, s3: i64) -> None:
        self.s0: i64 = s0 & MASK
        self.s1: i64 = s1 & MASK
        self.s2: i64 = s2 & MASK
        self.s3: i64 = s3 & MASK
        if self.s0 | self.s1 | self.s2 | self.s3 == 0:
            self.s0 = 1

    def next32(self) -> i64:
        """The next word, uniform over 0 .. 2**32 - 1."""
        s0 = self.s0
        s1 = self.s1
        s2 = self.s2
        s3 = self.s3
        total = (s0 + s3) & MASK
        result = ((((total << 7) & MASK) | (total >> 25)) + s0) & MASK
        t = (s1 << 9) & MASK
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        self.s0 = s0
        self.s1 = s1
        self.s2 = s2
        self.s3 = ((s3 << 11) & MASK) | (s3 >> 21)
        return result

    def below(self, n: i64) -> i64:
        """Uniform over 0 .. n - 1, without bias, for 1 <= n < 2**31. `below(1)` is 0 and draws nothing."""
        if n <= 1:
            return 0
        product = self.next32() * n
        low = product & MASK
        if low < n:
            unfair = (WORDS - n) % n
            while low < unfair:
                product = self.next32() * n
                low = product & MASK
        return product >> 32

    def roll(self, sides: i64) -> i64:
        """One die: uniform over 1 .. sides."""
        return self.below(sides) + 1

    def shuffle(self, things: list[i64]) -> None:
        """Every order equally likely: for i from the last place down to 1, swap i with `below(i + 1)`."""
        i: i64 = len(things) - 1
        while i > 0:
            j = self.below(i + 1)
            held: i64 = things[i]
            things[i] = things[j]
            things[j] = held
            i -= 1

    def fork(self) -> Dice:
        """New dice whose stream starts from four words of this one."""
        return Dice(self.next32(), self.next32(), self.next32(), self.next32())

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self)


class LoadedDice(Dice):
    """Dice that give the listed results of `below`, in order: for tests and worked examples."""

    def __init__(self, results: list[i64]) -> None:
        super().__init__(1, 2, 3, 4)
        self.results: list[i64] = list(results)
        self.used: i64 = 0

    def below(self, n: i64) -> i64:
        if n <= 1:
            return 0
        if self.used >= len(self.results):
            raise OutOfDice(f"a roll below {n} was requested, but only {self.used} were prepared")
        result: i64 = self.results[self.used]
        self.used += 1
        if result < 0 or result >= n:
            raise OutOfDice(f"roll {self.used} was prepared as {result}, but must be below {n}")
        return result


class NoDice(Dice):
    """Dice that refuse to roll: play with them to see how far a move goes without luck."""

    def __init__(self) -> None:
        super().__init__(1, 2, 3, 4)

    def below(self, n: i64) -> i64:
        if n <= 1:
            return 0
        raise OutOfDice("the dice decide what happens next")
