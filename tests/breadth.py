"""How much of the same is tried. `make test` tries what could differ once; `make test-long` all of it.

PARLOUR_LONG is read here and nowhere else. What a test asserts never depends on it, only how often and how widely."""

import os
from typing import TypeVar

import pytest

Kind = TypeVar("Kind")
LONG = os.environ.get("PARLOUR_LONG") == "1"
#: For a test that is wider than another which stays in `make test`, and proves nothing else.
only_long = pytest.mark.skipif(not LONG, reason="proved more briefly elsewhere; `make test-long` tries it")


def breadth(usual: Kind, long: Kind) -> Kind:
    """A number, a list of cases or anything else: the first for `make test`, the second for `make test-long`."""
    return long if LONG else usual
