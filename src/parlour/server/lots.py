"""Somebody's own film lot for Deadwood: reads a board file and a card file, and keeps them by their content."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from msgspec import Meta

from parlour.games.deadwood.files import LARGEST_FILE, BadFiles, Note, read_texts
from parlour.server.api import AnyRequest, somebody
from parlour.server.house import House

Contents = Annotated[str, Meta(max_length=LARGEST_FILE)]


class LotFiles(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of the two files, and what they are called."""

    board: Contents
    cards: Contents
    board_name: Annotated[str, Meta(max_length=200)] = "board.xml"
    cards_name: Annotated[str, Meta(max_length=200)] = "cards.xml"


@post("/api/deadwood/lots", summary="Read a film lot from your own files", status_code=200)
async def read_lot(request: AnyRequest, house: House, data: LotFiles) -> Response[dict[str, Any]]:
    """The lot for the option `board`, or everything that is wrong with the files."""
    guest = await somebody(request, house)
    names = data.board_name.strip() or "board.xml", data.cards_name.strip() or "cards.xml"
    try:
        board, notes = await asyncio.to_thread(read_texts, data.board.encode(), data.cards.encode(), *names)
    except BadFiles as bad:
        return Response({"code": bad.code, "error": bad.text, "notes": _show(bad.notes)}, status_code=400)
    kept = []
    for name, content in zip(names, (data.board, data.cards), strict=True):
        kept.append(await house.store.keep_text("lot", name, content, guest.id))
    files = [{"name": text.name, "hash": text.hash} for text in kept]
    shown = msgspec.to_builtins(board)
    return Response({"board": shown, "notes": _show(notes), "files": files}, status_code=200)


def _show(notes: list[Note]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(note) for note in notes]
