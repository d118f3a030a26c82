"""Scripts of other houses: what they write differently, and what was added to the language for them."""

from pathlib import Path

import pytest
from tests.games.monogwent.test_script_examples import powers, unit
from tests.games.monogwent.test_script_running import result, run

from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.script import Board, book_of, check, explain, format
from parlour.games.monogwent.script.lexer import lex
from parlour.games.monogwent.script.lexicon import lexicon
from parlour.games.monogwent.script.pictures import PICTURES
from parlour.games.monogwent.script.problems import Problem
from parlour.games.monogwent.script.workshop import read

OTHERS = """effect { Name: "Hurt", Params: { Amount: Number }, Action: (targets, context) => {
    for target in targets {
        i = 0;
        while (i++ < Amount) target.Power -= 1
    };
}; }
effect { Name: "Draw", Action: (targets, context) => { top = context.Deck.Pop(); context.Hand.Add(top) } }
card { Type: "Gold", Name: "White Whale", Faction: "Neutral", Power: 10, Range: ["Melee", "Range"],
    Description: "Older than the harbour.", Image: "big-wave",
    OnActivation: [
        { Effect: { Name: "Hurt", Amount: 5, }, Selector: { Source: "otherField" } }, { Effect: "Draw" }
    ] }"""


def test_a_script_of_another_house_is_taken_as_it_is() -> None:
    report = check(OTHERS)
    assert report.ok and not report.warnings, report.show()
    [whale] = book_of(OTHERS).cards
    assert whale.rows == (0, 1)
    assert (whale.flavour, whale.image) == ("Older than the harbour.", "big-wave")
    tidy = format(OTHERS)
    assert format(tidy) == tidy and check(tidy).ok
    assert [token.text for token in lex(tidy)] == [token.text for token in lex(OTHERS)]


@pytest.mark.parametrize(
    "action",
    [
        "{ t.Shuffle(); };",
        "{ t.Shuffle() }",
        "{ t.Shuffle(); c.Hand.Shuffle() };",
        "{ for x in t { x.Power += 1 } }",
        "{ for x in t x.Power += 1 }",
        "for x in t x.Power += 1",
        "{ while (false) if (true) t.Shuffle() }",
        "if (true) t.Shuffle(); else c.Hand.Shuffle()",
        "{ if (true) { t.Shuffle() } else { c.Hand.Shuffle() } };",
    ],
)
def test_semicolons_that_may_be_there_or_not(action: str) -> None:
    for rest in ("", ",", ', Name: "A"'):
        name = "" if "Name" in rest else 'Name: "A", '
        text = f"effect {{ {name}Action: (t, c) => {action}{rest} }}"
        assert check(text).ok, check(text).show()
        assert check(format(text)).ok


def test_a_semicolon_between_statements_is_still_needed() -> None:
    [error] = check('effect { Name: "A", Action: (t, c) => { x = 1 y = 2; } }').errors
    assert (error.code, error.column) == ("P01", 47)
    assert error.message == 'expected ";" or "}", found y'


def test_range_is_another_word_for_the_ranged_row() -> None:
    card = 'card {{ Type: "Silver", Name: "A", Faction: "Neutral", Power: 3, Range: [{}] }}'
    assert book_of(card.format('"Range"')).pool.by_name["A"].rows == (1,)
    [twice] = check(card.format('"Ranged", "Range"')).errors
    assert (twice.code, twice.message) == ("S16", 'duplicate row "Ranged"')
    [other] = check(card.format('"Rang"')).errors
    assert "did you mean" in other.message


# --- a description and a picture ---


def leader(rest: str) -> str:
    return f'card {{ Type: "Leader", Name: "A", Faction: "Hill Folk", {rest} }}'


def told(text: str) -> list[Problem]:
    """What is said about a script, besides that the deck of this faction is small."""
    report = check(text)
    return [one for one in [*report.errors, *report.warnings] if one.code != "W01"]


def test_a_description_is_the_flavour_of_a_card() -> None:
    assert book_of(leader('Description: "Never late" @@ "\\n for tea."')).cards[0].flavour == "Never late for tea."
    assert book_of(leader('Description: ""')).cards[0].flavour == ""
    [long] = told(leader(f'Description: "{"a" * 150}" @@ "{"b" * 50}"'))
    assert (long.code, long.message) == ("S24", "a Description can have at most 200 characters")
    [number] = told(leader("Description: 5"))
    assert (number.code, number.message) == ("S12", "Description must be a String, not a Number")
    [control] = told(leader('Description: "\x07"'))
    assert control.code == "S24"
    [twice] = told(leader('Description: "a", Description: "b"'))
    assert twice.code == "S01"
    [elsewhere] = told('effect { Name: "A", Description: "b", Action: (t, c) => t.Shuffle() }')
    assert elsewhere.code == "S02"


