"""Many games: simulations, and series between players with seats rotated and seeds mirrored."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from parlour.arena.engines import Where
from parlour.arena.table import Played, Watch, play_match
from parlour.arena.trajectories import Place, Trajectory, trajectory
from parlour.arena.workers import Enough, Runner, staff, stop_if_unwanted
from parlour.bots.player import PutAside
from parlour.bots.playout import play_random
from parlour.bots.seat_words import SeatWord, read_words
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.record import Record, record, save
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.core.state import OVER

RANDOM_CHUNK: Final = 500  # games that a worker plays at a time if all players are random
CHUNK: Final = 10
LONGEST: Final = 1_000_000  # moves after which a random game counts as endless

Progress = Callable[[int, int], None]  # games played, games to play
Rows = Callable[[Trajectory], None]  # takes the decisions of a game, game by game in order


class Simulation(msgspec.Struct, frozen=True):
    """The result of many games with the same seats. `share` is by seat; draws and shared wins count in part."""

    game: str
    seats: list[str]
    seed: str
    games: int
    moves: int
    moves_per_second: float
    mean_moves: float
    longest: int
    shortest: int
    share: list[float]
    draws: int
    seconds: float
    interrupted: bool = False


class Standing(msgspec.Struct, frozen=True):
    """How one player did in a series."""

    word: str
    share: float
    interval: tuple[float, float]
    wins: int
    think_ms: float  # mean time for a decision
    strikes: int
    misses: int
    forfeits: int
    note: str  # the last note about it, or nothing


class Series(msgspec.Struct, frozen=True):
    """The result of a series; `seats`, `share` and `interval` are in the order in which the players were named.

    If draws are replayed, each of the `games` is a match: `replayed` counts the extra games, and `by_value` the
    matches that were decided by the rules rather than by a game.
    """

    game: str
    seed: str
    games: int
    share: list[float]
    interval: list[tuple[float, float]]
    seats: list[Standing]
    draws: int
    moves: int
    mean_moves: float
    seconds: float
    interrupted: bool = False
    replayed: int = 0
    by_value: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """One game of a series, or a match of several if draws are replayed.

    `order[seat]` is the player who sat there; the other lists are by player.
    """

    number: int
    order: list[int]
    payoffs: list[float]
    moves: int
    decisions: list[int]
    used_ms: list[float]
    strikes: list[int]
    misses: list[int]
    forfeits: list[bool]
    notes: list[str]
    games: int = 1
    by_value: bool = False
    kept: list[Kept] = []  # of its games, until they are saved


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a game, if anything."""

    record: Record | None
    decisions: Trajectory | None


