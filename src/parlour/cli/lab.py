"""`parlour lab`: experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.shared_options import EngineName, Json, Name, SeedText, Workers, count_option

if TYPE_CHECKING:
    from parlour.core.protocol import LabResult

app = typer.Typer(
    help="Find out what decides a game: let the house play it many times, and compare.\n\n"
    "\b\nExamples:\n"
    "  parlour lab new battle-farm > experiment.toml\n"
    "  parlour lab run experiment.toml\n"
    "  parlour lab show experiment-lab\n"
    "  parlour lab compare before after",
    rich_markup_mode=None,
    no_args_is_help=True,
)

MOST_SHARES = 12  # of a family that are shown in the terminal
Result = Annotated[str, typer.Argument(metavar="RESULT", help="The folder of a result, or its result.json.")]


@app.command()
def new(name: Name) -> None:
    """Print an experiment to begin with, with comments.

    \b
    Examples:
      parlour lab new kata-tcg > decks.toml
    """
    from parlour.games import find
    from parlour.lab.experiments.example import example

    print(example(find(name)), end="")


@app.command()
def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The experiment; `parlour lab new` writes one.")],
    games: Annotated[
        int | None, count_option("--games", "How many games, instead of what the file says.", 10**8)
    ] = None,
    seed: SeedText = None,
    engine: EngineName = "local",
    workers: Workers = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FOLDER", help="Where the result goes; default: named after FILE."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play an experiment: every deal from every seat. The same command goes on where it was interrupted.

    The folder then has result.json, report.html, experiment.toml and games.parquet (a row a game).

    \b
    Examples:
      parlour lab run experiment.toml
      parlour lab run experiment.toml --games 200 --out first-look
      parlour lab run experiment.toml --engine ray://head:10001
    """
    import msgspec

    from parlour.cli.arguments import engine_for
    from parlour.cli.paths import shown, typed_path
    from parlour.cli.screen import console
    from parlour.cli.series import progress_bar
    from parlour.lab.experiments.keeping import keep
    from parlour.lab.experiments.reading import read_file
    from parlour.lab.experiments.running import Run

    path = typed_path(file)
    experiment = read_file(path)
    if games is not None:
        experiment = msgspec.structs.replace(experiment, games=games)
    folder = typed_path(out) if out is not None else path.with_name(f"{path.stem}-lab")
    going = Run(experiment, folder, seed)
    with engine_for(engine, workers) as crew, progress_bar() as progress:
        going.play(crew, progress)
    result = going.result()
    without = keep(going, result, folder)
    if as_json:
        print(msgspec.json.encode(result).decode())
    else:
        _show(result)
        print(f"The report is {shown(folder / 'report.html')}.")
    error = console(stderr=True)
    if without:
        error.print(without, highlight=False)
    if going.interrupted:
        error.print("Interrupted: the same command goes on.", highlight=False)
        raise typer.Exit(INTERRUPTED)


@app.command()
def show(result: Result, as_json: Json = False) -> None:
    """Show what an experiment has found.

    \b
    Examples:
      parlour lab show experiment-lab
    """
    import msgspec

    from parlour.cli.paths import typed_path
    from parlour.lab.experiments.comparing import read_result

    found = read_result(typed_path(result))
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        _show(found)


@app.command()
def compare(first: Result, second: Result, as_json: Json = False) -> None:
    """Compare two results about the same game: which measures differ by more than chance would explain.

    \b
    Examples:
      parlour lab compare before-lab after-lab
    """
    import msgspec

    from parlour.cli.paths import typed_path
    from parlour.cli.screen import Screen, columns
    from parlour.lab.experiments.comparing import compare as compared
    from parlour.lab.experiments.comparing import read_result
    from parlour.lab.experiments.telling import differences

    found = compared(read_result(typed_path(first)), read_result(typed_path(second)))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    heads, rows, below = differences(found)
    Screen([]).frame("\n".join([*columns([heads, *rows]), "", below]), f"{found.first} | {found.second}")


def _show(result: LabResult) -> None:
    from parlour.cli.screen import Screen, columns
    from parlour.lab.experiments.telling import tables

    screen = Screen([])
    for title, heads, rows, below in tables(result, MOST_SHARES):
        screen.frame("\n".join([*(columns([heads, *rows]) if rows else []), *(["", *below] if below else [])]), title)
