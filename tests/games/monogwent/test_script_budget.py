"""Section 11: one play of a card takes 20 ms of CPU at most, whatever is written on it, and reading a script a second.

Operations are counted, not time, so that every replay stops at the same place. Time is asked here only: CPU time, the
least of some tries, since a busy machine is not the script's fault.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from tests.games.monogwent.test_script_examples import VALID, unit

from parlour.core.dice import Dice
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.options import MonoGwentOptions
from parlour.games.monogwent.script import Board, Draft, book_of, check, format, try_card
from parlour.games.monogwent.script.book import Recent
from parlour.games.monogwent.script.budget import STEPS, WORK
from parlour.games.monogwent.script.explain import LONGEST_TEXT, explain_cards, explain_effects
from parlour.games.monogwent.script.trial import set_up
from parlour.games.monogwent.script.workshop import examples

PLAY_SECONDS = 0.020
READ_SECONDS = 1.0
CROWDED = Board(
    field=[unit(5)] * 25,
    other_field=[unit(5)] * 25,
    deck=[unit(1)] * 40,
    other_deck=[unit(3)] * 40,
    graveyard=[unit(1)] * 20,
    hand=[unit(2)] * 8,
)


def cpu(deed: Callable[[], object], tries: int = 5) -> float:
    """The CPU seconds that it takes: the least of some tries."""
    taken = []
    for _ in range(tries):
        start = time.process_time()
        deed()
        taken.append(time.process_time() - start)
    return min(taken)


def written(body: str, entry: str = '{ Effect: "E" }', entries: int = 1) -> str:
    return f"""effect {{ Name: "E", Action: (t, c) => {{ {body} }} }}
