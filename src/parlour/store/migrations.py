"""The migrations. A step, once released, is never changed: every change is a new step."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, inspect, text

from parlour.store.errors import StoreError
from parlour.store.tables import metadata


@dataclass(frozen=True)
class Step:
    """One migration, in SQL that both SQLite and PostgreSQL understand."""

    number: int
    why: str
    statements: tuple[str, ...]


STEPS = (
    Step(
        1,
        "guests, matches, moves, texts and ratings",
        (
            """CREATE TABLE guests (
                id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE matches (
                id TEXT PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
                seed TEXT NOT NULL, seats TEXT NOT NULL, settings TEXT NOT NULL, status TEXT NOT NULL,
                listed BOOLEAN NOT NULL, host TEXT REFERENCES guests (id),
                created DOUBLE PRECISION NOT NULL, started DOUBLE PRECISION, ended DOUBLE PRECISION,
                result TEXT, rematch_of TEXT,
                owner TEXT, lease_until DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE sitters (
                guest TEXT NOT NULL REFERENCES guests (id), "match" TEXT NOT NULL REFERENCES matches (id),
                PRIMARY KEY (guest, "match"))""",
            """CREATE TABLE moves (
                "match" TEXT NOT NULL REFERENCES matches (id), ply INTEGER NOT NULL, seat INTEGER NOT NULL,
                move TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, used_ms INTEGER NOT NULL,
                PRIMARY KEY ("match", ply))""",
            """CREATE TABLE texts (
                hash TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL,
                author TEXT REFERENCES guests (id), created DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE saved (
                guest TEXT NOT NULL REFERENCES guests (id), kind TEXT NOT NULL, name TEXT NOT NULL,
                hash TEXT NOT NULL REFERENCES texts (hash), updated DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (guest, kind, name))""",
            """CREATE TABLE ratings (
                game TEXT NOT NULL, player TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL,
                sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, updated DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (game, player))""",
        ),
    ),
    Step(
        2,
        "matches count their updates, so that two processes cannot seat two guests on one chair",
        ("ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",),
    ),
    Step(
        3,
        "the lobby's lists are found by index, and a match has at most one rematch",
        (
            "CREATE INDEX matches_by_status ON matches (status, created)",
            "CREATE INDEX matches_by_host ON matches (host)",
            'CREATE INDEX sitters_by_match ON sitters ("match")',
            "CREATE UNIQUE INDEX matches_by_rematch_of ON matches (rematch_of)",
        ),
    ),
    Step(
        4,
        "a bot has an owner, who may read what went wrong with its answers",
        (
            "ALTER TABLE guests ADD COLUMN owner TEXT",
            "CREATE INDEX guests_by_owner ON guests (owner)",
            """CREATE TABLE slips (
                id TEXT PRIMARY KEY, "match" TEXT NOT NULL REFERENCES matches (id), seat INTEGER NOT NULL,
                ply INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, code TEXT NOT NULL, why TEXT NOT NULL,
                said TEXT NOT NULL)""",
            'CREATE INDEX slips_by_match ON slips ("match")',
        ),
    ),
    Step(
        5,
        "reviews of finished matches",
        (
            """CREATE TABLE reviews (
                "match" TEXT PRIMARY KEY REFERENCES matches (id), form INTEGER NOT NULL, grown INTEGER NOT NULL,
                progress DOUBLE PRECISION NOT NULL, content TEXT NOT NULL, done BOOLEAN NOT NULL,
                updated DOUBLE PRECISION NOT NULL, owner TEXT, lease_until DOUBLE PRECISION NOT NULL)""",
        ),
    ),
    Step(
        6,
        "puzzles: tries and ratings",
        (
            """CREATE TABLE puzzle_tries (
                guest TEXT NOT NULL REFERENCES guests (id), game TEXT NOT NULL, puzzle TEXT NOT NULL,
                solved BOOLEAN NOT NULL, at DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (guest, game, puzzle))""",
            """CREATE TABLE puzzle_ratings (
                kind TEXT NOT NULL, game TEXT NOT NULL, id TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
                tries INTEGER NOT NULL, solved INTEGER NOT NULL, streak INTEGER NOT NULL, longest INTEGER NOT NULL,
                PRIMARY KEY (kind, game, id))""",
        ),
    ),
    Step(
        7,
        "the branches of a match are found by index",
        (
            "ALTER TABLE matches ADD COLUMN origin TEXT",
            "CREATE INDEX matches_by_origin ON matches (origin)",
        ),
    ),
    Step(
        8,
        "a guest has several tokens, which can be revoked, and ways back without any; signed tokens stay valid",
        (
            "ALTER TABLE guests ADD COLUMN signed INTEGER DEFAULT 0",
            """CREATE TABLE devices (
                id TEXT PRIMARY KEY, guest TEXT NOT NULL REFERENCES guests (id), hash TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX devices_by_guest ON devices (guest)",
            """CREATE TABLE codes (
                hash TEXT PRIMARY KEY, kind TEXT NOT NULL, guest TEXT REFERENCES guests (id),
                until DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX codes_by_until ON codes (until)",
            """CREATE TABLE phrases (
                guest TEXT PRIMARY KEY REFERENCES guests (id), hash TEXT NOT NULL UNIQUE,
                made DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE passkeys (
                id TEXT PRIMARY KEY, guest TEXT NOT NULL REFERENCES guests (id), site TEXT NOT NULL,
                public_key TEXT NOT NULL, uses INTEGER NOT NULL, name TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL, used DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX passkeys_by_guest ON passkeys (guest)",
        ),
    ),
    Step(
        9,
        "the ledger of rated games, from which ratings are counted",
        (
            """CREATE TABLE rated_games (
                "match" TEXT PRIMARY KEY REFERENCES matches (id), game TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL, number INTEGER)""",
            "CREATE INDEX rated_games_by_number ON rated_games (game, number)",
            """CREATE TABLE rated_seats (
                "match" TEXT NOT NULL REFERENCES rated_games ("match"), seat INTEGER NOT NULL, player TEXT NOT NULL,
                payoff DOUBLE PRECISION NOT NULL, old_mu DOUBLE PRECISION, old_sigma DOUBLE PRECISION,
                mu DOUBLE PRECISION, sigma DOUBLE PRECISION,
                PRIMARY KEY ("match", seat))""",
            "CREATE INDEX rated_seats_by_player ON rated_seats (player)",
            """CREATE TABLE rating_books (
                game TEXT PRIMARY KEY, rules TEXT NOT NULL, counted INTEGER NOT NULL)""",
        ),
    ),
    Step(
        10,
        "order in the house: reports, bans, a log of what hosts did, and what the house has to say to everybody",
        (
            """CREATE TABLE reports (
                id TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, guest TEXT NOT NULL REFERENCES guests (id),
                by TEXT NOT NULL REFERENCES guests (id), "match" TEXT REFERENCES matches (id), reason TEXT NOT NULL,
                words TEXT NOT NULL, settled DOUBLE PRECISION, outcome TEXT NOT NULL)""",
            "CREATE INDEX reports_by_at ON reports (at)",
            "CREATE INDEX reports_by_guest ON reports (guest)",
            "CREATE INDEX reports_by_author ON reports (by)",
            'CREATE INDEX reports_by_match ON reports ("match")',
            """CREATE TABLE bans (
                id TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, guest TEXT REFERENCES guests (id), network TEXT,
                until DOUBLE PRECISION, why TEXT NOT NULL)""",
            "CREATE INDEX bans_by_guest ON bans (guest)",
            """CREATE TABLE acts (
                number INTEGER PRIMARY KEY, at DOUBLE PRECISION NOT NULL, by TEXT NOT NULL, what TEXT NOT NULL,
                about TEXT NOT NULL, why TEXT NOT NULL)""",
            "CREATE INDEX acts_by_at ON acts (at)",
            "CREATE TABLE house_state (name TEXT PRIMARY KEY, number INTEGER NOT NULL, content TEXT NOT NULL)",
            "INSERT INTO house_state VALUES ('acts', 0, '')",
            "CREATE INDEX guests_by_seen ON guests (seen, id)",
            "CREATE INDEX matches_by_ended ON matches (ended)",
            "CREATE INDEX slips_by_at ON slips (at)",
        ),
    ),
    Step(
        11,
        "bots on call, guests who look for an opponent, and the tables to which both are invited",
        (
            """CREATE TABLE on_call (
                bot TEXT PRIMARY KEY REFERENCES guests (id), games TEXT NOT NULL, tables INTEGER NOT NULL,
                ladder BOOLEAN NOT NULL, people BOOLEAN NOT NULL, line TEXT NOT NULL,
                since DOUBLE PRECISION NOT NULL, lease_until DOUBLE PRECISION NOT NULL,
                matched DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE invitations (
                "match" TEXT NOT NULL REFERENCES matches (id), guest TEXT NOT NULL REFERENCES guests (id),
                seat INTEGER NOT NULL, kind TEXT NOT NULL, until DOUBLE PRECISION NOT NULL,
                PRIMARY KEY ("match", guest))""",
            "CREATE INDEX invitations_by_guest ON invitations (guest)",
            """CREATE TABLE seeks (
                guest TEXT PRIMARY KEY REFERENCES guests (id), pool TEXT NOT NULL, wish TEXT NOT NULL,
                points INTEGER NOT NULL, since DOUBLE PRECISION NOT NULL, lease_until DOUBLE PRECISION NOT NULL,
                "match" TEXT REFERENCES matches (id))""",
            "CREATE INDEX seeks_by_pool ON seeks (pool)",
        ),
    ),
    Step(
        12,
        "tournaments: entrants, rounds as they were drawn, and games, which processes take under leases",
        (
            """CREATE TABLE tournaments (
                id TEXT PRIMARY KEY, title TEXT NOT NULL, game TEXT NOT NULL, host TEXT REFERENCES guests (id),
                settings TEXT NOT NULL, plan TEXT, seed TEXT NOT NULL, status TEXT NOT NULL, listed BOOLEAN NOT NULL,
                created DOUBLE PRECISION NOT NULL, started DOUBLE PRECISION, ended DOUBLE PRECISION,
                changes INTEGER NOT NULL, owner TEXT, lease_until DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX tournaments_by_status ON tournaments (status, created)",
            """CREATE TABLE tournament_entrants (
                tournament TEXT NOT NULL REFERENCES tournaments (id), id TEXT NOT NULL,
                guest TEXT REFERENCES guests (id), word TEXT, name TEXT NOT NULL, number INTEGER,
                joined DOUBLE PRECISION NOT NULL, absent BOOLEAN NOT NULL, missed INTEGER NOT NULL,
                PRIMARY KEY (tournament, id))""",
            "CREATE INDEX tournament_entrants_by_guest ON tournament_entrants (guest)",
            """CREATE TABLE tournament_rounds (
                tournament TEXT NOT NULL REFERENCES tournaments (id), number INTEGER NOT NULL, pairing TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (tournament, number))""",
            """CREATE TABLE tournament_games (
                tournament TEXT NOT NULL REFERENCES tournaments (id), round INTEGER NOT NULL, place INTEGER NOT NULL,
                number INTEGER NOT NULL, seats TEXT NOT NULL, extra BOOLEAN NOT NULL, alone BOOLEAN NOT NULL,
                tables TEXT NOT NULL, status TEXT NOT NULL, payoffs TEXT, note TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL, owner TEXT, lease_until DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (tournament, round, place, number))""",
            "CREATE INDEX tournament_games_by_status ON tournament_games (status, alone)",
        ),
    ),
    Step(
        13,
        "programs of bots that the house runs itself, their versions, and how they did",
        (
            """CREATE TABLE programs (
                guest TEXT PRIMARY KEY REFERENCES guests (id), games TEXT NOT NULL, shared BOOLEAN NOT NULL,
                version INTEGER NOT NULL, updated DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE program_versions (
                guest TEXT NOT NULL REFERENCES guests (id), version INTEGER NOT NULL,
                created DOUBLE PRECISION NOT NULL, status TEXT NOT NULL, manifest TEXT NOT NULL,
                error TEXT NOT NULL, output TEXT NOT NULL, source BYTEA NOT NULL, built BYTEA,
                PRIMARY KEY (guest, version))""",
            """CREATE TABLE program_runs (
                "match" TEXT NOT NULL REFERENCES matches (id), seat INTEGER NOT NULL, player TEXT NOT NULL,
                version INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, used TEXT NOT NULL, how TEXT NOT NULL,
                said TEXT NOT NULL, PRIMARY KEY ("match", seat))""",
            "CREATE INDEX program_runs_by_player ON program_runs (player, at)",
        ),
    ),
    Step(
        14,
        "guests follow players, and the latest games are found by index",
        (
            """CREATE TABLE follows (
                guest TEXT NOT NULL REFERENCES guests (id), player TEXT NOT NULL,
                since DOUBLE PRECISION NOT NULL, PRIMARY KEY (guest, player))""",
            "CREATE INDEX follows_by_player ON follows (player)",
        ),
    ),
    Step(
        15,
        "how to reach a guest's device when it is their turn",
        (
            """CREATE TABLE push_lines (
                guest TEXT NOT NULL REFERENCES guests (id), device TEXT NOT NULL, endpoint TEXT NOT NULL,
                p256dh TEXT NOT NULL, auth TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (guest, device))""",
            "CREATE UNIQUE INDEX push_lines_by_endpoint ON push_lines (endpoint)",
        ),
    ),
    Step(
        16,
        "guests come in by their account at an OpenID provider",
        (
            """CREATE TABLE accounts (
                issuer TEXT NOT NULL, subject TEXT NOT NULL, id TEXT NOT NULL UNIQUE,
                guest TEXT NOT NULL REFERENCES guests (id), created DOUBLE PRECISION NOT NULL,
                used DOUBLE PRECISION NOT NULL, PRIMARY KEY (issuer, subject))""",
            "CREATE INDEX accounts_by_guest ON accounts (guest)",
        ),
    ),
    Step(
        17,
        "programs that the house runs play in tournaments, and owners say what their bots play on the ladder",
        (
            "ALTER TABLE tournament_games ADD COLUMN programs INTEGER NOT NULL DEFAULT 0",
            "CREATE TABLE ladder_wishes (bot TEXT PRIMARY KEY REFERENCES guests (id), games TEXT NOT NULL)",
        ),
    ),
    Step(
        18,
        "experiments of the lab, and what was played for them",
        (
            """CREATE TABLE experiments (
                id TEXT PRIMARY KEY, guest TEXT NOT NULL REFERENCES guests (id), title TEXT NOT NULL,
                game TEXT NOT NULL, stage TEXT NOT NULL, experiment TEXT NOT NULL, plan TEXT NOT NULL,
                seed TEXT NOT NULL, jobs INTEGER NOT NULL, done INTEGER NOT NULL, games INTEGER NOT NULL,
                seconds DOUBLE PRECISION NOT NULL, grown INTEGER NOT NULL, result TEXT NOT NULL,
                trouble TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL,
                owner TEXT, lease_until DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX experiments_by_guest ON experiments (guest, created)",
            "CREATE INDEX experiments_by_stage ON experiments (stage)",
            """CREATE TABLE experiment_parts (
                experiment TEXT NOT NULL REFERENCES experiments (id), first INTEGER NOT NULL, content BYTEA NOT NULL,
                PRIMARY KEY (experiment, first))""",
        ),
    ),
)
NEWEST = STEPS[-1].number
LOCK = 0x7061726C6F7572  # "parlour": PostgreSQL's advisory lock while the tables change


def migrate(conn: Connection, where: str, upto: int = NEWEST) -> None:
    """Migrate the tables within the transaction of conn, one process at a time."""
    if conn.dialect.name == "postgresql":
        conn.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    present = version(conn, where)
    if present is None:
        conn.execute(text("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, at DOUBLE PRECISION NOT NULL)"))
        present = 0
    for step in STEPS:
        if present < step.number <= upto:
            for statement in step.statements:
                conn.execute(text(statement))
            conn.execute(text("DELETE FROM schema_version"))
            conn.execute(text("INSERT INTO schema_version VALUES (:n, :at)"), {"n": step.number, "at": time.time()})


def version(conn: Connection, where: str) -> int | None:
    """The number of the last step done; None for an empty database. Refuses what we cannot use; changes nothing."""
    there = set(inspect(conn).get_table_names())
    if "schema_version" in there:
        present = int(conn.execute(text("SELECT max(version) FROM schema_version")).scalar() or 0)
        if present > NEWEST:
            raise StoreError(
                f"{where} was written by a newer Parlour (schema {present}, not {NEWEST}); update Parlour.",
                "newer",
            )
        return present
    if there & set(metadata.tables):
        raise StoreError(f"{where} contains another program's tables; choose another database.", "foreign")
    return None
