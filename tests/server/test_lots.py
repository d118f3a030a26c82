"""Somebody's own lot for Deadwood, read by the house."""

from __future__ import annotations

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml, line_of
from tests.server.conftest import Visit
from tests.server.guest import Json, Refusal, play

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


async def test_the_log_of_a_bot_uses_the_words_of_the_lot(visit: Visit) -> None:
    ann = await visit("Ann")
    files = {"board": board_xml(full=False).replace("Saloon", "Harbour"), "cards": cards_xml(full=False)}
    board = (await ann.ask("POST", LOTS, files))["board"]
    made = await ann.post("/api/bots", {"name": "Clank"})
    bot = await visit()
    bot.token, bot.id = made["token"], made["id"]
    wish = {"game": "deadwood", "against": "random", "seat": 0, "options": {"board": board, "days": 1}}
    [laid] = await ann.post(f"/api/bots/{bot.id}/trials", wish)

    def to_the_harbour(turn: Json) -> Json:
        walks = [move for move in turn["moves"] if move == {"kind": "move", "area": "s10"}]
        return walks[0] if walks else dict(turn["moves"][0])

    await play(await bot.sit(laid["table"], 0), to_the_harbour, most=3)
    log = await ann.get(f"/api/tables/{laid['table']}/log?seat=0")
    assert log["lines"][0]["move"] == "Walk to Harbour"
    assert log["lines"][0]["says"][0] == "Clank walks to Harbour."
    said = " ".join(" ".join([*line["says"], line.get("move") or ""]) for line in log["lines"])
    assert "set 10" not in said and "(random)" not in said
