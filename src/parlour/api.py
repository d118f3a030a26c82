"""The public Python API: the games of the house, and full positions imagined from views."""

from __future__ import annotations

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.games import find, names

__all__ = ["find", "games", "imagine"]


def games() -> list[AnyGame]:
    """Every game that can be played here; games that do not load are left out."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except (Refused, ModuleNotFoundError):
            continue
    return found


def imagine(game_name: str, view: object, dice: Dice | None = None) -> State:
    """A full position that fits this view, with hidden things dealt at random.

    `view` is what the chair protocol sends, as JSON or as an object. It lets your bot search as ours do: `imagine`
    once per decision, `redeal` once per guess.
    """
    game = find(game_name)
    state: State = game.imagine(game.read_view(view), dice or Seed.fresh().dice("imagine"))
    return state
