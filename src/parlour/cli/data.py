"""`parlour data`: what is in a Parquet file of decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.shared_options import Json

if TYPE_CHECKING:
    from parlour.lab.data.describing import Description


def data(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `simulate` or `match` wrote with --parquet.")],
    most: Annotated[int, typer.Option("--actions", min=0, max=100_000, help="How many actions to list.")] = 12,
    as_json: Json = False,
) -> None:
    """Describe a file of decisions: its game, rows, columns and actions, and who won.

    \b
    Examples:
      parlour simulate kata-tcg --seats greedy,greedy --games 1000 --parquet kata.parquet
      parlour data kata.parquet
    """
    import msgspec

    from parlour.cli.paths import typed_path
    from parlour.lab.data.describing import describe

    path = typed_path(file)
    found = describe(path)
    if as_json:
        found = msgspec.structs.replace(found, actions=found.actions[:most])
        print(msgspec.json.encode(found).decode())
    else:
        _show(found, most, file)


def _show(found: Description, most: int, file: str) -> None:
    from parlour.cli.screen import Screen, columns
    from parlour.games import find

    about, ended = found.about, found.ended
    title = find(about.game).title
    size = found.bytes / max(1, found.games)
    part = " (interrupted)" if ended.interrupted else ""
    lines = [
        f"{title} (version {about.version}), {about.kind} by Parlour {about.parlour}: {', '.join(about.players)}",
        f"{_count(found.games, 'game')}{part}, {_count(found.rows, 'decision')}; seed {ended.seed}",
        f"{found.bytes:,} bytes, {size:,.0f} a game, in {_count(found.groups, 'group')} of rows",
        f"{found.choices:.1f} legal moves a decision; {found.forced:.1%} had only one",
        f"the judge's value missed the result by {found.surprise:.3f} (mean square; 0.25 is a guess between two)",
    ]
    if found.unlisted:
        lines.append(f"{found.unlisted:,} moves are not in the index: their action is empty")
    tables = [
        ("column", ["type"], [[name, kind] for name, kind in found.columns.items()]),
        (
            "won by",
            ["games", "decisions", "share"],
            [
                [name, f"{each.games:,}", f"{each.decisions:,}", f"{each.share:.3f}"]
                for name, each in [
                    *((f"seat {seat.name}", seat) for seat in found.seats),
                    *((player.name, player) for player in found.players),
                ]
            ],
        ),
        (
            f"action ({len(found.actions):,} of {len(about.actions):,} were ever legal)",
            ["place", "chosen", "of all", "when legal"],
            [
                [
                    action.means,
                    str(action.place),
                    f"{action.chosen:,}",
                    f"{action.chosen / max(1, found.rows):.1%}",
                    f"{action.chosen / action.legal:.1%}",
                ]
                for action in found.actions[:most]
            ],
        ),
    ]
    for head, heads, rows in tables:
        lines += ["", *columns([[head, *heads], *rows])]
    Screen([]).frame("\n".join(lines), file)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
