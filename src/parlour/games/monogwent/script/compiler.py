"""From checked trees to closures that call the methods of a `Run`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from parlour.games.monogwent.events import DECK, FIELD, GRAVE, HAND
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.arithmetic import MOST, OPERATIONS, Stopped, in_range, join, negate
from parlour.games.monogwent.script.budget import CHARACTERS_AN_OPERATION, weight
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.script.run import BOARD, DETACHED, Pile, Run

Env = dict[str, Any]
Code = Callable[[Run, Env], Any]

ZONE_MEMBERS: Final = {"Hand": HAND, "Deck": DECK, "Field": FIELD, "Graveyard": GRAVE}


# --- expressions ---


def compile_expr(expr: tree.Expr) -> Code:
    if isinstance(expr, tree.Literal):
        value = expr.value
        return lambda run, env: value
    if isinstance(expr, tree.Name):
        name = expr.name
        return lambda run, env: env[name]
    if isinstance(expr, tree.Group):
        return compile_expr(expr.inner)
    if isinstance(expr, tree.Unary):
        operand = compile_expr(expr.operand)
        if expr.op.text == "!":
            return lambda run, env: not operand(run, env)
        place = expr.op.place
        return lambda run, env: negate(operand(run, env), place)
    if isinstance(expr, tree.Binary):
        return _compile_binary(expr)
    if isinstance(expr, tree.Step):
        return _compile_step(expr)
    if isinstance(expr, tree.Index):
        of, index = compile_expr(expr.of), compile_expr(expr.index)
        place = expr.bracket.place
        return lambda run, env: run.card_at(of(run, env), index(run, env), place)
    if isinstance(expr, tree.Predicate):
        return compile_predicate(expr)
    assert isinstance(expr, tree.Member)
    return _compile_property(expr) if expr.arguments is None else _compile_method(expr, expr.arguments)


def _compile_binary(expr: tree.Binary) -> Code:
    left, right = compile_expr(expr.left), compile_expr(expr.right)
    op, place = expr.op.text, expr.op.place
    if op == "&&":
        return lambda run, env: left(run, env) and right(run, env)
    if op == "||":
        return lambda run, env: left(run, env) or right(run, env)
    if op in ("@", "@@"):
        return _compile_join(left, right, " " if op == "@@" else "", place)
    if op in ("+", "-"):
        return _compile_sum(left, right, op == "-", place)
    compare: Code | None = {
        "==": lambda run, env: left(run, env) == right(run, env),
        "!=": lambda run, env: left(run, env) != right(run, env),
        "<": lambda run, env: left(run, env) < right(run, env),
        ">": lambda run, env: left(run, env) > right(run, env),
        "<=": lambda run, env: left(run, env) <= right(run, env),
        ">=": lambda run, env: left(run, env) >= right(run, env),
    }.get(op)
    if compare is not None:
        return compare
    calculate = OPERATIONS[op]
    return lambda run, env: calculate(left(run, env), right(run, env), place)


def _compile_sum(left: Code, right: Code, minus: bool, place: Place) -> Code:
    def add(run: Run, env: Env) -> int:
        number: int = left(run, env) + right(run, env)
        if -MOST <= number <= MOST:
            return number
        raise Stopped("R06", place)

    def subtract(run: Run, env: Env) -> int:
        number: int = left(run, env) - right(run, env)
        if -MOST <= number <= MOST:
            return number
        raise Stopped("R06", place)

    return subtract if minus else add


def _compile_join(left: Code, right: Code, blank: str, place: Place) -> Code:
    def joined(run: Run, env: Env) -> str:
        text = join(left(run, env), right(run, env), blank, place)
        run.pay(len(text) // CHARACTERS_AN_OPERATION)
        return text

    return joined


def _compile_step(expr: tree.Step) -> Code:
    delta = 1 if expr.op.text == "++" else -1
    place, prefix = expr.op.place, expr.prefix
    operand = expr.operand
    if isinstance(operand, tree.Name):
        name = operand.name

        def step_variable(run: Run, env: Env) -> int:
            before: int = env[name]
            env[name] = after = in_range(before + delta, place)
            return after if prefix else before

        return step_variable
    assert isinstance(operand, tree.Member)
    of = compile_expr(operand.of)

    def step_power(run: Run, env: Env) -> int:
        card = of(run, env)
        before = run.power(card)
        run.set_power(card, before + delta)
        return run.power(card) if prefix else before

    return step_power


def compile_predicate(predicate: tree.Predicate) -> Code:
    """Code that returns a function from a card to true or false.

    The parameter shares the environment of its surroundings, where its name is unused before and after (section 4).
    """
    name, body = predicate.parameter.text, compile_expr(predicate.body)
    operations = 2 + weight(predicate.body)

    def test(run: Run, env: Env) -> Callable[[int], bool]:
        def holds(card: int) -> bool:
            run.step(operations)
            env[name] = card
            return bool(body(run, env))

        return holds

    return test


def _compile_property(expr: tree.Member) -> Code:
    of, called = compile_expr(expr.of), expr.called
    if called == "TriggerPlayer":
        return lambda run, env: run.seat
    if called == "OtherPlayer":
        return lambda run, env: 1 - run.seat
    if called == "Board":
        return lambda run, env: Pile(BOARD, run.seat, None)
    if called in ZONE_MEMBERS:
        zone = ZONE_MEMBERS[called]
        return lambda run, env: Pile(zone, run.seat, None)
    if called == "Count":
        return lambda run, env: run.count(of(run, env))
    if called == "Power":
        return lambda run, env: run.power(of(run, env))
    if called == "Owner":
        return lambda run, env: int(run.table.cards.owner[of(run, env)])
    field = {"Name": "name", "Faction": "faction", "Type": "type", "Range": "range"}[called]
    return lambda run, env: getattr(run.printed[run.table.cards.number[of(run, env)]], field)


def _compile_method(expr: tree.Member, arguments: list[tree.Expr]) -> Code:
    of, called, place = compile_expr(expr.of), expr.called, expr.member.place
    argument: Code = compile_expr(arguments[0]) if arguments else _nothing
    if called.endswith("OfPlayer"):
        zone = ZONE_MEMBERS[called.removesuffix("OfPlayer")]

        def zone_of(run: Run, env: Env) -> Pile:
            of(run, env)
            seat = argument(run, env)
            run.step(0)
            return Pile(zone, seat, None)

        return zone_of
    doing = _METHODS[called]

    def method(run: Run, env: Env) -> Any:
        pile = of(run, env)
        given = argument(run, env)
        run.step(0)
        return doing(run, pile, given, place)

    return method


def _find(run: Run, pile: Pile, holds: Any, place: Place) -> Pile:
    return Pile(DETACHED, 0, [card for card in run.copy(pile) if holds(card)])


def _push(run: Run, pile: Pile, card: Any, place: Place) -> None:
    run.put(pile, card, False, place)


def _send_bottom(run: Run, pile: Pile, card: Any, place: Place) -> None:
    run.put(pile, card, True, place)


def _pop(run: Run, pile: Pile, nothing: Any, place: Place) -> int:
    return run.pop(pile, place)


def _remove(run: Run, pile: Pile, card: Any, place: Place) -> None:
    run.take(pile, card)


def _shuffle(run: Run, pile: Pile, nothing: Any, place: Place) -> None:
    run.shuffle(pile, place)


_METHODS: Final[dict[str, Callable[[Run, Pile, Any, Place], Any]]] = {
    "Find": _find,
    "Push": _push,
    "Add": _push,
    "SendBottom": _send_bottom,
    "Pop": _pop,
    "Remove": _remove,
    "Shuffle": _shuffle,
}


# --- statements ---


def compile_statement(statement: tree.Statement) -> Code:
    if isinstance(statement, tree.Block):
        parts = [compile_statement(one) for one in statement.statements]

        def block(run: Run, env: Env) -> None:
            for part in parts:
                part(run, env)

        return block
    if isinstance(statement, tree.For):
        return _compile_for(statement)
    if isinstance(statement, tree.While):
        return _compile_while(statement)
    if isinstance(statement, tree.If):
        return _compile_if(statement)
    at, operations = statement.at, 2
    doing: Code = _nothing
    if isinstance(statement, tree.Assign):
        doing = _compile_assign(statement)
        operations += 1 + weight(statement.target) + weight(statement.value)
    elif isinstance(statement, tree.Call):
        doing = compile_expr(statement.expr)
        operations += weight(statement.expr)

    def simple(run: Run, env: Env) -> None:
        run.at = at
        run.step(operations)
        doing(run, env)

    return simple


def _nothing(run: Run, env: Env) -> None:
    pass


def _compile_for(statement: tree.For) -> Code:
    at, name = statement.at, statement.variable.text
    source, body = compile_expr(statement.source), compile_statement(statement.body)
    operations = 2 + weight(statement.source)

    def for_each(run: Run, env: Env) -> None:
        run.at = at
        run.step(operations)
        for card in run.copy(source(run, env)):
            run.at = at
            run.step(2)
            env[name] = card
            body(run, env)

    return for_each


def _compile_while(statement: tree.While) -> Code:
    at = statement.at
    condition, body = compile_expr(statement.condition), compile_statement(statement.body)
    operations = 2 + weight(statement.condition)

    def repeat(run: Run, env: Env) -> None:
        run.at = at
        run.step(2)
        while True:
            run.at = at
            run.step(operations)
            if not condition(run, env):
                return
            body(run, env)

    return repeat


def _compile_if(statement: tree.If) -> Code:
    at = statement.at
    condition, body = compile_expr(statement.condition), compile_statement(statement.body)
    other = compile_statement(statement.other) if statement.other is not None else _nothing
    operations = 2 + weight(statement.condition)

    def choose(run: Run, env: Env) -> None:
        run.at = at
        run.step(operations)
        if condition(run, env):
            body(run, env)
        else:
            other(run, env)

    return choose


def _compile_assign(statement: tree.Assign) -> Code:
    target, value = statement.target, compile_expr(statement.value)
    op, place = statement.op.text[:-1], statement.op.place
    calculate = OPERATIONS.get(op)
    if isinstance(target, tree.Name):
        name = target.name
        if calculate is None:

            def assign_variable(run: Run, env: Env) -> None:
                env[name] = value(run, env)

            return assign_variable
        change = calculate

        def change_variable(run: Run, env: Env) -> None:
            before = env[name]
            env[name] = change(before, value(run, env), place)

        return change_variable
    assert isinstance(target, tree.Member)
    of = compile_expr(target.of)

    def assign_power(run: Run, env: Env) -> None:
        card = of(run, env)
        if calculate is not None:
            before = run.power(card)
            run.set_power(card, calculate(before, value(run, env), place))
        else:
            run.set_power(card, value(run, env))

    return assign_power
