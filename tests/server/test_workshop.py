"""The card workshop: scripts are read, tried, weighed, kept, shared and played with."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, Refusal, RunningHouse, at_random, play

from parlour.core.errors import Refused
from parlour.games.monogwent.script import workshop
from parlour.rooms.monogwent import workbench
from parlour.rooms.monogwent.workbench import Workbench

SCRIPTS = "/api/monogwent/scripts"
COURIER = """effect {
    Name: "Take One",
    Action: (targets, context) => context.Hand.Add(context.Deck.Pop())
}
card {
    Type: "Silver", Name: "Dyke Courier", Faction: "Neutral", Power: 4, Range: ["Ranged"],
    OnActivation: [ { Effect: "Take One" } ]
}
"""
LANTERNS = {  # two decks with hardly another card
    "script": next(example.text for example in workshop.examples() if example.name == "Lantern Folk"),
    "faction0": "Lantern Folk",
    "faction1": "Lantern Folk",
}
WRONG = """effect {
    Name: "Kindle",
    Params: { Amount: Number },
    Action: (targets, context) => { for unit in targets { unit.Power += amount; } }
}
"""
ENDLESS = COURIER.replace("context.Hand.Add(context.Deck.Pop())", "{ while (true) { context.Deck.Shuffle(); } }")


async def check(guest: Guest, text: str) -> Any:
    return await guest.post(f"{SCRIPTS}/check", {"text": text})


async def test_a_script_is_read_with_its_cards_in_words(visit: Visit) -> None:
    ann = await visit("Ann")
    read = await check(ann, COURIER)
    assert read["ok"] and read["errors"] == [] and read["warnings"] == []
    [card] = read["cards"]
    assert (card["name"], card["type"], card["power"], card["rows"]) == ("Dyke Courier", "Silver", 4, [1])
    assert card["text"] == "Put the top card of your deck into your hand."
    assert card["summary"] == "Silver 4 for Ranged; 2 copies in every deck"
    assert [effect["name"] for effect in read["effects"]] == ["Take One"]
    assert [(part["kind"], part["name"], part["line"]) for part in read["outline"]] == [
        ("effect", "Take One", 1),
        ("silver", "Dyke Courier", 5),
    ]


async def test_a_mistake_is_reported_with_place_length_and_what_was_meant(visit: Visit) -> None:
    ann = await visit("Ann")
    read = await check(ann, WRONG)
    [wrong] = read["errors"]
    assert not read["ok"] and read["cards"] == []
    line = WRONG.splitlines()[3]
    assert (wrong["code"], wrong["line"], wrong["column"]) == ("S10", 4, line.index("amount;") + 1)
    assert (wrong["length"], wrong["instead"]) == (6, "Amount")
    assert "amount" in wrong["message"]
    fixed = WRONG.replace("+= amount", f"+= {wrong['instead']}")
    assert (await check(ann, fixed))["ok"]


async def test_several_mistakes_come_at_once_and_nothing_is_fine(visit: Visit) -> None:
    ann = await visit("Ann")
    two = WRONG + 'card { Type: "Hero", Name: "A", Faction: "Neutral", Power: 4, Range: ["Melee"] }'
    assert [wrong["code"] for wrong in (await check(ann, two))["errors"]] == ["S10", "S15"]
    for nothing in ("", "  \n", "// only a thought"):
        read = await check(ann, nothing)
        assert read["ok"] and read["cards"] == []


async def test_a_script_is_tidied_and_explained(visit: Visit) -> None:
    ann = await visit("Ann")
    tidy = (await ann.post(f"{SCRIPTS}/format", {"text": COURIER.replace("\n    ", " ")}))["text"]
    assert (await ann.post(f"{SCRIPTS}/format", {"text": tidy}))["text"] == tidy
    assert [c["name"] for c in await ann.post(f"{SCRIPTS}/explain", {"text": tidy})] == ["Dyke Courier"]
    with pytest.raises(Refusal, match="P01"):
        await ann.post(f"{SCRIPTS}/format", {"text": "card {"})


async def test_every_word_has_its_help(visit: Visit) -> None:
    ann = await visit("Ann")
    words = await ann.get(f"{SCRIPTS}/words")
    assert all(word["help"] and word["detail"] for word in words)
    kinds = {word["kind"] for word in words}
    assert kinds == {"keyword", "key", "type", "member", "value"}
    assert {w["word"] for w in words if w["within"] == "List"} >= {"Find", "Push", "Pop", "Shuffle", "Count"}
    assert "Hedge Court" in {w["word"] for w in words if w["within"] == "Faction"}


async def test_a_card_is_tried_on_a_board_of_ones_own(visit: Visit) -> None:
    ann = await visit("Ann")
    board = {
        "deck": ["Post Owl", "Scarecrow"],
        "field": ["Thistle Pikes", {"type": "Silver", "printed": 5, "power": 2, "row": "Siege"}],
        "other_field": [{"type": "Gold", "printed": 9}],
        "boosts": ["Siege"],
        "weather": ["Melee"],
    }
    trial = await ann.post(f"{SCRIPTS}/try", {"text": COURIER, "card": "Dyke Courier", "board": board})
    mine, theirs = trial["before"]
    assert (mine["power"], theirs["power"], mine["boosts"]) == (1 + 3, 9, ["Siege"])
    assert trial["weather"] == [["Melee"], ["Melee"]]
    after = trial["after"][0]
    assert [card["card"] for card in after["hand"]] == ["Scarecrow"]
    assert after["power"] == 4 + 4 and trial["steps"] > 0
    assert any("Scarecrow: your deck to your hand" in line for line in trial["log"])
    assert {"played", "moved"} <= {event["kind"] for event in trial["events"]} | {"moved"}
    assert next(e for e in trial["events"] if e["kind"] == "played")["card"] == "Dyke Courier"


async def test_an_endless_effect_is_stopped_and_reported(visit: Visit) -> None:
    ann = await visit("Ann")
    trial = await ann.post(f"{SCRIPTS}/try", {"text": ENDLESS, "card": "Dyke Courier"})
    assert trial["steps"] == 10_001
    assert "stopped: R01" in trial["log"][-1]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"card": "Nobody"}, "no-such-card"),
        ({"card": "Dyke Courier", "row": "Cellar"}, "no-move"),
        ({"card": "Dyke Courier", "board": {"field": ["Nobody"]}}, "bad-board"),
        ({"card": "Dyke Courier", "board": {"field": ["Open Sky"]}}, "bad-board"),
        ({"card": "Dyke Courier", "board": {"weather": ["Cellar"]}}, "bad-board"),
        ({"card": "Dyke Courier", "board": {"field": [{"printed": 10**12}]}}, "bad-board"),
        ({"card": "Dyke Courier", "board": {"deck": ["Post Owl"] * 500}}, "bad-board"),
        ({"card": "Dyke Courier", "board": {"cellar": []}}, "bad-request"),
        ({"card": "Dyke Courier", "text": WRONG}, "bad-script"),
    ],
)
async def test_what_cannot_be_tried_is_refused(visit: Visit, wish: dict[str, Any], code: str) -> None:
    ann = await visit("Ann")
    with pytest.raises(Refusal) as told:
        await ann.post(f"{SCRIPTS}/try", {"text": COURIER, **wish})
    assert told.value.status == 400
    assert told.value.code == code and told.value.text.endswith(".")


HOSTILE = [
    'effect { Name: "A", Action: (t, c) => { x = ' + "(" * 10_000,
    "[" * 60_000,
    'effect { Name: "A", Action: (t, c) => { x = ' + "-" * 30_000 + "1; } }",
    'card { Name: "' + "x" * 65_000,
    "\0" * 1000,
    "\ud83d",
    "/*" * 30_000,
    'effect { Name: "A", Action: (t, c) => { c.__class__.__mro__; } }',
    'effect { Name: "A", Action: (t, c) => { x = 9 ^ 9 ^ 9 ^ 9; } }',
    "effect{" * 9_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_scripts_get_a_report_and_harm_nobody(visit: Visit, text: str) -> None:
    ann = await visit("Ann")
    answer = await ann.http.post(
        f"{ann.house.url}{SCRIPTS}/check",
        content=json.dumps({"text": text}),
        headers={"Authorization": f"Bearer {ann.token}", "Content-Type": "application/json"},
    )
    assert answer.status_code in (200, 400)
    read = answer.json()
    if answer.status_code == 400:
        assert read["error"].endswith(".")
    elif not read["ok"]:
        assert read["errors"][0]["message"] and read["errors"][0]["line"] >= 1
    assert (await check(ann, COURIER))["ok"]


async def test_a_script_that_is_too_long_is_refused(visit: Visit) -> None:
    ann = await visit("Ann")
    read = await check(ann, "/" * 65_537)
    assert [wrong["code"] for wrong in read["errors"]] == ["X01"]
    for path, wish in (("check", {}), ("try", {"card": "A"}), ("balance", {})):
        with pytest.raises(Refusal) as told:
            await ann.post(f"{SCRIPTS}/{path}", {"text": "/" * 1_000_000, **wish})
        assert told.value.status == 400
    with pytest.raises(Refusal):
        await ann.ask("PUT", SCRIPTS, {"name": "Long", "text": "/" * 65_537})


async def test_tables_go_on_while_scripts_are_read(visit: Visit) -> None:
    """However much is asked of the workshop, others are answered long before it is done."""
    ann, ben = await visit("Ann"), await visit("Ben")
    many = "\n".join(COURIER.replace("Dyke", f"Dyke {n}").replace("Take One", f"Take {n}") for n in range(95))
    many = many.replace('"Neutral"', '"Nowhere"')
    asked = [asyncio.create_task(check(ann, f"{many}// {n}")) for n in range(5)]
    answered = 0
    while not all(task.done() for task in asked):
        await ben.get("/api/guests/me")
        answered += 1
    assert [task.result()["ok"] for task in asked] == [True] * 5
    assert answered > len(asked)


async def test_the_limit_of_reading_is_one_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that works on and on is replaced; how busy the machine is plays no part (see test_workers.py)."""
    monkeypatch.setattr(workbench, "READ_SECONDS", 1.0)
    bench = Workbench()
    try:
        with pytest.raises(Refused) as told:
            await bench.read("ann", work, 3.0)
        assert told.value.code == "too-slow" and "1 seconds of work" in told.value.text
        monkeypatch.undo()
        assert (await bench.read("ann", workshop.read, COURIER)).ok
    finally:
        bench.close()


