"""Reviews in the house: asked for after the end, growing in a process of their own, kept, and made only once."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import POLL, Guest, HouseByHand, Refusal, until
from tests.server.outside_games import install

from parlour import games
from parlour.core import protocol, record
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.moves import concede
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.review import Effort
from parlour.server import reviews
from parlour.server.replays import Entry
from parlour.server.reviews import MOST_OF_A_GUEST, grow
from parlour.store import Store

LITTLE = Effort("little", 2, 4, 8)


def given_up(name: str = "kata-tcg", seats: int = 2, plies: int = 4) -> Any:
    """The record of a game in which everybody but one gives up after some moves."""
    game = find(name)
    match = Match(game, game.read_options(), seats, Seed.parse("5"))
    dice = Dice(1, 2, 3, 4)
    for _ in range(plies):
        match.play(match.mover, int(match.state.random_move(dice)))
    for seat in range(seats - 1):
        if not match.over:
            match.enter(seat, concede(seat))
    return msgspec.to_builtins(record.record(match, [f"Player {seat + 1}" for seat in range(seats)]))


async def finished(guest: Guest, name: str = "kata-tcg", seats: int = 2, plies: int = 4) -> str:
    return str((await guest.ask("POST", "/api/records", given_up(name, seats, plies)))["id"])


async def record_of(guest: Guest, table: str) -> bytes:
    return (await guest.http.get(f"{guest.house.url}/api/tables/{table}/record")).content


async def reviewed(guest: Guest, table: str) -> Any:
    """Wait until the review is there."""
    async with asyncio.timeout(patience(60)):
        told = await guest.post(f"/api/tables/{table}/review")
        while told["stage"] in ("waiting", "growing"):
            await asyncio.sleep(POLL)
            told = await guest.get(f"/api/tables/{table}/review")
    return told


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others use the machine, a process that gives way to all of them would keep a test waiting."""
    monkeypatch.setattr(reviews, "NICENESS", 0)


@pytest.fixture
async def hasty(open_by_hand: OpenByHand) -> HouseByHand:
    """A house that thinks as little as it can."""
    return hurried(await open_by_hand(messages_per_second=1000))


def hurried(house: HouseByHand) -> HouseByHand:
    house.house.reviews.effort = LITTLE
    return house


@pytest.fixture
def one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review is shown after every piece of work."""
    monkeypatch.setattr(reviews, "SLICE", 0.0)


class Held:
    """Slices that wait until the test lets them go on."""

    def __init__(self, house: HouseByHand) -> None:
        self.reviews = house.house.reviews
        self.free = asyncio.Semaphore(0)
        self.asked = 0
        self._run = self.reviews._pool.run
        self.reviews._pool.run = self.run  # type: ignore[method-assign]

    async def run(self, *deed: Any, **limits: Any) -> Any:
        self.asked += 1
        await self.free.acquire()
        return await self._run(*deed, **limits)

    async def step(self, guest: Guest, table: str) -> Any:
        """Let one slice be done; how far the review is then."""
        before = self.asked
        self.free.release()
        await until(lambda: self.asked > before or not self.reviews._underway)
        return await guest.get(f"/api/tables/{table}/review")

    async def first_curve(self, guest: Guest, table: str) -> Any:
        """Let slices be done until there is something to show."""
        await until(lambda: self.asked == 1)
        told = await self.step(guest, table)
        while "review" not in told:
            told = await self.step(guest, table)
        return told


@pytest.fixture
async def kept_open(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Opens houses on one database, one after the other or side by side, each under a name of its own."""
    opened: list[HouseByHand] = []

    async def open_house(name: str) -> HouseByHand:
        house = hurried(await HouseByHand(str(tmp_path / "one.db")).open())
        house.house.me = name
        opened.append(house)
        return house

    yield open_house
    for house in opened:
        if house._serving is not None and not house._serving.done():
            await house.close()


# --- before the end ---


async def test_a_running_game_is_not_reviewed(visit: Visit) -> None:
    """A review would tell what is still hidden, so it is refused as its replay is."""
    ann = await visit("Ann")
    for table in (await ann.table("me", "me", game="kata-tcg"), await ann.table("me", "free", game="kata-tcg")):
        asked: tuple[tuple[str, str, Any], ...] = (
            ("GET", "review", None),
            ("GET", "ending", None),
            ("POST", "review", None),
            ("POST", "instead", {"ply": 0, "move": {"kind": "end"}}),
            ("POST", "line", {"ply": 0, "moves": [{"kind": "end"}]}),
        )
        for method, path, body in asked:
            with pytest.raises(Refusal) as told:
                await ann.ask(method, f"/api/tables/{table}/{path}", body)
            assert (told.value.status, told.value.code) == (409, "not-over")


