"""Network bots for tests: they come back whenever the house falls, and remember everything they were told."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any, Protocol

from tests.patience import patience
from tests.server.guest import POLL, Guest, Json
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from parlour.store import Store
from parlour.store.rows import Played


class Knockable(Protocol):
    """A house, or what leads to one."""

    @property
    def ws(self) -> str: ...


class Bot:
    """One seat of one match, played at random over as many connections as it takes."""

    def __init__(self, houses: Sequence[Knockable], guest: Guest, table: str, seat: int, seed: int) -> None:
        self.houses = houses  # where to knock, in turn
        self.guest = guest
        self.table = table
        self.seat = seat
        self.dice = random.Random(seed)
        self.pace = 0.0
        self.longest_pause = 0.5  # before it knocks again
        self.sent: dict[int, Json] = {}
        self.told: dict[int, tuple[int, list[Json]]] = {}  # ply: who moved and what happened
        self.mine: set[int] = set()  # plies of ours that were acknowledged
        self.over: Json | None = None
        self.connections = 0
        self.heard = "nothing"

    def __str__(self) -> str:
        return f"table {self.table}, seat {self.seat}: heard {self.heard} last, {self.connections} connections"

    async def play(self) -> None:
        knock = 0
        while self.over is None:
            house = self.houses[knock % len(self.houses)]
            try:
                await self._sit(house)
            except (OSError, WebSocketException, TimeoutError):
                knock += 1
                await asyncio.sleep(
                    self.dice.uniform(0.2, 1.0) * self.longest_pause
                )  # many who knock keep a house from opening

    async def _sit(self, house: Knockable) -> None:
        address = f"{house.ws}/ws/tables/{self.table}"
        async with connect(
            address, proxy=None, max_size=2**24, open_timeout=patience(), close_timeout=patience(1)
        ) as socket:
            await socket.send(json.dumps({"type": "sit", "token": self.guest.token, "seat": self.seat}))
            self.connections += 1
            while self.over is None:
                await self._heed(json.loads(await socket.recv()), socket)

    async def _heed(self, message: Json, socket: Any) -> None:
        self.heard = f"{message['type']} of ply {message.get('ply')}"
        match message["type"]:
            case "past":
                for ply in message["plies"][1:]:
                    self._note(ply["ply"], ply["seat"], ply["events"])
                assert len(message["plies"]) - 1 >= max(self.told, default=0), "something that was told is gone"
            case "events":
                self._note(message["ply"], message["seat"], message["events"])
                if message["seat"] == self.seat:
                    self.mine.add(message["ply"])
            case "turn":
                if self.pace:
                    await asyncio.sleep(self.dice.uniform(0, 2 * self.pace))
                move = self.dice.choice(message["moves"])
                self.sent[message["ply"]] = move
                await socket.send(json.dumps({"type": "move", "ply": message["ply"], "move": move}))
            case "over":
                self.over = message
            case "refused":
                assert message["code"] in ("stale", "not-your-turn"), message
            case "error":
                raise AssertionError(message)

    def _note(self, ply: int, seat: int, events: list[Json]) -> None:
        assert self.told.setdefault(ply, (seat, events)) == (seat, events), f"ply {ply} was told differently before"


def check_kept(store: Store, bot: Bot) -> Played:
    """All that a bot was told is in the store, once, and as it was told. Returns the match."""
    played = store.reads.load_match(bot.table)
    assert played is not None
    assert [move.ply for move in played.moves] == list(range(len(played.moves)))
    for ply in bot.mine:
        assert played.moves[ply - 1].seat == bot.seat
        assert played.moves[ply - 1].move == bot.sent[ply]
    assert len(played.moves) == max(bot.told)
    return played


async def played(bots: list[Bot], playing: list[asyncio.Task[None]], moves: int) -> None:
    """Wait until this many moves of theirs were acknowledged, or every game is over."""
    async with asyncio.timeout(patience(60)):
        while sum(len(bot.mine) for bot in bots) < moves and not all(task.done() for task in playing):
            await asyncio.sleep(POLL)


async def play_on(bots: list[Bot], playing: list[asyncio.Task[None]]) -> None:
    """Wait until every game is over; whoever waits for ever is named."""
    _, waiting = await asyncio.wait(playing, timeout=patience(60), return_when=asyncio.FIRST_EXCEPTION)
    for task in waiting:
        task.cancel()
    done = await asyncio.gather(*playing, return_exceptions=True)
    for outcome in done:
        if isinstance(outcome, Exception):
            raise outcome
    assert not waiting, "\n".join(str(bot) for bot in bots if bot.over is None)
