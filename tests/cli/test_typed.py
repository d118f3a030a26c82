"""What a person types at the table, and what the table answers: names, numbers, cases."""

import re
from pathlib import Path

import msgspec
import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.core.record import load
from parlour.games.deadwood.board import STANDARD, Board

replace = msgspec.structs.replace


def moves(path: str = "m") -> list[str]:
    return [" ".join(map(str, move.values())) for move in load(Path(path)).moves]


@pytest.fixture
def harbour(tmp_path: Path) -> list[str]:
    """A loaded lot that also has a Saloon, but elsewhere, and places the standard lot has not."""
    called = {"train_station": "Saloon", "saloon": "Fish Market", "main_street": "Long Pier", "hotel": "Short Pier"}
    board: Board = replace(STANDARD, sets=[replace(s, name=called.get(s.id, s.name)) for s in STANDARD.sets])
    (tmp_path / "board.xml").write_text(board_xml(board))
    (tmp_path / "cards.xml").write_text(cards_xml(board))
    return ["--board", "board.xml", "--cards", "cards.xml"]


DEADWOOD = ["play", "deadwood", "--seats", "you,random", "--seed", "4", "--save", "m"]


@pytest.mark.parametrize(
    "typed", ["move main street", "MOVE Main Street", "move main_street", "go to the main st", "Walk main"]
)
def test_places_are_named_as_one_says_them(parlour, typed):
    parlour(*DEADWOOD, typed=f"{typed}\nq\n")
    assert moves() == ["move main_street"]


def test_a_place_that_is_not_near_is_answered_with_the_rule(parlour):
    said = parlour(*DEADWOOD, typed="move church\nmove moon\nmove r\nq\n")
    assert "No path leads from Trailers to Church." in said.out
    assert "This lot has no place called 'moon'; from Trailers paths lead to Main Street, Saloon and Hotel." in said.out
    assert moves() == []


def test_names_of_a_loaded_lot_work_as_typed_and_get_no_false_sentence(parlour, harbour):
    said = parlour(
        *DEADWOOD, *harbour, typed="move Saloon\nmove bank\nmove pier\nmove harbour master\nmove fish market\nq\n"
    )
    assert "No path leads from Trailers to Saloon." in said.out  # there is one, just not here
    assert "has no area" not in said.out
    assert "That could be 1 (Walk to Long Pier) or 3 (Walk to Short Pier)" in said.out
    assert "This lot has no place called 'harbour master'; from Trailers paths lead to" in said.out
    assert moves() == ["move s10"]
    assert "You walk to Fish Market." in said.out


def test_roles_are_taken_by_their_names(parlour):
    said = parlour(*DEADWOOD, typed="take prospector\nmove saloon\ntake piano player\nq\n")
    assert "There are no roles to take at Trailers." in said.out
    assert moves()[:2] == ["move saloon", "take_role off 0"]


def test_the_help_shows_how_a_walk_is_typed_and_what_else_there_is(parlour):
    said = parlour(*DEADWOOD, typed="?\nMAP\nq\n")
    assert "its notation (`move Main Street`)" in said.out
    assert re.search(r"map +the whole lot", said.out)
    assert "CASTING OFFICE" in said.out


def test_upgrades_say_their_price(parlour):
    options = ["--option", "start_dollars=20", "--option", "start_credits=5"]
    typed = "move saloon\nend\nmove general store\nend\nmove train station\nend\nmove casting office\nq\n"
    said = parlour(*DEADWOOD, *options, typed=typed)
    assert "Rise to rank 3 for $10" in said.out
    assert "Rise to rank 2 for 5 credits" in said.out
    assert "paid in" not in said.out


FARM = ["play", "battle-farm", "--seats", "you,random", "--seed", "5", "--save", "m"]


def test_numbers_of_a_list_are_those_of_the_table(parlour):
    """Slot 3 is number 3, the way out is 0, and a bed that is planted has no number any more."""
    said = parlour(*FARM, typed="3\n0\nskip\nq\n")
    listed = re.findall(r"^(?:buy|stop)? +(\d)  (Buy|Stop).*?(?:\(slot (\d)\))?$", said.out, re.MULTILINE)
    assert listed
    assert all(number == (slot or "0") for number, _, slot in listed)
    assert "buy 2" in moves()


