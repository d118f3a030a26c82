"""Starter bots: small complete programs that play right away and are meant to be improved.

A game has them in a folder of its package, `bot_kit`, with a folder for each language; `view.md` there says in a few
lines what its view shows. What all games share, talking to the house and reading JSON, is in `bots/kit`. A game with a
classic door has bots for its original protocol in `classic_kit`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import msgspec

from parlour.core.errors import Refused
from parlour.core.files import write_folder
from parlour.core.game import AnyGame

KIT: Final = "bot_kit"
CLASSIC: Final = "classic_kit"


class Language(msgspec.Struct, frozen=True):
    """How a starter bot in this language is built and started: commands as words, run in its folder."""

    name: str
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    needs: str
    websocket: str  # what it needs to play on the network; empty: stdin and stdout only
    on_call: bool = False  # its client can be on call by itself


LANGUAGES: Final = {
    language.name: language
    for language in (
        Language("python", (), ("python3", "bot.py"), "Python 3.9", "the package websockets", True),
        Language(
            "javascript",
            (),
            ("node", "bot.mjs"),
            "Node.js 20",
            "Node.js 22, or 20 as `node --experimental-websocket bot.mjs`",
            True,
        ),
        Language(
            "java",
            (("javac", "-d", "classes", "Bot.java"),),
            ("java", "-cp", "classes", "Bot"),
            "Java 17",
            "nothing more",
        ),
        Language(
            "csharp",
            (("dotnet", "build", "-c", "Release", "-o", "built"),),
            ("built/bot",),
            ".NET 8",
            "nothing more",
        ),
        Language(
            "cpp",
            (("c++", "-std=c++17", "-O2", "-o", "bot", "bot.cpp"),),
            ("./bot",),
            "a C++17 compiler",
            "",
        ),
    )
}


def languages(game: AnyGame, classic: bool = False) -> list[str]:
    """The languages in which this game has a starter bot."""
    folder = _folder(game, classic)
    return [name for name in LANGUAGES if folder is not None and folder.joinpath(name).is_dir()]


def new_bot(game: AnyGame, language: str, folder: Path, classic: bool = False) -> list[Path]:
    """Write a starter bot into a new or empty folder; returns the files."""
    known = languages(game, classic)
    if not known:
        what = "classic" if classic else "starter"
        raise Refused(f"{game.title} has no {what} bot; docs/write-a-bot.md has bots for any game.", "no-kit")
    if language not in known:
        raise Refused(
            f"{game.title} has no starter bot in {language[:40]!r}; there are: {', '.join(known)}.",
            "no-such-language",
        )
    return write_folder(folder, _contents(game, LANGUAGES[language], classic))


def _folder(game: AnyGame, classic: bool) -> Traversable | None:
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None
    try:
        folder = files(package).joinpath(CLASSIC if classic else KIT)
    except (ModuleNotFoundError, TypeError):
        return None
    return folder if folder.is_dir() else None


def _contents(game: AnyGame, language: Language, classic: bool) -> dict[str, bytes]:
    """The files of a starter bot by name."""
    kit = _folder(game, classic)
    assert kit is not None
    shared = files(__package__).joinpath("kit").joinpath(language.name)
    found = (_read(shared) if shared.is_dir() else {}) | _read(kit.joinpath(language.name))
    if classic:
        found = {name: content for name, content in found.items() if not name.startswith("client.")}
        found["settings.json"] = kit.joinpath("settings.json").read_bytes()
        about = kit.joinpath("README.md").read_text("utf-8")
        mine = next(name for name in found if name.lower().replace("_", "").startswith("botinput"))
        run = " ".join(language.run)
        told = about.format(needs=language.needs, build=_built(language), run=run, file=mine)
        found["README.md"] = told.encode()
        return found
    if data := game.data(game.read_options()):
        found["data.json"] = (json.dumps(msgspec.to_builtins(data), ensure_ascii=False, indent=1) + "\n").encode()
    view = kit.joinpath("view.md")
    found["README.md"] = _readme(game, language, view.read_text("utf-8") if view.is_file() else "").encode()
    return found


def _read(folder: Traversable) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


def _built(language: Language) -> str:
    build = "".join(f"    {' '.join(command)}\n" for command in language.build)
    return f"Build it:\n\n{build}\n" if build else ""


def _on_call(game: AnyGame, language: Language) -> str:
    """How to leave the bot on call."""
    run = " ".join(language.run)
    itself = (
        f"\nIt can also do that without our command (this needs {language.websocket}):\n\n"
        f"    {run} ws://127.0.0.1:8080/ws/call TOKEN {game.name}\n"
        if language.on_call
        else ""
    )
    return (
        "On call, it plays whoever asks, several at a time: people challenge it from its page, and on the ladder it\n"
        "meets other bots in rated games:\n\n"
        f"    parlour bot serve http://127.0.0.1:8080 --game {game.name} --tables 4 --ladder --token TOKEN -- {run}\n"
        f"{itself}"
    )


def _readme(game: AnyGame, language: Language, about: str) -> str:
    run = " ".join(language.run)
    rivals = ",".join(["easy"] * (game.default_seats - 1))
    clock = game.clock_of(game.read_options())
    pace = f"A move with all its parts may take {clock.move_ms / 1000:g} seconds; " if clock.move_ms else ""
    strikes = f"a bot that misses {clock.strikes} moves loses. " if clock.move_ms and clock.strikes else ""
    printed = " The text on cards and goods is in `data.json`." if game.data(game.read_options()) else ""
    network = (
        f"It can also play on the network (this needs {language.websocket}). Open a house with `parlour serve`, and\n"
        "in the browser its page *Bots*: there you get a token for your bot, set up a table for it against any level,\n"
        "and copy the command to start it. It looks like this (SEAT counts from 0):\n\n"
        f"    {run} ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT\n\n"
        "The page then shows every move with the time it took, and what went wrong.\n"
        if language.websocket
        else "Its language has no built-in WebSocket; `parlour bot join` connects it to a house on the network. Open\n"
        "one with `parlour serve`, get a token for the bot on its page *Bots*, set up a table for it, and start:\n\n"
        f'    parlour bot join http://127.0.0.1:8080 --token TOKEN --seat "cmd:{run}"\n'
    )
    return f"""# A bot for {game.title}

A complete bot that plays legal and sensible moves right away. It needs {language.needs} and nothing else.
Change what you like; its thinking begins in `decide`.

{_built(language)}Let it play against the easiest house player; then try medium, hard, expert and master:

    parlour match {game.name} --seats "cmd:{run},{rivals}" --games 4

{pace}{strikes}The house keeps what the bot writes to
stderr and shows it when the bot fails.

{network}
{_on_call(game, language)}
`parlour rules {game.name}` shows the rules. The guide to bots (docs/bots/README.md) explains every message, and a
running house has JSON schemas of the view and the moves at `/api/games/{game.name}`.{printed}

{about}"""
