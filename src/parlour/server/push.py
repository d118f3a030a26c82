"""Web Push: a guest who is not here is told on their devices that it is their turn.

The message is encrypted for the device (RFC 8291) and signed by the house (VAPID, RFC 8292); the push service of the
browser's maker only passes it on. Even so it says nothing that is not on the table for everybody: which game, and who
has moved. The house does this only if its host gives an address for complaints; the key is made once and kept.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import json
import logging
import os
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from parlour.core.errors import Refused
from parlour.core.protocol import PushMessage, PushWish
from parlour.server.identity import kept_secret
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")

# The push services of the browsers. The house sends to nobody else, whatever address a guest gives.
SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
GONE = (404, 410)  # the device has left: it is forgotten
PATIENCE = 10.0  # seconds for a push service
KEEP_SECONDS = 86_400  # how long a push service keeps a message for a device that is off
SIGNED_SECONDS = 12 * 3600
STILL_AWAY = 75.0  # a page that sleeps looks as if somebody were there, until it does not answer a ping
MOST_BUSY = 8  # messages on their way at a time

Post = Callable[[SplitResult, dict[str, str], bytes], int]  # returns the status


class Push:
    """What the house needs to tell devices something; without an address for complaints it tells nothing."""

    def __init__(self, house: House, post: Post | None = None) -> None:
        self.house = house
        self.key: str | None = None  # what browsers need to know, in base64
        self._private: Any = None
        self._post = post or send
        self._busy = asyncio.Semaphore(MOST_BUSY)

    async def open(self) -> None:
        contact = self.house.settings.push_contact
        if contact is None:
            return
        try:
            from cryptography.hazmat.primitives.asymmetric import ec
        except ImportError:
            log.warning("--push-contact needs the package `cryptography`: pip install 'parlour[push]'")
            return
        secret = await kept_secret(self.house.store, "push")
        number = int.from_bytes(hashlib.sha512(secret.encode()).digest()) % (ORDER - 1) + 1
        self._private = ec.derive_private_key(number, ec.SECP256R1())
        self.key = encoded(point(self._private.public_key()))

    # --- devices ---

    async def subscribe(self, guest: str, device: str, wish: PushWish) -> None:
        """Remember how a device is reached."""
        if self.key is None:
            raise Refused("This house sends no notifications.", "no-push")
        check_address(wish.endpoint)
        for name, text, length in (("p256dh", wish.p256dh, 65), ("auth", wish.auth, 16)):
            if len(decoded(text)) != length:
                raise Refused(f"The key {name!r} must be {length} bytes in base64, as browsers give it.", "bad-key")
        line = rows.PushLine(guest, device, wish.endpoint, wish.p256dh, wish.auth, self.house.time.date())
        await self.house.store.save_push_line(line)

    # --- turns ---

    def turn_began(self, table: LiveTable) -> None:
        """It is somebody's turn at a table that this process drives. Whoever is not here is told once."""
        match = table.match
        if self.key is None or match is None or match.over or not table.drives:
            return
        seat, ply = match.mover, table.ply
        guest = table.row.seats[seat].guest
        goes_on = bool(match.plies) and match.plies[-1].seat == seat  # in the middle of a turn
        if guest is None or goes_on or table.word_of(seat) is not None or guest in self.house.bots:
            return
        if seat in table.guests.present():
            self.house.time.call_later(STILL_AWAY, lambda: self._look_again(table, seat, ply))
        else:
            self._tell(table, seat, guest)

    def _look_again(self, table: LiveTable, seat: int, ply: int) -> None:
        guest = table.row.seats[seat].guest
        same = table.match is not None and table.ply == ply and table.match.mover == seat
        if same and guest is not None and table.drives and seat not in table.guests.present():
            self._tell(table, seat, guest)

    def _tell(self, table: LiveTable, seat: int, guest: str) -> None:
        self.house.background(self.tell(guest, message(table, seat), table.id))

    async def tell(self, guest: str, said: PushMessage, topic: str) -> int:
        """Tell all devices of a guest; returns how many took it. A newer message on a topic replaces an older one."""
        try:
            lines = await self.house.store.push_lines(guest)
        except StoreError as trouble:
            log.error("push: %s", trouble)
            return 0
        return sum(await asyncio.gather(*(self._send(line, said, topic) for line in lines)))

    async def _send(self, line: rows.PushLine, said: PushMessage, topic: str) -> bool:
        where = urlsplit(line.endpoint)
        try:
            body = encrypted(msgspec.json.encode(said), decoded(line.p256dh), decoded(line.auth))
            headers = {
                "Authorization": self._signed(f"{where.scheme}://{where.netloc}"),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEEP_SECONDS),
                "Urgency": "normal",
                "Topic": encoded(hashlib.sha256(topic.encode()).digest()[:24]),
            }
            async with self._busy:
                status = await asyncio.to_thread(self._post, where, headers, body)
        except (OSError, ValueError, http.client.HTTPException) as error:
            log.info("push: %s did not take a message: %s", where.hostname, error)
            return False
        if status in GONE:
            await self.house.store.drop_push_line(line.guest, line.device)
        elif status >= 300:
            log.warning("push: %s answered %s", where.hostname, status)
        return 200 <= status < 300

    def _signed(self, audience: str) -> str:
        """Who sends this, so that a push service can complain and nobody else can send to our guests."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        until = int(self.house.time.date()) + SIGNED_SECONDS
        claims = {"aud": audience, "exp": until, "sub": self.house.settings.push_contact}
        parts = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(parts.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={parts}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={self.key}"


def message(table: LiveTable, seat: int) -> PushMessage:
    """What a device shows: nothing that a spectator would not know."""
    assert table.match is not None
    last = table.match.plies[-1].seat if table.match.plies else seat
    moved = f"{table.spoken[last]} has moved." if last != seat else "The table is waiting for you."
    return PushMessage(f"Your turn: {table.game.title}", moved, f"/table/{table.id}")


def contact_of(given: str | None) -> str | None:
    """The address for complaints as push services want it."""
    if given is None or not given.strip():
        return None
    found = given.strip()
    if "@" in found and ":" not in found:
        found = f"mailto:{found}"
    if not found.startswith(("mailto:", "https://")) or len(found) > 200 or not found.isprintable() or " " in found:
        raise Refused(
            f"--push-contact is {given[:60]!r}, but it must be a mail address or an https address to which push "
            "services can complain.",
            "bad-setting",
        )
    return found


def check_address(endpoint: str) -> None:
    """Refuse what is not the address of a browser's push service."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    known = any(host == one or (one.startswith(".") and host.endswith(one)) for one in SERVICES)
    if parts.scheme != "https" or not known or port not in (None, 443) or parts.username is not None:
        raise Refused("This is not the address of a push service that the house knows.", "bad-endpoint")


# --- bytes ---

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
RECORD = 4096


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise Refused("This is not base64 as browsers write it.", "bad-key") from None


def point(public: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def encrypted(message: bytes, device_key: bytes, device_secret: bytes) -> bytes:
    """A message that only the device can read (RFC 8291, one record)."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    once = ec.generate_private_key(ec.SECP256R1())
    ours = point(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), device_key))
    secret = derived(device_secret, shared, b"WebPush: info\0" + device_key + ours, 32)
    salt = os.urandom(16)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def send(where: SplitResult, headers: dict[str, str], body: bytes) -> int:
    """Post a message to a push service. Redirections are not followed."""
    line = http.client.HTTPSConnection(where.hostname or "", timeout=PATIENCE, context=ssl.create_default_context())
    try:
        line.request("POST", where.path + (f"?{where.query}" if where.query else ""), body, headers)
        return line.getresponse().status
    finally:
        line.close()
