"""The classic door: the original Gardening War bots connect over plain TCP, one port a seat, and play unchanged.

A bot that gives its name becomes a guest of the house and sits at a table like any other, so that its rival may be
another such bot, a house player, a program, or a person in the browser. What the bots send and get is in
`parlour.games.gardening_war.wire`; here are the sockets, the clock and the order of things (part B of the protocol).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from unicodedata import category

import msgspec

from parlour.bots.player import Player
from parlour.bots.words import check_word, make_player
from parlour.core.chair import Remaining, Turn, answered_moves
from parlour.core.errors import Refused
from parlour.core.game import Clock
from parlour.core.moves import miss
from parlour.core.seed import Seed
from parlour.games.gardening_war.decisions import GardenDecisions
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.lists import judge_list, unreadable
from parlour.games.gardening_war.wire import (
    NOT_YOUR_TURN_FRAME,
    PORTS,
    Message,
    Reader,
    frame,
    read_action,
    state_payload,
)
from parlour.server.bots import CLASSIC
from parlour.server.connection import Connection
from parlour.server.house import House, NewTable
from parlour.server.table import LiveTable
from parlour.store import StoreError

log = logging.getLogger("parlour.server")

BOT = "bot"  # a seat for whoever connects
GUEST = "guest"  # a seat for a person in the browser
FAREWELL_SECONDS = 10.0  # how long connections stay after the end
CHUNK = 64 * 1024


class GameReport(msgspec.Struct, frozen=True):
    """How one game at the door ended; `dropped` by a restart it has no winner."""

    names: list[str]
    scores: list[int]
    payoffs: list[float]
    misses: list[int]
    rounds: int
    table: str
    why: str
    dropped: bool = False


def is_program(word: str) -> bool:
    """Whether the door itself asks this player: a program, or a player with settings such as search:ms=200."""
    return ":" in word


class Restarted(Exception):
    """A bot asked to start over."""


class Caller:
    """One bot's connection."""

    def __init__(self, seat: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.seat = seat
        self.reader = reader
        self.writer = writer
        self.name: str | None = None
        self.ended = False  # no more will come from it
        self._listening: asyncio.Task[None] | None = None
        line = writer.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def listen(self, queue: asyncio.Queue[tuple[Caller, Message | None]]) -> None:
        """Begin to read. Until then whatever the bot sends waits unread."""
        self._listening = asyncio.create_task(self._listen(queue))

    async def _listen(self, queue: asyncio.Queue[tuple[Caller, Message | None]]) -> None:
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
                    await queue.put((self, message))
        except OSError:
            pass
        finally:
            if pending is not None:
                pending.cancel()
        for message in cut.end():
            await queue.put((self, message))
        await queue.put((self, None))

    def send(self, data: bytes) -> None:
        """Header and payload in one write; a bot that is gone misses it."""
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.write(data)

    def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.close()


class Ear:
    """What the door has at a table instead of a WebSocket: it only learns that something happened."""

    def __init__(self, guest: str, seat: int, news: asyncio.Event) -> None:
        self.guest: str | None = guest
        self.seat: int | None = seat
        self.words = False
        self.news = news

    def send(self, message: bytes) -> None:
        self.news.set()

    def leave(self, table: LiveTable) -> None:
        self.seat = None  # a bot's slips are noted by the door, which knows its line
        table.go(cast(Connection, self))


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
        hosts: tuple[str, ...] = ("127.0.0.1", "::1"),
        pause: float = 0.0,
        compact: bool = False,
        report: Callable[[GameReport], None] | None = None,
    ) -> None:
        if BOT not in seats:
            raise Refused("The classic door needs a bot on at least one seat.", "bad-seat")
        for word in seats:
            if word not in (BOT, GUEST):
                check_word(GAME, word)
        self.house = house
        self.seats = seats
        self.options = GAME.read_options(options or {})
        self.ports = ports
        self.hosts = hosts
        self.pause = pause
        self.compact = compact
        self.report = report
        self.played = 0
        self.waiting: tuple[deque[Caller], deque[Caller]] = (deque(), deque())
        self.arrived = asyncio.Event()
        self.queue: asyncio.Queue[tuple[Caller, Message | None]] = asyncio.Queue(1000)
        self.callers: dict[int, Caller] = {}
        self.table_now: str | None = None
        self._servers: list[asyncio.Server] = []

    @property
    def bot_seats(self) -> list[int]:
        return [seat for seat in (0, 1) if self.seats[seat] == BOT]

    @property
    def seconds(self) -> float:
        return float(GAME.clock_of(self.options).move_ms) / 1000

    def named(self) -> list[str]:
        """The bots that have given their names."""
        return [caller.name for _, caller in sorted(self.callers.items()) if caller.name]

    async def open(self) -> None:
        """Listen on the ports of the bots' seats, on IPv4 and, where there is one, on IPv6."""
        self.keeper = await self.house.store.save_guest(CLASSIC, "The classic door", "bot")
        await self._clear_up()
        for seat in self.bot_seats:
            port = self.ports[seat]
            for number, host in enumerate(self.hosts):
                try:
                    self._servers.append(await asyncio.start_server(self._greeter(seat), host, port))
                except OSError as error:
                    if number == 0:
                        raise Refused(
                            f"Port {port} on {host} cannot be opened: {error.strerror or error}.", "no-port"
                        ) from None

    async def _clear_up(self) -> None:
        """Games that were running when the house fell have lost their bots."""
        for row in (await self.house.store.matches_of(CLASSIC, limit=50)).matches:
            if row.status not in ("open", "running"):
                continue
            try:
                table = await self.house.table(row.id)
            except Refused:
                continue
            if row.status == "open" or table.drives:
                await self.house.drop(table)

    def _greeter(self, seat: int) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if len(self.waiting[seat]) >= 20:
                writer.close()
                return
            self.waiting[seat].append(Caller(seat, reader, writer))
            self.arrived.set()

        return greet

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        for caller in [*self.callers.values(), *self.waiting[0], *self.waiting[1]]:
            caller.close()
        self.callers.clear()

    async def run(self, games: int = 0) -> None:
        """Play games until so many are finished; 0: for ever."""
        while games == 0 or self.played < games:
            try:
                await self._one_game()
            except (Refused, StoreError) as trouble:  # the next game may go better
                log.error("the classic door: %s", trouble)
                await asyncio.sleep(1.0)

    async def _one_game(self) -> None:
        await self._take_names()
        table: LiveTable | None = None
        try:
            table = await self._sit_down()
            self.table_now = table.id
            await _Game(self, table).play()
            self._tell(table)
            self.played += 1
            await self._farewell()
        except Restarted:
            if table is not None and table.match is not None and not table.match.over:
                self._tell(table, dropped=True)
        finally:
            self.table_now = None
            if table is not None and (table.match is None or not table.match.over):
                await self.house.drop(table)
            for caller in self.callers.values():
                caller.close()
            self.callers.clear()
            self.queue = asyncio.Queue(1000)

    # --- names ---

    async def _take_names(self) -> None:
        """Until every bot seat has a name, in either order (B4). `restart` is ignored here (B11)."""
        while not all(seat in self.callers and self.callers[seat].name for seat in self.bot_seats):
            for seat in self.bot_seats:
                if seat in self.callers and self.callers[seat].ended and self.waiting[seat]:
                    self.callers.pop(seat).close()  # it hung up before the game, and another has come
                if seat not in self.callers and self.waiting[seat]:
                    caller = self.callers[seat] = self.waiting[seat].popleft()
                    caller.listen(self.queue)
            heard = asyncio.create_task(self.queue.get())
            came = asyncio.create_task(self.arrived.wait())
            done, undone = await asyncio.wait((heard, came), return_when=asyncio.FIRST_COMPLETED)
            for task in undone:
                task.cancel()
            self.arrived.clear()
            if heard in done:
                self._hear_name(*heard.result())

    def _hear_name(self, caller: Caller, message: Message | None) -> None:
        if self.callers.get(caller.seat) is not caller:
            return
        if message is None:
            if caller.name is None:
                del self.callers[caller.seat]
                caller.close()
                self.arrived.set()
            caller.ended = True
        elif message.is_restart:
            return
        elif caller.name is not None:
            caller.send(NOT_YOUR_TURN_FRAME)
        elif message.name:
            caller.name = message.name

    async def _sit_down(self) -> LiveTable:
        """The named bots become guests of the house and get a table."""
        words = ["free" if word in (BOT, GUEST) or is_program(word) else word for word in self.seats]
        table = await self.house.make_table(
            self.keeper,
            NewTable(
                GAME.name, words, options=msgspec.to_builtins(self.options), clock=Clock(), open=True, takeover=False
            ),
            classic=True,
        )
        for seat, word in enumerate(self.seats):
            if words[seat] == "free" and word != GUEST:
                guest, _ = await self.house.new_guest(self._shown_name(seat), "bot", CLASSIC)
                await self.house.join(table, guest, seat)
        return table

    def _shown_name(self, seat: int) -> str:
        caller = self.callers.get(seat)
        told = caller.name or "" if caller else self.seats[seat].partition(":")[0]
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
                payoffs=[] if dropped else match.payoffs(),
                misses=[int(state.gardener(seat).misses) for seat in (0, 1)],
                rounds=int(state.round),
                table=table.id,
                why="restarted" if dropped else match.say_end(table.names),
                dropped=dropped,
            )
        )

    async def _farewell(self) -> None:
        """Connections stay a while for `restart` or closing; actions are ignored (B9)."""
        until = time.monotonic() + FAREWELL_SECONDS
        while any(not caller.ended for caller in self.callers.values()):
            try:
                caller, message = await asyncio.wait_for(self.queue.get(), until - time.monotonic())
            except TimeoutError:
                return
            if message is None:
                caller.ended = True
            elif message.is_restart:
                return


