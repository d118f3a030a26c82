"""The dice: a published generator, fair rolls, and the dice that do not roll."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.dice import Dice, LoadedDice, NoDice, OutOfDice

WORD = st.integers(0, 2**32 - 1)


def rotated(x, k):
    return (x << k | x >> 32 - k) % 2**32


class Xoshiro128PlusPlus:
    """Written from the authors' C code, word by word, to compare with."""

    def __init__(self, *words):
        self.s = list(words)

    def next(self):
        s = self.s
        result = (rotated((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = s[1] << 9 & 0xFFFFFFFF
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 11)
        return result


def test_the_stream_is_the_published_one():
    """The reference values that other implementations of xoshiro128++ are tested with."""
    dice = Dice(1, 2, 3, 4)
    published = [641, 1573767, 3222811527, 3517856514, 836907274]
    published += [4247214768, 3867114732, 1355841295, 495546011, 621204420]
    assert [int(dice.next32()) for _ in range(10)] == published


@given(WORD, WORD, WORD, WORD)
def test_the_stream_is_xoshiro128_plus_plus(a, b, c, d):
    words = (a, b, c, d) if a | b | c | d else (1, 0, 0, 0)
    dice, reference = Dice(a, b, c, d), Xoshiro128PlusPlus(*words)
    for _ in range(20):
        assert int(dice.next32()) == reference.next()


def test_the_one_forbidden_seed_is_mended():
    assert [int(Dice(0, 0, 0, 0).next32())] == [Xoshiro128PlusPlus(1, 0, 0, 0).next()]


@given(WORD, WORD, st.integers(1, 2**31 - 1))
def test_below_stays_below(a, b, n):
    dice = Dice(a, b, 3, 4)
    assert all(0 <= dice.below(n) < n for _ in range(10))


@given(WORD, WORD, st.integers(2, 2**31 - 1))
def test_below_is_a_product_without_the_unfair_rest(a, b, n):
    dice, reference = Dice(a, b, 3, 4), Xoshiro128PlusPlus(a, b, 3, 4)
    for _ in range(5):
        product = reference.next() * n
        while product % 2**32 < 2**32 % n:
            product = reference.next() * n
        assert int(dice.below(n)) == product // 2**32


def test_below_one_is_zero_and_draws_nothing():
    dice = Dice(1, 2, 3, 4)
    assert [int(dice.below(1)) for _ in range(5)] == [0] * 5
    assert int(dice.next32()) == 641


@pytest.mark.parametrize("n", [2, 3, 6, 7, 20, 52])
def test_below_is_fair(n):
    dice, times = Dice(9, 8, 7, n), 20000
    found = Counter(int(dice.below(n)) for _ in range(times))
    square = sum((found[k] - times / n) ** 2 / (times / n) for k in range(n))
    assert square < (n - 1) + 5 * math.sqrt(2 * (n - 1))


def test_below_is_fair_where_the_rest_is_largest():
    """Two thirds of 2**32: without mending, every second result would come twice as often."""
    n = 2**31 // 3 * 2 - 1
    dice = Dice(1, 2, 3, 5)
    thirds = Counter(int(dice.below(n)) * 3 // n for _ in range(9000))
    assert all(2800 < thirds[k] < 3200 for k in range(3))


def test_a_die_rolls_from_one():
    dice = Dice(1, 2, 3, 4)
    assert {int(dice.roll(6)) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_shuffle_swaps_from_the_end():
    things = list("abcd")
    rolls = LoadedDice([1, 0, 1])
    numbers = [0, 1, 2, 3]
    rolls.shuffle(numbers)
    for i, j in ((3, 1), (2, 0), (1, 1)):
        things[i], things[j] = things[j], things[i]
    assert ["abcd"[n] for n in numbers] == things


def test_every_order_is_equally_likely():
    dice = Dice(4, 3, 2, 1)
    found: Counter = Counter()
    for _ in range(12000):
        things = [0, 1, 2, 3]
        dice.shuffle(things)
        found[tuple(things)] += 1
    assert len(found) == 24
    assert sum((n - 500) ** 2 / 500 for n in found.values()) < 23 + 5 * math.sqrt(46)


@given(st.lists(st.integers(0, 99), max_size=30), WORD)
def test_shuffle_loses_nothing(things, seed):
    shuffled = list(things)
    Dice(seed, 1, 2, 3).shuffle(shuffled)
    assert sorted(shuffled) == sorted(things)


def test_a_fork_goes_its_own_way():
    dice = Dice(1, 2, 3, 4)
    fork = dice.fork()
    assert int(fork.next32()) == int(Dice(641, 1573767, 3222811527, 3517856514).next32())
    assert int(dice.next32()) == 836907274


def test_loaded_dice_give_what_was_prepared():
    dice = LoadedDice([3, 0, 5])
    assert [int(dice.below(6)), int(dice.below(1)), int(dice.below(2)), int(dice.roll(6))] == [3, 0, 0, 6]
    with pytest.raises(OutOfDice, match="only 3 were prepared"):
        dice.below(6)


def test_loaded_dice_refuse_a_roll_that_no_die_shows():
    with pytest.raises(OutOfDice, match="prepared as 6, but must be below 6"):
        LoadedDice([6]).below(6)


def test_no_dice_roll_only_where_there_is_nothing_to_roll():
    assert int(NoDice().below(1)) == 0
    with pytest.raises(OutOfDice):
        NoDice().below(2)
    with pytest.raises(OutOfDice):
        NoDice().shuffle([1, 2])
