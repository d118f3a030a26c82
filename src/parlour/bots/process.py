"""Programs in any language that speak the chair protocol over stdin and stdout, one JSON object per line.

A program cannot hang the house or fill its memory: every wait for a pipe has a limit, long lines and floods are cut
off, and at the end the program and all its children are killed.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from parlour.bots.player import BadAnswer, Crashed, Player, TooLate
from parlour.bots.seat_words import NAME_A_PROGRAM
from parlour.core.answers import read_answer
from parlour.core.errors import Refused
from parlour.core.moves import MoveJson
from parlour.core.protocol import LARGEST_MESSAGE, Events, Hello, MoveAnswer, Over, RefusedMove, ToProgram, Turn

PATIENCE_SECONDS: Final = 30.0  # for one move, if there is no clock
FLOOD: Final = 1024 * 1024  # bytes that nobody asked for, in one match
BACKLOG: Final = 16 * 1024 * 1024  # bytes waiting for a program that does not read
STDERR_KEPT: Final = 64 * 1024
CHUNK: Final = 64 * 1024
TICK: Final = 0.05  # seconds between checks that the program is still alive
GOODBYE: Final = 2.0  # seconds to exit after its stdin is closed, and again after SIGTERM

# Variables that a stranger's program has no business reading.
PRIVATE_WORDS: Final = ("TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "API_KEY", "PRIVATE_KEY", "DATABASE_URL")


class ProcessPlayer(Player):
    """A program in a seat: started at the hello, stopped at the close, one process per match."""

    listens = True
    start_ms = 10_000  # a virtual machine may have to start on a busy computer

    def __init__(self, command: str) -> None:
        self.command = command
        self._program: Program | None = None
        self._asked = 0  # the ply of the open turn
        self._until = 0.0
        self._missed: set[int] = set()
        self._last_words = ""

    def hello(self, hello: Hello) -> None:
        self.close()
        self._program = Program(start(self.command))
        self._asked = 0
        self._missed = set()
        self._say(hello)

    def choose(self, turn: Turn) -> MoveJson | int:
        answer = self.choose_by(turn, None)
        return answer.index if answer.index is not None else answer.move or {}

    def choose_by(self, turn: Turn, seconds: float | None) -> MoveAnswer:
        program = self._program
        if program is None:
            raise Crashed("was not running")
        now = time.monotonic()
        if turn.ply != self._asked:
            program.forget()
            self._say(turn)
            self._asked = turn.ply
            self._until = now + PATIENCE_SECONDS
        until = self._until if seconds is None else now + seconds
        while True:
            line = program.line(until)
            if line is None:
                self._missed.add(turn.ply)
                raise TooLate(program.silence())
            try:
                answer = read_answer(line)
            except Refused as refusal:
                raise BadAnswer(_unreadable(line, refusal)) from None
            if answer.ply != turn.ply and answer.ply in self._missed:
                # This answer was too late, which has already cost a strike.
                self._missed.discard(answer.ply)
                continue
            return answer

    def refused(self, refused: RefusedMove) -> None:
        self._say(refused)

    def told(self, events: Events) -> None:
        self._say(events)

    def over(self, over: Over) -> None:
        self._say(over)

    def close(self) -> None:
        if self._program is not None:
            self._program.stop()
            self._last_words = self._program.stderr_tail()
            self._program = None

    def stderr_tail(self) -> str:
        """The last 64 KiB that the program wrote to stderr, even after it was closed."""
        return self._program.stderr_tail() if self._program is not None else self._last_words

    def _say(self, message: ToProgram) -> None:
        if self._program is not None:
            self._program.send(msgspec.json.encode(message) + b"\n")


class Program:
    """A running child process in its own process group, with lines going in and out and no threads."""

    def __init__(self, process: subprocess.Popen[bytes], goodbye: float | None = None) -> None:
        self.process = process
        self.goodbye = GOODBYE if goodbye is None else goodbye
        self._stdin, self._stdout, self._stderr = (
            pipe.fileno() for pipe in (self.process.stdin, self.process.stdout, self.process.stderr) if pipe is not None
        )
        self._waits = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._waits.register(self._stdout, selectors.EVENT_READ)
        self._waits.register(self._stderr, selectors.EVENT_READ)
        self._outgoing = bytearray()
        self._lines: deque[bytes] = deque()
        self._partial = bytearray()
        self._skipping = False  # inside a line that is already too long
        self._surplus = 0  # bytes received that answered nothing
        self._spoke = False  # it has written to its stdout
        self._said = bytearray()  # the tail of stderr
        self._said_bytes = 0  # all of it
        self._reads = True  # its stdin is open
        self._writes = True  # its stdout is open
        self._listening = True  # we still want what it writes
        self._stopped = False

    def send(self, line: bytes) -> None:
        """Write as much of a line as the pipe takes; the rest follows while we wait for an answer."""
        if self._stopped or not self._reads:
            return
        if len(self._outgoing) + len(line) > BACKLOG:
            self._close_stdin()
            return
        self._outgoing += line
        self._flush()
        self._pump(0)

    def line(self, until: float) -> bytes | None:
        """The next line that is not blank, or None when time is up."""
        ended = False
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.strip():
                    self._surplus -= len(line) + 1
                    return line
            self.watch()
            if self._surplus > FLOOD:
                raise Crashed(f"wrote more than {FLOOD // 1024} KiB that nobody had asked for")
            if not self._writes or ended:
                raise Crashed(self._obituary())
            if self._stopped:
                raise Crashed("was stopped")
            left = until - time.monotonic()
            if left <= 0:
                return None
            # A child may hold the pipe open, so we also watch for the end of the program itself.
            ended = self._gone()
            self._pump(0 if ended else min(left, TICK))

    def watch(self) -> None:
        """Called again and again while it thinks; raises Crashed if it does what it may not."""

    def silence(self) -> str:
        """A guess at why no line came."""
        if self._partial:
            return f"the line beginning with {_quoted(self._partial)} has no end; write a newline after it and flush"
        return "" if self._spoke else "nothing has come from its stdout (is every line flushed?)"

    def forget(self) -> None:
        """Drop what it wrote unasked; it still counts towards a flood."""
        while self._writes and self._surplus <= FLOOD:
            before = self._surplus
            self._pump(0)
            if self._surplus == before:
                break
        self._lines.clear()

    def stderr_tail(self) -> str:
        return self._said.decode("utf-8", "replace")

    def stop(self) -> None:
        """Close its stdin, then send SIGTERM, then kill it and all its children."""
        if self._stopped:
            return
        self._listening = False
        self._lines.clear()
        try:
            self._wait_until(lambda: not self._outgoing or self._gone())
            self._close_stdin()
            if not self._wait_until(self._gone):
                self._signal(signal.SIGTERM)
                self._wait_until(self._gone)
            while self._stderr_waits():
                self._pump(0)
        finally:
            self._stopped = True
            self._signal(signal.SIGKILL)
            self.process.wait()
            self._waits.close()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()

    # --- pipes ---

    def _pump(self, seconds: float) -> None:
        """Wait up to `seconds` until a pipe is ready, and serve each ready pipe once."""
        for key, _ in self._waits.select(seconds):
            if key.fd == self._stdin:
                self._flush()
            elif key.fd == self._stdout:
                data = self._read(self._stdout)
                if data == b"":
                    self._writes = False
                elif data:
                    self._take(data)
            else:
                data = self._read(self._stderr)
                if data:
                    self._said += data
                    self._said_bytes += len(data)
                    del self._said[:-STDERR_KEPT]

    def _read(self, pipe: int) -> bytes | None:
        """What is there; None if nothing is; empty at the end, after which the pipe is no longer watched."""
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            self._waits.unregister(pipe)
        return data

    def _take(self, data: bytes) -> None:
        if not self._listening:
            return
        self._spoke = True
        self._surplus += len(data)
        if self._surplus > FLOOD:
            self._lines.clear()
            return
        *whole, rest = data.split(b"\n")
        for piece in whole:
            if not self._skipping:
                self._lines.append(bytes(self._partial + piece))
            self._skipping = False
            self._partial.clear()
        if self._skipping:
            return
        self._partial += rest
        if len(self._partial) > LARGEST_MESSAGE:
            self._lines.append(bytes(self._partial[: LARGEST_MESSAGE + 1]))
            self._partial.clear()
            self._skipping = True

    def _flush(self) -> None:
        try:
            while self._outgoing:
                sent = os.write(self._stdin, self._outgoing[:CHUNK])
                del self._outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:  # it no longer reads, but may still answer
            self._close_stdin()
            return
        registered = self._stdin in self._waits.get_map()
        if self._outgoing and not registered:
            self._waits.register(self._stdin, selectors.EVENT_WRITE)
        elif registered and not self._outgoing:
            self._waits.unregister(self._stdin)

    def _close_stdin(self) -> None:
        if not self._reads:
            return
        self._reads = False
        self._outgoing.clear()
        if self._stdin in self._waits.get_map():
            self._waits.unregister(self._stdin)
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def _stderr_waits(self) -> bool:
        """Whether there is more stderr to read, up to a limit in case a child writes for ever."""
        if self._stderr not in self._waits.get_map() or len(self._said) >= STDERR_KEPT:
            return False
        return any(key.fd == self._stderr for key, _ in self._waits.select(0))

    # --- life and death ---

    def _gone(self) -> bool:
        """Whether the program has ended; its children end with it."""
        if self.process.returncode is None and self.process.poll() is not None:
            self._signal(signal.SIGKILL)
        return self.process.returncode is not None

    def _wait_until(self, done: Callable[[], bool]) -> bool:
        until = time.monotonic() + self.goodbye
        while not done():
            left = until - time.monotonic()
            if left <= 0:
                return False
            if self._waits.get_map():
                self._pump(min(left, TICK / 5))
            else:
                time.sleep(min(left, TICK / 5))
        return True

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)

    def exit_code(self) -> int | None:
        """How it ended, negative for a signal; None while it runs."""
        return self.process.returncode

    def _obituary(self) -> str:
        """How it ended, with the last thing it wrote to stderr."""
        self._wait_until(self._gone)
        self._pump(0)
        code = self.exit_code()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was killed by {_signal_name(-code)}"
        else:
            how = f"ended with exit status {code}"
        words = _telling(self.stderr_tail())
        return f"{how}; its last words: {_printable(words)}" if words else how


def check_command(command: str) -> None:
    """Refuse a command whose program does not exist, without starting it."""
    words = _words(command)
    if shutil.which(words[0]) is None and not os.path.exists(words[0]):
        raise _not_found(words[0])


def _words(command: str) -> list[str]:
    if os.name != "posix":
        raise Refused("Programs can play only on Linux and macOS so far.", "no-program")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Refused(f"The command {command[:80]!r} cannot be read: {str(error).lower()}.", "no-program") from None
    if not words:
        raise Refused(NAME_A_PROGRAM, "no-program")
    return words


def _not_found(program: str) -> Refused:
    return Refused(f"The program {program[:80]!r} was not found{_where(program)}.", "no-program")


def start(command: str) -> subprocess.Popen[bytes]:
    """Start a command with pipes to it; refused if that is impossible."""
    words = _words(command)
    try:
        return subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
        )
    except FileNotFoundError:
        raise _not_found(words[0]) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused(
            f"The program {words[0][:80]!r} could not be started: {why.lower()}.{_runner(words[0])}", "no-program"
        ) from None


def _where(program: str) -> str:
    """A hint at what was meant by a program that does not exist."""
    if "/" in program:
        return "" if program.startswith("/") else f" in the folder {os.getcwd()}"
    return f"; for the file in this folder write `cmd:./{program}`" if os.path.isfile(program) else ""


def _runner(program: str) -> str:
    """How to start a file that is not executable."""
    if not os.path.isfile(program):
        return ""
    return f" Make it executable with `chmod +x`, or name what runs it, as in `cmd:python {program[:80]}`."


def _unreadable(line: bytes, refusal: Refused) -> Refused:
    """The refusal; if the line is not JSON, one that quotes it and gives a hint."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    else:
        return refusal
    if refusal.code != "bad-message":
        return refusal
    if line.lstrip().startswith(b"{'"):
        hint = "JSON has double quotes (in Python: json.dumps)"
    else:
        hint = "an answer is one line of JSON, and anything meant for you goes to stderr"
    return Refused(f"{_quoted(line)} is not JSON; {hint}.", refusal.code)


def _quoted(line: bytes | bytearray) -> str:
    text = bytes(line[:60]).decode("utf-8", "replace").strip()
    return f"'{_printable(text)}{'…' if len(line) > 60 else ''}'"


# Lines in which programs in many languages say what went wrong, before or after the stack trace.
TROUBLE: Final = re.compile(r"^(?!at |note:).*(Error\b|Exception\b|\berror\b|panicked)")


def _telling(said: str) -> str:
    """The most telling line of stderr: the last one that names an error, or the last of all."""
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    for index in range(len(lines) - 1, max(-1, len(lines) - 60), -1):
        if TROUBLE.match(lines[index]):
            return " ".join(lines[index : index + 2]) if lines[index].endswith(":") else lines[index]
    return lines[-1] if lines else ""


def _environment() -> dict[str, str]:
    """Our environment without private variables; Python bots need not remember to flush."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith("PARLOUR_") and not any(word in name.upper() for word in PRIVATE_WORDS)
    }
    kept.setdefault("PYTHONUNBUFFERED", "1")
    return kept


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _printable(text: str) -> str:
    """A stranger's line, safe to show in a terminal."""
    return "".join(c if c.isprintable() else " " for c in text[:200])
