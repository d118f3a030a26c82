"""What if: a finished game is played on from one of its moments, at a table of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, Json, Refusal, RunningHouse, at_random, play, play_all, until
from tests.server.test_old_versions import OPTIONS, as_of_version_1, thrifty

from parlour.core import record
from parlour.core.seed import Seed
from parlour.games import find


@pytest.fixture
async def ann(visit: Visit) -> Guest:
    return await visit("Ann")


async def finished(guest: Guest, game: str = "kata-tcg", **wish: Any) -> str:
    table = await guest.table("me", "me", game=game, **wish)
    await play_all([await guest.sit(table, 0), await guest.sit(table, 1)], at_random(5))
    return table


async def branch(guest: Guest, table: str, ply: int, *seats: str, **wish: Any) -> Json:
    shown: Json = await guest.post(f"/api/tables/{table}/branch", {"ply": ply, "seats": list(seats), **wish})
    return shown


async def refusal(guest: Guest, table: str, **wish: Any) -> Refusal:
    with pytest.raises(Refusal) as told:
        await guest.post(f"/api/tables/{table}/branch", wish)
    return told.value


async def views(guest: Guest, table: str, seat: int, ply: int) -> Json:
    plies = (await guest.get(f"/api/tables/{table}/replay?seat={seat}"))["plies"]
    return dict(plies[ply]["view"])


async def record_of(guest: Guest, table: str) -> record.Record:
    answer = await guest.http.get(f"{guest.house.url}/api/tables/{table}/record")
    return record.decode(answer.content)


# --- playing on ---


async def test_as_it_was_everybody_holds_what_they_held(ann: Guest) -> None:
    table = await finished(ann, preset="full")
    shown = await branch(ann, table, 9, "me", "me")
    assert (shown["status"], shown["ply"], shown["result"]) == ("running", 9, None)
    for seat in (0, 1):
        chair = await ann.sit(shown["id"], seat)
        told = await chair.hear("turn", "waiting")
        assert told["view"] == await views(ann, table, seat, 9)
        past = next(message for message in chair.heard if message["type"] == "past")
        assert [ply["ply"] for ply in past["plies"]] == list(range(10))


async def test_dealt_anew_you_see_what_you_saw_and_the_rest_is_another_deal(ann: Guest, visit: Visit) -> None:
    table, ben = await finished(ann, preset="full"), await visit("Ben")
    then, rival = [await views(ann, table, seat, 9) for seat in (0, 1)]
    hands = set()
    for _ in range(6):
        shown = await branch(ann, table, 9, "me", "free", anew=True, listed=True)
        await ben.post(f"/api/tables/{shown['id']}/join")
        mine, his = await ann.sit(shown["id"], 0), await ben.sit(shown["id"], 1)
        assert (await mine.hear("turn", "waiting"))["view"] == then
        hands.add(json.dumps((await his.hear("turn", "waiting"))["view"]["sides"][1]["hand"]))
        past = his.heard[-2]
        assert past["type"] == "past"
        # his log does not tell of cards that he never held
        assert not [e for ply in past["plies"] for e in ply["events"] if e.get("kind") == "drew" and "card" in e]
        await his.say(type="concede")
        await his.hear("over")
    assert len(hands - {json.dumps(rival["sides"][1]["hand"])}) > 1


async def test_the_house_plays_on_and_the_branch_has_its_own_promise_and_record(ann: Guest) -> None:
    table = await finished(ann)
    parent = await record_of(ann, table)
    shown = await branch(ann, table, 4, "me", "random")
    assert shown["promise"] != Seed.parse(parent.seed).promise
    chair = await ann.sit(shown["id"], 0)
    over = await play(chair, at_random(3))
    assert Seed.parse(over["seed"]).promise == shown["promise"]
    rec = await record_of(ann, shown["id"])
    assert rec.moves[:4] == parent.moves[:4]
    assert rec.branch is not None
    match = record.replay(rec, find)
    assert match.over and match.payoffs() == over["payoffs"]
    replay = await ann.get(f"/api/tables/{shown['id']}/replay?seat=1")
    again = await ann.get(f"/api/tables/{table}/replay?seat=1")
    assert [ply["view"] for ply in replay["plies"][:5]] == [ply["view"] for ply in again["plies"][:5]]


async def test_without_words_you_decide_next_and_the_house_plays_the_others(ann: Guest) -> None:
    table = await finished(ann, "connect-four")
    shown = await branch(ann, table, 3)
    assert [(seat["kind"], seat["you"]) for seat in shown["seats"]] == [("house", False), ("person", True)]
    assert shown["mover"] == 1


async def test_a_branch_says_where_it_comes_from_and_is_listed_there(ann: Guest, visit: Visit) -> None:
    table, eve = await finished(ann), await visit("Eve")
    shown = await branch(eve, table, 2, "easy@Rune", "me", anew=True)
    says = "Played on from move 2 of Ann 1 against Ann 2; everything hidden is dealt anew, except what Ann 2 could see."
    assert shown["origin"] == {"table": table, "ply": 2, "names": ["Ann 1", "Ann 2"], "anew": True, "says": says}
    assert shown["seats"][0]["character"]["name"] == "Rune"
    assert (await ann.get(f"/api/tables/{table}"))["origin"] is None

    async def listed(guest: Guest) -> list[str]:
        return [one["id"] for one in (await guest.get(f"/api/tables/{table}/branches"))["tables"]]

    assert (await listed(eve), await listed(ann)) == ([shown["id"]], [])  # still by link only
    await play(await eve.sit(shown["id"], 1), at_random(1))
    await until(lambda: is_listed(ann, table, shown["id"]))
    further = await branch(ann, shown["id"], 5, "me", "me", listed=True)
    assert further["origin"]["table"] == shown["id"]
    assert await listed(ann) == [shown["id"]]
    assert [one["id"] for one in (await eve.get(f"/api/tables/{shown['id']}/branches"))["tables"]] == [further["id"]]


async def is_listed(guest: Guest, table: str, wanted: str) -> bool:
    return wanted in [one["id"] for one in (await guest.get(f"/api/tables/{table}/branches"))["tables"]]


async def test_a_draw_of_a_branch_stands(ann: Guest) -> None:
    """A match that needs a winner goes on after a draw; a branch stands alone."""
    table = await ann.table("me", "me", game="gardening-war", options={"rounds": 1})
    over = await play_all([await ann.sit(table, seat) for seat in (0, 1)])
    assert over[0]["next"] is not None
    shown = await branch(ann, table, 0, "me", "me")
    over = await play_all([await ann.sit(shown["id"], seat) for seat in (0, 1)])
    assert (over[0]["why"], over[0].get("next")) == ("A draw at 0 points each.", None)


async def test_a_rematch_of_a_branch_is_the_same_branch_again(ann: Guest) -> None:
    table = await finished(ann, preset="full")
    shown = await branch(ann, table, 9, "me", "me", anew=True)
    await (await ann.sit(shown["id"], 1)).say(type="concede")
    await until(lambda: is_over(ann, shown["id"]))
    again = await ann.post(f"/api/tables/{shown['id']}/rematch")
    assert (again["origin"], again["ply"]) == (shown["origin"], 9)
    assert again["promise"] != shown["promise"]
    chairs = [await ann.sit(again["id"], seat) for seat in (0, 1)]
    seen = [(await chair.hear("turn", "waiting"))["view"] for chair in chairs]
    assert seen[again["mover"]] == await views(ann, table, again["mover"], 9)


async def test_who_had_left_stays_away_and_a_concession_can_be_undone(ann: Guest, visit: Visit) -> None:
    ben, cid = await visit("Ben"), await visit("Cid")
    table = await ann.table("me", "free", "free", game="battle-farm", preset="short")
    await ben.post(f"/api/tables/{table}/join")
    await cid.post(f"/api/tables/{table}/join")
    await cid.post(f"/api/tables/{table}/leave")
    await ben.post(f"/api/tables/{table}/leave")
    await until(lambda: is_over(ann, table))
    left = [ply["left"] for ply in (await ann.get(f"/api/tables/{table}/replay"))["plies"]]
    assert left[:2] == [[], [2]] and left[-1] == [1, 2]  # in between the house may have decided for Cid
    between = await branch(ann, table, 1, "me", "easy", "easy")
    assert [seat["left"] for seat in between["seats"]] == [False, False, True]
    assert between["seats"][2]["name"] == "Cid"
    told = await refusal(ann, table, ply=1, seats=["easy", "easy", "me"])
    assert told.text == "Cid had left the game by then; choose another seat."
    undone = await branch(ann, table, 0, "easy", "easy", "me")
    assert [seat["left"] for seat in undone["seats"]] == [False, False, False]


async def is_over(guest: Guest, table: str) -> bool:
    return bool((await guest.get(f"/api/tables/{table}"))["status"] == "over")


async def test_a_clock_starts_anew(open_by_hand: OpenByHand, visit: Visit) -> None:
    """What was thought in the first game is off this clock, and so is the time since."""
    house = await open_by_hand()
    ann = await visit("Ann", at=house)
    table = await ann.table("me", "me", clock="1+0")
    one, two = await ann.sit(table, 0), await ann.sit(table, 1)
    turn = await one.hear("turn")
    house.time.turn(20)
    await one.move(turn)
    await two.say(type="concede")
    await one.hear("over")
    house.time.turn(3600)
    shown = await branch(ann, table, 1, "me", "me", clock="1+0")
    chair = await ann.sit(shown["id"], 1)
    turn = await chair.hear("turn")
    assert turn["clock"]["bank_ms"] == 60_000
    assert [seat["clock"]["bank_ms"] for seat in shown["seats"]] == [60_000, 60_000]


async def test_a_record_of_a_branch_can_be_imported_and_branched(ann: Guest) -> None:
    table = await finished(ann, preset="full")
    shown = await branch(ann, table, 9, "me", "random", anew=True)
    await play(await ann.sit(shown["id"], 0), at_random(3))
    file = await ann.http.get(f"{ann.house.url}/api/tables/{shown['id']}/record")
    imported = await ann.ask("POST", "/api/records", json.loads(file.content))
    assert imported["origin"] == {**shown["origin"], "table": None}  # a file may name any table
    assert not await is_listed(ann, table, imported["id"])
    again = await ann.http.get(f"{ann.house.url}/api/tables/{imported['id']}/record")
    assert again.content == file.content
    one, two = [(await ann.get(f"/api/tables/{id}/replay?seat=1"))["plies"] for id in (shown["id"], imported["id"])]
    assert [ply["view"] for ply in one] == [ply["view"] for ply in two]
    further = await branch(ann, imported["id"], 10, "me", "me")
    chair = await ann.sit(further["id"], 1)
    assert (await chair.hear("turn", "waiting"))["view"] == two[10]["view"]


async def test_a_game_of_an_older_version_is_played_on_by_its_own_rules(ann: Guest, house: RunningHouse) -> None:
    old = as_of_version_1(house, await ann.table("me", "me", game="battle-farm", options=OPTIONS))
    await play_all([await ann.sit(old, 0), await ann.sit(old, 1)], thrifty)
    shown = await branch(ann, old, 4, "me", "me")
    assert shown["options"] == {**OPTIONS, "fresh_market": False, "even": False}
    await play_all([await ann.sit(shown["id"], 0), await ann.sit(shown["id"], 1)], thrifty)
    for table in (old, shown["id"]):
        plies = (await ann.get(f"/api/tables/{table}/replay"))["plies"]
        assert len({json.dumps(ply["view"]["market"]) for ply in plies}) == 1


# --- what can't be ---


async def test_a_running_game_is_not_branched(ann: Guest) -> None:
    """It would show hands and decks to whoever asked."""
    running, waiting = await ann.table("me", "me", game="kata-tcg"), await ann.table("me", "free", game="kata-tcg")
    chair = await ann.sit(running, 0)
    turn = await chair.hear("turn", "waiting")
    if turn["type"] == "turn":
        await chair.move(turn)
    for table in (running, waiting):
        for ply in (0, 1, 99, -1):
            told = await refusal(ann, table, ply=ply, seats=["me", "me"])
            assert (told.status, told.code) == (409, "not-over")
            assert "not over yet" in told.text
    assert (await ann.get(f"/api/tables/{running}/branches"))["tables"] == []


async def test_what_can_not_be_is_refused_with_a_sentence(ann: Guest) -> None:
    table = await finished(ann, "connect-four")
    plies = (await ann.get(f"/api/tables/{table}"))["ply"]
    before = len((await ann.get("/api/tables/mine"))["tables"])
    for wish, code, says in (
        ({"ply": plies}, "game-over", "ended there"),
        ({"ply": plies + 1}, "bad-ply", f"has {plies} moves, so there is no position after {plies + 1}"),
        ({"ply": -1}, "bad-ply", "no position after -1"),
        ({"ply": 2, "seats": ["me"]}, "bad-seats", "has 2 seats, not 1"),
        ({"ply": 2, "seats": ["me", "wizard"]}, "bad-seat", "must be one of"),
        ({"ply": 2, "seats": ["me", "cmd:rm"]}, "bad-seat", "must be one of"),
        ({"ply": 2, "anew": True}, "nothing-hidden", "Nothing is hidden in Connect Four"),
        ({"ply": 2, "clock": "1ms/move"}, "bad-clock", "half a second"),
        ({"ply": "two"}, "bad-request", ""),
        ({}, "bad-request", ""),
        ({"ply": 2, "seed": "1"}, "bad-request", ""),
    ):
        told = await refusal(ann, table, **wish)
        assert told.code == code, wish
        assert says in told.text
    assert (await refusal(ann, "nowhere", ply=0)).status == 404
    assert len((await ann.get("/api/tables/mine"))["tables"]) == before
    nobody = Guest(ann.house, ann.http)
    assert (await refusal(nobody, table, ply=0)).status == 401


# --- a house that falls and gets up ---


async def seen_by_both(guest: Guest, table: str) -> list[Json]:
    chairs = [await guest.sit(table, seat) for seat in (0, 1)]
    return [(await chair.hear("turn", "waiting"))["view"] for chair in chairs]


async def test_a_house_that_was_killed_goes_on_with_its_branches(tmp_path: Path, log: Path, visit: Visit) -> None:
    house = RunningHouse(str(tmp_path / "parlour.db"), log, lease_seconds=2).open()
    try:
        ann = await visit("Ann", at=house)
        table = await finished(ann, preset="full")
        branches = [(await branch(ann, table, 9, "me", "me", anew=anew))["id"] for anew in (False, True)]
        before = [await seen_by_both(ann, id) for id in branches]
        house.kill()
        house.open()
        for id, seen in zip(branches, before, strict=True):
            assert await seen_by_both(ann, id) == seen
            await play_all([await ann.sit(id, seat) for seat in (0, 1)], at_random(2))
            assert record.replay(await record_of(ann, id), find).over
        await ann.go()
    finally:
        house.close()
    assert "Traceback" not in house.said()
