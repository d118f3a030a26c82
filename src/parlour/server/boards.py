"""The board that a game from another package ships: the folder `web` next to its code.

    board.js        draws the table: a plain ES module that exports `mount(element, table)`
    board.json      sounds, keys, texts and more for the client; optional
    guide.js        the steps of a guided first game; optional
    page.js         a page of its own: a module that exports `mount(element, page)`; optional
    picture.svg     the picture in the lobby, or .png, .webp, .jpg; optional

docs/write-a-board.md explains all of them. Files are served under /games/NAME/, with the same headers as every page.
"""

from __future__ import annotations

import logging
from importlib import resources
from pathlib import Path

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.response import File

from parlour.core.game import AnyGame
from parlour.core.protocol import BoardGuide, BoardPage, OutsideBoard
from parlour.games import find
from parlour.server.errors import NOTHING_HERE, NotFound

log = logging.getLogger("parlour.server")

TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
    ".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg", ".woff2": "font/woff2",
    ".ogg": "audio/ogg", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".txt": "text/plain", ".md": "text/markdown",
}  # fmt: skip
PICTURES = ("picture.svg", "picture.png", "picture.webp", "picture.jpg")
SOUNDS = (
    "draw",
    "play",
    "hit",
    "heal",
    "win",
    "lose",
    "turn",
    "click",
    "refuse",
    "trade",
    "last",
    "low",
)  # built into the client


class GuideWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of the guided game."""

    preset: str = ""
    seats: int | None = None


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of board.json."""

    plates: bool = True  # the house draws names and clocks above the board
    sounds: dict[str, list[str]] = {}  # a built-in sound, or a file in the folder -> kinds of events
    keys: list[tuple[list[str], str]] = []  # for the help page: which keys, and what they do
    texts: dict[str, str] = {}  # passed to the board
    guide: GuideWish = GuideWish()
    page: str = "More"  # the name of its page in the lobby


def board_of(game: AnyGame) -> OutsideBoard | None:
    """What the client needs to know about this game's board; None for a game without a `web` folder."""
    web = _folder(game)
    if web is None:
        return None
    try:
        return _read(game, web)
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        trouble = f"{web.name}/board.json of {game.name} is invalid: {error}"
        log.error("%s", trouble)
        return OutsideBoard(trouble=trouble)


def _read(game: AnyGame, web: Path) -> OutsideBoard:
    wish = BoardFile()
    if (web / "board.json").is_file():
        wish = msgspec.json.decode((web / "board.json").read_bytes(), type=BoardFile)

    def address(name: str) -> str:
        return f"/games/{game.name}/{name}" if (web / name).is_file() else ""

    def sound(name: str) -> str:
        if name in SOUNDS:
            return name
        if not (found := address(name)):
            raise ValueError(f"the sound {name!r} is neither a file in the folder nor one of {', '.join(SOUNDS)}")
        return found

    if wish.guide.preset and wish.guide.preset not in game.presets:
        raise ValueError(f"the guided game asks for the preset {wish.guide.preset!r}, which {game.name} does not have")
    guide, page = address("guide.js"), address("page.js")
    return OutsideBoard(
        module=address("board.js"),
        picture=next(filter(None, map(address, PICTURES)), ""),
        plates=wish.plates,
        sounds={sound(name): events for name, events in wish.sounds.items()},
        keys=wish.keys,
        texts=wish.texts,
        guide=BoardGuide(guide, wish.guide.preset, wish.guide.seats) if guide else None,
        page=BoardPage(page, wish.page) if page else None,
    )


def _folder(game: AnyGame) -> Path | None:
    """The `web` folder of the package that contains the game's code."""
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None  # a single module: a `web` folder next to it could be anybody's
    found = Path(str(resources.files(package) / "web"))
    return found.resolve() if found.is_dir() else None


@get("/games/{game:str}/{name:path}", include_in_schema=False, cache_control=CacheControlHeader(no_cache=True))
async def board_file(game: str, name: str) -> File:
    """A file of a game's `web` folder; nothing outside it."""
    web = _folder(find(game))
    nothing = NotFound(NOTHING_HERE)
    if web is None:
        raise nothing
    try:
        found = (web / name.strip("/")).resolve()
        if not found.is_file():
            raise nothing
    except (OSError, ValueError):  # impossible file names
        raise nothing from None
    kind = TYPES.get(found.suffix.lower())
    if web not in found.parents or kind is None:
        raise nothing
    return File(found, content_disposition_type="inline", media_type=kind)
