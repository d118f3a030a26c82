"""Looking for an opponent: guests who want the same find each other, nearest in rating first."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Json, Refusal, until
from tests.server.on_call import call

FOUR = {"game": "connect-four"}


async def seek(guest: Guest, **wish: Any) -> Json:
    return dict((await guest.post("/api/seeks", {**FOUR, **wish}))["seek"])


async def look(guest: Guest) -> Any:
    return (await guest.get("/api/seeks/mine"))["seek"]


async def test_two_guests_find_each_other_and_play(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    alone = await seek(ann)
    assert (alone["table"], alone["others"], alone["points"], alone["rated"]) == (None, 0, 1500, True)
    assert alone["clock_words"] == "5 min each, 3 s more after each move"
    found = (await seek(ben))["table"]
    assert found is not None and (await look(ann))["table"] == found
    table = await ann.get(f"/api/tables/{found}")
    assert table["rated"] and table["status"] == "open" and table["hints"] == 0
    assert {seat["name"] for seat in table["seats"]} == {"Ann", "Ben"}
    for guest in (ann, ben):
        seat = next(one["seat"] for one in (await guest.get(f"/api/tables/{found}"))["seats"] if one["you"])
        chair = await guest.sit(found, seat)
    await chair.hear("turn", "waiting")
    await ann.ask("DELETE", "/api/seeks/mine")
    assert await look(ann) is None


async def test_only_those_who_want_the_same_meet(by_hand: HouseByHand, visit: Visit) -> None:
    guests = [await visit(None, at=by_hand) for _ in range(5)]
    others: list[Json] = [{"rated": False}, {"clock": "10+5"}, {"game": "kata-tcg"}, {"game": "deadwood", "seats": 3}]
    wishes: list[Json] = [{}, *others]
    for guest, wish in zip(guests, wishes, strict=True):
        assert (await seek(guest, **wish))["table"] is None
    assert (await seek(guests[0], clock="10+5"))["table"] is not None  # who looks for something else now
    assert (await look(guests[2]))["table"] is not None


async def test_the_window_widens_until_they_meet(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    store, now = by_hand.house.store, by_hand.time.date()
    assert (await seek(ann))["window"] == 100
    pool = (await store.sought(ann.id)).pool  # type: ignore[union-attr]
    wish = {**(await store.sought(ann.id)).wish, "name": "Ben"}  # type: ignore[union-attr]
    await store.seek(ben.id, pool, wish, 1900, now, 1000.0)
    assert (await look(ann))["table"] is None and (await look(ann))["others"] == 1
    by_hand.time.turn(20)
    assert (await look(ann))["window"] == 300 and (await look(ann))["table"] is None
    by_hand.time.turn(11)
    assert (await look(ann))["table"] is not None


async def test_the_house_and_bots_on_call_are_offered_after_a_while(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    clank, shy = await visit("Clank", kind="bots", at=by_hand), await visit("Shy", kind="bots", at=by_hand)
    await call(clank)
    await call(shy, people=False)
    assert (await seek(ann))["offers"] == []
    by_hand.time.turn(13)
    house, bot = (await look(ann))["offers"]
    assert (house["kind"], house["word"].partition("@")[0]) == ("house", "medium")
    assert (bot["kind"], bot["name"], bot["player"]) == ("bot", "Clank", clank.id)
    await ann.table("me", house["word"])
    assert (await look(ann))["table"] is None  # and the search goes on meanwhile


async def test_whoever_stops_asking_is_forgotten(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    await seek(ann)
    kept = await by_hand.house.store.sought(ann.id)
    assert kept is not None
    await by_hand.house.store.seek(ann.id, kept.pool, kept.wish, 1500, kept.since, 0.0)  # her lease ends
    assert (await seek(ben))["table"] is None
    assert await look(ann) is None


async def test_a_table_where_somebody_does_not_come_is_called_off(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    await seek(ann)
    table = (await seek(ben))["table"]
    shown = await ann.get(f"/api/tables/{table}")
    chair = await ann.sit(table, next(seat["seat"] for seat in shown["seats"] if seat["you"]))
    await chair.hear("table")
    by_hand.time.turn(31)
    await by_hand.house.calling.call_off_late_tables()
    assert (await chair.hear("table"))["called_off"] == "Ben did not come."


async def test_who_does_not_want_to_play_leaves_and_the_others_are_told(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    await seek(ann)
    table = (await seek(ben))["table"]
    await ben.post(f"/api/tables/{table}/leave")

    async def told() -> bool:
        return bool((await ann.get(f"/api/tables/{table}"))["called_off"] == "Ben does not want to play.")

    await until(told)


async def test_what_can_not_be_looked_for(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await visit("Clank", kind="bots", at=by_hand)
    for wish, says in [
        ({"game": "chess"}, "chess"),
        ({"preset": "blitz"}, "preset"),
        ({"seats": 5}, "players"),
        ({"clock": "none"}, "needs a clock"),
        ({"clock": "soon"}, "clock"),
        ({"points": 3000}, "unknown field 'points'"),
    ]:
        with pytest.raises(Refusal) as told:
            await seek(ann, **wish)
        assert says.casefold() in told.value.text.casefold(), told.value.text
    with pytest.raises(Refusal, match="for people"):
        await seek(clank)


async def test_the_lobby_shows_what_others_look_for_but_not_who_they_are(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    await seek(ann, rated=False, clock="10+5")
    assert (await ann.get("/api/lobby"))["looked_for"] == []
    (shown,) = (await ben.get("/api/lobby"))["looked_for"]
    assert (shown["game"], shown["rated"], shown["waiting"]) == ("connect-four", False, 1)
    assert "Ann" not in str(shown)
    wish = {name: shown[name] for name in ("game", "preset", "clock", "rated", "seats")}
    assert (await seek(ben, **wish))["table"] is not None
    assert (await ben.get("/api/lobby"))["looked_for"] == []
