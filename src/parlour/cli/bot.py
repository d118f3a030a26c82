"""`parlour bot join`: a computer player at a table of a running house. `parlour bot serve`: one on call for tables.
`parlour bot new`: a starter bot."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.shared_options import CLOCK, Json, word_option

app = typer.Typer(help="Computer players that visit a house over the network.", no_args_is_help=True)


@app.command("join", short_help="Sit down at a running house and play.")
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="A house, or the page of one of its tables.")],
    word: Annotated[str, word_option("--seat", "Who plays: random, easy, hard, search:ms=500, cmd:PROGRAM …")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="NAME", help="Only tables of this game; if none is waiting, open one."),
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="The preset of a table the bot opens.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="N|A,B",
            help="The seats of a table the bot opens: how many, or who gets them, as in me,free,hard.",
        ),
    ] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="TIME", help=f"The clock of a table the bot opens. {CLOCK}")
    ] = None,
    place: Annotated[
        int | None,
        typer.Option("--place", metavar="N", min=0, help="Which seat, counted from 0; default: any free one."),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The bot's name.")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", metavar="TOKEN", help="Join as the bot with this token; tables set up for it come first."
        ),
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", metavar="K", min=1, max=100_000, help="How many matches to play.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Sit down at a running house and play to the end, reconnecting if the connection breaks.

    Given a table's page, the bot takes a free seat there, and plays rematches if you ask for more matches. Given a
    house, it joins the first open table, or with --game opens one and waits for somebody to join. With the token of a
    bot that you made on the Bots page, it plays the tables that you set up for it there and keeps a log for you.

    \b
    Examples:
      parlour bot join http://127.0.0.1:8080/table/Xy12 --seat hard
      parlour bot join http://127.0.0.1:8080 --game kata-tcg --seat "cmd:python3 bot.py" --name Clank --matches 10
      parlour bot join http://127.0.0.1:8080 --game deadwood --seats me,free,easy --clock 10+5 --seat hard
    """
    import sys

    from parlour.arena.network import NewTableWords
    from parlour.arena.network import join as play

    new_table: NewTableWords = {"game": game, "preset": preset, "seats": seats, "clock": clock}
    say = None if as_json else lambda text: print(text, flush=True)
    try:
        played = play(url, word, None, place, name, token=token, matches=matches, say=say, **new_table)
    except KeyboardInterrupt:
        print("The bot has left. The others can ask the house to play for it.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        import json
        from dataclasses import asdict

        print(json.dumps([asdict(one) for one in played]))
    elif matches > 1:
        won = sum(one.payoffs[one.seat] for one in played)
        print(f"Won {won:g} of {len(played)}.")


@app.command("serve", short_help="Be on call at a running house and play whoever asks.")
def serve(
    url: Annotated[str, typer.Argument(metavar="URL", help="A house.")],
    command: Annotated[
        list[str] | None, typer.Argument(metavar="-- PROGRAM", help="The program that plays, after --.")
    ] = None,
    games: Annotated[
        list[str] | None, typer.Option("--game", metavar="NAME", help="A game that it plays; may be repeated.")
    ] = None,
    word: Annotated[str | None, word_option("--seat", "Who plays instead of a program: hard, search:ms=500 …")] = None,
    tables: Annotated[int, typer.Option("--tables", metavar="N", min=1, max=50, help="How many tables at a time.")] = 1,
    ladder: Annotated[
        bool, typer.Option("--ladder/--no-ladder", help="Play rated games with other bots on call.")
    ] = False,
    people: Annotated[bool, typer.Option("--people/--no-people", help="Let people challenge it.")] = True,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The bot's name.")] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="TOKEN", envvar="PARLOUR_BOT_TOKEN", help="Be the bot with this token."),
    ] = None,
) -> None:
    """Be on call at a running house: people challenge the bot from its page, and on the ladder it meets other bots.

    The program speaks over stdin and stdout, as for `cmd:`, and is started once for each table. The connection to the
    house is renewed whenever it breaks. Ctrl-C finishes the games being played; again, it leaves at once.

    \b
    Examples:
      parlour bot serve http://127.0.0.1:8080 --game kata-tcg --name Clank -- python3 bot.py
      parlour bot serve http://127.0.0.1:8080 --game connect-four --tables 4 --ladder --token TOKEN -- ./bot
      parlour bot serve http://127.0.0.1:8080 --game deadwood --game kata-tcg --seat hard
    """
    import shlex
    import sys
    from threading import Thread

    from parlour.arena.serving import Server
    from parlour.core.errors import Refused

    if bool(command) == bool(word):
        raise Refused(
            "Name the program that plays after --, as in `-- python3 bot.py`, or a player by --seat.", "bad-words"
        )
    if not games:
        raise Refused("Which game does it play? Name one with --game; `parlour games` lists them.", "bad-words")
    seat = word or f"cmd:{shlex.join(command or [])}"
    server = Server(
        url,
        seat,
        games,
        name=name,
        token=token,
        tables=tables,
        ladder=ladder,
        people=people,
        say=lambda text: print(text, flush=True),
    )
    failed: list[Refused] = []

    def run() -> None:
        try:
            server.run()
        except Refused as refusal:
            failed.append(refusal)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
    except KeyboardInterrupt:
        server.stop()
        left = len(server.playing())
        if left:
            which = "the game it plays" if left == 1 else f"the {left} games it plays"
            print(f"The bot finishes {which}; Ctrl-C again leaves at once.", file=sys.stderr, flush=True)
        try:
            thread.join()
        except KeyboardInterrupt:
            print("The bot has left; its clocks run on until it comes back.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if failed:
        raise failed[0]


@app.command("new", short_help="Write a starter bot to build on.")
def new(
    words: Annotated[list[str], typer.Argument(metavar="[GAME] DIR", help="The game, and a new or empty folder.")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="The game, if it is not named before the folder.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="NAME", help="python, javascript, java, csharp or cpp.")
    ] = "python",
    classic: Annotated[
        bool, typer.Option("--classic", help="A bot for the classic door, as in the original game.")
    ] = False,
) -> None:
    """Write a small, complete bot that plays legal, sensible moves right away.

    Every game of the house has one in python and javascript; some have others.
    With --classic it speaks the protocol of the original game (`parlour classic` opens the door for it): you fill in
    one function, bot_input, and a settings file.

    \b
    Examples:
      parlour bot new deadwood my-bot
      parlour bot new gardening-war --language javascript my-bot
      parlour bot new --classic --language cpp my-bot
    """
    from parlour.api import games
    from parlour.bots.kits import languages, new_bot
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.games import find, names

    named, folder = (words[0], words[1]) if len(words) == 2 else (game, words[0])
    if len(words) > 2 or (len(words) == 2 and game is not None and find(game) is not find(words[0])):
        raise Refused("Name one game and one folder: `parlour bot new deadwood my-bot`.", "bad-words")
    if named is None and classic:
        named = next((one.name for one in games() if languages(one, classic)), None)
    if named is None:
        game_only = folder if folder in names() else "connect-four"
        raise Refused(f"Name the game and then a folder DIR: `parlour bot new {game_only} my-bot`.", "bad-words")
    for path in new_bot(find(named), language, typed_path(folder), classic):
        print(path)
