"""Where the house keeps a person's files."""

from __future__ import annotations

import os
import re
import secrets
from datetime import datetime
from pathlib import Path

from parlour.core.errors import Refused


def data_folder() -> Path:
    """PARLOUR_DATA, or where this platform keeps a user's data."""
    if asked := os.environ.get("PARLOUR_DATA"):
        return Path(asked)
    import platformdirs

    return Path(platformdirs.user_data_dir("parlour"))


def matches_folder() -> Path:
    return data_folder() / "matches"


def new_match_file(game: str) -> Path:
    """A file for a match that begins now; the end of the name keeps apart what begins in the same second."""
    return matches_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


def later_game_file(path: Path, game: int) -> Path:
    """A file beside that of the first game, for a later game of the same match."""
    stem = re.sub(r"-game-\d+$", "", path.stem)
    found = path.with_name(f"{stem}-game-{game}{path.suffix}")
    return found if not found.exists() else path.with_name(f"{stem}-{secrets.token_hex(2)}-game-{game}{path.suffix}")


def typed_path(text: str) -> Path:
    """The path that a person typed."""
    if "\0" in text or not text.strip():
        raise Refused(f"{text[:40]!r} is no name of a file.", "bad-file")
    return Path(text).expanduser()


def shown(path: Path) -> str:
    """A path as a person types it in a shell."""
    import shlex

    text = str(path)
    try:
        here = Path.cwd()
        if here != here.parent:  # seen from the root everything is near, and looks as if it were not
            text = str(path.resolve().relative_to(here))
    except (ValueError, OSError):
        pass
    return shlex.quote(text)
