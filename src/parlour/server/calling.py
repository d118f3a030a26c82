"""Bots on call: connected once, they are invited to tables. Who is on call and who is invited is kept in the store, so
that every process may invite every bot; the process that holds a bot's line tells it.

Whoever sets up tables, for a challenge, the ladder or a tournament, needs three things from here: `available`, `invite`
and, for a guest who is expected but can't be called, `expect`.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.protocol import Call, Called, Invited
from parlour.games import find
from parlour.server.connection import Connection, encode
from parlour.server.table import LiveTable
from parlour.store import Invitation, OnCall, rows

if TYPE_CHECKING:
    from parlour.server.house import House

REPLACED = "replaced"  # the word to a line when the same bot has called anew
NO_SHOW = "no-show"  # and to that of a bot that neither came nor declined
REMATCH_SECONDS = 120.0  # for those who have just played
NEXT_SECONDS = 3600.0  # for the next game of a match, which waits for everybody
LEASES = 2.0  # how many of the house's leases a line lasts without being renewed


class Line:
    """The connection of a bot on call to this process."""

    def __init__(self, bot: rows.Guest, connection: Connection) -> None:
        self.id = secrets.token_hex(8)
        self.bot = bot
        self.connection = connection
        self.told: set[str] = set()  # tables it was invited to over this line


class Calling:
    """The bots on call of the whole house, and the lines of those that are connected to this process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.lines: dict[str, Line] = {}
        self._turn = 0

    def connections(self) -> list[Connection]:
        return [line.connection for line in self.lines.values()]

    # --- who is on call ---

    async def available(self, game: str | None = None) -> list[OnCall]:
        """The bots on call that have room for a table, of this game if one is named; the longest on call first."""
        return [one for one in await self.store.on_call() if one.room and (game is None or game in one.games)]

    async def of(self, bot: str) -> OnCall | None:
        """A bot that is on call, busy or not; None if it isn't."""
        found = await self.store.on_call(bot)
        return found[0] if found else None

    # --- inviting ---

    async def invite(
        self, bot: str, table: LiveTable, seat: int, kind: str = "challenge", seconds: float | None = None
    ) -> bool:
        """Invite a bot on call to a table that has not begun and where this seat is its own. It begins by itself when
        everybody is there, and is called off if somebody isn't in time. False if the bot can't take one more table."""
        if not await self.store.invite(table.id, bot, seat, kind, self._until(seconds)):
            return False
        await self._tell(bot)
        return True

    async def expect(self, guest: str, table: LiveTable, seat: int, kind: str, seconds: float | None = None) -> None:
        """Call the table off if this guest is not there in time. A bot on call is told, however busy it is."""
        await self.store.invite(table.id, guest, seat, kind, self._until(seconds), comes=True)
        if guest in self.house.bots:
            await self._tell(guest)

    async def expect_again(self, table: LiveTable, soon: bool) -> None:
        """A rematch, or the next game of a match: its bots on call are told where it goes on."""
        if table.row.status != "open":
            return
        for seat, sitting in enumerate(table.row.seats):
            if sitting.guest in self.house.bots and sitting.guest and await self.of(sitting.guest) is not None:
                seconds = REMATCH_SECONDS if soon else NEXT_SECONDS
                await self.expect(sitting.guest, table, seat, "again", seconds)

    def _until(self, seconds: float | None) -> float:
        return self.house.time.date() + (self.house.settings.come_seconds if seconds is None else seconds)

    async def _tell(self, bot: str) -> None:
        if bot in self.lines:
            await self.deliver(bot)
        else:
            self.house.news.invited(bot)

    async def deliver(self, bot: str) -> None:
        """Tell a bot whose line is here about the tables it was invited to and has not heard of on this line."""
        line = self.lines.get(bot)
        if line is None:
            return
        for invitation in await self.store.invitations_of(bot):
            if invitation.match not in line.told:
                line.told.add(invitation.match)
                with contextlib.suppress(Refused):  # a table that can't be restored
                    table = await self.house.table(invitation.match)
                    line.connection.send(encode(self._invited(table, invitation)))

    async def deliver_all(self) -> None:
        for bot in list(self.lines):
            await self.deliver(bot)

    def _invited(self, table: LiveTable, invitation: Invitation) -> Invited:
        """What the hello at the table will say too, and nothing else."""
        left = invitation.until - self.house.time.date()
        return Invited(
            table=table.id,
            seat=invitation.seat,
            seats=len(table.row.seats),
            game=table.game.name,
            version=table.game.version,
            options=table.options_json,
            clock=table.clock.rule,
            names=table.names,
            rated=table.settings.rated,
            seconds=round(max(0.0, left), 1) if table.row.status == "open" else None,
        )

    async def decline(self, bot: rows.Guest, table_id: str, reason: str) -> None:
        invited = await self.store.invitations_of(bot.id)
        if not any(one.match == table_id for one in invited):
            raise Refused("You are not invited to this table.", "not-invited")
        table = await self.house.table(table_id)
        said = " ".join("".join(c if c.isprintable() else " " for c in reason).split())
        if self.house.rude_words.has(said):
            said = ""
        why = f"{bot.name} can't come: {said.rstrip('.')}." if said else f"{bot.name} can't come."
        if not await self.house.lobby.call_off(table, why):
            raise Refused("This game has begun; to give up, sit down and concede.", "begun")
        await self.store.forget_invitations(table.id)

    # --- lines ---

    async def begin(self, line: Line, call: Call) -> Called:
        """A bot says what it plays, for the first time or again."""
        games = [find(name).name for name in dict.fromkeys(call.games)]
        lease = LEASES * self.house.settings.lease_seconds
        await self.store.begin_call(line.bot.id, line.id, games, call.tables, call.ladder, call.people, lease)
        known = self.lines.get(line.bot.id)
        if known is not line:
            self.lines[line.bot.id] = line
            if known is not None:
                known.connection.show_out(REPLACED)
            else:
                self.house.news.hang_up(line.bot.id, REPLACED)
        found = await self.of(line.bot.id)
        if found is None:
            raise Refused("This call has ended.", REPLACED)
        return Called(**self.said(found))

    def said(self, one: OnCall) -> dict[str, Any]:
        """What a bot on call plays, as it and others are told."""
        ladder = one.ladder_games if self.house.settings.ladder else []
        return {
            "player": one.bot.id,
            "name": one.bot.name,
            "games": one.games,
            "tables": one.tables,
            "ladder": bool(ladder),
            "ladder_games": ladder,
            "people": one.people,
        }

    async def wish_ladder(self, bot: str, games: Sequence[str] | None) -> list[str] | None:
        """The owner of a bot says what it plays on the ladder; None leaves it to the bot. It is told, if on call."""
        wish = None if games is None else [find(name).name for name in dict.fromkeys(games)]
        await self.store.wish_ladder(bot, wish)
        if bot in self.lines:
            await self.tell_again(bot)
        else:
            self.house.news.wished(bot)
        return wish

    async def tell_again(self, bot: str) -> None:
        """What a bot plays has changed; tell it, if its line is here."""
        found = await self.of(bot) if bot in self.lines else None
        if found is not None and bot in self.lines:
            self.lines[bot].connection.send(encode(Called(**self.said(found))))

    async def end(self, line: Line) -> None:
        """The connection is gone. Tables stay as they are: the bot may come back."""
        if self.lines.get(line.bot.id) is line:
            del self.lines[line.bot.id]
        await self.store.end_call(line.bot.id, line.id)

    def hang_up_here(self, bot: str, word: str) -> None:
        line = self.lines.pop(bot, None)
        if line is not None:
            line.connection.show_out(word)

    def hang_up(self, bot: str, word: str) -> None:
        """Take a bot off call, wherever its line is."""
        if bot in self.lines:
            self.hang_up_here(bot, word)
        else:
            self.house.news.hang_up(bot, word)

    # --- looking after it all ---

    async def keep(self) -> None:
        """Renew the leases of our lines, and call off tables where somebody did not come."""
        self._turn += 1
        await self._renew()
        if self.house.settings.redis:
            await self.deliver_all()
        if self.house.visiting:
            return
        await self.call_off_late_tables()
        if self._turn % 12 == 0:
            await self.store.forget_invitations()

    async def _renew(self) -> None:
        if not self.lines:
            return
        ids = {line.id: bot for bot, line in self.lines.items()}
        valid = await self.store.renew_calls(ids, LEASES * self.house.settings.lease_seconds)
        for id, bot in ids.items():
            if id not in valid and bot in self.lines and self.lines[bot].id == id:
                self.hang_up_here(bot, REPLACED)

    async def call_off_late_tables(self) -> None:
        """First whoever has the table in memory, and so knows who is there; others only if nobody did."""
        now = self.house.time.date()
        ours = [id for id in await self.store.late_invitations(now) if id in self.house.tables]
        left = await self.store.late_invitations(now - 2 * self.house.settings.lease_seconds)
        for id in dict.fromkeys([*ours, *left]):
            with contextlib.suppress(Refused):
                await self._call_off(await self.house.table(id))

    async def _call_off(self, table: LiveTable) -> None:
        seats = table.row.seats
        present = {seats[seat].guest for seat in table.guests.present()}
        missing = [seat for seat in seats if seat.guest is not None and seat.guest not in present]
        why = f"{listed([seat.name for seat in missing])} did not come."
        if not present:
            why = "Nobody came in time."
        invited = await self.store.invited_to(table.id)
        if not missing or not await self.house.lobby.call_off(table, why):
            return
        await self.store.forget_invitations(table.id)
        gone = {seat.guest for seat in missing}
        for one in invited:
            if one.guest in gone and one.guest in self.house.bots:
                self.hang_up(one.guest, NO_SHOW)
