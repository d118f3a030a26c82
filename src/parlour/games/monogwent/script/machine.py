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
from parlour.games.monogwent.pool import ROWS, Card, label
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.arithmetic import Stopped, in_range, join, negate, number
from parlour.games.monogwent.script.checker import Activation, Effect, Meaning, Selector
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.state import DECOY, GOLD, HAND_CAP, MOST_POWER, SILVER, Script, Table

BUDGET: Final = 10_000
LONGEST_LIST: Final = 200

Env = dict[str, Any]
Code = Callable[["Run", Env], Any]

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
        self.at = Place(1, 1)  # the statement that is running
        self.aside: dict[int, tuple[int, int]] = {}  # cards put aside, and the zone and seat they came from
        self.log = log

    def step(self) -> None:
        self.steps += 1
        if self.steps > BUDGET:
            raise Stopped("R01", self.at)

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
            pile.cards.insert(0 if bottom else len(pile.cards), card)
            return
        if pile.zone == _BOARD:
            raise Stopped("R09", place)
        if pile.zone == FIELD and self.table.cards.kind[card] not in (SILVER, GOLD, DECOY):
            raise Stopped("R08", place)
        if self.is_fixed(card):
            return
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
        if not self.is_fixed(card) and card not in self.aside:
            self.aside[card] = self.lift(card)

    def take(self, pile: Pile, card: int) -> None:
        """Remove."""
        if pile.cards is not None:
            if card in pile.cards:
                pile.cards.remove(card)
        elif card in self.cards(pile):
            self.take_aside(card)

    def pop(self, pile: Pile, place: Place) -> int:
        cards = self.cards(pile)
        if not cards:
            raise Stopped("R02", place)
        if pile.cards is not None:
            return pile.cards.pop()
        card = int(cards[-1])
        self.take_aside(card)
        return card

    def shuffle(self, pile: Pile, place: Place) -> None:
        if pile.zone == _BOARD:
            raise Stopped("R09", place)
        self.dice.shuffle(self.cards(pile))
        if pile.cards is None:
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
        table.power[card] = after
        if card in self.aside:
            return
        zone, seat = self.where(card)
        label = table.cards.label[card]
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
        start, end = 7 * seat + zone, 7 * to_seat + to
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
        return _compile_index(expr)
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
    if op == "==":
        return lambda run, env: left(run, env) == right(run, env)
    if op == "!=":
        return lambda run, env: left(run, env) != right(run, env)
    if op in ("@", "@@"):
        blank = " " if op == "@@" else ""
        return lambda run, env: join(left(run, env), right(run, env), blank, place)
    return lambda run, env: number(op, left(run, env), right(run, env), place)


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


def _compile_index(expr: tree.Index) -> Code:
    of, index = compile_expr(expr.of), compile_expr(expr.index)
    place = expr.bracket.place

    def at_index(run: Run, env: Env) -> int:
        pile, i = of(run, env), index(run, env)
        cards = run.cards(pile)
        if not 0 <= i < len(cards):
            raise Stopped("R03", place)
        return int(cards[i])

    return at_index


def _compile_predicate(predicate: tree.Predicate) -> Code:
    """Gives a function from a card to true or false."""
    name, body = predicate.parameter.text, compile_expr(predicate.body)

    def test(run: Run, env: Env) -> Callable[[int], bool]:
        inner = dict(env)

        def holds(card: int) -> bool:
            run.step()
            inner[name] = card
            return bool(body(run, inner))

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
        return lambda run, env: len(run.cards(of(run, env)))
    if called == "Power":
        return lambda run, env: run.power(of(run, env))
    if called == "Owner":
        return lambda run, env: int(run.table.cards.owner[of(run, env)])
    field = {"Name": "name", "Faction": "faction", "Type": "type", "Range": "range"}[called]
    return lambda run, env: getattr(run.printed[run.table.cards.number[of(run, env)]], field)


