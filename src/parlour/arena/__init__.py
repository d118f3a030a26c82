"""Matches between any players: clocks, series, tournaments."""

from parlour.arena.rating import Rating, Tournament, rate, tournament
from parlour.arena.series import Series, Simulation, play_series, simulate, wilson
from parlour.arena.table import Played, play_match

__all__ = [
    "Played",
    "Rating",
    "Series",
    "Simulation",
    "Tournament",
    "play_match",
    "play_series",
    "rate",
    "simulate",
    "tournament",
    "wilson",
]
