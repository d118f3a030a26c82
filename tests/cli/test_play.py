"""A person at the terminal, by script."""

import json
import re
from pathlib import Path

import pytest
from tests.by_hand import ByHand

from parlour.core.errors import Refused
from parlour.core.record import load, replay
from parlour.games import find

# The human begins; against these two fours upright wins in every order of the house's discs below.
TO_THE_TOP = "4\n" * 4
ON = "1\n2\n3\n5\n6\n7\n" * 8


def saved(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "house" / "matches").glob("*.json"))


def resume_command(out: str) -> str:
    found = re.search(r"parlour play --resume (\S+)", out)
    assert found
    return found[1]


def test_a_whole_game_against_random(parlour, tmp_path):
    said = parlour("play", "connect-four", "--seats", "you,random", "--seed", "5", typed=TO_THE_TOP + ON)
    assert said.code == 0
    assert "You win" in said.out
    assert "The seed was 00000000000000000000000000000005" in said.out
    [path] = saved(tmp_path)
    rec = load(path)
    assert rec.seats == ["you", "random"]
    assert rec.result is not None
    assert replay(rec, find).over
    assert f"parlour replay {path.relative_to(tmp_path)}" in said.out


def test_a_whole_game_of_kata_by_ending_turns(parlour):
    said = parlour("play", "kata-tcg", "--seats", "you,greedy", "--seed", "1", typed="end\n" * 60)
    assert said.code == 0
    assert "The seed was" in said.out
    assert re.search(r"Ines \(greedy\)\s+won", said.out)


def test_the_same_seed_and_moves_give_the_same_game(parlour, tmp_path):
    for name in "ab":
        parlour("play", "kata-tcg", "--seats", "you,easy", "--seed", "9", "--save", name, typed="1\n" * 12)
    assert Path("a").read_bytes() == Path("b").read_bytes()


def test_numbers_notation_and_words_are_understood(parlour, tmp_path):
    typed = "3\ndrop 3\ncolumn 5\nDrop a disc into column 6\nquit\n"
    said = parlour("play", "connect-four", "--seats", "you,you", typed=typed)
    assert said.code == 0
    assert [move["column"] for move in load(saved(tmp_path)[0]).moves] == [2, 3, 4, 5]


def test_an_ambiguous_move_gets_a_question_back(parlour, tmp_path):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="drop a disc\n")
    assert "That could be 1 (Drop a disc into column 1), 2" in said.out
    assert load(saved(tmp_path)[0]).moves == []


def test_an_illegal_move_is_answered_with_its_rule_and_costs_nothing(parlour, tmp_path):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="drop 0\n" * 6 + "drop 0\nwhy drop 0\ndrop 1\n")
    assert said.out.count("Column 1 is full.") == 2
    assert len(load(saved(tmp_path)[0]).moves) == 7


def test_why_says_that_a_legal_move_is_legal(parlour):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="why 3\nwhy\nwhy drop 99\n")
    assert "That move is legal: Drop a disc into column 3." in said.out
    assert "Type the move after it" in said.out
    assert "column must be from 0 to 6" in said.out


def test_help_log_rules_and_moves(parlour):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="1\n?\nlog\nrules\nmoves\n\nq\n")
    assert "say which rule forbids a move" in said.out
    assert "- Player 1 drops a disc into column 1." in said.out
    assert "# Connect Four" in said.out


def test_conceding_asks_once(parlour):
    said = parlour("play", "connect-four", "--seats", "you,random", typed="concede\nno\nconcede\nyes\n")
    assert said.code == 0
    assert "Ines wins: you gave up." in said.out


def test_quit_saves_and_the_match_goes_on(parlour, tmp_path):
    first = parlour("play", "connect-four", "--seats", "you,random", "--seed", "5", typed="4\n4\nquit\n")
    assert first.code == 0
    path = resume_command(first.out)
    then = parlour("play", "--resume", path, typed="4\n4\n" + ON)
    assert then.code == 0
    assert "The seed was 00000000000000000000000000000005" in then.out
    assert len(saved(tmp_path)) == 1
    over = parlour("play", "--resume", path)
    over.refused()
    assert "This match is over" in over.err


def test_a_closed_stdin_saves(parlour):
    said = parlour("play", "connect-four", "--seats", "you,random", typed="4\n")
    assert said.code == 0
    assert resume_command(said.out)


def test_control_c_saves_and_leaves_with_130(parlour, monkeypatch, tmp_path):
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    said = parlour("play", "connect-four", "--seats", "you,random")
    assert said.code == 130
    assert resume_command(said.out)
    assert saved(tmp_path)


