"""A live table: a match and the guests around it. Its messages, clock and house players have modules of their own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.clock import to_clock
from parlour.core.errors import Reason, Refused
from parlour.core.game import AnyGame, WholeMove
from parlour.core.match import Match, Ply
from parlour.core.moves import concede, is_house
from parlour.core.preview import Preview
from parlour.core.protocol import Emote, Emoted, ErrorMessage, MoveAnswer, Past, Plan, RefusedMove
from parlour.core.protocol import Ply as ToldPly
from parlour.core.referee import Referee
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.core.state import State
from parlour.server import messages
from parlour.server.bot_faults import BotFaults, said_of
from parlour.server.connection import Connection, Encoded, encode
from parlour.server.hints import TableHints
from parlour.server.house_players import HousePlayers
from parlour.server.replays import Entry, Played
from parlour.server.table_clock import TableClock
from parlour.server.table_settings import read_settings
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LONG_MOVE = 0.1  # seconds of work
_known_to_be_slow: set[str] = set()  # games already warned about


class LiveTable:
    """One table as this process sees it. Moves enter through `play`, which returns only after they are stored."""

    def __init__(self, house: House, row: rows.Match, game: AnyGame) -> None:
        self.house = house
        self.row = row
        self.game = game
        self.options = game.read_stored(row.options, int(row.version))
        self.options_json: dict[str, Any] = msgspec.to_builtins(self.options)  # including defaults
        self.settings = read_settings(row)
        self.earlier = self._earlier()
        self.clock = TableClock(to_clock(self.settings.clock), len(row.seats), self.house.time)
        self.players = HousePlayers(self)
        self.faults = BotFaults(self)
        self.hints = TableHints(self)
        self.promise = self.seed.promise
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.match: Match | None = None
        self.drives = False  # this process runs its clock and house players
        self.touched = self.house.time.now()
        self.wanted = False  # somebody has asked for it here
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # seats connected to other processes
        self.absent_since: dict[int, float] = {}
        self.turn_began = row.started or 0.0  # wall-clock time
        self._data: Any = None
        self._views: dict[int | None, tuple[Any, msgspec.Raw]] = {}  # for this ply: as an object, and as JSON
        self.broken = ""  # the message for guests once the rules have failed
        self._stuck_at = -1  # the next stored move after this ply cannot be played here
        self._more_to_come = False  # in the middle of a whole move
        self._owes_the_end = False  # guests hear the result once the table of the next game exists

    def _earlier(self) -> Earlier | None:
        """The earlier games of this match; None if this game stands alone, like one from a record file."""
        if self.settings.series is not None:
            return self.settings.series
        alone = self.settings.imported or (self.row.status == "over" and self.settings.next is None)
        return None if alone else Earlier(self.options_json)

    def touch(self) -> None:
        """Somebody asked for the table: keep it in memory for a while."""
        self.touched = self.house.time.now()
        self.wanted = True

    # --- properties ---

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seed(self) -> Seed:
        return Seed.parse(str(self.row.seed))

    @property
    def names(self) -> list[str]:
        return [seat.name or f"Seat {n + 1}" for n, seat in enumerate(self.row.seats)]

    @property
    def spoken(self) -> list[str]:
        return spoken(self.names, [seat.bot for seat in self.row.seats])

    def only_seat(self, guest: str | None) -> int | None:
        """The guest's seat, if the guest holds exactly one."""
        seats = self.seats_of(guest)
        return seats[0] if len(seats) == 1 else None

    @property
    def ply(self) -> int:
        return len(self.match.plies) if self.match else 0

    def word_of(self, seat: int) -> str | None:
        """The house player that moves for this seat now, if any."""
        return self.settings.taken.get(seat) or self.row.seats[seat].bot

    def seats_of(self, guest: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.row.seats) if guest is not None and seat.guest == guest]

    def renew(self, row: rows.Match) -> None:
        """Take the row as it is now stored. Guests who lost their seats become watchers and no longer see its hand."""
        if row.revision < self.row.revision:
            return
        self.row, self.settings = row, read_settings(row)
        if self._owes_the_end and self.settings.next is not None:
            self._owes_the_end = False
            self.tell_over()
        for connection in self.connections:
            seat = connection.seat
            if seat is not None and row.seats[seat].guest != connection.guest:
                connection.seat = None
                connection.send(encode(messages.hello(self, None)))

    @property
    def data(self) -> Any:
        """What a board needs to draw this table."""
        if self._data is None:
            self._data = self.game.data(self.options)
        return self._data

    def present(self) -> set[int]:
        now = self.house.time.now()
        seats = {c.seat for c in self.connections if c.seat is not None}
        for until, others in self.elsewhere.values():
            if until > now:
                seats.update(others)
        return seats

    def missing(self) -> list[str]:
        """The names of guests who hold a seat but are not connected."""
        here = {self.row.seats[seat].guest for seat in self.present()}
        return [
            seat.name or ""
            for n, seat in enumerate(self.row.seats)
            if seat.guest is not None and seat.guest not in here and n not in self.settings.taken
        ]

    def away(self, seat: int) -> bool:
        since = self.absent_since.get(seat)
        return since is not None and self.house.time.now() - since > self.house.settings.away_seconds

    # --- beginning and resuming ---

    async def begin(self, moves: Iterable[rows.Move] = ()) -> None:
        """Set up the match of a table that has started, with its stored moves."""
        match = await self.house.reader.new_match(self.game, self.options, len(self.row.seats), self.seed)
        match.earlier = self.earlier
        self.turn_began = self.row.started or self.house.time.date()
        referee = Referee(match, self.clock.rule, self._is_program)
        await self.house.slices.run(self._play_again(referee, moves))
        self.match = match
        self.clock.resume(referee, self.turn_began, paused=True)
        self.look_around()

    async def begin_here(self) -> None:
        """The game begins, or has begun at another process: welcome everybody at the table."""
        async with self.lock:
            if self.match is not None:
                return
            await self.begin(await self.house.store.moves_since(self.id, 0))
            await self.house.keeper.claim(self)
            for connection in list(self.connections):
                self.welcome(connection)
            self.drive()

    def _play_again(self, referee: Referee, moves: Iterable[rows.Move]) -> Iterator[None]:
        for move in moves:
            self._enter(referee, move)
            yield

    @property
    def referee(self) -> Referee:
        """Only once the game has begun."""
        assert self.clock.referee is not None
        return self.clock.referee

    def _is_program(self, seat: int) -> bool:
        """Whether a visiting bot decides for this seat."""
        return self.row.seats[seat].guest in self.house.bots and self.word_of(seat) is None

    def played(self, stored: Iterable[rows.Move], names: list[str]) -> Played:
        """The match in a form that can be replayed in another process."""
        entries = [Entry(move.seat, move.move, move.at, move.used_ms) for move in stored]
        return Played(self.game.name, self.row.options, len(self.row.seats), self.seed.hex, entries, names)

    def run_on(self) -> None:
        """Another process runs this clock: the turn began with the last move, not when the table was loaded here."""
        self.clock.resume(self.referee, self.turn_began, paused=False)

    def look_around(self) -> None:
        """Note who is absent, and since when."""
        present = self.present()
        for seat in range(len(self.row.seats)):
            if seat in present:
                self.absent_since.pop(seat, None)
            else:
                self.absent_since.setdefault(seat, self.house.time.now())

    def _enter(self, referee: Referee, stored: rows.Move, ahead: tuple[State, Ply] | None = None) -> Ply:
        self._views.clear()
        match, mover = referee.match, referee.match.mover
        move = self.game.moves.from_json(stored.move, house=True)
        ply = match.enter(stored.seat, move) if ahead is None else match.go_ahead(*ahead)
        referee.entered(ply, mover, stored.used_ms)
        if stored.seat == mover:
            self.turn_began = stored.at
        return ply

    async def catch_up(self) -> None:
        """Play the moves that another process stored. One that cannot be played here stops only this table."""
        async with self.lock:
            try:
                await self._catch_up()
            except StoreError:
                raise
            except Exception as error:
                if self._stuck_at != self.ply:
                    log.error("table %s: the stored ply %s cannot be played here: %s", self.id, self.ply + 1, error)
                self._stuck_at = self.ply

    async def _catch_up(self) -> None:
        if self.match is None:
            return
        await self.house.slices.run(self._take_in(await self.house.store.moves_since(self.id, self.ply)))

    def _take_in(self, moves: Iterable[rows.Move]) -> Iterator[None]:
        assert self.match is not None
        for move in moves:
            if move.ply == self.ply and not self.match.over:
                self._happened(move)
            yield

    def view(self, seat: int | None) -> tuple[Any, msgspec.Raw]:
        """What a seat sees now; computed once per ply."""
        assert self.match is not None
        if seat not in self._views:
            view = self.match.view(seat)
            self._views[seat] = view, msgspec.Raw(msgspec.json.encode(view))
        return self._views[seat]

    # --- moves ---

    async def answer(self, connection: Connection, answer: MoveAnswer) -> bool:
        """Play a guest's decision; return whether it was played. A refusal changes nothing and goes to the guest."""
        seat = connection.seat
        ply = self.ply + 1
        try:
            if seat is None:
                raise Refused("Spectators can't move.", "not-your-seat")
            if self.match is None:
                raise Refused("The game has not begun yet.", "not-begun")
            if self.broken:
                raise Refused(self.broken, "broken-rules")
            if self.match.over:
                raise Refused("The game is over.", "game-over")
            if self.match.state.has_left(seat):
                raise Refused("You are out of the game.", "left")
            if self.match.mover != seat:
                raise Refused("It is not your turn.", "not-your-turn")
            whole = await self._checked(seat, answer)
            await self._play_all(ply, seat, whole.moves)
            for remark in whole.remarks:
                self.faults.write(seat, "illegal", remark, said_of(answer), ply)
            return True
        except Refused as refusal:
            strikes = 0
            if seat is not None:
                self.faults.refused(seat, refusal.code, refusal.text, answer)
                strikes = self.referee.strikes[seat] if self.match is not None else 0
            connection.send(encode(RefusedMove(answer.ply, refusal.code, refusal.text, strikes)))
            return False

    async def _checked(self, seat: int, answer: MoveAnswer) -> WholeMove:
        """The moves in the mover's answer; refused unless legal."""
        try:
            return self.referee.check(seat, answer)
        except Refused as refusal:
            await self.refuse(seat, refusal)
            raise

    async def refuse(self, seat: int, refusal: Refused) -> None:
        """The mover's answer was not legal: that may cost a strike, and with it the seat."""
        if self.match is None or self.match.mover != seat:
            return
        entry = self.referee.refuse(seat, refusal)
        if entry is not None:
            await self.play(self.ply + 1, seat, entry)

    async def _play_all(self, ply: int, seat: int, moves: Sequence[int]) -> None:
        """Play the decisions of a whole move in order; nobody is asked again until the last of them."""
        assert self.match is not None
        try:
            for number, move in enumerate(moves):
                if number and self.match.mover != seat:
                    break  # the rival gave up meanwhile
                self._more_to_come = number + 1 < len(moves)
                await self.play(ply + number, seat, move)
        finally:
            self._more_to_come = False

    async def play(self, ply: int, seat: int, move: int) -> None:
        """Store a move, then play it. Refused if the ply is taken or the rules forbid it.

        This runs to the end even if the guest disconnects: a stored move must also happen at the table.
        """
        await asyncio.shield(self.house.finish(self._play(ply, seat, move)))

    async def _play(self, ply: int, seat: int, move: int) -> None:
        async with self.lock:
            if self.broken:
                raise Refused(self.broken, "broken-rules")
            if self.row.status == "closed":
                raise Refused("This table was closed because nobody was playing.", "closed")
            if self.match is None or self.ply + 1 != ply:
                raise Refused(f"This answers ply {ply}, but the turn is ply {self.ply + 1}.", "stale")
            reason = self.match.why_not(seat, move) if not is_house(move) else self._house_may(seat, move)
            if reason is not None:
                raise Refused(reason.text, reason.code)
            start = thread_time()
            try:
                ahead = self.match.ahead(seat, move)
            except Exception as error:
                raise self._failed(error, move) from error
            self._mind(thread_time() - start)
            shown = self.game.moves.to_json(move)
            used = self.clock.used_ms()
            kept = await self.house.store.append_move(self.id, ply - 1, seat, shown, used)
            if not kept.ok:
                await self._catch_up()
                raise Refused("Somebody else moved first.", "stale")
            self._happened(rows.Move(self.id, ply - 1, seat, shown, self.house.time.date(), used), ahead)
        self.house.news.moved(self.id, ply)

    def _house_may(self, seat: int, move: int) -> Reason | None:
        assert self.match is not None
        if self.match.over:
            return Reason("game-over", "The game is over.")
        if self.match.state.has_left(seat):
            return Reason("left", "This seat is out of the game.")
        return None

    def _failed(self, error: Exception, move: int) -> Refused:
        """The rules failed on an entry before it was stored. A guest may try another move; the house has no choice."""
        self.write_down(error)
        if is_house(move) or self.word_of(self.match.mover if self.match else 0) is not None:
            self.break_off()
            return Refused(self.broken, "broken-rules")
        return Refused(f"The rules of {self.game.title} failed on this move, so it was not played.", "broken-rules")

    def rules_failed(self, error: Exception) -> None:
        """The rules failed after a move was played, or on a move of the house."""
        self.write_down(error)
        self.break_off()

    def write_down(self, error: Exception) -> None:
        log.error("table %s, ply %s: the rules of %s failed: %r", self.id, self.ply + 1, self.game.title, error)

    def break_off(self) -> None:
        """Close the table without a result, because its rules have failed."""
        if self.broken:
            return
        self.broken = f"The rules of {self.game.title} failed, so this game ends here, without a result."
        for connection in self.connections:
            connection.send(self._broken_message())
        self.house.background(self.house.lobby.drop(self))

    def _broken_message(self) -> Encoded:
        return encode(ErrorMessage("broken-rules", self.broken))

    def _happened(self, stored: rows.Move, ahead: tuple[State, Ply] | None = None) -> None:
        """Play a stored move, tell everybody, and ask whoever is next."""
        assert self.match is not None
        self.clock.stop()
        self.hints.stop()
        self.touched = self.house.time.now()
        out, mover = self.match.state.out, self.match.mover
        ply = self._enter(self.referee, stored, ahead)
        if ply.seat == mover:
            self.clock.ask(self.referee)
        self.house.moves_played += 1
        try:
            self._spread(ply, out)
        except Exception as error:
            self.rules_failed(error)

    def _spread(self, ply: Ply, out: int) -> None:
        assert self.match is not None
        told: dict[tuple[int | None, bool], Encoded] = {}
        for connection in self.connections:
            key = (connection.seat, connection.words)
            if key not in told:
                told[key] = encode(messages.events(self, ply, connection.seat, connection.words))
            connection.send(told[key])
        if self.match.state.out != out and not self.match.over:
            self.tell_table()
        self.advance()

    def _mind(self, seconds: float) -> None:
        """Warn about slow games: all tables wait while a move is played here."""
        if seconds > LONG_MOVE and self.game.name not in _known_to_be_slow:
            _known_to_be_slow.add(self.game.name)
            log.warning("%s: a move took %.2f s, and all tables had to wait (%s)", self.game.title, seconds, self.id)

    # --- turns ---

    def advance(self) -> None:
        """Ask the mover, whether a guest or a house player; after the end, tell the result."""
        match = self.match
        assert match is not None
        if match.over:
            self._owes_the_end = self.goes_on and self.settings.next is None
            if not self._owes_the_end:
                self.tell_over()
        else:
            asked: dict[bool, Encoded] = {}
            for connection in self.connections:
                if connection.seat is not None and self._asks(connection.seat):
                    if connection.words not in asked:
                        asked[connection.words] = encode(messages.turn(self, connection.seat, connection.words))
                    connection.send(asked[connection.words])
        self.drive()

    def _asks(self, seat: int) -> bool:
        """Whether to ask this seat. If it has left, the house makes its default moves."""
        assert self.match is not None
        if self._more_to_come:
            return False
        return self.match.mover == seat and not self.match.state.has_left(seat)

    def drive(self) -> None:
        """Start the mover's clock or its house player, if this process drives the table. Sends no messages."""
        match = self.match
        if match is None:
            return
        if match.over:
            self.clock.stop()
            if self.row.status == "running":
                self.house.background(self._store_result())
            return
        mover = match.mover
        word = self.word_of(mover)
        if not self.drives or self.row.status != "running":
            return
        self.players.listen()
        if word is not None or match.state.has_left(mover):
            self.players.think(mover, None if match.state.has_left(mover) else word)
        else:
            self.players.think_no_more()
        ply = self.ply + 1
        self.clock.start(mover, lambda: self.house.background(self._time_is_up(ply, mover)))

    async def _time_is_up(self, ply: int, seat: int) -> None:
        if self.match is None or self.match.over or self.ply + 1 != ply or not self.drives:
            return
        granted, last = round(self.referee.clocks.granted(seat), 1), self.referee.is_last(seat)
        entry = self.referee.late(seat)
        try:
            await self.play(ply, seat, entry)
            self.faults.late(ply, seat, granted, lost=last)
        except Refused:
            return
        except StoreError as error:
            log.error("table %s, ply %s: a miss could not be stored: %s", self.id, ply, error)
            await asyncio.sleep(1.0)
            await self._time_is_up(ply, seat)
        except Exception as error:
            self.rules_failed(error)

    # --- the end ---

    @property
    def goes_on(self) -> bool:
        """Whether another game of this match follows, as after a draw when the rules require a winner."""
        sequel = self.match.sequel() if self.match is not None else None
        return sequel is not None and sequel.options is not None

    def tell_over(self) -> None:
        for connection in self.connections:
            connection.send(encode(messages.over(self, connection)))

    async def _store_result(self) -> None:
        """Store the result. If the match goes on, create the next table first, so that nobody is left behind."""
        assert self.match is not None
        result = {
            "payoffs": self.match.verdict(),
            "scores": [int(score) for score in self.match.state.scores()],
            "why": self.match.say_end(self.spoken),
        }
        try:
            if self.goes_on:
                await self.house.lobby.set_next(self)
            changed = await self.house.store.update_match(
                self.id, status="over", ended=self.house.time.date(), result=result
            )
        except StoreError as trouble:
            log.error("table %s: the result could not be stored: %s", self.id, trouble)
            self.house.time.call_later(1.0, self.drive)
            return
        if changed.match is not None:
            self.renew(changed.match)
        self.tell_table()
        self.house.news.changed(self.id)

    async def leave(self, seat: int) -> None:
        """A guest gives up, whoever's turn it is."""
        while True:
            if self.match is None:
                raise Refused("The game has not begun yet.", "not-begun")
            if self.match.over:
                raise Refused("The game is over.", "game-over")
            try:
                return await self.play(self.ply + 1, seat, concede(seat))
            except Refused as refusal:
                if refusal.code != "stale":  # another move came first: try again
                    raise

    # --- guests ---

    def tell_table(self, but: Connection | None = None) -> None:
        """Send everybody the table: who sits where."""
        shown: dict[str | None, Encoded] = {}
        for connection in self.connections:
            if connection is but:
                continue
            if connection.guest not in shown:
                shown[connection.guest] = encode(messages.table_message(self, connection.guest))
            connection.send(shown[connection.guest])

    def tell_emote(self, seat: int, emote: Emote) -> None:
        message = encode(Emoted(seat, emote))
        for connection in self.connections:
            connection.send(message)

    def connect(self, connection: Connection, recounted: Sequence[ToldPly] = ()) -> None:
        """A guest sits down and gets hello, the table, what happened so far, and the turn."""
        self.connections.add(connection)
        self.touched = self.house.time.now()
        self.look_around()
        self.welcome(connection, recounted)
        self.tell_table(but=connection)
        self.tell_presence()

    def welcome(self, connection: Connection, recounted: Sequence[ToldPly] = ()) -> None:
        connection.send(encode(messages.hello(self, connection.seat)))
        connection.send(encode(messages.table_message(self, connection.guest)))
        if self.match is not None:
            try:
                since = messages.past(self, len(recounted), connection.seat, connection.words)
                connection.send(encode(Past([*recounted, *since])))
                self._tell_present(connection)
            except Exception as error:
                self.rules_failed(error)
        if self.broken:
            connection.send(self._broken_message())

    def disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.touched = self.house.time.now()
        seat = connection.seat
        alone = seat is not None and all(other.seat != seat for other in self.connections)
        if seat is not None and alone and self.row.status == "running" and self.match and not self.match.over:
            self.faults.write(seat, "gone", "The connection to the bot was lost while the game was running.")
        self.look_around()
        self.tell_table()
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell the other processes who is here."""
        here = sorted({c.seat for c in self.connections if c.seat is not None})
        self.house.news.here(self.id, here)

    async def recount(self, seat: int | None, words: bool) -> list[ToldPly]:
        """What happened so far, ply by ply, for a guest who sits down now. This may take a while."""
        recounted: list[ToldPly] = []

        def steps() -> Iterator[None]:
            for ply in messages.past(self, 0, seat, words):
                recounted.append(ply)
                yield

        await self.house.slices.run(steps())
        return recounted

    def _tell_present(self, connection: Connection) -> None:
        """Tell a guest who sits down now whose turn it is."""
        assert self.match is not None
        seat, words = connection.seat, connection.words
        if seat is not None and not self.match.over and self._asks(seat):
            connection.send(encode(messages.turn(self, seat, words)))
            return
        connection.send(encode(messages.waiting(self, seat, words)))
        if self.match.over and not self._owes_the_end:
            connection.send(encode(messages.over(self, connection)))

    def why(self, seat: int | None, move_json: object) -> Reason | None:
        """The rule that forbids a move; None if it is legal."""
        if self.match is None:
            return Reason("not-begun", "The game has not begun yet.")
        if seat is None:
            return Reason("not-your-seat", "Spectators can't move.")
        try:
            return self.match.why_not(seat, self.game.moves.from_json(move_json))
        except Refused as refusal:
            return Reason(refusal.code, refusal.text)

    async def preview(self, seat: int | None, move_json: object, guest: str) -> Preview:
        """What a legal move of this seat is certain to change, computed from its own view alone."""
        if self.match is None or seat is None or self.match.mover != seat:
            return Preview([], False)
        move = self.game.moves.from_json(move_json)
        if not self.match.state.allows(move):
            return Preview([], False)
        return await self.house.player_pool.preview(self.game, bytes(self.view(seat)[1]), seat, move, guest)

    async def plan(self, seat: int | None, row: Sequence[object], guest: str) -> Plan:
        """Where a sequence of this seat's decisions would lead; asking decides nothing."""
        if self.match is None or seat is None or self.match.mover != seat:
            raise Refused("You can only plan on your own turn.", "not-your-turn")
        codes = [self.game.moves.from_json(move) for move in row]
        view = bytes(self.view(seat)[1])
        return await self.house.player_pool.plan(self.game, self.options, view, seat, codes, self.spoken, guest)

    def waits_for_a_person(self) -> bool:
        """Whether nothing can happen here until a guest moves, however long that takes."""
        match = self.match
        if match is None or match.over:
            return True
        return not self.clock.timed and self.word_of(match.mover) is None and not match.state.has_left(match.mover)

    def stop(self) -> None:
        self.clock.stop()
        self.players.stop()
        self.hints.stop()


def spoken(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """The names as used in sentences: without the house players' levels, which are on their plates."""
    plain = [name.removesuffix(f" ({bot})") for name, bot in zip(names, bots, strict=True)]
    return [
        one if bot is None or plain.count(one) == 1 else f"{one} of the house"
        for one, bot in zip(plain, bots, strict=True)
    ]
