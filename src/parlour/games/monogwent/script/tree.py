"""The tree of a script: what stands where. The checker fills in types and what names mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.problems import Place

# --- expressions ---


@dataclass(slots=True)
class Expr:
    """`at` is the place of the expression's first token; `type` is known once it was checked."""

    at: Place
    type: str = field(default="", init=False)


@dataclass(slots=True)
class Literal(Expr):
    value: int | str | bool


@dataclass(slots=True)
class Name(Expr):
    name: str


@dataclass(slots=True)
class Group(Expr):
    inner: Expr


@dataclass(slots=True)
class Unary(Expr):
    op: Token
    operand: Expr


@dataclass(slots=True)
class Binary(Expr):
    op: Token
    left: Expr
    right: Expr


@dataclass(slots=True)
class Step(Expr):
    """`++` or `--`, before or after."""

    op: Token
    operand: Expr
    prefix: bool


@dataclass(slots=True)
class Member(Expr):
    """A property, or with `arguments` a call."""

    of: Expr
    member: Token
    arguments: list[Expr] | None = None
    called: str = field(default="", init=False)  # the member's name as section 5 writes it


@dataclass(slots=True)
class Index(Expr):
    of: Expr
    bracket: Token
    index: Expr


@dataclass(slots=True)
class Predicate(Expr):
    parameter: Token
    body: Expr


# --- statements ---


@dataclass(slots=True)
class Statement:
    at: Place
    ended: bool = field(default=False, init=False)  # with a semicolon of its own


@dataclass(slots=True)
class Empty(Statement):
    pass


@dataclass(slots=True)
class Call(Statement):
    """An expression for its effect."""

    expr: Expr


@dataclass(slots=True)
class Assign(Statement):
    target: Expr
    op: Token
    value: Expr


@dataclass(slots=True)
class Block(Statement):
    statements: list[Statement]


@dataclass(slots=True)
class For(Statement):
    variable: Token
    source: Expr
    body: Statement


@dataclass(slots=True)
class While(Statement):
    condition: Expr
    body: Statement
    changes: set[str] = field(default_factory=set, init=False)  # variables that its body assigns or steps


@dataclass(slots=True)
class If(Statement):
    condition: Expr
    body: Statement
    other: Statement | None = None


# --- declarations ---


@dataclass(slots=True)
class Action:
    targets: Token
    context: Token
    body: Statement


@dataclass(slots=True)
class Param:
    name: Token
    type: Token


@dataclass(slots=True)
class Field:
    """One `key: value` of an object; the value's form depends on the key."""

    key: Token
    value: object


@dataclass(slots=True)
class Object:
    """Something in braces with keys: an effect, card, activation, effect reference, selector or post action."""

    kind: str
    at: Place
    fields: list[Field]
    meant: list[str] = field(default_factory=list, init=False)  # keys that unknown ones were probably meant to be


@dataclass(slots=True)
class Items:
    """A list in square brackets."""

    at: Place
    items: list[object]
