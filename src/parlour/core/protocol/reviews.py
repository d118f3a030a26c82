"""Reviews of finished games: what each decision was worth, and how luck fell. See docs/review.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.protocol.json import Move
from parlour.core.protocol.tables import Change, Moment

Verdict = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder", "gone"]
Cause = Literal["choice", "dice", "hidden"]
ReviewStage = Literal["none", "waiting", "growing", "done", "failed"]


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move that was possible, the mover's chance after it, and whether it is the one that was played."""

    says: str
    chance: float
    played: bool
    move: Move | None  # None: to play on, for a seat that left


class ReviewedLuck(Change, frozen=True):
    """How a seat's chances changed after a decision by what nobody chose."""


class ReviewedStep(msgspec.Struct, frozen=True):
    """A move that was to be expected after the better one."""

    seat: int
    says: str
    move: Move


class ReviewedDecision(msgspec.Struct, frozen=True):
    """One entry of the record: `ply` entries came before it."""

    ply: int
    seat: int
    verdict: Verdict
    says: str  # the move played
    better: str  # the move that would have been better, and what it would have kept; empty if there was none
    loss: float  # of winning chance
    error: float  # the standard error of that
    moves: list[ReviewedMove]  # the best first
    line: list[ReviewedStep]  # what was to be expected after the better move
    world: int  # the guess at what was hidden in which that line can be played; pass it on to see it
    luck: list[ReviewedLuck]  # what followed, as far as it mattered
    settled: bool  # more thinking is not expected to change it


class ReviewedMoment(Moment, frozen=True):
    """A turning point: whose chances changed most, and by what; `says` does not name that seat."""

    by: Cause


class ReviewedSeat(msgspec.Struct, frozen=True):
    """One player's game: "Choice: 71 of 100. Luck: −12.", and what the result is made of."""

    seat: int
    choice: float | None  # None: there was nothing to choose
    luck: float
    says: str
    sum: str
    verdicts: dict[str, int]


class Review(msgspec.Struct, frozen=True):
    """A review, complete or so far. `curve`, `choices` and `luck` have a number for every seat."""

    complete: bool
    curve: list[list[float]]  # winning chances before each entry and at the end
    choices: list[list[float]]  # how each decision changed them
    luck: list[list[float]]  # how dice and cards changed them after it
    seats: list[ReviewedSeat]
    decisions: list[ReviewedDecision]
    moments: list[ReviewedMoment]
    worst: list[int]  # plies of the worst decisions, the worst first


class TableReview(msgspec.Struct, frozen=True):
    """How far the review of a table is. `review` is sent when it has grown since `after`."""

    id: str
    stage: ReviewStage
    progress: float  # from 0 to 1
    grown: int  # how often it has grown; pass it as `after` next time
    trouble: str = ""  # why there is none
    review: Review | UnsetType = UNSET


class LineWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line of a decision to be seen: the better move and what was to be expected after it, in that `world`."""

    ply: int
    moves: Annotated[list[Move], Meta(min_length=1, max_length=20)]
    world: Annotated[int, Meta(ge=0, le=100)] = 0


class InsteadWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another move in a finished game, after `ply` entries, to be seen by `seat` (None: a spectator)."""

    ply: int
    move: Move
    seat: int | None = None
