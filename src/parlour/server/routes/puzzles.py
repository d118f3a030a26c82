"""Find the move: the next puzzle for a guest, and the answer, after which the solution is told."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter

from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.moves import is_house
from parlour.core.protocol import (
    PuzzleAnswer,
    PuzzleMove,
    PuzzleQuestion,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleStanding,
)
from parlour.games import find, names
from parlour.lab.puzzles.book import Position, Puzzle, read, shipped
from parlour.lab.puzzles.rating import FIRST, after
from parlour.lab.puzzles.words import ask, say_worth
from parlour.server.auth import AnyRequest, current_guest
from parlour.server.errors import NotFound
from parlour.server.house import House
from parlour.store.rows import PuzzleRating

GUEST, PUZZLE = "guest", "puzzle"
NEAREST = 4  # the next puzzle is one of so many that suit the guest best
LATELY = 0.5  # part of all puzzles that is not asked again before the rest has been


@lru_cache(maxsize=512)
def _position(game: AnyGame, puzzle: str) -> Position:
    return read(game, shipped(game)[puzzle])


@lru_cache(maxsize=64)
def _data(game: AnyGame, puzzle: str) -> Any:
    return game.data(_position(game, puzzle).options)


def _find(game: AnyGame, puzzle: str) -> Puzzle:
    found = shipped(game).get(puzzle)
    if found is None:
        raise NotFound(f"{game.title} has no puzzle {puzzle[:20]!r}.")
    return found


def _first_rating(game: AnyGame, puzzle: Puzzle) -> PuzzleRating:
    return PuzzleRating(PUZZLE, game.name, puzzle.id, float(puzzle.rating))


def _rate(guest: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    """Both after a try that counts."""
    mine, its = after(guest.rating, guest.tries, puzzle.rating, puzzle.tries, solved)
    streak = guest.streak + 1 if solved else 0
    return (
        PuzzleRating(
            GUEST,
            guest.game,
            guest.id,
            mine,
            guest.tries + 1,
            guest.solved + solved,
            streak,
            max(guest.longest, streak),
        ),
        PuzzleRating(PUZZLE, puzzle.game, puzzle.id, its, puzzle.tries + 1, puzzle.solved + solved),
    )


def _standing(rating: PuzzleRating) -> PuzzleStanding:
    return PuzzleStanding(round(rating.rating), rating.tries, rating.solved, rating.streak, rating.longest)


async def _guest_rating(house: House, game: str, guest: str) -> PuzzleRating:
    found = await house.store.puzzle_ratings(GUEST, game, guest)
    return found[0] if found else PuzzleRating(GUEST, game, guest, FIRST)


def choose(
    puzzles: dict[str, float], tried: dict[str, float], rating: float, pick: int, last: str | None = None
) -> str:
    """The next puzzle: one that was not tried, or not lately, and is about as difficult as the guest is strong.

    `puzzles` are rated, `tried` says when, `pick` decides among those that suit.
    """
    fresh = [puzzle for puzzle in puzzles if puzzle not in tried]
    if not fresh:
        oldest = sorted(puzzles, key=lambda puzzle: tried[puzzle])
        fresh = oldest[: max(1, round((1 - LATELY) * len(oldest)))]
    others = [puzzle for puzzle in fresh if puzzle != last] or fresh
    nearest = sorted(others, key=lambda puzzle: (abs(puzzles[puzzle] - rating), puzzle))[:NEAREST]
    return nearest[pick % len(nearest)]


@get("/api/puzzles", summary="The games with puzzles, and how you do with them")
async def puzzle_shelves(request: AnyRequest, house: House) -> list[PuzzleShelf]:
    guest = await current_guest(request, house)
    mine = {rating.game: rating for rating in await house.store.puzzle_ratings(GUEST, id=guest.id)}
    shelves = []
    for name in names():
        try:
            game = find(name)
        except Refused:  # a game that does not load; the list of games tells why
            continue
        there = shipped(game)
        if there:
            tried = await house.store.puzzles_tried(guest.id, game.name)
            standing = _standing(mine.get(game.name) or PuzzleRating(GUEST, game.name, guest.id, FIRST))
            shelves.append(PuzzleShelf(game.name, game.title, len(there), len(tried.keys() & there.keys()), standing))
    return shelves


@get("/api/puzzles/{game:str}", summary="The next puzzle of a game for you, or a certain one")
async def next_puzzle(
    request: AnyRequest,
    house: House,
    game: str,
    puzzle: Annotated[str | None, Parameter(max_length=40)] = None,
    last: Annotated[str | None, Parameter(max_length=40)] = None,
) -> PuzzleQuestion:
    """One that suits your rating and that you have not seen lately; `last` is never asked twice in a row."""
    guest = await current_guest(request, house)
    found = find(game)
    there = shipped(found)
    if not there:
        raise NotFound(f"{found.title} has no puzzles yet.")
    tried = await house.store.puzzles_tried(guest.id, found.name)
    mine = await _guest_rating(house, found.name, guest.id)
    rated = {rating.id: rating.rating for rating in await house.store.puzzle_ratings(PUZZLE, found.name)}
    ratings = {each.id: rated.get(each.id, float(each.rating)) for each in there.values()}
    if puzzle is None:
        known = {each: at for each, at in tried.items() if each in there}
        puzzle = choose(ratings, known, mine.rating, secrets.randbelow(NEAREST), last)
    chosen = _find(found, puzzle)
    position = _position(found, chosen.id)
    return PuzzleQuestion(
        id=chosen.id,
        game=found.name,
        title=found.title,
        ask=ask(found),
        seat=chosen.seat,
        names=position.names,
        options=chosen.options,
        data=_data(found, chosen.id),
        view=chosen.view,
        text=found.say_view(position.view, position.names, position.options),
        moves=[found.moves.to_json(move) for move in position.moves],
        words=[position.say(move) for move in position.moves],
        rating=round(ratings[chosen.id]),
        fresh=chosen.id not in tried,
        standing=_standing(mine),
    )


@post("/api/puzzles/{game:str}/{puzzle:str}", summary="Answer a puzzle; your first answer counts")
async def answer_puzzle(
    request: AnyRequest, house: House, game: str, puzzle: str, data: PuzzleAnswer
) -> PuzzleSolution:
    guest = await current_guest(request, house)
    found = find(game)
    chosen = _find(found, puzzle)
    position = _position(found, chosen.id)
    move = found.moves.from_json(data.move)
    if move not in position.moves:
        reason = None if is_house(move) else found.why_not(position.state, move)
        raise Refused(
            reason.text if reason else "This move is not possible here.", reason.code if reason else "illegal"
        )
    right = move in position.solutions
    stored = await house.store.try_puzzle(
        PuzzleRating(GUEST, found.name, guest.id, FIRST), _first_rating(found, chosen), right, _rate
    )
    return PuzzleSolution(
        right=right,
        counted=stored.counted,
        move=found.moves.to_json(move),
        words=position.say(move),
        solutions=chosen.solutions,
        solution=position.say(position.solutions[0]),
        by=found.puzzled_by,
        tried=[
            PuzzleMove(
                tried.move,
                position.say(found.moves.from_json(tried.move)),
                tried.worth,
                say_worth(found, tried.worth),
            )
            for tried in chosen.tried
        ],
        line=chosen.line,
        source=chosen.source,
        gained=round(stored.guest.rating) - round(stored.before.rating),
        rating=round(stored.puzzle.rating),
        standing=_standing(stored.guest),
    )


ROUTES = [puzzle_shelves, next_puzzle, answer_puzzle]
