"""Are the guesses fair? Whatever a seat cannot know must vary in the worlds that `imagine` and `redeal` deal.

The game is not asked what it hides: where two true worlds that look the same to a seat differ, something is hidden.
Such worlds come from changing a roll of the dice or a rival's move.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.preview import flatten
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.core.testing.leaks import Observer, is_looked_at, other_set_ups, other_worlds, who
from parlour.core.testing.positions import encode, place, snapshot

MATCHES = 3
LAST_PLY = 60  # checked in a match
WATCHED_SEATS = 3
WORLDS = 4  # dealt at each check
MOST_WORLDS = 400  # dealt before something hidden counts as never redealt
ROUND, ROUNDS = 96, 4  # matches in which dealt worlds are compared with the truth
FAR_OFF = 0.25  # between two distributions
ODD, UNBELIEVABLE = 1.1, 3.0  # surprises: worth another round, and too large for chance
INDEX = re.compile(r"\.\d+(?=\.|$)")
LATER = 8  # plies in which some cards of a deck turn up

Path = tuple[Observer, str]  # whose view, and where in it
Deal = Callable[[], State]


def hidden_frequencies(
    game: AnyGame, view: Any, seat: int, look: Callable[[State], Any], times: int, dice: Dice
) -> tuple[Counter[Any], Counter[Any]]:
    """How often `look` finds each value in `times` imagined worlds, and in as many redealt ones."""
    imagined: Counter[Any] = Counter()
    redealt: Counter[Any] = Counter()
    world = game.imagine(view, dice)
    for _ in range(times):
        imagined[look(game.imagine(view, dice))] += 1
        world.redeal(seat, dice)
        redealt[look(world)] += 1
    return imagined, redealt


def check_guesses(game: AnyGame, seats: int, options: Any = None) -> None:
    """`imagine` and `redeal` vary whatever a seat cannot know, and deal every kind of world."""
    if not game.hides:
        return
    guesses = Guesses(game, seats, options)
    for seed in range(200, 200 + MATCHES):
        guesses.follow(seed)
    guesses.compare_dealers()
    check_fairness(game, seats, options)


class Guesses:
    """What varied in true worlds and in the worlds that a game deals."""

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.observers: list[Observer] = [*range(seats), None]
        self.proven: dict[tuple[str, int], set[Path]] = defaultdict(set)  # what a dealer varies for a seat
        self.dealt: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)  # fields of positions that varied
        self.here = ""

    def follow(self, seed: int) -> None:
        match = Match(self.game, self.options, self.seats, Seed.parse(str(seed)))
        dice = match.seed.dice("guesses")
        self.here = place(match, seed)
        self.look(match, [state for state, _ in other_set_ups(match, 40, dice)], dice)
        while not match.over and len(match.plies) < LAST_PLY:
            before = match.state.copy()
            moves = [int(move) for move in match.state.moves()]
            ply = match.enter(match.mover, moves[dice.below(len(moves))])
            if not match.over and is_looked_at(len(match.plies)) and len(match.plies) % 3 == 1:
                self.here = place(match, seed)
                others = [state for _, state, _ in other_worlds(match, before, ply, moves, dice)]
                self.look(match, others, dice)

    def look(self, match: Match, others: list[State], dice: Dice) -> None:
        """Compare the match with other true worlds, and both with what the game deals."""
        shown = {observer: encode(self.game.view(match.state, observer)) for observer in self.observers}
        seats = list(range(self.seats))
        while len(seats) > WATCHED_SEATS:
            seats.pop(dice.below(len(seats)))
        for seat in seats:
            same = [other for other in others if encode(self.game.view(other, seat)) == shown[seat]]
            secrets = [self.varied_views(seat, [match.state, other]) for other in same]
            view = self.game.read_view(msgspec.json.decode(shown[seat]))
            for name, deal in self.dealers(match.state, view, seat, dice):
                self.must_vary(name, seat, deal, [secret for secret in secrets if secret])

    def dealers(self, truth: State, view: Any, seat: int, dice: Dice) -> Iterator[tuple[str, Deal]]:
        def redeal() -> State:
            world = truth.copy()
            world.redeal(seat, dice)
            return world

        yield "imagine", lambda: self.game.imagine(view, dice)
        yield "redeal", redeal

    def must_vary(self, name: str, seat: int, deal: Deal, secrets: list[dict[Path, list[Any]]]) -> None:
        """At least some of what differs in another true world must vary in the dealt worlds.

        Not everything: what a rival knows about a third hand, for instance, need not be guessed as well.
        """
        worlds = [deal() for _ in range(WORLDS)]
        fields = [dict(_containers(snapshot(world))) for world in worlds]
        for field in fields[0]:
            if any(other.get(field) != fields[0][field] for other in fields[1:]):
                self.dealt[name, seat][field] += 1
        proven = self.proven[name, seat]
        tried = len(worlds)
        while tried < MOST_WORLDS and any(proven.isdisjoint(secret) for secret in secrets):
            proven |= set(self.varied_views(seat, worlds))
            worlds = [worlds[0], *(deal() for _ in range(WORLDS))]
            tried += WORLDS
        for secret in secrets:
            if not proven.isdisjoint(secret):
                continue
            (observer, path), (one, other) = min(secret.items(), key=str)
            raise AssertionError(
                f"{self.here}: {name} never varies {path} in the view of {who(observer)}, though seat {seat} "
                f"cannot know it: it is {one} or {other} in true worlds that look the same to seat {seat}"
            )

    def varied_views(self, seat: int, worlds: list[State]) -> dict[Path, list[Any]]:
        """What other observers see differently in these worlds, with the values it takes."""
        found: dict[Path, list[Any]] = {}
        for observer in self.observers:
            if observer == seat or len(worlds) < 2:
                continue
            seen = [flatten(msgspec.to_builtins(self.game.view(world, observer))) for world in worlds]
            for path in {path: None for each in seen for path in each}:
                values: list[Any] = []
                for each in seen:
                    if (value := each.get(path)) not in values:
                        values.append(value)
                if len(values) > 1:
                    found[observer, path] = values
        return found

    def compare_dealers(self) -> None:
        """What one of the two varies again and again, the other must vary at least once."""
        for seat in range(self.seats):
            for name, other in (("imagine", "redeal"), ("redeal", "imagine")):
                for field, times in self.dealt[name, seat].items():
                    assert times < 4 or self.dealt[other, seat][field], (
                        f"{self.game.name}, {self.seats} seats: for seat {seat}, {name} varies {field} of the position "
                        f"({times} times), but {other} never does"
                    )
        assert any(self.dealt.values()), (
            f"{self.game.name}: redeal and imagine never change anything hidden; if nothing is secret, set "
            "`hides = False`"
        )


def _containers(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """A snapshot as fields; a list of plain values is one field."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _containers(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        for place, inner in enumerate(value):
            yield from _containers(inner, f"{path}.{place}")
    else:
        yield path, value


