"""What the store takes and returns: plain data. The rules of games are unknown here."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from parlour.store.errors import StoreError

Json = Any
Status = Literal["open", "running", "over", "closed"]
Kind = Literal["person", "bot"]
STATUSES = ("open", "running", "over", "closed")
KINDS = ("person", "bot")
LARGEST = 2**31 - 1  # PostgreSQL's integer


class Seed(str):
    """A match's secret in hexadecimal digits: a string whose repr() does not show it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Seed(secret)"


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str
    kind: Kind
    created: float
    seen: float
    owner: str | None = None
    signed: int | None = None


@dataclass(frozen=True, slots=True)
class Device:
    """A browser or program with a token of its own."""

    id: str
    guest: str
    name: str
    created: float
    seen: float


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment of the lab. `experiment`, `plan` and `result` are JSON as it was written."""

    id: str
    guest: str
    title: str
    game: str
    stage: str
    experiment: str
    plan: str
    seed: str = field(repr=False)
    jobs: int
    done: int
    games: int
    seconds: float
    grown: int
    result: str
    trouble: str
    created: float
    updated: float
    owner: str | None
    lease_until: float


@dataclass(frozen=True, slots=True)
class Passkey:
    id: str
    guest: str
    site: str
    public_key: str
    uses: int
    name: str
    created: float
    used: float


@dataclass(frozen=True, slots=True)
class Account:
    """Who a guest is for an OpenID provider."""

    issuer: str
    subject: str
    id: str
    guest: str
    created: float
    used: float


@dataclass(frozen=True, slots=True)
class PushLine:
    """How a push service reaches a guest's device, and the keys that only the device can open a message with."""

    guest: str
    device: str
    endpoint: str
    p256dh: str
    auth: str
    at: float


@dataclass(frozen=True, slots=True)
class WaysIn:
    """All that lets somebody in as a guest: devices, newest first, when the recovery phrase was made, passkeys, and
    accounts elsewhere."""

    devices: list[Device]
    phrase: float | None
    passkeys: list[Passkey]
    accounts: list[Account]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits here: a guest by id, a bot by its seat word, or nobody."""

    guest: str | None = None
    bot: str | None = None
    name: str = ""

    @property
    def empty(self) -> bool:
        return self.guest is None and self.bot is None


@dataclass(frozen=True, slots=True)
class Match:
    """One match without its moves. `revision` counts updates; pass it back to update only what you saw."""

    id: str
    game: str
    version: str
    options: Json
    seed: Seed = field(repr=False)
    seats: tuple[Seat, ...]
    settings: Json
    status: Status
    listed: bool
    host: str | None
    created: float
    started: float | None
    ended: float | None
    result: Json
    rematch_of: str | None
    owner: str | None
    lease_until: float
    revision: int
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    match: str
    ply: int
    seat: int
    move: Json
    at: float
    used_ms: int


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong with a bot during a ply, in a sentence, and what it had sent."""

    id: str
    match: str
    seat: int
    ply: int
    at: float
    code: str
    why: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Pace:
    """How one seat of a match has played so far: its decisions, the time they took, and its faults by code."""

    decisions: int = 0
    total_ms: int = 0
    longest_ms: int = 0
    faults: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A match and its moves so far, read together."""

    match: Match
    moves: list[Move]


@dataclass(frozen=True, slots=True)
class Appended:
    """`ok`: the move is stored. Otherwise `existing` is the move that came first."""

    ok: bool
    existing: Move | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """`ok`: the change is stored. `match` is the match as it is now, or None if there is none."""

    ok: bool
    match: Match | None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list; `after` fetches the next one, None at the end."""

    matches: list[Match]
    after: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a match so far, as JSON; `owner` is the process that holds a lease on it, if any."""

    match: str
    form: int
    grown: int
    progress: float
    content: str
    done: bool
    updated: float
    owner: str | None


@dataclass(frozen=True, slots=True)
class Text:
    hash: str
    kind: str
    name: str
    content: str
    author: str | None
    created: float


@dataclass(frozen=True, slots=True)
class Saved:
    guest: str
    kind: str
    name: str
    hash: str
    updated: float


@dataclass(frozen=True, slots=True)
class Rating:
    game: str
    player: str
    mu: float
    sigma: float
    games: int
    updated: float = 0.0


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """One seat of a rated game: a guest or a player of the house, and what it won."""

    seat: int
    player: str
    payoff: float


class Strength(NamedTuple):
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating, with a guest's name and kind; a player of the house has neither."""

    player: str
    mu: float
    sigma: float
    games: int
    updated: float
    name: str | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One seat of a rated game that has been counted, with the rating before and after it."""

    match: str
    game: str
    at: float
    seat: int
    player: str
    payoff: float
    old: Strength
    new: Strength


@dataclass(frozen=True, slots=True)
class Score:
    """How a player did against another in rated games of one game."""

    game: str
    rival: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """How a guest does with a game's puzzles, or how guests do with one of them (`kind` says which)."""

    kind: str
    game: str
    id: str
    rating: float
    tries: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A guest's try at a puzzle: whether it counted, and both ratings before and after it."""

    counted: bool
    before: PuzzleRating
    guest: PuzzleRating
    puzzle: PuzzleRating


