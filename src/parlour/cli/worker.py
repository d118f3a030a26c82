"""`parlour worker`: another machine that plays for the house's tournaments."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.shared_options import Database, HouseWorkers, ProgramsAtOnce, redis_option


def worker(
    db: Database = None,
    redis: Annotated[str | None, redis_option("Lets guests watch what is played here.")] = None,
    workers: HouseWorkers = None,
    programs: Annotated[
        bool, typer.Option("--programs", help="Also games of uploaded programs, in a sandbox (needs bubblewrap).")
    ] = False,
    programs_at_once: ProgramsAtOnce = None,
) -> None:
    """Play tournament games that need no guests, until Ctrl-C.

    It takes games of the house's own players from the database, and with --programs those of uploaded programs, as
    many as it has room for, and opens no door. Start as many as you like, on as many machines; if one is killed, the
    others play its games on.

    \b
    Examples:
      parlour worker --db postgresql://parlour@db/parlour --redis redis://db
      parlour worker --workers 8 --programs
    """
    import asyncio
    import signal

    from parlour.core.errors import Refused
    from parlour.server.house import House
    from parlour.server.pubsub import check_redis
    from parlour.server.run import check_programs
    from parlour.server.settings import Settings, from_environment
    from parlour.store import Store, StoreError

    settings = Settings(
        db=db,
        redis=redis,
        workers=workers or Settings.workers,
        programs=programs,
        programs_at_once=programs_at_once or Settings.programs_at_once,
        **from_environment(),
    )
    if programs:
        check_programs(settings)
    if redis is not None:
        asyncio.run(check_redis(redis))
    try:
        store = Store.open(db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None

    async def work() -> int:
        house = House(settings, store, visiting=True)
        done = asyncio.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, done.set)
        await house.open()
        print(f"Playing for the tournaments in {store.where}, {settings.workers} at a time (Ctrl-C stops).", flush=True)
        await done.wait()
        await house.close()
        return house.director.work.played

    played = asyncio.run(work())
    print(f"{played} games played; what was under way goes on elsewhere.", flush=True)
