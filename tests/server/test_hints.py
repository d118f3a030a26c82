"""Hints at a table: who gets them, how many, and what becomes of them when the game goes on or the house restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Chair, Guest, HouseByHand, Json, RunningHouse
from tests.server.outside_games import ponder

from parlour.core import NoOptions
from parlour.core.errors import Refused
from parlour.core.protocol import HintedMove
from parlour.games import find
from parlour.lab.hints import Advice
from parlour.server import player_pool
from parlour.server.table_settings import Hinted, write_settings

ADVICE = Advice([HintedMove({"kind": "drop", "column": 3}, "Drop a disc into column 4", 0.5, 0.1, True)], [], ["So."])


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bytes]]:
    """The house has a hint at once; gives the seats and views it was asked about."""
    asked: list[tuple[int, bytes]] = []

    async def hint(self: Any, game: Any, options: Any, view: bytes, seat: int, names: list[str], guest: str) -> Advice:
        asked.append((seat, view))
        return ADVICE

    monkeypatch.setattr(player_pool.PlayerPool, "hint", hint)
    return asked


async def asks(chair: Chair, ply: int = 1) -> Json:
    """The answer to a guest who asks for a hint."""
    await chair.say(type="hint", ply=ply)
    return await chair.hear("hint", "no-hint")


async def sits(guest: Guest, *seats: str, **wish: Any) -> tuple[str, Chair]:
    table = await guest.table(*seats, **wish)
    chair = await guest.sit(table, seats.index("me"), words=True)
    await chair.hear("turn")
    return table, chair


async def test_the_house_says_what_it_would_do(house: RunningHouse, visit: Visit) -> None:
    """The whole way, through a thinking process."""
    ann = await visit("Ann")
    table = await ann.table("me", "random", "random", game="battle-farm", preset="short")
    chair = await ann.sit(table, 0, words=True)
    turn = await chair.hear("turn")
    while len(turn["moves"]) == 1:
        await chair.move(turn)
        turn = await chair.hear("turn")
    hint = await asks(chair, turn["ply"])
    assert hint["type"] == "hint", hint
    assert (hint["ply"], hint["left"]) == (turn["ply"], 2)
    assert all(one["words"] == turn["words"][turn["moves"].index(one["move"])] for one in hint["moves"])
    assert hint["says"][0].startswith("The house would choose")
    await chair.move(turn)
    assert (await chair.hear("events"))["ply"] == turn["ply"]


async def test_a_table_gives_three_hints_unless_it_says_otherwise(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    table, chair = await sits(ann, "me", "random")
    assert (await ann.get(f"/api/tables/{table}"))["hints_left"] == 3
    turn: Json = {"ply": 1, "moves": [{"kind": "drop", "column": 0}]}
    left = []
    for _ in range(3):
        left.append((await asks(chair, turn["ply"]))["left"])
        await chair.move(turn)
        turn = await chair.hear("turn")
    assert left == [2, 1, 0]
    refusal = await asks(chair, turn["ply"])
    assert (refusal["code"], len(thought)) == ("no-hints-left", 3)
    shown = await ann.get(f"/api/tables/{table}")
    assert (shown["hints_left"], shown["seats"][0]["hints"], shown["seats"][1]["hints"]) == (0, 3, 0)


async def test_asking_again_about_the_same_decision_costs_nothing(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    _, chair = await sits(ann, "me", "random", hints=1)
    assert [(await asks(chair))["left"] for _ in range(3)] == [0, 0, 0]
    assert len(thought) == 1


async def test_as_many_as_you_like(by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]) -> None:
    ann = await visit("Ann", at=by_hand)
    table, chair = await sits(ann, "me", "random", hints=None)
    assert (await asks(chair))["left"] is None
    assert (await ann.get(f"/api/tables/{table}"))["hints_left"] is None


async def test_who_gets_no_hints(by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    robot = await visit("Robot", kind="bots", at=by_hand)

    _, bot = await sits(robot, "me", "random")
    assert (await asks(bot))["code"] == "no-hints-for-bots"

    table, off = await sits(ann, "me", "random", hints=0)
    assert (await asks(off))["code"] == "hints-off"
    watcher = await ben.watch(table)
    assert (await asks(watcher))["code"] == "not-your-seat"

    table = await ann.table("me", "free", hints=None)
    await ben.post(f"/api/tables/{table}/join")
    both = await ann.sit(table, 0)
    await both.hear("turn")
    assert (await asks(both))["code"] == "not-alone"
    assert "hints_left" not in await ann.get(f"/api/tables/{table}")

    _, hot_seat = await sits(ann, "me", "me", hints=None)
    assert (await asks(hot_seat))["code"] == "not-alone", "two people at one screen"
    assert thought == []


async def test_somebody_who_is_away_still_sits_there(
    open_by_hand: OpenByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    """A house player that plays on for a person does not make this a game against the house."""
    house = await open_by_hand(away_seconds=0)
    ann, ben = await visit("Ann", at=house), await visit("Ben", at=house)
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    chair = await ann.sit(table, 0)
    house.time.turn(1)
    await ann.post(f"/api/tables/{table}/takeover", {"seat": 1, "word": "random"})
    assert (await asks(chair))["code"] == "not-alone"


async def test_only_on_your_own_turn_and_about_this_decision(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    _, chair = await sits(ann, "me", "random")
    assert (await asks(chair, 5))["code"] == "stale"
    open_table = await ann.table("me", "free")
    waiting = await ann.sit(open_table, 0)
    assert (await asks(waiting))["code"] == "not-alone"
    await chair.say(type="hint", ply="one")
    assert (await chair.hear("error"))["code"] == "bad-message"
    assert thought == []


async def test_a_hint_that_comes_too_late_is_dropped_and_not_counted(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = asyncio.Event()

    async def forever(*_: Any) -> Advice:
        thinking.set()
        return await asyncio.Future()

    monkeypatch.setattr(player_pool.PlayerPool, "hint", forever)
    ann = await visit("Ann", at=by_hand)
    table, chair = await sits(ann, "me", "random")
    await chair.say(type="hint", ply=1)
    await thinking.wait()
    await chair.say(type="move", ply=1, move={"kind": "drop", "column": 0})
    await chair.hear("turn")
    assert not {"hint", "no-hint"} & {message["type"] for message in chair.heard}
    assert (await ann.get(f"/api/tables/{table}"))["hints_left"] == 3


async def test_the_count_survives_a_restart_of_the_house(
    tmp_path: Path, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    db = str(tmp_path / "parlour.db")
    first = await HouseByHand(db).open()
    ann = await visit("Ann", at=first)
    table, chair = await sits(ann, "me", "random", hints=1)
    assert (await asks(chair))["left"] == 0
    await chair.close()
    await first.close()
    second = await HouseByHand(db).open()
    try:
        ann.house = second
        again = await ann.sit(table, 0)
        turn = await again.hear("turn")
        assert (await asks(again))["left"] == 0, "the same decision again"
        await again.move(turn)
        turn = await again.hear("turn")
        assert (await asks(again, turn["ply"]))["code"] == "no-hints-left"
        await again.close()
    finally:
        await second.close()


async def test_hints_given_by_another_process_count(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    id, chair = await sits(ann, "me", "random", hints=1)
    table = by_hand.house.tables[id]
    elsewhere = write_settings(table.settings) | {"hinted": {"0": {"count": 1, "ply": 9}}}
    await by_hand.house.store.update_match(id, settings=elsewhere)
    assert (await asks(chair))["code"] == "no-hints-left"
    assert table.settings.hinted == {0: Hinted(1, 9)}


async def test_a_rematch_starts_counting_anew(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    table, chair = await sits(ann, "me", "random", hints=2)
    assert (await asks(chair))["left"] == 1
    await chair.say(type="concede")
    await chair.hear("over")
    again = await ann.post(f"/api/tables/{table}/rematch")
    assert (again["hints"], again["hints_left"], again["seats"][0]["hints"]) == (2, 2, 0)


async def test_the_house_thinks_from_the_view_of_the_seat(
    by_hand: HouseByHand, visit: Visit, thought: list[tuple[int, bytes]]
) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "random", game="kata-tcg")
    chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    await asks(chair, turn["ply"])
    live = by_hand.house.tables[table]
    assert thought == [(0, bytes(live.view(0)[1]))]


async def test_a_thought_that_never_ends_is_ended_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_pool, "give_hint", ponder)
    monkeypatch.setattr(player_pool, "HINT_LIMIT", 0.2)
    pool = player_pool.PlayerPool(1)
    try:
        with pytest.raises(Refused, match="could not work out a hint in time"):
            await pool.hint(find("connect-four"), NoOptions(), b"{}", 0, ["Ann", "Ben"], "Ann")
        assert pool.thinking == 0
    finally:
        pool.close()


async def test_rules_that_fail_give_a_sentence(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> Advice:
        raise RuntimeError("ZeroDivisionError: division by zero")

    monkeypatch.setattr(player_pool.PlayerPool, "hint", fail)
    ann = await visit("Ann", at=by_hand)
    table, chair = await sits(ann, "me", "random")
    refusal = await asks(chair)
    assert (refusal["code"], refusal["why"]) == ("no-hint", "The house can't work out a hint here.")
    assert (await ann.get(f"/api/tables/{table}"))["hints_left"] == 3
