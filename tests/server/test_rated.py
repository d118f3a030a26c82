"""Rated tables: who may sit there, what they refuse, and that each game counts once, whatever is killed when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Json, Refusal, until

from parlour.arena.anchors import player_of
from parlour.games import find
from parlour.server.ratings import Ratings
from parlour.store import Store

RATED: dict[str, Any] = {"rated": True, "clock": "5+3"}


async def refused(guest: Guest, *seats: str, **wish: Any) -> str:
    with pytest.raises(Refusal) as told:
        await guest.table(*seats, **{**RATED, **wish})
    assert told.value.code == "not-rated"
    return told.value.text


async def give_up(loser: Guest, table: str) -> None:
    await loser.post(f"/api/tables/{table}/leave")


async def rated_game(winner: Guest, loser: Guest) -> str:
    """A rated game of two guests that one of them gives up."""
    table = await winner.table("me", "free", **RATED)
    await loser.post(f"/api/tables/{table}/join")
    await give_up(loser, table)
    return table


async def counted(guest: Guest, table: str) -> list[Json]:
    """The players of a table, as soon as its game has been counted."""
    found: list[Json] = []

    async def there() -> bool:
        found[:] = await guest.get(f"/api/tables/{table}/players")
        return all(one["gained"] is not None for one in found)

    await until(there)
    return found


# --- what is rated ---


async def test_the_switch_is_shown_before_anybody_sits_down(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", listed=True, **RATED)
    waiting = {one["id"]: one for one in (await ben.get("/api/tables?status=open"))["tables"]}
    assert waiting[table]["rated"] is True
    assert (await ben.post(f"/api/tables/{table}/join"))["rated"] is True
    friendly = await ann.table("me", "random")
    assert (await ann.get(f"/api/tables/{friendly}"))["rated"] is False


async def test_a_rated_game_has_a_clock_no_hints_and_no_takeover(visit: Visit) -> None:
    ann = await visit("Ann")
    assert "needs a clock" in await refused(ann, "me", "easy", clock=None)
    table = await ann.table("me", "random", **RATED)
    shown = await ann.get(f"/api/tables/{table}")
    assert (shown["hints"], shown["takeover"], "hints_left" in shown) == (0, False, False)
    with pytest.raises(Refusal, match="rated, so nobody can play on"):
        await ann.post(f"/api/tables/{table}/takeover", {"seat": 0})
    garden = await ann.table("me", "random", game="gardening-war", rated=True)  # it has a clock of its own
    assert (await ann.get(f"/api/tables/{garden}"))["clock"]["move_ms"] == 6000


async def test_one_player_has_one_seat(visit: Visit) -> None:
    ann = await visit("Ann")
    assert "one seat" in await refused(ann, "me", "me")
    table = await ann.table("me", "free", **RATED)
    with pytest.raises(Refusal, match="one seat"):
        await ann.post(f"/api/tables/{table}/join", {"seat": 1})


async def test_the_house_does_not_play_for_rating_with_itself(visit: Visit) -> None:
    assert "needs a guest" in await refused(await visit("Ann"), "easy", "hard")


async def test_a_bot_does_not_play_for_rating_with_its_owner(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    _, token = await by_hand.house.new_guest("Bolt", "bot", ann.id)
    _, other_token = await by_hand.house.new_guest("Nut", "bot", ann.id)
    table = await ann.table("me", "free", **RATED)
    with pytest.raises(Refusal, match="against their owner"):
        await ann.ask("POST", f"/api/tables/{table}/join", {}, token)
    ben = await visit("Ben", at=by_hand)
    theirs = await ben.table("free", "free", **RATED)
    await ann.ask("POST", f"/api/tables/{theirs}/join", {}, token)
    with pytest.raises(Refusal, match="other bots of their owner"):
        await ann.ask("POST", f"/api/tables/{theirs}/join", {}, other_token)


async def test_only_the_usual_rules_are_rated(visit: Visit) -> None:
    ann = await visit("Ann")
    script = "card {}"
    assert "own" in await refused(ann, "me", "easy", game="monogwent", options={"script": script})
    assert "usual rules (standard, short or even)" in await refused(
        ann, "me", "easy", game="battle-farm", options={"win_limit": 1}
    )
    await ann.table("me", "easy", game="battle-farm", preset="short", **RATED)


async def test_nobody_chooses_for_the_house(visit: Visit) -> None:
    ann = await visit("Ann")
    mine, its = {"faction0": "Hedge Court"}, {"faction1": "Storm Choir"}
    await ann.table("me", "easy", game="monogwent", options=mine, **RATED)
    assert "nobody chooses for the house" in await refused(ann, "me", "easy", game="monogwent", options=its)
    table = await ann.table("me", "free", game="monogwent", options=its, **RATED)  # whoever sits down agrees
    with pytest.raises(Refusal, match="nobody chooses for the house"):
        await ann.post(f"/api/tables/{table}/start", {"fill": "easy"})
    farm = {"game": "battle-farm", **RATED}
    await ann.table("me", "easy", options={"classes": ["crop_scientist", "random"]}, **farm)
    assert await refused(ann, "me", "easy", options={"classes": ["random", "crop_scientist"]}, **farm)
    full = {"game": "kata-tcg", "preset": "full", **RATED}
    deck = next(iter(find("kata-tcg").data(find("kata-tcg").read_options()).decks))
    await ann.table("me", "easy", options={"decks": [deck]}, **full)
    assert await refused(ann, "me", "easy", options={"decks": ["", deck]}, **full)


async def test_a_rematch_is_rated_too_and_a_branch_never(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await rated_game(ann, ben)
    assert (await ann.post(f"/api/tables/{table}/rematch"))["rated"] is True
    branch = await ann.post(f"/api/tables/{table}/branch", {"ply": 0, "seats": ["me", "random"]})
    assert branch["rated"] is False


# --- what it changes ---


async def test_giving_up_loses_and_both_ratings_change(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await rated_game(ann, ben)
    mine, its = await counted(ann, table)
    assert mine["gained"] > 0 > its["gained"] and mine["player"] == ann.id
    assert mine["rating"]["points"] == 1500 + mine["gained"] and mine["rating"]["provisional"]
    board = await ann.get("/api/ratings/connect-four?of=people")
    assert [(one["name"], one["place"], one["games"]) for one in board["places"]] == [
        ("Ann", None, 1),
        ("Ben", None, 1),
    ]


async def test_a_level_of_the_house_stays_where_it_was_measured(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    before = await ann.get("/api/ratings/connect-four?of=bots")
    table = await ann.table("me", "medium", **RATED)
    await give_up(ann, table)
    mine, its = await counted(ann, table)
    assert mine["gained"] < 0 and its["gained"] == 0 and its["player"] is None and its["kind"] == "house"
    after = await ann.get("/api/ratings/connect-four?of=bots")
    places = [{one["name"]: (one["points"], one["anchored"]) for one in board["places"]} for board in (before, after)]
    assert places[0] == places[1] and places[0]["medium"] == (1500, True)
    assert all(one["kind"] != "person" for one in after["places"])


async def test_a_game_played_to_the_end_counts(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await ann.table("me", "free", **RATED)
    await ben.post(f"/api/tables/{table}/join")
    chairs = [await ann.sit(table, 0), await ben.sit(table, 1)]
    for ply in range(7):
        turn = await chairs[ply % 2].hear("turn")
        await chairs[ply % 2].move(turn, ply % 2)
    over = await chairs[0].hear("over")
    gained = [one["gained"] for one in await counted(ann, table)]
    assert over["payoffs"] == [1.0, 0.0] and gained[0] > 0 > gained[1]


async def test_friendly_games_and_games_without_a_result_do_not_count(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    friendly = await ann.table("me", "free", clock="5+3")
    await ben.post(f"/api/tables/{friendly}/join")
    await give_up(ben, friendly)
    left = await ann.table("me", "free", **RATED)
    await ben.post(f"/api/tables/{left}/join")
    await by_hand.house.lobby.drop(await by_hand.house.table(left))
    await counted(ann, await rated_game(ann, ben))
    board = await ann.get("/api/ratings/connect-four?of=people")
    assert {one["games"] for one in board["places"]} == {1}


# --- whatever is killed when ---


async def test_a_game_counts_when_the_house_opens_again(tmp_path: Path, visit: Visit, monkeypatch: Any) -> None:
    """Killed between the result and the count."""
    place = str(tmp_path / "parlour.db")
    with monkeypatch.context() as killed:

        async def never(self: Ratings, game: object) -> None:
            pass

        killed.setattr(Ratings, "count", never)
        house = await HouseByHand(place).open()
        ann, ben = await visit("Ann", at=house), await visit("Ben", at=house)
        table = await rated_game(ann, ben)
        await until(lambda: house.house.store.reads.rated(waiting=True) == ["connect-four"])
        for guest in (ann, ben):
            await guest.go()
        await house.close()
    again = await HouseByHand(place).open()
    cid = await visit("Cid", at=again)
    assert [one["gained"] != 0 for one in await counted(cid, table)] == [True, True]
    await cid.go()
    await again.close()
    with Store.open(place) as store:
        assert {one.games for one in store.reads.ratings("connect-four")} == {1}


async def test_a_game_whose_result_was_lost_counts_once_it_is_stored(
    by_hand: HouseByHand, visit: Visit, held_results: Any
) -> None:
    """Moves are stored first: until the result is, nothing is counted; then it is, together with the result."""
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await ann.table("me", "free", **RATED)
    await ben.post(f"/api/tables/{table}/join")
    await give_up(ben, table)
    await held_results.held()
    assert by_hand.house.store.reads.rated() == []
    held_results.let_go()
    await counted(ann, table)


def test_a_level_is_one_player_as_long_as_it_means_the_same() -> None:
    assert player_of(find("connect-four"), "medium") != player_of(find("deadwood"), "medium")
    assert player_of(find("deadwood"), "medium") == "house:" + find("deadwood").levels["medium"]
