"""What follows a finished game: a rematch, the next game of a match, a branch that plays on from one of its moments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.protocol import NewBranch, NextTable
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.server.errors import Forbidden
from parlour.server.lobby import as_stored, table_clock
from parlour.server.table import LiveTable
from parlour.server.table_settings import StoredSettings, chosen, write_settings
from parlour.store import Seat, rows

if TYPE_CHECKING:
    from parlour.server.house import House


class Afterwards:
    def __init__(self, house: House) -> None:
        self.house = house
        self.lobby = house.lobby
        self.store = house.store

    # --- the same players once more ---

    async def rematch(self, table: LiveTable, guest: rows.Guest) -> LiveTable:
        """A table with the same people on the same seats and the same options; everybody who asks gets the same one.

        It begins when everybody is there. If it was called off, asking again creates another.
        """
        if not table.seats_of(guest.id):
            raise Forbidden("Only players of this table may ask for a rematch.")
        if table.match is None or not table.match.over:
            raise Refused("The game is not over yet.", "not-over")
        classic = table.settings.classic
        if table.goes_on:
            following = table.settings.next
            again = await self.house.table(following.table) if following else None
            if again is not None and (classic or again.row.status != "closed"):
                return again
            if not classic:
                return await self.set_next(table)
        if classic:
            raise Refused(
                "A classic bot plays again when it reconnects; its new table then appears in the lobby.",
                "no-rematch",
            )
        self.house.order.check_open()
        alone = len({seat.guest for seat in table.row.seats} - {None}) == 1
        first = table.earlier.options if table.earlier is not None else table.options_json
        branch, programs = table.settings.branch, table.settings.programs  # a branch, from its start
        settings = StoredSettings(**chosen(table.settings), branch=branch, programs=programs)
        again = await self._create_again(table, guest.id, first, settings, not alone)
        await self.set_rematch(table, again.id)
        await self.house.calling.expect_again(again, soon=True)
        return again

    async def set_next(self, table: LiveTable) -> LiveTable:
        """Create the table for the next game of a match, with the same guests on the same seats, and tell them."""
        assert table.match is not None and table.earlier is not None
        sequel = table.match.sequel()
        assert sequel is not None
        taken, programs = table.settings.taken, table.settings.programs
        settings = StoredSettings(
            **chosen(table.settings),
            classic=table.settings.classic,
            programs=programs,
            taken=taken,
            tournament=table.settings.tournament,
            series=Earlier(table.earlier.options, table.match.games(), sequel.title),
        )
        waits = any(
            seat.guest is not None and n not in taken and n not in programs for n, seat in enumerate(table.row.seats)
        )
        again = await self._create_again(table, table.row.host, msgspec.to_builtins(sequel.options), settings, waits)
        await self.house.calling.expect_again(again, soon=False)
        following = NextTable(again.id, sequel.title)
        for _ in range(5):
            if table.settings.next == following:
                break
            if await self.lobby.change_settings(table, next=following):
                table.tell_table()
        return again

    async def _create_again(
        self, table: LiveTable, host: str | None, options: dict[str, Any], settings: StoredSettings, waits: bool
    ) -> LiveTable:
        """Another table with the same seats, the same one for everybody. With `waits`, it waits for all of them."""
        before, branch = table, settings.branch
        begun = await self.store.moves_since(table.id, 0) if branch is not None else []
        while True:
            changed = await self.store.create_match(
                table.game.name,
                str(table.game.version),
                Seed.fresh().hex,
                options=options,
                seats=list(table.row.seats),
                settings=write_settings(settings),
                status="open" if waits else "running",
                listed=table.row.listed,
                host=host,
                rematch_of=before.id,
                started=None if waits else self.house.time.date(),
                origin=table.row.origin,
                moves=as_stored(begun[: branch.ply]) if branch is not None else (),
            )
            assert changed.match is not None
            again = await self.house.table(changed.match.id)
            if again.row.status != "closed":
                return again
            before = again

    async def set_rematch(self, table: LiveTable, again: str | None) -> None:
        for _ in range(5):
            if table.settings.rematch == again:
                return
            if await self.lobby.change_settings(table, rematch=again):
                table.tell_table()

    # --- playing on from a moment of a finished game ---

    async def play_on(self, table: LiveTable, guest: rows.Guest, wish: NewBranch) -> LiveTable:
        """A table of its own that repeats a game up to one of its moments and goes on from there."""
        self.house.order.check_open()
        played, game = table.match, table.game
        if played is None:
            raise Refused(
                "The game is not over yet; until then, nobody can play on from one of its moments.", "not-over"
            )
        played.branch_off(wish.ply, table.spoken)  # refused before any work if that can't be
        clock = table_clock(wish.clock)
        await self.lobby.check_hosted(guest)
        then = await self._position(table, played, wish.ply)
        left = [seat for seat in range(then.seats) if then.state.has_left(seat)]
        wanted = wish.seats or ["me" if seat == then.mover else "medium" for seat in range(then.seats)]
        if len(wanted) != then.seats:
            raise Refused(f"This game has {then.seats} seats, not {len(wanted)}.", "bad-seats")
        for seat in left:
            if wanted[seat] == "me":
                raise Refused(f"{table.spoken[seat]} had left the game by then; choose another seat.", "left")
        words = ["random" if seat in left else word for seat, word in enumerate(wanted)]
        programs = await self.house.programs.seats(game, guest, words)
        seats = self.lobby.seats_for(game, guest, words, await self.lobby.first_character(guest, words), programs)
        for seat in left:  # who left stays away; the house makes the default moves, as it did
            seats[seat] = Seat(bot="random", name=table.spoken[seat])
        # With several people at one screen, or none, the seat that decides next keeps what it could see.
        own = words.index("me") if words.count("me") == 1 else then.mover
        branch = played.branch_off(wish.ply, table.spoken, own if wish.anew else None, table.id)
        settings = StoredSettings(
            preset=table.settings.preset,
            clock=clock,
            takeover=wish.takeover,
            branch=branch,
            programs={n: programs[word][1] for n, word in enumerate(words) if word in programs},
        )
        running = not any(seat.empty for seat in seats)
        changed = await self.store.create_match(
            game.name,
            table.row.version,  # by the rules under which it was played so far
            Seed.fresh().hex,
            options=table.row.options,
            seats=seats,
            settings=write_settings(settings),
            status="running" if running else "open",
            listed=wish.listed,
            host=guest.id,
            started=self.house.time.date() if running else None,
            origin=table.id,
            moves=as_stored((await self.store.moves_since(table.id, 0))[: wish.ply]),
        )
        assert changed.match is not None
        return await self.house.table(changed.match.id)

    async def _position(self, table: LiveTable, played: Match, ply: int) -> Match:
        """A finished match as it stood after so many moves."""
        then = await self.house.reader.new_match(
            table.game, table.options, played.seats, played.seed, branch=played.branch
        )

        def steps() -> Iterator[None]:
            for entry in played.plies[:ply]:
                then.enter(entry.seat, entry.move)
                yield

        await self.house.slices.run(steps())
        return then
