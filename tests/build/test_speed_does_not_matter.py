"""No test depends on how fast its machine is: none sleeps, none measures wall time, all patience comes from one place.

A test waits for an event and gives up after `patience(…)`; a clock is turned by hand (`tests/by_hand.py`); what must be
quick is measured in CPU time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))
WEB_TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "web" / "src").rglob("*.test.ts"))

#: Here and nowhere else, and why.
EXCEPTIONS = {
    ("tests/server/bots.py", "sleeps"): "players who take their time, so that a storm finds games to disturb",
    ("tests/browser/test_guide.py", "sleeps"): "only where pictures are taken for somebody to look at",
    ("tests/browser/test_every_page.py", "sleeps"): "only where pictures are taken for somebody to look at",
}

LONGEST_POLL = 0.05  # seconds between two looks whether something has happened
WALL_CLOCKS = {"monotonic", "perf_counter", "monotonic_ns", "perf_counter_ns"}
TIMEOUTS = {"settimeout", "set_default_timeout", "set_default_navigation_timeout", "wait_for", "timeout"}
WAITING = {"wait", "join", "communicate"}  # with a number of seconds as the only thing given
HTTP = {"get", "post", "put", "patch", "delete", "request", "stream", "Client", "AsyncClient"}


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def owner_of(call: ast.Call) -> str:
    return call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""


def is_number(node: ast.AST | None) -> bool:
    """A number as it stands; zero and None ask for no time at all."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value > 0


def reads_a_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and name_of(node) in WALL_CLOCKS


def sleeps(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or name_of(node) not in ("sleep", "wait_for_timeout") or not node.args:
        return False
    asked = node.args[0]
    most = LONGEST_POLL * (1000 if name_of(node) == "wait_for_timeout" else 1)
    short = isinstance(asked, ast.Constant) and isinstance(asked.value, int | float) and asked.value <= most
    return not short and "POLL" not in ast.dump(asked)


def has_patience_of_its_own(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg is not None and node.arg.endswith("timeout") and is_number(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return reads_a_clock(node.left) and is_number(node.right)
    if not isinstance(node, ast.Call):
        return False
    if name_of(node) in WAITING and len(node.args) == 1:
        return is_number(node.args[0]) and owner_of(node) != "plot"  # a garden waits for rounds
    return name_of(node) in TIMEOUTS and any(is_number(given) for given in node.args)


def measures_wall_time(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and reads_a_clock(node.left)


def sets_a_deadline(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "deadline" and is_number(node.value)


def is_impatient_by_default(node: ast.AST) -> bool:
    """Whoever names no timeout gets five seconds from httpx and ten from websockets."""
    if not isinstance(node, ast.Call):
        return False
    names = {word.arg for word in node.keywords}
    if owner_of(node) == "httpx" and name_of(node) in HTTP:
        return "timeout" not in names
    return isinstance(node.func, ast.Name) and node.func.id == "connect" and not names & {"open_timeout", None}


RULES = {
    "sleeps": sleeps,
    "has patience of its own": has_patience_of_its_own,
    "measures wall time": measures_wall_time,
    "sets a deadline": sets_a_deadline,
    "is impatient by default": is_impatient_by_default,
}


def faults(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        for what, rule in RULES.items():
            if rule(node):
                yield getattr(node, "lineno", 0) or node.value.lineno, what  # type: ignore[attr-defined]


def test_no_test_depends_on_the_speed_of_its_machine() -> None:
    found = [
        f"{path}:{line} {what}"
        for path in TESTS
        for line, what in faults((ROOT / path).read_text(encoding="utf-8"))
        if (path, what) not in EXCEPTIONS
    ]
    assert found == [], "\n".join(["wait for events, with patience() from tests/patience.py:", *found])


def test_no_exception_is_kept_without_need() -> None:
    found = {(path, what) for path in TESTS for _, what in faults((ROOT / path).read_text(encoding="utf-8"))}
    assert EXCEPTIONS.keys() - found == set()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("time.sleep(4)", "sleeps"),
        ("await asyncio.sleep(pause)", "sleeps"),
        ("page.wait_for_timeout(600)", "sleeps"),
        ("run(words, timeout=60)", "has patience of its own"),
        ("until = time.monotonic() + 2", "has patience of its own"),
        ("async with asyncio.timeout(20): pass", "has patience of its own"),
        ("line.settimeout(5)", "has patience of its own"),
        ("process.wait(10)", "has patience of its own"),
        ("expect(page).to_have_text('x', timeout=30_000)", "has patience of its own"),
        ("assert time.perf_counter() - start < 1", "measures wall time"),
        ("settings(deadline=4000)", "sets a deadline"),
        ("httpx.get(url)", "is impatient by default"),
        ("await connect(address, proxy=None)", "is impatient by default"),
    ],
)
def test_what_depends_on_speed_is_found(line: str, what: str) -> None:
    wrapped = f"async def test() -> None:\n    {line}\n"
    assert [told for _, told in faults(wrapped)] == [what]


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.02)",
        "await asyncio.sleep(POLL)",
        "page.wait_for_timeout(1000 * POLL)",
        "run(words, timeout=patience(60))",
        "until = time.monotonic() + patience()",
        "assert time.process_time() - start < 1",
        "settings(deadline=None)",
        "httpx.get(url, timeout=patience())",
        "process.wait()",
        "', '.join(words)",
    ],
)
def test_waiting_for_an_event_is_not_a_fault(line: str) -> None:
    assert list(faults(f"async def test() -> None:\n    {line}\n")) == []


def test_the_tests_of_the_client_turn_their_clocks_by_hand() -> None:
    assert WEB_TESTS
    slow = re.compile(r"\bsetTimeout\(|\bDate\.now\(|performance\.now\(|\btimeout:\s*\d")
    found = [path for path in WEB_TESTS if slow.search((ROOT / path).read_text(encoding="utf-8"))]
    assert [path for path in found if "useFakeTimers" not in (ROOT / path).read_text(encoding="utf-8")] == []
