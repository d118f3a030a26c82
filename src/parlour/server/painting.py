"""Paints pictures as PNG files, with the letters of the web client."""

from __future__ import annotations

import io
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

import parlour
from parlour.core.picture import Box, Disc, Shape, Way, Words

FINER: Final = 2  # drawn larger, then made smaller: edges become smooth
FONTS: Final = Path(parlour.__file__).parent / "_web" / "assets"
ALPHABETS: Final = ("latin", "latin-ext", "cyrillic", "greek", "vietnamese")
BOLD, REGULAR, HEADING = 650, 450, 600
PLAIN: Final = ImageFont.Layout.BASIC  # the other engine fails on letters it does not know

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def paint(width: float, height: float, ground: str, shapes: list[Shape]) -> bytes:
    """The picture as a PNG file."""
    size = int(width * FINER), int(height * FINER)
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    for shape in shapes:
        _draw(pen, shape)
    file = io.BytesIO()
    image.reduce(FINER).save(file, "PNG")
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    if isinstance(shape, Words):
        _write(pen, shape)
        return
    edge, wide = shape.edge or None, max(1, round(shape.edge_width * FINER))
    if isinstance(shape, Way):
        points = [(x * FINER, y * FINER) for x, y in shape.points]
        if shape.fill:
            pen.polygon(points, shape.fill, edge, wide if edge else 0)
        elif edge:
            pen.line(points, edge, wide, "curve")
    elif isinstance(shape, Box):
        x, y = shape.x * FINER, shape.y * FINER
        corners = (x, y, x + max(0, shape.width * FINER - 1), y + max(0, shape.height * FINER - 1))
        pen.rounded_rectangle(corners, shape.radius * FINER, shape.fill or None, edge, wide if edge else 0)
    elif isinstance(shape, Disc):
        pen.circle((shape.x * FINER, shape.y * FINER), shape.radius * FINER, shape.fill, edge, wide if edge else 0)


def _write(pen: ImageDraw.ImageDraw, words: Words) -> None:
    """Write a line, each stretch of it in the first font that has its letters."""
    size = round(words.size * FINER)
    weight = HEADING if words.display else BOLD if words.bold else REGULAR
    stretches: list[tuple[str, Font]] = []
    for letter in words.text:
        font = _font_for(letter, "fraunces" if words.display else "inter", size, weight)
        if stretches and stretches[-1][1] is font:
            stretches[-1] = stretches[-1][0] + letter, font
        else:
            stretches.append((letter, font))
    length = sum(font.getlength(text) for text, font in stretches)
    x = words.x * FINER - {"start": 0.0, "middle": length / 2, "end": length}[words.anchor]
    y = words.y * FINER + 0.35 * size
    for text, font in stretches:
        if isinstance(font, ImageFont.FreeTypeFont):
            pen.text((x, y), text, words.fill, font, "ls")
        else:
            pen.text((x, y - 0.8 * size), text, words.fill, font)
        x += font.getlength(text)


@lru_cache(maxsize=4096)
def _font_for(letter: str, family: str, size: int, weight: int) -> Font:
    for name in (family, "inter"):
        for alphabet in ALPHABETS:
            file = _files().get((name, alphabet))
            if file is not None and ord(letter) in _letters(file):
                return _font(file, size, weight)
    first = _files().get((family, "latin"))
    return ImageFont.load_default(size) if first is None else _font(first, size, weight)


@cache
def _files() -> dict[tuple[str, str], Path]:
    """The fonts of the web client by family and alphabet; none if it was not built."""
    found = {}
    for family in ("fraunces", "inter"):
        for alphabet in ALPHABETS:
            for file in sorted(FONTS.glob(f"{family}-{alphabet}-wght-normal-*.woff2")):
                found[family, alphabet] = file
    return found


@cache
def _letters(file: Path) -> frozenset[int]:
    """Which letters a font has: those that look unlike the sign for a missing one."""
    font = ImageFont.truetype(file, 20, layout_engine=PLAIN)
    missing = bytes(font.getmask("\uffff"))
    wanted = (*range(0x20, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x1F00), *range(0x2010, 0x2040), 0x20AC)
    return frozenset(code for code in wanted if code == 0x20 or bytes(font.getmask(chr(code))) != missing)


@lru_cache(maxsize=256)
def _font(file: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(file, size, layout_engine=PLAIN)
    font.set_variation_by_axes([weight])
    return font
