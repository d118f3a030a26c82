"""A game as `parlour game new` writes it, as an installed package."""

import os
import re
from pathlib import Path

from parlour.cli.game import new_game
from parlour.core.files import write_folder

ROOT = Path(__file__).parents[2]


def write_package(folder: Path, name: str = "nim") -> Path:
    """The package of a new game, with the entry point that tells Parlour of it; where it stands."""
    write_folder(folder / name, new_game(name))
    package = name.replace("-", "_")
    told = folder / name / f"parlour_{package}-0.1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: parlour-{name}\nVersion: 0.1\n")
    (told / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {package}.game:GAME\n")
    return folder / name


def block(guide: str, first: str) -> str:
    """The block of a guide that begins with this line."""
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    return next(found for found in re.findall(r"```\w+\n(.*?)```", text, re.S) if found.startswith(first))


def path_with(*packages: Path) -> str:
    """The path on which a house finds these packages."""
    return os.pathsep.join(map(str, (*packages, ROOT)))
