"""Signing in at an OpenID provider: only whom it vouches for, in this very sign-in, once, and on our own pages."""

from __future__ import annotations

import builtins
import hmac
import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from tests.server.authenticator import b64
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal
from tests.server.provider import CLIENT, Key, Provider
from tests.server.test_order import ban

from parlour.core.errors import Refused
from parlour.server import oidc
from parlour.server.accounts import MOST_ACCOUNTS, SIGN_IN_SECONDS
from parlour.server.settings import Settings

HOME = "https://parlour.example"
Json = dict[str, Any]


@pytest.fixture
def provider() -> Iterator[Provider]:
    opened = Provider()
    yield opened
    opened.close()


@pytest.fixture
async def home(open_by_hand: OpenByHand, provider: Provider) -> HouseByHand:
    return await open_by_hand(**provider.settings)


class Page:
    """A page of the house in somebody's browser."""

    def __init__(self, guest: Guest, provider: Provider, origin: str | None = HOME) -> None:
        self.guest = guest
        self.provider = provider
        self.origin = origin

    async def post(self, path: str, body: Json | None = None, token: str | None = None) -> Json:
        token = self.guest.token if token is None else token
        headers = {"Host": "parlour.example"} | ({"Authorization": f"Bearer {token}"} if token else {})
        if self.origin is not None:
            headers["Origin"] = self.origin
        answer = await self.guest.http.post(f"{self.guest.house.url}{path}", json=body, headers=headers)
        told: Json = answer.json()
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, told)
        return told

    async def sign_in(self, begin: str) -> Json:
        """Go to the provider and come back: what the page then sends to the house."""
        begun = await self.post(begin)
        code, state = self.provider.consent(begun["address"])
        assert state == begun["state"]
        return {"code": code, "state": state, "proof": begun["proof"]}

    async def come_in(self, token: str | None = None) -> Json:
        return await self.post("/api/guests/by-oidc", await self.sign_in("/api/oidc/begin"), token)

    async def link(self) -> Json:
        return await self.post("/api/guests/me/oidc", await self.sign_in("/api/guests/me/oidc/begin"))

    async def refused(self, answer: Json, path: str = "/api/guests/by-oidc", code: str = "bad-oidc") -> str:
        with pytest.raises(Refusal) as told:
            await self.post(path, answer)
        assert told.value.code == code, told.value
        return str(told.value.text)


@pytest.fixture
async def ann(home: HouseByHand, visit: Visit, provider: Provider) -> Page:
    return Page(await visit("Ann", at=home), provider)


@pytest.fixture
async def stranger(home: HouseByHand, visit: Visit, provider: Provider) -> Page:
    return Page(await visit("Wren", at=home), provider)


# --- coming in, adding, removing ---


async def test_a_guest_adds_an_account_and_comes_in_by_it_elsewhere(ann: Page, stranger: Page) -> None:
    assert (await ann.guest.get("/api/house"))["oidc"] == "Example"
    await ann.link()
    [shown] = (await ann.guest.get("/api/guests/me/ways-in"))["accounts"]
    assert shown["issuer"] == ann.provider.issuer
    came = await stranger.come_in()
    assert (came["id"], came["name"], came["linked"]) == (ann.guest.id, "Ann", False)
    assert came["token"] not in (ann.guest.token, stranger.guest.token)
    assert (await ann.guest.ask("GET", "/api/guests/me", token=came["token"]))["id"] == ann.guest.id
    assert len((await ann.guest.get("/api/guests/me/ways-in"))["devices"]) == 2
    again = await ann.come_in()
    assert again["token"] == ann.guest.token, "who is here already needs no other token"


async def test_an_account_that_is_new_here_belongs_to_whoever_came_with_it(ann: Page, stranger: Page) -> None:
    came = await ann.come_in()
    assert (came["id"], came["token"], came["linked"]) == (ann.guest.id, ann.guest.token, True)
    assert (await stranger.come_in())["id"] == ann.guest.id
    ann.provider.subject = "somebody-without-a-token"
    new = await stranger.come_in(token="")
    assert new["linked"] and new["id"] not in (ann.guest.id, stranger.guest.id)
    assert (await stranger.come_in())["id"] == new["id"]


