"""Section 10: whatever is combined with whatever, wherever, there is a message, and one for each mistake."""

from itertools import product

import pytest

from parlour.games.monogwent.script import check, format
from parlour.games.monogwent.script.problems import Problem

ARITHMETIC = ("+", "-", "*", "/", "^")
COMPARING = ("<", ">", "<=", ">=")
EQUAL = ("==", "!=")
JOINING = ("@", "@@")
LOGIC = ("&&", "||")
BINARY = (*ARITHMETIC, *COMPARING, *EQUAL, *JOINING, *LOGIC)
CONSTANTS = {"Number": "5", "String": '"x"', "Bool": "true"}


def result(op: str, left: str, right: str) -> str | None:
    """The type of `left op right` by the table of section 3; None if there is none."""
    both = (left, right)
    if op in ARITHMETIC:
        return "Number" if both == ("Number", "Number") else None
    if op in COMPARING:
        return "Bool" if both == ("Number", "Number") else None
    if op in LOGIC:
        return "Bool" if both == ("Bool", "Bool") else None
    if op in JOINING:
        return "String" if set(both) <= {"Number", "String"} else None
    return "Bool" if left == right and left in ("Number", "String", "Bool", "Card", "Player") else None


EFFECT = """effect { Name: "E", Params: { N: Number, S: String, B: Bool }, Action: (t, c) => { N += 1; } }
"""
GIVEN = 'Effect: { Name: "E", N: 1, S: "", B: true }'


def card(rest: str) -> str:
    return f'card {{ Type: "Leader", Name: "L", Faction: "F", {rest} }}'


def entry(inside: str) -> str:
    return EFFECT + card(f"OnActivation: [ {{ {inside} }} ]")


# Every place of a constant (at the star) and the type that it has there.
PLACES = {
    "an effect's Name": ("effect { Name: *, Action: (t, c) => t.Shuffle() }", "String"),
    "a card's Name": ('card { Type: "Leader", Name: *, Faction: "F" }', "String"),
    "Type": ('card { Type: *, Name: "A", Faction: "F" }', "String"),
    "Faction": ('card { Type: "Leader", Name: "A", Faction: * }', "String"),
    "Power": ('card { Type: "Silver", Name: "A", Faction: "F", Power: *, Range: ["Melee"] }', "Number"),
    "a row": ('card { Type: "Silver", Name: "A", Faction: "F", Power: 1, Range: [*] }', "String"),
    "Description": (card("Description: *"), "String"),
    "Image": (card("Image: *"), "String"),
    "Effect": (entry("Effect: *"), "String"),
    "Effect's Name": (entry("Effect: { Name: * }"), "String"),
    "a Number parameter": (entry('Effect: { Name: "E", N: *, S: "", B: true }'), "Number"),
    "a String parameter": (entry('Effect: { Name: "E", N: 1, S: *, B: true }'), "String"),
    "a Bool parameter": (entry('Effect: { Name: "E", N: 1, S: "", B: * }'), "Bool"),
    "Source": (entry(f"{GIVEN}, Selector: {{ Source: * }}"), "String"),
    "Single": (entry(f'{GIVEN}, Selector: {{ Source: "hand", Single: * }}'), "Bool"),
    "a PostAction's Type": (entry(f"{GIVEN}, PostAction: {{ Type: * }}"), "String"),
    "a PostAction's parameter": (entry(f'{GIVEN}, PostAction: {{ Type: "E", N: *, S: "", B: true }}'), "Number"),
}


def problems(text: str) -> list[Problem]:
    report = check(text)
    assert len({(one.line, one.column) for one in report.errors}) == len(report.errors), report.show()
    return report.errors


@pytest.mark.parametrize("place", PLACES)
def test_every_operator_on_every_pair_of_constants(place: str) -> None:
    around, wanted = PLACES[place]
    for op, (left, a), (right, b) in product(BINARY, CONSTANTS.items(), CONSTANTS.items()):
        codes = [error.code for error in problems(around.replace("*", f"{a} {op} {b}"))]
        is_type = result(op, left, right)
        if is_type is None:
            assert codes == ["S12"], (a, op, b)
        elif is_type != wanted:
            assert codes in (["S12"], ["S09"]), (a, op, b)
        else:
            assert not {"S12", "S09"} & set(codes) and len(codes) <= 1, (a, op, b)


@pytest.mark.parametrize("place", PLACES)
def test_every_sign_and_index_on_every_constant(place: str) -> None:
    around, _ = PLACES[place]
    signs = ('-"x"', "-true", "!5", '!"x"', '-("x")', '! -"x"')
    indexes = ("5[0]", '"x"[0]', "true[true]", "(5)[0]", "5[0] + 1")
    spoilt = ("1 / 0", "2 ^ (0 - 1)", "1000000000 * 2", " @ ".join([f'"{"x" * 200}"'] * 6))
    named = ("x", "x + 1", "x.Power", "t[0]", '"x".Count', "-x", "x == x", "x.Find(1)")
    for values, code in ((signs, "S12"), (indexes, "S12"), (spoilt, "S23"), (named, "S23")):
        for value in values:
            assert [error.code for error in problems(around.replace("*", value))] == [code], value


VALUES = {
    **CONSTANTS,
    "Card": "t[0]",
    "List": "t",
    "Player": "c.TriggerPlayer",
    "Context": "c",
    "Void": "t.Shuffle()",
}
STATEMENTS = {
    "assigned": ("y = *;", None),
    "the condition of an if": ("if (*) { } else { }", "Bool"),
    "a list": ("for x in (*) { }", "List"),
    "an index": ("y = t[*];", "Number"),
    "an argument": ("c.Hand.Push(*);", "Card"),
    "part of more": ("y = 1 + (*);", "Number"),
    "part of a comparison": ('y = (*) == "a";', "String"),
}


