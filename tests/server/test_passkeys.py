"""Passkeys: only for pages of this house that are served safely, each answer once, and nobody else's."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest
from tests.server.authenticator import Authenticator, b64
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Refusal

from parlour.server.passkeys import CHALLENGE_SECONDS

HOME = "https://parlour.example"


class Page:
    """A page of the house in somebody's browser."""

    def __init__(self, guest: Guest, origin: str | None = HOME, host: str | None = None) -> None:
        self.guest = guest
        self.origin = origin
        self.host = host or (origin or "").partition("://")[2]

    async def post(self, path: str, body: Any = None, method: str = "POST") -> Any:
        headers = {"Authorization": f"Bearer {self.guest.token}", "Host": self.host}
        if self.origin is not None:
            headers["Origin"] = self.origin
        answer = await self.guest.http.request(method, f"{self.guest.house.url}{path}", json=body, headers=headers)
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, answer.json())
        return answer.json()

    async def add(self, passkey: Authenticator, **lies: Any) -> None:
        asked = await self.post("/api/guests/me/passkeys/challenge")
        await self.post("/api/guests/me/passkeys", passkey.create(asked, self.origin or "", **lies))

    async def come_in(self, passkey: Authenticator, **lies: Any) -> Any:
        asked = await self.post("/api/passkeys/challenge")
        return await self.post("/api/guests/by-passkey", passkey.get(asked, self.origin or "", **lies))

    async def refused(self, path: str, body: Any = None, code: str = "bad-passkey") -> str:
        with pytest.raises(Refusal) as told:
            await self.post(path, body)
        assert told.value.code == code, told.value
        return str(told.value.text)


@pytest.fixture
async def ann(by_hand: HouseByHand, visit: Visit) -> Page:
    return Page(await visit("Ann", at=by_hand))


@pytest.fixture
async def stranger(by_hand: HouseByHand, visit: Visit) -> Page:
    return Page(await visit("Wren", at=by_hand))


