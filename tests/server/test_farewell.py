"""A guest's own data, and leaving for good: what is deleted, what stays for those who played along."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert
from tests.server.authenticator import Authenticator
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Refusal, until
from tests.server.test_passkeys import Page
from tests.server.test_tournaments import create, enter, over

from parlour.core import record
from parlour.core.protocol import OwnData
from parlour.games import find
from parlour.store.self_writes import SavePhrase
from parlour.store.tables import puzzle_tries, ratings
from parlour.store.writes import NoteFault


async def data_of(guest: Guest) -> Any:
    answer = await guest.http.get(
        f"{guest.house.url}/api/guests/me/data", headers={"Authorization": f"Bearer {guest.token}"}
    )
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    msgspec.json.decode(answer.content, type=OwnData)
    return answer.json()


async def finished(ann: Guest, ben: Guest) -> str:
    """A game that Ben gave up."""
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    await ben.post(f"/api/tables/{table}/leave")

    async def over() -> bool:
        return bool((await ann.get(f"/api/tables/{table}"))["status"] == "over")

    await until(over)
    return table


async def is_stored(house: HouseByHand, table: str) -> None:
    async def stored() -> bool:
        row = await house.house.store.match(table)
        return row is not None and row.result is not None

    await until(stored)


def everything(house: HouseByHand) -> str:
    """All tables of the database as text."""
    with house.house.store._writing.connect() as conn:
        names = conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        return "\n".join(str(conn.exec_driver_sql(f'SELECT * FROM "{name}"').all()) for name in names)


async def test_a_newcomer_takes_little_along(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    data = await data_of(ann)
    assert data["guest"]["name"] == "Ann" and data["tables"] == [] and len(data["devices"]) == 1


async def test_a_guest_takes_all_along_but_no_secrets_of_running_games(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    over = await finished(ann, ben)
    running = await ann.table("me", "me", game="kata-tcg")
    data = await data_of(ann)
    assert [one["name"] for one in data["bots"]] == ["Clank"] and data["bots"][0]["id"] == bot["id"]
    tables = {one["id"]: one for one in data["tables"]}
    assert set(tables) == {over, running}
    again = record.replay(record.decode(json.dumps(tables[over]["record"]).encode()), find)
    assert again.over and tables[over]["names"] == ["Ann", "Ben"]
    assert tables[running]["record"] is None
    secret = await by_hand.house.store.match(running)
    assert secret is not None and str(secret.seed) not in json.dumps(data)
    assert ann.token not in json.dumps(data) and bot["token"] not in json.dumps(data)
    assert {one["id"] for one in (await data_of(ben))["tables"]} == {over}, "nobody gets somebody else's"


async def test_a_guests_data_has_everything_that_the_privacy_page_speaks_of(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    store = by_hand.house.store
    bot = await ann.post("/api/bots", {"name": "Clank"})
    await Page(ann).add(Authenticator())
    await ann.ask("PUT", f"/api/bots/{bot['id']}/ladder", {"games": ["deadwood"]})
    await ann.ask("PUT", f"/api/players/{ben.id}/follow", {"follow": True})
    cup = await ann.post("/api/tournaments", {"game": "connect-four", "title": "Spring Cup"})
    table = (await ann.post(f"/api/bots/{bot['id']}/trials", {"game": "connect-four", "against": "easy"}))[0]
    store.write(NoteFault(table["table"], table["seat"], 3, "late", "No answer came."))
    used = dict.fromkeys(("decisions", "cpu_ms", "longest_ms", "wall_ms", "memory_kb"), 1)
    await store.add_version(bot["id"], ["connect-four"], {"name": "Clank"}, b"print(1)")
    await store.note_run(table["table"], table["seat"], bot["id"], 1, used, "crashed", "no idea")
    with store._writing.begin() as conn:
        tried = {"guest": ann.id, "game": "deadwood", "puzzle": "p1", "solved": True, "at": 1.0}
        conn.execute(insert(puzzle_tries).values(tried))
        rating = {"game": "deadwood", "player": bot["id"], "mu": 25.0, "sigma": 8.0, "games": 3, "updated": 1.0}
        conn.execute(insert(ratings).values(rating))
    data = await data_of(ann)
    assert [(one["name"], one["ladder"]) for one in data["bots"]] == [("Clank", ["deadwood"])]
    assert [one["site"] for one in data["passkeys"]] == ["parlour.example"]
    assert [(one["player"], one["name"]) for one in data["follows"]] == [(ben.id, "Ben")]
    assert [(one["id"], one["title"], one["runs"]) for one in data["tournaments"]] == [(cup["id"], "Spring Cup", True)]
    assert [(one["puzzle"], one["solved"]) for one in data["tries"]] == [("p1", True)]
    assert [(one["player"], one["game"], one["games"]) for one in data["ratings"]] == [(bot["id"], "deadwood", 3)]
    [version] = data["programs"]
    assert (version["bot"], version["version"]) == (bot["id"], 1) and b64decode(version["source"]) == b"print(1)"
    assert [(one["table"], one["how"], one["said"]) for one in data["runs"]] == [(table["table"], "crashed", "no idea")]
    [played] = data["tables"]
    assert [(one["ply"], one["code"]) for one in played["faults"]] == [(3, "late")]
    assert "public_key" not in json.dumps(data)
    others = await data_of(ben)
    assert others["follows"] == others["tournaments"] == others["programs"] == others["tables"] == []


async def test_leaving_needs_the_right_name_and_a_person(by_hand: HouseByHand, visit: Visit) -> None:
    ann, bot = await visit("Ann", at=by_hand), await visit("Clank", kind="bots", at=by_hand)
    with pytest.raises(Refusal, match="bad-name"):
        await ann.post("/api/guests/me/farewell", {"name": "Anna"})
    with pytest.raises(Refusal, match="forbidden"):
        await bot.post("/api/guests/me/farewell", {"name": "Clank"})
    assert (await ann.get("/api/guests/me"))["name"] == "Ann"


async def test_a_guest_who_leaves_for_good_is_forgotten_and_others_games_stay_readable(
    by_hand: HouseByHand, visit: Visit
) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Bartholomew", at=by_hand)
    over = await finished(ann, ben)
    await is_stored(by_hand, over)
    assert "Bartholomew" in (await ann.get(f"/api/tables/{over}"))["result"]["why"]
    branch = (await ann.post(f"/api/tables/{over}/branch", {"ply": 0}))["id"]
    running = await ann.table("me", "free")
    await ben.post(f"/api/tables/{running}/join")
    chair = await ann.sit(running, 0)
    await chair.hear("turn")
    open_table = await ben.table("me", "free")
    phrase = (await ben.post("/api/guests/me/phrase"))["phrase"]
    code = (await ben.post("/api/guests/me/code"))["code"]
    bot = await ben.post("/api/bots", {"name": "Bartobot"})
    await ann.ask("POST", f"/api/tables/{await ann.table('me', 'free')}/join", {}, token=bot["token"])

    assert await ben.post("/api/guests/me/farewell", {"name": "Bartholomew"}) == {"dropped": "Bartholomew"}

    for token in (ben.token, bot["token"]):
        with pytest.raises(Refusal) as told:
            await ann.ask("GET", "/api/guests/me", token=token)
        assert told.value.status == 401, "a deleted guest's token"
    for by, said in (("phrase", phrase), ("code", code)):
        with pytest.raises(Refusal, match=f"bad-{by}"):
            await ann.post(f"/api/guests/by-{by}", {by: said})
    result = await chair.hear("over")
    assert "Bartholomew" not in json.dumps(result)
    await is_stored(by_hand, running)
    for table in (over, running):
        shown = await ann.get(f"/api/tables/{table}")
        assert [seat["name"] for seat in shown["seats"]] == ["Ann", "A former guest"] and shown["status"] == "over"
        assert "Barto" not in json.dumps(shown)
        replay = await ann.get(f"/api/tables/{table}/replay")
        assert replay["names"] == ["Ann", "A former guest"]
    assert (await ann.get(f"/api/tables/{branch}"))["origin"]["names"] == ["Ann", "A former guest"]
    assert (await ann.get(f"/api/tables/{open_table}"))["status"] == "closed"
    kept = everything(by_hand)
    assert "Barto" not in kept
    assert kept.count(ben.id) and ann.name in kept


async def test_nobody_is_told_any_more_who_did_not_come(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Bartholomew", at=by_hand)
    cup = await create(ann, format="round-robin", grace=60)
    for guest in (ann, ben):
        await enter(guest, cup)
    await ann.post(f"/api/tournaments/{cup}/start")

    async def called() -> bool:
        return bool((await ann.get("/api/tournaments/calls"))["calls"])

    await until(called)
    [call] = (await ann.get("/api/tournaments/calls"))["calls"]
    await (await ann.sit(call["table"], call["seat"])).hear("hello")
    by_hand.time.turn(61)
    by_hand.house.director.wake()
    assert [game["note"] for game in (await over(ann, cup))["played"]] == ["Bartholomew did not come."] * 2
    assert "Bartholomew" in str(await ann.get(f"/api/tables/{call['table']}"))
    await ben.post("/api/guests/me/farewell", {"name": "Bartholomew"})
    ended = await over(ann, cup)
    assert [game["note"] for game in ended["played"]] == ["A former guest did not come."] * 2
    assert {one["name"] for one in ended["entrants"]} == {"Ann", "A former guest"}
    assert (await ann.get(f"/api/tables/{call['table']}"))["called_off"] == "A former guest did not come."
    assert "Bartholomew" not in everything(by_hand)


async def test_what_a_guest_wrote_goes_unless_somebody_else_keeps_it(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    scripts = "/api/monogwent/scripts"
    mine, shared = "card Secret\n  power 3\n", "card Shared\n  power 4\n"
    for name, text in (("Mine", mine), ("For all", shared)):
        link = (await ben.ask("PUT", scripts, {"name": name, "text": text}))["hash"]
    await ann.ask("PUT", scripts, {"name": "From a friend", "text": shared})
    cards = (await ben.get("/api/kata-tcg/decks"))["ready"][0]["cards"]
    await ben.ask("PUT", "/api/kata-tcg/decks", {"name": "Wolves", "notes": "My plan", "cards": cards})
    await ben.ask("DELETE", "/api/kata-tcg/decks/Wolves", {})
    assert "My plan" in everything(by_hand)
    await ben.post("/api/guests/me/farewell", {"name": "Ben"})
    kept = everything(by_hand)
    assert "Secret" not in kept and "Wolves" not in kept and "My plan" not in kept and "For all" not in kept
    assert (await ann.get(f"{scripts}/shared/{link}"))["text"] == shared, "it is hers as well"
    assert [one["name"] for one in (await data_of(ann))["texts"]] == ["From a friend"]


async def test_a_guest_who_sits_on_several_chairs_leaves_them_all(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me", "me", game="deadwood")
    by_hand.house.store.write(SavePhrase(ann.id, "hash", 1.0))
    await ann.post("/api/guests/me/farewell", {"name": "Ann"})
    row = await by_hand.house.store.match(table)
    assert row is not None
    assert [seat.name for seat in row.seats] == ["A former guest", "A former guest 2", "A former guest 3"]
    assert await by_hand.house.store.guest_by_phrase("hash") is None


async def test_what_was_begun_and_broke_off_can_be_asked_for_again(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await finished(ann, ben)
    await is_stored(by_hand, table)
    store = by_hand.house.store
    real = store.forget_guest

    async def fail(*_: object) -> None:
        raise Exception("the power went off")

    monkeypatch.setattr(store, "forget_guest", fail)
    with pytest.raises(Refusal) as told:
        await ben.post("/api/guests/me/farewell", {"name": "Ben"})
    assert told.value.status == 500
    assert (await ben.get("/api/guests/me"))["name"] == "Ben"
    monkeypatch.setattr(store, "forget_guest", real)
    await ben.post("/api/guests/me/farewell", {"name": "Ben"})
    assert [seat["name"] for seat in (await ann.get(f"/api/tables/{table}"))["seats"]] == ["Ann", "A former guest"]
