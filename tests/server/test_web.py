"""The house as a web site: headers, pages, health, numbers, and nothing secret anywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import RunningHouse, any_move, play
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}


def get(house: RunningHouse, path: str, **how: str) -> httpx.Response:
    return httpx.get(f"{house.url}{path}", trust_env=False, headers=how, timeout=patience())


@pytest.mark.parametrize("path", ["/", "/table/abc", "/api/games", "/api/nope", "/health", "/api/docs", "/nothing.js"])
def test_every_answer_has_security_headers(house: RunningHouse, path: str) -> None:
    answer = get(house, path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy or "unsafe" not in policy.split("script-src")[1].split(";")[0]
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/api/nope", "/api/nope/deeper", "/api/tables/a/b/c", "/ws/nope", "/api/schema/x", "/api/docs/x"]
)
def test_unknown_addresses_of_the_api_answer_in_json(house: RunningHouse, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_a_wrong_method_answers_in_json(house: RunningHouse) -> None:
    answer = httpx.delete(f"{house.url}/api/games", trust_env=False, timeout=patience())
    assert answer.status_code == 405
    assert answer.json()["code"] == "wrong-method"


@pytest.mark.parametrize("path", ["/", "/table/xyz", "/rules/kata-tcg", "/replay/abc?ply=3"])
def test_every_other_address_shows_the_client(house: RunningHouse, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "path", ["/missing.js", "/..%2f..%2fpyproject.toml", "/%2e%2e/server/house.py", "/a%00b.js", f"/{'x' * 300}.js"]
)
def test_nothing_outside_the_client_is_served(house: RunningHouse, path: str) -> None:
    assert get(house, path).status_code == 404


def test_the_api_pages_load_offline(house: RunningHouse) -> None:
    page = get(house, "/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    script = get(house, "/api/docs.js").text
    for text in (page.text, script):
        assert not re.search(r"(?:https?:)?//[a-z]", text), "no other host"
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert links
    assert all(link.startswith("/") for link in links)
    assert "<script>" not in page.text, "our own policy allows no script inside a page"


def test_health_and_numbers(house: RunningHouse) -> None:
    assert get(house, "/health").json() == {"status": "ok"}
    about = get(house, "/api/house").json()
    assert {"guests", "tables", "version", "compiled"} <= set(about)
    text = get(house, "/metrics").text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) parlour_\w+ .+|parlour_\w+(\{.+\})? [0-9.e+-]+", line), line
    assert "parlour_moves_total" in text


def test_the_description_is_valid_openapi(house: RunningHouse) -> None:
    document = get(house, "/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert document == get(house, "/api/schema").json()
    assert "/api/tables/{table_id}/join" in document["paths"]
    names = [op["operationId"] for path in document["paths"].values() for op in path.values() if "operationId" in op]
    assert len(names) == len(set(names)) > 20
    known = set(document["components"]["schemas"])
    assert set(re.findall(r"#/components/schemas/([^\"]+)", str(document).replace("'", '"'))) <= known


def test_games_and_rules(house: RunningHouse) -> None:
    games = {game["name"]: game for game in get(house, "/api/games").json()}
    assert {"kata-tcg", "connect-four"} <= set(games)
    whole = get(house, "/api/games/kata-tcg").json()
    assert {"data", "moves", "events"} <= set(whole)
    assert get(house, "/api/games/kata-tcg/rules").json()["markdown"].startswith("#")
    assert get(house, "/api/games/chess").status_code == 404


async def test_only_our_own_pages_open_a_chair(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    address = f"{house.ws}/ws/tables/{table}"
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "http://[",
        f"https://127.0.0.1:{house.port}x",
    ):
        with pytest.raises(InvalidStatus) as told:
            await connect(address, proxy=None, additional_headers={"Origin": origin}, open_timeout=patience())
        assert told.value.response.status_code == 403
    chair = await ann.open_chair(table, additional_headers={"Origin": house.url})
    await chair.say(type="sit", token=ann.token, seat=0)
    assert (await chair.next())["type"] == "hello"


async def test_no_secret_is_logged_or_told(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random")
    over = await play(await ann.sit(table, 0), any_move)
    chair = await ann.open_chair(table)
    await chair.say(type="sit", token=ann.token + "x", seat=0)
    told = await chair.next()
    mine = {"Authorization": f"Bearer {ann.token}"}
    errors = [
        str(told),
        get(house, "/api/guests/me", Authorization=f"Bearer {ann.token}y").text,
        httpx.post(f"{house.url}/api/tables", headers=mine, content=b"{", timeout=patience()).text,
    ]
    for secret in (ann.token, ann.token.partition(".")[2], over["seed"]):
        assert secret not in house.said()
        assert all(secret not in error for error in errors)


def test_the_database_is_for_its_owner_only(house: RunningHouse) -> None:
    assert Path(house.db).stat().st_mode & 0o077 == 0


def test_scripts_and_styles_come_as_small_as_a_browser_can_read_them(house: RunningHouse) -> None:
    page = get(house, "/").text
    files = re.findall(r'"(/assets/[^"]+\.(?:js|css))"', page)
    assert files
    for file in files:
        plain = get(house, file, **{"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"
        for accepted, told in (("gzip, br", "br"), ("gzip;q=0.5", "gzip"), ("br;q=0, gzip", "gzip")):
            if len(plain.content) < 1024:
                continue
            answer = get(house, file, **{"accept-encoding": accepted})
            assert answer.headers["content-encoding"] == told
            assert answer.headers["content-type"] == plain.headers["content-type"]
            assert "immutable" in answer.headers["cache-control"]
            assert int(answer.headers["content-length"]) < 0.7 * len(plain.content)
            if told == "gzip":  # which every client can read
                assert answer.content == plain.content
    for wrong in ("/assets/nothing.js", "/assets/..%2Findex.html", "/assets/%2E%2E%2Fshell.js"):
        assert get(house, wrong).status_code == 404


def test_answers_in_words_come_small_and_say_the_same(house: RunningHouse) -> None:
    for path in ("/api/games", "/api/games/kata-tcg", "/"):
        plain = get(house, path, **{"accept-encoding": "identity"})
        small = get(house, path, **{"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers and small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < 0.6 * len(plain.content)
        assert small.content == plain.content
        assert small.headers["vary"] == "Accept-Encoding"
    short = get(house, "/health", **{"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


async def test_the_page_of_a_table_brings_what_the_client_would_ask_for(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann </script><b>")
    table = await ann.table("me", "random", game="kata-tcg")
    page = get(house, f"/table/{table}").text
    if "client is missing" in page:
        pytest.skip("the web client was not built")
    files = re.findall(r'<link rel="(?:modulepreload|preload)"[^>]* href="(/assets/[^"]+)"', page)
    assert any("TablePage" in file for file in files) and any("Board" in file for file in files)
    assert len(files) == len(set(files))
    assert all(get(house, file).status_code == 200 for file in files)
    written = re.search(r'<script type="application/json" id="told">(.*?)</script>', page, re.DOTALL)
    assert written
    told = json.loads(written[1])
    assert told["all"]["/api/games"] == get(house, "/api/games").json()
    assert told["all"]["/api/games/kata-tcg"] == get(house, "/api/games/kata-tcg").json()
    shown = told["newcomers"][f"/api/tables/{table}"]
    assert shown["id"] == table and not any(seat["you"] for seat in shown["seats"])
    assert "newcomers" in json.loads(re.search(r'id="told">(.*?)</script>', get(house, "/").text, re.DOTALL)[1])  # type: ignore[index]
