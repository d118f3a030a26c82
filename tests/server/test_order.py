"""Order in the house: reports, bans and every way around them, closed tables, announcements, maintenance."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import POLL, Guest, HouseByHand, Refusal, caller, until
from tests.server.test_selves import another_device

from parlour.server import order
from parlour.server.hosting import Hosting
from parlour.server.order import REPORTS_PER_HOUR

DAY = 86_400.0


def host(house: HouseByHand) -> Hosting:
    """As in a terminal beside the house."""
    return Hosting(house.house.store, "terminal (test)", house.time.date)


async def ban(house: HouseByHand, player: str | None = None, network: str | None = None, days: float = 7) -> None:
    await host(house).ban(player, network, house.time.date() + days * DAY, "Insults")
    await house.house.order.done()


async def refused(guest: Guest, path: str, body: Any = None, method: str = "POST") -> Refusal:
    with pytest.raises(Refusal) as told:
        await guest.ask(method, path, {} if body is None else body)
    return told.value


# --- reports ---


async def test_a_guest_is_reported_from_the_table_and_the_match_is_kept_with_it(
    by_hand: HouseByHand, visit: Visit
) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    table = await ann.table("me", "free", "easy", game="battle-farm")
    await eve.post(f"/api/tables/{table}/join")
    told = {"reason": "stalling", "words": " She \x00 waits\nand waits ", "table": table}
    assert await ann.post("/api/reports", told | {"seat": 1}) == {"name": "Eve"}
    [report] = await by_hand.house.store.reports()
    assert (report.guest, report.by, report.match, report.words) == (eve.id, ann.id, table, "She waits and waits")
    assert (await refused(ann, "/api/reports", told | {"player": eve.id})).code == "exists"
    assert (await ann.post("/api/reports", {"reason": "name", "player": eve.id}))["name"] == "Eve", "from her page"
    for wrong, code in (
        ({"seat": 0}, "bad-report"),
        ({"seat": 2}, "no-seat"),
        ({"seat": 9}, "no-seat"),
        ({"player": "nobody"}, "no-seat"),
        ({"table": None, "seat": 1}, "no-seat"),
        ({"table": None}, "not-found"),
        ({"table": "nowhere", "seat": 1}, "not-found"),
        ({"reason": "weather", "seat": 1}, "bad-request"),
        ({"words": "x" * 501, "seat": 1}, "bad-request"),
    ):
        assert (await refused(ann, "/api/reports", told | wrong)).code == code, wrong
    assert (await refused(ann, "/api/reports", {"reason": "name", "player": "a\0b"})).status == 404
    bot = await visit("Clank", "bots", at=by_hand)
    assert (await refused(bot, "/api/reports", told | {"seat": 1})).code == "forbidden", "programs don't complain"


async def test_nobody_floods_the_host_with_reports(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    others = [await visit(at=by_hand) for _ in range(REPORTS_PER_HOUR)]
    codes = []
    for one in others:
        try:
            await ann.post("/api/reports", {"reason": "other", "player": one.id})
        except Refusal as refusal:
            codes.append(refusal.code)
    assert codes and set(codes) == {"too-many"}
    assert len(await by_hand.house.store.reports()) == REPORTS_PER_HOUR - len(codes)


# --- bans ---


async def test_a_banned_guest_is_told_why_and_may_only_watch(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await ann.table("me", "free", listed=True)
    await ben.post(f"/api/tables/{table}/join")
    waiting = await ben.table("me", "free", listed=True)
    seat, watching = await ben.sit(table, 1), await ben.sit(table, None)
    await seat.hear("waiting", "turn")
    await watching.hear("waiting")
    await ban(by_hand, ben.id)
    error = await seat.hear("error")
    assert error["code"] == "banned" and "until 21 November 2023" in error["error"] and "Insults" in error["error"]
    assert await seat.shown_out() == (1008, "banned")
    assert (await watching.ask("pong", type="ping"))["type"] == "pong"
    again = await ben.sit(table, 1)
    assert (await again.next())["code"] == "banned"
    for method, path, body in (
        ("POST", "/api/tables", {"game": "connect-four"}),
        ("POST", f"/api/tables/{table}/join", {}),
        ("POST", f"/api/tables/{table}/takeover", {"seat": 1}),
        ("PATCH", "/api/guests/me", {"name": "Bea"}),
        ("POST", "/api/bots", {"name": "Clank"}),
        ("POST", "/api/guests/me/code", None),
        ("POST", "/api/reports", {"reason": "other", "player": ann.id}),
    ):
        told = await refused(ben, path, body, method)
        assert (told.status, told.code) == (403, "banned") and "Insults" in told.text, path
    assert "Insults" in (await ben.get("/api/guests/me"))["ban"] and (await ann.get("/api/guests/me"))["ban"] is None
    assert await ben.get(f"/api/tables/{table}") and await ben.get("/api/tables/mine")

    async def left() -> bool:
        return bool((await ann.get(f"/api/tables/{waiting}"))["status"] == "closed")

    await until(left)  # nobody waits at the table of somebody who can't come
    by_hand.time.turn(7 * DAY)
    assert (await ben.get("/api/guests/me"))["ban"] is None and await ben.table("me", "easy")


async def test_no_way_back_leads_around_a_ban(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    twin = await another_device(by_hand, ann)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    table = await ann.table("me", "me")
    code = (await ann.post("/api/guests/me/code"))["code"]
    phrase = (await ann.post("/api/guests/me/phrase"))["phrase"]
    await ban(by_hand, ann.id)
    stranger = await visit("Wren", at=by_hand)
    assert (await refused(stranger, "/api/guests/by-code", {"code": code})).code == "banned"
    assert (await refused(stranger, "/api/guests/by-code", {"code": code})).code == "bad-code", "it is used up"
    assert (await refused(stranger, "/api/guests/by-phrase", {"phrase": phrase})).code == "banned"
    row = await by_hand.house.store.guest(ann.id)
    assert row is not None
    with pytest.raises(Exception, match="Insults"):  # which is what a passkey comes to
        await by_hand.house.selves.add_device(row, "A program")
    assert len((await by_hand.house.store.ways_in(ann.id)).devices) == 2, "no device was added"
    assert (await refused(twin, "/api/tables", {"game": "connect-four"})).code == "banned"
    clank = Guest(by_hand, caller())
    clank.token = bot["token"]
    assert (await refused(clank, "/api/tables", {"game": "connect-four"})).code == "banned"
    chair = await clank.sit(table, 0)
    assert (await chair.next())["code"] == "banned"
    assert await stranger.table("me", "easy"), "nobody else is concerned"
    # A guest may always take their data along, sign devices out, and leave.
    devices = (await ann.get("/api/guests/me/ways-in"))["devices"]
    assert await ann.ask("DELETE", f"/api/guests/me/devices/{next(d['id'] for d in devices if not d['here'])}")
    assert await ann.post("/api/guests/me/farewell", {"name": "Ann"}) == {"dropped": "Ann"}
    assert [one.guest for one in await by_hand.house.store.bans()] == [ann.id], "the ban outlives the name"
    await twin.go()
    await clank.go()


async def test_nobody_plays_from_a_banned_address(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand(trust_proxy=True)
    ann = await visit("Ann", at=house)
    table = await ann.table("me", "easy")
    await ban(house, network="203.0.113.0/24")
    await ban(house, network="2001:db8::/48")
    await ban(house, network="2001:db8:7:7::1")

    async def status(address: str, method: str, path: str, body: Any) -> int:
        headers = {"Authorization": f"Bearer {ann.token}"} if method == "PATCH" else {}
        headers["X-Forwarded-For"] = f"198.51.100.1, {address}"
        answer = await ann.http.request(method, f"{house.url}{path}", json=body, headers=headers)
        assert answer.status_code < 400 or answer.json()["code"] == "banned", answer.text
        return answer.status_code

    for address in ("203.0.113.9", "::ffff:203.0.113.9", "2001:db8:0:7::1", "[2001:db8::1]:4711", "2001:db8:7:7::2"):
        assert await status(address, "POST", "/api/guests", {"name": "Eve"}) == 403, address
        assert await status(address, "POST", "/api/bots", {"name": "Eve"}) == 403
        assert await status(address, "POST", "/api/guests/by-code", {"code": "AAAA-AAAA"}) == 403
        assert await status(address, "PATCH", "/api/guests/me", {"name": "Ann"}) == 403, "known guests neither"
    for address in ("203.0.114.9", "2001:db9::1", "2001:db8:7:8::1", "198.51.100.1"):
        assert await status(address, "POST", "/api/guests", {}) == 201, address
    headers = {"X-Forwarded-For": "203.0.113.9"}
    chair = await ann.open_chair(table, additional_headers=headers)
    await chair.say(type="sit", token=ann.token, seat=0)
    assert (await chair.next())["code"] == "banned"
    watching = await ann.open_chair(table, additional_headers=headers)
    await watching.say(type="sit")
    assert (await watching.next())["type"] == "hello"


@pytest.mark.parametrize("behind_a_proxy", [False, True])
async def test_nobody_comes_from_elsewhere_by_saying_so(
    open_by_hand: OpenByHand, visit: Visit, behind_a_proxy: bool
) -> None:
    house = await open_by_hand(trust_proxy=behind_a_proxy)
    ann = await visit("Ann", at=house)
    await ban(house, network="127.0.0.0/8")
    faked = ["X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "X-Forwarded"]
    for header in [*faked, *([] if behind_a_proxy else ["X-Forwarded-For"])]:
        value = "for=198.51.100.1" if header == "Forwarded" else "198.51.100.1"
        answer = await ann.http.post(f"{house.url}/api/guests", json={}, headers={header: value})
        assert (answer.status_code, answer.json()["code"]) == (403, "banned"), header


async def test_what_is_done_in_a_terminal_holds_in_an_open_house(
    open_by_hand: OpenByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody tells this process: it looks by itself, so often that a ban holds within ten seconds."""
    assert order.LOOK_SECONDS < 10
    monkeypatch.setattr(order, "LOOK_SECONDS", POLL)
    by_hand = await open_by_hand()
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    chair = await ann.sit(table, 0, words=True)
    await chair.hear("turn")
    await host(by_hand).announce("message", "Cake at five", None)
    assert (await chair.hear("notice"))["announcements"][0]["text"] == "Cake at five"
    await host(by_hand).close(table, "A test")
    while (seen := await chair.hear("table"))["status"] != "closed":
        pass
    assert seen["closed"] == "A test"
    await chair.say(type="move", ply=1, index=0)
    assert "A test" in (await chair.hear("refused"))["why"]
    await host(by_hand).ban(ann.id, None, None, "Insults")
    assert (await chair.shown_out())[1] == "banned"


