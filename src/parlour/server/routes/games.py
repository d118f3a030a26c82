"""The games of the house, and their rules."""

from __future__ import annotations

import logging
from functools import cache

import msgspec
from litestar import get

from parlour.bots.seat_words import known_words
from parlour.core.protocol import Game, Rules
from parlour.games import find, names
from parlour.lab.puzzles.book import has_puzzles, shipped
from parlour.server.boards import board_of

log = logging.getLogger("parlour.server")

_reported: set[str] = set()  # broken games that have been logged


@cache
def show_game(name: str, detailed: bool = False) -> Game:
    game = find(name)
    clock = game.clock_of(game.read_options())
    shown = Game(
        name=game.name,
        title=game.title,
        tagline=game.tagline,
        minutes=game.minutes,
        version=game.version,
        seats=(game.seats[0], game.seats[-1]),
        default_seats=game.default_seats,
        presets={name: dict(preset) for name, preset in game.presets.items()},
        preset_words=dict(game.preset_words),
        quick=game.quick,
        players=known_words(game),
        hides=game.hides and not game.same_for_all,
        clock=clock,
        clock_words=clock.words,
        options=msgspec.json.schema(game.Options),
        defaults=msgspec.to_builtins(game.read_options()),
        puzzles=has_puzzles(game),
        board=board_of(game),
    )
    if not detailed:
        return shown
    return msgspec.structs.replace(
        shown,
        data=game.data(game.read_options(preset=game.quick)),
        view=msgspec.json.schema(game.View),
        moves=game.moves.schema(),
        events=game.events.schema(),
    )


def shown_games() -> list[Game]:
    """A game that does not load is left out, so that the others can still be played."""
    shown = []
    for name in names():
        try:
            shown.append(show_game(find(name).name))
        except Exception as error:
            if name not in _reported:
                _reported.add(name)
                log.error("the game %s is left out: %s", name, error)
    return shown


@get("/api/games", summary="The games of the house")
async def list_games() -> list[Game]:
    return shown_games()


@get("/api/games/{game:str}", summary="One game, with everything a board or a bot needs: view, moves, events")
async def one_game(game: str) -> Game:
    return show_game(find(game).name, detailed=True)


@cache
def example(name: str) -> str | None:
    """A position in which there is much to see, but not one in which everything is full."""
    there = shipped(find(name))
    fuller = sorted(there, key=lambda puzzle: (len(msgspec.json.encode(there[puzzle].view)), puzzle))
    return fuller[2 * len(fuller) // 3] if fuller else None


@get("/api/games/{game:str}/rules", summary="The rules of a game")
async def rules(game: str) -> Rules:
    found = find(game)
    return Rules(found.title, found.rules(), example(found.name))


ROUTES = [list_games, one_game, rules]
