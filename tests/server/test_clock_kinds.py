"""Every kind of clock at a table, and what a bad answer costs there. The hands are moved by the tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from tests.by_hand import ByHand
from tests.server.guest import until
from tests.server.test_told_clock import Ear, drop, sit

from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.protocol import MoveAnswer, NewTable
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import Store, rows

DAY = 86_400
Open = Callable[[], Awaitable[House]]


@pytest.fixture
def hands() -> ByHand:
    return ByHand()


@pytest.fixture
async def open_house(tmp_path: Path, hands: ByHand) -> AsyncIterator[Open]:
    """Opens the house; opened again, it is the same house after a pause."""
    opened: list[House] = []

    async def open_again() -> House:
        if opened:
            await opened.pop().close()
        opened.append(House(Settings(), Store.open(tmp_path / "parlour.db"), hands))
        await opened[-1].open()
        return opened[-1]

    yield open_again
    await opened.pop().close()


@pytest.fixture
async def house(open_house: Open) -> House:
    return await open_house()


async def lay(house: House, clock: Clock | str, game: str = "connect-four", seats: int = 2) -> LiveTable:
    guest, _ = await house.new_guest("Ann")
    return await house.lobby.make_table(guest, NewTable(game, ["me"] * seats, clock=clock))


def left(table: LiveTable) -> float:
    """The seconds that the mover has."""
    told = table.clock.remaining()
    return ((told.move_ms or 0) + (told.bank_ms or 0)) / 1000


async def reached(table: LiveTable, ply: int) -> None:
    """What an alarm sets going is done beside it."""
    await until(lambda: table.ply == ply)


# --- the kinds ---


async def test_a_table_takes_a_clock_in_its_notation(house: House) -> None:
    table = await lay(house, "5+3,strikes=2")
    assert table.clock.rule == Clock(bank_ms=300_000, increment_ms=3000, strikes=2)


async def test_an_increment_comes_after_each_move(house: House, hands: ByHand) -> None:
    table = await lay(house, "1+3")
    hands.turn(1)
    await drop(table, 0)
    assert [seat.bank_ms for seat in table.clock.kept()] == [62_000, 60_000]


async def test_a_delay_gives_back_what_the_move_took(house: House, hands: ByHand) -> None:
    table = await lay(house, "1+0,delay=3s")
    hands.turn(2)
    await drop(table, 0)
    hands.turn(10)
    await drop(table, 1)
    assert [seat.bank_ms for seat in table.clock.kept()] == [60_000, 53_000]


async def test_a_seat_without_time_goes_on_by_its_increments(house: House, hands: ByHand) -> None:
    table = await lay(house, "1+3")
    hands.turn(60)
    await reached(table, 1)
    await drop(table, 1)
    assert left(table) == 3.0
    assert table.referee.strikes == [1, 0]


@pytest.mark.parametrize("clock", ["30s", "5+3,delay=3s", Clock(increment_ms=1000), Clock(move_ms=10), "99d/move"])
async def test_a_clock_that_nobody_can_play_by_is_refused(house: House, clock: Clock | str) -> None:
    with pytest.raises(Refused) as refused:
        await lay(house, clock)
    assert refused.value.code == "bad-clock"


async def test_who_gives_up_out_of_turn_stops_nobodys_clock(house: House, hands: ByHand) -> None:
    table = await lay(house, "10s/move,bank=1m", "deadwood", 3)
    assert table.match is not None
    mover = table.match.mover
    hands.turn(4)
    await table.leave((mover + 1) % 3)
    assert (table.match.mover, left(table)) == (mover, 66.0)


# --- pauses ---


def at_the_last_move(hands: ByHand, row: rows.Move) -> None:
    """The store looks at the wall of this machine: from now on so does the clock by hand."""
    hands.midnight = row.at - hands.now()


async def test_days_pass_while_the_house_is_closed(open_house: Open, hands: ByHand) -> None:
    house = await open_house()
    table = await lay(house, "2d/move")
    await drop(table, 0)
    [stored] = await house.store.moves_since(table.id, 0)
    at_the_last_move(hands, stored)
    hands.turn(0.5 * DAY)
    house = await open_house()
    hands.turn(1 * DAY)
    again = await house.table(table.id)
    assert left(again) == pytest.approx(0.5 * DAY)
    hands.turn(0.5 * DAY + 1)
    await reached(again, 2)
    assert again.referee.strikes == [0, 1]


async def test_a_move_whose_days_ended_in_the_pause_is_missed_when_the_house_opens(
    open_house: Open, hands: ByHand
) -> None:
    house = await open_house()
    table = await lay(house, "1d/move,strikes=1")
    await drop(table, 0)
    [stored] = await house.store.moves_since(table.id, 0)
    at_the_last_move(hands, stored)
    house = await open_house()
    hands.turn(3 * DAY)
    again = await house.table(table.id)
    hands.turn(0)
    await reached(again, 2)
    assert again.match is not None and again.match.over and again.match.payoffs() == [1.0, 0.0]


async def test_every_other_clock_stops_while_the_house_is_closed(open_house: Open, hands: ByHand) -> None:
    house = await open_house()
    table = await lay(house, "10s/move,bank=1m")
    hands.turn(25)
    await drop(table, 0)
    await drop(table, 1)
    house = await open_house()
    hands.turn(3600)
    assert left(await house.table(table.id)) == 10 + 45


# --- what a bad answer costs ---


BAD = MoveAnswer(1, move={"kind": "drop", "column": 9})


async def seated(house: House, kind: str, clock: Clock | str = "none") -> tuple[LiveTable, Ear]:
    """A guest of this kind on seat 0, and a person on seat 1."""
    host, _ = await house.new_guest("Ann")
    guest, _ = await house.new_guest("Clank", kind)
    table = await house.lobby.make_table(host, NewTable("connect-four", ["free", "me"], clock=clock))
    await house.lobby.join(table, guest, 0)
    ear = Ear(guest.id, 0)
    table.guests.connect(ear)
    table.guests.connect(Ear(host.id, 1))
    await house.lobby.begin_if_all_are_here(table)
    assert table.match is not None
    return table, ear


async def test_a_bad_answer_costs_a_program_a_strike_and_the_third_its_seat(house: House) -> None:
    table, bot = await seated(house, "bot")
    for strikes in (1, 2, 3):
        assert not await table.answer(bot, BAD)
        told = next(said for said in reversed(bot.heard) if said["type"] == "refused")
        assert (told["code"], told["strikes"]) == ("unknown-action", strikes)
    assert table.match is not None and table.match.over
    assert table.match.say_end(["Clank", "Ann"]) == "Ann wins: Clank forfeited the seat."


async def test_a_bad_answer_costs_a_person_nothing(house: House) -> None:
    table, person = await seated(house, "person", "6s/move,strikes=1")
    for _ in range(5):
        assert not await table.answer(person, BAD)
    assert table.referee.strikes == [0, 0]
    assert table.match is not None and not table.match.over


async def test_an_answer_that_comes_too_late_costs_a_program_no_more_than_the_miss(house: House, hands: ByHand) -> None:
    table, bot = await seated(house, "bot", "6s/move")
    hands.turn(6)
    await reached(table, 1)
    assert not await table.answer(bot, MoveAnswer(1, index=0)), "it is not its turn"
    await drop(table, 1)
    assert not await table.answer(bot, MoveAnswer(1, index=0))
    assert table.referee.strikes == [1, 0]
    assert await table.answer(bot, MoveAnswer(3, index=0))


async def test_people_lose_by_misses_only_where_the_clock_says_so(house: House, hands: ByHand) -> None:
    table = await lay(house, "6s/move")
    sit(table, None, None)
    for ply in range(1, 7):
        hands.turn(6)
        await reached(table, ply)
    assert table.referee.strikes == [3, 3]
    assert table.match is not None and not table.match.over, "this clock names no number of strikes, and people play"
