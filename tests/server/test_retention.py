"""Keeping and forgetting: what is too old goes, what somebody needs stays, and the privacy page says so."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import HouseByHand, Refusal
from tests.server.test_farewell import everything, finished, is_stored
from tests.server.test_tournaments import create, over

from parlour.server.privacy import kept, not_kept, page
from parlour.server.retention import days_of, limits
from parlour.server.settings import Settings
from parlour.store.retention import KINDS
from parlour.store.writes import NoteFault

DAY = 86_400.0


async def sweep(house: HouseByHand, **days: int) -> dict[str, int]:
    return await house.house.retention.sweep(days)


async def test_friendly_games_go_and_those_that_somebody_needs_stay(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    plain, origin, reported = [await finished(ann, ben) for _ in range(3)]
    branch = (await ann.post(f"/api/tables/{origin}/branch", {"ply": 0, "seats": ["me", "free"]}))["id"]
    await ben.post("/api/reports", {"reason": "stalling", "table": reported, "seat": 0})
    rated = await ann.table("me", "free", rated=True, clock="5+3")
    await ben.post(f"/api/tables/{rated}/join")
    await ben.post(f"/api/tables/{rated}/leave")
    for table in (plain, origin, reported, rated):
        await is_stored(by_hand, table)
    running = await ann.table("me", "me")
    assert await sweep(by_hand, games=30) == {"games": 0}, "nothing is old yet"
    by_hand.time.turn(31 * DAY)
    store, now = by_hand.house.store, by_hand.time.date()
    assert await store.outdated_counts(limits({"games": 30}, now), now) == {"games": 1}
    assert await sweep(by_hand, games=30) == {"games": 1}
    try:
        await ann.get(f"/api/tables/{plain}")
        raise AssertionError("it is still there")
    except Refusal as gone:
        assert gone.code == "not-found"
    assert plain not in everything(by_hand)
    for needed in (origin, reported, rated):
        assert (await ann.get(f"/api/tables/{needed}/replay"))["names"] == ["Ann", "Ben"]
    assert (await ann.get(f"/api/tables/{branch}"))["status"] == "open"
    assert (await ann.get(f"/api/tables/{running}"))["status"] == "running"
    assert len((await ann.get(f"/api/players/{ann.id}"))["games"]) == 1, "the rated game"
    [report] = await store.reports()
    await by_hand.house.store.settle_report(_act(now), report.id)
    by_hand.time.turn(31 * DAY)
    assert await sweep(by_hand, reports=30, games=30) == {"reports": 1, "games": 1}, "with the report goes its game"
    assert reported not in everything(by_hand)


def _act(at: float) -> Any:
    from parlour.store.rows import Act

    return Act("terminal", "settle", "", "done", at=at)


async def test_guests_nobody_has_seen_are_forgotten_as_if_they_had_left(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben, eve, cora, dan = [await visit(name, at=by_hand) for name in ("Ann", "Ben", "Eve", "Cora", "Dan")]
    table = await finished(ann, ben)
    await is_stored(by_hand, table)
    clank = await eve.post("/api/bots", {"name": "Clank"})
    await cora.post("/api/bots", {"name": "Rustle"})
    await dan.table("me", "me")
    by_hand.time.turn(400 * DAY)
    await ben.get("/api/guests/me")
    by_hand.house.store.write(_seen(clank["id"], by_hand.time.date()))
    by_hand.house.store.write(_seen(ben.id, by_hand.time.date()))
    assert await sweep(by_hand, guests=365) == {"guests": 2}, "Ann and Cora; Eve's bot plays on, Dan's game runs"
    told = everything(by_hand)
    assert "Ann" not in told and "Rustle" not in told and "Cora" not in told
    assert ann.id in told, "Ben's game refers to her"
    assert cora.id not in told, "nothing refers to Cora"
    names = (await ben.get(f"/api/tables/{table}/replay"))["names"]
    assert names == ["A former guest", "Ben"]
    assert (await eve.get("/api/guests/me"))["name"] == "Eve" and (await dan.get("/api/guests/me"))["name"] == "Dan"
    assert await sweep(by_hand, guests=365) == {"guests": 0}


def _seen(guest: str, at: float) -> Any:
    from parlour.store.self_writes import NoteSeen

    return NoteSeen(guest, "", at)


async def test_what_prune_says_is_what_goes(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where games play on from games: each keeps the one before, until the next time."""
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    store = by_hand.house.store
    monkeypatch.setattr(store.reads.outdated.__func__, "__defaults__", ("", 1))  # page by page
    for _ in range(8):
        origin = await finished(ann, ben)
        await is_stored(by_hand, origin)
        branch = (await ann.post(f"/api/tables/{origin}/branch", {"ply": 0, "seats": ["me", "free"]}))["id"]
        await ben.post(f"/api/tables/{branch}/join")
        await ben.post(f"/api/tables/{branch}/leave")
        await is_stored(by_hand, branch)
    cup = await create(ann, format="knock-out", house=["random", "greedy"])
    await ann.post(f"/api/tournaments/{cup}/start")
    played = [table for game in (await over(ann, cup))["played"] for table in game["tables"]]
    by_hand.time.turn(31 * DAY)
    now = by_hand.time.date()
    assert await store.outdated_counts(limits({"games": 30}, now), now) == {"games": 8}
    assert await sweep(by_hand, games=30) == {"games": 8}
    assert await sweep(by_hand, games=30) == {"games": 8}, "nobody plays on from those any more"
    assert await sweep(by_hand, games=30) == {"games": 0}
    for table in played:
        assert (await ann.get(f"/api/tables/{table}/replay"))["result"], "games of tournaments stay"


