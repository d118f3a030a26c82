"""The house's own players: random, greedy and search."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, cast

from parlour.bots.belief import Belief
from parlour.bots.characters import suits
from parlour.bots.first_sight import at_first_sight
from parlour.bots.player import GamePlayer
from parlour.bots.search import Search
from parlour.core.dice import Dice
from parlour.core.game import AnyGame, Policy
from parlour.core.moves import MoveJson
from parlour.core.protocol import Events, Hello, Turn
from parlour.core.state import Evaluator, Planner, State
from parlour.core.watch import Watch

Tally = list[tuple[int, int, float]]

LONGEST_MS = 3000  # the longest a level or a greedy player thinks, however slow the rules are
# Moves are a toss-up if the search visited each at least half as often as its favourite and found it at most a
# hundredth worse. Mixing more widely gives games away in a short search.
SERIOUS = 0.5
TOSS_UP = 0.01
SURE_WIN = 1.0 - 1e-9
# What a character gives for a position that suits it: less than the search can tell apart. A careless one gives as
# much as it overlooks, but not more than this.
FANCY = 0.008
MOST_FANCY = 0.04
# Playout moves before the judge decides, for a game that does not say. Random moves drown what a judge knows; without
# a judge they are all there is.
JUDGED_DEPTH = 0
UNJUDGED_DEPTH = 40
# The parts of what is left of a turn's time that a thought may use: more decisions of the same turn may follow, which
# a plan has mostly made already.
THOUGHT = 0.4
PLAN = 0.7
# Worlds that explain what the rivals did: one for this many iterations, but at most this many; and the part of its time
# that a thought may spend on them.
PER_WORLD = 10
MOST_WORLDS = 60
EXPLAINING = 0.3


class RandomPlayer(GamePlayer):
    """Any legal move, each equally likely."""

    def choose(self, turn: Turn) -> MoveJson | int:
        return int(self.dice.below(len(turn.moves)))


class PolicyPlayer(GamePlayer):
    """A simple player that a game defines: a function from its view to an index in the list of moves."""

    def __init__(self, game: AnyGame, dice: Dice, policy: Policy | Callable[[], Policy]) -> None:
        super().__init__(game, dice)
        # a policy with a memory is a class: each player gets its own instance
        self.policy: Policy = policy() if isinstance(policy, type) else cast(Policy, policy)

    def choose(self, turn: Turn) -> MoveJson | int:
        return self.policy(self.game.read_view(turn.view), turn.moves, self.dice)


class GreedyPlayer(GamePlayer):
    """The move after which the position looks best, averaged over a few guesses at what is hidden."""

    WORLDS = 4

    def __init__(self, game: AnyGame, dice: Dice, ms: int = LONGEST_MS) -> None:
        super().__init__(game, dice)
        self.ms = ms
        self.hurried = False  # whether time was up before it had looked at everything

    def choose(self, turn: Turn) -> MoveJson | int:
        self.hurried = False
        if len(turn.moves) == 1:
            return 0
        watch = Watch()
        watch.start(seconds_given(turn, self.ms))
        state = self.game.imagine(self.game.read_view(turn.view), self.dice)
        choices = at_first_sight(state, self.seat, self.WORLDS, self.dice, watch)
        self.hurried = watch.over
        return self.game.moves.to_json(int(choices[self.dice.below(len(choices))]))


def seconds_given(turn: Turn, ms: float) -> float:
    """`ms` in seconds (0: no limit), shortened so that the clock does not run out."""
    limits = [turn.clock.move_ms] if turn.clock.move_ms is not None else []
    if turn.clock.bank_ms is not None and turn.clock.move_ms is None:
        limits.append(turn.clock.bank_ms // 20)
    for limit in limits:
        margin = max(limit - 150.0, limit * 0.5, 1.0)
        ms = min(ms, margin) if ms else margin
    return ms / 1000


class SearchPlayer(GamePlayer):
    """Tree search over fair guesses at what is hidden, bounded by time or by iterations.

    The lower levels make believable mistakes in two ways. `blunder` is the percentage of its decisions that it makes
    at first sight instead. `temper` is how much of its chances (in thousandths) it gives away carelessly: a move that
    is worse by that much is still chosen a third as often as the best.
    With `bluff` it mixes moves that are nearly as good, so that nobody can read it; with `model` it expects rivals to
    play at first sight. Where hands are hidden it listens, because what rivals do tells what they hold.
    `ms` limits a decision, `turn_ms` all decisions of a turn together. Without `plan` it does not use the game's own
    search. With no `workers` it thinks on every processor core; a game's own search thinks on one.
    """

    def __init__(
        self,
        game: AnyGame,
        dice: Dice,
        ms: int = 0,
        turn_ms: int = 0,
        iterations: int = 0,
        workers: int = 1,
        explore: int | None = None,
        depth: int | None = None,
        blunder: int = 0,
        temper: int = 0,
        bluff: int = 0,
        model: int = 0,
        plan: int = 1,
    ) -> None:
        super().__init__(game, dice)
        self.ms = ms
        self.turn_ms = turn_ms
        self.iterations = iterations
        self.workers = workers or processor_cores()
        self.explore = -1.0 if explore is None else explore / 100  # below 0: the search finds out by itself
        self.depth = depth
        self.blunder = blunder
        self.temper = temper / 1000
        self.bluff = bool(bluff)
        self.model = bool(model)
        self.plan = bool(plan)
        self.leaning = ""  # the temper of the character that plays, if any
        self.evaluator = game.evaluator()
        self.hasty = GreedyPlayer(game, dice, ms or turn_ms or LONGEST_MS)
        self.hurried = False  # whether time was up before the iterations were done
        self.pool: ProcessPoolExecutor | None = None
        self.last_tally: Tally = []
        self.planned: list[int] = []  # decisions that a game's own search has already made
        self.planned_ply = 0  # the ply for the first of them
        self.left_ms = 0.0  # of the time for this turn
        self.left_ply = 0  # the ply for which that is true
        self.hands = game.hides and not game.same_for_all  # whether seats have something of their own to hide
        self.listens = self.hands and not self.model
        self.belief: Belief | None = None  # what it makes of what it hears

    def hello(self, hello: Hello) -> None:
        super().hello(hello)
        self.hasty.hello(hello)
        self.belief = Belief(self.game, self.seat, self.dice, self.evaluator) if self.listens else None

    def told(self, events: Events) -> None:
        if self.belief is not None:
            self.belief.saw(events.view, events.mover)

    def choose(self, turn: Turn) -> MoveJson | int:
        self.hurried = False
        if len(turn.moves) == 1 and not self.planned:
            return 0
        if self.planned and turn.ply == self.planned_ply:
            return self._next_planned(turn)
        self.planned = []
        if self.blunder and self.dice.below(100) < self.blunder:
            choice = self.hasty.choose(turn)
            self.hurried = self.hasty.hurried
            return choice
        start = time.perf_counter()
        state = self.game.imagine(self.game.read_view(turn.view), self.dice)
        planner = state.planner(self.dice, self.evaluator) if self.plan else None
        if planner is not None:
            self.listens, self.belief = False, None
            self._think_until(planner, turn, start)
            self.planned = self._choose_plan(planner, state)
            return self._next_planned(turn)
        together = self.workers > 1 and sys.modules[type(self.game).__module__].__dict__.get("GAME") is self.game
        tallies = self._think_together(turn, start) if together else [self._think(state, turn, start)]
        self.last_tally = _merge(tallies)
        return self.game.moves.to_json(self._decide(self.last_tally, state))

    def _choose_plan(self, planner: Planner, state: State) -> list[int]:
        """The best plan; with temper one that promises a little less, and if several are as good, what suits best."""
        plan = planner.moves()
        if self.temper or self.leaning:
            plans = [([int(move) for move in moves], float(chance)) for moves, chance in planner.plans()]
            chances = self._fancied(plans, state)
            best = max(chances)
            if self.temper:
                weights = [(at, math.exp((chance - best) / self.temper)) for at, chance in enumerate(chances)]
                return plans[self._draw(weights)][0]
            if chances[0] < best:
                return plans[chances.index(best)][0]
        return [int(move) for move in plan]

    def _fancied(self, plans: Sequence[tuple[list[int], float]], state: State) -> list[float]:
        """The chances of these plans; of those that are about as good as the best, higher the more they suit.

        A careless player takes more for about as good, and would draw among these anyway.
        """
        chances = [chance for _, chance in plans]
        best = max(chances)
        fancy = max(FANCY, min(self.temper, MOST_FANCY))
        near = [at for at, chance in enumerate(chances) if chance >= best - fancy]
        if not self.leaning or len(near) < 2 or best >= SURE_WIN:
            return chances
        leanings = [self.game.lean(self._carried_out(plans[at][0], state), self.seat) for at in near]
        for at, suit in zip(near, suits(leanings, self.leaning), strict=True):
            chances[at] += fancy * suit
        return chances

    def _carried_out(self, plan: Sequence[int], state: State) -> State:
        """The position after a plan, in one guess at what is hidden."""
        after = state.copy()
        after.redeal(self.seat, self.dice)
        for move in plan:
            if after.mover != self.seat or not after.allows(move):
                break
            after.play(move, self.dice)
        return after

    def _decide(self, tally: Tally, state: State) -> int:
        """The most visited move, unless temper or bluff leave it to chance; a sure win at once, a sure loss never.

        A character chooses what suits it among the moves that are about as good.
        """
        if self.temper:
            tried = [entry for entry in tally if entry[1]]
            shares = self._fancied([([move], share) for move, _, share in tried], state)
            best = max(shares)
            # by visits too: in a game of sixty bids those that were hardly looked at would win by their number
            weights = [e[1] * math.exp((share - best) / self.temper) for e, share in zip(tried, shares, strict=True)]
            return self._draw([(entry[0], weight) for entry, weight in zip(tried, weights, strict=True)])
        tally = [e for e in tally if e[2] >= SURE_WIN] or [e for e in tally if e[2] > 0.0] or tally
        most = max(tally, key=lambda entry: (entry[1], entry[2]))
        if self.bluff:
            serious = [(m, n) for m, n, share in tally if n >= SERIOUS * most[1] and share >= most[2] - TOSS_UP]
            return self._draw(serious)
        if self.leaning:
            rivals = [([m], share) for m, n, share in tally if n >= SERIOUS * most[1]]
            shares = self._fancied(rivals, state)
            fancied = max(range(len(rivals)), key=lambda at: shares[at])
            if rivals[fancied][1] >= most[2] - FANCY:
                return rivals[fancied][0][0]
        return most[0]

    def _draw(self, weights: Sequence[tuple[int, float]]) -> int:
        left = sum(weight for _, weight in weights) * (int(self.dice.next32()) / 2**32)
        for move, weight in weights:
            left -= weight
            if left < 0:
                return move
        return weights[-1][0]

    def _next_planned(self, turn: Turn) -> MoveJson:
        """The next decision of the plan; the one after it applies if the next ply is ours too."""
        move = self.planned.pop(0)
        self.planned_ply = turn.ply + 1
        return self.game.moves.to_json(move)

    def _think(self, state: State, turn: Turn, start: float) -> Tally:
        depth = self.depth
        if depth is None:
            depth = JUDGED_DEPTH if is_judged(state, self.evaluator) else UNJUDGED_DEPTH
        worlds = self._explained(turn, start)
        judged = is_judged(state, self.evaluator)
        search = Search(
            state, self.seat, self.dice, self.explore, depth, self.model, self.evaluator, self.hands, judged, worlds
        )
        self._think_until(search, turn, start)
        self.hurried = self.hurried and not search.root.proven
        return [(int(m), int(v), float(w)) for m, v, w in search.tally()]

    def _explained(self, turn: Turn, start: float) -> list[State]:
        """Worlds in which the rivals had reason to do what they did; none if it did not hear what they did."""
        wanted = min(MOST_WORLDS, self.iterations // PER_WORLD if self.iterations else MOST_WORLDS)
        if self.belief is None or not self.belief.views or wanted == 0:
            return []
        seconds = seconds_given(turn, self._ms_for(turn, THOUGHT))
        return self.belief.guesses(wanted, EXPLAINING * seconds)

    def _think_until(self, search: Search | Planner, turn: Turn, start: float) -> None:
        """Think for the wished iterations, or until the time for a thought that began at `start` is up."""
        seconds = seconds_given(turn, self._ms_for(turn, PLAN if isinstance(search, Planner) else THOUGHT))
        search.think(self.iterations, max(0.001, start + seconds - time.perf_counter()) if seconds else 0.0)
        self.hurried = seconds > 0 and int(search.iterations) < self.iterations
        self._spend(turn, start)

    def _ms_for(self, turn: Turn, part: float) -> float:
        """How long to think about this decision; 0: no limit."""
        if not self.turn_ms:
            return self.ms
        if turn.ply != self.left_ply:
            self.left_ms = self.turn_ms
        wanted = max(1.0, part * self.left_ms)
        return min(wanted, self.ms) if self.ms else wanted

    def _spend(self, turn: Turn, start: float) -> None:
        """What is left of the turn's time counts for the next decision if that is ours too."""
        self.left_ms = max(0.0, self.left_ms - 1000 * (time.perf_counter() - start))
        self.left_ply = turn.ply + 1

    def _think_together(self, turn: Turn, start: float) -> list[Tally]:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers)
        settings = {
            "ms": round(self._ms_for(turn, THOUGHT)),
            "iterations": self.iterations,
            "model": int(self.model),
        }
        if self.explore >= 0:
            settings["explore"] = round(self.explore * 100)
        if self.depth is not None:
            settings["depth"] = self.depth
        jobs = [
            self.pool.submit(
                _think_apart,
                type(self.game).__module__,
                turn,
                self.seat,
                [int(self.dice.next32()) for _ in range(4)],
                settings,
                [] if self.belief is None else self.belief.views,
            )
            for _ in range(self.workers)
        ]
        found = [job.result() for job in jobs]
        self._spend(turn, start)
        return found

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


