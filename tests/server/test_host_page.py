"""The host's page: what opens it and what does not, what it shows and what it never shows, and its log."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import HouseByHand, Refusal, caller, until
from tests.server.spoken import check_answer

from parlour.server.hosting import Hosting
from parlour.server.routes import host as host_routes

DAY = 86_400.0


class HostPage:
    """Somebody with a key, right or wrong."""

    def __init__(self, house: HouseByHand, key: str | None = None) -> None:
        self.house = house
        self.key = house.house.order.key if key is None else key
        self.http = caller()

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        shown = {"Parlour-Host": self.key} if self.key else {}
        return await self.http.request(method, f"{self.house.url}{path}", json=body, headers={**shown, **headers})

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.send(method, path, body)
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, answer.json())
        check_answer(method, path, answer.content)
        return answer.json()


@pytest.fixture
def host(by_hand: HouseByHand) -> HostPage:
    return HostPage(by_hand)


def all_routes() -> list[tuple[str, str]]:
    found = []
    for route in host_routes.ROUTES:
        [path], [method] = route.paths, route.http_methods
        found.append((str(method), path.replace("{table_id:str}", "t").replace("{report:str}", "r")))
    return [(method, path.replace("{ban_id:str}", "b")) for method, path in found]


async def test_nothing_opens_without_the_key_or_from_another_site(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    host = HostPage(by_hand)
    body = {"why": "x"}
    for method, path in all_routes():
        sent = body if "close" in path or "settle" in path else {"text": "x"} if method == "PUT" else None
        sent = {"network": "203.0.113.1", "why": "x"} if (method, path) == ("POST", "/api/host/bans") else sent
        host.key = ""
        answer = await host.send(method, path, sent, Authorization=f"Bearer {ann.token}")
        assert (answer.status_code, answer.json()["code"]) == (401, "no-token"), path
        host.key = ann.token
        answer = await host.send(method, path, sent)
        assert answer.status_code in (403, 429) and answer.json()["code"] in ("bad-key", "too-many"), path
        host.key = by_hand.house.order.key
        answer = await host.send(method, path, sent, Origin="https://evil.example")
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path
    assert await by_hand.house.store.acts() == [], "nothing happened"
    assert (await host.send("GET", "/api/host")).status_code == 200, "wrong keys do not lock the right one out"
    asked = await host.send("OPTIONS", "/api/host/bans", Origin="https://evil.example")
    assert "access-control-allow-origin" not in asked.headers, "no page of another site may send the header"


async def test_the_key_opens_sessions_which_end_when_it_is_renewed(by_hand: HouseByHand, host: HostPage) -> None:
    session = await host.ask("POST", "/api/host/session")
    tab = HostPage(by_hand, session["token"])
    assert (await tab.ask("GET", "/api/host"))["reports"] == 0
    await Hosting(by_hand.house.store, "terminal", by_hand.time.date).renew_key()
    await by_hand.house.order.look()
    for old in (tab, host):
        with pytest.raises(Refusal, match="bad-key"):
            await old.ask("GET", "/api/host")
    fresh = HostPage(by_hand)
    token = (await fresh.ask("POST", "/api/host/session"))["token"]
    by_hand.time.turn(DAY / 2)
    with pytest.raises(Refusal, match="bad-key"):
        await HostPage(by_hand, token).ask("GET", "/api/host")
    assert await fresh.ask("GET", "/api/host")
    with by_hand.house.store._writing.connect() as conn:
        kept = str([conn.exec_driver_sql(f"SELECT * FROM {name}").all() for name in ("house_state", "texts", "acts")])
    assert fresh.key not in kept and fresh.key.replace("-", "") not in kept, "the key itself is not kept"


async def test_a_host_sees_guests_and_tables_but_no_secrets(by_hand: HouseByHand, visit: Visit, host: HostPage) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("<b>Eve</b>", at=by_hand)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    table = await ann.table("me", "me", game="kata-tcg")
    words = "<script>alert(1)</script>"
    await eve.post("/api/reports", {"reason": "cheating", "words": words, "table": table, "seat": 0})
    told = {path: await host.send("GET", path) for method, path in all_routes() if method == "GET"}
    assert all(answer.headers["content-type"] == "application/json" for answer in told.values())
    assert all(answer.headers["cache-control"] == "no-store" for answer in told.values())
    text = "\n".join(answer.text for answer in told.values())
    row = await by_hand.house.store.match(table)
    assert row is not None
    for secret in (row.seed, ann.token, eve.token, bot["token"], "options", "view", "hash", by_hand.house.order.key):
        assert str(secret) not in text, secret
    guests = {one["name"]: one for one in (await host.ask("GET", "/api/host/guests"))["guests"]}
    assert guests["Ann"]["devices"] == 1 and guests["Ann"]["reports"] == 1
    assert guests["Clank"]["owner"]["name"] == "Ann" and "The house" not in guests
    for search, names in (("ann", ["Ann"]), (bot["id"], ["Clank"]), ("%", []), ("_", []), ("<B>", ["<b>Eve</b>"])):
        found = await host.ask("GET", f"/api/host/guests?search={quote(search)}")
        assert [one["name"] for one in found["guests"]] == names, search
    [one] = (await host.ask("GET", "/api/host/tables"))["tables"]
    assert one["table"] == table and not one["listed"] and [who["name"] for who in one["players"]] == ["Ann", "Ann"]
    [report] = (await host.ask("GET", "/api/host/reports"))["reports"]
    assert report["words"] == words and report["table"]["table"] == table
    shown = (await host.send("GET", "/host")).headers["content-security-policy"]
    assert "default-src 'self'" in shown and "script-src" not in shown, "no script that is not ours ever runs"


async def test_guests_are_found_by_names_in_any_alphabet(by_hand: HouseByHand, visit: Visit, host: HostPage) -> None:
    for name in ("Élise", "Ольга", "ŁUKASZ"):
        await visit(name, at=by_hand)
    for search, name in (("élise", "Élise"), ("ЛИС", ""), ("ольга", "Ольга"), ("ОЛЬ", "Ольга"), ("łukasz", "ŁUKASZ")):
        found = await host.ask("GET", f"/api/host/guests?search={quote(search)}")
        assert [one["name"] for one in found["guests"]] == [name] * bool(name), search


async def test_whoever_hosts_the_demonstration_is_no_guest(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand(demonstration=60.0)
    ann = await visit("Ann", at=house)

    async def shown() -> bool:
        return any(table["demonstration"] for table in (await ann.get("/api/lobby"))["running"])

    await until(shown)
    page = HostPage(house)
    assert [one["name"] for one in (await page.ask("GET", "/api/host/guests"))["guests"]] == ["Ann"]
    with pytest.raises(Refusal, match="bad-ban"):
        await page.ask("POST", "/api/host/bans", {"player": "demonstration", "why": "x"})


async def test_lists_are_read_page_by_page(
    by_hand: HouseByHand, visit: Visit, host: HostPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parlour.server import host_view

    monkeypatch.setattr(host_view.guests, "__defaults__", (2,))
    monkeypatch.setattr(host_view.acts, "__defaults__", (2,))
    names = {(await visit(f"Guest {n}", at=by_hand)).name for n in range(5)}
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        shown = await host.ask("GET", "/api/host/guests" + (f"?after={after}" if after else ""))
        seen += [one["name"] for one in shown["guests"]]
        after = shown["after"]
    assert sorted(seen) == sorted(names)
    for n in range(5):
        await host.ask("PUT", "/api/host/message", {"text": f"Cake {n}"})
    log = await host.ask("GET", "/api/host/log")
    rest = await host.ask("GET", f"/api/host/log?before={log['before']}")
    assert [one["why"] for one in (*log["acts"], *rest["acts"])] == ["Cake 4", "Cake 3", "Cake 2", "Cake 1"]


async def test_every_act_is_done_once_and_logged(by_hand: HouseByHand, visit: Visit, host: HostPage) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    table = await ann.table("me", "me")
    await ann.post("/api/reports", {"reason": "name", "player": eve.id})
    [report] = (await host.ask("GET", "/api/host/reports"))["reports"]
    assert await host.ask("POST", f"/api/host/tables/{table}/close", {"why": "Enough"}) == {"dropped": table}
    assert (await ann.get(f"/api/tables/{table}"))["closed"] == "Enough"
    bans = await host.ask("POST", "/api/host/bans", {"player": eve.id, "why": "Insults", "until": None})
    assert bans[0]["player"]["name"] == "Eve" and bans[0]["until"] is None and not bans[0]["over"]
    assert await host.ask("DELETE", f"/api/host/bans/{bans[0]['id']}")
    assert (await host.ask("POST", f"/api/host/reports/{report['id']}/settle", {"why": "A warning"}))["reports"] == 0
    [settled] = (await host.ask("GET", "/api/host/reports?settled=true"))["reports"]
    assert settled["outcome"] == "A warning" and settled["settled"] == by_hand.time.date()
    await host.ask("PUT", "/api/host/maintenance", {})
    await host.ask("DELETE", "/api/host/maintenance")
    for method, path, body, code in (
        ("POST", f"/api/host/tables/{table}/close", {"why": "Again"}, "closed"),
        ("POST", "/api/host/tables/nowhere/close", {"why": "Enough"}, "not-found"),
        ("POST", f"/api/host/tables/{table}/close", {"why": " "}, "no-reason"),
        ("POST", f"/api/host/reports/{report['id']}/settle", {"why": "Again"}, "settled"),
        ("POST", "/api/host/reports/none/settle", {"why": "Again"}, "not-found"),
        ("DELETE", f"/api/host/bans/{bans[0]['id']}", None, "not-found"),
        ("DELETE", "/api/host/message", None, "not-found"),
        ("POST", "/api/host/bans", {"why": "x"}, "bad-ban"),
        ("POST", "/api/host/bans", {"player": eve.id, "network": "203.0.113.1", "why": "x"}, "bad-ban"),
        ("POST", "/api/host/bans", {"player": "nobody", "why": "x"}, "not-found"),
        ("POST", "/api/host/bans", {"player": "house", "why": "x"}, "bad-ban"),
        ("POST", "/api/host/bans", {"network": "everybody", "why": "x"}, "bad-network"),
        ("POST", "/api/host/bans", {"player": eve.id, "why": "x", "until": 1.0}, "bad-time"),
    ):
        with pytest.raises(Refusal) as told:
            await host.ask(method, path, body)
        assert told.value.code == code, (path, body)
    log = (await host.ask("GET", "/api/host/log"))["acts"]
    told_so = [(one["what"], one["name"] or one["about"], one["why"]) for one in reversed(log)]
    assert told_so == [
        ("close", table, "Enough"),
        ("ban", "Eve", "Insults"),
        ("lift", "Eve", ""),
        ("settle", "Eve", "A warning"),
        ("maintenance", "", ""),
        ("end-maintenance", "", ""),
    ]
    assert {one["by"] for one in log} == {"host’s page"}
    assert json.dumps(log).count(str(by_hand.time.date())) == len(log)


async def test_a_house_may_have_no_host_page(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(no_host_page=True)
    with pytest.raises(Refusal, match="parlour host"):
        await HostPage(house).ask("GET", "/api/host")
