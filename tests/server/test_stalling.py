"""One guest must not be able to stop the house: hostile tables beside a friendly one, judged by order and by work."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator
from importlib.metadata import EntryPoint
from typing import Any

import msgspec
import pytest
from tests.bots.slow_rules import PLIES
from tests.games.monogwent.test_script_budget import NASTY
from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Chair, Guest, HouseByHand, RunningHouse, any_move, play, until
from tests.server.outside_games import ABYSS, STEP, TREACLE, install

from parlour import games
from parlour.bots.seat_words import read_word
from parlour.core import Match, Seed, record
from parlour.core.clock import Clock
from parlour.core.protocol import Hello, Remaining, Turn
from parlour.games import find
from parlour.server import player_pool
from parlour.server.player_pool import PlayerPool
from parlour.server.workers import Overran

LITTLE = 0.3  # seconds that the house may work while somebody else waits for it
FOUR = find("connect-four")


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever is started now knows the games that take long; this process keeps to those it knew."""
    games.names()
    folder = tmp_path_factory.mktemp("outside")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", install(folder), prepend=os.pathsep)
        patch.syspath_prepend(folder)
        yield


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of work for which a test can wait."""
    monkeypatch.setattr(player_pool, "LOADING", 0.5)
    monkeypatch.setattr(player_pool, "QUICK_LIMIT", 0.5)
    monkeypatch.setattr(player_pool, "PREVIEW_LIMIT", 0.5)
    monkeypatch.setattr(player_pool, "limit_of", lambda word: player_pool.LOADING + 0.002)


# --- rules that never end ---


@pytest.fixture
async def house_by_the_abyss(
    outside: None, short_limits: None, open_by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> HouseByHand:
    found = EntryPoint("abyss", "tests.server.outside_games:ABYSS", "parlour.games")
    monkeypatch.setattr(games, "_installed", lambda: {"abyss": found})
    return await open_by_hand(workers=1, messages_per_second=1000)


async def test_rules_that_never_end_stop_nobody_else(house_by_the_abyss: HouseByHand, visit: Visit) -> None:
    """Eve's house players never come to a decision and make default moves; Ann's answer, for whole games."""
    eve, ann = [await visit(name, at=house_by_the_abyss) for name in ("Eve", "Ann")]
    hostile = [await eve.sit(await eve.table("me", word, game="abyss"), 0) for word in ("easy", "musing")]
    for chair in hostile:
        await chair.move(await chair.hear("turn"))
    for word in ("easy", "greedy"):
        assert (await play(await ann.sit(await ann.table("me", word), 0)))["type"] == "over"
    for chair in hostile:
        turn = await chair.hear("turn")
        assert turn["ply"] == 3
        assert turn["view"]["at"] == [0, 4], "the last legal move is the default one"


async def test_a_player_that_never_decides_is_no_longer_asked(
    house_by_the_abyss: HouseByHand, visit: Visit, caplog: pytest.LogCaptureFixture
) -> None:
    eve = await visit("Eve", at=house_by_the_abyss)
    chair = await eve.sit(await eve.table("me", "musing", game="abyss"), 0)
    for _ in range(6):
        await chair.move(await chair.hear("turn"))
    assert (await chair.hear("turn"))["view"]["at"] == [0, 24]
    assert [line.message.count("never decides") for line in caplog.records].count(1) == 1


async def test_what_cannot_be_foreseen_is_refused_and_moves_do_not_wait_for_it(
    house_by_the_abyss: HouseByHand, visit: Visit
) -> None:
    eve = await visit("Eve", at=house_by_the_abyss)
    chair = await eve.sit(await eve.table("me", "me", game="abyss"), 0)
    turn = await chair.hear("turn")
    for n in range(103):
        await chair.say(type="preview", id=n, move=turn["moves"][0])
    assert (await chair.hear("error"))["code"] == "too-fast", "a hundred wait already"
    await chair.move(turn)
    await chair.hear("events")
    assert "preview" not in chair.types()
    assert (await chair.hear("error", "preview")).get("code") in ("too-slow", "too-fast")
    answers = [await chair.hear("preview") for _ in range(90)]
    assert all(answer["changes"] == [] for answer in answers), "of a decision that is made"


# --- rules that take long, in a house whose work is counted ---


@pytest.fixture(scope="module")
def burdened(tmp_path_factory: pytest.TempPathFactory, outside: None) -> Iterator[RunningHouse]:
    folder = tmp_path_factory.mktemp("burdened")
    house = RunningHouse(str(folder / "parlour.db"), folder / "log", workers=1, messages_per_second=1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TREACLE", "slow")
        house.open()
    try:
        yield house
    finally:
        house.close()
    assert "Traceback" not in house.said(), house.said()


def long_walk() -> dict[str, Any]:
    """The record of a whole game of treacle, laid without its slowness."""
    match = Match(TREACLE, seed=Seed.parse("7"))
    while not match.over:
        match.play(match.mover, match.state.moves()[len(match.plies) % 5])
    found: dict[str, Any] = msgspec.to_builtins(record.record(match, ["Ann", "Ben"]))
    return found


def costly_cards() -> str:
    """A faction whose every unit takes as long as a play may take."""
    effect = f'effect {{ Name: "Toil", Action: (t, c) => {{ {NASTY["a long sum"]} }} }}'
    toils = 'Faction: "Sloths", OnActivation: [{ Effect: "Toil" }]'
    units = [f'card {{ Type: "Silver", Name: "Sloth {n}", Power: 9, Range: ["Melee"], {toils} }}' for n in range(16)]
    return "\n".join([effect, f'card {{ Type: "Leader", Name: "The Sloth", {toils} }}', *units])


class Toiler:
    """Somebody who plays costly cards, one after the other."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.turns = 0

    async def toil(self) -> None:
        while (message := await self.chair.hear("turn", "over"))["type"] == "turn":
            self.turns += 1
            costly = [move for move in message["moves"] if move["kind"] not in ("pass", "swap")]
            await self.chair.say(type="move", ply=message["ply"], move=(costly or message["moves"])[-1])


