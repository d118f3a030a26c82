"""`parlour game new`: write a package with a small working game, to be turned into another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LONGEST_NAME = 40
OWN_TESTS = "tests"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

app = typer.Typer(help="Write your own games.", no_args_is_help=True)


@app.command("new", short_help="Write a package for your own game.")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The game's name on the command line, such as raven-bridge.")
    ],
    folder: Annotated[str | None, typer.Argument(metavar="[DIR]", help="A new or empty folder; default: NAME.")] = None,
) -> None:
    """Write a package for your own game: rules, tests, a drawn board, a guided first game.

    It starts as Nim under your game's name, ready to play in browser and terminal. Turn it into your own game;
    docs/write-a-game.md and docs/write-a-board.md explain every line.

    \b
    Examples:
      parlour game new raven-bridge
      parlour game new raven-bridge ~/games/raven
    """
    from parlour.cli.paths import shown, typed_path
    from parlour.core.files import write_folder

    contents = new_game(name)
    target = typed_path(name if folder is None else folder)
    for path in write_folder(target, contents):
        print(path)
    there = shown(target)
    print(
        f"\nInstall it into this Parlour:  pip install --no-build-isolation -e {there}\n"
        f"Then play it:                  parlour play {name}, or parlour for the browser\n"
        f"What the files are:            {shown(target / 'README.md')}"
    )


def new_game(name: str) -> dict[str, bytes]:
    """The files of a package for a game with this name, by their path in its folder."""
    from importlib.resources import files

    check_name(name)
    found = _files(files(__package__) / "game_kit")
    return {_renamed(path, name): _renamed(content.decode(), name).encode() for path, content in found.items()}


def check_name(name: str) -> None:
    """Refuse a name that could not be typed or imported, or that is taken."""
    from importlib.util import find_spec

    from parlour.core.errors import Refused
    from parlour.games import names

    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        plain = _plain(name)
        hint = f" Perhaps {plain}?" if _NAME.fullmatch(plain) and plain not in names() else ""
        raise Refused(
            f"{name[:60]!r} can't be a game's name. Use lower-case letters, digits and single hyphens, begin with a "
            f"letter, and use at most {LONGEST_NAME} characters, as in raven-bridge.{hint}",
            "bad-name",
        )
    if name in names():
        raise Refused(f"There is already a game called {name}; choose another name.", "bad-name")
    if name == OWN_TESTS:
        raise Refused(f"The package has a folder {OWN_TESTS} for its tests; choose another name.", "bad-name")
    import keyword

    package = _package(name)
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise Refused(
            f"Python already has something called {package}, so the game could not be imported; choose another name.",
            "bad-name",
        )


def _plain(name: str) -> str:
    """The nearest thing that could be a name, without accents."""
    from unicodedata import combining, normalize

    letters = "".join(letter for letter in normalize("NFKD", name.lower()) if not combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:LONGEST_NAME].rstrip("-")


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
    """The kit's Nim under another name: as imported, as a title, and as typed."""
    package = _package(name)
    text = re.sub(r"\bnim(?=\.game|/)|(?<=test_)nim\b|(?<=packages = \[\")nim\b", package, text)
    text = re.sub(r"\bNim\b", name.replace("-", " ").title(), text)
    return re.sub(r"\bnim\b", name, text)
