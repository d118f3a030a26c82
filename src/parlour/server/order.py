"""Order in this process: who is banned, what the house tells everybody, and what hosts did elsewhere.

All of it is in the store. Other processes and terminals tell us over Redis that something has changed; we also look
every few seconds, so that it holds without Redis, too.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from parlour.core.errors import Refused
from parlour.core.protocol import Announcement, ErrorMessage, Notice
from parlour.server import host_key, order_rules
from parlour.server.connection import Connection, encode
from parlour.server.hosting import KEY, MAINTENANCE, MESSAGE
from parlour.server.limits import Buckets
from parlour.store import StoreError, rows
from parlour.store.order_writes import ACTS

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LOOK_SECONDS = 4.0
BANNED = "banned"
REPORTS_PER_HOUR = 10
MOST_ACTS = 1000
MOST_BOTS = 10_000


class Order:
    """What one process knows about order in the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.reports = Buckets(REPORTS_PER_HOUR / 3600, REPORTS_PER_HOUR / 2, now=house.time.now)
        self.wrong_keys = Buckets(10 / 60, 10, now=house.time.now)
        self._bans: dict[str, list[rows.Ban]] = {}  # by guest
        self._ranges: list[tuple[order_rules.Network, rows.Ban]] = []
        self._states: dict[str, tuple[int, Any]] = {}
        self._seen = -1  # what hosts have done so far, as a number
        self._looking = asyncio.Lock()

    # --- looking ---

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreError as trouble:
                log.warning("looking for what hosts did: %s", trouble)
            except Exception as mistake:  # bans depend on this loop
                log.exception("looking for what hosts did: %s", mistake)

    async def look(self) -> None:
        """If a host has done something since we last looked, act on it."""
        async with self._looking:
            store, seen = self.house.store, self._seen
            states = await store.states()
            number = states.get(ACTS, (0, None))[0]
            if number == seen:
                return
            acts = await store.acts(MOST_ACTS, since=seen) if seen >= 0 else []
            before = self.announcements()
            self._take(await store.bans(), states)
            self._seen = number
        banned = {act.about for act in acts if act.what == "ban"} if seen >= 0 else set(self._bans)
        for act in reversed(acts):
            if act.what == "close" and (table := self.house.tables.get(act.about)) is not None:
                await self.house.news.refresh(table)
        for id in banned if not self.house.visiting else ():
            self.house.background(self._leave_open_tables(id))
        self._show_out_the_banned()
        if self.announcements() != before:
            self._tell_announcements()

    def _take(self, bans: Iterable[rows.Ban], states: dict[str, tuple[int, Any]]) -> None:
        self._states, self._bans, self._ranges = states, {}, []
        for ban in bans:
            if ban.guest is not None:
                self._bans.setdefault(ban.guest, []).append(ban)
            elif ban.network is not None:
                self._ranges.append((ipaddress.ip_network(ban.network), ban))

    # --- bans ---

    def ban_of(self, guest: rows.Guest | None, address: str = "") -> rows.Ban | None:
        """The ban that keeps a guest from playing: their own, their owner's, or that of the address."""
        return self._ban_of([] if guest is None else [guest.id, guest.owner or ""], address)

    def _ban_of(self, ids: Iterable[str], address: str) -> rows.Ban | None:
        bans = [ban for id in ids for ban in self._bans.get(id, ())]
        if address and self._ranges and (found := order_rules.address_of(address)) is not None:
            bans += [ban for network, ban in self._ranges if found.version == network.version and found in network]
        return order_rules.longest(bans, self.house.time.date()) if bans else None

    def is_banned(self, guest: str) -> bool:
        return self._ban_of([guest], "") is not None

    def check(self, guest: rows.Guest | None, address: str = "") -> None:
        """Refuse whoever may not play."""
        ban = self.ban_of(guest, address)
        if ban is not None:
            raise Refused(order_rules.ban_words(ban, guest is not None), BANNED)

    def _show_out_the_banned(self) -> None:
        sitting = [chair for table in self.house.tables.values() for chair in table.connections if not chair.is_program]
        on_call = [line.connection for line in self.house.calling.lines.values()]
        for connection in [*(chair for chair in sitting if chair.seat is not None), *on_call]:
            if (ban := self._ban_at(connection)) is not None:
                connection.send(encode(ErrorMessage(BANNED, order_rules.ban_words(ban))))
                connection.show_out(BANNED)

    def _ban_at(self, connection: Connection) -> rows.Ban | None:
        id = connection.guest or ""
        guest = self.house.guests.get(id)  # unless forgotten meanwhile, to make room
        return self._ban_of([id] if guest is None else [id, guest.owner or ""], connection.address)

    async def _leave_open_tables(self, id: str) -> None:
        """Nobody should wait for somebody who can't come."""
        guest = await self.house.store.guest(id) if id else None
        if guest is None or self.ban_of(guest) is None:
            return
        for one in (guest, *await self.house.store.bots_of(guest.id, MOST_BOTS)):
            await self.house.farewell.leave_tables(one, ("open",))
            await self.house.store.stop_seeking(one.id)
            await self.house.store.change_program(one.id, shared=False)  # nobody else lets it play

    # --- what everybody is told ---

    def announcements(self) -> list[Announcement]:
        """What is in force now: maintenance first."""
        now = self.house.time.date()
        found = []
        for kind in (MAINTENANCE, MESSAGE):
            number, said = self._states.get(kind, (0, None))
            if said and (said["until"] is None or said["until"] > now):
                words = said["text"] or order_rules.MAINTENANCE
                found.append(Announcement(f"{kind}-{number}", kind, words, said["until"]))  # type: ignore[arg-type]
        return found

    @property
    def in_maintenance(self) -> bool:
        _, said = self._states.get(MAINTENANCE, (0, None))
        return bool(said) and (said["until"] is None or said["until"] > self.house.time.date())

    def check_open(self) -> None:
        """Refuse a new game during maintenance."""
        if self.in_maintenance:
            _, said = self._states[MAINTENANCE]
            raise Refused(order_rules.maintenance_words(said["text"], said["until"]), "maintenance")

    def _tell_announcements(self) -> None:
        message = encode(Notice(self.announcements()))
        for table in list(self.house.tables.values()):
            for connection in table.connections:
                if connection.words:
                    connection.send(message)

    # --- the key ---

    @property
    def key(self) -> str:
        return host_key.key_of(self.house.signer, self._key_number)

    @property
    def _key_number(self) -> int:
        return self._states.get(KEY, (0, None))[0]

    def opens(self, shown: str) -> bool:
        """Whether this is the host's key, or stands for it."""
        return host_key.fits(self.house.signer, self._key_number, shown, self.house.time.date())

    def session(self) -> tuple[str, float]:
        return host_key.session(self.house.signer, self._key_number, self.house.time.date())

    async def done(self) -> None:
        """A host has done something here: act on it, and tell the other processes."""
        await self.look()
        self.house.news.order_changed()
