"""OpenSpiel: every game of the house as one of OpenSpiel's Python games. Importing this module registers `parlour`.

game = pyspiel.load_game("parlour(game=kata-tcg,preset=full)")

OpenSpiel wants luck as chance nodes that list every outcome. Here luck is the dice inside a move, with more outcomes
than anybody could list, so a chance node stands before the deal and before every move that rolls, and offers `luck`
seeds for these dice, each equally likely. So whoever clones a state foresees no roll, and a history replays by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import numpy as np
import pyspiel

from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.envs.stepping import reward
from parlour.envs.table import Table
from parlour.games import find

NAME: Final = "parlour"
USUAL: Final[dict[str, Any]] = {"game": "connect-four", "preset": "", "seats": 0, "luck": 256}
MOST_SEATS: Final = 8
LONGEST: Final = 100_000  # decisions and rolls of a game
NOTHING: Final = -1


def game_type(game: AnyGame | None = None) -> Any:
    """What OpenSpiel wants to know of a kind of game; without a game, of all of them."""
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name=game.title if game else "Parlour",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game is None or game.hides
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.seats) if game else MOST_SEATS,
        min_num_players=min(game.seats) if game else 2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=USUAL,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game of the house with its options; `luck` is how many outcomes a chance node has."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = {**USUAL, **(params or {})}
        game = find(str(asked["game"]))
        self.table = Table(game, None, str(asked["preset"]) or None, int(asked["seats"]) or None)
        self.luck = max(1, int(asked["luck"]))
        self.outcomes = [(number, 1.0 / self.luck) for number in range(self.luck)]
        self.words = self.table.lens.words()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.choices,
            max_chance_outcomes=self.luck,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game), info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Sight:
        return Sight(self.table)


class Position:
    """What changes in a game: where it stands, and what waits for luck. Before the deal there is no position."""

    def __init__(self) -> None:
        self.now: State | None = None
        self.rolling = NOTHING  # the move that waits for its dice
        self.steps = 0

    def __deepcopy__(self, known: Any) -> Position:
        twin = Position()
        twin.now = None if self.now is None else self.now.copy()
        twin.rolling, twin.steps = self.rolling, self.steps
        return twin


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position, or a chance node before the deal or a move."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = Position()
        with suppress(OutOfDice):  # else the deal is a chance node
            self.at.now = dealt(game.table, NoDice())

    def current_player(self) -> int:
        at = self.at
        if at.now is None or at.rolling != NOTHING:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if at.now.mover < 0 else int(at.now.mover)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def _legal_actions(self, player: int) -> list[int]:
        now, lens = self.at.now, self.get_game().table.lens
        if now is None or player != now.mover or self.at.rolling != NOTHING:
            return []
        return sorted(int(lens.choice(now, move)) for move in now.moves())

    def _apply_action(self, action: int) -> None:
        at, table = self.at, self.get_game().table
        at.steps += 1
        if at.now is None:
            at.now = dealt(table, self._dice(action))
        elif at.rolling != NOTHING:
            at.now.play(at.rolling, self._dice(action))
            at.rolling = NOTHING
        else:
            move = int(table.lens.move(at.now, action))
            after = at.now.copy()
            try:
                after.play(move, NoDice())
                at.now = after
            except OutOfDice:
                at.rolling = move

    def _dice(self, outcome: int) -> Dice:
        return Seed.parse(str(outcome)).child(self.at.steps).dice("luck")

    def _action_to_string(self, player: int, action: int) -> str:
        return f"luck {action}" if player < 0 else str(self.get_game().words[action])

    def is_terminal(self) -> bool:
        return self.at.now is not None and self.at.rolling == NOTHING and self.at.now.mover < 0

    def returns(self) -> list[float]:
        seats = self.get_game().table.seats
        if not self.is_terminal():
            return [0.0] * seats
        assert self.at.now is not None
        return [float(reward(payoff, seats)) for payoff in self.at.now.payoffs()]

    def __str__(self) -> str:
        if self.at.now is None:
            return "before the deal"
        rolling = "" if self.at.rolling == NOTHING else "\nthe dice are rolling"
        return str(self.get_game().table.in_words(self.at.now)) + rolling


class Sight:
    """What a seat sees, as OpenSpiel asks for it: the numbers of the game's lens, nothing before the deal."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor = np.zeros(table.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        now = state.at.now
        self.tensor[:] = 0.0 if now is None else self.table.observation(now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        self.set_from(state, player)
        names = self.table.lens.names
        return ", ".join(f"{names[at]} {self.tensor[at]:g}" for at in np.flatnonzero(self.tensor))


def dealt(table: Table, dice: Dice) -> State:
    state: State = table.game.new(table.options, table.seats, dice)
    state.heard = None
    return state


pyspiel.register_game(game_type(), SpielGame)
