"""Find the move: the next puzzle, the answer that counts, and no solution before it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, Refusal

from parlour.core.protocol import PuzzleQuestion
from parlour.games import find
from parlour.lab.puzzles.book import Puzzle, read, shipped
from parlour.lab.puzzles.rating import FIRST
from parlour.server.routes.puzzles import choose

FOUR = find("connect-four")


def puzzle_of(question: dict[str, Any]) -> Puzzle:
    return shipped(find(question["game"]))[question["id"]]


def wrong_moves(puzzle: Puzzle, game: Any = FOUR) -> list[dict[str, Any]]:
    position = read(game, puzzle)
    return [game.moves.to_json(move) for move in position.moves if move not in position.solutions]


async def answer(guest: Guest, question: dict[str, Any], move: dict[str, Any]) -> Any:
    return await guest.post(f"/api/puzzles/{question['game']}/{question['id']}", {"move": move})


async def test_a_right_answer_is_told_with_the_chances_and_lifts_the_rating(visit: Visit) -> None:
    guest = await visit()
    asked = await guest.get("/api/puzzles/connect-four")
    assert asked["fresh"] and asked["standing"] == {"rating": FIRST, "tries": 0, "solved": 0, "streak": 0, "longest": 0}
    assert len(asked["moves"]) == len(asked["words"]) > 2 and asked["names"][asked["seat"]] == "You"
    puzzle = puzzle_of(asked)
    told = await answer(guest, asked, dict(puzzle.solutions[0]))
    assert told["right"] and told["counted"] and told["solutions"] == puzzle.solutions
    assert told["tried"][0]["worth"] == puzzle.tried[0].worth and told["tried"][0]["says"].startswith("wins ")
    assert told["line"] == puzzle.line
    assert told["standing"]["rating"] == FIRST + told["gained"] > FIRST
    assert told["standing"] | {"rating": 0} == {"rating": 0, "tries": 1, "solved": 1, "streak": 1, "longest": 1}
    assert told["rating"] <= asked["rating"]


async def test_a_wrong_answer_shows_the_better_move_and_ends_the_streak(visit: Visit) -> None:
    guest = await visit()
    first = await guest.get("/api/puzzles/connect-four")
    await answer(guest, first, dict(puzzle_of(first).solutions[0]))
    second = await guest.get(f"/api/puzzles/connect-four?last={first['id']}")
    assert second["id"] != first["id"]
    told = await answer(guest, second, wrong_moves(puzzle_of(second))[0])
    assert not told["right"] and told["gained"] < 0
    assert told["solution"] == puzzle_of(second).line[0]
    assert told["standing"]["streak"] == 0 and told["standing"]["longest"] == 1
    [shelf] = [each for each in await guest.get("/api/puzzles") if each["game"] == "connect-four"]
    assert shelf["tried"] == 2 and shelf["standing"] == told["standing"]


async def test_only_the_first_try_counts(visit: Visit) -> None:
    guest = await visit()
    asked = await guest.get("/api/puzzles/connect-four")
    puzzle = puzzle_of(asked)
    first = await answer(guest, asked, wrong_moves(puzzle)[0])
    again = await guest.get(f"/api/puzzles/connect-four?puzzle={puzzle.id}")
    assert again["id"] == puzzle.id and not again["fresh"]
    told = await answer(guest, again, dict(puzzle.solutions[0]))
    assert told["right"] and not told["counted"] and told["gained"] == 0
    assert told["standing"] == first["standing"] and told["rating"] == first["rating"]


async def test_others_have_their_own_rating_but_share_that_of_the_puzzle(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    asked = await ann.get("/api/puzzles/connect-four")
    told = await answer(ann, asked, wrong_moves(puzzle_of(asked))[0])
    same = await ben.get(f"/api/puzzles/connect-four?puzzle={asked['id']}")
    assert same["fresh"] and same["standing"]["tries"] == 0 and same["rating"] == told["rating"]


async def test_a_question_tells_nothing_of_its_solution(visit: Visit) -> None:
    guest = await visit()
    for shelf in await guest.get("/api/puzzles"):
        asked = await guest.get(f"/api/puzzles/{shelf['game']}")
        puzzle = puzzle_of(asked)
        assert set(asked) == set(PuzzleQuestion.__struct_fields__)
        assert asked["view"] == json.loads(json.dumps(puzzle.view))
        game = find(shelf["game"])
        assert asked["moves"] == [game.moves.to_json(move) for move in read(game, puzzle).moves]  # the game's own order
        told = {name: value for name, value in asked.items() if name not in ("data", "view", "options")}
        assert not {"solutions", "tried", "line", "margin", "source", "found"} & set(told)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"move": {"kind": "drop", "column": 99}}, "unknown-action"),
        ({"move": {"kind": "fly"}}, "unknown-action"),
        ({"move": {"kind": "concede", "seat": 0}}, "unknown-action"),
        ({"move": "drop"}, "bad-request"),
        ({}, "bad-request"),
        ({"move": {"kind": "drop", "column": 1}, "solution": True}, "bad-request"),
    ],
)
async def test_bad_answers_are_refused_and_cost_nothing(visit: Visit, body: object, code: str) -> None:
    guest = await visit()
    asked = await guest.get("/api/puzzles/connect-four")
    with pytest.raises(Refusal, match=code):
        await guest.post(f"/api/puzzles/connect-four/{asked['id']}", body)
    assert (await guest.get(f"/api/puzzles/connect-four?puzzle={asked['id']}"))["fresh"]


async def test_a_move_that_is_not_legal_here_is_refused_with_the_rule(visit: Visit) -> None:
    guest = await visit()
    full = next(
        (puzzle, column)
        for puzzle in shipped(FOUR).values()
        for column, stack in enumerate(puzzle.view["columns"])
        if len(stack) == 6
    )
    with pytest.raises(Refusal, match="column-full"):
        await guest.post(f"/api/puzzles/connect-four/{full[0].id}", {"move": {"kind": "drop", "column": full[1]}})


async def test_what_is_not_there_is_not_found(visit: Visit) -> None:
    guest = await visit()
    for path in ("/api/puzzles/connect-four?puzzle=nothing", "/api/puzzles/no-such-game"):
        with pytest.raises(Refusal):
            await guest.get(path)
    with pytest.raises(Refusal, match="not-found"):
        await guest.post("/api/puzzles/connect-four/nothing", {"move": {"kind": "drop", "column": 0}})


async def test_puzzles_are_for_guests(visit: Visit) -> None:
    guest = await visit()
    for path in ("/api/puzzles", "/api/puzzles/connect-four"):
        with pytest.raises(Refusal, match="401"):
            await guest.ask("GET", path, token="")


async def test_the_lobby_knows_which_games_have_puzzles(visit: Visit) -> None:
    guest = await visit()
    games = await guest.get("/api/games")
    assert {game["name"] for game in games if game["puzzles"]} == {
        shelf["game"] for shelf in await guest.get("/api/puzzles")
    }


def test_the_next_puzzle_suits_the_guest_and_was_not_seen_lately() -> None:
    rated = {"easy": 700.0, "middling": 1000.0, "hard": 1900.0}
    assert choose(rated, {}, 990, 0) == "middling"
    assert choose(rated, {"middling": 5.0}, 990, 0) == "easy"
    assert choose(rated, {}, 990, 0, last="middling") == "easy"
    seen = {"easy": 3.0, "middling": 2.0, "hard": 1.0}  # all seen: those longest ago come first
    assert {choose(rated, seen, 700, pick) for pick in range(8)} <= {"hard", "middling"}
    assert choose({"only": 1000.0}, {"only": 1.0}, 1000, 3, last="only") == "only"
