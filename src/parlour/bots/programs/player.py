"""A program in the sandbox as a player: it runs only while it is asked, and every way of cheating loses.

It is started at its first turn, or a little before if the table has time, and then stopped whenever it is not its turn.
The rules for what it may use are in `SandboxedProgram.watch`; what they say is shown to its author.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from parlour.bots.player import Crashed, TooLate
from parlour.bots.process import BACKLOG, FLOOD, TICK, ProcessPlayer, Program
from parlour.bots.programs import sandbox
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.sandbox import Limits
from parlour.bots.programs.tree import Tree
from parlour.bots.programs.watching import Watch
from parlour.core.protocol import Events, Hello, MoveAnswer, Over, ToProgram, Turn

GOODBYE: Final = 0.5  # seconds to exit after the game
STOLEN: Final = 0.1  # seconds of processor time that may be lost in measuring


class Use(msgspec.Struct):
    """What a program used in a match."""

    decisions: int = 0
    cpu_ms: int = 0
    longest_ms: int = 0  # of processor time, for one turn with all its decisions
    wall_ms: int = 0  # while it was asked
    memory_kb: int = 0  # at most


class SandboxedProgram(Program):
    """A running program, its processes watched: it can be paused, and is ended when it exceeds a limit."""

    def __init__(self, manifest: Manifest, folder: Path, limits: Limits, core: int) -> None:
        self.limits = limits
        started = sandbox.start(manifest.run, limits, folder, core=core, also=manifest.bridge())
        super().__init__(started, GOODBYE)
        self.tree = Tree(self.process.pid)
        self._watch = Watch(self.tree, limits)
        self.verdict = ""  # why it was ended
        self.cancelled: Callable[[], bool] = lambda: False
        self._looked = 0.0
        self.longest = 0.0  # seconds of processor time between two pauses
        self._resumed = 0.0  # the processor time it had used when it was last resumed
        self._paused: float | None = None  # and when it was paused

    def watch(self) -> None:
        """The rules: what the whole program may hold, what it writes to stderr, and nothing while paused."""
        if self.verdict:
            raise Crashed(self.verdict)
        if self.cancelled():
            raise Crashed("was no longer needed")
        now = time.monotonic()
        if now - self._looked < TICK:
            return
        self._looked = now
        excess = self._watch.excess()
        if excess:
            self._condemn(excess)
        if self._said_bytes > self.limits.stderr_mb * sandbox.MEGABYTE:
            self._condemn(f"wrote more than {self.limits.stderr_mb} MB to stderr")

    @property
    def runs(self) -> bool:
        return self._paused is None and not self._stopped

    def pause(self) -> None:
        if self._paused is None and not self._stopped:
            if not self.tree.pause():
                self.verdict = "could not be paused after its turn"
                self.tree.kill()
            self._paused = self.tree.cpu()
            self.longest = max(self.longest, self._paused - self._resumed)

    def resume(self) -> None:
        if self._paused is None or self._stopped:
            return
        self._resumed = self.tree.cpu()
        stolen = self._resumed - self._paused
        if stolen > STOLEN and not self.verdict:
            self.verdict = f"worked for {stolen:.1f} s while it was not its turn"
            self.tree.kill()
        self._paused = None
        self.tree.resume()

    def run(self, seconds: float, done: Callable[[], bool]) -> None:
        """Let it run for a while before it is asked, as when it starts; whatever it does wrong shows when it is."""
        until = time.monotonic() + seconds
        with contextlib.suppress(Crashed):
            while not done() and time.monotonic() < until and not self._gone() and self._surplus <= FLOOD:
                self.watch()
                self._pump(TICK)

    def stop(self) -> None:
        if not self._stopped:
            if self.verdict:
                self.tree.kill()
            self.resume()
            self.tree.look()
        try:
            super().stop()
        finally:
            self.tree.kill()

    def exit_code(self) -> int | None:
        """The sandbox ends as the program did; it tells of a signal as a shell does."""
        code = super().exit_code()
        return 128 - code if code is not None and code > 128 else code

    def _condemn(self, reason: str) -> None:
        self.verdict = reason
        self.tree.kill()
        raise Crashed(reason)

    def _signal(self, number: int) -> None:
        """The sandbox is a session of its own, which its process group does not reach."""
        super()._signal(number)
        if number == signal.SIGKILL:
            self.tree.kill()


class SandboxedPlayer(ProcessPlayer):
    """An uploaded program in a seat. `folder` has its built files."""

    def __init__(self, manifest: Manifest, folder: Path, limits: Limits = sandbox.PLAYING) -> None:
        super().__init__(" ".join(manifest.run))
        self.manifest = manifest
        self.folder = folder
        self.limits = limits
        self.use = Use()
        self._box: SandboxedProgram | None = None
        self._early: list[bytes] = []  # what it is told before it starts
        self._core = 0
        self._seat = 0

    def hello(self, hello: Hello) -> None:
        self.close()
        self._early, self._asked, self._missed, self.use = [], 0, set(), Use()
        self._core = int(hello.promise[:8] or "0", 16)  # all seats of a match share one core, and take turns
        self._seat = hello.seat or 0
        self._say(hello)

    def warm_up(self, seconds: float, done: Callable[[], bool]) -> None:
        """Start it before its first turn, for a limited time."""
        box = self._started()
        box.run(seconds, done)
        box.pause()

    def choose_by(self, turn: Turn, seconds: float | None, cancelled: Callable[[], bool] = lambda: False) -> MoveAnswer:
        """It goes on running after its answer, until it hears that it is somebody else's turn."""
        box = self._started()
        box.cancelled = cancelled
        box.resume()
        start = time.monotonic()
        try:
            return self._answer(box, turn, seconds)
        except (TooLate, Crashed):
            box.pause()
            raise
        finally:
            self.use.decisions += 1
            self.use.wall_ms += round(1000 * (time.monotonic() - start))

    def told(self, events: Events) -> None:
        super().told(events)
        self.rest(events.mover)

    def over(self, over: Over) -> None:
        super().over(over)
        self.rest(-1)

    def rest(self, mover: int) -> None:
        """Pause it unless it is its turn again."""
        if self._box is not None and mover != self._seat:
            self._box.pause()

    @property
    def runs(self) -> bool:
        """Whether it was started and is not paused."""
        return self._box is not None and self._box.runs

    def watch(self) -> None:
        """Look after it between its answer and its pause; what it does wrong shows when it is asked again."""
        if self._box is not None:
            with contextlib.suppress(Crashed):
                self._box.watch()

    def _answer(self, program: SandboxedProgram, turn: Turn, seconds: float | None) -> MoveAnswer:
        return super().choose_by(turn, seconds)

    def close(self) -> None:
        box = self._box
        super().close()
        self.measure(box)
        self._box = None

    def measure(self, box: SandboxedProgram | None) -> None:
        if box is not None:
            self.use.cpu_ms = round(1000 * box.tree.cpu([]))
            self.use.longest_ms = round(1000 * box.longest)
            self.use.memory_kb = box.tree.peak_kb

    def _started(self) -> SandboxedProgram:
        if self._box is None:
            self._box = self._program = SandboxedProgram(self.manifest, self.folder, self.limits, self._core)
            for line in self._early:
                self._box.send(line)
            self._early = []
        return self._box

    def _say(self, message: ToProgram) -> None:
        self.send(msgspec.json.encode(message))

    def send(self, message: bytes) -> None:
        """A message of the chair protocol, as bytes."""
        line = message + b"\n"
        if self._box is not None:
            self._box.send(line)
        elif sum(map(len, self._early)) < BACKLOG:
            self._early.append(line)
