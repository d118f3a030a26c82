"""`parlour review`: what decided a stored match, luck or choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import INTERRUPTED
from parlour.cli.shared_options import Json, SeedText, Workers

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.lab.review.batches import Batch, Reviewing, Tendency
    from parlour.lab.review.findings import Review


def review(
    path_text: Annotated[
        str, typer.Argument(metavar="FILE", help="The record of a finished match, or a folder with many.")
    ],
    seat: Annotated[
        int | None, typer.Option("--seat", help="Report only on this seat, counted from 0.", show_default=False)
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="Report only on this player, by the name in the record."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Think less, for a first impression.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Think about four times as long.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="Stop thinking after this much processor time per match.")
    ] = 0,
    most: Annotated[
        int | None, typer.Option("--worst", min=0, max=1000, help="How many of the worst decisions to show.")
    ] = None,
    seed: SeedText = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Find out what decided a finished match: each player's choices, or the luck of dice and cards.

    \b
    Examples:
      parlour review match.json
      parlour review match.json --seat 0 --deep
      parlour review match.json --json
      parlour review records/ --player "cmd:python3 bot.py" --quick
    """
    from parlour.cli.paths import typed_path
    from parlour.core.errors import Refused
    from parlour.core.seed import Seed
    from parlour.lab.review.batches import Reviewing

    if quick and deep:
        raise Refused("A review is either --quick or --deep, not both.", "bad-option")
    effort = "quick" if quick else "deep" if deep else "normal"
    how = Reviewing(effort, Seed.parse(seed or "1").hex, seconds)
    path = typed_path(path_text)
    if path.is_dir():
        _many(path, how, workers, seat, player, 10 if most is None else most, as_json)
    else:
        _one(path, how, seat, player, 5 if most is None else most, as_json)


def _one(path: Path, how: Reviewing, seat: int | None, player: str | None, most: int, as_json: bool) -> None:
    import msgspec

    from parlour.cli.arguments import seat_names
    from parlour.cli.series import progress_bar
    from parlour.core.record import load

    seat = _seat_of(load(path).seats, seat, player)
    reviewer = how.begin(path, seat_names)
    interrupted = False
    with progress_bar() as progress:
        done = 0
        try:
            for done, _ in enumerate(reviewer.steps(how.seconds), start=1):
                if progress is not None:
                    progress(done, 2 * len(reviewer.plies), "decisions")
        except KeyboardInterrupt:
            if done < len(reviewer.plies):  # there is not even a first curve
                raise
            interrupted = True
    found = reviewer.review()
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        _show(found, seat, most)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _many(
    folder: Path, how: Reviewing, workers: int | None, seat: int | None, player: str | None, most: int, as_json: bool
) -> None:
    import msgspec

    from parlour.arena.workers import cores
    from parlour.cli.series import progress_bar
    from parlour.core.errors import Refused
    from parlour.lab.review.batches import records_in, review_all

    if seat is not None:
        raise Refused("In many matches a seat is not one player: choose one with --player NAME.", "bad-option")
    paths = records_in(folder)
    if not paths:
        raise Refused(f"{folder} has no records: files of matches that end with .json.", "bad-file")
    with progress_bar() as progress:

        def watch(done: int, total: int) -> None:
            if progress is not None:
                progress(done, total, "matches")

        found = review_all(paths, how, workers or cores(), watch, player, most)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        _show_all(found)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not any(each.review for each in found.reviews):
        raise typer.Exit(2)
    if player is not None and not found.players:
        raise Refused(f"No player in {folder} is called {player[:60]!r}.", "bad-option")


def _seat_of(names: list[str], seat: int | None, player: str | None) -> int | None:
    from parlour.core.errors import Refused

    if seat is not None and not 0 <= seat < len(names):
        raise Refused(f"This match has seats 0 to {len(names) - 1}, not {seat}.", "bad-seats")
    if player is None:
        return seat
    if player not in names:
        raise Refused(f"No player in this match is called {player[:60]!r}; they are {', '.join(names)}.", "bad-option")
    return names.index(player) if seat is None else seat


def _show(found: Review, seat: int | None, most: int) -> None:
    from parlour.cli.screen import Screen
    from parlour.lab.review.words import tell

    screen = Screen(found.seats)
    screen.title(f"{found.title}: the review")
    screen.line(found.ending, "bold green")
    for heading, lines in tell(found, screen.width - 4, seat, most):
        screen.frame("\n".join(lines), heading)
    if not found.complete:
        screen.line("The review was stopped early; what it says is less certain than it could be.", "dim")


def _show_all(found: Batch) -> None:
    from parlour.cli.screen import Screen

    screen = Screen([])
    for each in found.reviews:
        if each.problem:
            screen.line(each.problem, "red")
    for player in found.players:
        screen.frame("\n".join(_say_player(player)), player.name)


def _say_player(player: Tendency) -> list[str]:
    from pathlib import Path

    from parlour.cli.paths import shown
    from parlour.core.english import count
    from parlour.lab.review.words import signed

    choice = "nothing to choose"
    if player.score is not None:
        choice = f"{player.score:.0f} ± {1.96 * player.score_error:.0f} of 100"
    lines = [
        f"{count(player.games, 'match', 'matches')}, share {player.share:.3f}",
        f"Choice: {choice}. Luck: {signed(player.luck)} ± {1.96 * player.luck_error:.0f}.",
        f"{count(player.decisions, 'decision')}: {', '.join(f'{n} {name}' for name, n in player.verdicts.items())}",
    ]
    for number, bad in enumerate(player.worst, start=1):
        found = bad.decision
        lines.append(f"{number}. {shown(Path(bad.path))}, move {found.ply + 1}: {found.says}")
        away = f"gives away {100 * found.loss:.0f} ± {196 * found.error:.0f}"
        lines.append(f"   {found.verdict}, {away}; better: {found.best_says}")
    return lines
