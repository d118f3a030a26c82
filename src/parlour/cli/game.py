"""`parlour game new`: a package with a game of your own. It is played at once, and waits to become something else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LONGEST_NAME = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

app = typer.Typer(help="Games of your own.", no_args_is_help=True)


@app.command("new", short_help="Write a package with a game of your own.")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is typed to play it: raven-bridge.")],
    folder: Annotated[
        str | None, typer.Argument(metavar="[DIR]", help="A folder that is new or empty; NAME unless given.")
    ] = None,
) -> None:
    """Write a package with a game of your own: rules, tests, a drawn board, a guided first game.

    It holds a small whole game, Nim under your name, which is played at once in browser and terminal. Change it into
    yours; docs/write-a-game.md and docs/write-a-board.md explain every line.

    \b
    Examples:
      parlour game new raven-bridge
      parlour game new raven-bridge ~/games/raven
    """
    from parlour.cli.paths import shown, typed_path
    from parlour.core.files import write_folder

    contents = new_game(name)
    place = typed_path(name if folder is None else folder)
    for path in write_folder(place, contents):
        print(path)
    there = shown(place)
    print(
        f"\nMake it known to this Parlour:  pip install --no-build-isolation -e {there}\n"
        f"Then play it:                   parlour play {name}, or parlour for the browser\n"
        f"What is where:                  {shown(place / 'README.md')}"
    )


def new_game(name: str) -> dict[str, bytes]:
    """The files of a package for a game of this name, by their path in its folder."""
    from importlib.resources import files

    check_name(name)
    found = _files(files(__package__) / "game_kit")
    return {_renamed(path, name): _renamed(content.decode(), name).encode() for path, content in found.items()}


def check_name(name: str) -> None:
    """Refuse a name under which a game could not be typed, imported or told from others."""
    from importlib.util import find_spec

    from parlour.core.errors import Refused
    from parlour.games import names

    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_NAME]
        hint = f" Perhaps {plain}?" if _NAME.fullmatch(plain) else ""
        raise Refused(
            f"A game's name has small letters, digits and single hyphens, begins with a letter and is at most "
            f"{LONGEST_NAME} long, as in raven-bridge; {name[:60]!r} is none.{hint}",
            "bad-name",
        )
    if name in names():
        raise Refused(f"There is a game called {name} already; choose another name.", "bad-name")
    import keyword

    package = _package(name)
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise Refused(
            f"Python has something called {package} already, so the game could not be imported; choose another name.",
            "bad-name",
        )


def _package(name: str) -> str:
    return name.replace("-", "_")


def _files(folder: Traversable, path: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_file():
            found[path + entry.name] = entry.read_bytes()
        elif entry.name != "__pycache__":
            found |= _files(entry, f"{path}{entry.name}/")
    return found


def _renamed(text: str, name: str) -> str:
    """The kit's Nim under another name: as it is imported, as it is read, as it is typed."""
    package = _package(name)
    text = re.sub(r"\bnim(?=\.game|/)|(?<=test_)nim\b|(?<=packages = \[\")nim\b", package, text)
    text = re.sub(r"\bNim\b", name.replace("-", " ").title(), text)
    return re.sub(r"\bnim\b", name, text)
