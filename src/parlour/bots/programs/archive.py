"""Reads what a guest uploads: one file, or an archive of files. Nothing in it is trusted.

Only plain files with plain relative names come out; everything else is refused with a sentence. Files are read into
memory within limits, and nothing is written anywhere until all of it has been checked.
"""

from __future__ import annotations

import io
import lzma
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

import msgspec

from parlour.bots.programs import tar
from parlour.core.errors import Refused

LARGEST_UPLOAD: Final = 2 * 1024 * 1024
LARGEST_UNPACKED: Final = 16 * 1024 * 1024
MOST_FILES: Final = 500
LONGEST_NAME: Final = 200
DEEPEST: Final = 10
IGNORED: Final = ("__MACOSX", ".DS_Store", ".git", "__pycache__")  # in uploads
ARCHIVES: Final = (".zip", ".tar.gz", ".tgz", ".tar")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
# What Python's reader of archives raises at bytes that make no sense to them.
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, ArithmeticError, EOFError, LookupError,
    MemoryError, OSError, RuntimeError, ValueError,
)  # fmt: skip


class File(msgspec.Struct, frozen=True):
    """A file's content; `executable`: it may be run by itself."""

    content: bytes
    executable: bool = False


Files = dict[str, File]  # by their names, with slashes


def read_upload(name: str, data: bytes) -> Files:
    """The files of an upload called `name`. A folder that contains everything else is left out."""
    if not data:
        raise _refused("The file is empty.")
    if len(data) > LARGEST_UPLOAD:
        raise _refused(f"A program may have at most {LARGEST_UPLOAD // 1024**2} MB; this one has {_mb(len(data))}.")
    kind = kind_of(name, data)
    if kind == "zip":
        return _without_top(_collect(_zipped(data), ignored=IGNORED))
    if kind == "tar":
        return _without_top(_collect(_tarred(data), ignored=IGNORED))
    plain = name.replace("\\", "/").rsplit("/", 1)[-1]
    return _collect([(plain, File(data, executable=data.startswith(b"#!")))])


def kind_of(name: str, data: bytes) -> str:
    """`zip`, `tar`, or nothing for a single file: by what it contains, since names may be wrong."""
    lower = name.lower()
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if data.startswith(b"\x1f\x8b") or lower.endswith(".tar"):
        return "tar"
    if lower.endswith(ARCHIVES):
        raise _refused(f"{name[-60:]!r} is not a readable archive; pack it again as .zip or .tar.gz.")
    if lower.endswith((".7z", ".rar", ".xz", ".bz2", ".zst")):
        raise _refused("Pack the program as .zip or .tar.gz; other archives can't be read.")
    return ""


def pack(files: Files) -> bytes:
    """The files as a zip archive; the same files always make the same archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if files[name].executable else 0o644)) << 16
            archive.writestr(entry, files[name].content)
    return packed.getvalue()


def unpack(data: bytes) -> Files:
    """The files in an archive that `pack` made."""
    return _collect(_zipped(data))


def untar(data: bytes, largest: int) -> Files:
    """The files of a tar archive that came out of the sandbox, where a hostile build may have written it."""
    return _collect(_members(data), largest)


def write(files: Files, folder: Path) -> None:
    """Write checked files into an empty folder that everybody may read."""
    for name, file in files.items():
        place = folder / name
        for parent in reversed(place.relative_to(folder).parents):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(0o755)
        place.write_bytes(file.content)
        place.chmod(0o755 if file.executable else 0o644)


# --- names ---


def _collect(
    found: Iterable[tuple[str, File]], largest: int = LARGEST_UNPACKED, ignored: tuple[str, ...] = ()
) -> Files:
    """All files, their names checked. Sizes are checked as they are read, so that an archive can't fill the memory."""
    files: Files = {}
    spelled: dict[str, str] = {}  # names and folders as a file system that ignores case would see them
    total = 0
    for written, file in found:
        name = _checked_name(written)
        if any(part in ignored for part in name.split("/")):
            continue
        total += len(file.content)
        if total > largest:
            raise _refused(f"Unpacked, a program may have at most {largest // 1024**2} MB.")
        if len(files) >= MOST_FILES:
            raise _refused(f"A program may have at most {MOST_FILES} files.")
        parts = name.split("/")
        for end in range(1, len(parts)):
            folder = "/".join(parts[:end])
            known = spelled.setdefault(_folded(folder), folder)
            if folder in files or known != folder:
                raise _clash(known, folder)
        if spelled.setdefault(_folded(name), name) != name or name in files or _is_folder(name, files):
            raise _clash(spelled[_folded(name)], name)
        files[name] = file
    if not files:
        raise _refused("There are no files in this archive.")
    return files


