"""The shelf of decks that a guest keeps in the house."""

from __future__ import annotations

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, Refusal

DECKS = "/api/kata-tcg/decks"


async def a_deck(guest: Guest) -> dict[str, int]:
    ready = (await guest.get(DECKS))["ready"]
    return dict(ready[0]["cards"])


async def test_decks_are_saved_listed_changed_and_thrown_away(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    cards = await a_deck(ann)
    saved = await ann.ask("PUT", DECKS, {"name": "Embers", "notes": "hot", "cards": cards})
    assert saved["errors"] == []
    mine = (await ann.get(DECKS))["mine"]
    assert [(deck["name"], deck["notes"], deck["cards"]) for deck in mine] == [("Embers", "hot", cards)]
    assert (await ben.get(DECKS))["mine"] == []
    await ann.ask("PUT", DECKS, {"name": "Embers", "notes": "cold", "cards": cards})
    assert [deck["notes"] for deck in (await ann.get(DECKS))["mine"]] == ["cold"]
    with pytest.raises(Refusal, match="not-found"):
        await ben.ask("DELETE", f"{DECKS}/Embers")
    await ann.ask("DELETE", f"{DECKS}/Embers")
    assert (await ann.get(DECKS))["mine"] == []


async def test_a_bad_deck_is_refused_with_all_its_errors(visit: Visit) -> None:
    ann = await visit("Ann")
    answer = await ann.http.put(
        f"{ann.house.url}{DECKS}",
        json={"name": "Bad", "cards": {"no-such-card": 3}},
        headers={"Authorization": f"Bearer {ann.token}"},
    )
    assert answer.status_code == 400
    assert len(answer.json()["errors"]) >= 2
    assert all(error["message"] for error in answer.json()["errors"])
    checked = await ann.post(f"{DECKS}/check", {"name": "Bad", "cards": {"no-such-card": 3}})
    assert not checked["valid"]
    assert checked["errors"] == answer.json()["errors"]


async def test_the_workshop_gets_sentences_about_its_deck(visit: Visit) -> None:
    ann = await visit("Ann")

    async def heard(cards: dict[str, int], **options: bool) -> list[str]:
        wish = {"name": "My deck", "cards": cards, "options": {"minions": True, "drawers": True, **options}}
        return [error["message"] for error in (await ann.post(f"{DECKS}/check", wish))["errors"]]

    assert await heard({}) == ["The deck has 0 cards and needs exactly 20."]
    assert await heard({"strike": 5, "stryke": 14}) == [
        "Strike has 5 copies; at most 4 are allowed.",
        "There is no card stryke; did you mean strike?",
        "The deck has 19 cards and needs exactly 20.",
    ]
    assert (await heard({"oracles-debt": 1}, drawers=False))[-1] == (
        "Oracle's Debt cannot be played without the options drawers and custom cards."
    )


async def test_a_deck_file_is_written_and_read(visit: Visit) -> None:
    ann = await visit("Ann")
    cards = await a_deck(ann)
    written = await ann.post(f"{DECKS}/write", {"name": "Embers", "notes": "hot", "cards": cards})
    assert written["file"].endswith(".toml")
    read = await ann.post(f"{DECKS}/read", {"text": written["text"]})
    assert (read["name"], read["cards"]) == ("Embers", cards)
    for junk in ("", "][", "name = 3", "x" * 60_000):
        with pytest.raises(Refusal) as told:
            await ann.post(f"{DECKS}/read", {"text": junk})
        assert told.value.status == 400


async def test_a_saved_deck_is_played_with(visit: Visit) -> None:
    ann = await visit("Ann")
    cards = await a_deck(ann)
    table = await ann.table("me", "random", game="kata-tcg", preset="full", options={"decks": [cards, cards]})
    assert (await ann.get(f"/api/tables/{table}"))["options"]["decks"] == [cards, cards]
