"""Junk of every kind: one sentence, exit code 2, no traceback."""

import io
import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.cli import run

JUNK = st.text(max_size=30).filter(lambda text: not text.startswith("-"))
QUIET = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
SEATS = ["random", "greedy", "easy", "search:ms=1", "search:iterations=2", "you", "cmd:x", ""]


@pytest.fixture
def leave(tmp_path, monkeypatch, capsys):
    """Run a command and look only at how it leaves."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "house"))
    monkeypatch.chdir(tmp_path)

    def command(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(words)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert code in (0, 2), (code, words, said.err)
        assert code == 0 or said.err.strip()
        return code

    return command


@QUIET
@given(
    st.sampled_from(["play", "simulate", "match", "rules", "replay", "deck", "nothing"]),
    st.lists(JUNK, max_size=3),
)
def test_junk_words(leave, command, words):
    leave(command, *words)


@QUIET
@given(JUNK, JUNK)
def test_junk_options(leave, name, value):
    leave("simulate", "kata-tcg", "--games", "1", "--option", f"{name}={value}")
    assert (
        leave("simulate", "kata-tcg", "--games", "1", "--option", f"{name.replace('=', '')}x{value.replace('=', '')}")
        == 2
    )


@QUIET
@given(
    st.sampled_from(["healing", "decks", "deck_building"]),
    JUNK | st.sampled_from(["[1]", '["x"]', '[{"strike": 20}]', "[" * 5000]),
)
def test_junk_values(leave, name, value):
    leave("simulate", "kata-tcg", "--games", "1", "--option", f"{name}={value}")


@QUIET
@given(st.lists(st.sampled_from(SEATS) | JUNK, max_size=4))
def test_junk_seats(leave, words):
    words = [word for word in words if not word.startswith("cmd:") or word == "cmd:x"]
    code = leave("play", "connect-four", "--seats", ",".join(words), typed="")
    assert code == 0 or len(words) != 2 or any(word not in SEATS[:6] for word in words)


@QUIET
@given(JUNK)
def test_junk_seeds_presets_and_clocks(leave, text):
    leave("simulate", "connect-four", "--games", "1", "--seed", text)
    assert leave("simulate", "connect-four", "--games", "1", "--preset", text) == 2
    leave("play", "connect-four", "--clock", text)


@QUIET
@given(st.text(max_size=200))
def test_junk_typed_at_the_table(leave, typed):
    typed = typed.replace("save", "")  # a stranger's file names are not for this folder
    assert leave("play", "connect-four", "--seats", "you,you", typed=typed) == 0


@QUIET
@given(st.binary(max_size=100))
def test_junk_files(leave, data):
    with open("junk", "wb") as file:
        file.write(data)
    for line in (["replay", "junk"], ["play", "--resume", "junk"], ["deck", "check", "junk"]):
        assert leave(*line) == 2


GOOD = {
    "parlour": 1,
    "game": "connect-four",
    "version": 1,
    "options": {},
    "seed": "5",
    "seats": ["you", "random"],
    "moves": [{"kind": "drop", "column": 3}],
    "result": None,
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@QUIET
@given(st.sampled_from(sorted(GOOD)), VALUES)
def test_records_that_are_nearly_right(leave, key, value):
    with open("record", "w") as file:
        json.dump({**GOOD, key: value}, file)
    leave("replay", "record", "--all")
    leave("play", "--resume", "record")


def test_numbers_out_of_range(leave):
    assert leave("simulate", "connect-four", "--games", "0") == 2
    assert leave("simulate", "connect-four", "--games", "many") == 2
    assert leave("match", "connect-four", "--games", "2", "--workers", "-1") == 2
    assert leave("bench", "--seconds", "nan") == 2
    assert leave("bench", "--games", "chess") == 2


def test_paths_that_are_not_files(leave, tmp_path):
    assert leave("replay", str(tmp_path)) == 2
    assert leave("replay", "nowhere.json") == 2
    assert leave("play", "connect-four", "--save", str(tmp_path / "m" / "\0")) == 2
    assert leave("deck", "check", str(tmp_path)) == 2
    (tmp_path / "wall").write_text("")
    assert leave("play", "connect-four", "--save", str(tmp_path / "wall" / "m.json")) == 2
