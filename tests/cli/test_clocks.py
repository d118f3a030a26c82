"""`--clock`: one notation for every command, in its help, its errors and the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour

from parlour.cli.shared_options import CLOCK
from parlour.core.clock import HOW, read_clock

DOCS = Path(__file__).parents[2] / "docs"


def examples(text: str) -> list[str]:
    return [example.removeprefix(",") for example in re.findall(r"`([^`]+)`", text)]


@pytest.mark.parametrize("example", [*examples(CLOCK), *examples(HOW)])
def test_every_example_in_help_and_refusals_can_be_read(example: str) -> None:
    read_clock(example)


def test_every_example_on_the_protocol_page_can_be_read() -> None:
    section = (DOCS / "protocol.md").read_text(encoding="utf-8").partition("\n## Clocks\n")[2].partition("\n### ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert len(rows) >= 7
    for example in (example for row in rows for example in examples(row)):
        read_clock(example)


@pytest.mark.parametrize(
    "command",
    [
        ("play", "connect-four"),
        ("match", "connect-four", "--seats", "random,random"),
        ("simulate", "connect-four"),
        ("bot", "join", "http://127.0.0.1:9", "--seat", "random", "--game", "connect-four"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_what_is_wrong_with_a_clock(parlour: Parlour, command: tuple[str, ...]) -> None:
    said = parlour(*command, "--clock", "30s")
    assert said.code == 2
    assert "`30s/move` for each move" in " ".join(said.err.split())


def test_a_match_uses_the_clock_from_the_command_line(parlour: Parlour) -> None:
    said = parlour("match", "connect-four", "--seats", "random,random", "--games", "2", "--clock", "1+1,strikes=2")
    assert said.code == 0
