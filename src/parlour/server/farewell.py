"""A guest's own data to take along, and a farewell that leaves nothing behind but games that others played too."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.core import record
from parlour.core.errors import Refused
from parlour.core.protocol import (
    Guest,
    LabExperiment,
    OwnAccount,
    OwnBot,
    OwnData,
    OwnDevice,
    OwnExperiment,
    OwnFault,
    OwnFollow,
    OwnPasskey,
    OwnProgram,
    OwnPuzzles,
    OwnRating,
    OwnReport,
    OwnRun,
    OwnTable,
    OwnText,
    OwnTournament,
    OwnTry,
    RecordFile,
)
from parlour.server.names import FORMER
from parlour.server.order_rules import ban_words
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")
PAGE = 50
MOST_BOTS = 10_000
LAST = b'"programs":[],"tables":[]}'  # as encoded
GUEST = "guest"  # as puzzle ratings call guests


class Farewell:
    """What a guest may take along, and how a guest leaves for good."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._busy: set[str] = set()

    # --- own data ---

    def own_data(self, guest: rows.Guest) -> AsyncIterator[bytes]:
        """A JSON file with all that the house knows about a guest, piece by piece. One at a time."""
        self._check_idle(guest)
        return self._pieces(guest)

    async def _pieces(self, guest: rows.Guest) -> AsyncIterator[bytes]:
        self._busy.add(guest.id)
        try:
            bots = await self.house.store.bots_of(guest.id, MOST_BOTS)
            head = msgspec.json.encode(await self._about(guest, bots))
            yield head.removesuffix(LAST)  # programs and tables may be long: they come piece by piece
            between = b'"programs":['
            for bot in bots:
                async for program in self._programs(bot):
                    yield between + msgspec.json.encode(program)
                    between = b",\n"
            yield b'],"tables":' if between == b",\n" else b'"programs":[],"tables":'
            between = b"[\n"
            seen: set[str] = set()
            for one in (guest, *bots):
                async for row in self._matches(one):
                    if row.id not in seen:
                        seen.add(row.id)
                        yield between + msgspec.json.encode(await self._table(row, {bot.id for bot in bots}))
                        between = b",\n"
            yield b"[]}\n" if between == b"[\n" else b"\n]}\n"
        finally:
            self._busy.discard(guest.id)

    async def _about(self, guest: rows.Guest, bots: list[rows.Guest]) -> OwnData:
        store = self.house.store
        ways, saved = await store.ways_in(guest.id), await store.saved(guest.id)
        contents = await store.texts([one.hash for one in saved])
        rated = await store.puzzle_ratings(GUEST, id=guest.id)
        us = [guest.id, *(bot.id for bot in bots)]
        return OwnData(
            guest=Guest(guest.id, guest.name, guest.kind),
            created=guest.created,
            seen=guest.seen,
            devices=[OwnDevice(one.name, one.created, one.seen) for one in ways.devices],
            phrase=ways.phrase,
            passkeys=[OwnPasskey(one.name, one.site, one.created, one.used) for one in ways.passkeys],
            accounts=[OwnAccount(one.issuer, one.subject, one.created, one.used) for one in ways.accounts],
            follows=[OwnFollow(one.player, one.name, one.since) for one in await store.follows_of(guest.id)],
            ratings=[
                OwnRating(one.player, game, one.mu, one.sigma, one.games, one.updated)
                for game, one in await store.ratings_of(us)
            ],
            tournaments=await self._tournaments(us),
            push=[line.endpoint for line in await store.push_lines(guest.id)],
            bots=[OwnBot(bot.id, bot.name, bot.created, await store.ladder_wish(bot.id)) for bot in bots],
            texts=[
                OwnText(one.kind, one.name, contents[one.hash].content, one.updated)
                for one in saved
                if one.hash in contents
            ],
            puzzles=[OwnPuzzles(one.game, one.rating, one.tries, one.solved, one.longest) for one in rated],
            tries=[OwnTry(one.game, one.puzzle, one.solved, one.at) for one in await store.tries_of(guest.id)],
            experiments=[
                OwnExperiment(one.id, one.title, msgspec.json.decode(one.experiment, type=LabExperiment), one.created)
                for one in await store.experiments_of(guest.id)
            ],
            reports=[
                OwnReport(one.at, one.guest, one.reason, one.words, one.match)
                for one in await store.reports(by=guest.id, limit=MOST_BOTS)
            ],
            bans=[ban_words(ban) for ban in await store.bans(guest.id)],
            runs=[
                OwnRun(run.match, run.seat, run.version, run.at, **run.used, how=run.how, said=run.said, bot=bot.id)
                for bot in bots
                for run in await store.program_runs(bot.id, MOST_BOTS)
            ],
            programs=[],
            tables=[],
        )

    async def _tournaments(self, us: list[str]) -> list[OwnTournament]:
        """Of a guest and their bots, each once."""
        found = {
            one.id: OwnTournament(one.id, one.title, one.game, one.host == us[0], one.created)
            for id in us
            for one in await self.house.store.tournaments_of(id, MOST_BOTS)
        }
        return list(found.values())

    async def _programs(self, bot: rows.Guest) -> AsyncIterator[OwnProgram]:
        for one in await self.house.store.program_versions(bot.id):
            files = await self.house.store.program_files(bot.id, one.version)
            if files is not None:
                source = b64encode(files[1]).decode()
                yield OwnProgram(bot.id, one.version, one.created, one.status, one.output, source)

    async def _matches(self, guest: rows.Guest) -> AsyncIterator[rows.Match]:
        """All matches where a guest has a seat or is host."""
        after: str | None = None
        while True:
            page = await self.house.store.matches_of(guest.id, limit=PAGE, after=after)
            for row in page.matches:
                yield row
            after = page.after
            if after is None:
                return

    async def _table(self, row: rows.Match, bots: set[str]) -> OwnTable:
        """A table, with its record once the game is over: until then its moves are secret."""
        faults = [
            OwnFault(one.ply, one.at, one.code, one.why, one.said, number)
            for number, seat in enumerate(row.seats)
            if seat.guest in bots
            for one in await self.house.store.faults(row.id, number)
        ]
        names = [seat.name for seat in row.seats]
        shown = OwnTable(row.id, row.game, row.status, row.created, row.ended, names, None, faults)
        if row.status != "over":
            return shown
        try:
            table = await self.house.table(row.id)
        except Refused:  # its game is not here any more
            return shown
        if table.match is None or not table.match.over:
            return shown
        made = record.record(table.match, table.names)
        return msgspec.structs.replace(shown, record=RecordFile(**msgspec.structs.asdict(made)))

    # --- leaving for good ---

    async def forget(self, guest: rows.Guest) -> None:
        """Leave all tables and forget the guest, bots included. If it fails on the way, it can be asked for again."""
        self._check_idle(guest)
        self._busy.add(guest.id)
        try:
            for bot in await self.house.store.bots_of(guest.id, MOST_BOTS):
                await self._forget(bot)
            await self._forget(guest)
        finally:
            self._busy.discard(guest.id)

    def _check_idle(self, guest: rows.Guest) -> None:
        if guest.id in self._busy:
            raise Refused("The house is still busy with your data; wait until that is done.", "busy")

    async def _forget(self, guest: rows.Guest) -> None:
        store = self.house.store
        # The name goes first, so that the end of a game that is given up now does not tell it.
        after = ""
        while found := await store.forget_names(guest.id, FORMER, after):
            for id in found:
                await self._renamed(id)
            after = found[-1]
        await self.leave_tables(guest, ("open", "running"))
        await store.forget_guest(guest.id, FORMER)
        await self.house.selves.changed(guest.id)

    async def leave_tables(self, guest: rows.Guest, statuses: Sequence[str]) -> None:
        """Leave every table of these kinds; those that the guest hosts and that have not begun are closed."""
        async for row in self._matches(guest):
            if row.status in statuses:
                await self._leave(row, guest)

    async def _renamed(self, id: str) -> None:
        """A match has a new name on a seat: whoever is there is told, as are the other processes."""
        for table in [one for one in self.house.tables.values() if id in (one.id, one.row.origin)]:
            await self.house.news.refresh(table)
            self.house.news.changed(table.id)
        if id not in self.house.tables:
            self.house.news.changed(id)

    async def _leave(self, row: rows.Match, guest: rows.Guest) -> None:
        try:
            table = await self.house.table(row.id)
            if table.seats_of(guest.id):
                await self.house.lobby.leave(table, guest)
            elif table.row.status == "open" and table.row.host == guest.id:
                await self.house.lobby.close(table, guest)
        except (Refused, StoreError) as refusal:  # a broken table stays as it is; nobody can sit down there any more
            log.warning("table %s could not be left: %s", row.id, refusal)
