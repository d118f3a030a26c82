"""Reads tar archives that strangers made: plain files and folders, nothing else.

Python's own reader can be kept busy for hours by a few kilobytes of attributes, while nothing else runs in its process.
This one takes time in proportion to the archive, whatever is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

BLOCK: Final = 512
FILES: Final = (b"\0", b"0", b"7")
FOLDER: Final = b"5"
LINKS: Final = (b"1", b"2")
LONG_NAME, LONG_LINK, ATTRIBUTES, ATTRIBUTES_OF_ALL = b"L", b"K", b"x", b"g"
LONGEST_ATTRIBUTES: Final = 64 * 1024  # bytes


class Damaged(Exception):
    """This is no tar archive, or not all of one."""


class Member(NamedTuple):
    """What is in an archive: the content of a file, or only the name of anything else."""

    name: str
    kind: str  # file, folder, link, or other
    content: bytes = b""
    executable: bool = False


def members(data: bytes) -> Iterator[Member]:
    """Everything in the archive, in its order; raises Damaged where it can't be read."""
    place, name, size = 0, "", -1  # name and size, if something before the header said them
    special = False
    while (header := data[place : place + BLOCK]).strip(b"\0"):
        if len(header) < BLOCK or _number(header[148:156]) != sum(header[:148]) + 8 * 32 + sum(header[156:]):
            raise Damaged
        kind = header[156:157]
        extended = kind in (LONG_NAME, LONG_LINK, ATTRIBUTES, ATTRIBUTES_OF_ALL)
        length = _number(header[124:136]) if size < 0 or extended else size
        begin, place = place + BLOCK, place + BLOCK + -(-length // BLOCK) * BLOCK
        content = data[begin : begin + length]
        if len(content) < length or (extended and length > LONGEST_ATTRIBUTES):
            raise Damaged
        if kind == LONG_NAME:
            name = _text(content)
        elif kind == ATTRIBUTES:
            said = _attributes(content)
            name = said.get("path", name)
            size = _whole(said["size"]) if "size" in said else -1
            special = any(key.startswith("GNU.sparse") for key in said)
        elif not extended:
            yield _member(header, name or _name(header), "other" if special else "", content)
            name, size, special = "", -1, False
    if not place:
        raise Damaged


def _member(header: bytes, name: str, kind: str, content: bytes) -> Member:
    written = header[156:157]
    if not kind and (written == FOLDER or (written in FILES and name.endswith("/"))):
        return Member(name, "folder")
    if not kind and written in FILES:
        return Member(name, "file", content, bool(_number(header[100:108]) & 0o111))
    return Member(name, kind or ("link" if written in LINKS else "other"))


def _name(header: bytes) -> str:
    prefix = _text(header[345:500]) if header[257:263] == b"ustar\0" else ""
    return f"{prefix}/{_text(header[:100])}" if prefix else _text(header[:100])


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int:
    if field[0] & 0x80:
        if field[0] != 0x80:
            raise Damaged  # negative, or beyond all measure
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits and not (digits.isdigit() and max(digits) < ord("8")):
        raise Damaged
    return int(digits or b"0", 8)


def _whole(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise Damaged
    return int(digits)


def _attributes(content: bytes) -> dict[str, str]:
    """Records like `20 path=src/bot.py`, each with its own length."""
    found: dict[str, str] = {}
    place = 0
    while place < len(content):
        space = content.find(b" ", place, place + 20)
        length = _whole(content[place : max(space, place)].decode("ascii", "replace"))
        key, equals, value = content[space + 1 : place + length].partition(b"=")
        if length <= space - place or place + length > len(content) or not equals or not value.endswith(b"\n"):
            raise Damaged
        found[_text(key)] = _text(value[:-1])
        place += length
    return found
