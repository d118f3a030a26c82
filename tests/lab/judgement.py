"""How often the review judges solved positions right: `python -m tests.lab.judgement GAME --positions 100`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.lab.solved_positions import SOURCES, Solved, solved

from parlour.arena.series import wilson
from parlour.core.seed import Seed
from parlour.lab.review.findings import BAD
from parlour.lab.review.names import verdict
from parlour.lab.review.playing_on import HABIT, Entry, House
from parlour.lab.review.reviewing import EFFORTS
from parlour.lab.review.weighing import Weighing


class Judged(NamedTuple):
    """What the review says of a position in which the worst move was played."""

    position: Solved
    weighing: Weighing

    @property
    def found(self) -> bool:
        """Whether the move that it would make is a best one."""
        return self.position.is_right(self.weighing.best)

    @property
    def named(self) -> bool:
        """Whether the worst move got a bad name."""
        loss, error = self.weighing.loss
        return verdict(loss, error, self.weighing.seats, self.weighing.best == self.weighing.played) in BAD


def judge(position: Solved, seed: Seed, effort: str = "normal") -> Judged:
    """Weigh the position as a review does until it is settled."""
    game, clear = position.game, not position.game.hides
    how = EFFORTS[effort].without_luck() if clear else EFFORTS[effort]
    view, entry = game.view(position.state, position.seat), Entry(position.seat, position.worst)
    thought = game.played_on if clear else HABIT
    weighing = Weighing(House(game), view, entry, seed, thought, clear)
    weighing.widen(how.first)
    weighing = weighing.with_thought(game.played_on)
    weighing.widen(max(how.first, how.curve // 2))
    worlds = how.first
    while worlds < how.most and not weighing.settled():
        worlds *= 2
        weighing.widen(min(worlds, how.most))
    return Judged(position, weighing)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", choices=[*SOURCES, "all"])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--effort", choices=list(EFFORTS), default="normal")
    parser.add_argument("--show", action="store_true", help="what was judged wrong")
    given = parser.parse_args(arguments)
    for source in SOURCES if given.source == "all" else [given.source]:
        measure(source, given.positions, given.seed, given.effort, given.show)


def measure(source: str, number: int, first: int, effort: str, show: bool) -> None:
    found = named = total = shifted = 0
    began, thinking = time.process_time(), 0.0
    for position in solved(source, number, first):
        before = time.process_time()
        judged = judge(position, Seed.parse(str(total)), effort)
        thinking += time.process_time() - before
        total += 1
        shifted += position.shifted
        found += judged.found
        named += judged.named
        if show and not (judged.found and judged.named):
            tell(judged)
    solving = time.process_time() - began - thinking
    low, high = wilson(found / total, total)
    print(
        f"{source}: best move right {found} of {total} ({100 * low:.0f} to {100 * high:.0f} %), "
        f"worst move called bad {named}; "
        f"{shifted} shifted; {solving:.1f} s to find and solve, {thinking:.1f} s to judge",
        flush=True,
    )


def tell(judged: Judged) -> None:
    position, weighing = judged.position, judged.weighing
    print(f"best {position.best:.2f}, judged in {weighing.number} worlds; loss {weighing.loss}")
    for move, (low, high) in position.values.items():
        words = position.game.moves.to_words(move)
        marks = ("*" if move == weighing.best else "") + ("x" if move == weighing.played else "")
        mean = "      "
        if weighing.values.get(move):
            mean = f"{sum(v[weighing.seat] for v in weighing.values[move]) / len(weighing.values[move]):6.3f}"
        print(f"  {low:.2f}-{high:.2f} {mean} {words} {marks}")


if __name__ == "__main__":
    main()
