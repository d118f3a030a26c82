"""The evaluators that training compares, as plain data that can be sent to other processes."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.bots.player import Player
from parlour.bots.seat_words import SeatWord
from parlour.bots.thinkers import SearchPlayer
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.evaluator import LinearEvaluator
from parlour.core.game import AnyGame
from parlour.core.state import Evaluator


class Mind(msgspec.Struct, frozen=True):
    """Weights of a linear evaluator, or the game's own evaluator, or its hand-written judge."""

    name: str  # in sentences: "the judge"
    own: bool = False  # whatever `Game.evaluator` says
    judge: float = 1.0
    weights: list[float] = []  # none: the judge alone
    habit: list[float] = []

    def evaluator(self, game: AnyGame) -> Evaluator:
        if self.own:
            return game.evaluator()
        if not self.weights and not self.habit:
            return Evaluator()
        return LinearEvaluator(self.judge, self.weights or [0.0] * len(game.features), self.habit)

    def player(self, word: SeatWord, game: AnyGame, dice: Dice) -> SearchPlayer:
        """A player that thinks as the seat word says and judges with this mind."""
        player: Player = word.player(game, dice, 1)
        if not isinstance(player, SearchPlayer):
            raise Refused(
                f"The player {word.text!r} asks no evaluator: train with a search, as in `search:iterations=200`.",
                "bad-seat",
            )
        player.evaluator = self.evaluator(game)
        return player


JUDGE: Final = Mind("the judge")