@pytest.mark.parametrize("word", ["wolf-head", "Wolf Head", "wolf_head", " WOLF  HEAD "])
def test_a_picture_is_named_as_one_likes(word: str) -> None:
    text = leader(f'Image: "{word}"')
    assert told(text) == []
    assert book_of(text).cards[0].image == "wolf-head"


def test_a_missing_picture_does_not_rule_out_the_card() -> None:
    text = leader('Image: "wolf-haed"')
    [warning] = told(text)
    assert warning.code == "W04" and warning.column == text.index('"wolf-haed"') + 1
    assert 'did you mean "wolf-head"?' in warning.message
    assert warning.instead == '"wolf-head"'
    assert book_of(text).cards[0].image == ""
    [far] = told(leader('Image: "C:/pictures/whale.png"'))
    assert "available: anvil, archer" in far.message
    [number] = told(leader("Image: 5"))
    assert number.code == "S12"


def test_the_workshop_shows_description_and_picture() -> None:
    [card] = read(OTHERS).cards
    assert (card.flavour, card.image) == ("Older than the harbour.", "big-wave")
    [explained] = explain(OTHERS)
    assert explained.flavour == "Older than the harbour."
    keys = {word.word for word in lexicon() if word.within == "card" and word.kind == "key"}
    assert {"Description", "Image"} <= keys
    assert {word.word for word in lexicon() if word.within == "Image"} == set(PICTURES)


# --- what always fails on the Board ---


@pytest.mark.parametrize(
    ("body", "columns"),
    [
        ("c.Board.Push(t[0]);", [9]),
        ("c.Board.Add(t[0]);", [9]),
        ("c.board.sendbottom(t[0]);", [9]),
        ("(c.Board).Shuffle();", [11]),
        ("b = c.Board; b.Shuffle(); b.Push(t[0]);", [16, 29]),
        ("b = c.Board; for x in t { b.Push(x); }", [29]),
        ("c.Board.Remove(t[0]); x = c.Board.Pop(); c.Board.Find((k) => true).Shuffle();", []),
        ("b = c.Board; b = c.Deck; b.Shuffle();", []),
        ("b = c.Board; while (t.Count > 1) { b.Shuffle(); b = c.Deck; }", []),
        ("b = c.Deck; b.Shuffle();", []),
    ],
)
def test_what_fails_on_the_board_is_reported_while_checking(body: str, columns: list[int]) -> None:
    lead = 'effect { Name: "A", Action: (t, c) => { '
    report = check(f"{lead}{body} }} }}")
    assert report.ok
    assert [(w.code, w.column - len(lead)) for w in report.warnings] == [("W03", column) for column in columns]
    assert all("Board" in w.message for w in report.warnings)


# --- if and else ---


@pytest.mark.parametrize(
    ("body", "power"),
    [
        ("if (true) { p = 5; }", 5),
        ("if (false) { p = 5; }", 1),
        ("if (false) p = 5; else p = 7;", 7),
        ("if (true) p = 5; else p = 7;", 5),
        ("if (false) { } else if (false) { p = 2; } else if (true) { p = 3; } else { p = 4; }", 3),
        ("if (true) if (false) p = 2; else p = 3;", 3),
        ("if (false) if (false) p = 2; else p = 3;", 1),
        ("if (true) { if (false) p = 2; } else p = 3;", 1),
        ("i = 0; while (i++ < 4) if (i / 2 * 2 == i) p += 10; else p += 1;", 23),
        ("for x in c.Deck if (x.Power > 2) p += x.Power;", 13),
        ("if (c.Deck.Count > 99 && c.Deck[99].Power > 1) p = 9; else p = 8;", 8),
    ],
)
def test_if_and_else(body: str, power: int) -> None:
    board = Board(deck=[unit(2), unit(5), unit(7)])
    trial = run(f"p = 1; {body} for y in c.Field y.Power = p;", board)
    assert not any("stopped" in line for line in trial.log), trial.log
    assert powers(trial.after[0].field) == [power]


def test_an_if_is_one_step_and_what_it_does_besides() -> None:
    assert run("if (true) { }", Board()).steps == 1
    assert run("if (true) ; else ;", Board()).steps == 2
    assert run("if (c.Deck.Find((k) => true).Count > 0) { } else { ; ; }", Board(deck=[unit(1), unit(2)])).steps == 4
    assert result("7") == 7