def test_a_resumed_match_keeps_its_settings(parlour):
    parlour("play", "connect-four", "--seats", "you,random", "--save", "m.json", typed="4\n")
    parlour("play", "--resume", "m.json", "--seed", "3").refused()
    parlour("play", "kata-tcg", "--resume", "m.json").refused()
    parlour("play", "--resume", "m.json", "--seats", "you").refused()
    parlour("play", "connect-four", "--save", "m.json").refused()
    assert parlour("play", "--resume", "m.json", "--seats", "you,greedy", typed="4\n").code == 0


def test_save_makes_a_copy_and_overwrites_nothing(parlour):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="4\nsave copy.json\nsave copy.json\nsave\n")
    assert "copy.json already exists" in said.out
    assert len(load(Path("copy.json")).moves) == 1


def test_hidden_hands_stay_hidden_between_two_people(parlour):
    line = ["play", "kata-tcg", "--preset", "full", "--seats", "you,you", "--seed", "4"]
    said = parlour(*line, typed="\nend\n" * 8)
    scenes = said.out.split("is next ==")[1:]
    assert len(scenes) >= 3
    assert said.out.count("Hand:") >= 3
    for scene in scenes:
        owner = scene.split(",")[0].strip()
        hands = re.findall(r"^(Player \d): .*\n(?:  Board.*\n)?  Hand:", scene, re.MULTILINE)
        assert set(hands) <= {owner}
        assert scene.count("Hand:") == scene.count("to act.")
        assert "Hand:" not in scene.partition("press Enter")[0]


def test_what_was_told_is_not_told_again(parlour):
    said = parlour("play", "kata-tcg", "--seats", "you,random", "--seed", "4", typed="end\n" * 4)
    assert len(re.findall(r"go(es)? first\.", said.out)) == 1


def test_open_games_need_no_curtain(parlour):
    said = parlour("play", "connect-four", "--seats", "you,you", typed="1\n2\n")
    assert "press Enter" not in said.out


def test_bots_alone_are_watched(parlour):
    said = parlour("play", "connect-four", "--seats", "random,random", "--seed", "1")
    assert said.code == 0
    assert "Result" in said.out


def test_a_clock_that_ran_out_moves_for_the_person(parlour, tmp_path, monkeypatch):
    hands = ByHand()

    def slow(prompt: str = "") -> str:
        hands.turn(2)
        return "1"

    monkeypatch.setattr("parlour.arena.table.perf_counter", hands.now)
    monkeypatch.setattr("builtins.input", slow)
    said = parlour("play", "connect-four", "--seats", "you,random", "--clock", "move=1s,strikes=2")
    assert said.code == 0
    assert {"kind": "miss"} in load(saved(tmp_path)[0]).moves
    assert "Ines wins" in said.out


def test_decks_are_chosen_on_the_command_line(parlour, tmp_path):
    parlour("deck", "new", "Mine", "--copy", "motley")
    line = ["play", "kata-tcg", "--preset", "full", "--seats", "you,random", "--deck", "motley", "--deck", "mine"]
    said = parlour(*line, typed="q\n")
    assert said.code == 0, said.err
    decks = load(saved(tmp_path)[0]).options["decks"]
    assert decks[0] == "motley"
    assert sum(decks[1].values()) == 20
    parlour("play", "kata-tcg", "--deck", "nothing").refused()
    parlour("play", "connect-four", "--deck", "motley").refused()


def test_classes_of_battle_farm_are_chosen_on_the_command_line(parlour, tmp_path):
    line = [
        "play",
        "battle-farm",
        "--seats",
        "you,random,random",
        "--option",
        "win_limit=60",
        "--option",
        "max_rounds=9",
    ]
    said = parlour(*line, "--option", "classes=market_trader, random,land_baron", typed="q\n")
    assert said.code == 0, said.err
    assert "You, Market Trader" in said.out
    options = load(saved(tmp_path)[0]).options
    classes = ["market_trader", "random", "land_baron"]
    assert options == {"classes": classes, "win_limit": 60, "max_rounds": 9, "fresh_market": True}
    for wrong, sentence in (
        ("classes=market_trader,mayor,random", "there is no 'mayor'; there are: crop_scientist"),
        ("classes=market_trader", "name a class for each seat"),
        ("win_limit=5000", "a whole number of at most 999"),
        ("max_rounds=soon", "expected a whole number"),
    ):
        said = parlour(*line, "--option", wrong)
        said.refused()
        assert sentence in said.err


