"""Computer players: random, greedy, search and its levels, and programs in any language."""

from parlour.bots.player import Player
from parlour.bots.words import check_word, make_player

__all__ = ["Player", "check_word", "make_player"]
