"""The process beside the house that builds programs and plays with them, so that tables never wait.

Each seat has a thread here, which starts the program, passes it what its chair hears, and sends its answers back. The
sandbox dies with that thread, as it does with this process.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, Final

import msgspec

from parlour.bots.player import BadAnswer, Crashed, TooLate
from parlour.bots.process import PATIENCE_SECONDS, TICK
from parlour.bots.programs.archive import unpack
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.shelf import Package, Shelf, make
from parlour.core.errors import Refused
from parlour.core.protocol import Hello, MoveAnswer, Turn
from parlour.games import find
from parlour.server.workers import leave_with

STARTING_SECONDS: Final = 10.0  # for a program to get ready before its first turn, and once more in it
LONGEST: Final = 60.0  # seconds for a decision, however slow the table's clock is
SLACK: Final = 1.0  # seconds; the table's own clock decides who is late
SAID_KEPT: Final = 16 * 1024  # characters of stderr
BUILDERS: Final = 2  # programs built at once, and one of each author

Say = Callable[[str, str, Any], None]
# What is asked of this process: a key, what to do, and what it needs.
BUILD, BEGIN, HEAR, END, CLOSE = "build", "begin", "hear", "end", "close"
# What it answers.
BUILT, MOVED, LATE, BAD, CRASHED, ENDED = "built", "moved", "late", "bad", "crashed", "ended"


class Heard(msgspec.Struct):
    """The parts of a chair message that decide what to do with it."""

    type: str
    mover: int = -1
    ply: int = 0


def serve(line: Connection) -> None:
    """Do what the house asks for until it closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    house = multiprocessing.parent_process()
    if house is not None:
        threading.Thread(target=leave_with, args=(house.sentinel,), daemon=True).start()
    writing = threading.Lock()

    def say(key: str, what: str, told: Any) -> None:
        with writing:
            line.send((key, what, told))

    seats: dict[str, SeatThread] = {}
    building = Builders(BUILDERS)
    with Shelf() as shelf:
        try:
            while True:
                key, what, given = line.recv()
                if what == BUILD:
                    threading.Thread(target=_build, args=(key, given, say, building), daemon=True).start()
                elif what == BEGIN:
                    seats[key] = SeatThread(key, given, say, shelf)
                    seats[key].start()
                elif what == HEAR and key in seats:
                    seats[key].inbox.put(given)
                elif what == END and key in seats:
                    seats.pop(key).end()
                elif what == CLOSE:
                    break
        except (EOFError, OSError):
            pass
    os._exit(0)  # and all sandboxes with it


class Builders:
    """Builds a few programs at once, one of each author, so that nobody waits for all that somebody else uploads."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)
        self._authors: dict[str, threading.Lock] = {}

    @contextlib.contextmanager
    def turn(self, author: str) -> Iterator[None]:
        with self._authors.setdefault(author, threading.Lock()), self._free:
            yield


def _build(key: str, given: tuple[bytes, bytes, str], say: Say, building: Builders) -> None:
    source, manifest, author = given
    with building.turn(author):
        try:
            package, built = make(unpack(source), msgspec.json.decode(manifest, type=Manifest))
            say(key, BUILT, (None if package is None else package.built, built.error, built.output))
        except Refused as refusal:
            say(key, BUILT, (None, refusal.text, ""))
        except Exception as mistake:
            say(key, BUILT, (None, f"The house failed to build this: {type(mistake).__name__}: {mistake}"[:300], ""))


class SeatThread(threading.Thread):
    """One program on one seat of a match."""

    def __init__(self, key: str, given: tuple[str, bytes, bytes], say: Say, shelf: Shelf) -> None:
        super().__init__(daemon=True)
        self.key = key
        self.game, manifest, self.built = given
        self.manifest = msgspec.json.decode(manifest, type=Manifest)
        self.inbox: queue.Queue[bytes | None] = queue.Queue()
        self._say = say
        self._shelf = shelf
        self._ended = False
        self._how = ""

    def end(self) -> None:
        self._ended = True
        self.inbox.put(None)

    def run(self) -> None:
        try:
            self.player = self._shelf.player(Package(self.manifest, self.built), find(self.game))
        except Exception as mistake:
            text = mistake.text if isinstance(mistake, Refused) else f"{type(mistake).__name__}: {mistake}"
            self._say(self.key, CRASHED, (0, f"could not be started: {text}"[:300]))
            return
        try:
            self._play()
        except Exception as mistake:
            self._how = f"The house failed: {type(mistake).__name__}: {mistake}"
            self._say(self.key, CRASHED, (0, self._how))
        finally:
            self.player.close()
            used = msgspec.to_builtins(self.player.use)
            self._say(self.key, ENDED, (used, self._how, self.player.stderr_tail()[-SAID_KEPT:]))

    def _play(self) -> None:
        turn: Turn | None = None  # the one that is open
        while (message := self._next()) is not None:
            heard = msgspec.json.decode(message, type=Heard)
            if heard.type == "hello":
                self.player.hello(msgspec.json.decode(message, type=Hello))
                self.player.warm_up(STARTING_SECONDS, lambda: not self.inbox.empty())
            elif heard.type == "turn":
                turn = msgspec.json.decode(message, type=Turn)
                self._ask(turn)
            else:
                self.player.send(message)
                if heard.type != "refused":
                    self.player.rest(heard.mover)
                    turn = turn if turn is not None and heard.type == "events" and heard.ply < turn.ply else None
                elif turn is not None:  # whatever ply it had answered
                    self._ask(turn)

    def _next(self) -> bytes | None:
        """What comes next from the table; until then, a program that has not been paused yet is watched."""
        while True:
            try:
                return self.inbox.get(timeout=TICK if self.player.runs else None)
            except queue.Empty:
                self.player.watch()

    def _ask(self, turn: Turn) -> None:
        try:
            starting = 0.0 if self.player.use.decisions else STARTING_SECONDS
            answer = self.player.choose_by(turn, starting + _seconds(turn), lambda: self._ended)
            self._say(self.key, MOVED, packed(answer))
        except TooLate as late:
            self._say(self.key, LATE, (turn.ply, late.reason))
        except BadAnswer as bad:
            self._say(self.key, BAD, (turn.ply, bad.refusal.text, bad.refusal.code))
        except Crashed as crashed:
            if not self._ended:
                self._how = f"The program {crashed.reason}."
                self._say(self.key, CRASHED, (turn.ply, crashed.reason))


def _seconds(turn: Turn) -> float:
    clock = turn.clock
    if clock.move_ms is None and clock.bank_ms is None:
        return PATIENCE_SECONDS
    return min(LONGEST, SLACK + ((clock.move_ms or 0) + (clock.bank_ms or 0)) / 1000)


def packed(answer: MoveAnswer) -> tuple[int, Any, int | None, bytes | None]:
    """An answer as it crosses between processes: a whole move need not be JSON."""
    whole = bytes(answer.whole) if isinstance(answer.whole, msgspec.Raw) else None
    return answer.ply, answer.move, answer.index, whole


def unpacked(given: tuple[int, Any, int | None, bytes | None]) -> MoveAnswer:
    ply, move, index, whole = given
    return MoveAnswer(ply, move, index) if whole is None else MoveAnswer(ply, whole=msgspec.Raw(whole))
