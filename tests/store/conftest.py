from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour.store import CreateMatch, SaveGuest, Seat, Store

SEED = "5eedc0de" * 4
numbers = itertools.count()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "parlour.db")
    return str(request.getfixturevalue("postgres").create(f"store{next(numbers)}"))


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as opened:
        yield opened


@pytest.fixture
def new_match(store: Store) -> Callable[..., str]:
    """Creates a running match of ann against a bot."""

    def create(**changes: object) -> str:
        store.write(SaveGuest("ann", "Ann"))
        settings = {"seats": [Seat("ann", None, "Ann"), Seat(None, "greedy", "Greedy")], "status": "running"} | changes
        changed = store.write(CreateMatch("connect-four", "1", SEED, **settings))  # type: ignore[arg-type]
        assert changed.match is not None
        return changed.match.id

    return create
