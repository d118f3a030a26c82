"""Attempts that the other tests leave out: side doors for the banned, what is left of the deleted, names as code."""

from __future__ import annotations

import re

import pytest
from tests.bots.sandboxed import PRELUDE, needs_a_sandbox
from tests.server.authenticator import Authenticator
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal, caller, until
from tests.server.on_call import call, open_line
from tests.server.test_host_page import HostPage
from tests.server.test_order import ban, host, refused
from tests.server.test_passkeys import Page
from tests.server.test_programs import built, upload

from parlour.server.app import routes

BREAKOUT = '"><script>x</script>'  # as long as a name may be


async def test_a_banned_guest_finds_no_side_door(by_hand: HouseByHand, visit: Visit) -> None:
    ben, ann = await visit("Ben", at=by_hand), await visit("Ann", at=by_hand)
    passkey = Authenticator()
    await Page(ben).add(passkey)
    clank = Guest(by_hand, caller())
    clank.token = (made := await ben.post("/api/bots", {"name": "Clank"}))["token"]
    line = await call(clank)
    wish = {"game": "connect-four", "rated": False}
    assert (await ben.post("/api/seeks", wish))["seek"]["table"] is None
    await ban(by_hand, ben.id)
    assert await line.shown_out() == (1008, "banned"), "a bot on call"
    again = await open_line(clank)
    await again.say(type="call", token=clank.token, games=["connect-four"])
    assert (await again.hear("error"))["code"] == "banned"

    async def is_off_call() -> bool:
        return (await refused(ann, f"/api/bots/{made['id']}/challenge", {"game": "connect-four"})).code == "not-on-call"

    await until(is_off_call)
    assert (await ann.post("/api/seeks", wish))["seek"]["table"] is None, (
        "nobody is paired with somebody who can't come"
    )
    for method, path, body in (
        ("GET", "/api/seeks/mine", None),  # asking keeps a search alive
        ("POST", "/api/seeks", wish),
        ("POST", "/api/tournaments", {"game": "connect-four"}),
        ("PUT", f"/api/players/{ann.id}/follow", {"follow": True}),
        ("POST", "/api/guests/me/phrase", None),
        ("POST", f"/api/bots/{made['id']}/token", None),
    ):
        assert (await refused(ben, path, body, method)).code == "banned", path
    with pytest.raises(Refusal, match="banned"):
        await Page(ann).come_in(passkey)
    await clank.go()


async def test_a_banned_guest_removes_nobody_from_a_tournament(by_hand: HouseByHand, visit: Visit) -> None:
    ben, ann = await visit("Ben", at=by_hand), await visit("Ann", at=by_hand)
    cup = (await ben.post("/api/tournaments", {"game": "connect-four"}))["id"]
    for guest in (ben, ann):
        await guest.post(f"/api/tournaments/{cup}/entrants", {})
    await ban(by_hand, ben.id)
    entrants = f"/api/tournaments/{cup}/entrants"
    assert (await refused(ben, f"{entrants}/{ann.id}", None, "DELETE")).code == "banned"
    assert await ben.ask("DELETE", f"{entrants}/{ben.id}"), "they may withdraw themselves"
    assert [one["name"] for one in (await ann.get(f"/api/tournaments/{cup}"))["entrants"]] == ["Ann"]


async def test_nothing_that_a_deleted_guest_had_lets_anybody_in(by_hand: HouseByHand, visit: Visit) -> None:
    ben, ann = await visit("Bartholomew", at=by_hand), await visit("Ann", at=by_hand)
    passkey = Authenticator()
    await Page(ben).add(passkey)
    table = await ben.table("me", "free")
    await ann.post(f"/api/tables/{table}/join")
    chair = await ben.sit(table)
    await chair.hear("turn", "waiting")
    await ben.post("/api/guests/me/farewell", {"name": "Bartholomew"})
    assert await chair.shown_out() == (1008, "signed-out")
    for seat in (0, None):
        assert (await (await ben.sit(table, seat)).hear("error"))["code"] == "bad-token"
    with pytest.raises(Refusal, match="bad-passkey"):
        await Page(ann).come_in(passkey)


