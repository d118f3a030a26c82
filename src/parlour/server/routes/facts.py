"""The state of the house, for people, load balancers and Prometheus."""

from __future__ import annotations

from litestar import get
from litestar.enums import MediaType

import parlour
from parlour.bots.characters import CHARACTERS
from parlour.core.protocol import Health, HouseFacts
from parlour.server.house import House


def who_is_here(house: House) -> tuple[int, int]:
    """How many guests are at tables, and how many games are played or watched; a demonstration is none of those."""
    tables = list(house.tables.values())
    guests = len({c.guest or id(c) for t in tables for c in t.connections})
    played = [t for t in tables if t.row.status == "running" and t.connections and not t.settings.demonstration]
    return guests, len(played)


@get("/api/house", summary="How the house is doing")
async def about(house: House) -> HouseFacts:
    guests, tables = who_is_here(house)
    return HouseFacts(
        version=parlour.__version__,
        compiled=parlour.compiled(),
        guests=guests,
        tables=tables,
        characters=list(CHARACTERS),
        announcements=house.order.announcements(),
        programs=house.programs.facts(),
        push_key=house.push.key,
        oidc=house.accounts.name,
    )


@get("/health", summary="Whether the house is open", include_in_schema=True)
async def health(house: House) -> Health:
    await house.store.guest("house")
    return Health("ok")


@get("/metrics", summary="Numbers for Prometheus", media_type=MediaType.TEXT)
async def metrics(house: House) -> str:
    return numbers_of(house)


def numbers_of(house: House) -> str:
    """What Prometheus reads."""
    stats = house.store.stats()
    tables = list(house.tables.values())
    running = sum(t.row.status == "running" and not t.settings.demonstration for t in tables)
    chairs = [connection for table in tables for connection in table.connections]
    numbers: dict[str, tuple[float, str, str]] = {
        "parlour_start_time_seconds": (house.started, "gauge", "When this process opened, in Unix time"),
        "parlour_tables_live": (len(tables), "gauge", "Tables in memory"),
        "parlour_tables_running": (running, "gauge", "Running games in memory"),
        "parlour_connections": (len(chairs), "gauge", "Open chairs, players and watchers"),
        "parlour_watchers": (sum(c.seat is None for c in chairs), "gauge", "Open chairs of watchers"),
        "parlour_moves_total": (house.moves_played, "counter", "Moves played at tables of this process"),
        "parlour_thinking": (house.player_pool.thinking, "gauge", "Decisions house players are thinking about"),
        "parlour_thinkers": (house.player_pool.workers, "gauge", "Processes for house players that think longer"),
        "parlour_programs_playing": (len(house.programs.running), "gauge", "Uploaded programs that play now"),
        "parlour_store_queue": (stats.queue, "gauge", "Writes waiting to be committed"),
        "parlour_store_batches_total": (stats.batches, "counter", "Commits"),
        "parlour_store_writes_total": (stats.writes, "counter", "Writes committed"),
        "parlour_store_moves_total": (stats.moves, "counter", "Moves stored by this process"),
        "parlour_store_failures_total": (stats.failures, "counter", "Writes that failed"),
        "parlour_store_retries_total": (stats.retries, "counter", "Commits retried after losing the database"),
        "parlour_store_last_commit_seconds": (stats.last_commit_ms / 1000, "gauge", "Duration of the last commit"),
    }
    lines = [
        "# HELP parlour_info Which Parlour this is.",
        "# TYPE parlour_info gauge",
        f'parlour_info{{version="{parlour.__version__}",compiled="{str(parlour.compiled()).lower()}"}} 1',
    ]
    for name, (value, kind, text) in numbers.items():
        lines += [f"# HELP {name} {text}.", f"# TYPE {name} {kind}", f"{name} {value}"]
    lines += house.measures.lines()
    return "\n".join(lines) + "\n"


ROUTES = [about, health, metrics]
