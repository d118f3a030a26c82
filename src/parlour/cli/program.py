"""`parlour program`: try a program as a house would run it, and upload it to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.shared_options import Json, word_option

if TYPE_CHECKING:
    from parlour.arena.network import RemoteHouse

app = typer.Typer(help="Programs that a house runs itself, in a sandbox.", no_args_is_help=True)

File = Annotated[str, typer.Argument(metavar="FILE", help="A file, a .zip or .tar.gz archive, or a folder.")]
Game = Annotated[str | None, typer.Option("--game", metavar="NAME", help="The game, if parlour.toml names none.")]
House = Annotated[str, typer.Argument(metavar="URL", help="The house, as in http://127.0.0.1:8080.")]
Token = Annotated[
    str, typer.Option("--token", metavar="TOKEN", envvar="PARLOUR_TOKEN", help="Of the bot, from the page Bots.")
]


@app.command("check", short_help="Build a program and let it play, as a house would.")
def check(
    file: File,
    game: Game = None,
    against: Annotated[str, word_option("--against", "The rival.")] = "random",
    as_json: Json = False,
) -> None:
    """Build a program in the sandbox and let it play one game there, with the limits of a house.

    \b
    Examples:
      parlour program check bot.py --game connect-four
      parlour program check my-bot.zip --against easy
    """
    import json

    from parlour.arena.table import play_match
    from parlour.bots.programs import sandbox
    from parlour.bots.programs.shelf import Shelf, from_path, make
    from parlour.bots.seat_words import make_player
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.core.seed import Seed
    from parlour.games import find

    sandbox.check()
    files, manifest = from_path(typed_path(file), (game,) if game else ())
    if not manifest.games:
        raise Refused("Say which game it plays: --game NAME, or game = … in parlour.toml.", "bad-program")
    package, built = make(files, manifest)
    if package is None:
        print(built.output)
        raise Refused(built.error, "not-built")
    played_game = find(manifest.games[0])
    seed = Seed.fresh()
    with Shelf() as shelf:
        player = shelf.player(package, played_game)
        rivals = [
            make_player(played_game, against, seed.dice(f"rival {n}")) for n in range(1, played_game.default_seats)
        ]
        try:
            played = play_match(played_game, None, [player, *rivals], names=_names(manifest.name, len(rivals)))
        finally:
            for one in (player, *rivals):
                one.close()
    use = player.use
    if as_json:
        told: dict[str, Any] = {"why": played.why, "note": played.notes[0], "forfeited": played.forfeits[0]}
        used = {name: getattr(use, name) for name in use.__struct_fields__}
        print(json.dumps({**told, **used, "stderr": player.stderr_tail()}))
    else:
        print(f"Built in {built.seconds:.1f} s. {played.why}")
        print(
            f"{use.decisions} decisions, {use.cpu_ms / 1000:.2f} s of processor time (at most {use.longest_ms} ms a "
            f"turn), {use.memory_kb / 1024:.0f} MB of memory."
        )
        if played.notes[0]:
            print(played.notes[0])
        if player.stderr_tail().strip():
            print(f"It wrote to stderr:\n{player.stderr_tail().rstrip()}")
    raise typer.Exit(1 if played.forfeits[0] else 0)


@app.command("upload", short_help="Upload a program to a house, or a new version of it.")
def upload(url: House, file: File, token: Token, game: Game = None, as_json: Json = False) -> None:
    """Upload a program for a bot of yours and wait until it is built.

    Make the bot on the page Bots of the house, which shows its token. The first upload is its program, every further
    one a new version.

    \b
    Example:
      parlour program upload http://127.0.0.1:8080 my-bot.zip --token TOKEN --game gardening-war
    """
    import time
    from urllib.parse import urlencode

    from parlour.bots.programs.archive import pack
    from parlour.bots.programs.shelf import from_path
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused

    path = typed_path(file)
    files, _ = from_path(path)
    name = f"{path.resolve().name}.zip" if path.is_dir() or len(files) > 1 else next(iter(files))
    data = pack(files) if name.endswith(".zip") else next(iter(files.values())).content
    house = _house(url, token)
    query = urlencode({"file": name, **({"game": game} if game else {})})
    page = house.ask("POST", f"/api/programs?{query}", data)
    while page["versions"][0]["status"] == "building":
        time.sleep(0.3)
        page = house.get(f"/api/programs/{page['id']}")
    newest = page["versions"][0]
    if as_json:
        _print(page)
    elif newest["status"] == "ready":
        print(f"{page['name']}, version {newest['version']}, is ready: {url.rstrip('/')}/programs/{page['id']}")
    else:
        print(newest["output"])
        raise Refused(newest["error"], "not-built")


@app.command("list", short_help="The programs of a house that you may play against.")
def list_programs(url: House, token: Token = "", as_json: Json = False) -> None:
    """List the programs of a house; those that belong to the token come first."""
    found = _house(url, token).get("/api/programs")
    if as_json:
        _print(found)
        return
    for one in found:
        whose = "yours" if one["mine"] else f"by {one['owner']}"
        print(f"program:{one['id']}  {one['name']} ({whose}), version {one['version']}: {', '.join(one['games'])}")
    if not found:
        print("There are none.")


@app.command("log", short_help="How a program did in its last games.")
def log(url: House, token: Token, as_json: Json = False) -> None:
    """The times, crashes and stderr of the last games of a bot's program."""
    house = _house(url, token)
    page = house.get(f"/api/programs/{house.get('/api/guests/me')['id']}")
    if as_json:
        _print(page["runs"])
        return
    for run in reversed(page["runs"]):
        print(
            f"{run['table']} seat {run['seat']}, version {run['version']}: {run['decisions']} decisions, "
            f"{run['cpu_ms']} ms of processor time, {run['memory_kb'] // 1024} MB. {run['how']}".rstrip()
        )
        for line in run["said"].rstrip().splitlines()[-20:]:
            print(f"    {line}")
    if not page["runs"]:
        print("It has not played yet.")


def _names(name: str, rivals: int) -> list[str]:
    return [name, *(f"Rival {n}" if rivals > 1 else "Rival" for n in range(1, rivals + 1))]


def _print(found: Any) -> None:
    import json

    print(json.dumps(found, ensure_ascii=False))


def _house(url: str, token: str) -> RemoteHouse:
    from parlour.arena.network import RemoteHouse

    house = RemoteHouse(url)
    if token:
        house.sign_in(token, None)
    return house
