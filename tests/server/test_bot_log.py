"""Bots and their owners: trial tables, and the log of what a bot did, how long it took and what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.conftest import HeldResults, Visit
from tests.server.guest import Chair, Guest, HouseByHand, Json, Refusal, play, until


async def a_bot_of(owner: Guest, visit: Visit, name: str = "Clank") -> Guest:
    """A bot that this guest asked for, as a guest of its own."""
    made = await owner.post("/api/bots", {"name": name})
    bot = await visit(at=owner.house)
    bot.token, bot.id = made["token"], made["id"]
    return bot


async def trial(owner: Guest, bot: Guest, **wish: Any) -> Json:
    laid = await owner.post(f"/api/bots/{bot.id}/trials", {"game": "connect-four", "against": "random", **wish})
    return dict(laid[0])


async def log_until(owner: Guest, table: str, seat: int, ready: Callable[[Json], bool]) -> Json:
    """The log, once what is waited for is in it: faults are recorded while the game goes on."""
    log: Json = {}

    async def there() -> bool:
        nonlocal log
        log = await owner.get(f"/api/tables/{table}/log?seat={seat}")
        return ready(log)

    await until(there)
    return log


async def refused(guest: Guest, path: str, body: Json | None = None) -> str:
    """The code of the refusal, which is told in a sentence."""
    with pytest.raises(Refusal) as told:
        await guest.ask("GET" if body is None else "POST", path, body)
    assert told.value.text.endswith((".", "?"))
    return str(told.value.code)


def codes(log: Json) -> list[str]:
    return [fault["code"] for fault in log["faults"]]


async def test_a_trial_begins_when_the_bot_sits_down_and_its_log_tells_moves_and_times(visit: Visit) -> None:
    ann = await visit("Ann")
    bot = await a_bot_of(ann, visit)
    assert [(one["id"], one["name"]) for one in await ann.get("/api/bots")] == [(bot.id, "Clank")]
    laid = await trial(ann, bot, seat=1)
    assert (laid["status"], laid["seat"], laid["here"]) == ("open", 1, False)
    watching = await ann.sit(laid["table"], None)  # the owner's look does not begin the game
    assert (await watching.hear("table"))["status"] == "open"
    over = await play(await bot.sit(laid["table"], 1))
    [match] = (await ann.get(f"/api/bots/{bot.id}/matches"))["matches"]
    log = await log_until(ann, laid["table"], 1, lambda log: log["status"] == "over")
    assert log["why"] == over["why"] and log["payoff"] == over["payoffs"][1]
    mine = [line for line in log["lines"] if line["seat"] == 1]
    assert match["decisions"] == len(mine) >= 3
    assert all(line["used_ms"] >= 0 and "column" in line["move"].lower() for line in mine), mine[0]
    assert all("used_ms" not in line and "move" not in line for line in log["lines"] if line["seat"] == 0)
    assert log["faults"] == []
    assert [line["ply"] for line in log["lines"]] == list(range(1, len(log["lines"]) + 1))
    tail = await ann.get(f"/api/tables/{laid['table']}/log?seat=1&after={len(log['lines']) - 2}")
    assert tail["lines"] == log["lines"][-2:]


async def test_every_kind_of_fault_is_written_down_with_its_reason(visit: Visit) -> None:
    ann = await visit("Ann")
    bot = await a_bot_of(ann, visit)
    table = (await trial(ann, bot, seat=0, clock={"strikes": 9}))["table"]
    chair = await bot.sit(table, 0)
    turn = await chair.hear("turn")
    await chair.say(type="move", ply=turn["ply"], move={"kind": "drop", "column": 9})
    refusal = await chair.hear("refused")
    await chair.say(type="move", ply=turn["ply"] + 7, index=0)
    await chair.hear("refused")
    await chair.socket.send("this is no JSON")
    await chair.hear("error")
    await chair.say(type="note", text="I am lost")
    await chair.socket.close()
    log = await log_until(ann, table, 0, lambda log: len(log["faults"]) >= 5)
    assert codes(log) == ["illegal", "out-of-turn", "unreadable", "note", "gone"]
    illegal, _, unreadable, note, gone = log["faults"]
    assert illegal["why"] == refusal["why"] == "Move 'drop': column must be from 0 to 6, not 9."
    assert '"column":9' in illegal["said"] and illegal["ply"] == 1
    assert unreadable["said"] == "this is no JSON" and "not valid JSON" in unreadable["why"]
    assert note["why"] == "I am lost"
    assert "connection" in gone["why"]
    [match] = (await ann.get(f"/api/bots/{bot.id}/matches"))["matches"]
    assert match["faults"] == {"illegal": 1, "out-of-turn": 1, "unreadable": 1, "gone": 1}


async def test_late_answers_are_misses_and_the_last_one_forfeits(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    bot = await a_bot_of(ann, visit)
    clock = {"move_ms": 500, "bank_ms": 0, "strikes": 2}
    table = (await trial(ann, bot, seat=0, clock=clock))["table"]
    chair = await bot.sit(table, 0)
    for _ in range(2):
        await chair.hear("turn")
        by_hand.time.turn(0.5)
    assert (await chair.hear("over"))["payoffs"] == [0.0, 1.0]
    log = await log_until(ann, table, 0, lambda log: len(log["faults"]) >= 2)
    assert codes(log) == ["late", "late"]
    assert log["faults"][0]["why"] == "No answer to ply 1 came within 0.5 s. Strike 1 of 2."
    assert log["faults"][1]["why"].endswith("the seat is forfeited.")
    assert [line["house"] for line in log["lines"] if line["seat"] == 0] == ["miss", "forfeit"]


async def test_nobody_else_reads_times_and_faults_while_the_game_runs(visit: Visit) -> None:
    ann, bob = await visit("Ann"), await visit("Bob")
    bot = await a_bot_of(ann, visit)
    table = (await trial(ann, bot, seat=0))["table"]
    chair = await bot.sit(table, 0)
    turn = await chair.hear("turn")
    await chair.say(type="note", text="my secret plan")
    await chair.move(turn)
    path = f"/api/tables/{table}/log?seat=0"
    for stranger in (bob, await a_bot_of(bob, visit)):
        assert await refused(stranger, path) == "forbidden"
        assert await refused(stranger, f"/api/bots/{bot.id}/matches") == "forbidden"
        assert await refused(stranger, f"/api/bots/{bot.id}/token") == "forbidden"
    assert (await ann.get(path))["seat"] == 0
    assert (await bot.get(path))["seat"] == 0
    assert await refused(ann, f"/api/tables/{table}/log?seat=1") == "no-log"
    await play(chair)

    async def over() -> bool:
        return bool((await bob.get(f"/api/tables/{table}"))["status"] == "over")

    await until(over)
    log = await bob.get(path)
    assert log["lines"] and "note" not in codes(log)  # what a bot writes for itself stays its owner's


async def test_once_a_game_is_shown_as_over_everybody_reads_the_log(
    by_hand: HouseByHand, held_results: HeldResults, visit: Visit
) -> None:
    """Even while the result is still being stored."""
    ann, bob = await visit("Ann", at=by_hand), await visit("Bob", at=by_hand)
    bot = await a_bot_of(ann, visit)
    table = (await trial(ann, bot, seat=0, clock={"move_ms": 500, "bank_ms": 0, "strikes": 1}))["table"]
    await (await bot.sit(table, 0)).hear("turn")
    by_hand.time.turn(0.5)
    await held_results.held()
    assert (await bob.get(f"/api/tables/{table}"))["status"] == "over"
    log = await bob.get(f"/api/tables/{table}/log?seat=0")
    assert log["status"] == "over" and log["payoff"] == 0.0 and log["why"]


async def test_a_token_is_given_again_to_its_owner(visit: Visit) -> None:
    ann = await visit("Ann")
    bot = await a_bot_of(ann, visit)
    assert (await ann.get(f"/api/bots/{bot.id}/token"))["token"] == bot.token


async def test_several_trials_change_seats_and_bad_wishes_are_sentences(visit: Visit) -> None:
    ann = await visit("Ann")
    bot = await a_bot_of(ann, visit)
    wanted = {"game": "gardening-war", "against": "classic-enemy", "games": 3}
    laid = await ann.post(f"/api/bots/{bot.id}/trials", wanted)
    assert [one["seat"] for one in laid] == [0, 1, 0]
    assert laid[0]["clock"] == {"move_ms": 6000, "bank_ms": 0, "strikes": 3}  # the game's own
    for wish, code in (
        ({"game": "chess"}, "no-such-game"),
        ({"against": "cmd:rm"}, "bad-seat"),
        ({"against": "genius"}, "bad-seat"),
        ({"seat": 2}, "no-seat"),
        ({"games": 99}, "bad-request"),
        ({"clock": {"move_ms": 3}}, "bad-clock"),
    ):
        assert await refused(ann, f"/api/bots/{bot.id}/trials", {"game": "connect-four", **wish}) == code
    assert await refused(ann, "/api/bots/nobody/matches") == "not-found"


async def test_a_persons_faults_are_not_written_down(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random")
    chair: Chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    await chair.say(type="move", ply=turn["ply"], move={"kind": "drop", "column": 9})
    await chair.hear("refused")
    assert await refused(ann, f"/api/tables/{table}/log?seat=0") == "no-log"
