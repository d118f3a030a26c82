"""`parlour play`: people and computer players at one terminal."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.rooms import Extra, flags
from parlour.cli.shared_options import SEATS, ClockText, Options, Preset, SeedText
from parlour.core.english import listed

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.sitting import Sitting
    from parlour.core.game import AnyGame
    from parlour.core.match import Match
    from parlour.core.record import Record

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
    origin: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Play on from a moment of a finished match.")
    ] = None,
    ply: Annotated[int | None, typer.Option("--ply", help="With --from: after this many moves.")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="With --from: deal anew what you could not see there.")] = False,
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
      parlour play --from match.json --ply 12             what if? you play on from there
      parlour play --from match.json --ply 12 --anew --seats hard,you
    """
    fixed = [*(flag for flag, value in {"--preset": preset, "--option": option}.items() if value), *flags(extra)]
    if origin is not None:
        if resume is not None:
            raise typer.BadParameter("--from and --resume don't go together")
        sit(_branched(name, origin, ply, anew, (seats, seed, clock, save), fixed, hints))
        return
    if ply is not None or anew:
        raise typer.BadParameter("--ply and --anew need --from, as in `parlour play --from match.json --ply 12`")
    if resume is not None:
        sit(_resumed(name, resume, seats, clock, save, [*fixed, *(["--seed"] if seed else [])], hints))
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
        raise typer.Exit(INTERRUPTED) from None


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


def _read_match(path: Path, name: str | None) -> tuple[Record, Match]:
    """The record in a file and its match; refused if it is not of the game that was named, if any."""
    from parlour.core.errors import Refused
    from parlour.core.record import load, replay
    from parlour.games import find

    rec = load(path)
    game = find(rec.game)
    if name is not None and find(name) is not game:
        raise Refused(f"{path} is a {game.title} match, not {find(name).title}.", "bad-record")
    return rec, replay(rec, find, source=str(path))


def _resumed(
    name: str | None, resume: str, seats: str | None, clock: str | None, save: str | None, given: list[str], hints: int
) -> Sitting:
    import msgspec

    from parlour.cli.arguments import read_clock, read_seats
    from parlour.cli.paths import shown, typed_path
    from parlour.cli.sitting import Sitting
    from parlour.core.errors import Refused
    from parlour.core.sequel import Earlier

    if given:
        raise Refused(f"A resumed match keeps its settings, so {listed(given)} can't be changed.")
    path = typed_path(resume)
    rec, match = _read_match(path, name)
    game = match.game
    if match.earlier is None and match.branch is None:
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


def _branched(
    name: str | None,
    origin: str,
    ply: int | None,
    anew: bool,
    wishes: tuple[str | None, str | None, str | None, str | None],
    given: list[str],
    hints: int,
) -> Sitting:
    """A match that plays on from a moment of a finished one; the wishes are seats, seed, clock and file."""
    from parlour.cli.arguments import PERSON, YOU, read_clock, read_seats, seat_names
    from parlour.cli.paths import new_match_file, typed_path
    from parlour.cli.sitting import Sitting
    from parlour.core import Match, Seed
    from parlour.core.errors import Refused
    from parlour.core.record import replay
    from parlour.games import find

    seats, seed, clock, save = wishes
    if given:
        raise Refused(f"Whoever plays on keeps the options of the first game, so {listed(given)} can't be changed.")
    rec, played = _read_match(typed_path(origin), name)
    game = played.game
    if ply is None:
        raise Refused(f"Say after how many moves to play on: --ply N, from 0 to {max(0, len(played.plies) - 1)}.")
    # The record may be read by others, to whom "You" would be somebody else.
    people_then = [f"Player {seat + 1}" if word == YOU else word for seat, word in enumerate(rec.seats)]
    names = seat_names(game, people_then)
    played.branch_off(ply, names)  # refused if that can't be
    then = replay(rec, find, upto=ply)
    usual = ",".join("you" if seat == then.mover else "medium" for seat in range(then.seats))
    words = read_seats(game, usual if seats is None else seats)
    if len(words) != then.seats:
        raise Refused(f"This match has {then.seats} seats, not {len(words)}.", "bad-seats")
    people = [seat for seat, word in enumerate(words) if word == PERSON]
    for seat in people:
        if then.state.has_left(seat):
            raise Refused(f"{names[seat]} had left the game by then; choose another seat.", "left")
    own = people[0] if len(people) == 1 else then.mover
    branch = played.branch_off(ply, names, own if anew else None)
    match = Match(game, played.options, played.seats, None if seed is None else Seed.parse(seed), branch=branch)
    for entry in played.plies[:ply]:
        match.enter(entry.seat, entry.move)
    file = new_match_file(game.name) if save is None else _fresh_file(save)
    return Sitting(match, words, file, read_clock(game, clock, match.options, words), hints)


def _fresh_file(text: str) -> Path:
    from parlour.cli.paths import shown, typed_path
    from parlour.core.errors import Refused

    path = typed_path(text)
    if path.exists():
        raise Refused(
            f"{path} already exists: choose another name, or resume it with `--resume {shown(path)}`.", "exists"
        )
    return path
