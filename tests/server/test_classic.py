"""The classic door, driven by clients that speak each skeleton's dialect over real sockets.

Its clocks are turned by hand: no bot is ever late because the machine is.
"""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.by_hand import ByHand
from tests.patience import patience

from parlour.core.errors import Refused
from parlour.core.protocol import MoveAnswer
from parlour.games.gardening_war.classic_protocol import DIALECTS, NOT_YOUR_TURN, Dialect
from parlour.games.gardening_war.lists import Line
from parlour.rooms.gardening_war.classic import (
    BOT,
    FAREWELL_SECONDS,
    GUEST,
    MOST_WAITING,
    NAME_SECONDS,
    ClassicDoor,
    GameReport,
)
from parlour.rooms.gardening_war.commands import is_loopback
from parlour.server.connection import Connection
from parlour.server.hosting import Hosting
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import Store

OpenDoor = Callable[..., Awaitable["Door"]]
MOVE_SECONDS = 6.0


class Door:
    """An open door, its ports and what it reported."""

    def __init__(self, door: ClassicDoor, reports: list[GameReport]) -> None:
        self.door = door
        self.house = door.house
        self.time = cast(ByHand, door.house.time)
        self.ports = door.ports
        self.reports = reports
        self.task = asyncio.create_task(door.run())

    async def report(self, number: int = 1) -> GameReport:
        """The number-th report, once it is there."""
        await until(lambda: len(self.reports) >= number or self.task.done())
        assert not self.task.done(), self.task.exception()
        return self.reports[number - 1]

    async def table(self) -> LiveTable:
        """The table where they play now."""
        await until(lambda: self.door.table_now is not None)
        return await self.house.table(str(self.door.table_now))

    async def all_asleep(self) -> None:
        """Everything that happens without the clock has happened."""
        for _ in range(20):
            await asyncio.sleep(0)


def free_ports() -> tuple[int, int]:
    with socket.socket() as a, socket.socket() as b:
        a.bind(("127.0.0.1", 0))
        b.bind(("127.0.0.1", 0))
        return a.getsockname()[1], b.getsockname()[1]


@pytest.fixture
async def open_door(tmp_path: Path) -> AsyncIterator[OpenDoor]:
    house = House(Settings(pace_ms=0), Store.open(str(tmp_path / "house.db")), ByHand())
    await house.open()
    opened: list[Door] = []

    async def open_it(seats: tuple[str, str] = (BOT, BOT), **options: Any) -> Door:
        reports: list[GameReport] = []
        door = ClassicDoor(house, seats, options, free_ports(), report=reports.append)
        await door.open()
        opened.append(Door(door, reports))
        return opened[-1]

    yield open_it
    for one in opened:
        one.task.cancel()
        await asyncio.gather(one.task, return_exceptions=True)
        await one.door.close()
    await house.close()


class Skeleton:
    """A bot as one of the skeletons would be: one read for the header, one for the payload."""

    def __init__(self, dialect: Dialect, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.dialect = dialect
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, dialect: str, port: int) -> "Skeleton":
        return cls(DIALECTS[dialect], *await asyncio.open_connection("127.0.0.1", port))

    def say(self, text: str) -> None:
        self.writer.write(self.dialect.write(text))

    def act(self, kind: str, *lines: Line) -> None:
        self.writer.write(self.dialect.write_action(kind, lines))

    async def payload(self) -> bytes:
        async with asyncio.timeout(patience()):
            header = await self.reader.readexactly(8)
            return await self.reader.readexactly(int(header))

    async def state(self) -> dict[str, Any]:
        """The next state; `It's not your turn yet` in between is passed over."""
        while (payload := await self.payload()) == NOT_YOUR_TURN:
            pass
        state: dict[str, Any] = json.loads(payload)
        return state

    async def named(self, name: str) -> None:
        self.say(name)
        await self.writer.drain()

    async def ended(self) -> bool:
        async with asyncio.timeout(patience()):
            return await self.reader.read(1) == b""

    def close(self) -> None:
        self.writer.close()


