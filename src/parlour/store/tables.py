"""The tables as they are now. For how they got there, see migrations.py."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Table,
    Text,
    TypeDecorator,
)

from parlour.store import rows
from parlour.store.rows import Seat, Seed


class Secret(TypeDecorator[Seed]):
    """Text that does not show up in SQLAlchemy's log of fetched rows."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Seed | None:
        return None if value is None else Seed(value)


metadata = MetaData()


def keys(*names: str) -> list[Column[str]]:
    """The columns of a primary key; a guest or match is one that exists."""
    refers = {"guest": "guests.id", "match": "matches.id"}
    return [
        Column(name, Text, *[ForeignKey(refers[name])] if name in refers else [], primary_key=True) for name in names
    ]


schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True), Column("at", Double))

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("kind", Text),
    Column("created", Double),
    Column("seen", Double),
    Column("owner", Text),  # of a bot
    Column("signed", Integer),  # which of the guest's signed tokens is valid; none if empty
)

devices = Table(
    "devices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id")),
    Column("hash", Text),  # of the token, which only the device has; unique
    Column("name", Text),
    Column("created", Double),
    Column("seen", Double),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text),  # what it is good for, once
    Column("guest", Text, ForeignKey("guests.id")),
    Column("until", Double),
)

phrases = Table(
    "phrases",
    metadata,
    *keys("guest"),
    Column("hash", Text),  # a slow one; unique
    Column("made", Double),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id")),
    Column("site", Text),  # the host name it belongs to
    Column("public_key", Text),
    Column("uses", Integer),  # as its authenticator counts them
    Column("name", Text),
    Column("created", Double),
    Column("used", Double),
)

# Who a guest is for an OpenID provider.
accounts = Table(
    "accounts",
    metadata,
    *keys("issuer", "subject"),
    Column("id", Text, unique=True),
    Column("guest", Text, ForeignKey("guests.id")),
    Column("created", Double),
    Column("used", Double),
)

# How a push service reaches a guest's device.
push_lines = Table(
    "push_lines",
    metadata,
    *keys("guest", "device"),
    Column("endpoint", Text, unique=True),
    Column("p256dh", Text),
    Column("auth", Text),
    Column("at", Double),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text),
    Column("version", Text),
    Column("options", Text),  # JSON
    Column("seed", Secret),  # secret until the match is over
    Column("seats", Text),  # JSON
    Column("settings", Text),  # JSON
    Column("status", Text),
    Column("listed", Boolean),  # in the lobby, not by link only
    Column("host", Text, ForeignKey("guests.id")),
    Column("created", Double),
    Column("started", Double),
    Column("ended", Double),
    Column("result", Text),  # JSON
    Column("rematch_of", Text),  # unique: a match has one rematch
    Column("owner", Text),  # the process that drives clocks and house players ...
    Column("lease_until", Double),  # ... until then, unless it renews its lease
    Column("revision", Integer),
    Column("origin", Text),  # of a branch: the match it plays on from
)

follows = Table("follows", metadata, *keys("guest", "player"), Column("since", Double))

sitters = Table("sitters", metadata, *keys("guest", "match"))

moves = Table(
    "moves",
    metadata,
    *keys("match"),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("move", Text),  # compact JSON
    Column("at", Double),
    Column("used_ms", Integer),
)

faults = Table(
    "slips",  # its original name
    metadata,
    Column("id", Text, primary_key=True),
    Column("match", Text, ForeignKey("matches.id")),
    Column("seat", Integer),
    Column("ply", Integer),
    Column("at", Double),
    Column("code", Text),
    Column("why", Text),
    Column("said", Text),
)

reviews = Table(
    "reviews",
    metadata,
    *keys("match"),
    Column("form", Integer),  # of the content: one that is written differently is made anew
    Column("grown", Integer),  # how often it has grown
    Column("progress", Double),
    Column("content", Text),  # JSON; empty before there is anything to show
    Column("done", Boolean),
    Column("updated", Double),
    Column("owner", Text),  # the process that works on it ...
    Column("lease_until", Double),  # ... until then, unless it renews its lease
)

texts = Table(
    "texts",
    metadata,
    Column("hash", Text, primary_key=True),  # sha-256 of the content in UTF-8
    Column("kind", Text),
    Column("name", Text),
    Column("content", Text),
    Column("author", Text, ForeignKey("guests.id")),
    Column("created", Double),
)

