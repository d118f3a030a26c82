"""Files of a game's own that a match is played with: a lot for Deadwood, a card script for MonoGwent."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from parlour.core.errors import Refused
from parlour.core.game import AnyGame

LARGEST_SCRIPT = 1024 * 1024


def with_files(
    game: AnyGame, options: Any, board: str | None, cards: str | None, script: str | None, must: bool = False
) -> Any:
    """The options with what these files hold; a clear refusal for a game that reads no such file.

    A person may play without a script that has mistakes; where it `must` be there, nothing is played.
    """
    if board is not None or cards is not None:
        options = _with_lot(game, options, board, cards)
    if script is not None:
        options = _with_script(game, options, script, must)
    return options


def _with_lot(game: AnyGame, options: Any, board: str | None, cards: str | None) -> Any:
    if game.name != "deadwood":
        raise Refused(f"{game.title} is not played on a board from a file; Deadwood is.", "bad-option")
    if board is None or cards is None:
        raise Refused("A lot of your own needs both files: --board and --cards.", "bad-option")
    from parlour.games.deadwood.files import read_files

    lot, notes = read_files(board, cards)
    for note in notes:
        print(note, file=sys.stderr)
    return msgspec.structs.replace(options, board=lot)


def _with_script(game: AnyGame, options: Any, script: str, must: bool) -> Any:
    """An empty script is fine; a bad one is told about, with everything that is wrong."""
    if game.name != "monogwent":
        raise Refused(f"{game.title} has no card scripts; MonoGwent has.", "bad-option")
    from parlour.games.monogwent import script as language

    text = read_script(script)
    report = language.check(text)
    if report.errors or report.warnings:
        print(report.show(script), file=sys.stderr)
    if not report.ok and must:
        raise Refused(f"{script} cannot be used, so nothing was played.", "bad-script")
    if not report.ok:
        print("The script has mistakes, so the game is played without it.", file=sys.stderr)
        return options
    return msgspec.structs.replace(options, script=text)


def read_script(path: str) -> str:
    """The text of a script file, if it is one."""
    from parlour.cli.places import file
    from parlour.core.files import read_text

    return read_text(file(path), LARGEST_SCRIPT)
