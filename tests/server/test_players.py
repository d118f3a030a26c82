"""The page of a player: what everybody may know, and nothing else."""

from __future__ import annotations

import pytest
from tests.server.conftest import Visit
from tests.server.guest import HouseByHand, Refusal
from tests.server.test_rated import RATED, counted, give_up, rated_game

from parlour.server.profiles import outcome


async def test_a_page_tells_ratings_rivals_and_games(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben, cid = [await visit(name, at=by_hand) for name in ("Ann", "Ben", "Cid")]
    first = await rated_game(ann, ben)
    await counted(ann, first)
    second = await rated_game(ben, ann)
    gained = [one["gained"] for one in await counted(ann, second)]
    lost = await ann.table("me", "easy", **RATED)
    await give_up(ann, lost)
    await counted(ann, lost)
    page = await cid.get(f"/api/players/{ann.id}")
    assert (page["name"], page["kind"], page["owner"], page["bots"]) == ("Ann", "person", None, [])
    [rated] = page["ratings"]
    assert (rated["game"], rated["games"], rated["provisional"]) == ("connect-four", 3, True)
    assert [one["table"] for one in rated["curve"]] == [first, second, lost]
    assert rated["curve"][-1]["points"] == rated["points"]
    scores = {one["rival"]["name"]: (one["won"], one["drawn"], one["lost"]) for one in page["scores"]}
    assert scores == {"Ben": (1, 0, 1), "easy": (0, 0, 1)}
    assert [(one["table"], one["rival"]["player"], one["points"]) for one in page["best"]] == [(first, ben.id, 1500)]
    games = {one["table"]: (one["outcome"], one["rated"]) for one in page["games"]}
    assert games == {first: ("won", True), second: ("lost", True), lost: ("lost", True)}
    assert next(one["gained"] for one in page["games"] if one["table"] == second) == gained[1]


async def test_private_and_running_games_are_nobodys_business(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    tables = {}
    for name, wish in {"private": {}, "listed": {"listed": True}, "running": {"listed": True, **RATED}}.items():
        tables[name] = await ann.table("me", "free", **wish)
        await ben.post(f"/api/tables/{tables[name]}/join")
        if name != "running":
            await give_up(ben, tables[name])
    await by_hand.house.store.load_match(tables["listed"])
    page = await ann.get(f"/api/players/{ann.id}")
    while not page["games"]:  # the result is being stored
        page = await ann.get(f"/api/players/{ann.id}")
    assert [(one["table"], one["outcome"], one["gained"]) for one in page["games"]] == [(tables["listed"], "won", None)]
    assert (page["ratings"], page["scores"], page["best"]) == ([], [], [])
    assert tables["private"] not in str(page) and tables["running"] not in str(page)


async def test_a_bot_has_a_page_and_stands_on_its_owners(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    bot, token = await by_hand.house.new_guest("Bolt", "bot", ann.id)
    await by_hand.house.new_guest("Idle", "bot", ann.id)
    table = await ben.table("me", "free", **RATED)
    await ann.ask("POST", f"/api/tables/{table}/join", {}, token)
    await give_up(ben, table)
    await counted(ann, table)
    mine, its = await ben.get(f"/api/players/{ann.id}"), await ben.get(f"/api/players/{bot.id}")
    assert mine["bots"] == [{"player": bot.id, "name": "Bolt", "kind": "bot"}]
    assert (its["kind"], its["owner"]["name"]) == ("bot", "Ann")
    bots = await ben.get("/api/ratings/connect-four?of=bots")
    assert [one["name"] for one in bots["places"] if one["kind"] == "bot"] == ["Bolt"]


@pytest.mark.parametrize("player", ["nobody", "x" * 65, "%C3%A4", "house:greedy"])
async def test_nobody_has_no_page(visit: Visit, player: str) -> None:
    with pytest.raises(Refusal) as told:
        await (await visit("Ann")).get(f"/api/players/{player}")
    assert told.value.status == 404


@pytest.mark.parametrize(
    ("payoffs", "said"), [([1, 0, 0], "won"), ([0.5, 0.5, 0], "drawn"), ([0, 1, 0], "lost"), ([0.5, 0.5], "drawn")]
)
def test_who_won(payoffs: list[float], said: str) -> None:
    assert outcome(payoffs, 0) == said
