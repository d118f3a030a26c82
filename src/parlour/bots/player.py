"""What sits on a chair inside this process."""

from __future__ import annotations

from parlour.core.chair import Events, Hello, Over, RefusedMove, Turn
from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson


class Player:
    """A computer player. It gets exactly what the chair protocol sends, and never a handle to the true position."""

    def hello(self, hello: Hello) -> None:
        """The match begins (or goes on after a break)."""

    def choose(self, turn: Turn) -> MoveJson | int:
        """The decision: a move, or its place in `turn.moves`."""
        raise NotImplementedError

    def refused(self, refused: RefusedMove) -> None:
        """The last answer was no legal move."""

    def told(self, events: Events) -> None:
        """Something happened."""

    def over(self, over: Over) -> None:
        """The match has ended."""

    def close(self) -> None:
        """The chair is wanted back: let go of processes and files."""


class GamePlayer(Player):
    """A player who knows the game's rule-book and has dice of its own, apart from those of the match."""

    def __init__(self, game: AnyGame, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.seat = 0

    def hello(self, hello: Hello) -> None:
        self.seat = hello.seat or 0
