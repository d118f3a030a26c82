"""The operators (section 3), with the limits at run time."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from parlour.games.monogwent.script.budget import STEPS, WORK
from parlour.games.monogwent.script.problems import Place

MOST: Final = 1_000_000_000
LONGEST: Final = 1000

MESSAGES: Final = {
    "R01": f"more than {STEPS} steps or {WORK} operations",
    "R02": "Pop from an empty list",
    "R03": "index out of range",
    "R04": "division by zero",
    "R05": "negative exponent",
    "R06": "number out of range",
    "R07": "string too long",
    "R08": "this card can't be placed on a field",
    "R09": "not possible on the Board",
    "R10": "list longer than 200 cards",
}


class Stopped(Exception):
    """An effect fails."""

    def __init__(self, code: str, place: Place, message: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.message = message or MESSAGES[code]


def in_range(number: int, place: Place) -> int:
    if -MOST <= number <= MOST:
        return number
    raise Stopped("R06", place)


def negate(number: int, place: Place) -> int:
    return in_range(-number, place)


def add(a: int, b: int, place: Place) -> int:
    return in_range(a + b, place)


def subtract(a: int, b: int, place: Place) -> int:
    return in_range(a - b, place)


def multiply(a: int, b: int, place: Place) -> int:
    return in_range(a * b, place)


def divide(a: int, b: int, place: Place) -> int:
    """Round toward zero."""
    if b == 0:
        raise Stopped("R04", place)
    quotient = abs(a) // abs(b)
    return in_range(quotient if (a < 0) == (b < 0) else -quotient, place)


def power(a: int, b: int, place: Place) -> int:
    if b < 0:
        raise Stopped("R05", place)
    if abs(a) <= 1:
        return a if b % 2 else a * a if b else 1
    if b * (abs(a).bit_length() - 1) > 30:  # at least 2^31: not worth computing
        raise Stopped("R06", place)
    return in_range(a**b, place)


OPERATIONS: Final[dict[str, Callable[[int, int, Place], int]]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "^": power,
}
COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def join(a: int | str, b: int | str, blank: str, place: Place) -> str:
    text = f"{a}{blank}{b}"
    if len(text) > LONGEST:
        raise Stopped("R07", place)
    return text


def calculate(op: str, a: int | str | bool, b: int | str | bool, place: Place) -> int | str | bool:
    """A binary operator on two constants of checked types."""
    if op == "==":
        return a == b
    if op == "!=":
        return a != b
    if op == "@":
        return join(a, b, "", place)
    if op == "@@":
        return join(a, b, " ", place)
    assert isinstance(a, int)
    assert isinstance(b, int)
    if op in COMPARISONS:
        return COMPARISONS[op](a, b)
    return OPERATIONS[op](a, b, place)
