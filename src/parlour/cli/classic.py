"""`parlour classic`: the original Gardening War bots play through their own door."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.asked import Json, Options, Preset


def classic(
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="Rounds of a game; 100 if not said.")] = None,
    against: Annotated[
        str,
        typer.Option("--against", metavar="WORD", help="Who sits on seat 2: bot, or any seat word, cmd:PROGRAM too."),
    ] = "bot",
    games: Annotated[int, typer.Option("--games", min=0, help="Stop after so many finished games; 0: never.")] = 0,
    ports: Annotated[str, typer.Option("--ports", metavar="A,B", help="The ports of seat 1 and seat 2.")] = "8081,8082",
    pause: Annotated[float, typer.Option("--pause", min=0, max=10, help="Seconds between two moves.")] = 0.0,
    preset: Preset = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Open the original TCP ports for bots of the original competition, until Ctrl-C.

    Bots that restart at turn N need --rounds N-1: the original plays 99 rounds.

    \b
    Examples:
      parlour classic --rounds 99                 two bots, on ports 8081 and 8082
      parlour classic --against hard --games 3    your bot on 8081 against the house
      parlour classic --against "cmd:python3 bot.py"
    """
    import asyncio

    import msgspec

    from parlour.cli.words import read_options
    from parlour.games import find
    from parlour.server.classic import GameReport

    game = find("gardening-war")
    settings = msgspec.to_builtins(read_options(game, preset, option or [], []))
    if rounds is not None:
        settings["rounds"] = rounds
    settings = msgspec.to_builtins(game.read_options(settings))

    def report(found: GameReport) -> None:
        if as_json:
            print(msgspec.json.encode(found).decode(), flush=True)
            return
        names, scores = found.names, found.scores
        print(f"{names[0]} {scores[0]} : {scores[1]} {names[1]}. {found.why.capitalize()}", flush=True)

    try:
        asyncio.run(_open(against, settings, read_ports(ports), pause, games, report, quiet=as_json))
    except KeyboardInterrupt:
        print("The door is closed.")


def read_ports(text: str) -> tuple[int, int]:
    from parlour.core.errors import Refused

    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and 0 < int(p) < 65_536 for p in parts):
        raise Refused(f"Two ports are written as `8081,8082`, not {text[:40]!r}.", "bad-port")
    if int(parts[0]) == int(parts[1]):
        raise Refused(f"Each seat has a port of its own; {parts[0]} was given twice.", "bad-port")
    return int(parts[0]), int(parts[1])


async def _open(
    against: str, options: object, ports: tuple[int, int], pause: float, games: int, report: object, quiet: bool
) -> None:
    import tempfile
    from pathlib import Path
    from typing import Any, cast

    from parlour.bots.words import check_word
    from parlour.core.errors import Refused
    from parlour.games import find
    from parlour.server.classic import BOT, GUEST, ClassicDoor
    from parlour.server.house import House
    from parlour.server.settings import Settings
    from parlour.store import Store

    if against == GUEST:
        raise Refused(
            "A person plays in the browser: open the door with `parlour serve --classic --classic-against guest`.",
            "bad-seat",
        )
    if against != BOT:
        check_word(find("gardening-war"), against)
    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        house = House(Settings(pace_ms=0), Store.open(str(Path(folder) / "classic.db")))
        await house.open()
        door = ClassicDoor(house, (BOT, against), cast(Any, options), ports, pause=pause, report=cast(Any, report))
        try:
            await door.open()
            if not quiet:
                listening = " and ".join(str(ports[seat]) for seat in door.bot_seats)
                print(f"Waiting for bots on port {listening} (Ctrl-C closes the door).", flush=True)
            await door.run(games)
        finally:
            await door.close()
            await house.close()
