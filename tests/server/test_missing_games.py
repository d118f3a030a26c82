"""A game that another package brought, after that package is gone or broken: the house runs on."""

from __future__ import annotations

import sqlite3
from importlib.metadata import EntryPoint

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import Refusal, RunningHouse

from parlour import games
from parlour.games import names
from parlour.server.routes import games as game_routes


async def test_a_table_of_a_game_that_is_gone_says_so_and_harms_nobody(visit: Visit, house: RunningHouse) -> None:
    ann = await visit("Ann")
    table = await ann.ask("POST", "/api/tables", {"game": "connect-four", "seats": ["me", "free"]})
    gone = "g" * 22
    with sqlite3.connect(house.db, timeout=patience()) as db:  # as if it had been played with the package that is gone
        columns = [row[1] for row in db.execute("PRAGMA table_info(matches)")]
        change = {"id": f"'{gone}'", "game": "'liars-cup'", "status": "'running'", "owner": "NULL", "lease_until": "0"}
        chosen = ", ".join(change.get(column, column) for column in columns)
        db.execute(f"INSERT INTO matches SELECT {chosen} FROM matches WHERE id = ?", (table["id"],))
        db.execute("INSERT INTO sitters SELECT guest, ? FROM sitters WHERE match = ?", (gone, table["id"]))
    db.close()
    for path in ("", "/replay", "/record"):
        with pytest.raises(Refusal) as refused:
            await ann.ask("GET", f"/api/tables/{gone}{path}")
        assert refused.value.status == 404 and "liars-cup" in refused.value.text
    mine = await ann.ask("GET", "/api/tables/mine")
    assert [one["id"] for one in mine["tables"]] == [table["id"]]


async def test_a_game_that_does_not_load_is_left_out_of_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {"whist": EntryPoint("whist", "nowhere_at_all:GAME", "parlour.games")}
    monkeypatch.setattr(games, "_installed", lambda: broken)
    listed = await game_routes.list_games.fn()
    assert "whist" in names() and [game.name for game in listed] == list(games.HOUSE)
