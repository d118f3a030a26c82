"""`parlour deadwood check`, and playing on a lot from files."""

import json
from pathlib import Path

import msgspec
import pytest
from tests.games.deadwood.test_files import BROKEN
from tests.games.deadwood.xml import board_xml, cards_xml, line_of

from parlour.core.record import load
from parlour.games.deadwood.board import STANDARD, Board

replace = msgspec.structs.replace


def own_lot() -> Board:
    """The standard lot under other names: the screen must show the names from the files."""
    sets = [replace(s, name=f"Pier {n}", roles=[replace(r, name=f"Gull {i}") for i, r in enumerate(s.roles, 1)])
            for n, s in enumerate(STANDARD.sets, 1)]  # fmt: skip
    scenes = [
        replace(s, title=f"Tide {n}", roles=[replace(r, name=f"Sailor {i}") for i, r in enumerate(s.roles, 1)])
        for n, s in enumerate(STANDARD.scenes, 1)
    ]
    return replace(STANDARD, name="Harbour", sets=sets, scenes=scenes)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "board.xml").write_text(board_xml(own_lot()))
    (tmp_path / "cards.xml").write_text(cards_xml(own_lot()))
    return "board.xml", "cards.xml"


def test_good_files_are_explained(parlour, files):
    said = parlour("deadwood", "check", *files)
    assert said.code == 0, said.err
    assert said.out.splitlines() == [
        "board.xml: the board 'Harbour' with 10 sets, 22 takes, 29 extras, 20 paths and 10 prices.",
        "cards.xml: 40 cards with 108 roles.",
        "Together they can be played.",
    ]
    told = json.loads(parlour("deadwood", "check", "--json", *files).out)
    assert told["good"] is True
    assert told["notes"] == []


@pytest.mark.parametrize("name", BROKEN)
def test_each_kind_of_broken_file_is_reported_with_its_line(parlour, tmp_path, name):
    board, cards, file, part, expected = BROKEN[name]
    (tmp_path / "board.xml").write_text(board)
    (tmp_path / "cards.xml").write_text(cards)
    line = line_of(board if file == "board.xml" else cards, part)
    said = parlour("deadwood", "check", "board.xml", "cards.xml")
    assert said.code == 2
    assert "Traceback" not in said.out + said.err
    sentence = next(each for each in said.out.splitlines() if f"{file}, line {line}:" in each)
    assert expected in sentence
    assert sentence.rstrip().endswith(".")
    refused = parlour("play", "deadwood", "--seats", "you,random", "--board", "board.xml", "--cards", "cards.xml")
    refused.refused()
    assert f"{file}, line {line}:" in refused.err


def test_missing_files_are_named(parlour, files):
    said = parlour("deadwood", "check", "board.xml", "nowhere.xml")
    assert said.code == 2
    assert "nowhere.xml" in said.out
    parlour("play", "deadwood", "--board", "board.xml").refused()
    parlour("play", "connect-four", "--board", "board.xml", "--cards", "cards.xml").refused()
    parlour("deadwood", "check").refused()


def test_a_loaded_lot_uses_its_own_words_at_the_terminal(parlour, files):
    """Areas, scenes and roles are called as in the files: on the table, in the moves, in the log and in a replay."""
    line = ["play", "deadwood", "--seats", "you,random", "--seed", "4", "--save", "m"]
    said = parlour(*line, "--board", files[0], "--cards", files[1], typed="1\nlog\nwhy act\nq\n")
    assert said.code == 0, said.err
    assert "Walk to Pier" in said.out
    assert "You walk to Pier" in said.out
    assert "“Tide " in said.out
    assert "Gull 1 (rank" in said.out
    assert "Sailor 1 (rank" in said.out
    again = parlour("replay", "m", "--all")
    assert "You walk to Pier" in again.out
    for foreign in (*(s.name for s in STANDARD.sets), STANDARD.scenes[0].title):
        assert foreign not in said.out + again.out
    assert load(Path("m")).options["board"]["name"] == "Harbour"
    resumed = parlour("play", "--resume", "m", typed="log\nq\n")
    assert "You walk to Pier" in resumed.out
