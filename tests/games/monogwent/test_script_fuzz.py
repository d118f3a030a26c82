"""Lexer, parser, checker, formatter and interpreter meet any text and any program without losing their temper."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.games.monogwent.test_script_examples import VALID

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.script import ScriptErrors, check, explain, format
from parlour.games.monogwent.script.lexer import lex

BOUNDED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PIECES = sorted(
    {token.text for text in VALID.values() for token in lex(text)} | {"if", "__", '"', "/*", "^=", "&&", "99"}
)


def sound(text: str) -> None:
    """Whatever the text, there is a report, and every place in it exists."""
    report = check(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in [*report.errors, *report.warnings]:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert problem.show().count("\n") == 2
    if report.ok:
        tidy = format(text)
        assert format(tidy) == tidy
        assert [token.text for token in lex(tidy)] == [token.text for token in lex(text)]
        assert check(tidy).ok
        explain(text)


@BOUNDED
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    sound(text)


@BOUNDED
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_sequence_of_words(words: list[str]) -> None:
    sound(" ".join(words))


@BOUNDED
@given(st.sampled_from(sorted(VALID)), st.integers(0, 10_000), st.integers(0, 12), st.sampled_from(["", *PIECES]))
def test_an_example_with_something_cut_out_or_put_in(example: str, at: int, length: int, new: str) -> None:
    text = VALID[example]
    at %= len(text)
    sound(text[:at] + new + text[at + length :])


numbers = st.recursive(
    st.sampled_from(["0", "1", "2", "7", "1000000000", "t.Count", "c.Deck.Count", "c.Hand.Count", "n"]),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/^"), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
    max_leaves=4,
)
lists = st.sampled_from(
    [
        "t",
        "c.Board",
        "c.Hand",
        "c.Deck",
        "c.Field",
        "c.Graveyard",
        "c.HandOfPlayer(c.OtherPlayer)",
        "c.DeckOfPlayer(c.OtherPlayer)",
        "c.FieldOfPlayer(c.OtherPlayer)",
        "c.GraveyardOfPlayer(c.OtherPlayer)",
        "c.Board.Find((k) => k.Power > n)",
    ]
)
cards = st.one_of(lists.map(lambda one: f"{one}.Pop()"), st.tuples(lists, numbers).map(lambda p: f"{p[0]}[{p[1]}]"))
simple = st.one_of(
    st.tuples(lists, st.sampled_from(["Push", "Add", "SendBottom", "Remove"]), cards).map(
        lambda p: f"{p[0]}.{p[1]}({p[2]});"
    ),
    lists.map(lambda one: f"{one}.Shuffle();"),
    st.tuples(cards, st.sampled_from(["=", "+=", "-=", "*=", "/=", "^="]), numbers).map(
        lambda p: f"{p[0]}.Power {p[1]} {p[2]};"
    ),
    st.tuples(st.sampled_from(["=", "+=", "-="]), numbers).map(lambda p: f"n {p[0]} {p[1]};"),
)
bodies = st.lists(
    st.one_of(
        simple,
        st.tuples(lists, simple).map(lambda p: f"for x in {p[0]} {{ {p[1]} }}"),
        st.tuples(lists, st.sampled_from(["Push", "Remove", "SendBottom"])).map(
            lambda p: f"for x in c.Board {p[0]}.{p[1]}(x);"
        ),
        st.tuples(numbers, simple).map(lambda p: f"i = 0; while (i++ < {p[0]}) {p[1]}"),
        st.tuples(numbers, simple, simple).map(lambda p: f"if ({p[0]} > 2) {p[1]} else {{ {p[2]} }}"),
    ),
    min_size=1,
    max_size=5,
).map(" ".join)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bodies, st.sampled_from(["hand", "otherDeck", "board", "graveyard"]), st.integers(0, 1000))
def test_any_program_keeps_the_laws_of_the_game(body: str, source: str, seed: int) -> None:
    script = f"""effect {{ Name: "E", Params: {{ n: Number }}, Action: (t, c) => {{ {body} }} }}
card {{ Type: "Silver", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege"], OnActivation: [
    {{ Effect: {{ Name: "E", n: 2 }}, Selector: {{ Source: "{source}" }} }} ] }}
card {{ Type: "Gold", Name: "Y", Faction: "Neutral", Power: 1, Range: ["Siege"],
    OnActivation: [ {{ Effect: {{ Name: "E", n: 0 }} }} ] }}"""
    assert check(script).ok, check(script).show()
    sound(script)
    plays = []
    for _ in range(2):
        match = Match(GAME, {"script": script}, 2, Seed.parse(str(seed)))
        dice = Dice(seed + 1, 2, 3, 4)
        while not match.over and len(match.plies) < 40:
            match.play(match.mover, int(match.state.random_move(dice)))
            GAME.check_laws(match.state)
            for seat in (0, 1):
                view = match.view(seat)
                assert match.game.view(match.game.imagine(view, dice.fork()), seat) == view
        plays.append(match.events(None))
    assert plays[0] == plays[1]


def test_a_bad_script_says_so() -> None:
    with pytest.raises(ScriptErrors) as refusal:
        format("card")
    assert refusal.value.code == "bad-script"
