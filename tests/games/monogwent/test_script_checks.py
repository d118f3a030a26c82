"""Section 10 of the language: several errors in one pass, their order, limits, and how they are shown."""

import pytest

from parlour.games.monogwent.script import ScriptErrors, check, explain, format


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(e.code, e.line, e.column) for e in check(text).errors]


def in_action(body: str) -> list[tuple[str, int]]:
    """Errors in an Action, with columns counted from its first statement."""
    lead = 'effect { Name: "A", Action: (t, c) => { '
    return [(e.code, e.column - len(lead)) for e in check(f"{lead}{body} }} }}").errors]


def test_all_semantic_errors_are_reported_in_order_of_position() -> None:
    text = """effect { Name: "A", Action: (t, c) => { x = y; z = t.Size; t = 5; } }
card { Type: "Hero", Name: "B", Faction: "F", Colour: 1 }
card { Type: "Silver", Name: "B", Faction: " ", Power: 100, Range: ["Melee", "Melee"],
       OnActivation: [ { Effect: "A", Selector: { Source: "moon", Single: 1 } }, { Effect: { Name: "A", N: 1 } } ] }"""
    assert codes(text) == [
        ("S10", 1, 45),
        ("S11", 1, 54),
        ("S13", 1, 60),
        ("S15", 2, 14),
        ("S02", 2, 47),
        ("S05", 3, 30),
        ("S24", 3, 44),
        ("S17", 3, 56),
        ("S16", 3, 78),
        ("S19", 4, 59),
        ("S12", 4, 75),
        ("S08", 4, 105),
    ]


def test_at_most_twenty_errors() -> None:
    assert len(codes("\n".join(f'card {{ Type: "T{n}", Name: "N{n}", Faction: "F" }}' for n in range(30)))) == 20


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ("x = 1; x = true;", [("S12", 12)]),
        ("x = t.Shuffle();", [("S12", 5)]),
        ("x = 1 == true;", [("S12", 10)]),
        ("x = t == t;", [("S12", 5)]),
        ("x = 1 < true;", [("S12", 9)]),
        ('x = "a" + true;', [("S12", 5)]),
        ("x = !5;", [("S12", 6)]),
        ("x = t[true];", [("S12", 7)]),
        ("x = 5[0];", [("S12", 5)]),
        ("for x in 5 { }", [("S12", 10)]),
        ("for x in t { x = 5; }", [("S13", 14)]),
        ("for t in t { }", [("S26", 5)]),
        ("x = t.Find((t) => true);", [("S26", 13)]),
        ("x = t.Find((k) => 5);", [("S12", 19)]),
        ("x = t.Find(5);", [("S12", 12)]),
        ("x = t.Find((k) => t.Pop() == k);", [("S27", 21)]),
        ("x = t.Find();", [("S14", 7)]),
        ("x = t.Count();", [("S11", 7)]),
        ("x = c.Deck.Push;", [("S11", 12)]),
        ("c.Deck = t;", [("S13", 3)]),
        ("c = 5;", [("S13", 1)]),
        ("c++;", [("S13", 1)]),
        ("t[0].Name++;", [("S13", 6)]),
        ("x += 1;", [("S10", 1)]),
        ("x = y + z;", [("S10", 5), ("S10", 9)]),
        ("x = y; x += true;", [("S10", 5), ("S12", 13)]),
        ("x = true; x++;", [("S12", 11)]),
        ('x = "a" @ true;', [("S12", 11)]),
        ("while (true) { k = 1; } x = k;", [("S10", 29)]),
        ("for x in t k = 1; k = true;", []),
        ("(x) = 1;", [("P04", 1)]),
        ("5++;", [("P04", 1)]),
        ("++t.Find((k) => true);", [("P04", 3)]),
        ("t.Pop()++;", [("P04", 1)]),
        ("x = 1 2;", [("P01", 7)]),
        ("else;", [("P02", 1)]),
        ("return 5;", [("P02", 1)]),
        ("x = if;", [("P02", 5)]),
        ("if (t.Count) { }", [("S12", 5)]),
        ("if (true) { k = 1; } else { k = true; }", []),
        ("if (true) { k = 1; } x = k;", [("S10", 26)]),
        ("if (true) { } ; else { }", [("P02", 17)]),
        ("if (true) x = 1 else x = 2;", [("P01", 17)]),
        ("if true { }", [("P01", 4)]),
        ("for if in t { }", [("P02", 5)]),
        ("f(1);", [("P01", 2)]),
    ],
)
def test_checks_in_an_action(body: str, errors: list[tuple[str, int]]) -> None:
    assert in_action(body) == errors


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('effect { Name: "A", Params: { Name: Number }, Action: (t, c) => t.Shuffle() }', ("S26", 1, 31)),
        ('effect { Name: "A", Params: { N: Number, N: Bool }, Action: (t, c) => t.Shuffle() }', ("S01", 1, 42)),
        ('card { Type: "Leader", Name: "A", Faction: "F", Range: ["Melee"] }', ("S16", 1, 56)),
        ('card { Type: "Leader", Name: "A", Faction: "Hedge Court" }', ("S22", 1, 14)),
        ('card { Type: "Silver", Name: "Post Owl", Faction: "Neutral", Power: 1, Range: ["Melee"] }', ("S05", 1, 30)),
        ('card { Type: "Silver", Name: "A", Faction: "Neutral", Power: 1 / 0, Range: ["Melee"] }', ("S23", 1, 62)),
        ('card { Type: "Silver", Name: "A", Faction: "Neutral", Power: "1", Range: ["Melee"] }', ("S12", 1, 62)),
        (f'card {{ Type: "Leader", Name: "{"a" * 41}", Faction: "F" }}', ("S24", 1, 30)),
        ('card { Type: "Leader", Name: "a\\nb", Faction: "F" }', ("S24", 1, 30)),
        ('card { Type: "Leader", Name: "A", Faction: "F", OnActivation: [ { } ] }', ("P01", 1, 67)),
        ('card { Type: "Leader", Name: "A", Faction: "F", OnActivation: 5 }', ("P01", 1, 63)),
        ('card { Name "A" }', ("P01", 1, 13)),
        ("card { for: 5 }", ("P02", 1, 8)),
        ('effect { Name: "A", Action: (t, c) { } }', ("P01", 1, 36)),
        ('effect { Name: "A", Action: (t) => { } }', ("P01", 1, 31)),
        ("x = 1a;", ("L04", 1, 5)),
        ("1000000001", ("L04", 1, 1)),
        ("_a", ("L01", 1, 1)),
        ("a & b", ("L01", 1, 3)),
        ('"a\nb"', ("L02", 1, 1)),
        ("a" * 65, ("X02", 1, 1)),
        ('card { Name: "' + "a" * 201 + '" }', ("X02", 1, 14)),
        ("\n\n  %", ("L01", 3, 3)),
        ("\r\n\r  %", ("L01", 3, 3)),
        ("\ufeff%", ("L01", 1, 1)),
    ],
)
def test_single_errors(text: str, error: tuple[str, int, int]) -> None:
    assert codes(text) == [error]


