"""Guests who play one game after the other at a house that may fail at any moment, and what came of their moves.

Shared by the long trials (`bench/kills.py`, `bench/disk.py`, `bench/soak.py`). A guest remembers every move that the
house has acknowledged; when a game is over, the database is asked whether each of them is there, once, as it was told.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import httpx
from tests.server.bots import Bot, Knockable, check_kept
from tests.server.guest import Address, Guest, Json, Refusal, caller

from parlour.store import Store

PAUSE = 0.3  # seconds before a guest asks again


@dataclass
class Tally:
    """What was counted."""

    games: int = 0
    acknowledged: int = 0
    found: int = 0
    stored: int = 0  # in all; some were not acknowledged before a kill
    connections: int = 0
    refused: int = 0  # moves that the house refused because it could not store them

    def add(self, more: Tally) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(more, one.name))

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.acknowledged} moves acknowledged, {self.found} of them found, "
            f"{self.acknowledged - self.found} lost; {self.stored} stored in all; {self.connections} connections"
            + (f"; {self.refused} refusals" if self.refused else "")
        )


class Stubborn(Bot):
    """Takes "could not be stored" for an answer, and tries again."""

    refused = 0

    async def _heed(self, message: Json, socket: object) -> None:
        if message["type"] == "error" and message["code"] == "store":
            self.refused += 1
            raise ConnectionError("the house could not store something; come back in a while")
        await super()._heed(message, socket)


class Company:
    """Pairs of guests, each pair at a table of its own, game after game until they are told to stop."""

    def __init__(
        self, house: Address, place: str, game: str, pairs: int, pace: float, doors: Sequence[Knockable] = ()
    ) -> None:
        self.house = house
        self.place = place
        self.game = game
        self.pairs = pairs
        self.pace = pace
        self.doors = doors or [house]
        self.tally = Tally()
        self.stopping = False
        self._playing: dict[int, list[Stubborn]] = {}

    def acknowledged(self) -> int:
        """Moves that are known to be safe, by now."""
        return self.tally.acknowledged + sum(len(bot.mine) for bots in self._playing.values() for bot in bots)

    async def play(self) -> None:
        """Until `stop`, and then to the end of the games under way."""
        with Store.open(self.place) as store:
            async with caller() as http:
                await asyncio.gather(*(self._pair(number, store, http) for number in range(self.pairs)))

    def stop(self) -> None:
        self.stopping = True
        for bots in self._playing.values():
            for bot in bots:
                bot.pace = 0.0

    async def _pair(self, number: int, store: Store, http: httpx.AsyncClient) -> None:
        dice, guests = random.Random(number), [Guest(self.house, http), Guest(self.house, http)]
        for guest in guests:
            await patiently(lambda: guest.come(kind="bots"))  # noqa: B023
        while not self.stopping:
            table = await patiently(lambda: guests[0].table("me", "free", game=self.game))
            try:
                await patiently(lambda: guests[1].post(f"/api/tables/{table}/join"))  # noqa: B023
            except Refusal as refusal:
                if refusal.code not in ("begun", "taken", "bad-request"):  # the answer to an earlier try was lost
                    raise
            bots = [Stubborn(self.doors, guest, table, seat, dice.getrandbits(32)) for seat, guest in enumerate(guests)]
            for bot in bots:
                bot.pace = self.pace
            self._playing[number] = bots
            await asyncio.gather(*(bot.play() for bot in bots))
            self.tally.add(await asyncio.to_thread(count, store, self._playing.pop(number)))


def count(store: Store, bots: list[Stubborn]) -> Tally:
    """What came of one game. Several are counted at once, in threads, so it is added up where only one is at work."""
    counted = Tally(games=1)
    for bot in bots:
        played = check_kept(store, bot)
        kept = {move.ply + 1: move for move in played.moves if move.seat == bot.seat}
        counted.acknowledged += len(bot.mine)
        counted.found += sum(ply in kept and kept[ply].move == bot.sent[ply] for ply in bot.mine)
        counted.connections += bot.connections
        counted.refused += bot.refused
        counted.stored = len(played.moves)
    return counted


async def patiently(ask: Callable[[], object]) -> object:
    """Ask until the house answers; it may be away, or unable to store anything just now."""
    while True:
        try:
            return await ask()  # type: ignore[misc]
        except (httpx.HTTPError, OSError):
            pass
        except Refusal as refusal:
            if refusal.status != 503:
                raise
        await asyncio.sleep(PAUSE)
