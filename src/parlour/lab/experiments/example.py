"""An experiment to begin with, for any game: a file with comments, made from what the game has."""

from __future__ import annotations

from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import LabExperiment, LabFactor, LabGame, LabValue
from parlour.core.seed import Seed
from parlour.lab.experiments.design import Design
from parlour.lab.experiments.factors import PLAYERS, PRESET, SEATS, factors_of
from parlour.lab.experiments.metrics import METRICS
from parlour.lab.experiments.reading import value_text


def about(game: AnyGame) -> LabGame:
    """What the lab can ask about a game."""
    factors = factors_of(game)
    players = next(factor for factor in factors if factor.name == PLAYERS)
    return LabGame(
        game=game.name,
        title=game.title,
        seats=list(game.seats),
        default_seats=game.default_seats,
        players=[value.name for value in players.values],
        presets=[LabValue(name, name) for name in game.presets],
        factors=factors,
        metrics=list(METRICS),
        had=game.had_kinds(),
        example=example(game),
    )


def example(game: AnyGame) -> str:
    """A file with comments."""
    factors = factors_of(game)
    lead = _lead(factors)
    metrics = "\n".join(f"#   {metric.name:<11} {metric.means}" for metric in METRICS)
    others = "\n".join(f"# {_line(factor)}" for factor in factors if factor is not lead)
    preset = _preset(game, lead)
    usual = value_text(next(iter(game.presets), ""))
    presets = f"preset = {value_text(preset)}\n" if preset else f"# preset = {usual}\n" if game.presets else ""
    low, high = game.seats[0], game.seats[-1]
    seats = f"# seats = {game.default_seats}    # {low} to {high}\n" if low != high else ""
    return f"""\
# An experiment with {game.title}: `parlour lab run` plays it, docs/lab.md explains it.
game = {value_text(game.name)}
# title = "What I want to know"

# How many games; each deal is played once in each rotation of the seats, so it may be a few more.
games = 1000
# The same seed gives the same games, on any machine and with any number of workers.
seed = 1

# Who plays: one for all seats, or one for each. greedy is quick; search:iterations=200 plays better.
players = ["greedy"]
{presets}{seats}
# What to measure; without this line, everything:
# metrics = [{", ".join(value_text(metric.name) for metric in METRICS)}]
{metrics}

# Factors are crossed with each other: every value meets every other one, from every seat.
# "all" stands for every value that the game lists itself.
[factors]
{_line(lead)}
{others}

# Options that are the same in all games:
# [options]

# How long people take for a decision, in seconds:
# [people]
# free = 6.0      # if there is a choice
# forced = 1.0    # if only one move is legal
"""


def _preset(game: AnyGame, lead: LabFactor) -> str | None:
    """The preset that the values of this factor need, if any."""
    for preset in (None, game.measured, *game.presets):
        wanted = LabExperiment(game=game.name, preset=preset, games=1, metrics=["wins"], factors={lead.name: "all"})
        try:
            Design(game, wanted, Seed.parse("1"))
        except Refused:
            continue
        return preset
    return None


def _lead(factors: list[LabFactor]) -> LabFactor:
    """What most people would want to compare first: what seats choose, then presets, then players."""
    by_seat = [one for one in factors if one.by == "seat" and one.name != PLAYERS and len(one.values) > 1]
    presets = [one for one in factors if one.name == PRESET and len(one.values) > 1]
    seats = [one for one in factors if one.name == SEATS]
    return (by_seat or presets or seats or [one for one in factors if one.name == PLAYERS])[0]


def _line(factor: LabFactor) -> str:
    if factor.name == PLAYERS:
        values = '["random", "greedy"]'  # not all: the strongest take their time
    elif factor.name == SEATS:
        values = value_text([value.value for value in factor.values[:2]])
    elif len(factor.values) > 1:
        values = '"all"'
    elif factor.kind == "number":
        low = factor.low if factor.low is not None else 0
        usual = factor.usual if isinstance(factor.usual, (int, float)) else low
        values = value_text([usual, usual + 1 if factor.high is None or usual < factor.high else low])
    else:
        values = '[{ name = "mine", file = "mine.txt" }]' if factor.kind == "text" else "[]"
    about = factor.about.split("\n")[0]
    listed = ", ".join(value.name for value in factor.values[:8])
    more = ", …" if len(factor.values) > 8 else ""
    comment = f"    # {factor.title}" + (f": {listed}{more}" if listed else f": {about}" if about else "")
    return f"{factor.name} = {values}{comment}"