async def test_an_account_is_one_guests_only(ann: Page, stranger: Page) -> None:
    await ann.link()
    answer = await stranger.sign_in("/api/guests/me/oidc/begin")
    assert "another guest" in await stranger.refused(answer, "/api/guests/me/oidc", "exists")
    assert (await stranger.guest.get("/api/guests/me/ways-in"))["accounts"] == []
    await ann.link()
    assert len((await ann.guest.get("/api/guests/me/ways-in"))["accounts"]) == 1, "adding it twice changes nothing"


async def test_a_removed_account_lets_nobody_in_as_that_guest(ann: Page, stranger: Page) -> None:
    await ann.link()
    [shown] = (await ann.guest.get("/api/guests/me/ways-in"))["accounts"]
    with pytest.raises(Refusal, match="not-found"):
        await stranger.guest.ask("DELETE", f"/api/guests/me/oidc/{shown['id']}")
    await ann.guest.ask("DELETE", f"/api/guests/me/oidc/{shown['id']}")
    assert (await ann.guest.get("/api/guests/me/ways-in"))["accounts"] == []
    assert (await stranger.come_in())["id"] == stranger.guest.id


async def test_an_account_goes_along_with_ones_data_and_is_forgotten_with_its_guest(ann: Page, stranger: Page) -> None:
    await ann.link()
    [told] = (await ann.guest.get("/api/guests/me/data"))["accounts"]
    assert (told["issuer"], told["subject"]) == (ann.provider.issuer, "ann-17")
    await ann.guest.post("/api/guests/me/farewell", {"name": "Ann"})
    assert (await stranger.come_in())["id"] == stranger.guest.id


async def test_nobody_collects_accounts(ann: Page) -> None:
    for number in range(MOST_ACCOUNTS):
        ann.provider.subject = f"ann-{number}"
        await ann.link()
    with pytest.raises(Refusal, match="remove one first"):
        await ann.link()


async def test_an_account_leads_around_no_ban(home: HouseByHand, ann: Page, stranger: Page) -> None:
    await ann.link()
    await ban(home, ann.guest.id)
    with pytest.raises(Refusal, match="banned"):
        await stranger.come_in()
    with pytest.raises(Refusal, match="banned"):
        await ann.link()
    ann.provider.subject = "another-account"
    with pytest.raises(Refusal, match="banned"):
        await ann.come_in()


async def test_what_an_old_key_signed_is_good_until_the_provider_drops_it(
    home: HouseByHand, ann: Page, provider: Provider
) -> None:
    await ann.link()
    provider.keys.append(Key("second"))
    assert (await ann.come_in())["id"] == ann.guest.id, "a new key is looked for"
    looked = provider.asked.count("/keys")
    old = provider.keys.pop(0)
    home.time.turn(oidc.KEEP_SECONDS + 1)
    provider.sign = old.sign
    await ann.refused(await ann.sign_in("/api/oidc/begin"))
    for _ in range(5):
        await ann.refused(await ann.sign_in("/api/oidc/begin"))
    assert provider.asked.count("/keys") <= looked + 1 + oidc.LOOKS_PER_MINUTE, "strange keys make nobody ask for ever"


# --- tokens that must not be believed ---


@cache
def rsa_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def unsigned(claims: Json) -> str:
    return jwt.encode(claims, None, "none")


def with_the_public_key_as_a_secret(provider: Provider) -> Callable[[Json], str]:
    """The classic confusion: a public key that everybody knows, used as if it were a shared secret."""
    provider.keys = [Key("rsa", rsa_key(), "RS256")]
    public = rsa_key().public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    def sign(claims: Json) -> str:  # by hand: the library would not do it
        header = {"alg": "HS256", "typ": "JWT", "kid": "rsa"}
        signed = ".".join(b64(json.dumps(part).encode()) for part in (header, claims))
        return f"{signed}.{b64(hmac.digest(public, signed.encode(), 'sha256'))}"

    return sign


WRONG: dict[str, Json] = {
    "the nonce of another sign-in": {"nonce": "0" * 64},
    "no nonce": {"nonce": None},
    "for another client": {"aud": "another-house"},
    "for others, too": {"aud": [CLIENT, "another-house"]},
    "issued to another client": {"azp": "another-house"},
    "from another issuer": {"iss": "https://evil.example"},
    "expired": {"exp": int(time.time()) - 3600},
    "without an end": {"exp": None},
    "from the future": {"iat": int(time.time()) + 7200, "exp": int(time.time()) + 9999},
    "about nobody": {"sub": ""},
    "about a number": {"sub": 17},
    "about somebody endless": {"sub": "a" * 256},
}


