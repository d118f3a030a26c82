"""A match between any players: whose turn it is, the clock, strikes, and what happens to those who break the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from parlour.bots.player import BadAnswer, Concedes, Crashed, Player, PutAside, TooLate
from parlour.core.answers import answered_moves
from parlour.core.errors import Refused
from parlour.core.game import AnyGame, Clock
from parlour.core.match import Match, Ply
from parlour.core.moves import concede, forfeit, is_house
from parlour.core.protocol import Events, Hello, Over, RefusedMove, Remaining, Turn
from parlour.core.seed import Seed

M = TypeVar("M")
Watch = Callable[[Match, Ply], None]
Now = Callable[[], float]  # seconds since some moment


@dataclass
class Played:
    """A match and how its players behaved; lists are by seat. A match that was put aside is not over."""

    match: Match
    strikes: list[int]
    misses: list[int]  # how often the clock ran out
    forfeits: list[bool]
    asked: list[int]  # decisions
    used_ms: list[float]  # time spent on them
    notes: list[str]  # the last thing worth telling about this player, or nothing
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
    """Play a match to its end. The players stay the caller's to close.

    `clock` is the game's own unless given; `match` goes on with one that was put aside; `watch` sees every ply. With
    `reveal=False` neither the promise nor the seed is shown, for when the seed will be played again. `now` is what the
    clock goes by.

    Refused if a player cannot even be started; whatever else a player does costs only that player.
    """
    if match is None:
        match = Match(game, options, len(players), seed)
    if len(players) != match.seats:
        raise Refused(f"The match has {match.seats} seats, but {len(players)} players came.", "bad-seats")
    names = list(names) if names is not None else [f"Player {seat + 1}" for seat in range(match.seats)]
    clock = game.clock_of(match.options) if clock is None else clock
    table = Table(match, players, names, clock, watch, reveal, now)
    table.play()
    return table.played


class Table:
    """One match in play. Lists are by seat."""

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
        self.bank_ms = [float(clock.bank_ms)] * seats
        self.spent_ms = 0.0  # on the earlier decisions of a move that is still going on
        self.played = Played(match, [0] * seats, [0] * seats, [False] * seats, [0] * seats, [0.0] * seats, [""] * seats)

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
                failed[seat] = _blame(error)
        self._tell(len(match.plies), match.events)
        for seat, why in failed.items():
            self._remove(seat, why)

    def _one_decision(self) -> None:
        seat = self.match.mover
        if self.match.state.has_left(seat):
            self._enter(seat, int(self.match.state.default_move()))
            return
        for move in self._ask(seat):
            if self.match.mover == seat:  # telling of one decision may have removed a player, and ended the game
                self._enter(seat, move)

    def _ask(self, seat: int) -> list[int]:
        """The entries for this seat's turn: its move, or what the house enters for it."""
        match, player = self.match, self.players[seat]
        legal = [int(move) for move in match.state.moves()]
        view = match.view(seat)
        moves = [match.game.moves.to_json(move) for move in legal]
        ply = len(match.plies) + 1
        grace = player.start_ms if self.played.asked[seat] == 0 else 0
        if not match.state.goes_on():
            self.spent_ms = 0.0
        allowed = self._allowance(seat, grace)
        start = self.now()
        try:
            while True:
                turn = Turn(ply, view, moves, self._remaining(seat))
                try:
                    left = None if allowed is None else allowed - (self.now() - start)
                    if left is not None and left <= 0:
                        raise TooLate
                    answer = player.choose_by(turn, left)
                    if allowed is not None and self.now() - start > allowed:
                        raise TooLate
                except TooLate as late:
                    return [self._late(seat, ply, late.reason)]
                except BadAnswer as bad:
                    refusal = bad.refusal
                except Concedes:
                    return [concede(seat)]
                except PutAside:
                    raise
                except Exception as error:
                    return [self._forfeit(seat, ply, _blame(error))]
                else:
                    try:
                        whole = answered_moves(answer, match, legal)
                        if whole.remarks:
                            self.played.notes[seat] = f"At ply {ply}: {' '.join(whole.remarks)}"
                        reason = match.why_not(seat, whole.moves[0])
                        if reason is None and not is_house(whole.moves[0]):
                            return whole.moves
                        refusal = Refused(reason.text, reason.code) if reason else Refused("Only the house does that.")
                    except Refused as why:
                        refusal = why
                if self._refuse(seat, ply, refusal):
                    return [self._forfeit(seat, ply, f"{_times(self.played.strikes[seat])}, at last: {refusal.text}")]
        finally:
            self._count_time(seat, (self.now() - start) * 1000, grace)

    # --- the clock ---

    def _allowance(self, seat: int, grace: int) -> float | None:
        """Seconds for this move: the time of every move, then the bank. None: no limit."""
        if not self.clock.move_ms and not self.clock.bank_ms:
            return None
        unspent = max(0.0, self.clock.move_ms - self.spent_ms)
        return (unspent + self.bank_ms[seat] + grace) / 1000

    def _remaining(self, seat: int) -> Remaining:
        return Remaining(
            move_ms=max(1, round(self.clock.move_ms - self.spent_ms)) if self.clock.move_ms else None,
            bank_ms=int(self.bank_ms[seat]) if self.clock.bank_ms else None,
            strikes=self.played.strikes[seat],
        )

    def _count_time(self, seat: int, spent_ms: float, grace: int) -> None:
        self.played.asked[seat] += 1
        self.played.used_ms[seat] += spent_ms
        if self.clock.bank_ms:
            unspent = max(0.0, self.clock.move_ms - self.spent_ms)
            overdrawn = max(0.0, spent_ms - unspent - grace)
            self.bank_ms[seat] = max(0.0, self.bank_ms[seat] - overdrawn)
        self.spent_ms += max(0.0, spent_ms - grace)

    # --- strikes ---

    def _strike(self, seat: int) -> bool:
        """Count a strike; whether it was one too many."""
        self.played.strikes[seat] += 1
        limit = self.clock.strikes or self.players[seat].patience
        return 0 < limit <= self.played.strikes[seat]

    def _refuse(self, seat: int, ply: int, refusal: Refused) -> bool:
        """The answer changes nothing and costs a strike; whether it was one too many."""
        out = self._strike(seat)
        self.played.notes[seat] = f"Refused at ply {ply}: {refusal.text}"
        self._say_refused(seat, ply, refusal.code, refusal.text)
        return out

    def _late(self, seat: int, ply: int, reason: str) -> int:
        out = self._strike(seat)
        self.played.misses[seat] += 1
        if out:
            why = f"no answer in time: {reason}" if reason else "no answer in time"
            self._forfeit(seat, ply, f"{_times(self.played.strikes[seat])}, at last: {why}")
            return self.match.late_entry(seat, last=True)
        self.played.notes[seat] = f"Too late at ply {ply}; the house moved instead."
        self._say_refused(seat, ply, "too-late", f"The time for ply {ply} is over; the house moves.")
        return self.match.late_entry(seat, last=False)

    def _say_refused(self, seat: int, ply: int, code: str, why: str) -> None:
        self._try(seat, self.players[seat].refused, RefusedMove(ply, code, why, self.played.strikes[seat]))

    def _forfeit(self, seat: int, ply: int, why: str) -> int:
        self.played.forfeits[seat] = True
        self.played.notes[seat] = f"Forfeited at ply {ply}: {why.rstrip('.')}."
        return forfeit(seat)

    def _remove(self, seat: int, why: str) -> None:
        """A player failed while it was not asked."""
        if not self.match.over and not self.match.state.has_left(seat):
            self._enter(seat, self._forfeit(seat, len(self.match.plies) + 1, why))

    # --- what happened ---

    def _enter(self, seat: int, move: int) -> None:
        ply = self.match.enter(seat, move)
        if self.watch is not None:
            self.watch(self.match, ply)
        self._tell(len(self.match.plies), lambda to: self.match.show(ply.told, to))

    def _tell(self, number: int, events: Callable[[int], list[Any]]) -> None:
        """Tell every listener in the game what it may know of a ply."""
        match = self.match
        for seat, player in enumerate(self.players):
            if player.listens and not match.state.has_left(seat):
                news = Events(number, events(seat), match.view(seat), match.mover)
                failure = self._try(seat, player.told, news)
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
            self._try(seat, player.over, over)

    def _try(self, seat: int, say: Callable[[M], None], message: M) -> str:
        """Say something to a player; if that fails, note why and tell it."""
        try:
            say(message)
        except PutAside:
            raise
        except Exception as error:
            self.played.notes[seat] = f"Failed: {_blame(error)}."
            return _blame(error)
        return ""


def _blame(error: Exception) -> str:
    """What a player did wrong, as the end of a sentence."""
    if isinstance(error, Crashed):
        return f"the program {error.reason}"
    return f"it failed with {type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")


def _times(strikes: int) -> str:
    return "a strike" if strikes == 1 else f"{strikes} strikes"
