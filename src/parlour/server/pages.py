"""The page that every address shows, with what the client will need there: its files, the games, and the table.

A client that had to find out one after the other would need a round trip for each, which a phone on a slow line feels.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Request

from parlour.core.errors import Refused
from parlour.server import messages, pictures
from parlour.server.house import House
from parlour.server.routes.games import show_game, shown_games
from parlour.server.table import LiveTable
from parlour.server.websocket import own_origin
from parlour.store import StoreError

TABLE_PAGE = re.compile(r"(?:table|replay|watch)/([A-Za-z0-9_-]{1,64})")
#: Answers that are the same for everybody, and those only for a guest who comes for the first time and sits nowhere.
FOR_ALL: Final = "all"
FOR_NEWCOMERS: Final = "newcomers"


class Ahead(msgspec.Struct, frozen=True):
    """Which files of the client each page and each board needs, and its fonts; the build writes it."""

    pages: dict[str, list[str]] = {}
    boards: dict[str, list[str]] = {}
    fonts: list[str] = []


@lru_cache(maxsize=4)
def _ahead(file: Path, _changed: float) -> Ahead:
    return msgspec.json.decode(file.read_bytes(), type=Ahead)


def ahead(folder: Path) -> Ahead:
    file = folder / "ahead.json"
    return _ahead(file, file.stat().st_mtime) if file.is_file() else Ahead()


async def page(index: Path, request: Request[Any, Any, Any], house: House, address: str) -> str:
    """The page of an address, which is given without its slashes."""
    table = await _table(house, address)
    first = address.partition("/")[0]
    known = ahead(index.parent)
    files = known.pages.get(first, [])
    if table is not None:
        files = [*files, *known.boards.get(table.game.name, [])]
    head = [_link(file) for file in dict.fromkeys([*files, *known.fonts])]
    if table is not None:
        head.append(pictures.tags(table, address, own_origin(request, house.settings)))
    head.append(_told(_answers(table if first == "table" else None)))
    return index.read_text(encoding="utf-8").replace("</head>", "\n".join([*head, "</head>"]), 1)


async def _table(house: House, address: str) -> LiveTable | None:
    shown = TABLE_PAGE.fullmatch(address)
    if shown is None:
        return None
    try:
        return await house.table(shown[1])
    except (Refused, StoreError):  # the client says what is wrong with it
        return None


def _link(file: str) -> str:
    if file.endswith(".css"):  # not yet in force: what the first page shows need not wait for it
        return f'<link rel="preload" as="style" crossorigin href="/{file}">'
    if file.endswith(".woff2"):
        return f'<link rel="preload" as="font" type="font/woff2" crossorigin href="/{file}">'
    return f'<link rel="modulepreload" crossorigin href="/{file}">'


def _answers(table: LiveTable | None) -> dict[str, dict[str, Any]]:
    """What the client would ask first, by address."""
    for_all: dict[str, Any] = {"/api/games": shown_games()}
    newcomers: dict[str, Any] = {}
    if table is not None:
        for_all[f"/api/games/{table.game.name}"] = show_game(table.game.name, detailed=True)
        newcomers[f"/api/tables/{table.id}"] = messages.show(table, None, with_data=True)
    return {FOR_ALL: for_all, FOR_NEWCOMERS: newcomers}


def _told(answers: dict[str, dict[str, Any]]) -> str:
    """As data in the page: nothing in it can end the element."""
    written = msgspec.json.encode(answers).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="told">{written}</script>'
