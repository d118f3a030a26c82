"""The options that several commands share, so that they mean the same everywhere. Nothing slow is imported here."""

from __future__ import annotations

from typing import Annotated, Any

import typer

Name = Annotated[str, typer.Argument(metavar="GAME", help="The game's name; `parlour games` lists them.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A prepared set of options.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game; may be repeated."),
]
SeedText = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="SEED", help="A whole number or 32 hexadecimal digits. The same seed gives the same luck."
    ),
]
CLOCK = (
    "Time to think: `6s/move`, `2d/move`, `5+3` (5 minutes each, plus 3 seconds per move), `5+0,delay=3s`, "
    "`10s/move,bank=5m` or `none`; add `,strikes=3` to set the strikes."
)
ClockText = Annotated[str | None, typer.Option("--clock", metavar="TIME", help=CLOCK)]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=256, help="How many processes; default: one per core.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE|URL", envvar="PARLOUR_DB", help="Where matches are kept: a file, or postgresql://…"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

PLAYERS = (
    "random, greedy, easy, medium, hard, expert, master, search:ms=500, search:iterations=2000, cmd:PROGRAM "
    "(write `\\,` for a comma inside a word)."
)
SEATS = f"Who plays, separated by commas: you, {PLAYERS}"


def seats_option(default: str) -> Any:
    """`--seats N`, where only their number matters; what it is by default."""
    return typer.Option("--seats", metavar="N", help=f"How many seats; default: {default}.")