async def test_a_token_with_a_wrong_claim_changes_nothing(
    ann: Page, stranger: Page, home: HouseByHand, caplog: pytest.LogCaptureFixture
) -> None:
    await ann.link()
    for what, claims in WRONG.items():
        home.time.turn(60)  # the limit on tries
        ann.provider.claims = claims
        assert "could not be verified" in await stranger.refused(await stranger.sign_in("/api/oidc/begin")), what
    assert "ann-17" not in caplog.text
    stranger.provider.claims = {"aud": [CLIENT], "azp": CLIENT}
    assert (await stranger.come_in())["id"] == ann.guest.id, "one client in a list is fine"


async def test_a_token_that_the_provider_did_not_sign_is_refused(
    ann: Page, stranger: Page, provider: Provider, home: HouseByHand
) -> None:
    await ann.link()
    forged: list[Callable[[Json], str]] = [
        unsigned,
        Key("first").sign,  # somebody else's key under the same name
        lambda claims: jwt.encode(claims, "s" * 32, "HS256", headers={"kid": "first"}),
        lambda claims: Key("first", rsa_key(), "RS256").sign(claims),
        lambda claims: provider.keys[0].sign(claims)[:-3] + "AAA",
        lambda claims: "not.a.token",
        with_the_public_key_as_a_secret(provider),
    ]
    for sign in forged:
        home.time.turn(60)
        provider.sign = sign
        await stranger.refused(await stranger.sign_in("/api/oidc/begin"))


async def test_other_strong_signatures_are_good(ann: Page, provider: Provider) -> None:
    for algorithm in ("RS256", "PS384"):
        provider.keys = [Key(algorithm, rsa_key(), algorithm)]
        assert (await ann.come_in())["id"] == ann.guest.id


# --- answers that must not be believed ---


async def test_an_answer_is_good_once_and_for_ten_minutes(ann: Page, stranger: Page, home: HouseByHand) -> None:
    answer = await ann.sign_in("/api/oidc/begin")
    await ann.post("/api/guests/by-oidc", answer)
    assert "already been used" in await stranger.refused(answer)
    late = await ann.sign_in("/api/oidc/begin")
    home.time.turn(SIGN_IN_SECONDS + 1)
    assert "took too long" in await ann.refused(late)


async def test_a_code_that_was_used_elsewhere_is_refused_by_the_provider(ann: Page, stranger: Page) -> None:
    stolen = await ann.sign_in("/api/oidc/begin")
    await ann.post("/api/guests/by-oidc", stolen)
    fresh = await stranger.sign_in("/api/oidc/begin")
    assert "already been used" in await stranger.refused({**fresh, "code": stolen["code"]})
    injected = await ann.sign_in("/api/oidc/begin")  # not used yet, but begun by another page
    fresh = await stranger.sign_in("/api/oidc/begin")
    assert "already been used" in await stranger.refused({**fresh, "code": injected["code"]}), "PKCE"


async def test_nobody_is_made_to_finish_a_sign_in_of_somebody_else(ann: Page, stranger: Page) -> None:
    """CSRF of the callback: the attacker's code and state, in the victim's browser, which has no proof for them."""
    attackers = await stranger.sign_in("/api/oidc/begin")
    own = await ann.post("/api/oidc/begin")
    for proof in ("", own["proof"], "é", "0" * 64):
        assert "not begun here" in await ann.refused({**attackers, "proof": proof})
    assert (await ann.guest.get("/api/guests/me/ways-in"))["accounts"] == []


async def test_a_sign_in_is_finished_for_what_it_was_begun(ann: Page, stranger: Page) -> None:
    to_link = await ann.sign_in("/api/guests/me/oidc/begin")
    await stranger.refused(to_link)
    to_link = await ann.sign_in("/api/guests/me/oidc/begin")
    await stranger.refused(to_link, "/api/guests/me/oidc")
    await ann.refused(await ann.sign_in("/api/oidc/begin"), "/api/guests/me/oidc")