def wilson(share: float, games: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share of wins, with `share * games` as the number of successes.

    Draws and shared wins are partial successes. They vary less than wins and losses, so with many draws the interval
    covers the true share more often than 95 times in 100. Mirrored games count as independent. Another `z` gives
    another level of confidence.
    """
    if games <= 0:
        return 0.0, 1.0
    spread = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / spread
    half = z / spread * math.sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games))
    # With no wins or only wins, the near end is the share itself, and rounding could put it on the wrong side.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


class Share(msgspec.Struct, frozen=True):
    """A share of wins (draws count half) with its 95 % interval."""

    share: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        return self.high - self.low


def measured(share: float, games: int) -> Share:
    return Share(share, *wilson(share, games), games)


# --- simulations ---


def simulate(
    game: AnyGame,
    options: Any,
    seats: Sequence[str | SeatWord],
    games: int,
    seed: Seed | None = None,
    workers: Where = None,
    *,
    clock: Clock | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
    rows: Rows | None = None,
) -> Simulation:
    """Play many games with the same players in the same seats; the same seed gives the same games.

    If all players are random, a game runs in compiled code, with moves and luck from one stream of dice, unless its
    record is to be saved in a `folder`, or its decisions are wanted as `rows`.
    """
    options, players, seed = _prepare(game, options, seats, games, seed)
    wish = Wish(folder is not None, rows is not None)
    all_random = not any(wish) and all(player.name == "random" for player in players)
    size = RANDOM_CHUNK if all_random else CHUNK
    work = _Simulating(game, options, players, seed, clock, wish)
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    start = time.perf_counter()
    runner = Runner(work.play_random if all_random else work.play, chunks, staff(game, players, workers))
    sums = _Sums(0, 0, 0, 0, 0, [0.0] * len(seats))

    def take(part: _Part) -> None:
        nonlocal sums
        for number, kept in enumerate(part.kept, start=sums.games):
            keep(kept, folder, rows, game, number)
        sums = sums.plus(part.sums)
        if progress is not None:
            progress(sums.games, games)

    runner.run(take)
    seconds = time.perf_counter() - start
    return Simulation(
        game=game.name,
        seats=[player.text for player in players],
        seed=seed.hex,
        games=sums.games,
        moves=sums.moves,
        moves_per_second=sums.moves / seconds if seconds > 0 else 0.0,
        mean_moves=sums.moves / max(1, sums.games),
        longest=sums.longest,
        shortest=sums.shortest,
        share=[won / max(1, sums.games) for won in sums.won],
        draws=sums.draws,
        seconds=seconds,
        interrupted=runner.interrupted,
    )


class _Sums(msgspec.Struct, frozen=True):
    games: int
    moves: int
    longest: int
    shortest: int
    draws: int
    won: list[float]

    def plus(self, other: _Sums) -> _Sums:
        if not self.games or not other.games:
            return other if other.games else self
        return _Sums(
            self.games + other.games,
            self.moves + other.moves,
            max(self.longest, other.longest),
            min(self.shortest, other.shortest),
            self.draws + other.draws,
            [a + b for a, b in zip(self.won, other.won, strict=True)],
        )


class _Part(msgspec.Struct, frozen=True):
    sums: _Sums
    kept: list[Kept] = []


class Wish(NamedTuple):
    """What is to be kept of every game."""

    record: bool = False
    decisions: bool = False


class _Simulating(msgspec.Struct, frozen=True):
    """What a worker needs to play its share of a simulation."""

    game: Any
    options: Any
    seats: list[SeatWord]
    seed: Any
    clock: Clock | None
    wish: Wish

    def play_random(self, numbers: range) -> _Part:
        game, options, seed, seats = self.game, self.options, self.seed, len(self.seats)
        moves = draws = longest = 0
        shortest = LONGEST
        won = [0.0] * seats
        for number in numbers:
            dice = seed.child(number).dice("ply 0")
            state = game.new(options, seats, dice)
            state.heard = None
            length = int(play_random(state, dice, LONGEST))
            if state.mover != OVER:
                raise Refused(f"Game {number} had not ended after {LONGEST} moves.", "endless")
            payoffs = state.payoffs()
            for seat in range(seats):
                won[seat] += payoffs[seat]
            draws += max(payoffs) < 1
            moves += length
            longest = max(longest, length)
            shortest = min(shortest, length)
        return _Part(_Sums(len(numbers), moves, longest, shortest, draws, won))

    def play(self, numbers: range) -> _Part:
        sums = _Sums(0, 0, 0, 0, 0, [0.0] * len(self.seats))
        names = [seat.text for seat in self.seats]
        kept: list[Kept] = []
        for number in numbers:
            seed = self.seed.child(number)
            purposes = [f"bot {seat}" for seat in range(len(self.seats))]
            match = _play_one(self.game, self.options, self.seats, seed, purposes, self.clock, reveal=True).match
            if any(self.wish):
                kept.append(_kept(match, self.wish, names, Place(number, 0, number)))
            payoffs = match.payoffs()
            moves = len(match.plies)
            sums = sums.plus(_Sums(1, moves, moves, moves, int(max(payoffs) < 1), payoffs))
        return _Part(sums, kept)


# --- series ---


def play_series(
    game: AnyGame,
    options: Any,
    words: Sequence[str | SeatWord],
    games: int,
    seed: Seed | None = None,
    workers: Where = None,
    progress: Progress | None = None,
    *,
    clock: Clock | None = None,
    enough: Callable[[Sequence[Outcome]], bool] | None = None,
    need_winners: bool = False,
    folder: Path | None = None,
    rows: Rows | None = None,
) -> Series:
    """Let players play each other many times, each seed once in every rotation of the seats.

    Ctrl-C ends it with the games played so far. `enough` may end it early, after any full rotation. With
    `need_winners` each of the games is a match that goes on as its rules say, for example after a draw. Records go to
    the `folder`, decisions to `rows`.
    """
    options, players, seed = _prepare(game, options, words, games, seed)
    start = time.perf_counter()
    runner = play_rounds(
        game, options, players, games, seed, workers, clock, need_winners, Wish(folder is not None, rows is not None)
    )
    outcomes: list[Outcome] = []

    def keep_games(since: int) -> None:
        """Only when no game will be played with the same seed: a record shows it, and decisions show the deal."""
        for at in range(since, len(outcomes)):
            for later, kept in enumerate(outcomes[at].kept):
                keep(kept, folder, rows, game, outcomes[at].number, later)
            outcomes[at] = msgspec.structs.replace(outcomes[at], kept=[])

    def take(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if progress is not None:
            progress(len(outcomes), games)
        if len(outcomes) % len(players) == 0:
            keep_games(len(outcomes) - len(players))
            if enough is not None and enough(outcomes):
                raise Enough

    runner.run(take)
    keep_games(len(outcomes) // len(players) * len(players))
    return sum_up(game, players, seed, outcomes, time.perf_counter() - start, runner.interrupted)


def play_rounds(
    game: AnyGame,
    options: Any,
    players: Sequence[SeatWord],
    games: int,
    seed: Seed,
    workers: Where = None,
    clock: Clock | None = None,
    need_winners: bool = False,
    wish: Wish = Wish(),  # noqa: B008 -- it cannot change
) -> Runner[int, Outcome]:
    """The games of a series, ready to be played."""
    work = Rounds(game, options, list(players), seed, clock, need_winners, wish)
    slow = any(player.thinks for player in players)
    return Runner(work.play, range(games), staff(game, players, workers), at_once=slow)


def sum_up(
    game: AnyGame,
    players: Sequence[SeatWord],
    seed: Seed,
    outcomes: Sequence[Outcome],
    seconds: float = 0.0,
    interrupted: bool = False,
) -> Series:
    """The result of a series with these games."""
    games = len(outcomes)
    standings = []
    for player, word in enumerate(players):
        share = sum(outcome.payoffs[player] for outcome in outcomes) / max(1, games)
        decisions = sum(outcome.decisions[player] for outcome in outcomes)
        notes = [outcome.notes[player] for outcome in outcomes if outcome.notes[player]]
        standings.append(
            Standing(
                word=word.text,
                share=share,
                interval=wilson(share, games),
                wins=sum(outcome.payoffs[player] == 1 for outcome in outcomes),
                think_ms=sum(outcome.used_ms[player] for outcome in outcomes) / max(1, decisions),
                strikes=sum(outcome.strikes[player] for outcome in outcomes),
                misses=sum(outcome.misses[player] for outcome in outcomes),
                forfeits=sum(outcome.forfeits[player] for outcome in outcomes),
                note=notes[-1] if notes else "",
            )
        )
    moves = sum(outcome.moves for outcome in outcomes)
    replayed = sum(outcome.games - 1 for outcome in outcomes)
    return Series(
        game=game.name,
        seed=seed.hex,
        games=games,
        share=[standing.share for standing in standings],
        interval=[standing.interval for standing in standings],
        seats=standings,
        draws=sum(max(outcome.payoffs) < 1 for outcome in outcomes),
        moves=moves,
        mean_moves=moves / max(1, games + replayed),
        seconds=seconds,
        interrupted=interrupted,
        replayed=replayed,
        by_value=sum(outcome.by_value for outcome in outcomes),
    )


class Rounds(msgspec.Struct, frozen=True):
    """What a worker needs to play a game of a series."""

    game: Any
    options: Any
    players: list[SeatWord]
    seed: Any
    clock: Clock | None
    need_winners: bool = False
    wish: Wish = Wish()

    def play(self, number: int) -> Outcome:
        """Game `number`: it shares its seed with one game in every other rotation; its bots' dice are its own."""
        n = len(self.players)
        deal, rotation = divmod(number, n)
        order = [(seat + rotation) % n for seat in range(n)]
        played = self._games(deal, rotation, order)
        names = [self.players[player].text for player in order]
        last = played[-1].match
        places = [Place(number, later, deal) for later in range(len(played))]
        seat_of = [order.index(player) for player in range(n)]
        payoffs = last.verdict()
        notes = [next((one.notes[seat] for one in reversed(played) if one.notes[seat]), "") for seat in range(n)]
        return Outcome(
            number=number,
            order=order,
            payoffs=[payoffs[seat] for seat in seat_of],
            moves=sum(len(one.match.plies) for one in played),
            decisions=[sum(one.decisions[seat] for one in played) for seat in seat_of],
            used_ms=[sum(one.used_ms[seat] for one in played) for seat in seat_of],
            strikes=[sum(one.strikes[seat] for one in played) for seat in seat_of],
            misses=[sum(one.misses[seat] for one in played) for seat in seat_of],
            forfeits=[any(one.forfeits[seat] for one in played) for seat in seat_of],
            notes=[notes[seat] for seat in seat_of],
            games=len(played),
            by_value=payoffs != last.payoffs(),
            kept=[_kept(one.match, self.wish, names, place) for one, place in zip(played, places, strict=True)]
            if any(self.wish)
            else [],
        )

    def _games(self, deal: int, rotation: int, order: list[int]) -> list[Played]:
        """The games of one match: just one, unless a winner is needed and the rules can find one."""
        n = len(self.players)
        seed, options, purpose = self.seed.child(deal), self.options, f"in rotation {rotation}"
        earlier = Earlier(msgspec.to_builtins(options)) if self.need_winners else None
        played: list[Played] = []
        while True:
            seats = [self.players[player] for player in order]
            purposes = [f"bot {seat} {purpose}" for seat in range(n)]
            one = _play_one(self.game, options, seats, seed, purposes, self.clock, reveal=False, earlier=earlier)
            played.append(one)
            sequel = one.match.sequel()
            if earlier is None or sequel is None or sequel.options is None:
                return played
            earlier = Earlier(earlier.options, one.match.games(), sequel.title)
            options = sequel.options
            seed, purpose = self.seed.child(deal).child(len(played)), f"in rotation {rotation}, game {len(played) + 1}"


def _play_one(
    game: AnyGame,
    options: Any,
    seats: Sequence[SeatWord],
    seed: Seed,
    purposes: Sequence[str],
    clock: Clock | None,
    reveal: bool,
    earlier: Earlier | None = None,
) -> Played:
    match = Match(game, options, len(seats), seed, earlier)
    return play_seated(match, seats, seed, purposes, clock, _still_wanted, reveal)


def play_seated(
    match: Match,
    seats: Sequence[SeatWord],
    seed: Seed,
    purposes: Sequence[str],
    clock: Clock | None = None,
    watch: Watch | None = None,
    reveal: bool = True,
) -> Played:
    """Play a match to its end between these players, whose dice are those of the seed for their purposes."""
    game = match.game
    with ExitStack() as chairs:
        players = [
            chairs.enter_context(closing(seat.player(game, seed.dice(purpose))))
            for seat, purpose in zip(seats, purposes, strict=True)
        ]
        names = [seat.text for seat in seats]
        played = play_match(
            game, match.options, players, names=names, clock=clock, match=match, watch=watch, reveal=reveal
        )
    if not played.match.over:
        raise PutAside
    return played


def _kept(match: Match, wish: Wish, names: list[str], place: Place) -> Kept:
    return Kept(
        record(match, names) if wish.record else None,
        trajectory(match, names, place) if wish.decisions else None,
    )


def keep(kept: Kept, folder: Path | None, rows: Rows | None, game: AnyGame, number: int, later: int = 0) -> None:
    """Save what is kept of a game: its record in the folder, its decisions among the rows."""
    if folder is not None and kept.record is not None:
        save(kept.record, record_file(folder, game, number, later))
    if rows is not None and kept.decisions is not None:
        rows(kept.decisions)


def record_file(folder: Path, game: AnyGame, number: int, later: int = 0) -> Path:
    """Where the record of a game is saved; `later` counts the games that followed it in the same match."""
    return folder / (f"{game.name}-{number + 1:06}" + (f"-game-{later + 1}" if later else "") + ".json")


def _still_wanted(match: Match, ply: Ply) -> None:
    stop_if_unwanted()


def _prepare(
    game: AnyGame, options: Any, words: Sequence[str | SeatWord], games: int, seed: Seed | None
) -> tuple[Any, list[SeatWord], Seed]:
    """Check the settings before any game is played."""
    game.check_seats(len(words))
    players = read_words(game, words)
    if games < 1:
        raise Refused(f"At least one game must be played, not {games}.", "bad-games")
    if not isinstance(options, game.Options):
        options = game.read_options(options)
    game.check(options, len(words))
    return options, players, seed or Seed.fresh()
