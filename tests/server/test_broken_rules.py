"""A game that another package brought fails in the middle of a match: its table says so, and the house runs on."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Chair, Guest, HouseByHand, play_all

from parlour import games

BROKEN = ("leaving", "laying", "blind", "clueless", "mumbling")


@pytest.fixture(autouse=True)
def broken_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    brought = {name: EntryPoint(name, f"tests.server.broken_tables:{name.upper()}", "parlour.games") for name in BROKEN}
    monkeypatch.setattr(games, "_installed", lambda: brought)
    games.find.cache_clear()
    yield
    games.find.cache_clear()


async def three_at_a_table(visit: Visit, house: HouseByHand, game: str) -> tuple[str, list[Guest], list[Chair]]:
    guests = [await visit(name, at=house) for name in ("Ann", "Bob", "Cid")]
    table = await guests[0].table("me", "free", "free", game=game)
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join")
    chairs = [await guest.sit(table, seat) for seat, guest in enumerate(guests)]
    for chair in chairs:
        await chair.hear("turn", "waiting")
    return table, guests, chairs


async def the_house_is_well(visit: Visit, house: HouseByHand) -> None:
    """A new guest finds the lobby and plays a game of connect four to its end."""
    friend = await visit("Friend", at=house)
    await friend.get("/api/tables")
    rival = await visit("Rival", at=house)
    table = await friend.table("me", "free")
    await rival.post(f"/api/tables/{table}/join")
    chairs = [await friend.sit(table, 0), await rival.sit(table, 1)]
    for over in await play_all(chairs):
        assert sum(over["payoffs"]) == 1


async def closed_without_result(chair: Chair, title: str) -> None:
    told = await chair.hear("error")
    assert told["code"] == "broken-rules"
    assert told["error"].startswith(f"The rules of {title} failed")
    while (table := await chair.hear("table"))["status"] != "closed":
        pass
    assert table["result"] is None


@pytest.mark.parametrize("game", ["leaving", "blind", "clueless"])
async def test_somebody_leaves_out_of_turn_and_the_rules_fail(visit: Visit, by_hand: HouseByHand, game: str) -> None:
    table, guests, chairs = await three_at_a_table(visit, by_hand, game)
    await chairs[1].say(type="concede")
    for chair in chairs:
        await closed_without_result(chair, game.title())
    await chairs[0].say(type="move", ply=1, move={"kind": "shake"})
    assert (await chairs[0].hear("refused"))["code"] == "broken-rules"
    shown = await guests[2].get(f"/api/tables/{table}")
    assert shown["status"] == "closed"
    again = await guests[2].sit(table, 2)
    await again.hear("table")
    await the_house_is_well(visit, by_hand)


async def test_a_move_on_which_the_rules_fail_is_not_made_and_another_can_be(
    visit: Visit, by_hand: HouseByHand
) -> None:
    _, _, chairs = await three_at_a_table(visit, by_hand, "laying")
    turn = chairs[0].heard[-1]
    lay = next(move for move in turn["moves"] if move["kind"] == "lay")
    await chairs[0].say(type="move", ply=1, move=lay)
    refused = await chairs[0].hear("refused")
    assert refused["code"] == "broken-rules"
    assert "not played" in refused["why"]
    await chairs[0].say(type="move", ply=1, move={"kind": "shake"})
    await chairs[0].hear("events")
    assert (await chairs[1].hear("turn"))["ply"] == 2
    await the_house_is_well(visit, by_hand)


async def test_a_game_without_words_is_listed_without_a_line(visit: Visit, by_hand: HouseByHand) -> None:
    table, guests, _ = await three_at_a_table(visit, by_hand, "mumbling")
    mine = await guests[0].get("/api/tables/mine")
    assert [(one["id"], one["line"]) for one in mine["tables"]] == [(table, "")]
    await the_house_is_well(visit, by_hand)
