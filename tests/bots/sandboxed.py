"""Hostile and friendly programs for the sandbox: what they do, and how a match with them ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.arena.programs import PATIENT, SEED
from tests.arena.programs import PRELUDE as BEGINNING

from parlour.arena.table import Played, play_match
from parlour.bots.programs import sandbox
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.player import SandboxedPlayer
from parlour.bots.programs.sandbox import Limits
from parlour.bots.thinkers import RandomPlayer
from parlour.core import Clock
from parlour.games import find

SMALL = Limits(memory_mb=48, tasks=8, scratch_mb=2, scratch_files=100, areas=2000, stderr_mb=1)

# After this, a program can read turns, answer them, or just play.
PRELUDE = (
    BEGINNING
    + """
def play():
    for turn in turns(): answer(ply=turn["ply"], index=0)
"""
)


def needs_a_sandbox() -> None:
    reason = sandbox.why_not()
    if reason is not None:
        if os.environ.get("PARLOUR_REQUIRE_SANDBOX") == "1":
            pytest.fail(f"PARLOUR_REQUIRE_SANDBOX is set, but: {reason}")
        pytest.skip(reason)


def program_at(folder: Path, text: str, limits: Limits = SMALL) -> SandboxedPlayer:
    """A Python program on seat 0."""
    folder.mkdir(exist_ok=True)
    for parent in (folder, *folder.parents):  # the sandbox has a user of its own
        if parent.owner() == folder.owner() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011 | (0o044 if parent == folder else 0))
    (folder / "bot.py").write_text(PRELUDE + text)
    manifest = Manifest("Mallory", ["connect-four"], "python", [], ["python3", "bot.py"])
    return SandboxedPlayer(manifest, folder, limits)


def against_random(player: SandboxedPlayer, clock: Clock = PATIENT) -> Played:
    game = find("connect-four")
    try:
        return play_match(
            game, None, [player, RandomPlayer(game, SEED.dice("bot 1"))], names=["M", "R"], seed=SEED, clock=clock
        )
    finally:
        player.close()


def lost(played: Played) -> str:
    """The program forfeited; the note that says why."""
    assert played.match.over
    assert played.match.payoffs() == [0.0, 1.0], played.notes
    assert played.forfeits == [True, False], played.notes
    return played.notes[0]
