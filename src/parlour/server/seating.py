"""What a new table asks of those who sit there: what they are called, and when spectators see their hands,
and whether moves can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.core.clock import Clock
from parlour.core.english import count
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import NewTable
from parlour.server.names import RudeWords, check_name, look
from parlour.store import Seat

LEAST_DELAY: Final = 60  # seconds, before spectators see the hand of a guest


def check_hands(game: AnyGame, wish: NewTable, seats: Sequence[Seat]) -> None:
    """Refuse to show hands to spectators so early that it could decide a game."""
    if wish.hands_after is None:
        return
    if not game.hides or game.same_for_all:
        raise Refused(
            f"No seat of {game.title} sees more than spectators do, so there are no hands to show.", "bad-hands"
        )
    if wish.rated:
        raise Refused("In a rated game, hands stay hidden until the game is over.", "bad-hands")
    if wish.hands_after < LEAST_DELAY and any(seat.bot is None for seat in seats):
        raise Refused(
            f"Where guests play, spectators see hands after {LEAST_DELAY} seconds at the earliest; "
            f"`hands_after` was {wish.hands_after}.",
            "bad-hands",
        )


def check_undo(wish: NewTable, clock: Clock) -> None:
    """Refuse to let moves be taken back where that could be of use to somebody, or where hands are shown meanwhile."""
    if not wish.undo:
        return
    if wish.rated:
        raise Refused("In a rated game, moves can't be taken back.", "bad-undo")
    if clock.timed:
        raise Refused("Where a clock runs, moves can't be taken back.", "bad-undo")
    if wish.hands_after is not None:
        raise Refused("Where spectators see hands, moves can't be taken back.", "bad-undo")


def shared_names(mine: int, names: Sequence[str], rude: RudeWords) -> list[str]:
    """What the people at one screen call themselves; refused unless there is one name for each of their seats."""
    if not names:
        return []
    if mine < 2 or len(names) != mine:
        raise Refused(
            f"`names` are for several people at one screen, one each: you sent {count(len(names), 'name')} for "
            f"{count(mine, 'seat')} of your own.",
            "bad-names",
        )
    checked = [check_name(name, rude) for name in names]
    if len({look(name) for name in checked}) < len(checked):
        raise Refused("Two people at one screen can't have the same name.", "bad-names")
    return checked
