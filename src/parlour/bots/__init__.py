"""Computer players: random, greedy, search and its levels, and programs in any language."""

from parlour.bots.player import Player
from parlour.bots.seat_words import make_player, read_word

__all__ = ["Player", "make_player", "read_word"]
