"""The secret of a match: promised, kept, and shown at the end."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import Refused
from parlour.core.seed import Seed


def test_a_number_and_hexadecimal_digits_are_read():
    assert Seed.parse("7").hex == "0" * 31 + "7"
    assert Seed.parse(" 00FF" + "0" * 28).hex == "00ff" + "0" * 28
    assert Seed.parse("9" * 31) == Seed((10**31 - 1).to_bytes(16, "big"))
    assert Seed.parse(Seed.parse("123").hex) == Seed.parse("123")


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "0x10", "f" * 31, "f" * 33, "1" * 40, "٣", "g" * 32, "1 2"])
def test_anything_else_is_refused(text):
    with pytest.raises(Refused, match="whole number or 32 hexadecimal digits") as refusal:
        Seed.parse(text)
    assert refusal.value.code == "bad-seed"


@given(st.text())
def test_junk_is_refused_with_a_sentence(text):
    try:
        Seed.parse(text)
    except Refused as refusal:
        assert len(refusal.text) < 300


def test_a_seed_has_sixteen_bytes():
    with pytest.raises(Refused):
        Seed(b"short")


def test_fresh_seeds_differ():
    assert len({Seed.fresh() for _ in range(50)}) == 50


def test_the_promise_can_be_checked_by_anyone():
    seed = Seed.parse("123")
    assert seed.promise == hashlib.sha256(bytes.fromhex(seed.hex)).hexdigest()


def test_printing_a_seed_does_not_show_it():
    seed = Seed.fresh()
    for shown in (repr(seed), str(seed), f"{seed}"):
        assert seed.hex not in shown
        assert seed.promise[:12] in shown


def test_children_differ_from_each_other_and_from_their_parent():
    seed = Seed.parse("1")
    children = [seed.child(n) for n in range(100)]
    assert len({*children, seed}) == 101
    assert seed.child(7) == Seed.parse("1").child(7)


def test_dice_of_each_purpose_are_the_words_of_a_stated_digest():
    seed = Seed.parse("5")
    digest = hashlib.sha256(b"parlour dice\0" + bytes.fromhex(seed.hex) + b"ply 3").digest()
    dice = seed.dice("ply 3")
    assert [int(w) for w in (dice.s0, dice.s1, dice.s2, dice.s3)] == [
        int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12)
    ]


def test_dice_of_different_purposes_are_independent():
    seed = Seed.parse("5")
    streams = {tuple(int(dice.next32()) for _ in range(4)) for n in range(200) for dice in [seed.dice(f"ply {n}")]}
    assert len(streams) == 200
    ones = sum(bin(word).count("1") for stream in streams for word in stream)
    assert abs(ones - 200 * 4 * 16) < 500
    assert [int(seed.dice("x").next32())] == [int(seed.dice("x").next32())]
