"""Several processes of one house on one port: a parent opens the port, starts them, and replaces those that die."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from parlour.core.errors import Refused
from parlour.server.run import Ready, address_of, open_port, serve
from parlour.server.settings import Settings

log = logging.getLogger("parlour.server")

CLOSING_SECONDS = 15.0
SHORT_LIFE = 10.0  # a process that ends sooner was not well
MOST_SHORT_LIVES = 5  # in a row, before the house gives up
SHORTEST_PAUSE = 0.5

OPEN, REFUSED = "open", "refused"


def serve_together(settings: Settings, ready: Ready) -> None:
    """Run all processes of a house until stopped. `ready` is called once all of them let guests in."""
    if not (settings.db or "").startswith("postgres") or settings.redis is None:
        raise Refused(
            f"{settings.processes} processes need a PostgreSQL database and Redis: "
            "--db postgresql://user@host/name --redis redis://host.",
            "bad-setting",
        )
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with open_port(settings.host, settings.port) as port:
        Staff(settings, port, ready).work()


@dataclass(eq=False)
class Member:
    """One process."""

    number: int
    process: SpawnProcess
    line: Connection
    since: float
    serves: bool = False  # it lets guests in


class Staff:
    """The processes of a house, seen from their parent."""

    def __init__(self, settings: Settings, port: socket.socket, ready: Ready) -> None:
        self.settings = settings
        self.count = settings.processes
        self.port = port
        self.ready = ready
        self.members: dict[int, Member] = {}
        self.opened: set[int] = set()
        self.announced = False
        self.short_lives = 0

    def work(self) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            for number in range(self.count):
                self._start(number)
            while True:
                self._look_after_them()
        except KeyboardInterrupt:
            pass
        finally:
            self._close()

    def _start(self, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        given = (share_of(self.settings, number), self.port, theirs)
        process = context.Process(target=_serve, args=given, name=f"parlour-{number}")
        process.start()
        theirs.close()
        self.members[number] = Member(number, process, ours, time.monotonic())

    def _look_after_them(self) -> None:
        """Wait until a process says something or ends."""
        lines = {member.line: member for member in self.members.values()}
        for line in wait(list(lines)):
            member = lines[line]  # type: ignore[index]
            try:
                what, told = member.line.recv()
            except (EOFError, OSError):
                self._replace(member)
                continue
            if what == REFUSED:
                if not self.announced:
                    raise Refused(told, "not-open")
                log.error("process %d could not open again: %s", member.number, told)
                continue  # it ends, and is replaced
            member.serves = True
            self.opened.add(member.number)
            if len(self.opened) == self.count and not self.announced:
                self.announced = True
                self.ready(address_of(self.settings), told)

    def _replace(self, member: Member) -> None:
        member.line.close()
        member.process.join()
        lived = time.monotonic() - member.since
        self.short_lives = self.short_lives + 1 if lived < SHORT_LIFE else 0
        others = any(one.serves for one in self.members.values() if one is not member)
        if self.short_lives >= MOST_SHORT_LIVES and not others:
            raise Refused("The processes of this house end as soon as they start; the lines above say why.", "not-open")
        log.error("process %d ended with %s and is started again", member.number, member.process.exitcode)
        time.sleep(SHORTEST_PAUSE * min(self.short_lives, MOST_SHORT_LIVES))
        self._start(member.number)

    def _close(self) -> None:
        for member in self.members.values():
            if member.process.is_alive():
                member.process.terminate()
        until = time.monotonic() + CLOSING_SECONDS
        for member in self.members.values():
            member.process.join(max(0.0, until - time.monotonic()))
            if member.process.is_alive():
                member.process.kill()
                member.process.join()


def share_of(settings: Settings, number: int) -> Settings:
    """The settings of one of them: they share the cores, and only the first opens what there is once."""
    own = replace(settings, workers=max(1, settings.workers // settings.processes))
    if settings.metrics_port is not None:
        own = replace(own, metrics_port=settings.metrics_port + number)
    return own if number == 0 else replace(own, classic=None)


# --- in one of the processes ---


def _serve(settings: Settings, port: socket.socket, line: Connection) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_close_with, args=(parent.sentinel,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and says so by SIGTERM
    try:
        serve(settings, lambda _, key: line.send((OPEN, key)), sockets=[port])
    except Refused as refusal:
        with contextlib.suppress(OSError):
            line.send((REFUSED, refusal.text))
        sys.exit(1)


def _close_with(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
