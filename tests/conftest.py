"""What holds for every test of the house."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from parlour import _compiled

# The same examples on every run, and no time limit on machines that are busy with other things.
# HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# Thousands of tests are gathered, and all live as long as the run: nobody looks for garbage among them.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_configure() -> None:
    """A suite that tests yesterday's rules is worse than none."""
    if os.environ.get("PARLOUR_COMPILED") == "0":
        return
    if trouble := _compiled.stale(_compiled.read_stamp()):
        pytest.exit(f"The compiled rules {trouble}: run `make build`, or set PARLOUR_COMPILED=0.", returncode=2)


#: Set by .ci/run: a browser test that fails is run once more, and named at the end of the run. It is to be mended all
#: the same, but one page that was drawn too late does not throw away a day's work.
ONCE_MORE = os.environ.get("PARLOUR_ONCE_MORE") == "1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: once playwright runs in a process, no asynchronous test can. Of these, the longest first, so
    that no process is left with one when the others have finished."""
    items.sort(key=lambda item: (is_in_a_browser(item), shortness(item)))
    if ONCE_MORE:
        for item in filter(is_in_a_browser, items):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """One cluster for each test process, so that processes do not disturb each other."""
    from parlour.store.testing import NoPostgres, cluster

    try:
        with cluster() as made:
            yield made
    except NoPostgres as why:
        if os.environ.get("PARLOUR_REQUIRE_POSTGRES") == "1":
            pytest.fail(f"PARLOUR_REQUIRE_POSTGRES is set, but {why}")
        pytest.skip(str(why))


def is_in_a_browser(item: pytest.Item) -> bool:
    return not {"page", "context", "browser", "playwright"}.isdisjoint(getattr(item, "fixturenames", ()))


#: Walks through every page and whole games, the longest first.
LONG_WALKS = ("test_every_page.py", "test_last_move.py", "test_bots.py", "test_host.py", "test_programs.py")


def shortness(item: pytest.Item) -> int:
    if item.path.name in LONG_WALKS:
        return LONG_WALKS.index(item.path.name)
    return len(LONG_WALKS) + ("whole" not in item.name)
