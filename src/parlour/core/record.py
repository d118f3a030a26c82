"""A match as a JSON file: game, version, options, seed, seats, moves and result."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from parlour.core.branch import Branch
from parlour.core.errors import Refused
from parlour.core.files import decode_formatted, read_file, write_file
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.moves import CONCEDE, FORFEIT, MISS, MoveJson, is_house
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier

FORMAT = 1
LARGEST = 16 * 1024 * 1024


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    payoffs: list[float]
    scores: list[int]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a match. `seats` names the players; `result` is null while the match is running.

    `earlier` is present only in a later game of a match that needed a winner: how the games before it ended. `branch`
    is present only if the match plays on from a moment of another one, whose moves it repeats first. `hints` is how
    often the person at the terminal has asked what the house would do, if ever; `taken_back`, how many moves were taken
    back at the table, which are not among the moves.
    """

    parlour: int
    game: str
    version: int
    options: dict[str, Any]
    seed: str
    seats: list[str]
    moves: list[MoveJson]
    result: Result | None = None
    earlier: Earlier | msgspec.UnsetType = msgspec.UNSET
    branch: Branch | msgspec.UnsetType = msgspec.UNSET
    hints: int | msgspec.UnsetType = msgspec.UNSET
    taken_back: int | msgspec.UnsetType = msgspec.UNSET

    def __repr__(self) -> str:
        return f"Record({self.game}, {len(self.moves)} moves)"


def record(match: Match, names: list[str], hints: int = 0, taken_back: int = 0) -> Record:
    if len(names) != match.seats:
        raise ValueError(f"{match.seats} seats need {match.seats} names, not {len(names)}")
    result = None
    if match.over:
        result = Result(match.payoffs(), [int(n) for n in match.state.scores()])
    return Record(
        parlour=FORMAT,
        game=match.game.name,
        version=match.game.version,
        options=match.game.write_stored(match.options),
        seed=match.seed.hex,
        seats=list(names),
        moves=[match.game.moves.to_json(ply.move) for ply in match.plies],
        result=result,
        earlier=match.earlier if match.earlier is not None and match.earlier.games else msgspec.UNSET,
        branch=msgspec.UNSET if match.branch is None else match.branch,
        hints=hints or msgspec.UNSET,
        taken_back=taken_back or msgspec.UNSET,
    )


def encode(rec: Record) -> bytes:
    """The bytes of a record file: readable, and the same for the same record."""
    return msgspec.json.format(msgspec.json.encode(rec), indent=1) + b"\n"


def decode(data: bytes, source: str = "The record") -> Record:
    if len(data) > LARGEST:
        raise Refused(f"{source} is larger than {LARGEST // 1024 // 1024} MiB.", "bad-record")
    return decode_formatted(data, Record, FORMAT, "a record of a match", source, "bad-record")


def save(rec: Record, path: Path) -> None:
    """Write the file completely or not at all."""
    write_file(path, encode(rec))


def load(path: Path) -> Record:
    return decode(read_file(path, LARGEST).removeprefix(codecs.BOM_UTF8), str(path))


def replay(
    rec: Record, find_game: Callable[[str], AnyGame], upto: int | None = None, source: str = "The record"
) -> Match:
    """The match of a record, replayed move by move. Refused, never replayed wrongly, if it does not fit the rules."""
    game = find_game(rec.game)
    if rec.version != game.version and rec.version not in game.replays:
        raise Refused(
            f"{source} was played under version {rec.version} of {game.title}; this house plays version "
            f"{game.version}, under which it would be another game.",
            "old-version",
        )
    earlier = None if isinstance(rec.earlier, msgspec.UnsetType) else rec.earlier
    if earlier is not None:
        game.read_stored(earlier.options, rec.version)
    options = game.read_stored(rec.options, rec.version)
    match = Match(game, options, len(rec.seats), Seed.parse(rec.seed), earlier, _branch(rec, source))
    for number, data in enumerate(rec.moves if upto is None else rec.moves[:upto], start=1):
        try:
            move = game.moves.from_json(data, house=True)
            _enter(match, move)
        except Refused as refusal:
            raise Refused(f"{source}, move {number}: {refusal.text}", "bad-record") from None
    if upto is None and rec.result is not None:
        reached = record(match, rec.seats).result
        if reached != rec.result:
            raise Refused(f"{source} claims a result that its moves do not reach.", "bad-record")
    return match


def _branch(rec: Record, source: str) -> Branch | None:
    if isinstance(rec.branch, msgspec.UnsetType):
        return None
    try:
        rec.branch.check(len(rec.seats), len(rec.moves))
    except Refused as refusal:
        raise Refused(f"{source}: {refusal.text}", "bad-record") from None
    return rec.branch


def _enter(match: Match, move: int) -> None:
    if match.over:
        raise Refused("the game was already over.", "bad-record")
    if not is_house(move):
        match.play(match.mover, move)
        return
    kind = move & 63
    seat = (move >> 6) & 0xFFFF if kind in (CONCEDE, FORFEIT) else match.mover
    if seat >= match.seats or (kind != MISS and match.state.has_left(seat)):
        raise Refused("that seat is not in the game.", "bad-record")
    match.enter(seat, move)
