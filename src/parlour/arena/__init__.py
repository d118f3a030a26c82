"""Matches between any players: clocks, series, ratings."""

from parlour.arena.rating import Rating, rate
from parlour.arena.series import Series, Simulation, play_series, simulate, wilson
from parlour.arena.table import Played, play_match

__all__ = [
    "Played",
    "Rating",
    "Series",
    "Simulation",
    "play_match",
    "play_series",
    "rate",
    "simulate",
    "wilson",
]
