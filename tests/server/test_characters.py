"""The house's characters sit down with guests."""

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Refusal

from parlour.bots.characters import CHARACTERS, NAMES, on_plate, suits


async def seats_of(guest, table):
    return (await guest.get(f"/api/tables/{table}"))["seats"]


async def test_a_guest_chooses_who_plays(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "easy@odile", "hard", game="battle-farm")
    _, odile, other = await seats_of(ann, table)
    assert (odile["name"], odile["word"]) == ("Odile (easy)", "easy")
    assert odile["character"]["temper"] == "teasing"
    assert other["character"]["name"] != "Odile"


async def test_a_guest_has_no_character(visit: Visit) -> None:
    ann = await visit("Ann")
    seats = await seats_of(ann, await ann.table("me", "easy"))
    assert [seat["character"] is None for seat in seats] == [True, False]


async def test_every_table_brings_others_and_a_rematch_the_same(visit: Visit) -> None:
    ann = await visit("Ann")
    met = [(await seats_of(ann, await ann.table("me", "random")))[1]["character"]["name"] for _ in range(3)]
    assert met == list(NAMES[1:4])
    table = await ann.table("me", "random@sable")
    await ann.post(f"/api/tables/{table}/leave")
    again = await ann.post(f"/api/tables/{table}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Sable (random)"]


async def test_nobody_knows_a_stranger(visit: Visit) -> None:
    ann = await visit("Ann")
    with pytest.raises(Refusal, match=r"no player called 'odil'; it has Marlow, .* Did you mean Odile"):
        await ann.table("me", "easy@odil")


async def test_the_house_introduces_its_characters(visit: Visit) -> None:
    ann = await visit("Ann")
    assert [found["name"] for found in (await ann.get("/api/house"))["characters"]] == list(NAMES)


def test_a_plate_tells_who_it_is() -> None:
    assert on_plate("Ines (hard)") is CHARACTERS[1]
    assert on_plate("Juniper") is None
    assert on_plate(None) is None


def test_what_suits_is_relative() -> None:
    assert suits([{"bold": 3}, {"bold": 7}, {"bold": 5}], "bold") == [0.0, 1.0, 0.5]
    assert suits([{"bold": 3}, {"bold": 3}], "bold") == [0.0, 0.0]
    assert suits([{}, {}], "patient") == [0.0, 0.0]