saved = Table(
    "saved",
    metadata,
    *keys("guest", "kind", "name"),
    Column("hash", Text, ForeignKey("texts.hash")),
    Column("updated", Double),
)

ratings = Table(
    "ratings",
    metadata,
    *keys("game", "player"),
    Column("mu", Double),
    Column("sigma", Double),
    Column("games", Integer),
    Column("updated", Double),
)

rated_games = Table(  # the ledger: entered with the result, never changed
    "rated_games",
    metadata,
    *keys("match"),
    Column("game", Text),
    Column("at", Double),
    Column("number", Integer),  # in the order of counting, by game; empty until it is counted
)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("match", Text, ForeignKey("rated_games.match"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text),  # a guest, or a player of the house
    Column("payoff", Double),
    Column("old_mu", Double),  # the rating before this game ...
    Column("old_sigma", Double),
    Column("mu", Double),  # ... and after it; empty until it is counted
    Column("sigma", Double),
)

rating_books = Table(
    "rating_books",
    metadata,
    *keys("game"),
    Column("rules", Text),  # by which its ratings were counted; by others, they are counted anew
    Column("counted", Integer),  # games of the ledger
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    *keys("guest", "game", "puzzle"),
    Column("solved", Boolean),  # by the first try, the only one that counts
    Column("at", Double),  # of the last try
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    *keys("kind", "game", "id"),  # of a guest or of a puzzle, as `kind` says
    Column("rating", Double),
    Column("tries", Integer),
    Column("solved", Integer),
    Column("streak", Integer),  # puzzles solved in a row, up to now
    Column("longest", Integer),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Double),
    Column("guest", Text, ForeignKey("guests.id")),  # about whom
    Column("by", Text, ForeignKey("guests.id")),
    Column("match", Text, ForeignKey("matches.id")),  # where it happened, if at a table; kept as long as the report
    Column("reason", Text),
    Column("words", Text),
    Column("settled", Double),  # when; empty while it is open
    Column("outcome", Text),
)

bans = Table(
    "bans",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Double),
    Column("guest", Text, ForeignKey("guests.id")),  # either a guest ...
    Column("network", Text),  # ... or a range of addresses
    Column("until", Double),  # empty: for good
    Column("why", Text),  # as the banned guest is told
)

acts = Table(  # the log of everything a host did
    "acts",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double),
    Column("by", Text),
    Column("what", Text),
    Column("about", Text),  # a guest, a table, a range of addresses, a report
    Column("why", Text),
)

house_state = Table(
    "house_state",
    metadata,
    *keys("name"),
    Column("number", Integer),  # how often it has changed
    Column("content", Text),  # JSON
)

on_call = Table(  # bots that are connected and can be invited
    "on_call",
    metadata,
    Column("bot", Text, ForeignKey("guests.id"), primary_key=True),
    Column("games", Text),  # JSON: a list of names
    Column("tables", Integer),  # how many it plays at a time
    Column("ladder", Boolean),
    Column("people", Boolean),  # may be challenged by anybody
    Column("line", Text),  # its connection: a newer one replaces it
    Column("since", Double),
    Column("lease_until", Double),  # whoever holds the connection renews it
    Column("matched", Double),  # when it was last matched on the ladder
)

ladder_wishes = Table(  # what owners want their bots to play on the ladder; without a line the bot itself says
    "ladder_wishes",
    metadata,
    Column("bot", Text, ForeignKey("guests.id"), primary_key=True),
    Column("games", Text),  # JSON: a list of names
)

invitations = Table(  # guests who are expected at a table
    "invitations",
    metadata,
    *keys("match", "guest"),
    Column("seat", Integer),
    Column("kind", Text),  # why it was set up
    Column("until", Double),  # the table is called off if they are not there by then
)

