"""Sections 5, 8 and 11 of the language: lists, moves on the table, budget, undo, and the sandbox."""

import pytest
from tests.games.monogwent.test_script_examples import DECOY, gold, powers, unit

from parlour.core.dice import LoadedDice
from parlour.core.errors import Refused
from parlour.games.monogwent.script import Board, BoardCard, ScriptErrors, Trial, check, explain, try_card


def run(body: str, board: Board, selector: str = "", params: str = "", *rolls: int) -> Trial:
    """A Neutral Silver 1 whose effect does this, played on the board."""
    chosen = f", Selector: {selector}" if selector else ""
    text = f"""effect {{ Name: "E", Action: (t, c) => {{ {body} }} }}
card {{ Type: "Silver", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege", "Melee"],
    OnActivation: [ {{ Effect: "E"{chosen} }} ] }}"""
    assert check(text).ok, check(text).show()
    return try_card(text, "X", board, "Siege", LoadedDice(list(rolls)))


def result(expression: str, board: Board | None = None) -> int:
    """What a Number expression gives (0 to 9999)."""
    trial = run(f"for x in c.Field {{ x.Power = {expression}; }}", board or Board())
    assert not any("stopped" in line for line in trial.log), trial.log
    return trial.after[0].field[-1].power


def stopped(body: str, board: Board | None = None) -> str:
    """The code with which an effect stops."""
    lines = [line for line in run(body, board or Board()).log if "stopped" in line]
    assert len(lines) == 1
    return lines[0].split("stopped: ")[1].split()[0]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2^3^2", 512),
        ("-2^2 + 10", 6),
        ("7/2", 3),
        ("-7/2 + 10", 7),
        ("0^0", 1),
        ("(0-1)^999999", 0),
        ("2 + 3 * 4", 14),
        ("10 - 3 - 2", 5),
        ("100 / 10 / 5", 2),
        ("c.Board.Count", 1),
        ("- -5", 5),
        ("2^-0", 1),
    ],
)
def test_arithmetic(expression: str, value: int) -> None:
    assert result(expression) == value


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("while (true) { }", "R01"),
        ("while (true) ;", "R01"),
        ("c.Deck.Pop();", "R02"),
        ("x = c.Deck[0];", "R03"),
        ("x = c.Deck[0 - 1];", "R03"),
        ("x = 1 / 0;", "R04"),
        ("x = 2 ^ (0 - 1);", "R05"),
        ("x = 1000000000 + 1;", "R06"),
        ("x = 1000000000; x *= 1000000000;", "R06"),
        ("x = 10 ^ 1000000000;", "R06"),
        ("x = 1000000000; x++;", "R06"),
        ('s = "ab"; while (true) s = s @ s;', "R07"),
        ("c.Field.Push(c.Hand[0]);", "R08"),
        ("c.Board.Push(c.Field[0]);", "R09"),
        ("c.Board.SendBottom(c.Field[0]);", "R09"),
        ("c.Board.Shuffle();", "R09"),
        ("while (true) t.Push(c.Field[0]);", "R10"),
    ],
)
def test_run_time_errors(body: str, code: str) -> None:
    assert stopped(body, Board(hand=[BoardCard(type="Weather")])) == code


def test_the_budget_counts_exactly_ten_thousand_steps() -> None:
    """A loop is one step, each test one more, each statement of its body one."""
    # i = 0 (1) + loop (1) + n tests that hold and n bodies (2n) + the last test (1)
    n = (10_000 - 3) // 2
    assert run(f"i = 0; while (i < {n}) i += 1;", Board()).steps == 2 * n + 3
    trial = run(f"i = 0; while (i < {n}) i += 1; ;", Board())
    assert trial.steps == 10_000
    assert not any("stopped" in line for line in trial.log)
    trial = run(f"i = 0; while (i < {n}) i += 1; ; ;", Board())
    assert trial.log == ['effect "E" of "X" stopped: R01 more than 10000 steps (line 1, column 75)']


def test_steps_of_calls_and_predicates() -> None:
    board = Board(deck=[unit(1), unit(2)])
    # statement 1, method 1, two predicates 2
    assert run("x = c.Deck.Find((k) => k.Power > 1);", board).steps == 4
    # statement 1, for of two elements 2, a body each 2
    assert run("for x in c.Deck { x.Power += 1; }", board).steps == 5
    # a Selector's predicates count too
    assert run(";", board, '{ Source: "deck", Predicate: (u) => true }').steps == 3
    assert run(";", board, '{ Source: "deck", Single: true, Predicate: (u) => true }').steps == 2


