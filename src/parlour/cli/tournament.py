"""`parlour tournament`: many players, one winner."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.rooms import Extra
from parlour.cli.setup import USUAL, Setup
from parlour.cli.shared_options import ClockText, Json, Name

if TYPE_CHECKING:
    from rich.console import RenderableType

    from parlour.arena.tournaments.play import Tournament


def tournament(
    name: Name,
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="FILE.toml", help="Who plays, and how: see docs/tournaments.md.", show_default=False
        ),
    ],
    format: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="round-robin, swiss, knock-out or arena.")
    ] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="How many rounds of a Swiss tournament.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="How many games a meeting has; default: one from each seat.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", help="How long an arena lasts, in minutes of thinking of all players.")
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="N", help="How many sit at a table.")] = None,
    clock: ClockText = None,
    setup: Setup = USUAL,
    folder: Annotated[
        str | None,
        typer.Option("--folder", metavar="FOLDER", help="Where results and records go; default: named after FILE."),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records/--no-records", help="Whether to save the record of each game.")
    ] = True,
    as_json: Json = False,
    *,
    extra: Extra,
) -> None:
    """Let many programs and house players play a tournament, with the standings as they change.

    Every result is on the disk before it is shown. The same command goes on where it was interrupted.

    \b
    Examples:
      parlour tournament gardening-war --players players.toml
      parlour tournament kata-tcg --players players.toml --format swiss --rounds 7
      parlour tournament deadwood --players players.toml --seats 4 --format swiss --folder spring-cup
    """
    import msgspec

    from parlour.arena.tournaments.journal import Journal
    from parlour.arena.tournaments.plan import make_plan, read_file
    from parlour.arena.tournaments.play import Tournament
    from parlour.arena.tournaments.reports import told, write_reports
    from parlour.cli.paths import shown, typed_path
    from parlour.core.errors import Refused
    from parlour.core.seed import Seed
    from parlour.games import find

    game = find(name)
    file = typed_path(players)
    settings = read_file(file)
    if settings.game not in (None, game.name):
        raise Refused(f"{file} is for {settings.game}, not for {game.name}.", "other-game")
    given = {"format": format, "rounds": rounds, "games": games, "minutes": minutes, "seats": seats, "clock": clock}
    settings = msgspec.structs.replace(settings, **{word: value for word, value in given.items() if value is not None})
    options: Any
    if setup.option or setup.preset or any(extra.values()):
        options = setup.options(game, extra)
    else:
        options = game.read_options(settings.options, settings.preset)
    where = typed_path(folder) if folder is not None else file.with_name(f"{file.stem}-tournament")
    journal = Journal(where)
    begun = journal.plan()
    wanted = setup.seed if setup.seed is not None else settings.seed
    root = Seed.parse(str(wanted)).hex if wanted is not None else begun.seed if begun is not None else None
    journal.begin(make_plan(game, options, settings, root))
    going = Tournament(game, journal, where / "records" if records else None)
    try:
        with setup.crew() as crew, _live() as show:
            going.play(crew, show)
    finally:
        journal.close()
    write_reports(going, where)
    if as_json:
        print(json.dumps(told(going), ensure_ascii=False))
    else:
        _print(_table(going))
        _print(f"Results{', crosstable and records' if records else ' and crosstable'} are in {shown(where)}.")
    if going.interrupted:
        _print("Interrupted: the same command goes on.", stderr=True)
        raise typer.Exit(INTERRUPTED)


def _print(what: RenderableType, stderr: bool = False) -> None:
    from parlour.cli.screen import console

    console(stderr).print(what, highlight=False)


@contextmanager
def _live() -> Iterator[Callable[[Tournament], None] | None]:
    """The standings on stderr as they change, if it is a terminal."""
    from parlour.cli.screen import console

    terminal = console(stderr=True)
    if not terminal.is_terminal:
        yield None
        return
    from rich.live import Live

    # Drawn between games, since a second thread would rule out forking.
    with Live(console=terminal, auto_refresh=False, transient=True) as live:
        yield lambda going: live.update(_table(going, terminal.height - 6), refresh=True)


def _table(going: Tournament, most: int = 10_000) -> RenderableType:
    """The standings, as many lines as fit."""
    from rich.box import SIMPLE
    from rich.table import Table

    from parlour.core.english import count

    plan, lines = going.plan, going.lines
    table = Table(title=plan.title, caption=_progress(going), title_justify="left", caption_justify="left", box=SIMPLE)
    table.pad_edge, table.collapse_padding = False, True  # it fits a narrow terminal
    table.add_column("")
    table.add_column("player", overflow="ellipsis", no_wrap=True, max_width=40)
    heads = ["points", "games", "won", "drawn", "lost"]
    heads += ["opposition", "quality"] if plan.format == "swiss" else ["quality"]
    forfeits = any(line.tally.forfeits for line in lines)
    for head in [*heads, "ms a move", *(["forfeits"] if forfeits else [])]:
        table.add_column(head, justify="right", no_wrap=True)
    for line in lines[:most]:
        ties = [line.opposition, line.quality] if plan.format == "swiss" else [line.quality]
        got = line.tally
        cells = [f"{got.points:g}", f"{got.games}", f"{got.wins}", f"{got.draws}", f"{got.losses}"]
        cells += [*(f"{tie:.4g}" for tie in ties), f"{got.think_ms:.0f}"]
        cells += [f"{got.forfeits}" if got.forfeits else ""] if forfeits else []
        table.add_row(str(line.place), line.name, *cells)
    if len(lines) > most:
        table.add_row("", f"… and {count(len(lines) - most, 'more player')}")
    return table


def _progress(going: Tournament) -> str:
    from parlour.core.english import count

    played = sum(result.games for result in going.results)
    where = f"round {going.round}" + (f" of {going.plan.rounds}" if going.plan.rounds else "")
    total = f" of {going.games}" if going.games else ""
    return (
        f"{played}{total} games played"
        if going.plan.format == "round-robin"
        else f"{where}; {count(played, 'game')} played"
    )
