"""The house's thinking in Kata TCG: whole turns, compared by what may follow.

First all ways to play the turn are found and the best-looking ends of the turn become candidates. Then each candidate
is tried in many worlds, that is fair deals of what the mover cannot know: both sides play on for a few turns, each by
the turn that looks best from what that side knows, and the last position is judged. Every candidate sees the same
worlds in the same order, and promising ones see more of them.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import kind_of, pack2
from parlour.core.dice import Dice
from parlour.core.state import OVER, Planner
from parlour.core.watch import Watch
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.outlook import KataEvaluator, chance
from parlour.games.kata_tcg.rules import COST, KataRules
from parlour.games.kata_tcg.state import Side, is_ready, serial_of
from parlour.games.kata_tcg.turns import WON, Draft, Turns, path_to

CANDIDATES: Final = 12
ENDS: Final = 60  # ends of the turn among which candidates are looked for; many begin with the same drawn card
ROOT_WIDTH: Final = 100
WIDTH: Final = 8  # of the search for a turn in a world
TURNS: Final = 2  # how many turns are played in a world, the last one only in thought
TO_THE_END: Final = 100  # turns: without decks nothing is unknown, and only the end tells who is ahead
EXPLORE: Final = 0.15
PRIOR: Final = 2.0  # how many worlds the first look is worth
WOULD_PLAY: Final = 70  # how often in a hundred a rival plays a card that it can pay for


class Candidate:
    """A plan for the turn."""

    def __init__(self, plan: list[i64], first_look: float) -> None:
        self.plan: list[i64] = plan
        self.first_look: float = first_look
        self.visits: i64 = 0
        self.won: float = 0.0

    def mean(self, shift: float) -> float:
        """The chance of winning, where first looks have turned out better than they promised by `shift`."""
        return (self.won + PRIOR * (self.first_look + shift)) / (float(self.visits) + PRIOR)


class KataPlanner(Planner):
    """Plans the mover's turn, or its part up to the next drawn card."""

    def __init__(self, root: KataRules, dice: Dice, evaluator: KataEvaluator) -> None:
        super().__init__()
        self.root: KataRules = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice
        self.evaluator: KataEvaluator = evaluator
        self.candidates: list[Candidate] = []
        self.worlds: list[KataRules] = []
        self.surprise: float = 0.0  # summed differences between what was tried and its first look
        self.tries: i64 = 0
        self.watch: Watch = Watch()

    def think(self, iterations: i64, seconds: float) -> None:
        """Try a candidate in a world this many times, or for this long; 0 means no limit."""
        self.watch.start(seconds)
        if len(self.candidates) == 0:
            self.first_look()
        if len(self.candidates) == 1:
            self.iterations += iterations
            return
        done: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over:
            self.once()
            done += 1
            self.watch.up()
        self.iterations += done

    def first_look(self) -> None:
        turns = Turns(self.root, self.evaluator)
        turns.search(ROOT_WIDTH, ENDS)
        sure = turns.best[0].value == WON
        for draft in turns.best:
            if len(self.candidates) == CANDIDATES or (sure and len(self.candidates) > 0):
                break
            plan = self.root_plan(draft)
            if not self.knows(plan):
                self.candidates.append(Candidate(plan, chance(draft.value)))

    def knows(self, plan: list[i64]) -> bool:
        return any(candidate.plan == plan for candidate in self.candidates)

    def root_plan(self, draft: Draft) -> list[i64]:
        world = self.root.copy()
        assert isinstance(world, KataRules)
        return carry_out(world, draft, self.dice)

    def once(self) -> None:
        candidate = self.promising()
        at = candidate.visits
        if at == len(self.worlds):
            self.worlds.append(self.new_world())
        won = self.try_out(candidate.plan, self.worlds[at])
        candidate.won += won
        candidate.visits += 1
        self.surprise += won - candidate.first_look
        self.tries += 1

    def shift(self) -> float:
        return self.surprise / float(self.tries) if self.tries > 0 else 0.0

    def promising(self) -> Candidate:
        """The candidate with the highest upper confidence bound."""
        log = math.log(float(self.tries + 1))
        shift = self.shift()
        best = self.candidates[0]
        highest = -1.0
        for candidate in self.candidates:
            bound = candidate.mean(shift) + EXPLORE * math.sqrt(log / (float(candidate.visits) + 0.5))
            if bound > highest:
                highest = bound
                best = candidate
        return best

    def new_world(self) -> KataRules:
        world = self.root.copy()
        assert isinstance(world, KataRules)
        world.redeal(self.seat, self.dice)
        self.believe(world.side(1 - self.seat))
        return world

    def believe(self, rival: Side) -> None:
        """Change a dealt hand to fit what the rival did: most cards that it could have paid for, it would have played.

        Mana left over stays visible until the next turn.
        """
        if rival.slots == 0 or rival.deck_size == 0:
            return
        hand = rival.hand_cards()
        deck = rival.deck_cards()
        place: i64 = 0
        while place < rival.hand_size:
            if COST[hand[place]] <= rival.mana and self.dice.below(100) < WOULD_PLAY:
                at = self.dice.below(rival.deck_size)
                if COST[deck[at]] > rival.mana:
                    card = hand[place]
                    hand[place] = deck[at]
                    deck[at] = card
            place += 1
        rival.set_hand(hand)
        rival.set_deck(deck)

    def try_out(self, plan: list[i64], dealt: KataRules) -> float:
        """The chance of winning with this plan in this world."""
        world = dealt.copy()
        assert isinstance(world, KataRules)
        turn = world.turn
        for move in plan:
            world.play(move, self.dice)
        while world.mover != OVER and world.turn == turn:
            self.play_part(world)
        ahead: i64 = TURNS if world.side0.deck_size + world.side1.deck_size > 0 else TO_THE_END
        while world.mover != OVER:
            if ahead == 1:
                turns = Turns(world, self.evaluator)
                turns.search(WIDTH, 1)
                looks = chance(turns.best[0].value)
                return looks if world.mover == self.seat else 1.0 - looks
            turn = world.turn
            while world.mover != OVER and world.turn == turn:
                self.play_part(world)
            ahead -= 1
        return 1.0 if world.winner == self.seat else 0.0

    def play_part(self, world: KataRules) -> None:
        """Let the mover play the turn that looks best, up to the next drawn card."""
        turns = Turns(world, self.evaluator)
        turns.search(WIDTH, 1)
        carry_out(world, turns.best[0], self.dice)

    def favourite(self) -> Candidate:
        """The candidate that was tried most often; at first sight, the one that looks best."""
        best = self.candidates[0]
        for candidate in self.candidates:
            if candidate.visits > best.visits or (candidate.visits == best.visits and candidate.won > best.won):
                best = candidate
        return best

    def moves(self) -> list[i64]:
        return self.favourite().plan

    def plans(self) -> list[tuple[list[i64], float]]:
        shift = self.shift()
        best = self.favourite()
        most = best.mean(shift)
        plans: list[tuple[list[i64], float]] = [(best.plan, most)]
        for candidate in self.candidates:
            if candidate is not best:
                plans.append((candidate.plan, min(most, candidate.mean(shift))))
        return plans


def carry_out(world: KataRules, draft: Draft, dice: Dice) -> list[i64]:
    """Play the turn to its planned end, or up to the first drawn card; the decisions made."""
    made: list[i64] = []
    turn = world.turn
    for move in path_to(draft):
        made.append(move)
        world.play(move, dice)
        if kind_of(move) == moves.DRAW or world.mover == OVER:
            return made
    side = world.side(world.mover)
    place: i64 = 0
    while world.turn == turn and world.mover != OVER and place < side.board_size:
        m = side.minion_at(place)
        if is_ready(m):
            move = pack2(moves.FIGHT, serial_of(m), moves.PLAYER)
            made.append(move)
            world.play(move, dice)
        place += 1
    if world.turn == turn and world.mover != OVER:
        made.append(moves.END)
        world.play(moves.END, dice)
    return made
