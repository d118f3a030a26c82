"""After the end: replays, record files, and what is not a record."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.server.conftest import Visit
from tests.server.guest import Chair, Guest, Refusal, at_random, play_all

from parlour.core import record
from parlour.games import find


async def finished(guest: Guest, game: str = "kata-tcg", **wish: Any) -> str:
    table = await guest.table("me", "me", game=game, **wish)
    await play_all([await guest.sit(table, 0), await guest.sit(table, 1)], at_random(5))
    return table


async def result_stored(chair: Chair) -> None:
    while (await chair.hear("table"))["status"] != "over":
        pass


async def fetch(guest: Guest, table: str) -> httpx.Response:
    return await guest.http.get(f"{guest.house.url}/api/tables/{table}/record")


async def test_before_the_end_there_is_neither_replay_nor_record(visit: Visit) -> None:
    ann = await visit("Ann")
    for table in (await ann.table("me", "me"), await ann.table("me", "free")):
        for path in ("replay", "replay?seat=0", "record"):
            with pytest.raises(Refusal) as told:
                await ann.get(f"/api/tables/{table}/{path}")
            assert (told.value.status, told.value.code) == (409, "not-over")


async def test_a_replay_shows_every_ply_from_any_seat(visit: Visit) -> None:
    ann, eve = await visit("Ann"), await visit("Eve")
    table = await finished(ann, preset="full")
    shown = await ann.get(f"/api/tables/{table}")
    for seat in (None, 0, 1):
        replay = await eve.get(f"/api/tables/{table}/replay" + ("" if seat is None else f"?seat={seat}"))
        plies = replay["plies"]
        assert [ply["ply"] for ply in plies] == list(range(shown["ply"] + 1))
        assert replay["promise"] == shown["promise"]
        assert plies[-1]["mover"] == -1
        for ply in plies:
            hands = [side["hand"] is not None for side in ply["view"]["sides"]]
            assert hands == [seat == 0, seat == 1]
            assert ply["text"]
        assert all({"seat", "move", "at", "used_ms", "says"} <= set(ply) for ply in plies[1:])
    with pytest.raises(Refusal, match="no-seat"):
        await eve.get(f"/api/tables/{table}/replay?seat=2")
    with pytest.raises(Refusal, match="bad-request"):
        await eve.get(f"/api/tables/{table}/replay?seat=first")


async def test_whoever_sat_there_alone_is_told_the_end_as_you(visit: Visit) -> None:
    ann, ben, eve = await visit("Ann"), await visit("Ben"), await visit("Eve")
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    chair = await ann.sit(table, 0)
    await ben.post(f"/api/tables/{table}/leave")
    await result_stored(chair)
    for guest, why, says in (
        (ann, "You win: Ben gave up.", "Ben gave up."),
        (ben, "Ann wins: you gave up.", "You gave up."),
        (eve, "Ann wins: Ben gave up.", "Ben gave up."),
    ):
        replay = await guest.get(f"/api/tables/{table}/replay?seat=0")
        assert replay["result"]["why"] == why
        assert replay["plies"][-1]["says"] == [says]
        assert (await guest.get(f"/api/tables/{table}"))["result"]["why"] == why
        if guest is not eve:
            assert [t["result"]["why"] for t in (await guest.get("/api/tables/mine"))["tables"]] == [why]


async def test_whoever_held_several_seats_is_told_the_end_in_names(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    chair = await ann.sit(table, 1)
    await chair.say(type="concede")
    why = (await chair.hear("over"))["why"]
    assert why == "Ann 1 wins: Ann 2 gave up."
    await result_stored(chair)
    assert (await ann.get(f"/api/tables/{table}/replay"))["result"]["why"] == why


async def test_a_record_goes_out_and_comes_in_again(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await finished(ann, preset="full")
    file = await fetch(ann, table)
    assert file.headers["content-disposition"].startswith('attachment; filename="kata-tcg-')
    match = record.replay(record.decode(file.content), find)
    assert match.over
    imported = await ben.ask("POST", "/api/records", json.loads(file.content))
    assert imported["id"] != table
    assert imported["status"] == "over"
    assert [seat["name"] for seat in imported["seats"]] == ["Ann 1", "Ann 2"]
    assert (await fetch(ben, imported["id"])).content == file.content
    one, two = [(await ben.get(f"/api/tables/{id}/replay?seat=0"))["plies"] for id in (table, imported["id"])]
    assert [ply["view"] for ply in one] == [ply["view"] for ply in two]
    with pytest.raises(Refusal, match="forbidden"):
        await ben.post(f"/api/tables/{imported['id']}/rematch")


async def test_house_players_of_a_record_are_house_players_again(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "random", game="connect-four")
    await play_all([await ann.sit(table, 0)], at_random(5))
    file = await fetch(ann, table)
    imported = await ben.ask("POST", "/api/records", json.loads(file.content))
    was = await ben.get(f"/api/tables/{table}")
    one, two = [[(s["kind"], s["name"], s["word"]) for s in shown["seats"]] for shown in (was, imported)]
    assert one == two
    assert imported["result"]["why"] == was["result"]["why"]
    assert (imported["imported"], was["imported"]) == (True, False)
    assert (await fetch(ben, imported["id"])).content == file.content


async def test_junk_is_not_a_record(visit: Visit) -> None:
    ann = await visit("Ann")
    good = json.loads((await fetch(ann, await finished(ann, "connect-four"))).content)
    junk: list[Any] = [
        {},
        [],
        "hello",
        {**good, "moves": good["moves"][:-1]},
        {**good, "moves": [*good["moves"], good["moves"][0]]},
        {**good, "moves": [{"kind": "drop", "column": 9}]},
        {**good, "moves": [{"kind": "forfeit", "seat": 63}]},
        {**good, "result": {"payoffs": [0.5, 0.5], "scores": [0, 0]}},
        {**good, "seed": "secret"},
        {**good, "seats": ["one"]},
        {**good, "seats": ["x" * 300, "y"]},
        {**good, "version": 99},
        {**good, "game": "chess"},
        {**good, "parlour": 2},
        {**good, "moves": good["moves"][:2], "result": None},
    ]
    for wrong in junk:
        with pytest.raises(Refusal) as told:
            await ann.ask("POST", "/api/records", wrong)
        assert told.value.status in (400, 404, 409), wrong
        assert told.value.text
    for body in (b"", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 1000):
        answer = await ann.http.post(
            f"{ann.house.url}/api/records", content=body, headers={"Authorization": f"Bearer {ann.token}"}
        )
        assert answer.status_code == 400
    big = await ann.http.post(
        f"{ann.house.url}/api/records", content=b" " * 3_000_000, headers={"Authorization": f"Bearer {ann.token}"}
    )
    assert big.status_code == 413
    assert big.json()["code"] == "too-long"
