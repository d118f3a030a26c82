"""Hints: what the house would do in a seat's place, and what the main alternatives are worth.

Only what the seat sees goes in, so a hint is the same in all worlds that the seat cannot tell apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

import msgspec

from parlour.bots.seat_words import LEVELS, levels_of, read_word
from parlour.bots.thinkers import SearchPlayer
from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import HintedMove, Move, PlannedMove, Turn
from parlour.core.seed import Seed
from parlour.core.state import Hidden, State
from parlour.lab.review.playing_on import Chances, Entry, House, Luck
from parlour.lab.review.weighing import RANDOM, Weighing, mean_and_error

STRONG: Final = "expert"  # the house player whose choice is recommended
SECONDS: Final = 1.8  # of processor time for a hint
CHOOSING: Final = 0.35  # the part of it in which the house chooses; the rest is for weighing
MOST_WORLDS: Final = 160
AT_ONCE: Final = 8  # worlds before anything is given up
CLEAR_THOUGHT: Final = 6  # iterations of the game's own search on the way, if there is neither luck nor secrets
KNOWN: Final = 0.02  # a standard error that is small enough
ALTERNATIVES: Final = 3
CLEARLY: Final = 2.0  # standard errors
MARGIN: Final = 2.0  # standard errors of what is told
HARDLY: Final = 0.03  # nobody can tell moves apart that differ by less
DECISIVE: Final = 0.1
LINE_WORLDS: Final = 3  # worlds that must agree on the words for how the turn goes on

Sitter = Literal["house", "person", "program"]


# --- who gets hints ---


def why_no_hints(sitters: Sequence[Sitter], seat: int | None, allowed: int | None) -> Refused | None:
    """The rule: hints are for a person who plays against the house and nobody else, if the table allows them.

    `allowed` is the table's number of hints for a game; None: as many as you like.
    """
    if seat is None:
        return Refused("Spectators get no hints.", "not-your-seat")
    if sitters[seat] == "program":
        return Refused("Programs get no hints: the house would be playing for them.", "no-hints-for-bots")
    if any(sitter != "house" for other, sitter in enumerate(sitters) if other != seat):
        return Refused("There are no hints here, because you are not playing against the house alone.", "not-alone")
    if allowed == 0:
        return Refused("Hints are switched off at this table.", "hints-off")
    return None


def why_not_another(allowed: int | None, used: int) -> Refused | None:
    if allowed is None or used < allowed:
        return None
    had = "the only hint" if allowed == 1 else f"all {allowed} hints"
    return Refused(f"You have used {had} of this game.", "no-hints-left")


# --- what a hint says ---


class Advice(msgspec.Struct, frozen=True):
    """A hint: the moves worth considering, the house's own choice first, and how it would go on in the same turn."""

    moves: list[HintedMove]
    line: list[PlannedMove]
    says: list[str]


class TimeUp(Exception):
    """The time for a hint is used up in the middle of a world."""


class HurriedHouse(House):
    """Plays on like the review's house until a moment of processor time; 0: as long as it takes."""

    def __init__(self, game: AnyGame, until: float) -> None:
        super().__init__(game)
        self.until = until
        self.plans: dict[int, Sequence[int]] = {}  # by their first decision

    def follow(self, plans: Sequence[Sequence[int]]) -> None:
        """A move that belongs to one of these plans is tried together with the rest of the plan."""
        for plan in plans:
            self.plans.setdefault(plan[0], plan[1:])

    @property
    def late(self) -> bool:
        return self.until > 0 and time.process_time() >= self.until

    def choose(self, state: State, dice: Dice, thought: int) -> list[int]:
        if self.late:
            raise TimeUp
        return super().choose(state, dice, thought)

    def outcome(
        self, state: State, entry: Entry | None, luck: Luck, thought: int, clear: bool, plan: Sequence[int] = ()
    ) -> Chances:
        dice = luck.of_entry()
        for move in self.plans.get(entry.move, ()) if entry is not None else ():
            assert entry is not None
            state.play(entry.move, dice)
            if int(state.mover) != entry.seat or not state.allows(move):
                entry = None
                break
            entry = Entry(entry.seat, move)
        return super().outcome(state, entry, luck, thought, clear, plan)


