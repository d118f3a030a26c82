"""`parlour simulate` and `parlour match`: many games without people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.rooms import Extra
from parlour.cli.shared_options import PLAYERS, ClockText, Json, Name, Options, Preset, SeedText, Workers

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

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


class Wanted(NamedTuple):
    """What a command line asks for."""

    game: AnyGame
    options: Any
    seats: list[SeatWord]
    games: int
    seed: Seed | None
    workers: int | None
    clock: Clock
    as_json: bool
    folder: Path | None  # for records


def _command(play: Callable[[Wanted], None], default_games: int) -> Callable[..., None]:
    """A command with the options that both share; its help is the docstring of `play`."""

    def command(
        name: Name,
        seats: Seats = None,
        games: Games = default_games,
        preset: Preset = None,
        option: Options = None,
        seed: SeedText = None,
        workers: Workers = None,
        clock: ClockText = None,
        save: Save = None,
        as_json: Json = False,
        *,
        extra: Extra,
    ) -> None:
        from parlour.cli.arguments import read_clock, read_options, read_seats
        from parlour.cli.paths import new_folder
        from parlour.core.seed import Seed
        from parlour.games import find

        game = find(name)
        words = read_seats(game, seats or ",".join(["random"] * game.default_seats), persons=False)
        options = read_options(game, preset, option or [], extra, must=True)
        game.check(options, len(words))
        time = read_clock(game, clock, options, words)
        root = None if seed is None else Seed.parse(seed)
        folder = None if save is None else new_folder(save)
        play(Wanted(game, options, words, games, root, workers, time, as_json, folder))

    command.__doc__ = play.__doc__
    return command


def _simulate(wanted: Wanted) -> None:
    """Play many games with the same players in the same seats, and count.

    \b
    Examples:
      parlour simulate connect-four --games 100000
      parlour simulate kata-tcg --preset full --seats greedy,random --games 500 --json
      parlour simulate deadwood --board board.xml --cards cards.xml --games 200
    """
    from parlour.arena.series import simulate

    game, options, seats, games, seed, workers, clock, as_json, folder = wanted
    with progress_bar() as progress:
        found = simulate(game, options, seats, games, seed, workers, clock=clock, progress=progress, folder=folder)
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
    """
    from parlour.arena.series import play_series

    game, options, seats, games, seed, workers, clock, as_json, folder = wanted
    with progress_bar() as progress:
        found = play_series(
            game, options, seats, games, seed, workers, progress, clock=clock, need_winners=True, folder=folder
        )
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
    from parlour.cli.screen import Screen

    screen = Screen([])
    widths = [max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads)]
    lines = []
    for row in [heads, *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    screen.frame("\n".join([*lines, "", below]), title)