async def test_a_table_of_costly_scripts_beside_a_friendly_one(burdened: RunningHouse, visit: Visit) -> None:
    """Eve's cards cost what the machine permits. Her rivals answer all the same, and Ann plays two whole games."""
    eve, ann = await visit("Eve", at=burdened), await visit("Ann", at=burdened)
    options = {"script": costly_cards(), "faction0": "Sloths", "faction1": "Sloths"}
    tables = [await eve.table("me", word, game="monogwent", options=options) for word in ("hard", "greedy")]
    toilers = [Toiler(await eve.sit(table, 0)) for table in tables]
    toiling = [asyncio.create_task(one.toil()) for one in toilers]
    most = 0.0
    for word in ("hard", "greedy"):
        chair = await ann.sit(await ann.table("me", word), 0)
        while (message := await chair.hear("turn", "over"))["type"] == "turn":
            start = burdened.cpu_seconds()
            await chair.say(type="move", ply=message["ply"], move=any_move(message))
            await chair.hear("events")
            most = max(most, burdened.cpu_seconds() - start)
    assert most < LITTLE
    await until(lambda: all(one.turns > 2 for one in toilers))
    for task in toiling:
        task.cancel()
    assert not [line for line in burdened.said().splitlines() if "monogwent" in line.lower()], "nothing was ended"


async def test_slow_rules_are_cut_short_and_the_game_goes_on(burdened: RunningHouse, visit: Visit) -> None:
    """A playout in treacle takes 0.6 s of work, a level counts a hundred of them. The house still answers."""
    eve = await visit("Eve", at=burdened)
    chair = await eve.sit(await eve.table("me", "easy", game="treacle"), 0)
    for _ in range(2):
        turn = await chair.hear("turn")
        await chair.move(turn)
        await chair.hear("events")
        answer = await chair.hear("events")
        assert answer["seat"] == 1
        assert answer["ply"] == turn["ply"] + 1
    assert "treacle" not in burdened.said().lower(), "nothing was killed"


