"""Kata TCG: decks that guests build, check and keep in the house."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from msgspec import UNSET, Meta, UnsetType

from parlour.core.protocol import Dropped, Options
from parlour.games.kata_tcg import decks
from parlour.games.kata_tcg.game import GAME
from parlour.rooms.shelf import delete_text
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.house import House

DECKS = "/api/kata-tcg/decks"


class DeckWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`options` are those of the table that the deck is for."""

    name: Annotated[str, Meta(max_length=500)]
    notes: Annotated[str, Meta(max_length=5000)] = ""
    cards: Annotated[dict[str, int], Meta(max_length=200)] = {}
    options: Options | None = None


class DeckText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=70_000)]


class KeptDeck(decks.Deck, frozen=True):
    """A deck on the shelf. `key` names a ready-made deck; your own decks have `errors`."""

    key: str | UnsetType = UNSET
    errors: list[str] | UnsetType = UNSET


class DeckShelf(msgspec.Struct, frozen=True):
    ready: list[KeptDeck]
    mine: list[KeptDeck]


class DeckCheck(msgspec.Struct, frozen=True):
    valid: bool
    errors: list[decks.DeckFault]


class DeckFile(msgspec.Struct, frozen=True):
    file: str
    text: str


@get(DECKS, summary="Ready-made decks and yours")
async def list_decks(request: AnyRequest, house: House) -> DeckShelf:
    guest = await current_guest_or_none(request, house)
    ready = [KeptDeck(deck.name, deck.notes, deck.cards, key=key) for key, deck in decks.READY.items()]
    mine = []
    kept = await house.store.saved(guest.id, "deck") if guest is not None else []
    texts = await house.store.texts([saved.hash for saved in kept])
    for saved in kept:
        try:
            deck = decks.parse_deck(texts[saved.hash].content, saved.name)
        except decks.DeckErrors as wrong:
            mine.append(KeptDeck(saved.name, "", {}, errors=[error.sentence for error in wrong.errors]))
        else:
            mine.append(KeptDeck(deck.name, deck.notes, deck.cards, errors=[]))
    return DeckShelf(ready, mine)


@put(DECKS, summary="Save one of your decks")
async def save_deck(request: AnyRequest, house: House, data: DeckWish) -> KeptDeck:
    guest = await current_guest(request, house)
    deck = decks.Deck(data.name.strip(), data.notes, data.cards)
    await house.store.save_text(guest.id, "deck", deck.name, decks.format_deck(deck))
    return KeptDeck(deck.name, deck.notes, deck.cards, errors=[])


@delete(f"{DECKS}/{{name:str}}", summary="Delete one of your decks", status_code=200)
async def drop_deck(request: AnyRequest, house: House, name: str) -> Dropped:
    return await delete_text(request, house, "deck", name)


@post(f"{DECKS}/check", summary="Say what is wrong with a deck", status_code=200)
async def check_deck(data: DeckWish) -> DeckCheck:
    deck = decks.Deck(data.name, data.notes, data.cards)
    errors = decks.validate_deck(deck)
    if data.options is not None:
        opts = GAME.read_options({key: value for key, value in data.options.items() if key != "decks"})
        errors += decks.check_eligible(deck, opts.healing, opts.minions, opts.drawers, opts.custom_cards)
    return DeckCheck(not errors, [error.fault for error in errors])


@post(f"{DECKS}/read", summary="Read a deck file", status_code=200)
async def read_deck(data: DeckText) -> KeptDeck:
    deck = decks.parse_deck(data.text, "the file")
    return KeptDeck(deck.name, deck.notes, deck.cards)


@post(f"{DECKS}/write", summary="Write a deck file", status_code=200)
async def write_deck(data: DeckWish) -> DeckFile:
    deck = decks.Deck(data.name.strip(), data.notes, data.cards)
    return DeckFile(decks.file_name(deck.name), decks.format_deck(deck))


ROUTES = [list_decks, save_deck, drop_deck, check_deck, read_deck, write_deck]