@dataclass(frozen=True, slots=True)
class Report:
    """What a guest told the house about another."""

    id: str
    at: float
    guest: str
    by: str
    match: str | None
    reason: str
    words: str
    settled: float | None
    outcome: str


@dataclass(frozen=True, slots=True)
class Ban:
    """A guest or a range of addresses that may not play until a time, or for good (None)."""

    id: str
    at: float
    guest: str | None
    network: str | None
    until: float | None
    why: str


@dataclass(frozen=True, slots=True)
class Act:
    """What a host did: by the host's page or in a terminal, about what or whom, and why."""

    by: str
    what: str
    about: str = ""
    why: str = ""
    number: int = 0
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class GuestFacts:
    """What a host may know about a guest."""

    guest: Guest
    devices: int
    reports: int  # about the guest, not yet settled


@dataclass(frozen=True, slots=True)
class OnCall:
    """A bot that is connected and can be invited: what it plays, and how many tables it plays at now."""

    bot: Guest
    games: list[str]
    tables: int
    ladder: bool
    people: bool
    line: str
    since: float
    matched: float
    busy: int = 0
    laddering: int = 0  # how many of those are games of the ladder
    wish: list[str] | None = None  # what its owner wants it to play there; None: whatever it says itself

    @property
    def ladder_games(self) -> list[str]:
        """The games that it plays on the ladder."""
        if self.wish is None:
            return self.games if self.ladder else []
        return [game for game in self.games if game in self.wish]

    @property
    def room(self) -> int:
        return max(0, self.tables - self.busy)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A guest is expected at a table until then, while it is open."""

    match: str
    guest: str
    seat: int
    kind: str
    until: float


@dataclass(frozen=True, slots=True)
class Seek:
    """A guest who looks for an opponent; `match` is the table that was found."""

    guest: str
    pool: str
    wish: Json
    points: int
    since: float
    match: str | None = None
    others: int = 0  # who wait in the same pool


@dataclass(frozen=True, slots=True)
class Program:
    """A bot's program; `version` is the one that plays, 0 if there is none yet."""

    guest: str
    games: list[str]
    shared: bool
    version: int
    updated: float
    name: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class ProgramVersion:
    """One version of a program, without its files."""

    guest: str
    version: int
    created: float
    status: Literal["building", "ready", "failed"]
    manifest: Json
    error: str
    output: str


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How a program did in a match: what it used, why it was stopped, if it was, and the end of its stderr."""

    match: str
    seat: int
    player: str
    version: int
    at: float
    used: Json
    how: str
    said: str


@dataclass(frozen=True, slots=True)
class Stats:
    """`queue` writes are waiting; the rest counts since the store was opened."""

    queue: int
    batches: int
    writes: int
    mean_batch: float
    last_commit_ms: float
    moves: int
    failures: int
    retries: int


def new_id(size: int = 16) -> str:
    """An unguessable, URL-safe id of so many random bytes. It never begins with a dash, which on a command line would
    begin an option."""
    while (made := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return made


_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def dump(value: Json, what: str) -> str:
    """The value as compact JSON."""
    try:
        text = _compact.encode(value)
        text.encode()
    except (TypeError, ValueError, RecursionError):
        raise StoreError(f"The {what} can't be written as JSON.", "junk") from None
    return text


def plain(value: object, what: str, most: int = 200, least: int = 1) -> str:
    """The value, if it is text that both databases can store."""
    if not isinstance(value, str):
        raise StoreError(f"The {what} must be text.", "junk")
    if not least <= len(value) <= most:
        raise StoreError(f"The {what} must have {least} to {most} characters, not {len(value)}.", "junk")
    if "\0" in value or not _has_utf8(value):
        raise StoreError(f"The {what} contains characters that can't be stored.", "junk")
    return str(value)


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return False
    return True


def count(value: object, what: str) -> int:
    """The value, if it is a whole number that both databases can store."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST:
        raise StoreError(f"The {what} must be a whole number from 0 to {LARGEST}.", "junk")
    return value


def number(value: object, what: str) -> float:
    """The value, if it is a finite number."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not abs(value) < 1e300:
        raise StoreError(f"The {what} must be a number.", "junk")
    return float(value)


def one_of(value: object, words: tuple[str, ...], what: str) -> str:
    if value not in words:
        raise StoreError(f"The {what} must be one of {', '.join(words)}.", "junk")
    return str(value)
