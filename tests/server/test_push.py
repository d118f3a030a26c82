"""Notifications on devices: who is told, what, and that only the device can read it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import SplitResult

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal, until

from parlour.core.errors import Refused
from parlour.core.protocol import PushMessage
from parlour.server import push
from parlour.server.push import check_address, contact_of, decoded, encoded, point

SERVICE = "https://fcm.googleapis.com/fcm/send/"
AUTH = b"sixteen bytes ok"


class Device:
    """A browser with a push line: it can read what is encrypted for it."""

    def __init__(self, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.wish = {"endpoint": SERVICE + name, "p256dh": encoded(point(self.key.public_key())), "auth": encoded(AUTH)}

    def read(self, body: bytes) -> dict[str, str]:
        salt, theirs, sealed = body[:16], body[21:86], body[86:]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        secret = HKDF(hashes.SHA256(), 32, AUTH, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        said: dict[str, str] = json.loads(AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2"))
        return said


class Service:
    """A push service that keeps what it gets."""

    def __init__(self) -> None:
        self.got: list[tuple[SplitResult, dict[str, str], bytes]] = []
        self.answers = 201

    def post(self, where: SplitResult, headers: dict[str, str], body: bytes) -> int:
        self.got.append((where, headers, body))
        return self.answers


@pytest.fixture
async def pushing(open_by_hand: OpenByHand) -> HouseByHand:
    return await open_by_hand(push_contact="mailto:host@example.org")


@pytest.fixture
def service(pushing: HouseByHand) -> Service:
    service = Service()
    pushing.house.push._post = service.post
    return service


async def subscribed(guest: Guest, name: str = "phone") -> Device:
    device = Device(name)
    await guest.post("/api/guests/me/push", device.wish)
    return device


async def two_at_a_table(host: Guest, other: Guest) -> tuple[str, Any, Any]:
    table = await host.table("me", "free")
    await other.post(f"/api/tables/{table}/join", {"seat": 1})
    mine, theirs = await host.sit(table, 0), await other.sit(table, 1)
    return table, mine, theirs


async def test_a_guest_who_is_away_is_told_once_and_only_their_device_can_read_it(
    pushing: HouseByHand, service: Service, visit: Visit
) -> None:
    ann, bob = await visit("Ann", at=pushing), await visit("Bob", at=pushing)
    key = (await ann.get("/api/house"))["push_key"]
    device = await subscribed(bob)
    table, mine, theirs = await two_at_a_table(ann, bob)
    turn = await mine.hear("turn")
    await theirs.close()
    live = pushing.house.tables[table]
    await until(lambda: 1 not in live.guests.present())
    await mine.move(turn)
    await until(lambda: len(service.got) == 1)
    where, headers, body = service.got[0]
    assert where.hostname == "fcm.googleapis.com" and b"Connect" not in body
    said = device.read(body)
    assert said == {"title": "Your turn: Connect Four", "body": "Ann has moved.", "url": f"/table/{table}"}
    words = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    assert words[1] == key
    signed, signature = words[0].rsplit(".", 1)
    raw = decoded(signature)
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key)).verify(
        encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])),
        signed.encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    claims = json.loads(decoded(signed.split(".")[1]))
    assert claims["aud"] == "https://fcm.googleapis.com" and claims["sub"] == "mailto:host@example.org"


async def test_a_guest_who_is_here_is_told_only_if_the_page_turns_out_to_sleep(
    pushing: HouseByHand, service: Service, visit: Visit
) -> None:
    ann, bob = await visit("Ann", at=pushing), await visit("Bob", at=pushing)
    table, mine, theirs = await two_at_a_table(ann, bob)
    await subscribed(ann)
    await subscribed(bob, "tablet")
    await mine.move(await mine.hear("turn"))
    turn = await theirs.hear("turn")
    pushing.time.turn(push.STILL_AWAY + 1)
    assert not service.got, "Bob is here"
    await theirs.move(turn)
    await mine.hear("turn")
    await mine.close()
    live = pushing.house.tables[table]
    await until(lambda: 0 not in live.guests.present())
    assert not service.got
    pushing.time.turn(push.STILL_AWAY + 1)
    await until(lambda: len(service.got) == 1)


async def test_a_line_ends_with_its_device_its_guest_and_its_push_service(
    pushing: HouseByHand, service: Service, visit: Visit
) -> None:
    store = pushing.house.store
    ann, bob = await visit("Ann", at=pushing), await visit("Bob", at=pushing)
    await subscribed(ann)
    assert (await ann.get("/api/guests/me/data"))["push"] == [SERVICE + "phone"]
    await bob.post("/api/guests/me/push", (await subscribed(ann)).wish)
    assert not await store.push_lines(ann.id), "a browser belongs to one guest at a time"
    await bob.ask("DELETE", "/api/guests/me/push")
    assert not await store.push_lines(bob.id)
    await subscribed(bob)
    service.answers = 410
    assert await pushing.house.push.tell(bob.id, PushMessage("x", "", "/"), "topic") == 0
    assert not await store.push_lines(bob.id), "the device is gone"
    await subscribed(bob)
    here = (await bob.get("/api/guests/me/ways-in"))["devices"][0]["id"]
    await bob.ask("DELETE", f"/api/guests/me/devices/{here}")
    assert not await store.push_lines(bob.id), "signed out"
    await subscribed(ann)
    await ann.post("/api/guests/me/farewell", {"name": "Ann"})
    assert not await store.push_lines(ann.id), "left for good"


async def test_bad_lines_are_refused_and_a_house_without_a_contact_sends_nothing(
    pushing: HouseByHand, by_hand: HouseByHand, visit: Visit
) -> None:
    ann, carl = await visit("Ann", at=pushing), await visit("Carl", at=by_hand)
    wish = Device("phone").wish
    for broken, code in (
        ({"endpoint": "https://127.0.0.1/internal"}, "bad-endpoint"),
        ({"p256dh": "AAAA"}, "bad-key"),
        ({"auth": "not base64!"}, "bad-key"),
    ):
        with pytest.raises(Refusal) as refused:
            await ann.post("/api/guests/me/push", {**wish, **broken})
        assert refused.value.code == code
    assert (await carl.get("/api/house"))["push_key"] is None
    with pytest.raises(Refusal) as refused:
        await carl.post("/api/guests/me/push", wish)
    assert refused.value.code == "no-push"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://[::1",
        "file:///etc/passwd",
        "",
    ],
)
def test_the_house_posts_to_push_services_only(endpoint: str) -> None:
    with pytest.raises(Refused):
        check_address(endpoint)


def test_push_services_and_contacts_that_are_fine() -> None:
    for endpoint in ("https://updates.push.services.mozilla.com/wpush/v2/a", "https://web.push.apple.com/a"):
        check_address(endpoint)
    assert contact_of("host@example.org") == "mailto:host@example.org"
    assert contact_of("https://example.org/about") == "https://example.org/about"
    assert contact_of(None) is contact_of(" ") is None
    with pytest.raises(Refused, match="mail address"):
        contact_of("nobody")
