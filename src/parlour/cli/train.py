"""`parlour train`: let a game's evaluator learn from games that the house plays against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.rooms import Extra
from parlour.cli.series import progress_bar
from parlour.cli.setup import USUAL, Setup
from parlour.cli.shared_options import Json, Name, count_option, games_option, seats_option, word_option

if TYPE_CHECKING:
    from parlour.lab.train.training import Course, Result, Round

PLAYER = "search:iterations=200"


def train(
    name: Name,
    games: Annotated[int, games_option("Games to learn from in a round.", 10)] = 400,
    rounds: Annotated[
        int, count_option("--rounds", "How many rounds of play, fit and trial; each builds on the last.", 1000)
    ] = 1,
    player: Annotated[str, word_option("--player", "Who plays: a level, or a search with settings.")] = PLAYER,
    seats: Annotated[int | None, seats_option("the usual")] = None,
    trial: Annotated[
        int, typer.Option("--trial", min=16, max=1_000_000, help="At most this many games to try out what was learned.")
    ] = 400,
    bounds: Annotated[
        str,
        typer.Option(
            "--bounds", metavar="LOW,HIGH", help="The test decides between these shares of wins: no better, and better."
        ),
    ] = "0.50,0.55",
    afresh: Annotated[
        bool, typer.Option("--afresh", help="Begin with the hand-written judge, whatever has been learned before.")
    ] = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="FILE", help="Where to write it; default: beside the game's code.")
    ] = None,
    setup: Setup = USUAL,
    as_json: Json = False,
    *,
    extra: Extra,
) -> None:
    """Learn to judge a game's positions from play: play, fit, and keep what wins.

    The house plays the game against itself, weighs the game's features (docs/train.md) so that they foretell who
    wins, and tries the result out. Only what wins a sequential test is written, beside the game's code, where all
    searching players find it.

    \b
    Examples:
      parlour train connect-four --player search:iterations=200:depth=0:plan=0 --seed 1
      parlour train nim --games 200 --rounds 3 --afresh --write evaluator.json
    """
    import msgspec

    from parlour.bots.seat_words import read_word
    from parlour.cli.paths import shown, typed_path
    from parlour.core import learned
    from parlour.core.seed import Seed
    from parlour.games import find
    from parlour.lab.train.training import Course, present
    from parlour.lab.train.training import train as run

    game = find(name)
    number = game.default_seats if seats is None else seats
    game.check_seats(number)
    options = setup.options(game, extra, game.measured)
    game.check(options, number)
    course = Course(
        game=game,
        options=options,
        seats=number,
        word=read_word(game, player),
        games=games,
        rounds=rounds,
        trial_games=trial,
        bounds=_read_bounds(bounds),
        seed=setup.root() or Seed.fresh(),
        path=learned.place(game) if write is None else typed_path(write),
        afresh=afresh,
    )
    said = _Said(course, as_json)
    with setup.crew() as where, progress_bar(said.terminal) as bar:
        course = msgspec.structs.replace(course, workers=where)
        found = run(course, said.round, None if bar is None else lambda what, done, most: bar(done, most, what))
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        said.end(found, shown(course.path))
        if found.learned is not None and write is None and present(game, False).own:
            print(f"{game.title} has an evaluator() of its own; it uses this only where that asks super().evaluator().")
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def _read_bounds(text: str) -> tuple[float, float]:
    from parlour.core.errors import Refused

    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise Refused(f"Write the bounds as two shares of wins, such as 0.50,0.55, not {text[:40]!r}.") from None
    return low, high


class _Said:
    """What the command tells, round by round, and at the end."""

    def __init__(self, course: Course, as_json: bool) -> None:
        from parlour.cli.screen import console

        self.course = course
        self.terminal = console(stderr=True)
        if not as_json:
            self._line(
                f"{course.game.title}: {course.rounds} {'round' if course.rounds == 1 else 'rounds'} of "
                f"{course.games:,} games by {course.word.text}; seed {course.seed.hex}"
            )

    def _line(self, text: str) -> None:
        self.terminal.print(text, soft_wrap=True)

    def round(self, found: Round) -> None:
        trial = found.verdict.trial
        verdict = {True: "accepted", False: "no better, not accepted", None: "not clear, not accepted"}
        what, cases = ("", "positions") if found.what == "judgement" else (", habit", "choices")
        self._line(
            f"Round {found.number}{what}: {found.cases:,} {cases} of {found.games:,} games; surprise at games kept "
            f"aside {found.before:.4f} before, {found.after:.4f} after"
        )
        if not found.verdict.asked:
            self._line(f"  not tried: {self.course.word.text} never asks for a {found.what}")
            return
        self._line(
            f"  against {trial.against}: share {trial.share:.3f} [{trial.low:.3f}, {trial.high:.3f}] in "
            f"{trial.games:,} games: {verdict[found.verdict.accepted]}"
        )

    def end(self, found: Result, path: str) -> None:
        from parlour.cli.screen import Screen

        if found.learned is None:
            print("Nothing was written: nothing that was learned won its trial.")
            return
        learned = found.learned
        rows = [("the hand-written judge", learned.judge), *learned.features.items()]
        rows += [(f"habit: {name}", weight) for name, weight in learned.habit.items()]
        widest = max(len(name) for name, _ in rows)
        Screen([]).frame("\n".join(f"{name:<{widest}}  {weight:>10.4g}" for name, weight in rows), "Weights")
        print(f"Written to {path}")
