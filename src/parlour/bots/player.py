"""The players that sit in a chair inside this process."""

from __future__ import annotations

from typing import ClassVar

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events, Hello, MoveAnswer, Over, RefusedMove, Turn


class TooLate(Exception):
    """No answer came in time; the likely reason, if there is one, completes a sentence."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


class Crashed(Exception):
    """The player can no longer answer; the reason completes a sentence that begins with its name."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadAnswer(Exception):
    """The player sent something that is not an answer; the turn stays open."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class Concedes(Exception):
    """The player gives up."""


class PutAside(Exception):
    """The player wants to stop here and go on another time."""


class Player:
    """A player in a seat. It gets only what the chair protocol sends, never the true position."""

    listens: bool = False  # whether it wants to hear of every event
    is_program: ClassVar[bool] = True  # a refused answer costs a program a strike, a person nothing
    start_ms: ClassVar[int] = 0  # extra time for the first move, to start up

    def hello(self, hello: Hello) -> None:
        """The match begins (or goes on after a break)."""

    def choose(self, turn: Turn) -> MoveJson | int:
        """The decision: a move, or its index in `turn.moves`."""
        raise NotImplementedError

    def choose_by(self, turn: Turn, seconds: float | None) -> MoveAnswer:
        """The answer to a turn within `seconds` (None: no limit); raises TooLate, Crashed or BadAnswer.

        After a refusal it is called again with the same turn. A player inside this process cannot be interrupted:
        the table checks the time afterwards.
        """
        choice = self.choose(turn)
        return MoveAnswer(turn.ply, index=choice) if isinstance(choice, int) else MoveAnswer(turn.ply, move=choice)

    def refused(self, refused: RefusedMove) -> None:
        """The last answer was not a legal move."""

    def told(self, events: Events) -> None:
        """Something happened."""

    def over(self, over: Over) -> None:
        """The match has ended."""

    def close(self) -> None:
        """Release processes and files."""


class GamePlayer(Player):
    """A player that knows the game's rules and has its own dice, separate from those of the match."""

    def __init__(self, game: AnyGame, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.seat = 0

    def hello(self, hello: Hello) -> None:
        self.seat = hello.seat or 0
