"""Every scenario is played twice: with A on seat 0 and with A on seat 1."""

from functools import partial

import pytest
from tests.games.kata_tcg.tables import Table, lay_table


@pytest.fixture(params=[0, 1], ids=["A-on-0", "A-on-1"])
def table(request: pytest.FixtureRequest) -> Table:
    return partial(lay_table, seat_of_a=request.param)