@pytest.mark.parametrize("where", STATEMENTS)
def test_every_operator_on_every_pair_of_types_in_an_action(where: str) -> None:
    around, wanted = STATEMENTS[where]
    for op, (left, a), (right, b) in product(BINARY, VALUES.items(), VALUES.items()):
        body = around.replace("*", f"{a} {op} {b}")
        errors = problems(f'effect {{ Name: "A", Action: (t, c) => {{ {body} }} }}')
        is_type = result(op, left, right)
        fits = is_type is not None and wanted in (None, is_type)
        assert [error.code for error in errors] == ([] if fits else ["S12"]), (body, errors)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("for x in t ++x.Power;", "S13"),
        ("for x in c.Deck --x.Power;", "S13"),
        ("x = !5 && true;", "S12"),
        ('x = -"5" + 1;', "S12"),
        ('x = ("a" + "b") == "ab";', "S12"),
        ("x = t.Find((k) => k++ > 1);", "S27"),
        ("x = t.Find((k) => ++y > 1);", "S27"),
        ("t++;", "S13"),
        ("x = c++;", "S13"),
        ("x = t[0].Name++ + 1;", "S13"),
        ("x = t.Count++ + 1;", "S13"),
        ("x = y[0].Foo + 1;", "S10"),
        ("x = t.Foo[0].Bar;", "S11"),
        ("x = t[true].Power + 1;", "S12"),
        ("x = 5[0].Foo;", "S12"),
        ("t.Find(5)[0].Power = 1;", "S12"),
        ("for x in 5[0] { x.Power = 1; }", "S12"),
        ("while (t.Count + true > 1) { }", "S12"),
        ("x = t.Shuffle() + 1;", "S12"),
        ("t.Push(t.Shuffle());", "S12"),
        ("c.Hand.Push(5 + true);", "S12"),
    ],
)
def test_one_mistake_in_an_action_gives_one_message(body: str, code: str) -> None:
    errors = problems(f'effect {{ Name: "A", Action: (t, c) => {{ {body} }} }}')
    assert [error.code for error in errors] == [code], errors


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('card { Type: "Leader", Name: "Big" + "Wolf", Faction: "F" }', "S12"),
        ('card { Type: "Gold", Name: "A", Faction: "F", Power: !5, Range: ["Melee"] }', "S12"),
        ('card { Type: "Gold", Name: "A", Faction: "F", Power: -"5", Range: ["Melee"] }', "S12"),
        ('card { Type: "Leader", name: "A", Faction: "F" }', "S02"),
        ('card { Type: "Silver", Name: "A", Faction: "F", power: 3, Range: ["Melee"] }', "S02"),
        ('effect { Name: "A", action: (t, c) => t.Shuffle() }', "S02"),
        (EFFECT + card('OnActivation: [ { effect: { Name: "E", N: 1, S: "", B: true } } ]'), "S02"),
    ],
)
def test_one_mistake_in_a_declaration_gives_one_message(text: str, code: str) -> None:
    assert [error.code for error in problems(text)] == [code]


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ('effect { Nmae: "E", Action: (t, c) => { } }', "S02"),
        ('effect { Name: "" @ "E" + "", Action: (t, c) => { } }', "S12"),
        (f'effect {{ Name: "{"E" * 41}", Action: (t, c) => {{ }} }}', "S24"),
        ('effect { Name: "E", Parms: { N: Number }, Action: (t, c) => { x = N + 1; y = N; } }', "S02"),
        ('effect { Name: "E", Params: { N: Number, Name: Number }, Action: (t, c) => { x = Name; } }', "S26"),
        ('effect { Name: "E", Params: { N: Number }, Action: (N, c) => { for x in N x.Power = 1; } }', "S26"),
        ('effect { Name: "E", Params: { N: Number }, Action: (t, t) => { for x in t t.Hand.Push(x); } }', "S26"),
        ('effect { Name: "E", Params: { N: Number }, Action: (t, c) => { n += 1; n += N; m = n; } }', "S10"),
    ],
)
def test_a_mistake_in_an_effect_is_not_told_again_where_the_effect_is_used(effect: str, code: str) -> None:
    """“Declared later: move it before this card” was told of an effect that stood before it."""
    name = "E" * 41 if "E" * 41 in effect else "E"
    used = card(f'OnActivation: [ {{ Effect: {{ Name: "{name}", N: 1 }} }} ]')
    assert [error.code for error in problems(f"{effect}\n{used}")] == [code]


def test_the_body_of_a_for_that_begins_with_two_plus_signs_is_told_to_use_braces() -> None:
    [error] = problems('effect { Name: "A", Action: (t, c) => { for x in t ++x.Power; } }')
    assert "braces" in error.message


@pytest.mark.parametrize(
    "expression", ["- -5", "- - -5", "- --x.Power", "3 - -2", "3 - --x.Power", "!!true == true", "x.Power-- - -1"]
)
def test_the_formatter_never_makes_two_signs_one(expression: str) -> None:
    text = f'effect {{ Name: "A", Action: (t, c) => {{ for x in t {{ y = {expression}; }} }} }}'
    assert check(text).ok, check(text).show()
    tidy = format(text)
    assert check(tidy).ok and format(tidy) == tidy, tidy


@pytest.mark.parametrize(
    "text", ["effect { Name: ++", 'effect { Name: "A", Action: (t, c) => { ++ ; } }', "card { Power: -- 5 ++ }"]
)
def test_a_sign_without_anything_to_change_is_a_mistake_like_any_other(text: str) -> None:
    assert [error.code for error in problems(text)] in (["P01"], ["P04"])
