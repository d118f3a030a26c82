"""All that a house knows about a guest, as a file to take along."""

from __future__ import annotations

import msgspec

from parlour.core import record as records
from parlour.core.protocol.bots import Bot
from parlour.core.protocol.guests import Guest
from parlour.core.protocol.lab import LabExperiment
from parlour.core.protocol.tables import Status


class OwnDevice(msgspec.Struct, frozen=True):
    name: str
    created: float
    seen: float


class OwnAccount(msgspec.Struct, frozen=True):
    """Who you are for an OpenID provider."""

    issuer: str
    subject: str
    created: float
    used: float


class OwnText(msgspec.Struct, frozen=True):
    """A deck, a card script or another text that you saved."""

    kind: str
    name: str
    content: str
    updated: float


class OwnPuzzles(msgspec.Struct, frozen=True):
    game: str
    rating: float
    tries: int
    solved: int
    longest: int


class OwnExperiment(msgspec.Struct, frozen=True):
    """An experiment that you let the house play; its result is at its address."""

    id: str
    title: str
    experiment: LabExperiment
    created: float


class OwnReport(msgspec.Struct, frozen=True):
    """What you have told the host about a player."""

    at: float
    player: str
    reason: str
    words: str
    table: str | None


class RecordFile(records.Record, frozen=True):
    """A record under another name: `Record` already means something in TypeScript."""


class OwnTable(msgspec.Struct, frozen=True):
    """A table where you or one of your bots sat, or which you hosted; `record` is there once the game is over."""

    id: str
    game: str
    status: Status
    created: float
    ended: float | None
    names: list[str]
    record: RecordFile | None


class OwnData(msgspec.Struct, frozen=True):
    guest: Guest
    created: float
    seen: float
    devices: list[OwnDevice]
    push: list[str]  # where your devices are told that it is your turn
    phrase: float | None
    accounts: list[OwnAccount]
    bots: list[Bot]
    texts: list[OwnText]
    puzzles: list[OwnPuzzles]
    experiments: list[OwnExperiment]
    reports: list[OwnReport]
    bans: list[str]  # what you were told about each
    tables: list[OwnTable]


class FarewellWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your name once more, so that nobody leaves for good by mistake."""

    name: str
