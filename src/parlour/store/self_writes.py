"""Writes about who may come in as a guest: devices and their tokens, codes, recovery phrases, passkeys, accounts.

The store is given hashes only: no token, code or phrase is ever written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, or_, select, update

from parlour.store.rows import Device, Guest, PushLine, count, new_id, number, plain
from parlour.store.tables import accounts, codes, devices, guests, passkeys, phrases, push_lines
from parlour.store.writes import SaveGuest, Write
from parlour.store.writes import insert as insert_or

T = TypeVar("T")
MOST_DEVICES = 50  # per guest; the one that was away longest goes first


class OfGuest(Write[T]):
    rank = 1

    def __init__(self, guest: str) -> None:
        self.key = plain(guest, "guest's id")


class AddDevice(OfGuest[Device]):
    """A guest's new device, known by the hash of its token."""

    def __init__(self, guest: str, hash: str, name: str, at: float) -> None:
        super().__init__(guest)
        self.row: dict[str, Any] = {
            "id": new_id(),
            "guest": self.key,
            "hash": plain(hash, "token's hash"),
            "name": plain(name, "device's name"),
            "created": number(at, "time"),
            "seen": number(at, "time"),
        }

    def run(self, conn: Connection) -> Device:
        mine = select(devices.c.id).where(devices.c.guest == self.row["guest"])
        kept = mine.order_by(devices.c.seen.desc(), devices.c.id).limit(MOST_DEVICES - 1)
        old = conn.execute(mine.where(devices.c.id.not_in(kept.scalar_subquery()))).scalars().all()
        conn.execute(delete(devices).where(devices.c.id.in_(old)))
        hang_up(conn, self.row["guest"], old)
        conn.execute(insert_or(conn, devices).values(self.row).on_conflict_do_nothing())
        return Device(*(self.row[name] for name in ("id", "guest", "name", "created", "seen")))


class Arrive(Write[tuple[Guest, Device]]):
    """A new guest with a first device."""

    def __init__(self, guest: SaveGuest, hash: str, name: str, at: float) -> None:
        self.guest = guest
        self.device = AddDevice(guest.key, hash, name, at)
        self.key = guest.key

    def run(self, conn: Connection) -> tuple[Guest, Device]:
        return self.guest.run(conn), self.device.run(conn)


class NoteSeen(OfGuest[None]):
    """A guest was here, with this device."""

    def __init__(self, guest: str, device: str, at: float) -> None:
        super().__init__(guest)
        self.device = plain(device, "device", least=0)
        self.at = number(at, "time")

    def run(self, conn: Connection) -> None:
        conn.execute(update(guests).where(guests.c.id == self.key, guests.c.seen < self.at).values(seen=self.at))
        conn.execute(update(devices).where(devices.c.id == self.device, devices.c.seen < self.at).values(seen=self.at))


class SignOut(OfGuest[list[str]]):
    """Revoke the tokens of a guest: of one device, or of all but the one to `keep`. Returns the devices' ids.

    With the others go a signed token and a code that waits to be used.
    """

    def __init__(self, guest: str, *, only: str | None = None, keep: str | None = None) -> None:
        super().__init__(guest)
        self.only = None if only is None else plain(only, "device")
        self.keep = None if keep is None else plain(keep, "device", least=0)

    def run(self, conn: Connection) -> list[str]:
        gone = delete(devices).where(devices.c.guest == self.key)
        if self.only is not None:
            gone = gone.where(devices.c.id == self.only)
        else:
            gone = gone.where(devices.c.id != (self.keep or ""))
            conn.execute(update(guests).where(guests.c.id == self.key).values(signed=None))
            conn.execute(delete(codes).where(codes.c.guest == self.key))
        out = list(conn.execute(gone.returning(devices.c.id)).scalars())
        hang_up(conn, self.key, out if self.only is not None else [*out, ""])
        return out


class SignAnew(OfGuest[int]):
    """Revoke a bot's signed token; the next one has the number that is returned."""

    def __init__(self, guest: str, number: int) -> None:
        super().__init__(guest)
        self.number = count(number, "token's number")

    def run(self, conn: Connection) -> int:
        older = or_(guests.c.signed.is_(None), guests.c.signed < self.number)
        conn.execute(update(guests).where(guests.c.id == self.key, older).values(signed=self.number))
        return int(conn.execute(select(guests.c.signed).where(guests.c.id == self.key)).scalar_one())


# Codes: good for one thing, once, for a short time


