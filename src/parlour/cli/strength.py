"""`parlour strength`: how strong the levels are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.shared_options import EngineName, Json, Workers, games_option


def strength(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; default: all.")] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.01, max=600.0, help="The most time for each game.")
    ] = 60.0,
    most: Annotated[int, games_option("The most games for each pair.", 2, 100_000)] = 400,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same deals.")] = "1",
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE.md", help="Write the page, and its numbers to FILE.json."),
    ] = None,
    yardsticks: Annotated[
        Path | None,
        typer.Option(
            "--yardsticks",
            metavar="FOLDER",
            help="Also play the bots in this folder whose names begin with the game's.",
        ),
    ] = None,
    unhurried: Annotated[
        bool,
        typer.Option(
            "--unhurried",
            help="Drop the levels' time limits, so that other work can't weaken them; without master.",
        ),
    ] = False,
    more: Annotated[
        bool,
        typer.Option(
            "--more",
            help="Add games to those in the file of --write, for whatever is not known well by them.",
        ),
    ] = False,
    workers: Workers = None,
    engine: EngineName = "local",
    as_json: Json = False,
) -> None:
    """Let each level of a game play the one below, and report how often it wins.

    \b
    Examples:
      parlour strength deadwood --minutes 5
      parlour strength --write docs/strength.md --yardsticks docs/bots
      parlour strength deadwood --write docs/strength.md --more --minutes 30
    """
    import msgspec

    from parlour.api import games as all_games
    from parlour.cli.arguments import engine_for
    from parlour.cli.screen import console
    from parlour.core.errors import Refused
    from parlour.core.seed import Seed
    from parlour.games import HOUSE, find
    from parlour.lab.strength import Ladder, climb, page

    chosen = [find(name) for name in games] if games else [game for game in all_games() if game.name in HOUSE]
    root = Seed.parse(seed)
    kept: dict[str, Ladder] = {}
    if more and write is None:
        raise Refused("--more adds to what is written: name the page with --write.", "bad-option")
    numbers = write.with_suffix(".json") if write is not None else None
    if numbers is not None and numbers.exists():
        try:
            kept = {ladder.game: ladder for ladder in msgspec.json.decode(numbers.read_bytes(), type=list[Ladder])}
        except (OSError, msgspec.MsgspecError) as error:
            raise Refused(f"{numbers} cannot be read ({error}); move it away to start again.", "bad-file") from None
    terminal = console(stderr=True)
    for game in chosen:
        with engine_for(engine, workers) as where:
            ladder = climb(
                game,
                minutes,
                most,
                root,
                lambda line: terminal.print(line, highlight=False),
                yardsticks,
                where,
                unhurried,
                kept.get(game.name) if more else None,
            )
        if ladder.interrupted:
            raise typer.Exit(INTERRUPTED)
        kept[game.name] = ladder
        if write is not None and numbers is not None:
            order = sorted(kept.values(), key=lambda found: found.title)
            try:
                numbers.write_bytes(msgspec.json.format(msgspec.json.encode(order)) + b"\n")
                write.write_text(page(order), "utf-8")
            except OSError as error:
                raise Refused(f"{write} cannot be written: {error.strerror}.", "bad-file") from None
    if as_json:
        print(msgspec.json.encode([kept[game.name] for game in chosen]).decode())
