"""The lab of a house: experiments are laid out, played beside play, stopped, gone on with, and shared by link."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest
from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import POLL, Guest, HouseByHand, Refusal

from parlour.core.protocol import LabResult
from parlour.lab.experiments.reading import read
from parlour.lab.experiments.running import Run
from parlour.server.experiments import bench, lab

TINY: dict[str, Any] = {"game": "connect-four", "games": 6, "again": 2, "seed": 5, "players": ["random"]}
LONG: dict[str, Any] = {**TINY, "games": 5000}


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others use the machine, a process that gives way to all of them would keep a test waiting."""
    monkeypatch.setattr(lab, "NICENESS", 0)
    monkeypatch.setattr(lab, "SLICE", 0.01)


@pytest.fixture
async def house(open_by_hand: OpenByHand) -> HouseByHand:
    return await open_by_hand(messages_per_second=1000)


async def at_stage(guest: Guest, id: str, *stages: str) -> Any:
    async with asyncio.timeout(patience(60)):
        while (page := await guest.get(f"/api/lab/{id}"))["stage"] not in stages:
            await asyncio.sleep(POLL)
    return page


async def with_games(guest: Guest, id: str) -> None:
    async with asyncio.timeout(patience(60)):
        while not (await guest.get(f"/api/lab/{id}"))["games"]:
            await asyncio.sleep(POLL)


async def begun(guest: Guest, wish: dict[str, Any]) -> str:
    return str((await guest.ask("POST", "/api/lab", {"experiment": wish}))["id"])


@pytest.mark.parametrize("title", ["Fuckwits compared", "Be\u202ehind the name", "F.u.c.k"])
async def test_a_title_that_others_read_is_checked(house: HouseByHand, visit: Visit, title: str) -> None:
    ann = await visit("Ann", at=house)
    with pytest.raises(Refusal, match="bad-name"):
        await begun(ann, {**TINY, "title": title})
    assert (await ann.get("/api/lab"))["mine"] == []


async def test_an_experiment_is_played_and_its_result_shared_by_link(house: HouseByHand, visit: Visit) -> None:
    ann, bob = await visit("Ann", at=house), await visit("Bob", at=house)
    plan = await ann.ask("POST", "/api/lab/plans", {"experiment": TINY})
    assert plan["games"] == 6 and plan["again"] == 8
    id = await begun(ann, TINY)
    page = await at_stage(ann, id, "done", "failed")
    assert page["stage"] == "done", page
    assert (page["yours"], page["author"], page["games"], page["progress"]) == (True, "Ann", 6, 1.0)
    seen = await bob.get(f"/api/lab/{id}")
    assert seen["yours"] is False and seen["toml"] == page["toml"]
    result = await bob.get(f"/api/lab/{id}/result")
    assert result["games"] == 6 and result["complete"]
    [mine] = (await ann.get("/api/lab"))["mine"]
    assert mine["id"] == id
    assert (await bob.get("/api/lab"))["mine"] == []


async def test_the_result_is_what_the_command_line_finds(house: HouseByHand, tmp_path: Path, visit: Visit) -> None:
    ann = await visit("Ann", at=house)
    id = await begun(ann, TINY)
    page = await at_stage(ann, id, "done", "failed")
    here = Run(read(page["toml"]), tmp_path)
    here.play(1)
    told = msgspec.convert(await ann.get(f"/api/lab/{id}/result"), LabResult)
    assert told == here.result()


async def test_an_experiment_is_taken_along_as_files(house: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=house)
    id = await begun(ann, {**TINY, "factors": {"players": ["random", "greedy"]}, "players": []})
    await at_stage(ann, id, "done", "failed")

    async def file(name: str) -> bytes:
        return (await ann.http.get(f"{house.url}/api/lab/{id}/files/{name}")).raise_for_status().content

    assert b'game = "connect-four"' in await file("experiment.toml")
    assert b"<svg" in await file("report.html")
    rows = pq.read_table(io.BytesIO(await file("games.parquet"))).to_pylist()
    assert len(rows) == 6 + 8
    assert {tuple(row["seats_players"]) for row in rows} == {("random", "greedy"), ("greedy", "random")}
    with pytest.raises(Refusal, match="files of an experiment are"):
        await ann.get(f"/api/lab/{id}/files/secrets.txt")
    compared = await ann.get(f"/api/lab/{id}/compare/{id}")
    assert compared["differences"] and not any(line["clear"] for line in compared["differences"])


async def test_one_experiment_at_a_time_which_can_be_stopped_and_goes_on(house: HouseByHand, visit: Visit) -> None:
    ann, bob = await visit("Ann", at=house), await visit("Bob", at=house)
    id = await begun(ann, LONG)
    with pytest.raises(Refusal, match="One experiment at a time"):
        await begun(ann, TINY)
    await with_games(ann, id)
    with pytest.raises(Refusal, match="another guest"):
        await bob.post(f"/api/lab/{id}/stop")
    await ann.post(f"/api/lab/{id}/stop")
    async with asyncio.timeout(patience(60)):
        while not (page := await ann.get(f"/api/lab/{id}"))["grown"]:
            await asyncio.sleep(POLL)
    assert page["stage"] == "stopped" and 0 < page["progress"] < 1
    assert not (await ann.get(f"/api/lab/{id}/result"))["complete"]
    await ann.post(f"/api/lab/{id}/resume")
    assert (await at_stage(ann, id, "running", "done"))["trouble"] == ""
    await ann.ask("DELETE", f"/api/lab/{id}")
    with pytest.raises(Refusal, match="no such experiment"):
        await ann.get(f"/api/lab/{id}")


