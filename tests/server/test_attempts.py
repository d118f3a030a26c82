"""Attempts that the other tests leave out: side doors for the banned, what is left of the deleted, names as code."""

from __future__ import annotations

import pytest
from tests.server.authenticator import Authenticator
from tests.server.conftest import Visit
from tests.server.guest import Guest, HouseByHand, Refusal, caller, until
from tests.server.on_call import call, open_line
from tests.server.test_order import ban, refused
from tests.server.test_passkeys import Page

BREAKOUT = '"><script>x</script>'  # as long as a name may be


async def test_a_banned_guest_finds_no_side_door(by_hand: HouseByHand, visit: Visit) -> None:
    ben, ann = await visit("Ben", at=by_hand), await visit("Ann", at=by_hand)
    passkey = Authenticator()
    await Page(ben).add(passkey)
    clank = Guest(by_hand, caller())
    clank.token = (made := await ben.post("/api/bots", {"name": "Clank"}))["token"]
    line = await call(clank)
    wish = {"game": "connect-four", "rated": False}
    assert (await ben.post("/api/seeks", wish))["seek"]["table"] is None
    await ban(by_hand, ben.id)
    assert await line.shown_out() == (1008, "banned"), "a bot on call"
    again = await open_line(clank)
    await again.say(type="call", token=clank.token, games=["connect-four"])
    assert (await again.hear("error"))["code"] == "banned"

    async def is_off_call() -> bool:
        return (await refused(ann, f"/api/bots/{made['id']}/challenge", {"game": "connect-four"})).code == "not-on-call"

    await until(is_off_call)
    assert (await ann.post("/api/seeks", wish))["seek"]["table"] is None, (
        "nobody is paired with somebody who can't come"
    )
    for method, path, body in (
        ("GET", "/api/seeks/mine", None),  # asking keeps a search alive
        ("POST", "/api/seeks", wish),
        ("POST", "/api/tournaments", {"game": "connect-four"}),
        ("PUT", f"/api/players/{ann.id}/follow", {"follow": True}),
        ("POST", "/api/guests/me/phrase", None),
        ("POST", f"/api/bots/{made['id']}/token", None),
    ):
        assert (await refused(ben, path, body, method)).code == "banned", path
    with pytest.raises(Refusal, match="banned"):
        await Page(ann).come_in(passkey)
    await clank.go()


async def test_nothing_that_a_deleted_guest_had_lets_anybody_in(by_hand: HouseByHand, visit: Visit) -> None:
    ben, ann = await visit("Bartholomew", at=by_hand), await visit("Ann", at=by_hand)
    passkey = Authenticator()
    await Page(ben).add(passkey)
    table = await ben.table("me", "free")
    await ann.post(f"/api/tables/{table}/join")
    chair = await ben.sit(table)
    await chair.hear("turn", "waiting")
    await ben.post("/api/guests/me/farewell", {"name": "Bartholomew"})
    assert await chair.shown_out() == (1008, "signed-out")
    for seat in (0, None):
        assert (await (await ben.sit(table, seat)).hear("error"))["code"] == "bad-token"
    with pytest.raises(Refusal, match="bad-passkey"):
        await Page(ann).come_in(passkey)


async def test_a_name_is_never_code(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit(BREAKOUT, at=by_hand)
    table = await ann.table("me", "easy", listed=True)
    page = (await ann.http.get(f"{by_hand.url}/table/{table}")).text
    assert "<script>x" not in page and ("web client is missing" in page or "&lt;script&gt;x" in page)
    for path in (f"/api/tables/{table}/picture.svg", "/api/lobby", "/metrics"):
        answer = await ann.http.get(f"{by_hand.url}{path}")
        assert "html" not in answer.headers["content-type"] and answer.headers["x-content-type-options"] == "nosniff"
        assert "svg" not in answer.headers["content-type"] or "<script>" not in answer.text
