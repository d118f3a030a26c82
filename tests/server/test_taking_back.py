"""Moves taken back at a table: only where its host allows it, only before anybody else has seen them."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.conftest import OpenByHand
from tests.server.guest import Chair, Guest, HouseByHand, Json, Refusal, caller

from parlour.core import record
from parlour.games import find


async def come(house: HouseByHand, name: str = "Ann") -> Guest:
    return await Guest(house, caller()).come(name)


async def moves(chair: Chair, turn: Json, move: Json) -> Json:
    """The next turn of this chair after a move, or the end."""
    await chair.say(type="move", ply=turn["ply"], move=move)
    return await chair.hear("turn", "over")


async def begun(guest: Guest) -> tuple[str, Chair, Json]:
    """A table against the house where the last move can be taken back: an attack that leaves more to do."""
    while True:
        table = await guest.table("me", "random", game="kata-tcg", undo=True)
        chair = await guest.sit(table, 0, words=True)
        turn = await chair.hear("turn")
        while turn["type"] == "turn":
            attacks = [move for move in turn["moves"] if move["kind"] == "attack"]
            turn = await moves(chair, turn, attacks[0] if attacks else turn["moves"][-1])
            if turn.get("back"):
                return table, chair, turn


async def test_a_move_taken_back_is_gone_from_position_log_and_record_and_is_counted(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table, chair, turn = await begun(ann)
    made = turn["ply"] - 1
    before = next(one for one in reversed(chair.heard) if one["type"] == "turn" and one["ply"] == made)
    await chair.say(type="take-back", ply=made)
    assert (await chair.hear("hello"))["seat"] == 0
    past = await chair.hear("past")
    assert len(past["plies"]) == made  # the set-up and what was played before
    again = await chair.hear("turn")
    assert (again["ply"], again["view"], again["moves"]) == (made, before["view"], before["moves"])
    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
    assert [seat["taken_back"] for seat in seats] == [1, 0]
    await chair.say(type="concede")
    await chair.hear("over")
    told = await ann.get(f"/api/tables/{table}/record")
    assert told["taken_back"] == 1
    match = record.replay(record.decode(msgspec.json.encode(told)), find)
    assert match.over and len(match.plies) == made


async def test_what_somebody_else_has_seen_stays(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table, chair, turn = await begun(ann)
    watcher = await (await come(house, "Wim")).watch(table)
    await watcher.hear("waiting")
    refused = await chair.ask("hello", type="take-back", ply=turn["ply"] - 1)
    assert refused["code"] == "seen", refused
    assert await house.house.store.move_counts([table]) == {table: turn["ply"] - 1}


async def test_a_picture_of_the_board_has_shown_it_too(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table, chair, turn = await begun(ann)
    async with caller() as http:
        assert (await http.get(f"{house.url}/api/tables/{table}/picture.svg")).status_code == 200
    assert (await chair.ask("hello", type="take-back", ply=turn["ply"] - 1))["code"] == "seen"


async def test_a_turn_that_is_over_an_older_move_and_a_rivals_move_stay(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    _, chair, turn = await begun(ann)
    assert (await chair.ask("hello", type="take-back", ply=turn["ply"] - 2))["code"] == "not-your-move"
    four = await ann.table("me", "random", undo=True)
    dropped = await ann.sit(four, 0, words=True)
    turn = await moves(dropped, await dropped.hear("turn"), {"kind": "drop", "column": 3})
    assert "back" not in turn
    assert (await dropped.ask("hello", type="take-back", ply=1))["code"] == "not-your-move"
    assert (await dropped.ask("hello", type="take-back", ply=2))["code"] == "not-your-move"


async def test_dice_that_have_fallen_stay(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table = await ann.table("me", "me", game="deadwood", undo=True)
    first = (await ann.get(f"/api/tables/{table}"))["mover"]
    chair = await ann.sit(table, first, words=True)
    turn = await chair.hear("turn")
    live = await house.house.table(table)
    for _ in range(12):
        wanted = [move for move in turn["moves"] if move["kind"] in ("move", "take_role")] or turn["moves"]
        await chair.say(type="move", ply=turn["ply"], move=wanted[0])
        said = await chair.hear("turn", "events")
        assert live.match is not None
        if live.match.mover != first:
            break
        turn = said if said["type"] == "turn" else await chair.hear("turn")
        made = live.match.plies[-1]
        turned_up = any(event["kind"] == "turned_up" for event in live.match.show(made.told, None))
        assert bool(turn.get("back")) != turned_up, turn


async def test_only_friendly_tables_without_a_clock_or_open_hands_allow_it(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    for wish in ({"rated": True, "clock": "5+3"}, {"clock": "5+3"}, {"hands_after": 60}):
        with pytest.raises(Refusal, match="can't be taken back"):
            await ann.table("me", "free", game="kata-tcg", undo=True, **wish)
    chair = await ann.sit(await ann.table("me", "random"))
    assert (await chair.ask("pong", type="take-back", ply=1))["code"] == "no-undo"
