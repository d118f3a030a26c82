"""`parlour script`: cards that players write themselves, at the terminal."""

import json
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour

COURIER = """// one card more
effect { Name: "Take One", Action: (targets, context) => context.Hand.Add(context.Deck.Pop()) }
card { Type: "Silver", Name: "Dyke Courier", Faction: "Neutral", Power: 4, Range: ["Ranged"],
       OnActivation: [ { Effect: "Take One" } ] }
"""
WRONG = 'effect { Name: "A", Action: (t, c) => { n = t.Size; } }\ncard { Type: "Hero" }\n'
LOOP = COURIER.replace("context.Hand.Add(context.Deck.Pop())", "{ while (true) { context.Deck.Shuffle(); } }")
DEEP = 'effect { Name: "A", Action: (t, c) => { x = ' + "(" * 10_000
COMMANDS = [["check"], ["format"], ["explain"], ["try", "--card", "Dyke Courier"], ["balance", "--games", "2"]]
SECOND = 1.0  # of the processor, so that a busy machine does not matter


def written(folder: Path, text: str | bytes, name: str = "cards.txt") -> str:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def words(command: list[str], file: str) -> list[str]:
    return ["script", command[0], file, *command[1:]]


def test_a_good_script_is_fine(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, COURIER)
    said = parlour("script", "check", file)
    assert (said.code, said.out) == (0, "cards.txt is fine.\n")
    told = json.loads(parlour("script", "check", file, "--json").out)
    assert told == {"ok": True, "errors": [], "warnings": []}


def test_all_mistakes_are_shown_with_line_column_and_caret(parlour: Parlour, tmp_path: Path) -> None:
    said = parlour("script", "check", written(tmp_path, WRONG))
    assert said.code == 2
    lines = said.out.splitlines()
    assert lines[0].startswith('cards.txt:1:47: error S11: List has no member "Size" (available: ')
    assert lines[2].index("^") == lines[1].index("Size")
    assert [line.split()[2] for line in lines if line.startswith("cards.txt:")] == ["S11:", "S03:", "S15:"]
    told = json.loads(parlour("script", "check", "cards.txt", "--json").out)
    assert [(wrong["code"], wrong["line"], wrong["column"], wrong["length"]) for wrong in told["errors"]] == [
        ("S11", 1, 47, 4),
        ("S03", 2, 6, 1),
        ("S15", 2, 14, 6),
    ]


@pytest.mark.parametrize("command", COMMANDS[2:], ids=lambda command: command[0])
def test_every_command_shows_mistakes_in_the_same_way(parlour: Parlour, tmp_path: Path, command: list[str]) -> None:
    file = written(tmp_path, WRONG)
    shown = parlour("script", "check", file).out
    said = parlour(*words(command, file))
    assert (said.code, said.out, said.err) == (2, "", shown)


def test_a_script_is_formatted_and_written_back(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, COURIER.replace("\n       ", " "))
    tidy = parlour("script", "format", file).out
    assert tidy.startswith("// one card more\neffect {")
    assert parlour("script", "format", file, "--write").code == 0
    assert (tmp_path / file).read_text() == tidy
    assert parlour("script", "format", file).out == tidy
    broken = parlour("script", "format", written(tmp_path, "card {", "broken.txt"), "--write")
    assert broken.code == 2 and "broken.txt:1:7: error P01" in broken.err
    assert (tmp_path / "broken.txt").read_text() == "card {"


def test_a_script_is_read_back_in_words(parlour: Parlour, tmp_path: Path) -> None:
    said = parlour("script", "explain", written(tmp_path, COURIER))
    assert said.out.splitlines()[:2] == [
        "Dyke Courier: Silver 4 for Ranged; 2 copies in every deck",
        "  Put the top card of your deck into your hand.",
    ]
    assert parlour("script", "explain", written(tmp_path, "", "empty.txt")).out == "empty.txt adds no card.\n"


