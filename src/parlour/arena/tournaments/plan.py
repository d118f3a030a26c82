"""What a tournament is to be: its entrants, its format and what is played. Read from a TOML file."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.bots.process import check_command
from parlour.bots.seat_words import read_word
from parlour.core.clock import read_clock, write_clock
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

FORMATS: Final = ("round-robin", "swiss", "knock-out", "arena")
MOST_ENTRANTS: Final = 1000
LONGEST_NAME: Final = 60


class PlayerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player as the file has it: a seat word, or a program for the sandbox."""

    seat: str | None = None
    name: str | None = None
    strength: float | None = None
    program: str | None = None  # a file, an archive or a folder


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file. What the command line says goes first."""

    players: list[PlayerEntry]
    title: str | None = None
    game: str | None = None
    format: str = "round-robin"
    seed: str | int | None = None
    rounds: int | None = None
    games: int | None = None
    seats: int | None = None
    minutes: float | None = None
    clock: str | None = None
    preset: str | None = None
    options: dict[str, Any] = {}


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides who meets whom and how. Entrants are in the order of their seeding."""

    title: str
    game: str
    version: int
    options: dict[str, Any]
    format: str
    seats: int
    games: int  # for each meeting
    rounds: int  # of a Swiss tournament; otherwise 0
    minutes: float  # of an arena; otherwise 0
    entrants: list[Entrant]
    clock: str
    seed: str | None  # programs could read it here, so only if one was asked for; else every deal has its own


class Entrant(msgspec.Struct, frozen=True):
    """Who plays, by a seat word."""

    name: str
    word: str
    strength: float | None = None
    digest: str = ""  # of a program that plays in the sandbox: of all its files


def read_file(path: Path) -> Settings:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{path} is not a text file in UTF-8.", "bad-file") from None
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}.", "bad-file") from None
    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path} is not valid TOML: {error}.", "bad-file") from None
    except msgspec.ValidationError as error:
        raise Refused(f"{path}: {error}.", "bad-file") from None


def entrants_of(game: AnyGame, players: list[PlayerEntry]) -> list[Entrant]:
    """The players in the order of their seeding: by strength, then as they are listed."""
    if len(players) > MOST_ENTRANTS:
        raise Refused(f"At most {MOST_ENTRANTS} players can enter, not {len(players)}.", "too-many")
    found: list[Entrant] = []
    for number, player in enumerate(players, start=1):
        try:
            entrant = _entrant(game, player)
        except Refused as refusal:
            shown = player.name or player.seat or player.program or f"Player {number}"
            raise Refused(f"{shown}: {refusal.text}", refusal.code) from None
        name = " ".join(entrant.name.split())
        if not name or len(name) > LONGEST_NAME:
            raise Refused(f"Player {number} needs a name of 1 to {LONGEST_NAME} characters.", "bad-name")
        if any(name.casefold() == other.name.casefold() for other in found):
            raise Refused(f"Two players are called {name!r}; give one of them another name.", "bad-name")
        if player.strength is not None and not math.isfinite(player.strength):
            raise Refused(f"The strength of {name} must be a number.", "bad-strength")
        found.append(msgspec.structs.replace(entrant, name=name))
    return sorted(found, key=lambda entrant: (entrant.strength is None, -(entrant.strength or 0.0)))


def _entrant(game: AnyGame, player: PlayerEntry) -> Entrant:
    if player.program is not None and player.seat is None:
        from parlour.arena.tournaments.programs import read_program

        return read_program(game, player.program, player.name, player.strength)
    if player.seat is None or player.program is not None:
        raise Refused('a player has either seat = "…" or program = "…".', "bad-seat")
    word = read_word(game, player.seat)
    if word.is_program:
        check_command(word.command)
    return Entrant(player.name or player.seat, word.text, player.strength)


def make_plan(game: AnyGame, options: Any, settings: Settings, seed: str | None = None) -> Plan:
    """The whole plan, or a sentence that says what is wrong with it."""
    return plan_for(game, options, settings, entrants_of(game, settings.players), seed)


def plan_for(game: AnyGame, options: Any, settings: Settings, entrants: list[Entrant], seed: str | None = None) -> Plan:
    """The plan for these entrants, who are in the order of their seeding."""
    seats = game.default_seats if settings.seats is None else settings.seats
    game.check_seats(seats)
    game.check(options, seats)
    games = seats if settings.games is None else settings.games
    if settings.format not in FORMATS:
        raise Refused(f"The format of a tournament is {listed(FORMATS, 'or')}, not {settings.format!r}.", "bad-format")
    if len(entrants) < seats:
        raise Refused(f"At tables of {seats} at least {seats} players are needed, not {len(entrants)}.", "too-few")
    if not 1 <= games <= 1000:
        raise Refused(f"A meeting has 1 to 1000 games, not {games}.", "bad-games")
    rounds = 0
    if settings.format == "swiss":
        rounds = math.ceil(math.log2(len(entrants))) + 1 if settings.rounds is None else settings.rounds
        if not 1 <= rounds <= 100:
            raise Refused(f"A Swiss tournament has 1 to 100 rounds, not {rounds}.", "bad-rounds")
    elif settings.rounds is not None:
        raise Refused("Only a Swiss tournament has a number of rounds to choose.", "bad-rounds")
    minutes = 0.0
    if settings.format == "arena":
        minutes = 10.0 if settings.minutes is None else settings.minutes
        if not 0 < minutes <= 10_000:
            raise Refused(f"An arena lasts up to 10 000 minutes, not {minutes:g}.", "bad-minutes")
    elif settings.minutes is not None:
        raise Refused("Only an arena lasts for a number of minutes.", "bad-minutes")
    if settings.format == "knock-out" and seats != 2:
        raise Refused("A knock-out is played at tables of two.", "bad-seats")
    return Plan(
        title=settings.title or f"{game.title}: {settings.format.replace('-', ' ')}",
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(options),
        format=settings.format,
        seats=seats,
        games=games,
        rounds=rounds,
        minutes=minutes,
        entrants=entrants,
        clock=write_clock(game.clock_of(options) if settings.clock is None else read_clock(settings.clock)),
        seed=seed,
    )
