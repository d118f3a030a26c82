"""The chair: what a guest is told and may say, in the words of docs/protocol.md."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Chair, Guest, HouseByHand, Json, any_move, at_random, play, play_all


async def two_at_a_table(visit: Visit, game: str = "connect-four", **wish: Any) -> tuple[Guest, Guest, str]:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", game=game, **wish)
    await ben.post(f"/api/tables/{table}/join")
    return ann, ben, table


async def test_whoever_sits_down_is_welcomed_in_order(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    assert chair.types() == ["hello", "table", "past", "turn"]
    hello = chair.heard[0]
    assert {"game", "version", "seat", "seats", "names", "options", "clock", "promise", "protocol"} <= set(hello)
    assert (hello["seat"], hello["seats"], hello["protocol"]) == (0, 2, 1)
    assert hello["names"] == ["Ann", "Ben"]
    assert turn["ply"] == 1
    assert turn["moves"] == [{"kind": "drop", "column": n} for n in range(7)]
    other = await ben.sit(table, 1)
    waiting = await other.hear("waiting")
    assert waiting["mover"] == 0
    assert "moves" not in waiting


async def test_a_move_is_told_to_everybody_and_the_next_is_asked(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    a, b, w = await ann.sit(table, 0), await ben.sit(table, 1), await ann.watch(table, words=True)
    await w.hear("waiting")
    await b.hear("waiting")
    await a.move(await a.hear("turn"), 3)
    for chair in (a, b, w):
        events = await chair.hear("events")
        assert (events["ply"], events["seat"], events["mover"]) == (1, 0, 1)
        assert events["events"] == [{"kind": "dropped", "seat": 0, "column": 3, "row": 0}]
    assert (await b.hear("turn"))["ply"] == 2
    assert w.heard[-1]["says"]
    assert w.heard[-1]["text"]
    assert "says" not in b.heard[-2]


async def test_a_move_may_be_named_by_its_place(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    a = await ann.sit(table, 0)
    await a.hear("turn")
    await a.say(type="move", ply=1, index=6)
    assert (await a.hear("events"))["view"]["columns"][6] == [0]


async def test_several_tabs_on_one_seat_all_hear_and_the_first_answer_counts(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    tabs = [await ann.sit(table, 0) for _ in range(3)]
    b = await ben.sit(table, 1)
    turns = [await tab.hear("turn") for tab in tabs]
    await asyncio.gather(*(tab.move(turn, n) for n, (tab, turn) in enumerate(zip(tabs, turns, strict=True))))
    told = [await tab.hear("events") for tab in tabs]
    assert told[0] == told[1] == told[2]
    for tab in tabs:
        await tab.said_so_far()
    assert sum(tab.types().count("refused") for tab in tabs) == 2
    assert (await b.hear("turn"))["ply"] == 2
    shown = await ann.get(f"/api/tables/{table}")
    assert shown["ply"] == 1


async def test_stale_foreign_and_illegal_moves_are_refused_and_change_nothing(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    await a.hear("turn")
    await b.hear("waiting")
    drop = {"kind": "drop", "column": 0}
    cases: list[tuple[Chair, Json, str]] = [
        (b, {"ply": 1, "move": drop}, "not-your-turn"),
        (a, {"ply": 0, "move": drop}, "stale"),
        (a, {"ply": 2, "move": drop}, "stale"),
        (a, {"ply": 1, "index": 7}, "unknown-action"),
        (a, {"ply": 1, "index": -1}, "unknown-action"),
        (a, {"ply": 1}, "bad-message"),
        (a, {"ply": 1, "move": {"kind": "drop"}}, "unknown-action"),
        (a, {"ply": 1, "move": {"kind": "drop", "column": 9}}, "unknown-action"),
        (a, {"ply": 1, "move": {"kind": "forfeit", "seat": 1}}, "unknown-action"),
        (a, {"ply": 1, "move": {"kind": "concede", "seat": 1}}, "unknown-action"),
        (a, {"ply": 1, "move": {"kind": "miss"}}, "unknown-action"),
    ]
    for chair, answer, code in cases:
        told = await chair.ask("refused", type="move", **answer)
        assert (told["type"], told["code"]) == ("refused", code), answer
        assert told["why"].endswith(".")
    assert (await ann.get(f"/api/tables/{table}"))["ply"] == 0


async def test_reconnecting_in_mid_game_brings_everything_back(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    rival = asyncio.create_task(play(b))
    await play(a, most=3)
    told = [m for m in a.heard if m["type"] == "events"]
    await a.close()
    again = await ann.sit(table, 0, words=True)
    turn = await again.hear("turn")
    assert again.types() == ["hello", "table", "past", "turn"]
    past = again.heard[2]["plies"]
    assert [ply["ply"] for ply in past] == list(range(turn["ply"]))
    assert [ply["events"] for ply in past[1:]] == [m["events"] for m in told]
    assert all("says" in ply for ply in past)
    assert turn["words"]
    assert turn["text"]
    assert turn["view"] == a.heard[-1]["view"]
    await again.move(turn)
    assert (await play(again))["type"] == "over"
    await rival


async def test_who_comes_after_the_end_sees_it(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    over = await play_all([await ann.sit(table, 0), await ben.sit(table, 1)])
    late = await ann.sit(table, 0)
    assert await late.hear("over") == over[0]
    assert late.types() == ["hello", "table", "past", "waiting", "over"]
    assert (await late.ask("refused", type="move", ply=99, index=0))["code"] == "game-over"
    assert (await late.ask("error", type="concede"))["code"] == "game-over"


async def test_the_seed_keeps_the_promise(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit, "kata-tcg", preset="full")
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    over = (await play_all([a, b], at_random(1)))[0]
    assert hashlib.sha256(bytes.fromhex(over["seed"])).hexdigest() == a.heard[0]["promise"]
    before_the_end = json.dumps([m for m in a.heard if m["type"] != "over"])
    assert over["seed"] not in before_the_end


async def test_spectators_get_no_hand_and_no_moves(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit, "kata-tcg", preset="full")
    eve = await visit("Eve")
    watchers = [await ann.watch(table, words=True), await eve.sit(table, None), await ann.sit(table, None)]
    a, b = await ann.sit(table, 0, words=True), await ben.sit(table, 1)
    await play_all([a, b], at_random(2))
    for watcher in watchers:
        await watcher.hear("over")
        assert "turn" not in watcher.types()
        for message in watcher.heard:
            assert "moves" not in message
            if message["type"] in ("events", "waiting"):
                assert all(side["hand"] is None for side in message["view"]["sides"])
            for event in message.get("events", []):
                assert not (event["kind"] == "drew" and "card" in event), event
    for chair, mine in ((a, 0), (b, 1)):
        for message in chair.heard:
            if message["type"] in ("events", "waiting", "turn"):
                assert message["view"]["sides"][1 - mine]["hand"] is None
                assert message["view"]["sides"][mine]["hand"] is not None
            if message["type"] == "turn":
                assert message["view"]["mover"] == mine


async def test_why_tells_the_rule(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    await a.hear("turn")
    legal = await a.ask("why", type="why", id=7, move={"kind": "drop", "column": 1})
    assert (legal["id"], legal["legal"]) == (7, True)
    assert "why" not in legal
    other = await b.ask("why", type="why", move={"kind": "drop", "column": 1})
    assert (other["legal"], other["code"]) == (False, "not-your-turn")
    assert (await a.ask("why", type="why", move={"kind": "jump"}))["code"] == "unknown-action"


async def test_preview_never_tells_a_hidden_card(visit: Visit) -> None:
    """Whatever a preview says about the rival's hand, or about cards to come, its seat could see before."""
    ann, ben, table = await two_at_a_table(visit, "kata-tcg", preset="full")
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    choose = at_random(3)
    asked = certain = 0

    async def sit_and_look(chair: Chair, seat: int) -> None:
        nonlocal asked, certain
        while True:
            message = await chair.next()
            if message["type"] == "over":
                return
            if message["type"] != "turn":
                continue
            view = message["view"]
            for move in message["moves"][:3]:
                told = await chair.ask("preview", type="preview", id=asked, move=move)
                asked += 1
                assert told["id"] == asked - 1
                certain += told["certain"]
                for path, _, after in told["changes"]:
                    words = path.split(".")
                    if words[0] == "sides" and int(words[1]) != seat:
                        assert words[2] != "hand"
                    if words[:3] == ["sides", str(seat), "hand"] and after is not None:
                        # a card that is drawn is told only if the seat can count which one is left
                        mine = view["sides"][seat]
                        assert after in mine["hand"] or set(mine["unseen"]) == {after}, (path, after, mine)
            await chair.say(type="move", ply=message["ply"], move=choose(message))

    await asyncio.gather(sit_and_look(a, 0), sit_and_look(b, 1))
    assert asked > 30
    assert certain > 0
    junk = await a.ask("preview", type="preview", move={"kind": "dance"})
    assert junk.get("changes", []) == []


