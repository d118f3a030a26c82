"""What a game has learned from play: the file beside its code that `parlour train` writes, read into an evaluator."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import Refused
from parlour.core.evaluator import LinearEvaluator
from parlour.core.state import Evaluator

if TYPE_CHECKING:
    from parlour.core.game import AnyGame

log = logging.getLogger("parlour")


class Trial(msgspec.Struct, frozen=True):
    """How a new evaluator fared against the one before it: its share of wins with its 95 % interval."""

    against: str
    games: int
    share: float
    low: float
    high: float
    bounds: tuple[float, float]  # the shares between which the sequential test decided


class Made(msgspec.Struct, frozen=True):
    """How an evaluator was made; with the same settings and seed, `parlour train` makes it again."""

    seed: str
    player: str
    seats: int
    options: dict[str, Any]
    games: int
    positions: int
    rounds: int
    trials: list[Trial]


class Learned(msgspec.Struct, frozen=True):
    """The weight of the hand-written judge, of each feature of a position, and of each feature of a move."""

    game: str
    judge: float
    features: dict[str, float]
    made: Made
    habit: dict[str, float] = {}

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

    def evaluator(self, game: AnyGame) -> LinearEvaluator:
        """Refused if the weights are not those of the game's features."""
        if self.game != game.name:
            raise Refused(f"it belongs to {self.game!r}, not to {game.name!r}", "bad-evaluator")
        weights = _in_order(self.features, game.features, "features")
        habit = _in_order(self.habit, game.move_features, "features of moves") if self.habit else []
        if not all(map(math.isfinite, [self.judge, *weights, *habit])):
            raise Refused("a weight is not a number", "bad-evaluator")
        return LinearEvaluator(self.judge, weights, habit)


def _in_order(found: Mapping[str, float], wanted: Iterable[str], what: str) -> list[float]:
    missing = [name for name in wanted if name not in found]
    unknown = [name for name in found if name not in set(wanted)]
    if missing or unknown:
        lacks = [f"it lacks {', '.join(map(repr, missing))}"] if missing else []
        knows = [f"it has {', '.join(map(repr, unknown))}"] if unknown else []
        raise Refused(f"its {what} are not the game's ({'; '.join(lacks + knows)})", "bad-evaluator")
    return [found[name] for name in wanted]


def place(game: AnyGame) -> Path:
    """Where a game's file is or would be: beside the module with the game's class."""
    package = type(game).__module__.rpartition(".")[0]
    if package:
        folder = resources.files(package)
        if isinstance(folder, Path):
            return folder / game.learned
    raise Refused(
        f"{game.title} is not in a folder of its own, so its evaluator has no place there: name a file with --write.",
        "no-place",
    )


def read(game: AnyGame) -> Learned | None:
    """What the game has learned; None if nothing; refused with a sentence if the file is no use."""
    package = type(game).__module__.rpartition(".")[0]
    if not package or not game.features:
        return None
    try:
        text = resources.files(package).joinpath(game.learned).read_bytes()
    except (OSError, ModuleNotFoundError):
        return None
    try:
        found = msgspec.json.decode(text, type=Learned)
        found.evaluator(game)
    except (msgspec.MsgspecError, Refused) as error:
        raise Refused(
            f"{game.title} plays by its hand-written judge, because {game.learned} does not fit it: "
            f"{str(error).rstrip('.')}. `parlour train {game.name}` makes a new one.",
            "bad-evaluator",
        ) from None
    return found


_known: dict[type[Any], Learned | None] = {}


def evaluator_of(game: AnyGame) -> Evaluator:
    """The evaluator that a game has learned, or its hand-written judge. A file that can't be used is reported once."""
    kind = type(game)
    if kind not in _known:
        try:
            _known[kind] = read(game)
        except Refused as refusal:
            log.warning("%s", refusal.text)
            _known[kind] = None
    learned = _known[kind]
    return Evaluator() if learned is None else learned.evaluator(game)


def forget() -> None:
    """Read all files anew when they are next needed."""
    _known.clear()