# --- every kind of world ---


class Samples:
    """Values of one thing in true worlds and in dealt worlds."""

    def __init__(self) -> None:
        self.truth: list[Any] = []
        self.dealt: list[Any] = []

    def distance(self) -> float:
        """The largest difference between the two cumulative distributions (Kolmogorov and Smirnov)."""
        if not self.truth or not self.dealt:
            return 0.0
        words = any(isinstance(value, str) for value in [*self.truth, *self.dealt])
        counts = [Counter(str(value) if words else value for value in values) for values in (self.truth, self.dealt)]
        largest = ahead = 0.0
        for value in sorted(counts[0] | counts[1]):
            ahead += counts[0][value] / len(self.truth) - counts[1][value] / len(self.dealt)
            largest = max(largest, abs(ahead))
        return largest

    def surprise(self) -> float:
        """How unlikely the distance is if both have the same source: 1.5 happens, 3 does not."""
        both = len(self.truth) + len(self.dealt)
        return self.distance() * math.sqrt(len(self.truth) * len(self.dealt) / both) if both else 0.0


def check_fairness(game: AnyGame, seats: int, options: Any = None) -> None:
    """Over many matches, dealt worlds resemble true ones: in a rival's view, and in what happens next.

    A guess need not be perfect. Only what stays far off over many matches is a fault.
    """
    samples: dict[tuple[str, str], Samples] = {}
    only: set[tuple[str, str]] | None = None
    for turn in range(ROUNDS):
        for number in range(turn * ROUND, (turn + 1) * ROUND):
            _compare_worlds(game, seats, options, number, samples, only)
        odd = {thing: found for thing, found in samples.items() if only is None or thing in only}
        for (name, thing), found in odd.items():
            assert found.distance() < FAR_OFF or found.surprise() < UNBELIEVABLE, (
                f"{game.name}, {seats} seats: {name} deals only some kinds of world: {thing} is most often "
                f"{_usual(found.dealt)} as dealt, but {_usual(found.truth)} in truth"
            )
        only = {thing for thing, found in odd.items() if found.surprise() > ODD}
        if not only:
            return


def _compare_worlds(
    game: AnyGame,
    seats: int,
    options: Any,
    number: int,
    samples: dict[tuple[str, str], Samples],
    only: set[tuple[str, str]] | None,
) -> None:
    """Play one match for a while, then compare it with an imagined and a redealt world."""
    match = Match(game, options, seats, Seed.parse(str(300 + number)))
    dice = match.seed.dice("fairness")
    for _ in range(dice.below(16)):
        if not match.over:
            match.enter(match.mover, int(match.state.random_move(dice)))
    if match.over:
        return
    seat = number % seats
    redealt = match.state.copy()
    redealt.redeal(seat, dice)
    truth = _features(game, match.state, seat, dice)
    for name, world in (("imagine", game.imagine(match.view(seat), dice)), ("redeal", redealt)):
        dealt = _features(game, world, seat, dice)
        for thing in truth | dealt:
            if only is None or (name, thing) in only:
                found = samples.setdefault((name, thing), Samples())
                found.truth.extend(truth.get(thing, []))
                found.dealt.extend(dealt.get(thing, []))


def _features(game: AnyGame, state: State, seat: int, dice: Dice) -> dict[str, list[Any]]:
    """What the next seat sees now, and what happens in a few random moves, secret or not."""
    found: dict[str, list[Any]] = defaultdict(list)
    rival = (seat + 1) % state.seats
    for path, value in flatten(msgspec.to_builtins(game.view(state, rival))).items():
        if isinstance(value, int | float | str):
            found[f"{re.sub(INDEX, '.*', path)} in the view of the next seat"].append(value)
    later = state.copy()
    later.heard = []
    for _ in range(LATER):
        if later.mover >= 0:
            later.play(later.random_move(dice), dice)
    for told in later.heard:
        kind = game.events.kinds[told[0]]
        for part, value in zip(kind.parts, told[1:], strict=False):
            found[f"{part.field.name} in the next events {kind.name!r}"].append(int(value))
    return found


def _usual(values: list[Any]) -> str:
    return " or ".join(str(value) for value, _ in Counter(map(str, values)).most_common(2))
