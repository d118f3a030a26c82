"""Seat words: how a person names a computer player.

random  greedy  easy  medium  hard  expert  master
search:ms=500  search:iterations=2000:workers=2
hard@odile                     one of the house's characters, at any level
cmd:PROGRAM ARGUMENTS          a program that speaks the chair protocol
a player that the game defines (`reckless` in kata-tcg)

`read_word` reads the text once; from there on it is a `SeatWord`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.bots.characters import find_character
from parlour.bots.player import Player
from parlour.bots.thinkers import LONGEST_MS, GreedyPlayer, PolicyPlayer, RandomPlayer, SearchPlayer, processor_cores
from parlour.core.dice import Dice
from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.game import AnyGame, search_levels
from parlour.core.protocol import Character

if TYPE_CHECKING:
    from parlour.bots.programs.shelf import Boxed

# Chosen so that each wins about 70 of 100 games of Kata TCG against the one below (docs/strength.md); other games may
# define their own levels. They count iterations, so they are equally strong on every machine; none thinks longer than
# three seconds, however slow a playout is. Only `master` uses whatever time and cores it is given.
LEVELS = {
    **search_levels((100, 200, 600, 8000), tempers=(40, 25, 10)),
    "master": "search:turn=5000:workers=0",
}
PROGRAM = "cmd"
SANDBOXED = "program"  # of tournaments: built and run in a sandbox
NAME_A_PROGRAM = "Name a program after `cmd:`, for example `cmd:python bot.py`."
SETTINGS = {
    "ms": (1, 600_000),
    "turn": (1, 600_000),
    "iterations": (1, 100_000_000),
    "workers": (0, 64),
    "explore": (0, 1000),
    "depth": (0, 100_000),
    "blunder": (0, 100),
    "temper": (0, 1000),
    "bluff": (0, 1),
    "model": (0, 1),
    "plan": (0, 1),
}


def known_words(game: AnyGame) -> list[str]:
    return ["random", "greedy", *LEVELS, *game.players]


class SeatWord(msgspec.Struct, frozen=True):
    """A computer player for one game, as a seat word describes it."""

    text: str  # as it was written
    name: str  # random, greedy, search, cmd, program, or a player that the game defines
    settings: dict[str, int] = {}  # of a search
    command: str = ""  # of a program
    longest_ms: int = LONGEST_MS  # the longest it thinks about a decision; 0: no limit
    character: Character | None = None  # who of the house plays
    box: Boxed | None = None  # of a program that plays in the sandbox

    @property
    def is_program(self) -> bool:
        return self.name in (PROGRAM, SANDBOXED)

    @property
    def thinks(self) -> bool:
        """Whether a decision takes it a while."""
        return self.name == "search" or self.is_program

    @property
    def by_the_clock(self) -> bool:
        """Whether how well it plays depends on how fast the machine is."""
        return self.is_program or "ms" in self.settings or "turn" in self.settings

    @property
    def turn_ms(self) -> int:
        """The longest it thinks about all decisions of a turn together; 0: no limit."""
        return self.settings.get("turn", 0)

    @property
    def cores(self) -> int:
        """How many processor cores it thinks on."""
        return self.settings.get("workers", 1) or processor_cores()

    def player(self, game: AnyGame, dice: Dice, workers: int | None = None) -> Player:
        """A player like this, with these dice; `workers` overrides how many processes it thinks in."""
        if self.box is not None:
            return self.box.player(game)
        if self.is_program:
            from parlour.bots.process import ProcessPlayer

            return ProcessPlayer(self.command)
        if self.name == "search":
            wanted = {**game.tuning, **self.settings, "ms": self.longest_ms}
            wanted["turn_ms"] = wanted.pop("turn", 0)
            if workers is not None:
                wanted["workers"] = workers
            player = SearchPlayer(game, dice, **wanted)
            if self.character is not None:
                player.leaning = self.character.temper
            return player
        if self.name in game.players:
            return PolicyPlayer(game, dice, game.players[self.name])
        return GreedyPlayer(game, dice) if self.name == "greedy" else RandomPlayer(game, dice)


def read_word(game: AnyGame, text: str) -> SeatWord:
    """The player that a seat word names; refused if this game has no such player."""
    text = text.strip()
    level, character = split_character(text)
    return msgspec.structs.replace(_read_level(game, level), text=text, character=character)


def split_character(text: str) -> tuple[str, Character | None]:
    """A seat word without its character, and the character: `hard@odile` is `hard`, played by Odile."""
    level, at, name = text.partition("@")
    if not at or program_in(text):
        return text, None
    return level.strip(), find_character(name)


def _read_level(game: AnyGame, text: str) -> SeatWord:
    levels = levels_of(game)
    name, _, settings = (part.strip() for part in levels.get(text, text).partition(":"))
    if name == PROGRAM:
        if not settings:
            raise Refused(NAME_A_PROGRAM, "bad-seat")
        return SeatWord(text, name, command=settings)
    if name == "search":
        found = _search_settings(text, settings)
        longest = found.get("ms") or found.get("turn") or (LONGEST_MS if text in levels else 0)
        return SeatWord(text, name, found, longest_ms=longest)
    if settings:
        raise Refused(f"The player {name!r} has no settings; write just `{name}`.", "bad-seat")
    words = known_words(game)
    if name not in words:
        hint = did_you_mean(name, [*words, "search", "cmd"])
        if not hint and any(mark in text for mark in " ./"):
            hint = f" Write cmd: before a program: `cmd:{text[:60]}`."
        raise Refused(
            f"{game.title} has no player {text[:60]!r}; it has {', '.join(words)}, search:ms=500, "
            f"search:iterations=2000, cmd:PROGRAM.{hint}",
            "bad-seat",
        )
    return SeatWord(text, name)


def program_in(text: str) -> str:
    """The command in a program's seat word, which is the same in every game; empty for any other word."""
    name, _, command = text.strip().partition(":")
    return command.strip() if name.strip() == PROGRAM else ""


def read_words(game: AnyGame, words: Sequence[str | SeatWord]) -> list[SeatWord]:
    """The players of several seats; a SeatWord stays as it is."""
    return [read_word(game, word) if isinstance(word, str) else word for word in words]


def make_player(game: AnyGame, text: str, dice: Dice, workers: int | None = None) -> Player:
    """The player that a seat word names."""
    return read_word(game, text).player(game, dice, workers)


def levels_of(game: AnyGame) -> dict[str, str]:
    """What easy … master stand for in a game."""
    return {**LEVELS, **game.levels}


def _search_settings(text: str, settings: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in filter(None, settings.split(":")):
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise Refused(
                f"Seat {text[:60]!r}: a search has no setting {name[:20]!r}; it has {', '.join(SETTINGS)}.", "bad-seat"
            )
        low, high = SETTINGS[name]
        if not (value.isascii() and value.isdigit() and len(value) < 12 and low <= int(value) <= high):
            raise Refused(f"Seat {text[:60]!r}: {name} must be a whole number from {low} to {high}.", "bad-seat")
        found[name] = int(value)
    if not found.keys() & {"ms", "turn", "iterations"}:
        raise Refused(f"Seat {text[:60]!r}: say how long to think, as in `search:ms=500`.", "bad-seat")
    return found
