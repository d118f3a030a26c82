"""Uploaded programs in tournaments: who may enter them, which version plays, and what happens to those that fail."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import zipfile
from pathlib import Path

import pytest
from tests.bots.sandboxed import PRELUDE
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, until
from tests.server.test_programs import FAILING, built, refused, running_programs, upload
from tests.server.test_tournaments import Json, create, enter, over, page, play_calls

from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.store import Store

__all__ = ["running_programs"]

FRIENDLY = f"{PRELUDE}\nplay()"


async def ready(owner: Guest, text: str, file: str) -> str:
    """The id of a new program that can play."""
    id = str((await upload(owner, text, file, game="connect-four"))["id"])
    assert (await built(owner, id))["status"] == "ready"
    return id


def points(ended: Json) -> dict[str, float]:
    return {ended["entrants"][line["entrant"]]["name"]: line["points"] for line in ended["standings"]}


async def test_a_tournament_of_programs_runs_to_its_end_although_one_is_broken(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann, ben = await visit("Ann", at=running_programs), await visit("Ben", at=running_programs)
    clank, crash = await ready(ann, FRIENDLY, "clank.py"), await ready(ben, FAILING, "crash.py")
    id = await create(ann, format="round-robin", house=["random"], rated=True)
    await enter(ann, id, program=clank)
    await enter(ann, id, program=crash)
    before = {one["name"]: one["version"] for one in (await page(ben, id))["entrants"]}
    assert {before.pop("Clank"), before.pop("Crash")} == {0} and set(before.values()) == {None}
    begun = await ann.post(f"/api/tournaments/{id}/start")
    await upload(ben, FRIENDLY, "crash.py", program=crash)  # too late: the version is fixed
    ended = await over(ben, id)
    assert {one["name"]: one["version"] for one in ended["entrants"] if one["version"] is not None} == {
        "Clank": 1,
        "Crash": 1,
    }
    assert begun["status"] == "running" and len(ended["played"]) == 6
    assert points(ended)["Crash"] == 0 and sum(points(ended).values()) == 6
    run = (await ben.get(f"/api/programs/{crash}"))["runs"][0]
    assert run["version"] == 1 and "no idea" in run["how"], "its owner reads why"
    # Seats rotate over the same deal, and everything can be taken along.
    met: dict[tuple[int, int], list[str]] = {(game["round"], game["meeting"]): [] for game in ended["played"]}
    for game in ended["played"]:
        met[game["round"], game["meeting"]].append(game["tables"][0])
    tables = await running_programs.house.store.matches(table for two in met.values() for table in two)
    assert all(len({tables[table].seed for table in two}) == 1 for two in met.values())
    url = f"{running_programs.url}/api/tournaments/{id}"
    csv = (await ann.http.get(f"{url}/files/standings.csv")).text.splitlines()
    assert csv[-1].split(",")[1] == "Crash"
    told = json.loads((await ann.http.get(f"{url}/files/results.json")).content)
    assert f"program:{crash}@1" in {one["word"] for one in told["entrants"]}
    assert len(zipfile.ZipFile(io.BytesIO((await ann.http.get(f"{url}/records")).content)).namelist()) == 6
    # Ratings as for other bots: Ann's and Ben's have met, and both have met the house.
    house = running_programs.house
    await house.ratings.count_all(await house.store.rated(waiting=True))
    rated = {one["name"]: one for one in (await ben.get("/api/ratings/connect-four?of=bots"))["places"]}
    assert rated["Clank"]["games"] == rated["Crash"]["games"] == 4
    assert rated["Clank"]["points"] > rated["Crash"]["points"]


async def test_a_person_meets_a_program_at_a_table_and_a_withdrawn_one_withdraws(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann, ben = await visit("Ann", at=running_programs), await visit("Ben", at=running_programs)
    clank, other = await ready(ann, FRIENDLY, "clank.py"), await ready(ann, FRIENDLY, "other.py")
    id = await create(ben, format="round-robin")
    assert (await refused(enter(ann, id, program="nothing")))[0] == "not-found"
    await ann.ask("PATCH", f"/api/programs/{clank}", {"shared": False})
    assert (await refused(enter(ben, id, program=clank)))[0] == "forbidden"
    eve = await visit("Eve", at=running_programs)
    assert "organiser" in (await refused(enter(eve, id, program=other)))[1]
    await enter(ann, id, program=clank)  # its owner may
    assert (await refused(enter(ann, id, bot=clank)))[0] == "entered"
    await enter(ben, id, program=other)
    await enter(ben, id)
    deadwood = await create(ben, game="deadwood")
    assert (await refused(enter(ann, deadwood, program=clank)))[0] == "bad-seat"
    await ben.post(f"/api/tournaments/{id}/start")
    await ann.ask("DELETE", f"/api/programs/{other}")
    await asyncio.gather(play_calls(ben, id))
    ended = await over(ann, id)
    assert {one["name"] for one in ended["entrants"] if one["absent"]} == {"Other"}
    assert points(ended)["Other"] == 0 and len(ended["played"]) == 6
    played = [game for game in ended["played"] if not game["note"]]
    assert len(played) >= 2, "Ben and Clank have met"
    await ann.ask("DELETE", f"/api/programs/{clank}")  # nothing is left to withdraw from


async def test_a_process_that_runs_no_programs_leaves_their_games_to_others(
    running_programs: HouseByHand, visit: Visit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await visit("Ann", at=running_programs)
    running_programs.house.director.work.most = 0
    clank, id = await ready(ann, FRIENDLY, "clank.py"), await create(ann, format="round-robin", house=["random"] * 2)
    await enter(ann, id, program=clank)
    await ann.post(f"/api/tournaments/{id}/start")
    place = str(tmp_path / "by-hand-0.db")
    worker = House(Settings(db=place, workers=1, pace_ms=0), Store.open(place), visiting=True)
    with caplog.at_level(logging.WARNING):
        await worker.open()

        async def house_alone_has_played() -> bool:
            return sum(game["status"] == "over" for game in (await page(ann, id))["played"]) == 2

        await until(house_alone_has_played)
        await worker.close()
    assert [line.message for line in caplog.records if "games of programs are left to others" in line.message]
    assert all(game["status"] == "waiting" for game in (await page(ann, id))["played"] if game["payoffs"] is None)
    running_programs.house.director.work.most = 2
    running_programs.house.director.wake()
    assert len(points(await over(ann, id))) == 3


async def test_a_draw_of_programs_is_played_again_as_the_rules_of_the_game_say(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann = await visit("Ann", at=running_programs)
    wish = {"game": "gardening-war", "options": {"rounds": 1}, "format": "round-robin", "games": 1}
    id = await create(ann, **wish)
    for name in ("one.py", "two.py"):  # both pass whenever they are asked
        program = (await upload(ann, FRIENDLY, name, game="gardening-war"))["id"]
        await built(ann, program)
        await enter(ann, id, program=program)
    await ann.post(f"/api/tournaments/{id}/start")
    [game] = (await over(ann, id))["played"]
    assert len(game["tables"]) == 4 and game["payoffs"] == [0.5, 0.5], "twice again, once longer, then by value"
