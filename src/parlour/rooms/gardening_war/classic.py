"""The classic door: the original Gardening War bots connect over plain TCP, one port per seat, and play unchanged.

A bot that gives its name becomes a guest of the house and sits at a table like any other, so its rival may be another
such bot, a house player, a program, or a person in the browser. The bots' messages are in
`parlour.games.gardening_war.classic_protocol`; here are the sockets, the clock and the order of events (part B of the
protocol).

Nobody can block the door: a silent connection gives way to one that talks and is closed after a while, and a person
who has left, or does not move, loses the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, cast
from unicodedata import category

import msgspec

from parlour.arena.asking import ask
from parlour.bots.player import Player
from parlour.bots.seat_words import SeatWord, known_words, read_word
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.moves import forfeit
from parlour.core.protocol import NewTable
from parlour.core.referee import Referee
from parlour.core.seed import Seed
from parlour.games.gardening_war.classic_protocol import (
    NOT_YOUR_TURN_FRAME,
    PORTS,
    Message,
    Reader,
    frame,
    read_action,
    state_payload,
)
from parlour.games.gardening_war.decisions import GardenDecisions
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.lists import judge_list, unreadable
from parlour.server import messages
from parlour.server.connection import Connection
from parlour.server.house import House
from parlour.server.keeper import CLASSIC
from parlour.server.table import LiveTable
from parlour.store import StoreError

log = logging.getLogger("parlour.server")

BOT = "bot"  # a seat for a bot that connects
GUEST = "guest"  # a seat for a person in the browser
LOCALHOST = "127.0.0.1"
FAREWELL_SECONDS = 10.0  # how long connections stay after the end, and how long a drawn match waits for its bots
NAME_SECONDS = 30.0  # how long a connection may stay without giving a name
MOST_WAITING = 20  # connections waiting on one port
CHUNK = 64 * 1024

Heard = tuple["Caller", Message | None]  # None: no more will come from it


class GameReport(msgspec.Struct, frozen=True):
    """How one game at the door ended; one that was `dropped` by a restart has no winner."""

    names: list[str]
    scores: list[int]
    payoffs: list[float]
    misses: list[int]
    rounds: int
    table: str
    why: str
    dropped: bool = False


class Restarted(Exception):
    """A bot asked to start over."""


class Caller:
    """One bot's connection. Its messages wait until it has a seat; then they all go to the door's queue."""

    def __init__(
        self, seat: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, spoke: Callable[[], None]
    ) -> None:
        self.seat = seat
        self.reader = reader
        self.writer = writer
        self.name: str | None = None
        self.spoke = False
        self.ended = False  # no more will come from it
        self.stayed = False  # connected since the last game of this match
        self._tell_spoke = spoke
        self._queue: asyncio.Future[asyncio.Queue[Heard]] = asyncio.get_running_loop().create_future()
        line = writer.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._listening = asyncio.create_task(self._listen())

    @property
    def gone(self) -> bool:
        """Whether it disconnected while waiting."""
        return self._listening.done() or self.reader.at_eof()

    def sit_down(self, queue: asyncio.Queue[Heard]) -> None:
        if not self._queue.done():
            self._queue.set_result(queue)

    async def _say(self, message: Message | None) -> None:
        if message is not None and not self.spoke:
            self.spoke = True
            self._tell_spoke()
        await (await self._queue).put((self, message))

    async def _listen(self) -> None:
        cut = Reader()
        pending: asyncio.Task[bytes] | None = None
        try:
            while True:
                if pending is None:
                    pending = asyncio.create_task(self.reader.read(CHUNK))
                due = cut.due()
                wait = None if due is None else max(0.0, due - time.monotonic())
                done, _ = await asyncio.wait((pending,), timeout=wait)
                if done:
                    data = pending.result()
                    pending = None
                    if not data:
                        break
                    messages = cut.feed(data, time.monotonic())
                else:
                    messages = cut.tick(time.monotonic())
                for message in messages:
                    await self._say(message)
        except OSError:
            pass
        finally:
            if pending is not None:
                pending.cancel()
        for message in cut.end():
            await self._say(message)
        if self._queue.done():
            await self._say(None)

    def send(self, data: bytes) -> None:
        """Send header and payload in one write; a bot that has gone misses it."""
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.write(data)

    def close(self) -> None:
        self._listening.cancel()
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.close()


class Listener:
    """The door's connection to a table instead of a WebSocket: it only learns that something happened."""

    def __init__(self, guest: str, seat: int, news: asyncio.Event) -> None:
        self.guest: str | None = guest
        self.seat: int | None = seat
        self.words = False
        self.news = news

    def send(self, message: bytes) -> None:
        self.news.set()

    def leave(self, table: LiveTable) -> None:
        self.seat = None  # the door, which knows the bot's connection, notes its mistakes itself
        table.disconnect(cast(Connection, self))


