"""A match as a file: saved whole or not at all, replayed exactly or refused."""

import errno
import json
import os

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import Match, Refused, Seed, record
from parlour.core.moves import concede, miss
from parlour.core.testing import random_match, snapshot
from parlour.games import find

KATA = find("kata-tcg")
NAMES = ["Ann", "Ben"]


def whole_match(seed=3, options=None):
    *_, (match, _) = random_match(KATA, 2, seed, options)
    return match


@pytest.fixture(scope="module")
def rec():
    return record.record(whole_match(), NAMES)


def refusal_of(rec):
    with pytest.raises(Refused) as refused:
        record.replay(rec, find)
    return refused.value


def change(rec, **fields):
    return msgspec.structs.replace(rec, **fields)


# --- there and back ---


def test_a_saved_match_replays_to_the_same_position(rec, tmp_path):
    path = tmp_path / "deep" / "down" / "match.json"
    record.save(rec, path)
    again = record.replay(record.load(path), find)
    played = whole_match()
    assert snapshot(again.state) == snapshot(played.state)
    for seat in (None, 0, 1):
        assert again.events(seat) == played.events(seat)


def test_the_same_record_gives_the_same_bytes_and_they_are_readable(rec, tmp_path):
    record.save(rec, tmp_path / "a")
    record.save(record.load(tmp_path / "a"), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    data = json.loads((tmp_path / "a").read_text())
    assert (data["game"], data["seats"], data["parlour"]) == ("kata-tcg", NAMES, 1)
    assert data["moves"][0]["kind"]


def test_an_unfinished_match_has_no_result_and_goes_on():
    match = Match(KATA, seed=Seed.parse("4"))
    match.play(match.mover, int(match.state.moves()[0]))
    rec = record.record(match, NAMES)
    assert rec.result is None
    again = record.replay(record.decode(record.encode(rec)), find)
    assert not again.over
    assert [int(m) for m in again.state.moves()] == [int(m) for m in match.state.moves()]


def test_a_record_can_be_replayed_up_to_a_move(rec):
    assert len(record.replay(rec, find, upto=5).plies) == 5
    assert len(record.replay(rec, find, upto=0).plies) == 0


def test_misses_and_leaving_are_kept():
    match = Match(KATA, seed=Seed.parse("4"))
    match.enter(match.mover, miss())
    match.enter(1 - match.mover, concede(1 - match.mover))
    again = record.replay(record.decode(record.encode(record.record(match, NAMES))), find)
    assert again.payoffs() == match.payoffs()


def test_printing_a_record_does_not_show_its_seed(rec):
    assert rec.seed not in repr(rec)


def test_every_seat_needs_a_name():
    with pytest.raises(ValueError, match="2 seats"):
        record.record(whole_match(), ["Ann"])


# --- refused, never replayed wrongly ---


def test_another_version_is_refused(rec):
    refused = refusal_of(change(rec, version=rec.version + 1))
    assert refused.code == "old-version"
    assert "would be another game" in refused.text


def test_an_older_version_that_still_replays_is_replayed(rec, monkeypatch):
    monkeypatch.setattr(type(KATA), "version", 9)
    assert refusal_of(rec).code == "old-version"
    monkeypatch.setattr(type(KATA), "replays", {1: {}})
    assert record.replay(rec, find).over


def test_a_tampered_result_is_refused(rec):
    flipped = record.Result(rec.result.payoffs[::-1], rec.result.scores)
    assert "claims a result" in refusal_of(change(rec, result=flipped)).text
    boasted = record.Result(rec.result.payoffs, [30, 30])
    assert "claims a result" in refusal_of(change(rec, result=boasted)).text


def test_a_result_that_is_not_reached_is_refused(rec):
    assert "claims a result" in refusal_of(change(rec, moves=rec.moves[:-1])).text


def test_an_illegal_move_is_refused_with_its_number(rec):
    moves = [*rec.moves[:3], {"kind": "attack", "card": "comet-call", "target": "player"}, *rec.moves[4:]]
    refused = refusal_of(change(rec, moves=moves))
    assert refused.code == "bad-record"
    assert refused.text.startswith("The record, move 4: ")


def test_moves_after_the_end_are_refused(rec):
    assert "already over" in refusal_of(change(rec, moves=[*rec.moves, {"kind": "end"}], result=None)).text


@pytest.mark.parametrize(
    "entry", [{"kind": "concede", "seat": 2}, {"kind": "forfeit", "seat": 63}, {"kind": "concede"}, {"kind": "dance"}]
)
def test_junk_among_the_moves_is_refused(rec, entry):
    assert "move 1" in refusal_of(change(rec, moves=[entry], result=None)).text


def test_another_seed_is_another_game(rec):
    assert refusal_of(change(rec, seed="ff" * 16)).code == "bad-record"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"seed": "hello"}, "bad-seed"),
        ({"seats": ["Ann"]}, "bad-seats"),
        ({"options": {"healing": 7}}, "bad-option"),
        ({"options": {"colour": 7}}, "bad-option"),
    ],
)
def test_what_makes_no_match_is_refused(rec, fields, code):
    assert refusal_of(change(rec, **fields)).code == code


# --- bad files ---


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path, why in ((tmp_path / "nothing.json", "could not be read"), (tmp_path, "is a folder, not a file")):
        with pytest.raises(Refused, match=why):
            record.load(path)


def test_every_truncation_is_refused(rec):
    data = record.encode(change(rec, moves=rec.moves[:2], result=None))
    for length in range(len(data) - 2):
        with pytest.raises(Refused):
            record.decode(data[:length])


def test_another_format_and_unknown_fields_are_refused(rec):
    with pytest.raises(Refused, match="in format 2"):
        record.decode(record.encode(change(rec, parlour=2)))
    data = json.loads(record.encode(rec)) | {"cheat": True}
    with pytest.raises(Refused, match="not a record of a match"):
        record.decode(json.dumps(data).encode())


def test_a_huge_or_deep_file_is_refused():
    with pytest.raises(Refused, match="larger than 16 MiB"):
        record.decode(b" " * (record.LARGEST + 1))
    with pytest.raises(Refused):
        record.decode(b"[" * 100_000)
    with pytest.raises(Refused):
        record.decode(b'{"options":' + b'{"a":' * 100_000)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_junk_bytes_are_refused(data):
    with pytest.raises(Refused) as refused:
        record.decode(data, "junk.json")
    assert refused.value.text.startswith("junk.json ")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_a_record_with_junk_in_it_is_refused_or_replays(data):
    good = json.loads(record.encode(record.record(whole_match(), NAMES)))
    field = data.draw(st.sampled_from(sorted(good)))
    good[field] = data.draw(VALUES)
    if field == "options":
        good["options"] = {data.draw(st.sampled_from(["healing", "decks", "x"])): good[field]}
    try:
        record.replay(record.decode(json.dumps(good).encode()), find)
    except Refused as refused:
        assert refused.text


def test_a_full_disk_loses_nothing(rec, tmp_path, monkeypatch):
    path = tmp_path / "match.json"
    record.save(rec, path)
    old = path.read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match="could not be written: No space left on device") as refused:
        record.save(change(rec, seats=["Cat", "Dan"]), path)
    assert refused.value.code == "write-failed"
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_place_that_is_not_a_folder_is_refused(rec, tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(Refused, match="could not be written"):
        record.save(rec, tmp_path / "file" / "match.json")
