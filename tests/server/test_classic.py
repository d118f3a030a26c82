"""The classic door, driven by clients that speak each skeleton's dialect over real sockets."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.core.errors import Refused
from parlour.games.gardening_war.lists import Line
from parlour.games.gardening_war.wire import DIALECTS, NOT_YOUR_TURN, Dialect
from parlour.server import classic
from parlour.server.classic import BOT, GUEST, ClassicDoor, GameReport
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.store import Store

OpenDoor = Callable[..., Awaitable["Door"]]


class Door:
    """An open door, its ports and what it reported."""

    def __init__(self, door: ClassicDoor, reports: list[GameReport]) -> None:
        self.door = door
        self.ports = door.ports
        self.reports = reports
        self.task = asyncio.create_task(door.run())

    async def report(self, number: int = 1) -> GameReport:
        """The number-th report, once it is there."""
        async with asyncio.timeout(30):
            while len(self.reports) < number:
                assert not self.task.done(), self.task.exception()
                await asyncio.sleep(0.01)
        return self.reports[number - 1]


def free_ports() -> tuple[int, int]:
    with socket.socket() as a, socket.socket() as b:
        a.bind(("127.0.0.1", 0))
        b.bind(("127.0.0.1", 0))
        return a.getsockname()[1], b.getsockname()[1]


@pytest.fixture
async def open_door(tmp_path: Path) -> AsyncIterator[OpenDoor]:
    house = House(Settings(pace_ms=0), Store.open(str(tmp_path / "house.db")))
    await house.open()
    opened: list[Door] = []

    async def open_it(seats: tuple[str, str] = (BOT, BOT), **options: Any) -> Door:
        reports: list[GameReport] = []
        door = ClassicDoor(house, seats, options, free_ports(), ("127.0.0.1",), report=reports.append)
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
        async with asyncio.timeout(20):
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
        async with asyncio.timeout(20):
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
    for bot in bots:
        bot.close()


async def test_the_first_state_is_the_originals_byte_for_byte(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "classic-enemy"), rounds=2)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("TEAM 1")
    async with asyncio.timeout(20):
        assert await bot.reader.readexactly(8) == b"00013880"
        payload = await bot.reader.readexactly(13880)
    assert payload.startswith(b'{\r\n\t"tiles": [\r\n\t\t{\r\n\t\t\t"x": 0,') and payload.endswith(
        b'"daysTillRain": 9\r\n}'
    )
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
    assert report.misses[0] == 0 and report.scores[0] == 0
    bot.close()


async def test_three_late_answers_forfeit(open_door: OpenDoor) -> None:
    door = await open_door(seats=(BOT, "random"), rounds=50, move_seconds=1)
    bot = await Skeleton.connect("python", door.ports[0])
    await bot.named("SLEEPY")
    report = await door.report()
    assert report.misses[0] == 3 and report.payoffs == [0.0, 1.0] and report.scores[0] == 0
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


async def test_a_newcomer_on_a_taken_port_waits_for_the_next_game(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classic, "FAREWELL_SECONDS", 0.2)
    door = await open_door(seats=(BOT, "random"), rounds=1)
    first = await Skeleton.connect("python", door.ports[0])
    await first.named("FIRST")
    await first.state()
    second = await Skeleton.connect("python", door.ports[0])
    await second.named("SECOND")
    first.act("H")
    assert (await door.report()).names[0] == "FIRST"
    await second.state()
    second.act("H")
    assert (await door.report(2)).names[0] == "SECOND"
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


async def test_what_a_classic_bot_did_wrong_stands_in_its_log(open_door: OpenDoor) -> None:
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
    await until(lambda: len(house.store.reads.slips(report.table, 0)) >= 4)
    slips = house.store.reads.slips(report.table, 0)
    assert [slip.code for slip in slips[:4]] == ["unreadable", "illegal", "illegal", "gone"]
    assert slips[0].said == "message"
    assert slips[1].why.startswith("The whole move had no effect: ")
    assert slips[2].why == "Line 1 had no effect: no seed left."


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
    await until(lambda: door.door.table_now is not None)
    house = door.door.house
    table = await house.table(str(door.door.table_now))
    person, _ = await house.new_guest("Ann")
    await house.join(table, person, None)
    await bot.state()
    bot.act("H")
    await until(lambda: table.match is not None and table.match.mover == 1)
    await house.leave(table, person)
    await bot.state()
    assert (await door.report()).payoffs == [1.0, 0.0]
    with pytest.raises(Refused, match="connects again"):
        await house.rematch(table, person)
    bot.close()


async def play_all_passes(bots: list[Skeleton], rounds: int) -> None:
    for _ in range(rounds):
        for bot in bots:
            await bot.state()
            bot.act("H")
    await bots[0].state()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)