class Pending(msgspec.Struct, frozen=True):
    """A drawn match waiting for its bots: the next table, the bots' names, and until when."""

    table: str
    names: dict[int, str | None]
    until: float


class ClassicDoor:
    """The ports and the games played through them, one after another.

    `seats` says who sits where: `bot` (a port is opened), `guest` (a person in the browser), or any seat word.
    """

    def __init__(
        self,
        house: House,
        seats: tuple[str, str] = (BOT, BOT),
        options: dict[str, Any] | None = None,
        ports: tuple[int, int] = PORTS,
        host: str = LOCALHOST,
        pause: float = 0.0,
        compact: bool = False,
        report: Callable[[GameReport], None] | None = None,
    ) -> None:
        if BOT not in seats:
            raise Refused("The classic door needs a bot in at least one seat.", "bad-seat")
        players = {seat: read_word(GAME, word) for seat, word in enumerate(seats) if word not in (BOT, GUEST)}
        # The door itself asks these: a program, or a player with settings such as search:ms=200.
        self.programs: dict[int, SeatWord] = {
            seat: word for seat, word in players.items() if word.text not in known_words(GAME)
        }
        self.house = house
        self.seats = seats
        self.options = GAME.read_options(options or {})
        self.ports = ports
        self.host = host
        self.pause = pause
        self.compact = compact
        self.report = report
        self.played = 0  # matches: a drawn game is played again
        self.waiting: tuple[deque[Caller], deque[Caller]] = (deque(), deque())
        self.arrived = asyncio.Event()
        self.queue: asyncio.Queue[Heard] = asyncio.Queue(1000)
        self.callers: dict[int, Caller] = {}
        self.table_now: str | None = None
        self.pending: Pending | None = None
        self.goodbye_until: float | None = None  # a match is over, and its bots may still restart or hang up
        self._servers: list[asyncio.Server] = []

    @property
    def bot_seats(self) -> list[int]:
        return [seat for seat in (0, 1) if self.seats[seat] == BOT]

    def named(self) -> list[str]:
        """The bots that have given their names."""
        return [caller.name for _, caller in sorted(self.callers.items()) if caller.name]

    async def open(self) -> None:
        """Listen on the ports of the bots' seats; on loopback both on IPv4 and, if there is one, on IPv6."""
        self.keeper = await self.house.store.save_guest(CLASSIC, "The classic door", "bot")
        hosts = (LOCALHOST, "::1") if self.host in (LOCALHOST, "localhost") else (self.host,)
        for seat in self.bot_seats:
            port = self.ports[seat]
            for number, host in enumerate(hosts):
                try:
                    self._servers.append(await asyncio.start_server(self._greeter(seat), host, port))
                except OSError as error:
                    if number == 0:
                        await self.close()
                        why = f"{error.strerror or error}".rstrip(".")
                        raise Refused(f"Can't open port {port} on {host}: {why}.", "no-port") from None
        await self.house.keeper.close_abandoned_games()

    def _greeter(self, seat: int) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            waiting = self.waiting[seat]
            if len(waiting) >= MOST_WAITING:
                silent = next((caller for caller in waiting if not caller.spoke), None)
                if silent is None:
                    writer.close()
                    return
                self._show_out(silent)
            caller = Caller(seat, reader, writer, self.arrived.set)
            waiting.append(caller)
            self.house.time.call_later(NAME_SECONDS, lambda: None if caller.spoke else self._show_out(caller))

        return greet

    def _show_out(self, caller: Caller) -> None:
        """Close a connection that has been silent too long."""
        if caller in self.waiting[caller.seat]:
            self.waiting[caller.seat].remove(caller)
        elif self.callers.get(caller.seat) is caller and caller.name is None:
            del self.callers[caller.seat]
        else:
            return
        caller.close()
        self.arrived.set()

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        for caller in [*self.callers.values(), *self.waiting[0], *self.waiting[1]]:
            caller.close()
        self.callers.clear()

    async def run(self, matches: int = 0) -> None:
        """Play until this many matches are finished; 0: for ever."""
        while matches == 0 or self.played < matches:
            try:
                await self._one_game()
            except (Refused, StoreError) as trouble:  # the next game may go better
                log.error("the classic door: %s", trouble)
                await asyncio.sleep(1.0)
            except Exception as mistake:  # a bug must not close the door for everybody
                log.exception("the classic door: %s", type(mistake).__name__)
                await asyncio.sleep(1.0)

    async def _one_game(self) -> None:
        if not await self._take_names():
            return
        table: LiveTable | None = None
        try:
            table = await self._sit_down()
            self.table_now = table.id
            await _Game(self, table).play()
            self._tell(table)
            if table.goes_on:
                await self._wait_for_another_game(table)
            else:
                self.played += 1
                await self._farewell()
        except Restarted:
            if table is not None and table.match is not None and not table.match.over:
                self._tell(table, dropped=True)
        finally:
            self.table_now = None
            if table is not None and (table.match is None or not table.match.over):
                await self.house.lobby.drop(table)
            self._hang_up(lambda caller: not caller.stayed)
            self.queue = self._without_the_gone()

    def _hang_up(self, which: Callable[[Caller], bool]) -> None:
        for seat in [seat for seat, caller in self.callers.items() if which(caller)]:
            self.callers.pop(seat).close()

    def _without_the_gone(self) -> asyncio.Queue[Heard]:
        """The queue for the next game: callers who stayed keep using this one."""
        if self.callers:
            return self.queue
        return asyncio.Queue(1000)

    async def hear(self, until: float | None = None, news: asyncio.Event | None = None) -> Heard | None:
        """What a bot says next; None when `until` has passed or there is `news`."""
        bell = asyncio.Event()
        alarm = None
        if until is not None:
            alarm = self.house.time.call_later(max(0.0, until - self.house.time.now()), bell.set)
        heard = asyncio.create_task(self.queue.get())
        tasks: set[asyncio.Task[Any]] = {heard, asyncio.create_task(bell.wait())}
        if news is not None:
            tasks.add(asyncio.create_task(news.wait()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            if alarm is not None:
                alarm.cancel()
        if news is not None:
            news.clear()
        return heard.result() if heard in done else None

    # --- names ---

    async def _take_names(self) -> bool:
        """Wait until every bot seat has a name, in either order (B4). `restart` is ignored here (B11).

        Between two games of a drawn match the wait is limited: False if the bots did not come back.
        """
        while True:
            self._give_seats()
            named = [self.callers[seat] for seat in self.bot_seats if seat in self.callers and self.callers[seat].name]
            everybody = len(named) == len(self.bot_seats)
            if self.pending is None:
                if everybody:
                    return True
            elif self.house.time.now() >= self.pending.until:
                if everybody:
                    return True
                await self._give_up()
                return False
            elif everybody and not all(caller.stayed for caller in named):
                return True
            heard = await self.hear(self.pending.until if self.pending is not None else None, self.arrived)
            if heard is not None:
                self._hear_name(*heard)

    def _give_seats(self) -> None:
        """Give a seat to the first caller who talks; one who disconnected before the game makes room."""
        for seat in self.bot_seats:
            waiting = self.waiting[seat]
            for caller in [caller for caller in waiting if caller.gone]:
                waiting.remove(caller)
                caller.close()
            somebody = next((caller for caller in waiting if caller.spoke), None)
            sitting = self.callers.get(seat)
            if somebody is None or (sitting is not None and not sitting.ended):
                continue
            if sitting is not None:
                sitting.close()
            waiting.remove(somebody)
            self.callers[seat] = somebody
            somebody.sit_down(self.queue)
            self.house.time.call_later(NAME_SECONDS, partial(self._show_out, somebody))

    def _hear_name(self, caller: Caller, message: Message | None) -> None:
        if self.callers.get(caller.seat) is not caller:
            return
        if message is None:
            caller.ended = True
            if caller.name is None or caller.stayed:
                del self.callers[caller.seat]
                caller.close()
                self.arrived.set()
        elif message.is_restart:
            if self.pending is not None and caller.stayed:
                self._hang_up(lambda other: other.stayed)
        elif caller.stayed:
            return  # the answer to the closing state
        elif caller.name is not None:
            caller.send(NOT_YOUR_TURN_FRAME)
        elif message.name:
            caller.name = message.name

    async def _sit_down(self) -> LiveTable:
        """The named bots become guests of the house and get a table, or come back to that of their drawn match."""
        pending, self.pending = self.pending, None
        for caller in self.callers.values():
            caller.stayed = False
        if pending is not None:
            table = await self.house.table(pending.table)
            if pending.names == self._names() and table.row.status == "open":
                return table
            await self.house.lobby.drop(table)
            self.played += 1
        words = [
            "free" if word in (BOT, GUEST) or seat in self.programs else word for seat, word in enumerate(self.seats)
        ]
        seconds = self.house.settings.classic_person_seconds if GUEST in self.seats else 0
        clock = Clock(move_ms=round(1000 * seconds))
        options = msgspec.to_builtins(self.options)
        wish = NewTable(GAME.name, words, options=options, clock=clock, listed=True, takeover=False)
        table = await self.house.lobby.make_table(self.keeper, wish, classic=True)
        await self.house.keeper.claim(table)
        for seat, word in enumerate(self.seats):
            if words[seat] == "free" and word != GUEST:
                guest, _ = await self.house.new_guest(self._shown_name(seat), "bot", CLASSIC)
                await self.house.lobby.join(table, guest, seat)
        return table

    def _names(self) -> dict[int, str | None]:
        return {seat: caller.name for seat, caller in sorted(self.callers.items())}

    def _shown_name(self, seat: int) -> str:
        caller = self.callers.get(seat)
        told = caller.name or "" if caller else self.programs[seat].name
        name = "".join(c for c in told if c.isprintable() and category(c) not in ("Cn", "Co")).strip()
        return name or f"Player {seat + 1}"

    # --- the end ---

    def _tell(self, table: LiveTable, dropped: bool = False) -> None:
        match = table.match
        if self.report is None or match is None:
            return
        state = cast(GardenDecisions, match.state)
        self.report(
            GameReport(
                names=table.names,
                scores=[int(score) for score in match.state.scores()],
                payoffs=[] if dropped else match.verdict(),
                misses=[int(state.gardener(seat).misses) for seat in (0, 1)],
                rounds=int(state.round),
                table=table.id,
                why="restarted" if dropped else match.say_end(table.names),
                dropped=dropped,
            )
        )

    async def _wait_for_another_game(self, table: LiveTable) -> None:
        """The match is drawn so far: its bots stay connected, or come back under the same names (section 12)."""
        following = await self.house.lobby.set_next(table)
        await self.house.keeper.claim(following)
        self.pending = Pending(following.id, self._names(), self.house.time.now() + FAREWELL_SECONDS)
        for caller in self.callers.values():
            caller.stayed = not caller.ended

    async def _give_up(self) -> None:
        """The bots of a drawn match did not come back."""
        assert self.pending is not None
        await self.house.lobby.drop(await self.house.table(self.pending.table))
        self.pending = None
        self.played += 1
        self._hang_up(lambda caller: caller.stayed)
        for caller in self.callers.values():
            caller.stayed = False

    async def _farewell(self) -> None:
        """Keep connections open a while for `restart` or closing; actions are ignored (B9)."""
        self.goodbye_until = self.house.time.now() + FAREWELL_SECONDS
        try:
            while any(not caller.ended for caller in self.callers.values()):
                heard = await self.hear(self.goodbye_until)
                if heard is None:
                    return
                caller, message = heard
                if message is None:
                    caller.ended = True
                elif message.is_restart:
                    return
        finally:
            self.goodbye_until = None


class _Game:
    """One game between the names and the end."""

    def __init__(self, door: ClassicDoor, table: LiveTable) -> None:
        self.door = door
        self.table = table
        self.news = asyncio.Event()
        self.clock = GAME.clock_of(door.options)
        self.programs: dict[int, Player] = {}

    async def play(self) -> None:
        table, door = self.table, self.door
        listeners: list[Listener] = []
        for seat in (0, 1):
            guest = table.row.seats[seat].guest
            if guest is not None and (seat in door.bot_seats or seat in door.programs):
                listener = Listener(guest, seat, self.news)
                listeners.append(listener)
                table.connect(cast(Connection, listener))
        try:
            await door.house.lobby.begin_if_all_are_here(table)
            await self._wait_for_the_beginning()
            assert table.match is not None
            # If the host lets a bot miss any number of turns, nothing costs it the game.
            self.referee = Referee(table.match, self.clock, is_program=lambda _: self.clock.strikes > 0)
            while not table.match.over:
                mover = table.match.mover
                if mover in door.bot_seats:
                    await self._ask(mover)
                elif mover in door.programs:
                    await self._ask_program(mover)
                elif door.seats[mover] == GUEST:
                    await self._wait_for_person(mover)
                else:
                    await self._wait_for_news()
            first = door.callers.get(0)
            if first is not None and not first.ended:
                first.send(frame(self._payload(0)))
        finally:
            for listener in listeners:
                listener.leave(table)
            for program in self.programs.values():
                program.close()

    def _payload(self, seat: int) -> bytes:
        assert self.table.match is not None
        return state_payload(cast(Any, self.table.match.state), seat, self.door.compact)

    async def _ask(self, seat: int) -> None:
        """Send the state, and take one message as the move; too late or gone is a miss (B6, B8, B10)."""
        door, caller = self.door, self.door.callers[seat]
        if door.pause:
            await asyncio.sleep(door.pause)
        while not door.queue.empty():  # sent before the state, so out of turn; nothing is queued for later
            self._overhear(*door.queue.get_nowait())
        self.referee.clocks.ask(door.house.time.now())
        deadline = self.referee.clocks.until(seat)
        if not caller.ended:
            caller.send(frame(self._payload(seat)))
        while not caller.ended or not door.queue.empty():
            heard = await door.hear(deadline)
            if heard is None:
                break
            who, message = heard
            if who is caller and message is not None and not message.is_restart:
                await self._move(seat, message)
                return
            self._overhear(who, message)
        if caller.ended:
            self.table.faults.write(seat, "gone", "The bot has disconnected, so it missed its turn.")
        else:
            seconds = self.clock.move_ms / 1000
            self.table.faults.write(seat, "late", f"No action came within {seconds:g} s, so the bot missed its turn.")
        await self._play(seat, [self.referee.late(seat)])

    def _overhear(self, caller: Caller, message: Message | None) -> None:
        """A message that is not the mover's move."""
        if self.door.callers.get(caller.seat) is not caller:
            return
        if message is None:
            caller.ended = True
        elif message.is_restart:
            raise Restarted
        else:
            caller.send(NOT_YOUR_TURN_FRAME)

    async def _move(self, seat: int, message: Message) -> None:
        assert self.table.match is not None
        state = cast(GardenDecisions, self.table.match.state)
        action = read_action(message)
        said = message.text[:2000].decode("utf-8", "replace")
        if action is None:
            await self._pass(seat, said, is_strike=said.lstrip().startswith("{"))
            return
        verdict = judge_list(state, action.kind, action.lines)
        for remark in verdict.remarks():
            self.table.faults.write(seat, "illegal", remark, said)
        await self._play(seat, verdict.moves)

    async def _pass(self, seat: int, said: str, is_strike: bool) -> None:
        """An unreadable message is a pass, since a classic bot is asked only once.

        A broken action is a strike as well, as for every program; a skeleton bot passes with plain text.
        """
        why = "This is not an action; it counted as a pass"
        entry = self.referee.refuse(seat, Refused(f"{why}.", "unreadable")) if is_strike else None
        strike = " and a strike" if entry is None else " and was one strike too many: the seat is forfeited"
        self.table.faults.write(seat, "unreadable", f"{why}{strike if is_strike else ''}.", said)
        await self._play(seat, unreadable() if entry is None else [entry])

    async def _play(self, seat: int, moves: list[int]) -> None:
        match = self.table.match
        assert match is not None
        for move in moves:
            try:
                mover, used_ms = match.mover, self.referee.clocks.used_ms(self.door.house.time.now())
                await self.table.play(self.table.ply + 1, seat, int(move))
                self.referee.entered(match.plies[-1], mover, used_ms)
            except Refused:
                if not match.over:
                    raise
                return  # the other side has just given up

    async def _wait_for_news(self, until: float | None = None) -> None:
        """Wait until something happens at the table; it is not the turn of any bot that speaks meanwhile."""
        heard = await self.door.hear(until, self.news)
        if heard is not None:
            self._overhear(*heard)

    async def _wait_for_the_beginning(self) -> None:
        """Wait until a person sits down. After a drawn game, that person has some time to come back."""
        table, door = self.table, self.door
        until = None
        if not any(seat.empty for seat in table.row.seats):
            until = door.house.time.now() + door.house.settings.classic_away_seconds
        while table.match is None:
            await self._wait_for_news(until)
            late = until is not None and door.house.time.now() >= until
            if late or all(caller.ended for caller in door.callers.values()) or table.row.status == "closed":
                raise Restarted  # nobody is left to play with

    async def _wait_for_person(self, seat: int) -> None:
        """A person plays by the table's own clock; one who has left the table loses the game after a while."""
        table, house = self.table, self.door.house
        since = table.absent_since.get(seat)
        until = None if since is None else since + house.settings.classic_away_seconds
        if until is None or house.time.now() < until:
            await self._wait_for_news(until)
        else:
            await self._play(seat, [forfeit(seat)])

    async def _ask_program(self, seat: int) -> None:
        """Ask a program in the other seat over its pipes, with the same clock."""
        first = seat not in self.programs
        if first:
            self.programs[seat] = self.door.programs[seat].player(GAME, Seed.fresh().dice("program"))
            await asyncio.to_thread(self.programs[seat].hello, messages.hello(self.table, seat))
        player = self.programs[seat]
        grace_ms = player.start_ms if first else 0
        decision = await asyncio.to_thread(ask, player, self.referee, seat, self.door.house.time.now, grace_ms)
        if decision.note:
            log.warning("the program on seat %s: %s", seat + 1, decision.note)
            self.table.faults.write(seat, "illegal", decision.note)
        await self._play(seat, decision.moves)
