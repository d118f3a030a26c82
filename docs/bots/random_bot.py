"""A whole bot: it plays any game of the house at random. Needs nothing but Python."""

import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)  # one JSON object a line; without the flush nobody hears it


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(f"I sit on seat {message['seat']} at a table of {message['game']}", file=sys.stderr)
    elif message["type"] == "turn":
        # message["view"] is what this seat sees; message["moves"] is every legal move.
        move = random.choice(message["moves"])
        say({"type": "move", "ply": message["ply"], "move": move})
    elif message["type"] == "events":
        pass  # what happened, to anybody, as far as this seat may know
    elif message["type"] == "refused":
        print(f"Refused: {message['why']}", file=sys.stderr)
    elif message["type"] == "over":
        print(f"{message['why']} Payoffs: {message['payoffs']}", file=sys.stderr)
