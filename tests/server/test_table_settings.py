"""What is stored of a table beside its match: as it was written before, and as it is written now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.protocol import NextTable, TableSettings
from parlour.core.seed import Seed
from parlour.server import messages
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.server.table_settings import StoredSettings, chosen, read_settings, write_settings
from parlour.store import Seat, Store, rows

OPTIONS = {"columns": 7}
# As the house wrote them while settings were an open dictionary.
BEFORE: dict[str, Any] = {
    "clock": {"move_ms": 0, "bank_ms": 300_000, "strikes": 3},
    "takeover": False,
    "preset": "full",
    "classic": True,
    "taken": {"1": "hard"},
    "series": {"options": OPTIONS, "games": [{"payoffs": [0.5, 0.5], "values": []}], "title": "game 2 of 3"},
    "rematch": "again",
    "next": {"table": "following", "title": "game 3 of 3"},
    "brought": True,
}


def row(settings: Any) -> rows.Match:
    return rows.Match(
        "id", "connect-four", "1", {}, rows.Seed("00"), (Seat(), Seat()), settings, "open", False, None, 0.0, None,
        None, None, None, None, 0.0, 1,
    )  # fmt: skip


def test_settings_written_before_are_read_in_full() -> None:
    settings = read_settings(row(BEFORE))
    assert (settings.clock, settings.takeover, settings.preset) == (Clock(0, 300_000, 3), False, "full")
    assert settings.taken == {1: "hard"}
    assert settings.series is not None and settings.series.games[0].drawn
    assert settings.next == NextTable("following", "game 3 of 3")
    assert (settings.classic, settings.rematch, settings.imported) == (True, "again", True)


@pytest.mark.parametrize("settings", [BEFORE, {}, {"brought": True}, {"clock": None}, {"taken": {}, "preset": None}])
def test_what_is_written_reads_the_same(settings: dict[str, Any]) -> None:
    read = read_settings(row(settings))
    assert read_settings(row(write_settings(read))) == read


def test_a_field_of_another_version_is_left_alone_and_nonsense_is_refused() -> None:
    assert read_settings(row({"colour": "green"})) == StoredSettings()
    with pytest.raises(Refused, match="damaged"):
        read_settings(row({"taken": {"somebody": 5}}))


def test_a_rematch_keeps_everything_that_the_host_chose() -> None:
    settings = read_settings(row(BEFORE))
    again = StoredSettings(**chosen(settings))
    for name in TableSettings.__struct_fields__:
        assert getattr(again, name) == getattr(settings, name)
    assert again.taken == {} and again.rematch is None and again.next is None


async def test_a_table_that_the_house_before_stored_opens_and_goes_on(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "parlour.db")
    house = House(Settings(pace_ms=0), store)
    await house.open()
    try:
        ann, _ = await house.new_guest("Ann")
        seats = [Seat(guest=ann.id, name="Ann"), Seat(guest=ann.id, name="Ann 2")]
        stored = await store.create_match(
            "connect-four", "1", Seed.fresh().hex, options={}, seats=seats, status="running",
            settings={"clock": {"move_ms": 0, "bank_ms": 0, "strikes": 0}, "takeover": True, "preset": None},
        )  # fmt: skip
        assert stored.match is not None
        table = await house.table(stored.match.id)
        assert table.match is not None
        await table.play(1, 0, int(table.match.state.moves()[0]))
        await house.lobby.take_over(table, ann, 1, "random")
        assert messages.show(table, ann.id).seats[1].taken_over
        kept = await store.match(table.id)
        assert kept is not None and kept.settings["taken"] == {"1": "random"}
    finally:
        await house.close()