def _is_folder(name: str, files: Files) -> bool:
    return any(other.startswith(f"{name}/") for other in files)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _checked_name(written: str) -> str:
    shown = "".join(sign if sign.isprintable() else "?" for sign in written[-80:])
    if not written or not written.isprintable():
        raise _refused(f"The file name {shown!r} has characters that no file name may have.")
    if "\\" in written or (len(written) > 1 and written[1] == ":"):
        raise _refused(f"The file name {shown!r} is for Windows; write folders with slashes, as in `src/bot.py`.")
    name = written.removeprefix("./")
    parts = name.split("/")
    plain = unicodedata.normalize("NFKC", name)
    if plain.count("/") != name.count("/") or plain.count("..") != name.count(".."):
        raise _refused(f"The file name {shown!r} has characters that some machines take for dots or slashes.")
    if name.startswith("/"):
        raise _refused(f"The file name {shown!r} begins at the root of a machine; names must be relative.")
    if ".." in parts:
        raise _refused(f"The file name {shown!r} leads out of the archive.")
    if any(part in ("", ".") for part in parts):
        raise _refused(f"The file name {shown!r} has an empty part.")
    if len(name.encode("utf-8", "replace")) > LONGEST_NAME or len(parts) > DEEPEST:
        raise _refused(f"The file name {shown!r} is too long, or in too many folders.")
    return name


def _without_top(files: Files) -> Files:
    tops = {name.partition("/")[0] for name in files}
    if len(tops) > 1 or any("/" not in name for name in files):
        return files
    return {name.partition("/")[2]: file for name, file in files.items()}


# --- archives ---


def _zipped(data: bytes) -> Iterator[tuple[str, File]]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except _DAMAGED as error:
        raise _unreadable() from error
    if len(entries) > 4 * MOST_FILES:
        raise _refused(f"A program may have at most {MOST_FILES} files.")
    left = LARGEST_UNPACKED
    with archive:
        for entry in entries:
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if entry.is_dir() and kind in (0, stat.S_IFDIR):
                _checked_name(entry.orig_filename.rstrip("/") or "/")
                continue
            if kind not in (0, stat.S_IFREG):
                raise _not_a_file(entry.filename, "a link" if kind == stat.S_IFLNK else "a special file")
            if entry.flag_bits & 1:
                raise _refused("The archive has a password; pack it without one.")
            try:
                with archive.open(entry) as stream:
                    content = _read(stream, left)
            except _DAMAGED as error:
                raise _unreadable() from error
            left -= len(content)
            # The name as it is in the archive: zipfile cuts it at a zero byte.
            yield entry.orig_filename, File(content, bool((entry.external_attr >> 16) & 0o111))


def _tarred(data: bytes) -> Iterator[tuple[str, File]]:
    if data.startswith(b"\x1f\x8b"):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, 2 * LARGEST_UNPACKED)
        except zlib.error as error:
            raise _unreadable() from error
        if unpacking.unconsumed_tail:
            raise _too_large()
    return _members(data)


def _members(data: bytes) -> Iterator[tuple[str, File]]:
    """The files of a tar archive that is already in memory, so that no header can ask for more."""
    try:
        for count, member in enumerate(tar.members(data)):
            if count > 4 * MOST_FILES:
                raise _refused(f"A program may have at most {MOST_FILES} files.")
            if member.kind == "file":
                yield member.name, File(member.content, member.executable)
            elif member.kind != "folder":
                raise _not_a_file(member.name, "a link" if member.kind == "link" else "a special file")
            elif member.name.removeprefix("./") not in ("", "."):
                _checked_name(member.name.rstrip("/"))
    except tar.Damaged as error:
        raise _unreadable() from error


def _read(stream: IO[bytes], most: int) -> bytes:
    content = stream.read(most + 1)
    if len(content) > most:
        raise _too_large()
    return content


# --- refusals ---


def _refused(text: str) -> Refused:
    return Refused(text, "bad-program")


def _unreadable() -> Refused:
    return _refused("The archive is damaged, or of a kind that can't be read; pack it again as .zip or .tar.gz.")


def _too_large() -> Refused:
    return _refused(f"Unpacked, a program may have at most {LARGEST_UNPACKED // 1024**2} MB.")


def _not_a_file(name: str, kind: str) -> Refused:
    shown = "".join(sign if sign.isprintable() else "?" for sign in name[-80:])
    return _refused(f"{shown!r} is {kind}; an archive may contain only files and folders.")


def _clash(one: str, other: str) -> Refused:
    if one == other:
        return _refused(f"{one[-80:]!r} is in the archive twice, or is a file and a folder at once.")
    only = "capital letters" if one.casefold() == other.casefold() else "letters that some machines take for the same"
    return _refused(f"The names {one[-80:]!r} and {other[-80:]!r} differ only in {only}; rename one.")


def _mb(size: int) -> str:
    return f"{size / 1024**2:.1f} MB"