def test_post_actions_name_their_effect_once() -> None:
    lead = """effect { Name: "E", Params: { N: Number }, Action: (t, c) => { N += 1; } }
card { Type: "Leader", Name: "A", Faction: "F", OnActivation: [ { Effect: { Name: "E", N: 1 }, PostAction: """
    assert codes(lead + '{ Type: "E", N: 1 } } ] }') == []
    assert codes(lead + '{ Effect: { Name: "E", N: 1 } } } ] }') == []
    assert [e[0] for e in codes(lead + '{ Type: "E" } } ] }')] == ["S07"]
    assert [e[0] for e in codes(lead + '{ Effect: { Name: "E", N: 1 }, N: 1 } } ] }')] == ["S08"]
    assert [e[0] for e in codes(lead + "{ N: 1 } } ] }")] == ["S03"]
    assert [e[0] for e in codes(lead + '{ Type: "E", N: 1, Effect: { Name: "E", N: 1 } } } ] }')] == ["S02"]


# --- limits at their very edge ---


def sum_of(n: int) -> str:
    return "+".join(["1"] * n)


def test_two_hundred_operators_in_one_expression() -> None:
    assert in_action(f"x = {sum_of(201)};") == []
    assert in_action(f"x = {sum_of(202)};") == [("X02", 5 + 2 * 201 - 1)]
    # afresh for every statement and loop head, nested parts included
    assert in_action(f"x = {sum_of(150)}; y = {sum_of(150)};") == []
    assert in_action(f"while ({sum_of(150)} < 2) x = {sum_of(150)};") == []
    assert in_action(f"for k in t.Find((a) => {sum_of(150)} > 5) k.Power = {sum_of(150)};") == []
    found = in_action(f"x = t.Find((a) => {sum_of(150)} > t.Find((b) => {sum_of(150)} > 5).Count);")
    assert [code for code, _ in found] == ["X02"]


def nested(n: int) -> str:
    """A value in n round brackets, inside an effect's block: 2 levels are open already."""
    return "x = " + "(" * n + "1" + ")" * n + ";"


def test_thirty_two_levels() -> None:
    assert in_action(nested(30)) == []
    assert in_action(nested(31)) == [("P03", 4 + 31)]
    assert in_action("x = " + "- " * 30 + "1;") == []
    assert in_action("x = " + "- " * 31 + "1;") == [("P03", 4 + 61)]
    assert in_action("x = " + "2^" * 30 + "2;") == []
    assert in_action("x = " + "2^" * 31 + "2;") == [("P03", 4 + 62)]
    assert in_action("".join(f"for a{n} in t " for n in range(30)) + ";") == []
    assert in_action("if (true) " * 30 + ";") == []
    assert in_action("if (true) " * 31 + ";") == [("P03", 301)]
    assert in_action("if (true) ; else " * 30 + ";") == []
    assert [c for c, _ in in_action("".join(f"for a{n} in t " for n in range(31)) + ";")] == ["P03"]