def test_a_failed_effect_leaves_no_trace() -> None:
    board = Board(deck=[unit(1), unit(2), unit(3)], hand=[unit(4)], field=[unit(5)], graveyard=[unit(6)])
    body = """c.Deck.Shuffle(); c.Hand.Add(c.Deck.Pop()); for x in c.Field { x.Power += 7; }
        c.Graveyard.Push(c.Field[0]); y = c.Graveyard.Pop(); z = 1 / 0;"""
    dice = LoadedDice([0, 0, 0, 0])
    text = f"""effect {{ Name: "E", Action: (t, c) => {{ {body} }} }}
card {{ Type: "Silver", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege"],
    OnActivation: [ {{ Effect: "E" }} ] }}"""
    trial = try_card(text, "X", board, dice=dice)
    assert dice.used == 0
    assert trial.after[0].deck == trial.before[0].deck
    assert powers(trial.after[0].hand) == [4]
    assert powers(trial.after[0].field) == [5, 1]
    assert powers(trial.after[0].graveyard) == [6]
    assert len(trial.log) == 1


ENTRIES = """effect {{ Name: "Up", Action: (t, c) => {{ for x in c.Field x.Power += 1; }} }}
effect {{ Name: "Bad", Action: (t, c) => {{ for x in c.Field x.Power += 50; {bad} }} }}
card {{ Type: "Silver", Name: "X", Faction: "Neutral", Power: 1, Range: ["Siege"], OnActivation: [
    {{ Effect: "Up" }}, {{ Effect: "Bad", PostAction: {{ Type: "Up" }} }}, {{ Effect: "Up" }} ] }}"""


def test_after_an_error_the_next_entry_runs_but_not_the_post_action() -> None:
    trial = try_card(ENTRIES.format(bad="c.Deck.Pop();"), "X", Board())
    assert powers(trial.after[0].field) == [3]


def test_after_the_budget_is_spent_the_rest_is_skipped() -> None:
    trial = try_card(ENTRIES.format(bad="while (true) { }"), "X", Board())
    assert powers(trial.after[0].field) == [2]


def test_a_card_put_aside_goes_to_its_owners_graveyard_in_order() -> None:
    board = Board(deck=[unit(1), unit(2), unit(3, rival=True)], other_field=[unit(8, 5)])
    trial = run("c.Deck.Pop(); c.Deck.Pop(); c.Board.Remove(c.FieldOfPlayer(c.OtherPlayer)[0]);", board)
    assert powers(trial.after[0].graveyard) == [2]
    assert powers(trial.after[1].graveyard) == [3, 5]
    assert trial.after[1].field == []


def test_adding_moves_and_a_later_remove_does_nothing() -> None:
    board = Board(other_field=[unit(7, 4)])
    trial = run("x = c.Board[1]; c.DeckOfPlayer(x.Owner).Push(x); c.Board.Remove(x);", board)
    assert powers(trial.after[1].deck) == [4]
    assert trial.after[1].graveyard == []


def test_gold_on_a_field_cannot_be_moved_or_changed() -> None:
    board = Board(other_field=[gold(9)], field=[gold(7)])
    body = """for x in c.Board.Find((k) => k.Type == "Gold") {
            x.Power = 0; c.Hand.Add(x); c.Board.Remove(x); c.Deck.SendBottom(x);
        }
        y = c.FieldOfPlayer(c.OtherPlayer).Pop(); c.Hand.Add(y);"""
    trial = run(body, board)
    assert powers(trial.after[0].field) == [7, 1]
    assert powers(trial.after[1].field) == [9]
    assert trial.after[0].hand == []


def test_gold_elsewhere_moves_like_others() -> None:
    trial = run("c.Deck.Push(c.Hand.Pop());", Board(hand=[gold(9)]))
    assert powers(trial.after[0].deck) == [9]


def test_a_full_hand_sends_the_card_to_its_owners_graveyard() -> None:
    board = Board(hand=[unit(1)] * 9, deck=[unit(2), unit(3)])
    trial = run("c.Hand.Add(c.Deck.Pop()); c.Hand.Add(c.Deck.Pop());", board)
    assert len(trial.after[0].hand) == 10
    assert powers(trial.after[0].graveyard) == [2]
    moved = run("c.Hand.Add(c.Deck.Pop()); c.Hand.Add(c.Hand[0]);", board)
    assert len(moved.after[0].hand) == 10
    assert moved.after[0].graveyard == []