seeks = Table(  # guests who look for an opponent
    "seeks",
    metadata,
    *keys("guest"),
    Column("pool", Text),  # those with the same one can be paired
    Column("wish", Text),  # JSON: what they want to play
    Column("points", Integer),
    Column("since", Double),
    Column("lease_until", Double),  # whoever has gone is forgotten then
    Column("match", Text, ForeignKey("matches.id")),  # what was found
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text),
    Column("game", Text),
    Column("host", Text, ForeignKey("guests.id")),
    Column("settings", Text),  # JSON
    Column("plan", Text),  # JSON; empty until it begins
    Column("seed", Secret),  # of the games that only the house plays
    Column("status", Text),
    Column("listed", Boolean),
    Column("created", Double),
    Column("started", Double),
    Column("ended", Double),
    Column("changes", Integer),  # counts whatever changes on its page
    Column("owner", Text),  # the process that directs it ...
    Column("lease_until", Double),  # ... until then, unless it renews its lease
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("id", Text, primary_key=True),  # of the guest, or made up for a player of the house
    Column("guest", Text, ForeignKey("guests.id")),
    Column("word", Text),  # of a player of the house, or of a program that it runs
    Column("name", Text),
    Column("number", Integer),  # in the seeding; empty until it begins
    Column("joined", Double),
    Column("absent", Boolean),  # withdrew, was removed, or did not come
    Column("missed", Integer),  # meetings
)

tournament_rounds = Table(
    "tournament_rounds",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("pairing", Text),  # JSON: who meets, and who rests
    Column("at", Double),
)

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),  # which meeting of the round
    Column("number", Integer, primary_key=True, autoincrement=False),  # which game of the meeting
    Column("seats", Text),  # JSON: entrants by their number
    Column("extra", Boolean),  # a tie-break
    Column("alone", Boolean),  # nobody has to come: any process may take it
    Column("tables", Text),  # JSON: the matches it is played in, more than one if draws are replayed
    Column("status", Text),
    Column("payoffs", Text),  # JSON, by seat; empty until it is over
    Column("note", Text),
    Column("at", Double),  # when its table was laid
    Column("owner", Text),  # the process that plays it ...
    Column("lease_until", Double),  # ... until then, unless it renews its lease
    Column("programs", Integer),  # how many of them play
)

programs = Table(
    "programs",
    metadata,
    *keys("guest"),  # the bot that it plays for
    Column("games", Text),  # JSON
    Column("shared", Boolean),  # everybody may play against it, not its owner only
    Column("version", Integer),  # the one that plays; 0: none yet
    Column("updated", Double),
)

program_versions = Table(
    "program_versions",
    metadata,
    *keys("guest"),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("created", Double),
    Column("status", Text),  # building, ready or failed
    Column("manifest", Text),  # JSON
    Column("error", Text),  # why it failed
    Column("output", Text),  # of the build
    Column("source", LargeBinary),  # as an archive
    Column("built", LargeBinary),  # the same, once it is ready
)

program_runs = Table(
    "program_runs",
    metadata,
    *keys("match"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text),
    Column("version", Integer),
    Column("at", Double),
    Column("used", Text),  # JSON
    Column("how", Text),  # why it was stopped, if it did not play to the end
    Column("said", Text),  # the end of its stderr
)

experiments = Table(
    "experiments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id")),
    Column("title", Text),
    Column("game", Text),
    Column("stage", Text),  # waiting, running, stopped, done or failed
    Column("experiment", Text),  # JSON
    Column("plan", Text),  # JSON
    Column("seed", Text),
    Column("jobs", Integer),  # deals to play
    Column("done", Integer),  # of them
    Column("games", Integer),  # played in them, without those played again
    Column("seconds", Double),  # of processor time
    Column("grown", Integer),  # how often the result has changed
    Column("result", Text),  # JSON; empty before there is any
    Column("trouble", Text),  # why the house stopped it
    Column("created", Double),
    Column("updated", Double),
    Column("owner", Text),  # the process that plays it ...
    Column("lease_until", Double),  # ... until then, unless it renews its lease
)

experiment_parts = Table(
    "experiment_parts",
    metadata,
    Column("experiment", Text, ForeignKey("experiments.id"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),  # its first job
    Column("content", LargeBinary),  # what was played, packed
)


def match_of(row: Row[Any]) -> rows.Match:
    fields = dict(row._mapping)
    fields["seats"] = tuple(Seat(**seat) for seat in json.loads(fields["seats"]))
    for name in ("options", "settings"):
        fields[name] = json.loads(fields[name])
    if fields["result"] is not None:
        fields["result"] = json.loads(fields["result"])
    return rows.Match(**fields)


def move_of(row: Row[Any]) -> rows.Move:
    return rows.Move(row.match, row.ply, row.seat, json.loads(row.move), row.at, row.used_ms)
