"""MonoGwent: `parlour script`, for cards that players write themselves, and `--script` to play with them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.shared_options import Json, SeedText, games_option, word_option

if TYPE_CHECKING:
    from parlour.arena.series import Share

app = typer.Typer(
    help="Check, format, explain, try and balance card scripts for MonoGwent.\n\n"
    "\b\nExamples:\n"
    "  parlour script check cards.txt\n"
    "  parlour script explain cards.txt\n"
    '  parlour script try cards.txt --card "Lane Herald"\n'
    "  parlour script balance cards.txt --games 200\n"
    "  parlour play monogwent --script cards.txt",
    rich_markup_mode=None,
    no_args_is_help=False,
    invoke_without_command=True,
)

LARGEST_SCRIPT = 1024 * 1024
LARGEST_TABLE = 1024 * 1024

File = Annotated[str, typer.Argument(metavar="FILE", help="A script file.")]
ScriptFile = Annotated[str | None, typer.Option("--script", metavar="FILE", help="Your own cards (monogwent).")]


@app.callback()
def workshop(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@contextmanager
def mistakes_of(file: str) -> Iterator[None]:
    """Show mistakes in a script as `check` does."""
    from parlour.games.monogwent.script import ScriptErrors

    try:
        yield
    except ScriptErrors as bad:
        print(bad.report.show(file), file=sys.stderr)
        raise typer.Exit(2) from None


@app.command("check")
def check(file: File, as_json: Json = False) -> None:
    """List everything that is wrong with a script, with line, column and a caret."""
    import msgspec

    from parlour.games.monogwent import script as language

    report = language.check(read_script(file))
    if as_json:
        print(msgspec.json.encode({"ok": report.ok, **msgspec.to_builtins(report)}).decode())
    elif report.errors or report.warnings:
        print(report.show(file))
    else:
        print(f"{file} is fine.")
    if not report.ok:
        raise typer.Exit(2)


@app.command("format")
def tidy(
    file: File,
    write: Annotated[bool, typer.Option("--write", help="Replace the file instead of printing the result.")] = False,
) -> None:
    """Format a script; comments stay."""
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.games.monogwent import script as language

    with mistakes_of(file):
        text = language.format(read_script(file))
    if write:
        try:
            typed_path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Refused(f"{file} could not be written: {error.strerror or error}.", "not-found") from None
    else:
        sys.stdout.write(text)


@app.command("explain")
def explain(file: File, as_json: Json = False) -> None:
    """Read every card of a script back in words."""
    import msgspec

    from parlour.games.monogwent import script as language

    with mistakes_of(file):
        cards = language.explain(read_script(file))
    if as_json:
        print(msgspec.json.encode(cards).decode())
        return
    for card in cards:
        flavour = f'\n  "{card.flavour}"' if card.flavour else ""
        print(f"{card.name}: {card.summary}\n  {card.text or 'No effect.'}{flavour}\n")
    if not cards:
        print(f"{file} adds no card.")


@app.command("try")
def try_card(
    file: File,
    card: Annotated[str, typer.Option("--card", metavar="NAME", help="The card to play.")],
    board: Annotated[
        str | None, typer.Option("--board", metavar="FILE", help="A test table as JSON; default: a small one.")
    ] = None,
    row: Annotated[str, typer.Option("--row", help="The row to play it in.")] = "",
    seed: SeedText = None,
    as_json: Json = False,
) -> None:
    """Play a card on a test table and show what it does, step by step."""
    import msgspec

    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.core.files import read_text
    from parlour.core.seed import Seed
    from parlour.games.monogwent import script as language

    table = None
    if board is not None:
        text = read_text(typed_path(board), LARGEST_TABLE)
        try:
            table = msgspec.json.decode(text, type=language.Board)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(f"{board} is not a test table: {error}.", "bad-board") from None
    dice = Seed.parse(seed or "1").dice("trial")
    with mistakes_of(file):
        trial = language.try_card(read_script(file), card, table, row, dice)
    print(msgspec.json.encode(trial).decode() if as_json else trial.show())


@app.command("balance")
def balance(
    file: File,
    games: Annotated[int, games_option("Games for each pair of decks.", most=100_000)] = 100,
    player: Annotated[str, word_option("--player", "Who plays both sides.")] = "greedy",
    seed: SeedText = None,
    as_json: Json = False,
) -> None:
    """Measure each deck's win share with and without the new cards, with a house player on both sides."""
    import msgspec

    from parlour.cli.screen import is_interactive
    from parlour.rooms.monogwent.balance import weigh

    def progress(done: int, total: int) -> None:
        if is_interactive() and not as_json:
            print(f"\r{done} of {total} games", end="", file=sys.stderr, flush=True)

    with mistakes_of(file):
        found = weigh(read_script(file), games, player, seed or "1", progress)
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    if is_interactive():
        print(file=sys.stderr)
    print(f"{'deck':<18} {'without':>22} {'with':>22}")
    for deck in found.decks:
        before = _share(deck.without) if deck.without is not None else "new"
        print(f"{deck.faction:<18} {before:>22} {_share(deck.with_script):>22}")
    print(f"{found.games} games in all, {found.player} on both sides. {found.verdict}")


def _share(share: Share) -> str:
    return f"{share.share:.1%} {share.low:>6.1%} to {share.high:>5.1%}"


def add_options(given: dict[str, Any], preset: str | None, must: bool, *, script: ScriptFile = None) -> None:
    """Play with the cards of a script. An empty one is fine; everything wrong with a bad one is printed."""
    if script is None:
        return
    text = read_script(script)
    if _usable(text, script, must):
        given["script"] = text
    else:
        print("The script has mistakes, so the game is played without it.", file=sys.stderr)


def check_options(given: dict[str, Any]) -> None:
    """A script given as an option (`--option script=TEXT`) must be usable as well."""
    if text := given.get("script"):
        _usable(str(text), "The script", must=True)


def _usable(text: str, source: str, must: bool) -> bool:
    """Print what is wrong with a script; refused if there must be one without mistakes."""
    from parlour.core.errors import Refused
    from parlour.games.monogwent import script as language

    report = language.check(text)
    if report.errors or report.warnings:
        print(report.show(source), file=sys.stderr)
    if must and not report.ok:
        raise Refused(f"{source} can't be used, so nothing was played.", "bad-script")
    return bool(report.ok)


def read_script(path: str) -> str:
    """The text of a script file."""
    from parlour.cli.paths import typed_path
    from parlour.core.files import read_text

    return read_text(typed_path(path), LARGEST_SCRIPT)


COMMANDS = {"script": app}
