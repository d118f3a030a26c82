"""The pictures that a card of a script can be given by name, as the browser draws them."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

PICTURES: Final = tuple(files(__package__).joinpath("pictures.txt").read_text(encoding="utf-8").split())


def picture_of(word: str) -> str:
    """The picture that a word names, however it writes capitals and blanks; "" if there is none."""
    name = "-".join(word.lower().replace("_", " ").replace("-", " ").split())
    return name if name in PICTURES else ""
