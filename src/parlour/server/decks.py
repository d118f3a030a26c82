"""Kata TCG decks that guests keep in the house."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.games.kata_tcg import decks
from parlour.games.kata_tcg.game import GAME
from parlour.server.house import House
from parlour.store import rows


async def shelf(house: House, guest: rows.Guest | None) -> dict[str, Any]:
    ready = [{"key": key, **msgspec.to_builtins(deck)} for key, deck in decks.READY.items()]
    mine = []
    if guest is not None:
        kept = await house.store.saved(guest.id, "deck")
        texts = await house.store.texts([saved.hash for saved in kept])
        for saved in kept:
            try:
                deck = decks.parse_deck(texts[saved.hash].content, saved.name)
            except decks.DeckErrors as errors:
                mine.append(
                    {"name": saved.name, "notes": "", "cards": {}, "errors": [e.sentence for e in errors.errors]}
                )
            else:
                mine.append({**msgspec.to_builtins(deck), "errors": []})
    return {"ready": ready, "mine": mine}


async def save(house: House, guest: rows.Guest, name: str, notes: str, cards: dict[str, int]) -> dict[str, Any]:
    deck = decks.Deck(name.strip(), notes, cards)
    text = decks.format_deck(deck)
    await house.store.save_text(guest.id, "deck", deck.name, text)
    return {**msgspec.to_builtins(deck), "errors": []}


def check(name: str, notes: str, cards: dict[str, int], options: dict[str, Any] | None) -> dict[str, Any]:
    deck = decks.Deck(name, notes, cards)
    errors = decks.validate_deck(deck)
    if options is not None:
        opts = GAME.read_options({key: value for key, value in options.items() if key != "decks"})
        errors += decks.check_eligible(deck, opts.healing, opts.minions, opts.drawers, opts.custom_cards)
    return {"valid": not errors, "errors": show(errors)}


def read(text: str) -> dict[str, Any]:
    deck = decks.parse_deck(text, "the file")
    return dict(msgspec.to_builtins(deck))


def write(name: str, notes: str, cards: dict[str, int]) -> dict[str, str]:
    deck = decks.Deck(name.strip(), notes, cards)
    return {"file": decks.file_name(deck.name), "text": decks.format_deck(deck)}


def show(errors: list[decks.DeckError]) -> list[dict[str, Any]]:
    return [{"code": e.code, "message": e.sentence, "card": e.card} for e in errors]
