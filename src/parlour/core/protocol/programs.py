"""Programs that guests upload and the house runs."""

from __future__ import annotations

from typing import Literal

import msgspec

VersionStatus = Literal["building", "ready", "failed"]


class ProgramFacts(msgspec.Struct, frozen=True):
    """What the house offers to authors of programs."""

    languages: list[str]
    memory_mb: int
    tasks: int  # processes and threads
    scratch_mb: int
    upload_mb: int


class Program(msgspec.Struct, frozen=True):
    """A program in a list; its id is that of the bot for which it plays, and `program:ID` its seat word."""

    id: str
    name: str
    games: list[str]
    version: int  # the one that plays; 0: none yet
    shared: bool  # everybody may play against it, not its owner only
    mine: bool
    owner: str | None  # the owner's name


class ProgramVersion(msgspec.Struct, frozen=True):
    """A version, for its owner. `error` says why it failed, `output` what its build said."""

    version: int
    created: float
    status: VersionStatus
    language: str
    protocol: str
    build: list[str]
    run: str
    error: str
    output: str


class ProgramRun(msgspec.Struct, frozen=True):
    """How a program did in a game, for its owner: times in ms of processor time, and the end of its stderr.

    `how` says why it was stopped; it is empty if the program played to the end.
    """

    table: str
    seat: int
    version: int
    at: float
    decisions: int
    cpu_ms: int
    longest_ms: int
    wall_ms: int
    memory_kb: int
    how: str
    said: str


class ProgramPage(Program, frozen=True, kw_only=True):
    """A program's page; versions and runs are for its owner only."""

    versions: list[ProgramVersion]
    runs: list[ProgramRun]


class ProgramSource(msgspec.Struct, frozen=True):
    """The source of a version: a .zip archive in base64."""

    version: int
    archive: str


class ProgramWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change by the owner; what is not given stays."""

    shared: bool | None = None
    version: int | None = None
