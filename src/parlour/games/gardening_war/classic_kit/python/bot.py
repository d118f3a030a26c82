"""Plays the original Gardening War over TCP with the function `bot_input`; you need not change anything here.

python3 bot.py [settings.json]
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from bot_input import bot_input

Json = dict[str, Any]

NOT_YOUR_TURN = b"It's not your turn yet"


def play_game(settings: Json, last: bool) -> None:
    """One game: the name, then an action for each state, until the server disconnects or it is time to restart."""
    seat = settings["PLAYER_NUM"]
    ends = settings["RESTART"] and not last
    with connect(settings["HOST"], settings["PORTS"][seat - 1]) as line:
        line.sendall(settings["TEAM_NAME"].encode())
        turn = 1
        while not (ends and seat == 2 and turn >= settings["RESTART_TURN"]):
            payload = receive(line)
            if payload is None:
                return
            if payload == NOT_YOUR_TURN:
                if turn == 1:  # the name was too early: send it again
                    time.sleep(1)
                    line.sendall(settings["TEAM_NAME"].encode())
                continue
            if ends and turn >= settings["RESTART_TURN"]:
                line.sendall(b"restart")
                return
            line.sendall(json.dumps(answer(json.loads(payload))).encode())
            turn += 1


def answer(state: Json) -> Json:
    """The action of `bot_input`; if it fails, a pass, and the error is printed."""
    try:
        return bot_input(state)
    except Exception:
        traceback.print_exc()
        return {}


def connect(host: str, port: int) -> socket.socket:
    """A connection to the server, as soon as it listens."""
    told = False
    while True:
        try:
            return socket.create_connection((host, port))
        except OSError as trouble:
            if not told:
                print(f"Waiting for the server at {host}, port {port} ({trouble}).", file=sys.stderr)
            told = True
            time.sleep(1)


def receive(line: socket.socket) -> bytes | None:
    """The next message: its length in eight digits, then the message. None when the server has disconnected."""
    header = read(line, 8)
    return None if header is None else read(line, int(header))


def read(line: socket.socket, size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        try:
            part = line.recv(size - len(data))
        except ConnectionError:
            return None
        if not part:
            return None
        data += part
    return data


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "settings.json"
    try:
        settings = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as trouble:
        sys.exit(f"{name} cannot be read: {trouble}")
    for number in range(1, settings["AMOUNT_OF_GAMES"] + 1):
        if number > 1:
            time.sleep(settings["PLAYER_NUM"])  # seat 1 comes back first
        print(f"Game {number} of {settings['AMOUNT_OF_GAMES']}.", file=sys.stderr)
        with contextlib.suppress(ConnectionError):  # the server may disconnect at any time
            play_game(settings, last=number == settings["AMOUNT_OF_GAMES"])


if __name__ == "__main__":
    main()
