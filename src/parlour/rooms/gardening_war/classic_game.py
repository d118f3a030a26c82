"""One game at the classic door: whose turn it is, what the bots are sent, and what their answers count as."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast

from parlour.arena.asking import ask
from parlour.bots.player import Player
from parlour.core.errors import Refused
from parlour.core.moves import forfeit
from parlour.core.referee import Referee
from parlour.core.seed import Seed
from parlour.games.gardening_war.classic_protocol import (
    NOT_YOUR_TURN_FRAME,
    Message,
    frame,
    read_action,
    state_payload,
)
from parlour.games.gardening_war.decisions import GardenDecisions
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.lists import judge_list, unreadable
from parlour.rooms.gardening_war.classic_caller import Caller
from parlour.server import messages
from parlour.server.connection import Connection
from parlour.server.table import LiveTable

if TYPE_CHECKING:
    from parlour.rooms.gardening_war.classic import ClassicDoor

log = logging.getLogger("parlour.server")


class Restarted(Exception):
    """A bot asked to start over."""


class Listener:
    """The door's connection to a table instead of a WebSocket: it only learns that something happened."""

    is_program = False

    def __init__(self, guest: str, seat: int, news: asyncio.Event) -> None:
        self.guest: str | None = guest
        self.seat: int | None = seat
        self.words = False
        self.news = news

    def send(self, message: bytes) -> None:
        self.news.set()

    def leave(self, table: LiveTable) -> None:
        self.seat = None  # the door, which knows the bot's connection, notes its mistakes itself
        table.guests.disconnect(cast(Connection, self))


class ClassicGame:
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
                table.guests.connect(cast(Connection, listener))
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
                elif door.is_person(mover):
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
        since = table.guests.absent_since.get(seat)
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
