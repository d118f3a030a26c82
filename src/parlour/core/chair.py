"""The chair: the messages between the house and whoever sits on a seat, the same for every guest.

People in a browser and bots on the network send and receive them over a WebSocket, process bots one JSON object a
line over stdin and stdout, bots inside this process as these very objects.
"""

from __future__ import annotations

from typing import Any, Union

import msgspec

from parlour.core.clock import Clock, Remaining
from parlour.core.errors import Refused
from parlour.core.events import EventJson
from parlour.core.game import WholeMove
from parlour.core.match import Match
from parlour.core.moves import MoveJson, MoveTable

PROTOCOL = 1
LARGEST_ANSWER = 64 * 1024  # bytes of one message to the house


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """Welcome to a seat: everything about the match that stays the same."""

    game: str
    version: int
    seat: int | None  # None for a spectator
    seats: int
    names: list[str]
    options: dict[str, Any]
    clock: Clock
    promise: str  # sha-256 of the seed
    protocol: int = PROTOCOL


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """It is your turn: what you see and every move you may make."""

    ply: int
    view: Any
    moves: list[MoveJson]
    clock: Remaining = Remaining()


class Events(msgspec.Struct, frozen=True, tag="events"):
    """What happened in one ply, as far as you may know it, and what you see now."""

    ply: int
    events: list[EventJson]
    view: Any
    mover: int


class RefusedMove(msgspec.Struct, frozen=True, tag="refused"):
    """Your answer changed nothing; this is why."""

    ply: int
    code: str
    why: str
    strikes: int = 0


class Over(msgspec.Struct, frozen=True, tag="over", omit_defaults=True):
    """The match has ended. The seed belongs to the promise given in the hello.

    `next` is the table where it goes on with another game, as after a draw where the rules want a winner.
    """

    payoffs: list[float]
    scores: list[int]
    seed: str
    why: str
    next: str | None = None


class MoveAnswer(msgspec.Struct, frozen=True, tag="move", rename={"whole": "list"}):
    """A guest's decision: the move itself, its place in the list of the turn, or a whole move in the game's own way."""

    ply: int
    move: MoveJson | None = None
    index: int | None = None
    whole: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


ToGuest = Union[Hello, Turn, Events, RefusedMove, Over]  # noqa: UP007 (msgspec reads it at run time)

_answer = msgspec.json.Decoder(MoveAnswer)


def read_answer(data: bytes | str) -> MoveAnswer:
    """A guest's line as a message; a sentence about what is wrong with it otherwise."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")  # half a surrogate pair is then refused like any other junk
    if len(data) > LARGEST_ANSWER:
        raise Refused(f"The message is longer than {LARGEST_ANSWER} bytes.", "too-long")
    try:
        return _answer.decode(data)
    except msgspec.ValidationError as error:
        raise Refused(
            f'Expected {{"type": "move", "ply": …, "move": {{…}}}} or "index" instead of "move": {error}.',
            "bad-message",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("The message is not readable as JSON.", "bad-message") from None


def answered_moves(answer: MoveAnswer, match: Match, legal: list[int]) -> WholeMove:
    """What an answer to the present turn comes to: one decision, or all of a whole move; refused if it is none."""
    ply = len(match.plies) + 1
    if isinstance(answer.whole, msgspec.Raw) and answer.ply == ply:
        return match.game.whole_move(match.state, bytes(answer.whole))
    return WholeMove([answered_move(answer, ply, len(legal), match.game.moves, legal)])


def answered_move(answer: MoveAnswer, turn_ply: int, offered: int, table: MoveTable, legal: list[int]) -> int:
    """The packed move that an answer names, if it answers the present turn."""
    if answer.ply != turn_ply:
        raise Refused(f"This answers ply {answer.ply}, but the turn is ply {turn_ply}.", "stale")
    if answer.index is not None:
        if not 0 <= answer.index < offered:
            raise Refused(f"The index must be from 0 to {offered - 1}, not {answer.index}.", "unknown-action")
        return legal[answer.index]
    if answer.move is None:
        raise Refused('A move needs "move", "index" or, where the game knows lists, "list".', "bad-message")
    return table.from_json(answer.move)
