"""From tokens to a tree (section 2), with the limits that are checked while parsing (P and X errors)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lark import Lark, Transformer, v_args
from lark import Token as LarkToken
from lark.exceptions import UnexpectedToken, VisitError
from lark.lexer import Lexer

from parlour.core.english import listed
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.lexer import RESERVED, Token, lex
from parlour.games.monogwent.script.problems import Fault

MOST_DECLARATIONS, MOST_PARAMS, MOST_ENTRIES, MOST_OPERATORS = 200, 16, 16, 200
DEEPEST, DEEPEST_POST_ACTION = 32, 8  # levels

KEYS: Final = (
    *("Name", "Params", "Action"),
    *("Type", "Faction", "Power", "Range", "OnActivation", "Description", "Image"),
    *("Effect", "Selector", "PostAction", "Source", "Single", "Predicate"),
)
_OPERAND_ENDS: Final = frozenset(["IDENT", "NUMBER", "STRING", "TRUE", "FALSE", "RPAR", "RSQB", "INC", "DEC"])
_OPENERS: Final = frozenset(
    ["LBRACE", "LSQB", "ILSQB", "LPAR", "CLPAR", "FOR", "WHILE", "IF", "UMINUS", "NOT", "CARET"]
)
_BINARY: Final = (
    *("PLUS", "MINUS", "STAR", "SLASH", "CARET", "AT", "ATAT"),
    *("AND", "OR", "LT", "GT", "LE", "GE", "EQ", "NE"),
)
_OPERATORS: Final = frozenset([*_BINARY, "UMINUS", "NOT", "PREINC", "PREDEC", "INC", "DEC", "DOT", "ILSQB"])
# where the count of operators restarts
_FRESH: Final = frozenset(
    ["COLON", "SEMI", "LBRACE", "RBRACE", "FOR", "WHILE", "IF", "ELSE"]
)  # restart the count of operators
_ASSIGNMENTS: Final = frozenset(["ASSIGN", "ASSIGN_ADD", "ASSIGN_SUB", "ASSIGN_MUL", "ASSIGN_DIV", "ASSIGN_POW"])
_BODY_STARTS: Final = frozenset(
    [
        *("IDENT", "NUMBER", "STRING", "TRUE", "FALSE", "NOT", "LPAR", "PREINC", "PREDEC"),
        *("FOR", "WHILE", "IF", "LBRACE", "SEMI"),
    ]
)
_WORDS: Final = {
    "EFFECT": "effect",
    "CARD": "card",
    "IDENT": "a name",
    "K_OTHER": "a key",
    "NUMBER": "a value",
    "STRING": "a value",
    "TRUE": "a value",
    "FALSE": "a value",
    "SEMI": '";"',
    "LBRACE": '"{"',
    "RBRACE": '"}"',
    "LSQB": '"["',
    "RSQB": '"]"',
    "LPAR": "a value",
    "WLPAR": '"("',
    "PLPAR": '"("',
    "RPAR": '")"',
    "COMMA": '","',
    "COLON": '":"',
    "ARROW": '"=>"',
    "FOR": "a statement",
    "WHILE": "a statement",
    "IF": "a statement",
    "IN": '"in"',
    "$END": "end of text",
}


class _Word(LarkToken):
    """One of our tokens on its way through Lark."""

    token: Token

    @classmethod
    def of(cls, type: str, token: Token) -> _Word:
        word = cls(type, token.text)
        word.token = token
        return word


class Params(list[tree.Param]):
    pass


class Entries(list[tree.Object]):
    pass


def _strip(children: list[Any]) -> list[Any]:
    """What is left without punctuation."""
    return [c for c in children if not isinstance(c, _Word)]


def is_assignable(expr: object) -> bool:
    """A variable or a property: what `=` and `++` can change."""
    return isinstance(expr, tree.Name) or (isinstance(expr, tree.Member) and expr.arguments is None)


def _object(kind: str) -> Callable[[Any, list[Any]], tree.Object]:
    """Builds an object of this kind from its braces and fields."""

    def build(self: Any, children: list[Any]) -> tree.Object:
        brace = next(c for c in children if isinstance(c, _Word) and c.type == "LBRACE")
        fields = next(c for c in children if isinstance(c, list))
        return tree.Object(kind, brace.token.place, fields)

    return build


@v_args(inline=False)
class _Builder(Transformer[Any, Any]):
    """Builds our tree while Lark parses."""

    def start(self, children: list[Any]) -> list[tree.Object]:
        return children

    effect = _object("effect")
    card = _object("card")
    activation = _object("OnActivation entry")
    reference = _object("effect reference")
    selector = _object("Selector")
    post_action = _object("PostAction")

    def _list(self, children: list[Any]) -> list[Any]:
        items = children[0] if isinstance(children[0], list) else []
        items.append(children[-1])
        return items

    effect_fields = card_fields = activation_fields = ref_fields = selector_fields = post_fields = rows = _list

    def field(self, children: list[Any]) -> tree.Field:
        return tree.Field(children[0].token, children[2])

    def unknown(self, children: list[Any]) -> tree.Field:
        return tree.Field(children[0].token, None)

    def _key(self, children: list[Any]) -> Any:
        return children[0]

    effect_unknown = card_unknown = activation_unknown = selector_unknown = post_param = any_key = assign_op = _key

    def ignored(self, children: list[Any]) -> None:
        return None

    def params(self, children: list[Any]) -> Params:
        return next((c for c in children if isinstance(c, Params)), Params())

    def param_list(self, children: list[Any]) -> Params:
        params = children[0] if isinstance(children[0], Params) else Params()
        params.append(children[-1])
        return params

    def param(self, children: list[Any]) -> tree.Param:
        return tree.Param(children[0].token, children[2].token)

    def action(self, children: list[Any]) -> tree.Action:
        return tree.Action(children[1].token, children[3].token, children[6])

    def range(self, children: list[Any]) -> tree.Items:
        return tree.Items(children[0].token.place, next((c for c in children if isinstance(c, list)), []))

    def activations(self, children: list[Any]) -> tree.Items:
        entries = next((c for c in children if isinstance(c, Entries)), Entries())
        return tree.Items(children[0].token.place, list(entries))

    def activation_list(self, children: list[Any]) -> Entries:
        entries = children[0] if isinstance(children[0], Entries) else Entries()
        entries.append(children[-1])
        return entries

    def predicate(self, children: list[Any]) -> tree.Predicate:
        return tree.Predicate(children[0].token.place, children[1].token, children[4])

    def braced(self, children: list[Any]) -> Any:
        return children[1]

    def ended(self, children: list[Any]) -> tree.Statement:
        statement: tree.Statement = children[0]
        statement.ended = True
        return statement

    # --- statements ---

    def block(self, children: list[Any]) -> tree.Block:
        return tree.Block(children[0].token.place, _strip(children))

    def empty(self, children: list[Any]) -> tree.Empty:
        return tree.Empty(children[0].token.place)

    def call(self, children: list[Any]) -> tree.Call:
        return tree.Call(children[0].at, children[0])

    def assign(self, children: list[Any]) -> tree.Assign:
        return tree.Assign(children[0].at, children[0], children[1].token, children[2])

    def for_loop(self, children: list[Any]) -> tree.For:
        return tree.For(children[0].token.place, children[1].token, children[3], children[4])

    def while_loop(self, children: list[Any]) -> tree.While:
        return tree.While(children[0].token.place, children[2], children[4])

    def choice(self, children: list[Any]) -> tree.If:
        return tree.If(children[0].token.place, children[2], children[4], children[6] if len(children) > 5 else None)

    # --- expressions ---

    def binary(self, children: list[Any]) -> tree.Binary:
        return tree.Binary(children[0].at, children[1].token, children[0], children[2])

    def negation(self, children: list[Any]) -> tree.Unary:
        return tree.Unary(children[0].token.place, children[0].token, children[1])

    def step_before(self, children: list[Any]) -> tree.Step:
        _check_assignable(children[1])
        return tree.Step(children[0].token.place, children[0].token, children[1], True)

    def step_after(self, children: list[Any]) -> tree.Step:
        return tree.Step(children[0].at, children[1].token, children[0], False)

    def property(self, children: list[Any]) -> tree.Member:
        return tree.Member(children[0].at, children[0], children[2].token)

    def method(self, children: list[Any]) -> tree.Member:
        return tree.Member(children[0].at, children[0], children[2].token, _strip(children[4:]))

    def index(self, children: list[Any]) -> tree.Index:
        return tree.Index(children[0].at, children[0], children[1].token, children[2])

    def literal(self, children: list[Any]) -> tree.Literal:
        word = children[0]
        if word.type in ("TRUE", "FALSE"):
            return tree.Literal(word.token.place, word.type == "TRUE")
        return tree.Literal(word.token.place, word.token.value)

    def name(self, children: list[Any]) -> tree.Name:
        return tree.Name(children[0].token.place, children[0].token.text)

    def group(self, children: list[Any]) -> tree.Group:
        return tree.Group(children[0].token.place, children[1])


def _check_assignable(expr: Any) -> None:
    if not is_assignable(expr):
        raise Fault("P04", expr.at, "only a variable or a property can be changed")


class _NoLexer(Lexer):
    """Tokens are fed by hand."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[LarkToken]:
        return iter(())


