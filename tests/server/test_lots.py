"""Somebody's own lot for Deadwood, read by the house."""

from __future__ import annotations

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml, line_of
from tests.server.conftest import Visit
from tests.server.guest import Refusal

LOTS = "/api/deadwood/lots"


async def test_a_lot_is_read_kept_and_played_on(visit: Visit) -> None:
    ann = await visit("Ann")
    files = {"board": board_xml(full=False).replace("Saloon", "Harbour"), "cards": cards_xml(full=False)}
    read = await ann.ask("POST", LOTS, files)
    assert [s["name"] for s in read["board"]["sets"]][-1] == "Harbour"
    assert [file["name"] for file in read["files"]] == ["board.xml", "cards.xml"]
    assert (await ann.ask("POST", LOTS, files))["files"] == read["files"]
    wish = {"game": "deadwood", "seats": ["me", "random"], "options": {"board": read["board"]}}
    table = await ann.ask("POST", "/api/tables", wish)
    assert "Harbour" in [area["name"] for area in table["data"]["areas"]]


async def test_a_broken_file_is_refused_with_file_and_line(visit: Visit) -> None:
    ann = await visit("Ann")
    board = board_xml(full=False).replace('level="4"', 'level="9"', 1)
    files = {"board": board, "cards": cards_xml(full=False), "board_name": "mine.xml"}
    with pytest.raises(Refusal, match="bad-board") as refusal:
        await ann.ask("POST", LOTS, files)
    line = line_of(board, 'level="9"')
    assert f"mine.xml, line {line}: " in str(refusal.value)
