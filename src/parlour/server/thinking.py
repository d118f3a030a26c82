"""House players think in processes of their own, so that a thinking one never delays another table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from difflib import get_close_matches
from multiprocessing.connection import wait
from secrets import randbits
from typing import Any

import msgspec

from parlour.bots.thinkers import SearchPlayer
from parlour.bots.words import LEVELS, known_words, make_player
from parlour.core.chair import Hello, Turn
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.games import find


def check_house_word(game: AnyGame, word: str, also: tuple[str, ...] = ()) -> None:
    """The seat words that strangers may ask for: named players and levels, never a program or endless thinking."""
    words = [*also, *known_words(game)]
    if word not in words:
        near = get_close_matches(word[:40], words, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        if ":" in word:
            hint = " Programs visit a house by themselves, with `parlour bot join`." if word.startswith("cmd:") else ""
        raise Refused(f"A seat of {game.title} is one of {', '.join(words)}, not {word[:40]!r}.{hint}", "bad-seat")


SHORTEST_MS = 100  # however busy the house is
MARGIN_MS = 150  # a search stops so long before its clock does


def _serve_the_house() -> None:
    """In a worker, before its first task: Ctrl-C is the house's affair, and nobody outlives a house that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    house = multiprocessing.parent_process()
    if house is not None:
        threading.Thread(target=_leave_with, args=(house.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def think(game_name: str, word: str, hello: bytes, turn: bytes, words: list[int]) -> bytes:
    """In a worker: one decision, from the view alone, and those of the same move that it already settles, as JSON."""
    game = find(game_name)
    player = make_player(game, word, Dice(*words), workers=1)
    player.hello(msgspec.json.decode(hello, type=Hello))
    asked = msgspec.json.decode(turn, type=Turn)
    choice = player.choose(asked)
    first = asked.moves[choice] if isinstance(choice, int) else choice
    planned = player.planned if isinstance(player, SearchPlayer) else []
    return msgspec.json.encode([first, *(game.moves.to_json(move) for move in planned)])


class Thinkers:
    """Two pools of thinking processes: whoever thinks by the clock never delays those who answer at once."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.slow = Pool(workers)
        self.quick = Pool(1)

    @property
    def thinking(self) -> int:
        return self.slow.thinking + self.quick.thinking

    async def think(self, game: AnyGame, word: str, hello: Hello, turn: Turn) -> list[MoveJson]:
        """A house player's decision. When many think at once, each thinks for a shorter time."""
        by_the_clock = "ms=" in {**LEVELS, **game.levels}.get(word, word)
        if by_the_clock:
            turn = share(turn, self.workers / (self.slow.thinking + 1))
        pool = self.slow if by_the_clock else self.quick
        words = [randbits(32) | 1 for _ in range(4)]
        answer = await pool.think(game.name, word, msgspec.json.encode(hello), msgspec.json.encode(turn), words)
        moves: list[MoveJson] = msgspec.json.decode(answer)
        return moves

    def close(self) -> None:
        self.slow.close()
        self.quick.close()


def share(turn: Turn, part: float) -> Turn:
    """The turn with a clock that grants only this part of a second, if that is less than it had."""
    if part >= 1.0:
        return turn
    ms = MARGIN_MS + max(SHORTEST_MS, int(1000 * part))
    left = turn.clock.move_ms
    clock = msgspec.structs.replace(turn.clock, move_ms=ms if left is None else min(ms, left))
    return msgspec.structs.replace(turn, clock=clock)


class Pool:
    """Thinking processes, made anew if one of them dies."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.thinking = 0
        self._pool: ProcessPoolExecutor | None = None

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_serve_the_house)
        return self._pool

    async def think(self, game: str, word: str, hello: bytes, turn: bytes, words: list[int]) -> bytes:
        answer: bytes = await self.run(think, game, word, hello, turn, words)
        return answer

    async def run(self, deed: Callable[..., Any], *given: Any, seconds: float | None = None) -> Any:
        """Do something in one of the processes. Whatever takes longer than it may is ended with its process."""
        self.thinking += 1
        try:
            for _ in range(2):
                pool = self._start()
                try:
                    done = asyncio.wrap_future(pool.submit(deed, *given))
                    return await asyncio.wait_for(done, seconds)
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                except TimeoutError:
                    if self._pool is pool:
                        self.close()
                    raise
            raise Refused("The thinking processes died twice.", "no-thinker")
        finally:
            self.thinking -= 1

    def close(self) -> None:
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None
