"""Reviews a finished game: what each decision gave away, and how dice and cards fell.

For every seat, exactly:

    result = start + deal + the sum over all entries of (choice + dice + hidden + rest)

`choice` is weighed with what the mover could know; the others are what is left of the change in each seat's own
expectation, so that the sum telescopes. docs/review.md has the formulae.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.core.errors import Refused
from parlour.core.match import Match, Ply, carry_out
from parlour.core.moves import MISS, is_house
from parlour.core.protocol.reviews import ReviewedStep, Verdict
from parlour.core.seed import Seed
from parlour.core.speech import told
from parlour.core.state import State
from parlour.lab.review.findings import BAD, Alternative, Decision, Fall, Review, Standing, Turn, Turning
from parlour.lab.review.lines import expect, walk
from parlour.lab.review.names import SURE, fair, verdict
from parlour.lab.review.playing_on import HABIT, Chances, Entry, House, Luck
from parlour.lab.review.weighing import (
    CLEAR_DOUBT,
    DOUBT,
    RANDOM,
    STAY,
    Values,
    Weighing,
    mean_and_error,
    means_and_errors,
)

ZERO = 1e-12


class Effort(msgspec.Struct, frozen=True):
    """How many worlds the review looks at."""

    name: str
    first: int  # for each alternative at once, for a first curve
    curve: int  # for each point of the curve
    most: int  # for alternatives that are close

    def without_luck(self) -> Effort:
        """Worlds without luck and secrets hardly differ."""
        return Effort(self.name, min(2, self.first), max(2, self.curve // 12), max(2, self.most // 16))


EFFORTS = {
    "quick": Effort("quick", 6, 12, 24),
    "normal": Effort("normal", 8, 32, 96),
    "deep": Effort("deep", 8, 128, 384),
}
SEED = Seed.parse("1")  # of a review, unless another is asked for
LEARNED = 4  # worlds in which we look whether the mover learned anything
MOST_TURNINGS = 6
TURNING = 0.1  # the least change, as between two
CERTAIN = 3.5  # and in standard errors: of hundreds of moments some are far out by chance
_SAID = {MISS: "(runs out of time)"}


def seed_of(review: Seed, at: int) -> Seed:
    """The seed of the worlds in which a decision is weighed."""
    return review.child(at)


class Reviewer:
    """The review of one finished game as it grows: take `steps`, and ask for the `review` at any time after the first.

    It looks at a replay of the match; the match itself is never changed.
    """

    def __init__(
        self, match: Match, names: Sequence[str], effort: Effort, seed: Seed, house: House | None = None
    ) -> None:
        if not match.over:
            raise Refused("This game is still running; it can be reviewed when it is over.", "not-over")
        self.match = match
        self.game = match.game
        self.names = list(names)
        self.seed = seed
        self.house = house or House(match.game)
        self.plies: list[Ply] = list(match.plies)
        self.states, self.rolled, dealt = _positions(match)
        self.clear = not self.game.hides and not dealt and not self.house.rolls(self.states[0], seed)
        self.effort = effort.without_luck() if self.clear else effort
        self.thought = self.game.played_on  # iterations for each turn on the way, after a first look
        # what is hidden from some seats only makes each seat's expectation its own
        self.own_views = self.game.hides and not self.game.same_for_all
        self.weighings: list[Weighing] = []
        # before each entry, what seats expect from their own views; if all see the same, the one that decides
        self.sights: list[dict[int, Values]] = []
        self.others: list[dict[int, Values]] = [{} for _ in self.plies]  # the same after the entry, with other dice
        self.lines: dict[int, tuple[int, list[ReviewedStep]]] = {}
        self.learned: list[bool] = []
        self.again = 0  # how many decisions have been looked at again
        self.done = [False for _ in self.plies]
        self.deals: Values = []
        self.dealt = dealt

    @property
    def seats(self) -> int:
        return self.match.seats

    # --- thinking ---

    def steps(self, seconds: float = 0.0) -> Iterator[Decision]:
        """First every decision as a first look finds it, in order, then each again as more thinking settles it.

        With `seconds` of processor time, later looks stop when they are used up; the first is always completed.
        """
        began = time.process_time()
        for at in self.pieces():
            if at is not None:
                yield self.decision(at)
            if seconds > 0 and self.has_curve and time.process_time() - began > seconds:
                return

    def pieces(self) -> Iterator[int | None]:
        """The same in pieces of work, none of them long: the number of a decision when it has been looked at."""
        for number in range(self.effort.first):
            self._deal(number + 1)
            yield None
        for at in range(len(self.plies)):
            self._first_look(at)
            yield at
        for number in range(4 * self.effort.curve):
            self._deal(number + 1)
            yield None
        for at in range(len(self.plies)):
            self._look_again(at)
            self.again += 1
            yield None
        worlds = self.effort.first
        while worlds < self.effort.most:
            worlds *= 2
            for at, weighing in enumerate(self.weighings):
                if not self.done[at] and not weighing.settled():
                    weighing.widen(min(worlds, self.effort.most))
                    yield None
                elif not self.done[at]:
                    self._finish(at)
                    yield at
        for at in range(len(self.plies)):
            if not self.done[at]:
                self._finish(at)
                yield at

    @property
    def has_curve(self) -> bool:
        """Whether every decision has been looked at once, so that there is a review to show."""
        return len(self.learned) == len(self.plies)

    @property
    def progress(self) -> float:
        """About how much of the thinking is done, from 0 to 1: later looks take about three times as long."""
        if not self.plies:
            return 1.0
        return (len(self.learned) + 3 * self.again + 3 * sum(self.done)) / (7 * len(self.plies))

    def _deal(self, upto: int) -> None:
        """Fresh deals, for what every seat can expect before the game begins."""
        if not self.dealt:
            return
        for number in range(len(self.deals), upto):
            luck = Luck(self.seed.child(_DEALS), number)
            state = self.game.new(self.match.options, self.seats, luck.of_entry())
            state.heard = None
            self.deals.append(self.house.play_on(state, luck, self.thought))

    def _first_look(self, at: int) -> None:
        ply, thought = self.plies[at], self.thought if self.clear else HABIT
        view = self.game.view(self.states[at], ply.seat)
        entry = Entry(ply.seat, ply.move)
        weighing = Weighing(self.house, view, entry, seed_of(self.seed, at), thought, self.clear)
        weighing.widen(self.effort.first)
        self.weighings.append(weighing)
        self.sights.append(self._look_on(at, thought, self.effort.first))
        self.learned.append(self.game.hides and self._learns(at))

    def _look_on(self, at: int, thought: int, number: int) -> dict[int, Values]:
        """What seats expect that do not decide, each from its own view, and the mover if there is nothing to decide."""
        state, mover = self.states[at], self.plies[at].seat
        looking = [mover] if self.weighings[at].forced else []
        if self.own_views:
            looking += [seat for seat in range(self.seats) if seat != mover and not state.has_left(seat)]
        found: dict[int, Values] = {}
        for seat in looking:
            seed = self.seed.child(_SIGHTS + at * self.seats + seat)
            worlds = self.house.worlds(self.game.view(state, seat), seat, seed)
            found[seat] = [self.house.play_on(worlds.world(n), worlds.luck(n), thought) for n in range(number)]
        return found

    def _look_again(self, at: int) -> None:
        """Look with more thought, make this point of the curve more certain, and see what the dice changed."""
        weighing = self.weighings[at] = self.weighings[at].with_thought(self.thought)
        weighing.widen(max(self.effort.first, self.effort.curve // 2))
        if not self.clear or weighing.forced:
            self.sights[at] = self._look_on(at, max(self.thought, weighing.thought), self.effort.curve)
        if self.game.hides and self.rolled[at]:
            self._roll_again(at, self.effort.curve)

    def _roll_again(self, at: int, upto: int) -> None:
        """The same entry from the true position with other dice: what would the seats expect then?"""
        ply = self.plies[at]
        seed = self.seed.child(_ROLLS + at)
        staying = [seat for seat in range(self.seats) if not self.states[at].has_left(seat)]
        for seat in staying if self.own_views else [ply.seat]:
            values = self.others[at].setdefault(seat, [])
            for number in range(len(values), upto):
                luck = Luck(seed, number)
                other = self.states[at].copy()
                carry_out(other, ply.seat, ply.move, luck.of_entry())
                other.redeal(seat, seed.dice(f"world {number} hidden from {seat}"))
                values.append(self.house.play_on(other, luck, self.thought))

    def _learns(self, at: int) -> bool:
        """Whether the mover saw anything in consequence of the entry that was not certain before it."""
        ply, worlds = self.plies[at], self.weighings[at].worlds
        seen = msgspec.json.encode(self.game.view(self.states[at + 1], ply.seat))
        for number in range(LEARNED):
            world = worlds.world(number)
            carry_out(world, ply.seat, ply.move, worlds.luck(number).of_entry())
            if msgspec.json.encode(self.game.view(world, ply.seat)) != seen:
                return True
        return False

    def _finish(self, at: int) -> None:
        self.done[at] = True
        found = self.decision(at)
        if found.verdict in BAD and found.best is not None:
            self.lines[at] = self._line(at)

    def _line(self, at: int) -> tuple[int, list[ReviewedStep]]:
        """What is to be expected after the best move, in words, and the world in which it can be shown."""
        weighing = self.weighings[at]
        line = expect(self.house, weighing.worlds, weighing.best, self.thought)
        found: list[ReviewedStep] = []
        # each move is said in the position that the one before it led to
        for step, move in zip(walk(weighing.worlds, line), line.moves[1:], strict=False):
            mover = int(step.state.mover)
            says = self._say(self.game.view(step.state, mover), move)
            found.append(ReviewedStep(mover, says, self.game.moves.to_json(move)))
        return line.world, found

    # --- what was found ---

    def decision(self, at: int, before: Chances | None = None) -> Decision:
        """What is known of this decision so far; `before` is the point of the curve."""
        weighing, ply = self.weighings[at], self.plies[at]
        view = self.game.view(self.states[at], ply.seat)
        best = weighing.best
        before = self.expectation(at)[0] if before is None else before
        choice, loss, error = self.gave_away(at)
        world, line = self.lines.get(at, (0, []))
        name: Verdict = verdict(loss, error, self.seats, best == weighing.played)
        if weighing.forced:
            name = "forced"
        elif weighing.leaves:
            name = "gone" if name in ("best", "good") else name
        return Decision(
            ply=at,
            seat=ply.seat,
            move=self.game.moves.to_json(ply.move),
            says=self._say(view, ply.move),
            verdict=name,
            before=before,
            after=[a + b for a, b in zip(before, choice, strict=True)],
            choice=choice,
            loss=loss,
            error=error,
            stake=weighing.stake,
            best=None if best == STAY else self.game.moves.to_json(best),
            best_says=self._say(view, best),
            alternatives=self._alternatives(weighing, view, before[ply.seat], (loss, error)),
            line=line,
            world=world,
            worlds=weighing.number,
            complete=self.done[at],
        )

    def _alternatives(
        self, weighing: Weighing, view: Any, before: float, loss: tuple[float, float]
    ) -> list[Alternative]:
        best = weighing.best
        found: list[Alternative] = []
        for move, values in weighing.values.items():
            if move == RANDOM:
                continue
            behind, error = weighing.behind(move, best, range(weighing.number))
            if move == weighing.played:
                behind, error = loss
            if move == best:
                behind = error = 0.0
            found.append(
                Alternative(
                    move=None if move == STAY else self.game.moves.to_json(move),
                    says=self._say(view, move),
                    # what seems better than the best by a little is as good: that is noise
                    chance=min(1.0, max(0.0, before - max(0.0, behind))),
                    behind=behind,
                    error=error,
                    worlds=len(values),
                )
            )
        first = None if best == STAY else self.game.moves.to_json(best)
        return sorted(found, key=lambda alternative: (alternative.move != first, alternative.behind))

    def _say(self, view: Any, move: int) -> str:
        if move == STAY:
            return "Play on"
        if is_house(move):
            return _SAID.get(move & 63, "Leave the game")
        return self.game.say_move(view, move, self.names, self.match.options)

    def gave_away(self, at: int) -> tuple[Chances, float, float]:
        """What the decision changed for every seat, what its mover lost by it, and the standard error of that.

        If the same seat decides next and has learned nothing, the best move found then may show that less was lost. And
        unless the decision is settled and has a bad name, it counts only as far as it is more than noise: the noise of
        hundreds of decisions would else add up to much choice.
        """
        choice, loss, error = self._disproved(at)
        weighing = self.weighings[at]
        bad = verdict(loss, error, self.seats, weighing.best == weighing.played) in BAD
        if loss == 0 or (bad and self.done[at]):
            return choice, loss, error
        share = max(0.0, 1 - (SURE * error / loss) ** 2)
        return [share * change for change in choice], share * loss, error

    def _disproved(self, at: int) -> tuple[Chances, float, float]:
        """The same as it was weighed, less what the next decision disproves."""
        weighing, seat = self.weighings[at], self.plies[at].seat
        choice = weighing.choice
        loss, error = weighing.loss
        if loss <= 0 or at + 1 >= len(self.weighings) or self.plies[at + 1].seat != seat or self._learns_now(at, seat):
            return choice, loss, error
        then, doubts = self.expectation(at + 1)
        now, _ = mean_and_error([chances[seat] for chances in weighing.values[weighing.played][1::2]])
        more = then[seat] - now
        if more <= SURE * math.hypot(doubts[seat], error):
            return choice, loss, error
        share = max(0.0, loss - more) / loss
        return [share * change for change in choice], share * loss, error

    def expectation(self, at: int) -> tuple[Chances, Chances]:
        """What every seat expects before this entry, from its own view, and the standard errors."""
        if at == len(self.plies):
            return self.match.payoffs(), [0.0] * self.seats
        weighing = self.weighings[at]
        if weighing.forced:
            return self._seen(self.sights[at])
        chances, errors = means_and_errors(weighing.expected, CLEAR_DOUBT if self.clear else DOUBT)
        if self.own_views:
            others, doubts = self._seen(self.sights[at])
            for seat in range(self.seats):
                if seat != self.plies[at].seat:
                    chances[seat], errors[seat] = others[seat], doubts[seat]
        return chances, errors

    def _seen(self, sights: dict[int, Values]) -> tuple[Chances, Chances]:
        """What every seat expects, from its own view if they differ."""
        if not self.own_views:
            (values,) = sights.values()
            return means_and_errors(values)
        chances, errors = [0.0] * self.seats, [0.0] * self.seats
        for seat, values in sights.items():
            chances[seat], errors[seat] = mean_and_error([value[seat] for value in values])
        return chances, errors

    def _learns_now(self, at: int, seat: int) -> bool:
        """Whether the entry may have changed what this seat knows, apart from which move was chosen."""
        return self.rolled[at] or self.learned[at] or (self.own_views and self.plies[at].seat != seat)

    def curve(self) -> list[tuple[Chances, Chances]]:
        """The expectations before each entry and at the end.

        While a seat learns nothing, only choices change what it expects. All estimates in such a stretch are estimates
        of the same, and are put together.
        """
        points = [self.expectation(at) for at in range(len(self.plies) + 1)]
        if self.clear:
            return points
        choices = [self.gave_away(at)[0] for at in range(len(self.plies))]
        for seat in range(self.seats):
            first = 0
            while first < len(self.plies):
                last = first
                while last + 1 < len(self.plies) and not self._learns_now(last, seat):
                    last += 1
                changes = [0.0]
                for at in range(first, last):
                    changes.append(changes[-1] + choices[at][seat])
                stretch = range(first, last + 1)
                level = sum(points[at][0][seat] - changes[at - first] for at in stretch) / len(stretch)
                error = math.sqrt(sum(points[at][1][seat] ** 2 for at in stretch)) / len(stretch)
                for at in stretch:
                    points[at][0][seat] = min(1.0, max(0.0, level + changes[at - first]))
                    points[at][1][seat] = error
                first = last + 1
        return points

    def fall(self, at: int, change: Chances, expected: Chances, error: float) -> Fall:
        """How dice and cards fell after this entry.

        `change` is what its choice does not explain, `expected` the curve after it.
        """
        dice, hidden, rest = [0.0] * self.seats, [0.0] * self.seats, [0.0] * self.seats
        usual = self._seen(self.others[at])[0] if self.others[at] else expected
        for seat in range(self.seats):
            if not self._learns_now(at, seat):
                rest[seat] = change[seat]
            elif not self.game.hides:
                dice[seat] = change[seat]
            else:
                dice[seat] = expected[seat] - usual[seat] if self.rolled[at] else 0.0
                hidden[seat] = change[seat] - dice[seat]
        return Fall(dice, hidden, rest, error)

    def review(self) -> Review:
        """Everything found so far; every decision must have been looked at once."""
        points = self.curve()
        decisions = [self.decision(at, points[at][0]) for at in range(len(self.plies))]
        curve, errors = [point[0] for point in points], [point[1] for point in points]
        start, start_errors = means_and_errors(self.deals) if self.deals else (curve[0], [0.0] * self.seats)
        falls: list[Fall] = []
        for at, decision in enumerate(decisions):
            change = [b - a - c for a, b, c in zip(curve[at], curve[at + 1], decision.choice, strict=True)]
            error = math.hypot(max(errors[at]), max(errors[at + 1]))
            falls.append(self.fall(at, change, curve[at + 1], error))
        deal = [a - b for a, b in zip(curve[0], start, strict=True)]
        return Review(
            game=self.game.name,
            title=self.game.title,
            seats=self.names,
            seed=self.seed.hex,
            effort=self.effort.name,
            complete=all(self.done),
            start=start,
            curve=curve,
            errors=errors,
            decisions=decisions,
            falls=falls,
            deal=deal,
            turns=_turns(decisions),
            turnings=self._turnings(decisions, falls),
            standings=[
                self._standing(seat, decisions, falls, start[seat], start_errors[seat], deal[seat])
                for seat in range(self.seats)
            ],
            result=self.match.payoffs(),
            ending=self.match.say_end(self.names),
        )

    def _standing(
        self, seat: int, decisions: Sequence[Decision], falls: Sequence[Fall], start: float, error: float, deal: float
    ) -> Standing:
        mine = [d for d in decisions if d.seat == seat]
        chosen = [d for d in mine if d.verdict not in ("forced", "gone")]
        stake, loss = sum(d.stake for d in chosen), sum(d.loss for d in chosen)
        doubt = math.sqrt(sum(d.error**2 for d in chosen))
        played = fair(stake, self.seats) > TURNING / 2 and stake > doubt
        dice, hidden = sum(f.dice[seat] for f in falls), sum(f.hidden[seat] for f in falls)
        return Standing(
            seat=seat,
            name=self.names[seat],
            score=100 * min(1.0, max(0.0, 1 - loss / stake)) if played else None,
            score_error=100 * doubt / stake if played else 0.0,
            luck=100 * (deal + dice + hidden),
            luck_error=0.0 if self.clear else 100 * math.sqrt(error**2 + sum(d.error**2 for d in decisions)),
            start=start,
            own=sum(d.choice[seat] for d in mine),
            others=sum(d.choice[seat] for d in decisions if d.seat != seat),
            deal=deal,
            dice=dice,
            hidden=hidden,
            rest=sum(f.rest[seat] for f in falls),
            result=self.match.payoffs()[seat],
            verdicts={name: sum(d.verdict == name for d in mine) for name in ("forced", "best", "good", *BAD)},
        )

    def _turnings(self, decisions: Sequence[Decision], falls: Sequence[Fall]) -> list[Turning]:
        """The moments that changed most and are more than noise, in the order of play."""
        found: list[Turning] = []
        for decision, fall in zip(decisions, falls, strict=True):
            seats = range(self.seats)
            if decision.verdict in BAD and fair(decision.loss, self.seats) >= TURNING:
                says = f"{self.names[decision.seat]}: {decision.says}"
                found.append(Turning(decision.ply, decision.seat, -decision.loss, "choice", says))
            for by in ("dice", "hidden"):
                changes: Chances = fall.dice if by == "dice" else fall.hidden
                seat = max(seats, key=lambda seat, changes=changes: abs(changes[seat]))  # type: ignore[misc]
                if fair(abs(changes[seat]), self.seats) >= TURNING and abs(changes[seat]) > CERTAIN * fall.error:
                    says = self.happened(decision.ply, seat) or f"{self.names[decision.seat]}: {decision.says}"
                    found.append(Turning(decision.ply, seat, changes[seat], "dice" if by == "dice" else "hidden", says))
        found.sort(key=lambda turning: -abs(turning.change))
        return sorted(found[:MOST_TURNINGS], key=lambda turning: turning.ply)

    def happened(self, at: int, seat: int) -> str:
        """What followed from an entry, in the game's words, as a seat saw it."""
        shown = self.match.show(self.plies[at].told, seat)
        said = [told(self.game, event, self.names, seat, self.match.options) for event in shown]
        return " ".join([sentence for sentence in said if sentence][:3])