def in_words(body: str) -> str:
    text = f"""effect {{ Name: "E", Params: {{ N: Number }}, Action: (t, c) => {{ {body} }} }}
card {{ Type: "Gold", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege"],
    OnActivation: [ {{ Effect: {{ Name: "E", N: 2 }}, Selector: {{ Source: "otherField" }} }} ] }}"""
    assert check(text).ok, check(text).show()
    return explain(text)[0].text.removeprefix("Hero: no weather, boost or effect touches it. ")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "if (c.Deck.Count > 3) c.Deck.Shuffle();",
            "If the number of cards in your deck is more than 3: (shuffle your deck).",
        ),
        (
            "if (c.Hand.Count < N) { c.Hand.Add(c.Deck.Pop()); } else { c.Deck.Shuffle(); }",
            "If the number of cards in your hand is less than 2: (put the top card of your deck into your hand), "
            "else: (shuffle your deck).",
        ),
        (
            "for x in t { if (x.Power > 4) x.Power -= 1; else if (x.Power > 2) x.Power -= N; else x.Power = 0; }",
            "For each card on the rival's field: (if its power is more than 4: (it loses 1 power), else if its power "
            "is more than 2: (it loses 2 power), else: (it gets power 0)).",
        ),
        ("if (true) c.Deck.Shuffle(); else c.Hand.Shuffle();", "Shuffle your deck."),
        ("if (false) { } else { }", "Nothing happens."),
    ],
)
def test_a_choice_in_words(body: str, words: str) -> None:
    assert in_words(body) == words


def test_a_choice_laid_out() -> None:
    text = """effect { Name: "A", Action: (t, c) => { if (t.Count > 1) { x = 1; y = 2; } // why
        else if (t.Count == 1) { x = 3 } else { c.Deck.Shuffle(); c.Hand.Shuffle(); }
        if (true) x = 4; else x = 5; c.Deck.Shuffle() } }"""
    assert (
        format(text)
        == """effect {
    Name: "A",
    Action: (t, c) => {
        // why
        if (t.Count > 1) {
            x = 1;
            y = 2;
        } else if (t.Count == 1) {
            x = 3
        } else {
            c.Deck.Shuffle();
            c.Hand.Shuffle();
        }
        if (true) x = 4; else x = 5;
        c.Deck.Shuffle()
    }
}
"""
    )


def test_if_and_else_are_words_that_an_editor_completes() -> None:
    words = {word.word: word for word in lexicon() if word.kind == "keyword" and word.within == "action"}
    assert {"if", "else", "for", "while"} <= set(words)
    assert "while" not in words["if"].help


# --- the text of a card names its rows ---


@pytest.mark.parametrize(
    ("type", "range", "text"),
    [
        ("Weather", '["Melee"]', "Silver units in the Melee row of both sides count 1 at most."),
        ("Weather", '["Siege", "Range"]', "Silver units in the Ranged or Siege row of both sides count 1 at most."),
        ("Weather", "[]", "Silver units in any one row of both sides count 1 at most."),
        ("Boost", '["Ranged"]', "Silver units in your Ranged row count 1 more."),
        ("Boost", '["Siege", "Melee", "Ranged"]', "Silver units in any one of your rows count 1 more."),
        ("Dispel", '["Melee"]', "Clears the weather in the Melee row."),
        ("Dispel", "[]", "Clears every weather from the table."),
    ],
)
def test_a_special_card_names_its_rows(type: str, range: str, text: str) -> None:
    script = f'card {{ Type: "{type}", Name: "A", Faction: "Neutral", Range: {range} }}'
    assert [card.text for card in book_of(script).cards] == [text]


# --- matches of before ---

NEWER = [
    'effect { Name: "A", Action: (t, c) => { if (true) t.Shuffle(); } }',
    'effect { Name: "A", Action: (t, c) => { t.Shuffle() } }',
    'effect { Name: "A", Action: (t, c) => { t.Shuffle(); }; }',
    'effect { Name: "A", Action: (t, c) => for x in t x.Power += 1 }',
    leader('Image: "owl"'),
    'card { Type: "Silver", Name: "A", Faction: "Neutral", Power: 1, Range: ["Range"] }',
]
OLD = [
    'effect { Name: "A", Action: (t, c) => t.Shuffle() }',
    'effect { Name: "A", Action: (t, c) => t.Shuffle(); }',
    'effect { Name: "A", Action: (t, c) => { for x in t { x.Power += 1; }; ; } }',
    'effect { Name: "A", Action: (t, c) => for x in t x.Power += 1; }',
    'effect { Name: "A", Action: (t, c) => { y = t.Find((k) => { k.Power > 1 }); } }',
]


@pytest.mark.parametrize("text", [*NEWER, *OLD])
def test_a_match_of_version_2_is_played_without_a_script_that_was_refused_then(text: str) -> None:
    card = 'card { Type: "Silver", Name: "Newcomer", Faction: "Neutral", Power: 1, Range: ["Siege"] }'
    script = f"{text}\n{card}"
    assert check(script).ok, check(script).show()
    assert GAME.read_stored({"script": script}, 3).script == script
    assert GAME.read_stored({"script": script}, 2).script == ("" if text in NEWER else script)


def test_every_picture_that_can_be_named_is_drawn_in_the_browser() -> None:
    drawn = Path(__file__).parents[3] / "web" / "src" / "games" / "monogwent" / "pictures.drawings"
    assert set(PICTURES) <= {line.partition(":")[2] for line in drawn.read_text(encoding="utf-8").split()}
    assert len(set(PICTURES)) == len(PICTURES) > 80