def work(seconds: float) -> None:
    """Keep the processor busy for so long."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass


async def test_scripts_are_saved_listed_changed_and_thrown_away(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    first = await ann.ask("PUT", SCRIPTS, {"name": " Couriers ", "text": COURIER})
    assert first["name"] == "Couriers"
    shelf = await ann.get(SCRIPTS)
    assert [(one["name"], one["text"]) for one in shelf["mine"]] == [("Couriers", COURIER)]
    assert len(shelf["examples"]) >= 5 and all(one["about"] for one in shelf["examples"])
    for example in shelf["examples"]:
        assert (await check(ann, example["text"]))["ok"], example["name"]
    assert (await ben.get(SCRIPTS))["mine"] == []
    second = await ann.ask("PUT", SCRIPTS, {"name": "Couriers", "text": WRONG})
    assert second["hash"] != first["hash"]
    assert [one["hash"] for one in (await ann.get(SCRIPTS))["mine"]] == [second["hash"]]
    await ann.ask("DELETE", f"{SCRIPTS}/mine/Couriers")
    assert (await ann.get(SCRIPTS))["mine"] == []
    with pytest.raises(Refusal, match="not-found"):
        await ann.ask("DELETE", f"{SCRIPTS}/mine/Couriers")
    for name in ("", "   ", "x" * 61):
        with pytest.raises(Refusal):
            await ann.ask("PUT", SCRIPTS, {"name": name, "text": COURIER})


async def test_another_guest_reads_a_shared_script_but_cannot_change_it(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    text = COURIER.replace("Dyke", "Shared")
    kept = await ann.ask("PUT", SCRIPTS, {"name": "Mine", "text": text})
    link = f"{SCRIPTS}/shared/{kept['hash']}"
    shared = await ben.get(link)
    assert (shared["text"], shared["name"], shared["author"], shared["mine"]) == (text, "Mine", "Ann", False)
    assert (await ann.get(link))["mine"]
    await ben.ask("PUT", SCRIPTS, {"name": "Mine", "text": text + "// mine now"})
    with pytest.raises(Refusal):
        await ben.ask("PUT", link, {"name": "Mine", "text": "stolen"})
    with pytest.raises(Refusal):
        await ben.ask("DELETE", link)
    await ben.ask("DELETE", f"{SCRIPTS}/mine/Mine")
    assert (await ben.get(link))["text"] == text
    assert [one["text"] for one in (await ann.get(SCRIPTS))["mine"]] == [text]
    for hash in ("0" * 64, "Z" * 64, "0" * 63, "%00"):
        with pytest.raises(Refusal) as told:
            await ben.get(f"{SCRIPTS}/shared/{hash}")
        assert told.value.status in (400, 404)


async def test_a_deck_is_not_read_as_a_script(visit: Visit) -> None:
    ann = await visit("Ann")
    cards = (await ann.get("/api/kata-tcg/decks"))["ready"][0]["cards"]
    deck = {"name": "Embers of the workshop", "cards": cards}
    await ann.ask("PUT", "/api/kata-tcg/decks", deck)
    text = (await ann.post("/api/kata-tcg/decks/write", deck))["text"]
    hash = sha256(text.encode()).hexdigest()
    with pytest.raises(Refusal, match="not-found"):
        await ann.get(f"{SCRIPTS}/shared/{hash}")


@contextlib.asynccontextmanager
async def measuring(guest: Guest, text: str, games: int) -> AsyncIterator[AsyncIterator[Any]]:
    """What the house tells about a measurement, line by line; leaving hangs up."""
    how = {"json": {"text": text, "games": games}, "headers": {"Authorization": f"Bearer {guest.token}"}, "timeout": 60}
    async with guest.http.stream("POST", f"{guest.house.url}{SCRIPTS}/balance", **how) as answer:
        if answer.status_code >= 400:
            await answer.aread()
            raise Refusal(answer.status_code, answer.json())
        yield (json.loads(line) async for line in answer.aiter_lines())


async def test_a_script_is_weighed_with_progress(visit: Visit) -> None:
    ann = await visit("Ann")
    async with measuring(ann, COURIER, 2) as lines:
        told = [line async for line in lines]
    run = told[-1]
    assert run["state"] == "done", run
    assert [one["state"] for one in told[:2]] == ["waiting", "playing"]
    assert [one["done"] for one in told] == sorted(one["done"] for one in told) and len(told) > 3
    assert run["done"] == run["total"] == 2 * 2 * 12
    found = run["found"]
    assert [deck["faction"] for deck in found["decks"]] == [
        "Hedge Court",
        "Storm Choir",
        "Moor Hunters",
        "The Levellers",
    ]
    for deck in found["decks"]:
        for share in (deck["without"], deck["with_script"]):
            assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1 and share["games"] == 12
    assert sum(deck["with_script"]["share"] for deck in found["decks"]) == pytest.approx(2)
    assert found["verdict"].endswith(".")


async def test_one_measurement_at_a_time_and_who_hangs_up_stops_it(visit: Visit) -> None:
    ann = await visit("Ann")
    async with measuring(ann, COURIER, 200) as lines:
        async for run in lines:
            if run["state"] == "playing":
                break
        with pytest.raises(Refusal) as told:
            async with measuring(ann, COURIER, 2):
                pass
        assert told.value.status == 409
    failed = None
    while failed is None:  # until the house has noticed that nobody listens any more
        with contextlib.suppress(Refusal):
            async with measuring(ann, WRONG, 2) as lines:
                failed = [line async for line in lines][-1]
    assert failed["state"] == "failed" and "S10" in failed["error"]


async def test_a_guest_cannot_measure_for_ever(visit: Visit) -> None:
    ann = await visit("Ann")

    async def measure(times: int) -> None:
        for _ in range(times):
            async with measuring(ann, WRONG, 2) as lines:
                assert [line async for line in lines][-1]["state"] == "failed"

    with pytest.raises(Refusal, match="too-many") as told:
        await measure(20)
    assert told.value.status == 429


async def test_a_house_that_closes_ends_a_measurement_without_a_word(visit: Visit, tmp_path: Path) -> None:
    house = RunningHouse(str(tmp_path / "house.db"), tmp_path / "log").open()
    ann = await visit("Ann", at=house)
    with contextlib.suppress(httpx.HTTPError):
        async with measuring(ann, COURIER, 100) as lines:
            async for line in lines:
                if line["state"] == "playing":
                    await asyncio.to_thread(house.close)
                assert line["state"] != "done"
    house.close()
    assert "Traceback" not in house.said(), house.said()


async def test_a_stranger_is_asked_who_they_are(visit: Visit) -> None:
    ann = await visit("Ann")
    answer = await ann.http.post(f"{ann.house.url}{SCRIPTS}/check", json={"text": ""})
    assert answer.status_code == 401


def story(replay: Any) -> list[Any]:
    """What happened, without when."""
    return [(ply["events"], ply["view"], ply.get("move")) for ply in replay["plies"]]


async def test_a_game_with_a_script_is_seen_by_all_and_survives_a_restart(visit: Visit, tmp_path: Path) -> None:
    house = RunningHouse(str(tmp_path / "house.db"), tmp_path / "log").open()
    names = [card.name for card in workshop.read(LANTERNS["script"]).cards]
    try:
        ann, ben = await visit("Ann", at=house), await visit("Ben", at=house)
        table = await ann.table("me", "random", game="monogwent", options=LANTERNS)
        watcher = await ben.watch(table)
        hello = await watcher.hear("hello", "table", "view")
        assert hello
        seen = await ben.get(f"/api/tables/{table}")
        assert seen["options"]["script"] == LANTERNS["script"]
        assert set(names) <= {card["name"] for card in seen["data"]["cards"]}
        chair = await ann.sit(table)
        await play(chair, at_random(3))
        before = await ben.get(f"/api/tables/{table}/replay")
        house.kill()
        house.open()
        after = await ben.get(f"/api/tables/{table}/replay")
        assert story(after) == story(before) and after["options"]["script"] == LANTERNS["script"]
        assert any(event["kind"] == "script" for event in after["plies"][0]["events"])
        assert {event["card"] for ply in after["plies"] for event in ply["events"] if "card" in event} & set(names)
        assert any(name in line for ply in after["plies"] for line in ply["says"] for name in names)
        record = await ben.http.get(f"{house.url}/api/tables/{table}/record")
    finally:
        house.close()
    elsewhere = await visit("Cleo")
    imported = await elsewhere.http.post(
        f"{elsewhere.house.url}/api/records",
        content=record.content,
        headers={"Authorization": f"Bearer {elsewhere.token}"},
    )
    assert imported.status_code == 201, imported.text
    replay = await elsewhere.get(f"/api/tables/{imported.json()['id']}/replay")
    assert replay["options"]["script"] == LANTERNS["script"] and story(replay) == story(after)


async def test_a_bad_script_is_reported_and_the_game_is_played_without_it(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random", game="monogwent", options={"script": WRONG})
    chair = await ann.sit(table)
    await play(chair, at_random(5))
    replay = await ann.get(f"/api/tables/{table}/replay")
    [told] = [event for event in replay["plies"][0]["events"] if event["kind"] == "script"]
    assert (told["verdict"], told["errors"], told["code"]) == ("refused", 1, "S10")
    assert any("played without it" in line for line in replay["plies"][0]["says"])
