"""The lobby lives: what goes on, pictures of it, a demonstration while somebody looks, players one follows."""

from __future__ import annotations

import datetime
import re

import httpx
import pytest
from tests.server.conftest import OpenByHand
from tests.server.guest import Guest, HouseByHand, Refusal, caller, play, until

from parlour.server.demonstration import HOST, LAST_LOOK_SECONDS, LOOKED_SECONDS
from parlour.server.going_on import drama, puzzle_of

NO_PAUSE = 0.001  # seconds for a move of a demonstration


async def come(house: HouseByHand, name: str = "Ann") -> Guest:
    return await Guest(house, caller()).come(name)


async def fetched(house: HouseByHand, path: str, **headers: str) -> httpx.Response:
    async with caller() as http:
        return await http.get(f"{house.url}{path}", headers=headers)


# --- what the lobby shows ---


async def test_the_lobby_tells_what_waits_for_me_who_waits_for_a_guest_and_what_can_be_watched(
    open_by_hand: OpenByHand,
) -> None:
    house = await open_by_hand()
    ann, ben = await come(house), await come(house, "Ben")
    mine = await ann.table("me", "free", listed=True)
    await ben.post(f"/api/tables/{mine}/join")
    open_table = await ben.table("me", "free", listed=True)
    secret = await ben.table("me", "me")
    lobby = await ann.get("/api/lobby")
    assert [(table["id"], table["your_turn"]) for table in lobby["mine"]] == [(mine, True)]
    assert [table["id"] for table in lobby["waiting"]] == [open_table]
    assert [table["id"] for table in lobby["running"]] == [mine]
    assert secret not in str(lobby)
    assert len(lobby["moods"]) == 8
    assert lobby["puzzle"]["tried"] is False
    assert lobby["best"] is None


def test_everybody_gets_the_same_puzzle_on_a_day_and_the_games_take_turns() -> None:
    monday = datetime.date(2026, 3, 2)
    week = [puzzle_of(monday + datetime.timedelta(days=day)) for day in range(6)]
    assert puzzle_of(monday) == week[0]
    assert len({puzzle.game for puzzle in week if puzzle}) == 6
    again = puzzle_of(monday + datetime.timedelta(days=6))
    assert again is not None and week[0] is not None
    assert (again.game, again.id != week[0].id) == (week[0].game, True)


def test_a_game_that_was_nearly_lost_is_more_dramatic_than_one_that_never_was() -> None:
    down = drama([[0.5, 0.5], [0.1, 0.9], [1.0, 0.0]], [1.0, -1.0], ["Ann", "Ben"])
    ahead = drama([[0.5, 0.5], [0.8, 0.2], [1.0, 0.0]], [1.0, -1.0], ["Ann", "Ben"])
    assert down[0] > ahead[0]
    assert down[1] == "Ann was down to 10 % and still won."
    assert drama([], [1.0, -1.0], ["Ann", "Ben"])[0] == 0.0


