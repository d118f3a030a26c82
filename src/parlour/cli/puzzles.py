"""`parlour puzzles`: find the move. Makes, lists, checks and asks puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.shared_options import Json, Name, Options, Preset, SeedText, Workers, games_option, seats_option

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.screen import Screen
    from parlour.core.game import AnyGame
    from parlour.lab.puzzles.book import Book, Position, Puzzle
    from parlour.lab.puzzles.making import Outcome, Sifted

app = typer.Typer(
    help="Find the move: positions in which one move is far better than all others.", no_args_is_help=True
)

File = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="A file of puzzles; default: those of the house.")
]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="Stop after about so many seconds.")]


@app.command("make", short_help="Find puzzles in records and in self-play.")
def make(
    name: Name,
    records: Annotated[
        str | None, typer.Option("--records", metavar="FOLDER", help="Look through the records in this folder first.")
    ] = None,
    games: Annotated[int, games_option("How many games of self-play to look through, in all.", 0)] = 1000,
    most: Annotated[int, typer.Option("--most", min=1, max=10_000, help="Stop when there are so many puzzles.")] = 60,
    seconds: Seconds = 0,
    seats: Annotated[int | None, seats_option("various in self-play")] = None,
    preset: Preset = None,
    option: Options = None,
    seed: SeedText = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to keep them; default: beside the game's code.")
    ] = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Find puzzles in stored matches and in games that the house plays against itself.

    Every puzzle is checked with several seeds and much more thought before it is kept. What is found is written at
    once, so Ctrl-C loses nothing, and the same command continues where it stopped.

    \b
    Examples:
      parlour puzzles make connect-four --most 10
      parlour puzzles make kata-tcg --records records/ --games 0 --out my-puzzles.json
      parlour puzzles make deadwood --seconds 1800 --seed 7
    """
    import msgspec

    from parlour.arena.workers import cores
    from parlour.cli.arguments import read_options
    from parlour.cli.paths import shown, typed_path
    from parlour.cli.series import progress_bar
    from parlour.core.errors import Refused
    from parlour.core.seed import Seed
    from parlour.games import find
    from parlour.lab.puzzles.making import Making
    from parlour.lab.puzzles.making import make as run
    from parlour.lab.review.batches import records_in

    game = find(name)
    options = {}
    if preset is not None or option:
        options = msgspec.to_builtins(read_options(game, preset, option or [], {}, must=True))
    if seats is not None:
        game.check_seats(seats)
    path = _place(game, out)
    paths: list[Path] = []
    if records is not None:
        folder = typed_path(records)
        paths = records_in(folder) if folder.is_dir() else [folder]
        if not paths:
            raise Refused(f"{folder} has no records: files of matches that end with .json.", "bad-file")
    how = Making(game.name, options, seats, Seed.parse(seed or "1").hex)
    with progress_bar() as progress:

        def watch(book: Book, sifted: Sifted) -> None:
            if progress is not None:
                progress(len(book.puzzles), most, f"puzzles, {book.made.games + len(book.made.records):,} games")

        made = run(how, path, games, paths, most, seconds, workers or cores(), watch)
    if as_json:
        told = {"file": str(path), "puzzles": len(made.book.puzzles), "made": made.book.made, "problems": made.problems}
        print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())
    else:
        _tell_made(made, shown(path))
    if made.interrupted:
        raise typer.Exit(INTERRUPTED)


def _tell_made(made: Outcome, where: str) -> None:
    from parlour.cli.screen import Screen
    from parlour.core.english import count

    screen = Screen([])
    for problem in made.problems[:20]:
        screen.line(problem, "red")
    how = made.book.made
    matches = how.games + len(how.records)
    refused = sum(how.refused.values())
    screen.line(
        f"{count(len(made.book.puzzles), 'puzzle')} in {where}, from {how.looked:,} decisions of "
        f"{count(matches, 'match', 'matches')}; the deep check refused {refused:,}."
    )
    screen.line(
        f"{how.seconds:,.0f} seconds of processor time in all. Play them: parlour puzzles play {made.book.game}"
    )


