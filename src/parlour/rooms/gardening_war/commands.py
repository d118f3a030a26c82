"""Gardening War: `parlour classic` and `parlour serve --classic`, the door for bots of the original game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parlour.cli.shared_options import Database, Json, Options, Preset, games_option, word_option
from parlour.core.english import listed

GAME = "gardening-war"
LOCALHOST = "127.0.0.1"
PORTS = "8081,8082"


def classic(
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="Rounds in a game; default: 100.")] = None,
    against: Annotated[
        str, word_option("--against", "Who sits in seat 2: bot, or any seat word, including cmd:PROGRAM.")
    ] = "bot",
    games: Annotated[
        int, games_option("Stop after this many games; a drawn game and its replays count as one.", 0, None)
    ] = 0,
    host: Annotated[
        str,
        typer.Option(
            "--host", "--classic-host", metavar="ADDRESS", help="The address to listen on; 0.0.0.0 lets everybody in."
        ),
    ] = LOCALHOST,
    ports: Annotated[str, typer.Option("--ports", metavar="A,B", help="The ports of seat 1 and seat 2.")] = PORTS,
    db: Database = None,
    pause: Annotated[float, typer.Option("--pause", min=0, max=10, help="Seconds between two moves.")] = 0.0,
    preset: Preset = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Let bots of the original Gardening War in, until Ctrl-C.

    The door uses the TCP ports of the original competition.

    Bots that restart at turn N need --rounds N-1: the original plays 99 rounds. A drawn game is replayed if both bots
    stay connected or come back under their names within ten seconds. Every match is saved with its replay: `parlour`
    shows them on its Bots page, under Classic door.

    \b
    Examples:
      parlour classic --rounds 99                 two bots, on ports 8081 and 8082
      parlour classic --against hard --games 3    your bot on 8081 against the house
      parlour classic --against "cmd:python3 bot.py"
    """
    import asyncio

    import msgspec

    from parlour.cli.arguments import read_options
    from parlour.games import find
    from parlour.rooms.gardening_war.classic import GameReport

    game = find(GAME)
    settings = msgspec.to_builtins(read_options(game, preset, option or []))
    if rounds is not None:
        settings["rounds"] = rounds
    settings = msgspec.to_builtins(game.read_options(settings))

    def report(found: GameReport) -> None:
        if as_json:
            print(msgspec.json.encode(found).decode(), flush=True)
            return
        names, scores = found.names, found.scores
        print(f"{names[0]} {scores[0]} : {scores[1]} {names[1]}. {found.why[:1].upper()}{found.why[1:]}", flush=True)
        if not found.dropped:
            print(f"  Replay: /replay/{found.table} in the house that `parlour` opens.", flush=True)

    warn_of_strangers(host)
    try:
        asyncio.run(_open(against, settings, read_ports(ports), host, db, pause, games, report, quiet=as_json))
    except KeyboardInterrupt:
        print("The door is closed.")


async def _open(
    against: str,
    options: object,
    ports: tuple[int, int],
    host: str,
    db: str | None,
    pause: float,
    games: int,
    report: object,
    quiet: bool,
) -> None:
    from typing import Any, cast

    from parlour.core.errors import Refused
    from parlour.rooms.gardening_war.classic import BOT, GUEST, ClassicDoor
    from parlour.server.house import House
    from parlour.server.settings import Settings
    from parlour.store import Store, StoreError

    if against == GUEST:
        raise Refused(
            "A person plays in the browser: open the door with `parlour serve --classic --classic-against guest`.",
            "bad-seat",
        )
    check_rival(against)
    try:
        store = Store.open(db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    house = House(Settings(pace_ms=0), store, visiting=True)
    await house.open()
    door = ClassicDoor(house, (BOT, against), cast(Any, options), ports, host, pause=pause, report=cast(Any, report))
    try:
        await door.open()
        if not quiet:
            listening = listed([str(ports[seat]) for seat in door.bot_seats])
            print(f"Waiting for bots on port {listening} (Ctrl-C closes the door).", flush=True)
        await door.run(games)
    finally:
        await door.close()
        await house.close()


def add_settings(
    settings: dict[str, Any],
    *,
    classic: Annotated[
        bool, typer.Option("--classic", help="Let the original Gardening War bots in, on ports 8081 and 8082.")
    ] = False,
    classic_against: Annotated[
        str, typer.Option(metavar="WORD", help="Who plays them: bot, guest (a person), or a house player.")
    ] = "bot",
    classic_host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address that door listens on; 0.0.0.0 lets everybody in.")
    ] = LOCALHOST,
    classic_rounds: Annotated[int, typer.Option(min=1, help="Rounds in their games.")] = 100,
    classic_ports: Annotated[str, typer.Option(metavar="A,B", help="The ports of their seats.")] = PORTS,
) -> str:
    """Open the classic door with the house."""
    if classic:
        check_rival(classic_against)
        warn_of_strangers(classic_host)
    ports = read_ports(classic_ports)
    if not classic:
        return ""
    settings |= {
        "classic": classic_against,
        "classic_rounds": classic_rounds,
        "classic_ports": ports,
        "classic_host": classic_host,
    }
    listening = " and ".join(str(port) for port in ports[: 2 if classic_against == "bot" else 1])
    then = "; their table then appears in the lobby" if classic_against == "guest" else ""
    return f"Classic bots connect to port {listening}{then}."


def check_rival(word: str) -> None:
    """Refuse a word for the other seat that is neither bot nor guest nor a player of the game."""
    from parlour.bots.seat_words import read_word
    from parlour.games import find

    if word not in ("bot", "guest"):
        read_word(find(GAME), word)


def warn_of_strangers(host: str) -> None:
    """The original protocol has no passwords: the classic door lets anybody in who can reach it."""
    import sys

    if not is_loopback(host):
        print(
            f"Warning: the classic door listens on {host}, and its protocol has no passwords. "
            "Anybody who can reach the ports can play, under any name.",
            file=sys.stderr,
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    from ipaddress import ip_address

    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def read_ports(text: str) -> tuple[int, int]:
    from parlour.core.errors import Refused

    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and 0 < int(p) < 65_536 for p in parts):
        raise Refused(f"Write two ports as `8081,8082`, not {text[:40]!r}.", "bad-port")
    if int(parts[0]) == int(parts[1]):
        raise Refused(f"Each seat needs its own port; {parts[0]} was given twice.", "bad-port")
    return int(parts[0]), int(parts[1])


COMMANDS = {"classic": classic}
