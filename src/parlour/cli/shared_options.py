"""The options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

Name = Annotated[str, typer.Argument(metavar="GAME", help="The game's name, as in `parlour games`.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A prepared set of options.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set one option of the game; may be given again."),
]
SeedText = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="SEED", help="A whole number or 32 hexadecimal digits; the same seed, the same luck."
    ),
]
CLOCK = (  # read by parlour.core.clock, which no command loads to print its help
    "Time to think: `6s/move`, `2d/move`, `5+3` (5 minutes each, 3 seconds more after each move), `5+0,delay=3s`, "
    "`10s/move,bank=5m` or `none`; `,strikes=3` may follow."
)
ClockText = Annotated[str | None, typer.Option("--clock", metavar="TIME", help=CLOCK)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

PLAYERS = (
    "random, greedy, easy, medium, hard, expert, search:ms=500, search:iterations=2000, cmd:PROGRAM "
    "(a comma inside a word: `\\,`)."
)
SEATS = f"Who plays, with commas: you, {PLAYERS}"
