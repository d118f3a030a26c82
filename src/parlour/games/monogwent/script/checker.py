"""All checks before play (section 10), and what a checked script means."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.games.monogwent.pool import LARGEST_DECK, NEUTRAL, POOL, ROWS, TYPES, Card
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.arithmetic import COMPARISONS, Stopped, calculate, negate
from parlour.games.monogwent.script.language import (
    BOOL,
    CARD,
    CARD_KEYS,
    COMPARABLE,
    CONTEXT,
    FORBIDDEN_PARAMS,
    LIST,
    MEMBERS,
    NOT_ON_BOARD,
    NUMBER,
    PARAM_TYPES,
    PREDICATE,
    SOURCES,
    STRING,
    UNKNOWN,
    VOID,
)
from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.newer import is_newer
from parlour.games.monogwent.script.pictures import PICTURES, picture_of
from parlour.games.monogwent.script.problems import Place

MOST_ERRORS: Final = 20
MOST_HINTS: Final = 25  # guesses at what was meant: they take longer than everything else, and few are shown
MOST_GUESSED: Final = 100  # words among which such a guess is made
LONGEST_NAME: Final = 40
LONGEST_DESCRIPTION: Final = 200
OTHER_ROW_WORDS: Final = {"Range": "Ranged"}  # as scripts of other houses write it
SMALL_DECK: Final = 16
Value = int | str | bool


class Effect(msgspec.Struct):
    """A declared effect."""

    name: str
    place: Place
    params: dict[str, str]  # name -> type, in the order of declaration
    action: tree.Action
    number: int
    changes: set[str]  # variables that the action assigns or steps


class Selector(msgspec.Struct):
    source: str
    single: bool = False
    predicate: tree.Predicate | None = None


class Activation(msgspec.Struct):
    """An entry of OnActivation, or a PostAction."""

    effect: Effect
    arguments: dict[str, Value]
    selector: Selector | None = None
    post: Activation | None = None


class Declared(msgspec.Struct):
    """A card of a script: what is printed, and what it does."""

    card: Card
    activations: list[Activation]
    faction_at: Place


class Meaning(msgspec.Struct):
    """What a script without errors adds."""

    effects: list[Effect]
    cards: list[Declared]


class Found(msgspec.Struct, frozen=True, order=True):
    place: Place
    code: str
    message: str


class Scope:
    """Names visible at a place; `fixed` ones cannot be assigned."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.types: dict[str, str] = {}
        self.fixed: set[str] = set()
        self.boards: dict[str, bool] = {}  # variables that were given lists: whether it was the Board each time
        self.gone: set[str] = set()  # names of scopes inside this one that have ended

    def find(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.types:
            scope = scope.outer
        return scope

    def names(self) -> list[str]:
        return [*self.types, *(self.outer.names() if self.outer else ())]

    def end(self) -> None:
        """What was declared in here cannot be named any more."""
        if self.outer is not None:
            self.outer.gone |= self.gone | self.types.keys()

    def is_gone(self, name: str) -> bool:
        return name in self.gone or (self.outer is not None and self.outer.is_gone(name))


class Checker:
    """Goes through the tree once, collects every error, and builds the meaning."""

    def __init__(self, declarations: list[tree.Object]) -> None:
        self.declarations = declarations
        self.found: list[Found] = []
        self.warnings: list[Found] = []
        self.effects: dict[str, Effect] = {}
        self.cards: list[Declared] = []
        self.names: dict[str, Place] = {}
        self.leaders: set[str] = set(POOL.leaders)
        self.in_predicate = False
        self.hint = ""  # what may be behind mistakes in the expression that is being checked
        self.changing: list[set[str]] = [set()]  # what the actions and loops around are seen to change
        self.on_boards: list[tuple[Scope, str, Found]] = []  # warnings that hold if a variable is always the Board
        self.newer = is_newer(declarations)  # or where it calls a row by its other word
        self.declared_later = self._effect_lines()

    def error(self, code: str, place: Place, message: str) -> None:
        self.found.append(Found(place, code, message + self.hint))

    def near(self, word: str, words: Sequence[str]) -> str:
        """A hint at what was probably meant, or at what there is."""
        if not words or len(self.found) + len(self.warnings) >= MOST_HINTS:
            return ""
        close = _close(word, words)
        return f' (did you mean "{close[0]}"?)' if close else f" (there are: {', '.join(words[:20])})"

    def check(self) -> Meaning:
        for declaration in self.declarations:
            if declaration.kind == "effect":
                self.effect(declaration)
            else:
                self.card(declaration)
        if not self.found:
            self.decks()
        self.found.sort()
        self.warnings.sort()
        return Meaning(list(self.effects.values()), self.cards)

    def _effect_lines(self) -> dict[str, int]:
        """Where effects are declared, for the message about one that is used too early."""
        lines: dict[str, int] = {}
        for declaration in self.declarations:
            for field in declaration.fields:
                if declaration.kind == "effect" and field.key.text == "Name" and isinstance(field.value, tree.Literal):
                    lines.setdefault(str(field.value.value), declaration.at.line)
        return lines

    # --- objects ---

    def keys(self, thing: tree.Object, known: tuple[str, ...] | None) -> dict[str, tree.Field]:
        """The fields by key; S01 for a key twice, S02 for one that is not known here."""
        fields: dict[str, tree.Field] = {}
        for field in thing.fields:
            key = field.key.text
            if key in fields:
                self.error("S01", field.key.place, f'key "{key}" twice')
            elif known is not None and key not in known:
                self.error("S02", field.key.place, f'unknown key "{key}" in {thing.kind}{self.near(key, known)}')
                fields[key] = tree.Field(field.key, None)
                if len(self.found) < MOST_HINTS:
                    thing.meant += _close(key, known)
            else:
                fields[key] = field
        return fields

    def missing(self, thing: tree.Object, fields: dict[str, tree.Field], required: tuple[str, ...], what: str) -> bool:
        for key in required:
            if key not in fields and key not in thing.meant:
                self.error("S03", thing.at, f'{what} without "{key}"')
                return True
        return False

    # --- constants ---

    def constant(self, expr: object) -> Value | None:
        """The value of a constant; None if it is none (reported)."""
        assert isinstance(expr, tree.Expr)
        names = list(_identifiers(expr))
        if names:
            self.error("S23", min(names), "a constant is needed here")
            return None
        if self.expr(expr, Scope()) == UNKNOWN:
            return None
        try:
            return _compute(expr)
        except Stopped as stopped:
            self.error("S23", expr.at, f"this constant cannot be computed: {stopped.message}")
            return None

    def typed(self, expr: object, type: str, what: str, code: str = "S12") -> Value | None:
        """A constant of this type."""
        value = self.constant(expr)
        if value is None:
            return None
        if type_of(value) != type:
            assert isinstance(expr, tree.Expr)
            self.error(code, expr.at, f"{what} is {_a(type)}, not {_a(type_of(value))}")
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
            wrong = "a name must not be blank" if name else "a name must not be empty"
        elif len(name) > LONGEST_NAME:
            wrong = f"a name has at most {LONGEST_NAME} characters"
        elif any(is_control(c) for c in name):
            wrong = "a name must not contain control characters"
        if wrong:
            self.error("S24", field.value.at, wrong)
            return None
        return name

    # --- effect ---

    def effect(self, thing: tree.Object) -> None:
        fields = self.keys(thing, ("Name", "Params", "Action"))
        self.missing(thing, fields, ("Name", "Action"), "effect")
        name = self.title(fields.get("Name"), "Name")
        scope = Scope()
        params: dict[str, str] = {}
        if "Params" in fields:
            params = self.params(fields["Params"].value, scope)
        action = fields["Action"].value if "Action" in fields else None
        self.changing.append(set())
        if isinstance(action, tree.Action):
            self.action(action, scope)
        changes = self.changing.pop()
        if name is None:
            return
        at = fields["Name"].value
        assert isinstance(at, tree.Expr)
        if name in self.effects:
            self.error("S04", at.at, f'effect "{name}" is already declared')
            return
        if not isinstance(action, tree.Action):
            nothing = Token("IDENT", "", thing.at)
            action = tree.Action(nothing, nothing, tree.Empty(thing.at))
        self.effects[name] = Effect(name, thing.at, params, action, len(self.effects), changes)

    def params(self, declared: object, scope: Scope) -> dict[str, str]:
        assert isinstance(declared, list)
        params: dict[str, str] = {}
        for param in declared:
            name, type = param.name.text, param.type.text
            if type not in PARAM_TYPES:
                near = self.near(type, PARAM_TYPES)
                self.error("S25", param.type.place, f'unknown parameter type "{type}"{near}')
                type = UNKNOWN
            if name in FORBIDDEN_PARAMS:
                self.error("S26", param.name.place, f'a parameter cannot be called "{name}"')
            elif name in params:
                self.error("S01", param.name.place, f'key "{name}" twice')
                continue
            params[name] = type
            scope.types[name] = type
        return params

    def action(self, action: tree.Action, scope: Scope) -> None:
        inner = Scope(scope)
        for token, type in ((action.targets, LIST), (action.context, CONTEXT)):
            if inner.find(token.text) is not None:
                self.error("S26", token.place, f'"{token.text}" is already in use')
            else:
                inner.types[token.text] = type
                inner.fixed.add(token.text)
        self.statement(action.body, inner)
        self.warnings += [found for owner, name, found in self.on_boards if owner.boards[name]]
        self.on_boards = []

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
                self.hint = f' (if "{statement.source.op.text}" begins the body of the for, put the body in braces)'
            type = self.expr(statement.source, scope)
            self.hint = ""
            if type not in (LIST, UNKNOWN):
                self.error("S12", statement.source.at, f"for needs a List, not {_a(type)}")
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
            self.error("S12", condition.at, f"condition must be Bool, not {type}")

    def body(self, body: tree.Statement, scope: Scope) -> None:
        """Of a loop or a branch: what is first assigned in it lives until its end."""
        inner = Scope(scope)
        self.statement(body, inner)
        inner.end()

    def declare(self, variable: Token, scope: Scope) -> None:
        """The variable of a `for` or the parameter of a predicate: a Card that cannot be assigned."""
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
                self.error("S12", value.at, f'"{target.called}" is a Number, not {_a(given)}')
            return
        assert isinstance(target, tree.Name)
        self.changing[-1].add(target.name)
        owner = scope.find(target.name)
        if owner is not None and target.name in owner.fixed:
            self.error("S13", target.at, f'"{target.name}" cannot be assigned')
            self.expr(value, scope)
            return
        if op == "=":
            given = self.expr(value, scope)
            if given == VOID:
                self.error("S12", value.at, "this gives no value")
                given = UNKNOWN
            holder = owner or scope
            if given == LIST:
                holder.boards[target.name] = _is_board(value) and holder.boards.get(target.name, True)
            if owner is None:
                scope.types[target.name] = given
            elif owner.types[target.name] == UNKNOWN:
                owner.types[target.name] = given
            elif given not in (owner.types[target.name], UNKNOWN):
                self.error("S12", value.at, f'"{target.name}" is {_a(owner.types[target.name])}, not {_a(given)}')
            return
        before = self.expr(target, scope)
        given = self.expr(value, scope)
        if before not in (NUMBER, UNKNOWN):
            self.error("S12", target.at, f'"{op}" needs Numbers, "{target.name}" is {_a(before)}')
        elif given not in (NUMBER, UNKNOWN):
            self.error("S12", value.at, f'"{op}" needs a Number, not {_a(given)}')

    def changed(self, target: tree.Expr, scope: Scope) -> str:
        """The type of a variable or property that is changed; S13 if it may not be."""
        if isinstance(target, tree.Member):
            type = self.expr(target, scope)
            if type != UNKNOWN and target.called != "Power":
                self.error("S13", target.member.place, f'"{target.called}" cannot be assigned')
                return UNKNOWN
            return type
        assert isinstance(target, tree.Name)
        self.changing[-1].add(target.name)
        owner = scope.find(target.name)
        if owner is not None and target.name in owner.fixed:
            self.error("S13", target.at, f'"{target.name}" cannot be assigned')
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
                hint = self.near(expr.name, scope.names())
                if scope.is_gone(expr.name):
                    hint = " (what is first assigned inside braces, a loop or an if ends there: assign it before)"
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
        type = self.expr(expr.operand, scope)
        if type == UNKNOWN:
            return UNKNOWN
        if type != wanted:
            self.error("S12", expr.operand.at, f'"{expr.op.text}" needs a {wanted}, not {_a(type)}')
            return UNKNOWN
        return wanted

    def binary(self, expr: tree.Binary, scope: Scope) -> str:
        """The type of the result, UNKNOWN if a side is wrong: whatever is around it would be a second message."""
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
                hint = ' (join Strings with "@")' if op == "+" and type == STRING else f", not {_a(type)}"
                self.error("S12", side.at, f'"{op}" needs {" or ".join(f"{word}s" for word in wanted)}{hint}')
                return UNKNOWN
        return UNKNOWN if UNKNOWN in (left, right) else result

    def equal(self, expr: tree.Binary, left: str, right: str) -> str:
        op = expr.op.text
        for side, type in ((expr.left, left), (expr.right, right)):
            if type != UNKNOWN and type not in COMPARABLE:
                self.error("S12", side.at, f'"{op}" cannot compare {_a(type)}')
                return UNKNOWN
        if UNKNOWN in (left, right):
            return UNKNOWN
        if left != right:
            self.error("S12", expr.right.at, f'"{op}" compares {_a(left)} with {_a(right)}')
            return UNKNOWN
        return BOOL

    def step(self, expr: tree.Step, scope: Scope) -> str:
        if self.in_predicate:
            self.error("S27", expr.op.place, "a predicate must not change anything")
            return UNKNOWN
        type = self.changed(expr.operand, scope)
        if type == UNKNOWN:
            return UNKNOWN
        if type != NUMBER:
            self.error("S12", expr.operand.at, f'"{expr.op.text}" needs a Number, not {_a(type)}')
            return UNKNOWN
        return NUMBER

    def index(self, expr: tree.Index, scope: Scope) -> str:
        of, index = self.expr(expr.of, scope), self.expr(expr.index, scope)
        if of not in (LIST, UNKNOWN):
            self.error("S12", expr.of.at, f"only a List can be indexed, not {_a(of)}")
        elif index not in (NUMBER, UNKNOWN):
            self.error("S12", expr.index.at, f"an index is a Number, not {_a(index)}")
        elif UNKNOWN not in (of, index):
            return CARD
        return UNKNOWN

    def member(self, expr: tree.Member, scope: Scope) -> str:
        of = self.expr(expr.of, scope)
        known = MEMBERS.get(of, {})
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
                self.error("S11", place, f'"{member.name}" is a method and must be called')
                return UNKNOWN
            return member.type
        if member.arguments is None:
            self.error("S11", place, f'"{member.name}" is a property and cannot be called')
            return UNKNOWN
        if member.changes and self.in_predicate:
            self.error("S27", place, "a predicate must not change anything")
        if len(expr.arguments) != len(member.arguments):
            wanted = f"{len(member.arguments)} argument{'' if len(member.arguments) == 1 else 's'}"
            self.error("S14", place, f"{member.name} takes {wanted}, {len(expr.arguments)} given")
            return member.type
        for argument, type in zip(expr.arguments, member.arguments, strict=True):
            given = self.expr(argument, scope)
            if given not in (type, UNKNOWN):
                self.error("S12", argument.at, f"{member.name} needs {_a(type)}, not {_a(given)}")
        if member.name in NOT_ON_BOARD:
            self.warn_of_board(expr, member.name, scope)
        return member.type

    def warn_of_board(self, expr: tree.Member, called: str, scope: Scope) -> None:
        """W03: a call that can only fail in play (R09)."""
        found = Found(expr.member.place, "W03", f"{called} always fails on the Board: it can only be read")
        if _is_board(expr.of):
            self.warnings.append(found)
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
            self.error("S12", predicate.body.at, f"a predicate must be Bool, not {type}")

    # --- card ---

    def card(self, thing: tree.Object) -> None:
        fields = self.keys(thing, CARD_KEYS)
        type = None
        if "Type" in fields:
            type = self.typed(fields["Type"].value, STRING, "Type")
            if type is not None and type not in TYPES:
                self.error("S15", _at(fields["Type"]), f'unknown card type "{_cut(type)}"{self.near(str(type), TYPES)}')
                type = None
        required: tuple[str, ...] = ("Type", "Name", "Faction")
        if type in ("Silver", "Gold"):
            required = (*required, "Power", "Range")
        self.missing(thing, fields, required, str(type) if type else "card")
        name = self.title(fields.get("Name"), "Name")
        if name is not None:
            if name in self.names or name in POOL.by_name:
                self.error("S05", _at(fields["Name"]), f'card "{name}" is already declared')
            self.names.setdefault(name, thing.at)
        faction = self.title(fields.get("Faction"), "Faction")
        power = self.power(fields.get("Power"), type)
        rows = self.range(fields.get("Range"), type)
        activations = self.on_activation(fields.get("OnActivation"), type)
        flavour, image = self.description(fields.get("Description")), self.image(fields.get("Image"))
        if type == "Leader" and faction is not None:
            self.leader(_at(fields["Type"]), faction)
        if type is None or name is None or faction is None:
            return
        if not rows and type in ("Weather", "Boost", "Decoy"):
            rows = (0, 1, 2)
        card = Card(
            number=len(POOL.cards) + len(self.cards),
            name=name,
            type=str(type),
            faction=faction,
            power=power,
            rows=rows,
            effect="script" if activations else "",
            flavour=flavour,
            image=image,
        )
        self.cards.append(Declared(card, activations, _at(fields["Faction"])))

    def power(self, field: tree.Field | None, type: Value | None) -> int:
        if field is None:
            return 0
        value = self.typed(field.value, NUMBER, "Power")
        if value is None or type is None:
            return 0
        if type in ("Silver", "Gold"):
            if not 0 <= int(value) <= 99:
                self.error("S17", _at(field), "Power must be 0 to 99")
                return 0
            return int(value)
        if value != 0:
            self.error("S17", _at(field), f"Power of a {type} must be 0 or absent")
        return 0

    def range(self, field: tree.Field | None, type: Value | None) -> tuple[int, ...]:
        if field is None:
            return ()
        assert isinstance(field.value, tree.Items)
        rows: list[int] = []
        for item in field.value.items:
            assert isinstance(item, tree.Expr)
            row = self.typed(item, STRING, "a row")
            if row is None:
                continue
            word = OTHER_ROW_WORDS.get(str(row), str(row))
            self.newer = self.newer or word != row
            if word not in ROWS:
                self.error("S16", item.at, f'unknown row "{_cut(row)}"{self.near(word, ROWS)}')
            elif ROWS.index(word) in rows:
                self.error("S16", item.at, f'row "{word}" twice')
            else:
                rows.append(ROWS.index(word))
        if type in ("Silver", "Gold") and not field.value.items:
            self.error("S16", field.value.at, f"{type} needs at least one row")
        if type == "Leader" and field.value.items:
            self.error("S16", field.value.at, "a Leader has no rows")
        return tuple(rows)

    def description(self, field: tree.Field | None) -> str:
        """The line in italics below what a card does."""
        value = self.typed(field.value, STRING, "Description") if field is not None else None
        if value is None:
            return ""
        text = " ".join(str(value).split())
        assert field is not None
        if len(text) > LONGEST_DESCRIPTION:
            self.error("S24", _at(field), f"a Description has at most {LONGEST_DESCRIPTION} characters")
        elif any(is_control(c) for c in text):
            self.error("S24", _at(field), "a Description must not contain control characters")
        return text

    def image(self, field: tree.Field | None) -> str:
        """The name of the card's picture; W04 if there is none of that name, and the house chooses one."""
        value = self.typed(field.value, STRING, "Image") if field is not None else None
        if value is None:
            return ""
        name = picture_of(str(value))
        if not name:
            assert field is not None
            hint = self.near(str(value).lower(), PICTURES)
            told = f'there is no picture "{_cut(value)}"; the house chooses one{hint}'
            self.warnings.append(Found(_at(field), "W04", told))
        return name

    def leader(self, at: Place, faction: str) -> None:
        if faction == NEUTRAL:
            self.error("S22", at, "a Leader cannot be Neutral")
        elif faction in self.leaders:
            self.error("S22", at, f'faction "{faction}" already has a Leader')
        self.leaders.add(faction)

    # --- OnActivation ---

    def on_activation(self, field: tree.Field | None, type: Value | None) -> list[Activation]:
        if field is None:
            return []
        assert isinstance(field.value, tree.Items)
        if field.value.items and type not in ("Silver", "Gold", "Leader", None):
            self.error("S18", field.key.place, f"a {type} cannot have effects")
        activations = []
        for entry in field.value.items:
            assert isinstance(entry, tree.Object)
            activation = self.activation(entry)
            if activation is not None:
                activations.append(activation)
        return activations

    def activation(self, thing: tree.Object) -> Activation | None:
        fields = self.keys(thing, ("Effect", "Selector", "PostAction"))
        self.missing(thing, fields, ("Effect",), "entry")
        effect, arguments = self.reference(fields.get("Effect"))
        return self._finish(fields, effect, arguments, False)

    def _finish(
        self, fields: dict[str, tree.Field], effect: Effect | None, arguments: dict[str, Value], post: bool
    ) -> Activation | None:
        selector = self.selector(fields["Selector"].value, post) if "Selector" in fields else None
        follow = fields["PostAction"].value if "PostAction" in fields else None
        after = self.post_action(follow) if isinstance(follow, tree.Object) else None
        return None if effect is None else Activation(effect, arguments, selector, after)

    def reference(self, field: tree.Field | None) -> tuple[Effect | None, dict[str, Value]]:
        """`"Name"` or `{ Name: "Name", Param: value, … }`."""
        if field is None:
            return None, {}
        if not isinstance(field.value, tree.Object):
            effect = self.find_effect(field.value)
            return effect, self.arguments(effect, _at(field), {})
        fields = self.keys(field.value, None)
        if self.missing(field.value, fields, ("Name",), "Effect"):
            for one in fields.values():
                self.constant(one.value)
            return None, {}
        effect = self.find_effect(fields["Name"].value)
        given = {key: one for key, one in fields.items() if key != "Name"}
        return effect, self.arguments(effect, _at(fields["Name"]), given)

    def find_effect(self, expr: object) -> Effect | None:
        value = self.typed(expr, STRING, "an effect's name")
        if value is None:
            return None
        name = str(value)
        if name in self.effects:
            return self.effects[name]
        assert isinstance(expr, tree.Expr)
        hint = self.near(name, list(self.effects)) or " (write it before its first card)"
        if name in self.declared_later:
            hint = f" (it is declared later, line {self.declared_later[name]})"
        self.error("S06", expr.at, f'unknown effect "{_cut(name)}"{hint}')
        return None

    def arguments(self, effect: Effect | None, at: Place, fields: dict[str, tree.Field]) -> dict[str, Value]:
        given: dict[str, Value] = {}
        for key, field in fields.items():
            if effect is None:
                self.constant(field.value)
            elif key not in effect.params:
                hint = self.near(key, list(effect.params))
                self.error("S08", field.key.place, f'effect "{effect.name}" has no parameter "{key}"{hint}')
            elif effect.params[key] == UNKNOWN:
                self.constant(field.value)
            else:
                value = self.typed(field.value, effect.params[key], f'parameter "{key}"', "S09")
                if value is not None:
                    given[key] = value
        if effect is not None:
            for name in effect.params:
                if name not in fields:
                    self.error("S07", at, f'effect "{effect.name}" needs parameter "{name}"')
                    break
        return given

    def selector(self, thing: object, post: bool) -> Selector | None:
        if not isinstance(thing, tree.Object):
            return None
        fields = self.keys(thing, ("Source", "Single", "Predicate"))
        self.missing(thing, fields, ("Source",), "Selector")
        source = ""
        if "Source" in fields:
            value = self.typed(fields["Source"].value, STRING, "Source")
            if value is not None:
                source = next((word for word in SOURCES if word.lower() == str(value).lower()), "")
                if not source:
                    near = self.near(str(value), SOURCES)
                    self.error("S19", _at(fields["Source"]), f'unknown Source "{_cut(value)}"{near}')
                elif source == "parent" and not post:
                    self.error("S20", _at(fields["Source"]), '"parent" is only possible in a PostAction')
        single = False
        if "Single" in fields:
            single = bool(self.typed(fields["Single"].value, BOOL, "Single"))
        predicate = fields["Predicate"].value if "Predicate" in fields else None
        if isinstance(predicate, tree.Predicate):
            self.predicate(predicate, None)
            return Selector(source, single, predicate)
        return Selector(source, single)

    def post_action(self, thing: tree.Object) -> Activation | None:
        fields = self.keys(thing, None)
        effect: Effect | None = None
        arguments: dict[str, Value] = {}
        params = {k: f for k, f in fields.items() if k not in ("Type", "Effect", "Selector", "PostAction")}
        if "Effect" in fields:
            if "Type" in fields:
                later = max(fields["Type"].key, fields["Effect"].key, key=lambda token: token.place)
                self.error("S02", later.place, f'"{later.text}": a PostAction has either Type or Effect, not both')
            effect, arguments = self.reference(fields["Effect"])
            for key, field in params.items() if "Type" not in fields else ():
                self.error("S08", field.key.place, f'parameter "{key}" belongs into the braces of Effect')
        elif "Type" in fields:
            effect = self.find_effect(fields["Type"].value)
            arguments = self.arguments(effect, _at(fields["Type"]), params)
        else:
            self.error("S03", thing.at, 'PostAction without "Type"')
            for field in params.values():
                self.constant(field.value)
        return self._finish(fields, effect, arguments, True)

    # --- decks ---

    def decks(self) -> None:
        """X03, W01 and W02: how the decks of the factions come out."""
        pool = POOL.plus(tuple(declared.card for declared in self.cards), "")
        places: dict[str, list[Place]] = {}
        for declared in self.cards:
            places.setdefault(declared.card.faction, []).append(declared.faction_at)
        neutral = places.pop(NEUTRAL, [])
        too_large: dict[Place, str] = {}
        for faction in pool.factions:
            own = places.get(faction, [])
            size = len(pool.deck(faction))
            if size > LARGEST_DECK and (own or neutral):
                message = f'the deck of "{faction}" has {size} cards, more than {LARGEST_DECK}'
                too_large.setdefault((own or neutral)[-1], message)
        for place, message in too_large.items():
            self.error("X03", place, message)
        for faction, own in places.items():
            if faction not in pool.leaders:
                message = f'faction "{faction}" has no leader: its cards are in no deck'
                self.warnings.append(Found(own[0], "W02", message))
            elif len(pool.deck(faction)) < SMALL_DECK:
                message = f'the deck of "{faction}" has only {len(pool.deck(faction))} cards'
                self.warnings.append(Found(own[0], "W01", message))


def _at(field: tree.Field) -> Place:
    assert isinstance(field.value, tree.Expr)
    return field.value.at


def _close(word: str, words: Sequence[str]) -> list[str]:
    """The word that was probably meant, if there is one."""
    known = {one.lower(): one for one in reversed(words)}
    near = (
        [word.lower()]
        if word.lower() in known
        else difflib.get_close_matches(word[:60].lower(), list(known)[-MOST_GUESSED:], 1, 0.7)
    )
    return [known[one] for one in near]


def _cut(value: Value) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _a(type: str) -> str:
    return "nothing" if type == VOID else f"a {type}"


def _is_board(expr: tree.Expr) -> bool:
    while isinstance(expr, tree.Group):
        expr = expr.inner
    return isinstance(expr, tree.Member) and expr.called == "Board"


def is_control(c: str) -> bool:
    return ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029"


def type_of(value: Value) -> str:
    return BOOL if isinstance(value, bool) else NUMBER if isinstance(value, int) else STRING


def _identifiers(expr: tree.Expr) -> list[Place]:
    """Where a would-be constant names something."""
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