async def play_sensibly(bot: Skeleton, rounds: int) -> list[dict[str, Any]]:
    """Tulips on the first field: buy, plant, water, harvest; the states that were seen."""
    seen = []
    for turn in range(rounds):
        state = await bot.state()
        seen.append(state)
        x, y = state["source"]["tiles"][0]["x"], state["source"]["tiles"][0]["y"]
        plan: list[tuple[str, list[Line]]] = [
            ("C", [Line(card=6, amount=1), Line(card=0, amount=1)]),
            ("P", [Line(x=x, y=y, card=6)]),
            ("W", [Line(x=x, y=y, amount=1)]),
            ("H", []),
        ]
        kind, lines = plan[turn % 4]
        bot.act(kind, *lines)
    return seen


@pytest.mark.parametrize("dialect", list(DIALECTS))
async def test_each_dialect_plays_a_whole_game_on_both_seats(open_door: OpenDoor, dialect: str) -> None:
    door = await open_door(rounds=8)
    bots = [await Skeleton.connect(dialect, port) for port in door.ports]
    await bots[1].named("TEAM 2")  # either order is fine
    await bots[0].named("TEAM 1 with a very long name")
    first, second = await asyncio.gather(*(play_sensibly(bot, 8) for bot in bots))
    closing = await bots[0].state()
    assert closing["source"]["points"] == 16000
    assert first[0]["daysTillRain"] == 9 and second[0]["source"]["tiles"][0]["x"] == 7
    report = await door.report()
    assert report.names == ["TEAM 1 with a v", "TEAM 2"]
    assert report.scores == [16000, 16000] and report.payoffs == [0.5, 0.5] and report.misses == [0, 0]
    assert (
        report.why
        == "A draw at 16\N{NO-BREAK SPACE}000 points each. The match needs a winner, so you play again: game 2 of 3."
    )
    for bot in bots:
        bot.close()


