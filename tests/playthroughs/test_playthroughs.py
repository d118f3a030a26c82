"""The golden games and the stored records still come out as they did."""

import difflib

import pytest
from tests.playthroughs.cases import BRANCHED, CASES, FOLDER

from parlour.core import record
from parlour.core.testing import random_match, snapshot
from parlour.games import find, names

RECORDS = sorted((FOLDER / "records").glob("*.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_golden_game_is_unchanged(case):
    how = f"`make playthroughs ARGS={case.name}` writes it anew (python -m tests.playthroughs {case.name})"
    assert case.file.exists(), f"{case.file.name} is missing; {how}."
    golden = case.file.read_text(encoding="utf-8").splitlines()
    now = case.text().splitlines()
    difference = list(difflib.unified_diff(golden, now, case.file.name, "now", lineterm="", n=2))
    assert not difference, "\n".join([*difference[:60], "", f"If this change of rules is meant, {how}."])


def test_every_golden_file_belongs_to_a_case():
    assert {path.name for path in FOLDER.glob("*.txt")} == {case.file.name for case in CASES}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_stored_record_still_replays(path):
    rec = record.load(path)
    match = record.replay(rec, find, source=path.name)
    assert match.over
    again = record.record(match, rec.seats)
    if rec.version == match.game.version:
        assert record.encode(again) == path.read_bytes()
    else:  # of a version before: the same game, written down with the options that came later
        assert again.options == {**match.game.replays[rec.version], **rec.options}
        assert (again.seed, again.moves, again.result) == (rec.seed, rec.moves, rec.result)


def test_records_of_the_versions_before_are_among_them():
    versions = {(rec.game, rec.version) for rec in map(record.load, RECORDS)}
    for game in map(find, names()):
        for version in game.replays:
            assert (game.name, version) in versions


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_stored_record_replays_to_the_very_position(case):
    """Not only the result: every field of the last position."""
    rec = record.load(case.record_file)
    game = case.found()
    *_, (match, _) = random_match(game, case.seats, int(rec.seed, 16), game.read_options(preset=case.preset))
    assert snapshot(record.replay(rec, find).state) == snapshot(match.state)


@pytest.mark.parametrize("case", BRANCHED, ids=lambda case: case.name)
def test_what_is_hidden_is_still_dealt_anew_in_the_same_way(case):
    """If a game deals otherwise, matches that were played on no longer replay: its version must rise."""
    stored = record.replay(record.load(case.branch_file), find)
    assert snapshot(record.replay(case.branch(), find).state) == snapshot(stored.state)
