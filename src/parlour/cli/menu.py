"""`parlour menu`: choose a game and somebody to play with, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.screen import Screen
    from parlour.core.game import AnyGame

OPPONENTS = {
    "easy": "easy      makes mistakes, and lets you make some",
    "medium": "medium    pays attention",
    "hard": "hard      thinks ahead, and slips now and then",
    "expert": "expert    takes its time and gives nothing away",
    "you": "a friend  beside you, at this keyboard",
}
_LOOK_BACK = 20  # match files looked at for one that is not over


def welcome() -> None:
    """A short talk at the door, and then the game."""
    from parlour.api import games
    from parlour.cli.play import play
    from parlour.cli.screen import Screen

    screen = Screen([])
    try:
        screen.clear()
        screen.title("Welcome to the Parlour")
        unfinished = _unfinished()
        found = games()
        entries = [f"{game.title:<14} {game.tagline}" for game in found]
        if unfinished is not None:
            entries.append(f"Go on with the match of {unfinished[1]} that you left")
        choice = _ask(screen, "What shall we play?", entries)
        if unfinished is not None and choice == len(found):
            play(resume=str(unfinished[0]))
            return
        game = found[choice]
        preset = _ask_preset(screen, game)
        words = list(OPPONENTS)
        opponent = words[_ask(screen, "Against whom?", list(OPPONENTS.values()), words.index("medium"))]
        play(game.name, seats=",".join(["you", *[opponent] * (game.default_seats - 1)]), preset=preset)
    except EOFError:
        raise typer.Exit from None


def _ask_preset(screen: Screen, game: AnyGame) -> str | None:
    if not game.presets:
        return None
    names = list(game.presets)
    return names[_ask(screen, "Which way?", names)]


def _ask(screen: Screen, question: str, entries: Sequence[str], default: int = 0) -> int:
    """The place of the chosen entry; Enter takes the default, q leaves."""
    screen.line()
    screen.line(question, "bold")
    for i, entry in enumerate(entries):
        screen.line(f"{i + 1:>3}  {entry}")
    while True:
        answer = screen.ask(f" A number (Enter for {default + 1}, q to leave):").lower()
        if answer in ("q", "quit", "exit"):
            raise typer.Exit
        if not answer:
            return default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(entries):
            return int(answer) - 1
        starting = [i for i, entry in enumerate(entries) if entry.lower().startswith(answer)]
        if len(starting) == 1:
            return starting[0]
        screen.line(f"Please type a number from 1 to {len(entries)}.", "yellow")


def _unfinished() -> tuple[Path, str] | None:
    """The latest match of a person that is not over, and its game's title."""
    from parlour.cli.places import matches_folder
    from parlour.cli.words import YOU
    from parlour.core.errors import Refused
    from parlour.core.record import load
    from parlour.games import find

    try:
        paths = sorted(matches_folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in paths[:_LOOK_BACK]:
        try:
            rec = load(path)
            if rec.result is None and rec.moves and YOU in rec.seats:
                return path, find(rec.game).title
        except Refused:
            continue
    return None
