"""A match between players in this process: asks them, tells them what happened, and notes how they behaved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec

from parlour.arena.asking import Now, ask, blame, forfeit_note, tell
from parlour.bots.player import Player, PutAside
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.moves import forfeit
from parlour.core.protocol import Events, Hello, Over
from parlour.core.referee import Referee
from parlour.core.seed import Seed

Watch = Callable[[Match, Ply], None]


@dataclass
class Played:
    """A match and how its players behaved, by seat. If the match was put aside, it is not over."""

    match: Match
    strikes: list[int]
    misses: list[int]  # times the clock ran out
    forfeits: list[bool]
    decisions: list[int]
    used_ms: list[float]  # time spent on them
    notes: list[str]  # the last note about this player, or nothing
    why: str = ""  # how it ended, in a sentence


def play_match(
    game: AnyGame,
    options: Any,
    players: Sequence[Player],
    *,
    names: Sequence[str] | None = None,
    seed: Seed | None = None,
    clock: Clock | None = None,
    match: Match | None = None,
    watch: Watch | None = None,
    reveal: bool = True,
    now: Now | None = None,
) -> Played:
    """Play a match to its end. The caller closes the players.

    `clock` defaults to the game's own; `match` continues one that was put aside; `watch` sees every ply. With
    `reveal=False` neither the promise nor the seed is shown, because the seed will be used again. `now` tells the time.

    Refused if a player cannot even be started; any other failure costs only that player.
    """
    if match is None:
        match = Match(game, options, len(players), seed)
    if len(players) != match.seats:
        raise Refused(f"The match has {match.seats} seats, but there are {len(players)} players.", "bad-seats")
    names = list(names) if names is not None else [f"Player {seat + 1}" for seat in range(match.seats)]
    clock = game.clock_of(match.options) if clock is None else clock
    table = Table(match, players, names, clock, watch, reveal, now)
    table.play()
    return table.played


class Table:
    """One match in play; lists are by seat."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        names: list[str],
        clock: Clock,
        watch: Watch | None = None,
        reveal: bool = True,
        now: Now | None = None,
    ) -> None:
        seats = match.seats
        self.match = match
        self.players = list(players)
        self.names = names
        self.clock = clock
        self.watch = watch
        self.reveal = reveal
        self.now = now or perf_counter
        self.referee = Referee(match, clock, lambda seat: self.players[seat].is_program)
        strikes = self.referee.strikes
        self.played = Played(match, strikes, [0] * seats, [False] * seats, [0] * seats, [0.0] * seats, [""] * seats)

    def play(self) -> None:
        try:
            self._welcome()
            while not self.match.over:
                self._one_decision()
        except PutAside:
            return
        self._say_goodbye()

    def _welcome(self) -> None:
        match = self.match
        failed: dict[int, str] = {}
        for seat, player in enumerate(self.players):
            hello = Hello(
                game=match.game.name,
                version=match.game.version,
                seat=seat,
                seats=match.seats,
                names=self.names,
                options=msgspec.to_builtins(match.options),
                clock=self.clock,
                promise=match.seed.promise if self.reveal else "",
            )
            try:
                player.hello(hello)
            except (Refused, PutAside):
                raise
            except Exception as error:
                failed[seat] = blame(error)
        self._tell(len(match.plies), match.events)
        for seat, why in failed.items():
            self._remove(seat, why)

    def _one_decision(self) -> None:
        seat = self.match.mover
        if self.match.state.has_left(seat):
            self._enter(seat, int(self.match.state.default_move()))
            return
        played, player = self.played, self.players[seat]
        decision = ask(player, self.referee, seat, self.now, player.start_ms if played.decisions[seat] == 0 else 0)
        played.decisions[seat] += 1
        played.used_ms[seat] += decision.used_ms
        if decision.note:
            played.notes[seat] = decision.note
            played.misses[seat] += decision.missed
            played.forfeits[seat] |= decision.forfeited
        used_ms = decision.used_ms
        for move in decision.moves:
            if (
                self.match.mover == seat
            ):  # a player who failed to hear of one decision may have been removed, which may end the game
                self._enter(seat, move, used_ms)
            used_ms = 0.0

    def _remove(self, seat: int, why: str) -> None:
        """Remove a player who failed out of turn."""
        if not self.match.over and not self.match.state.has_left(seat):
            self.played.forfeits[seat] = True
            self.played.notes[seat] = forfeit_note(self.referee.ply, why)
            self._enter(seat, forfeit(seat))

    # --- what happened ---

    def _enter(self, seat: int, move: int, used_ms: float = 0.0) -> None:
        mover = self.match.mover
        ply = self.match.enter(seat, move)
        self.referee.entered(ply, mover, used_ms)
        if self.watch is not None:
            self.watch(self.match, ply)
        self._tell(len(self.match.plies), lambda to: self.match.show(ply.told, to))

    def _tell(self, number: int, events: Callable[[int], list[Any]]) -> None:
        """Tell every listening player what it may know about a ply."""
        match = self.match
        for seat, player in enumerate(self.players):
            if player.listens and not match.state.has_left(seat):
                news = Events(number, events(seat), match.view(seat), match.mover)
                failure = tell(player.told, news)
                if failure:
                    self._remove(seat, failure)

    def _say_goodbye(self) -> None:
        match = self.match
        self.played.why = match.say_end(self.names)
        over = Over(
            payoffs=match.payoffs(),
            scores=[int(score) for score in match.state.scores()],
            seed=match.seed.hex if self.reveal else "",
            why=self.played.why,
        )
        for seat, player in enumerate(self.players):
            failure = tell(player.over, over)
            if failure:
                self.played.notes[seat] = f"Failed: {failure}."
