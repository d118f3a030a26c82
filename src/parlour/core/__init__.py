"""What a game is made of: dice, moves, states, views, events, records. No input or output except record files."""

from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Reason, Refused
from parlour.core.events import EventTable, event, secret
from parlour.core.game import AnyGame, Game, NoOptions
from parlour.core.match import Match, Ply
from parlour.core.moves import MoveTable, kind, number, word
from parlour.core.seed import Seed
from parlour.core.state import OVER, State

__all__ = [
    "OVER",
    "AnyGame",
    "Clock",
    "Dice",
    "EventTable",
    "Game",
    "Match",
    "MoveTable",
    "NoOptions",
    "Ply",
    "Reason",
    "Refused",
    "Seed",
    "State",
    "event",
    "kind",
    "number",
    "secret",
    "word",
]