class MakeCode(Write[None]):
    """A code for a guest, instead of an earlier one of this kind; or for whoever it will turn out to be."""

    rank = 1

    def __init__(self, kind: str, hash: str, guest: str | None, until: float, now: float) -> None:
        self.key = plain(hash, "code's hash")
        self.now = number(now, "time")
        self.row = {
            "hash": self.key,
            "kind": plain(kind, "code's kind"),
            "guest": None if guest is None else plain(guest, "guest's id"),
            "until": number(until, "time"),
        }

    def run(self, conn: Connection) -> None:
        conn.execute(delete(codes).where(codes.c.until < self.now))
        if self.row["guest"] is not None:
            mine = (codes.c.guest == self.row["guest"]) & (codes.c.kind == self.row["kind"])
            conn.execute(delete(codes).where(mine))
        conn.execute(insert_or(conn, codes).values(self.row).on_conflict_do_nothing())


def take_code(conn: Connection, kind: str, hash: str, now: float) -> Any:
    """Use a code up: its row, or None if there is none that is still valid. Of several who try, one gets it."""
    this = (codes.c.hash == hash) & (codes.c.kind == kind)
    row = conn.execute(delete(codes).where(this).returning(codes)).one_or_none()
    return row if row is not None and row.until >= now else None


class UseCode(Write[Device | None]):
    """A device comes in by a code; None if the code is wrong, used or too old."""

    rank = 1

    def __init__(self, hash: str, device_hash: str, name: str, at: float) -> None:
        self.key = plain(hash, "code's hash")
        self.device = AddDevice("?", device_hash, name, at)
        self.at = at

    def run(self, conn: Connection) -> Device | None:
        if self.unsure and (done := find_device(conn, self.device.row["hash"])) is not None:
            return done
        row = take_code(conn, "device", self.key, self.at)
        if row is None:
            return None
        self.device.row["guest"] = row.guest
        return self.device.run(conn)


class TakeChallenge(Write[bool]):
    """A challenge is answered: True for the first who does so in time, if it was made for this guest, or for nobody."""

    rank = 1

    def __init__(self, kind: str, hash: str, guest: str | None, at: float) -> None:
        self.key = plain(hash, "code's hash")
        self.kind = plain(kind, "code's kind")
        self.guest = guest
        self.at = number(at, "time")

    def run(self, conn: Connection) -> bool:
        row = take_code(conn, self.kind, self.key, self.at)
        return row is not None and row.guest == self.guest


def find_device(conn: Connection, hash: str) -> Device | None:
    shown = [devices.c[name] for name in ("id", "guest", "name", "created", "seen")]
    row = conn.execute(select(*shown).where(devices.c.hash == hash)).one_or_none()
    return None if row is None else Device(*row)


# Recovery phrases


class SavePhrase(OfGuest[None]):
    """A guest's recovery phrase, instead of an earlier one; without a hash, none any more."""

    def __init__(self, guest: str, hash: str | None, at: float) -> None:
        super().__init__(guest)
        self.hash = None if hash is None else plain(hash, "phrase's hash")
        self.at = number(at, "time")

    def run(self, conn: Connection) -> None:
        conn.execute(delete(phrases).where(phrases.c.guest == self.key))
        if self.hash is not None:
            conn.execute(insert(phrases).values(guest=self.key, hash=self.hash, made=self.at))


# Passkeys


class AddPasskey(OfGuest[bool]):
    """A guest's new passkey; False if somebody already has it."""

    def __init__(self, id: str, guest: str, site: str, public_key: str, uses: int, name: str, at: float) -> None:
        super().__init__(guest)
        self.row = {
            "id": plain(id, "passkey's id", 2000),
            "guest": self.key,
            "site": plain(site, "passkey's site", 300),
            "public_key": plain(public_key, "public key", 4000),
            "uses": count(uses, "number of uses"),
            "name": plain(name, "passkey's name"),
            "created": number(at, "time"),
            "used": number(at, "time"),
        }

    def run(self, conn: Connection) -> bool:
        put = insert_or(conn, passkeys).values(self.row).on_conflict_do_nothing().returning(passkeys.c.id)
        return conn.execute(put).one_or_none() is not None or self.unsure


