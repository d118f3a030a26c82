"""Bits and packed moves, compiled and interpreted alike."""

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from parlour.core import bits

FIELD = st.integers(0, 65535)
KIND = st.integers(0, 63)

SAY_ALL = "from parlour.core import bits; print(bits.__file__.endswith('.py'), [int(bits.bit(n)) for n in range(63)])"


def test_bit_n_is_two_to_the_power_n():
    assert [int(bits.bit(n)) for n in range(63)] == [2**n for n in range(63)]


def test_bit_n_interpreted():
    said = subprocess.run(
        [sys.executable, "-c", SAY_ALL],
        env={**os.environ, "PARLOUR_COMPILED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == f"True {[2**n for n in range(63)]}"


@given(st.integers(0, 2**62 - 1))
def test_counting_and_asking(word):
    assert int(bits.count_bits(word)) == bin(word).count("1")
    assert [bits.has(word, n) for n in range(62)] == [word >> n & 1 == 1 for n in range(62)]


@given(st.integers(1, 2**62 - 1), st.data())
def test_bits_by_their_rank(word, data):
    places = [n for n in range(62) if word >> n & 1]
    n = data.draw(st.integers(0, len(places) - 1))
    assert int(bits.nth_bit(word, n)) == places[n]


@given(KIND, FIELD, FIELD, FIELD)
def test_a_packed_move_comes_apart_again(kind, a, b, c):
    move = int(bits.pack3(kind, a, b, c))
    assert move >= 0
    assert [int(f(move)) for f in (bits.kind_of, bits.first, bits.second, bits.third)] == [kind, a, b, c]
    assert int(bits.pack2(kind, a, b)) == int(bits.pack3(kind, a, b, 0))
    assert int(bits.pack1(kind, a)) == int(bits.pack2(kind, a, 0))
