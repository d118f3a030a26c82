"""What sits on a chair inside this process."""

from __future__ import annotations

from typing import ClassVar

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events, Hello, MoveAnswer, Over, RefusedMove, Turn


class TooLate(Exception):
    """No answer came in time; the reason, if one can be guessed, is the rest of a sentence."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


class Crashed(Exception):
    """The player can no longer answer; the reason is the rest of a sentence that begins with its name."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadAnswer(Exception):
    """What came is no answer at all; the turn stays open."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class Concedes(Exception):
    """The player gives up."""


class PutAside(Exception):
    """The player asks to stop here and go on another time."""


class Player:
    """Whoever sits on a seat. It gets just what the chair protocol sends, and never a handle to the true position."""

    listens: ClassVar[bool] = False  # whether it wants to be told every event
    is_program: ClassVar[bool] = True  # what the referee refuses costs a program a strike, a person nothing
    start_ms: ClassVar[int] = 0  # what the first move may take longer, for starting up

    def hello(self, hello: Hello) -> None:
        """The match begins (or goes on after a break)."""

    def choose(self, turn: Turn) -> MoveJson | int:
        """The decision: a move, or its place in `turn.moves`."""
        raise NotImplementedError

    def choose_by(self, turn: Turn, seconds: float | None) -> MoveAnswer:
        """The answer to a turn within so many seconds (None: no limit), or TooLate, Crashed or BadAnswer.

        After a refusal it is called again with the same turn. A player inside this process cannot be interrupted:
        the table looks at its watch afterwards.
        """
        choice = self.choose(turn)
        return MoveAnswer(turn.ply, index=choice) if isinstance(choice, int) else MoveAnswer(turn.ply, move=choice)

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
