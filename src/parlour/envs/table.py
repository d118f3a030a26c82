"""What all environments share: a game with its options and its lens, and the house's players in other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.bots.player import Player
from parlour.bots.seat_words import SeatWord, read_word
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.lens import Lens, Numbers
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.games import find

RANDOM = "random"
N = TypeVar("N", bound=np.generic)


def array_of(values: Any, kind: type[N]) -> NDArray[N]:
    """What compiled code writes, as an array to be read only, without copying."""
    found: NDArray[N] = np.frombuffer(values, kind)
    return found


class Table:
    """A game as it is set up: which one, with which options, for how many seats."""

    def __init__(
        self, game: str | AnyGame, options: Mapping[str, Any] | None, preset: str | None, seats: int | None
    ) -> None:
        self.game: AnyGame = find(game) if isinstance(game, str) else game
        self.options = self.game.read_options(options, preset)
        self.seats = self.game.default_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.game.check(self.options, self.seats)
        self.lens: Lens = self.game.lens(self.options, self.seats)
        self.size, self.choices = int(self.lens.size), int(self.lens.choices)

    def start(self, seed: Seed) -> tuple[State, Dice]:
        """A new game and the dice that it goes on with; the same seed gives the same game."""
        dice = seed.dice("game")
        state: State = self.game.new(self.options, self.seats, dice)
        state.heard = None
        return state, dice

    def observation_space(self) -> spaces.Box:
        lows = np.array(self.lens.lows, np.float32)
        return spaces.Box(lows, np.array(self.lens.highs, np.float32), dtype=np.float32)

    def observation(self, state: State, seat: int) -> NDArray[np.float32]:
        numbers = Numbers(1, self.size)
        self.lens.observe(state, seat, numbers)
        return array_of(numbers.values, np.float64).astype(np.float32)

    def mask(self, state: State) -> NDArray[np.int8]:
        """1 for every choice that the mover has, otherwise 0; all 0 when the game is over."""
        found = np.zeros(self.choices, np.int8)
        for move in state.moves():
            found[self.lens.choice(state, move)] = 1
        return found

    def in_words(self, state: State) -> str:
        """The table as a spectator sees it."""
        names = [f"Seat {seat}" for seat in range(self.seats)]
        return self.game.say_view(self.game.view(state, None), names, self.options)

    def seeds(self, seed: int | None) -> Seed:
        return Seed.fresh() if seed is None else Seed.parse(str(seed))


class Opponents:
    """Players of the house in some seats of many games.

    They get their view and their moves, as at any table, but no list of what happened: they judge by what they see.
    """

    def __init__(self, table: Table, words: Mapping[int, str]) -> None:
        self.table = table
        self.words: dict[int, SeatWord] = {}
        for seat, word in words.items():
            if not 0 <= seat < table.seats:
                raise Refused(f"There is no seat {seat}: seats are numbered from 0 to {table.seats - 1}.", "bad-seat")
            self.words[seat] = read_word(table.game, word)
        self.random = sum(1 << seat for seat, word in self.words.items() if word.name == RANDOM)
        self.players: dict[tuple[int, int], Player] = {}  # by number of the game, and seat
        self.plies: dict[int, int] = {}

    def begin(self, number: int, seed: Seed) -> None:
        """The players of a new game."""
        self.plies[number] = 0
        for seat, word in self.words.items():
            if word.name == RANDOM:
                continue
            old = self.players.pop((number, seat), None)
            if old is not None:
                old.close()
            player = word.player(self.table.game, seed.dice(f"seat {seat}"), workers=1)
            player.hello(self._hello(seat))
            self.players[number, seat] = player

    def _hello(self, seat: int) -> Hello:
        table = self.table
        names = [f"Seat {each}" for each in range(table.seats)]
        options = msgspec.to_builtins(table.options)
        return Hello(table.game.name, table.game.version, seat, table.seats, names, options, Clock(), "")

    def choose(self, number: int, state: State) -> int:
        """The move of the player whose turn it is."""
        game, seat = self.table.game, int(state.mover)
        moves = [int(move) for move in state.moves()]
        self.plies[number] += 1
        turn = Turn(self.plies[number], game.view(state, seat), [game.moves.to_json(move) for move in moves])
        choice = self.players[number, seat].choose(turn)
        return moves[choice] if isinstance(choice, int) else game.moves.from_json(choice)

    def close(self) -> None:
        for player in self.players.values():
            player.close()
        self.players.clear()