async def test_whoever_is_nobody_may_read_a_review_but_not_have_one_made(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await finished(ann)
    address = f"{ann.house.url}/api/tables/{table}/review"
    assert (await ann.http.get(address)).json()["stage"] == "none"
    assert (await ann.http.post(address)).status_code == 401


async def test_the_result_shows_a_glance_first_and_the_review_once_there_is_one(
    hasty: HouseByHand, visit: Visit
) -> None:
    ann = await visit("Ann", at=hasty)
    table = await finished(ann, "connect-four", plies=12)
    glance = (await ann.http.get(f"{ann.house.url}/api/tables/{table}/ending")).json()  # nobody has to be anybody
    assert not glance["reviewed"]
    assert glance["plies"][-1] == 13 and len(glance["curve"]) == len(glance["plies"])
    review = (await reviewed(ann, table))["review"]
    found = await ann.get(f"/api/tables/{table}/ending")
    assert found["reviewed"] and found["curve"] == review["curve"]


# --- as it grows ---


async def test_a_review_grows_and_is_kept(hasty: HouseByHand, one_piece: None, visit: Visit) -> None:
    held = Held(hasty)
    ann, eve = [await visit(name, at=hasty) for name in ("Ann", "Eve")]
    table = await finished(ann)
    before = await record_of(ann, table)
    seen = [await ann.post(f"/api/tables/{table}/review"), await held.first_curve(eve, table)]
    while seen[-1]["stage"] != "done":
        seen.append(await held.step(eve, table))
    assert [one["progress"] for one in seen] == sorted(one["progress"] for one in seen)
    assert seen[-1]["grown"] > seen[1]["grown"] == 1
    assert "review" not in seen[0] and not seen[1]["review"]["complete"]
    done = await eve.get(f"/api/tables/{table}/review")
    shown = msgspec.convert(done["review"], protocol.Review)
    assert shown.complete and len(shown.curve) == len(shown.decisions) + 1 == 6
    assert "review" not in await eve.get(f"/api/tables/{table}/review?after={done['grown']}")
    assert (await ann.post(f"/api/tables/{table}/review"))["grown"] == done["grown"], "it is not made again"
    assert await record_of(ann, table) == before


async def test_it_says_what_was_played_and_what_would_have_been_better(hasty: HouseByHand, visit: Visit) -> None:
    """In connect four, whoever does not stop three in a column has blundered."""
    ann = await visit("Ann", at=hasty)
    game = find("connect-four")
    match = Match(game, game.read_options(), 2, Seed.parse("5"))
    for column in (0, 1, 0, 2, 0, 6, 0):
        match.play(match.mover, game.moves.from_json({"kind": "drop", "column": column}))
    told = msgspec.to_builtins(record.record(match, ["Juniper", "Ben"]))
    table = (await ann.ask("POST", "/api/records", told))["id"]
    found = (await reviewed(ann, table))["review"]
    blunder = found["decisions"][5]
    assert (blunder["seat"], blunder["verdict"], blunder["says"]) == (1, "blunder", "Drop a disc into column 7")
    assert blunder["better"].startswith("Dropping a disc into column 1 would have kept ")
    assert found["worst"][0] == 5 and [moment["by"] for moment in found["moments"] if moment["ply"] == 5] == ["choice"]
    assert [seat["says"].partition(".")[0].partition(":")[0] for seat in found["seats"]] == ["Choice", "Choice"]
    assert all(seat["says"].endswith("Luck: 0.") for seat in found["seats"])
    instead = await ann.post(f"/api/tables/{table}/instead", {"ply": 5, "move": blunder["moves"][0]["move"], "seat": 1})
    assert instead["view"]["columns"][0] == [0, 0, 0, 1]
    assert instead["says"] and instead["mover"] == 0
    line = [blunder["moves"][0]["move"], *(step["move"] for step in blunder["line"])]
    assert (
        len(line) > 1
        and blunder["line"][0]["seat"] == 0
        and blunder["line"][0]["says"].startswith("Drop a disc into column ")
    )
    wish = {"ply": 5, "moves": line, "world": blunder["world"]}
    shown = await ann.post(f"/api/tables/{table}/line", wish)
    assert [(one["ply"], one["seat"], one["move"]) for one in shown] == [
        (6 + at, (1 + at) % 2, move) for at, move in enumerate(line)
    ]
    assert shown[0]["view"] == instead["view"]
    assert sum(map(len, shown[-1]["view"]["columns"])) == 5 + len(line)


async def test_a_line_shows_what_its_mover_could_know(visit: Visit) -> None:
    """Whoever looks, it is seen by the mover, who keeps the own hand and does not see the other's."""
    ann = await visit("Ann")
    table = await finished(ann)
    plies = (await ann.get(f"/api/tables/{table}/replay?seat=0"))["plies"]
    ply = next(at for at, shown in enumerate(plies) if shown["mover"] == 0)
    [shown] = await ann.post(f"/api/tables/{table}/line", {"ply": ply, "moves": [{"kind": "end"}], "world": 3})
    own, other = shown["view"]["sides"]
    assert own["hand"] == plies[ply]["view"]["sides"][0]["hand"] and other["hand"] is None
    assert shown["mover"] == 1 and shown["says"]


async def test_only_lines_that_can_be_played_are_shown(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await finished(ann, "connect-four")
    drop = {"kind": "drop", "column": 3}
    good = {"ply": 0, "moves": [drop] * 6}
    assert (await ann.post(f"/api/tables/{table}/line", good))[-1]["view"]["columns"][3] == [0, 1] * 3
    for wrong, code in (
        ({**good, "ply": 9}, "no-ply"),
        ({**good, "moves": [drop] * 7}, "bad-line"),
        ({**good, "moves": []}, "bad-request"),
        ({**good, "moves": [drop] * 21}, "bad-request"),
        ({**good, "world": -1}, "bad-request"),
        ({**good, "moves": [{"kind": "concede", "seat": 0}]}, None),
    ):
        with pytest.raises(Refusal) as told:
            await ann.post(f"/api/tables/{table}/line", wrong)
        assert told.value.status == 400 and told.value.text
        assert code in (None, told.value.code)


@pytest.mark.parametrize(("name", "seats"), [("battle-farm", 3), ("deadwood", 8)])
async def test_any_number_of_seats_is_reviewed(hasty: HouseByHand, visit: Visit, name: str, seats: int) -> None:
    ann = await visit("Ann", at=hasty)
    found = (await reviewed(ann, await finished(ann, name, seats, 1)))["review"]
    assert found["complete"] and len(found["seats"]) == seats
    assert all(len(chances) == seats for chances in found["curve"])


async def test_other_moves_are_shown_only_if_they_were_possible(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await finished(ann, "connect-four")
    good = {"ply": 0, "move": {"kind": "drop", "column": 3}}
    assert (await ann.post(f"/api/tables/{table}/instead", good))["view"]["columns"][3] == [0]
    for wrong, code in (
        ({**good, "ply": 9}, "no-ply"),
        ({**good, "ply": -1}, "no-ply"),
        ({**good, "seat": 2}, "no-seat"),
        ({**good, "move": {"kind": "fly"}}, None),
        ({**good, "move": {"kind": "drop", "column": 9}}, None),
        ({**good, "move": {"kind": "concede", "seat": 0}}, None),
        ({"ply": 0}, "bad-request"),
    ):
        with pytest.raises(Refusal) as told:
            await ann.post(f"/api/tables/{table}/instead", wrong)
        assert told.value.status == 400 and told.value.text
        assert code in (None, told.value.code)


# --- killed, closed, two at once ---


async def test_a_review_that_was_cut_short_is_shown_and_begun_again(kept_open: Any, visit: Visit) -> None:
    one = await kept_open("one")
    held = Held(one)
    ann = await visit("Ann", at=one)
    table = await finished(ann)
    await ann.post(f"/api/tables/{table}/review")
    before = await held.first_curve(ann, table)
    assert before["stage"] == "growing" and not before["review"]["complete"]
    await ann.go()
    await one.close()
    two = await kept_open("two")
    eve = await visit("Eve", at=two)
    left = await eve.get(f"/api/tables/{table}/review")
    assert (left["stage"], left["review"]) == ("none", before["review"])
    assert (await reviewed(eve, table))["review"]["complete"]


async def test_two_processes_make_one_review(kept_open: Any, visit: Visit) -> None:
    one, two = await kept_open("one"), await kept_open("two")
    held, idle = Held(one), Held(two)
    ann, ben = await visit("Ann", at=one), await visit("Ben", at=two)
    table = await finished(ann)
    await ann.post(f"/api/tables/{table}/review")
    await until(lambda: held.asked == 1)
    assert (await ben.post(f"/api/tables/{table}/review"))["stage"] == "growing"
    await held.first_curve(ann, table)
    assert "review" in await ben.get(f"/api/tables/{table}/review"), "it sees what the other has stored"
    for _ in range(1000):
        held.free.release()
    assert (await reviewed(ben, table))["stage"] == "done"
    assert idle.asked == 0


async def test_a_process_that_has_lost_its_lease_stores_nothing_more(kept_open: Any, visit: Visit) -> None:
    one = await kept_open("one")
    held = Held(one)
    ann = await visit("Ann", at=one)
    table = await finished(ann)
    await ann.post(f"/api/tables/{table}/review")
    await until(lambda: held.asked == 1)
    store: Store = one.house.store
    assert await store.release_review(table, "one")
    assert await store.claim_review(table, "another", reviews.FORM, 60)
    held.free.release()
    await until(lambda: table not in one.house.reviews._underway)
    kept = await store.review(table)
    assert kept is not None and (kept.owner, kept.grown, kept.content) == ("another", 0, "")


async def test_a_review_in_an_older_form_is_made_anew(
    hasty: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await visit("Ann", at=hasty)
    table = await finished(ann)
    await reviewed(ann, table)
    monkeypatch.setattr(reviews, "FORM", reviews.FORM + 1)
    assert (await ann.get(f"/api/tables/{table}/review"))["stage"] == "none"
    assert (await reviewed(ann, table))["stage"] == "done"


# --- too much, too long, broken ---


async def test_one_guest_cannot_ask_for_reviews_without_end(hasty: HouseByHand, visit: Visit) -> None:
    held = Held(hasty)
    eve, ann = [await visit(name, at=hasty) for name in ("Eve", "Ann")]
    tables = [await finished(eve, "connect-four", plies=1) for _ in range(MOST_OF_A_GUEST + 1)]
    for table in tables[:-1]:
        await eve.post(f"/api/tables/{table}/review")
    with pytest.raises(Refusal, match="too-many"):
        await eve.post(f"/api/tables/{tables[-1]}/review")
    await until(lambda: held.asked == 1)
    assert (await eve.get(f"/api/tables/{tables[1]}/review"))["stage"] == "waiting", "one at a time for each guest"
    await ann.post(f"/api/tables/{tables[-1]}/review")
    await until(lambda: held.asked == 2)
    assert (await ann.get(f"/api/tables/{tables[-1]}/review"))["stage"] == "growing", "others need not wait"


async def test_whoever_leaves_at_once_is_told_what_that_was_worth(hasty: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=hasty)
    found = (await reviewed(ann, await finished(ann, "connect-four", plies=0)))["review"]
    [left] = found["decisions"]
    assert (left["says"], left["verdict"]) == ("Leave the game", "blunder")
    assert left["better"].startswith("Playing on would have kept ")
    assert left["moves"][0]["move"] is None


@pytest.fixture
async def house_with_outside_games(
    open_by_hand: OpenByHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> HouseByHand:
    games.names()
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "outside"), prepend=os.pathsep)
    monkeypatch.syspath_prepend(tmp_path / "outside")
    found = {
        name: EntryPoint(name, f"tests.server.outside_games:{name.upper()}", "parlour.games")
        for name in ("abyss", "treacle")
    }
    monkeypatch.setattr(games, "_installed", lambda: found)
    return hurried(await open_by_hand())


async def test_a_game_from_another_package_is_reviewed(house_with_outside_games: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=house_with_outside_games)
    table = await finished(ann, "treacle")
    found = (await reviewed(ann, table))["review"]
    assert found["complete"] and len(found["decisions"]) == 5
    walked = [decision["moves"][0]["move"] for decision in found["decisions"][:2]]
    assert len(await ann.post(f"/api/tables/{table}/line", {"ply": 0, "moves": walked})) == 2


async def test_rules_that_never_end_end_only_their_own_review(
    house_with_outside_games: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, ann = [await visit(name, at=house_with_outside_games) for name in ("Eve", "Ann")]
    hostile, table = await finished(eve, "abyss"), await finished(ann, "connect-four", plies=1)
    monkeypatch.setattr(reviews, "SLICE_LIMIT", 2.0)
    told = await reviewed(eve, hostile)
    assert (told["stage"], told["trouble"]) == ("failed", "This game takes too long to review.")
    monkeypatch.setattr(reviews, "SLICE_LIMIT", 60.0)
    assert (await reviewed(ann, table))["stage"] == "done"


def test_a_review_that_takes_too_much_work_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "BUDGET", 0.0)
    rec = given_up("connect-four", plies=2)
    entries = [Entry(move.get("seat", at % 2), move, 0.0, 0) for at, move in enumerate(rec["moves"])]
    played = reviews.Played("connect-four", rec["options"], 2, rec["seed"], entries, ["A", "B"])
    first = grow("table", played, LITTLE, 1e9)
    assert first.done and not msgspec.json.decode(first.content, type=protocol.Review).complete