class Hinter(msgspec.Struct, frozen=True):
    """One decision of a seat, thought about in its place."""

    game: AnyGame
    options: Any
    view: Any
    seat: int
    names: Sequence[str]
    seed: Seed

    def advise(self, seconds: float = SECONDS, worlds: int = MOST_WORLDS, iterations: int = 0) -> Advice:
        """A hint after so many seconds of work (0: no limit), worlds and, for the house's own choice, iterations."""
        house = HurriedHouse(self.game, time.process_time() + seconds if seconds else 0.0)
        plans = self._chosen(CHOOSING * seconds, iterations)
        plan = plans[0]
        weighing = self._weighed(house, plans, worlds)
        if weighing is None or weighing.number == 0:
            moves = [HintedMove(self._json(plan[0]), self._words(plan[0]), None, 0.0, True)]
        else:
            moves = self._compared(weighing)
        line = self._line(plan) if moves[0].move == self._json(plan[0]) else []
        return Advice(moves, line, list(_sentences(moves, line)))

    def _chosen(self, seconds: float, iterations: int) -> list[list[int]]:
        """What a strong house player would do, then what else it has thought of.

        Each is a decision, followed by those of the same turn that go with it.
        """
        word = read_word(self.game, levels_of(self.game)[STRONG])
        if word.name != "search":  # a game may have its own kind of expert, which does not say what else it thought of
            word = read_word(self.game, LEVELS[STRONG])
        dice = self.seed.dice("choice")
        player = word.player(self.game, dice, workers=1)
        assert isinstance(player, SearchPlayer)
        player.iterations = iterations or player.iterations
        state = self.game.imagine(self.view, dice)
        planner = state.planner(dice, player.evaluator)
        if planner is not None:
            planner.think(player.iterations, seconds)
            best = [int(move) for move in planner.moves()]
            others = [[int(move) for move in moves] for moves, _ in planner.plans()]
            return [best, *(plan for plan in others if plan)]
        player.seat = self.seat
        player.turn_ms, player.ms = 0, max(1, round(1000 * seconds)) if seconds else 0
        turn = Turn(1, self.view, [self._json(int(move)) for move in state.moves()])
        choice = player.choose(turn)
        return [[self.game.moves.from_json(turn.moves[choice] if isinstance(choice, int) else choice)]]

    def _weighed(self, house: HurriedHouse, plans: Sequence[Sequence[int]], worlds: int) -> Weighing | None:
        """The alternatives, tried in the same worlds for as long as there is time."""
        clear = not self.game.hides and not house.rolls(
            self.game.imagine(self.view, self.seed.dice("rolls")), self.seed
        )
        weighing = None
        try:
            house.follow(plans)
            thought = max(CLEAR_THOUGHT if clear else 1, self.game.played_on)
            weighing = Weighing(house, self.view, Entry(self.seat, plans[0][0]), self.seed, thought, clear)
            weighing.values.pop(RANDOM, None)
            weighing.thoughts = 2  # the house's own choice was the longer thought
            while weighing.number < worlds and not house.late and not self._certain(weighing):
                weighing.widen(min(worlds, weighing.number + AT_ONCE))
        except TimeUp:
            if weighing is not None:  # forget the world that was broken off
                weighing.number = min(len(weighing.values[move]) for move in weighing.open)
                for values in weighing.values.values():
                    del values[weighing.number :]
        return weighing

    def _certain(self, weighing: Weighing) -> bool:
        """Whether everything else is clearly worse, and the chance known well enough."""
        return len(weighing.open) == 1 and self._estimate(weighing, weighing.open[0])[1] < KNOWN

    def _estimate(self, weighing: Weighing, move: int) -> tuple[float, float]:
        """The mover's chance after a move, and its standard error."""
        return mean_and_error([chances[self.seat] for chances in weighing.values[move]], weighing.doubt)

    def _compared(self, weighing: Weighing) -> list[HintedMove]:
        """The house's choice and what else is worth considering: what is about as good, then the rest.

        If something else was better in the worlds tried, that comes first instead. Without luck and secrets the house's
        own search sees further than playing on, so there it must be much better.
        """
        enough = DECISIVE if weighing.clear else HARDLY / 2
        tried = range(weighing.number)
        best = weighing.played
        for move in weighing.open:
            gap, error = weighing.behind(best, move, tried)
            if gap > max(enough, error):
                best = move
        chance, error = self._estimate(weighing, best)
        found = [HintedMove(self._json(best), self._words(best), _share(chance), _margin(error), True)]
        for move, values in weighing.values.items():
            if move == best or not values:
                continue
            gap, error = weighing.behind(move, best, tried)
            close = gap <= max(HARDLY, CLEARLY * error)
            found.append(HintedMove(self._json(move), self._words(move), _share(chance - gap), _margin(error), close))
        others = sorted(found[1:], key=lambda one: (not one.close, -(one.chance or 0.0)))
        return [found[0], *others[:ALTERNATIVES]]

    def _line(self, plan: Sequence[int]) -> list[PlannedMove]:
        """How the house would go on, as far as neither luck nor anything hidden decides it or shows in the words."""
        told = [list(self._foretold(plan, number)) for number in range(LINE_WORLDS)]
        known = 0
        while all(len(line) > known for line in told) and all(line[known] == told[0][known] for line in told):
            known += 1
        return told[0][:known]

    def _foretold(self, plan: Sequence[int], number: int) -> Iterator[PlannedMove]:
        state = self.game.imagine(self.view, self.seed.dice(f"line {number}"))
        for move, after in pairwise(plan):
            state.heard, state.curtain = [], self.game.events.curtain
            try:
                state.play(move, NoDice())
            except (OutOfDice, Hidden):
                return
            if int(state.mover) != self.seat or not state.allows(after):
                return
            view = self.game.view(state, self.seat)
            yield PlannedMove(self._json(after), self.game.say_move(view, after, self.names, self.options))

    def _json(self, move: int) -> Move:
        return self.game.moves.to_json(move)

    def _words(self, move: int) -> str:
        return self.game.say_move(self.view, move, self.names, self.options)