_DEALS, _SIGHTS, _ROLLS = 1 << 40, 1 << 41, 1 << 42  # numbers of seeds, far from those of the decisions


def _positions(match: Match) -> tuple[list[State], list[bool], bool]:
    """The position before each entry and at the end, whether each entry rolled dice, and whether the deal did."""
    dice = match.dice(0)
    before = (int(dice.s0), int(dice.s3))
    state = match.game.new(match.options, match.seats, dice)
    state.heard = None
    dealt = (int(dice.s0), int(dice.s3)) != before
    match.deal_anew(state, 0)
    states, rolled = [state.copy()], []
    for number, ply in enumerate(match.plies, start=1):
        dice = match.dice(number)
        before = (int(dice.s0), int(dice.s3))
        carry_out(state, ply.seat, ply.move, dice)
        rolled.append((int(dice.s0), int(dice.s3)) != before)
        match.deal_anew(state, number)
        states.append(state.copy())
    return states, rolled, dealt


def _turns(decisions: Sequence[Decision]) -> list[Turn]:
    turns: list[Turn] = []
    for decision in decisions:
        last = turns[-1] if turns else None
        if last is not None and last.seat == decision.seat:
            together = [a + b for a, b in zip(last.choice, decision.choice, strict=True)]
            turns[-1] = Turn(last.seat, last.first, decision.ply, together)
        else:
            turns.append(Turn(decision.seat, decision.ply, decision.ply, decision.choice))
    return turns


def review(match: Match, names: Sequence[str], effort: str = "normal", seed: Seed | None = None) -> Review:
    """The whole review of a finished game at once."""
    reviewer = Reviewer(match, names, EFFORTS[effort], seed or SEED)
    for _ in reviewer.steps():
        pass
    return reviewer.review()
