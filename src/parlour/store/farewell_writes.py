"""Writes that forget a guest who wants to be forgotten. Games with others stay readable, under another name."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, select, update

from parlour.store.lab_writes import forget_experiments
from parlour.store.rows import count, dump, plain
from parlour.store.tables import (
    accounts,
    codes,
    devices,
    experiments,
    faults,
    follows,
    guests,
    invitations,
    ladder_wishes,
    matches,
    on_call,
    passkeys,
    phrases,
    program_runs,
    program_versions,
    programs,
    push_lines,
    puzzle_ratings,
    puzzle_tries,
    ratings,
    reviews,
    saved,
    seeks,
    sitters,
    texts,
    tournament_entrants,
    tournament_games,
    tournaments,
)
from parlour.store.writes import Write

T = TypeVar("T")


class Farewell(Write[T]):
    """Of a guest, who has this name from now on."""

    def __init__(self, guest: str, name: str) -> None:
        self.key = plain(guest, "guest's id")
        self.name = plain(name, "guest's name")


class ForgetNames(Farewell[list[str]]):
    """Give a guest another name in the next few matches after `after`, by id. Returns which those were; none at the
    end. Reviews of these matches, whose sentences name their players, are dropped; they can be made again."""

    rank = 3

    def __init__(self, guest: str, name: str, after: str = "", limit: int = 50) -> None:
        super().__init__(guest, name)
        self.after = plain(after, "match's id", least=0)
        self.limit = count(limit, "number of matches")

    def run(self, conn: Connection) -> list[str]:
        seated = select(sitters.c.match).where(sitters.c.guest == self.key)
        mine = select(matches).where(matches.c.id.in_(seated), matches.c.id > self.after)
        found = conn.execute(mine.order_by(matches.c.id).limit(self.limit).with_for_update()).all()
        for row in found:
            self._forget_in(conn, row)
        return [row.id for row in found]

    def _forget_in(self, conn: Connection, row: Row[Any]) -> None:
        seats = json.loads(row.seats)
        others = {seat["name"] for seat in seats if seat["guest"] != self.key}
        names: dict[str, str] = {}
        for number, seat in enumerate(seats):
            if seat["guest"] == self.key and not seat["name"].startswith(self.name):
                new = self.name if self.name not in others else f"{self.name} {number + 1}"
                names[seat["name"]] = seat["name"] = new
                others.add(new)
                conn.execute(delete(faults).where(faults.c.match == row.id, faults.c.seat == number))
        if not names:
            return
        self._rename(conn, row, names, seats)
        conn.execute(delete(reviews).where(reviews.c.match == row.id))
        self._forget_in_branches(conn, row.id, names)

    def _forget_in_branches(self, conn: Connection, first: str, names: Mapping[str, str]) -> None:
        """What plays on from a match names its players, and keeps the seats of those who had left; so does what plays
        on from that."""
        origins = [first]
        while origins:
            branches = select(matches).where(matches.c.origin == origins.pop()).with_for_update()
            for branch in conn.execute(branches).all():
                theirs = json.loads(branch.seats)
                for seat in theirs:
                    if seat["guest"] is None and seat["name"] in names:
                        seat["name"] = names[seat["name"]]
                self._rename(conn, branch, names, theirs)
                conn.execute(delete(reviews).where(reviews.c.match == branch.id))
                origins.append(branch.id)

    @staticmethod
    def _rename(conn: Connection, row: Row[Any], names: Mapping[str, str], seats: Any) -> None:
        settings = json.loads(row.settings)
        if branch := settings.get("branch"):
            branch["names"] = [names.get(name, name) for name in branch["names"]]
        if called_off := settings.get("called_off"):
            settings["called_off"] = _replaced(called_off, names)
        changes: dict[str, Any] = {"seats": dump(seats, "seats"), "settings": dump(settings, "settings")}
        if row.result is not None:
            result = json.loads(row.result)
            result["why"] = _replaced(result.get("why") or "", names)
            changes["result"] = dump(result, "result")
        changes["revision"] = matches.c.revision + 1
        conn.execute(update(matches).where(matches.c.id == row.id).values(changes))


def _replaced(sentence: str, names: Mapping[str, str]) -> str:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)({known})(?!\w)", lambda found: names[found[1]], sentence)


class ForgetGuest(Farewell[None]):
    """Forget all about a guest but the id, to which matches and texts refer. Nothing lets anybody in any more."""

    rank = 2

    def run(self, conn: Connection) -> None:
        ways_in = (devices, push_lines, codes, phrases, passkeys, accounts)
        for table in (*ways_in, saved, puzzle_tries, follows, invitations, seeks, program_versions, programs):
            conn.execute(delete(table).where(table.c.guest == self.key))
        forget_experiments(conn, experiments.c.guest == self.key)
        for calls in (on_call, ladder_wishes):
            conn.execute(delete(calls).where(calls.c.bot == self.key))
        conn.execute(delete(follows).where(follows.c.player == self.key))
        rated = (puzzle_ratings.c.kind == "guest") & (puzzle_ratings.c.id == self.key)
        conn.execute(delete(puzzle_ratings).where(rated))
        conn.execute(delete(ratings).where(ratings.c.player == self.key))
        self._forget_entrant(conn)
        self._forget_texts(conn)
        conn.execute(delete(program_runs).where(program_runs.c.player == self.key))
        nobody = {"name": self.name, "signed": None, "owner": None, "created": 0.0, "seen": 0.0}
        conn.execute(update(guests).where(guests.c.id == self.key).values(nobody))

    def _forget_entrant(self, conn: Connection) -> None:
        """In the tournaments that the guest has entered, and in what is told there about who did not come."""
        entered = tournament_entrants.c.guest == self.key
        for entrant in conn.execute(select(tournament_entrants).where(entered)).all():
            theirs = tournament_games.c.tournament == entrant.tournament
            noted = [tournament_games.c[part] for part in ("round", "place", "number", "note")]
            for *key, note in conn.execute(select(*noted).where(theirs, tournament_games.c.note != "")).all():
                game = [column == part for column, part in zip(noted, key, strict=False)]
                told = _replaced(note, {entrant.name: self.name})
                conn.execute(update(tournament_games).where(theirs, *game).values(note=told))
            news = {"changes": tournaments.c.changes + 1}
            conn.execute(update(tournaments).where(tournaments.c.id == entrant.tournament).values(news))
        conn.execute(update(tournament_entrants).where(entered).values(name=self.name, absent=True))

    def _forget_texts(self, conn: Connection) -> None:
        """What the guest wrote goes, unless somebody else has saved the same; games have their own copy of it."""
        theirs = texts.c.author == self.key
        kept = select(saved.c.hash).where(saved.c.hash == texts.c.hash)
        conn.execute(delete(texts).where(theirs, ~kept.exists()))
        name = select(func.min(saved.c.name)).where(saved.c.hash == texts.c.hash).scalar_subquery()
        conn.execute(update(texts).where(theirs).values(author=None, name=name))