async def test_the_provider_sends_guests_back_to_our_own_page_only(ann: Page, provider: Provider) -> None:
    """No open redirect: where one comes back to is nobody's choice."""
    begun = await ann.post("/api/oidc/begin?redirect_uri=https://evil.example&return=//evil.example")
    [back] = parse_qs(urlsplit(begun["address"]).query)["redirect_uri"]
    assert back == f"{HOME}/signed-in"
    for origin, why in (("https://evil.example", "another site"), (None, "a browser"), ("null", "a browser")):
        page = Page(ann.guest, provider, origin)
        for path in ("/api/oidc/begin", "/api/guests/me/oidc/begin"):
            assert why in await page.refused({}, path, "no-oidc")


# --- providers that fail ---


async def test_a_provider_that_is_away_costs_nothing_and_comes_back(
    ann: Page, home: HouseByHand, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    provider.status = 503
    assert "isn’t answering" in await ann.refused({}, "/api/oidc/begin", "oidc-away")
    provider.status = 404
    assert "isn’t answering" in await ann.refused({}, "/api/oidc/begin", "oidc-away")
    provider.status = 200
    answer = await ann.sign_in("/api/oidc/begin")
    provider.status = 500  # before the keys are read
    assert "isn’t answering" in await ann.refused(answer, code="oidc-away")
    provider.status = 200
    assert (await ann.come_in())["id"] == ann.guest.id
    home.time.turn(oidc.KEEP_SECONDS + 1)
    provider.close()
    assert "still who you were" in await ann.refused({}, "/api/oidc/begin", "oidc-away")
    assert (await ann.guest.get("/api/guests/me"))["name"] == "Ann"


async def test_a_provider_that_is_not_who_it_should_be_is_not_used(
    ann: Page, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    for lie in (
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": None},
        {"authorization_endpoint": "javascript:alert(1)"},
    ):
        provider.discovery = lie
        assert "can’t be used" in await ann.refused({}, "/api/oidc/begin", "oidc-away")
    assert "set --oidc-issuer to that" in caplog.text


async def test_a_wrong_secret_is_the_hosts_to_put_right(
    open_by_hand: OpenByHand, visit: Visit, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_by_hand(**{**provider.settings, "oidc_secret": "a wrong one"})
    page = Page(await visit("Ann", at=house), provider)
    answer = await page.sign_in("/api/oidc/begin")
    with caplog.at_level(logging.DEBUG):
        assert "doesn’t accept this house" in await page.refused(answer, code="oidc-away")
    assert "invalid_client" in caplog.text and "a wrong one" not in caplog.text and answer["code"] not in caplog.text


# --- settings ---


async def test_a_house_without_a_provider_says_so(by_hand: HouseByHand, visit: Visit, provider: Provider) -> None:
    page = Page(await visit("Ann", at=by_hand), provider)
    assert (await page.guest.get("/api/house"))["oidc"] is None
    assert "no OpenID provider" in await page.refused({}, "/api/oidc/begin", "no-oidc")
    junk = {"code": "c", "state": "s", "proof": "p"}
    assert "no OpenID provider" in await page.refused(junk, code="no-oidc")


def test_settings_that_cannot_work_are_refused_before_the_house_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    for issuer, client, why in (
        ("https://id.example", None, "--oidc-client"),
        ("http://id.example", "house", "begins with https"),
        ("id.example", "house", "begins with https"),
        ("https://id.example/?a=b", "house", "begins with https"),
    ):
        with pytest.raises(Refused, match=why):
            oidc.check(Settings(oidc_issuer=issuer, oidc_client=client))
    good = Settings(oidc_issuer="https://id.example", oidc_client="house", oidc_secret="hidden")
    oidc.check(good)
    assert "hidden" not in repr(good)
    assert oidc.name_of(good) == "id.example"
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "jwt":
            raise ModuleNotFoundError("No module named 'jwt'", name=name)
        return real(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "jwt")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refused, match=r"parlour\[oidc\]"):
        oidc.check(good)


def test_the_secret_comes_from_a_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("from a file\n")
    assert oidc.secret_of(str(file), {"PARLOUR_OIDC_SECRET": "from outside"}) == "from a file"
    assert oidc.secret_of(None, {"PARLOUR_OIDC_SECRET": "from outside"}) == "from outside"
    assert oidc.secret_of(None, {}) is None
    file.write_text("\n")
    for place, why in ((file, "is empty"), (tmp_path / "none", "no such file")):
        with pytest.raises(Refused, match=why):
            oidc.secret_of(str(place))
