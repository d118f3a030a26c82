"""House players: they move by themselves, in processes of their own."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.server.conftest import Visit
from tests.server.guest import RunningHouse, play, until

from parlour.server.table import spoken


@pytest.mark.parametrize("word", ["random", "greedy", "easy"])
async def test_a_house_player_plays_a_whole_game(visit: Visit, word: str) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", word)
    assert (await play(await ann.sit(table, 0)))["type"] == "over"


async def test_two_house_players_need_nobody(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("random", "greedy", game="kata-tcg")
    chair = await ann.watch(table)
    assert (await chair.hear("over"))["payoffs"]


async def test_a_thinking_house_player_delays_no_other_table(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    slow = [await ann.table("hard", "hard", game="kata-tcg", preset="full") for _ in range(3)]
    quick = await ben.table("me", "random")
    chair = await ben.sit(quick, 0)
    waits = []
    turn = await chair.hear("turn")
    while True:
        start = time.monotonic()
        await chair.move(turn)
        message = await chair.hear("events")
        waits.append(time.monotonic() - start)
        message = await chair.hear("turn", "over")
        if message["type"] == "over":
            break
        waits.append(time.monotonic() - start)
        turn = message
    assert len(waits) > 6
    # the first answer may have to wait until the processes have started, and a busy machine stumbles now and then
    assert sorted(waits)[len(waits) * 2 // 3] < 0.5, waits
    for table in slow:
        watcher = await ann.watch(table)
        assert (await watcher.hear("events", patience=15))["seat"] in (0, 1)


async def test_many_thinkers_share_the_time(visit: Visit) -> None:
    """Six tables that ask for a second each on one or two processes: nobody waits for six."""
    ann = await visit("Ann")
    tables = [await ann.table("me", "hard") for _ in range(6)]
    chairs = [await ann.sit(table, 0) for table in tables]

    async def one_move(chair: object) -> float:
        turn = await chair.hear("turn")  # type: ignore[attr-defined]
        start = time.monotonic()
        await chair.move(turn)  # type: ignore[attr-defined]
        await chair.hear("turn")  # type: ignore[attr-defined]
        return time.monotonic() - start

    waits = await asyncio.gather(*(one_move(chair) for chair in chairs))
    assert max(waits) < 5.0, waits
    for table in tables:
        await ann.post(f"/api/tables/{table}/leave")


async def test_thinking_processes_go_with_a_house_that_is_killed(tmp_path: Path, visit: Visit) -> None:
    house = RunningHouse(str(tmp_path / "parlour.db"), tmp_path / "log").open()
    try:
        ann = await visit("Ann", at=house)
        watcher = await ann.watch(await ann.table("easy", "easy", game="kata-tcg"))
        await watcher.hear("events")
        assert house.process is not None
        workers = children(house.process.pid)
        assert workers
    finally:
        house.kill()

    async def gone() -> bool:
        return not any(Path(f"/proc/{pid}").exists() for pid in workers)

    await until(gone)


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_sentences_name_house_players_without_their_level() -> None:
    assert spoken(["Ann", "Marlow (medium)"], [None, "medium"]) == ["Ann", "Marlow"]
    assert spoken(["Ann (hard)", "Ines (search:ms=5)"], [None, "search:ms=5"]) == ["Ann (hard)", "Ines"]
    # Somebody may call himself as he likes.
    assert spoken(["Marlow", "Marlow (medium)"], [None, "medium"]) == ["Marlow", "Marlow of the house"]


async def test_no_house_player_is_called_like_a_guest_at_its_table(visit: Visit) -> None:
    ines = await visit("Ines")
    shown = await ines.get(f"/api/tables/{await ines.table('me', 'random', 'easy', game='battle-farm')}")
    assert [seat["name"] for seat in shown["seats"]] == ["Ines", "Tove (random)", "Bram (easy)"]
