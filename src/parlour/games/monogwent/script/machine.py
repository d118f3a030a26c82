"""Running scripts (sections 5, 8 and 11): checked trees become closures that act on a table.

A script reaches the table only through the moves of `Run` below. Every effect either finishes or leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from parlour.core.dice import Dice, LoadedDice
from parlour.games.monogwent.moves import (
    ALTERED,
    ASIDE,
    BURIED,
    CHANGED,
    CODES,
    DECK,
    FIELD,
    GRAVE,
    HAND,
    MOVED,
    SHIFTED,
    SHUFFLED,
    STOPPED,
    ZONES,
)
from parlour.games.monogwent.pool import ROWS, Card, Names
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.arithmetic import MOST, OPERATIONS, STEPS, WORK, Stopped, in_range, join, negate
from parlour.games.monogwent.script.checker import Activation, Effect, Meaning, Selector
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.state import DECOY, GOLD, HAND_CAP, MOST_POWER, SILVER, Table

LONGEST_LIST: Final = 200

Env = dict[str, Any]
Code = Callable[["Run", Env], Any]

# What things cost, in operations (section 11). An operation is what an operator, a name or a literal takes, about a
# tenth of a microsecond; whatever takes longer counts for more, so that WORK of them are never much more than 10 ms.
# Only counts, never a clock: the same game stops at the same place everywhere.
_TOLD: Final = 60  # an event: it is shown to every seat and written down
_MOVED: Final = 70  # looking for a card in every zone, taking it and putting it down
_SAVED: Final = 60  # remembering the table before an effect, so that it can be undone
_CALLED: Final = 3
_CARDS_AN_OPERATION: Final = 4  # cards copied from list to list
_SIGNS_AN_OPERATION: Final = 32  # characters copied from text to text
_SHUFFLED_CARD: Final = 5

_PUBLIC: Final = (FIELD, GRAVE)


class Pile:
    """A list value: a zone of a seat (live), the Board (a view of both fields), or cards on their own (detached)."""

    __slots__ = ("cards", "seat", "zone")

    def __init__(self, zone: int, seat: int, cards: list[int] | None) -> None:
        self.zone = zone  # -1: detached, -2: the Board as `seat` sees it
        self.seat = seat
        self.cards = cards


_DETACHED: Final = -1
_BOARD: Final = -2


class Printed:
    """What a script can read of a card besides its power."""

    __slots__ = ("faction", "name", "range", "type")

    def __init__(self, card: Card) -> None:
        self.name = card.name
        self.faction = card.faction
        self.type = card.type
        self.range = ", ".join(ROWS[row] for row in sorted(card.rows))


class Run:
    """One activation: a card played or a leader used."""

    def __init__(self, table: Table, seat: int, dice: Dice, printed: list[Printed], log: list[str] | None) -> None:
        self.table = table
        self.seat = seat
        self.dice = dice
        self.printed = printed  # by place in the pool
        self.steps = 0
        self.work = 0
        self.at = Place(1, 1)  # the statement that is running
        self.shuffled: tuple[int, int] | None = None  # the seat and zone, if nothing happened since; it is told once
        self.aside: dict[int, tuple[int, int]] = {}  # cards put aside, and the zone and seat they came from
        self.log = log

    def step(self, operations: int) -> None:
        """One step that does so much."""
        self.steps += 1
        self.work += operations
        if self.steps > STEPS:
            raise Stopped("R01", self.at, f"more than {STEPS} steps")
        if self.work > WORK:
            raise Stopped("R01", self.at, f"more than {WORK} operations")

    def pay(self, operations: int) -> None:
        """What a step does beyond what its text tells: it depends on how long lists and texts are."""
        self.work += operations
        if self.work > WORK:
            raise Stopped("R01", self.at, f"more than {WORK} operations")

    # --- undoing ---

    def save(self) -> tuple[Any, ...]:
        table = self.table
        dice = self.dice
        return (
            [[side.hand[:], side.deck[:], side.field[:], side.grave[:]] for side in (table.side0, table.side1)],
            table.power[:],
            table.row[:],
            table.known[:],
            dict(self.aside),
            (dice.s0, dice.s1, dice.s2, dice.s3, dice.used if isinstance(dice, LoadedDice) else 0),
            len(table.heard) if table.heard is not None else 0,
            len(self.log) if self.log is not None else 0,
        )

    def undo(self, saved: tuple[Any, ...]) -> None:
        table = self.table
        zones, table.power, table.row, table.known, self.aside, words, heard, logged = saved
        self.shuffled = None
        for side, (hand, deck, field, grave) in zip((table.side0, table.side1), zones, strict=True):
            side.hand, side.deck, side.field, side.grave = hand, deck, field, grave
        dice = self.dice
        dice.s0, dice.s1, dice.s2, dice.s3 = words[:4]
        if isinstance(dice, LoadedDice):
            dice.used = words[4]
        if table.heard is not None:
            del table.heard[heard:]
        if self.log is not None:
            del self.log[logged:]

    # --- lists ---

    def zone(self, zone: int, seat: int) -> list[int]:
        side = self.table.side(seat)
        if zone == HAND:
            return side.hand
        if zone == DECK:
            return side.deck
        return side.field if zone == FIELD else side.grave

    def cards(self, pile: Pile) -> list[int]:
        """The cards of a list, bottom first; not to be changed."""
        if pile.cards is not None:
            return pile.cards
        if pile.zone == _BOARD:
            return self.table.side(pile.seat).field + self.table.side(1 - pile.seat).field
        if pile.zone == DECK or (pile.zone == HAND and pile.seat != self.seat):
            self.table.unveil()  # what the effect finds there nobody can foresee
        return self.zone(pile.zone, pile.seat)

    def copy(self, pile: Pile) -> list[int]:
        """The cards of a list as they are now."""
        cards = list(self.cards(pile))
        self.pay(len(cards) // _CARDS_AN_OPERATION)
        return cards

    def count(self, pile: Pile) -> int:
        if pile.zone == _BOARD:
            return len(self.table.side0.field) + len(self.table.side1.field)
        return len(self.cards(pile))

    def card_at(self, pile: Pile, index: int, place: Place) -> int:
        if not 0 <= index < self.count(pile):
            raise Stopped("R03", place)
        if pile.zone == _BOARD:
            near = self.table.side(pile.seat).field
            if index >= len(near):
                return int(self.table.side(1 - pile.seat).field[index - len(near)])
            return int(near[index])
        return int(self.cards(pile)[index])

    def where(self, card: int) -> tuple[int, int]:
        """The zone and seat of a card; one put aside is in the zone ASIDE."""
        if card in self.aside:
            return ASIDE, 0
        for seat in (0, 1):
            for zone in (FIELD, HAND, GRAVE, DECK):
                if card in self.zone(zone, seat):
                    return zone, seat
        raise AssertionError("a script holds a card that lies nowhere")

    def lift(self, card: int) -> tuple[int, int]:
        """Take a card from where it is; the zone and seat it comes from."""
        zone, seat = self.where(card)
        if zone == ASIDE:
            return self.aside.pop(card)
        self.zone(zone, seat).remove(card)
        if zone == HAND:
            self.table.forget(card)
        return zone, seat

    def is_fixed(self, card: int) -> bool:
        """A Gold card on a field cannot be moved."""
        return self.table.cards.kind[card] == GOLD and self.where(card)[0] == FIELD

    def put(self, pile: Pile, card: int, bottom: bool, place: Place) -> None:
        """Push, Add and SendBottom."""
        if pile.cards is not None:
            if len(pile.cards) >= LONGEST_LIST:
                raise Stopped("R10", place)
            self.pay(_CALLED)
            pile.cards.insert(0 if bottom else len(pile.cards), card)
            return
        if pile.zone == _BOARD:
            raise Stopped("R09", place)
        self.pay(_MOVED)
        if pile.zone == FIELD and self.table.cards.kind[card] not in (SILVER, GOLD, DECOY):
            raise Stopped("R08", place)
        if self.is_fixed(card):
            return
        self.pay(_TOLD)
        self.shuffled = None
        zone, seat = self.lift(card)
        self.land(card, zone, seat, pile.zone, pile.seat, bottom)

    def land(self, card: int, zone: int, seat: int, to: int, to_seat: int, bottom: bool) -> None:
        """A card that was lifted from a zone arrives in another."""
        table = self.table
        if to == HAND and len(self.zone(HAND, to_seat)) >= HAND_CAP:
            to, to_seat, bottom = GRAVE, int(table.cards.owner[card]), False
        if to == FIELD:
            if (zone, seat) != (FIELD, to_seat):
                table.row[card] = table.cards.home[card]
        else:
            table.power[card] = table.cards.printed[card]
        cards = self.zone(to, to_seat)
        cards.insert(0 if bottom else len(cards), card)
        if to == HAND and (zone in _PUBLIC or seat != to_seat):
            table.known.append(card)
        self.tell_move(card, zone, seat, to, to_seat)

    def take_aside(self, card: int) -> None:
        self.pay(_MOVED + _TOLD)  # it is told at the end, when the card is buried
        self.shuffled = None
        if not self.is_fixed(card) and card not in self.aside:
            self.aside[card] = self.lift(card)

    def take(self, pile: Pile, card: int) -> None:
        """Remove."""
        self.pay(_MOVED)
        if pile.cards is not None:
            if card in pile.cards:
                pile.cards.remove(card)
        elif card in self.cards(pile):
            self.take_aside(card)

    def pop(self, pile: Pile, place: Place) -> int:
        count = self.count(pile)
        if count == 0:
            raise Stopped("R02", place)
        if pile.cards is not None:
            return pile.cards.pop()
        card = self.card_at(pile, count - 1, place)
        self.take_aside(card)
        return card

    def shuffle(self, pile: Pile, place: Place) -> None:
        if pile.zone == _BOARD:
            raise Stopped("R09", place)
        cards = self.cards(pile)
        self.pay(_SHUFFLED_CARD * len(cards))
        self.dice.shuffle(cards)
        if pile.cards is None and self.shuffled != (pile.seat, pile.zone):
            self.pay(_TOLD)
            self.shuffled = (pile.seat, pile.zone)
            self.table.tell(SHUFFLED, pile.seat, pile.zone)

    def bury_aside(self) -> None:
        """What is still aside when all is over goes to the owners' graveyards, in the order it was put aside."""
        for card, (zone, seat) in self.aside.items():
            self.table.bury(card)
            owner = int(self.table.cards.owner[card])
            if zone == FIELD:
                row = self.table.row[card]
                self.table.tell(BURIED, owner, card, self.table.cards.label[card], FIELD, row)
            else:
                self.tell_move(card, zone, seat, GRAVE, owner)
        self.aside = {}

    # --- cards ---

    def power(self, card: int) -> int:
        return int(self.table.power[card])

    def set_power(self, card: int, power: int) -> None:
        """Only silver units change; nothing falls below 0 or rises above 9999."""
        table = self.table
        if table.cards.kind[card] != SILVER:
            return
        before = int(table.power[card])
        after = min(max(power, 0), MOST_POWER)
        if after == before:
            return
        self.pay(_MOVED)
        self.shuffled = None
        table.power[card] = after
        if card in self.aside:
            return
        zone, seat = self.where(card)
        label = table.cards.label[card]
        if zone in _PUBLIC or zone == HAND:
            self.pay(_TOLD)
        if zone in _PUBLIC:
            table.tell(CHANGED, seat, card, label, before, after)
        elif zone == HAND:
            table.tell(ALTERED, seat, card, label, before, after)
        self.note(f"{self.name(card)}: power {before} to {after}")

    def name(self, card: int) -> str:
        return self.printed[self.table.cards.number[card]].name

    # --- telling ---

    def note(self, text: str) -> None:
        if self.log is not None:
            self.log.append(text)

    def tell_move(self, card: int, zone: int, seat: int, to: int, to_seat: int) -> None:
        """Everybody sees what enters or leaves an open zone; between hidden ones only those whose zones they are.

        What happens inside one deck nobody sees: its order is a secret.
        """
        table = self.table
        start, end = len(ZONES) * seat + zone, len(ZONES) * to_seat + to
        name = table.cards.label[card]
        if zone in _PUBLIC or to in _PUBLIC:
            table.tell(MOVED, card, name, start, end)
        elif (zone, seat) != (to, to_seat) or zone == HAND:
            table.tell(SHIFTED, to_seat, card, name, start, end)
            if seat != to_seat:
                table.tell(SHIFTED, seat, card, name, start, end)
        self.note(f"{self.name(card)}: {_zone(zone, seat)} to {_zone(to, to_seat)}")


