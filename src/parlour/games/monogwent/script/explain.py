"""Scripts in plain English: the text on a scripted card is written from its script, so the two always agree."""

from __future__ import annotations

import msgspec

from parlour.core.english import count, listed
from parlour.games.monogwent.pool import NEUTRAL, ROWS, describe
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.language import BOOL, CARD, CONTEXT, LIST, PLAYER
from parlour.games.monogwent.script.meaning import Activation, Declared, Effect, Meaning, Selector

_PLACES = {
    "hand": "in your hand",
    "otherHand": "in the rival's hand",
    "deck": "in your deck",
    "otherDeck": "in the rival's deck",
    "field": "on your field",
    "otherField": "on the rival's field",
    "graveyard": "in your graveyard",
    "otherGraveyard": "in the rival's graveyard",
    "board": "on either field",
}
_COMPARED = {"<": "less than", ">": "more than", "<=": "at most", ">=": "at least", "==": "", "!=": "not"}
_DONE = {
    "SendBottom": "put {card} at the bottom of {pile}",
    "Remove": "take {card} out of {pile}",
    "Shuffle": "shuffle {pile}",
    "Pop": "take the top card off {pile}",
}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "^": "to the power of"}


THEM = "those cards"
ALWAYS = "for which true"  # a condition not worth saying
LONGEST_TEXT = 1000  # on a card
LONGEST_NAME = 80  # of a description that replaces the script's own name for something
ROOM = 20_000  # characters written for one card; inner parts count again as part of outer ones
THE_REST = "The rest is too long for words: read the script."


class _TooLong(Exception):
    """There is more to say than anybody would read, perhaps on purpose."""


class _Room:
    def __init__(self) -> None:
        self.left = ROOM

    def take(self, text: str) -> str:
        self.left -= len(text) + 1
        if self.left < 0:
            raise _TooLong
        return text


class Explained(msgspec.Struct, frozen=True):
    """A card of a script in words."""

    name: str
    summary: str  # "Gold 7 for Melee or Ranged; Neutral, 1 copy in every deck"
    text: str  # what it does
    flavour: str = ""  # the author's Description


class ExplainedEffect(msgspec.Struct, frozen=True):
    """An effect of a script in words; parameters keep their names."""

    name: str
    params: dict[str, str]
    text: str


def explain_effects(meaning: Meaning) -> list[ExplainedEffect]:
    """Every effect on its own, whichever cards it is used on."""
    return [ExplainedEffect(one.name, one.params, _effect(one)) for one in meaning.effects]


def _effect(effect: Effect) -> str:
    words = _Words(_Room())
    for name in effect.params:
        words.names[name] = name
    words.names[effect.action.targets.text] = "the chosen cards"
    words.names[effect.action.context.text] = "the game"
    try:
        text = words.statements([effect.action.body]) or "nothing happens"
    except _TooLong:
        return THE_REST
    return _cut(f"{text[:1].upper()}{text[1:]}.")


def _cut(text: str) -> str:
    """As many whole sentences as fit."""
    if len(text) <= LONGEST_TEXT:
        return text
    whole = text[: LONGEST_TEXT - len(THE_REST)]
    return f"{whole[: whole.rfind('. ') + 1]} {THE_REST}".strip()


def explain_cards(meaning: Meaning) -> list[Explained]:
    return [Explained(one.card.name, _summary(one), card_text(one), one.card.flavour) for one in meaning.cards]


def _summary(declared: Declared) -> str:
    card = declared.card
    power = f" {card.power}" if card.type in ("Silver", "Gold") else ""
    rows = f" for {listed([ROWS[row] for row in sorted(card.rows)], 'or')}" if card.rows else ""
    if card.type == "Leader":
        return f"Leader of {card.faction}"
    copies = count(card.copies, "copy", "copies")
    where = "every deck" if card.faction == NEUTRAL else f"the deck of {card.faction}"
    return f"{card.type}{power}{rows}; {copies} in {where}"


