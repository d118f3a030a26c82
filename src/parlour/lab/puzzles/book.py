"""A puzzle, and the file of a game's puzzles: data that the house ships, and that anybody can make.

A puzzle keeps what a seat sees and nothing else, so that neither the file nor the house could tell more than the solver
may know.
"""

from __future__ import annotations

import codecs
import hashlib
import logging
from collections.abc import Iterable, Set
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.files import decode_formatted, read_file, write_file
from parlour.core.game import AnyGame
from parlour.core.moves import MoveJson
from parlour.core.state import State

FORMAT = 1
FILE = "puzzles.json"
LARGEST = 16 * 1024 * 1024
FIXED = Dice(1, 2, 3, 4)  # which of the positions that fit a view we look at does not matter: all have the same moves

log = logging.getLogger("parlour")


class Tried(msgspec.Struct, frozen=True):
    """A move, and what it leads to: the mover's chance of winning, or by how many points the mover ends ahead."""

    move: MoveJson
    worth: float


class Puzzle(msgspec.Struct, frozen=True):
    """One decision in which a move, or one of a few that come to the same, is far better than all others."""

    id: str
    version: int  # of the game
    seat: int
    seats: int
    options: dict[str, Any]
    view: Any
    solutions: list[MoveJson]
    tried: list[Tried]  # the best solution and the main alternatives, best first
    margin: float  # between the solution and the next best, in `tried`'s unit
    error: float  # the standard error of the margin
    line: list[str]  # how the mover's turn goes on, in words, beginning with the solution
    found: dict[str, float]  # how often players of the house find it
    rating: int  # a first guess by that; what guests do decides in the end
    source: str


class Made(msgspec.Struct, frozen=True):
    """How a file was made, and how far."""

    seed: str
    games: int = 0  # of self-play, looked through
    records: list[str] = []  # digests of records that were looked through
    looked: int = 0  # decisions
    refused: dict[str, int] = {}  # by the deep check, by reason
    spare: int = 0  # puzzles left out: one more easy one, or the same answer again
    seconds: float = 0.0  # of processor time


class Book(msgspec.Struct, frozen=True):
    """A game's puzzles. `by` says what its moves are compared by."""

    game: str
    by: Literal["chance", "points"]
    made: Made
    puzzles: list[Puzzle] = []
    parlour: int = FORMAT

    def encode(self) -> bytes:
        """The bytes of the file: one puzzle a line."""
        head = msgspec.json.encode(msgspec.structs.replace(self, puzzles=[]))
        start, end = head.split(b'"puzzles":[]')
        lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in self.puzzles)
        return start + b'"puzzles":[\n' + lines + b"\n]" + end + b"\n"


def identity(game: AnyGame, view: Any) -> str:
    """A short name that stays the same as long as the position does."""
    return hashlib.sha256(game.name.encode() + b"\0" + msgspec.json.encode(view)).hexdigest()[:10]


def decode(data: bytes, source: str) -> Book:
    return decode_formatted(data, Book, FORMAT, "a file of puzzles", source, "bad-puzzles")


def load(path: Path) -> Book:
    return decode(read_file(path, LARGEST).removeprefix(codecs.BOM_UTF8), str(path))


def save(book: Book, path: Path) -> None:
    """Write the file completely or not at all."""
    write_file(path, book.encode())
    path.chmod(0o644)  # the house may run as somebody else


def remove(path: Path, puzzles: Set[str]) -> None:
    """Take these out of a file."""
    book = load(path)
    save(msgspec.structs.replace(book, puzzles=[each for each in book.puzzles if each.id not in puzzles]), path)


class Position(msgspec.Struct, frozen=True):
    """A puzzle read back: its view and options as the game knows them, and every legal move."""

    game: Any
    options: Any
    view: Any
    state: State  # one of those that fit the view
    moves: list[int]
    solutions: list[int]
    names: list[str]

    def say(self, move: int) -> str:
        said: str = self.game.say_move(self.view, move, self.names, self.options)
        return said


def names_of(seat: int, seats: int) -> list[str]:
    """What the seats are called in a puzzle."""
    rivals = [f"Rival {number}" for number in range(1, seats)] if seats > 2 else ["Rival"]
    return [*rivals[:seat], "You", *rivals[seat:]]


def read(game: AnyGame, puzzle: Puzzle) -> Position:
    """The position of a puzzle; refused in a sentence if it does not fit the game as it is now."""
    where = f"Puzzle {puzzle.id} of {game.title}"
    if puzzle.version != game.version:
        raise Refused(f"{where} is for version {puzzle.version}; this house plays {game.version}.", "old-version")
    try:
        options = game.read_options(puzzle.options)
        view = game.read_view(puzzle.view)
        state = game.imagine(view, FIXED)
        moves = [int(move) for move in state.moves()]
        solutions = [game.moves.from_json(move) for move in puzzle.solutions]
    except Refused as refusal:
        raise Refused(f"{where}: {refusal.text}", "bad-puzzles") from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Refused(f"{where} does not fit the rules: {error}.", "bad-puzzles") from None
    if not 0 <= puzzle.seat < puzzle.seats or int(state.mover) != puzzle.seat or int(state.seats) != puzzle.seats:
        raise Refused(f"{where} asks a seat that is not to move.", "bad-puzzles")
    if not solutions or any(move not in moves for move in solutions) or len(moves) <= len(solutions):
        raise Refused(f"{where} has a solution that is not a legal move, or no other move.", "bad-puzzles")
    return Position(game, options, view, state, moves, solutions, names_of(puzzle.seat, puzzle.seats))


def place(game: AnyGame) -> Path:
    """Where a game's file is or would be: beside the module with the game's class."""
    package = type(game).__module__.rpartition(".")[0]
    if package:
        folder = resources.files(package)
        if isinstance(folder, Path):
            return folder / FILE
    raise Refused(
        f"{game.title} does not stand in a folder of its own, so its puzzles have no place there: "
        "name a file with --out.",
        "no-place",
    )


def shipped_bytes(game: AnyGame) -> bytes | None:
    """The file beside the game's code, if there is one."""
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None
    try:
        return resources.files(package).joinpath(FILE).read_bytes()
    except (OSError, ModuleNotFoundError):
        return None


def has_puzzles(game: AnyGame) -> bool:
    """Whether puzzles come with a game; their file is read only when somebody wants one."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        return bool(package) and resources.files(package).joinpath(FILE).is_file()
    except (OSError, ModuleNotFoundError):
        return False


@lru_cache(maxsize=64)
def shipped(game: AnyGame) -> dict[str, Puzzle]:
    """The puzzles that come with a game, by name; those that no longer fit its version are left out."""
    data = shipped_bytes(game)
    if data is None:
        return {}
    try:
        book = decode(data, f"{game.title}'s {FILE}")
    except Refused as refusal:
        log.warning("%s", refusal.text)
        return {}
    return {puzzle.id: puzzle for puzzle in fitting(game, book.puzzles)}


def fitting(game: AnyGame, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if puzzle.version == game.version]
