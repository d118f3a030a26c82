"""What a review finds, as it is printed, sent and stored."""

from __future__ import annotations

import msgspec

from parlour.core.moves import MoveJson
from parlour.core.protocol.reviews import Cause, ReviewedStep, Verdict

VERDICTS: tuple[Verdict, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
BAD: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")


class Alternative(msgspec.Struct, frozen=True):
    """A move that was possible, and what its mover could expect from it."""

    move: MoveJson | None  # None: to stay and play on, for a seat that left
    says: str
    chance: float
    behind: float  # by how much the mover's chance is lower than after the best move
    error: float  # the standard error of that
    worlds: int


class Decision(msgspec.Struct, frozen=True):
    """One entry of the record, weighed with what its mover could know."""

    ply: int  # how many entries came before it
    seat: int
    move: MoveJson
    says: str
    verdict: Verdict
    before: list[float]  # what every seat could expect, as far as it could know: the point of the curve
    after: list[float]  # the same less what the decision gave away
    choice: list[float]  # the difference that the decision made for every seat
    loss: float  # of winning chance that the mover gave away; a little below 0 is noise
    error: float  # the standard error of `loss`
    stake: float  # what a random move would have given away
    best: MoveJson | None
    best_says: str
    alternatives: list[Alternative]  # the best first; the move played is among them
    line: list[ReviewedStep]  # after the best move; only for bad decisions
    world: int  # the number of a world that fits what the mover knew, in which this line can be played
    worlds: int
    complete: bool  # more thinking would not change the verdict, or is not wanted


class Fall(msgspec.Struct, frozen=True):
    """How dice and cards fell between two positions, for every seat: what changed without the mover's choice."""

    dice: list[float]
    hidden: list[float]  # cards drawn or shown, and what a seat learned from what others did
    rest: list[float]  # neither dice nor cards: the error of the estimates
    error: float  # the standard error of their sum


class Turning(msgspec.Struct, frozen=True):
    """A moment that changed a player's chances a lot."""

    ply: int
    seat: int  # whose chances changed most
    change: float
    by: Cause
    says: str


class Turn(msgspec.Struct, frozen=True):
    """Decisions that a seat made one after the other."""

    seat: int
    first: int  # ply
    last: int
    choice: list[float]


class Standing(msgspec.Struct, frozen=True):
    """One player's game in numbers. start + own + others + deal + dice + hidden + rest = result."""

    seat: int
    name: str
    score: float | None  # Choice: 100 is the best that the review found, 0 is what random moves would have brought
    score_error: float
    luck: float  # deal + dice + hidden, in hundredths of winning chance
    luck_error: float
    start: float
    own: float
    others: float
    deal: float
    dice: float
    hidden: float
    rest: float
    result: float
    verdicts: dict[str, int]


class Review(msgspec.Struct, frozen=True):
    """The review of one finished game."""

    game: str
    title: str
    seats: list[str]
    seed: str  # of the review: the same seed gives the same review
    effort: str
    complete: bool
    start: list[float]  # what every seat could expect before the deal
    curve: list[list[float]]  # what every seat could expect, as it could know, before each entry and at the end
    errors: list[list[float]]
    decisions: list[Decision]
    falls: list[Fall]  # after each decision
    deal: list[float]
    turns: list[Turn]
    turnings: list[Turning]
    standings: list[Standing]
    result: list[float]
    ending: str
