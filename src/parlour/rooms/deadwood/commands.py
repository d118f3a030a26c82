"""Deadwood: `parlour deadwood`, which checks board and card files, and `--board` and `--cards` to play with them."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from parlour.cli.shared_options import Json

app = typer.Typer(
    help="Check board and card files for Deadwood.\n\n"
    "\b\nExamples:\n"
    "  parlour deadwood check board.xml cards.xml\n"
    "  parlour play deadwood --board board.xml --cards cards.xml",
    rich_markup_mode=None,
    no_args_is_help=False,
    invoke_without_command=True,
)


@app.callback()
def lot(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("check")
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Board and card files, in any order.")],
    as_json: Json = False,
) -> None:
    """Say what the files contain, and everything wrong or odd about them, with line numbers."""
    import msgspec

    from parlour.games.deadwood.files import check_files

    report = check_files(files)
    if as_json:
        found = {"good": report.good, "summary": report.summary, "notes": msgspec.to_builtins(report.notes)}
        print(msgspec.json.encode(found).decode())
    else:
        print(report)
    if not report.good:
        raise typer.Exit(2)


def add_options(
    given: dict[str, Any],
    preset: str | None,
    must: bool,
    *,
    board: Annotated[
        str | None, typer.Option("--board", metavar="FILE", help="Your own lot; needs --cards too (deadwood).")
    ] = None,
    cards: Annotated[
        str | None, typer.Option("--cards", metavar="FILE", help="Your own scenes; needs --board too (deadwood).")
    ] = None,
) -> None:
    """Play on the lot in these files."""
    import msgspec

    from parlour.core.errors import Refused
    from parlour.games.deadwood.files import read_files

    if board is None or cards is None:
        raise Refused("Your own lot needs both files: --board and --cards.", "bad-option")
    lot, notes = read_files(board, cards)
    for note in notes:
        print(note, file=sys.stderr)
    given["board"] = msgspec.to_builtins(lot)


COMMANDS = {"deadwood": app}
