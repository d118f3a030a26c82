"""Tables: made, joined, left, started, closed, taken over, played again."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import Chair, Guest, HouseByHand, Json, Refusal, play, play_all, until

from parlour.games import find, names


async def seats_of(guest: Guest, table: str) -> list[dict[str, Any]]:
    return list((await guest.get(f"/api/tables/{table}"))["seats"])


async def ids(guest: Guest, path: str) -> list[str]:
    return [table["id"] for table in (await guest.get(path))["tables"]]


async def test_a_table_without_free_seats_starts_by_itself(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.post("/api/tables", {"game": "connect-four", "seats": ["me", "random"]})
    assert table["status"] == "running"
    assert table["host"] is True
    assert [seat["kind"] for seat in table["seats"]] == ["person", "house"]
    assert len(table["promise"]) == 64
    assert "seed" not in table


async def test_the_last_guest_to_sit_down_starts_the_game(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", listed=True)
    chair = await ann.sit(table, 0)
    assert (await chair.hear("table"))["status"] == "open"
    joined = await ben.post(f"/api/tables/{table}/join")
    assert joined["seat"] == 1
    assert joined["status"] == "running"
    turn = await chair.hear("turn")
    assert turn["ply"] == 1
    assert {m["type"] for m in await chair.said_so_far()} <= {"table"}, "a turn is asked for once"


async def test_two_guests_cannot_take_one_seat(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free")
    rivals = [await visit(f"Rival {n}") for n in range(5)]
    answers = await asyncio.gather(
        *(rival.post(f"/api/tables/{table}/join", {"seat": 1}) for rival in rivals), return_exceptions=True
    )
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert {a.code for a in answers if isinstance(a, Refusal)} <= {"taken", "begun"}


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (
            {"seat": 2},
            "Invalid request: unknown field 'seat'; the fields are game, seats, options, listed, names, open, preset, "
            "clock, takeover, hints, hands_after, undo, rated.",
        ),
        (
            {"clock": {"seconds": 5}},
            "Invalid request: unknown field 'seconds' in clock; the fields are move_ms, bank_ms, strikes, "
            "increment_ms, delay_ms.",
        ),
        ({"listed": 3}, "Invalid request: listed: Expected `bool`, got `int`."),
    ],
)
async def test_a_field_that_no_table_has_is_answered_with_those_it_has(visit: Visit, wish: Json, sentence: str) -> None:
    ann = await visit("Ann")
    with pytest.raises(Refusal) as refused:
        await ann.post("/api/tables", {"game": "connect-four", **wish})
    assert (refused.value.code, refused.value.text) == ("bad-request", sentence)


async def test_names_at_a_table_differ(visit: Visit) -> None:
    one, two = await visit("Ann"), await visit("Ann")
    table = await one.table("me", "free")
    await two.post(f"/api/tables/{table}/join")
    assert [seat["name"] for seat in await seats_of(one, table)] == ["Ann", "Ann 2"]


async def test_hot_seat_is_two_seats_of_one_guest(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    assert [seat["name"] for seat in await seats_of(ann, table)] == ["Ann 1", "Ann 2"]
    assert all(seat["you"] for seat in await seats_of(ann, table))
    one, two = await ann.sit(table, 0), await ann.sit(table, 1)
    over = await play_all([one, two])
    assert over[0]["payoffs"] == over[1]["payoffs"]


async def test_open_tables_are_listed_and_tables_by_link_are_not(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    listed = await ann.table("me", "free", listed=True)
    by_link = await ann.table("me", "free", listed=False)
    found = await ids(ben, "/api/tables?status=open&game=connect-four")
    assert listed in found
    assert by_link not in found
    assert (await ben.get(f"/api/tables/{by_link}"))["id"] == by_link
    assert len(by_link) >= 20, "nobody guesses a link"
    assert {listed, by_link} <= set(await ids(ann, "/api/tables/mine"))
    assert listed not in await ids(ben, "/api/tables/mine")


async def test_older_bots_say_open_for_listed(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.post("/api/tables", {"game": "connect-four", "seats": ["me", "free"], "open": True})
    assert table["listed"] is True


async def test_running_tables_can_be_watched(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "me", listed=True)
    found = {t["id"]: t for t in (await ben.get("/api/tables?status=running"))["tables"]}
    assert found[table]["line"]
    assert found[table]["your_turn"] is False
    mine = {t["id"]: t for t in (await ann.get("/api/tables/mine"))["tables"]}
    assert mine[table]["your_turn"] is True


@pytest.mark.parametrize("game", names())
async def test_the_line_of_a_running_table_says_something(visit: Visit, game: str) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", *["random"] * (find(game).seats[0] - 1), game=game, listed=True)
    mine, watched = [
        next(t["line"] for t in (await guest.get(path))["tables"] if t["id"] == table)
        for guest, path in ((ann, "/api/tables/mine"), (ben, f"/api/tables?status=running&game={game}"))
    ]
    assert re.search(r"[a-z]{2,} ", watched), watched
    assert "You is" not in mine and "(random)" not in mine
    if game == "connect-four":
        assert (mine, watched) == ("You to move.", "Ann to move.")


async def test_who_leaves_before_the_start_frees_the_seat(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free")
    with pytest.raises(Refusal, match="not-your-seat"):
        await ben.post(f"/api/tables/{table}/leave")
    await ann.post(f"/api/tables/{table}/leave")
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "closed", "the host takes the table along"
    with pytest.raises(Refusal, match="begun"):
        await ben.post(f"/api/tables/{table}/join")


async def test_who_leaves_during_the_game_loses_it(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    chair = await ann.sit(table, 0)
    await ben.post(f"/api/tables/{table}/leave")
    over = await chair.hear("over")
    assert over["payoffs"] == [1.0, 0.0]
    assert (await chair.hear("table"))["result"]["payoffs"] == [1.0, 0.0]


async def test_the_host_starts_with_house_players(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free")
    with pytest.raises(Refusal, match="forbidden"):
        await ben.post(f"/api/tables/{table}/start", {"fill": "random"})
    with pytest.raises(Refusal, match="free-seats"):
        await ann.post(f"/api/tables/{table}/start")
    with pytest.raises(Refusal, match="bad-seat"):
        await ann.post(f"/api/tables/{table}/start", {"fill": "cmd:rm"})
    started = await ann.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert started["status"] == "running"
    assert started["seats"][1]["word"] == "random"


async def test_the_host_closes_a_table(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free", listed=True)
    chair = await ann.sit(table, 0)
    with pytest.raises(Refusal, match="forbidden"):
        await ben.post(f"/api/tables/{table}/close")
    assert (await ann.post(f"/api/tables/{table}/close"))["status"] == "closed"
    while (await chair.hear("table"))["status"] != "closed":
        pass
    assert table not in await ids(ben, "/api/tables?status=open")
    running = await ann.table("me", "me")
    with pytest.raises(Refusal, match="begun"):
        await ann.post(f"/api/tables/{running}/close")


async def test_a_house_player_takes_over_and_its_owner_returns(by_hand: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    chair = await ann.sit(table, 0)
    await chair.hear("turn")
    await ann.post(f"/api/tables/{table}/takeover", {"seat": 0, "word": "random"})
    assert (await chair.hear("events"))["seat"] == 0, "the house moved for its owner"
    b = await ben.sit(table, 1)
    await b.hear("turn")
    with pytest.raises(Refusal, match="not-away"):
        await ann.post(f"/api/tables/{table}/takeover", {"seat": 1, "word": "random"})
    await b.close()
    back = await ann.post(f"/api/tables/{table}/return", {"seat": 0})
    assert back["seats"][0]["taken_over"] is False

    async def gone() -> bool:
        return not (await seats_of(ann, table))[1]["here"]

    await until(gone)
    by_hand.time.turn(30)
    with pytest.raises(Refusal, match="not-away"):
        await ann.post(f"/api/tables/{table}/takeover", {"seat": 1, "word": "random"})
    assert not (await seats_of(ann, table))[1]["away"]
    by_hand.time.turn(1)
    assert (await seats_of(ann, table))[1]["away"]
    await ann.post(f"/api/tables/{table}/takeover", {"seat": 1, "word": "random"})
    assert (await chair.hear("events"))["seat"] == 1
    assert (await play(chair))["type"] == "over"


async def test_no_takeover_where_the_table_forbids_it(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me", takeover=False)
    with pytest.raises(Refusal, match="no-takeover"):
        await ann.post(f"/api/tables/{table}/takeover", {"seat": 0, "word": "random"})


async def test_a_player_who_takes_the_seat_back_is_not_moved_for(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me", game="kata-tcg", preset="full")
    mover = (await ann.get(f"/api/tables/{table}"))["mover"]
    chair = await ann.sit(table, mover)
    await chair.hear("turn")
    asked, never = asyncio.Event(), asyncio.Event()

    async def thinks_for_ever(*_: object) -> list[Json]:
        asked.set()
        await never.wait()
        return []

    by_hand.house.player_pool.think = thinks_for_ever  # type: ignore[assignment,method-assign]
    await ann.post(f"/api/tables/{table}/takeover", {"seat": mover, "word": "hard"})
    async with asyncio.timeout(patience()):
        await asked.wait()
    await ann.post(f"/api/tables/{table}/return", {"seat": mover})
    thinking = (await by_hand.house.table(table)).players._thinking
    assert thinking is not None
    await until(thinking.done)
    assert thinking.cancelled()
    await chair.say(type="move", ply=1, index=0)
    assert (await chair.hear("events"))["seat"] == mover, "the owner moves"


async def over_by_leaving(visit: Visit, *seats: str) -> tuple[Guest, Guest, str, Chair]:
    """Ann and Ben played a game, which Ann gave up; Ben still sits at the table."""
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table(*(seats or ("me", "free")))
    await ben.post(f"/api/tables/{table}/join")
    with pytest.raises(Refusal, match="not-over"):
        await ann.post(f"/api/tables/{table}/rematch")
    chair = await ben.sit(table, 1)
    await ann.post(f"/api/tables/{table}/leave")
    while (await chair.hear("table"))["status"] != "over":
        pass
    return ann, ben, table, chair


async def test_a_rematch_keeps_the_seats_and_everybody_is_told(visit: Visit) -> None:
    ann, ben, table, chair = await over_by_leaving(visit)
    eve = await visit("Eve")
    answers = await asyncio.gather(*(g.post(f"/api/tables/{table}/rematch") for g in (ann, ben)))
    assert answers[0]["id"] == answers[1]["id"] != table, "both are led to one table"
    assert [seat["name"] for seat in answers[0]["seats"]] == ["Ann", "Ben"]
    assert answers[0]["promise"] != (await ann.get(f"/api/tables/{table}"))["promise"]
    assert (await chair.hear("table"))["rematch"] == answers[0]["id"]
    with pytest.raises(Refusal, match="forbidden"):
        await eve.post(f"/api/tables/{table}/rematch")


async def test_a_rematch_begins_when_both_are_there(visit: Visit) -> None:
    ann, ben, table, _ = await over_by_leaving(visit, "me", "free")
    again = (await ann.post(f"/api/tables/{table}/rematch"))["id"]
    first = await ann.sit(again, 0)
    assert (await first.hear("table"))["status"] == "open"
    eve = await visit("Eve")
    await (await eve.watch(again)).hear("hello")
    with pytest.raises(Refusal, match="not-here"):
        await ann.post(f"/api/tables/{again}/start")
    assert (await ann.get(f"/api/tables/{again}"))["status"] == "open", "whoever only watches does not count"
    second = await ben.sit(again, 1)
    assert (await first.hear("turn"))["ply"] == 1
    assert (await second.hear("waiting"))["mover"] == 0


async def test_a_rematch_against_the_house_begins_at_once(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random")
    await ann.post(f"/api/tables/{table}/leave")
    assert (await ann.post(f"/api/tables/{table}/rematch"))["status"] == "running"


async def test_others_cannot_join_a_rematch(visit: Visit) -> None:
    ann, _, table, _ = await over_by_leaving(visit)
    eve = await visit("Eve")
    again = (await ann.post(f"/api/tables/{table}/rematch"))["id"]
    assert again not in [one["id"] for one in (await eve.get("/api/tables?status=open"))["tables"]]
    with pytest.raises(Refusal, match="taken"):
        await eve.post(f"/api/tables/{again}/join")


async def test_a_rematch_that_is_called_off_can_be_asked_for_again(visit: Visit) -> None:
    ann, ben, table, _ = await over_by_leaving(visit)
    called_off = []
    for _ in range(2):
        called_off.append((await ann.post(f"/api/tables/{table}/rematch"))["id"])
        await ann.post(f"/api/tables/{called_off[-1]}/close")
        assert (await ben.get(f"/api/tables/{table}"))["rematch"] is None
    again = await ben.post(f"/api/tables/{table}/rematch")
    assert again["id"] not in called_off and again["status"] == "open"
    assert (await ann.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]


async def test_a_guest_who_gave_up_a_seat_never_sees_the_next_one_s_hand(visit: Visit) -> None:
    ann, ben, eve = await visit("Ann"), await visit("Ben"), await visit("Eve")
    table = await ann.table("free", "free", game="kata-tcg")
    await eve.post(f"/api/tables/{table}/join", {"seat": 0})
    spy = await eve.sit(table, 0)
    assert (await spy.hear("hello"))["seat"] == 0
    await eve.post(f"/api/tables/{table}/leave")
    assert (await spy.hear("hello"))["seat"] is None
    await ann.post(f"/api/tables/{table}/join", {"seat": 0})
    await ben.post(f"/api/tables/{table}/join", {"seat": 1})
    waiting = await spy.hear("waiting", "turn")
    assert waiting["type"] == "waiting"
    assert [side["hand"] for side in waiting["view"]["sides"]] == [None, None]


async def test_a_seat_word_that_nobody_knows_is_answered_with_those_that_are(visit: Visit) -> None:
    ann = await visit("Ann")
    with pytest.raises(Refusal, match=r"must be one of me, free, random.* not 'fre'. Did you mean free\?"):
        await ann.post("/api/tables", {"game": "connect-four", "seats": ["me", "fre"]})
    with pytest.raises(Refusal, match="parlour bot join"):
        await ann.post("/api/tables", {"game": "connect-four", "seats": ["me", "cmd:python bot.py"]})


async def test_a_seat_that_the_table_does_not_have_is_not_called_taken(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    table = await ann.table("me", "free")
    with pytest.raises(Refusal, match="has seats 0 to 1, not 5"):
        await ben.post(f"/api/tables/{table}/join", {"seat": 5})


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"game": "connect-four", "seats": ["me"]}, "bad-seats"),
        ({"game": "connect-four", "seats": ["me", "nobody"]}, "bad-seat"),
        ({"game": "connect-four", "seats": ["me", "cmd:sh"]}, "bad-seat"),
        ({"game": "connect-four", "seats": ["me", "search:ms=600000"]}, "bad-seat"),
        ({"game": "connect-four", "options": {"speed": 3}}, "bad-option"),
        ({"game": "connect-four", "preset": "grand"}, "bad-option"),
        ({"game": "kata-tcg", "preset": "full", "options": {"decks": [{"no-card": 30}]}}, None),
        ({"game": "connect-four", "clock": {"move_ms": 10}}, "bad-clock"),
        ({"game": "connect-four", "clock": {"move_ms": -1}}, "bad-clock"),
        ({"game": "connect-four", "clock": {"strikes": 1000}}, "bad-clock"),
        ({"game": "connect-four", "surprise": 1}, "bad-request"),
        ({"seats": []}, "bad-request"),
        ([], "bad-request"),
    ],
)
async def test_wishes_that_cannot_be_granted_are_refused_in_a_sentence(
    visit: Visit, wish: Any, code: str | None
) -> None:
    ann = await visit("Ann")
    with pytest.raises(Refusal) as told:
        await ann.post("/api/tables", wish)
    assert told.value.status in (400, 404)
    assert code in (None, told.value.code)
    assert told.value.text.endswith((".", "?"))


async def test_there_is_no_such_table(visit: Visit) -> None:
    ann = await visit("Ann")
    for id in ("nope", "x" * 300, "%00", "ü"):
        with pytest.raises(Refusal) as told:
            await ann.get(f"/api/tables/{id}")
        assert told.value.status in (400, 404)
    chair = await ann.sit("nope", 0)
    assert (await chair.next())["code"] == "not-found"


async def test_a_guest_hosts_only_so_many_tables(visit: Visit) -> None:
    ann = await visit("Ann")
    tables = [await ann.table("me", "free") for _ in range(20)]
    with pytest.raises(Refusal) as told:
        await ann.table("me", "free")
    assert (told.value.status, told.value.code) == (429, "too-many-tables")
    await ann.post(f"/api/tables/{tables[0]}/close")
    await ann.table("me", "free")


async def test_pages_of_a_long_list(visit: Visit) -> None:
    ann = await visit("Ann")
    made = []
    for _ in range(2):
        made += [await ann.table("me", "free") for _ in range(18)]
        for table in made[-18:]:
            await ann.post(f"/api/tables/{table}/close")
    found: list[str] = []
    after = ""
    for _ in range(5):
        page = await ann.get(f"/api/tables/mine{after}")
        found += [table["id"] for table in page["tables"]]
        if page["after"] is None:
            break
        after = f"?after={page['after']}"
    assert sorted(found) == sorted(made)
    with pytest.raises(Refusal, match="bad-request"):
        await ann.get("/api/tables/mine?after=junk")
