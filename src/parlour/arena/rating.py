"""Ratings from results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from openskill.models import PlackettLuce

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