async def test_lines_go_in_small_steps(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    for n in range(450):
        by_hand.house.store.submit(NoteFault(table, 0, n, "late", "No answer came."))
    by_hand.house.store.write(NoteFault(table, 0, 450, "late", "No answer came."))
    by_hand.time.midnight += 20 * 365 * DAY  # the faults were noted by the real clock
    assert await by_hand.house.store.drop_lines("logs", by_hand.time.date()) == 200, "no transaction is long"
    assert await sweep(by_hand, logs=365) == {"logs": 251}
    assert await by_hand.house.store.faults(table, 0) == []


async def test_an_open_house_sweeps_by_its_settings_and_tells_prune(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(keep_games_days=90)
    states = await house.house.store.states()
    assert states["retention"][1] == {"guests": 0, "games": 90, "logs": 365, "reports": 365, "acts": 1095}
    house.house.retention.sweep_beside_play()


def test_the_privacy_page_says_what_the_settings_say() -> None:
    assert set(days_of(Settings())) == set(KINDS)
    assert limits({"guests": 0, "games": 2}, 3 * DAY) == {"games": DAY}
    told = {one.title: one.how_long for one in page(Settings(keep_games_days=90, keep_guests_days=1)).kept}
    assert told["Friendly games"].startswith("90 days after the end") and told["Who you are"].startswith("1 day after")
    default = {one.title: one.how_long for one in page(Settings()).kept}
    assert default["Friendly games"].startswith("For good") and default["Who you are"].startswith("Until you leave")


def test_the_privacy_page_hides_nothing_that_a_setting_turns_on() -> None:
    plain = "\n".join(not_kept(Settings()))
    assert "it is not written down" in plain and "never who asked for what" in plain and "told to them" in plain
    logging = not_kept(Settings(access_log="access.jsonl"))
    assert not any("not written down" in one or "never who asked" in one for one in logging)
    [log] = [
        one for one in kept(Settings(access_log="access.jsonl")) if "address" in one.what and "request" in one.what
    ]
    assert "as long as the host keeps" in log.how_long
    pushing = Settings(push_contact="mailto:host@example.org")
    assert any("push service" in one for one in not_kept(pushing))
    assert any("push service" in one.what for one in kept(pushing))
    assert not any("push service" in one.what for one in kept(Settings()))
    about = "\n".join(f"{one.title} {one.what}" for one in kept(Settings(programs=True)))
    for what in ("follow", "tournament", "programs that you upload"):
        assert what in about, what
    games = next(one for one in kept(Settings(keep_games_days=9)) if one.title == "Friendly games")
    assert "tournament" in games.how_long
