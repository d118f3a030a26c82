"""Seat words: how a person names a computer player.

random  greedy  easy  medium  hard  expert
search:ms=500  search:iterations=2000:workers=2
cmd:PROGRAM ARGUMENTS          a program that speaks the chair protocol
a name the game itself brings  (`reckless` in kata-tcg)
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.bots.player import Player
from parlour.bots.thinkers import LONGEST_MS, GreedyPlayer, PolicyPlayer, RandomPlayer, SearchPlayer
from parlour.core.dice import Dice
from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

# Placed so that each wins about 70 of 100 games of Kata TCG against the one below (docs/strength.md); games with other
# rhythms bring levels of their own. They count iterations, so that they are as strong on every machine; none thinks
# longer than three seconds, whatever a playout costs.
LEVELS = {
    "easy": "search:iterations=100:temper=40",
    "medium": "search:iterations=200:temper=25",
    "hard": "search:iterations=600:temper=10",
    "expert": "search:iterations=8000:ms=3000",
}
SETTINGS = {
    "ms": (1, 600_000),
    "iterations": (1, 100_000_000),
    "workers": (1, 64),
    "explore": (0, 1000),
    "depth": (0, 100_000),
    "blunder": (0, 100),
    "temper": (0, 1000),
    "bluff": (0, 1),
    "model": (0, 1),
}


# What computer players of the house are called at a table, by seat.
HOUSE_NAMES = ("Marlow", "Ines", "Tove", "Bram", "Odile", "Quill", "Rune", "Sable")


def house_name(seat: int, taken: Iterable[str] = ()) -> str:
    """What a house player on this seat is called: not like anybody else there, if it can be helped."""
    known = {name.partition(" (")[0].casefold() for name in taken}
    names = [HOUSE_NAMES[(seat + step) % len(HOUSE_NAMES)] for step in range(len(HOUSE_NAMES))]
    return next((name for name in names if name.casefold() not in known), names[0])


def known_words(game: AnyGame) -> list[str]:
    return ["random", "greedy", *LEVELS, *game.players]


def check_word(game: AnyGame, text: str) -> None:
    """Refuse a seat word that names no player of this game."""
    name, settings = _split(game, text)
    if name == "cmd":
        if not settings:
            raise Refused("A program's seat word is `cmd:PROGRAM`, for example `cmd:python bot.py`.", "bad-seat")
        return
    if name == "search":
        _search_settings(text, settings)
        return
    if settings:
        raise Refused(f"The player {name!r} has no settings; write just `{name}`.", "bad-seat")
    words = known_words(game)
    if name not in words:
        hint = did_you_mean(name, [*words, "search", "cmd"])
        if not hint and any(mark in text for mark in " ./"):
            hint = f" A program of yours needs cmd: before it: `cmd:{text[:60]}`."
        raise Refused(
            f"There is no player {text[:60]!r} for {game.title}; there are: {', '.join(words)}, search:ms=500, "
            f"search:iterations=2000, cmd:PROGRAM.{hint}",
            "bad-seat",
        )


def make_player(game: AnyGame, text: str, dice: Dice, workers: int | None = None) -> Player:
    """The player that a seat word names, with dice of its own; `workers` overrides on how many processes it thinks."""
    check_word(game, text)
    name, settings = _split(game, text)
    if name == "cmd":
        from parlour.bots.process import ProcessPlayer

        return ProcessPlayer(settings)
    if name == "search":
        wanted = {**game.tuning, **_search_settings(text, settings), "ms": longest_ms(game, text)}
        if workers is not None:
            wanted["workers"] = workers
        return SearchPlayer(game, dice, **wanted)
    if name in game.players:
        return PolicyPlayer(game, dice, game.players[name])
    return GreedyPlayer(game, dice) if name == "greedy" else RandomPlayer(game, dice)


def longest_ms(game: AnyGame, text: str) -> int:
    """How long the player of a seat word thinks about a decision at most; 0: no limit, as for so many iterations."""
    name, settings = _split(game, text)
    said = _search_settings(text, settings).get("ms") if name == "search" else None
    return said or (0 if name == "search" and text.strip() not in LEVELS else LONGEST_MS)


def _split(game: AnyGame, text: str) -> tuple[str, str]:
    """The name and the settings, levels replaced by what they stand for in this game."""
    word = text.strip()
    word = {**LEVELS, **game.levels}.get(word, word)
    name, _, settings = word.partition(":")
    return name.strip(), settings.strip()


def _search_settings(text: str, settings: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in filter(None, settings.split(":")):
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise Refused(
                f"Seat {text[:60]!r}: a search has no {name[:20]!r}; it has {', '.join(SETTINGS)}.", "bad-seat"
            )
        low, high = SETTINGS[name]
        if not (value.isascii() and value.isdigit() and len(value) < 12 and low <= int(value) <= high):
            raise Refused(f"Seat {text[:60]!r}: {name} is a whole number from {low} to {high}.", "bad-seat")
        found[name] = int(value)
    if "ms" not in found and "iterations" not in found:
        raise Refused(f"Seat {text[:60]!r}: say how long to think, as in `search:ms=500`.", "bad-seat")
    return found
