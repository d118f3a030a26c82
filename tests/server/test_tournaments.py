"""Tournaments in the house: created, entered, played and ended by guests, whatever happens on the way."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Refusal, play, until

from parlour.core.protocol import NewTournament
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.server.tournaments.progress import Progress
from parlour.store import Store

Json = dict[str, Any]


async def create(guest: Guest, **wish: Any) -> str:
    made = await guest.post("/api/tournaments", {"game": "connect-four", "clock": "5+3", **wish})
    return str(made["id"])


async def page(guest: Guest, id: str) -> Json:
    return dict(await guest.get(f"/api/tournaments/{id}"))


async def enter(guest: Guest, id: str, **wish: Any) -> Json:
    return dict(await guest.post(f"/api/tournaments/{id}/entrants", wish))


async def play_calls(guest: Guest, id: str) -> None:
    """Sit down wherever the tournament calls, and play the first move that is allowed, until it is over."""
    while (await page(guest, id))["status"] == "running":
        calls = (await guest.get("/api/tournaments/calls"))["calls"]
        for call in calls:
            await play(await guest.sit(call["table"], call["seat"]))
        await asyncio.sleep(0.03)


async def over(guest: Guest, id: str) -> Json:
    async def is_over() -> bool:
        return (await page(guest, id))["status"] == "over"

    await until(is_over)
    return await page(guest, id)


async def test_people_play_a_swiss_tournament_with_the_house(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben, eve = [await visit(name, at=by_hand) for name in ("Ann", "Ben", "Eve")]
    id = await create(ann, title="Spring cup", rounds=2, house=["random"])
    for guest in (ann, ben):
        await enter(guest, id)
    with pytest.raises(Refusal, match="Only the organiser may do that"):
        await ben.post(f"/api/tournaments/{id}/start")
    assert [one["title"] for one in await eve.get("/api/tournaments")] == ["Spring cup"]
    begun = await ann.post(f"/api/tournaments/{id}/start")
    assert begun["status"] == "running" and begun["rounds"] == 2
    with pytest.raises(Refusal, match="has begun"):
        await enter(eve, id)
    await asyncio.gather(play_calls(ann, id), play_calls(ben, id))
    ended = await over(eve, id)
    assert [round["number"] for round in ended["drawn"]] == [1, 2]
    assert len(ended["played"]) == 4 and all(game["status"] == "over" for game in ended["played"])
    assert sum(line["points"] for line in ended["standings"]) == 2 * (2 + 2), "two games and a rest in each round"
    assert {tuple(game["seats"]) for game in ended["played"]} == {
        tuple(seats) for round in ended["drawn"] for table in round["tables"] for seats in (table, table[::-1])
    }, "seats rotate"
    replayed = await eve.get(f"/api/tables/{ended['played'][0]['tables'][0]}/replay")
    assert replayed["result"]["payoffs"] == ended["played"][0]["payoffs"]
    assert (await ann.get("/api/tournaments/calls")) == {"calls": [], "entered": False}


async def test_however_many_look_a_tournament_is_read_once_for_each_change(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    id, desk = await create(ann), by_hand.house.tournaments
    first = await desk.progress(id)
    assert await desk.progress(id) is first
    await enter(ann, id)
    assert [one.name for one in (await desk.progress(id)).state.entrants] == ["Ann"]
    others = [await create(ann) for _ in range(4)]
    for other in others:
        await desk.progress(other)
    assert (await desk.progress(id)).row.id == id and len(desk._known) == 5


async def test_everything_can_be_taken_along(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    id = await create(ann, format="knock-out", house=["random", "greedy", "random@odile"])
    with pytest.raises(Refusal, match="nothing to download yet"):
        await ann.get(f"/api/tournaments/{id}/files/standings.csv")
    await ann.post(f"/api/tournaments/{id}/start")
    ended = await over(ann, id)
    assert ended["bracket"] == [0, -1, 1, 2] and ended["standings"][0]["out"] == 0
    url = f"{by_hand.url}/api/tournaments/{id}/files"
    csv = (await ann.http.get(f"{url}/standings.csv")).text.splitlines()
    assert csv[0].startswith("place,name,points") and len(csv) == 4 and "Odile (random)" in "".join(csv)
    assert len((await ann.http.get(f"{url}/crosstable.csv")).text.splitlines()) == 4
    told = json.loads((await ann.http.get(f"{url}/results.json")).content)
    assert told["finished"] and len(told["games"]) == len(ended["played"]) and told["seed"] is None
    records = zipfile.ZipFile(io.BytesIO((await ann.http.get(f"{by_hand.url}/api/tournaments/{id}/records")).content))
    assert len(records.namelist()) == len(ended["played"])
    assert json.loads(records.read("round-001-table-001-game-1.json"))["game"] == "connect-four"
    with pytest.raises(Refusal, match="has the files"):
        await ann.get(f"/api/tournaments/{id}/files/secrets.txt")


async def test_whoever_does_not_come_forfeits_the_meeting(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = [await visit(name, at=by_hand) for name in ("Ann", "Ben")]
    id = await create(ann, format="round-robin", grace=60)
    for guest in (ann, ben):
        await enter(guest, id)
    await ann.post(f"/api/tournaments/{id}/start")

    async def called() -> bool:
        return bool((await ann.get("/api/tournaments/calls"))["calls"])

    await until(called)
    [call] = (await ann.get("/api/tournaments/calls"))["calls"]
    assert call["rivals"] == ["Ben"] and call["until"] == by_hand.time.date() + 60
    chair = await ann.sit(call["table"], call["seat"])
    await chair.hear("hello")
    with pytest.raises(Refusal, match="withdraw on the tournament's page"):
        await ann.post(f"/api/tables/{call['table']}/leave")
    by_hand.time.turn(61)
    by_hand.house.director.wake()
    ended = await over(ann, id)
    assert [game["note"] for game in ended["played"]] == ["Ben did not come."] * 2
    assert {ended["entrants"][line["entrant"]]["name"]: line["points"] for line in ended["standings"]} == {
        "Ann": 2,
        "Ben": 0,
    }
    closed = await ann.get(f"/api/tables/{call['table']}")
    assert closed["status"] == "closed" and closed["tournament"] == id


async def test_whoever_withdraws_gives_up_and_the_others_go_on(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = [await visit(name, at=by_hand) for name in ("Ann", "Ben")]
    id = await create(ann, format="knock-out", house=["random"])
    for guest in (ann, ben):
        await enter(guest, id)
    await ann.post(f"/api/tournaments/{id}/start")
    with pytest.raises(Refusal, match="Only the organiser may remove others"):
        await ben.ask("DELETE", f"/api/tournaments/{id}/entrants/{ann.id}", {})
    await ann.ask("DELETE", f"/api/tournaments/{id}/entrants/{ben.id}", {})  # removed by the organiser
    await ann.ask("DELETE", f"/api/tournaments/{id}/entrants/{ann.id}", {})
    ended = await over(ann, id)
    assert ended["entrants"][ended["standings"][0]["entrant"]]["kind"] == "house"
    with pytest.raises(Refusal, match="is over"):
        await enter(ben, id)


async def test_a_pause_lays_no_tables_and_an_end_counts_what_was_played(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = [await visit(name, at=by_hand) for name in ("Ann", "Ben")]
    id = await create(ann, format="arena", minutes=5, listed=False)
    for guest in (ann, ben):
        await enter(guest, id)
    assert await ben.get("/api/tournaments") == [] and len(await ben.get("/api/tournaments/mine")) == 1
    await ann.post(f"/api/tournaments/{id}/start")
    await ann.post(f"/api/tournaments/{id}/pause")
    before = (await page(ann, id))["ends"]
    with pytest.raises(Refusal, match="not running"):
        await ann.post(f"/api/tournaments/{id}/pause")
    by_hand.time.turn(60)
    gone_on = await ann.post(f"/api/tournaments/{id}/resume")
    assert gone_on["ends"] == before + 60, "a pause does not count"
    await ann.post(f"/api/tournaments/{id}/end")
    assert (await page(ben, id))["status"] == "over"
    off = await create(ben)
    assert (await ben.post(f"/api/tournaments/{off}/end"))["status"] == "cancelled"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"format": "knock-out", "game": "deadwood", "seats": 4}, "A knock-out is played at tables of two"),
        ({"rounds": 0}, "1 to 100 rounds"),
        ({"format": "round-robin", "rounds": 3}, "Only a Swiss tournament"),
        ({"games": 21}, "1 to 20 games"),
        ({"house": ["cmd:rm -rf /"]}, "must be one of"),
        ({"title": "x\u202ey"}, "invisible"),
        ({"clock": "1ms/move"}, "half a second"),
        ({"grace": 1}, "grace"),
        ({"format": "league"}, "format"),
    ],
)
async def test_what_could_never_begin_is_refused(by_hand: HouseByHand, visit: Visit, wish: Json, why: str) -> None:
    ann = await visit("Ann", at=by_hand)
    with pytest.raises(Refusal) as refusal:
        await create(ann, **wish)
    assert why in refusal.value.text


async def test_one_who_enters_alone_cannot_begin(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    id = await create(ann)
    await enter(ann, id)
    with pytest.raises(Refusal, match="at least 2 players are needed, not 1"):
        await ann.post(f"/api/tournaments/{id}/start")
    with pytest.raises(Refusal, match="no such tournament"):
        await page(ann, "nothing")


class Process:
    """A process of the house without a door, under its own name, that can be killed."""

    def __init__(self, place: str, name: str, worker: bool = False) -> None:
        settings = Settings(db=place, workers=1, pace_ms=0, lease_seconds=0.5)
        self.house = House(settings, Store.open(place), visiting=worker)
        self.house.me = name

    def kill(self) -> None:
        """It stops where it is: its leases run out by themselves."""
        for table in self.house.tables.values():
            table.stop()
        for task in list(self.house._tasks):
            task.cancel()
        self.house.player_pool.close()
        self.house.archive.close()
        self.house.reviews.close()
        self.house.store.close()


async def test_a_killed_worker_leaves_games_that_others_finish(tmp_path: Path) -> None:
    """One process directs, workers play. The first is killed in the middle of games: none of them is lost, and none
    counts twice."""
    place = str(tmp_path / "parlour.db")
    director = Process(place, "director").house
    director.director.work.most = 0
    await director.open()
    host, _ = await director.new_guest("Ann")
    wish = NewTournament(game="connect-four", format="round-robin", house=["random", "greedy", "random"], clock="5+3")
    made = await director.tournaments.create(host, wish)
    await director.tournaments.start(host, made.id)
    first, second = Process(place, "first", worker=True), Process(place, "second", worker=True)
    await first.house.open()

    async def under_way() -> bool:
        games = (await director.tournaments.state(made.id)).games
        return any(game.payoffs for game in games) and any(game.status == "playing" for game in games)

    await until(under_way)
    first.kill()
    halfway = {game.key: game.payoffs for game in (await director.tournaments.state(made.id)).games if game.payoffs}
    await second.house.open()

    async def is_over() -> bool:
        return (await director.tournaments.tournament(made.id)).status == "over"

    await until(is_over)
    progress = Progress(await director.tournaments.state(made.id))
    assert len(progress.games) == 6 and sum(line.points for line in progress.lines) == 6
    assert {game.key for game in progress.games if game.payoffs} >= halfway.keys()
    assert all(game.payoffs == halfway.get(game.key, game.payoffs) for game in progress.games)
    tables = await director.store.matches(table for game in progress.games for table in game.tables)
    assert all(row.status == "over" for row in tables.values()) and len(tables) == 6
    seeds = {(game.place, game.round): {tables[game.table].seed} for game in progress.games}
    for game in progress.games:
        seeds[game.place, game.round].add(tables[game.table].seed)
    assert all(len(one) == 1 for one in seeds.values()), "the house meets itself again over the same deal"
    await second.house.close()
    await director.close()


async def test_the_tv_of_the_house_shows_the_strongest_who_play_where_everybody_may_watch(
    by_hand: HouseByHand, visit: Visit
) -> None:
    ann, ben = [await visit(name, at=by_hand) for name in ("Ann", "Ben")]
    assert (await ann.get("/api/on-air"))["table"] is None
    tables = [await ann.table("me", level, listed=listed) for level, listed in (("random", True), ("hard", False))]
    strong = await ben.table("me", "medium", listed=True)
    for guest, table in ((ann, tables[0]), (ann, tables[1]), (ben, strong)):
        await (await guest.sit(table)).hear("turn")
    shown = await ann.get("/api/on-air")
    assert (shown["table"], shown["names"][0], shown["points"]) == (strong, "Ben", [None, 1500])
