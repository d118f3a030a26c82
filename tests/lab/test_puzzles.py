"""Puzzles are found where one move stands out, and nowhere else; those that ship fit the games as they are."""

import json

import msgspec
import pytest
from tests.core.small_games import DASH, HIGHEST

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.record import record, save
from parlour.core.seed import Seed
from parlour.games import HOUSE, find
from parlour.lab.puzzles import book as books
from parlour.lab.puzzles.book import Puzzle, names_of, read, shipped
from parlour.lab.puzzles.checking import check
from parlour.lab.puzzles.comparing import come_to_the_same, same_moves
from parlour.lab.puzzles.finding import Finder, is_easy
from parlour.lab.puzzles.making import Making, begin, is_wanted, make
from parlour.lab.puzzles.rating import FIRST, after, expected
from parlour.lab.puzzles.words import say_worth

SEED = Seed.parse("1")
FOUR = find("connect-four")
FOUR_MOVES = [FOUR.moves.pack("drop", column) for column in range(7)]


def dropped(*columns):
    """Connect four after discs in these columns, counted from 1."""
    match = Match(FOUR, None, 2, SEED)
    for column in columns:
        match.play(match.mover, FOUR.moves.pack("drop", column - 1))
    return match


def looked(match):
    return Finder(match.game, match.options, match.seats).look(match.state, SEED, "a test")


# --- finding ---


def test_the_only_move_that_stops_three_in_a_row_is_found():
    found = looked(dropped(4, 1, 4, 1, 4))  # three upright in the fourth column, and it is the other's turn
    assert isinstance(found, Puzzle)
    assert found.solutions == [{"kind": "drop", "column": 3}]
    assert found.seat == 1 and found.line == ["Drop a disc into column 4"]
    assert found.tried[0].worth - found.tried[1].worth == pytest.approx(found.margin, abs=0.01)
    assert found.margin > FOUR.puzzle_margin


def test_an_even_position_is_no_puzzle():
    assert looked(dropped()) == "dull"
    assert looked(dropped(4, 4)) == "dull"


def test_two_ways_to_win_are_not_one_solution():
    # three in a row with both ends open: either end wins
    assert looked(dropped(3, 3, 4, 4, 5, 5)) == "dull"


def test_a_game_that_is_over_or_forced_is_no_puzzle():
    assert looked(dropped(4, 1, 4, 1, 4, 1, 4)) == "dull"


def test_what_reads_the_same_is_the_same_move():
    kata = find("kata-tcg")
    match = Match(kata, None, 2, SEED)
    moves = [int(move) for move in match.state.moves()]
    same = same_moves(kata, match.view(match.mover), moves, names_of(match.mover, 2), match.options)
    assert set(same) == set(moves) and all(same[move] == move or same[move] in moves for move in moves)


def test_decisions_that_can_be_made_in_either_order_come_to_the_same():
    kata = find("kata-tcg")
    match = Match(kata, kata.read_options(preset="classic"), 2, SEED)
    while match.state.side(match.mover).mana < 6:
        match.play(match.mover, kata.moves.pack("end"))
    *attacks, end = (int(move) for move in match.state.moves())
    both = attacks[:2]  # cheap enough for both
    after = match.state.copy()
    after.play(both[0], SEED.dice("a hit"))
    assert after.allows(both[1])
    assert come_to_the_same(kata, match.state, match.mover, *both, SEED)
    assert not come_to_the_same(kata, match.state, match.mover, both[0], end, SEED)
    assert not come_to_the_same(FOUR, dropped(4).state, 1, *FOUR_MOVES[2:4], SEED)


def test_a_puzzle_is_made_from_what_the_mover_knows():
    """Two worlds that the mover cannot tell apart give the same puzzle, or the same reason why not."""
    kata = find("kata-tcg")
    match = Match(kata, kata.read_options(preset="full"), 2, SEED)
    dice = SEED.dice("moves")
    for _ in range(20):
        match.play(match.mover, int(match.state.random_move(dice)))
    finder = Finder(kata, match.options, 2)
    twin = match.state.copy()
    twin.redeal(match.mover, dice)
    assert finder.look(match.state, SEED, "") == finder.look(twin, SEED, "")


@pytest.mark.parametrize("game", [HIGHEST, DASH], ids=["hidden cards", "dice"])
def test_games_from_outside_can_be_looked_through(game):
    match = Match(game, None, None, SEED)
    assert looked(match) in ("dull", "unstable", "unsure", "disputed") or isinstance(looked(match), Puzzle)


# --- making ---


@pytest.fixture
def how():
    return Making("connect-four", {}, None, SEED.hex)


def test_work_goes_on_where_it_stopped(how, tmp_path):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    make(how, whole, 2, [], 50, 0, 1)
    make(how, parts, 1, [], 50, 0, 1)
    assert begin(FOUR, how.seed, parts).made.games == 1
    make(how, parts, 2, [], 50, 0, 1)
    one, other = books.load(whole), books.load(parts)
    assert one.puzzles == other.puzzles and one.puzzles
    assert one.made.looked == other.made.looked
    assert [json.loads(line.rstrip(b",")) for line in whole.read_bytes().splitlines()[1:-1]]  # one puzzle a line


