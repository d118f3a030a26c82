"""What is in a Parquet file of decisions, read a group of rows at a time."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.core.errors import Refused
from parlour.lab.data import arrow
from parlour.lab.data.writing import ABOUT, ENDED, About, Ended

COUNTED: Final = ["match", "game", "seat", "player", "mask", "action", "value", "result"]


class Action(msgspec.Struct, frozen=True):
    """One place of the index of moves: what it means, how often it was chosen, and how often it could have been."""

    place: int
    means: str
    chosen: int
    legal: int


class Shares(msgspec.Struct, frozen=True):
    """A seat or a player: its decisions, its games, and its share of the wins."""

    name: str
    decisions: int
    games: int
    share: float


class Description(msgspec.Struct, frozen=True):
    """What is in a file. `forced` is the share of decisions with only one legal move."""

    about: About
    ended: Ended
    rows: int
    games: int
    groups: int
    bytes: int
    columns: dict[str, str]
    forced: float
    choices: float  # legal moves a decision, on average
    unlisted: int
    surprise: float  # mean square of what the values were wrong by
    actions: list[Action]  # those that were ever legal, most chosen first
    seats: list[Shares]
    players: list[Shares]


def describe(path: Path) -> Description:
    _, pa, parquet = arrow()
    try:
        file = parquet.ParquetFile(path)
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.", "bad-file") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.", "bad-file") from None
    except pa.ArrowInvalid:
        raise Refused(f"{path} is not a Parquet file, or not a whole one.", "bad-file") from None
    with file:
        about, ended = _read_marks(path, file.metadata.metadata or {})
        try:
            return _counted(path, file, about, ended)
        except (OSError, ValueError, LookupError, TypeError):
            raise Refused(f"{path} is damaged: its rows don't fit what it says about itself.", "bad-file") from None


def _counted(path: Path, file: Any, about: About, ended: Ended) -> Description:
    np, _, _ = arrow()
    places = len(about.actions)
    chosen, legal = np.zeros(places, np.int64), np.zeros(places, np.int64)
    forced = rows = options = unlisted = 0
    wrong = 0.0
    games: dict[str, Counter[str]] = {"seat": Counter(), "player": Counter()}
    decisions: dict[str, Counter[str]] = {"seat": Counter(), "player": Counter()}
    won: dict[str, Counter[str]] = {"seat": Counter(), "player": Counter()}
    last: set[tuple[int, int, int]] = set()
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, columns=COUNTED)
        mask = table["mask"].combine_chunks().flatten().to_numpy(zero_copy_only=False).reshape(-1, places)
        counts = mask.sum(1)
        rows += len(mask)
        options += int(counts.sum())
        forced += int((counts == 1).sum())
        legal += mask.sum(0)
        unlisted += table["action"].null_count
        chosen += np.bincount(table["action"].drop_null().to_numpy(), minlength=places)
        off = table["value"].to_numpy().astype(float) - table["result"].to_numpy()
        wrong += float((off * off).sum())
        seen: set[tuple[int, int, int]] = set()
        for match, game, seat, player, result in zip(
            *(table[name].to_pylist() for name in ("match", "game", "seat", "player", "result")), strict=True
        ):
            key = (match, game, seat)
            new = key not in last and key not in seen
            seen.add(key)
            for what, name in (("seat", str(seat)), ("player", player)):
                decisions[what][name] += 1
                if new:
                    games[what][name] += 1
                    won[what][name] += result
        last = seen  # a game is in one group or in two that follow each other

    def shares(what: str) -> list[Shares]:
        return [
            Shares(name, decisions[what][name], games[what][name], won[what][name] / games[what][name])
            for name in sorted(games[what])
        ]

    order = sorted(np.flatnonzero(legal).tolist(), key=lambda place: (-chosen[place], place))
    return Description(
        about=about,
        ended=ended,
        rows=rows,
        games=ended.games,
        groups=file.num_row_groups,
        bytes=path.stat().st_size,
        columns={field.name: _kind(field.type) for field in file.schema_arrow},
        forced=forced / max(1, rows),
        choices=options / max(1, rows),
        unlisted=unlisted,
        surprise=wrong / max(1, rows),
        actions=[Action(at, about.actions[at], int(chosen[at]), int(legal[at])) for at in order],
        seats=shares("seat"),
        players=shares("player"),
    )


def _read_marks(path: Path, found: dict[bytes, bytes]) -> tuple[About, Ended]:
    try:
        return (
            msgspec.json.decode(found[ABOUT], type=About),
            msgspec.json.decode(found[ENDED], type=Ended),
        )
    except (KeyError, msgspec.MsgspecError):
        raise Refused(
            f"{path} was not written by `parlour simulate` or `parlour match` with --parquet.", "bad-file"
        ) from None


def _kind(kind: Any) -> str:
    text = str(kind)
    if text.startswith("fixed_size_list"):
        return f"{kind.list_size:,} × {kind.value_type}"
    return "string" if text.startswith("dictionary") else text