async def moves_meanwhile(guest: Guest, table: str, work: Iterable[Coroutine[Any, Any, Any]]) -> int:
    """How many moves somebody else makes at a table of two people while all that is done."""
    chairs = [await guest.sit(table, seat) for seat in (0, 1)]
    at_work = asyncio.gather(*work)
    moves = 0
    while not at_work.done():
        for chair in chairs:
            turn = await chair.hear("turn", "over")
            if turn["type"] == "over":
                table = await guest.table("me", "me")
                chairs = [await guest.sit(table, seat) for seat in (0, 1)]
                break
            await chair.move(turn)
            moves += 1
    await at_work
    return moves


async def test_a_record_is_checked_and_replayed_elsewhere(burdened: RunningHouse, visit: Visit) -> None:
    """Each takes 0.6 s of work, hardly any of it in the house; Ann plays on."""
    eve, ann = await visit("Eve", at=burdened), await visit("Ann", at=burdened)
    imported: list[str] = []

    async def bring_along() -> None:
        imported.append((await eve.post("/api/records", long_walk()))["id"])

    assert await moves_meanwhile(ann, await ann.table("me", "me"), [bring_along(), bring_along()]) > 5
    start = burdened.cpu_seconds()
    replay = await eve.get(f"/api/tables/{imported[0]}/replay")
    assert burdened.cpu_seconds() - start < LITTLE < PLIES * STEP
    assert [ply["ply"] for ply in replay["plies"]] == list(range(PLIES + 1))


async def test_loading_long_matches_holds_nobody_up(burdened: RunningHouse, visit: Visit, outside: None) -> None:
    """After a restart nothing is loaded. While long matches are, Ann plays on and a list tells what is known."""
    eve, ann = await visit("Eve", at=burdened), await visit("Ann", at=burdened)
    tables = {(await eve.post("/api/records", long_walk()))["id"] for _ in range(2)}
    mine = await ann.table("me", "me")
    burdened.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TREACLE", "slow")
        burdened.open()
    shown: dict[str, str] = {}

    async def look_at(id: str) -> None:
        shown[id] = (await eve.get(f"/api/tables/{id}"))["status"]

    async def look_at_the_list() -> None:
        listed = (await eve.get("/api/tables/mine"))["tables"]
        assert {table["id"] for table in listed} >= tables

    assert await moves_meanwhile(ann, mine, [*map(look_at, tables), look_at_the_list()]) > 5
    assert shown == dict.fromkeys(tables, "over")


async def foresee(house: RunningHouse, guest: Guest, game: str) -> tuple[list[dict[str, Any]], float]:
    """Asks for sixty previews and a plan: the answers, and how long the house worked for them."""
    chair = await guest.sit(await guest.table("me", "me", game=game), 0)
    turn = await chair.hear("turn")
    start = house.cpu_seconds()
    for n in range(60):
        await chair.say(type="preview", id=n, move=turn["moves"][n % 5])
    await chair.say(type="plan", id=60, moves=[turn["moves"][1]])
    answers = [await chair.hear("preview", "plan", "error") for _ in range(61)]
    return answers, house.cpu_seconds() - start


async def test_previews_and_plans_cost_the_tables_nothing(burdened: RunningHouse, visit: Visit) -> None:
    """In treacle it takes over half a second of work; the house itself has hardly more of it than in a quick game."""
    eve = await visit("Eve", at=burdened)
    _, usual = await foresee(burdened, eve, "connect-four")
    for _ in range(
        3
    ):  # a house that looks after something else meanwhile is asked again; one that plays itself stays slow
        answers, spent = await foresee(burdened, eve, "treacle")
        if spent < usual + 61 * STEP / 2:
            break
    assert spent < usual + 61 * STEP / 2
    assert [answer["id"] for answer in answers] == list(range(61))
    assert answers[1]["changes"] == [["plies", 0, 1], ["at.0", 0, 1]]
    assert answers[60]["done"] == 1


# --- thinking, without a house around it ---