def test_into_a_field_a_card_gets_the_first_row_as_declared_and_keeps_its_power() -> None:
    board = Board(hand=["Post Owl"], other_field=[unit(9, 4, row="Siege")])
    trial = run("c.Field.Push(c.Hand[0]); c.Field.Push(c.FieldOfPlayer(c.OtherPlayer)[0]);", board)
    assert [(card.power, card.row) for card in trial.after[0].field] == [(1, "Siege"), (4, "Ranged"), (9, "Melee")]
    same = run("c.Field.Push(c.Field[0]);", Board(field=[unit(3, row="Ranged")]))
    assert [(card.power, card.row) for card in same.after[0].field] == [(1, "Siege"), (3, "Ranged")]


def test_power_is_clamped_and_reset_on_the_way_home() -> None:
    board = Board(field=[unit(5)], hand=[unit(3)])
    trial = run("for x in c.Field { x.Power = 100000; } for h in c.Hand { h.Power -= 9; }", board)
    assert powers(trial.after[0].field) == [9999, 9999]
    assert powers(trial.after[0].hand) == [0]
    trial = run("x = c.Field[0]; x.Power = 99; c.Hand.Add(x);", board)
    assert powers(trial.after[0].hand) == [3, 5]


def test_decoys_never_change() -> None:
    assert powers(run("for x in c.Board x.Power += 5;", Board(other_field=[DECOY])).after[1].field) == [0]


def test_a_loop_walks_over_a_copy() -> None:
    trial = run("for x in c.Deck { c.Hand.Add(x); }", Board(deck=[unit(1), unit(2), unit(3)]))
    assert powers(trial.after[0].hand) == [1, 2, 3]


def test_a_live_list_sees_later_changes_and_a_detached_one_does_not() -> None:
    board = Board(deck=[unit(1), unit(2)])
    body = """live = c.Deck; found = c.Deck.Find((k) => true); c.Hand.Add(c.Deck.Pop());
        for x in c.Field { x.Power = live.Count * 10 + found.Count; }"""
    assert run(body, board).after[0].field[-1].power == 12


def test_changing_a_detached_list_changes_nothing_else() -> None:
    board = Board(deck=[unit(1), unit(2)])
    body = "t.Pop(); t.Remove(t[0]); for x in c.Field { x.Power = t.Count; }"
    trial = run(body, board, '{ Source: "deck" }')
    assert powers(trial.after[0].deck) == [1, 2]
    assert trial.after[0].field[-1].power == 0


def test_reading_a_card() -> None:
    board = Board(other_field=[BoardCard(card="Post Owl")])
    body = """o = c.Board[1]; s = o.Name @@ o.Type @ "/" @ o.Range @ "/" @ o.Faction @ o.Power;
        for x in c.Field.Find((k) => s == "Post Owl Silver/Ranged, Siege/Neutral4" && o.Owner == c.OtherPlayer)
            x.Power = 77;"""
    assert run(body, board).after[0].field[-1].power == 77


def test_shuffling_a_field_keeps_rows() -> None:
    board = Board(field=[unit(3, row="Ranged"), gold(8)])
    trial = run("c.Field.Shuffle();", board, "", "", 0, 0)
    assert sorted((card.power, card.row) for card in trial.after[0].field) == [
        (1, "Siege"),
        (3, "Ranged"),
        (8, "Melee"),
    ]


def test_short_circuit() -> None:
    assert result("c.Deck.Find((k) => false && 1 / 0 == 1 || true).Count") == 0
    trial = run("go = c.Deck.Count > 0 && c.Deck[0].Power > 1; while (go) { go = false; }", Board())
    assert not any("stopped" in line for line in trial.log)


def test_prefix_and_postfix_steps() -> None:
    assert result("x.Power++ * 10 + x.Power") == 12
    assert result("++x.Power * 10 + x.Power--") == 22


# --- hostile scripts ---

