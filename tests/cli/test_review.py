"""`parlour review`: records of matches, one or many."""

import json
from pathlib import Path

import pytest

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.moves import concede
from parlour.core.record import record, save
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.review.batches import Reviewing, records_in, review_all


def write(path: Path, plies: int = 4, names: tuple[str, str] = ("you", "random"), over: bool = True) -> Path:
    """A short game of Kata TCG, in which the first seat gives up."""
    game = find("kata-tcg")
    match = Match(game, game.read_options(preset="quick" if "quick" in game.presets else None), 2, Seed.parse("5"))
    dice = Dice(1, 2, 3, 4)
    for _ in range(plies):
        match.play(match.mover, int(match.state.random_move(dice)))
    if over:
        match.enter(0, concede(0))
    save(record(match, list(names)), path)
    return path


@pytest.fixture
def match_file(tmp_path):
    return write(tmp_path / "match.json")


def test_a_review_is_told_in_words(parlour, match_file):
    before = match_file.read_bytes()
    said = parlour("review", str(match_file), "--quick")
    assert said.code == 0, said.err
    for words in ("Kata TCG: the review", "gave up", "Chances of winning", "Choice and luck", "You: Choice:", "Luck:"):
        assert words in said.out
    assert match_file.read_bytes() == before


def test_everything_is_in_the_json(parlour, match_file):
    said = parlour("review", str(match_file), "--quick", "--json", "--seed", "3")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["seed"] == Seed.parse("3").hex
    assert len(found["curve"]) == len(found["decisions"]) + 1 == 6
    assert found["decisions"][0]["alternatives"]
    again = parlour("review", str(match_file), "--quick", "--json", "--seed", "3")
    assert again.out == said.out


def test_one_seat_by_its_number_or_its_name(parlour, match_file):
    for words in (("--seat", "1"), ("--player", "random")):
        said = parlour("review", str(match_file), "--quick", *words)
        assert said.code == 0, said.err
        assert said.out.count("Choice: ") == 1


def test_a_folder_is_summed_up_by_player(parlour, tmp_path):
    folder = tmp_path / "records"
    write(folder / "a.json", names=("bot", "random"))
    write(folder / "deeper" / "b.json", plies=2, names=("bot", "random"))
    write(folder / "running.json", over=False)
    (folder / "other.json").write_text("[]")
    said = parlour("review", str(folder), "--quick", "--workers", "1", "--player", "bot")
    assert said.code == 0, said.err
    assert "2 matches" in said.out
    assert "still running" in said.out
    assert "is not a record" in said.out
    told = json.loads(parlour("review", str(folder), "--quick", "--workers", "1", "--json").out)
    assert [player["name"] for player in told["players"]] == ["bot", "random"]


def test_ctrl_c_keeps_what_is_done(tmp_path):
    paths = [write(tmp_path / f"{name}.json", plies=1) for name in "ab"]

    def watch(done, total):
        raise KeyboardInterrupt

    found = review_all(paths, Reviewing("quick", "1"), 1, watch)
    assert found.interrupted
    assert len(found.reviews) == 1
    assert found.players[0].games == 1


def test_files_are_found_in_folders_of_a_folder(tmp_path):
    write(tmp_path / "b" / "c.json", plies=1)
    write(tmp_path / "a.json", plies=1)
    (tmp_path / ".record-unfinished.json").write_text("{")
    assert [path.name for path in records_in(tmp_path)] == ["a.json", "c.json"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seat", "2"), "seats 0 to 1"),
        (("--player", "nobody"), "is called 'nobody'"),
        (("--quick", "--deep"), "not both"),
        (("--seed", "x"), "A seed must be"),
    ],
)
def test_wrong_options_get_a_sentence(parlour, match_file, words, told):
    said = parlour("review", str(match_file), *words)
    said.refused()
    assert told in said.err


def test_bad_files_get_a_sentence(parlour, tmp_path):
    running = write(tmp_path / "running.json", over=False)
    (tmp_path / "text.json").write_text("hello")
    (tmp_path / "empty").mkdir()
    for path, told in (
        (running, "still running"),
        (tmp_path / "text.json", "not valid JSON"),
        (tmp_path / "none.json", "none.json"),
        (tmp_path / "empty", "has no records"),
    ):
        said = parlour("review", str(path))
        said.refused()
        assert told in said.err


def test_a_seat_is_not_a_player_in_many_matches(parlour, tmp_path):
    write(tmp_path / "records" / "a.json", plies=1)
    said = parlour("review", str(tmp_path / "records"), "--seat", "0")
    said.refused()
    assert "--player" in said.err
