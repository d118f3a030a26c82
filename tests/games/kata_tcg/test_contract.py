"""What the house expects of every game, with decks that people bring; tests/contract asks it of every preset."""

import pytest

from parlour.core.testing import check_game
from parlour.games.kata_tcg.decks import READY
from parlour.games.kata_tcg.game import GAME

FULL = dict(GAME.presets["full"])


@pytest.mark.parametrize("deck", sorted(READY))
def test_contract_of_every_ready_made_deck(deck: str) -> None:
    check_game(GAME, games=1, options={**FULL, "decks": [deck, ""]})


def test_contract_of_a_deck_of_ones_own() -> None:
    own = {**READY[sorted(READY)[0]].cards}
    check_game(GAME, games=2, options={**FULL, "decks": ["", own]})
