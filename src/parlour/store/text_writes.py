"""Texts that guests keep: decks, scripts, boards."""

from __future__ import annotations

import hashlib
import time

from sqlalchemy import Connection, delete, select

from parlour.store.rows import Saved, Text, plain
from parlour.store.tables import saved, texts
from parlour.store.writes import LONGEST_TEXT, Write, insert


class KeepText(Write[Text]):
    """Keep a text under its hash. Of identical texts, the first is kept, with its name and author."""

    rank = 1

    def __init__(self, kind: str, name: str, content: str, author: str | None = None) -> None:
        content = plain(content, "text", LONGEST_TEXT, 0)
        self.key = hashlib.sha256(content.encode()).hexdigest()
        self.row = {
            "hash": self.key,
            "kind": plain(kind, "text's kind"),
            "name": plain(name, "text's name"),
            "content": content,
            "author": None if author is None else plain(author, "author"),
            "created": time.time(),
        }

    def run(self, conn: Connection) -> Text:
        conn.execute(insert(conn, texts).values(self.row).on_conflict_do_nothing())
        return Text(*conn.execute(select(texts).where(texts.c.hash == self.key)).one())


class SaveText(Write[Saved]):
    """A guest saves a text under a name; an older text of that name can still be found by its hash.

    With `first`, an existing text of that name stays and is returned, so that one of several writers wins.
    """

    rank = 1

    def __init__(self, guest: str, kind: str, name: str, content: str, first: bool = False) -> None:
        self.first = first
        self.text = KeepText(kind, name, content, plain(guest, "guest's id"))
        self.key = self.text.key
        self.row = {"guest": guest, "kind": kind, "name": name, "hash": self.key, "updated": time.time()}

    def run(self, conn: Connection) -> Saved:
        self.text.run(conn)
        put = insert(conn, saved).values(self.row)
        if self.first:
            conn.execute(put.on_conflict_do_nothing())
            mine = (saved.c.guest == self.row["guest"]) & (saved.c.kind == self.row["kind"])
            return Saved(*conn.execute(select(saved).where(mine, saved.c.name == self.row["name"])).one())
        news = {"hash": put.excluded.hash, "updated": put.excluded.updated}
        conn.execute(put.on_conflict_do_update(index_elements=["guest", "kind", "name"], set_=news))
        return Saved(**self.row)  # type: ignore[arg-type]


class ForgetText(Write[bool]):
    """A guest deletes a saved name; the text itself stays, since records may need it. True if there was one."""

    rank = 2

    def __init__(self, guest: str, kind: str, name: str) -> None:
        self.key = plain(guest, "guest's id")
        self.kind = plain(kind, "text's kind")
        self.name = plain(name, "text's name")

    def run(self, conn: Connection) -> bool:
        mine = (saved.c.guest == self.key) & (saved.c.kind == self.kind) & (saved.c.name == self.name)
        return conn.execute(delete(saved).where(mine)).rowcount == 1 or self.unsure
