"""`parlour host`: keep order in a house from the terminal, whether it is open or not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from parlour.cli.shared_options import Database, Json
from parlour.core.errors import Refused

if TYPE_CHECKING:
    from parlour.core.protocol import HostBan, PlayerName
    from parlour.server.hosting import Hosting
    from parlour.store import Store

T = TypeVar("T")
app = typer.Typer(
    help="Keep order in a house: guests, tables, reports, bans, messages, maintenance, and the log of all that. Works "
    "on the database; an open house follows within seconds.",
    no_args_is_help=True,
)

# In a house of former days an id may begin with a dash, and have the letter of an option in it.
IDS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
Why = Annotated[str, typer.Option("--why", metavar="WORDS", help="The reason; those concerned read it.")]
Days = Annotated[float | None, typer.Option("--days", metavar="N", min=0.01, max=36_500, help="For so many days.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Until then (UTC): 2027-03-01 or 2027-03-01T18:00.")
]


Told = Annotated[str, typer.Argument(metavar="[TEXT]", help="What everybody reads.")]
End = Annotated[bool, typer.Option("--end", help="End it now.")]


def _with(db: str | None, work: Callable[[Hosting], Awaitable[T]]) -> T:
    """Do something in a house's database, as a host in this terminal."""
    import getpass

    from parlour.server.hosting import Hosting
    from parlour.store import Store, StoreError

    check_there(db)
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "somebody"

    async def do(store: Store) -> T:
        return await work(Hosting(store, f"terminal ({user[:60]})"))

    try:
        with Store.open(db) as store:
            return asyncio.run(do(store))
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None


def check_there(db: str | None) -> None:
    """Never make a database: a typing mistake would look like an empty house."""
    from parlour.store import StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    if found.schema is None:
        raise Refused(f"{found.where} is not a house yet; `parlour serve` makes one there.", "no-house")
    if found.schema < found.newest:
        raise Refused(f"{found.where} is from an older Parlour; open the house with this one first.", "no-house")


def _show(found: Any, as_json: bool, columns: Sequence[str], rows: Sequence[Sequence[str]], none: str) -> None:
    import msgspec
    from rich.table import Table
    from rich.text import Text

    from parlour.cli.screen import console

    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    if not rows:
        print(none)
        return
    shown = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):  # what comes first is an id, to be copied whole; nothing is ever cut off
        widest = max(len(row[0]) for row in rows) if number == 0 else None
        shown.add_column(column, overflow="fold", no_wrap=number == 0, min_width=widest)
    for row in rows:
        shown.add_row(*(Text(_printable(cell)) for cell in row))
    console().print(shown)


def _printable(text: str) -> str:
    """Names and words of guests must not steer the terminal."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)


def _day(at: float | None) -> str:
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


def _who(player: PlayerName | None) -> str:
    return "" if player is None else player.name + (f" ({player.player})" if player.player else "")


def _page(number: int, more: object) -> None:
    if more is not None:
        print(f"These are the first {number}; --limit shows more.")


Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, max=500, help="How many to show.")]


@app.command("key", short_help="Show or renew the key to the host's page.")
def key(
    renew: Annotated[bool, typer.Option("--renew", help="Make another; the old one and its sessions end.")] = False,
    db: Database = None,
) -> None:
    """Show the key to the host's page, which is at /host.

    It is derived from the secret of the house. If that is set by PARLOUR_SECRET, set it here too.
    """
    from parlour.server.host_key import key_of
    from parlour.server.hosting import KEY
    from parlour.server.identity import signer
    from parlour.server.settings import from_environment

    secret = from_environment().get("secret")

    async def find(hosting: Hosting) -> str:
        if renew:
            await hosting.renew_key()
        number = (await hosting.store.states()).get(KEY, (0, None))[0]
        return key_of(await signer(hosting.store, secret), number)

    print(_with(db, find))


@app.command("guests", short_help="Find guests.")
def guests(
    search: Annotated[str, typer.Argument(metavar="[NAME]", help="Part of a name, or an id.")] = "",
    limit: Limit = 50,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Find guests, last seen first, with their devices, open reports and bans."""
    from parlour.server import host_view

    found = _with(db, lambda hosting: host_view.guests(hosting.store, search[:64], None, time.time(), limit))
    lines = [
        [
            one.player,
            one.name + (" (bot)" if one.kind == "bot" else ""),
            _day(one.seen),
            str(one.devices),
            str(one.reports or ""),
            "" if one.ban is None else _how_long(one.ban),
        ]
        for one in found.guests
    ]
    _show(found, as_json, ("id", "name", "seen (UTC)", "devices", "reports", "banned"), lines, "Nobody like that.")
    if not as_json:
        _page(limit, found.after)


@app.command("tables", short_help="List tables.")
def tables(
    status: Annotated[str, typer.Option("--status", help="Which: open, running, over or closed.")] = "",
    limit: Limit = 50,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """List tables that are open or running, private ones too."""
    from parlour.server import host_view

    if status not in ("", "open", "running", "over", "closed"):
        raise Refused(f"A table is open, running, over or closed, not {status[:40]!r}.", "bad-option")
    statuses = (status,) if status else ("open", "running")
    found = _with(db, lambda hosting: host_view.tables(hosting.store, statuses, None, limit))
    lines = [
        [one.table, one.title, one.status, "" if one.listed else "private", ", ".join(_who(who) for who in one.players)]
        for one in found.tables
    ]
    _show(found, as_json, ("table", "game", "status", "", "players"), lines, "No such tables.")
    if not as_json:
        _page(limit, found.after)


@app.command("close", context_settings=IDS, short_help="Close a table.")
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, the end of its address.")],
    why: Why,
    db: Database = None,
) -> None:
    """Close a table that is open or running, without a result. Its players read the reason."""
    _with(db, lambda hosting: hosting.close(table[:64], why))
    print(f"Table {table} is closed.")


