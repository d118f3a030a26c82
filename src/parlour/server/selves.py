"""Who a token belongs to, and how a guest's devices come and go."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from parlour.server.connection import Connection
from parlour.server.identity import new_secret, readable, token_hash
from parlour.store import rows
from parlour.store.writes import SaveGuest

if TYPE_CHECKING:
    from parlour.server.house import House

FRESH_SECONDS = 10.0  # how long we believe what the store said about a token; news from other processes come sooner
SEEN_SECONDS = 3600.0  # how exactly we note when a device was last here
MOST_KNOWN = 50_000
SIGNED = "#"  # with its number it stands for the device of a signed token
SIGNED_OUT = "signed-out"  # the word with which a chair is closed


class Known(NamedTuple):
    """Somebody with a valid token."""

    guest: rows.Guest
    device: str


class Selves:
    """The guests who have shown a token to this process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._known: dict[str, tuple[float, str, str]] = {}  # by the token's hash: since when, guest, device

    # --- tokens ---

    async def who(self, token: str) -> Known | None:
        """The guest who holds this token, and the device it belongs to."""
        if not readable(token):
            return None
        hash, now = token_hash(token), self.house.time.now()
        since, guest, device = self._known.get(hash, (now - 2 * FRESH_SECONDS, "", ""))
        if now - since < FRESH_SECONDS and guest in self.house.guests:
            return Known(self.house.guests[guest], device)
        known = await self._signed(token) or await self._of_device(hash)
        if known is None:
            self._known.pop(hash, None)
        else:
            self._remember(hash, known)
        return known

    async def _signed(self, token: str) -> Known | None:
        read = self.house.signer.read(token)
        guest = None if read is None else await self.house.store.guest(read[0])
        if read is None or guest is None or guest.signed != read[1]:
            return None
        self._note_seen(guest.id, "", guest.seen)
        return Known(guest, f"{SIGNED}{guest.signed}")

    async def _of_device(self, hash: str) -> Known | None:
        found = await self.house.store.holder(hash)
        if found is None:
            return None
        guest, device = found
        self._note_seen(guest.id, device.id, device.seen)
        return Known(guest, device.id)

    def _remember(self, hash: str, known: Known) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[hash] = (self.house.time.now(), known.guest.id, known.device)
        self.house.remember(known.guest)

    def _note_seen(self, guest: str, device: str, seen: float) -> None:
        now = self.house.time.date()
        if now - seen > SEEN_SECONDS:
            self.house.background(self.house.store.note_seen(guest, device, now))

    # --- coming in ---

    async def arrive(self, id: str, name: str, device: str) -> tuple[rows.Guest, str]:
        """A new person, and the token of the first device."""
        token, now = new_secret(), self.house.time.date()
        guest, made = await self.house.store.arrive(SaveGuest(id, name, at=now), token_hash(token), device, now)
        self._remember(token_hash(token), Known(guest, made.id))
        return guest, token

    async def add_device(self, guest: rows.Guest, name: str) -> str:
        """The token of a further device."""
        self.house.order.check(guest)
        token = new_secret()
        device = await self.house.store.add_device(guest.id, token_hash(token), name, self.house.time.date())
        self._remember(token_hash(token), Known(guest, device.id))
        return token

    async def by_code(self, sealed: str, name: str) -> tuple[rows.Guest, str] | None:
        """Use a code up: whose it was, and the token of the device that came in; None if it is not valid."""
        secret, now = new_secret(), self.house.time.date()
        device = await self.house.store.use_code(sealed, token_hash(secret), name, now)
        guest = None if device is None else await self.house.store.guest(device.guest)
        if device is None or guest is None:
            return None
        if self.house.order.ban_of(guest) is not None:
            await self.house.store.sign_out(guest.id, only=device.id)
            self.house.order.check(guest)
        self._remember(token_hash(secret), Known(guest, device.id))
        return guest, secret

    # --- signing out ---

    async def sign_out(self, guest: str, device: str) -> bool:
        """Revoke the token of one device; False if there is no such device."""
        gone = await self.house.store.sign_out(guest, only=device)
        await self.changed(guest)
        return bool(gone)

    async def sign_out_others(self, known: Known, token: str, name: str) -> str:
        """Revoke every token of a guest but the one that asks; a signed one is replaced. Returns the valid token."""
        guest, device = known
        if device.startswith(SIGNED):
            token = await self.add_device(guest, name)
            device = self._known[token_hash(token)][2]
        await self.house.store.sign_out(guest.id, keep=device)
        await self.changed(guest.id)
        return token

    async def changed(self, guest: str) -> None:
        """Some of a guest's tokens were revoked: forget them, here and in the other processes."""
        await self.forget(guest)
        self.house.news.tokens_changed(guest)

    async def forget(self, guest: str) -> None:
        """Ask the store again about this guest's tokens, and show out whoever sits here with one that was revoked."""
        self._known = {hash: known for hash, known in self._known.items() if known[1] != guest}
        self.house.guests.pop(guest, None)
        row, ways = await asyncio.gather(self.house.store.guest(guest), self.house.store.ways_in(guest))
        valid = {device.id for device in ways.devices}
        if row is not None and row.signed is not None:
            valid.add(f"{SIGNED}{row.signed}")
        for connection in self._connections():
            if connection.guest == guest and connection.device not in valid:
                connection.show_out(SIGNED_OUT)

    def _connections(self) -> list[Connection]:
        """Everybody who is connected to this process: at tables, and bots on call."""
        chairs = [chair for table in self.house.tables.values() for chair in table.connections]
        return [*chairs, *self.house.calling.connections()]

    async def forget_all(self) -> None:
        """News may have been missed: forget everything, and look after whoever sits here."""
        self._known.clear()
        here = {connection.guest for connection in self._connections()}
        for guest in here - {None}:
            await self.forget(str(guest))


BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
           ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"))  # fmt: skip


def device_name(user_agent: str) -> str:
    """What a guest may recognise a device by: "Firefox on Windows". Made of our own words only."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS if mark in user_agent), None)
    if browser is None:
        return "A program"
    return browser if system is None else f"{browser} on {system}"
