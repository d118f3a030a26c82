"""The pictures that a scripted card can have, by name."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

PICTURES: Final = tuple(files(__package__).joinpath("pictures.txt").read_text(encoding="utf-8").split())


def picture_of(word: str) -> str:
    """The picture with this name, whatever its capitals and spaces; "" if there is none."""
    name = "-".join(word.lower().replace("_", " ").replace("-", " ").split())
    return name if name in PICTURES else ""
