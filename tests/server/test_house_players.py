"""House players: they move by themselves, in processes of their own."""

from __future__ import annotations

import os
import signal
from collections import Counter
from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest
from tests.server.conftest import Visit
from tests.server.guest import HouseByHand, RunningHouse, play, until

from parlour import games
from parlour.bots.seat_words import SeatWord
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events, Hello, Remaining, Turn
from parlour.server.player_pool import PlayerPool, share
from parlour.server.table_match import spoken


@pytest.mark.parametrize("word", ["random", "greedy", "easy"])
async def test_a_house_player_plays_a_whole_game(visit: Visit, word: str) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", word)
    assert (await play(await ann.sit(table, 0)))["type"] == "over"


async def test_two_house_players_need_nobody(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("random", "greedy", game="kata-tcg")
    chair = await ann.watch(table)
    assert (await chair.hear("over"))["payoffs"]


async def test_a_thinking_house_player_delays_no_other_table(tmp_path: Path, visit: Visit) -> None:
    """Those who think by the clock come to a stop altogether; the others play on."""
    house = RunningHouse(str(tmp_path / "parlour.db"), tmp_path / "log").open()
    try:
        ann, ben = await visit("Ann", at=house), await visit("Ben", at=house)
        slow = [await ann.watch(await ann.table("expert", "expert", game="kata-tcg")) for _ in range(3)]
        await until(lambda: bool(thinkers(house)))
        thinking = thinkers(house)
        for pid in thinking:
            os.kill(pid, signal.SIGSTOP)
        try:
            over = await play(await ben.sit(await ben.table("me", "random"), 0))
            assert over["type"] == "over"
        finally:
            for pid in thinking:
                os.kill(pid, signal.SIGCONT)
        for watcher in slow:
            await watcher.said_so_far()
            assert (await watcher.hear("events"))["seat"] in (0, 1)
    finally:
        house.close()


def test_many_thinkers_share_the_time() -> None:
    """Six thoughts at once on one process, of a second each: together they are granted much less than six seconds."""
    thinkers = PlayerPool(1)

    def granted(thoughts: int, clock: Remaining, others: int = 0) -> int | None:
        thinkers._thinking = Counter({"Ann": thoughts, **{f"guest {n}": 1 for n in range(others)}})
        return share(Turn(1, None, [], clock), thinkers.part_of("Ann")).clock.move_ms

    endless = Remaining(move_ms=None)
    assert [granted(thoughts, endless) for thoughts in range(1, 7)] == [None, 650, 483, 400, 350, 316]
    assert granted(1, endless, others=1) == 650, "hosts share alike"
    assert granted(6, Remaining(move_ms=300)) == 300, "nobody gets more than the clock of the table leaves"
    assert granted(1000, endless) == 250, "and everybody gets a little"


async def test_thinking_processes_go_with_a_house_that_is_killed(tmp_path: Path, visit: Visit) -> None:
    house = RunningHouse(str(tmp_path / "parlour.db"), tmp_path / "log").open()
    try:
        ann = await visit("Ann", at=house)
        watcher = await ann.watch(await ann.table("easy", "easy", game="kata-tcg"))
        await watcher.hear("events")
        assert house.process is not None
        workers = children(house.process.pid)
        assert workers
    finally:
        house.kill()

    async def gone() -> bool:
        return not any(Path(f"/proc/{pid}").exists() for pid in workers)

    await until(gone)


def children(pid: int) -> list[int]:
    """The processes that this one started, from any of its threads."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for listed in lists for child in listed.read_text().split()]


def thinkers(house: RunningHouse) -> list[int]:
    """Those of them that think."""
    assert house.process is not None
    return [pid for pid in children(house.process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


def test_sentences_name_house_players_without_their_level() -> None:
    assert spoken(["Ann", "Marlow (medium)"], [None, "medium"]) == ["Ann", "Marlow"]
    assert spoken(["Ann (hard)", "Ines (search:ms=5)"], [None, "search:ms=5"]) == ["Ann (hard)", "Ines"]
    # Somebody may call himself as he likes.
    assert spoken(["Marlow", "Marlow (medium)"], [None, "medium"]) == ["Marlow", "Marlow of the house"]


async def test_no_house_player_is_called_like_a_guest_at_its_table(by_hand: HouseByHand, visit: Visit) -> None:
    ines = await visit("Inez", at=by_hand)
    by_hand.house.remember(await by_hand.house.store.save_guest(ines.id, "Ines"))  # from before names were checked
    shown = await ines.get(f"/api/tables/{await ines.table('me', 'random', 'easy', game='battle-farm')}")
    assert [seat["name"] for seat in shown["seats"]] == ["Ines", "Tove (random)", "Bram (easy)"]


async def test_a_house_player_hears_what_its_rivals_did(
    visit: Visit, by_hand: HouseByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where hands are hidden, what somebody bids tells what is in the cup: but only what the player's own seat saw."""
    brought = {"liars-dice": EntryPoint("liars-dice", "tests.bots.liars_dice:GAME", "parlour.games")}
    monkeypatch.setattr(games, "_installed", lambda: brought)
    games.find.cache_clear()
    asked: list[list[Events]] = []

    async def think(
        pool: PlayerPool,
        game: AnyGame,
        word: SeatWord,
        hello: Hello,
        turn: Turn,
        host: str,
        chair: str,
        heard: list[Events],
    ) -> list[MoveJson]:
        asked.append(heard)
        return [turn.moves[0]]

    monkeypatch.setattr(PlayerPool, "think", think)
    ann = await visit("Ann", at=by_hand)
    chair = await ann.sit(await ann.table("me", "easy", game="liars-dice"), 0)
    for ply, count in ((1, 0), (3, 1)):
        await chair.hear("turn")
        await chair.say(type="move", ply=ply, move={"kind": "bid", "count": count, "face": 5})
    await chair.hear("turn")
    games.find.cache_clear()
    assert [[told.ply for told in heard] for heard in asked] == [[0, 1], [0, 1, 2, 3]]
    seen = [msgspec.json.decode(msgspec.json.encode(told)) for told in asked[1]]
    assert [told["view"]["bid"] for told in seen] == [-1, 5, 6, 11]
    assert [told["mover"] for told in seen] == [0, 1, 0, 1]
    assert {told["view"]["seat"] for told in seen} == {1}