@app.command("reports", short_help="List what guests have reported.")
def reports(
    settled: Annotated[bool, typer.Option("--settled", help="Those that are settled instead of open ones.")] = False,
    limit: Limit = 50,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """List reports, the newest first."""
    from parlour.server import host_view

    found = _with(db, lambda hosting: host_view.reports(hosting.store, settled, None, limit))
    lines = [
        [
            one.id,
            _day(one.at),
            _who(one.player),
            one.reason,
            one.words,
            _who(one.by),
            one.table.table if one.table else "",
            one.outcome,
        ]
        for one in found.reports
    ]
    columns = ("report", "when (UTC)", "about", "reason", "words", "by", "table", "outcome")
    _show(found, as_json, columns, lines, "No reports." if settled else "No open reports.")
    if not as_json:
        _page(limit, found.before)


@app.command("settle", context_settings=IDS, short_help="Settle a report.")
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="Its id, from `parlour host reports`.")],
    why: Annotated[str, typer.Option("--outcome", metavar="WORDS", help="What came of it, for the log.")],
    db: Database = None,
) -> None:
    """A report is dealt with."""
    _with(db, lambda hosting: hosting.settle(report[:64], why))
    print("The report is settled.")


def _how_long(ban: HostBan) -> str:
    return "over" if ban.over else "for good" if ban.until is None else f"until {_day(ban.until)}"


@app.command("ban", context_settings=IDS, short_help="Ban a guest or a range of addresses.")
def ban(
    whom: Annotated[str, typer.Argument(metavar="GUEST|RANGE", help="A guest's id, or addresses: 203.0.113.0/24.")],
    why: Why,
    days: Days = None,
    until: Until = None,
    for_good: Annotated[bool, typer.Option("--for-good", help="Without an end.")] = False,
    db: Database = None,
) -> None:
    """Ban a guest, with their bots, or a range of addresses. They may still watch.

    A single IPv6 address stands for the /64 network of its owner; write /128 to mean it alone.

    \b
    Examples:
      parlour host ban 8fKq2Zr1XtYw --days 7 --why "Insulting names"
      parlour host ban 2001:db8:7::/48 --until 2027-03-01 --why "Floods of new guests"
    """
    from parlour.server.order_rules import ban_words, read_end

    if for_good == (days is not None or until is not None):
        raise Refused("Say how long: --days N, --until DATE or --for-good.", "bad-time")
    end = read_end(days, until, time.time())
    is_range = "." in whom or ":" in whom or "/" in whom  # no guest's id has these
    found = _with(
        db, lambda hosting: hosting.ban(None if is_range else whom[:64], whom[:64] if is_range else None, end, why)
    )
    who = f"{found.network} is banned" if found.network else "Banned"
    print(f"{who}. They are told: {ban_words(found)}")


@app.command("bans", short_help="List bans.")
def bans(db: Database = None, as_json: Json = False) -> None:
    """List bans, those in force first."""
    from parlour.server import host_view

    found = _with(db, lambda hosting: host_view.bans(hosting.store, time.time()))
    lines = [[one.id, _who(one.player) or one.network or "", _how_long(one), one.why] for one in found]
    _show(found, as_json, ("ban", "whom", "how long (UTC)", "why"), lines, "Nobody is banned.")


@app.command("unban", context_settings=IDS, short_help="End a ban.")
def unban(
    which: Annotated[str, typer.Argument(metavar="BAN", help="Its id, from `parlour host bans`.")], db: Database = None
) -> None:
    """End a ban before its time."""
    _with(db, lambda hosting: hosting.lift(which[:64]))
    print("The ban has ended.")


def _announce(db: str | None, kind: str, text: str, end: bool, days: float | None, until: str | None) -> None:
    from parlour.server.order_rules import read_end

    if end and (text or days is not None or until is not None):
        raise Refused("To end it, give nothing else.", "bad-option")
    when = read_end(days, until, time.time())
    _with(db, lambda hosting: hosting.withdraw(kind) if end else hosting.announce(kind, text, when))


@app.command("message", short_help="Tell everybody something.")
def message(text: Told = "", days: Days = None, until: Until = None, end: End = False, db: Database = None) -> None:
    """Tell everybody something, in the lobby and at tables. A new message replaces the one before."""
    _announce(db, "message", text, end, days, until)
    print("The message is taken back." if end else "Everybody has been told.")


@app.command("maintenance", short_help="Let no new game begin.")
def maintenance(text: Told = "", days: Days = None, until: Until = None, end: End = False, db: Database = None) -> None:
    """Let no new game begin, until a time or until you end it. Games that have begun go on."""
    _announce(db, "maintenance", text, end, days, until)
    print("Games begin again." if end else "No new games begin; those that have begun go on.")


@app.command("log", short_help="Show what hosts did.")
def log(limit: Limit = 50, db: Database = None, as_json: Json = False) -> None:
    """Show what hosts did, on the host's page or in a terminal, the newest first."""
    from parlour.server import host_view

    found = _with(db, lambda hosting: host_view.acts(hosting.store, None, limit))
    lines = [
        [
            str(one.number),
            _day(one.at),
            one.by,
            one.what,
            f"{one.name} ({one.about})" if one.name else one.about,
            one.why,
        ]
        for one in found.acts
    ]
    _show(found, as_json, ("", "when (UTC)", "who", "what", "about", "why"), lines, "Nothing yet.")
    if not as_json:
        _page(limit, found.before)
