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
    int | None, typer.Option("--workers", min=1, max=10_000, help="How many processes; default: one per core.")
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="Where games are played: `local`, in processes of this machine; `ray`, on a Ray cluster, started here if "
        "none runs; `ray://HOST:10001`, on one elsewhere. The results are the same.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE|URL", envvar="PARLOUR_DB", help="Where matches are kept: a file, or postgresql://…"
    ),
]
HouseWorkers = Annotated[
    int | None, typer.Option("--workers", min=1, max=256, help="Processes that think for house players.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

PLAYERS = (
    "random, greedy, easy, medium, hard, expert, master, search:ms=500, search:iterations=2000, cmd:PROGRAM "
    "(write `\\,` for a comma inside a word)."
)
SEATS = f"Who plays, separated by commas: you, {PLAYERS}"


def redis_option(help: str) -> Any:
    """`--redis URL`; what it does for this command."""
    return typer.Option("--redis", metavar="URL", envvar="PARLOUR_REDIS", help=help)


def seats_option(default: str) -> Any:
    """`--seats N`, where only their number matters; what it is by default."""
    return typer.Option("--seats", metavar="N", help=f"How many seats; default: {default}.")


def count_option(flag: str, help: str, most: int) -> Any:
    """`--most N` and the like: from 1 to a limit."""
    return typer.Option(flag, min=1, max=most, help=help)


def text_option(flag: str, metavar: str, help: str, env: bool = False) -> Any:
    """A text, perhaps also read from the environment: `--oidc-name` as PARLOUR_OIDC_NAME."""
    return typer.Option(
        flag, metavar=metavar, help=help, envvar=f"PARLOUR_{flag[2:].replace('-', '_').upper()}" if env else None
    )


def word_option(flag: str, help: str) -> Any:
    """A player of the house, or a program, by its seat word."""
    return typer.Option(flag, metavar="WORD", help=help)


def games_option(help: str, least: int = 1, most: int | None = 1_000_000) -> Any:
    """`--games N`; what they are for."""
    return typer.Option("--games", min=least, max=most, help=help)


ProgramsAtOnce = Annotated[int | None, count_option("--programs-at-once", "How many programs may play at once.", 1000)]

KEEP = {
    "guests": "Forget guests not seen for so many days",
    "games": "Drop friendly games so many days after their end",
    "logs": "Drop lines in bots' logs after so many days",
    "reports": "Drop settled reports and ended bans after so many days",
    "acts": "Drop the log of what hosts did after so many days",
}


def keep_option(kind: str) -> Any:
    """`--keep-guests N` and the like, for `serve` and `prune`."""
    return typer.Option(f"--keep-{kind}", metavar="DAYS", min=0, max=36_500, help=f"{KEEP[kind]}; 0: never.")