async def test_the_first_state_is_the_originals_byte_for_byte(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("TEAM 1")
    async with asyncio.timeout(patience()):
        assert await bot.reader.readexactly(8) == b"00013880"
        payload = await bot.reader.readexactly(13880)
    assert payload.startswith(b'{\r\n\t"tiles": [\r\n\t\t{\r\n\t\t\t"x": 0,') and payload.endswith(
        b'"daysTillRain": 9\r\n}'
    )
    bot.close()


async def test_a_bot_with_a_name_of_the_house_plays_under_another(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("Admin")
    await bot.state()
    [table] = door.house.tables.values()
    assert table.names[0] == "Player 1"
    bot.close()


async def test_a_bot_out_of_turn_is_told_so_and_nothing_is_queued(open_door: OpenDoor) -> None:
    door = await open_door(rounds=2)
    one, two = [await Skeleton.connect("csharp", port) for port in door.ports]
    await one.named("A")
    await two.named("B")
    await one.state()
    two.act("C", Line(card=0, amount=5))
    assert await two.payload() == NOT_YOUR_TURN
    one.act("H")
    assert (await two.state())["source"]["gold"] == 5000
    for bot in (one, two):
        bot.close()


async def test_junk_is_a_pass_and_not_a_miss(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=3)
    bot = await Skeleton.connect("cpp", door.ports[0])
    await bot.named("X")
    for text in ("message", '{"ActionType":"C","Properties":7}', "W;[2:[0,0]]"):
        await bot.state()
        bot.say(text)
    await bot.state()
    report = await door.report()
    assert report.misses[0] == 0 and report.scores[0] == 0 and "forfeited" not in report.why
    bot.close()


async def test_a_broken_action_is_a_strike_and_the_third_loses(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=50)
    bot = await Skeleton.connect("cpp", door.ports[0])
    await bot.named("BABEL")
    for text in ('{"ActionType":"C","Properties":7}', '{"ActionType":"L","Properties":[}', '{"Properties":[8]}'):
        await bot.state()
        bot.say(text)
    report = await door.report()
    assert report.payoffs == [0.0, 1.0] and report.misses[0] == 0
    assert report.why.endswith("BABEL forfeited the seat.")
    bot.close()


async def test_misses_and_broken_actions_are_strikes_alike(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=50)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("SLEEPY")
    for _ in range(2):
        await bot.state()
        door.time.turn(MOVE_SECONDS)
    await bot.state()
    bot.say('{"Properties":[8]}')
    report = await door.report()
    assert report.payoffs == [0.0, 1.0] and report.misses[0] == 2
    bot.close()


async def test_where_a_bot_may_miss_for_ever_broken_actions_cost_nothing(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=5, max_misses=0)
    bot = await Skeleton.connect("cpp", door.ports[0])
    await bot.named("BABEL")
    for _ in range(5):
        await bot.state()
        bot.say('{"Properties":[8]}')
    assert "forfeited" not in (await door.report()).why
    bot.close()


async def test_three_late_answers_forfeit(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=50)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("SLEEPY")
    for _ in range(3):
        await bot.state()
        assert not door.reports
        door.time.turn(MOVE_SECONDS)
    report = await door.report()
    assert report.misses[0] == 3 and report.payoffs == [0.0, 1.0] and report.scores[0] == 0
    bot.close()


async def test_an_answer_at_the_last_moment_is_in_time(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("SLOW")
    for _ in range(2):
        await bot.state()
        door.time.turn(MOVE_SECONDS - 0.25)
        bot.act("C", Line(card=0, amount=1))
    assert (await bot.state())["source"]["gold"] == 4600
    assert (await door.report()).misses == [0, 0]
    bot.close()


async def test_a_bot_that_hangs_up_misses_at_once(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=50)
    bot = await Skeleton.connect("java", door.ports[0])
    await bot.named("GONE")
    await bot.state()
    bot.close()
    assert (await door.report()).misses[0] == 3


async def test_restart_drops_the_game_and_takes_names_again(open_door: OpenDoor) -> None:
    door = await open_door(rounds=20)
    one, two = [await Skeleton.connect("python", port) for port in door.ports]
    await one.named("A")
    await two.named("B")
    await one.state()
    one.act("H")
    await two.state()
    two.say("restart")
    assert (await door.report()).dropped
    assert await one.ended() and await two.ended()
    again = [await Skeleton.connect("python", port) for port in door.ports]
    await again[0].named("A")
    await again[1].named("B")
    assert (await again[0].state())["daysTillRain"] == 9
    for bot in (one, two, *again):
        bot.close()


async def test_half_a_message_and_ten_megabytes_harm_only_their_sender(open_door: OpenDoor) -> None:
    door = await open_door(rounds=4)
    one, two = [await Skeleton.connect("csharp", port) for port in door.ports]
    await one.named("HALF")
    await two.named("GOOD")
    await one.state()
    one.say('{"ActionType":"C","Properties":[{"CardId":0,')  # and silence: unreadable after half a second
    await two.state()
    two.act("C", Line(card=0, amount=1))
    await one.state()
    with contextlib.suppress(ConnectionError):
        one.writer.write(b"{" + b"x" * 10_000_000)
        await one.writer.drain()
    assert (await two.state())["source"]["gold"] == 4800
    for bot in (one, two):
        bot.close()


async def test_a_newcomer_on_a_taken_port_waits_for_the_next_game(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=4)
    first = await Skeleton.connect("python", door.ports[0])
    await first.named("FIRST")
    await first.state()
    second = await Skeleton.connect("python", door.ports[0])
    await second.named("SECOND")
    first.act("H")
    for _ in range(3):
        await first.state()
        first.act("H")
    assert (await door.report()).names[0] == "FIRST"
    await first.state()
    await until(lambda: door.door.goodbye_until is not None)
    door.time.turn(FAREWELL_SECONDS)
    assert await first.ended()
    await second.state()
    assert (await door.table()).names[0] == "SECOND"
    for bot in (first, second):
        bot.close()


async def test_the_classic_enemy_remembers_its_plan_at_a_table(open_door: OpenDoor) -> None:
    """A simple player with a memory is one and the same from the first round to the last."""
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=12)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("IDLE")
    for _ in range(12):
        await bot.state()
        bot.act("H")
    await bot.state()
    assert (await door.report()).scores[1] > 0
    bot.close()


async def test_a_bot_that_comes_back_before_the_game_takes_its_seat_again(open_door: OpenDoor) -> None:
    """Who is started anew while the other seat is empty plays; nobody plays against the line that was left."""
    door = await open_door(rounds=2)
    first = await Skeleton.connect("java", door.ports[0])
    await first.named("BUGGY")
    await until(lambda: door.door.named() == ["BUGGY"])
    first.close()
    again = await Skeleton.connect("java", door.ports[0])
    await again.named("FIXED")
    await until(lambda: door.door.named() == ["FIXED"])
    other = await Skeleton.connect("cpp", door.ports[1])
    await other.named("OTHER")
    await play_all_passes([again, other], 2)
    report = await door.report()
    assert report.names == ["FIXED", "OTHER"] and report.misses == [0, 0]
    for bot in (again, other):
        bot.close()


async def test_a_named_bot_that_hung_up_and_never_came_back_misses_its_turns(open_door: OpenDoor) -> None:
    door = await open_door(rounds=50)
    gone = await Skeleton.connect("cpp", door.ports[0])
    await gone.named("GONE")
    await until(lambda: door.door.named() == ["GONE"])
    gone.close()
    other = await Skeleton.connect("python", door.ports[1])
    await other.named("HERE")
    for _ in range(2):
        await other.state()
        other.act("H")
    report = await door.report()
    assert report.misses[0] == 3 and report.payoffs == [0.0, 1.0]
    other.close()


async def test_restart_among_the_names_is_ignored_without_an_answer(open_door: OpenDoor) -> None:
    door = await open_door(rounds=2)
    one, two = [await Skeleton.connect("csharp", port) for port in door.ports]
    await one.named("restart\n")
    await one.named("A\n")
    await until(lambda: door.door.named() == ["A"])
    await one.named("restart\n")
    await one.named("hurry\n")
    assert await one.payload() == NOT_YOUR_TURN  # to the last of them only
    await two.named("B")
    assert json.loads(await one.payload())["daysTillRain"] == 9
    for bot in (one, two):
        bot.close()


async def test_two_actions_at_once_are_one_move_and_one_out_of_turn(open_door: OpenDoor) -> None:
    """The second is never kept for the next turn, however quick the house player is."""
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=3)
    bot = await Skeleton.connect("csharp", door.ports[0])
    await bot.named("HASTY")
    await bot.state()
    for _ in range(2):
        bot.act("C", Line(card=0, amount=1))
    assert await bot.payload() == NOT_YOUR_TURN
    assert (await bot.state())["source"]["gold"] == 4800
    bot.act("H")
    assert (await bot.state())["source"]["gold"] == 4800
    bot.close()


@pytest.mark.parametrize("dialect", list(DIALECTS))
async def test_a_series_as_the_skeletons_play_it(open_door: OpenDoor, dialect: str) -> None:
    """Three games broken off at turn 3 by seat 1's restart, seat 2 gone before it, and a last one that both leave."""
    door = await open_door(rounds=6)
    for game in range(3):
        one, two = [await Skeleton.connect(dialect, port) for port in door.ports]
        await two.named("TEAM 2")
        await one.named("TEAM 1")
        for _ in range(2):
            for bot in (one, two):
                await bot.state()
                bot.say(bot.dialect.default)
        await one.state()
        if game < 2:
            two.close()  # seat 2 neither waits nor sends in its last turn
            one.say("restart")
            assert (await door.report(game + 1)).dropped
            assert await one.ended()
            one.close()
        else:
            two.say(two.dialect.default)  # without waiting for a state, so out of turn
            assert await two.payload() == NOT_YOUR_TURN
            two.close()
            one.say(one.dialect.default)
            one.close()
            report = await door.report(3)
            assert not report.dropped and max(report.misses) == 3


async def test_what_a_classic_bot_did_wrong_is_in_its_log(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=4)
    bot = await Skeleton.connect("csharp", door.ports[0])
    await bot.named("CLUMSY")
    await bot.state()
    bot.say("message")
    await bot.state()
    bot.act("L", Line(x=9, y=0))
    await bot.state()
    bot.act("P", Line(x=0, y=0, card=6))
    await bot.state()
    bot.close()
    report = await door.report()
    house = door.door.house
    await until(lambda: len(house.store.reads.faults(report.table, 0)) >= 4)
    faults = house.store.reads.faults(report.table, 0)
    assert [fault.code for fault in faults[:4]] == ["unreadable", "illegal", "illegal", "gone"]
    assert faults[0].said == "message"
    assert faults[1].why.startswith("The whole move had no effect: ")
    assert faults[2].why == "Line 1 had no effect: no seed left."


async def test_a_search_with_settings_meets_a_bot(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "search:iterations=20"), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("A")
    await play_all_passes([bot], 2)
    report = await door.report()
    assert report.names == ["A", "search"] and report.misses == [0, 0]
    bot.close()


async def test_the_table_of_a_bot_that_leaves_before_a_person_comes_is_cleared_away(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("LONELY")
    await until(lambda: door.door.table_now is not None)
    table = await door.door.house.table(str(door.door.table_now))
    assert table.row.status == "open" and table.row.listed
    bot.close()
    await until(lambda: table.row.status == "closed" and door.door.table_now is None)


async def test_a_person_who_gives_up_ends_the_game_with_a_closing_state(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=5)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("PATIENT")
    table = await door.table()
    ann = await Person.sit_down(door, table)
    await bot.state()
    bot.act("H")
    await until(lambda: table.match is not None and table.match.mover == 1)
    await door.house.lobby.leave(table, ann.guest)
    await bot.state()
    assert (await door.report()).payoffs == [1.0, 0.0]
    with pytest.raises(Refused, match="when it reconnects"):
        await door.house.afterwards.rematch(table, ann.guest)
    bot.close()


# --- nobody can keep the door to himself ---


async def test_a_banned_address_is_not_let_in(open_door: OpenDoor) -> None:
    door = await open_door()
    await Hosting(door.house.store, "terminal (test)", door.house.time.date).ban(None, "127.0.0.0/8", None, "Floods")
    await door.house.order.look()
    reader, writer = await asyncio.open_connection("127.0.0.1", door.ports[0])
    assert await asyncio.wait_for(reader.read(), patience()) == b""
    assert not door.door.waiting[0]
    writer.close()


async def test_a_connection_that_says_nothing_holds_up_nobody(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    silent = [await Skeleton.connect("python", door.ports[0]) for _ in range(3)]
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("EAGER")
    await bot.state()
    assert (await door.table()).names[0] == "EAGER"
    for one in (*silent, bot):
        one.close()


async def test_a_connection_that_says_nothing_is_closed_after_a_while(open_door: OpenDoor) -> None:
    door = await open_door(rounds=2)
    silent = await Skeleton.connect("java", door.ports[1])
    await until(lambda: len(door.door.waiting[1]) == 1)
    door.time.turn(NAME_SECONDS - 1)
    await door.all_asleep()
    assert len(door.door.waiting[1]) == 1
    door.time.turn(1)
    assert await silent.ended()
    assert not door.door.waiting[1]
    silent.close()


@pytest.mark.parametrize("noise", ["restart", "{"])
async def test_whoever_says_something_but_no_name_holds_up_nobody_either(open_door: OpenDoor, noise: str) -> None:
    """`restart` is no name, and an object that never ends is none."""
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    odd = [await Skeleton.connect("java", door.ports[0]) for _ in range(MOST_WAITING)]
    for one in odd:
        one.say(noise)
    await until(lambda: len(door.door.waiting[0]) == MOST_WAITING)
    bot = await Skeleton.connect("java", door.ports[0])
    bot.say("restart")
    await bot.named("EAGER")
    await bot.state()
    assert (await door.table()).names[0] == "EAGER"
    door.time.turn(NAME_SECONDS)
    for one in odd:
        assert await one.ended()
        one.close()
    bot.close()


async def test_a_port_full_of_silence_still_lets_a_bot_in(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    silent = [await Skeleton.connect("python", door.ports[0]) for _ in range(MOST_WAITING)]
    await until(lambda: len(door.door.waiting[0]) == MOST_WAITING)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("EAGER")
    await bot.state()
    for one in (*silent, bot):
        one.close()


async def test_a_bot_that_waited_and_hung_up_gets_no_seat(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=4)
    playing = await Skeleton.connect("cpp", door.ports[0])
    await playing.named("PLAYING")
    await playing.state()
    tired = await Skeleton.connect("cpp", door.ports[0])
    await tired.named("TIRED")
    await until(lambda: any(caller.spoke for caller in door.door.waiting[0]))
    tired.close()
    patient = await Skeleton.connect("cpp", door.ports[0])
    await patient.named("PATIENT")
    await until(lambda: sum(caller.spoke for caller in door.door.waiting[0]) == 2)
    await until(lambda: any(caller.gone for caller in door.door.waiting[0]))
    playing.say("restart")
    await patient.state()
    assert (await door.table()).names[0] == "PATIENT"
    for one in (playing, patient):
        one.close()


class Person:
    """Somebody in the browser, as far as the table can tell."""

    def __init__(self, guest: Any, table: LiveTable) -> None:
        self.guest = guest
        self.table = table
        self.chair: Connection | None = None

    @classmethod
    async def sit_down(cls, door: Door, table: LiveTable) -> "Person":
        guest, _ = await door.house.new_guest("Ann")
        await door.house.lobby.join(table, guest, None)
        return cls(guest, table)

    async def come(self, table: LiveTable | None = None) -> None:
        self.table = table or self.table
        self.chair = cast(Connection, Listener(self.guest.id))
        self.table.guests.connect(self.chair)
        await self.table.house.lobby.begin_if_all_are_here(self.table)

    def go(self) -> None:
        assert self.chair is not None
        self.table.guests.disconnect(self.chair)

    async def passes(self) -> None:
        await until(lambda: self.table.match is not None and self.table.match.mover == 1)
        assert self.chair is not None
        assert await self.table.answer(self.chair, MoveAnswer(self.table.ply + 1, {"kind": "pass"}))


class Listener:
    """A connection that remembers what it was told."""

    is_program = False

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.seat = 1
        self.words = True
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))


async def test_a_person_who_sits_down_and_never_comes_loses_after_a_while(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=50)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("PATIENT")
    table = await door.table()
    await Person.sit_down(door, table)
    await bot.state()
    bot.act("H")
    await until(lambda: table.match is not None and table.match.mover == 1)
    away = door.house.settings.classic_away_seconds
    door.time.turn(away - 1)
    await door.all_asleep()
    assert not door.reports
    door.time.turn(1)
    report = await door.report()
    assert report.payoffs == [1.0, 0.0] and report.why == "PATIENT wins: Ann forfeited the seat."
    bot.close()


async def test_a_person_who_leaves_in_the_middle_has_some_time_to_come_back(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=50)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("PATIENT")
    table = await door.table()
    ann = await Person.sit_down(door, table)
    await ann.come()
    away = door.house.settings.classic_away_seconds
    for _ in range(2):
        await bot.state()
        bot.act("H")
        await until(lambda: table.match is not None and table.match.mover == 1)
        ann.go()
        door.time.turn(away - 1)
        await ann.come()
        door.time.turn(2)
        await ann.passes()
    await bot.state()
    bot.act("H")
    await until(lambda: table.match is not None and table.match.mover == 1)
    ann.go()
    door.time.turn(away)
    assert (await door.report()).payoffs == [1.0, 0.0]
    bot.close()


async def test_a_person_who_sits_there_and_does_not_move_runs_out_of_time(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=50)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("PATIENT")
    table = await door.table()
    ann = await Person.sit_down(door, table)
    await ann.come()
    assert table.clock.rule.move_ms == 300_000, "which everybody at the table sees"
    for _ in range(3):
        await bot.state()
        bot.act("H")
        await until(lambda: table.match is not None and table.match.mover == 1)
        door.time.turn(300)
    report = await door.report()
    assert report.misses == [0, 3] and report.payoffs == [1.0, 0.0]
    bot.close()


async def test_a_mistake_of_ours_does_not_close_the_door(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    with monkeypatch.context() as patch:
        patch.setattr(door.house.lobby, "make_table", None)
        bot = await Skeleton.connect("python", door.ports[0])
        await bot.named("UNLUCKY")
        assert await bot.ended()
    again = await Skeleton.connect("python", door.ports[0])
    await again.named("LUCKY")
    await again.state()
    assert "the classic door: TypeError" in caplog.text
    for one in (bot, again):
        one.close()


# --- where it listens ---


def test_what_only_this_machine_can_reach() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "127.1.2.3"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.0.7", "example.org"))


async def test_the_host_chooses_the_address(open_door: OpenDoor) -> None:
    house = (await open_door()).house
    everywhere = ClassicDoor(house, ports=free_ports(), host="0.0.0.0")
    await everywhere.open()
    bot = await Skeleton.connect("python", everywhere.ports[0])
    await until(lambda: len(everywhere.waiting[0]) == 1)
    bot.close()
    await everywhere.close()
    nowhere = ClassicDoor(house, ports=free_ports(), host="203.0.113.7")
    with pytest.raises(Refused, match=r"Can't open port \d+ on 203\.0\.113\.7: "):
        await nowhere.open()


# --- draws (section 12) ---


async def test_a_drawn_game_is_played_again_on_the_same_lines(open_door: OpenDoor) -> None:
    """Nobody scores in two rounds; the fourth game has three, and whoever has planted is poorer by the seed."""
    door = await open_door(rounds=2)
    one, two = [await Skeleton.connect("csharp", port) for port in door.ports]
    await one.named("A")
    await two.named("B")
    for number in (1, 2, 3):
        await play_all_passes([one, two], 2)
        report = await door.report(number)
        assert report.payoffs == [0.5, 0.5]
        wanted = (
            f"game {number + 1} of 3."
            if number < 3
            else "That is the third draw, so one last game decides, of 3 rounds."
        )
        assert report.why.endswith(wanted)
        one.act("H")  # an answer to the closing state, which is ignored
        await until(lambda: door.door.pending is not None)
        await until(lambda: door.door.queue.empty())
        door.time.turn(FAREWELL_SECONDS)
    for kind, lines in (("C", [Line(card=3, amount=1)]), ("P", [Line(card=3)]), ("H", [])):
        await one.state()
        one.act(kind, *lines)
        await two.state()
        two.act("H")
    await one.state()
    report = await door.report(4)
    assert report.payoffs == [0.0, 1.0]
    assert report.why == "A draw at 0 points each. Gold, goods and land decide: B wins the match, 10000 to 9500."
    await until(lambda: door.door.played == 1)
    for bot in (one, two):
        bot.close()


async def test_bots_that_restart_after_a_draw_come_back_to_their_match(open_door: OpenDoor) -> None:
    """As the skeletons do it: seat 1 restarts when it sees the closing state, and both connect again."""
    door = await open_door(rounds=1)
    tables = []
    for number in (1, 2):
        one, two = [await Skeleton.connect("python", port) for port in door.ports]
        await one.named("TEAM 1")
        await two.named("TEAM 2")
        await play_all_passes([one, two], 1)
        tables.append((await door.report(number)).table)
        await until(lambda: door.door.pending is not None)
        two.close()
        one.say("restart")
        assert await one.ended()
        one.close()
    first, second = [await door.house.table(id) for id in tables]
    assert first.row.settings["next"] == {"table": second.id, "title": "game 2 of 3"}
    assert [seat.guest for seat in first.row.seats] == [seat.guest for seat in second.row.seats]


async def test_others_who_come_after_a_draw_play_a_match_of_their_own(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=1)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("FIRST")
    await play_all_passes([bot], 1)
    drawn = await door.house.table((await door.report()).table)
    await until(lambda: door.door.pending is not None)
    bot.close()
    other = await Skeleton.connect("python", door.ports[0])
    await other.named("SECOND")
    await other.state()
    table = await door.table()
    assert table.names[0] == "SECOND" and "series" not in table.row.settings
    abandoned = await door.house.table(drawn.row.settings["next"]["table"])
    assert abandoned.row.status == "closed" and door.door.played == 1
    other.close()


async def test_a_drawn_match_whose_bots_leave_stays_drawn(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=1)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("ONCE")
    await play_all_passes([bot], 1)
    drawn = await door.house.table((await door.report()).table)
    bot.close()
    await until(lambda: door.door.pending is not None and not door.door.callers)
    assert door.door.played == 0
    door.time.turn(FAREWELL_SECONDS)
    await until(lambda: door.door.played == 1)
    await until(lambda: drawn.row.status == "over")
    abandoned = await door.house.table(drawn.row.settings["next"]["table"])
    assert abandoned.row.status == "closed"
    assert drawn.row.result["payoffs"] == [0.5, 0.5]


async def test_a_person_plays_a_drawn_match_on_against_the_bot(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=1)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("BOT")
    table = await door.table()
    ann = await Person.sit_down(door, table)
    await ann.come()
    await bot.state()
    bot.act("H")
    await ann.passes()
    await bot.state()
    await door.report()
    chair = cast(Listener, ann.chair)
    await until(lambda: chair.heard[-1]["type"] in ("over", "table") and any(m["type"] == "over" for m in chair.heard))
    over = next(message for message in chair.heard if message["type"] == "over")
    assert over["why"].endswith("so you play again: game 2 of 3.")
    following = await door.house.afterwards.rematch(table, ann.guest)
    assert following.id == over["next"] and following.row.status == "open"
    await ann.come(following)
    await until(lambda: door.door.pending is not None)
    door.time.turn(FAREWELL_SECONDS)  # the bot has stayed on the line
    await bot.state()
    bot.act("H")
    await ann.passes()
    assert "game 3 of 3" in (await door.report(2)).why
    bot.close()


async def test_a_person_who_does_not_come_to_the_next_game_sets_the_door_free(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, GUEST), rounds=1)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("BOT")
    table = await door.table()
    ann = await Person.sit_down(door, table)
    await ann.come()
    await bot.state()
    bot.act("H")
    await ann.passes()
    await bot.state()
    await until(lambda: door.door.pending is not None)
    door.time.turn(FAREWELL_SECONDS)
    following = await door.table()
    assert following.row.settings["series"]["title"] == "game 2 of 3"
    door.time.turn(door.house.settings.classic_away_seconds)
    assert await bot.ended()
    await until(lambda: following.row.status == "closed")
    bot.close()


async def play_all_passes(bots: list[Skeleton], rounds: int) -> None:
    for _ in range(rounds):
        for bot in bots:
            await bot.state()
            bot.act("H")
    await bots[0].state()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(patience()):
        while not true():
            await asyncio.sleep(0.01)
