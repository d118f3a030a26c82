"""Spectators see hands only where the host lets them, and never earlier than that."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import OpenByHand
from tests.server.guest import Guest, HouseByHand, Refusal, caller

DELAY = 120


async def come(house: HouseByHand, name: str = "Ann") -> Guest:
    return await Guest(house, caller()).come(name)


async def hand_of(watcher: Guest, table: str, seat: int, after: int = -1) -> list[Any]:
    """What the side of this seat holds, ply by ply, as far as a spectator is told."""
    told = await watcher.get(f"/api/tables/{table}/watch?seat={seat}&after={after}")
    assert told["seed"] == ""
    return [ply["view"]["sides"][seat]["hand"] for ply in told["plies"]]


async def test_hands_are_shown_as_late_as_the_host_chose(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann, watcher = await come(house), await come(house, "Wim")
    table = await ann.table("me", "me", game="kata-tcg", hands_after=DELAY)
    assert await hand_of(watcher, table, 0) == []
    house.time.turn(DELAY - 1)
    chair = await ann.sit(table, (await ann.get(f"/api/tables/{table}"))["mover"])  # either side may begin
    await chair.move(await chair.hear("turn"))
    await chair.hear("events")
    assert await hand_of(watcher, table, 0) == []
    house.time.turn(1)
    assert len(await hand_of(watcher, table, 0)) == 1  # the deal, but not the move
    house.time.turn(DELAY - 1)
    shown = await hand_of(watcher, table, 0)
    assert len(shown) == 2
    assert all(isinstance(hand, list) for hand in shown)
    assert await hand_of(watcher, table, 0, after=0) == shown[1:]
    assert await hand_of(watcher, table, 0, after=1) == []


async def test_hands_stay_hidden_where_nobody_chose_otherwise(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table = await ann.table("me", "me", game="kata-tcg")
    house.time.turn(10_000)
    with pytest.raises(Refusal, match="stay hidden until the game is over"):
        await (await come(house, "Wim")).get(f"/api/tables/{table}/watch?seat=0")


async def test_whoever_plays_cannot_look_at_the_others(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table = await ann.table("me", "random", game="kata-tcg", hands_after=DELAY)
    house.time.turn(2 * DELAY)
    with pytest.raises(Refusal, match="You are playing here"):
        await ann.get(f"/api/tables/{table}/watch?seat=1")


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"hands_after": 10}, "after 60 seconds at the earliest"),
        ({"hands_after": DELAY, "rated": True, "clock": "5+3"}, "hidden until the game is over"),
        ({"hands_after": DELAY, "game": "connect-four"}, "no hands to show"),
        ({"names": ["Ann"]}, "1 name for 1 seat"),
        ({"seats": ["me", "me"], "names": ["Mo", "mo"]}, "same name"),
        ({"seats": ["me", "me"], "names": ["Mo", " "]}, "name"),
    ],
)
async def test_a_table_that_shows_hands_too_early_or_names_nobody_is_refused(
    open_by_hand: OpenByHand, wish: dict[str, Any], said: str
) -> None:
    house = await open_by_hand()
    ann = await come(house)
    with pytest.raises(Refusal, match=said):
        await ann.post("/api/tables", {"game": "kata-tcg", "seats": ["me", "medium"], **wish})


async def test_the_house_may_show_its_own_hands_at_once_and_people_at_one_screen_have_names(
    open_by_hand: OpenByHand,
) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table = await ann.table("random", "random", game="kata-tcg", hands_after=0)
    assert (await ann.get(f"/api/tables/{table}/watch?seat=1"))["plies"]
    shared = await ann.post("/api/tables", {"game": "kata-tcg", "seats": ["me", "me"], "names": ["Mo", "Kit"]})
    assert [seat["name"] for seat in shared["seats"]] == ["Mo", "Kit"]