HOSTILE = {
    "five megabytes": ('effect { Name: "' + "a" * 5_000_000 + '"', "X01"),
    "nine thousand brackets": ("effect { Name: " + "(" * 9_000 + "1" + ")" * 9_000 + " }", "P03"),
    "ten thousand braces": ('effect { Name: "A", Action: (t, c) => ' + "{" * 10_000, "P01"),
    "ten thousand minus signs": ('card { Type: "Gold", Power: ' + "- " * 10_000 + "1 }", "P03"),
    "a tower of powers": ('card { Type: "Gold", Power: ' + "2^" * 5_000 + "2 }", "P03"),
    "a long sum": ('card { Type: "Gold", Power: ' + "1+" * 5_000 + "1 }", "X02"),
    "many tokens": (";" * 30_000, "X02"),
    "dunder": ('effect { Name: "A", Action: (t, c) => { x = c.__class__; } }', "L01"),
    "class": ('effect { Name: "A", Action: (t, c) => { x = c.mro; } }', "S11"),
    "globals": ('effect { Name: "A", Action: (t, c) => { x = globals; } }', "S10"),
    "call": ('effect { Name: "A", Action: (t, c) => { open("x"); } }', "P01"),
    "deep post actions": (
        'effect { Name: "A", Action: (t, c) => ; }'.replace(" ; ", " t.Shuffle() ")
        + 'card { Type: "Leader", Name: "B", Faction: "F", OnActivation: [ { Effect: "A"'
        + ', PostAction: { Type: "A"' * 9
        + "}" * 9
        + "} ] }",
        "P03",
    ),
    "half a character": ('card { Type: "Leader", Name: "\ud800", Faction: "F" }', "L01"),
    "nul": ("\0", "L01"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_scripts_are_refused(name: str) -> None:
    text, code = HOSTILE[name]
    assert [error.code for error in check(text).errors] == [code]
    with pytest.raises(ScriptErrors):
        explain(text)


@pytest.mark.parametrize("word", ["Class", "Dict", "Format", "Globals", "Import", "Table", "Run", "Cards", "Heard"])
def test_only_listed_members_exist(word: str) -> None:
    for of in ("c", "t", "c.TriggerPlayer", "c.Board[0]", '"text"', "5"):
        codes = [e.code for e in check(f'effect {{ Name: "A", Action: (t, c) => {{ x = ({of}).{word}; }} }}').errors]
        assert codes == ["S11"]


# --- the test table takes words as people write them ---

PLAIN = 'card { Type: "Silver", Name: "Ferry Hand", Faction: "Neutral", Power: 3, Range: ["Melee", "Siege"] }'


@pytest.mark.parametrize(
    ("card", "row", "stands"), [("ferry hand", "siege", "Siege"), (" FERRY HAND", "MELEE", "Melee")]
)
def test_a_card_is_tried_by_its_name_in_any_case(card: str, row: str, stands: str) -> None:
    board = Board(
        hand=["post owl"],
        field=[BoardCard(printed=2, row="range"), "THISTLE PIKES"],
        weather=["melee"],
        boosts=["range"],
    )
    trial = try_card(PLAIN, card, board, row)
    assert [(one.card, one.row) for one in trial.after[0].field] == [
        ("Silver 2", "Ranged"),
        ("Thistle Pikes", "Melee"),
        ("Ferry Hand", stands),
    ]
    assert trial.weather == [["Melee"], ["Melee"]] and trial.after[0].boosts == ["Ranged"]


@pytest.mark.parametrize(
    ("board", "row", "told"),
    [
        (Board(), "Cellar", "Unknown row 'Cellar'. The rows are Melee, Ranged and Siege."),
        (Board(), "range", "Ferry Hand can't be played in Ranged on this table: its rows are Melee or Siege."),
        (Board(hand=["Pots Owl"]), "", "Unknown card 'Pots Owl' on the test table. Did you mean Post Owl?"),
        (
            Board(field=[BoardCard(printed=2, row="Cellar")]),
            "",
            "Unknown row 'Cellar'. The rows are Melee, Ranged and Siege.",
        ),
        (Board(field=[BoardCard(type="Leader")]), "", "A card on the test table is Silver, Gold, Decoy, Weather"),
    ],
)
def test_what_the_test_table_does_not_know_is_reported_in_a_sentence(board: Board, row: str, told: str) -> None:
    with pytest.raises(Refused) as refusal:
        try_card(PLAIN, "Ferry Hand", board, row)
    assert refusal.value.text.startswith(told)


def test_events_of_a_trial_call_every_card_and_effect_by_its_name() -> None:
    """The leader of the script, a built-in card, one that is in no pool, and an effect that stops."""
    script = """
        effect { Name: "Praise", Action: (t, c) => { for x in t { x.Power += 1; } } }
        effect { Name: "Stumble", Action: (t, c) => { c.Graveyard.Pop(); } }
        card { Type: "Silver", Name: "Oarsman", Faction: "Weir", Power: 2, Range: ["Siege"] }
        card { Type: "Leader", Name: "Lady Weir", Faction: "Weir", OnActivation: [
            { Effect: "Praise", Selector: { Source: "field" } }, { Effect: "Stumble" } ] }"""
    board = Board(field=["Oarsman", "Lane Militia", BoardCard(printed=7)])
    events = try_card(script, "Lady Weir", board).events
    assert [(event["kind"], event["card"]) for event in events] == [
        ("led", "Lady Weir"),
        ("changed", "Oarsman"),
        ("changed", "Lane Militia"),
        ("changed", "Silver 7"),
        ("stopped", "Lady Weir"),
    ]
    assert events[-1]["effect"] == "Stumble"
