"""The thinking bots of docs/bots play whole games, on short options, without a refused move or a crash."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import pytest
from tests.arena.programs import PATIENT, SEED
from tests.arena.test_example_bots import BOTS

from parlour.arena import play_series
from parlour.games import find

FULL = {"healing": True, "minions": True, "drawers": True, "custom_cards": True}
SHORT: list[tuple[str, str, dict[str, Any], int]] = [
    ("battle_farm_farm", "battle-farm", {"win_limit": 60}, 2),
    ("battle_farm_thumb", "battle-farm", {"win_limit": 60}, 3),
    ("connect_four_threats", "connect-four", {}, 2),
    ("deadwood_odds", "deadwood", {"days": 1}, 3),
    ("deadwood_thumb", "deadwood", {"days": 1}, 3),
    ("gardening_war_beam", "gardening-war", {"rounds": 12, "move_seconds": 0}, 2),
    ("gardening_war_thumb", "gardening-war", {"rounds": 30, "move_seconds": 0}, 2),
    ("kata_tcg_thumb", "kata-tcg", FULL, 2),
    ("kata_tcg_turns", "kata-tcg", {"minions": True}, 2),
    ("monogwent_rounds", "monogwent", {}, 2),
    ("monogwent_thumb", "monogwent", {}, 2),
]


@pytest.mark.parametrize(("bot", "game", "options", "seats"), SHORT, ids=[row[0] for row in SHORT])
def test_a_yardstick_plays_a_whole_game(bot: str, game: str, options: dict[str, Any], seats: int) -> None:
    # -I: neither our package nor anything else that is not Python's own can be imported by accident
    word = "cmd:" + shlex.join([sys.executable, "-I", str(BOTS / f"{bot}.py")])
    words = [word, *["random"] * (seats - 1)]
    found = play_series(find(game), options, words, 1, SEED, workers=1, clock=PATIENT)
    player = found.seats[0]
    assert (player.strikes, player.misses, player.forfeits, player.note) == (0, 0, 0, "")