async def test_a_guest_comes_in_by_a_passkey(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    await ann.add(passkey)
    [shown] = (await ann.guest.get("/api/guests/me/ways-in"))["passkeys"]
    assert (shown["id"], shown["site"]) == (b64(passkey.id), "parlour.example")
    await ann.guest.ask("DELETE", "/api/guests/me/devices")
    for _ in range(2):
        came = await stranger.come_in(passkey)
        assert (came["id"], came["name"]) == (ann.guest.id, "Ann")
        assert (await ann.guest.ask("GET", "/api/guests/me", token=came["token"]))["id"] == ann.guest.id
    asked = await ann.post("/api/guests/me/passkeys/challenge")
    assert asked["known"] == [b64(passkey.id)], "the browser does not offer to make it twice"


async def test_a_removed_passkey_lets_nobody_in(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    await ann.add(passkey)
    with pytest.raises(Refusal, match="not-found"):
        await stranger.post(f"/api/guests/me/passkeys/{b64(passkey.id)}", method="DELETE")
    await ann.post(f"/api/guests/me/passkeys/{b64(passkey.id)}", method="DELETE")
    with pytest.raises(Refusal, match="bad-passkey"):
        await stranger.come_in(passkey)


async def test_a_passkey_of_another_origin_is_refused(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    asked = await ann.post("/api/guests/me/passkeys/challenge")
    await ann.refused("/api/guests/me/passkeys", passkey.create(asked, "https://evil.example"))
    asked = await ann.post("/api/guests/me/passkeys/challenge")
    await ann.refused("/api/guests/me/passkeys", passkey.create(asked, HOME, site="evil.example"))
    await ann.add(passkey)
    for origin, site in [
        ("https://evil.example", None),
        (HOME, "evil.example"),
        ("http://parlour.example", None),
        ("https://parlour.example:8443", None),
        ("https://parlour.example.evil.example", None),
    ]:
        asked = await stranger.post("/api/passkeys/challenge")
        await stranger.refused("/api/guests/by-passkey", passkey.get(asked, origin, site))
    assert (await stranger.come_in(passkey))["id"] == ann.guest.id


async def test_a_passkey_of_one_name_of_the_house_is_no_good_at_another(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    await ann.add(passkey)
    other = Page(stranger.guest, "https://other.example")
    asked = await other.post("/api/passkeys/challenge")
    await other.refused("/api/guests/by-passkey", passkey.get(asked, "https://other.example"))


async def test_what_was_sent_once_cannot_be_sent_again(ann: Page, stranger: Page, by_hand: HouseByHand) -> None:
    passkey = Authenticator()
    asked = await ann.post("/api/guests/me/passkeys/challenge")
    made = passkey.create(asked, HOME)
    await ann.post("/api/guests/me/passkeys", made)
    await ann.refused("/api/guests/me/passkeys", made)
    asked = await stranger.post("/api/passkeys/challenge")
    proof = passkey.get(asked, HOME)
    await stranger.post("/api/guests/by-passkey", proof)
    assert "already been answered" in await stranger.refused("/api/guests/by-passkey", proof)
    late = await stranger.post("/api/passkeys/challenge")
    by_hand.time.turn(CHALLENGE_SECONDS + 1)
    assert "too late" in await stranger.refused("/api/guests/by-passkey", passkey.get(late, HOME))


async def test_challenges_are_not_exchanged(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    hers = await ann.post("/api/guests/me/passkeys/challenge")
    await stranger.refused("/api/guests/me/passkeys", passkey.create(hers, HOME))
    await ann.add(passkey)
    for_new = await ann.post("/api/guests/me/passkeys/challenge")
    await stranger.refused("/api/guests/by-passkey", passkey.get(for_new, HOME))
    invented = {"challenge": b64(bytes(32)), "site": "parlour.example"}
    await stranger.refused("/api/guests/by-passkey", passkey.get(invented, HOME))
    asked = await stranger.post("/api/passkeys/challenge")
    await stranger.refused("/api/guests/by-passkey", passkey.get(asked, HOME, kind="create"))


async def test_somebody_elses_key_does_not_fit(ann: Page, stranger: Page) -> None:
    passkey, other = Authenticator(), Authenticator()
    await ann.add(passkey)
    other.id = passkey.id
    with pytest.raises(Refusal, match="bad-passkey"):
        await stranger.come_in(other)
    with pytest.raises(Refusal, match="exists"):
        await stranger.add(other)


async def test_a_copied_passkey_is_noticed(ann: Page, stranger: Page) -> None:
    passkey = Authenticator()
    await ann.add(passkey)
    await stranger.come_in(passkey)
    passkey.uses -= 1  # the copy does not know of that
    with pytest.raises(Refusal, match="bad-passkey"):
        await stranger.come_in(passkey)


UNSAFE = [
    ("http://parlour.example", None, "begins with https"),
    ("http://127.0.0.1:8080", None, "IP address"),
    ("https://[::1]:8443", None, "IP address"),
    ("https://evil.example", "parlour.example", "another site"),
    (None, "parlour.example", "need a browser"),
    ("null", "parlour.example", "need a browser"),
    ("https://[", "parlour.example", "proper address"),
]


async def test_passkeys_are_for_our_own_safe_pages(ann: Page) -> None:
    for origin, host, why in UNSAFE:
        page = Page(ann.guest, origin, host)
        for path in ("/api/guests/me/passkeys/challenge", "/api/passkeys/challenge"):
            assert why in await page.refused(path, code="no-passkeys")
    await Page(ann.guest, "http://localhost:8080").add(Authenticator())


async def test_junk_is_refused_in_a_sentence(ann: Page, by_hand: HouseByHand) -> None:
    for junk in ("", "!", "bm90IGpzb24", b64(b"[1]"), b64(b'{"challenge": 7}'), "é", b64(b"[" * 9000)):
        by_hand.time.turn(60)  # the limit on tries
        await junk_is_refused(ann, junk)


async def junk_is_refused(ann: Page, junk: str) -> None:
    await ann.refused("/api/guests/me/passkeys", {"id": junk[:1500], "client_data": junk, "attestation": junk})
    proof = {"id": junk[:1500], "client_data": junk, "authenticator_data": junk, "signature": junk}
    await ann.refused("/api/guests/by-passkey", proof)
    asked = await ann.post("/api/passkeys/challenge")
    real = Authenticator().get(asked, HOME)
    await ann.refused("/api/guests/by-passkey", {**real, "id": junk[:1500]})
    asked = await ann.post("/api/guests/me/passkeys/challenge")
    await ann.refused("/api/guests/me/passkeys", {**Authenticator().create(asked, HOME), "attestation": junk})


async def test_without_the_package_there_are_none(ann: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "webauthn":
            raise ModuleNotFoundError("No module named 'webauthn'", name=name)
        return real(name, *rest, **more)

    for name in [name for name in sys.modules if name.partition(".")[0] == "webauthn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    assert "parlour[passkeys]" in await ann.refused("/api/passkeys/challenge", code="no-passkeys")
