"""Ratings from results, and round-robin tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
from openskill.models import PlackettLuce

from parlour.arena.series import Outcome, Progress, Series, play_rounds, sum_up, wilson
from parlour.bots.seat_words import read_words
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed

_model = PlackettLuce()


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength (`mu`) and its uncertainty (`sigma`) after `games` games."""

    mu: float = float(_model.mu)
    sigma: float = float(_model.sigma)
    games: int = 0

    @property
    def ordinal(self) -> float:
        """One number to rank by: the player is almost certainly at least this strong."""
        return self.mu - 3 * self.sigma


class Meeting(msgspec.Struct, frozen=True):
    """Who met, and what each won."""

    players: list[str]
    payoffs: list[float]


def rate(meetings: Iterable[Meeting], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """Ratings after these meetings, in order. A player who met itself is not rated for it."""
    ratings = dict(known or {})
    for meeting in meetings:
        for player in meeting.players:
            ratings.setdefault(player, Rating())
        if len(set(meeting.players)) < len(meeting.players):
            continue
        before = [ratings[player] for player in meeting.players]
        teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = _model.rate(teams, ranks=[-payoff for payoff in meeting.payoffs])
        for player, old, team in zip(meeting.players, before, after, strict=True):
            ratings[player] = Rating(float(team[0].mu), float(team[0].sigma), old.games + 1)
    return ratings


class Place(msgspec.Struct, frozen=True):
    """One line of a tournament's table."""

    word: str
    games: int
    share: float
    interval: tuple[float, float]
    mu: float
    sigma: float
    ordinal: float


class Tournament(msgspec.Struct, frozen=True):
    """The table, best share first, and every series that led to it."""

    game: str
    seed: str
    table: list[Place]
    series: list[Series]
    interrupted: bool = False


def tournament(
    game: AnyGame,
    options: Any,
    words: Sequence[str],
    games: int,
    seed: Seed | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    *,
    seats: int | None = None,
    clock: Clock | None = None,
) -> Tournament:
    """Every group of players that fits at a table plays a series of `games` games, all with the same seeds."""
    seats = game.default_seats if seats is None else seats
    game.check_seats(seats)
    if len(set(words)) < len(words):
        raise Refused("Each player can enter a tournament once.", "bad-seat")
    if len(words) < seats:
        raise Refused(f"A tournament at tables of {seats} needs at least {seats} players.", "bad-seat")
    if games < 1:
        raise Refused(f"At least one game must be played, not {games}.", "bad-games")
    players = read_words(game, words)
    if not isinstance(options, game.Options):
        options = game.read_options(options)
    game.check(options, seats)
    seed = seed or Seed.fresh()

    groups = list(combinations(players, seats))
    series: list[Series] = []
    rounds: list[list[Meeting]] = [[] for _ in range(games)]
    won: dict[str, list[float]] = {player.text: [] for player in players}
    outcomes: list[Outcome] = []
    interrupted = False

    def take(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if progress is not None:
            progress(len(outcomes), games * len(groups))

    for group in groups:
        runner = play_rounds(game, options, group, games, seed, workers, clock)
        before = len(outcomes)
        runner.run(take)
        played = outcomes[before:]
        for outcome in played:
            rounds[outcome.number].append(Meeting([player.text for player in group], outcome.payoffs))
            for player, payoff in zip(group, outcome.payoffs, strict=True):
                won[player.text].append(payoff)
        series.append(sum_up(game, group, seed, played, interrupted=runner.interrupted))
        if runner.interrupted:
            interrupted = True
            break

    # Round by round, as if all had been played in parallel, so that no pair's games come last and weigh most.
    ratings = rate((meeting for one_round in rounds for meeting in one_round), {word: Rating() for word in won})
    table = [_place(word, won[word], ratings[word]) for word in won]
    table.sort(key=lambda place: place.share, reverse=True)
    return Tournament(game.name, seed.hex, table, series, interrupted)


def _place(word: str, won: Sequence[float], rating: Rating) -> Place:
    share = sum(won) / max(1, len(won))
    return Place(word, len(won), share, wilson(share, len(won)), rating.mu, rating.sigma, rating.ordinal)
