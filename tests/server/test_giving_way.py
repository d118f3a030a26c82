"""Long work in the process that serves tables gives way to everything else, and loses nothing by it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from tests.bots.slow_rules import HandClock
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import any_move

from parlour.core import Seed
from parlour.core.errors import Refused
from parlour.games import find
from parlour.server import time_slices
from parlour.server.option_reader import SHORT, OptionReader
from parlour.server.time_slices import TimeSlices

GWENT = find("monogwent")


class Workshop:
    """Works in steps of this many seconds, and a door that somebody looks after; a page tells what was done when."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.slices = TimeSlices()
        self.page: list[str] = []

    def steps(self, name: str, number: int, seconds: float) -> Iterator[None]:
        for _ in range(number):
            self.clock.now += seconds
            self.page.append(name)
            yield

    async def work(self, *works: Iterator[None]) -> list[str]:
        """Do all that; what was done from one look at the door to the next."""
        done = asyncio.gather(*(self.slices.run(steps) for steps in works))
        while not done.done():
            self.page.append(" ")
            await asyncio.sleep(0)
        await done
        return "".join(self.page).split()


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Workshop:
    return Workshop(HandClock(monkeypatch))


async def test_others_have_a_turn_after_every_piece(workshop: Workshop) -> None:
    assert await workshop.work(workshop.steps("a", 4, 0.02)) == ["a", "a", "a", "a"]


async def test_quick_steps_are_taken_together(workshop: Workshop) -> None:
    assert await workshop.work(workshop.steps("a", 12, 0.0022)) == ["aaaaa", "aaaaa", "aa"]


async def test_many_long_jobs_take_turns_and_hold_up_others_no_more_than_one(workshop: Workshop) -> None:
    works = [workshop.steps(name, 3, 0.02) for name in "abc"]
    assert await workshop.work(*works) == ["a", "b", "c"] * 3


async def test_half_of_the_time_belongs_to_the_others(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))

    monkeypatch.setattr("parlour.server.time_slices.asyncio.sleep", sleep)
    await workshop.slices.run(workshop.steps("a", 12, 0.0022))
    assert slept == [0.011, 0.011]


async def test_a_mistake_in_one_job_ends_only_that_one(workshop: Workshop) -> None:
    def breaking() -> Iterator[None]:
        yield
        raise ValueError

    broken = asyncio.create_task(workshop.slices.run(breaking()))
    assert "".join(await workshop.work(workshop.steps("a", 3, 0.02))) == "aaa"
    with pytest.raises(ValueError):  # noqa: PT011
        await broken


async def test_a_guest_who_sits_down_mid_game_hears_every_ply_once(
    open_by_hand: OpenByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened so far is told in pieces; moves that happen meanwhile are neither lost nor told twice."""
    monkeypatch.setattr(time_slices, "SLICE", 0.0)
    house = await open_by_hand(messages_per_second=1000)
    ann = await visit("Ann", at=house)
    table = await ann.table("me", "me", game="kata-tcg")
    chairs = [await ann.sit(table, seat) for seat in (0, 1)]
    watchers = []

    async def move(chair: Any) -> None:
        while (message := await chair.hear("turn", "over"))["type"] == "turn":
            await chair.say(type="move", ply=message["ply"], move=any_move(message))

    playing = [asyncio.create_task(move(chair)) for chair in chairs]
    while not all(task.done() for task in playing):
        watchers.append(await ann.watch(table, words=len(watchers) % 2 == 0))
        await asyncio.sleep(0)
    assert len(watchers) > 2
    for watcher in watchers:
        past = await watcher.hear("past")
        plies = [entry["ply"] for entry in past["plies"]]
        while (message := await watcher.hear("events", "over"))["type"] == "events":
            plies.append(message["ply"])
        assert plies == list(range(len(plies)))
    await asyncio.gather(*playing)


async def test_a_game_whose_moves_take_long_is_named_once(
    open_by_hand: OpenByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """All tables wait while a move is played; whoever runs the house learns of which game it was."""
    monkeypatch.setattr("parlour.server.table.LONG_MOVE", 0.0)
    monkeypatch.setattr("parlour.server.table._known_to_be_slow", set())
    house = await open_by_hand()
    ann = await visit("Ann", at=house)
    table = await ann.table("me", "me")
    for chair in [await ann.sit(table, seat) for seat in (0, 1)]:
        await chair.move(await chair.hear("turn"))
        await chair.hear("events")
    told = [line.message for line in caplog.records if "all tables had to wait" in line.message]
    assert len(told) == 1
    assert told[0].startswith("Connect Four: a move took")


class Scribe:
    """A game's `check`, and in which thread it was asked."""

    def __init__(self) -> None:
        self.threads: list[bool] = []

    def check(self, options: Any, seats: int) -> None:
        self.threads.append(threading.current_thread() is threading.main_thread())
        if options.faction0 == "nobody":
            raise Refused("There is no such faction.", "bad-option")


async def test_long_options_are_read_beside_the_tables() -> None:
    scribe: Any = Scribe()
    reader = OptionReader()
    short, long = (GWENT.read_options({"script": "/" * length}) for length in (10, 2 * SHORT))
    await reader.check(scribe, short, 2, "ann")
    await reader.check(scribe, long, 2, "ann")
    assert scribe.threads == [True, False]
    wrong = GWENT.read_options({"script": "/" * 2 * SHORT, "faction0": "nobody"})
    with pytest.raises(Refused, match="no such faction"):
        await reader.check(scribe, wrong, 2, "ann")


async def test_a_script_is_read_once_for_its_match() -> None:
    """Half a second of reading for the longest script: none of it is left for the first move."""
    text = (
        "// a long remark\n" * 100
        + 'card { Type: "Silver", Name: "A", Faction: "Neutral", Power: 1, Range: ["Siege"] }'
    )
    match = await OptionReader().new_match(GWENT, GWENT.read_options({"script": text}), 2, Seed.parse("1"))
    assert {"kind": "script", "verdict": "accepted", "errors": 0, "code": ""} in match.events(0)


async def test_long_options_again_and_again_are_refused() -> None:
    scribe: Any = Scribe()
    reader = OptionReader()
    short, long = (GWENT.read_options({"script": "/" * length}) for length in (10, 2 * SHORT))
    asked = (reader.check(scribe, long, 2, "eve") for _ in range(50))
    refused = [found for found in await asyncio.gather(*asked, return_exceptions=True) if found is not None]
    assert len(refused) > 30
    assert {getattr(one, "code", "") for one in refused} == {"too-many"}
    await reader.check(scribe, long, 2, "ann")
    for _ in range(100):
        await reader.check(scribe, short, 2, "eve")
