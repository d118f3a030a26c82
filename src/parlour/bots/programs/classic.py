"""A program for the original protocol of a game: it gets the game's own states and answers with whole moves."""

from __future__ import annotations

import importlib
import json
import time
from collections import deque
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from parlour.bots.player import BadAnswer, TooLate
from parlour.bots.process import PATIENCE_SECONDS
from parlour.bots.programs import sandbox
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.player import SandboxedPlayer, SandboxedProgram
from parlour.bots.programs.sandbox import Limits
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import Hello, MoveAnswer, Turn

PASS = b"{}"


def protocol_of(game: AnyGame) -> ModuleType | None:
    """The game's original protocol, if it has one: the module `classic_protocol` in its folder."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        return importlib.import_module(f"{package}.classic_protocol") if package else None
    except ModuleNotFoundError:
        return None


class ClassicPlayer(SandboxedPlayer):
    """It says its name, and then one action for each state. A message that is no action is a pass, as at the door."""

    def __init__(self, game: AnyGame, manifest: Manifest, folder: Path, limits: Limits = sandbox.PLAYING) -> None:
        super().__init__(manifest, folder, limits)
        protocol = protocol_of(game)
        if protocol is None:
            raise Refused(f"{game.title} has no original protocol for bots; use the chair protocol.", "bad-program")
        self.game = game
        self._protocol = protocol
        self._begin()

    def _begin(self) -> None:
        self._reader: Any = self._protocol.Reader()
        self._heard: deque[Any] = deque()
        self._named = False
        self._sent = 0  # the ply whose state it has
        self._broken = 0  # the ply that it answered with a broken action

    def hello(self, hello: Hello) -> None:
        super().hello(hello)
        self._begin()

    def send(self, message: bytes) -> None:
        """It knows nothing of the chair protocol."""

    def _answer(self, program: SandboxedProgram, turn: Turn, seconds: float | None) -> MoveAnswer:
        until = time.monotonic() + (PATIENCE_SECONDS if seconds is None else seconds)
        if self._broken == turn.ply:
            return MoveAnswer(turn.ply, whole=msgspec.Raw(PASS))
        while not self._named:
            self._named = self._next(program, until) is not None
        if self._sent != turn.ply:
            self._sent = turn.ply
            self._heard.clear()
            state = self.game.imagine(self.game.read_view(turn.view), Dice(1, 2, 3, 4))
            payload = self._protocol.state_payload(state, self._seat, True)
            program.send(json.dumps({"send": payload.decode("latin-1")}).encode() + b"\n")
        message = self._next(program, until)
        while message.is_restart:
            message = self._next(program, until)
        if self._protocol.read_action(message) is not None:
            return MoveAnswer(turn.ply, whole=msgspec.Raw(message.text))
        if message.text.lstrip()[:1] == b"{":
            self._broken = turn.ply
            raise BadAnswer(Refused("This is not an action; it counts as a pass and a strike.", "unreadable"))
        return MoveAnswer(turn.ply, whole=msgspec.Raw(PASS))

    def _next(self, program: SandboxedProgram, until: float) -> Any:
        """Its next message, cut out of its bytes by the rules of the protocol."""
        while not self._heard:
            due = self._reader.due()
            line = program.line(until if due is None else min(until, due))
            now = time.monotonic()
            if line is not None:
                data = json.loads(line)["heard"].encode("latin-1")
                self._heard.extend(self._reader.feed(data, now))
            else:
                self._heard.extend(self._reader.tick(now))
                if not self._heard and now >= until:
                    raise TooLate("" if self._named else "it has not connected to port 8081 or 8082 and said its name")
        return self._heard.popleft()
