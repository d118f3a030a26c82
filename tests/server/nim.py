"""The game and the board that the guides build, as an installed package."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(guide: str, language: str) -> list[str]:
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def write_nim(folder: Path, package: str = "nim_package") -> Path:
    """The package, with the entry point that tells Parlour of it; gives its `web` folder."""
    web = folder / package / "web"
    web.mkdir(parents=True)
    (web.parent / "__init__.py").touch()
    code = "\n".join(block for block in blocks("write-a-game.md", "python") if "check_game" not in block)
    (web.parent / "game.py").write_text(code, encoding="utf-8")
    board, guide = blocks("write-a-board.md", "js")
    for name, text in {
        "board.js": board,
        "guide.js": guide,
        "board.css": blocks("write-a-board.md", "css")[0],
        "board.json": blocks("write-a-board.md", "json")[0],
        "picture.svg": blocks("write-a-board.md", "svg")[0],
    }.items():
        (web / name).write_text(text, encoding="utf-8")
    told = folder / "nim_package-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: nim-package\nVersion: 1\n")
    (told / "entry_points.txt").write_text(f"[parlour.games]\nnim = {package}.game:GAME\n")
    return web


def path_with(folder: Path) -> str:
    """The path on which a house finds what was written there."""
    return os.pathsep.join((str(folder), str(ROOT)))
