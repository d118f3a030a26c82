"""`parlour replay`: a stored match, move by move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.shared_options import Json

if TYPE_CHECKING:
    from parlour.cli.screen import Screen
    from parlour.core.match import Match

NEXT, BACK, QUIT, FIRST, LAST = "next", "back", "quit", "first", "last"
_KEYS = {"\n": NEXT, "\r": NEXT, " ": NEXT, "n": NEXT, "b": BACK, "\x7f": BACK, "q": QUIT, "\x04": QUIT}
_ARROWS = {"[C": NEXT, "[B": NEXT, "[D": BACK, "[A": BACK, "[H": FIRST, "[F": LAST}


def replay(
    path_text: Annotated[str, typer.Argument(metavar="FILE", help="The record of a match.")],
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            help="See what this seat saw, counted from 0; default: the person's seat, else a spectator's view.",
        ),
    ] = None,
    ply: Annotated[int | None, typer.Option("--ply", help="Begin after this many moves.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print the whole match without pausing.")] = False,
    as_json: Json = False,
) -> None:
    """Step through a stored match: Enter or space for the next move, b to go back, q to quit.

    \b
    Examples:
      parlour replay match.json
      parlour replay match.json --seat 1 --ply 10
      parlour replay match.json --all
      parlour replay match.json --json
    """
    from parlour.cli.arguments import YOU, seat_names
    from parlour.cli.paths import typed_path
    from parlour.cli.screen import Screen
    from parlour.core.errors import Refused
    from parlour.core.record import load
    from parlour.core.record import replay as play_again
    from parlour.games import find

    path = typed_path(path_text)
    rec = load(path)
    match = play_again(rec, find, source=str(path))
    if seat is not None and not 0 <= seat < match.seats:
        raise Refused(f"This match has seats 0 to {match.seats - 1}, not {seat}.", "bad-seats")
    if ply is not None and not 0 <= ply <= len(match.plies):
        raise Refused(f"This match has {len(match.plies)} moves, so there is no position after {ply}.", "bad-ply")
    if seat is None and not as_json and rec.seats.count(YOU) == 1:
        seat = rec.seats.index(YOU)
    if as_json:
        import msgspec

        told = {
            "game": rec.game,
            "version": rec.version,
            "options": rec.options,
            "seed": rec.seed,
            "seats": rec.seats,
            "seat": seat,
            "positions": [_facts(position, seat) for position in _positions(match) if _wanted(position, ply)],
            "result": rec.result,
            **({} if match.branch is None else {"branch": match.branch}),
        }
        print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())
        return
    screen = Screen(seat_names(match.game, rec.seats))
    if everything or not screen.interactive:
        for position in _positions(match):
            if _wanted(position, ply):
                _show(screen, position, seat, len(match.plies))
        return
    _step(screen, match, seat, ply or 0)


def _positions(match: Match) -> Iterator[Match]:
    """The match after 0, 1, 2 … moves: always the same object, so look at it before taking the next."""
    again = match.again()
    yield again
    for ply in match.plies:
        again.enter(ply.seat, ply.move)
        yield again


def _wanted(position: Match, ply: int | None) -> bool:
    return ply is None or len(position.plies) >= ply


def _facts(position: Match, seat: int | None) -> dict[str, Any]:
    last = position.plies[-1] if position.plies else None
    return {
        "ply": len(position.plies),
        "seat": None if last is None else last.seat,
        "move": None if last is None else position.game.moves.to_json(last.move),
        "events": position.events(seat, len(position.plies) - 1) if last else position.events(seat),
        "mover": position.mover,
        "view": position.view(seat),
    }


def _show(screen: Screen, position: Match, seat: int | None, plies: int) -> None:
    from parlour.cli.sitting import draw, say_events, say_situation
    from parlour.core.speech import to_you

    game, names, ply = position.game, screen.names, len(position.plies)
    screen.title(f"{game.title}, move {ply} of {plies}")
    screen.log(say_events(game, position.events(seat, max(0, ply - 1)), names, seat, position.options))
    view = position.view(seat)
    drawn = draw(screen, position, view, screen.width - 4, screen.height - 8)
    screen.frame(drawn, say_situation(position, view, names, seat))
    if position.branch is not None and ply == position.repeated:
        screen.line(position.branch.say(game.hides), "bold")
    if position.over:
        screen.line(to_you(position.say_end(names)), "bold green")


def _step(screen: Screen, match: Match, seat: int | None, ply: int) -> None:
    last = len(match.plies)
    while True:
        position = match.again()
        for entry in match.plies[:ply]:
            position.enter(entry.seat, entry.move)
        screen.clear()
        _show(screen, position, seat, last)
        screen.line()
        screen.line("Enter: next   b: back   q: quit", "dim")
        wish = _key()
        if wish == QUIT or (wish == NEXT and ply == last):
            return
        ply = {NEXT: min(last, ply + 1), BACK: max(0, ply - 1), FIRST: 0, LAST: last}[wish]


def _key() -> str:
    """What the next key means; keys without a meaning are ignored."""
    try:
        import termios
        import tty
    except ImportError:  # Windows reads a line at a time
        return _KEYS.get(input()[:1].lower() or "\n", NEXT)
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        while True:
            key = sys.stdin.read(1)
            if not key:
                return QUIT
            wish = _ARROWS.get(sys.stdin.read(2)) if key == "\x1b" else _KEYS.get(key.lower())
            if wish:
                return wish
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
