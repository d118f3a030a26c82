"""The games of the house, and those that other packages add.

A package adds a game with an entry point in the group `parlour.games`:

    [project.entry-points."parlour.games"]
    my-game = "my_package.game:GAME"

Its own routes and commands are named in the same way, in the groups `parlour.routes` and `parlour.commands`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.game import AnyGame, Game

_FIRST = ("kata-tcg", "battle-farm", "gardening-war", "deadwood", "monogwent", "connect-four")


def _own() -> list[str]:
    """Every folder in here is a game of the house. Those that the lobby shows first come first."""
    found = sorted(folder.name.replace("_", "-") for folder in iter_modules(__path__) if folder.ispkg)
    return sorted(found, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))


HOUSE = tuple(_own())


def _folder(name: str) -> str:
    return name.replace("-", "_")


@cache
def _installed() -> dict[str, metadata.EntryPoint]:
    return {entry.name: entry for entry in metadata.entry_points(group="parlour.games") if entry.name not in HOUSE}


def names() -> list[str]:
    """The names of all installed games, the house's own first."""
    return [*HOUSE, *sorted(_installed())]


@cache
def find(name: str) -> AnyGame:
    """The game with this name; raises Refused if there is none."""
    key = name.strip().lower().replace("_", "-")
    if key in HOUSE:
        game = import_module(f"parlour.games.{_folder(key)}.game").GAME
    elif key in _installed():
        try:
            game = _installed()[key].load()
        except Exception as error:
            raise Refused(f"The game {key!r} is installed but does not load: {error}.", "no-such-game") from error
    else:
        hint = did_you_mean(key, names())
        raise Refused(f"There is no game {name[:40]!r}; there are: {', '.join(names())}.{hint}", "no-such-game")
    if not isinstance(game, Game):
        raise Refused(f"The game {key!r} is not a parlour.core.Game.", "no-such-game")
    if missing := game.missing():
        raise Refused(f"The game {key!r} does not define {', '.join(missing)}.", "no-such-game")
    if game.name != key:
        raise Refused(
            f"The entry point {key!r} names a game called {game.name!r}; the two names must be the same.",
            "no-such-game",
        )
    return game


def find_if_here(name: str) -> AnyGame | None:
    """The game with this name; None if its package is missing or broken."""
    try:
        return find(name)
    except Refused:
        return None


def title_of(name: str) -> str:
    """The title of a game; its name if it is not here any more."""
    game = find_if_here(name)
    return name if game is None else game.title


def room(name: str, part: str) -> ModuleType | None:
    """The module with a game's own `routes` or `commands`; None if it has none."""
    if name in HOUSE:
        module = f"parlour.rooms.{_folder(name)}"
        found = find_spec(module) and find_spec(f"{module}.{part}")
        return import_module(found.name) if found else None
    entry = next(iter(metadata.entry_points(group=f"parlour.{part}", name=name)), None)
    if entry is None:
        return None
    try:
        loaded = entry.load()
    except Exception as error:
        raise Refused(f"The {part} of the game {name!r} do not load: {error}.", "no-such-room") from error
    if not isinstance(loaded, ModuleType):
        raise Refused(
            f"The entry point {name!r} in parlour.{part} does not name a module: {entry.value}.", "no-such-room"
        )
    return loaded