card {{ Type: "Silver", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege", "Melee"],
    OnActivation: [ {", ".join([entry] * entries)} ] }}"""


def all_of(condition: str, times: int) -> str:
    return "while (" + " && ".join([condition] * times) + ") { }"


LONG = 's = "' + "\N{GRINNING FACE}" * 190 + '"; s = s @ s; s = s @ s; '
NASTY = {
    "endless": "while (true) { }",
    "endless if": "while (true) if (true) { } else { }",
    "a long sum": "while (" + "+".join(["1"] * 190) + " > 0) { }",
    "a long product": "while (" + "*".join(["1"] * 190) + " > 0) { }",
    "a long quotient": "while (" + "/".join(["1"] * 190) + " > 0) { }",
    "powers": all_of("31622^2 > 3^18", 45),
    "large powers": all_of("0 * 31622^2 == 0", 45),
    "long or": "while (" + "||".join(["false"] * 190) + " || true) { }",
    "signs": all_of("- - - -5 > 1", 30),
    "steps": "i = 0; while (" + "+".join(["i++ - i--"] * 45) + " > -99) { }",
    "long texts compared": LONG + 'u = s @ ""; ' + all_of("s == u", 90),
    "long texts joined": LONG + all_of('s @ 1 != ""', 60),
    "texts doubled": 'while (true) { s = "ab"; i = 0; while (i++ < 8) s = s @ s; }',
    "names joined": "while (true) for x in c.Board y = x.Name @ x.Name @ x.Faction @ x.Range @ x.Type @ x.Name;",
    "loops in loops": "while (true) for x in c.Board for y in c.Board x.Power += y.Power;",
    "power on the field": "while (true) for x in c.Field x.Power += 1;",
    "power in a deck": "while (true) for x in c.DeckOfPlayer(c.OtherPlayer) x.Power += 1;",
    "find": "while (true) y = c.Board.Find((k) => " + " && ".join(["k.Power > 0"] * 60) + ");",
    "find in find": "while (true) c.Hand.Find((k) => c.Deck.Find((j) => t.Find((l) => true).Count == 0).Count > 0);",
    "shuffle": "while (true) c.Deck.Shuffle();",
    "shuffle a list": "u = c.Deck.Find((k) => true); while (true) u.Shuffle();",
    "to and fro": "while (true) { x = c.Deck.Pop(); c.Graveyard.Push(x); c.Deck.SendBottom(c.Graveyard.Pop()); }",
    "round the deck": "d = c.DeckOfPlayer(c.OtherPlayer); while (true) for x in d d.SendBottom(x);",
    "remove nothing": "while (true) for x in c.Deck c.Board.Remove(x);",
    "push and pop": "u = c.Board.Find((k) => true); x = c.Deck[0]; while (true) { u.SendBottom(x); u.Pop(); }",
    "count": all_of("c.Board.Count > 0", 45),
    "zones": all_of("c.HandOfPlayer(c.OtherPlayer).Count >= 0", 30),
    "index": all_of("c.Board[40].Power >= 0", 35),
    "owners": "x = c.Deck[0]; " + all_of("x.Owner == c.TriggerPlayer", 40),
    "a thousand variables": "; ".join(f"v{i} = {i}" for i in range(1000))
    + "; while (true) y = c.Board.Find((k) => true);",
}
SCRIPTS = {name: written(body) for name, body in NASTY.items()}
SCRIPTS["sixteen entries with posts that fail"] = written(
    "c.Deck.Pop(); y = 1 / 0;", '{ Effect: "E"' + ', PostAction: { Type: "E"' * 8 + " }" * 9, 16
)
SCRIPTS["sixteen effects that are undone"] = written("for x in c.Board x.Power += 1; y = 1 / 0;", '{ Effect: "E" }', 16)
SCRIPTS["sixteen selectors"] = written(
    ";",
    f'{{ Effect: "E", Selector: {{ Source: "board", Predicate: (u) => {" && ".join(["u.Power > 0"] * 60)} }} }}',
    16,
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_one_play_takes_twenty_milliseconds_at_most(name: str) -> None:
    """With everything that the table does about it: the play, and what both seats are told, in words too."""
    text = SCRIPTS[name]
    assert check(text).ok, check(text).show()
    book = book_of(text)

    def play() -> None:
        table = set_up(book, "X", CROWDED)
        move = table.move("Siege")
        table.table.heard = []
        start = time.process_time()
        table.table.play(move, Dice(1, 2, 3, 4))
        for seat in (0, 1):
            events = table.events.show_all(table.table.heard, seat)
            assert all(GAME.say_event(event, ["Ann", "Ben"], seat, MonoGwentOptions()) for event in events)
        taken.append(time.process_time() - start)

    taken: list[float] = []
    for _ in range(5):
        play()
    assert min(taken) < PLAY_SECONDS


def test_what_runs_out_of_operations_stops_as_what_runs_out_of_steps() -> None:
    trial = try_card(SCRIPTS["a long sum"], "X", CROWDED, "Siege")
    assert trial.steps < STEPS
    assert trial.log[-1] == f'effect "E" of "X" stopped: R01 more than {WORK} operations (line 1, column 41)'
    assert trial.after[0].field[:-1] == trial.before[0].field
    two = try_card(written(NASTY["a long sum"], entries=2), "X", CROWDED, "Siege")
    assert sum("stopped: R01" in line for line in two.log) == 1  # the rest of the activation is skipped


def test_ten_thousand_steps_of_the_usual_kind_are_free() -> None:
    for body, steps in {
        "i = 0; while (i < 4998) i += 1; ;": 10_000,
        "i = 0; while (i < 3332) { i = i + 1; j = i * 2; }": 9_999,
        "i = 0; while (i < 4995) { if (i > 7 && i != 9) { i++; } else { i += 1; } }": 10_001,
    }.items():
        trial = try_card(written(body), "X", CROWDED, "Siege")
        assert trial.steps == steps
        assert any("stopped: R01 more than 10000 steps" in line for line in trial.log) == (steps > STEPS)


HONEST = {**VALID, **{example.name: example.text for example in examples()}}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_card_takes_a_small_part_of_the_budget(name: str) -> None:
    for card in book_of(HONEST[name]).cards:
        if card.type in ("Silver", "Gold") or card.effect:
            trial = try_card(HONEST[name], card.name, CROWDED)
            assert trial.steps < STEPS / 10 and trial.operations < WORK / 5, (card.name, trial.steps, trial.operations)


def told(text: str) -> tuple[int, int, list[str]]:
    trial = try_card(text, "X", CROWDED, "Siege", Dice(1, 2, 3, 4))
    return trial.steps, trial.operations, trial.log[-1:]


def test_the_same_play_stops_at_the_same_place_compiled_or_not() -> None:
    """No clock is asked: it costs the same here, in a search, in a replay, and where the rules were not compiled."""
    names = ("find in find", "to and fro", "shuffle", "power in a deck")
    here = [told(SCRIPTS[name]) for name in names]
    assert here == [told(SCRIPTS[name]) for name in names]
    there = subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.games.monogwent.test_script_budget import SCRIPTS, told\n"
            f"print([told(SCRIPTS[name]) for name in {names!r}])",
        ],
        env={**os.environ, "PARLOUR_COMPILED": "0", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == str(here)


# --- reading ---


def in_action(body: str) -> str:
    return f'effect {{ Name: "E", Action: (t, c) => {{ {body} }} }}\n'


def cards(count: int, entry: str, entries: int = 1) -> str:
    rest = f'Faction: "F", Power: 1, Range: ["Melee"], OnActivation: [ {", ".join([entry] * entries)} ]'
    return "".join(f'card {{ Type: "Silver", Name: "C{n}", {rest} }}\n' for n in range(count))


def posts(depth: int) -> str:
    return '{ Effect: "E"' + ', PostAction: { Type: "E"' * depth + " }" * depth + " }"


LONG_WORDS = [f"{'x' * 40}{n}" for n in range(600)]
TEDIOUS = {
    "as long as it may be": in_action("x = c.Deck.Count + 1; " * 1800) + cards(1, posts(0)),
    "nine thousand brackets": "effect { Name: " + "(" * 9_000 + "1" + ")" * 9_000 + " }",
    "ten thousand minus signs": 'card { Type: "Gold", Power: ' + "- " * 10_000 + "1 }",
    "names that nearly fit": in_action(
        "".join(f"a{word} = 1; " for word in LONG_WORDS) + "".join(f"y = b{word}; " for word in LONG_WORDS)
    ),
    "effects that nearly fit": "".join(
        f'effect {{ Name: "E{"x" * 30}{n}", Action: (t, c) => {{ }} }}' for n in range(100)
    )
    + cards(60, f'{{ Effect: "E{"x" * 29}y" }}', 16),
    "an owner of an owner of an owner": in_action(
        "a0 = c.TriggerPlayer; "
        + "".join(f"a{n + 1} = c.HandOfPlayer(a{n})[c.HandOfPlayer(a{n}).Count].Owner; " for n in range(60))
    )
    + cards(1, posts(0)),
    "a long effect told a thousand times": in_action("x = 1;" * 2500) + cards(7, posts(8), 16),
    "a long loop in many loops": in_action("i = 0; while (i++ < 9) { " * 14 + "x = 1;" * 2500 + " }" * 14)
    + cards(7, posts(8), 16),
    "a long value used often": 'effect { Name: "E", Params: { S: String }, Action: (t, c) => { '
    + "x = S;" * 4000
    + " } }"
    + cards(1, '{ Effect: { Name: "E", S: ' + " @ ".join([f'"{"z" * 190}"'] * 5) + " } }"),
}


@pytest.mark.parametrize("name", TEDIOUS)
def test_reading_a_script_takes_a_second_at_most(name: str) -> None:
    """The errors, or all that is said about the cards and effects in words, which nobody has to read to the end."""
    text = TEDIOUS[name]
    assert len(text) <= 65536

    def read() -> None:
        meaning = Draft(text).meaning
        if meaning is not None:
            cards = explain_cards(meaning)
            assert all(len(one.text) <= LONGEST_TEXT for one in [*cards, *explain_effects(meaning)])

    assert cpu(read, 2) < READ_SECONDS


def test_laying_out_a_script_takes_a_second_at_most() -> None:
    assert cpu(lambda: format(TEDIOUS["a long loop in many loops"]), 2) < READ_SECONDS


# --- nothing is kept for ever ---


def test_texts_are_remembered_up_to_a_length() -> None:
    made: list[str] = []

    def make(text: str) -> int:
        made.append(text)
        return len(text)

    recent = Recent(make)
    texts = [f"{n}" * 60_000 for n in range(9)]
    for text in [*texts, *texts[-2:]]:
        assert recent(text) == 60_000
    assert made == texts  # the last ones were remembered
    recent(texts[0])
    assert made[-1] == texts[0] and len(made) == len(texts) + 1  # the first one was not
