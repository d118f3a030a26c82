"""Coming back to a self: codes that end, recovery phrases, and whoever tries to guess them."""

from __future__ import annotations

import re
from hashlib import scrypt

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Refusal

from parlour.core.errors import Refused
from parlour.server.limits import neighbourhood
from parlour.server.ways_back import (
    CODE_SECONDS,
    PHRASE_LENGTH,
    TRIES_PER_MINUTE,
    read_code,
    read_phrase,
    slow_hash,
    words,
)


async def refusal(guest: Guest, by: str, said: str) -> Refusal:
    with pytest.raises(Refusal) as told:
        await guest.post(f"/api/guests/by-{by}", {by: said})
    return told.value


def test_a_code_may_be_typed_in_any_way() -> None:
    assert read_code("K7QM-3X0T") == "K7QM3X0T"
    assert read_code(" k7qm 3xot ") == "K7QM3X0T"
    assert read_code("iL00-0000") == "11000000"
    for wrong in ("", "K7QM-3X0", "K7QM-3X0TT", "K7QM-3X0U", "K7QM-3X0\u0422"):
        assert read_code(wrong) is None


def test_the_words_of_phrases_differ_in_four_letters() -> None:
    assert len(words()) == len({word[:4] for word in words()})
    assert len(words()) ** PHRASE_LENGTH > 2**75, "nobody guesses one"
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in words())


def test_a_phrase_may_be_typed_in_any_way() -> None:
    phrase = "acorn badge cabin dawn eagle fern garden harbour"
    assert read_phrase("  Acorn, badge CABIN  dawn\neagle fern gard harbour ") == phrase
    with pytest.raises(Refused, match="has 8 words, not 2"):
        read_phrase("acorn badge")
    with pytest.raises(Refused, match="Did you mean harbour"):
        read_phrase(phrase.replace("harbour", "habrour"))


def test_trying_a_phrase_is_slow_work() -> None:
    """Not how long it takes here, but what it is made of: 16 MB and 16 384 rounds of work for each try."""
    assert slow_hash("a", b"salt") == scrypt(b"a", salt=b"salt", n=16_384, r=8, p=1, dklen=32).hex()


async def test_another_device_comes_in_by_a_code_once(by_hand: HouseByHand, visit: Visit) -> None:
    ann, other = await visit("Ann", at=by_hand), await visit("Wren", at=by_hand)
    made = await ann.post("/api/guests/me/code")
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}", made["code"]) and made["seconds"] == CODE_SECONDS
    came = await other.post("/api/guests/by-code", {"code": made["code"].lower()})
    assert (came["id"], came["name"]) == (ann.id, "Ann") and came["token"] != ann.token
    assert (await other.ask("GET", "/api/guests/me", token=came["token"]))["id"] == ann.id
    assert len((await ann.get("/api/guests/me/ways-in"))["devices"]) == 2
    again = await refusal(other, "code", made["code"])
    assert (again.status, again.code) == (403, "bad-code"), "a code that was seen over a shoulder"


async def test_a_code_ends_after_ten_minutes_or_with_the_next_one(by_hand: HouseByHand, visit: Visit) -> None:
    ann, other = await visit("Ann", at=by_hand), await visit("Wren", at=by_hand)
    first = (await ann.post("/api/guests/me/code"))["code"]
    second = (await ann.post("/api/guests/me/code"))["code"]
    assert (await refusal(other, "code", first)).code == "bad-code"
    by_hand.time.turn(CODE_SECONDS + 1)
    assert (await refusal(other, "code", second)).code == "bad-code"


async def test_who_signs_out_the_others_calls_back_a_code(by_hand: HouseByHand, visit: Visit) -> None:
    ann, thief = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    code = (await ann.post("/api/guests/me/code"))["code"]
    await ann.ask("DELETE", "/api/guests/me/devices")
    assert (await refusal(thief, "code", code)).code == "bad-code"


async def test_codes_and_phrases_cannot_be_guessed_quickly(by_hand: HouseByHand, visit: Visit) -> None:
    ann, thief = await visit("Ann", at=by_hand), await visit("Eve", at=by_hand)
    code = (await ann.post("/api/guests/me/code"))["code"]
    wrong = "0000-0000" if code != "0000-0000" else "1111-1111"
    for _ in range(TRIES_PER_MINUTE):
        assert (await refusal(thief, "code", wrong)).code == "bad-code"
    told = await refusal(thief, "code", code)
    assert (told.status, told.code) == (429, "too-many"), "even the right one, now"
    assert (await refusal(thief, "phrase", "able " * 7)).code == "too-many", "phrases share the limit"
    by_hand.time.turn(60 / TRIES_PER_MINUTE)
    assert (await thief.post("/api/guests/by-code", {"code": code}))["id"] == ann.id