async def test_a_certain_preview_comes_true(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    told = await chair.ask("preview", type="preview", move=turn["moves"][2])
    assert told["certain"]
    assert ["columns.2.0", None, 0] in told["changes"]
    await chair.move(turn, 2)
    assert (await chair.hear("events"))["view"]["columns"][2] == [0]


async def test_a_plan_decides_nothing(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    first, second = await ann.sit(table, 0), await ann.sit(table, 1)
    turn = await first.hear("turn")
    told = await first.ask("plan", type="plan", id=5, moves=[turn["moves"][2], turn["moves"][2]])
    assert (told["id"], told["done"], told["code"]) == (5, 1, "complete")
    assert told["view"]["columns"][2] == [0]
    nothing = await first.ask("plan", type="plan", moves=[])
    assert (nothing["done"], nothing["view"], nothing["moves"]) == (0, turn["view"], turn["moves"])
    assert len(nothing["words"]) == len(turn["moves"])
    assert (await second.ask("error", type="plan", moves=[]))["code"] == "not-your-turn"
    assert (await first.ask("error", type="plan", moves=[{"kind": "dance"}]))["type"] == "error"
    assert (await first.ask("error", type="plan", moves=[turn["moves"][0]] * 201))["type"] == "error"


async def test_emotes_are_few_and_slow(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    a, b = await ann.sit(table, 0), await ann.sit(table, 1)
    await b.hear("waiting")
    await a.say(type="emote", emote="well-played")
    assert await b.hear("emote") == {"type": "emote", "seat": 0, "emote": "well-played"}
    assert (await a.ask("error", type="emote", emote="<script>"))["code"] == "bad-emote"

    async def eight() -> int:
        """Of eight emotes at once, how many are heard."""
        for _ in range(8):
            await a.say(type="emote", emote="wow")
        await a.said_so_far()
        return [m["type"] for m in await b.said_so_far()].count("emote")

    assert await eight() == 2, "three in a row with the first one"
    by_hand.time.turn(2)
    assert await eight() == 1, "and then one in two seconds"


async def test_ping_and_what_cannot_be_used(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    a = await ann.sit(table, 0)
    await a.hear("turn")
    assert await a.ask("pong", type="ping") == {"type": "pong"}
    assert (await a.ask("error", type="sit", seat=1))["code"] == "sit-once"
    for junk in ("", "{", "[]", "null", '{"type":"dance"}', '{"type":"move"}', '{"type":"move","ply":"1"}', "\ud83d"):
        await a.socket.send(junk.encode("utf-8", "surrogatepass") if junk == "\ud83d" else junk)
        assert (await a.hear("error"))["code"] == "bad-message"
    assert "the types are sit, move, why, preview" in (await a.ask("error", type="mov", ply=1))["error"]
    assert await a.ask("pong", type="ping") == {"type": "pong"}, "the connection stays open"


async def test_concede_works_whoever_is_to_move(visit: Visit) -> None:
    for seat in (0, 1):
        ann, ben, table = await two_at_a_table(visit)
        chairs = [await ann.sit(table, 0), await ben.sit(table, 1)]
        await chairs[1].hear("waiting")
        await chairs[seat].say(type="concede")
        loser, winner = ("Ann", "Ben") if seat == 0 else ("Ben", "Ann")
        for chair in chairs:
            over = await chair.hear("over")
            assert over["payoffs"][seat] == 0.0
            assert over["why"] == f"{winner} wins: {loser} gave up."


async def test_a_guest_with_words_hears_the_end_addressed_to_their_own_seat(visit: Visit) -> None:
    ann, ben, table = await two_at_a_table(visit)
    a, b = await ann.sit(table, 0, words=True), await ben.sit(table, 1, words=True)
    watcher = await (await visit("Cy")).watch(table, words=True)
    await b.hear("waiting")
    await a.say(type="concede")
    assert (await a.hear("over"))["why"] == "Ben wins: you gave up."
    assert (await b.hear("over"))["why"] == "You win: Ann gave up."
    assert (await watcher.hear("over"))["why"] == "Ben wins: Ann gave up."
    again = await ann.sit(table, 0, words=True)
    assert (await again.hear("over"))["why"] == "Ben wins: you gave up."


async def test_whoever_gave_up_watches_while_the_others_play_on(visit: Visit) -> None:
    ann = await visit("Ann")
    options = {"win_limit": 16, "max_rounds": 4}
    table = await ann.table("me", "random", "random", game="battle-farm", options=options)
    watcher = await (await visit("Ben")).watch(table)
    await watcher.hear("waiting")
    chair = await ann.sit(table, 0)
    await chair.hear("turn")
    await chair.say(type="concede")
    gone = len(chair.heard)
    refused = await chair.ask("refused", type="move", ply=10_000, index=0)
    assert (refused["code"], refused["why"]) == ("left", "You are out of the game.")
    while not (await watcher.hear("table"))["seats"][0]["left"]:
        pass
    await chair.hear("over")
    heard = chair.heard[gone:]
    assert [seat["left"] for seat in next(m for m in heard if m["type"] == "table")["seats"]] == [True, False, False]
    assert any(m["type"] == "events" and m["mover"] == 0 for m in heard), "the farm lies fallow, its turns go by"
    assert not any(m["type"] == "turn" for m in heard)


async def test_concede_before_the_game_is_refused(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free")
    chair = await ann.sit(table, 0)
    assert (await chair.ask("error", type="concede"))["code"] == "not-begun"
    assert (await chair.ask("refused", type="move", ply=1, index=0))["code"] == "not-begun"


@pytest.mark.parametrize("_", range(5))
async def test_a_guest_who_hangs_up_in_the_middle_of_a_move_leaves_no_table_stuck(visit: Visit, _: int) -> None:
    """The move is stored or not; if it is, the rival is told, though whoever made it is gone."""
    ann, ben, table = await two_at_a_table(visit)
    a, b = await ann.sit(table, 0), await ben.sit(table, 1)
    await b.hear("waiting")
    await a.move(await a.hear("turn"))
    a.socket.transport.abort()
    turn = await b.hear("turn")
    assert turn["ply"] == 2
    again = await ann.sit(table, 0)
    await b.move(turn)
    assert (await again.hear("turn"))["ply"] == 3
    assert any_move(b.heard[-1]) is not None
