"""`parlour simulate` and `parlour match`: many games without people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.rooms import Extra
from parlour.cli.setup import USUAL, Setup
from parlour.cli.shared_options import PLAYERS, ClockText, Json, Name

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from parlour.arena.engines import Engine
    from parlour.arena.series import Rows
    from parlour.bots.seat_words import SeatWord
    from parlour.core.clock import Clock
    from parlour.core.game import AnyGame
    from parlour.core.seed import Seed

MOST_GAMES = 1_000_000_000

Games = Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games.")]
Seats = Annotated[str | None, typer.Option("--seats", metavar="A,B", help=f"Who plays, separated by commas: {PLAYERS}")]
Save = Annotated[
    str | None,
    typer.Option(
        "--save", metavar="FOLDER", help="Save the record of every game there: for `review`, `replay`, a browser."
    ),
]


Parquet = Annotated[
    str | None,
    typer.Option(
        "--parquet",
        metavar="FILE",
        help="Write every decision there, a row each: what was seen, might be done, was done, and who won.",
    ),
]


class Wanted(NamedTuple):
    """What a command line asks for."""

    game: AnyGame
    options: Any
    seats: list[SeatWord]
    games: int
    seed: Seed | None
    workers: Engine
    clock: Clock
    as_json: bool
    folder: Path | None  # for records
    rows: Rows | None  # takes decisions
    done: Callable[[str, bool], None]  # to be called with the seed, and whether it was interrupted


def _command(play: Callable[[Wanted], None], default_games: int) -> Callable[..., None]:
    """A command with the options that both share; its help is the docstring of `play`."""

    def command(
        name: Name,
        seats: Seats = None,
        games: Games = default_games,
        setup: Setup = USUAL,
        clock: ClockText = None,
        save: Save = None,
        parquet: Parquet = None,
        as_json: Json = False,
        *,
        extra: Extra,
    ) -> None:
        from parlour.cli.arguments import read_clock, read_seats
        from parlour.cli.paths import new_folder
        from parlour.games import find

        game = find(name)
        words = read_seats(game, seats or ",".join(["random"] * game.default_seats), persons=False)
        options = setup.options(game, extra)
        game.check(options, len(words))
        time = read_clock(game, clock, options, words)
        root = setup.root()
        folder = None if save is None else new_folder(save)
        table = _table_file(parquet, play.__name__.strip("_"), game, options, words)
        with setup.crew() as where, table as (rows, done):
            play(Wanted(game, options, words, games, root, where, time, as_json, folder, rows, done))

    command.__doc__ = play.__doc__
    return command


def _simulate(wanted: Wanted) -> None:
    """Play many games with the same players in the same seats, and count.

    \b
    Examples:
      parlour simulate connect-four --games 100000
      parlour simulate kata-tcg --preset full --seats greedy,random --games 500 --json
      parlour simulate deadwood --board board.xml --cards cards.xml --games 200
      parlour simulate kata-tcg --seats greedy,greedy --games 5000 --parquet kata.parquet
    """
    from parlour.arena.series import simulate

    game, options, seats, games, seed, workers, clock, as_json, folder, keep_rows, done = wanted
    with progress_bar() as progress:
        found = simulate(
            game, options, seats, games, seed, workers, clock=clock, progress=progress, folder=folder, rows=keep_rows
        )
    done(found.seed, found.interrupted)
    if as_json:
        print(json.dumps(_builtins(found), ensure_ascii=False))
    else:
        shares = [(word, f"{share:.1%}") for word, share in zip(found.seats, found.share, strict=True)]
        rows = [f"{i}: {word}" for i, (word, _) in enumerate(shares)]
        _table(
            f"{game.title}: {_games(found.games)}",
            ["seat", "share"],
            [[row, share] for row, (_, share) in zip(rows, shares, strict=True)],
            f"{found.moves:,} moves, {found.mean_moves:.1f} a game ({found.shortest} to {found.longest}), "
            f"{found.draws:,} without an outright winner\n"
            f"{found.moves_per_second:,.0f} moves a second; seed {found.seed}",
        )
    _leave(found.interrupted)


def _match(wanted: Wanted) -> None:
    """Let computer players play each other many times. Seats rotate over the same deals, so luck and seat cancel out.

    If the rules replay a draw, each game is a match that goes on until there is a winner.

    \b
    Examples:
      parlour match kata-tcg --preset full --seats search:ms=100,greedy --games 100
      parlour match connect-four --seats "hard,cmd:python3 bot.py" --games 20 --json
      parlour match monogwent --script cards.txt --seats greedy,random --games 50
      parlour match deadwood --seats "hard,cmd:python3 bot.py" --games 10 --save records/
      parlour match kata-tcg --seats hard,greedy --games 100000 --engine ray://head:10001
    """
    from parlour.arena.series import play_series

    game, options, seats, games, seed, workers, clock, as_json, folder, keep_rows, done = wanted
    with progress_bar() as progress:
        found = play_series(
            game,
            options,
            seats,
            games,
            seed,
            workers,
            progress,
            clock=clock,
            need_winners=True,
            folder=folder,
            rows=keep_rows,
        )
    done(found.seed, found.interrupted)
    if as_json:
        told = _builtins(found)
        told["seats"] = [{"seat": standing.pop("word"), **standing} for standing in told["seats"]]
        print(json.dumps(told, ensure_ascii=False))
    else:
        rows = [
            [
                standing.word,
                f"{standing.share:.3f}",
                f"{standing.interval[0]:.3f} to {standing.interval[1]:.3f}",
                f"{standing.wins:,}",
                f"{standing.think_ms:.1f}",
                f"{standing.strikes}",
            ]
            for standing in found.seats
        ]
        notes = [f"{standing.word}: {standing.note}" for standing in found.seats if standing.note]
        won = f"{found.draws:,} without an outright winner"
        if found.replayed:
            notes.insert(0, f"{_games(found.replayed)} more after draws; {found.by_value:,} decided by value")
        _table(
            f"{game.title}: {_games(found.games, 'match' if found.replayed else 'game')}, seats rotated",
            ["player", "share", "95 % interval", "wins", "ms a move", "strikes"],
            rows,
            "\n".join([f"{won}, {found.mean_moves:.1f} moves a game; seed {found.seed}", *notes]),
        )
    _leave(found.interrupted)


simulate = _command(_simulate, 1000)
match = _command(_match, 100)


@contextmanager
def _table_file(
    path: str | None, kind: str, game: AnyGame, options: Any, words: Sequence[SeatWord]
) -> Iterator[tuple[Rows | None, Callable[[str, bool], None]]]:
    """What takes decisions, if there is a file for them, and what ends that file; without an end nothing is left."""
    if path is None:
        yield None, lambda seed, interrupted: None
        return
    from parlour import __version__
    from parlour.cli.paths import typed_path
    from parlour.lab.data.writing import Table

    table = Table(typed_path(path), kind, game, options, [word.text for word in words], __version__)
    try:
        yield table.add, table.close
    finally:
        table.drop()


def _games(number: int, what: str = "game") -> str:
    plural = "matches" if what == "match" else f"{what}s"
    return f"1 {what}" if number == 1 else f"{number:,} {plural}"


def _builtins(found: Any) -> dict[str, Any]:
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


def _leave(interrupted: bool) -> None:
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def progress_bar(terminal: Console | None = None) -> Iterator[Callable[..., None] | None]:
    """A bar on stderr if it is a terminal. It is drawn between games, since a second thread would rule out forking.

    It is called with the games played and to play, and with what they are played for, if that changes. Lines that are
    printed to the same `terminal` appear above it.
    """
    from parlour.cli.screen import console

    terminal = terminal or console(stderr=True)
    if not terminal.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=terminal, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("games", total=None)

        def show(done: int, total: int, what: str | None = None) -> None:
            if what not in (None, bar.tasks[task].description):
                bar.reset(task, description=what)
            bar.update(task, completed=done, total=total, refresh=True)

        yield show


def _table(title: str, heads: list[str], rows: list[list[str]], below: str) -> None:
    from parlour.cli.screen import Screen, columns

    Screen([]).frame("\n".join([*columns([heads, *rows]), "", below]), title)
