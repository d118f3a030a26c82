"""Writes that keep order in the house: reports, bans, closed tables, and what the house tells everybody.

Whatever a host does is written together with the line about it in the log, in one transaction.
"""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, delete, select, update

from parlour.store.errors import StoreError
from parlour.store.rows import Act, Ban, Changed, Json, Report, dump, new_id, number, plain
from parlour.store.tables import acts, bans, house_state, match_of, matches, reports
from parlour.store.writes import Write, find_match, insert

T = TypeVar("T")
LONGEST_WORDS = 2000
ACTS = "acts"  # the line of house_state that counts what hosts did


class AddReport(Write[Report]):
    """A guest reports another."""

    rank = 4

    def __init__(self, guest: str, by: str, match: str | None, reason: str, words: str, at: float) -> None:
        self.report = Report(
            id=new_id(),
            at=number(at, "time"),
            guest=plain(guest, "guest's id"),
            by=plain(by, "guest's id"),
            match=None if match is None else plain(match, "match's id"),
            reason=plain(reason, "reason"),
            words=plain(words, "report", LONGEST_WORDS, 0),
            settled=None,
            outcome="",
        )
        self.key = self.report.id

    def run(self, conn: Connection) -> Report:
        row = {name: getattr(self.report, name) for name in Report.__slots__}
        conn.execute(insert(conn, reports).values(row).on_conflict_do_nothing())
        return self.report


class Hosting(Write[T], Generic[T]):
    """Something that a host does. It is logged if, and only if, it was done."""

    rank = 4

    def __init__(self, act: Act) -> None:
        self.key = plain(act.about, "subject", least=0)
        self.at = number(act.at, "time")
        self.entry: dict[str, Any] = {
            "at": self.at,
            "by": plain(act.by, "name"),
            "what": plain(act.what, "act"),
            "about": self.key,
            "why": plain(act.why, "reason", LONGEST_WORDS, 0),
        }

    def run(self, conn: Connection) -> T:
        answer = self.do(conn)
        if self.done(answer):
            # Changing the line that counts makes other processes wait, so that no number is given twice.
            more = update(house_state).where(house_state.c.name == ACTS).values(number=house_state.c.number + 1)
            count = conn.execute(more.returning(house_state.c.number)).scalar_one()
            conn.execute(insert(conn, acts).values(self.entry | {"number": count}))
        return answer

    def do(self, conn: Connection) -> T:
        raise NotImplementedError

    def done(self, answer: T) -> bool:
        return bool(answer)


class LogAct(Hosting[bool]):
    """Nothing but a line in the log."""

    def do(self, conn: Connection) -> bool:
        return True


class AddBan(Hosting[Ban]):
    """Ban a guest or a range of addresses."""

    def __init__(self, act: Act, guest: str | None, network: str | None, until: float | None) -> None:
        super().__init__(act)
        self.ban = Ban(
            id=new_id(),
            at=self.at,
            guest=None if guest is None else plain(guest, "guest's id"),
            network=None if network is None else plain(network, "range of addresses"),
            until=None if until is None else number(until, "time"),
            why=self.entry["why"],
        )

    def do(self, conn: Connection) -> Ban:
        row = {name: getattr(self.ban, name) for name in Ban.__slots__}
        conn.execute(insert(conn, bans).values(row).on_conflict_do_nothing())
        return self.ban


class LiftBan(Hosting[bool]):
    """End a ban; False if there is no such ban."""

    def __init__(self, act: Act, ban: str) -> None:
        super().__init__(act)
        self.ban = plain(ban, "ban's id")

    def do(self, conn: Connection) -> bool:
        return conn.execute(delete(bans).where(bans.c.id == self.ban)).rowcount == 1


class SettleReport(Hosting[bool]):
    """A host has dealt with a report; False if there is none that is open."""

    def __init__(self, act: Act, report: str) -> None:
        super().__init__(act)
        self.report = plain(report, "report's id")

    def do(self, conn: Connection) -> bool:
        mine = update(reports).where(reports.c.id == self.report, reports.c.settled.is_(None))
        return conn.execute(mine.values(settled=self.at, outcome=self.entry["why"])).rowcount == 1


class CloseTable(Hosting[Changed]):
    """Close a table that is open or running, without a result; its players read why."""

    rank = 3

    def do(self, conn: Connection) -> Changed:
        row = conn.execute(select(matches).where(matches.c.id == self.key).with_for_update()).one_or_none()
        if row is None:
            return Changed(False, None)
        if row.status not in ("open", "running"):
            return Changed(False, match_of(row))
        settings = json.loads(row.settings) | {"closed": self.entry["why"]}
        news: dict[str, Any] = {"status": "closed", "ended": self.at, "settings": dump(settings, "settings")}
        news["revision"] = matches.c.revision + 1
        conn.execute(update(matches).where(matches.c.id == self.key).values(news))
        return Changed(True, find_match(conn, self.key))

    def done(self, answer: Changed) -> bool:
        return answer.ok


class SetState(Write[int]):
    """Keep something that the whole house should know under a name. Answers how often that has changed."""

    rank = 4

    def __init__(self, name: str, content: Json) -> None:
        self.key = plain(name, "name")
        self.content = dump(content, "state")
        if self.key == ACTS:
            raise StoreError("This name is taken.", "junk")

    def run(self, conn: Connection) -> int:
        put = insert(conn, house_state).values(name=self.key, number=1, content=self.content)
        news = {"number": house_state.c.number + 1, "content": put.excluded.content}
        kept = put.on_conflict_do_update(index_elements=["name"], set_=news).returning(house_state.c.number)
        return int(conn.execute(kept).scalar_one())


class ChangeState(Hosting[bool]):
    """A host changes what the whole house should know."""

    def __init__(self, act: Act, name: str, content: Json) -> None:
        super().__init__(act)
        self.state = SetState(name, content)

    def do(self, conn: Connection) -> bool:
        return self.state.run(conn) > 0
