"""What a host does, on the host's page or in a terminal. Each act is stored together with its line in the log."""

from __future__ import annotations

import time
from collections.abc import Callable

from parlour.core.errors import Refused
from parlour.server.errors import NotFound
from parlour.server.order_rules import check_until, check_why, read_network
from parlour.store import Store, rows
from parlour.store.order_reads import RESIDENTS

# What the whole house should know, by its name in the store
MESSAGE, MAINTENANCE, KEY, RETENTION = "message", "maintenance", "host-key", "retention"
PAGE = "host’s page"  # how the log calls whoever came by the key


class Hosting:
    """The acts of one host. The processes of an open house find out within seconds."""

    def __init__(self, store: Store, by: str, date: Callable[[], float] = time.time) -> None:
        self.store = store
        self.by = by
        self.date = date

    def _act(self, what: str, about: str = "", why: str = "") -> rows.Act:
        return rows.Act(self.by, what, about, why, at=self.date())

    async def close(self, table: str, why: str) -> rows.Match:
        """Close a table; its players read why."""
        changed = await self.store.close_table(self._act("close", table, check_why(why)))
        if changed.match is None:
            raise NotFound
        if not changed.ok:
            raise Refused(f"This table is {'over' if changed.match.status == 'over' else 'closed'} already.", "closed")
        return changed.match

    async def ban(self, player: str | None, network: str | None, until: float | None, why: str) -> rows.Ban:
        if (player is None) == (network is None):
            raise Refused("Ban either a player or a range of addresses.", "bad-ban")
        network = None if network is None else read_network(network)
        if player is not None:
            guest = await self.store.guest(player)
            if guest is None or guest.seen == 0:
                raise NotFound("There is no such player.")
            if guest.id in RESIDENTS:
                raise Refused("The house can't be banned from itself.", "bad-ban")
        until = check_until(until, self.date())
        return await self.store.add_ban(
            self._act("ban", player or network or "", check_why(why)), player, network, until
        )

    async def lift(self, ban: str) -> rows.Ban:
        found = next((one for one in await self.store.bans() if one.id == ban), None)
        act = None if found is None else self._act("lift", found.guest or found.network or "")
        if found is None or act is None or not await self.store.lift_ban(act, ban):
            raise NotFound("There is no such ban.")
        return found

    async def settle(self, report: str, outcome: str) -> None:
        found = await self.store.reports(id=report)
        if not found:
            raise NotFound("There is no such report.")
        act = self._act("settle", found[0].guest, check_why(outcome, "The outcome"))
        if not await self.store.settle_report(act, report):
            raise Refused("This report is settled already.", "settled")

    async def announce(self, kind: str, text: str, until: float | None) -> None:
        """Tell everybody something, or begin maintenance."""
        if text.strip() or kind == MESSAGE:
            text = check_why(text, "A message")
        said = {"text": text, "until": check_until(until, self.date())}
        await self.store.change_state(self._act(kind, why=text), kind, said)

    async def withdraw(self, kind: str) -> None:
        """Take a message back, or end maintenance."""
        now = (await self.store.states()).get(kind, (0, None))[1]
        if now is None:
            raise Refused(f"There is no {kind} to end.", "not-found")
        await self.store.change_state(self._act(f"end-{kind}"), kind, None)

    async def renew_key(self) -> None:
        """The key and all sessions that it opened end; the next key is another one."""
        await self.store.change_state(self._act("key"), KEY, {})

    async def came_in(self) -> None:
        await self.store.log_act(self._act("enter"))
