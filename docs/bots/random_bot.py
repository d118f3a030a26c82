"""A complete bot that plays any game of the house at random. Needs only Python."""

import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)  # one JSON object per line; without the flush it may not be sent


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(f"Sitting in seat {message['seat']} at a table of {message['game']}", file=sys.stderr)
    elif message["type"] == "turn":
        # message["view"] is what this seat sees; message["moves"] is every legal move.
        move = random.choice(message["moves"])
        say({"type": "move", "ply": message["ply"], "move": move})
    elif message["type"] == "events":
        pass  # what happened, as far as this seat may know
    elif message["type"] == "refused":
        print(f"Refused: {message['why']}", file=sys.stderr)
    elif message["type"] == "over":
        print(f"{message['why']} Payoffs: {message['payoffs']}", file=sys.stderr)