@cache
def _grammar() -> Lark:
    text = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer=_NoLexer,
        keep_all_tokens=True,
        maybe_placeholders=False,
        transformer=_Builder(),
    )


class _Parsing:
    """Parses one text: feeds Lark and keeps the counts that the limits need."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.lark = _grammar().parse_interactive("")
        self.table = self.lark.parser_state.parse_conf.parse_table.states
        self.brackets: list[str] = []  # types of the open parentheses
        self.last = ""  # type of the previous token
        self.operators = 0
        self.declarations = 0
        self.typed: list[tuple[str, Token]] = []

    @property
    def stack(self) -> list[Any]:
        return self.lark.parser_state.value_stack

    def read(self) -> list[tree.Object]:
        for number, token in enumerate(self.tokens):
            type = self.type_of(number, token)
            self.typed.append((type, token))
            if token.type == "$END":
                return self.end(token)
            self.feed(type, token)
            self.count(type, token)
            self.last = type
        raise AssertionError("the tokens have no $END")

    def type_of(self, number: int, token: Token) -> str:
        """The type of a token in its context."""
        type = token.type
        after_operand = self.last in _OPERAND_ENDS
        if type == "IDENT":
            return self.word_type(token.text)
        if type == "LPAR":
            type = self.bracket_type(number)
            self.brackets.append(type)
        elif type == "RPAR":
            opened = self.brackets.pop() if self.brackets else "LPAR"
            if opened in ("WLPAR", "PLPAR"):
                return "RPAR"
        elif type == "LSQB":
            return "ILSQB" if after_operand else "LSQB"
        elif type == "MINUS":
            return "MINUS" if after_operand else "UMINUS"
        elif type in ("INC", "DEC"):
            return type if after_operand else f"PRE{type}"
        return type

    def word_type(self, word: str) -> str:
        """A key where a key is expected, `effect` or `card` between declarations, else a name."""
        accepted = self.table[self.lark.parser_state.position]
        if "K_OTHER" in accepted:
            return f"K_{word.upper()}" if word in KEYS else "K_OTHER"
        if word in ("effect", "card") and word.upper() in accepted:
            return word.upper()
        return "IDENT"

    def bracket_type(self, number: int) -> str:
        before = [self.tokens[i] if i >= 0 else None for i in (number - 1, number - 2)]
        if before[0] is not None and before[0].type in ("WHILE", "IF"):
            return "WLPAR"
        if (
            before[0] is not None
            and before[0].type == "COLON"
            and before[1]
            and before[1].text in ("Action", "Predicate")
        ):
            return "PLPAR"
        ahead = [token.type for token in self.tokens[number + 1 : number + 6]]
        if ahead[:3] == ["IDENT", "RPAR", "ARROW"] or ahead == ["IDENT", "COMMA", "IDENT", "RPAR", "ARROW"]:
            return "PLPAR"
        if self.last == "IDENT" and before[1] is not None and before[1].type == "DOT":
            return "CLPAR"
        return "LPAR"

    def feed(self, type: str, token: Token) -> None:
        word = _Word.of(type, token)
        try:
            self.lark.feed_token(word)
        except VisitError as error:
            raise error.orig_exc from None
        except UnexpectedToken:
            self.refuse(token)

    def end(self, token: Token) -> list[tree.Object]:
        word = _Word.of("$END", token)
        try:
            result: list[tree.Object] = self.lark.feed_token(word)
        except VisitError as error:
            raise error.orig_exc from None
        except UnexpectedToken:
            self.refuse(token)
        return result

    def refuse(self, token: Token) -> None:
        """Raise the syntax error for an unexpected token."""
        before, last = self.stack[-2:] if len(self.stack) > 1 else (None, None)
        if isinstance(before, _Word) and before.type in ("PREINC", "PREDEC") and isinstance(last, tree.Expr):
            _check_assignable(last)
        if token.type == "RETURN":
            raise Fault("P02", token.place, 'the language has no "return": an effect ends with its last statement')
        expected: set[str] = self.lark.accepts()  # type: ignore[no-untyped-call]
        if token.type == "ELSE":
            unended = "SEMI" in expected and any(isinstance(word, _Word) and word.type == "IF" for word in self.stack)
            told = 'expected ";" before "else"' if unended else '"else" without an "if" before it'
            raise Fault("P01" if unended else "P02", token.place, told)
        if token.type == "IF":
            raise Fault("P02", token.place, '"if" can only start a statement')
        if token.text in RESERVED and token.type != "STRING" and expected & {"IDENT", "K_OTHER"}:
            raise Fault("P02", token.place, f'"{token.text}" is a reserved word, not a name')
        found = "end of text" if token.type == "$END" else token.text if token.type == "IDENT" else f'"{token.text}"'
        if token.type == "STRING":
            found = token.text[:40]
        wanted = [word for word in dict.fromkeys(_WORDS.values()) if any(_WORDS.get(one) == word for one in expected)]
        if "a value" in wanted:
            wanted = [word for word in wanted if word != "a name"]
        if len(wanted) > 1 and "end of text" in wanted:
            wanted.remove("end of text")
        told = f"expected {listed(wanted, 'or')}, found {found}" if wanted else f"unexpected {found}"
        raise Fault("P01", token.place, told)

    # --- limits ---

    def count(self, type: str, token: Token) -> None:
        stack = self.stack
        if type in ("EFFECT", "CARD"):
            self.declarations += 1
            if self.declarations > MOST_DECLARATIONS:
                raise Fault("X02", token.place, f"the script has more than {MOST_DECLARATIONS} declarations")
        if len(stack) > 2:
            if isinstance(stack[-3], Params) and len(stack[-3]) >= MOST_PARAMS and type.startswith("K_"):
                raise Fault("X02", token.place, f"this effect has more than {MOST_PARAMS} parameters")
            if isinstance(stack[-3], Entries) and len(stack[-3]) >= MOST_ENTRIES and type == "LBRACE":
                raise Fault("X02", token.place, f"this OnActivation has more than {MOST_ENTRIES} entries")
        if type in _OPENERS:
            self.check_depth(type, token)
        if type in _ASSIGNMENTS and not is_assignable(stack[-2]):
            raise Fault("P04", stack[-2].at, "only a variable or a property can be assigned")
        if type in ("INC", "DEC"):
            _check_assignable(stack[-2])
        self.count_operators(type, token)

    def check_depth(self, type: str, token: Token) -> None:
        levels = sum(1 for word in self.stack if isinstance(word, _Word) and word.type in _OPENERS)
        if levels > DEEPEST:
            raise Fault("P03", token.place, f"nested more than {DEEPEST} levels deep")
        if type == "LBRACE":
            keys = sum(1 for word in self.stack if isinstance(word, _Word) and word.type == "K_POSTACTION")
            if (
                keys > DEEPEST_POST_ACTION
                and isinstance(self.stack[-3], _Word)
                and self.stack[-3].type == "K_POSTACTION"
            ):
                raise Fault("P03", token.place, f"PostActions nested more than {DEEPEST_POST_ACTION} levels deep")

    def count_operators(self, type: str, token: Token) -> None:
        """The count restarts for every key value, statement and loop head."""
        stack = self.stack
        third = stack[-3].type if len(stack) > 2 and isinstance(stack[-3], _Word) else ""
        head_ends = type == "RPAR" and third == "WLPAR"
        body_begins = type in _BODY_STARTS and third == "IN" and isinstance(stack[-2], tree.Expr)
        if head_ends or body_begins or type in _FRESH:
            self.operators = 0
        if type in _OPERATORS:
            self.operators += 1
            if self.operators > MOST_OPERATORS:
                raise Fault("X02", token.place, f"this expression has more than {MOST_OPERATORS} operators")


def parse(text: str) -> list[tree.Object]:
    """The declarations of a script; raises Fault at the first lexical or syntax error."""
    return _Parsing(lex(text)).read()


def typed_tokens(text: str) -> list[tuple[str, Token]]:
    """The tokens of a script without syntax errors, each with its type in context."""
    parsing = _Parsing(lex(text))
    parsing.read()
    return parsing.typed
