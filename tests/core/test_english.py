"""The small pieces of English that every sentence of the house is made of."""

from __future__ import annotations

import pytest

from parlour.core.english import closest, count, did_you_mean, listed


def test_things_are_counted_in_the_singular_and_in_the_plural():
    assert [count(n, "coin") for n in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert [count(n, "life", "lives") for n in (0, 1, 2)] == ["0 lives", "1 life", "2 lives"]


@pytest.mark.parametrize(
    ("words", "and_", "or_"),
    [([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"), (["a", "b", "c"], "a, b and c", "a, b or c")],
)
def test_lists_end_with_a_conjunction(words: list[str], and_: str, or_: str):
    assert (listed(words), listed(words, "or")) == (and_, or_)


def test_a_word_that_is_nearly_right_is_suggested_and_others_are_not():
    assert did_you_mean("deadwod", ["deadwood", "kata-tcg"]) == " Did you mean deadwood?"
    assert did_you_mean("poker", ["deadwood", "kata-tcg"]) == ""
    assert closest("deadwod", ["deadwood"]) == "deadwood" and closest("poker", ["deadwood"]) == ""
