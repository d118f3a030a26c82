"""A server looks for cyclic garbage among what it made lately, not among what it loaded at the start."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from parlour.server.garbage import settle_in


@pytest.fixture
def settled() -> Iterator[None]:
    before = gc.get_threshold()
    settle_in()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


class Knot:
    """Refers to itself, so only a search finds that nobody else does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("settled")
def test_what_was_loaded_is_not_searched_again() -> None:
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < gc.get_freeze_count() / 10


@pytest.mark.usefixtures("settled")
def test_later_garbage_is_still_found_without_being_asked_for() -> None:
    knot = weakref.ref(Knot())
    kept = []
    while knot() is not None:
        kept.append([len(kept)])  # new objects bring about the next search
        assert len(kept) < 100_000
