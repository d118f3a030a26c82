"""Writes the decisions of many games to a Parquet file, a group of rows at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.arena.trajectories import UNLISTED, Looking, Trajectory, looking
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.lab.data import arrow

FORMAT: Final = 1
GROUP_BYTES: Final = 16 * 1024 * 1024  # about as much memory as a group of rows needs
ABOUT: Final = b"parlour"  # what is known when a file begins
ENDED: Final = b"parlour.end"  # and when it ends


class About(msgspec.Struct, frozen=True):
    """What a file is about."""

    format: int
    parlour: str
    kind: str  # simulate or match
    game: str
    version: int
    options: dict[str, Any]
    players: list[str]
    observation: list[str]  # what each number of an observation means
    actions: list[str]  # what each place of the index of moves stands for


class Ended(msgspec.Struct, frozen=True):
    """What is told only when all games are over: the seed would show what is still to come."""

    seed: str
    games: int
    interrupted: bool


class Table:
    """A Parquet file in the making: one row a decision. It has its name only when it is complete."""

    def __init__(
        self, path: Path, kind: str, game: AnyGame, options: Any, players: Sequence[str], parlour: str
    ) -> None:
        self.numpy, self.arrow, parquet = arrow()
        self.path = path
        self.part = path.with_name(f".{path.name}.part")
        self.look: Looking = looking(game, options, len(players))
        self.group_rows = max(64, GROUP_BYTES // (4 * self.look.size + self.look.choices))
        self.waiting: list[Trajectory] = []
        self.rows = self.games = 0
        about = About(
            FORMAT,
            parlour,
            kind,
            game.name,
            game.version,
            msgspec.to_builtins(options),
            list(players),
            self.look.names,
            self.look.words,
        )
        self.schema = self._schema().with_metadata({ABOUT: msgspec.json.encode(about)})
        if path.exists():
            raise Refused(f"{path} exists already: name a new file, so that nothing is lost.", "exists")
        if not path.parent.is_dir():
            raise Refused(f"{path} cannot be written: there is no folder {path.parent}.", "bad-file")
        self.writer = self._carefully(
            lambda: parquet.ParquetWriter(
                self.part, self.schema, compression="zstd", use_dictionary=["player"], write_statistics=False
            )
        )

    def _schema(self) -> Any:
        pa = self.arrow
        return pa.schema(
            [
                pa.field("match", pa.int32(), nullable=False),
                pa.field("game", pa.int16(), nullable=False),
                pa.field("deal", pa.int32(), nullable=False),
                pa.field("ply", pa.int32(), nullable=False),
                pa.field("seat", pa.int8(), nullable=False),
                pa.field("player", pa.dictionary(pa.int32(), pa.string()), nullable=False),
                pa.field("observation", pa.list_(pa.float32(), self.look.size), nullable=False),
                pa.field("mask", pa.list_(pa.bool_(), self.look.choices), nullable=False),
                pa.field("action", pa.int32()),  # empty: a move that the rules accept but do not list
                pa.field("value", pa.float32(), nullable=False),
                pa.field("result", pa.float32(), nullable=False),
            ]
        )

    def add(self, game: Trajectory) -> None:
        """The next game; its rows are written when there are enough for a group."""
        if len(game.observations) != 4 * self.look.size * len(game.plies):
            raise Refused(f"{self.path}: the games of a match differ, so they don't fit in one table.", "bad-data")
        self.waiting.append(game)
        self.games += 1
        self.rows += len(game.plies)
        if self.rows >= self.group_rows:
            self._write()

    def _write(self) -> None:
        games, self.waiting = self.waiting, []
        rows, self.rows = self.rows, 0
        if not rows:
            return
        np, pa = self.numpy, self.arrow

        def column(name: str, of: Callable[[Trajectory], Sequence[Any]]) -> Any:
            return pa.array([value for game in games for value in of(game)], self.schema.field(name).type)

        def every(value: int, game: Trajectory) -> list[int]:
            return [value] * len(game.plies)

        observation = np.frombuffer(b"".join(game.observations for game in games), np.float32)
        counts = np.array([count for game in games for count in game.choices])
        legal = np.frombuffer(b"".join(game.legal for game in games), np.int32)
        mask = np.zeros((rows, self.look.choices), np.bool_)
        mask[np.repeat(np.arange(rows), counts), legal] = True
        lists = pa.FixedSizeListArray.from_arrays
        columns = [
            column("match", lambda game: every(game.place.match, game)),
            column("game", lambda game: every(game.place.game, game)),
            column("deal", lambda game: every(game.place.deal, game)),
            column("ply", lambda game: game.plies),
            column("seat", lambda game: game.seats),
            column("player", lambda game: [game.players[seat] for seat in game.seats]),
            lists(pa.array(observation), self.look.size),
            lists(pa.array(mask.ravel()), self.look.choices),
            column("action", lambda game: [None if action == UNLISTED else action for action in game.actions]),
            column("value", lambda game: game.values),
            column("result", lambda game: [game.payoffs[seat] for seat in game.seats]),
        ]
        table = pa.Table.from_arrays(columns, schema=self.schema)
        self._carefully(lambda: self.writer.write_table(table, row_group_size=rows))

    def close(self, seed: str, interrupted: bool) -> None:
        """The rest of the rows, then the seed, which is no secret any more; the file gets its name."""
        self._write()
        ended = Ended(seed, self.games, interrupted)

        def end() -> None:
            self.writer.add_key_value_metadata({ENDED: msgspec.json.encode(ended)})
            self.writer.close()
            os.replace(self.part, self.path)

        self._carefully(end)

    def drop(self) -> None:
        """Leave nothing behind."""
        self.waiting.clear()
        with suppress(OSError):
            self.writer.close()
        self.part.unlink(missing_ok=True)

    def _carefully(self, do: Callable[[], Any]) -> Any:
        try:
            return do()
        except OSError as error:
            raise Refused(f"{self.path} cannot be written: {error.strerror or error}.", "bad-file") from None
