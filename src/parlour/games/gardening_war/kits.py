"""Starter bots: small whole programs in five languages that play at once and wait to be made better."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from parlour.core.errors import Refused


class Kit(msgspec.Struct, frozen=True):
    """A starter bot: its files, how to build it (each command as words, run in its folder) and how to start it."""

    language: str
    files: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    needs: str
    websocket: str  # what it needs to sit at a table on the network; empty: stdin and stdout only


KITS: Final = {
    kit.language: kit
    for kit in (
        Kit("python", ("bot.py",), (), ("python3", "bot.py"), "Python 3.9", "the package websockets"),
        Kit(
            "javascript",
            ("bot.mjs",),
            (),
            ("node", "bot.mjs"),
            "Node.js 20",
            "Node.js 22, or 20 as `node --experimental-websocket bot.mjs`",
        ),
        Kit(
            "java",
            ("Bot.java", "Json.java"),
            (("javac", "-d", "classes", "Bot.java", "Json.java"),),
            ("java", "-cp", "classes", "Bot"),
            "Java 17",
            "nothing more",
        ),
        Kit(
            "csharp",
            ("Bot.cs", "bot.csproj"),
            (("dotnet", "build", "-c", "Release", "-o", "built"),),
            ("built/bot",),
            ".NET 8",
            "nothing more",
        ),
        Kit(
            "cpp",
            ("bot.cpp", "json.hpp"),
            (("c++", "-std=c++17", "-O2", "-o", "bot", "bot.cpp"),),
            ("./bot",),
            "a C++17 compiler",
            "",
        ),
    )
}


def new_bot(language: str, folder: Path) -> list[Path]:
    """Write a starter bot into a folder that is new or empty; the files that were written."""
    if language not in KITS:
        raise Refused(
            f"There is no starter bot in {language[:40]!r}; there are: {', '.join(KITS)}.", "no-such-language"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} already exists and is not an empty folder.", "exists")
    kit = KITS[language]
    templates = files(__package__).joinpath("bot_kit").joinpath(language)
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in kit.files:
            written.append(folder / name)
            written[-1].write_bytes(templates.joinpath(name).read_bytes())
        written.append(folder / "README.md")
        written[-1].write_text(_readme(kit), encoding="utf-8")
    except OSError as error:
        raise Refused(f"{folder} could not be written: {error.strerror or error}.", "write-failed") from None
    return written


def _readme(kit: Kit) -> str:
    build = "".join(f"    {' '.join(command)}\n" for command in kit.build)
    run = " ".join(kit.run)
    network = (
        f"It can also sit at a table of a house on the network (this needs {kit.websocket}). Open a house with\n"
        "`parlour serve`, and in the browser its page *Bots*: there your bot gets a token, you lay a table for it\n"
        "against any level, and the page shows the whole command to copy. It looks like this (SEAT counts from 0):\n\n"
        f"    {run} ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT\n\n"
        "The page then shows every move with the time it took, and what went wrong.\n"
        if kit.websocket
        else "Its language brings no WebSocket along; `parlour bot join` carries its words to a house on the network.\n"
        "Open one with `parlour serve`, give the bot a token on its page *Bots*, lay a table for it, and start:\n\n"
        f'    parlour bot join http://127.0.0.1:8080 --token TOKEN --seat "cmd:{run}"\n'
    )
    built = f"Build it:\n\n{build}\n" if build else ""
    return f"""# A bot for Gardening War

A whole bot that plays legal and sensible moves at once. It needs {kit.needs} and nothing else.
Change what you like; `decide` is where its thinking begins.

{built}Let it play, here against the easiest of the house's own players; then try medium, hard and expert:

    parlour match gardening-war --seats "cmd:{run},easy" --games 4

A whole move, with all its parts, may take 6 seconds; whoever misses three moves has lost. What the bot writes to
stderr is kept for you and shown when it fails.

{network}
`parlour rules gardening-war` tells the rules. The messages are explained in the house's guide to bots. What the view
shows: `round`, `rounds`, `rain_in` (1: it rains after this round), `mover`, `gardeners` (gold, points, stock, fert,
fields as indices 8x + y), `fields` (64, in the order of their index: x, y, special, owner, plant) and `move.step`
(none, land, shop, plant, water): what the turn asks for.
"""
