"""One house of two processes: PostgreSQL keeps the matches, Redis carries the news."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.by_hand import ByHand
from tests.server.bots import Bot, play_on, played
from tests.server.conftest import Visit
from tests.server.guest import Guest, Refusal, RunningHouse, at_random, play, play_all, until
from tests.server.on_call import call

from parlour.core.protocol import NewTable
from parlour.server import messages
from parlour.server.connection import POLICY, Connection
from parlour.server.house import House
from parlour.server.identity import signer
from parlour.server.pubsub import News, PubSub
from parlour.server.settings import Settings
from parlour.store import Store
from parlour.store.testing import Cluster

Pair = tuple[RunningHouse, RunningHouse]
numbers = itertools.count()


@pytest.fixture(scope="module")
def both(postgres: Cluster, redis: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    place = postgres.create(f"pair{next(numbers)}")
    settings = {"redis": redis, "lease_seconds": 1.5, "away_seconds": 1}
    one, two = (RunningHouse(place, folder / name, **settings) for name in ("a", "b"))
    for house in (one, two):
        house.open(wait=False)  # both at once on an empty database
    try:
        for house in (one, two):
            house.wait_until_open()
        yield one, two
    finally:
        for house in (one, two):
            house.close()
    for house in (one, two):
        assert "Traceback" not in house.said(), house.said()


@pytest.fixture
def pair(both: Pair) -> Pair:
    """Both processes; one that an earlier test killed is opened again."""
    for house in both:
        if house.process is None or house.process.poll() is not None:
            house.open()
    return both


async def is_over(guest: Guest, table: str) -> bool:
    return bool((await guest.get(f"/api/tables/{table}"))["status"] == "over")


async def test_players_at_different_processes_play_one_match(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann, ben = await visit("Ann", at=a), await visit("Ben", at=b)
    table = await ann.table("me", "free", listed=True)
    one = await ann.sit(table, 0)
    assert (await one.hear("table"))["status"] == "open"
    assert table in [t["id"] for t in (await ben.get("/api/tables?status=open"))["tables"]]
    await ben.post(f"/api/tables/{table}/join")
    two = await ben.sit(table, 1)
    await two.hear("waiting")
    watcher = await ann.watch(table)
    ben.house = a  # and a token of one process is good at the other
    assert (await ben.get("/api/guests/me"))["id"] == ben.id
    await one.say(type="emote", emote="hello")
    assert (await two.hear("emote"))["seat"] == 0
    over = await asyncio.gather(play(one), play(two))
    assert over[0] == over[1]
    assert (await watcher.hear("over"))["payoffs"] == over[0]["payoffs"]
    told = [[(m["ply"], m["events"]) for m in chair.heard if m["type"] == "events"] for chair in (one, two)]
    assert told[0] == told[1]
    for guest in (ann, ben):
        await until(partial(is_over, guest, table))
        assert (await guest.get(f"/api/tables/{table}"))["result"]["payoffs"] == over[0]["payoffs"]


async def test_one_process_dies_and_its_guests_go_on_at_the_other(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann = await visit("Ann", at=a)
    bots = []
    for number in range(10):
        table = await ann.table("me", "me", game="kata-tcg")
        bots += [Bot([a, b], ann, table, 0, 2 * number), Bot([b, a], ann, table, 1, 2 * number + 1)]
    for bot in bots:
        bot.pace = 0.1
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    await played(bots, playing, 60)
    a.kill()
    await play_on(bots, playing)
    with Store.open(b.db) as store:
        for bot in bots:
            kept = store.reads.load_match(bot.table)
            assert kept is not None
            assert len(kept.moves) == max(bot.told)
            assert bot.mine
            assert all(kept.moves[ply - 1].move == bot.sent[ply] for ply in bot.mine)


async def test_house_players_and_clocks_of_a_dead_process_are_taken_over(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann, ben = await visit("Ann", at=a), await visit("Ben", at=b)
    timed = await ann.table("me", "me", clock={"move_ms": 1000, "strikes": 0})
    thought = await ann.table("me", "hard")
    one = await ann.sit(thought, 0)
    turn = await one.hear("turn")
    await one.move(turn)
    await one.hear("events")
    a.kill()  # while `hard` thinks and a clock runs
    ann.house = b
    again = await ann.sit(thought, 0)
    assert (await again.hear("turn"))["ply"] == 3, "the other process thinks on"
    watcher = await ben.watch(timed)
    await watcher.hear("waiting")  # what the dead process did is past
    for _ in range(2):
        told = await watcher.hear("events")
        assert {"kind": "missed", "seat": told["seat"]} in told["events"], "and its clocks run on"


async def test_who_is_gone_with_a_dead_process_can_be_taken_over(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann, ben = await visit("Ann", at=a), await visit("Ben", at=b)
    table = await ann.table("me", "free")
    await ann.sit(table, 0)
    await ben.post(f"/api/tables/{table}/join")
    two = await ben.sit(table, 1)
    await two.hear("waiting")

    async def seen(how: str) -> bool:
        return bool((await ben.get(f"/api/tables/{table}"))["seats"][0][how])

    await until(partial(seen, "here"))
    a.kill()
    await until(partial(seen, "away"))
    await ben.post(f"/api/tables/{table}/takeover", {"seat": 0, "word": "random"})
    assert (await two.hear("events"))["seat"] == 0


class Corridor(PubSub):
    """Carries news between two houses in one process."""

    def __init__(self) -> None:
        self.there: House | None = None  # who hears them
        self._said: list[News] = []

    def tell(self, news: News) -> None:
        self._said.append({**news, "from": "the other"})

    async def carry(self) -> None:
        assert self.there is not None
        while self._said:
            await self.there.news._hear(self._said.pop(0))


async def test_who_stays_at_the_other_process_stays_present(tmp_path: Path) -> None:
    """News of who is there holds for two leases and is told anew in each, so nobody fades away who still sits."""
    time = ByHand()
    here, there = (House(Settings(lease_seconds=16), Store.open(tmp_path / "parlour.db"), time) for _ in range(2))
    corridor = here.news.pubsub = Corridor()
    corridor.there = there
    for house in (here, there):
        house.signer = await signer(house.store, None)
    ann, _ = await here.new_guest("Ann")
    table = await here.lobby.make_table(ann, NewTable("connect-four", ["me", "me"]))
    elsewhere = await there.table(table.id)
    chair = Connection(SimpleNamespace(closed=True), ann.id, 0, False)  # type: ignore[arg-type]
    table.guests.connect(chair)
    await corridor.carry()
    for _ in range(4):
        assert messages.show(elsewhere, None).seats[0].here
        time.turn(16)
        await here.keeper.renew_leases()
        await corridor.carry()
    time.turn(33)  # and now nothing more is heard
    await there.keeper.renew_leases()
    shown = messages.show(elsewhere, None).seats[0]
    assert not shown.here and not shown.away
    time.turn(31)
    assert messages.show(elsewhere, None).seats[0].away
    for house in (here, there):
        await house.close()


async def test_two_processes_agree_on_one_key(postgres: Cluster) -> None:
    place = postgres.create(f"pair{next(numbers)}")
    with Store.open(place) as one, Store.open(place) as two:
        keys = await asyncio.gather(*(signer(store, None) for store in (one, two) for _ in range(5)))
    assert len({key.token("ann") for key in keys}) == 1


async def test_a_branch_set_up_at_one_process_is_played_at_the_other(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann, ben = await visit("Ann", at=a), await visit("Ben", at=b)
    table = await ann.table("me", "me", game="kata-tcg", preset="full")
    await play_all([await ann.sit(table, 0), await ann.sit(table, 1)], at_random(5))
    await until(partial(is_over, ben, table))  # at the other process
    wish = {"ply": 9, "seats": ["me", "free"], "anew": True}
    shown = await ben.post(f"/api/tables/{table}/branch", wish)
    await ann.post(f"/api/tables/{shown['id']}/join")
    chairs = [await ben.sit(shown["id"], 0), await ann.sit(shown["id"], 1)]
    over = await play_all(chairs, at_random(2))
    assert over[0]["payoffs"] == over[1]["payoffs"] and over[0]["seed"] == over[1]["seed"]
    for guest in (ann, ben):
        await until(partial(is_over, guest, shown["id"]))
        found = (await guest.get(f"/api/tables/{table}/branches"))["tables"]
        assert [one["id"] for one in found] == [shown["id"]]
    replays = [(await guest.get(f"/api/tables/{shown['id']}/replay?seat=1"))["plies"] for guest in (ann, ben)]
    assert [ply["view"] for ply in replays[0]] == [ply["view"] for ply in replays[1]]


async def test_a_self_is_the_same_at_both_processes(pair: Pair, visit: Visit) -> None:
    """A code made here is used there, once; who is signed out here is shown out there."""
    a, b = pair
    ann, phone, thief = await visit("Ann", at=a), await visit(at=b), await visit(at=a)
    code = (await ann.post("/api/guests/me/code"))["code"]
    phone.token = (await phone.post("/api/guests/by-code", {"code": code}))["token"]
    assert (await phone.get("/api/guests/me"))["id"] == ann.id
    with pytest.raises(Refusal, match="bad-code"):
        await thief.post("/api/guests/by-code", {"code": code})
    table = await ann.table("me", "me")
    chair = await phone.sit(table, 0)
    await chair.hear("turn")
    await ann.ask("DELETE", "/api/guests/me/devices")
    assert await chair.shown_out() == (1008, "signed-out")
    with pytest.raises(Refusal) as told:
        await phone.get("/api/guests/me")
    assert told.value.status == 401


async def test_a_bot_on_call_at_one_process_is_challenged_at_the_other(pair: Pair, visit: Visit) -> None:
    a, b = pair
    ann, clank = await visit("Ann", at=b), await visit("Clank", kind="bots", at=a)
    line = await call(clank)
    table = await ann.post(f"/api/bots/{clank.id}/challenge", {"game": "connect-four", "seat": 0})
    assert (await line.invited())["table"] == table["id"]
    chairs = [await ann.sit(table["id"], 0), await clank.sit(table["id"], 1)]
    await play_all(chairs)
    clank.house = b
    await call(clank)
    assert await line.shown_out() == (POLICY, "replaced")


async def test_guests_at_different_processes_find_each_other(pair: Pair, visit: Visit) -> None:
    ann, ben = [await visit(name, at=house) for name, house in zip(("Ann", "Ben"), pair, strict=True)]
    await ann.post("/api/seeks", {"game": "connect-four"})
    found = (await ben.post("/api/seeks", {"game": "connect-four"}))["seek"]["table"]
    assert (await ann.get("/api/seeks/mine"))["seek"]["table"] == found
    chairs = []
    for guest in (ann, ben):
        seats = (await guest.get(f"/api/tables/{found}"))["seats"]
        chairs.append(await guest.sit(found, next(seat["seat"] for seat in seats if seat["you"])))
    await play_all(chairs)
