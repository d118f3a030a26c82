"""The checks of actions (sections 3 to 5): statements, expressions and their types."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script import language, tree
from parlour.games.monogwent.script.arithmetic import COMPARISONS
from parlour.games.monogwent.script.findings import Findings, Found
from parlour.games.monogwent.script.language import BOOL, CARD, CONTEXT, LIST, NUMBER, PREDICATE, STRING, UNKNOWN, VOID
from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.meaning import Value


class Scope:
    """The names visible at a place; `fixed` ones are read-only."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.types: dict[str, str] = {}
        self.fixed: set[str] = set()
        self.boards: dict[str, bool] = {}  # list variables: whether they always hold the Board
        self.gone: set[str] = set()  # names from inner scopes that have ended
        self.open = False  # Params that could not be read: any name may be one of them
        self.missed: set[str] = set()  # unknown names already reported

    def find(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.types:
            scope = scope.outer
        return scope

    def names(self) -> list[str]:
        return [*self.types, *(self.outer.names() if self.outer else ())]

    def should_report(self, name: str) -> bool:
        """Whether an unknown name is a mistake that nobody has been told about: each is reported once per action."""
        outermost = self
        while outermost.outer is not None:
            outermost = outermost.outer
        if outermost.open or name in outermost.missed:
            return False
        outermost.missed.add(name)
        return True

    def end(self) -> None:
        """The names declared here are no longer visible."""
        if self.outer is not None:
            self.outer.gone |= self.gone | self.types.keys()

    def is_gone(self, name: str) -> bool:
        return name in self.gone or (self.outer is not None and self.outer.is_gone(name))


class Actions:
    """Walks through actions and predicates, and sets the type of every expression."""

    def __init__(self, findings: Findings) -> None:
        self.findings: Final = findings
        self.error: Final = findings.error
        self.near: Final = findings.near
        self.in_predicate = False
        self.changing: list[set[str]] = [set()]  # the variables that the enclosing actions and loops change
        self.on_boards: list[tuple[Scope, str, Found]] = []  # warnings that apply if a variable is always the Board

    def action(self, action: tree.Action, scope: Scope) -> set[str]:
        """Check an action; returns the variables that it changes."""
        self.changing.append(set())
        inner = Scope(scope)
        for token, type in ((action.targets, LIST), (action.context, CONTEXT)):
            if inner.find(token.text) is not None:
                self.error("S26", token.place, f'"{token.text}" is already in use')
                type = UNKNOWN  # nobody knows which of the two is meant
            inner.types[token.text] = type
            inner.fixed.add(token.text)
        self.statement(action.body, inner)
        self.findings.warnings += [found for owner, name, found in self.on_boards if owner.boards[name]]
        self.on_boards = []
        return self.changing.pop()

    # --- statements ---

    def statement(self, statement: tree.Statement, scope: Scope) -> None:
        if isinstance(statement, tree.Block):
            for one in statement.statements:
                self.statement(one, scope)
        elif isinstance(statement, tree.Call):
            self.expr(statement.expr, scope)
        elif isinstance(statement, tree.Assign):
            self.assign(statement, scope)
        elif isinstance(statement, tree.For):
            if isinstance(statement.source, tree.Step) and not statement.source.prefix:
                self.findings.hint = (
                    f' (if "{statement.source.op.text}" starts the body of the loop, put the body in braces)'
                )
            type = self.expr(statement.source, scope)
            self.findings.hint = ""
            if type not in (LIST, UNKNOWN):
                self.error("S12", statement.source.at, f'"for" needs a List, not {a_type(type)}')
            around = Scope(scope)
            self.declare(statement.variable, around)
            self.body(statement.body, around)
            around.end()
        elif isinstance(statement, tree.While):
            self.condition(statement.condition, scope)
            self.changing.append(statement.changes)
            self.body(statement.body, scope)
            self.changing[-2].update(self.changing.pop())
        elif isinstance(statement, tree.If):
            self.condition(statement.condition, scope)
            self.body(statement.body, scope)
            if statement.other is not None:
                self.body(statement.other, scope)

    def condition(self, condition: tree.Expr, scope: Scope) -> None:
        type = self.expr(condition, scope)
        if type not in (BOOL, UNKNOWN):
            self.error("S12", condition.at, f"a condition must be a Bool, not {a_type(type)}")

    def body(self, body: tree.Statement, scope: Scope) -> None:
        """The body of a loop or branch: a variable first assigned here lives until its end."""
        inner = Scope(scope)
        self.statement(body, inner)
        inner.end()

    def declare(self, variable: Token, scope: Scope) -> None:
        """The variable of a `for` or the parameter of a predicate: a read-only Card."""
        if scope.find(variable.text) is not None:
            self.error("S26", variable.place, f'"{variable.text}" is already in use')
        scope.types[variable.text] = CARD
        scope.fixed.add(variable.text)

    def assign(self, statement: tree.Assign, scope: Scope) -> None:
        target, value, op = statement.target, statement.value, statement.op.text
        if isinstance(target, tree.Member):
            type = self.changed(target, scope)
            given = self.expr(value, scope)
            if type == NUMBER and given not in (NUMBER, UNKNOWN):
                self.error("S12", value.at, f'"{target.called}" must be a Number, not {a_type(given)}')
            return
        assert isinstance(target, tree.Name)
        self.changing[-1].add(target.name)
        owner = scope.find(target.name)
        if owner is not None and target.name in owner.fixed:
            self.error("S13", target.at, f'"{target.name}" is read-only')
            self.expr(value, scope)
            return
        if op == "=":
            given = self.expr(value, scope)
            if given == VOID:
                self.error("S12", value.at, "this call returns nothing")
                given = UNKNOWN
            holder = owner or scope
            if given == LIST:
                holder.boards[target.name] = _is_board(value) and holder.boards.get(target.name, True)
            if owner is None:
                scope.types[target.name] = given
            elif owner.types[target.name] == UNKNOWN:
                owner.types[target.name] = given
            elif given not in (owner.types[target.name], UNKNOWN):
                self.error(
                    "S12", value.at, f'"{target.name}" is {a_type(owner.types[target.name])}, not {a_type(given)}'
                )
            return
        before = self.expr(target, scope)
        given = self.expr(value, scope)
        if before not in (NUMBER, UNKNOWN):
            self.error("S12", target.at, f'"{op}" needs a Number, but "{target.name}" is {a_type(before)}')
        elif given not in (NUMBER, UNKNOWN):
            self.error("S12", value.at, f'"{op}" needs a Number, not {a_type(given)}')

    def changed(self, target: tree.Expr, scope: Scope) -> str:
        """The type of a variable or property that is changed; S13 if it is read-only."""
        if isinstance(target, tree.Member):
            type = self.expr(target, scope)
            if type != UNKNOWN and target.called != "Power":
                self.error("S13", target.member.place, f'"{target.called}" is read-only')
                return UNKNOWN
            return type
        assert isinstance(target, tree.Name)
        self.changing[-1].add(target.name)
        owner = scope.find(target.name)
        if owner is not None and target.name in owner.fixed:
            self.error("S13", target.at, f'"{target.name}" is read-only')
            return UNKNOWN
        return self.expr(target, scope)

    # --- expressions ---

    def expr(self, expr: tree.Expr, scope: Scope) -> str:
        expr.type = self._expr(expr, scope)
        return expr.type

    def _expr(self, expr: tree.Expr, scope: Scope) -> str:
        if isinstance(expr, tree.Literal):
            return type_of(expr.value)
        if isinstance(expr, tree.Name):
            owner = scope.find(expr.name)
            if owner is None:
                if not scope.should_report(expr.name):
                    return UNKNOWN
                hint = self.near(expr.name, scope.names())
                if scope.is_gone(expr.name):
                    hint = " (it only exists inside the loop or branch that first assigns it: assign it before that)"
                self.error("S10", expr.at, f'unknown variable "{expr.name}"{hint}')
                return UNKNOWN
            return owner.types[expr.name]
        if isinstance(expr, tree.Group):
            return self.expr(expr.inner, scope)
        if isinstance(expr, tree.Unary):
            return self.unary(expr, scope)
        if isinstance(expr, tree.Binary):
            return self.binary(expr, scope)
        if isinstance(expr, tree.Step):
            return self.step(expr, scope)
        if isinstance(expr, tree.Member):
            return self.member(expr, scope)
        if isinstance(expr, tree.Index):
            return self.index(expr, scope)
        assert isinstance(expr, tree.Predicate)
        self.predicate(expr, scope)
        return PREDICATE

    def unary(self, expr: tree.Unary, scope: Scope) -> str:
        wanted = NUMBER if expr.op.text == "-" else BOOL
        return self.if_it_is(wanted, expr, self.expr(expr.operand, scope))

    def if_it_is(self, wanted: str, expr: tree.Unary | tree.Step, type: str) -> str:
        """The wanted type if the operand has it; a known other type is an error."""
        if type not in (wanted, UNKNOWN):
            self.error("S12", expr.operand.at, f'"{expr.op.text}" needs a {wanted}, not {a_type(type)}')
        return wanted if type == wanted else UNKNOWN

    def binary(self, expr: tree.Binary, scope: Scope) -> str:
        """The type of the result; UNKNOWN if a side has an error, so that it is reported only once."""
        op = expr.op.text
        left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
        if op in ("==", "!="):
            return self.equal(expr, left, right)
        result = BOOL
        wanted: tuple[str, ...] = (NUMBER,)
        if op in ("&&", "||"):
            wanted = (BOOL,)
        elif op in ("@", "@@"):
            wanted, result = (STRING, NUMBER), STRING
        elif op not in COMPARISONS:
            result = NUMBER
        for side, type in ((expr.left, left), (expr.right, right)):
            if type != UNKNOWN and type not in wanted:
                hint = ' (join Strings with "@")' if op == "+" and type == STRING else f", not {a_type(type)}"
                self.error("S12", side.at, f'"{op}" needs {" or ".join(f"{word}s" for word in wanted)}{hint}')
                return UNKNOWN
        return UNKNOWN if UNKNOWN in (left, right) else result

    def equal(self, expr: tree.Binary, left: str, right: str) -> str:
        op = expr.op.text
        for side, type in ((expr.left, left), (expr.right, right)):
            if type != UNKNOWN and type not in language.COMPARABLE:
                self.error("S12", side.at, f'"{op}" can\'t compare {a_type(type)}')
                return UNKNOWN
        if UNKNOWN in (left, right):
            return UNKNOWN
        if left != right:
            self.error("S12", expr.right.at, f'"{op}" can\'t compare {a_type(left)} with {a_type(right)}')
            return UNKNOWN
        return BOOL

    def step(self, expr: tree.Step, scope: Scope) -> str:
        if self.in_predicate:
            self.error("S27", expr.op.place, "a predicate can't change anything")
            return UNKNOWN
        return self.if_it_is(NUMBER, expr, self.changed(expr.operand, scope))

    def index(self, expr: tree.Index, scope: Scope) -> str:
        of, index = self.expr(expr.of, scope), self.expr(expr.index, scope)
        if of not in (LIST, UNKNOWN):
            self.error("S12", expr.of.at, f"only a List can be indexed, not {a_type(of)}")
        elif index not in (NUMBER, UNKNOWN):
            self.error("S12", expr.index.at, f"an index must be a Number, not {a_type(index)}")
        elif UNKNOWN not in (of, index):
            return CARD
        return UNKNOWN

    def member(self, expr: tree.Member, scope: Scope) -> str:
        of = self.expr(expr.of, scope)
        known = language.MEMBERS.get(of, {})
        member = known.get(expr.member.text.lower())
        place = expr.member.place
        if of == UNKNOWN or member is None:
            if of != UNKNOWN:
                near = self.near(expr.member.text, [kind.name for kind in known.values()])
                self.error("S11", place, f'{of} has no member "{expr.member.text}"{near}')
            for argument in expr.arguments or ():
                if not isinstance(argument, tree.Predicate):
                    self.expr(argument, scope)
            return UNKNOWN
        expr.called = member.name
        if expr.arguments is None:
            if member.arguments is not None:
                self.error(
                    "S11", place, f'"{member.name}" is a method: call it with "{"(…)" if member.arguments else "()"}"'
                )
                return UNKNOWN
            return member.type
        if member.arguments is None:
            self.error("S11", place, f'"{member.name}" is a property: remove the brackets after it')
            return UNKNOWN
        if member.changes and self.in_predicate:
            self.error("S27", place, "a predicate can't change anything")
        if len(expr.arguments) != len(member.arguments):
            wanted = f"{len(member.arguments)} argument{'' if len(member.arguments) == 1 else 's'}"
            self.error("S14", place, f"{member.name} takes {wanted}, {len(expr.arguments)} given")
            return member.type
        for argument, type in zip(expr.arguments, member.arguments, strict=True):
            given = self.expr(argument, scope)
            if given not in (type, UNKNOWN):
                self.error("S12", argument.at, f"{member.name} needs {a_type(type)}, not {a_type(given)}")
        if member.name in language.NOT_ON_BOARD:
            self.warn_of_board(expr, member.name, scope)
        return member.type

    def warn_of_board(self, expr: tree.Member, called: str, scope: Scope) -> None:
        """W03: a call that always fails in play (R09)."""
        found = Found(expr.member.place, "W03", f"{called} always fails on the Board")
        if _is_board(expr.of):
            self.findings.warnings.append(found)
        elif isinstance(expr.of, tree.Name):
            owner = scope.find(expr.of.name)
            if owner is not None and expr.of.name in owner.boards:
                self.on_boards.append((owner, expr.of.name, found))

    def predicate(self, predicate: tree.Predicate, scope: Scope | None) -> None:
        inner = Scope(scope)
        self.declare(predicate.parameter, inner)
        outer, self.in_predicate = self.in_predicate, True
        type = self.expr(predicate.body, inner)
        self.in_predicate = outer
        inner.end()
        if type not in (BOOL, UNKNOWN):
            self.error("S12", predicate.body.at, f"a predicate must be a Bool, not {a_type(type)}")


def type_of(value: Value) -> str:
    return BOOL if isinstance(value, bool) else NUMBER if isinstance(value, int) else STRING


def a_type(type: str) -> str:
    return "nothing" if type == VOID else f"a {type}"


def _is_board(expr: tree.Expr) -> bool:
    while isinstance(expr, tree.Group):
        expr = expr.inner
    return isinstance(expr, tree.Member) and expr.called == "Board"