def processor_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_judged(state: State, evaluator: Evaluator) -> bool:
    """Whether the game can tell a good position from a bad one before its end."""
    kind = type(state)
    return type(evaluator) is not Evaluator or kind.judge is not State.judge or kind.judge_all is not State.judge_all


def _think_apart(
    module: str,
    turn: Turn,
    seat: int,
    words: list[int],
    settings: dict[str, int],
    heard: Sequence[tuple[Any, int]],
) -> Tally:
    """One worker's share of a search: its own tree, from what the seat sees and has seen."""
    from importlib import import_module

    game: AnyGame = import_module(module).GAME
    player = SearchPlayer(game, Dice(*words), **settings)
    player.seat = seat
    if heard:
        player.belief = Belief(game, seat, player.dice, player.evaluator)
        player.belief.views = list(heard)
    start = time.perf_counter()
    return player._think(game.imagine(game.read_view(turn.view), player.dice), turn, start)


def _merge(tallies: Iterable[Tally]) -> Tally:
    """Root-parallel search: visits add up, shares are averaged by visits."""
    visits: dict[int, int] = {}
    won: dict[int, float] = {}
    for tally in tallies:
        for move, n, share in tally:
            visits[move] = visits.get(move, 0) + n
            won[move] = won.get(move, 0.0) + n * share
    return [(move, n, won[move] / n if n else 0.0) for move, n in visits.items()]
