"""Is a game's lens true? Named, bounded numbers that leak nothing, and a place for every legal move."""

from __future__ import annotations

import math
from array import array
from typing import Any, Final

from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.lens import Lens, Numbers
from parlour.core.match import Match
from parlour.core.state import State
from parlour.core.testing.leaks import is_looked_at
from parlour.core.testing.positions import place, random_match

MATCHES: Final = 2
LAST_PLY: Final = 120
WATCHED_SEATS: Final = 3
SIBLINGS: Final = 6
TOLERANCE: Final = 1e-6


def check_lens(game: AnyGame, seats: int, options: Any = None) -> None:
    """Observations have a fixed length, keep their bounds and tell nothing hidden; every legal move has one place."""
    asked = Looks(game, seats, options)
    asked.check_names()
    for seed in range(60, 60 + MATCHES):
        for match, dice in random_match(game, seats, seed, options):
            asked.here = place(match, seed)
            if is_looked_at(len(match.plies)) or match.over:
                asked.look(match, dice)
            elif not match.over:
                asked.check_choices(match.state)
            if len(match.plies) >= LAST_PLY:
                break


class Looks:
    """What a lens showed so far."""

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:
        self.game = game
        self.seats = seats
        read = options if isinstance(options, game.Options) else game.read_options(options)
        self.lens: Lens = game.lens(read, seats)
        self.numbers = Numbers(1, self.lens.size)
        self.choices: dict[tuple[int, bytes], frozenset[int]] = {}  # by seat and what it saw
        self.here = f"{game.name}, {seats} seats"

    def check_names(self) -> None:
        lens, words = self.lens, self.lens.words()
        size = int(lens.size)
        assert size and len(lens.names) == size, f"{self.here}: {len(lens.names)} names for {size} numbers"
        assert len(set(lens.names)) == size, f"{self.here}: two numbers of an observation have the same name"
        for name, low, high in zip(lens.names, lens.lows, lens.highs, strict=True):
            assert math.isfinite(low) and math.isfinite(high), f"{self.here}: {name!r} has no bounds"
            assert low < high, f"{self.here}: {name!r} is bounded by {low} and {high}"
        assert len(words) == int(lens.choices), f"{self.here}: {len(words)} words for {lens.choices} places"
        assert len(set(words)) == len(words), f"{self.here}: two places of the index have the same words"

    def see(self, state: State, seat: int) -> bytes:
        """An observation as single-precision numbers, which is how learning programs get it."""
        self.numbers.begin(0)
        self.lens.observe(state, seat, self.numbers)
        found = array("f", self.numbers.row_values(0))
        for name, low, high, value in zip(self.lens.names, self.lens.lows, self.lens.highs, found, strict=True):
            assert math.isfinite(value), f"{self.here}: {name!r} is {value} for seat {seat}"
            assert low - TOLERANCE <= value <= high * (1 + TOLERANCE), (
                f"{self.here}: {name!r} is {value} for seat {seat}, but bounded by {low} and {high}"
            )
        return found.tobytes()

    def look(self, match: Match, dice: Dice) -> None:
        state = match.state
        seats = list(range(match.seats))
        while len(seats) > WATCHED_SEATS:
            seats.pop(dice.below(len(seats)))
        for seat in seats:
            seen = self.see(state, seat)
            if self.game.hides:
                redealt = state.copy()
                redealt.redeal(seat, dice)
                self.same("redeal", seat, seen, self.see(redealt, seat))
            imagined = self.game.imagine(match.view(seat), dice)
            self.same("imagine", seat, seen, self.see(imagined, seat))
        if not match.over:
            self.check_choices(state)
            moves = [int(move) for move in state.moves()]
            for _ in range(min(SIBLINGS, len(moves))):
                twin = state.copy()
                twin.play(moves.pop(dice.below(len(moves))), dice)
                if twin.mover >= 0:
                    self.check_choices(twin)

    def same(self, how: str, seat: int, one: bytes, other: bytes) -> None:
        if one == other:
            return
        values = zip(self.lens.names, array("f", one), array("f", other), strict=True)
        name, here, there = next(each for each in values if each[1] != each[2])
        raise AssertionError(
            f"{self.here}: {how} changes {name!r} from {here} to {there} for seat {seat}, which cannot know it"
        )

    def check_choices(self, state: State) -> None:
        """Every legal move has a place of its own, and positions that look the same offer the same places."""
        lens, words = self.lens, self.game.moves.to_words
        found: dict[int, int] = {}
        for move in map(int, state.moves()):
            choice = int(lens.choice(state, move))
            assert 0 <= choice < lens.choices, f"{self.here}: {words(move)!r} has the place {choice}"
            assert choice not in found, (
                f"{self.here}: {words(move)!r} and {words(found[choice])!r} share the place {choice}"
            )
            found[choice] = move
        some = next(iter(found))
        assert int(lens.move(state, some)) == found[some], f"{self.here}: the place {some} does not lead back"
        other = next((n for n in range(lens.choices) if n not in found), None)
        assert other is None or int(lens.move(state, other)) < 0, f"{self.here}: the place {other} has a move"
        seat = int(state.mover)
        seen = self.see(state, seat)
        before = self.choices.setdefault((seat, seen), frozenset(found))
        assert before == frozenset(found), (
            f"{self.here}: seat {seat} sees the same as in another position, but may choose "
            f"{_listed(lens, before ^ frozenset(found))} in only one of them"
        )


def _listed(lens: Lens, choices: frozenset[int]) -> str:
    words = lens.words()
    return ", ".join(words[choice] for choice in sorted(choices)[:5])