def _share(chance: float) -> float:
    return min(1.0, max(0.0, chance))


def _margin(error: float) -> float:
    """How exact a chance is told to be: worlds alone do not say how well the house plays on in them."""
    return max(HARDLY, MARGIN * error)


def percent(chance: float) -> str:
    """`about 64 %`; never quite none or all, because it is an estimate."""
    hundredths = round(100 * chance)
    if hundredths < 1:
        return "under 1 %"
    return "over 99 %" if hundredths > 99 else f"about {hundredths} %"


def _sentences(moves: Sequence[HintedMove], line: Sequence[PlannedMove]) -> Iterator[str]:
    """A hint in sentences, with nothing that was not estimated."""
    first, others = moves[0], moves[1:]
    told = f"The house would choose “{first.words}”"
    if first.chance is None:
        yield f"{told}. There was no time to compare it with other moves."
    elif others:
        yield f"{told}: {percent(first.chance)} to win."
    else:
        yield f"{told} ({percent(first.chance)} to win) and would consider nothing else."
    if line:
        yield f"Then it would go on with {listed([f'“{one.words}”' for one in line])}."
    for close, words in ((True, "About as good"), (False, "Weaker")):
        some = [
            f"“{one.words}” ({percent(one.chance)})" for one in others if one.close == close and one.chance is not None
        ]
        if some:
            yield f"{words}: {listed(some)}."
