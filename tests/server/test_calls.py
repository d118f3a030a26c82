"""Bots on call: connected once, invited to tables, challenged by people; and what happens when they don't come."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal, play, until
from tests.server.on_call import Line, call, open_line

from parlour.games import find
from parlour.server.connection import POLICY


async def a_bot(visit: Visit, house: HouseByHand, name: str = "Clank", owner: Guest | None = None) -> Guest:
    if owner is None:
        return await visit(name, kind="bots", at=house)
    bot = await visit(name, at=house)
    made = await owner.post("/api/bots", {"name": name})
    bot.id, bot.name, bot.token = made["id"], made["name"], made["token"]
    return bot


async def challenge(guest: Guest, bot: Guest, **wish: Any) -> str:
    made = await guest.post(f"/api/bots/{bot.id}/challenge", {"game": "connect-four", **wish})
    return str(made["id"])


async def refused(guest: Guest, bot: Guest, **wish: Any) -> str:
    with pytest.raises(Refusal) as told:
        await challenge(guest, bot, **wish)
    return told.value.text


async def closed(guest: Guest, table: str) -> str:
    """Why a table was called off, as soon as it is."""
    found: list[Any] = [None]

    async def is_closed() -> bool:
        found[0] = await guest.get(f"/api/tables/{table}")
        return bool(found[0]["status"] == "closed")

    await until(is_closed)
    return str(found[0]["called_off"])


async def on_call(guest: Guest, bot: Guest) -> Any:
    return (await guest.get(f"/api/players/{bot.id}"))["call"]


# --- being invited ---


async def test_a_bot_on_call_is_challenged_and_plays(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    assert await on_call(ann, clank) is None
    line = await call(clank, "connect-four", "kata-tcg", tables=2)
    shown = await on_call(ann, clank)
    assert (shown["games"], shown["tables"], shown["busy"]) == (["connect-four", "kata-tcg"], 2, 0)
    table = await challenge(ann, clank, seat=0)
    invited = await line.invited()
    assert (invited["table"], invited["seat"], invited["game"]) == (table, 1, "connect-four")
    assert invited["clock"]["bank_ms"] == 300_000 and invited["names"] == ["Ann", "Clank"] and invited["seconds"] == 30
    assert (await on_call(ann, clank))["busy"] == 1
    mine, its = await ann.sit(table, 0), await clank.sit(table, 1)
    await mine.hear("turn")
    await mine.say(type="concede")
    assert (await its.hear("over"))["payoffs"] == [0.0, 1.0]
    await until(lambda: _busy(ann, clank, 0))


async def _busy(guest: Guest, bot: Guest, tables: int) -> bool:
    return bool((await on_call(guest, bot))["busy"] == tables)


async def test_an_invitation_tells_what_the_hello_at_the_table_tells(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank, "kata-tcg")
    table = await challenge(ann, clank, game="kata-tcg", seat=1)
    invited = await line.invited()
    hello = await (await clank.sit(table, 0)).hear("hello")
    assert set(invited) - {"type", "table", "rated", "seconds"} <= set(hello)
    assert all(hello[name] == invited[name] for name in ("options", "names", "clock", "game", "version", "seat"))


async def test_a_rematch_invites_the_bot_again(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    table = await challenge(ann, clank, seat=0)
    await line.invited()
    mine, _ = await ann.sit(table, 0), await clank.sit(table, 1)
    await mine.hear("turn")
    await mine.say(type="concede")
    await mine.hear("over")
    again = (await ann.post(f"/api/tables/{table}/rematch"))["id"]
    assert (await line.invited())["table"] == again


async def test_a_bot_that_was_away_hears_again_where_it_plays(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    table = await challenge(ann, clank, seat=0)
    assert (await line.invited())["table"] == table
    await line.close()
    again = await call(clank)
    assert (await again.invited())["seconds"] == 30
    await ann.sit(table, 0)
    await (await clank.sit(table, 1)).hear("waiting")
    await again.close()
    assert (await (await call(clank)).invited())["seconds"] is None  # the game has begun


async def test_people_are_told_what_a_bot_does_not_do(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    clank, nut = await a_bot(visit, by_hand), await a_bot(visit, by_hand, "Nut")
    assert await refused(ann, clank) == "Clank is not on call at the moment."
    await call(clank, "connect-four", "deadwood")
    await call(nut, people=False)
    says = "Clank does not play Kata TCG; challenge it at Connect Four or Deadwood."
    assert await refused(ann, clank, game="kata-tcg") == says
    assert "does not take challenges" in await refused(ann, nut)
    assert "needs a clock" in await refused(ann, clank, clock="none")
    assert "seats 0 to 1" in await refused(ann, clank, seat=5)
    assert "There is no such bot" in await refused(ann, ben)
    assert "can't challenge itself" in await refused(clank, clank)
    await challenge(ann, clank)
    assert "already playing Clank" in await refused(ann, clank)
    assert "busy at the table" in await refused(ben, clank)


async def test_a_bot_does_not_play_its_owner_for_rating(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    clank = await a_bot(visit, by_hand, owner=ann)
    await call(clank)
    assert "against their owner" in await refused(ann, clank, rated=True)
    ben = await visit("Ben", at=by_hand)
    table = await challenge(ben, clank, rated=True)
    assert (await ben.get(f"/api/tables/{table}"))["rated"] is True


async def test_never_more_tables_than_it_plays_at(by_hand: HouseByHand, visit: Visit) -> None:
    clank = await a_bot(visit, by_hand)
    line = await call(clank, tables=2)
    people = [await visit(None, at=by_hand) for _ in range(6)]
    tried = await asyncio.gather(*(challenge(one, clank) for one in people), return_exceptions=True)
    tables = {one for one in tried if isinstance(one, str)}
    assert len(tables) == 2 and all(isinstance(one, (str, Refusal)) for one in tried)
    assert {(await line.invited())["table"] for _ in range(2)} == tables


async def test_calling_again_changes_what_was_said(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    await line.say(type="call", games=["kata-tcg"], tables=0)
    assert (await line.next())["games"] == ["kata-tcg"]
    assert "takes no more games" in await refused(ann, clank, game="kata-tcg")
    listed = (await ann.get("/api/bots/on-call?game=kata-tcg"))["bots"]
    assert [one["name"] for one in listed] == ["Clank"]
    assert (await ann.get("/api/bots/on-call?game=connect-four"))["bots"] == []


# --- not coming ---


async def test_a_bot_declines_with_a_reason(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    table = await challenge(ann, clank)
    await line.invited()
    await line.say(type="decline", table=table, reason="I am being\nupdated.")
    assert await closed(ann, table) == "Clank can't come: I am being updated."
    await line.say(type="decline", table=table)
    assert (await line.hear("error"))["code"] == "not-invited"
    await challenge(ann, clank)  # and there is room again


async def test_a_game_that_has_begun_is_not_declined(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    table = await challenge(ann, clank, seat=0)
    chair = await ann.sit(table, 0)
    await clank.sit(table, 1)
    await chair.hear("turn")
    await line.say(type="decline", table=table)
    assert (await line.hear("error"))["code"] == "begun"


async def test_who_does_not_come_is_not_waited_for(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    table = await challenge(ann, clank, seat=0, rated=True)
    await line.invited()
    chair = await ann.sit(table, 0)
    await chair.hear("table")
    await by_hand.house.calling.call_off_late_tables()
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "open"
    by_hand.time.turn(31)
    await by_hand.house.calling.call_off_late_tables()
    assert await closed(ann, table) == "Clank did not come."
    assert await line.shown_out() == (POLICY, "no-show")  # it neither came nor declined
    await until(lambda: _gone(ann, clank))


async def _gone(guest: Guest, bot: Guest) -> bool:
    return await on_call(guest, bot) is None


async def test_a_bot_that_came_stays_on_call_when_its_challenger_did_not(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    await call(clank)
    table = await challenge(ann, clank, seat=0)
    await (await clank.sit(table, 1)).hear("table")
    by_hand.time.turn(31)
    await by_hand.house.calling.call_off_late_tables()
    assert await closed(ann, table) == "Ann did not come."
    assert (await on_call(ann, clank))["busy"] == 0


async def test_a_line_that_breaks_ends_the_call(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    line = await call(clank)
    line.socket.transport.abort()  # without a word
    await until(lambda: _gone(ann, clank))


async def test_the_call_of_a_dead_process_ends_with_its_lease(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    store = by_hand.house.store
    await store.begin_call(clank.id, "elsewhere", ["connect-four"], 1, False, True, 60.0)
    assert await on_call(ann, clank) is not None
    await store.begin_call(clank.id, "elsewhere", ["connect-four"], 1, False, True, 0.0)
    assert await on_call(ann, clank) is None


# --- who may call ---


async def test_the_newer_of_two_lines_counts(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    first = await call(clank)
    second = await call(clank)
    assert await first.shown_out() == (POLICY, "replaced")
    table = await challenge(ann, clank)
    assert (await second.invited())["table"] == table
    await by_hand.house.store.begin_call(clank.id, "another process", ["connect-four"], 1, False, True, 60.0)
    await by_hand.house.calling.keep()
    assert await second.shown_out() == (POLICY, "replaced")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"type": "call", "games": ["connect-four"]}, "call-first"),
    ({"type": "ping"}, "call-first"),
    ({"type": "call", "token": "nonsense", "games": ["connect-four"]}, "bad-token"),
    ({"type": "call", "token": "PERSON", "games": ["connect-four"]}, "not-a-bot"),
    ({"type": "call", "token": "BOT", "games": []}, "bad-message"),
    ({"type": "call", "token": "BOT", "games": ["chess"]}, "no-such-game"),
    ({"type": "call", "token": "BOT", "games": ["connect-four"], "tables": 1000}, "bad-message"),
    ({"type": "sit"}, "bad-message"),
]


async def test_a_wrong_first_message_is_refused(by_hand: HouseByHand, visit: Visit) -> None:
    ann, clank = await visit("Ann", at=by_hand), await a_bot(visit, by_hand)
    for said, code in WRONG:
        line = await open_line(clank)
        token = {"PERSON": ann.token, "BOT": clank.token}.get(said.get("token", ""), said.get("token"))
        await line.say(**{**said, **({"token": token} if token else {})})
        assert (await line.next())["code"] == code
        assert await line.shown_out() == (POLICY, code)


async def test_a_revoked_token_ends_the_call(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    clank = await a_bot(visit, by_hand, owner=ann)
    line = await call(clank)
    await ann.post(f"/api/bots/{clank.id}/token")
    assert await line.shown_out() == (POLICY, "signed-out")


async def test_nonsense_on_the_line_is_answered(by_hand: HouseByHand, visit: Visit) -> None:
    line: Line = await call(await a_bot(visit, by_hand))
    await line.socket.send("{not json")
    assert (await line.next())["code"] == "bad-message"
    await line.say(type="decline", table="nowhere")
    assert (await line.next())["code"] == "not-invited"
    assert (await line.ask("pong", type="ping"))["type"] == "pong"


async def test_a_forgotten_bot_is_not_on_call(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    clank = await a_bot(visit, by_hand, owner=ann)
    line = await call(clank)
    await ann.post("/api/guests/me/farewell", {"name": "Ann"})
    await line.shown_out()
    assert await by_hand.house.store.on_call() == []


async def test_a_played_game_over_two_lines(by_hand: HouseByHand, visit: Visit) -> None:
    """Two bots on call can be invited to one table by whoever sets it up, as a tournament does."""
    one, two = await a_bot(visit, by_hand, "One"), await a_bot(visit, by_hand, "Two")
    lines = [await call(one), await call(two)]
    house, game = by_hand.house, find("connect-four")
    found = await house.calling.available("connect-four")
    assert {each.bot.name for each in found} == {"One", "Two"}
    players = [each.bot for each in found]
    table = await house.lobby.set_table(None, game, game.read_options(), players, clock="5+3")
    for seat, each in enumerate(found):
        assert await house.calling.invite(each.bot.id, table, seat, "tournament")
    chairs = []
    for bot, line in zip((one, two), lines, strict=True):
        invited = await line.invited()
        chairs.append(await bot.sit(invited["table"], invited["seat"]))
    over = await asyncio.gather(*(play(chair) for chair in chairs))
    assert over[0]["payoffs"] == over[1]["payoffs"]
    assert await house.calling.available("kata-tcg") == []


# --- the ladder ---


async def test_bots_on_the_ladder_meet_in_rated_games(by_hand: HouseByHand, visit: Visit) -> None:
    house = by_hand.house
    one, two = await a_bot(visit, by_hand, "One"), await a_bot(visit, by_hand, "Two")
    lines = [await call(one, "connect-four", "kata-tcg", ladder=True), await call(two, ladder=True)]
    assert await house.ladder.round() == 1
    invited = [await line.invited() for line in lines]
    assert invited[0]["table"] == invited[1]["table"] and {told["game"] for told in invited} == {"connect-four"}
    assert invited[0]["rated"] and {told["seat"] for told in invited} == {0, 1}
    assert await house.ladder.round() == 0
    chairs = [await bot.sit(told["table"], told["seat"]) for bot, told in zip((one, two), invited, strict=True)]
    await chairs[0].hear("turn", "waiting")
    await chairs[0].say(type="concede")
    await chairs[1].hear("over")
    await until(lambda: _busy(one, one, 0))
    assert await house.ladder.round() == 0  # they rest
    by_hand.time.turn(61)
    assert await house.ladder.round() == 1


async def test_a_bot_that_is_alone_on_the_ladder_meets_the_house(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    bots = [await a_bot(visit, by_hand, name, owner=ann) for name in ("One", "Two")]
    lines = [await call(bot, ladder=True) for bot in bots]  # of one owner: they never meet
    assert await by_hand.house.ladder.round() == 1  # and the house plays one such game at a time
    running = await by_hand.house.store.ladder_tables()
    table = await ann.get(f"/api/tables/{next(iter(running))}")
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "house"] and table["rated"]
    assert [seat["word"] for seat in table["seats"] if seat["kind"] == "house"] == ["medium"]  # for a newcomer
    assert len(lines) == 2


async def test_the_ladder_leaves_room_for_people(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    one, two = await a_bot(visit, by_hand, "One"), await a_bot(visit, by_hand, "Two")
    await call(one, tables=2, ladder=True)
    await call(two, tables=2, ladder=True)
    await challenge(ann, one)
    assert await by_hand.house.ladder.round() == 0


async def test_the_owner_switches_the_ladder_on_the_page_and_the_bot_obeys(by_hand: HouseByHand, visit: Visit) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    one, two = await a_bot(visit, by_hand, "One", ann), await a_bot(visit, by_hand, "Two", eve)
    lines = [await call(one, "connect-four", "kata-tcg"), await call(two, ladder=True)]
    assert lines[0].heard[0]["ladder_games"] == [] and lines[1].heard[0]["ladder_games"] == ["connect-four"]
    page = f"/api/bots/{one.id}/ladder"
    assert await ann.get(page) == {"games": None}
    with pytest.raises(Refusal, match="belongs to somebody else"):
        await eve.ask("PUT", page, {"games": []})
    with pytest.raises(Refusal):
        await ann.ask("PUT", page, {"games": ["tiddlywinks"]})
    await ann.ask("PUT", page, {"games": ["connect-four"]})
    told = await lines[0].hear("on-call")
    assert (told["ladder"], told["ladder_games"], told["games"]) == (
        True,
        ["connect-four"],
        ["connect-four", "kata-tcg"],
    )
    assert await by_hand.house.ladder.round() == 1, "they meet"
    # Whatever it says when it calls again, its owner has chosen.
    again = await call(one, "kata-tcg", ladder=True)
    assert again.heard[0]["ladder_games"] == [] and again.heard[0]["ladder"] is False
    await ann.ask("PUT", page, {"games": None})
    assert (await again.hear("on-call"))["ladder_games"] == ["kata-tcg"]
    shown = (await eve.get(f"/api/players/{one.id}"))["call"]
    assert shown["ladder"] is True and shown["ladder_games"] == ["kata-tcg"]


async def test_a_house_without_a_ladder_says_so(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand(ladder=False)
    bot = await a_bot(visit, house, "One")
    assert (await call(bot, ladder=True)).heard[0]["ladder"] is False
    assert (await bot.get("/api/bots/on-call"))["ladder"] is False
