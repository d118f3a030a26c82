"""`parlour tournament`: files, standings, and going on."""

import json
import zipfile

from tests.bots.sandboxed import PRELUDE, needs_a_sandbox

PLAYERS = """
title = "Spring cup"
games = 2
seed = 4

[[players]]
seat = "greedy"
name = "Greta"
strength = 1500

[[players]]
seat = "random"

[[players]]
seat = "search:iterations=20"
name = "Sam"
"""


def test_a_tournament_from_a_file_is_played_told_and_not_played_twice(parlour, tmp_path):
    (tmp_path / "cup.toml").write_text(PLAYERS)
    line = ["tournament", "connect-four", "--players", "cup.toml"]
    said = parlour(*line)
    assert said.code == 0, said.err
    assert "points" in said.out and "quality" in said.out and "…" not in said.out, "it fits a narrow terminal"
    assert "Spring cup" in said.out and "6 of 6 games played" in said.out
    assert "cup-tournament" in said.out
    folder = tmp_path / "cup-tournament"
    names = {file.name for file in folder.iterdir()}
    assert names == {"tournament.jsonl", "standings.csv", "crosstable.csv", "results.json", "records"}
    assert len(list((folder / "records").iterdir())) == 6
    before = (folder / "tournament.jsonl").read_bytes()
    again = parlour(*line, "--json")
    found = json.loads(again.out)
    assert (folder / "tournament.jsonl").read_bytes() == before
    assert [line["name"] for line in found["standings"]][-1] == "random"
    assert found["finished"] and len(found["results"]) == 3
    parlour(*line, "--games", "4").refused()


def test_without_a_seed_it_goes_on_with_the_one_it_began_with(parlour, tmp_path):
    (tmp_path / "cup.toml").write_text(PLAYERS.replace("seed = 4", 'format = "swiss"\nrounds = 2'))
    line = ["tournament", "connect-four", "--players", "cup.toml", "--folder", "here", "--no-records", "--json"]

    def points(found):
        return [(one["name"], one["tally"]["points"]) for one in found["standings"]]

    first = json.loads(parlour(*line, "--seed", "0").out)
    journal = tmp_path / "here" / "tournament.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]))
    again = json.loads(parlour(*line).out)
    assert (again["seed"], points(again)) == (first["seed"], points(first))
    assert not (tmp_path / "here" / "records").exists()


def test_what_is_wrong_with_a_file_is_said_in_a_sentence(parlour, tmp_path):
    file = tmp_path / "cup.toml"
    for text, words in {
        "players = 3": "$.players",
        "[[players]]\nseat = ": "not valid TOML",
        '[[players]]\nname = "x"': "seat",
        '[[players]]\nseat = "random"\ncolour = "red"': "colour",
        'game = "deadwood"\nplayers = []': "is for deadwood, not for connect-four.",
        "players = []": "at least 2 players are needed, not 0.",
    }.items():
        file.write_text(text)
        said = parlour("tournament", "connect-four", "--players", "cup.toml")
        said.refused()
        assert words in said.err, said.err
    file.write_bytes(b"\xff\xfe")
    parlour("tournament", "connect-four", "--players", "cup.toml").refused()
    parlour("tournament", "connect-four", "--players", "nothing.toml").refused()


def test_without_a_seed_every_deal_is_fresh_and_no_file_foretells_one(parlour, tmp_path):
    (tmp_path / "cup.toml").write_text(PLAYERS.replace("seed = 4\n", ""))
    line = ["tournament", "connect-four", "--players", "cup.toml", "--no-records", "--json"]
    found = json.loads(parlour(*line).out)
    journal = tmp_path / "cup-tournament" / "tournament.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert found["finished"] and found["seed"] is None and json.loads(lines[0])["seed"] is None
    journal.write_bytes(b"".join(lines[:2]))
    again = json.loads(parlour(*line).out)
    assert again["finished"] and again["results"][0] == found["results"][0]
    assert len(again["results"]) == len(found["results"])


PROGRAMS = """
format = "round-robin"
seed = 7
clock = "20s/move"

[[players]]
program = "ann/bot.py"
name = "Ann's"

[[players]]
program = "ben.zip"

[[players]]
seat = "random"
"""


def test_programs_play_in_the_sandbox_and_a_broken_one_loses(parlour, tmp_path):
    needs_a_sandbox()
    (tmp_path / "cup.toml").write_text(PROGRAMS)
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "bot.py").write_text(f"{PRELUDE}\nplay()")
    with zipfile.ZipFile(tmp_path / "ben.zip", "w") as archive:
        archive.writestr("parlour.toml", 'name = "Ben"\nrun = "python3 wild.py"')
        archive.writestr("wild.py", f"{PRELUDE}\nimport os\nfor turn in turns(): os.kill(1, 9); open('/etc/passwd')")
    line = ["tournament", "connect-four", "--players", "cup.toml", "--json"]
    said = parlour(*line)
    assert said.code == 0, said.err
    told = json.loads(said.out)
    assert [one["word"] for one in told["entrants"]] == ["program:ann/bot.py", "program:ben.zip", "random"]
    standings = {one["name"]: one["tally"] for one in told["standings"]}
    assert standings["Ben"]["points"] == 0 and standings["Ben"]["forfeits"] == 4
    assert standings["Ann's"]["forfeits"] == 0 and sum(one["points"] for one in standings.values()) == 6
    assert len(list((tmp_path / "cup-tournament" / "records").iterdir())) == 6
    # It goes on only with the same programs.
    (tmp_path / "ann" / "bot.py").write_text(f"{PRELUDE}\nplay() # better")
    changed = parlour(*line)
    changed.refused()
    assert "its entrants differ" in changed.err


def test_a_program_that_cannot_play_is_named_before_anything_is_played(parlour, tmp_path):
    needs_a_sandbox()
    file = tmp_path / "cup.toml"
    (tmp_path / "bot.py").write_text("def (")
    for text, words in {
        'program = "bot.py"': "Bot: ",
        'program = "nothing.py"': "nothing.py cannot be read",
        'program = "bot.py"\nseat = "random"': "either seat",
    }.items():
        file.write_text(f'[[players]]\nseat = "random"\n[[players]]\n{text}')
        said = parlour("tournament", "connect-four", "--players", "cup.toml")
        said.refused()
        assert words in said.err, said.err
