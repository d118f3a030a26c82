"""Tables that nobody uses are closed, and those that somebody uses are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import HouseByHand, until
from tests.server.test_farewell import finished, is_stored

from parlour.core.errors import Refused
from parlour.core.protocol import NewTable
from parlour.server.house import House
from parlour.server.keeper import QUIET_SECONDS
from parlour.server.settings import Settings
from parlour.store import Store


async def statuses(tmp_path: Path, **settings: Any) -> tuple[str, str]:
    """What becomes of an open and of a running table after a look around the house."""
    house = House(Settings(**settings), Store.open(tmp_path / "parlour.db"))
    await house.open()
    try:
        guest, _ = await house.new_guest("Ann")
        waiting = await house.lobby.make_table(guest, NewTable("connect-four", ["me", "free"]))
        running = await house.lobby.make_table(guest, NewTable("connect-four", ["me", "me"]))
        await house.keeper.close_idle()
        if running.row.status == "closed":
            with pytest.raises(Refused, match="closed"):
                await running.play(1, 0, 0)
        return waiting.row.status, running.row.status
    finally:
        await house.close()


async def test_idle_tables_are_closed(tmp_path: Path) -> None:
    assert await statuses(tmp_path, idle_open_hours=-1.0) == ("closed", "running")
    assert await statuses(tmp_path, idle_running_days=-1.0) == ("open", "closed")
    assert await statuses(tmp_path) == ("open", "running")


async def test_a_game_that_is_over_leaves_the_memory_once_nobody_looks(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table, closed = await finished(ann, ben), await ann.table("me", "free")
    await is_stored(by_hand, table)
    await ann.post(f"/api/tables/{closed}/close")
    watching = await ann.watch(table)
    await watching.hear("waiting")
    tables = by_hand.house.tables
    by_hand.time.turn(QUIET_SECONDS + 1)
    await by_hand.house.keeper.renew_leases()
    assert table in tables and closed not in tables, "somebody looks at the result"
    await watching.close()
    await until(lambda: not tables[table].connections)
    await by_hand.house.keeper.renew_leases()
    assert table in tables, "they have only just left"
    by_hand.time.turn(QUIET_SECONDS + 1)
    await by_hand.house.keeper.renew_leases()
    assert table not in tables
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "over", "it comes back when it is asked for"
