"""Runs inside the sandbox, beside a bot for the original protocol: the server that the bot connects to.

python3 /bridge.py COMMAND starts the bot. It may connect to either port, because its settings name one. Lines of JSON
on stdin say what to send to it, {"send": "…"}; what it sends comes out as lines, {"heard": "…"}, one byte a character.
This file is not imported by the house and needs nothing but Python.
"""

import json
import os
import selectors
import socket
import subprocess
import sys

PORTS = (8081, 8082)
CHUNK = 65536


def main() -> int:
    waits = selectors.DefaultSelector()
    doors = [door(port) for port in PORTS]
    for one in doors:
        waits.register(one, selectors.EVENT_READ)
    waits.register(0, selectors.EVENT_READ)
    bot = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=2)
    line: socket.socket | None = None
    early, typed = b"", b""
    while bot.poll() is None:
        for key, _ in waits.select(0.05):
            if key.fileobj == 0:
                data = os.read(0, CHUNK)
                if not data:
                    bot.kill()
                    return 0
                *whole, typed = (typed + data).split(b"\n")
                for text in whole:
                    payload = json.loads(text)["send"].encode("latin-1")
                    early += b"%08d" % len(payload) + payload
            elif key.fileobj in doors:
                caller, _ = doors[doors.index(key.fileobj)].accept()
                if line is not None:
                    waits.unregister(line)
                    line.close()
                line = caller
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                waits.register(line, selectors.EVENT_READ)
            elif line is not None and key.fileobj is line:
                data = hear(line)
                if data:
                    print(json.dumps({"heard": data.decode("latin-1")}), flush=True)
                else:
                    waits.unregister(line)
                    line.close()
                    line = None
        if line is not None and early:
            line.sendall(early)
            early = b""
    return bot.returncode if bot.returncode >= 0 else 128 - bot.returncode


def door(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen()
    return listening


def hear(line: socket.socket) -> bytes:
    try:
        return line.recv(CHUNK)
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit(main())
