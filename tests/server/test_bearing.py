"""The house's characters: what they say fits what everybody has seen, and what matters takes them longer."""

from __future__ import annotations

import pytest
from tests.server.conftest import OpenByHand
from tests.server.guest import Chair, Guest, HouseByHand, Json, caller, play

from parlour.core.feelings import MATTERS, Feeling
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import find, names
from parlour.server.bearing import AFTER, GAP, remark

PACE = 1  # a millisecond


async def come(house: HouseByHand, name: str = "Ann") -> Guest:
    return await Guest(house, caller()).come(name)


async def emotes(house: HouseByHand, chair: Chair) -> list[tuple[int, str]]:
    """Who of the house says what, as time passes."""
    said = await chair.said_so_far()
    house.time.turn(3 * AFTER)
    said += await chair.said_so_far()
    return [(one["seat"], one["emote"]) for one in said if one["type"] == "emote"]


@pytest.mark.parametrize("name", names())
def test_what_happens_means_something_and_a_spectator_could_feel_the_same(name: str) -> None:
    game = find(name)
    match = Match(game, seed=Seed.parse("5"))
    choices = Seed.parse("5").dice("choices")
    felt: list[Feeling] = []
    while not match.over and len(match.plies) < 150:
        ply = match.play(match.mover, int(match.state.random_move(choices)))
        view = match.view(None)
        felt += filter(None, (game.feel(event, view) for event in match.show(ply.told, None)))
    assert all(0.0 <= one.weight <= 1.0 for one in felt)
    assert all(seat is None or 0 <= seat < match.seats for one in felt for seat in (one.glad, one.sorry))
    assert any(one.weight >= MATTERS for one in felt)


def test_what_they_say_fits_what_happened() -> None:
    hit = Feeling(0.8, glad=0, sorry=1)
    assert remark(hit, 1, "bold", mover=0) == "wow"
    assert remark(hit, 1, "patient", mover=0) == "well-played"
    assert remark(Feeling(0.5, None, 1), 1, "thrifty", mover=1) == "oops"
    assert remark(Feeling(0.5, None, 0), 1, "teasing", mover=0) == "oops"
    assert remark(Feeling(0.5, None, 0), 1, "patient", mover=0) is None
    assert remark(Feeling(0.5, glad=1), 1, "patient", mover=0) == "thanks"
    assert remark(Feeling(0.5, glad=1), 1, "patient", mover=1) is None
    assert remark(Feeling(0.4), 1, "bold", mover=0) is None


async def test_a_greeting_is_answered_once_and_the_end_is_not_passed_over(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(pace_ms=PACE)
    ann = await come(house)
    chair = await ann.sit(await ann.table("me", "random"))
    await chair.hear("turn")
    await chair.say(type="emote", emote="hello")
    assert await emotes(house, chair) == [(0, "hello"), (1, "hello")]
    await chair.say(type="emote", emote="hello")
    assert await emotes(house, chair) == [(0, "hello")]  # nobody repeats themselves so soon
    house.time.turn(GAP)
    await chair.say(type="concede")
    await chair.hear("over")
    assert await emotes(house, chair) == [(1, "thanks")]


async def test_a_house_for_programs_is_silent(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    chair = await ann.sit(await ann.table("me", "random"))
    await play(chair)
    assert await emotes(house, chair) == []
    bold = await open_by_hand(pace_ms=PACE)
    robot = await Guest(bold, caller()).come("Robot", kind="bots")
    chair = await robot.sit(await robot.table("me", "random"))
    await play(chair)
    assert await emotes(bold, chair) == []


async def test_a_move_that_matters_takes_longer_and_a_running_clock_is_not_wasted(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(pace_ms=1000)
    ann = await come(house)
    for clock, longer in ((None, True), ("5+3", False)):
        table = await ann.table("me", "me", clock=clock)
        chairs = [await ann.sit(table, 0), await ann.sit(table, 1)]
        for number, column in enumerate((0, 6, 0, 6, 0)):
            turn: Json = await chairs[number % 2].hear("turn")
            await chairs[number % 2].say(type="move", ply=turn["ply"], move={"kind": "drop", "column": column})
        await chairs[1].hear("turn")
        live = await house.house.table(table)
        blocks, idles = (live.bearing.pace(1, live.game.moves.pack("drop", column)) for column in (0, 3))
        assert (blocks > idles) == longer
        assert idles >= 1.0
