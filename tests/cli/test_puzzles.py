"""`parlour puzzles`: make, list, check and play."""

import json
from pathlib import Path

from tests.cli.conftest import Parlour

from parlour.core.match import Match
from parlour.core.record import record, save
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.puzzles.book import load, read, shipped

FOUR = find("connect-four")


def some(folder: Path, parlour: Parlour) -> Path:
    """A file with a puzzle from a stored match, in which somebody let three in a row become four."""
    match = Match(FOUR, None, 2, Seed.parse("1"))
    for column in (4, 1, 4, 1, 4, 1, 4):
        match.play(match.mover, FOUR.moves.pack("drop", column - 1))
    save(record(match, ["a", "b"]), folder / "records" / "match.json")
    said = parlour("puzzles", "make", "connect-four", "--records", "records", "--games", "0", "--out", "some.json")
    assert said.code == 0, said.err
    assert "in some.json" in said.out.replace(str(folder), "") or "some.json" in said.out
    return folder / "some.json"


def test_puzzles_are_made_from_records_listed_checked_and_played(parlour: Parlour, tmp_path: Path) -> None:
    path = some(tmp_path, parlour)
    book = load(path)
    assert book.puzzles and all(puzzle.source.startswith("match.json") for puzzle in book.puzzles)
    said = parlour("puzzles", "list", "--file", "some.json")
    assert book.puzzles[0].id in said.out and book.puzzles[0].line[0] not in said.out  # no solution in a list
    said = parlour("puzzles", "check", "--file", "some.json", "--workers", "1")
    assert said.code == 0, said.out
    assert f"{len(book.puzzles)} puzzle" in said.out and "0 refused" in said.out
    answers = {puzzle.id: FOUR.moves.values(read(FOUR, puzzle).solutions[0])[0] + 1 for puzzle in book.puzzles}
    first = book.puzzles[0]
    typed = f"nonsense\n99\n{answers[first.id]}\n"
    said = parlour("puzzles", "play", "--file", "some.json", "--puzzle", first.id, typed=typed)
    assert said.code == 0, said.err
    for words in ("Find the move", "is not a move", "Right!", "wins ", "1 of 1 puzzle solved."):
        assert words in said.out


def test_a_wrong_answer_shows_the_better_move(parlour: Parlour) -> None:
    puzzle = next(iter(shipped(FOUR).values()))
    position = read(FOUR, puzzle)
    wrong = next(move for move in position.moves if move not in position.solutions)
    typed = f"{FOUR.moves.values(wrong)[0] + 1}\n"
    said = parlour("puzzles", "play", "connect-four", "--puzzle", puzzle.id, typed=typed)
    assert f"Not the best: {puzzle.line[0]}." in said.out and "0 of 1 puzzle solved." in said.out
    assert "0 of 0 puzzles solved." in parlour("puzzles", "play", "connect-four", typed="q\n").out


def test_every_game_of_the_house_has_puzzles(parlour: Parlour) -> None:
    counts = json.loads(parlour("puzzles", "list", "--json").out)
    for name in ("kata-tcg", "battle-farm", "gardening-war", "deadwood", "monogwent", "connect-four"):
        assert counts[name] == len(shipped(find(name))) > 0
    assert "kata-tcg" in parlour("puzzles", "list").out


def test_a_puzzle_that_is_wrong_fails_the_check(parlour: Parlour, tmp_path: Path) -> None:
    path = some(tmp_path, parlour)
    text = path.read_text()
    puzzle = load(path).puzzles[0]
    wrong = "1" if puzzle.solutions[0]["column"] != 1 else "2"
    path.write_text(
        text.replace(
            '"solutions":[{"kind":"drop","column":' + str(puzzle.solutions[0]["column"]),
            '"solutions":[{"kind":"drop","column":' + wrong,
        )
    )
    said = parlour("puzzles", "check", "--file", "some.json", "--workers", "1")
    assert said.code == 1 and puzzle.id in said.out and " 0 refused" not in said.out, said.out
    before = load(path).puzzles
    said = parlour("puzzles", "check", "--file", "some.json", "--workers", "1", "--drop")
    assert said.code == 0 and "refused and removed" in said.out, said.out
    left = load(path).puzzles
    assert puzzle.id not in {each.id for each in left}
    assert len(left) < len(before) and {each.id for each in left} <= {each.id for each in before}


def test_bad_input_gets_a_sentence(parlour: Parlour, tmp_path: Path) -> None:
    (tmp_path / "junk.json").write_text("{")
    (tmp_path / "empty").mkdir()
    parlour("puzzles", "make", "no-such-game").refused()
    parlour("puzzles", "make", "connect-four", "--records", "empty", "--out", "x.json").refused()
    parlour("puzzles", "make", "connect-four", "--out", "junk.json").refused()
    parlour("puzzles", "make", "connect-four", "--seats", "9", "--out", "x.json").refused()
    parlour("puzzles", "play", "--file", "junk.json").refused()
    parlour("puzzles", "play", "connect-four", "--puzzle", "nothing").refused()
    assert parlour("puzzles", "play").code == 2
    assert not (tmp_path / "x.json").exists()
