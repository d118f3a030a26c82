"""Small integer tools for compiled rules: single bits, and moves packed into one integer.

A packed move holds its kind in the lowest 6 bits and up to three fields of 16 bits above it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

KIND_BITS: Final = 6
FIELD_BITS: Final = 16
FIELD_MAX: Final = 65535
KIND_MASK: Final = 63


def bit(n: i64) -> i64:
    """2 to the power n. Use this instead of `1 << n`, which mypyc gets wrong from n = 31 on."""
    one: i64 = 1
    one <<= n
    return one


def has(bits: i64, n: i64) -> bool:
    return (bits >> n) & 1 == 1


def count_bits(bits: i64) -> i64:
    n: i64 = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


def nth_bit(bits: i64, n: i64) -> i64:
    """The number of the bit that has `n` others below it; there must be more than `n`."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    place: i64 = 0
    while (bits >> place) & 1 == 0:
        place += 1
    return place


def pack1(kind: i64, a: i64) -> i64:
    return kind | (a << 6)


def pack2(kind: i64, a: i64, b: i64) -> i64:
    return kind | (a << 6) | (b << 22)


def pack3(kind: i64, a: i64, b: i64, c: i64) -> i64:
    return kind | (a << 6) | (b << 22) | (c << 38)


def kind_of(move: i64) -> i64:
    return move & 63


def first(move: i64) -> i64:
    return (move >> 6) & 65535


def second(move: i64) -> i64:
    return (move >> 22) & 65535


def third(move: i64) -> i64:
    return (move >> 38) & 65535