def test_sixteen_params_entries_and_two_hundred_declarations() -> None:
    def params(n: int) -> str:
        listed = ", ".join(f"P{k}: Number" for k in range(n))
        return f'effect {{ Name: "A", Params: {{ {listed} }}, Action: (t, c) => t.Shuffle() }}'

    assert codes(params(16)) == []
    assert [c[0] for c in codes(params(17))] == ["X02"]
    lead = 'effect { Name: "E", Action: (t, c) => t.Shuffle() }\n'
    card = 'card {{ Type: "Leader", Name: "A", Faction: "F", OnActivation: [ {0} ] }}'
    assert codes(lead + card.format(", ".join(['{ Effect: "E" }'] * 16))) == []
    assert [c[0] for c in codes(lead + card.format(", ".join(['{ Effect: "E" }'] * 17)))] == ["X02"]
    effects = [f'effect {{ Name: "E{n}", Action: (t, c) => t.Shuffle() }}' for n in range(201)]
    assert codes("\n".join(effects[:200])) == []
    assert codes("\n".join(effects)) == [("X02", 201, 1)]


def test_a_deck_of_at_most_eighty_cards() -> None:
    def cards(n: int, faction: str) -> str:
        line = 'card {{ Type: "Silver", Name: "C{0}", Faction: "{1}", Power: 1, Range: ["Melee"] }}'
        return "\n".join(line.format(k, faction) for k in range(n))

    assert codes(cards(16, "Hedge Court")) == []
    assert codes(cards(17, "Hedge Court")) == [("X03", 17, 46)]
    assert codes(cards(17, "Neutral")) == [("X03", 17, 46)]


# --- how it is shown ---


def test_a_tab_stays_a_tab_under_the_caret() -> None:
    [error] = check("\tcard {\t%").errors
    assert error.show("my cards") == 'my cards:1:9: error L01: unexpected character "%"\n  \tcard {\t%\n  \t      \t^'


def test_a_long_line_is_cut_around_the_caret() -> None:
    [error] = check(" " * 300 + "%" + " " * 300).errors
    assert len(error.source) == 120
    assert error.source[len(error.caret) - 1] == "%"


def test_hints_name_what_was_probably_meant() -> None:
    text = 'effect { Name: "K", Params: { Amount: Number }, Action: (t, c) => { for u in t u.Power += amount; } }'
    assert check(text).errors[0].message == 'unknown variable "amount" (did you mean "Amount"?)'


def test_explaining_and_formatting_refuse_a_bad_script() -> None:
    with pytest.raises(ScriptErrors) as refusal:
        explain("card { }")
    assert refusal.value.report.errors
    with pytest.raises(ScriptErrors):
        format("card {")


def test_a_card_in_words() -> None:
    text = """effect { Name: "Rally", Params: { N: Number }, Action: (t, c) => { for u in t u.Power += N; } }
effect { Name: "Fetch", Action: (t, c) => { for lost in t c.Hand.Add(lost); } }
card { Type: "Gold", Name: "Maud", Faction: "Neutral", Power: 7, Range: ["Melee", "Ranged"], OnActivation: [ {
    Effect: { Name: "Rally", N: 1 + 1 },
    Selector: { Source: "field", Predicate: (u) => u.Type == "Silver" && u.Power <= 3 },
    PostAction: { Type: "Fetch",
        Selector: { Source: "graveyard", Single: true, Predicate: (c) => c.Name == "Boy" } } } ] }"""
    [maud] = explain(text)
    assert maud.summary == "Gold 7 for Melee or Ranged; 1 copy in every deck"
    assert maud.text == (
        "Hero: no weather, boost or effect touches it. Each card on your field whose type is Silver and whose power is "
        "at most 3 gains 2 power. "
        'Then put the first card in your graveyard whose name is "Boy" into your hand.'
    )


def test_a_condition_that_always_holds_is_not_said() -> None:
    text = """effect { Name: "Rally", Action: (t, c) => { for u in t u.Power += 1; } }
card { Type: "Silver", Name: "Ida", Faction: "Neutral", Power: 2, Range: ["Siege"], OnActivation: [ {
    Effect: "Rally", Selector: { Source: "board", Predicate: (u) => true } } ] }"""
    [ida] = explain(text)
    assert ida.text == "Each card on either field gains 1 power."


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("card { Cost: 2 }", "(available: Type, Name, Faction, Power"),
        ('effect { Name: "A", Action: (t, c) => { t.Draw(); } }', "Pop"),
        ('effect { Name: "A", Action: (t, c) => { if (t.Count > 1) k = 1; x = k; } }', "assign it before"),
        ('effect { Name: "A", Action: (t, c) => { else { } } }', '"else" without an "if"'),
        ('card { Type: "Leader", Name: "A", Faction: "F", Range: ["meele"] }', 'did you mean "Melee"?'),
        (
            'card { Type: "Leader", Name: "A", Faction: "F", OnActivation: [{ Effect: "Rally" }] }',
            "(declare it before the card that uses it)",
        ),
    ],
)
def test_what_exists_is_listed_beside_what_does_not(script: str, told: str) -> None:
    assert any(told in wrong.message for wrong in check(script).errors)
