"""`parlour prune`: forget what is too old."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.host import check_there
from parlour.cli.shared_options import Database, Json, keep_option
from parlour.core.english import count
from parlour.core.errors import Refused

if TYPE_CHECKING:
    from parlour.store import Store


def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    keep_guests: Annotated[int | None, keep_option("guests")] = None,
    keep_games: Annotated[int | None, keep_option("games")] = None,
    keep_logs: Annotated[int | None, keep_option("logs")] = None,
    keep_reports: Annotated[int | None, keep_option("reports")] = None,
    keep_acts: Annotated[int | None, keep_option("acts")] = None,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Forget what is too old, in small steps, even while the house is open.

    How long things are kept is what the house was last opened with (`parlour serve --keep-games 365`), unless said
    otherwise here. Rated games stay, and games that others play on from or that a report is about.

    \b
    Examples:
      parlour prune --dry-run
      parlour prune --keep-games 365 --db /var/lib/parlour/parlour.db
    """
    import msgspec

    from parlour.server.retention import WORDS

    check_there(db)
    given = {
        "guests": keep_guests,
        "games": keep_games,
        "logs": keep_logs,
        "reports": keep_reports,
        "acts": keep_acts,
    }
    days, counted = _prune(db, {kind: number for kind, number in given.items() if number is not None}, dry_run)
    if as_json:
        print(msgspec.json.encode({"days": days, "dropped": {} if dry_run else counted, "old": counted}).decode())
        return
    for kind, (all_of_them, old) in WORDS.items():
        if kind in counted:
            print(f"{old.format(count(days[kind], 'day'))}: {counted[kind]} {'would go' if dry_run else 'gone'}.")
        else:
            print(f"{all_of_them}: kept for good.")


def _prune(db: str | None, given: dict[str, int], dry_run: bool) -> tuple[dict[str, int], dict[str, int]]:
    """For how many days things are kept, and how much was older, by kind."""
    from parlour.server.hosting import RETENTION
    from parlour.server.house import House
    from parlour.server.retention import days_of, limits
    from parlour.server.settings import Settings, from_environment
    from parlour.store import Store, StoreError

    async def find(store: Store) -> tuple[dict[str, int], dict[str, int]]:
        told = (await store.states()).get(RETENTION, (0, None))[1] or {}
        days = {**days_of(Settings()), **told, **given}
        if dry_run:
            now = time.time()
            return days, await store.outdated_counts(limits(days, now), now)
        house = House(Settings(workers=1, **from_environment()), store, visiting=True)
        await house.open()
        try:
            return days, await house.retention.sweep(days)
        finally:
            await house.close()

    try:
        with Store.open(db) as store:
            return asyncio.run(find(store))
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
