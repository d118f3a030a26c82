"""Deadwood: reads a guest's film lot from a board file and a card file, and keeps both by their content."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import post
from msgspec import Meta

from parlour.games.deadwood.board import Board
from parlour.games.deadwood.files import LARGEST_FILE, Note, read_texts
from parlour.server.auth import AnyRequest, current_guest
from parlour.server.house import House

Contents = Annotated[str, Meta(max_length=LARGEST_FILE)]


class LotFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents and names of the two files."""

    board: Contents
    cards: Contents
    board_name: Annotated[str, Meta(max_length=200)] = "board.xml"
    cards_name: Annotated[str, Meta(max_length=200)] = "cards.xml"


class KeptFile(msgspec.Struct, frozen=True):
    name: str
    hash: str


class Lot(msgspec.Struct, frozen=True):
    """`board` goes unchanged into the options of a table."""

    board: Board
    notes: list[Note]
    files: list[KeptFile]


@post("/api/deadwood/lots", summary="Read a film lot from your own files", status_code=200)
async def read_lot(request: AnyRequest, house: House, data: LotFiles) -> Lot:
    """The lot for the option `board`; bad files are refused with everything that is wrong with them."""
    guest = await current_guest(request, house)
    names = data.board_name.strip() or "board.xml", data.cards_name.strip() or "cards.xml"
    board, notes = await asyncio.to_thread(read_texts, data.board.encode(), data.cards.encode(), *names)
    kept = []
    for name, content in zip(names, (data.board, data.cards), strict=True):
        kept.append(await house.store.keep_text("lot", name, content, guest.id))
    return Lot(board, notes, [KeptFile(text.name, text.hash) for text in kept])


ROUTES = [read_lot]