def test_a_number_that_is_not_in_the_list_is_said_to_be_none(parlour):
    said = parlour(*FARM, typed="77\nq\n")
    assert re.search(r"There is no move 77 now; the numbers are [0-9, ]+ and \d\.", said.out)


def test_beds_and_slots_are_typed_as_they_are_counted(parlour):
    said = parlour(*FARM, typed="Buy 3\nbuy 0\nq\n")
    assert "buy 2" in moves()
    assert "A slot is a number from 1 to 6, not 0." in said.out


def test_nobody_reads_yous_turn(parlour):
    said = parlour(*FARM, typed="0\nskip\nend\n" * 6)
    assert "Your turn, market" in said.out
    assert not re.search(r"You's|You (decides|has|is|rolls)\b", said.out)


def test_the_farm_shows_texts_piles_and_counters(parlour):
    said = parlour(*FARM, typed="cards\ndiscards\nq\n")
    assert re.search(r"1 \w[\w ]+, \d coins?: .*\. \w.*", said.out)  # a market card with its text
    assert re.search(r"worth \d+, timer \d, [\d.]+ coins? per turn\. (Planted|Harvest|Fertilized)", said.out)
    assert "Class cards:" in said.out
    assert re.search(r"once per (turn|game)\. [A-Z]", said.out)
    assert "in the discard pile" in said.out
    assert "has harvested: neither apples nor melons." in said.out or "harvested: " in said.out


def test_any_case_is_understood(parlour):
    parlour("play", "connect-four", "--seats", "you,you", "--save", "m", typed="DROP 3\nDrop 4\nWHY drop 3\nQ\n")
    assert moves() == ["drop 3", "drop 4"]


def test_a_full_column_keeps_its_number(parlour):
    """Columns are numbered as on the board, also when the first is full."""
    said = parlour("play", "connect-four", "--seats", "you,you", "--save", "m", typed="1\n" * 6 + "2\n1\nq\n")
    assert moves()[-1] == "drop 1"
    assert "There is no move 1 now; the numbers are 2, 3, 4, 5, 6 and 7." in said.out


def test_discards_of_kata_are_a_list(parlour):
    said = parlour("play", "kata-tcg", "--seats", "you,greedy", "--seed", "3", typed="1\n1\n1\n1\n1\n1\nDiscards\nq\n")
    shown = said.out.partition("Discards\n")[2]
    assert re.search(r"You: \d+ cards? discarded, most recent first\.\n  [A-Z][\w ]+ \(cost \d+\): attack \d", shown)


def test_no_sentence_has_the_level_of_a_house_player(parlour):
    said = parlour("play", "kata-tcg", "--seats", "you,greedy", "--seed", "1", "--save", "m", typed="end\n" * 60)
    replayed = parlour("replay", "m", "--all")
    for out in (said.out, replayed.out):
        told = [line for line in out.splitlines() if line.startswith("- ")]
        assert told
        assert not [line for line in told if "(house" in line or "greedy" in line]
    assert "You against Ines (greedy)" in said.out


def test_a_record_of_the_browser_is_told_with_its_names(parlour):
    parlour("play", "connect-four", "--seats", "you,you", "--save", "m", typed="1\n2\nconcede\nyes\n")
    record = msgspec.structs.replace(load(Path("m")), seats=["Juniper", "Marlow (medium)"])
    Path("b.json").write_bytes(msgspec.json.encode(record))
    said = parlour("replay", "b.json", "--all")
    assert "Marlow drops a disc into column 2." in said.out
    assert "(medium)" not in said.out


def test_what_is_no_move_at_all_is_said_to_be_none(parlour):
    said = parlour(*DEADWOOD, typed="dance\nupgrade\nq\n")
    assert "'dance' is none of the moves: type a number from the list, or ? for help." in said.out
    assert "This move is written `upgrade <rank> <pay>`." in said.out
