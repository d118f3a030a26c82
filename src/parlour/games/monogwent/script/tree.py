"""The syntax tree of a script. The checker fills in types and the meaning of names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform

from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.problems import Place


@dataclass_transform(field_specifiers=(field,))
class Node:
    """Every kind of node is a dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(cls)


# --- expressions ---


class Expr(Node):
    """`at` is the place of the expression's first token; `type` is known after the check."""

    at: Place
    type: str = field(default="", init=False)


class Literal(Expr):
    value: int | str | bool


class Name(Expr):
    name: str


class Group(Expr):
    inner: Expr


class Unary(Expr):
    op: Token
    operand: Expr


class Binary(Expr):
    op: Token
    left: Expr
    right: Expr


class Step(Expr):
    """`++` or `--`, before or after."""

    op: Token
    operand: Expr
    prefix: bool


class Member(Expr):
    """A property, or with `arguments` a call."""

    of: Expr
    member: Token
    arguments: list[Expr] | None = None
    called: str = field(default="", init=False)  # the member's name, spelled as in section 5


class Index(Expr):
    of: Expr
    bracket: Token
    index: Expr


class Predicate(Expr):
    parameter: Token
    body: Expr


# --- statements ---


class Statement(Node):
    at: Place
    ended: bool = field(default=False, init=False)  # by its own semicolon


class Empty(Statement):
    pass


class Call(Statement):
    """An expression used as a statement."""

    expr: Expr


class Assign(Statement):
    target: Expr
    op: Token
    value: Expr


class Block(Statement):
    statements: list[Statement]


class For(Statement):
    variable: Token
    source: Expr
    body: Statement


class While(Statement):
    condition: Expr
    body: Statement
    changes: set[str] = field(default_factory=set, init=False)  # variables that its body changes


class If(Statement):
    condition: Expr
    body: Statement
    other: Statement | None = None


# --- declarations ---


class Action(Node):
    targets: Token
    context: Token
    body: Statement


class Param(Node):
    name: Token
    type: Token


class Field(Node):
    """One `key: value` of an object; the value's form depends on the key."""

    key: Token
    value: object


class Object(Node):
    """Keys and values in braces: an effect, card, OnActivation entry, effect reference, selector or PostAction."""

    kind: str
    at: Place
    fields: list[Field]
    meant: list[str] = field(default_factory=list, init=False)  # the keys that unknown ones were probably meant to be


class Items(Node):
    """A list in square brackets."""

    at: Place
    items: list[object]
