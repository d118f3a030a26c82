"""One guest on several devices: tokens that can be revoked, and what a revoked one still opens: nothing."""

from __future__ import annotations

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal, caller, until

from parlour.server.selves import FRESH_SECONDS, SEEN_SECONDS, device_name
from parlour.store.self_writes import SignAnew

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"  # noqa: E501
ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Mobile Safari/537.36"


async def is_refused(guest: Guest, token: str) -> bool:
    try:
        await guest.ask("GET", "/api/guests/me", token=token)
    except Refusal as refusal:
        assert (refusal.status, refusal.code) == (401, "no-token")
        return True
    return False


async def another_device(house: HouseByHand, guest: Guest) -> Guest:
    """The same guest with a second token."""
    twin = Guest(house, caller())
    row = await house.house.store.guest(guest.id)
    assert row is not None
    twin.id, twin.name, twin.token = guest.id, guest.name, await house.house.selves.add_device(row, "A program")
    return twin


def test_a_device_is_called_by_its_browser_and_system() -> None:
    assert device_name(WINDOWS) == "Firefox on Windows"
    assert device_name(IPHONE) == "Safari on iPhone"
    assert device_name(ANDROID) == "Chrome on Android"
    assert device_name("curl/8.5 <script>") == device_name("") == "A program"