# --- announcements and maintenance ---


async def test_during_maintenance_running_games_go_on_and_no_new_one_begins(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    running, waiting = await ann.table("me", "me"), await ann.table("me", "free", listed=True)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    await host(by_hand).announce("maintenance", "A new kettle", by_hand.time.date() + DAY)
    await by_hand.house.order.done()
    for guest, path, body in (
        (ann, "/api/tables", {"game": "connect-four"}),
        (ben, f"/api/tables/{waiting}/join", {}),
        (ann, f"/api/tables/{waiting}/start", {"fill": "easy"}),
        (ann, f"/api/bots/{bot['id']}/trials", {"game": "connect-four", "against": "easy"}),
    ):
        told = await refused(guest, path, body)
        assert (told.status, told.code) == (503, "maintenance"), path
        assert "until 15 November 2023, 22:30 UTC" in told.text and told.text.endswith("A new kettle.")
    chair = await ann.sit(running, 0)
    await chair.move(await chair.hear("turn"))
    assert (await chair.hear("events"))["ply"] == 1
    [told] = (await ann.get("/api/house"))["announcements"]
    assert (told["kind"], told["text"]) == ("maintenance", "A new kettle")
    assert await visit("Eve", at=by_hand), "guests may come and wait"
    by_hand.time.turn(DAY)
    assert (await ann.get("/api/house"))["announcements"] == [] and await ann.table("me", "easy")


async def test_the_news_of_an_act_reach_another_process(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As over Redis: the news say only that something was done; what it was is in the store."""
    ann = await visit("Ann", at=by_hand)
    told: list[Any] = []
    monkeypatch.setattr(by_hand.house.news.pubsub, "tell", told.append)
    await ban(by_hand, ann.id)
    assert told == [{"order": True}]
    other = HouseByHand(by_hand.house.store.where.removeprefix("The file "))
    await other.open()
    elsewhere = Guest(other, caller())
    elsewhere.token = ann.token
    assert (await refused(elsewhere, "/api/tables", {"game": "connect-four"})).code == "banned"
    [row] = await by_hand.house.store.bans()
    await host(by_hand).lift(row.id)
    await other.house.news._hear(told[0])
    assert await elsewhere.table("me", "easy")
    await elsewhere.go()
    await other.close()
