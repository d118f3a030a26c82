"""All commands of `parlour`, one module per group; commands that only one game has are in `parlour.rooms`.

Anything slow to import is imported inside the command.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from parlour.cli import (
    backup,
    bench,
    bot,
    data,
    doctor,
    game,
    games,
    host,
    lab,
    menu,
    play,
    program,
    prune,
    puzzles,
    ratings,
    replay,
    review,
    series,
    serve,
    strength,
    tournament,
    train,
    worker,
)
from parlour.cli.rooms import add_commands, takes_extra

EXAMPLES = """
Examples:

    parlour                                       open the house in your browser
    parlour menu                                  the same in this terminal
    parlour play kata-tcg                         you against the house
    parlour play connect-four --seats you,you     two people at one keyboard
    parlour match kata-tcg --seats hard,greedy --games 50
"""

app = typer.Typer(
    name="parlour",
    help="Parlour: one house for turn-based card and board games. Without a command it opens in your browser.\n\n"
    + EXAMPLES.replace("Examples:\n\n", "\b\nExamples:\n").replace("\n    ", "\n  "),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback(invoke_without_command=True)
def entrance(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Whether to open the browser.")] = True,
) -> None:
    if version:
        from parlour import __version__, compiled

        print(f"parlour {__version__} ({'compiled' if compiled() else 'interpreted'} rules)")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.welcome(browser)


app.command("games")(games.games)
app.command("rules")(games.rules)
app.command("play", short_help="Play against people or computer players.")(takes_extra(play.play))
app.command("simulate", short_help="Play many games without people, and count.")(takes_extra(series.simulate))
app.command("match", short_help="Let computer players play each other many times.")(takes_extra(series.match))
app.command("tournament", short_help="Let many players play a tournament.")(takes_extra(tournament.tournament))
app.command("replay", short_help="Step through a stored match.")(replay.replay)
app.command("review", short_help="Find out what decided a match, luck or choice.")(review.review)
app.command("bench", short_help="Measure how fast the house plays.")(bench.bench)
app.command("data", short_help="Describe a file of decisions.")(data.data)
app.command("strength", short_help="Measure how strong the levels are.")(strength.strength)
app.command("ratings", short_help="Show who plays best in a house.")(ratings.ratings)
app.command("anchors", short_help="Anchor the levels on the scales of their games.")(ratings.anchors)
app.command("train", short_help="Let a game learn from play.")(takes_extra(train.train))
app.command("serve", short_help="Open the house for others.")(takes_extra(serve.serve, "add_settings"))
app.command("worker", short_help="Play for the tournaments of a house.")(worker.worker)
app.command("backup", short_help="Copy the database while the house is open.")(backup.backup)
app.command("prune", short_help="Forget what is too old.")(prune.prune)
app.command("doctor", short_help="Check what is missing or wrong on this machine.")(doctor.doctor)
app.command("menu", short_help="Choose a game in the terminal.")(menu.welcome)
app.add_typer(bot.app, name="bot")
app.add_typer(game.app, name="game")
app.add_typer(host.app, name="host")
app.add_typer(lab.app, name="lab")
app.add_typer(program.app, name="program")
app.add_typer(puzzles.app, name="puzzles")
add_commands(app)


@cache
def commands() -> Callable[..., Any]:
    """All of them, ready to run. Typer reads every signature for that, which takes as long as a short command."""
    return get_command(app)