class _Game:
    """One game between the names and the end."""

    def __init__(self, door: ClassicDoor, table: LiveTable) -> None:
        self.door = door
        self.table = table
        self.news = asyncio.Event()
        self.programs: dict[int, Player] = {}

    async def play(self) -> None:
        table, door = self.table, self.door
        ears: list[Ear] = []
        for seat in (0, 1):
            guest = table.row.seats[seat].guest
            if guest is not None and (seat in door.bot_seats or is_program(door.seats[seat])):
                ear = Ear(guest, seat, self.news)
                ears.append(ear)
                table.come(cast(Connection, ear))
        try:
            while table.match is None:  # a person has not sat down yet
                await self._wait_for_news()
                if all(caller.ended for caller in door.callers.values()) or table.row.status == "closed":
                    raise Restarted  # nobody is left to play with
            while not table.match.over:
                mover = table.match.mover
                if mover in door.bot_seats:
                    await self._ask(mover)
                elif is_program(door.seats[mover]):
                    await self._ask_program(mover)
                else:
                    await self._wait_for_news()
            first = door.callers.get(0)
            if first is not None and not first.ended:
                first.send(frame(self._payload(0)))
        finally:
            for ear in ears:
                ear.leave(table)
            for program in self.programs.values():
                program.close()

    def _payload(self, seat: int) -> bytes:
        assert self.table.match is not None
        return state_payload(cast(Any, self.table.match.state), seat, self.door.compact)

    async def _ask(self, seat: int) -> None:
        """Show the state, and take one message as the move; late or gone is a miss (B6, B8, B10)."""
        door, caller = self.door, self.door.callers[seat]
        if door.pause:
            await asyncio.sleep(door.pause)
        while not door.queue.empty():  # sent before the state, so out of turn; nothing is queued for later
            self._overhear(*door.queue.get_nowait())
        deadline = time.monotonic() + door.seconds if door.seconds else None
        if not caller.ended:
            caller.send(frame(self._payload(seat)))
        while not caller.ended or not door.queue.empty():
            try:
                wait = None if deadline is None else max(0.0, deadline - time.monotonic())
                heard, message = await asyncio.wait_for(door.queue.get(), wait)
            except TimeoutError:
                break
            if heard is caller and message is not None and not message.is_restart:
                await self._move(seat, message)
                return
            self._overhear(heard, message)
        if caller.ended:
            self.table.slip(seat, "gone", "The bot has hung up, so its turn was missed at once.")
        else:
            self.table.slip(seat, "late", f"No action came within {door.seconds:g} s; the turn was missed.")
        await self._play(seat, [miss()])

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
            self.table.slip(seat, "unreadable", "This is no action; it counted as a pass.", said)
            await self._play(seat, unreadable())
            return
        verdict = judge_list(state, action.kind, action.lines)
        for remark in verdict.remarks():
            self.table.slip(seat, "illegal", remark, said)
        await self._play(seat, verdict.moves)

    async def _play(self, seat: int, moves: list[int]) -> None:
        assert self.table.match is not None
        for move in moves:
            try:
                await self.table.play(self.table.ply + 1, seat, int(move))
            except Refused:
                if not self.table.match.over:
                    raise
                return  # the other side has given up in this very moment

    async def _wait_for_news(self) -> None:
        """Until something happens at the table; bots that speak meanwhile are not on turn."""
        heard = asyncio.create_task(self.door.queue.get())
        news = asyncio.create_task(self.news.wait())
        done, undone = await asyncio.wait((heard, news), return_when=asyncio.FIRST_COMPLETED)
        for task in undone:
            task.cancel()
        self.news.clear()
        if heard in done:
            self._overhear(*heard.result())

    async def _ask_program(self, seat: int) -> None:
        """A program on the other seat answers over its pipes, under the same clock."""
        table = self.table
        assert table.match is not None
        if seat not in self.programs:
            player = make_player(GAME, self.door.seats[seat], Seed.fresh().dice("program"))
            await asyncio.to_thread(player.hello, table.hello(seat))
            self.programs[seat] = player
        player = self.programs[seat]
        legal = [int(move) for move in table.match.state.moves()]
        offered = [GAME.moves.to_json(move) for move in legal]
        left = Remaining(move_ms=round(self.door.seconds * 1000) or None)
        turn = Turn(table.ply + 1, table.match.view(seat), offered, left)
        try:
            answer = await asyncio.to_thread(player.choose_by, turn, self.door.seconds or None)
            moves = answered_moves(answer, table.match, legal).moves
            reason = table.match.why_not(seat, moves[0])
            if reason is not None:
                raise Refused(reason.text, reason.code)
        except Exception as error:
            log.warning("the program on seat %s missed: %s", seat + 1, error)
            moves = [miss()]
        await self._play(seat, moves)
