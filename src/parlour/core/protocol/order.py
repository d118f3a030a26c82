"""Order in the house: reports by guests, what its host sees and does, and what is kept for how long."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.protocol.guests import Announcement, GuestKind
from parlour.core.protocol.ratings import PlayerName
from parlour.core.protocol.tables import Status

ReportReason = Literal["name", "emotes", "stalling", "cheating", "other"]
LONGEST_WORDS = 500
Words = Annotated[str, Meta(max_length=LONGEST_WORDS)]
Id = Annotated[str, Meta(max_length=64)]


class Entered(msgspec.Struct, frozen=True):
    """Something in the host's books, since a time."""

    id: str
    at: float


# --- by guests ---


class ReportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a player, named by id or by the seat at a table."""

    reason: ReportReason
    words: Words = ""
    player: Id | None = None
    table: Id | None = None
    seat: int | None = None


class Reported(msgspec.Struct, frozen=True):
    """The house has it; about whom."""

    name: str


class Kept(msgspec.Struct, frozen=True):
    """One kind of data that a house keeps: what, what for, and for how long."""

    title: str
    what: str
    why: str
    how_long: str


class Privacy(msgspec.Struct, frozen=True):
    kept: list[Kept]
    not_kept: list[str]


# --- by hosts ---


class HostSession(msgspec.Struct, frozen=True):
    """Stands for the host's key until then, or until the key is renewed."""

    token: str
    until: float


class HostFacts(msgspec.Struct, frozen=True):
    announcements: list[Announcement]
    reports: int  # open ones
    guests: int
    tables: int
    version: str


class HostBan(Entered, frozen=True):
    """Of a player or of a range of addresses; `until` None: for good; `over`: it has ended."""

    player: PlayerName | None
    network: str | None
    until: float | None
    why: str
    over: bool


class HostGuest(msgspec.Struct, frozen=True):
    """A guest as the host sees them; `reports` are open ones."""

    player: str
    name: str
    kind: GuestKind
    owner: PlayerName | None
    created: float
    seen: float
    devices: int
    reports: int
    ban: HostBan | None


class HostGuests(msgspec.Struct, frozen=True):
    guests: list[HostGuest]
    after: str | None


class HostTable(msgspec.Struct, frozen=True):
    """A table as the host sees it: who sits there, nothing of the game."""

    players: list[PlayerName]
    listed: bool
    rated: bool
    table: str
    title: str
    status: Status
    created: float


class HostTables(msgspec.Struct, frozen=True):
    tables: list[HostTable]
    after: str | None


class HostReport(Entered, frozen=True):
    """`by` reported `player`; `table` is where, if at a table, and is kept as long as the report."""

    reason: ReportReason
    words: str
    player: PlayerName
    by: PlayerName
    table: HostTable | None
    settled: float | None
    outcome: str


class HostReports(msgspec.Struct, frozen=True):
    """`before` fetches the next page."""

    reports: list[HostReport]
    before: float | None


class HostAct(msgspec.Struct, frozen=True):
    """A line of the log: who did what, about what or whom (`name`, if that has one), and why."""

    number: int
    at: float
    by: str
    what: str
    about: str
    name: str | None
    why: str


class HostLog(msgspec.Struct, frozen=True):
    acts: list[HostAct]
    before: int | None


class BanWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of a player, or of a range of addresses such as 203.0.113.0/24; without `until`, for good."""

    why: Words
    player: Id | None = None
    network: Annotated[str, Meta(max_length=64)] | None = None
    until: float | None = None


class WhyWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason, in a few words that others will read."""

    why: Words


class AnnounceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Words = ""
    until: float | None = None
