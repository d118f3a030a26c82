"""Whom the house believes when there is a proxy in front of it."""

from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import Headers

from parlour.server.auth import client_address
from parlour.server.settings import Settings
from parlour.server.websocket import origin_is_ours

ALONE = Settings()
BEHIND = Settings(trust_proxy=True)


def asked(**headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return SimpleNamespace(headers=Headers(named), client=SimpleNamespace(host="127.0.0.1"))


@pytest.mark.parametrize(
    ("settings", "headers", "ours"),
    [
        (ALONE, {"host": "localhost:8080"}, True),  # a program says no origin
        (ALONE, {"host": "localhost:8080", "origin": "http://localhost:8080"}, True),
        (ALONE, {"host": "parlour.example.org", "origin": "https://parlour.example.org"}, True),
        (ALONE, {"host": "parlour.example.org", "origin": "https://evil.example.org"}, False),
        (ALONE, {"host": "parlour.example.org", "origin": "https://parlour.example.org:8443"}, False),
        (ALONE, {"host": "", "origin": "null"}, False),
        (ALONE, {"origin": "null"}, False),
        (ALONE, {"host": "a", "origin": "http://[::"}, False),
        # a proxy that keeps its own name in Host is believed only where one is expected
        (
            ALONE,
            {"host": "backend:80", "x_forwarded_host": "p.example", "origin": "https://p.example"},
            False,
        ),
        (
            BEHIND,
            {"host": "backend:80", "x_forwarded_host": "p.example", "origin": "https://p.example"},
            True,
        ),
        (BEHIND, {"host": "backend:80", "x_forwarded_host": "mine, hers", "origin": "https://hers"}, True),
        (BEHIND, {"host": "backend:80", "x_forwarded_host": "mine, hers", "origin": "https://mine"}, False),
        (
            BEHIND,
            {"host": "backend:80", "x_forwarded_host": "p.example", "origin": "https://evil.example"},
            False,
        ),
        (BEHIND, {"host": "backend:80", "origin": "null"}, False),
        (Settings(origins=("https://other.example",)), {"host": "a", "origin": "https://other.example"}, True),
    ],
)
def test_whose_pages_may_open_a_chair(settings: Settings, headers: dict[str, str], ours: bool) -> None:
    assert origin_is_ours(asked(**headers), settings) is ours


def test_a_guests_address_is_what_our_own_proxy_wrote() -> None:
    forged = asked(x_forwarded_for="1.2.3.4, 203.0.113.9")
    assert client_address(forged, SimpleNamespace(settings=BEHIND)) == "203.0.113.9"  # type: ignore[arg-type]
    assert client_address(forged, SimpleNamespace(settings=ALONE)) == "127.0.0.1"  # type: ignore[arg-type]
    assert client_address(asked(), SimpleNamespace(settings=BEHIND)) == "127.0.0.1"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["1.2.3.4", "203.0.113.9"], "203.0.113.9"),  # a proxy that adds a line of its own, as HAProxy does
        (["203.0.113.9:50123"], "203.0.113.9"),
        (["[2001:db8::1]:443"], "2001:db8::1"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["1.2.3.4, unknown"], "unknown"),
        ([""], "127.0.0.1"),
    ],
)
def test_an_address_is_the_last_that_was_added_without_its_port(lines: list[str], address: str) -> None:
    headers = Headers([(b"x-forwarded-for", line.encode()) for line in lines])
    request = SimpleNamespace(headers=headers, client=SimpleNamespace(host="127.0.0.1"))
    assert client_address(request, SimpleNamespace(settings=BEHIND)) == address  # type: ignore[arg-type]
