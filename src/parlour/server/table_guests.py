"""The guests at a table: who is here, who is away, and how they are told what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parlour.core.match import Ply
from parlour.core.protocol import Emote, Emoted, ErrorMessage, Past
from parlour.core.protocol import Ply as ToldPly
from parlour.server import messages
from parlour.server.connection import Connection, Encoded, encode

if TYPE_CHECKING:
    from parlour.server.table import LiveTable


class TableGuests:
    """Everybody connected to one table, on a seat or watching."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # seats connected to other processes
        self.absent_since: dict[int, float] = {}

    # --- who is here ---

    def visitors(self) -> int:
        """How many are connected, besides programs of the house."""
        return sum(not connection.is_program for connection in self.connections)

    def here(self) -> set[int]:
        """The seats connected to this process."""
        return {connection.seat for connection in self.connections if connection.seat is not None}

    def present(self) -> set[int]:
        """The seats connected to any process."""
        now = self.table.house.time.now()
        seats = self.here()
        for until, others in self.elsewhere.values():
            if until > now:
                seats.update(others)
        return seats

    def missing(self) -> list[str]:
        """The names of guests who hold a seat but are not connected."""
        table = self.table
        here = {table.row.seats[seat].guest for seat in self.present()}
        return [
            seat.name or ""
            for n, seat in enumerate(table.row.seats)
            if seat.guest is not None and seat.guest not in here and n not in table.settings.taken
        ]

    def away(self, seat: int) -> bool:
        house = self.table.house
        since = self.absent_since.get(seat)
        return since is not None and house.time.now() - since > house.settings.away_seconds

    def look_around(self) -> None:
        """Note who is absent, and since when."""
        present = self.present()
        for seat in range(len(self.table.row.seats)):
            if seat in present:
                self.absent_since.pop(seat, None)
            else:
                self.absent_since.setdefault(seat, self.table.house.time.now())

    # --- coming and going ---

    async def recount(self, seat: int | None, words: bool) -> list[ToldPly]:
        """What happened so far, ply by ply, for a guest who sits down now. This may take a while."""
        recounted: list[ToldPly] = []

        def steps() -> Iterator[None]:
            for ply in messages.past(self.table, 0, seat, words):
                recounted.append(ply)
                yield

        await self.table.house.slices.run(steps())
        return recounted

    def connect(self, connection: Connection, recounted: Sequence[ToldPly] = ()) -> None:
        """A guest sits down and gets hello, the table, what happened so far, and the turn."""
        self.connections.add(connection)
        self.table.touched = self.table.house.time.now()
        self.look_around()
        self.welcome(connection, recounted)
        if self.table.settings.demonstration:
            self.table.drive()  # it rests while nobody looks
        self.tell_table(but=connection)
        self.tell_processes()

    def welcome(self, connection: Connection, recounted: Sequence[ToldPly] = ()) -> None:
        table = self.table
        connection.send(encode(messages.hello(table, connection.seat)))
        connection.send(encode(messages.table_message(table, connection.guest)))
        if table.match is not None:
            table.back.shown(connection.guest)
            try:
                since = messages.past(table, len(recounted), connection.seat, connection.words)
                connection.send(encode(Past([*recounted, *since])))
                self._tell_present(connection)
            except Exception as error:
                table.rules_failed(error)
        if table.broken:
            connection.send(self._broken())

    def _tell_present(self, connection: Connection) -> None:
        """Tell a guest who sits down now whose turn it is."""
        table, seat, words = self.table, connection.seat, connection.words
        assert table.match is not None
        if seat is not None and not table.match.over and table.asks(seat):
            connection.send(encode(messages.turn(table, seat, words)))
            return
        connection.send(encode(messages.waiting(table, seat, words)))
        if table.match.over and not table.owes_the_end:
            connection.send(encode(messages.over(table, connection)))

    def disconnect(self, connection: Connection) -> None:
        table, seat = self.table, connection.seat
        self.connections.discard(connection)
        table.touched = table.house.time.now()
        running = table.row.status == "running" and table.match is not None and not table.match.over
        if seat is not None and seat not in self.here() and running:
            table.faults.write(seat, "gone", "The connection to the bot was lost while the game was running.")
        self.look_around()
        self.tell_table()
        self.tell_processes()

    def check_seats(self) -> None:
        """Guests who lost their seats become watchers and no longer see its hand."""
        for connection in self.connections:
            seat = connection.seat
            if seat is not None and self.table.row.seats[seat].guest != connection.guest:
                connection.seat = None
                connection.send(encode(messages.hello(self.table, None)))

    # --- telling ---

    def tell(self, message: Encoded) -> None:
        for connection in self.connections:
            connection.send(message)

    def tell_table(self, but: Connection | None = None) -> None:
        """Send everybody the table: who sits where."""
        shown: dict[str | None, Encoded] = {}
        for connection in self.connections:
            if connection is but:
                continue
            if connection.guest not in shown:
                shown[connection.guest] = encode(messages.table_message(self.table, connection.guest))
            connection.send(shown[connection.guest])

    def tell_ply(self, ply: Ply) -> None:
        """Send everybody what happened and what they see now."""
        told: dict[tuple[int | None, bool], Encoded] = {}
        for connection in self.connections:
            self.table.back.shown(connection.guest)
            key = (connection.seat, connection.words)
            if key not in told:
                told[key] = encode(messages.events(self.table, ply, connection.seat, connection.words))
            connection.send(told[key])

    def ask_mover(self) -> None:
        """Send the turn to whoever has the move."""
        asked: dict[bool, Encoded] = {}
        for connection in self.connections:
            if connection.seat is not None and self.table.asks(connection.seat):
                if connection.words not in asked:
                    asked[connection.words] = encode(messages.turn(self.table, connection.seat, connection.words))
                connection.send(asked[connection.words])

    def tell_over(self) -> None:
        for connection in self.connections:
            connection.send(encode(messages.over(self.table, connection)))

    def tell_emote(self, seat: int, emote: Emote) -> None:
        self.tell(encode(Emoted(seat, emote)))

    def tell_broken(self) -> None:
        self.tell(self._broken())

    def _broken(self) -> Encoded:
        return encode(ErrorMessage("broken-rules", self.table.broken))

    def tell_processes(self) -> None:
        """Tell the other processes who is here."""
        self.table.house.news.here(self.table.id, sorted(self.here()))
