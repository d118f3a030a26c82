"""All that a house knows about a guest, as a file to take along."""

from __future__ import annotations

import msgspec

from parlour.core import record as records
from parlour.core.protocol.bots import Bot, Fault
from parlour.core.protocol.guests import Guest
from parlour.core.protocol.lab import LabExperiment
from parlour.core.protocol.programs import ProgramRun
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


class OwnPasskey(msgspec.Struct, frozen=True):
    name: str
    site: str
    created: float
    used: float


class OwnFollow(msgspec.Struct, frozen=True):
    """Somebody whom you follow."""

    player: str
    name: str
    since: float


class OwnRating(msgspec.Struct, frozen=True):
    """Of you or one of your bots, as the house counts: `mu` and `sigma` (docs/ratings.md)."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int
    updated: float


class OwnTry(msgspec.Struct, frozen=True):
    """A puzzle that you tried; `solved`: at once."""

    game: str
    puzzle: str
    solved: bool
    at: float


class OwnTournament(msgspec.Struct, frozen=True):
    """A tournament that you run, or that you or a bot of yours has entered."""

    id: str
    title: str
    game: str
    runs: bool
    created: float


class OwnBot(Bot, frozen=True):
    """`ladder`: the games that you let it play on the ladder; without, it says so itself."""

    ladder: list[str] | None = None


class OwnFault(Fault, frozen=True):
    """What went wrong with one of your bots."""

    seat: int = 0


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
    """A table where you or one of your bots sat, or which you hosted; `record` is there once the game is over. `faults`
    is the log of your bots there."""

    id: str
    game: str
    status: Status
    created: float
    ended: float | None
    names: list[str]
    record: RecordFile | None
    faults: list[OwnFault] = []


class OwnProgram(msgspec.Struct, frozen=True):
    """A version of a program that you uploaded; `source` is the archive, in base64."""

    bot: str
    version: int
    created: float
    status: str
    output: str
    source: str


class OwnRun(ProgramRun, frozen=True):
    """How a program of yours did in a game."""

    bot: str = ""


class OwnData(msgspec.Struct, frozen=True):
    guest: Guest
    created: float
    seen: float
    devices: list[OwnDevice]
    push: list[str]  # where your devices are told that it is your turn
    phrase: float | None
    passkeys: list[OwnPasskey]
    accounts: list[OwnAccount]
    follows: list[OwnFollow]
    ratings: list[OwnRating]
    tournaments: list[OwnTournament]
    bots: list[OwnBot]
    texts: list[OwnText]
    puzzles: list[OwnPuzzles]
    tries: list[OwnTry]
    experiments: list[OwnExperiment]
    reports: list[OwnReport]
    bans: list[str]  # what you were told about each
    runs: list[OwnRun]
    programs: list[OwnProgram]
    tables: list[OwnTable]


class FarewellWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your name once more, so that nobody leaves for good by mistake."""

    name: str