def card_text(declared: Declared) -> str:
    """What is printed on the card."""
    card = declared.card
    parts = [describe(card.type, "", card.rows)]
    room = _Room()
    try:
        for one in declared.activations:
            _say_activation(one, None, room, parts)
    except _TooLong:
        parts.append(THE_REST)
    text = " ".join(part for part in parts if part)
    return _cut(text) or ("A leader without an effect." if card.type == "Leader" else "")


def _say_activation(activation: Activation, parent: str | None, room: _Room, said: list[str]) -> None:
    """The sentences of an entry and of its PostActions."""
    targets = parent or "no cards"
    words = _Words(room)
    if activation.selector is not None:
        targets = _selection(activation.selector, parent, words)
    effect = activation.effect
    for name, value in activation.arguments.items():
        words.names[name] = f"{name} ({_value(value)})" if name in effect.changes else _value(value)
    words.names[effect.action.targets.text] = targets
    words.names[effect.action.context.text] = "the game"
    body = words.statements([effect.action.body])
    lead = "Then " if parent is not None else ""
    text = f"{lead}{body or 'nothing happens'}."
    said.append(text[:1].upper() + text[1:])
    if activation.post is not None:
        same = THEM if activation.selector is not None or parent is not None else targets
        _say_activation(activation.post, same, room, said)


def _selection(selector: Selector, parent: str | None, words: _Words) -> str:
    which = "the first card" if selector.single else "all cards"
    condition = words.condition_on(selector.predicate) if selector.predicate is not None else ALWAYS
    if selector.source == "parent":
        if condition == ALWAYS and not selector.single:
            return str(parent)
        them = "them" if parent == THEM else str(parent)
        which = f"the first of {them}" if selector.single else f"those of {them}"
        place = ""
    else:
        place = " " + _PLACES[selector.source]
    return which + place if condition == ALWAYS else f"{which}{place} {condition}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


