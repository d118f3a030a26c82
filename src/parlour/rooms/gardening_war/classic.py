"""The classic door: the original Gardening War bots connect over plain TCP, one port per seat, and play unchanged.

A bot that gives its name becomes a guest of the house and sits at a table like any other, so its rival may be another
such bot, a house player, a program, or a person in the browser. The bots' messages are in
`parlour.games.gardening_war.classic_protocol`; here are the ports, the names and what follows a game (part B of the
protocol), with a bot's connection in `classic_caller` and a single game in `classic_game`.

Nobody can block the door: a connection without a name gives way to one that has given its name and is closed after a
while, and a person who has left, or does not move, loses the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from unicodedata import category

import msgspec

from parlour.bots.seat_words import SeatWord, known_words, read_word
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.protocol import NewTable
from parlour.games.gardening_war.classic_protocol import NOT_YOUR_TURN_FRAME, PORTS, Message
from parlour.games.gardening_war.decisions import GardenDecisions
from parlour.games.gardening_war.game import GAME
from parlour.rooms.gardening_war.classic_caller import Caller, Heard
from parlour.rooms.gardening_war.classic_game import ClassicGame, Restarted
from parlour.server.house import House
from parlour.server.keeper import CLASSIC
from parlour.server.table import LiveTable
from parlour.store import StoreError, rows

log = logging.getLogger("parlour.server")

BOT = "bot"  # a seat for a bot that connects
GUEST = "guest"  # a seat for a person in the browser
LOCALHOST = "127.0.0.1"
FAREWELL_SECONDS = 10.0  # how long connections stay after the end, and how long a drawn match waits for its bots
NAME_SECONDS = 30.0  # how long a connection may stay without giving a name
MOST_WAITING = 20  # connections waiting on one port


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

    def is_person(self, seat: int) -> bool:
        return self.seats[seat] == GUEST

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
            peer = writer.get_extra_info("peername") or ("",)
            if self.house.order.ban_of(None, str(peer[0])) is not None:
                writer.close()
                return
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
        """Close a connection that has given no name."""
        if caller in self.waiting[caller.seat]:
            self.waiting[caller.seat].remove(caller)
            caller.close()

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
            await ClassicGame(self, table).play()
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
        """Give a seat to the first caller with a name; one who disconnected before the game makes room."""
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
                guest = await self._new_bot(seat)
                await self.house.lobby.join(table, guest, seat)
        return table

    async def _new_bot(self, seat: int) -> rows.Guest:
        """A bot under the name it gave, if it may have that."""
        try:
            guest, _ = await self.house.new_guest(self._shown_name(seat), "bot", CLASSIC)
        except Refused:
            guest, _ = await self.house.new_guest(f"Player {seat + 1}", "bot", CLASSIC)
        return guest

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
        following = await self.house.afterwards.set_next(table)
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