def asked(game: Any, chair: int = 0) -> tuple[Hello, Turn]:
    """What a house player of this seat is told at the beginning of a game."""
    state = Match(game, seed=Seed.parse("1")).state
    view = game.view(state, chair)
    moves = [game.moves.to_json(int(move)) for move in state.moves()]
    hello = Hello(game.name, game.version, chair, 2, ["Ann", "Ben"], {}, Clock(), "")
    return hello, Turn(1, view, moves, Remaining(move_ms=1000))


@pytest.fixture
async def minds(monkeypatch: pytest.MonkeyPatch, outside: None) -> AsyncIterator[PlayerPool]:
    """One process for slow thoughts and one for quick ones."""
    monkeypatch.setenv("TREACLE", "slow")
    minds = PlayerPool(1)
    yield minds
    minds.close()


async def think(minds: PlayerPool, game: Any, word: str, host: str) -> list[Any]:
    async with asyncio.timeout(patience(120)):
        return await minds.think(game, read_word(game, word), *asked(game), host, f"{host}/0")


async def test_a_thought_that_is_not_quick_is_thought_elsewhere(minds: PlayerPool) -> None:
    """The quick process is free again after a quarter of a second, and next time it is not asked at all."""
    quick: list[str] = []
    slow: list[str] = []
    for pool, heard in ((minds.quick, quick), (minds.slow, slow)):
        run = pool.run

        def listening(*given: Any, heard: list[str] = heard, run: Any = run, **limits: Any) -> Any:
            heard.append(limits["guest"])
            return run(*given, **limits)

        pool.run = listening  # type: ignore[method-assign]
    assert await think(minds, TREACLE, "easy", "eve")
    assert (quick, slow) == (["eve"], ["eve"])
    assert await think(minds, TREACLE, "easy", "eve")
    assert (quick, slow) == (["eve"], ["eve", "eve"]), "the last one was slow"
    assert await think(minds, FOUR, "easy", "ann")
    assert quick == ["eve", "ann"]
    assert await think(minds, FOUR, "easy", "eve")
    assert quick == ["eve", "ann", "eve"], "another game of the same host is as quick as it is"


async def test_an_endless_thought_is_ended_and_others_are_thought(minds: PlayerPool, short_limits: None) -> None:
    endless = [asyncio.create_task(think(minds, ABYSS, "easy", "eve")) for _ in range(3)]
    await asyncio.sleep(0)
    ann = asyncio.create_task(think(minds, FOUR, "easy", "ann"))
    assert await ann
    assert sum(task.done() for task in endless) <= 1, "ann waited for one of them at most"
    for task in endless:
        with pytest.raises(Overran):
            await task
    with pytest.raises(Overran):
        await think(minds, ABYSS, "greedy", "eve")
    assert await think(minds, FOUR, "greedy", "eve")


async def test_a_simple_player_with_a_memory_keeps_it(minds: PlayerPool) -> None:
    """The classic enemy of Gardening War follows a plan over many decisions."""
    garden = find("gardening-war")
    match = Match(garden, {"rounds": 4}, 2, Seed.parse("3"))
    names = ["Ann", "Ben"]
    decided = 0
    while not match.over and decided < 12:
        seat = match.mover
        moves = [garden.moves.to_json(int(move)) for move in match.state.moves()]
        hello = Hello(garden.name, garden.version, seat, 2, names, {}, Clock(), "")
        turn = Turn(len(match.plies) + 1, match.view(seat), moves, Remaining())
        async with asyncio.timeout(patience(60)):
            plan = await minds.think(garden, read_word(garden, "classic-enemy"), hello, turn, "ann", f"table/{seat}")
        match.play(seat, garden.moves.from_json(plan[0]))
        decided += 1
    told = [event["kind"] for event in match.events(0)]
    assert decided == 12
    assert "missed" not in told


async def test_hosts_share_the_time_alike(minds: PlayerPool) -> None:
    """Eve's twenty thoughts shorten hers, and Ann's only by half."""
    minds._thinking.update({"eve": 20, "ann": 1})
    assert (minds.part_of("eve"), minds.part_of("ann")) == (1 / 40, 1 / 2)
    minds._thinking.clear()
    minds._thinking["ann"] = 1
    assert minds.part_of("ann") == 1.0
