"""What other programs may call: the games of the house, and a full position imagined from a view."""

from __future__ import annotations

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.games import find, names

__all__ = ["find", "games", "imagine"]


def games() -> list[AnyGame]:
    """Every game that can be played here; one that does not load is left out."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except (Refused, ModuleNotFoundError):
            continue
    return found


def imagine(game_name: str, view: object, dice: Dice | None = None) -> State:
    """A full position that fits what this view shows, hidden things dealt at random.

    `view` is what the chair protocol sent, as JSON or as an object. With it a stranger's bot searches as ours do:
    `imagine` once a decision, `redeal` once a guess.
    """
    game = find(game_name)
    state: State = game.imagine(game.read_view(view), dice or Seed.fresh().dice("imagine"))
    return state
