"""Asking a player in this process, or a program over its pipes, until there is a move to enter for its seat."""

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


class Decision(msgspec.Struct):
    """What came of asking: the entries for the seat, the time it took, and a note about the player."""

    moves: list[int] = []
    used_ms: float = 0.0
    missed: bool = False
    forfeited: bool = False
    note: str = ""


def ask(player: Player, referee: Referee, seat: int, now: Now, grace_ms: int = 0) -> Decision:
    """Ask the mover until it answers with a legal move, is late, or is out. Its time starts after `grace_ms`."""
    start = moment = now()
    referee.clocks.ask(start, grace_ms)
    until = referee.clocks.until(seat)
    view = referee.match.view(seat)
    decision = Decision()
    while not decision.moves:
        try:
            if until is not None and moment >= until:
                raise TooLate
            answer = player.choose_by(referee.turn(view, moment), None if until is None else until - moment)
            moment = now()
            if until is not None and moment > until:
                raise TooLate
        except TooLate as late:
            _late(decision, player, referee, seat, late.reason)
        except BadAnswer as bad:
            _refuse(decision, player, referee, seat, bad.refusal)
        except Concedes:
            decision.moves = [concede(seat)]
        except PutAside:
            raise
        except Exception as error:
            _forfeit(decision, referee, seat, blame(error))
        else:
            try:
                checked = referee.check(seat, answer)
            except Refused as refusal:
                _refuse(decision, player, referee, seat, refusal)
            else:
                decision.moves = checked.moves
                if checked.remarks:
                    decision.note = f"At ply {referee.ply}: {' '.join(checked.remarks)}"
                break
        moment = now()
    decision.used_ms = (moment - start) * 1000
    return decision


def _refuse(decision: Decision, player: Player, referee: Referee, seat: int, refusal: Refused) -> None:
    """Refuse an answer; the seat stays to be asked unless this was one strike too many."""
    out = referee.refuse(seat, refusal)
    decision.note = f"Refused at ply {referee.ply}: {refusal.text}"
    _say_refused(decision, player, RefusedMove(referee.ply, refusal.code, refusal.text, referee.strikes[seat]))
    if out is not None:
        _forfeit(decision, referee, seat, f"{_times(referee.strikes[seat])}, the last one: {refusal.text}")


def _late(decision: Decision, player: Player, referee: Referee, seat: int, reason: str) -> None:
    ply, strikes, last = referee.ply, referee.strikes[seat] + 1, referee.is_last(seat)
    decision.missed = True
    decision.moves = [referee.late(seat)]
    if last:  # by a forfeit, or by a miss that loses by the game's own rules
        why = f"no answer in time: {reason}" if reason else "no answer in time"
        decision.forfeited = True
        decision.note = forfeit_note(ply, f"{_times(strikes)}, the last one: {why}")
        return
    decision.note = f"Too late at ply {ply}; the house moved instead."
    why = f"Time is up for ply {ply}; the house moves instead."
    _say_refused(decision, player, RefusedMove(ply, "too-late", why, strikes))


def _forfeit(decision: Decision, referee: Referee, seat: int, why: str) -> None:
    decision.moves = [forfeit(seat)]
    decision.forfeited = True
    decision.note = forfeit_note(referee.ply, why)


def _say_refused(decision: Decision, player: Player, refused: RefusedMove) -> None:
    failure = tell(player.refused, refused)
    if failure:
        decision.note = f"Failed: {failure}."


def tell(say: Callable[[M], None], message: M) -> str:
    """Tell a player something; returns why it failed, or nothing."""
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
    """What went wrong with a player, as the end of a sentence."""
    if isinstance(error, Crashed):
        return f"the program {error.reason}"
    return f"it failed with {type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")


def _times(strikes: int) -> str:
    return "a strike" if strikes == 1 else f"{strikes} strikes"
