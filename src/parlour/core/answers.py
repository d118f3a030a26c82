"""Reads a guest's answer to a turn and turns it into moves."""

from __future__ import annotations

import msgspec

from parlour.core.errors import Refused
from parlour.core.game import WholeMove
from parlour.core.match import Match
from parlour.core.moves import MoveTable
from parlour.core.protocol import LARGEST_MESSAGE, MoveAnswer

_answer = msgspec.json.Decoder(MoveAnswer)


def read_answer(data: bytes | str) -> MoveAnswer:
    """Decode a guest's line; refused with a sentence if something is wrong with it."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")  # so that half a surrogate pair is refused below
    if len(data) > LARGEST_MESSAGE:
        raise Refused(f"The message is longer than {LARGEST_MESSAGE} bytes.", "too-long")
    try:
        return _answer.decode(data)
    except msgspec.ValidationError as error:
        raise Refused(
            f'Expected {{"type": "move", "ply": …, "move": {{…}}}} or "index" instead of "move": {error}.',
            "bad-message",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("The message is not valid JSON.", "bad-message") from None


def answered_moves(answer: MoveAnswer, match: Match, legal: list[int]) -> WholeMove:
    """The moves in an answer to the current turn: one decision, or all of a whole move."""
    ply = len(match.plies) + 1
    if isinstance(answer.whole, msgspec.Raw) and answer.ply == ply:
        return match.game.whole_move(match.state, bytes(answer.whole))
    return WholeMove([answered_move(answer, ply, len(legal), match.game.moves, legal)])


def answered_move(answer: MoveAnswer, turn_ply: int, offered: int, table: MoveTable, legal: list[int]) -> int:
    """The packed move that an answer names; refused if it does not answer the current turn."""
    if answer.ply != turn_ply:
        raise Refused(f"This answers ply {answer.ply}, but the turn is ply {turn_ply}.", "stale")
    if answer.index is not None:
        if not 0 <= answer.index < offered:
            raise Refused(f"The index must be from 0 to {offered - 1}, not {answer.index}.", "unknown-action")
        return legal[answer.index]
    if answer.move is None:
        raise Refused('A move needs "move", "index" or, where the game knows lists, "list".', "bad-message")
    return table.from_json(answer.move)
