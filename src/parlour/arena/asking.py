"""Asking a player inside this process, or a program over its pipes, until there is something to enter for its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from parlour.bots.player import BadAnswer, Concedes, Crashed, Player, PutAside, TooLate
from parlour.core.errors import Refused
from parlour.core.moves import concede, forfeit
from parlour.core.protocol import RefusedMove
from parlour.core.referee import Referee

M = TypeVar("M")
Now = Callable[[], float]  # seconds since some moment


class Asked(msgspec.Struct):
    """What came of it: the entries for the seat, the time it took, and what is worth telling of the player."""

    moves: list[int] = []
    used_ms: float = 0.0
    missed: bool = False
    forfeited: bool = False
    note: str = ""


def ask(player: Player, referee: Referee, seat: int, now: Now, grace_ms: int = 0) -> Asked:
    """Ask the mover until it answers with a legal move, is late, or is out. Its time begins after so much grace."""
    start = moment = now()
    referee.clocks.ask(start, grace_ms)
    until = referee.clocks.until(seat)
    view = referee.match.view(seat)
    asked = Asked()
    while not asked.moves:
        try:
            if until is not None and moment >= until:
                raise TooLate
            answer = player.choose_by(referee.turn(view, moment), None if until is None else until - moment)
            moment = now()
            if until is not None and moment > until:
                raise TooLate
        except TooLate as late:
            _late(asked, player, referee, seat, late.reason)
        except BadAnswer as bad:
            _refuse(asked, player, referee, seat, bad.refusal)
        except Concedes:
            asked.moves = [concede(seat)]
        except PutAside:
            raise
        except Exception as error:
            _forfeit(asked, referee, seat, blame(error))
        else:
            try:
                whole = referee.check(seat, answer)
            except Refused as refusal:
                _refuse(asked, player, referee, seat, refusal)
            else:
                asked.moves = whole.moves
                if whole.remarks:
                    asked.note = f"At ply {referee.ply}: {' '.join(whole.remarks)}"
                break
        moment = now()
    asked.used_ms = (moment - start) * 1000
    return asked


def _refuse(asked: Asked, player: Player, referee: Referee, seat: int, refusal: Refused) -> None:
    """The answer changes nothing, unless it was one strike too many."""
    out = referee.refuse(seat, refusal)
    asked.note = f"Refused at ply {referee.ply}: {refusal.text}"
    _say_refused(asked, player, RefusedMove(referee.ply, refusal.code, refusal.text, referee.strikes[seat]))
    if out is not None:
        _forfeit(asked, referee, seat, f"{_times(referee.strikes[seat])}, at last: {refusal.text}")


def _late(asked: Asked, player: Player, referee: Referee, seat: int, reason: str) -> None:
    asked.missed = True
    asked.moves = [referee.late(seat)]
    strikes = referee.strikes[seat]
    if asked.moves == [forfeit(seat)]:
        why = f"no answer in time: {reason}" if reason else "no answer in time"
        _forfeit(asked, referee, seat, f"{_times(strikes)}, at last: {why}")
        return
    ply = referee.ply
    asked.note = f"Too late at ply {ply}; the house moved instead."
    why = f"The time for ply {ply} is over; the house moves."
    _say_refused(asked, player, RefusedMove(ply, "too-late", why, strikes + 1))


def _forfeit(asked: Asked, referee: Referee, seat: int, why: str) -> None:
    asked.moves = [forfeit(seat)]
    asked.forfeited = True
    asked.note = forfeit_note(referee.ply, why)


def _say_refused(asked: Asked, player: Player, refused: RefusedMove) -> None:
    failure = tell(player.refused, refused)
    if failure:
        asked.note = f"Failed: {failure}."


def tell(say: Callable[[M], None], message: M) -> str:
    """Tell a player something; if that fails, why."""
    try:
        say(message)
    except PutAside:
        raise
    except Exception as error:
        return blame(error)
    return ""


def forfeit_note(ply: int, why: str) -> str:
    return f"Forfeited at ply {ply}: {why.rstrip('.')}."


def blame(error: Exception) -> str:
    """What a player did wrong, as the end of a sentence."""
    if isinstance(error, Crashed):
        return f"the program {error.reason}"
    return f"it failed with {type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")


def _times(strikes: int) -> str:
    return "a strike" if strikes == 1 else f"{strikes} strikes"
