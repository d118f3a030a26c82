"""Makes a game's puzzles from records and from self-play, in several processes; whatever is found is kept at once."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.arena.table import play_match
from parlour.arena.workers import Enough, Runner, stop_if_unwanted
from parlour.bots.player import PutAside
from parlour.bots.seat_words import make_player
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.files import read_file
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.moves import is_house
from parlour.core.record import LARGEST, replay
from parlour.core.record import load as load_record
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.games import find
from parlour.lab.puzzles import book as books
from parlour.lab.puzzles.book import Book, Made, Puzzle
from parlour.lab.puzzles.finding import Finder, is_easy

# A stronger player punishes what a weaker one overlooks: that makes positions in which something is to be found.
PAIRS: Final = (("hard", "easy"), ("hard", "hard"), ("easy", "medium"), ("medium", "hard"))
MOST_LOOKED: Final = 200  # decisions of one match
MOST_FOUND: Final = 3  # puzzles from one match
LATER: Final = 0.4  # decisions before that part of a match are not looked at: nothing is decided yet
MANY: Final = 1_000_000
# Of all puzzles at most this part are so easy that everybody finds them, or have the same solution.
EASY: Final = 0.3
SAME: Final = 0.3


class Job(msgspec.Struct, frozen=True):
    """A game of self-play, by number, or a record."""

    number: int = -1
    path: str = ""


class Sifted(msgspec.Struct, frozen=True):
    """What was found in one match, and what it cost."""

    job: Job
    digest: str
    puzzles: list[Puzzle]
    looked: int
    refused: dict[str, int]  # by the deep check, by reason
    seconds: float
    problem: str = ""


class Making(msgspec.Struct, frozen=True):
    """How puzzles are made."""

    game: str
    options: dict[str, Any]
    seats: int | None
    seed: str

    def sift(self, job: Job) -> Sifted:
        """Look for puzzles in one match."""
        start = time.process_time()
        game = find(self.game)
        digest, problem = "", ""
        found: list[Puzzle] = []
        tally: Counter[str] = Counter()
        try:
            if job.path:
                digest = digest_of(Path(job.path))
            match, states, source = self._recorded(game, Path(job.path)) if job.path else self._played(game, job.number)
            seed = Seed.parse(self.seed).child(MANY + max(0, job.number)) if not job.path else match.seed.child(1)
            for verdict in look_through(game, match, states, seed, source):
                stop_if_unwanted()
                if isinstance(verdict, Puzzle):
                    found.append(verdict)
                else:
                    tally[verdict] += 1
        except Refused as refusal:
            problem = refusal.text
        except PutAside:
            raise
        except Exception as error:  # rules of guests may fail in any way
            what = " ".join(str(error).split())[:200]
            problem = f"{job.path or f'Game {job.number}'} could not be looked through: {type(error).__name__}: {what}."
        looked = len(found) + tally.total()
        del tally["dull"]
        return Sifted(job, digest, found, looked, dict(tally), time.process_time() - start, problem)

    def _played(self, game: AnyGame, number: int) -> tuple[Match, list[State], str]:
        """A game of self-play, with all its positions."""
        seed = Seed.parse(self.seed).child(number)
        dice = seed.dice("players")
        pair = PAIRS[dice.below(len(PAIRS))]
        preset = game.measured or game.quick
        if game.presets and dice.below(2):
            preset = list(game.presets)[dice.below(len(game.presets))]
        options = game.read_options(self.options, None if self.options else preset)
        # With fewer seats a single decision matters more.
        low, high = game.seats[0], min(game.default_seats, game.seats[-1])
        seats = self.seats or low + int(dice.below(dice.below(high - low + 1) + 1))
        words = [pair[(seat + number) % 2] for seat in range(seats)]
        match = Match(game, options, seats, seed)
        players = [make_player(game, word, seed.dice(f"player {seat}")) for seat, word in enumerate(words)]
        states = [match.state.copy()]

        def watch(playing: Match, ply: object) -> None:
            stop_if_unwanted()
            states.append(playing.state.copy())

        try:
            play_match(game, options, players, match=match, clock=Clock(), watch=watch)
        finally:
            for player in players:
                player.close()
        return match, states, f"self-play, {pair[0]} against {pair[1]}, game {number}"

    def _recorded(self, game: AnyGame, path: Path) -> tuple[Match, list[State], str]:
        rec = load_record(path)
        if rec.game != game.name:
            raise Refused(f"{path} is a match of {rec.game[:40]}, not of {game.title}.", "bad-record")
        whole = replay(rec, find, source=str(path))
        again = Match(game, whole.options, whole.seats, whole.seed)
        states = [again.state.copy()]
        for ply in whole.plies:
            again.enter(ply.seat, ply.move)
            states.append(again.state.copy())
        return whole, states, path.name


def digest_of(path: Path) -> str:
    return hashlib.sha256(read_file(path, LARGEST)).hexdigest()[:12]


def look_through(
    game: AnyGame, match: Match, states: Sequence[State], seed: Seed, source: str
) -> Iterator[Puzzle | str]:
    """Decisions of a match in random order, each a puzzle or the reason why not; never two of one turn."""
    finder = Finder(game, match.options, match.seats)
    plies = [
        at
        for at in range(round(LATER * len(match.plies)), len(match.plies))
        if not is_house(match.plies[at].move) and len(states[at].moves()) > 1 and game.puzzling(states[at])
    ]
    seed.dice("order").shuffle(plies)
    turns: set[int] = set()
    for at in plies[:MOST_LOOKED]:
        turn = turn_of(match, at)
        if turn in turns:
            continue
        verdict = finder.look(states[at], seed.child(at), f"{source}, move {at + 1}")
        yield verdict
        if isinstance(verdict, Puzzle):
            turns.add(turn)
            if len(turns) >= MOST_FOUND:
                return


def turn_of(match: Match, at: int) -> int:
    """The ply with which the turn began: others decided before it."""
    seat = match.plies[at].seat
    while at and match.plies[at - 1].seat == seat:
        at -= 1
    return at


Watch = Callable[[Book, Sifted], None]


class Outcome(msgspec.Struct):
    """The file as it is now, whether somebody stopped the work, and what could not be looked through."""

    book: Book
    interrupted: bool = False
    problems: list[str] = []


def begin(game: AnyGame, seed: str, path: Path) -> Book:
    """The file so far, or an empty one."""
    if not path.exists():
        return Book(game.name, game.puzzled_by, Made(seed))
    book = books.load(path)
    if book.game != game.name:
        raise Refused(f"{path} has puzzles of {book.game[:40]}, not of {game.title}.", "bad-puzzles")
    if book.made.seed != seed:
        raise Refused(
            f"{path} was made with seed {book.made.seed}; continue with that one, or write to another file.", "bad-seed"
        )
    return book


def is_wanted(puzzle: Puzzle, there: Sequence[Puzzle], most: int) -> bool:
    """Whether this puzzle adds to a file of so many: not one more easy one, nor the same answer again and again."""
    if is_easy(puzzle.found) and sum(is_easy(each.found) for each in there) >= EASY * most:
        return False
    return sum(each.solutions[0] == puzzle.solutions[0] for each in there) < SAME * most


def make(
    how: Making,
    path: Path,
    games: int,
    records: Sequence[Path],
    most: int,
    seconds: float,
    workers: int,
    watch: Watch | None = None,
) -> Outcome:
    """Add puzzles to a file until there are enough of them, or time or games are used up."""
    game = find(how.game)
    made = Outcome(begin(game, how.seed, path))
    known = {puzzle.id for puzzle in made.book.puzzles}
    done = set(made.book.made.records)
    jobs = [Job(path=str(record)) for record in records if digest_of(record) not in done]
    first = made.book.made.games
    jobs += [Job(number) for number in range(first, max(first, games))]
    start = time.monotonic()

    def take(sifted: Sifted) -> None:
        old = made.book.made
        if sifted.problem:
            made.problems.append(sifted.problem)
        fresh: list[Puzzle] = []
        spare = 0
        for puzzle in sifted.puzzles:
            if puzzle.id in known or not is_wanted(puzzle, [*made.book.puzzles, *fresh], most):
                spare += 1
                continue
            known.add(puzzle.id)
            fresh.append(puzzle)
        now = Made(
            seed=old.seed,
            games=old.games if sifted.job.path else max(old.games, sifted.job.number + 1),
            records=[*old.records, sifted.digest] if sifted.job.path and sifted.digest else old.records,
            looked=old.looked + sifted.looked,
            refused=dict(Counter(old.refused) + Counter(sifted.refused)),
            spare=old.spare + spare,
            seconds=round(old.seconds + sifted.seconds, 1),
        )
        made.book = msgspec.structs.replace(made.book, made=now, puzzles=[*made.book.puzzles, *fresh])
        books.save(made.book, path)
        if watch is not None:
            watch(made.book, sifted)
        if len(made.book.puzzles) >= most or (seconds and time.monotonic() - start >= seconds):
            raise Enough

    if len(made.book.puzzles) < most:
        runner = Runner(how.sift, jobs, workers, at_once=True)
        runner.run(take)
        made.interrupted = runner.interrupted
    return made
