"""A draw in Gardening War is played again, then once longer, then decided by value: at the tables of a house."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Chair, Guest, HouseByHand, Json, RunningHouse, any_move, play, until

from parlour.arena.network import join
from parlour.core import record
from parlour.games import find
from parlour.store import StoreError

GARDEN: dict[str, Any] = {"game": "gardening-war"}


async def pass_through(guests: list[tuple[Guest, int]], table: str) -> list[Json]:
    """Everybody sits down and takes the first move of the list, which is a pass; the ends that they hear."""
    chairs = [await guest.sit(table, seat, words=True) for guest, seat in guests]
    return list(await asyncio.gather(*(play(chair) for chair in chairs)))


async def test_four_games_follow_each_other_and_each_tells_what_comes_next(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    first = table = await ann.table("me", "free", options={"rounds": 1}, **GARDEN)
    await ben.post(f"/api/tables/{table}/join")
    tables, told = [], []
    while table is not None:
        tables.append(table)
        over, heard = await pass_through([(ann, 0), (ben, 1)], table)
        assert over["why"] == heard["why"] and over.get("next") == heard.get("next")
        told.append(over["why"].removeprefix("A draw at 0 points each. "))
        table = over.get("next")
    assert told == [
        "The match needs a winner, so you play again: game 2 of 3.",
        "The match needs a winner, so you play again: game 3 of 3.",
        "That is the third draw, so one last game decides, of 1 round.",
        "Gold, goods and land are worth 10000 on both sides: the match is a draw.",
    ]
    shown = [await ann.get(f"/api/tables/{id}") for id in tables]
    assert [one["part"] for one in shown] == [None, "game 2 of 3", "game 3 of 3", "the longer game"]
    assert shown[0]["next"] == {"table": tables[1], "title": "game 2 of 3"} and shown[3]["next"] is None
    assert [[seat["name"] for seat in one["seats"]] for one in shown] == [["Ann", "Ben"]] * 4
    assert all(one["status"] == "over" for one in shown)
    again = await ben.post(f"/api/tables/{first}/rematch")
    assert again["id"] == tables[1], "whoever asks for a rematch of a drawn game is led to the game that follows it"


async def test_the_next_game_begins_when_everybody_is_there_and_not_before(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", options={"rounds": 1}, listed=True, **GARDEN)
    await ben.post(f"/api/tables/{table}/join")
    over, _ = await pass_through([(ann, 0), (ben, 1)], table)
    chair = await ann.sit(over["next"], 0)
    assert (await chair.hear("table"))["status"] == "open"
    waiting = (await ann.get("/api/tables?status=open"))["tables"]
    assert over["next"] not in [one["id"] for one in waiting], "it waits for nobody else"
    other = await ben.sit(over["next"], 1)
    await chair.hear("turn")
    await other.hear("waiting")


def spend(turn: Json) -> Json:
    """Shop for an anemone, then plant it: whoever has planted is poorer by the seed."""
    for wanted in ({"kind": "plant"}, {"action": "plant"}, {"kind": "buy", "good": "anemone", "amount": 1}):
        for move in turn["moves"]:
            if wanted.items() <= move.items():
                return dict(move)
    done = [move for move in turn["moves"] if move["kind"] == "done"]
    shop = [move for move in turn["moves"] if move.get("action") == "shop" and turn["view"]["round"] == 1]
    return dict([*done, *shop, *turn["moves"]][0])


async def test_the_value_decides_the_fourth_draw(visit: Visit, house: RunningHouse) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me", options={"rounds": 2}, **GARDEN)
    for _ in range(3):
        over, _ = await pass_through([(ann, 0), (ann, 1)], table)
        table = over["next"]
    assert (await ann.get(f"/api/tables/{table}"))["options"]["rounds"] == 3
    chairs = [await ann.sit(table, seat) for seat in (0, 1)]
    over, _ = await asyncio.gather(play(chairs[0], spend), play(chairs[1], any_move))
    assert over["payoffs"] == [0.0, 1.0] and over["scores"] == [0, 0] and "next" not in over
    assert over["why"] == ("A draw at 0 points each. Gold, goods and land decide: Ann 2 wins the match, 10000 to 9500.")
    shown = await ann.get(f"/api/tables/{table}")
    while shown["result"] is None:
        shown = await ann.get(f"/api/tables/{table}")
    assert shown["result"]["payoffs"] == [0.0, 1.0]
    kept = record.decode(await record_of(ann, table))
    assert kept.result is not None and kept.result.payoffs == [0.5, 0.5], "where games are scored, a draw is a draw"
    assert record.replay(kept, find).say_end(["Ann 1", "Ann 2"]) == over["why"]
    again = await ann.post(f"/api/tables/{table}/rematch")
    assert again["options"]["rounds"] == 2 and again["part"] is None, "a rematch is a new match of the agreed length"


async def record_of(guest: Guest, table: str) -> bytes:
    answer = await guest.http.get(f"{guest.house.url}/api/tables/{table}/record")
    return answer.content


async def test_a_game_with_a_winner_ends_the_match(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me", options={"rounds": 1}, **GARDEN)
    over, _ = await pass_through([(ann, 0), (ann, 1)], table)
    chair = await ann.sit(over["next"], 0)
    await chair.hear("turn")
    await chair.say(type="concede")
    over = await chair.hear("over")
    assert over["payoffs"] == [0.0, 1.0] and "next" not in over


FULL_BOARD = "005450340225411321541035145402261623366366"  # columns of connect four, in which nobody gets four


async def test_other_games_let_a_draw_stand(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")

    def choose(turn: Json) -> Json:
        return {"kind": "drop", "column": int(FULL_BOARD[turn["ply"] - 1])}

    chairs = [await ann.sit(table, seat) for seat in (0, 1)]
    over, _ = await asyncio.gather(*(play(chair, choose) for chair in chairs))
    assert over["payoffs"] == [0.5, 0.5] and "next" not in over
    assert (await ann.get(f"/api/tables/{table}"))["next"] is None


async def test_a_house_player_and_a_seat_that_was_taken_over_go_on_too(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await ann.table("me", "free", options={"rounds": 1}, **GARDEN)
    await ben.post(f"/api/tables/{table}/join")
    chair = await ann.sit(table, 0)
    await chair.hear("turn")
    by_hand.time.turn(by_hand.house.settings.away_seconds + 1)
    await ann.post(f"/api/tables/{table}/takeover", {"seat": 1, "word": "random"})
    await chair.say(type="move", ply=1, move={"kind": "pass"})
    over = await chair.hear("over")
    following = await ann.sit(over["next"], 0)
    await following.hear("turn")
    seats = (await ann.get(f"/api/tables/{over['next']}"))["seats"]
    assert [seat["taken_over"] for seat in seats] == [False, True]


async def test_a_table_where_only_the_house_plays_goes_on_by_itself(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table: str | None = await ann.table("random", "random", options={"rounds": 1}, **GARDEN)
    played = 0
    while table is not None:
        shown = await ann.get(f"/api/tables/{table}")
        if shown["status"] == "over":
            played += 1
            table = shown["next"] and shown["next"]["table"]
    assert played == 4


async def test_a_called_off_game_is_laid_again_on_request(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", options={"rounds": 1}, **GARDEN)
    await ben.post(f"/api/tables/{table}/join")
    over, _ = await pass_through([(ann, 0), (ben, 1)], table)
    await ann.post(f"/api/tables/{over['next']}/close")
    again = await ben.post(f"/api/tables/{table}/rematch")
    assert again["id"] != over["next"] and again["part"] == "game 2 of 3" and again["status"] == "open"
    assert (await ann.get(f"/api/tables/{table}"))["next"]["table"] == again["id"]


async def test_a_store_that_fails_at_the_end_delays_the_end_and_loses_nothing(
    open_by_hand: OpenByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand = await open_by_hand()
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me", options={"rounds": 1}, **GARDEN)
    chairs: list[Chair] = [await ann.sit(table, seat) for seat in (0, 1)]
    whole, failed = by_hand.house.store.create_match, asyncio.Event()

    async def fails_once(*words: Any, **how: Any) -> Any:
        if failed.is_set():
            return await whole(*words, **how)
        failed.set()
        raise StoreError("The disk is full.", "full")

    monkeypatch.setattr(by_hand.house.store, "create_match", fails_once)
    await chairs[0].hear("turn")
    await chairs[0].say(type="move", ply=1, move={"kind": "pass"})
    await chairs[1].hear("turn")
    await chairs[1].say(type="move", ply=2, move={"kind": "pass"})
    await until(failed.is_set)
    assert "over" not in [message["type"] for message in await chairs[0].said_so_far()]
    live = await by_hand.house.table(table)
    await until(lambda: turned(by_hand, live))
    assert (await chairs[0].hear("over"))["next"]


def turned(by_hand: HouseByHand, live: Any) -> bool:
    """A second passes for the house, again and again until it has tried once more."""
    by_hand.time.turn(1.0)
    return bool(live.row.settings.get("next"))


async def test_bots_follow_their_match_and_count_it_once(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free", options={"rounds": 1}, **GARDEN)
    said: list[str] = []
    bot = asyncio.create_task(asyncio.to_thread(join, f"{house.url}/table/{table}", "random", say=said.append))
    over: Json = {"next": table}
    while "next" in over:
        if over["next"] != table:
            await until(lambda: said[-1] == "Waiting for Ann to come to the table.")
        over = await play(await ann.sit(over["next"], 0))
    [joined] = await bot
    assert joined.next is None and joined.why == over["why"] and joined.payoffs == over["payoffs"]
    assert sum(line.startswith("Sitting in seat 1") for line in said) == 4
