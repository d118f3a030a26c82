"""House players think in processes of their own, so that a thinking one never delays another table."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from parlour.bots.words import check_word, make_player
from parlour.core.chair import Hello, Turn
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.games import find


def check_house_word(game: AnyGame, word: str) -> None:
    """The seat words that strangers may ask for: named players and levels, never a program or endless thinking."""
    if ":" in word:
        raise Refused("Ask for a house player by name, such as `medium`.", "bad-seat")
    check_word(game, word)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(game_name: str, word: str, hello: bytes, turn: bytes, words: list[int]) -> bytes:
    """In a worker: one decision, from the view alone. Gives the move as JSON."""
    game = find(game_name)
    player = make_player(game, word, Dice(*words), workers=1)
    player.hello(msgspec.json.decode(hello, type=Hello))
    asked = msgspec.json.decode(turn, type=Turn)
    choice = player.choose(asked)
    return msgspec.json.encode(asked.moves[choice] if isinstance(choice, int) else choice)


class Thinkers:
    """A pool of thinking processes that is made anew if one of them dies."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.thinking = 0
        self._pool: ProcessPoolExecutor | None = None

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_quiet)
        return self._pool

    async def think(self, game: str, word: str, hello: Hello, turn: Turn) -> MoveJson:
        words = [secrets.randbits(32) | 1 for _ in range(4)]
        asked = (game, word, msgspec.json.encode(hello), msgspec.json.encode(turn), words)
        self.thinking += 1
        try:
            for attempt in (1, 2):
                pool = self._start()
                try:
                    answer = await asyncio.wrap_future(pool.submit(think, *asked))
                    break
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                    if attempt == 2:
                        raise
        finally:
            self.thinking -= 1
        move: MoveJson = msgspec.json.decode(answer)
        return move

    def close(self) -> None:
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None
