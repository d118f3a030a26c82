"""A house and two `parlour worker`, as processes of their own on PostgreSQL and Redis, play a tournament of players
of the house and of uploaded programs. A worker is killed with SIGKILL in the middle: nothing is lost or counts twice.

make prove-workers            # about a minute on an idle machine
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.bots.sandboxed import PRELUDE, needs_a_sandbox
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import RunningHouse, until
from tests.server.test_tournament_programs import ready
from tests.server.test_tournaments import create, enter, page

from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import find
from parlour.store import Store
from parlour.store.testing import Cluster

LEASE = 3.0  # seconds
PLAYERS = ["random", "greedy"] * 3


def start_worker(place: str, redis: str, log: Path, *more: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "parlour", "worker", "--db", place, "--redis", redis, "--workers", "1", *more]
    with log.open("ab") as said:
        return subprocess.Popen(
            words, stdout=said, stderr=said, env={**os.environ, "PARLOUR_LEASE_SECONDS": str(LEASE)}
        )


async def test_a_killed_worker_of_three_processes_loses_nothing(
    postgres: Cluster, redis: str, tmp_path: Path, visit: Visit
) -> None:
    needs_a_sandbox()
    place = postgres.create("workers")
    house = RunningHouse(place, tmp_path / "house", redis=redis, lease_seconds=LEASE, workers=1, programs=True).open()
    first, second = (
        start_worker(place, redis, tmp_path / "first", "--programs"),
        start_worker(place, redis, tmp_path / "second"),
    )
    store = Store.open(place)
    try:
        ann, ben = await visit("Ann", at=house), await visit("Ben", at=house)
        id = await create(ann, format="round-robin", house=PLAYERS, rated=True)
        for owner, name in ((ann, "ann.py"), (ben, "ben.py")):
            await enter(owner, id, program=await ready(owner, f"{PRELUDE}\nplay()", name))
        await until(lambda: all("Playing for" in (tmp_path / name).read_text() for name in ("first", "second")))
        await ann.post(f"/api/tournaments/{id}/start")
        played: dict[tuple[int, ...], list[float]] = {}

        async def all_three_play() -> bool:
            state = await store.tournament_state(id)
            assert state is not None
            for game in state.games:
                if game.payoffs is not None:
                    played[tuple(game.key[1:])] = game.payoffs
            busy = [{game.owner for game in state.games if game.status == status} for status in ("playing", "over")]
            return all(len(owners - {None}) == 3 for owners in busy)

        await until(all_three_play)
        first.send_signal(signal.SIGKILL)
        first.wait()
        await all_three_play()

        async def is_over() -> bool:
            return bool((await page(ann, id))["status"] == "over")

        while not await _soon(is_over):
            assert house.process is not None and house.process.poll() is None and second.poll() is None
        state = await store.tournament_state(id)
        assert state is not None
        # Every game was played once, at one table, and what had been counted when the worker died still counts.
        games = len(PLAYERS) + 2
        assert len(state.games) == games * (games - 1) and all(game.status == "over" for game in state.games)
        for game in state.games:
            assert game.payoffs == played.get(tuple(game.key[1:]), game.payoffs)
        tables = [table for game in state.games for table in game.tables]
        assert len(set(tables)) == len(tables) == len(state.games)
        rows = await store.matches(tables)
        rules = find("connect-four")
        for game in state.games:
            row = rows[game.table]
            assert row.status == "over" and row.result["payoffs"] == game.payoffs
            moves = await store.moves_since(row.id, 0)
            assert [move.ply for move in moves] == list(range(len(moves))), "no move was lost or stored twice"
            assert _payoffs(rules, str(row.seed), [(move.seat, move.move) for move in moves]) == game.payoffs
        shown = await page(ann, id)
        assert sum(line["points"] for line in shown["standings"]) == len(state.games)
        # Rated games of the programs are in the ledger once.
        rated = [game for game in state.games if game.programs]

        async def counted() -> bool:
            return all([len(await store.rated_seats(game.table)) == 2 for game in rated])

        await until(counted)
        owners = Counter(game.owner for game in state.games)
        assert len(owners) == 3, owners
        print(f"{len(state.games)} games, by process: {sorted(owners.values())}")
    finally:
        for worker in (first, second):
            if worker.poll() is None:
                worker.terminate()
                worker.wait(patience())
        store.close()
        house.close()
    said = [(tmp_path / name).read_text() for name in ("house", "first", "second")]
    assert not any("Traceback" in text for text in said), said
    assert "games of programs are left to others" in said[2] and "games played" in said[2]


async def _soon(holds: Callable[[], Awaitable[bool]]) -> bool:
    """Whether it holds before our patience with a single game ends."""
    try:
        await until(holds)
    except TimeoutError:
        return False
    return True


def _payoffs(rules: AnyGame, seed: str, entries: list[tuple[int, Any]]) -> list[float]:
    match = Match(rules, rules.read_options(), 2, Seed.parse(seed))
    for seat, move in entries:
        match.enter(seat, rules.moves.from_json(move, house=True))
    return match.payoffs()
