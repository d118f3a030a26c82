"""`python -m parlour.core.testing GAME SEATS SEED [OPTIONS-JSON]`: print the trace of a game."""

import sys
from importlib import import_module

import msgspec

from parlour.core.game import AnyGame
from parlour.core.testing.goldens import trace

module, seats, seed, *rest = sys.argv[1:]
game: AnyGame = import_module(module).GAME
options = msgspec.json.decode(rest[0]) if rest else None
sys.stdout.write(trace(game, int(seats), int(seed), game.read_options(options)) + "\n")
