"""A review as the browser gets it: numbers for the charts, and everything else in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import protocol
from parlour.core.protocol import (
    ReviewedDecision,
    ReviewedLuck,
    ReviewedMoment,
    ReviewedMove,
    ReviewedSeat,
)
from parlour.lab.review.findings import BAD, Decision, Fall, Review, Turning
from parlour.lab.review.names import SURE, fair
from parlour.lab.review.reviewing import Reviewer
from parlour.lab.review.words import BY, say_better, say_luck, say_score, say_sum, worst

MOST_MOVES = 5  # alternatives that are shown of a bad decision
FEW_MOVES = 3  # and of others
MOST_WORST = 10
WORTH_TELLING = 0.03  # luck, as between two


def page(reviewer: Reviewer) -> protocol.Review:
    """What the review has found so far; there must be a first curve."""
    found = reviewer.review()
    return protocol.Review(
        complete=found.complete,
        curve=_rounded(found.curve),
        choices=_rounded([decision.choice for decision in found.decisions]),
        luck=_rounded([_luck(fall) for fall in found.falls]),
        seats=[
            ReviewedSeat(one.seat, one.score, one.luck, say_score(one), say_sum(one), one.verdicts)
            for one in found.standings
        ],
        decisions=[
            _decision(reviewer, decision, fall) for decision, fall in zip(found.decisions, found.falls, strict=True)
        ],
        moments=[
            ReviewedMoment(one.seat, _short(one.change), _moment(found, one), one.ply, one.by) for one in found.turnings
        ],
        worst=[decision.ply for decision in worst(found.decisions, None, MOST_WORST)],
    )


def _decision(reviewer: Reviewer, found: Decision, fall: Fall) -> ReviewedDecision:
    shown = [] if found.verdict == "forced" else list(found.alternatives)
    most = MOST_MOVES if found.verdict in BAD else FEW_MOVES
    moves = [
        ReviewedMove(one.says, _short(one.chance), one.move == found.move, one.move)
        for place, one in enumerate(shown)
        if place < most or one.move == found.move
    ]
    return ReviewedDecision(
        ply=found.ply,
        seat=found.seat,
        verdict=found.verdict,
        says=found.says,
        better=say_better(found),
        loss=_short(found.loss),
        error=_short(found.error),
        moves=moves,
        line=found.line,
        world=found.world,
        luck=_what_followed(reviewer, found, fall),
        settled=found.complete,
    )


def _what_followed(reviewer: Reviewer, found: Decision, fall: Fall) -> list[ReviewedLuck]:
    """For whom dice and cards fell well or badly, if it is more than noise; the mirror image is left out."""
    told: list[ReviewedLuck] = []
    changes = _luck(fall)
    for seat in sorted(range(len(changes)), key=lambda seat: (seat != found.seat, seat)):
        change = changes[seat]
        if fair(abs(change), len(changes)) < WORTH_TELLING or abs(change) < SURE * fall.error:
            continue
        if len(changes) == 2 and told and told[0].change * change < 0:
            continue
        by: protocol.Cause = "dice" if abs(fall.dice[seat]) > abs(fall.hidden[seat]) else "hidden"
        says = say_luck(reviewer.names[seat], change, by, reviewer.happened(found.ply, seat))
        told.append(ReviewedLuck(seat, _short(change), says))
    return told


def _moment(found: Review, turning: Turning) -> str:
    """By choice: drop a disc into column 3. Whose chances changed is shown beside it."""
    return f"{BY[turning.by]}: {found.decisions[turning.ply].says if turning.by == 'choice' else turning.says}"


def _luck(fall: Fall) -> list[float]:
    return [dice + hidden for dice, hidden in zip(fall.dice, fall.hidden, strict=True)]


def _rounded(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[_short(number) for number in row] for row in rows]


def _short(number: float) -> float:
    return round(number, 4)
