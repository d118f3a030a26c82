"""Built programs as folders on this machine, and players made of them: what arena and house both use.

with Shelf() as shelf:
    player = shelf.player(package, game)     # an ordinary Player for `play_match`
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from parlour.bots.programs import archive, sandbox
from parlour.bots.programs.archive import File, Files
from parlour.bots.programs.build import Built, build
from parlour.bots.programs.classic import ClassicPlayer
from parlour.bots.programs.manifest import Manifest, read_manifest
from parlour.bots.programs.player import SandboxedPlayer
from parlour.bots.programs.sandbox import Limits
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

PREFIX: Final = "parlour-programs-"


class Package(msgspec.Struct, frozen=True):
    """A program that can run: how, and its built files as an archive."""

    manifest: Manifest
    built: bytes


class Boxed(msgspec.Struct, frozen=True):
    """A program on a shelf, as the processes of this machine tell each other."""

    manifest: Manifest
    folder: str

    def player(self, game: AnyGame, limits: Limits = sandbox.PLAYING) -> SandboxedPlayer:
        """The program as a player of a game."""
        folder = Path(self.folder)
        if self.manifest.protocol == "classic":
            return ClassicPlayer(game, self.manifest, folder, limits)
        return SandboxedPlayer(self.manifest, folder, limits)


class Shelf:
    """Folders of built programs, kept until it is closed. Only who knows a folder's name finds it."""

    def __init__(self) -> None:
        _sweep(Path(tempfile.gettempdir()))
        self.place = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self.place.chmod(0o711)
        self._folders: dict[str, Path] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def player(self, package: Package, game: AnyGame, limits: Limits = sandbox.PLAYING) -> SandboxedPlayer:
        """The program as a player of a game."""
        return self.boxed(package).player(game, limits)

    def boxed(self, package: Package) -> Boxed:
        return Boxed(package.manifest, str(self.folder(package.built)))

    def folder(self, built: bytes) -> Path:
        name = hashlib.sha256(built).hexdigest()
        with self._lock:
            if name not in self._folders:
                folder = self.place / secrets.token_hex(16)
                folder.mkdir()
                folder.chmod(0o755)
                archive.write(archive.unpack(built), folder)
                self._folders[name] = folder
            return self._folders[name]

    def close(self) -> None:
        shutil.rmtree(self.place, ignore_errors=True)


def make(files: Files, manifest: Manifest) -> tuple[Package | None, Built]:
    """Build a program; no package if that failed."""
    built = build(files, manifest)
    return (None if built.error else Package(manifest, archive.pack(built.files))), built


def from_path(path: Path, games: tuple[str, ...] = ()) -> tuple[Files, Manifest]:
    """A program on this machine: a file, an archive, or a folder."""
    try:
        if path.is_dir():
            found = {
                str(one.relative_to(path)): File(one.read_bytes(), os.access(one, os.X_OK))
                for one in sorted(path.rglob("*"))
                if one.is_file() and not one.is_symlink()
            }
            files = archive.read_upload(f"{path.resolve().name}.zip", archive.pack(found))
        else:
            files = archive.read_upload(path.name, path.read_bytes())
    except OSError as error:
        raise Refused(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.", "no-program") from None
    return files, read_manifest(files, path.resolve().name, games)


def _sweep(place: Path) -> None:
    """Remove what a house that was killed has left behind."""
    for old in place.glob(f"{PREFIX}*"):
        number = old.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdigit() and not Path(f"/proc/{number}").exists():
            shutil.rmtree(old, ignore_errors=True)
