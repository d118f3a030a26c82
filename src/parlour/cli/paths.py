"""Where the house keeps a person's files, and paths that a person types or reads."""

from __future__ import annotations

import os
import re
import secrets
from datetime import datetime
from pathlib import Path

from parlour.core.errors import Refused


def data_folder() -> Path:
    """PARLOUR_DATA, or where this platform keeps a user's data."""
    if folder := os.environ.get("PARLOUR_DATA"):
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_data_dir("parlour"))


def matches_folder() -> Path:
    return data_folder() / "matches"


def new_match_file(game: str) -> Path:
    """A file for a match that begins now; the random end keeps matches begun in the same second apart."""
    return matches_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


def later_game_file(path: Path, game: int) -> Path:
    """A file next to the first game's, for a later game of the same match."""
    stem = re.sub(r"-game-\d+$", "", path.stem)
    found = path.with_name(f"{stem}-game-{game}{path.suffix}")
    return found if not found.exists() else path.with_name(f"{stem}-{secrets.token_hex(2)}-game-{game}{path.suffix}")


def typed_path(text: str) -> Path:
    """The path that a person typed."""
    if "\0" in text or not text.strip():
        raise Refused(f"{text[:40]!r} is not a file name.", "bad-file")
    return Path(text).expanduser()


def new_folder(text: str) -> Path:
    """A folder for many new files: made now, or empty."""
    folder = typed_path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Refused(f"{folder} is not empty: name a new folder, so that nothing is lost or mixed up.", "exists")
    except FileExistsError:
        raise Refused(f"{folder} is a file, not a folder.", "bad-file") from None
    except OSError as error:
        raise Refused(f"{folder} cannot be used: {error.strerror or error}.", "bad-file") from None
    return folder


def shown(path: Path) -> str:
    """A path as a person types it in a shell."""
    import shlex

    text = str(path)
    try:
        here = Path.cwd()
        if here != here.parent:  # relative to the root every path would only lose its slash
            text = str(path.resolve().relative_to(here))
    except (ValueError, OSError):
        pass
    return shlex.quote(text)