def test_seat_words_may_hold_commas():
    from parlour.cli.arguments import read_seats

    assert [seat.text for seat in read_seats(find("connect-four"), r"you,cmd:bot a\,b")] == ["you", "cmd:bot a,b"]
    with pytest.raises(Refused):
        read_seats(find("connect-four"), "you,,random")


def test_a_replay_goes_through_every_position(parlour):
    parlour("play", "connect-four", "--seats", "you,random", "--seed", "5", "--save", "m", typed=TO_THE_TOP + ON)
    moves = len(load(Path("m")).moves)
    everything = parlour("replay", "m", "--all")
    assert everything.code == 0
    assert everything.out.count("== Connect Four, move ") == moves + 1
    told = json.loads(parlour("replay", "m", "--json").out)
    assert [position["ply"] for position in told["positions"]] == list(range(moves + 1))
    assert told["positions"][-1]["mover"] == -1
    assert told["positions"][1]["move"] == {"kind": "drop", "column": 3}
    assert len(json.loads(parlour("replay", "m", "--json", "--ply", str(moves)).out)["positions"]) == 1
    parlour("replay", "m", "--seat", "2").refused()
    parlour("replay", "m", "--ply", "99").refused()


def test_a_replay_hides_what_the_seat_could_not_see(parlour):
    parlour("play", "kata-tcg", "--seats", "you,random", "--seed", "5", "--save", "m", typed="end\nend\n")
    told = json.loads(parlour("replay", "m", "--json", "--seat", "0").out)
    for position in told["positions"]:
        assert position["view"]["sides"][1]["hand"] is None


def test_a_draw_in_gardening_war_is_replayed_until_the_rules_accept_it(parlour, tmp_path):
    """One round a game, so nobody scores, and whatever is bought keeps its price."""
    typed = "pass\n" * 8
    said = parlour("play", "gardening-war", "--option", "rounds=1", "--seats", "you,you", typed=typed)
    assert said.code == 0, said.err
    assert "so you play again: game 2 of 3." in said.out
    assert "That is the third draw, so one last game decides, of 1 round." in said.out
    assert "Gold, goods and land are worth 10000 on both sides: the match is a draw." in said.out
    first, *later = sorted(saved(tmp_path), key=lambda path: path.stat().st_mtime_ns)
    assert [path.stem.removeprefix(first.stem) for path in later] == ["-game-2", "-game-3", "-game-4"]
    assert all(replay(load(path), find).over for path in saved(tmp_path))


def test_a_later_game_of_a_match_is_resumed_as_such(parlour, tmp_path):
    left = parlour("play", "gardening-war", "--option", "rounds=1", "--seats", "you,you", typed="pass\npass\npass\n")
    [path] = [path for path in saved(tmp_path) if path.stem.endswith("-game-2")]
    assert f"parlour play --resume {path.relative_to(tmp_path)}" in left.out
    said = parlour("play", "--resume", str(path), typed="pass\n")
    assert "so you play again: game 3 of 3." in said.out


def hinted(out: str) -> int:
    return out.count("The house would choose")


def test_a_hint_says_what_the_house_would_do(parlour, tmp_path):
    """Three discs upright: the fourth wins. The same hint again costs nothing."""
    typed = "4\n" * 3 + "Hint\nhint\n4\n"
    said = parlour("play", "connect-four", "--seats", "you,random", "--seed", "5", typed=typed)
    assert "The house would choose “Drop a disc into column 4”: over 99 % to win." in said.out
    assert (hinted(said.out), said.out.count("2 hints left.")) == (2, 2)
    assert "You asked for 1 hint." in said.out
    assert load(saved(tmp_path)[0]).hints == 1


def test_hints_are_counted_when_a_match_goes_on_later(parlour):
    first = parlour("play", "connect-four", "--seats", "you,random", "--hints", "1", typed="4\n4\n4\nhint\nquit\n")
    resumed = parlour("play", "--resume", resume_command(first.out), "--hints", "1", typed="hint\nquit\n")
    assert hinted(first.out) == 1
    assert hinted(resumed.out) == 0
    assert "You have used the only hint of this game." in resumed.out


@pytest.mark.parametrize(
    ("seats", "words"), [("you,you", "not playing against the house alone"), ("you,random", "switched off")]
)
def test_hints_are_refused_with_a_sentence(parlour, seats, words):
    said = parlour("play", "connect-four", "--seats", seats, "--hints", "0", typed="hint\nquit\n")
    assert words in said.out
    assert "hint " in parlour("play", "connect-four", "--seats", seats, typed="?\nquit\n").out
