"""The chair: what guests may answer, and what junk gets."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.answers import answered_move, read_answer
from parlour.core.errors import Refused
from parlour.core.protocol import LARGEST_MESSAGE, MoveAnswer, ToGuest, Turn
from parlour.games import find

MOVES = find("connect-four").moves
LEGAL = [MOVES.pack("drop", column) for column in (0, 2, 3)]


def answer(text):
    return answered_move(read_answer(text), 17, len(LEGAL), MOVES, LEGAL)


def test_a_move_and_an_index_are_answers():
    assert answer('{"type": "move", "ply": 17, "move": {"kind": "drop", "column": 5}}') == MOVES.pack("drop", 5)
    assert answer(b'{"type": "move", "ply": 17, "index": 1}') == LEGAL[1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"type": "move", "ply": 16, "index": 0}', "stale"),
        ('{"type": "move", "ply": 17, "index": 3}', "unknown-action"),
        ('{"type": "move", "ply": 17, "index": -1}', "unknown-action"),
        ('{"type": "move", "ply": 17, "index": 99999999999999999999999}', "unknown-action"),
        ('{"type": "move", "ply": 17}', "bad-message"),
        ('{"type": "move", "ply": 17, "move": {"kind": "drop"}}', "unknown-action"),
        ('{"type": "move", "ply": 17, "move": {"kind": "drop", "column": 7}}', "unknown-action"),
        ('{"type": "move", "ply": 17, "move": {"kind": "concede", "seat": 1}}', "unknown-action"),
        ('{"type": "move", "index": 0}', "bad-message"),
        ('{"type": "hello", "ply": 17}', "bad-message"),
        ("[]", "bad-message"),
        ("null", "bad-message"),
        ("", "bad-message"),
        ("{", "bad-message"),
        ('{"type": "move", "ply": 1e999}', "bad-message"),
        ('{"type": "move", "ply": 17, "index": true}', "bad-message"),
        ("[" * 50_000, "bad-message"),
        ('{"type": "move", "ply": 17, "move": {"kind": ' + "[" * 20_000, "bad-message"),
        (b"\xff\xfe", "bad-message"),
        ("\ud800", "bad-message"),
        ('{"type": "move", "ply": 17, "move": {"kind": "\ud800"}}', "bad-message"),
        (" " * (LARGEST_MESSAGE + 1), "too-long"),
        ("ä" * (LARGEST_MESSAGE // 2 + 1), "too-long"),
    ],
)
def test_everything_else_gets_a_sentence(text, code):
    with pytest.raises(Refused) as refused:
        answer(text)
    assert refused.value.code == code
    assert refused.value.text.endswith(".")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)
NEARLY = st.fixed_dictionaries(
    {"type": st.just("move") | JSON},
    optional={"ply": st.just(17) | JSON, "move": JSON, "index": st.integers(-2, 4) | JSON, "x": JSON},
).map(json.dumps)
TEXTS = st.text(st.characters(codec=None), max_size=60)


@given(st.binary(max_size=60) | TEXTS | JSON.map(json.dumps) | NEARLY)
def test_junk_is_refused_or_names_a_move(text):
    try:
        move = answer(text)
    except Refused as refused:
        assert refused.text.endswith(".")
    else:
        MOVES.check(move)


def test_every_message_to_a_guest_is_tagged_json():
    turn = Turn(3, {"mover": 0}, [MOVES.to_json(LEGAL[0])])
    data = msgspec.json.decode(msgspec.json.encode(turn))
    assert data["type"] == "turn"
    assert data["clock"] == {"move_ms": None, "bank_ms": None, "strikes": 0}
    assert msgspec.json.decode(msgspec.json.encode(turn), type=ToGuest) == turn
    assert msgspec.json.decode(msgspec.json.encode(MoveAnswer(3, index=0)))["type"] == "move"
