"""The checks of objects: their keys and constants."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.actions import Actions, Scope, a_type, type_of
from parlour.games.monogwent.script.arithmetic import Stopped, calculate, negate
from parlour.games.monogwent.script.findings import MOST_HINTS, Findings, meant_by
from parlour.games.monogwent.script.language import STRING, UNKNOWN
from parlour.games.monogwent.script.meaning import Value
from parlour.games.monogwent.script.problems import Place

LONGEST_NAME: Final = 40


class Fields:
    """The keys and values of an effect, a card, a selector …"""

    def __init__(self, findings: Findings, actions: Actions) -> None:
        self.findings: Final = findings
        self.error: Final = findings.error
        self.near: Final = findings.near
        self.actions: Final = actions

    def keys(self, thing: tree.Object, known: tuple[str, ...] | None) -> dict[str, tree.Field]:
        """The fields by key; S01 for a duplicate key, S02 for an unknown one."""
        fields: dict[str, tree.Field] = {}
        for field in thing.fields:
            key = field.key.text
            if key in fields:
                self.error("S01", field.key.place, f'duplicate key "{key}"')
            elif known is not None and key not in known:
                self.error("S02", field.key.place, f'unknown key "{key}" in {thing.kind}{self.near(key, known)}')
                fields[key] = tree.Field(field.key, None)
                if len(self.findings.errors) < MOST_HINTS:
                    thing.meant.append(meant_by(key, known))
            else:
                fields[key] = field
        return fields

    def missing(self, thing: tree.Object, fields: dict[str, tree.Field], required: tuple[str, ...], what: str) -> bool:
        for key in required:
            if key not in fields and key not in thing.meant:
                self.error("S03", thing.at, f'missing key "{key}" in {what}')
                return True
        return False

    def constant(self, expr: object) -> Value | None:
        """The value of a constant; None if it isn't one, which is reported."""
        assert isinstance(expr, tree.Expr)
        names = list(_identifiers(expr))
        if names:
            self.error("S23", min(names), "expected a constant: names can't be used here")
            return None
        if self.actions.expr(expr, Scope()) == UNKNOWN:
            return None
        try:
            return _compute(expr)
        except Stopped as stopped:
            self.error("S23", expr.at, f"can't compute this constant: {stopped.message}")
            return None

    def typed(self, expr: object, type: str, what: str, code: str = "S12") -> Value | None:
        """A constant of this type."""
        value = self.constant(expr)
        if value is None:
            return None
        if type_of(value) != type:
            assert isinstance(expr, tree.Expr)
            self.error(code, expr.at, f"{what} must be {a_type(type)}, not {a_type(type_of(value))}")
            return None
        return value

    def title(self, field: tree.Field | None, what: str) -> str | None:
        """The name of an effect, card or faction."""
        if field is None:
            return None
        value = self.typed(field.value, STRING, what)
        if value is None:
            return None
        name = str(value)
        assert isinstance(field.value, tree.Expr)
        wrong = ""
        if not name.strip():
            wrong = "a name can't be blank" if name else "a name can't be empty"
        elif len(name) > LONGEST_NAME:
            wrong = f"a name can have at most {LONGEST_NAME} characters"
        elif any(is_control(c) for c in name):
            wrong = "a name can't contain control characters"
        if wrong:
            self.error("S24", field.value.at, wrong)
            return None
        return name


def place_of(field: tree.Field) -> Place:
    assert isinstance(field.value, tree.Expr)
    return field.value.at


def is_control(c: str) -> bool:
    return ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029"


def _identifiers(expr: tree.Expr) -> list[Place]:
    """The places of names in what should be a constant."""
    if isinstance(expr, tree.Name):
        return [expr.at]
    if isinstance(expr, tree.Group):
        return _identifiers(expr.inner)
    if isinstance(expr, tree.Unary | tree.Step):
        return _identifiers(expr.operand)
    if isinstance(expr, tree.Binary):
        return _identifiers(expr.left) + _identifiers(expr.right)
    if isinstance(expr, tree.Member):
        return [*_identifiers(expr.of), expr.member.place]
    if isinstance(expr, tree.Index):
        return _identifiers(expr.of) + _identifiers(expr.index)
    return []


def _compute(expr: tree.Expr) -> Value:
    """The value of a checked constant expression."""
    if isinstance(expr, tree.Literal):
        return expr.value
    if isinstance(expr, tree.Group):
        return _compute(expr.inner)
    if isinstance(expr, tree.Unary):
        value = _compute(expr.operand)
        return not value if expr.op.text == "!" else negate(int(value), expr.op.place)
    assert isinstance(expr, tree.Binary)
    op = expr.op.text
    left = _compute(expr.left)
    if op == "&&":
        return bool(left) and bool(_compute(expr.right))
    if op == "||":
        return bool(left) or bool(_compute(expr.right))
    return calculate(op, left, _compute(expr.right), expr.op.place)
