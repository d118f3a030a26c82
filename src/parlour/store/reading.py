"""What all reads of the store share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine

from parlour.store.errors import StoreError, explain


class Reading:
    """What all reads need: a snapshot of the database."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.engine = engine
        self.where = where

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as conn:
                yield conn
        except StoreError:
            raise
        except Exception as error:
            raise explain(error, self.where) from None
