"""Plays what train.py has learned, at any table of the house: `cmd:python docs/learn/bot.py agent.npz`."""

from __future__ import annotations

import json
import sys

import numpy as np
from net import Net

from parlour.core import Dice
from parlour.core.lens import Numbers
from parlour.games import find


def main() -> None:
    net = Net.load(sys.argv[1] if len(sys.argv) > 1 else "agent.npz")
    dice = Dice(1, 2, 3, 4)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            game, seat = find(message["game"]), message["seat"]
            lens = game.lens(game.read_options(message["options"]), message["seats"])
            numbers = Numbers(1, lens.size)
        elif message["type"] == "turn":
            # A position that fits the view looks to this seat like the real one: that is what a lens promises.
            state = game.imagine(game.read_view(message["view"]), dice)
            numbers.begin(0)
            lens.observe(state, seat, numbers)
            moves = [int(move) for move in state.moves()]
            places = [lens.choice(state, move) for move in moves]
            seen = np.array([numbers.row_values(0)], np.float32)
            scores = net.look(seen)[2][0]
            best = moves[max(range(len(moves)), key=lambda at: scores[places[at]])]
            print(json.dumps({"type": "move", "ply": message["ply"], "move": game.moves.to_json(best)}), flush=True)


if __name__ == "__main__":
    main()