@app.command("list", short_help="List puzzles.")
def list_puzzles(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; default: all.")] = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """List the puzzles of a game without their solutions, or count those of every game."""
    import msgspec

    from parlour.cli.screen import Screen
    from parlour.core.english import count
    from parlour.games import find, names
    from parlour.lab.puzzles.book import shipped

    if name is None and file is None:
        counts = {one: len(shipped(find(one))) for one in names()}
        if as_json:
            print(msgspec.json.encode(counts).decode())
            return
        for one, number in counts.items():
            Screen([]).line(f"{one:<16} {number:>4}")
        return
    game, puzzles = _read(name, file)
    rows = [{"id": each.id, "rating": each.rating, "seats": each.seats, "source": each.source} for each in puzzles]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode())
        return
    screen = Screen([])
    screen.line(f"{game.title}: {count(len(puzzles), 'puzzle')}", "bold")
    for each in sorted(puzzles, key=lambda puzzle: puzzle.rating):
        screen.line(f"{each.id}  rating {each.rating:>4}  {each.seats} seats  {each.source}")


@app.command("check", short_help="Check puzzles deeply, with other seeds.")
def check(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game.")] = None,
    file: File = None,
    puzzle: Annotated[str | None, typer.Option("--puzzle", metavar="ID", help="Only this one.")] = None,
    seconds: Seconds = 0,
    drop: Annotated[bool, typer.Option("--drop", help="Remove those that are refused from the file.")] = False,
    seed: SeedText = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Check whether every puzzle still has the one solution that it says, with other seeds than when it was made."""
    import msgspec

    from parlour.arena.workers import cores
    from parlour.cli.screen import Screen
    from parlour.cli.series import progress_bar
    from parlour.core.english import count
    from parlour.core.seed import Seed
    from parlour.lab.puzzles.book import remove
    from parlour.lab.puzzles.checking import Checking, check_all

    game, puzzles = _read(name, file, puzzle)
    how = Checking(game.name, Seed.parse(seed or "2").hex)
    with progress_bar() as progress:

        def watch(done: int, total: int) -> None:
            if progress is not None:
                progress(done, total, "puzzles")

        found, interrupted = check_all(how, puzzles, seconds, workers or cores(), watch)
    bad = [verdict for verdict in found if verdict.problem]
    if drop and bad:
        remove(_place(game, file), {verdict.id for verdict in bad})
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        screen = Screen([])
        for verdict in bad:
            screen.line(verdict.problem, "red")
        gone = " and removed" if drop and bad else ""
        screen.line(f"{game.title}: {count(len(found), 'puzzle')} checked, {len(bad)} refused{gone}.")
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if bad and not drop:
        raise typer.Exit(1)


@app.command("play", short_help="Solve puzzles in this terminal.")
def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game.")] = None,
    file: File = None,
    puzzle: Annotated[str | None, typer.Option("--puzzle", metavar="ID", help="Only this one.")] = None,
    seed: SeedText = None,
) -> None:
    """Solve puzzles at this keyboard: type the number of a move; q to stop."""
    from parlour.cli.screen import Screen
    from parlour.core.english import count
    from parlour.core.seed import Seed
    from parlour.lab.puzzles.book import names_of, read

    game, puzzles = _read(name, file, puzzle)
    order = list(range(len(puzzles)))
    (Seed.fresh() if seed is None else Seed.parse(seed)).dice("order").shuffle(order)
    right = asked = 0
    try:
        for at in order:
            each = puzzles[at]
            answer = _ask(Screen(names_of(each.seat, each.seats)), read(game, each), each)
            if answer is None:
                break
            asked += 1
            right += answer
    except (EOFError, KeyboardInterrupt):
        print()
    Screen([]).line(f"{right} of {count(asked, 'puzzle')} solved.")


def _ask(screen: Screen, position: Position, puzzle: Puzzle) -> bool | None:
    """Ask one puzzle and tell the answer; None if the solver wants to stop."""
    from parlour.cli.picking import Listed, pick
    from parlour.core.errors import Refused
    from parlour.core.moves import is_house
    from parlour.lab.puzzles.words import QUESTION, ask, say_worth

    game = position.game
    numbers = game.numbers(position.moves)
    said = [position.say(move) for move in position.moves]
    screen.title(f"{game.title}: {QUESTION}")
    drawn = game.draw_view(position.view, position.names, position.options, screen.width - 4, screen.height - 8)
    screen.frame(drawn)
    screen.line(ask(game), "bold")
    screen.choices([("", list(zip(numbers, said, strict=True)))])
    listed = [
        Listed(number, move, words, game.write_words(move, position.view, position.options))
        for number, move, words in zip(numbers, position.moves, said, strict=True)
    ]

    def why_not(move: int) -> str | None:
        if not is_house(move) and move in position.moves:
            return None
        reason: str = game.why_not(position.state, move).text
        return reason

    while True:
        line = screen.ask("Your move (q to stop):").strip()
        if line.lower() in ("q", "quit"):
            return None
        if not line:
            continue
        try:
            move = pick(
                line,
                listed,
                lambda text: int(game.read_words(text, position.view, position.options)),
                why_not,
                {kind.name for kind in game.moves.kinds},
            )
            break
        except Refused as refusal:
            screen.line(refusal.text, "red")
    right = move in position.solutions
    screen.line("Right!" if right else f"Not the best: {position.say(position.solutions[0])}.", "bold")
    for tried in puzzle.tried:
        number = game.moves.from_json(tried.move)
        screen.line(f"  {position.say(number)}: {say_worth(game, tried.worth)}")
    if len(puzzle.line) > 1:
        screen.line(f"  The turn goes on: {'; '.join(puzzle.line[1:])}.", "dim")
    return right


def _place(game: AnyGame, file: str | None) -> Path:
    """Where the puzzles of a command line are kept."""
    from parlour.cli.paths import typed_path
    from parlour.lab.puzzles.book import place

    return place(game) if file is None else typed_path(file)


def _read(name: str | None, file: str | None, puzzle: str | None = None) -> tuple[AnyGame, list[Puzzle]]:
    """The game and the puzzles that a command line asks for."""
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.games import find
    from parlour.lab.puzzles.book import fitting, load, shipped

    if file is not None:
        book = load(typed_path(file))
        game = find(book.game)
        if name is not None and find(name) is not game:
            raise Refused(f"{file} has puzzles of {game.title}, not of {find(name).title}.", "bad-puzzles")
        found = fitting(game, book.puzzles)
    elif name is None:
        raise typer.BadParameter("name a game, as in `parlour puzzles play connect-four`, or a --file")
    else:
        game = find(name)
        found = list(shipped(game).values())
    if puzzle is not None:
        found = [each for each in found if each.id == puzzle]
    if not found:
        what = f"no puzzle {puzzle[:20]!r}" if puzzle is not None else "no puzzles yet"
        raise Refused(f"{game.title} has {what}; `parlour puzzles make {game.name}` makes some.", "no-puzzles")
    return game, found
