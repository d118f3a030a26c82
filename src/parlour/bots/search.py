"""Information-set Monte Carlo tree search: the house's thinking player, compiled.

Single observer: each iteration deals again what the observer cannot know (`redeal`), walks down one tree of moves
that all these worlds share, tries one new move, plays on a little, and judges. Chance is open loop: the dice are
rolled again in each iteration, and the tree branches only on decisions.

So that thinking is never worse than its judge:

* A position that is visited again is first looked at one move ahead. Its moves start with what the judge says of
  them, and the promising ones are tried first, instead of each of them once in random order.
* How eagerly it explores depends on how much results differ. A judge who says 0.45 or 0.55 is heard as clearly as
  playouts that say 0 or 1; otherwise rivals in the tree would play nearly at random.
* Where neither luck nor anything hidden lies between the root and a position, what the judge says is also backed up
  by minimax, and counts the more, the better the judge agrees with itself one move later. Results are proven.
* Where hands are hidden, a rival chooses by its own cards: it takes the move that looks best in a world dealt again
  from where it sits. Otherwise it would know our hand and not its own.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.bots.playout import play_out
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, State
from parlour.core.watch import Watch

WORLDS: Final = 4  # in this many worlds the moves at the root are examined, if anything is hidden or left to luck
WIDE: Final = 8  # a position with more moves than this is visited more often before they are all looked at
SURE_WIN: Final = 1.0 - 1e-9
UNKNOWN: Final = 1e9  # the bound of a move of which nothing is known
FIRST_LOOK: Final = 2.0  # the first look at a move counts as this many visits
LEAST_TRUST: Final = 0.3  # how much minimax counts if the judge does not agree with itself
FEW: Final = 6  # of its moves that went best so far a rival looks at with its own cards
EAGER: Final = 1.4  # how eagerly an exploring search explores, in standard deviations of its results


class Node:
    """A node of the tree: reached by `move`, and counting the winnings of the seat that chose it."""

    def __init__(self, move: i64, chooser: i64, clear: bool) -> None:
        self.move: i64 = move
        self.chooser: i64 = chooser
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often the move was legal when its parent was visited
        self.won: float = 0.0  # summed payoffs of the seat that chose this move
        self.looked: i64 = 0  # in how many worlds it was looked at
        self.look: float = 0.5  # how good the position after it looks to its chooser
        self.weight: float = 0.0  # as how many visits that counts
        self.clear: bool = clear  # neither luck nor anything hidden lies between the root and this position
        self.hope: list[float] = []  # if clear: what every seat can expect if all play as they judge
        self.proven: bool = False  # `hope` is the result of the game
        self.opened: bool = False  # if clear: every move from here has been looked at
        self.children: list[Node] = []


class Search:
    """The search for one decision. `think` may be called again to think longer.

    With `model` rivals are expected to move as in playouts, and the tree branches only on our own decisions. That is
    for games with good playouts. With `hands` every seat has something of its own to hide, and rivals choose by what
    they know. `worlds` are guesses at what is hidden to use instead of dealing again. If positions are not `judged`, a
    look ahead only shows results. `explore` below 0 lets the search find out how eagerly to explore.
    """

    def __init__(
        self,
        root: State,
        seat: i64,
        dice: Dice,
        explore: float,
        depth: i64,
        model: bool = False,
        evaluator: Evaluator | None = None,
        hands: bool = False,
        judged: bool = True,
        worlds: list[State] | None = None,
    ) -> None:
        self.root_state: State = root
        self.seat: i64 = seat
        self.dice: Dice = dice
        self.own: Dice = dice.fork()  # for the search's own choices: the rules' dice show where luck decides
        self.own_pace: bool = explore < 0.0
        self.explore: float = 0.0 if explore < 0.0 else explore
        self.depth: i64 = depth  # playout moves before the judge decides; 0: judge at once
        self.model: bool = model
        self.hands: bool = hands
        self.judged: bool = judged
        self.worlds: list[State] = [] if worlds is None else worlds
        self.evaluator: Evaluator = Evaluator() if evaluator is None else evaluator
        self.root: Node = Node(-1, -1, not model)
        self.telling: dict[i64, i64] = {}  # by how often it looked best to a rival with its own cards
        self.sights: i64 = 0  # how often a rival looked so
        self.watch: Watch = Watch()
        self.iterations: i64 = 0
        self.states: i64 = 0
        self.results: float = 0.0  # of the searching seat, summed
        self.squares: float = 0.0  # and their squares
        self.differences: float = 0.0  # between the best and the worst move as judged, summed over positions
        self.errors: float = 0.0  # how far the best move's judgement was from that of the position before it

    def think(self, iterations: i64, seconds: float) -> None:
        """Search for `iterations` (0: no limit) or `seconds` (0: no limit), or until the result is proven.

        When time is up, the current iteration is judged where it is, however slow a playout is.
        """
        self.watch.start(seconds)
        done: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over and not self.root.proven:
            self.iterate()
            done += 1
        self.iterations += done

    def iterate(self) -> None:
        dice = self.dice
        watch = self.watch
        node = self.root
        state = self.world()
        path: list[Node] = [node]
        fresh = False
        while state.mover != OVER and not fresh and not node.proven:
            mover = state.mover
            if self.model and mover != self.seat:
                state.play(self.evaluator.playout_move(state, dice), dice)
            else:
                options = self.options(node, state.candidates(), mover)
                self.look_ahead(node, options, state)
                by_hand = self.hands and mover != self.seat and not node.clear and len(options) > 1
                node = self.select_by_hand(options, state) if by_hand else self.select(options)
                fresh = node.visits == 0
                path.append(node)
                if watch.over:  # in the middle of a look ahead: there is no time to play on
                    break
                before0 = dice.s0
                before3 = dice.s3
                state.play(node.move, dice)
                if node.clear and (dice.s0 != before0 or dice.s3 != before3):
                    node.clear = False
            self.states += 1
            if watch.up():
                break
        self.count(path, self.outcome(node, state))

    def world(self) -> State:
        """A fair guess at what is hidden: one of those given, else a new deal."""
        before0 = self.dice.s0
        before3 = self.dice.s3
        known: i64 = len(self.worlds)
        if known > 0:
            state = self.worlds[self.own.below(known)].copy()
        else:
            state = self.root_state.copy()
            state.redeal(self.seat, self.dice)
        state.settle(self.seat)
        if known > 0 or self.dice.s0 != before0 or self.dice.s3 != before3:
            self.root.clear = False
        return state

    def options(self, node: Node, moves: list[i64], mover: i64) -> list[Node]:
        """The children for these moves, in the same order. Most worlds offer the same moves in the same order."""
        found: list[Node] = []
        children = node.children
        at: i64 = 0
        for move in moves:
            n: i64 = len(children)
            tried: i64 = 0
            while tried < n and children[at].move != move:
                at += 1
                if at == n:
                    at = 0
                tried += 1
            if tried == n:
                child = Node(move, mover, node.clear)
                children.append(child)
                at = 0
            else:
                child = children[at]
                at += 1
                if at == n:
                    at = 0
            child.offered += 1
            found.append(child)
        return found

    def look_ahead(self, node: Node, options: list[Node], state: State) -> None:
        """Look at the positions after these moves, unless that was done or would cost more than it is worth now."""
        if node.opened or (len(options) < 2 and not node.clear):
            return
        at_root = node is self.root
        if not at_root and node.visits * WIDE < len(options):
            return
        dice = self.dice
        watch = self.watch
        complete = True
        for child in options:
            often: i64 = WORLDS if at_root and not child.clear else 1
            if child.looked >= often:
                continue
            if watch.over:
                return
            after = state.copy()
            before0 = dice.s0
            before3 = dice.s3
            after.play(child.move, dice)
            if dice.s0 != before0 or dice.s3 != before3:
                child.clear = False
                often = WORLDS if at_root else 1
            over = after.mover == OVER
            values = after.payoffs() if over else self.evaluator.judge_all(after)
            child.looked += 1
            child.look += (values[child.chooser] - child.look) / float(child.looked)
            if over or self.judged:
                child.weight = FIRST_LOOK
            if child.clear:
                child.hope = values
                child.proven = over
            elif child.looked < often:
                complete = False
            watch.up()
        if node.clear and complete:
            node.opened = True
            self.compare(node, options)
            self.back_up(node, options)

    def compare(self, node: Node, options: list[Node]) -> None:
        """Does the judge agree with itself one move later?"""
        best = 0.0
        worst = 1.0
        for child in options:
            best = max(best, child.look)
            worst = min(worst, child.look)
        if len(node.hope) > 0:
            self.differences += best - worst
            self.errors += abs(best - node.hope[options[0].chooser])

    def back_up(self, node: Node, options: list[Node]) -> bool:
        """What can be expected from this position if its mover makes the best move; returns whether that changed."""
        best: Node | None = None
        most = -1.0
        open_moves: i64 = 0
        for child in options:
            if not child.proven:
                open_moves += 1
            value = child.hope[child.chooser] if child.clear else child.look
            if value > most:
                most = value
                best = child
        if best is None or not best.clear:
            return False
        proven = best.proven and (open_moves == 0 or most >= SURE_WIN)
        if proven == node.proven and node.hope is best.hope:
            return False
        node.hope = best.hope
        node.proven = proven
        return True

    def select(self, options: list[Node]) -> Node:
        """The best by UCB over the worlds that offered it; any move of which nothing is known comes first."""
        trust = self.trust()
        best = options[0]
        best_value = -1.0
        ties: i64 = 0
        for child in options:
            value = self.bound(child, trust)
            if value > best_value:
                best_value = value
                best = child
                ties = 1
            elif value == best_value:
                ties += 1
                if self.own.below(ties) == 0:
                    best = child
        return best

    def bound(self, child: Node, trust: float) -> float:
        """The most that this move may promise (UCB)."""
        if child.visits == 0 and child.weight == 0.0:
            return -0.5 if self.watch.over else UNKNOWN
        if child.proven:
            return child.hope[child.chooser]
        return worth(child, trust) + self.explore * math.sqrt(
            math.log(float(child.offered)) / (float(child.visits) + 1.0)
        )

    def select_by_hand(self, options: list[Node], state: State) -> Node:
        """A rival's choice: the move that looks best with what it knows, and among equals the most promising one."""
        mover = state.mover
        seen = state.copy()
        seen.redeal(mover, self.own)
        best = options[0]
        best_look = -1.0
        worst_look = 2.0
        for child in self.considered(options):
            after = seen.copy()
            after.play(child.move, self.own)
            values = after.payoffs() if after.mover == OVER else self.evaluator.judge_all(after)
            look = values[mover]
            worst_look = min(worst_look, look)
            if look > best_look:
                best_look = look
                best = child
            if self.watch.up():
                break
        if best_look > worst_look:
            self.telling[best.move] = self.telling.get(best.move, 0) + 1
        return best

    def considered(self, options: list[Node]) -> list[Node]:
        """The moves that a rival looks at with its own cards, the most promising first.

        What has proved bad against our hand may be good as far as the rival knows. So moves that looked best to
        somebody elsewhere are considered too, and any one.
        """
        self.sights += 1
        if len(options) <= FEW or self.sights <= WIDE:
            return self.promising(options, len(options))
        found = self.promising(options, FEW)
        first: Node | None = None
        second: Node | None = None
        most: i64 = 0
        more: i64 = 0
        for child in options:
            often: i64 = self.telling.get(child.move, 0)
            if often > most:
                second = first
                more = most
                first = child
                most = often
            elif often > more:
                second = child
                more = often
        if first is not None:
            found.append(first)
        if second is not None:
            found.append(second)
        found.append(options[self.own.below(len(options))])
        return found

    def promising(self, options: list[Node], most: i64) -> list[Node]:
        """So many moves with the highest bounds, the highest first; among unknown ones in random order."""
        trust = self.trust()
        found: list[Node] = []
        bounds: list[float] = []
        for child in options:
            bound = self.bound(child, trust)
            if bound >= UNKNOWN:
                bound += float(self.own.next32())
            place: i64 = len(bounds)
            while place > 0 and bounds[place - 1] < bound:
                place -= 1
            if place < most:
                bounds.insert(place, bound)
                found.insert(place, child)
                if len(found) > most:
                    bounds.pop()
                    found.pop()
        return found

    def trust(self) -> float:
        """How much minimax of what the judge says counts beside the results."""
        if self.differences <= 0.0:
            return LEAST_TRUST
        return max(LEAST_TRUST, 1.0 - 2.0 * self.errors / self.differences)

    def outcome(self, node: Node, state: State) -> list[float]:
        """What this iteration brought every seat: the result, or what is judged after playing on from `state`."""
        if node.proven:
            return node.hope
        if state.mover == OVER:
            return state.payoffs()
        if self.watch.over or self.depth == 0:
            return self.evaluator.judge_all(state)
        self.states += play_out(state, self.dice, self.depth, self.watch, self.evaluator)
        return state.payoffs() if state.mover == OVER else self.evaluator.judge_all(state)

    def count(self, path: list[Node], values: list[float]) -> None:
        """Tell every node on the way what it brought."""
        changed = True
        at: i64 = len(path) - 1
        while at >= 0:
            node = path[at]
            node.visits += 1
            if node.chooser >= 0:
                node.won += values[node.chooser]
            if changed and at + 1 < len(path):
                changed = node.opened and node.clear and self.back_up(node, node.children)
            at -= 1

        if self.own_pace:
            self.set_pace(values[self.seat])

    def set_pace(self, result: float) -> None:
        """Explore as eagerly as results differ."""
        self.results += result
        self.squares += result * result
        n = float(self.root.visits)
        variance = self.squares / n - (self.results / n) * (self.results / n)
        self.explore = EAGER * math.sqrt(max(variance, 0.0) + 0.02 / n)

    def tally(self) -> list[tuple[i64, i64, float]]:
        """The moves at the root with their visits and the share of winnings that they promise."""
        trust = self.trust()
        return [(child.move, child.visits, worth(child, trust)) for child in self.root.children]


def worth(child: Node, trust: float) -> float:
    """The share of winnings that this move promises: as it went, as it looked, and as play by the judge ends."""
    if child.proven:
        return child.hope[child.chooser]
    visits = float(child.visits) + child.weight
    if visits == 0.0:
        return 0.0
    value = (child.won + child.weight * child.look) / visits
    if child.clear and len(child.hope) > 0:
        value += trust * (child.hope[child.chooser] - value)
    return value
