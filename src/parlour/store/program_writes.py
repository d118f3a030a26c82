"""Writes about programs that the house runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from parlour.store.rows import Json, count, dump, plain
from parlour.store.tables import program_runs, program_versions, programs, tournament_entrants, tournaments
from parlour.store.tournament_rows import LIVE, PROGRAM
from parlour.store.writes import Write, insert

LONGEST_OUTPUT = 100_000
MOST_RUNS = 200  # kept for a program


class AddVersion(Write[int]):
    """A new version of a bot's program, or its first; returns its number. Of old versions only the last few stay, and
    those that play in a tournament."""

    rank = 3

    def __init__(self, guest: str, games: Sequence[str], manifest: Json, source: bytes, kept: int = 10) -> None:
        self.key = plain(guest, "bot's id")
        self.games = dump([plain(game, "game") for game in games], "games")
        self.manifest = dump(manifest, "manifest")
        self.source = source
        self.kept = count(kept, "number of versions")

    def run(self, conn: Connection) -> int:
        at = time.time()
        first = {"guest": self.key, "games": self.games, "shared": True, "version": 0, "updated": at}
        put = insert(conn, programs).values(first)
        conn.execute(put.on_conflict_do_update(index_elements=["guest"], set_={"updated": at}))
        mine = program_versions.c.guest == self.key
        newest = conn.execute(select(func.max(program_versions.c.version)).where(mine)).scalar() or 0
        row = {
            "guest": self.key,
            "version": newest + 1,
            "created": at,
            "status": "building",
            "manifest": self.manifest,
            "error": "",
            "output": "",
            "source": self.source,
            "built": None,
        }
        conn.execute(insert(conn, program_versions).values(row))
        playing = select(programs.c.version).where(programs.c.guest == self.key).scalar_subquery()
        old = mine & (program_versions.c.version <= newest + 1 - self.kept)
        needed = [int(word.partition("@")[2]) for word in _entered(conn, self.key, LIVE).values() if "@" in word]
        spare = program_versions.c.version.not_in([*needed, 0]) & (program_versions.c.version != playing)
        conn.execute(delete(program_versions).where(old, spare))
        return int(newest) + 1


class FinishVersion(Write[None]):
    """A version was built, or could not be. The newest one that was built is the one that plays from now on."""

    rank = 3

    def __init__(
        self, guest: str, version: int, built: bytes | None, games: Sequence[str], error: str, output: str
    ) -> None:
        self.key = plain(guest, "bot's id")
        self.version = count(version, "version")
        self.games = dump(list(games), "games")
        self.row: dict[str, Any] = {
            "status": "failed" if built is None else "ready",
            "error": plain(error[:1000], "error", 1000, 0),
            "output": plain(output[:LONGEST_OUTPUT].replace("\0", ""), "output", LONGEST_OUTPUT, 0),
            "built": built,
        }

    def run(self, conn: Connection) -> None:
        this = (program_versions.c.guest == self.key) & (program_versions.c.version == self.version)
        conn.execute(update(program_versions).where(this).values(self.row))
        if self.row["built"] is not None:
            older = (programs.c.guest == self.key) & (programs.c.version < self.version)
            conn.execute(update(programs).where(older).values(version=self.version, games=self.games))


class ChangeProgram(Write[None]):
    """Say who may play against a program, and which version plays; one that is not ready never does."""

    rank = 3

    def __init__(self, guest: str, shared: bool | None = None, version: int | None = None) -> None:
        self.key = plain(guest, "bot's id")
        self.shared = shared
        self.version = None if version is None else count(version, "version")

    def run(self, conn: Connection) -> None:
        changes: dict[str, Any] = {"updated": time.time()}
        if self.shared is not None:
            changes["shared"] = self.shared
        if self.version is not None:
            changes["version"] = self.version
        conn.execute(update(programs).where(programs.c.guest == self.key).values(changes))


def _entered(conn: Connection, guest: str, statuses: Sequence[str]) -> dict[str, str]:
    """The tournaments in this state that a program has entered, and its word in each."""
    entered = tournament_entrants.c
    wanted = (
        select(entered.tournament, entered.word)
        .join(tournaments, tournaments.c.id == entered.tournament)
        .where(entered.guest == guest, entered.word.is_not(None), tournaments.c.status.in_(statuses))
    )
    return {row.tournament: row.word for row in conn.execute(wanted)}


class ForgetProgram(Write[list[str]]):
    """Forget a program and its versions. What it did in its games stays with the bot. It is taken off the lists of
    tournaments, and withdraws from those that have begun; returns these."""

    rank = 3

    def __init__(self, guest: str) -> None:
        self.key = plain(guest, "bot's id")

    def run(self, conn: Connection) -> list[str]:
        for table in (program_versions, programs):
            conn.execute(delete(table).where(table.c.guest == self.key))
        begun, listed = _entered(conn, self.key, LIVE), _entered(conn, self.key, ("open",))
        mine = tournament_entrants.c.guest == self.key
        conn.execute(delete(tournament_entrants).where(mine, tournament_entrants.c.tournament.in_(listed)))
        gone = {"absent": True, "word": PROGRAM + self.key}  # a program with the same number would be another one
        conn.execute(update(tournament_entrants).where(mine, tournament_entrants.c.tournament.in_(begun)).values(gone))
        changed = tournaments.c.id.in_([*begun, *listed])
        conn.execute(update(tournaments).where(changed).values(changes=tournaments.c.changes + 1))
        return list(begun)


class NoteRun(Write[None]):
    """How a program did in a match. If it was stopped and started again, the last word counts."""

    rank = 4

    def __init__(self, match: str, seat: int, player: str, version: int, used: Json, how: str, said: str) -> None:
        self.key = plain(match, "match's id")
        self.row = {
            "match": self.key,
            "seat": count(seat, "seat"),
            "player": plain(player, "bot's id"),
            "version": count(version, "version"),
            "at": time.time(),
            "used": dump(used, "use"),
            "how": one_line(how),
            "said": plain(said[-LONGEST_OUTPUT:].replace("\0", ""), "stderr", LONGEST_OUTPUT, 0),
        }

    def run(self, conn: Connection) -> None:
        put = insert(conn, program_runs).values(self.row)
        news = {name: put.excluded[name] for name in ("version", "at", "used", "how", "said")}
        conn.execute(put.on_conflict_do_update(index_elements=["match", "seat"], set_=news))
        mine = program_runs.c.player == self.row["player"]
        newest = select(program_runs.c.at).where(mine).order_by(program_runs.c.at.desc()).offset(MOST_RUNS).limit(1)
        conn.execute(delete(program_runs).where(mine, program_runs.c.at <= newest.scalar_subquery()))


def one_line(text: str) -> str:
    return plain(" ".join(text.replace("\0", " ").split())[:1000], "sentence", 1000, 0)
