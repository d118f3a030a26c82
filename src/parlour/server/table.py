"""A live table: moves are played and stored, turns asked for, results kept. Its parts have modules of their own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING

from parlour.core.errors import Reason, Refused
from parlour.core.game import AnyGame, WholeMove
from parlour.core.match import Ply
from parlour.core.moves import concede, is_house
from parlour.core.protocol import MoveAnswer, RefusedMove
from parlour.core.state import State
from parlour.server import rated
from parlour.server.bearing import Bearing
from parlour.server.bot_faults import BotFaults, said_of
from parlour.server.connection import Connection, encode
from parlour.server.hints import TableHints
from parlour.server.house_players import HousePlayers
from parlour.server.program_chairs import TablePrograms
from parlour.server.table_guests import TableGuests
from parlour.server.table_match import TableMatch
from parlour.server.table_settings import read_settings
from parlour.server.taking_back import TakingBack
from parlour.store import StoreError, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

LONG_MOVE = 0.1  # seconds of work
_known_to_be_slow: set[str] = set()  # games already warned about


class LiveTable(TableMatch):
    """One table as this process sees it. Moves enter through `play`, which returns only after they are stored."""

    def __init__(self, house: House, row: rows.Match, game: AnyGame) -> None:
        super().__init__(house, row, game)
        self.guests = TableGuests(self)
        self.players = HousePlayers(self)
        self.programs = TablePrograms(self)
        self.faults = BotFaults(self)
        self.hints = TableHints(self)
        self.bearing = Bearing(self)
        self.back = TakingBack(self)
        self.lock = asyncio.Lock()
        self.drives = False  # this process runs its clock and house players
        self.touched = self.house.time.now()
        self.wanted = False  # somebody has asked for it here
        self.broken = ""  # the message for guests once the rules have failed
        self.owes_the_end = False  # guests hear the result once the table of the next game exists
        self._stuck_at = -1  # the next stored move after this ply cannot be played here
        self._more_to_come = False  # in the middle of a whole move

    @property
    def connections(self) -> set[Connection]:
        return self.guests.connections

    def tell_table(self) -> None:
        """The table has changed: show it to everybody."""
        self.guests.tell_table()

    def touch(self) -> None:
        """Somebody asked for the table: keep it in memory for a while."""
        self.touched = self.house.time.now()
        self.wanted = True

    def renew(self, row: rows.Match) -> None:
        """Take the row as it is now stored."""
        if row.revision < self.row.revision:
            return
        self.row, self.settings = row, read_settings(row)
        if self.owes_the_end and self.settings.next is not None:
            self.owes_the_end = False
            self.guests.tell_over()
        self.guests.check_seats()

    def waits_for_a_person(self) -> bool:
        return super().waits_for_a_person() or self.house.demonstration.rests(self)

    # --- beginning and resuming ---

    async def begin(self, moves: Iterable[rows.Move] = ()) -> None:
        """Set up the match of a table that has started, with its stored moves."""
        await self.replay(moves)
        self.guests.look_around()

    async def begin_here(self) -> None:
        """The game begins, or has begun at another process: welcome everybody at the table."""
        async with self.lock:
            if self.match is not None:
                return
            # A game that this process alone has just begun has no moves, unless it plays on from another.
            has_moves = self.house.settings.redis is not None or self.settings.branch is not None
            await self.begin(await self.house.store.moves_since(self.id, 0) if has_moves else ())
            await self.house.keeper.claim(self)
            for connection in list(self.connections):
                self.guests.welcome(connection)
            self.drive()
            self.house.push.turn_began(self)

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
        playing = self._play(ply, seat, move)
        if self.house.tracing is not None:
            playing = self.house.tracing.move(self.game.name, ply, playing)
        await asyncio.shield(self.house.finish(playing))

    async def _play(self, ply: int, seat: int, move: int) -> None:
        async with self.lock:
            if self.broken:
                raise Refused(self.broken, "broken-rules")
            if self.row.status == "closed":
                why = self.settings.closed or "nobody was playing"
                raise Refused(f"This table was closed: {why.rstrip('.')}.", "closed")
            if self.match is None or self.ply + 1 != ply:
                raise Refused(f"This answers ply {ply}, but the turn is ply {self.ply + 1}.", "stale")
            reason = self.match.why_not(seat, move) if not is_house(move) else self._house_may(seat, move)
            if reason is not None:
                raise Refused(reason.text, reason.code)
            self.back.weigh(seat, move)
            start = thread_time()
            try:
                ahead = self.match.ahead(seat, move)
            except Exception as error:
                raise self._failed(error, move) from error
            self._mind(thread_time() - start)
            shown = self.game.moves.to_json(move)
            used, at = self.clock.used_ms(), self.house.time.date()
            kept = await self.house.store.append_move(self.id, ply - 1, seat, shown, used, at)
            if not kept.ok:
                await self._catch_up()
                raise Refused("Somebody else moved first.", "stale")
            if self.house.tracing is not None:
                self.house.tracing.stored()
            self._happened(rows.Move(self.id, ply - 1, seat, shown, at, used), ahead)
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
        self.guests.tell_broken()
        self.house.background(self.house.lobby.drop(self))

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
        self.guests.tell_ply(ply)
        self.bearing.happened(ply)
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
            self.owes_the_end = self.goes_on and self.settings.next is None
            if not self.owes_the_end:
                self.guests.tell_over()
        else:
            self.guests.ask_mover()
        self.drive()
        self.house.push.turn_began(self)

    def asks(self, seat: int) -> bool:
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
        if not self.drives or self.row.status != "running" or self.house.demonstration.rests(self):
            return
        self.programs.attend()
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

    async def late(self, ply: int, reason: str, seat: int) -> None:
        """A program of the house did not answer in its time. The table's own clock, if it has one, may say so first."""
        if self.match is None or self.match.over or self.ply + 1 != ply or self.match.mover != seat:
            return
        last = self.referee.is_last(seat)
        await self.play(ply, seat, self.referee.late(seat))
        why = f" ({reason})" if reason else ""
        lost = " That was the last strike: the seat is forfeited." if last else ""
        self.faults.write(seat, "late", f"No answer to ply {ply} came in time{why}.{lost}", ply=ply)

    # --- the end ---

    async def _store_result(self) -> None:
        """Store the result. If the match goes on, create the next table first, so that nobody is left behind."""
        result = self.outcome()
        try:
            if self.goes_on:
                await self.house.afterwards.set_next(self)
            changed = await self.house.store.update_match(
                self.id,
                status="over",
                ended=self.house.time.date(),
                result=result,
                rated=rated.seats_of(self, result["payoffs"]),
            )
        except StoreError as trouble:
            log.error("table %s: the result could not be stored: %s", self.id, trouble)
            self.house.time.call_later(1.0, self.drive)
            return
        if changed.match is not None:
            self.renew(changed.match)
        self.tell_table()
        self.house.news.changed(self.id)
        if self.settings.tournament is not None:
            self.house.director.hurry(self.settings.tournament)
        if self.settings.rated:
            await self.house.ratings.count(self.game)

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

    def stop(self) -> None:
        self.clock.stop()
        self.players.stop()
        self.programs.stop()
        self.hints.stop()