def test_a_guest_has_a_whole_network_of_ipv6_addresses() -> None:
    assert neighbourhood("2001:db8:1:2::1") == neighbourhood("2001:db8:1:2:ffff::9") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("10.0.0.1") == "10.0.0.1" != neighbourhood("10.0.0.2")
    assert neighbourhood("?") == "?"


async def test_many_addresses_together_cannot_guess_quickly_either(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand()
    back = house.house.ways_back
    for number in range(300):
        back.try_from(f"10.0.{number // 250}.{number % 250}")
    with pytest.raises(Refused, match="Too many people"):
        back.try_from("10.0.9.9")


async def test_a_recovery_phrase_brings_a_guest_back(by_hand: HouseByHand, visit: Visit) -> None:
    ann, other = await visit("Ann", at=by_hand), await visit("Wren", at=by_hand)
    assert (await ann.get("/api/guests/me/ways-in"))["phrase"] is None
    first = (await ann.post("/api/guests/me/phrase"))["phrase"]
    phrase = (await ann.post("/api/guests/me/phrase"))["phrase"]
    assert len(phrase.split()) == PHRASE_LENGTH and phrase != first
    assert (await ann.get("/api/guests/me/ways-in"))["phrase"] is not None
    assert (await refusal(other, "phrase", first)).code == "bad-phrase"
    await ann.ask("DELETE", "/api/guests/me/devices")
    for _ in range(2):  # a phrase is good for more than once
        came = await other.post("/api/guests/by-phrase", {"phrase": phrase.upper()})
        assert came["id"] == ann.id
        assert (await other.ask("GET", "/api/guests/me", token=came["token"]))["name"] == "Ann"
    await ann.ask("DELETE", "/api/guests/me/phrase")
    assert (await refusal(other, "phrase", phrase)).code == "bad-phrase"


async def test_phrases_are_not_made_in_bulk(by_hand: HouseByHand, visit: Visit) -> None:
    """Each costs the house as much work as a try."""
    ann = await visit("Ann", at=by_hand)
    for _ in range(TRIES_PER_MINUTE):
        assert by_hand.house.ways_back._made.take("127.0.0.1")
    with pytest.raises(Refusal, match="too-many"):
        await ann.post("/api/guests/me/phrase")


async def test_neither_codes_nor_phrases_are_in_the_database(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    code = (await ann.post("/api/guests/me/code"))["code"]
    phrase = (await ann.post("/api/guests/me/phrase"))["phrase"]
    with by_hand.house.store._writing.connect() as conn:
        kept = "".join(str(conn.exec_driver_sql(f"SELECT * FROM {name}").all()) for name in ("codes", "phrases"))
    for secret in (code, code.replace("-", ""), phrase, phrase.split()[0] + " "):
        assert secret not in kept


async def test_a_phrase_made_at_one_process_is_good_at_another(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    code = (await ann.post("/api/guests/me/code"))["code"]
    phrase = (await ann.post("/api/guests/me/phrase"))["phrase"]
    place = by_hand.house.store.where.removeprefix("The file ")
    second = await HouseByHand(place).open()
    try:
        other = await visit("Wren", at=second)
        assert (await other.post("/api/guests/by-phrase", {"phrase": phrase}))["id"] == ann.id
        assert (await other.post("/api/guests/by-code", {"code": code}))["id"] == ann.id
        assert (await refusal(await visit("Eve", at=by_hand), "code", code)).code == "bad-code"
        await other.go()
    finally:
        await second.close()


async def test_bots_have_no_codes_and_no_phrase(visit: Visit) -> None:
    bot = await visit("Clank", kind="bots")
    for method, path in [("POST", "code"), ("POST", "phrase"), ("DELETE", "phrase")]:
        with pytest.raises(Refusal, match="forbidden"):
            await bot.ask(method, f"/api/guests/me/{path}", {} if method == "POST" else None)


async def test_no_secret_is_logged(by_hand: HouseByHand, visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ann = await visit("Ann", at=by_hand)
    code = (await ann.post("/api/guests/me/code"))["code"]
    phrase = (await ann.post("/api/guests/me/phrase"))["phrase"]
    await refusal(ann, "phrase", "zebra " * 7)
    came = await ann.post("/api/guests/by-code", {"code": code})
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("parlour"))
    for secret in (code, phrase, came["token"], "zebra"):
        assert secret not in said