async def test_the_best_public_game_of_the_last_day_is_told_and_a_private_one_never(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    private = await ann.table("me", "random")
    await play(await ann.sit(private))
    public = await ann.table("me", "free", listed=True)
    await ann.post(f"/api/tables/{public}/start", {"fill": "random"})
    columns = iter([0, 1, 3, 4])  # no four in a row before the eighth ply: a game that short is no highlight
    await play(await ann.sit(public), lambda turn: turn["moves"][next(columns, 0)])
    turns = 0

    async def told() -> bool:
        nonlocal turns
        turns += 1
        if turns < 20:  # the day must not be over before a busy house has looked
            house.time.turn(601)
        return (await ann.get("/api/lobby"))["best"] is not None

    await until(told)
    best = (await ann.get("/api/lobby"))["best"]
    assert best["table"] == public
    assert best["says"].endswith(".")


# --- the demonstration ---


async def demonstrations(house: HouseByHand) -> list[str]:
    return [row.id for row in (await house.house.store.matches_of(HOST)).matches]


async def test_players_of_the_house_play_each_other_only_while_somebody_looks(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(demonstration=NO_PAUSE, lease_seconds=0.1)
    ann = await come(house)
    assert await demonstrations(house) == []
    await ann.get("/api/lobby")

    async def shown() -> bool:
        return any(table["demonstration"] for table in (await ann.get("/api/lobby"))["running"])

    await until(shown)
    table = await house.house.table((await demonstrations(house))[0])
    await until(lambda: table.ply > 2)
    house.time.turn(LOOKED_SECONDS + 1)  # nobody has looked for a while
    await until(lambda: table.id not in house.house.tables)
    stopped = await house.house.store.move_counts([table.id])
    assert (await ann.get("/api/house"))["tables"] == 0
    house.time.turn(5)
    await ann.get("/api/lobby")

    async def goes_on() -> bool:
        return (await house.house.store.move_counts([table.id]))[table.id] > stopped[table.id] or table.status == "over"

    await until(goes_on)


async def test_a_house_has_at_most_one_demonstration_and_begins_another_after_it(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand(demonstration=NO_PAUSE)
    ann = await come(house)

    async def over() -> bool:
        house.time.turn(4)
        await ann.get("/api/lobby")
        found = (await house.house.store.matches_of(HOST)).matches
        assert sum(row.status == "running" for row in found) <= 1
        return any(row.status == "over" for row in found)

    await until(over)
    house.time.turn(LAST_LOOK_SECONDS)

    async def another() -> bool:
        house.time.turn(4)
        await ann.get("/api/lobby")
        return len(await demonstrations(house)) > 1

    await until(another)
    games = {row.game for row in (await house.house.store.matches_of(HOST)).matches}
    assert len(games) > 1
    assert await house.house.store.rated() == []


async def test_a_host_can_turn_the_demonstration_off(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    await ann.get("/api/lobby")
    assert house.house.demonstration._checking is None
    assert await demonstrations(house) == []


# --- pictures and shared links ---


async def test_a_shared_link_shows_the_final_board(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house, "Ann <b>")
    table = await ann.table("me", "random")
    await play(await ann.sit(table))
    page = await fetched(house, f"/replay/{table}")
    if "client is missing" in page.text:
        pytest.skip("the web client was not built")
    assert page.headers["content-type"].startswith("text/html")
    tags = dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)"', page.text))
    assert tags["og:title"].startswith("Connect Four: ")
    assert tags["og:url"] == f"{house.url}/replay/{table}"
    assert "<b>" not in page.text.split("<body")[0]
    answer = await fetched(house, tags["og:image"].removeprefix(house.url))
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert int.from_bytes(answer.content[16:20], "big") == int(tags["og:image:width"]) == 1200
    assert int.from_bytes(answer.content[20:24], "big") == int(tags["og:image:height"]) == 630
    assert "max-age=86400" in answer.headers["cache-control"]


async def test_pictures_are_painted_so_often_for_an_address_and_kept_ones_cost_nothing(
    open_by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await open_by_hand()
    ann = await come(house)
    table = await ann.table("me", "me", game="kata-tcg")
    painted = 0

    async def paint(*_: object) -> bytes:
        nonlocal painted
        painted += 1
        return b"\x89PNG"

    monkeypatch.setattr(house.house.archive, "paint", paint)
    live = await house.house.table(table)
    for _ in range(30):
        await house.house.pictures.card(live, "here")
    assert painted == 1
    others = [await ann.table("me", "free") for _ in range(12)]
    more = [await (await come(house, "Ben")).table("me", "free") for _ in range(8)]
    answers = [(await fetched(house, f"/api/tables/{id}/picture.png")).status_code for id in [*others, *more]]
    assert answers == [200] * 20
    refused = await fetched(house, f"/api/tables/{await ann.table('me', 'me')}/picture.png")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    assert painted == 21
    house.time.turn(3)
    assert (await fetched(house, f"/api/tables/{others[0]}/picture.png")).status_code == 200


async def test_the_page_of_no_table_has_no_picture(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    page = await fetched(house, "/table/nothing-here")
    assert page.status_code == 200
    assert "og:image" not in page.text
    assert (await fetched(house, "/api/tables/nothing-here/picture.png")).status_code == 404


# --- following ---


async def test_games_of_players_i_follow_come_first_and_private_ones_stay_private(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann, ben, cleo = await come(house), await come(house, "Ben"), await come(house, "Cleo")
    followed = await ben.table("me", "me", listed=True)
    hidden = await ben.table("me", "me")
    newer = await cleo.table("me", "me", listed=True)
    assert [table["id"] for table in (await ann.get("/api/lobby"))["running"]] == [newer, followed]
    mine = await ann.ask("PUT", f"/api/players/{ben.id}/follow", {"follow": True})
    assert [player["name"] for player in mine["players"]] == ["Ben"]
    assert [table["id"] for table in mine["tables"]] == [followed]
    running = (await ann.get("/api/lobby"))["running"]
    assert [table["id"] for table in running] == [followed, newer]
    assert [seat["followed"] for seat in running[0]["seats"]] == [True, True]
    assert hidden not in str(await ann.get("/api/following"))
    assert (await ann.get(f"/api/players/{ben.id}"))["followed"] is True
    assert (await cleo.get(f"/api/players/{ben.id}"))["followed"] is False
    assert (await ann.ask("PUT", f"/api/players/{ben.id}/follow", {"follow": False}))["players"] == []


async def test_nobody_follows_themselves_or_somebody_who_is_not_there(open_by_hand: OpenByHand) -> None:
    house = await open_by_hand()
    ann = await come(house)
    with pytest.raises(Refusal, match="follow yourself"):
        await ann.ask("PUT", f"/api/players/{ann.id}/follow", {"follow": True})
    with pytest.raises(Refusal, match="no such player"):
        await ann.ask("PUT", "/api/players/nobody/follow", {"follow": True})
