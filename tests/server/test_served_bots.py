"""`parlour bot serve`: any player or program on call, over broken connections, several tables at a time."""

from __future__ import annotations

import asyncio
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, play, until

from parlour.arena.serving import Server
from parlour.bots.kits import new_bot
from parlour.core.errors import Refused
from parlour.games import find

BOT = Path(__file__).parents[2] / "docs" / "bots" / "random_bot.py"
Serve = Callable[..., Awaitable["Served"]]


class Served:
    """A bot on call in a thread."""

    def __init__(self, house: HouseByHand, word: str, **how: Any) -> None:
        self.said: list[str] = []
        self.failed: list[str] = []
        self.server = Server(house.url, word, ["connect-four"], say=self.said.append, **how)
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.server.run()
        except Refused as refusal:
            self.failed.append(refusal.text)


@pytest.fixture
async def serve(by_hand: HouseByHand) -> AsyncIterator[Serve]:
    started: list[Served] = []

    async def come(word: str, **how: Any) -> Served:
        # It asks the house over HTTP, so it must not hold up this thread.
        started.append(await asyncio.to_thread(Served, by_hand, word, **how))
        return started[-1]

    yield come
    for one in started:
        one.server.stop()


async def the_bot(guest: Guest) -> str:
    """The bot on call, as soon as there is one."""
    found: list[str] = []

    async def there() -> bool:
        found[:] = [bot["player"] for bot in (await guest.get("/api/bots/on-call"))["bots"]]
        return bool(found)

    await until(there)
    return found[0]


async def play_it(guest: Guest, bot: str, **wish: Any) -> Any:
    table = await guest.post(f"/api/bots/{bot}/challenge", {"game": "connect-four", "seat": 0, **wish})
    return await play(await guest.sit(table["id"], 0))


async def test_a_program_on_call_plays_several_tables_at_a_time(
    by_hand: HouseByHand, visit: Visit, serve: Serve
) -> None:
    people = [await visit(None, at=by_hand) for _ in range(2)]
    served = await serve(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(BOT))}", name="Clank", tables=2)
    bot = await the_bot(people[0])
    over = await asyncio.gather(*(play_it(guest, bot) for guest in people))
    assert all(sum(one["payoffs"]) == 1 for one in over)
    await until(lambda: served.server.played == 2)
    assert any("--token" in line for line in served.said) and any("Clank is on call" in line for line in served.said)


async def test_it_comes_back_when_the_connection_breaks_and_finishes_before_it_leaves(
    by_hand: HouseByHand, visit: Visit, serve: Serve
) -> None:
    ann = await visit("Ann", at=by_hand)
    served = await serve("random")
    bot = await the_bot(ann)
    table = await ann.post(f"/api/bots/{bot}/challenge", {"game": "connect-four", "seat": 0})
    chair = await ann.sit(table["id"], 0)
    turn = await chair.hear("turn")
    first = by_hand.house.calling.lines[bot]
    by_hand.house.calling.hang_up_here(bot, "too-slow")
    await until(lambda: by_hand.house.calling.lines.get(bot, first) is not first)
    served.server.stop()  # in the middle of a game, which goes on
    await chair.move(turn)
    await play(chair)
    await asyncio.to_thread(served.thread.join, patience())
    assert not served.thread.is_alive() and served.server.played == 1 and served.failed == []


async def test_a_second_program_with_the_same_token_replaces_the_first(
    by_hand: HouseByHand, visit: Visit, serve: Serve
) -> None:
    ann = await visit("Ann", at=by_hand)
    first = await serve("random")
    bot = await the_bot(ann)
    token = by_hand.house.signer.token(bot)
    second = await serve("random", token=token)
    await asyncio.to_thread(first.thread.join, patience())
    assert first.failed == ["Another program is on call with this bot's token, so this one stops."]
    await play_it(ann, bot)
    await until(lambda: second.server.played == 1)


async def test_what_can_not_be_served_is_refused_at_once(by_hand: HouseByHand) -> None:
    for word, how, says in [
        ("nobody", {}, "nobody"),
        ("cmd:/no/such/program", {}, "program"),
        ("random", {"token": "nonsense"}, "token"),
    ]:
        with pytest.raises(Refused, match=says):
            await asyncio.to_thread(Served, by_hand, word, **how)


async def test_a_starter_bot_is_on_call_by_itself(by_hand: HouseByHand, visit: Visit, tmp_path: Path) -> None:
    ann, clank = await visit("Ann", at=by_hand), await visit("Clank", kind="bots", at=by_hand)
    new_bot(find("connect-four"), "python", tmp_path / "bot")
    words = [sys.executable, str(tmp_path / "bot" / "bot.py"), f"{by_hand.ws}/ws/call", clank.token, "connect-four"]
    running = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        bot = await the_bot(ann)
        assert bot == clank.id
        assert sum((await play_it(ann, bot))["payoffs"]) == 1
    finally:
        running.kill()
        running.wait()
