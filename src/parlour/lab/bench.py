"""Random play, measured side by side on one core: ours compiled, driven from Python, interpreted, and our peers.

Every row is a loop that plays random games for a short while and counts the moves. Seconds are those of processor time,
since a busy machine would take the others away from some rows and not from others; for the same reason the rows take
turns, and the best turn of each row counts.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from parlour.bots.playout import play_random
from parlour.core.dice import Dice
from parlour.core.game import AnyGame

SLICES = 10
LONGEST = 100_000
STARTS = 50  # prepared positions from which the in-module loop plays

Slice = Callable[[float], tuple[int, float]]  # seconds to play -> moves made, seconds taken

PEER = "open_spiel connect_four"
ZOO = "pettingzoo connect_four"
BATCH = "batch"


def measure(
    games: Sequence[AnyGame], seconds: float, slices: int = SLICES, more: Mapping[str, Slice] | None = None
) -> dict[str, Any]:
    """All rows and the ratios that matter: {"compiled": …, "rows": [{"name", "moves_per_second"}], "ratios": {…}}.

    `more` are rows from elsewhere that take their turns with the others, such as the environments' `kata-tcg batch`.
    """
    from parlour import compiled

    best: dict[str, float] = {}
    with ExitStack() as stack:
        stack.enter_context(_one_core())
        rows: dict[str, Slice] = {}
        for game in games:
            rows[f"{game.name} in-module"] = in_module(game)
            rows[f"{game.name} py-driven"] = py_driven(game)
            rows[f"{game.name} interpreted"] = stack.enter_context(_interpreted(game))
        rows.update(more or {})
        rows.update(peers())
        for row in rows.values():
            row(0.0)  # warm up
        for _ in range(slices):
            for name, row in rows.items():
                moves, took = row(seconds / slices)
                best[name] = max(best.get(name, 0.0), moves / took)
    return {
        "compiled": compiled(),
        "rows": [{"name": name, "moves_per_second": round(speed, 1)} for name, speed in best.items()],
        "ratios": _ratios(best, [game.name for game in games]),
    }


def _ratios(speed: dict[str, float], games: Sequence[str]) -> dict[str, float]:
    pairs = [(f"{game} in-module", f"{game} interpreted") for game in games]
    pairs += [("connect-four py-driven", PEER), ("connect-four interpreted", PEER)]
    pairs += [(f"{game} in-module", PEER) for game in games]
    pairs += [(f"{game} {BATCH}", ZOO) for game in games]
    return {f"{a} / {b}": round(speed[a] / speed[b], 3) for a, b in pairs if a in speed and b in speed}


# --- ours ---


def in_module(game: AnyGame) -> Slice:
    """The whole game inside one compiled loop, from prepared starting positions."""
    dice, starts = _starts(game)

    # Written out, unlike the others: a call for each game would cost as much as a game of connect four.
    def play(seconds: float) -> tuple[int, float]:
        moves = games = 0
        began = time.process_time()
        until = began + seconds
        while True:
            moves += play_random(starts[games % STARTS].copy(), dice, LONGEST)
            games += 1
            if games % 8 == 0 and (now := time.process_time()) >= until:
                return moves, now - began

    return play


def py_driven(game: AnyGame) -> Slice:
    """The loop that a user of the package would write in Python."""
    dice, starts = _starts(game)
    turns = cycle(starts)

    def one_game() -> int:
        n = 0
        state = next(turns).copy()
        while state.mover >= 0:
            moves = state.moves()
            state.play(moves[dice.below(len(moves))], dice)
            n += 1
        return n

    return _timed(one_game)


def _starts(game: AnyGame) -> tuple[Dice, list[Any]]:
    dice = Dice(1, 2, 3, 4)
    return dice, [_new(game, dice) for _ in range(STARTS)]


def _new(game: AnyGame, dice: Dice) -> Any:
    options = game.read_options(preset=game.measured)
    state = game.new(options, game.default_seats, dice)
    state.heard = None
    return state


@contextmanager
def _interpreted(game: AnyGame) -> Iterator[Slice]:
    """The in-module loop in a process that runs the rules from their source."""
    module = type(game).__module__
    child = subprocess.Popen(
        [sys.executable, "-m", "parlour.lab.bench", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PARLOUR_COMPILED": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        text=True,
    )

    def play(seconds: float) -> tuple[int, float]:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{seconds}\n")
        child.stdin.flush()
        moves, took = child.stdout.readline().split()
        return int(moves), float(took)

    try:
        yield play
    finally:
        child.communicate()


def _serve(module: str) -> None:
    """The other end of `_interpreted`: reads lines with seconds, writes lines with moves and seconds."""
    play = in_module(import_module(module).GAME)
    for line in sys.stdin:
        moves, took = play(float(line))
        print(moves, took, flush=True)


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this process and its children on one core, if the system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# --- peers: the same loop, as their own guides write it, including the choice of a random move ---


def peers() -> dict[str, Slice]:
    """The peers that are installed here and start."""
    found: dict[str, Slice] = {}
    makers: dict[str, tuple[str, Callable[[], Slice]]] = {
        PEER: ("pyspiel", _open_spiel),
        ZOO: ("pettingzoo", _pettingzoo),
        "rlcard leduc-holdem": ("rlcard", _rlcard),
    }
    for name, (module, make) in makers.items():
        if find_spec(module) is None:
            continue
        try:
            found[name] = make()
        except ImportError as error:
            print(f"Skipping {name}: {error}.", file=sys.stderr)
    return found


def _open_spiel() -> Slice:
    game = import_module("pyspiel").load_game("connect_four")

    def one_game() -> int:
        n = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            n += 1
        return n

    return _timed(one_game)


def _pettingzoo() -> Slice:
    env = import_module("pettingzoo.classic.connect_four_v3").env()

    def one_game() -> int:
        n = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            n += 1
        return n

    return _timed(one_game)


def _rlcard() -> Slice:
    env = import_module("rlcard").make("leduc-holdem")

    def one_game() -> int:
        n = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            n += 1
        return n

    return _timed(one_game)


def _timed(one_game: Callable[[], int]) -> Slice:
    def play(seconds: float) -> tuple[int, float]:
        n = 0
        began = time.process_time()
        until = began + seconds
        while True:
            n += one_game()
            if (now := time.process_time()) >= until:
                return n, now - began

    return play


if __name__ == "__main__":
    _serve(sys.argv[1])
