"""The formatter: the same tokens and comments, neatly laid out."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.parser import typed_tokens

WIDTH: Final = 100
STEP: Final = "    "

_CLOSING: Final = {"LBRACE": "RBRACE", "LSQB": "RSQB", "ILSQB": "RSQB"}
_ROUND: Final = ("LPAR", "CLPAR", "WLPAR", "PLPAR")
_NO_SPACE_BEFORE: Final = ("COMMA", "SEMI", "COLON", "RPAR", "RSQB", "DOT", "CLPAR", "ILSQB", "INC", "DEC")
_NO_SPACE_AFTER: Final = (*_ROUND, "LSQB", "ILSQB", "DOT", "UMINUS", "NOT", "PREINC", "PREDEC")


class Piece:
    """A token, or a group in brackets that can be split over several lines."""

    def __init__(self, type: str, token: Token) -> None:
        self.type = type
        self.token = token
        self.items: list[list[Piece]] = []
        self.close: Piece | None = None
        self.block = False  # its items are statements

    @property
    def last_type(self) -> str:
        return self.close.type if self.close else self.type


def lay_out(text: str) -> str:
    pieces = typed_tokens(text)
    position = 0

    def read(closing: str, block: bool) -> tuple[list[list[Piece]], Piece | None]:
        """The items up to the closing bracket: separated by commas, or in a block ended by `;` or `}`."""
        nonlocal position
        items: list[list[Piece]] = []
        item: list[Piece] = []
        while position < len(pieces):
            type, token = pieces[position]
            position += 1
            piece = Piece(type, token)
            if type == closing:
                if item:
                    items.append(item)
                return items, piece
            if type in _CLOSING:
                piece.block = _is_block(pieces, position - 1)
                piece.items, piece.close = read(_CLOSING[type], piece.block)
            item.append(piece)
            if block:
                ends = type in ("SEMI", "LBRACE") and not _continues(pieces, position, type)
            else:
                ends = type == "COMMA" and _depth(item) == 0
            if ends:
                items.append(item)
                item = []
        if item:
            items.append(item)
        return items, None

    declarations, _ = read("$END", True)
    lines: list[str] = []
    for number, item in enumerate(declarations):
        if number > 0:
            lines.append("")
        _write_item(item, "", lines, first=True)
    last = pieces[-1][1]
    _write_comments(last, "", lines)
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n" if lines else ""


def _depth(item: list[Piece]) -> int:
    """The open parentheses in an item: commas between arguments don't end it."""
    depth = 0
    for piece in item:
        if piece.type in _ROUND:
            depth += 1
        elif piece.type == "RPAR":
            depth -= 1
    return depth


def _is_block(pieces: list[tuple[str, Token]], at: int) -> bool:
    """Whether this `{` opens statements (after `=>`, a loop head or `else`), not an object with keys."""
    if pieces[at][0] != "LBRACE":
        return False
    return not pieces[at + 1][0].startswith("K_") and pieces[at - 1][0] not in (
        "COLON",
        "EFFECT",
        "CARD",
        "LSQB",
        "COMMA",
    )


def _continues(pieces: list[tuple[str, Token]], position: int, after: str) -> bool:
    """Whether the statement goes on after a `;` or `}`: with an `else`, or with the `;` after a loop."""
    following = pieces[position][0] if position < len(pieces) else ""
    return following == "ELSE" or (after == "LBRACE" and following == "SEMI")


def _write_item(item: list[Piece], indent: str, lines: list[str], first: bool) -> None:
    """Write one item on its own line or lines, after its comments."""
    for number, piece in enumerate(item):
        if number == 0 and piece.token.blank_line and not first and lines and lines[-1]:
            lines.append("")
        _write_comments(piece.token, indent, lines, trailing=number == 0)
    flat = _flat(item)
    if flat is not None and len(indent) + len(flat) <= WIDTH:
        lines.append(indent + flat)
        return
    current = indent
    before: Piece | None = None
    branches = any(piece.type == "ELSE" for piece in item)
    for number, piece in enumerate(item):
        current += _gap(before, piece)
        before = piece
        if piece.close is None:
            current += piece.token.text
            continue
        alone = _flat([piece])
        rest = "".join(p.token.text for p in item[number + 1 : number + 2] if p.close is None)
        if not (branches and piece.block) and alone is not None and len(current) + len(alone) + len(rest) <= WIDTH:
            current += alone
            continue
        lines.append(current + piece.token.text)
        for place, inner in enumerate(piece.items):
            _write_item(inner, indent + STEP, lines, first=place == 0)
        _write_comments(piece.close.token, indent + STEP, lines)
        current = indent + piece.close.token.text
    lines.append(current)


def _write_comments(token: Token, indent: str, lines: list[str], trailing: bool = True) -> None:
    """`trailing`: a comment at the end of a line stays at the end of the line written last."""
    for number, comment in enumerate(token.comments):
        parts = comment.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if number == 0 and trailing and token.trailing and lines and lines[-1] and len(parts) == 1:
            lines[-1] += "  " + comment.rstrip()
            continue
        lines.append(indent + parts[0].rstrip())
        lines += [f"{indent}   {part.strip()}" for part in parts[1:]]


def _flat(item: list[Piece]) -> str | None:
    """The item on one line, or None if it contains comments or a block of several statements."""
    text = ""
    before: Piece | None = None
    for piece in item:
        text += _gap(before, piece)
        before = piece
        text += piece.token.text
        if piece.close is None:
            continue
        if piece.close.token.comments or any(p.token.comments for inner in piece.items for p in inner):
            return None
        if piece.block and len(piece.items) > 1:
            return None
        inside = [_flat(inner) for inner in piece.items]
        if any(part is None for part in inside):
            return None
        joined = " ".join(part for part in inside if part)
        blank = " " if piece.type == "LBRACE" and joined else ""
        text += f"{blank}{joined}{blank}{piece.close.token.text}"
    return text


def _gap(before: Piece | None, piece: Piece) -> str:
    if before is not None and before.type == "UMINUS" and piece.type in ("UMINUS", "PREDEC"):
        return " "  # two minus signs in a row would be another token
    if before is None or piece.type in _NO_SPACE_BEFORE or before.last_type in _NO_SPACE_AFTER:
        return ""
    return " "
