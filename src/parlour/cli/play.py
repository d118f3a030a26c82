"""`parlour play`: people and computer players at one terminal."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.rooms import Extra, flags
from parlour.cli.shared_options import SEATS, ClockText, Options, Preset, SeedText
from parlour.core.english import listed

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.sitting import Sitting
    from parlour.core.game import AnyGame

NOTHING: Extra = MappingProxyType({})


def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game's name.")] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="A,B", help=SEATS)] = None,
    preset: Preset = None,
    option: Options = None,
    seed: SeedText = None,
    clock: ClockText = None,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="Save the match in this file.")] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE", help="Resume a saved match.")] = None,
    hints: Annotated[
        int, typer.Option("--hints", metavar="N", min=0, help="How often you may ask what the house would do.")
    ] = 3,
    *,
    extra: Extra = NOTHING,
) -> None:
    """Play a game against people at this keyboard or computer players.

    Each move is saved, so you can always resume a match. Type ? while playing for help.

    \b
    Examples:
      parlour play kata-tcg                               you against medium
      parlour play connect-four --seats hard,you          the house begins
      parlour play connect-four --seats you,you           two people, one keyboard
      parlour play connect-four --seats "you,cmd:python3 bot.py"
      parlour play kata-tcg --preset full --deck motley --deck basic
      parlour play battle-farm --seats you,easy,easy --option classes=market_trader,random,random
      parlour play --resume match.json
    """
    if resume is not None:
        settings = {"--preset": preset, "--option": option, "--seed": seed}
        given = [*(flag for flag, value in settings.items() if value), *flags(extra)]
        sit(_resumed(name, resume, seats, clock, save, given, hints))
        return
    if name is None:
        raise typer.BadParameter("name a game, as in `parlour play connect-four`")
    from parlour.games import find

    sit(_begun(find(name), seats, (preset, option or [], extra), seed, clock, save, hints))


def sit(sitting: Sitting) -> None:
    """Play a sitting with all games of its match. Ctrl-C leaves the match saved."""
    try:
        while sitting.play() and (following := sitting.next_game()) is not None:
            sitting = following
    except KeyboardInterrupt:
        print()
        sitting.say_how_to_resume()
        raise typer.Exit(130) from None


def _begun(
    game: AnyGame,
    seats: str | None,
    options: tuple[str | None, list[str], Extra],
    seed: str | None,
    clock: str | None,
    save: str | None,
    hints: int,
) -> Sitting:
    import msgspec

    from parlour.cli.arguments import default_seats, read_clock, read_options, read_seats
    from parlour.cli.paths import new_match_file
    from parlour.cli.sitting import Sitting
    from parlour.core import Match, Seed
    from parlour.core.sequel import Earlier

    words = default_seats(game) if seats is None else read_seats(game, seats)
    settings = read_options(game, *options)
    time = read_clock(game, clock, settings, words)
    earlier = Earlier(msgspec.to_builtins(settings))
    match = Match(game, settings, len(words), None if seed is None else Seed.parse(seed), earlier)
    path = new_match_file(game.name) if save is None else _fresh_file(save)
    return Sitting(match, words, path, time, hints)


def _resumed(
    name: str | None, resume: str, seats: str | None, clock: str | None, save: str | None, given: list[str], hints: int
) -> Sitting:
    import msgspec

    from parlour.cli.arguments import read_clock, read_seats
    from parlour.cli.paths import shown, typed_path
    from parlour.cli.sitting import Sitting
    from parlour.core.errors import Refused
    from parlour.core.record import load, replay
    from parlour.core.sequel import Earlier
    from parlour.games import find

    if given:
        raise Refused(f"A resumed match keeps its settings, so {listed(given)} can't be changed.")
    path = typed_path(resume)
    rec = load(path)
    game = find(rec.game)
    if name is not None and find(name) is not game:
        raise Refused(f"{path} is a {game.title} match, not {find(name).title}.", "bad-record")
    match = replay(rec, find, source=str(path))
    if match.earlier is None:
        match.earlier = Earlier(rec.options)
    if match.over:
        raise Refused(f"This match is over; `parlour replay {shown(path)}` shows it.", "game-over")
    try:
        words = read_seats(game, ",".join(word.replace(",", "\\,") for word in rec.seats) if seats is None else seats)
    except Refused as refusal:
        hint = "" if seats is not None else " Say who plays with --seats."
        raise Refused(f"{refusal.text}{hint}", refusal.code) from None
    if len(words) != match.seats:
        raise Refused(f"This match has {match.seats} seats, not {len(words)}.", "bad-seats")
    path = path if save is None else _fresh_file(save)
    hinted = 0 if isinstance(rec.hints, msgspec.UnsetType) else rec.hints
    return Sitting(match, words, path, read_clock(game, clock, match.options, words), hints, hinted)


def _fresh_file(text: str) -> Path:
    from parlour.cli.paths import shown, typed_path
    from parlour.core.errors import Refused

    path = typed_path(text)
    if path.exists():
        raise Refused(
            f"{path} already exists: choose another name, or resume it with `--resume {shown(path)}`.", "exists"
        )
    return path