async def test_a_name_is_never_code(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit(BREAKOUT, at=by_hand)
    table = await ann.table("me", "easy", listed=True)
    page = (await ann.http.get(f"{by_hand.url}/table/{table}")).text
    assert "<script>x" not in page and ("web client is missing" in page or "&lt;script&gt;x" in page)
    for path in (f"/api/tables/{table}/picture.svg", "/api/lobby", "/metrics"):
        answer = await ann.http.get(f"{by_hand.url}{path}")
        assert "html" not in answer.headers["content-type"] and answer.headers["x-content-type-options"] == "nosniff"
        assert "svg" not in answer.headers["content-type"] or "<script>" not in answer.text


async def test_a_program_at_a_table_is_in_no_hosts_way_and_nobody_else_chooses_it_after_its_owners_ban(
    open_by_hand: OpenByHand, visit: Visit
) -> None:
    needs_a_sandbox()
    house = await open_by_hand(programs=True)
    ben, ann = await visit("Ben", at=house), await visit("Ann", at=house)
    program = (await upload(ben, f"{PRELUDE}\nplay()", game="connect-four"))["id"]
    await built(ben, program)
    chair = await ann.sit(await ann.table("me", f"program:{program}"), 0, words=True)
    await chair.hear("turn")
    page = HostPage(house)
    await page.ask("PUT", "/api/host/message", {"text": "Cake at five"})
    assert (await chair.hear("notice"))["announcements"][0]["text"] == "Cake at five"
    await page.ask("POST", "/api/host/bans", {"player": ben.id, "why": "Insults", "until": None})

    async def withdrawn() -> bool:
        return (await ann.get("/api/programs")) == []

    await until(withdrawn)
    with pytest.raises(Refusal, match="forbidden"):
        await ann.table("me", f"program:{program}")


async def test_whoever_was_banned_while_the_house_was_closed_keeps_nobody_waiting(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by `parlour host ban` before the house is opened again."""
    ben = await visit("Ben", at=by_hand)
    table = await ben.table("me", "free", listed=True)
    monkeypatch.setattr(by_hand.house.order, "look", by_hand.house.retention.tell)  # as if it were closed
    await host(by_hand).ban(ben.id, None, None, "Insults")
    again = HouseByHand(by_hand.house.store.where.removeprefix("The file "))
    await again.open()
    store = again.house.store

    async def closed() -> bool:
        row = await store.match(table)
        return row is not None and row.status == "closed"

    await until(closed)
    await again.close()


def all_requests() -> list[tuple[str, str]]:
    """A request of every kind that the house knows."""
    found = []
    for handler in routes():
        for path in getattr(handler, "paths", ()):
            for method in getattr(handler, "http_methods", ()):
                found.append((str(method), re.sub(r"\{.*?\}", "x", path)))
    assert len(found) > 120
    return sorted(found)


async def test_no_route_takes_the_token_of_somebody_who_left(by_hand: HouseByHand, visit: Visit) -> None:
    ben = await visit("Ben", at=by_hand)
    clank = await ben.post("/api/bots", {"name": "Clank"})
    await ben.post("/api/guests/me/farewell", {"name": "Ben"})
    refused_by = 0
    for method, path in all_requests():
        plain = await ben.http.request(method, f"{by_hand.url}{path}", json={})
        for token in (ben.token, clank["token"]):
            headers = {"Authorization": f"Bearer {token}"}
            told = await ben.http.request(method, f"{by_hand.url}{path}", json={}, headers=headers)
            assert told.status_code in (401, plain.status_code), (method, path, told.text)
            refused_by += told.status_code == 401
        assert plain.status_code != 500, (method, path)
    assert refused_by > 100
    bot = Guest(by_hand, caller())
    bot.token = clank["token"]
    line = await open_line(bot)
    await line.say(type="call", token=bot.token, games=["connect-four"])
    assert (await line.hear("error"))["code"] == "bad-token"
    await bot.go()


async def test_no_route_lets_the_banned_do_more_than_strangers(by_hand: HouseByHand, visit: Visit) -> None:
    ben = await visit("Ben", at=by_hand)
    await ban(by_hand, ben.id)
    headers = {"Authorization": f"Bearer {ben.token}"}
    banned = 0
    for method, path in all_requests():
        if method in ("GET", "DELETE"):  # looking, and taking back what is theirs
            continue
        told = await ben.http.request(method, f"{by_hand.url}{path}", json={}, headers=headers)
        banned += told.status_code == 403 and told.json()["code"] == "banned"
        if told.is_success:
            plain = await ben.http.request(method, f"{by_hand.url}{path}", json={})
            assert plain.is_success, (method, path)
    assert banned > 20
