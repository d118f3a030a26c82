"""What a worker on another machine must have in common with this one, so that the same seeds give the same games."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

import parlour
from parlour.core.game import AnyGame

HOUSE = ("core", "bots", "arena", "lab")  # the parts of Parlour that play
KINDS = {".py", ".toml", ".txt", ".json"}
ASIDE = {"__pycache__", "bot_kit", "classic_kit", "kit", "puzzles.json", "anchors.json"}  # which play no part


class Marks(msgspec.Struct, frozen=True):
    """What plays on a machine: versions for people, digests of the source to be sure."""

    parlour: str
    house: str
    title: str = ""
    version: int = 0
    rules: str = ""
    learned: str = ""  # what the game has learned from play; empty if it comes with the work

    def other_than(self, here: Marks) -> str:
        """What is not the same as here, as the end of a sentence; empty if all is."""
        if self.parlour != here.parlour:
            return f"has Parlour {self.parlour}, and this one has {here.parlour}"
        if self.version != here.version:
            return f"has version {self.version} of {here.title}, and this one has version {here.version}"
        if self.house != here.house:
            return f"has another build of Parlour {here.parlour}: their source differs"
        if self.rules != here.rules:
            return f"has other rules of {here.title}: their source differs"
        if here.learned and self.learned != here.learned:
            return f"has another evaluator of {here.title}"
        return ""


@cache
def marks(game: AnyGame | None = None, learning: bool = False) -> Marks:
    """What this process plays with. Counted once: a file that changes later changes nothing here either."""
    root = Path(parlour.__file__).parent
    house = digest(root, (root / part for part in HOUSE))
    if game is None:
        return Marks(parlour.__version__, house)
    home = sys.modules[type(game).__module__]
    file = Path(home.__file__ or "")
    folder = file.parent if home.__package__ else file
    learned = file.parent / game.learned
    return Marks(
        parlour.__version__,
        house,
        game.title,
        game.version,
        digest(folder.parent, [folder], {game.learned}),
        "" if learning else digest(learned.parent, [learned]),
    )


def digest(root: Path, places: Iterable[Path], without: Iterable[str] = ()) -> str:
    """One number for the text of all files in these places; how lines end makes no difference."""
    found = sha256()
    aside = ASIDE.union(without)
    for place in places:
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for file in files:
            inside = file.relative_to(root)
            if file.suffix in KINDS and file.is_file() and aside.isdisjoint(inside.parts):
                found.update(inside.as_posix().encode() + b"\0")
                found.update(file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]