async def test_an_experiment_resumed_while_its_result_is_summed_up_goes_on(
    house: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed, summing, resumed = lab.Lab._summed, asyncio.Event(), asyncio.Event()

    async def slowly(self: lab.Lab, row: Any, done: int, games: int) -> str:
        found = await summed(self, row, done, games)
        now = await self.house.store.experiment(row.id)
        if now is not None and now.stage == "stopped":
            summing.set()
            await resumed.wait()
        return found

    monkeypatch.setattr(lab.Lab, "_summed", slowly)
    ann = await visit("Ann", at=house)
    id = await begun(ann, LONG)
    await with_games(ann, id)
    await ann.post(f"/api/lab/{id}/stop")
    async with asyncio.timeout(patience(60)):
        await summing.wait()
    await ann.post(f"/api/lab/{id}/resume")
    resumed.set()
    assert (await at_stage(ann, id, "running", "done"))["trouble"] == ""
    await ann.ask("DELETE", f"/api/lab/{id}")


async def test_an_experiment_goes_on_when_the_house_opens_again(tmp_path: Path, visit: Visit) -> None:
    db = str(tmp_path / "again.db")
    house = await HouseByHand(db, messages_per_second=1000).open()
    ann = await visit("Ann", at=house)
    id = await begun(ann, {**TINY, "games": 400})
    await with_games(ann, id)
    await house.close()
    house = await HouseByHand(db, messages_per_second=1000).open()
    try:
        ann.house = house
        page = await at_stage(ann, id, "done", "failed")
        found = await ann.get(f"/api/lab/{id}/result")
    finally:
        await house.close()
    assert page["stage"] == "done" and page["games"] == 400
    assert found["complete"] and found["games"] == 400


async def test_what_a_house_does_not_play(
    open_by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    monkeypatch.setattr(lab, "SLICE", 0.2)
    house = await open_by_hand(messages_per_second=1000, lab_games=100, lab_minutes=0.001)
    ann = await visit("Ann", at=house)
    for wish, why in (
        ({**TINY, "games": 101}, "at most 100"),
        ({**TINY, "players": ["cmd:python3 bot.py"]}, "is a program"),
        ({**TINY, "players": ["master"]}, "by the clock"),
        ({**TINY, "factors": {"colour": "all"}}, "no factor 'colour'"),
        ({**TINY, "game": "monogwent", "factors": {"script": [{"file": "/etc/passwd"}]}}, "file can't be read here"),
    ):
        with pytest.raises(Refusal, match=why):
            await ann.ask("POST", "/api/lab", {"experiment": wish})
    with pytest.raises(Refusal, match="not valid TOML"):
        await ann.ask("POST", "/api/lab", {"toml": "game = ["})
    id = await begun(ann, {**TINY, "game": "battle-farm", "games": 100})
    page = await at_stage(ann, id, "stopped", "done", "failed")
    assert page["stage"] == "stopped" and "minutes of processor time" in page["trouble"]
    with pytest.raises(Refusal, match="has had its"):
        await ann.post(f"/api/lab/{id}/resume")


async def test_a_host_can_switch_the_lab_off(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand(messages_per_second=1000, lab=False)
    ann = await visit("Ann", at=house)
    assert (await ann.get("/api/lab"))["limits"]["on"] is False
    with pytest.raises(Refusal, match="switched the lab off"):
        await begun(ann, TINY)


async def test_whoever_leaves_for_good_leaves_no_experiment(house: HouseByHand, visit: Visit) -> None:
    ann, bob = await visit("Ann", at=house), await visit("Bob", at=house)
    id = await begun(ann, TINY)
    await at_stage(ann, id, "done", "failed")
    await house.house.farewell.forget(await house.house.store.guest(ann.id))
    with pytest.raises(Refusal, match="no such experiment"):
        await bob.get(f"/api/lab/{id}")


async def test_what_a_game_can_be_asked(house: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=house)
    told = await ann.get("/api/lab/games/monogwent")
    by_seat = {factor["name"] for factor in told["factors"] if factor["by"] == "seat"}
    assert by_seat == {"players", "faction"}
    assert told["had"][0] == "faction" and "[factors]" in told["example"]


def test_a_slice_is_the_same_however_it_is_cut() -> None:
    found = bench.vet(None, 'game = "connect-four"\ngames = 6\nseed = 5\nplayers = ["random"]', 100)
    written = msgspec.json.encode(found.experiment)
    whole = bench.play_slice(written, found.seed, 0, 1000.0)
    assert whole.jobs == found.jobs
    cut, first = [], 0
    while first < found.jobs:
        piece = bench.play_slice(written, found.seed, first, 0.0)
        cut.append(piece.content)
        first += piece.jobs
    assert len(cut) > 1
    assert bench.sum_up(written, found.seed, cut) == bench.sum_up(written, found.seed, [whole.content])
