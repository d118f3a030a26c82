"""`parlour bench`: how fast the house plays, compared with other libraries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.shared_options import Json

if TYPE_CHECKING:
    from parlour.core.game import AnyGame
    from parlour.lab.bench import Slice


def bench(
    games: Annotated[
        str | None, typer.Option("--games", metavar="A,B", help="Which games; default: all that come with Parlour.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.05, max=600.0, help="How long to measure each row.")
    ] = 1.5,
    as_json: Json = False,
) -> None:
    """Measure random play: compiled, driven from Python, interpreted, in batches for learning programs with an
    observation and a mask at every step, and in OpenSpiel, PettingZoo and RLCard.

    All rows take turns on one core, and the best turn of each counts. The other libraries are measured if they are
    installed; `make bench` installs them into a separate environment.

    \b
    Examples:
      parlour bench
      parlour bench --games connect-four --seconds 3 --json
    """
    from parlour.cli.screen import console
    from parlour.games import HOUSE, find
    from parlour.lab.bench import measure

    if games is None:
        from parlour.api import games as all_games

        chosen = [game for game in all_games() if game.name in HOUSE]
    else:
        chosen = [find(name) for name in games.split(",")]
    terminal = console(stderr=True)
    batches = _batches(chosen)
    if terminal.is_terminal:
        with terminal.status("measuring …"):
            found = measure(chosen, seconds, more=batches)
    else:
        found = measure(chosen, seconds, more=batches)
    if as_json:
        import json

        print(json.dumps(found))
        return
    from parlour.cli.screen import Screen

    rows, ratios = found["rows"], found["ratios"]
    widest = max(len(name) for name in [*(row["name"] for row in rows), *ratios])
    lines = [f"{row['name']:<{widest}}  {row['moves_per_second']:>13,.0f}" for row in rows]
    screen = Screen([])
    screen.frame("\n".join(lines), f"Moves a second ({'compiled' if found['compiled'] else 'not compiled'})")
    if ratios:
        screen.frame("\n".join(f"{name:<{widest}}  {ratio:>13.2f}" for name, ratio in ratios.items()), "Ratios")


def _batches(games: Sequence[AnyGame]) -> dict[str, Slice]:
    """The rows of the environments, if the packages for learning are installed."""
    from parlour.lab.bench import BATCH

    try:
        from parlour.envs.measuring import stepping
    except ImportError:
        return {}
    return {f"{game.name} {BATCH}": stepping(game) for game in games}
