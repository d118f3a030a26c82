"""A match that was begun under an older version of its game: the house plays it on by the rules it began with."""

from __future__ import annotations

import json
import sqlite3

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import Chair, Guest, Json, RunningHouse, play_all

from parlour.core import record
from parlour.games import find

OPTIONS = {"classes": [], "win_limit": 90, "max_rounds": 4}  # as version 1 stored them


@pytest.fixture
async def ann(visit: Visit) -> Guest:
    return await visit("Ann")


def as_of_version_1(house: RunningHouse, table: str) -> str:
    """A copy of a table that no process has seen yet, as the version before would have left it."""
    old = ("p" if table[0] == "o" else "o") + table[1:]
    with sqlite3.connect(house.db, timeout=patience()) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(matches)")]
        change = {
            "id": f"'{old}'",
            "version": "'1'",
            "options": f"'{json.dumps(OPTIONS)}'",
            "owner": "NULL",
            "lease_until": "0",
        }
        chosen = ", ".join(change.get(column, column) for column in columns)
        db.execute(f"INSERT INTO matches SELECT {chosen} FROM matches WHERE id = ?", (table,))
        db.execute("INSERT INTO sitters SELECT guest, ? FROM sitters WHERE match = ?", (old, table))
    db.close()
    return old


def thrifty(turn: Json) -> Json:
    """Nothing bought, nothing offered, nothing played."""
    return dict(turn["moves"][-1]) if turn["moves"][0]["kind"] != "bid" else dict(turn["moves"][0])


async def markets(chairs: list[Chair]) -> list[list[str]]:
    """The different markets that were seen while nobody bought anything, to the end of the game."""
    await play_all(chairs, thrifty)
    seen: list[list[str]] = []
    for message in chairs[0].heard:
        market = message.get("view", {}).get("market")
        if market and market not in seen:
            seen.append(market)
    return seen


async def test_a_running_match_of_version_1_goes_on_with_its_market_standing_still(
    ann: Guest, house: RunningHouse
) -> None:
    new = await ann.table("me", "me", game="battle-farm", options=OPTIONS)
    old = as_of_version_1(house, new)
    assert len(await markets([await ann.sit(new, 0), await ann.sit(new, 1)])) == 4
    assert len(await markets([await ann.sit(old, 0), await ann.sit(old, 1)])) == 1
    shown = await ann.get(f"/api/tables/{old}")
    assert shown["options"] == {**OPTIONS, "fresh_market": False, "even": False}
    file = await ann.http.get(f"{ann.house.url}/api/tables/{old}/record")
    assert record.replay(record.decode(file.content), find).view(None).cause == "round_cap"
    again = await ann.post(f"/api/tables/{old}/rematch")
    assert again["options"] == {**OPTIONS, "fresh_market": False, "even": False}


async def test_a_record_file_of_version_1_can_be_imported(ann: Guest, house: RunningHouse) -> None:
    table = await ann.table("me", "me", game="battle-farm", options={**OPTIONS, "fresh_market": False})
    chairs = [await ann.sit(table, 0), await ann.sit(table, 1)]
    await play_all(chairs, thrifty)
    while (await chairs[0].hear("table"))["status"] != "over":
        pass
    file = json.loads((await ann.http.get(f"{ann.house.url}/api/tables/{table}/record")).content)
    imported = await ann.ask("POST", "/api/records", {**file, "version": 1, "options": OPTIONS})
    assert imported["options"] == {**OPTIONS, "fresh_market": False, "even": False}
    one, two = [(await ann.get(f"/api/tables/{id}/replay"))["plies"] for id in (table, imported["id"])]
    assert [ply["view"] for ply in one] == [ply["view"] for ply in two]