class UsePasskey(Write[bool]):
    """A passkey was used; False if it was revoked meanwhile, or if its authenticator counts backwards: a copy."""

    rank = 1

    def __init__(self, id: str, uses: int, at: float) -> None:
        self.key = plain(id, "passkey's id", 2000)
        self.uses = count(uses, "number of uses")
        self.at = number(at, "time")

    def run(self, conn: Connection) -> bool:
        # Some authenticators do not count: then it stays 0.
        ahead = (passkeys.c.uses < self.uses) | ((passkeys.c.uses == 0) & (self.uses == 0))
        used = update(passkeys).where(passkeys.c.id == self.key, ahead).values(uses=self.uses, used=self.at)
        return conn.execute(used).rowcount == 1 or self.unsure


class ForgetPasskey(OfGuest[bool]):
    """A guest removes a passkey; True if there was one."""

    def __init__(self, guest: str, id: str) -> None:
        super().__init__(guest)
        self.id = plain(id, "passkey's id", 2000)

    def run(self, conn: Connection) -> bool:
        mine = (passkeys.c.guest == self.key) & (passkeys.c.id == self.id)
        return conn.execute(delete(passkeys).where(mine)).rowcount == 1 or self.unsure


# Accounts at OpenID providers


class UseAccount(Write[str | None]):
    """Somebody comes in by an account: returns whose it is, or None if it is nobody's."""

    rank = 1

    def __init__(self, issuer: str, subject: str, at: float) -> None:
        self.issuer = plain(issuer, "issuer", 500)
        self.key = self.subject = plain(subject, "subject", 300)
        self.at = number(at, "time")

    def run(self, conn: Connection) -> str | None:
        this = (accounts.c.issuer == self.issuer) & (accounts.c.subject == self.subject)
        return conn.execute(update(accounts).where(this).values(used=self.at).returning(accounts.c.guest)).scalar()


class LinkAccount(OfGuest[str]):
    """A guest comes in by this account from now on, unless somebody does already. Returns whose it is."""

    def __init__(self, guest: str, issuer: str, subject: str, at: float) -> None:
        super().__init__(guest)
        self.row: dict[str, Any] = {
            "issuer": plain(issuer, "issuer", 500),
            "subject": plain(subject, "subject", 300),
            "id": new_id(),
            "guest": self.key,
            "created": number(at, "time"),
            "used": number(at, "time"),
        }

    def run(self, conn: Connection) -> str:
        conn.execute(insert_or(conn, accounts).values(self.row).on_conflict_do_nothing())
        this = (accounts.c.issuer == self.row["issuer"]) & (accounts.c.subject == self.row["subject"])
        return str(conn.execute(select(accounts.c.guest).where(this)).scalar_one())


class UnlinkAccount(OfGuest[bool]):
    """A guest does not come in by an account any more; True if there was one."""

    def __init__(self, guest: str, id: str) -> None:
        super().__init__(guest)
        self.id = plain(id, "account's id")

    def run(self, conn: Connection) -> bool:
        mine = (accounts.c.guest == self.key) & (accounts.c.id == self.id)
        return conn.execute(delete(accounts).where(mine)).rowcount == 1 or self.unsure


# Push lines: where a device is told that it is its guest's turn


def hang_up(conn: Connection, guest: str, gone: Sequence[str]) -> None:
    """These devices of a guest are not told anything any more."""
    conn.execute(delete(push_lines).where(push_lines.c.guest == guest, push_lines.c.device.in_(gone)))


class SavePushLine(Write[None]):
    """How a device is reached, instead of an earlier way. A browser belongs to one guest at a time."""

    rank = 1

    def __init__(self, line: PushLine) -> None:
        self.key = plain(line.guest, "guest's id")
        self.row: dict[str, Any] = {
            "guest": self.key,
            "device": plain(line.device, "device", least=0),
            "endpoint": plain(line.endpoint, "address", 1000),
            "p256dh": plain(line.p256dh, "key"),
            "auth": plain(line.auth, "key"),
            "at": number(line.at, "time"),
        }

    def run(self, conn: Connection) -> None:
        conn.execute(delete(push_lines).where(push_lines.c.endpoint == self.row["endpoint"]))
        hang_up(conn, self.key, [self.row["device"]])
        conn.execute(insert(push_lines).values(self.row))


class DropPushLine(OfGuest[bool]):
    """A device is not told any more: the guest said so, or the push service does not know it; True if it was."""

    def __init__(self, guest: str, device: str) -> None:
        super().__init__(guest)
        self.device = plain(device, "device", least=0)

    def run(self, conn: Connection) -> bool:
        this = (push_lines.c.guest == self.key) & (push_lines.c.device == self.device)
        return conn.execute(delete(push_lines).where(this)).rowcount == 1 or self.unsure