def _compile_method(expr: tree.Member, arguments: list[tree.Expr]) -> Code:
    of, called, place = compile_expr(expr.of), expr.called, expr.member.place
    argument: Code = compile_expr(arguments[0]) if arguments else lambda run, env: None
    if called.endswith("OfPlayer"):
        zone = _ZONE_MEMBERS[called.removesuffix("OfPlayer")]

        def zone_of(run: Run, env: Env) -> Pile:
            of(run, env)
            seat = argument(run, env)
            run.step()
            return Pile(zone, seat, None)

        return zone_of
    act = {"Find": _find, "Push": _push, "Add": _push, "SendBottom": _send_bottom, "Pop": _pop}.get(called)
    if act is None:
        act = {"Remove": _remove, "Shuffle": _shuffle}[called]
    doing = act

    def method(run: Run, env: Env) -> Any:
        pile = of(run, env)
        given = argument(run, env)
        run.step()
        return doing(run, pile, given, place)

    return method


def _find(run: Run, pile: Pile, holds: Any, place: Place) -> Pile:
    return Pile(_DETACHED, 0, [card for card in list(run.cards(pile)) if holds(card)])


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


# --- statements ---


def compile_statement(statement: tree.Statement) -> Code:
    at = statement.at
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
    if isinstance(statement, tree.Assign):
        doing = _compile_assign(statement)
    elif isinstance(statement, tree.Call):
        doing = compile_expr(statement.expr)
    else:
        doing = _nothing

    def simple(run: Run, env: Env) -> None:
        run.at = at
        run.step()
        doing(run, env)

    return simple


def _nothing(run: Run, env: Env) -> None:
    pass


def _compile_for(statement: tree.For) -> Code:
    at, name = statement.at, statement.variable.text
    source, body = compile_expr(statement.source), compile_statement(statement.body)

    def for_each(run: Run, env: Env) -> None:
        run.at = at
        run.step()
        for card in list(run.cards(source(run, env))):
            run.at = at
            run.step()
            env[name] = card
            body(run, env)

    return for_each


def _compile_while(statement: tree.While) -> Code:
    at = statement.at
    condition, body = compile_expr(statement.condition), compile_statement(statement.body)

    def repeat(run: Run, env: Env) -> None:
        run.at = at
        run.step()
        while True:
            run.at = at
            run.step()
            if not condition(run, env):
                return
            body(run, env)

    return repeat


def _compile_assign(statement: tree.Assign) -> Code:
    target, value = statement.target, compile_expr(statement.value)
    op, place = statement.op.text[:-1], statement.op.place
    if isinstance(target, tree.Name):
        name = target.name

        def assign_variable(run: Run, env: Env) -> None:
            if op:
                before = env[name]
                env[name] = number(op, before, value(run, env), place)
            else:
                env[name] = value(run, env)

        return assign_variable
    assert isinstance(target, tree.Member)
    of = compile_expr(target.of)

    def assign_power(run: Run, env: Env) -> None:
        card = of(run, env)
        if op:
            before = run.power(card)
            run.set_power(card, number(op, before, value(run, env), place))
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
    holds = selector.predicate(run, {}) if selector.predicate else None
    kept: list[int] = []
    for card in list(cards):
        if holds is None or holds(card):
            kept.append(int(card))
            if selector.single:
                break
    return Pile(_DETACHED, 0, kept)


class CardScript(Script):
    """The effects of one accepted script. Holds nothing but its text: what was compiled is kept beside it."""

    def run(self, table: Table, card: int, seat: int, dice: Dice) -> None:
        program = program_of(self.text)
        cards = table.cards
        place = int(cards.leaders[seat]) if card < 0 else int(cards.number[card])
        program.activate(table, place, int(seat), dice)


class Stage:
    """A test table: cards that are in no pool stand on it, and every step is written down."""

    def __init__(self, extras: list[Printed]) -> None:
        self.extras = extras
        self.log: list[str] = []
        self.steps = 0


class Program:
    """A checked script, ready to run."""

    def __init__(self, meaning: Meaning, pool: tuple[Card, ...], key: int) -> None:
        self.effects = [CompiledEffect(effect) for effect in meaning.effects]
        self.key = key
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
            label(self.key, place - self.first),
            label(self.key, self.scripted + effect.number),
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


def program_of(text: str) -> Program:
    from parlour.games.monogwent.script import program

    return program(text)
