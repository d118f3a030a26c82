"""Talks to the house for the bot; you need not change anything here.

Without arguments it talks over stdin and stdout, one JSON object per line. With three arguments it talks over the
network, which needs the package `websockets`:

    python bot.py ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT    plays at one table
    python bot.py ws://127.0.0.1:8080/ws/call TOKEN GAME            is on call: plays whoever asks, several at a time
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Decide = Callable[[Json, list[Json]], Json]

TABLES = 4  # at a time, on call; `decide` must not remember anything from one table to the next


def data() -> Any:
    """The game's cards, goods and maps, as the house describes them."""
    return json.loads(Path(__file__).with_name("data.json").read_text(encoding="utf-8"))


def play(decide: Decide) -> None:
    """Answer every turn with `decide(view, moves)` until the game is over."""
    if len(sys.argv) == 4 and sys.argv[1].endswith("/ws/call"):
        _on_call(decide, sys.argv[1], sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 4:
        _on_network(decide, sys.argv[1], sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) > 1:
        sys.exit("Three arguments are needed for the network: python bot.py ws://HOUSE/ws/tables/TABLE TOKEN SEAT")
    else:
        for line in sys.stdin:
            reply = _answer(decide, json.loads(line))
            if reply is not None:
                print(json.dumps(reply), flush=True)


def _answer(decide: Decide, message: Json) -> Json | None:
    """The reply to a message, if it needs one."""
    if message["type"] == "turn":
        move = decide(message["view"], message["moves"])
        return {"type": "move", "ply": message["ply"], "move" if "kind" in move else "list": move}
    if message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)
    elif message["type"] == "over":
        print(message["why"], file=sys.stderr)
    elif message["type"] == "error":
        print(message["error"], file=sys.stderr)
    return None


def _on_network(decide: Decide, address: str, token: str, seat: int) -> None:
    following: str | None = address
    while following is not None:
        address = following
        following = _one_game(decide, address, token, seat)


def _one_game(decide: Decide, address: str, token: str, seat: int) -> str | None:
    """Play at this table; returns the address of the next game if the match goes on, as after some draws."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    try:
        with connect(address, max_size=None) as socket:
            socket.send(json.dumps({"type": "sit", "token": token, "seat": seat}))
            for text in socket:
                message = json.loads(text)
                reply = _answer(decide, message)
                if reply is not None:
                    socket.send(json.dumps(reply))
                if message["type"] == "over":
                    following = message.get("next")
                    return None if following is None else f"{address.rsplit('/', 1)[0]}/{following}"
    except ConnectionClosed:
        pass
    except OSError as trouble:
        sys.exit(f"There is no house at {address}: {trouble}")
    sys.exit("The house hung up before the game was over.")


def _on_call(decide: Decide, address: str, token: str, game: str) -> None:
    """Be on call for as long as the program runs, and reconnect whenever the connection breaks."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    playing: set[str] = set()

    def at_table(table: str, seat: int) -> None:
        try:
            _on_network(decide, address[: -len("call")] + f"tables/{table}", token, seat)
        except SystemExit as trouble:
            print(trouble, file=sys.stderr)
        finally:
            playing.discard(table)

    while True:
        try:
            with connect(address, max_size=None) as socket:
                socket.send(json.dumps({"type": "call", "token": token, "games": [game], "tables": TABLES}))
                for text in socket:
                    message = json.loads(text)
                    if message["type"] == "error":
                        sys.exit(message["error"])
                    if message["type"] == "on-call":
                        print(f"{message['name']} is on call.", file=sys.stderr)
                    if message["type"] == "invited" and message["table"] not in playing:
                        playing.add(message["table"])
                        threading.Thread(target=at_table, args=(message["table"], message["seat"]), daemon=True).start()
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.reason in ("replaced", "signed-out"):
                sys.exit(f"The house hung up: {closed.rcvd.reason}.")
        except OSError as trouble:
            print(f"There is no house at {address}: {trouble}; trying again.", file=sys.stderr)
        time.sleep(2)
