"""Many games in one call: numpy arrays in and out, new games where one has ended, loops in compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.envs.stepping import FINE, Stepper
from parlour.envs.table import Opponents, Table, array_of

MOST_GAMES = 1_000_000


class Step(NamedTuple):
    """What a call leaves behind, a row for each game.

    `observation` and `mask` belong to the seat in `mover`, which decides next. If `ended`, a game has just ended,
    `reward` has its result for every seat, and the rest shows the next game already. All arrays are reused by the next
    call; `mask`, `mover`, `reward` and `ended` can be read only.
    """

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    mover: NDArray[np.int64]
    reward: NDArray[np.float64]
    ended: NDArray[np.bool_]


class Batch:
    """`games` games side by side. The caller plays every seat that no word in `others` gives to a player of the house.

    `seed` seeds all games; a list gives each its own. The same seeds and the same actions give the same arrays.
    `out` may name the array that observations are written into: float32, a row for each game.
    """

    def __init__(
        self,
        game: str | AnyGame,
        games: int = 256,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
        others: Mapping[int, str] | None = None,
        seed: int | Sequence[int] | None = None,
        out: NDArray[np.float32] | None = None,
    ) -> None:
        if not isinstance(games, int | np.integer) or not 1 <= games <= MOST_GAMES:
            raise Refused(f"A batch has 1 to {MOST_GAMES} games, not {games}.", "bad-batch")
        games = int(games)
        self.table = Table(game, options, preset, seats)
        self.games = games
        self.opponents = Opponents(self.table, others or {})
        ours = [seat for seat in range(self.table.seats) if seat not in self.opponents.words]
        if not ours:
            raise Refused("Leave at least one seat to play yourself.", "bad-seat")
        self.stepper = Stepper(
            self.table.lens,
            games,
            self.table.seats,
            sum(1 << seat for seat in ours),
            self.opponents.random,
            self._start,
            self._reply,
        )
        shape = (games, self.table.size)
        if out is not None and not (
            isinstance(out, np.ndarray) and out.shape == shape and out.dtype == np.float32 and out.flags.writeable
        ):
            raise Refused(
                f"Observations need a float32 array of {games} rows and {shape[1]} columns that can be written into.",
                "bad-batch",
            )
        self.observation = np.zeros(shape, np.float32) if out is None else out
        inside = self.stepper
        self._numbers = array_of(inside.numbers.values, np.float64).reshape(shape)
        self._step = Step(
            self.observation,
            array_of(inside.mask, np.int8).reshape(games, self.table.choices),
            array_of(inside.movers, np.int64),
            array_of(inside.rewards, np.float64).reshape(games, self.table.seats),
            array_of(inside.ended, np.bool_),
        )
        self._seed(seed)

    @property
    def names(self) -> list[str]:
        """What the numbers of an observation mean."""
        return list(self.table.lens.names)

    @property
    def words(self) -> list[str]:
        """What the actions mean."""
        return self.table.lens.words()

    def reset(self, seed: int | Sequence[int] | None = None) -> Step:
        """New games everywhere; without a seed, those that follow the ones so far."""
        if seed is not None:
            self._seed(seed)
        self.stepper.begin()
        return self._look()

    def step(self, actions: NDArray[Any] | Iterable[int]) -> Step:
        """Play an action in every game. If one is not legal, nothing is played and the call is refused."""
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            given = np.empty((0, 0))
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise Refused("Actions are a row of whole numbers, one for each game.", "bad-batch")
        if len(given) != self.games:
            raise Refused(f"{self.games} games need as many actions, not {len(given)}.", "bad-batch")
        chosen: list[int] = given.astype(np.int64, copy=False).tolist()
        if len(self.stepper.states) == 0:
            raise Refused("Call reset() before the first step.", "bad-batch")
        wrong = int(self.stepper.wrong(chosen))
        if wrong != FINE:
            raise Refused(f"Action {chosen[wrong]} is not legal in game {wrong}; see its row of the mask.", "illegal")
        self.stepper.step(chosen)
        return self._look()

    def lengths(self) -> NDArray[np.int64]:
        """How many decisions of all seats the game that ended last in each row had."""
        return array_of(self.stepper.last_lengths, np.int64)

    def close(self) -> None:
        self.opponents.close()

    def _look(self) -> Step:
        np.copyto(self.observation, self._numbers, casting="same_kind")
        return self._step

    def _seed(self, seed: int | Sequence[int] | None) -> None:
        if seed is None or isinstance(seed, int | np.integer):
            root = self.table.seeds(None if seed is None else int(seed))
            self._seeds = [root.child(number) for number in range(self.games)]
        else:
            if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray):
                raise Refused(f"A seed is a whole number, or a list of one for each game, not {seed!r}.", "bad-seed")
            if len(seed) != self.games:
                raise Refused(f"{self.games} games need as many seeds, not {len(seed)}.", "bad-batch")
            self._seeds = [self.table.seeds(int(each)) for each in seed]
        self._played = [0] * self.games

    def _start(self, number: int) -> tuple[State, Dice]:
        seed: Seed = self._seeds[number].child(self._played[number])
        self._played[number] += 1
        if self.opponents.words:
            self.opponents.begin(number, seed)
        return self.table.start(seed)

    def _reply(self, number: int, seat: int) -> int:
        return self.opponents.choose(number, self.stepper.states[number])
