"""Tables that nobody uses are closed, and those that somebody uses are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.core.errors import Refused
from parlour.core.protocol import NewTable
from parlour.server.house import House
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