class _Words:
    """Statements and expressions in words; `names` says what variables are called."""

    def __init__(self, room: _Room, names: dict[str, str] | None = None) -> None:
        self.room = room
        self.names: dict[str, str] = dict(names or {})

    # --- statements ---

    def statements(self, statements: list[tree.Statement]) -> str:
        parts: list[str] = []
        flat: list[tree.Statement] = []
        for one in statements:
            flat += one.statements if isinstance(one, tree.Block) else [one]
        skip = False
        for number, one in enumerate(flat):
            if skip:
                skip = False
                continue
            following = flat[number + 1] if number + 1 < len(flat) else None
            counted = self.counted(one, following)
            if counted:
                parts.append(counted)
                skip = True
            else:
                parts.append(self.statement(one))
        return "; ".join(part for part in parts if part)

    def counted(self, one: tree.Statement, following: tree.Statement | None) -> str:
        """`i = 0; while (i++ < n) …` is simply: n times."""
        if not (isinstance(one, tree.Assign) and isinstance(one.target, tree.Name) and one.op.text == "="):
            return ""
        if not (isinstance(following, tree.While) and isinstance(one.value, tree.Literal) and one.value.value == 0):
            return ""
        test = following.condition
        if not (isinstance(test, tree.Binary) and test.op.text == "<" and isinstance(test.left, tree.Step)):
            return ""
        step, name = test.left, one.target.name
        counts = isinstance(step.operand, tree.Name) and step.operand.name == name and not step.prefix
        if not counts or step.op.text != "++" or name in following.changes:
            return ""
        body, times = self.statements([following.body]), self.expr(test.right)
        return f"{times} times: ({body})" if ";" in body or "(" in body else f"{body}, {times} times"

    def statement(self, statement: tree.Statement) -> str:
        return self.room.take(self._statement(statement))

    def _statement(self, statement: tree.Statement) -> str:
        if isinstance(statement, tree.Block):
            return self.statements([statement])
        if isinstance(statement, tree.For):
            return self.for_each(statement)
        if isinstance(statement, tree.While):
            return f"while {self.expr(statement.condition)}: ({self.statements([statement.body])})"
        if isinstance(statement, tree.If):
            return self.choice(statement)
        if isinstance(statement, tree.Assign):
            return self.assign(statement)
        if isinstance(statement, tree.Call):
            return self.done(statement.expr)
        return ""

    def choice(self, statement: tree.If) -> str:
        """`if A: (…), else if B: (…), else: (…)`, without the branches that a constant rules out."""
        condition = self.expr(statement.condition)
        then = _Words(self.room, self.names).statements([statement.body])
        other = ""
        if statement.other is not None:
            other = _Words(self.room, self.names).statements([statement.other])
        if condition == "true":
            return then
        if condition == "false":
            return other
        text = f"if {condition}: ({then or 'nothing'})"
        if not other:
            return text if then else ""
        return f"{text}, else {other}" if isinstance(statement.other, tree.If) else f"{text}, else: ({other})"

    def for_each(self, loop: tree.For) -> str:
        source = self.expr(loop.source)
        inner = _Words(self.room, self.names)
        body = loop.body
        while isinstance(body, tree.Block) and len(body.statements) == 1:
            body = body.statements[0]
        inner.names[loop.variable.text] = "it"
        text = inner.statements([body])
        each = source if source.startswith("the first") else f"each of {source}"
        if source.startswith("all cards"):
            each = f"each card{source.removeprefix('all cards')}"
        elif source.startswith("those of "):
            each = f"each of {source.removeprefix('those of ')}"
        if text.startswith("it ") and ";" not in text and "(" not in text:
            return f"{each} {text[3:]}"
        if text.startswith(("put it ", "take it ")) and ";" not in text and "(" not in text:
            return text.replace(" it ", f" {each} ", 1)
        return f"for {each}: ({text})"

    def assign(self, statement: tree.Assign) -> str:
        target, op, value = statement.target, statement.op.text, self.expr(statement.value)
        if isinstance(target, tree.Member):
            card = self.expr(target.of)
            if op == "+=":
                return f"{card} gains {value} power"
            if op == "-=":
                return f"{card} loses {value} power"
            if op == "=":
                return f"{card} gets power {value}"
            verb = {"*=": "multiplied by", "/=": "divided by", "^=": "raised to the power of"}[op]
            rounded = ", rounded toward zero" if op == "/=" else ""
            return f"{card} has its power {verb} {value}{rounded}"
        assert isinstance(target, tree.Name)
        name = target.name
        if op == "=" and _is_another_name(statement.value) and len(value) <= LONGEST_NAME:
            self.names[name] = value
            return ""
        known = self.names.get(name, name)
        self.names[name] = known if known != value else name
        if op == "=" and _acts(statement.value) and statement.value.type == CARD:
            self.names[name] = f"the card {name}"
            return f"take {value} as {name}"
        if op == "=":
            if statement.value.type == BOOL:
                return f"note as {name} whether {value}"
            return f"let {name} be {value}"
        return f"{known} becomes {known} {_ARITHMETIC[op[:-1]]} {value}"

    def done(self, expr: tree.Expr) -> str:
        if isinstance(expr, tree.Step):
            verb = "gains" if expr.op.text == "++" else "loses"
            if isinstance(expr.operand, tree.Member):
                return f"{self.expr(expr.operand.of)} {verb} 1 power"
            return f"{self.expr(expr.operand)} {'rises' if verb == 'gains' else 'falls'} by 1"
        if not isinstance(expr, tree.Member) or expr.arguments is None:
            return ""
        pile = self.expr(expr.of)
        card = self.expr(expr.arguments[0]) if expr.arguments else ""
        if expr.called in ("Push", "Add"):
            if pile.endswith("hand"):
                return f"put {card} into {pile}"
            return f"put {card} on {pile}" if pile.endswith("field") else f"put {card} on top of {pile}"
        is_variable = expr.of.type == LIST and isinstance(expr.of, tree.Name)
        if expr.called == "Pop" and is_variable and not pile.startswith(("your", "the ", "its")):
            return f"leave out the last of {pile}"
        return _DONE.get(expr.called, "").format(card=card, pile=pile)

    # --- expressions ---

    def expr(self, expr: tree.Expr) -> str:
        return self.room.take(self._expr(expr))

    def _expr(self, expr: tree.Expr) -> str:
        if isinstance(expr, tree.Literal):
            return _value(expr.value)
        if isinstance(expr, tree.Name):
            return self.names.get(expr.name, expr.name)
        if isinstance(expr, tree.Group):
            inner = self.expr(expr.inner)
            return f"({inner})" if isinstance(expr.inner, tree.Binary) and " " in inner else inner
        if isinstance(expr, tree.Unary):
            operand = self.expr(expr.operand)
            if expr.op.text == "-":
                return f"minus {operand}"
            return {"true": "false", "false": "true"}.get(operand, f"not {operand}")
        if isinstance(expr, tree.Step):
            name = self.expr(expr.operand)
            way = "raised" if expr.op.text == "++" else "lowered"
            return f"{name} ({'first' if expr.prefix else 'then'} {way} by 1)"
        if isinstance(expr, tree.Index):
            return f"card number {self.expr(expr.index)}, counted from 0, of {self.expr(expr.of)}"
        if isinstance(expr, tree.Binary):
            return self.binary(expr)
        if isinstance(expr, tree.Predicate):
            return self.condition_on(expr)
        assert isinstance(expr, tree.Member)
        return self.member(expr)

    def binary(self, expr: tree.Binary) -> str:
        left, right, op = self.expr(expr.left), self.expr(expr.right), expr.op.text
        if op in ("&&", "||"):
            # a constant side, such as a parameter, decides or drops out
            decides, drops = ("false", "true") if op == "&&" else ("true", "false")
            if decides in (left, right):
                return decides
            if drops in (left, right):
                return right if left == drops else left
            return f"{left} {'and' if op == '&&' else 'or'} {right}"
        if op in _COMPARED:
            word = _COMPARED[op]
            if left.endswith("type") and right.startswith('"'):
                right = right.strip('"')
            return f"{left} is {word} {right}" if word else f"{left} is {right}"
        if op in ("@", "@@"):
            if left.endswith('"') and right.startswith('"'):
                return f"{left[:-1]}{' ' if op == '@@' else ''}{right[1:]}"
            return f"{left} followed by {right}"
        return f"{left} {_ARITHMETIC[op]} {right}"

    def member(self, expr: tree.Member) -> str:
        called = expr.called
        if called == "TriggerPlayer":
            return "you"
        if called == "OtherPlayer":
            return "the rival"
        if called == "Board":
            return "the board"
        if called in ("Hand", "Deck", "Field", "Graveyard"):
            return f"your {called.lower()}"
        of = self.expr(expr.of)
        if called.endswith("OfPlayer") and expr.arguments:
            owner = self.expr(expr.arguments[0])
            zone = called.removesuffix("OfPlayer").lower()
            return f"your {zone}" if owner == "you" else f"{_whose(owner)} {zone}"
        if called == "Find" and expr.arguments:
            condition = self.expr(expr.arguments[0])
            if condition == ALWAYS:
                return of
            if " whose " in of or " for which " in of or of == THEM:
                return f"those of {'them' if of == THEM else of} {condition}"
            return f"{of} {condition}" if of.startswith("all cards") else f"the cards of {of} {condition}"
        if called == "Pop":
            return f"the top card of {of}"
        if called == "Count":
            return f"the number of cards in {of}"
        return f"{_whose(of)} {called.lower()}"

    def condition_on(self, predicate: tree.Predicate) -> str:
        """`whose type is "Silver" and power is at most 4`."""
        inner = _Words(self.room, self.names)
        inner.names[predicate.parameter.text] = "it"
        text = inner.expr(predicate.body)
        if text.startswith("its "):
            text = text.removeprefix("its ").replace(" and its ", " and whose ").replace(" or its ", " or whose ")
            return f"whose {text}"
        return f"for which {text}"


def _whose(owner: str) -> str:
    if owner == "it":
        return "its"
    if owner == "you":
        return "your"
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


def _is_another_name(expr: tree.Expr) -> bool:
    """Whether a variable is just another name for something that stays the same: a player, a zone, a card."""
    if expr.type == LIST:
        return isinstance(expr, tree.Name) or (isinstance(expr, tree.Member) and expr.called != "Find")
    return expr.type in (PLAYER, CONTEXT) or (expr.type == CARD and isinstance(expr, tree.Name))


def _acts(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Member) and expr.called == "Pop"
