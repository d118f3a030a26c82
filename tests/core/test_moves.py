"""The table of moves: packing, JSON, schema, words, the action index, and junk."""

import json

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import bits
from parlour.core.errors import Refused
from parlour.core.moves import MoveTable, concede, forfeit, is_house, kind, miss, number, word

TABLE = MoveTable(
    kind("plant", word("crop", ["wheat", "pineapple", "blueberry"]), number("bed", 12)),
    kind("bid", number("coins", 65536)),
    kind("swap", number("a", 3), number("b", 3), number("c", 3)),
    kind("pass"),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
NEARLY_MOVES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["plant", "bid", "swap", "pass", "concede", "miss"]) | JSON},
    optional={name: JSON | st.integers(-2, 13) for name in ("crop", "bed", "coins", "a", "b", "c", "seat", "x")},
)


def moves(table=TABLE):
    return st.integers(0, table.actions - 1).map(table.from_action)


def test_packing_is_kind_then_fields():
    assert TABLE.pack("plant", 2, 11) == bits.pack2(0, 2, 11)
    assert TABLE.pack("bid", 65535) == bits.pack1(1, 65535)
    assert TABLE.pack("swap", 1, 2, 0) == bits.pack3(2, 1, 2, 0)
    assert TABLE.pack("pass") == 3


def test_packing_checks_its_author():
    with pytest.raises(ValueError, match="2 fields, not 1"):
        TABLE.pack("plant", 1)
    with pytest.raises(ValueError, match="bed must be from 0 to 11, not 12"):
        TABLE.pack("plant", 1, 12)
    with pytest.raises(KeyError):
        TABLE.pack("dance")


@given(moves())
def test_every_form_of_a_move_comes_back(move):
    TABLE.check(move)
    assert TABLE.from_json(json.loads(json.dumps(TABLE.to_json(move)))) == move
    assert TABLE.from_words(TABLE.to_words(move)) == move
    assert TABLE.from_action(TABLE.action(move)) == move


def test_json_and_words_as_a_guest_reads_them():
    move = TABLE.pack("plant", 1, 7)
    assert TABLE.to_json(move) == {"kind": "plant", "crop": "pineapple", "bed": 7}
    assert TABLE.to_words(move) == "plant pineapple 7"
    assert TABLE.from_json({"kind": "plant", "crop": 1, "bed": 7}) == move


def test_the_action_index_has_no_gaps():
    assert TABLE.actions == 36 + 65536 + 27 + 1
    small = MoveTable(kind("a", number("x", 3), number("y", 2)), kind("b"), kind("c", number("x", 4)))
    assert [small.action(small.from_action(n)) for n in range(small.actions)] == list(range(11))
    assert len({small.from_action(n) for n in range(small.actions)}) == 11
    for wrong in (-1, 11):
        with pytest.raises(Refused, match="from 0 to 10"):
            small.from_action(wrong)


def test_the_schema_is_a_schema_and_accepts_exactly_the_moves():
    schema = TABLE.schema()
    assert jsonschema_rs.meta.is_valid(schema)
    judge = jsonschema_rs.validator_for(schema)
    for action in range(0, TABLE.actions, 997):
        assert judge.is_valid(TABLE.to_json(TABLE.from_action(action)))
    for wrong in (
        {"kind": "plant", "crop": "wheat"},
        {"kind": "plant", "crop": "wheat", "bed": 12},
        {"kind": "plant", "crop": "wheat", "bed": 1, "x": 1},
        {"kind": "plant", "crop": "rice", "bed": 1},
        {"kind": "dance"},
        [],
    ):
        assert not judge.is_valid(wrong)
        with pytest.raises(Refused):
            TABLE.from_json(wrong)


@given(JSON | NEARLY_MOVES)
def test_junk_is_refused_with_a_sentence_or_is_a_move(data):
    try:
        move = TABLE.from_json(data)
    except Refused as refusal:
        assert refusal.text.endswith(".")
        assert refusal.code == "unknown-action"
        assert len(refusal.text) < 300
    else:
        TABLE.check(move)
        assert not is_house(move)


@given(st.text(max_size=40) | st.from_regex(r"\A(plant|bid|swap|pass)( [a-z0-9]{1,12}){0,4}\Z"))
def test_junk_in_words_is_refused(text):
    try:
        TABLE.check(TABLE.from_words(text))
    except Refused as refusal:
        assert refusal.text.endswith(".")


@given(st.integers() | st.integers(0, 2**20))
def test_junk_numbers_are_refused_or_whole_moves(move):
    try:
        TABLE.check(move)
    except Refused as refusal:
        assert refusal.code == "unknown-action"
    else:
        if not is_house(move):
            assert TABLE.from_json(TABLE.to_json(move)) == move


def test_entries_of_the_house_are_read_only_on_request():
    for entry in (concede(1), forfeit(3), miss()):
        assert is_house(entry)
        data = TABLE.to_json(entry)
        with pytest.raises(Refused):
            TABLE.from_json(data)
        assert TABLE.from_json(data, house=True) == entry
    assert not any(is_house(TABLE.from_action(action)) for action in range(0, TABLE.actions, 911))


def test_a_table_that_cannot_be_packed_is_refused_when_it_is_written():
    with pytest.raises(ValueError, match="share a name"):
        MoveTable(kind("a"), kind("a"))
    with pytest.raises(ValueError, match="belongs to the house"):
        MoveTable(kind("concede"))
    with pytest.raises(ValueError, match="three fields"):
        MoveTable(kind("a", *(number(n, 2) for n in "abcd")))
    with pytest.raises(ValueError, match="65536 values"):
        MoveTable(kind("a", number("n", 65537)))
    with pytest.raises(ValueError, match="at most 61"):
        MoveTable(*(kind(f"k{n}") for n in range(62)))