async def test_no_token_is_in_the_database(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    with by_hand.house.store._writing.connect() as conn:
        assert ann.token.partition(".")[2] not in str(conn.exec_driver_sql("SELECT * FROM devices").all())


async def test_a_guest_signs_out_the_other_devices(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    lost, spare = await another_device(by_hand, ann), await another_device(by_hand, ann)
    table = await ann.table("me", "me")
    chair, stolen = await ann.sit(table, 0), await lost.sit(table, 0)
    await chair.hear("turn")
    await stolen.hear("turn")
    ways = await ann.get("/api/guests/me/ways-in")
    assert [device["here"] for device in ways["devices"]].count(True) == 1 and len(ways["devices"]) == 3
    kept = await ann.ask("DELETE", "/api/guests/me/devices")
    assert kept["token"] == ann.token and kept["id"] == ann.id
    assert await is_refused(ann, lost.token) and await is_refused(ann, spare.token)
    assert await stolen.shown_out() == (1008, "signed-out")
    again = await lost.sit(table, 0)
    assert (await again.next())["code"] == "bad-token"
    assert await ann.get("/api/guests/me")
    assert (await chair.ask("pong", type="ping"))["type"] == "pong", "who signed the others out sits on"
    assert len((await ann.get("/api/guests/me/ways-in"))["devices"]) == 1
    await lost.go()
    await spare.go()


async def test_one_device_is_signed_out_and_only_by_its_guest(by_hand: HouseByHand, visit: Visit) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    lost = await another_device(by_hand, ann)
    devices = (await ann.get("/api/guests/me/ways-in"))["devices"]
    [other] = [device["id"] for device in devices if not device["here"]]
    with pytest.raises(Refusal, match="not-found"):
        await eve.ask("DELETE", f"/api/guests/me/devices/{other}")
    assert not await is_refused(ann, lost.token)
    assert await ann.ask("DELETE", f"/api/guests/me/devices/{other}") == {"dropped": other}
    assert await is_refused(ann, lost.token) and not await is_refused(ann, ann.token)
    await lost.go()


async def test_a_token_from_before_there_were_devices_stays_valid_until_it_is_revoked(
    by_hand: HouseByHand, visit: Visit
) -> None:
    ann = await visit("Ann", at=by_hand)
    by_hand.house.store.write(SignAnew(ann.id, 0))  # as the migration leaves guests of an older house
    old = by_hand.house.signer.token(ann.id)
    assert old.count(".") == 1, "as older houses signed it"
    me = await ann.ask("GET", "/api/guests/me", token=old)
    assert me["id"] == ann.id
    by_hand.house.store.write(SignAnew(ann.id, 0))
    ann.token, device = old, ann.token
    assert (await ann.get("/api/guests/me/ways-in"))["signed"]
    ann.token = (await ann.ask("DELETE", "/api/guests/me/devices"))["token"]
    assert ann.token not in (old, device), "a signed token is replaced"
    assert await is_refused(ann, old) and await is_refused(ann, device)
    shown = await ann.get("/api/guests/me/ways-in")
    assert not shown["signed"] and [one["here"] for one in shown["devices"]] == [True]


async def test_an_owner_revokes_a_bots_token(by_hand: HouseByHand, visit: Visit) -> None:
    ann, eve = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    table = await ann.table("free", "free")
    await ann.ask("POST", f"/api/tables/{table}/join", {}, token=bot["token"])
    chair = await ann.open_chair(table)
    await chair.say(type="sit", token=bot["token"], seat=0)
    await chair.hear("waiting", "hello", "table")
    with pytest.raises(Refusal, match="forbidden"):
        await eve.post(f"/api/bots/{bot['id']}/token")
    for number in (1, 2):
        new = (await ann.post(f"/api/bots/{bot['id']}/token"))["token"]
        assert await is_refused(ann, bot["token"]), number
        assert (await ann.ask("GET", "/api/guests/me", token=new))["id"] == bot["id"]
        assert (await ann.get(f"/api/bots/{bot['id']}/token"))["token"] == new
        bot["token"] = new
    assert await chair.shown_out() == (1008, "signed-out")


async def test_bots_have_no_devices(visit: Visit) -> None:
    bot = await visit("Clank", kind="bots")
    for method, path in [("GET", "ways-in"), ("DELETE", "devices"), ("DELETE", "devices/x")]:
        with pytest.raises(Refusal, match="forbidden"):
            await bot.ask(method, f"/api/guests/me/{path}")


async def test_a_revocation_elsewhere_is_noticed_without_any_news(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand()
    ann = await visit("Ann", at=house)
    await ann.get("/api/guests/me")
    await house.house.store.sign_out(ann.id, keep="")  # as another process does it, with nobody carrying news
    house.time.turn(FRESH_SECONDS)
    assert await is_refused(ann, ann.token)


async def test_a_revocation_at_another_process_closes_the_chairs_here(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    chair = await ann.sit(table, 0)
    await chair.hear("turn")
    await by_hand.house.store.sign_out(ann.id, keep="")
    await by_hand.house.news._hear({"tokens": ann.id, "from": "the other"})
    assert await chair.shown_out() == (1008, "signed-out")
    assert await is_refused(ann, ann.token)


async def test_missed_news_of_a_revocation_are_made_up_for(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    chair = await ann.sit(table, 0)
    await chair.hear("turn")
    await by_hand.house.store.sign_out(ann.id, keep="")
    await by_hand.house.news._resync()
    assert await chair.shown_out() == (1008, "signed-out")


async def test_the_house_notes_when_a_device_was_last_here(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    [before] = (await ann.get("/api/guests/me/ways-in"))["devices"]
    by_hand.time.turn(SEEN_SECONDS + 1)

    async def is_noted() -> bool:
        [after] = (await ann.get("/api/guests/me/ways-in"))["devices"]
        return after["seen"] == before["seen"] + SEEN_SECONDS + 1 and after["created"] == before["created"]

    await until(is_noted)


async def test_a_signed_token_cannot_be_forged(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    bot = await ann.post("/api/bots", {"name": "Clank"})
    first = bot["token"]
    second = (await ann.post(f"/api/bots/{bot['id']}/token"))["token"]
    signature = second.rpartition(".")[2]
    forged = [first, f"{bot['id']}.{signature}", f"{bot['id']}.2.{signature}", f"{ann.id}.1.{signature}"]
    forged += [by_hand.house.signer.token(ann.id), by_hand.house.signer.token("house"), second[:-1], second + "A"]
    for token in forged:
        assert await is_refused(ann, token), token
