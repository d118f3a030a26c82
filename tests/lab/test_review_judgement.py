"""Positions whose best moves are known by proof: the review must find them.

`python -m tests.lab.judgement GAME --positions 100` measures many more; docs/review.md has the numbers.
"""

import pytest
from tests.breadth import breadth
from tests.lab.judgement import judge
from tests.lab.solved_positions import solved

from parlour.core.seed import Seed

SEED = Seed.parse("1")


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("connect-four", breadth(6, 12)),
        ("kata-tcg", 3),
        ("kata-endgames", 4),
        ("monogwent", breadth(4, 8)),
        ("gardening-war", breadth(4, 8)),
        ("deadwood", breadth(2, 3)),
        ("battle-farm", breadth(2, 4)),
    ],
)
def test_solved_positions_are_judged_right(source, number):
    """Positions and seed are fixed, so nothing is left to chance; one may be wrong, so that other play may be too."""
    right = [judge(position, SEED).found for position in solved(source, number)]
    assert len(right) == number
    assert sum(right) >= number - 1