def test_a_file_of_another_game_or_seed_is_left_alone(how, tmp_path):
    path = tmp_path / "puzzles.json"
    make(how, path, 1, [], 1, 0, 1)
    before = path.read_bytes()
    with pytest.raises(Refused, match="continue with that one"):
        make(Making("connect-four", {}, None, Seed.parse("2").hex), path, 1, [], 9, 0, 1)
    with pytest.raises(Refused, match="has puzzles of connect-four"):
        make(Making("kata-tcg", {}, None, SEED.hex), path, 1, [], 9, 0, 1)
    assert path.read_bytes() == before


def test_records_are_looked_through_once_and_bad_ones_are_told_of(how, tmp_path):
    match = dropped(4, 1, 4, 1, 4, 4, 2, 3, 2, 3, 2)
    save(record(match, ["a", "b"]), tmp_path / "game.json")
    (tmp_path / "junk.json").write_text("[]")
    paths = [tmp_path / "game.json", tmp_path / "junk.json"]
    out = tmp_path / "out" / "puzzles.json"
    first = make(how, out, 0, paths, 50, 0, 1)
    assert first.problems and "junk.json" in first.problems[0]
    assert first.book.made.looked > 0
    assert all(puzzle.source.startswith("game.json, move ") for puzzle in first.book.puzzles)
    again = make(how, out, 0, paths, 50, 0, 1)
    assert again.book.made.looked == first.book.made.looked and again.book.puzzles == first.book.puzzles


def test_easy_puzzles_and_the_same_answer_are_wanted_only_so_often():
    found = looked(dropped(4, 1, 4, 1, 4))
    easy = msgspec.structs.replace(found, found={"random": 0.1, "greedy": 1.0, "easy": 1.0})
    hard = msgspec.structs.replace(found, found={"random": 0.1, "greedy": 0.0, "easy": 1.0}, solutions=[{"kind": "x"}])
    assert is_easy(easy.found) and not is_easy(hard.found)
    assert is_wanted(easy, [], 10) and not is_wanted(easy, [easy] * 3, 10)
    assert is_wanted(hard, [easy] * 3, 10) and not is_wanted(hard, [hard] * 3, 10)


# --- reading and rating ---


def test_a_puzzle_that_does_not_fit_is_refused_with_a_sentence():
    found = looked(dropped(4, 1, 4, 1, 4))
    broken = {
        "version": msgspec.structs.replace(found, version=FOUR.version + 1),
        "seat": msgspec.structs.replace(found, seat=0),
        "view": msgspec.structs.replace(found, view={"mover": "x"}),
        "solution": msgspec.structs.replace(found, solutions=[{"kind": "drop", "column": 99}]),
        "nothing": msgspec.structs.replace(found, solutions=[]),
    }
    for puzzle in broken.values():
        with pytest.raises(Refused, match="Puzzle"):
            read(FOUR, puzzle)
        assert check(FOUR, puzzle, SEED).problem.startswith("Puzzle")


def test_a_wrong_solution_does_not_stand_up_to_the_check():
    found = looked(dropped(4, 1, 4, 1, 4))
    assert check(FOUR, found, Seed.parse("2")).problem == ""
    wrong = msgspec.structs.replace(found, solutions=[{"kind": "drop", "column": 0}])
    assert check(FOUR, wrong, Seed.parse("2")).problem


def test_a_solved_puzzle_lifts_the_solver_and_lowers_the_puzzle():
    assert expected(1000, 1000) == 0.5 and expected(1400, 1000) > 0.9
    mine, its = after(FIRST, 0, 1200, 0, True)
    assert mine > FIRST and its < 1200
    assert after(FIRST, 0, 1200, 0, False)[0] < FIRST
    assert after(FIRST, 100, 1200, 100, True)[0] < mine  # a settled rating moves less


def test_what_a_move_leads_to_is_said_in_words():
    assert say_worth(FOUR, 0.824) == "wins 82 of 100"
    garden = find("gardening-war")
    assert say_worth(garden, -12500.0) == "ends 12,500 points behind"
    assert say_worth(garden, 1.0) == "ends 1 point ahead"
    assert say_worth(garden, 0.0) == "ends level"


# --- what ships ---


@pytest.mark.parametrize("name", HOUSE)
def test_every_puzzle_of_the_house_fits_its_game(name):
    game = find(name)
    data = books.shipped_bytes(game)
    assert data is not None and len(data) < 400_000
    book = books.decode(data, name)
    assert book.game == name and book.by == game.puzzled_by
    assert len({puzzle.id for puzzle in book.puzzles}) == len(book.puzzles) == len(shipped(game))
    for puzzle in book.puzzles:
        position = read(game, puzzle)
        assert books.identity(game, position.view) == puzzle.id
        assert msgspec.to_builtins(game.view(position.state, puzzle.seat)) == puzzle.view
        assert puzzle.tried[0].move == puzzle.solutions[0]
        assert all(game.moves.from_json(tried.move) in position.moves for tried in puzzle.tried)
        assert not {position.say(game.moves.from_json(tried.move)) for tried in puzzle.tried[1:]} & {
            position.say(move) for move in position.solutions
        }
        assert puzzle.margin > 0 and puzzle.line[0] == position.say(position.solutions[0])


@pytest.mark.parametrize("name", HOUSE)
def test_a_puzzle_of_the_house_stands_up_to_the_check(name):
    """One of each game; `parlour puzzles check` checks them all, as after a change in how the house plays."""
    game = find(name)
    puzzle = max(shipped(game).values(), key=lambda puzzle: puzzle.margin - 3 * puzzle.error)
    assert check(game, puzzle, SEED).problem == ""
