"""A finished game at a glance: how the chances went, and the moments worth seeing again.

A review weighs every decision and takes its time; here the judge is asked about each position once, for the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from parlour.core import speech, story
from parlour.core.bits import KIND_MASK
from parlour.core.match import WENT, Match
from parlour.core.protocol import Ending, Moment, Review
from parlour.lab.review.playing_on import Chances, House

MOMENTS = 3
MOST_POINTS = 200  # of the curve


def look_back(match: Match, names: Sequence[str], you: int | None = None) -> Ending:
    """The curve and the moments of a finished match; sentences address the seat `you`."""
    curve = _judged(match)
    turns = _turns(match)
    moments = _moments(match, curve, turns, names, you) if curve else []
    stops = _thinned([0, *(turn[-1] for turn in turns)]) if curve else []
    return Ending(stops, [_rounded(curve[ply]) for ply in stops], moments, reviewed=False)


def from_review(review: Review) -> Ending:
    """The same as a review has found it: its moments lead to the decisions that made them."""
    biggest = sorted(review.moments, key=lambda one: -abs(one.change))[:MOMENTS]
    moments = [Moment(one.seat, one.change, one.says, one.ply) for one in sorted(biggest, key=lambda one: one.ply)]
    stops = _thinned(range(len(review.curve)))
    return Ending(stops, [review.curve[ply] for ply in stops], moments, reviewed=True)


def _judged(match: Match) -> list[Chances]:
    """Every seat's chances in each position; none if the game cannot tell a good position from a bad one."""
    house = House(match.game)
    again = match.again()
    if not house.judges(again.state):
        return []
    curve = [house.looks(again.state)]
    for ply in match.plies:
        again.enter(ply.seat, ply.move)
        curve.append(house.looks(again.state))
    return curve


def _turns(match: Match) -> list[list[int]]:
    """The plies of each turn; a match without moves has none."""
    told = [(None, match.setup), *((ply.seat, ply.told) for ply in match.plies)]
    placed = story.locate_plies(match.game.events, [(seat, match.show(events, None)) for seat, events in told])
    plies = range(1, len(placed))
    return [list(turn) for _, turn in groupby(plies, key=lambda ply: placed[ply].turn)]


def _moments(
    match: Match, curve: list[Chances], turns: list[list[int]], names: Sequence[str], you: int | None
) -> list[Moment]:
    """The turn that ended the game, if one did, and those that raised somebody's chances most."""
    found: list[Moment] = []
    for turn in turns:
        before, after = curve[turn[0] - 1], curve[turn[-1]]
        change, seat = max((after[seat] - before[seat], seat) for seat in range(match.seats))
        last = turn is turns[-1]
        ply = turn[-1] if last else max(turn, key=lambda ply: curve[ply][seat] - curve[ply - 1][seat])
        told = _told(match, ply, names, you)
        if told:
            found.append(Moment(seat, round(change, 4), told[-1] if last else told[0], ply))
    end = [one for one in found[-1:] if one.ply == turns[-1][-1]]
    others = sorted((one for one in found if one not in end), key=lambda one: -one.change)
    return sorted([*others[: MOMENTS - len(end)], *end], key=lambda one: one.ply)


def _told(match: Match, ply: int, names: Sequence[str], you: int | None) -> list[str]:
    """What happened in a ply, as everybody could hear it, without what only opens a turn or a round.

    Nothing, if somebody left: there is nothing to see.
    """
    if match.plies[ply - 1].move & KIND_MASK in WENT:
        return []
    opens = match.game.events.opens
    events = [event for event in match.events_in(ply, None) if str(event["kind"]) not in opens]
    return list(filter(None, (speech.told(match.game, event, names, None, match.options, you) for event in events)))


def _thinned(stops: Sequence[int]) -> list[int]:
    """At most so many of these, always with the first and the last."""
    step = max(1, -(-len(stops) // MOST_POINTS))
    return sorted({*stops[::step], *stops[-1:]})


def _rounded(chances: Chances) -> list[float]:
    return [round(chance, 4) for chance in chances]
