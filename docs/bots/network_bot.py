"""A complete network bot that plays any game of a running house at random. Needs Python and the `websockets` package.

python network_bot.py http://127.0.0.1:8080 connect-four          sits at the first open table, or opens one
python network_bot.py http://127.0.0.1:8080/table/THE-TABLES-ID   sits at this table
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def ask(path, body=None, token=None):
    """An HTTP request to the house: GET without a body, POST with one."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(house + path, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["error"])  # the house says in a sentence what is wrong
    except urllib.error.URLError as error:
        sys.exit(f"There is no house at {house}: {error.reason}")


def find_seat(token):
    """A table and our seat at it."""
    if table is not None:
        joined = ask(f"/api/tables/{table}/join", {}, token)
        return joined["id"], joined["seat"]
    for waiting in ask(f"/api/tables?status=open&game={game}")["tables"]:
        joined = ask(f"/api/tables/{waiting['id']}/join", {}, token)
        return joined["id"], joined["seat"]
    seats = ["me"] + ["free"] * (ask(f"/api/games/{game}")["default_seats"] - 1)
    opened = ask("/api/tables", {"game": game, "seats": seats, "listed": True}, token)
    return opened["id"], 0


def play(address, token, seat):
    """Sit down and answer every turn. Returns the last message, or None if the connection broke."""
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "sit", "token": token, "seat": seat}))
        try:
            for text in socket:
                message = json.loads(text)
                if message["type"] == "turn":
                    # message["view"] is what our seat sees; message["moves"] is every legal move.
                    move = random.choice(message["moves"])
                    socket.send(json.dumps({"type": "move", "ply": message["ply"], "move": move}))
                elif message["type"] in ("refused", "error"):
                    print(message.get("why") or message.get("error"), file=sys.stderr)
                elif message["type"] == "over":
                    print(f"{message['why']} Payoffs: {message['payoffs']}", flush=True)
                    return message
        except ConnectionClosed:
            pass
    return None


if len(sys.argv) < 2 or "://" not in sys.argv[1]:
    sys.exit(__doc__)
house, _, page = sys.argv[1].rstrip("/").partition("/table/")
table = page or None
game = sys.argv[2] if len(sys.argv) > 2 else "connect-four"
token = ask("/api/bots", {"name": "Dice"})["token"]
table, seat = find_seat(token)
print(f"Sitting in seat {seat} at {house}/table/{table}", flush=True)
for _ in range(100):  # the house may be restarted: reconnect and go on
    try:
        over = play(f"{house.replace('http', 'ws', 1)}/ws/tables/{table}", token, seat)
    except OSError:
        over = None
    if over is not None and "next" not in over:
        break
    if over is not None:
        table = over["next"]  # some games replay a draw
    else:
        time.sleep(0.5)
