"""Who is who: tokens, names, and what a token opens."""

from __future__ import annotations

import base64

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Refusal

from parlour.bots.characters import NAMES as HOUSE_NAMES
from parlour.server.identity import NAMES


async def test_a_guest_needs_no_name(visit: Visit) -> None:
    guest = await visit()
    me = await guest.get("/api/guests/me")
    assert me == {"id": guest.id, "name": guest.name, "kind": "person", "token": None, "ban": None}
    assert 1 <= len(guest.name) <= 24


def test_no_guest_is_given_the_name_of_a_house_player() -> None:
    assert not {name.casefold() for name in HOUSE_NAMES} & {name.casefold() for name in NAMES}
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", ["Marlow (hard)", "ines(easy)", "Tove ()"])
async def test_nobody_passes_for_a_house_player(visit: Visit, name: str) -> None:
    guest = await visit()
    with pytest.raises(Refusal, match="bad-name"):
        await guest.ask("PATCH", "/api/guests/me", {"name": name})


async def named_before_names_were_checked(house: HouseByHand, visit: Visit, name: str) -> Guest:
    guest = await visit("Ann", at=house)
    house.house.remember(await house.house.store.save_guest(guest.id, name))
    assert (await guest.ask("PATCH", "/api/guests/me", {"name": name}))["name"] == name, "it may stay"
    return guest


async def test_a_house_player_has_another_name_than_the_guests_at_its_table(by_hand: HouseByHand, visit: Visit) -> None:
    ines, marlow = [await named_before_names_were_checked(by_hand, visit, name) for name in ("Ines", "Marlow")]
    table = await ines.table("me", "random", "random", "free", game="deadwood")
    await marlow.post(f"/api/tables/{table}/join")
    names = [seat["name"] for seat in (await ines.get(f"/api/tables/{table}"))["seats"]]
    assert names == ["Ines", "Tove (random)", "Bram (random)", "Marlow"]
    second = await ines.table("free", "free", game="connect-four")
    await marlow.post(f"/api/tables/{second}/join", {"seat": 1})
    await ines.post(f"/api/tables/{second}/start", {"fill": "random"})
    assert [seat["name"] for seat in (await ines.get(f"/api/tables/{second}"))["seats"]] == ["Ines (random)", "Marlow"]
    third = await ines.table("random@marlow", "free", game="connect-four")
    await marlow.post(f"/api/tables/{third}/join")
    assert [seat["name"] for seat in (await ines.get(f"/api/tables/{third}"))["seats"]] == [
        "Marlow (random)",
        "Marlow 2",
    ]


async def test_a_bot_is_a_guest_of_its_own_kind(visit: Visit) -> None:
    bot = await visit("Clank", kind="bots")
    assert (await bot.get("/api/guests/me"))["kind"] == "bot"
    table = await bot.table("me", "free")
    assert (await bot.get(f"/api/tables/{table}"))["seats"][0]["kind"] == "bot"


async def test_a_guest_is_renamed(visit: Visit) -> None:
    guest = await visit("Juniper")
    renamed = await guest.ask("PATCH", "/api/guests/me", {"name": "  Marie   Curie "})
    assert renamed["name"] == "Marie Curie"
    assert (await guest.get("/api/guests/me"))["name"] == "Marie Curie"


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "two\u202elines", "a\x00b", "zero\u200bwidth"])
async def test_names_that_nobody_can_read_are_refused(visit: Visit, name: str) -> None:
    guest = await visit()
    with pytest.raises(Refusal, match=r"bad-name|bad-request"):
        await guest.ask("PATCH", "/api/guests/me", {"name": name})


async def test_without_a_token_one_only_looks(visit: Visit) -> None:
    guest = await visit()
    guest.token = ""
    assert (await guest.get("/api/tables"))["tables"] is not None
    for method, path in [("GET", "/api/guests/me"), ("GET", "/api/tables/mine"), ("POST", "/api/tables")]:
        with pytest.raises(Refusal) as told:
            await guest.ask(method, path, {"game": "connect-four"} if method == "POST" else None)
        assert told.value.status == 401
        assert told.value.code == "no-token"


async def test_forged_tokens_are_refused(visit: Visit) -> None:
    guest, other = await visit(), await visit()
    signature = guest.token.partition(".")[2]
    forged = [
        f"{other.id}.{signature}",
        f"{guest.id}.{other.token.partition('.')[2]}",
        f"{guest.id}.{base64.urlsafe_b64encode(bytes(18)).decode()}",
        f"{guest.id}.",
        guest.id,
        "house." + signature,
        guest.token + "x",
        guest.token[:-1],
        "é.é",
        "x" * 5000,
    ]
    for token in forged:
        with pytest.raises(Refusal) as told:
            await guest.ask("GET", "/api/guests/me", token=token)
        assert told.value.status == 401, token


async def test_a_seat_is_moved_only_with_its_token(visit: Visit) -> None:
    ann, ben, eve = await visit("Ann"), await visit("Ben"), await visit("Eve")
    table = await ann.table("me", "free")
    await ben.post(f"/api/tables/{table}/join")
    for thief, seat in [(eve, 0), (eve, 1), (ben, 0), (ann, 1)]:
        chair = await thief.sit(table, seat)
        assert (await chair.next())["code"] == "not-your-seat"
        assert (await chair.shown_out())[0] == 1008
    chair = await eve.sit(table, 7)
    assert (await chair.next())["code"] == "no-seat"
    for path in ("leave", "rematch"):
        with pytest.raises(Refusal) as told:
            await eve.post(f"/api/tables/{table}/{path}")
        assert told.value.status == 403
    with pytest.raises(Refusal, match="forbidden"):
        await eve.post(f"/api/tables/{table}/takeover", {"seat": 0})
    with pytest.raises(Refusal, match="forbidden"):
        await ben.post(f"/api/tables/{table}/return", {"seat": 0})


async def test_a_token_of_another_house_opens_nothing(visit: Visit) -> None:
    guest = await visit()
    table = await guest.table("me", "free")
    chair = await guest.open_chair(table)
    await chair.say(type="sit", token=f"{guest.id}.{'A' * 24}", seat=0)
    assert (await chair.next())["code"] == "bad-token"
    assert await chair.shown_out() == (1008, "bad-token")


async def test_whoever_watches_cannot_move(visit: Visit) -> None:
    ann, eve = await visit("Ann"), await visit("Eve")
    table = await ann.table("me", "me")
    chair = await eve.sit(table, None)
    waiting = await chair.hear("waiting")
    for message in (
        {"type": "move", "ply": waiting["ply"], "move": {"kind": "drop", "column": 0}},
        {"type": "move", "ply": waiting["ply"], "index": 0},
    ):
        assert (await chair.ask("refused", **message))["code"] == "not-your-seat"
    assert (await chair.ask("error", type="concede"))["code"] == "not-your-seat"
    assert (await chair.ask("error", type="emote", emote="hello"))["code"] == "not-your-seat"
    assert (await chair.ask("why", type="why", move={"kind": "drop", "column": 0}))["code"] == "not-your-seat"
    told = await chair.ask("preview", type="preview", move={"kind": "drop", "column": 0})
    assert told["changes"] == []
    assert not told["certain"]
