"""From text to tokens (section 1 of the language)."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from parlour.games.monogwent.script.problems import Fault, Place

MOST_BYTES: Final = 65536
MOST_TOKENS: Final = 20000
LONGEST_IDENTIFIER: Final = 64
LONGEST_STRING: Final = 200
LARGEST_NUMBER: Final = 1_000_000_000

RESERVED: Final = frozenset(["for", "in", "while", "true", "false", "if", "else", "return"])
UNTERMINATED: Final = "unterminated string: add a closing quote on this line"
ESCAPES: Final = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_KNOWN_ESCAPES: Final = r"(available: \", \\, \n and \t)"

_SYMBOLS: Final = {
    "{": "LBRACE",
    "}": "RBRACE",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    ",": "COMMA",
    ":": "COLON",
    ";": "SEMI",
    ".": "DOT",
    "=>": "ARROW",
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "/": "SLASH",
    "^": "CARET",
    "++": "INC",
    "--": "DEC",
    "&&": "AND",
    "||": "OR",
    "!": "NOT",
    "<": "LT",
    ">": "GT",
    "<=": "LE",
    ">=": "GE",
    "==": "EQ",
    "!=": "NE",
    "@": "AT",
    "@@": "ATAT",
    "=": "ASSIGN",
    "+=": "ASSIGN_ADD",
    "-=": "ASSIGN_SUB",
    "*=": "ASSIGN_MUL",
    "/=": "ASSIGN_DIV",
    "^=": "ASSIGN_POW",
}
_SYMBOL: Final = re.compile("|".join(re.escape(s) for s in sorted(_SYMBOLS, key=len, reverse=True)))
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER: Final = re.compile(r"[0-9]+")
_MALFORMED: Final = re.compile(r"[0-9]+(?:[A-Za-z_][A-Za-z0-9_]*|\.[0-9]+[A-Za-z0-9_.]*)")
_BLANK: Final = re.compile(r"[ \t]+")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_LINE_COMMENT: Final = re.compile(r"//[^\r\n]*")
_PLAIN: Final = re.compile(r'[^"\\\r\n]+')


class Token(msgspec.Struct, frozen=True):
    """A token. `value` is the value of a NUMBER or STRING, `comments` are those before it."""

    type: str
    text: str
    place: Place
    value: str | int = ""
    comments: tuple[str, ...] = ()
    blank_line: bool = False  # there is an empty line before it (or before its first comment)
    trailing: bool = False  # its first comment is on the line of the previous token


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.line_start = 0
        self.tokens: list[Token] = []
        self.comments: list[str] = []
        self.line_ends = 0  # since the last token or comment
        self.blank_line = False
        self.trailing = False

    def place(self) -> Place:
        return Place(self.line, self.at - self.line_start + 1)

    def new_line(self, at: int) -> None:
        self.line += 1
        self.line_start = at

    def add(self, type: str, end: int, value: str | int = "") -> None:
        if type != "$END" and len(self.tokens) >= MOST_TOKENS:
            raise Fault("X02", self.place(), f"the script has more than {MOST_TOKENS} tokens")
        blank = self.blank_line or (not self.comments and self.line_ends > 1)
        self.tokens.append(
            Token(type, self.text[self.at : end], self.place(), value, tuple(self.comments), blank, self.trailing)
        )
        self.comments = []
        self.line_ends = 0
        self.blank_line = False
        self.trailing = False
        self.at = end

    def comment(self, end: int) -> None:
        if not self.comments:
            self.blank_line = self.line_ends > 1
            self.trailing = self.line_ends == 0 and bool(self.tokens)
        self.comments.append(self.text[self.at : end])
        self.line_ends = 0


def lex(text: str) -> list[Token]:
    """All tokens, the last of them `$END`; raises Fault at the first lexical error."""
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Fault("X01", Place(1, 1), f"the script is longer than {MOST_BYTES} bytes")
    reader = _Reader(text)
    while reader.at < len(text):
        _next(reader)
    reader.add("$END", reader.at)
    return reader.tokens


def _next(r: _Reader) -> None:
    text, at = r.text, r.at
    c = text[at]
    if match := _BLANK.match(text, at):
        r.at = match.end()
    elif match := _LINE_END.match(text, at):
        r.at = match.end()
        r.line_ends += 1
        r.new_line(r.at)
    elif text.startswith("//", at):
        match = _LINE_COMMENT.match(text, at)
        assert match
        _no_surrogate(r, match.end())
        r.comment(match.end())
        r.at = match.end()
    elif text.startswith("/*", at):
        _block_comment(r)
    elif match := _WORD.match(text, at):
        word = match.group()
        if len(word) > LONGEST_IDENTIFIER:
            raise Fault("X02", r.place(), f"this name is longer than {LONGEST_IDENTIFIER} characters")
        r.add(word.upper() if word in RESERVED else "IDENT", match.end())
    elif c in "0123456789":
        _number(r)
    elif c == '"':
        _string(r)
    elif match := _SYMBOL.match(text, at):
        r.add(_SYMBOLS[match.group()], match.end())
    else:
        raise Fault("L01", r.place(), f"unexpected character {_show(c)}")


def _show(c: str) -> str:
    return f'"{c}"' if c.isprintable() else f"U+{ord(c):04X}"


def _no_surrogate(r: _Reader, end: int) -> None:
    """Half of a surrogate pair is never text."""
    for i in range(r.at, end):
        if "\ud800" <= r.text[i] <= "\udfff":
            raise Fault("L01", Place(r.line, i - r.line_start + 1), f"unexpected character {_show(r.text[i])}")


def _block_comment(r: _Reader) -> None:
    end = r.text.find("*/", r.at + 2)
    if end < 0:
        raise Fault("L05", r.place(), 'unterminated comment: add "*/"')
    end += 2
    r.comment(end)
    for match in _LINE_END.finditer(r.text, r.at, end):
        r.new_line(match.end())
    r.at = end


def _number(r: _Reader) -> None:
    if match := _MALFORMED.match(r.text, r.at):
        number = match.group()[:40]
        why = "numbers are whole" if "." in number else "a name can't start with a digit"
        raise Fault("L04", r.place(), f'malformed number "{number}": {why}')
    match = _NUMBER.match(r.text, r.at)
    assert match
    digits = match.group().lstrip("0") or "0"
    if len(digits) > 10 or int(digits) > LARGEST_NUMBER:
        raise Fault("L04", r.place(), f"this number is larger than {LARGEST_NUMBER}")
    r.add("NUMBER", match.end(), int(digits))


def _string(r: _Reader) -> None:
    text, at = r.text, r.at + 1
    parts: list[str] = []
    while True:
        if match := _PLAIN.match(text, at):
            parts.append(match.group())
            at = match.end()
        if at >= len(text) or text[at] in "\r\n":
            raise Fault("L02", r.place(), UNTERMINATED)
        if text[at] == '"':
            break
        if at + 1 >= len(text) or text[at + 1] in "\r\n":
            raise Fault("L02", r.place(), UNTERMINATED)
        if text[at + 1] not in ESCAPES:
            raise Fault(
                "L03", Place(r.line, at - r.line_start + 1), f'unknown escape "\\{text[at + 1]}" {_KNOWN_ESCAPES}'
            )
        parts.append(ESCAPES[text[at + 1]])
        at += 2
    _no_surrogate(r, at)
    value = "".join(parts)
    if len(value) > LONGEST_STRING:
        raise Fault("X02", r.place(), f"this string is longer than {LONGEST_STRING} characters")
    r.add("STRING", at + 1, value)