def test_a_card_is_tried_step_by_step(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, COURIER)
    said = parlour("script", "try", file, "--card", "Dyke Courier")
    assert said.code == 0
    assert "Scarecrow: your deck to your hand" in said.out and "Your power: 14 -> 18" in said.out
    board = written(tmp_path, '{"deck": ["Post Owl"], "other_field": [{"printed": 7}]}', "board.json")
    told = json.loads(parlour("script", "try", file, "--card", "Dyke Courier", "--board", board, "--json").out)
    assert [card["card"] for card in told["after"][0]["hand"]] == ["Post Owl"]
    assert told["before"][1]["power"] == 7


def test_a_card_that_cannot_be_tried_is_refused(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, COURIER)
    parlour("script", "try", file, "--card", "Nobody").refused()
    parlour("script", "try", file, "--card", "Dyke Courier", "--row", "Cellar").refused()
    parlour("script", "try", file, "--card", "Dyke Courier", "--board", "nowhere.json").refused()
    for junk in ("[", "[]", '{"cellar": []}', '{"field": ["Nobody"]}', '{"weather": ["Roof"]}', b"\xff\xfe"):
        board = written(tmp_path, junk, "board.json")
        parlour("script", "try", file, "--card", "Dyke Courier", "--board", board).refused()


def test_cards_are_measured(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, COURIER + 'card { Type: "Leader", Name: "Old Wick", Faction: "Lantern Folk" }')
    told = json.loads(parlour("script", "balance", file, "--games", "1", "--player", "random", "--json").out)
    assert told["games"] == 12 + 20
    assert [deck["faction"] for deck in told["decks"]][-1] == "Lantern Folk"
    assert [deck["without"] is None for deck in told["decks"]] == [False, False, False, False, True]
    for deck in told["decks"]:
        share = deck["with_script"]
        assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1 and share["games"] == 8
    assert "Lantern Folk" in told["verdict"]
    same = json.loads(parlour("script", "balance", file, "--games", "1", "--player", "random", "--json").out)
    assert same == told
    said = parlour("script", "balance", file, "--games", "1", "--player", "random")
    assert said.code == 0 and "Lantern Folk" in said.out and "32 games in all" in said.out
    parlour("script", "balance", file, "--games", "1", "--player", "nobody").refused()
    parlour("script", "balance", written(tmp_path, "", "empty.txt"), "--games", "1").refused()


BAD = {
    "missing": None,
    "binary": bytes(range(256)) * 40,
    "five megabytes": b"/" * 5_000_000,
    "a string of five megabytes": b'card { Name: "' + b"x" * 5_000_000,
    "deep": DEEP,
    "broken": "card {",
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("bad", BAD)
def test_a_bad_file_is_refused_at_once(parlour: Parlour, tmp_path: Path, command: list[str], bad: str) -> None:
    parlour("script", "check", written(tmp_path, COURIER, "warm.txt"))
    content = BAD[bad]
    file = "nowhere.txt" if content is None else written(tmp_path, content)
    start = time.process_time()
    said = parlour(*words(command, file))
    assert time.process_time() - start < SECOND
    assert said.code == 2
    told = (said.err or said.out).strip()
    assert told.startswith(file) and "Traceback" not in told
    assert len(told.splitlines()) in (1, 3)


def test_an_endless_loop_is_stopped_at_once(parlour: Parlour, tmp_path: Path) -> None:
    file = written(tmp_path, LOOP)
    assert parlour("script", "check", file).code == 0
    start = time.process_time()
    said = parlour("script", "try", file, "--card", "Dyke Courier")
    assert time.process_time() - start < SECOND
    assert said.code == 0 and "stopped: R01 more than 10000 steps" in said.out


def test_a_game_is_played_without_a_bad_script(parlour: Parlour, tmp_path: Path) -> None:
    for name, text in {"bad.txt": WRONG, "deep.txt": DEEP, "empty.txt": "", "good.txt": COURIER}.items():
        file = written(tmp_path, text, name)
        said = parlour("play", "monogwent", "--seats", "random,random", "--script", file)
        assert said.code == 0, said.err
        assert ("played without it" in said.err) == (name in ("bad.txt", "deep.txt"))