def _zone(zone: int, seat: int) -> str:
    """As whoever tries a card calls it: they sit on seat 0."""
    return f"your {ZONES[zone]}" if seat == 0 else f"the rival's {ZONES[zone]}"


# --- from trees to closures ---


def weight(expr: tree.Expr) -> int:
    """How many operations an expression is, as far as its text tells: all of it, whether it is come to or not.

    A predicate counts each time that it is run, so not here.
    """
    total = 0
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tree.Binary):
            total += _DEAR_OPERATORS.get(one.op.text, 2)
            waiting += (one.left, one.right)
        elif isinstance(one, tree.Unary | tree.Step):
            total += 2
            waiting.append(one.operand)
        elif isinstance(one, tree.Group):
            waiting.append(one.inner)
        elif isinstance(one, tree.Index):
            total += _CALLED
            waiting += (one.of, one.index)
        elif isinstance(one, tree.Member):
            total += _CALLED
            waiting.append(one.of)
            waiting += one.arguments or ()
        elif not isinstance(one, tree.Predicate):
            total += 1
    return total


_DEAR_OPERATORS: Final = {"+": 3, "-": 3, "*": 6, "/": 6, "^": 8, "@": 6, "@@": 6, "==": 3, "!=": 3}


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
        return _compile_predicate(expr)
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
        run.pay(len(text) // _SIGNS_AN_OPERATION)
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


def _compile_predicate(predicate: tree.Predicate) -> Code:
    """Gives a function from a card to true or false.

    The parameter is written among the variables around it: its name is free there before and after (section 4).
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


_ZONE_MEMBERS: Final = {"Hand": HAND, "Deck": DECK, "Field": FIELD, "Graveyard": GRAVE}


def _compile_property(expr: tree.Member) -> Code:
    of, called = compile_expr(expr.of), expr.called
    if called == "TriggerPlayer":
        return lambda run, env: run.seat
    if called == "OtherPlayer":
        return lambda run, env: 1 - run.seat
    if called == "Board":
        return lambda run, env: Pile(_BOARD, run.seat, None)
    if called in _ZONE_MEMBERS:
        zone = _ZONE_MEMBERS[called]
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
        zone = _ZONE_MEMBERS[called.removesuffix("OfPlayer")]

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
    return Pile(_DETACHED, 0, [card for card in run.copy(pile) if holds(card)])


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


# --- activations ---


class CompiledEffect:
    def __init__(self, effect: Effect) -> None:
        self.name = effect.name
        self.number = effect.number
        self.targets = effect.action.targets.text
        self.context = effect.action.context.text
        self.body = compile_statement(effect.action.body)


class CompiledSelector:
    def __init__(self, selector: Selector) -> None:
        self.source = selector.source
        self.single = selector.single
        self.predicate = _compile_predicate(selector.predicate) if selector.predicate else None
        self.at = selector.predicate.at if selector.predicate else Place(1, 1)


class CompiledActivation:
    def __init__(self, activation: Activation, effects: list[CompiledEffect]) -> None:
        self.effect = effects[activation.effect.number]
        self.arguments = dict(activation.arguments)
        self.selector = CompiledSelector(activation.selector) if activation.selector else None
        self.post = CompiledActivation(activation.post, effects) if activation.post else None


def select(run: Run, selector: CompiledSelector, parent: Pile | None) -> Pile:
    """Go through the source in order, keep what the predicate keeps; a detached list."""
    run.at = selector.at
    if selector.source == "parent":
        assert parent is not None
        cards = run.cards(parent)
    elif selector.source == "board":
        cards = run.cards(Pile(_BOARD, run.seat, None))
    else:
        other = selector.source.startswith("other")
        word = selector.source.removeprefix("other").capitalize()
        cards = run.cards(Pile(_ZONE_MEMBERS[word], 1 - run.seat if other else run.seat, None))
    run.pay(len(cards) // _CARDS_AN_OPERATION)
    holds = selector.predicate(run, {}) if selector.predicate else None
    kept: list[int] = []
    for card in list(cards):
        if holds is None or holds(card):
            kept.append(int(card))
            if selector.single:
                break
    return Pile(_DETACHED, 0, kept)


class Stage:
    """A test table: cards that are in no pool stand on it, and every step is written down."""

    def __init__(self, extras: list[Printed]) -> None:
        self.extras = extras
        self.extra_names: list[str] = []
        self.names = Names(self.extra_names)
        self.log: list[str] = []
        self.steps = 0
        self.work = 0


class Program:
    """A checked script, ready to run."""

    def __init__(self, meaning: Meaning, pool: tuple[Card, ...], names: Names) -> None:
        """`names` are those of the script's cards, then those of its effects."""
        self.effects = [CompiledEffect(effect) for effect in meaning.effects]
        self.names = names
        self.scripted = len(meaning.cards)
        self.activations = {
            declared.card.number: [CompiledActivation(one, self.effects) for one in declared.activations]
            for declared in meaning.cards
        }
        self.printed = [Printed(card) for card in pool]
        self.first = len(pool) - len(meaning.cards)

    def activate(self, table: Table, place: int, seat: int, dice: Dice, stage: Stage | None = None) -> Run:
        """All entries of the card at this place of the pool, in order."""
        if stage is None:
            run = Run(table, seat, dice, self.printed, None)
        else:
            run = Run(table, seat, dice, self.printed + stage.extras, stage.log)
        for activation in self.activations.get(place, ()):
            if not self.carry_out(run, activation, None, place):
                break
        run.bury_aside()
        return run

    def carry_out(self, run: Run, activation: CompiledActivation, parent: Pile | None, place: int) -> bool:
        """One effect and its PostActions; an effect that stops leaves no trace. False if the budget is spent."""
        while True:
            effect = activation.effect
            saved = run.save()
            try:
                run.pay(_SAVED)
                if activation.selector is not None:
                    targets = select(run, activation.selector, parent)
                else:
                    targets = parent if parent is not None else Pile(_DETACHED, 0, [])
                run.note(f'effect "{effect.name}" on {_count(len(run.cards(targets)))}')
                env: Env = dict(activation.arguments)
                env[effect.targets] = targets
                env[effect.context] = None
                effect.body(run, env)
            except Stopped as stopped:
                run.undo(saved)
                self.tell_stop(run, effect, stopped, place)
                return stopped.code != "R01"
            if activation.post is None:
                return True
            activation, parent = activation.post, targets

    def tell_stop(self, run: Run, effect: CompiledEffect, stopped: Stopped, place: int) -> None:
        run.table.tell(
            STOPPED,
            self.names.label(place - self.first),
            self.names.label(self.scripted + effect.number),
            CODES.index(stopped.code),
            stopped.place.line,
            stopped.place.column,
        )
        run.note(
            f'effect "{effect.name}" of "{run.printed[place].name}" stopped: {stopped.code} {stopped.message} '
            f"(line {stopped.place.line}, column {stopped.place.column})"
        )


def _count(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"
