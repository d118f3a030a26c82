"""`parlour ratings`: who plays best in a house; `parlour anchors`: what its scales hang on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.shared_options import Json

if TYPE_CHECKING:
    from parlour.core.protocol import Leaderboard


def ratings(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")],
    of: Annotated[str, typer.Option("--of", help="Who: everybody, people or bots.")] = "everybody",
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="FILE", envvar="PARLOUR_DB", help="The database, as for serve."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the leaderboard of a house. The house may be open meanwhile.

    \b
    Examples:
      parlour ratings kata-tcg
      parlour ratings deadwood --of people --db /var/lib/parlour/parlour.db
    """
    from typing import get_args

    import msgspec

    from parlour.core.errors import Refused
    from parlour.core.protocol import Ranking
    from parlour.games import find
    from parlour.server.ratings import leaderboard

    found = find(game)
    if of not in get_args(Ranking):
        raise Refused(f"There are leaderboards of {', '.join(get_args(Ranking))}, not of {of[:40]!r}.", "bad-option")
    board = leaderboard(found, _standings(db, found), of)  # type: ignore[arg-type]
    if as_json:
        print(msgspec.json.encode(board).decode())
    else:
        _show(board)


def _standings(db: str | None, game: Any) -> list[Any]:
    """What the house has counted; before it first opens, nothing."""
    from parlour.core.errors import Refused
    from parlour.server.ratings import counting
    from parlour.store import Store, StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(db)
        if found.schema is None or found.schema < found.newest:  # no house with ratings has opened it yet
            return []
        with Store.open(db) as store:
            while game.name in store.reads.rated(waiting=True) and store.write(counting(game)):
                pass
            return store.reads.ratings(game.name)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None


def _show(board: Leaderboard) -> None:
    from rich.table import Table

    from parlour.cli.screen import console

    terminal = console()
    shown = Table(title=f"{board.title}: {board.of}", title_justify="left", box=None, pad_edge=False)
    for title, side in (("", "right"), ("player", "left"), ("points", "right"), ("", "left"), ("games", "right")):
        shown.add_column(title, justify=side)  # type: ignore[arg-type]
    for one in board.places:
        name = f"the house, {one.name}" if one.kind == "house" else one.name + (" (bot)" if one.kind == "bot" else "")
        surely = f"± {one.margin}" + (", provisional" if one.provisional else ", anchored" if one.anchored else "")
        shown.add_row(str(one.place or ""), name, str(one.points), surely, str(one.games))
    terminal.print(shown, markup=False, highlight=False) if board.places else None
    if not any(one.games for one in board.places):
        terminal.print("Nobody has played a rated game yet.", highlight=False)


def anchors(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; default: all.")] = None,
    source: Annotated[
        Path, typer.Option("--from", metavar="FILE.json", help="What `parlour strength --write` has measured.")
    ] = Path("docs/strength.json"),
    afresh: Annotated[bool, typer.Option("--afresh", help="Forget the old anchors first: all ratings change.")] = False,
) -> None:
    """Anchor the house's levels on the scales of their games, by what was measured.

    An anchor that is there never moves; only players without one get theirs. It is kept in the file anchors.json beside
    the game's code, with the matches it was measured by.

    \b
    Example:
      parlour anchors deadwood --from docs/strength.json
    """
    import datetime

    from parlour.arena.anchors import Anchors, place, shipped
    from parlour.cli.paths import shown
    from parlour.core.files import decode_json, read_file, write_file
    from parlour.games import find
    from parlour.lab.anchors import drop_anchors
    from parlour.lab.strength import Ladder

    ladders = decode_json(read_file(source, 16_000_000), list[Ladder], "a measurement", str(source), "bad-file")
    wanted = [find(name).name for name in games] if games else [ladder.game for ladder in ladders]
    for ladder in ladders:
        if ladder.game not in wanted:
            continue
        game = find(ladder.game)
        old = Anchors(game.name) if afresh else shipped(game)
        new = drop_anchors(game, ladder, old, datetime.date.today().isoformat())
        if new == old:
            print(f"{game.title}: nothing new was measured.")
            continue
        path = place(game)
        write_file(path, new.encode())
        path.chmod(0o644)
        added = [anchor for anchor in new.anchors if anchor not in old.anchors]
        told = ", ".join(f"{anchor.word} {anchor.points:.0f} ± {anchor.margin:.0f}" for anchor in added)
        print(f"{game.title}: {told or 'measured, but nobody is sure enough for an anchor'} ({shown(path)}).")
