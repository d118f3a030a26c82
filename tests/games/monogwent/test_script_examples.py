"""Sections 12 and 13 of the language: every valid example does what is said of it, every invalid one is refused."""

from pathlib import Path

import pytest

from parlour.core.dice import Dice, LoadedDice
from parlour.games.monogwent import script
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import Board, BoardCard, Trial, book_of, check, try_card
from parlour.games.monogwent.script.lexer import lex
from parlour.games.monogwent.script.trial import TrialCard

SCRIPTS = Path(__file__).parent / "scripts"
VALID = {path.stem: path.read_text() for path in sorted(SCRIPTS.glob("V*.script"))}
INVALID = [
    (*head.split(), body)
    for head, _, body in (part.partition("\n") for part in (SCRIPTS / "invalid.txt").read_text().split("#### ")[1:])
]


def unit(power: int, printed: int | None = None, **more: str | bool) -> BoardCard:
    return BoardCard(printed=power if printed is None else printed, power=power, **more)  # type: ignore[arg-type]


def gold(power: int) -> BoardCard:
    return BoardCard(type="Gold", printed=power)


DECOY = BoardCard(type="Decoy")


def powers(cards: list[TrialCard]) -> list[int]:
    return [card.power for card in cards]


def names(cards: list[TrialCard]) -> list[str]:
    return [card.card for card in cards]


def attempt(example: str, card: str, board: Board, row: str = "", dice: Dice | None = None) -> Trial:
    return try_card(VALID[example], card, board, row, dice)


def test_all_examples_are_here() -> None:
    assert len(VALID) == 13
    assert len(INVALID) == 45


@pytest.mark.parametrize("example", VALID)
def test_valid_examples_are_accepted(example: str) -> None:
    report = check(VALID[example])
    assert report.errors == []
    assert [w.code for w in report.warnings] == {"V1": ["W01"], "V13": ["W02"]}.get(example, [])


@pytest.mark.parametrize(("name", "code", "place", "text"), INVALID, ids=[one[0] for one in INVALID])
def test_invalid_examples_are_refused_at_the_right_place(name: str, code: str, place: str, text: str) -> None:
    errors = check(text.removesuffix("\n")).errors
    assert [(e.code, f"{e.line}:{e.column}") for e in errors] == [(code, place)]
    shown = errors[0].show().split("\n")
    assert shown[0].startswith(f"script:{place}: error {code}: ")
    assert len(shown) == 3
    assert shown[2].index("^") == 2 + errors[0].column - 1


@pytest.mark.parametrize("example", VALID)
def test_the_formatter_keeps_every_token_and_comment_and_settles_at_once(example: str) -> None:
    text = VALID[example]
    tidy = script.format(text)
    assert script.format(tidy) == tidy
    assert [token.text for token in lex(tidy)] == [token.text for token in lex(text)]
    comments = [[" ".join(c.split()) for token in lex(one) for c in token.comments] for one in (text, tidy)]
    assert comments[0] == comments[1]
    assert max(map(len, tidy.split("\n"))) <= 120


def test_v1_a_faction_of_one_leader_plays_the_neutral_cards() -> None:
    pool = book_of(VALID["V1"]).pool
    assert "Saltmarsh" in pool.factions
    assert len(pool.deck("Saltmarsh")) == 9
    assert pool.leaders["Saltmarsh"].effect == ""


def test_v2_three_copies_in_every_deck() -> None:
    pool = book_of(VALID["V2"]).pool
    for faction in POOL.factions:
        assert sum(card.name == "Ferry Hand" for card in pool.deck(faction)) == 3
    assert pool.by_name["Ferry Hand"].rows == (0, 2)


def test_v3_specials_and_constants() -> None:
    cards = book_of(VALID["V3"]).pool.by_name
    assert cards["Long Fog"].rows == (1, 2)
    assert cards["Clear Noon"].rows == ()
    assert cards["Gate Breeze"].rows == (0,)
    assert cards["Drumline"].type == "Boost"
    assert cards["Straw Twin"].rows == (0, 1, 2)
    assert (cards["Old Mortar"].power, cards["Old Mortar"].copies) == (6, 2)
    assert all(cards[name].copies == 1 for name in ("Long Fog", "Clear Noon", "Gate Breeze", "Drumline", "Straw Twin"))


def test_v4_draws_a_card_or_stops() -> None:
    board = Board(deck=[unit(1), unit(2)], hand=[unit(9)])
    trial = attempt("V4", "Courier", board)
    assert powers(trial.after[0].hand) == [9, 2]
    assert powers(trial.after[0].deck) == [1]
    stopped = attempt("V4", "Courier", Board())
    assert names(stopped.after[0].field) == ["Courier"]
    assert stopped.log == ['effect "Take One" of "Courier" stopped: R02 Pop from an empty list (line 3, column 65)']
    assert book_of(VALID["V4"]).pool.by_name["Courier"].copies == 2


def test_v5_a_parameter_and_a_selector() -> None:
    board = Board(field=[unit(3), unit(5), DECOY, unit(4)], other_field=[unit(2)])
    trial = attempt("V5", "Bannerwoman Ilse", board)
    assert powers(trial.after[0].field) == [5, 5, 0, 6, 7]
    assert trial.after[0].power == 23
    assert trial.after[1] == trial.before[1]


@pytest.mark.parametrize(
    ("field", "after"),
    [([gold(8), unit(1), unit(2), unit(6)], [8, 1, 2, 6]), ([unit(1), unit(2), unit(6)], [1, 0, 6]), ([], [])],
)
def test_v6_single_takes_the_first_found_even_a_gold(field: list[BoardCard], after: list[int]) -> None:
    trial = attempt("V6", "Stone Slinger", Board(other_field=list(field)))
    assert powers(trial.after[1].field) == after


def test_v7_strings() -> None:
    text = VALID["V2"] + VALID["V4"] + VALID["V7"]
    board = Board(field=["Ferry Hand", "Courier"], other_field=["Ferry Hand"])
    trial = try_card(text, "Old Friend", board)
    assert powers(trial.after[0].field) == [4, 4, 6]
    assert powers(trial.after[1].field) == [4]
    trial = try_card(text.replace("Exact: true", "Exact: false"), "Old Friend", board)
    assert powers(trial.after[0].field) == [4, 5, 7]
    assert powers(trial.after[1].field) == [4]


def test_v8_a_post_action_filters_its_parent() -> None:
    board = Board(other_field=[gold(9), unit(2), unit(5), DECOY, unit(3)])
    trial = attempt("V8", "Cinder Judge", board)
    assert [(c.type, c.power) for c in trial.after[1].field] == [("Gold", 9), ("Silver", 2), ("Decoy", 0)]
    assert powers(trial.after[1].graveyard) == [2, 3]


def test_v9_nested_post_actions_share_a_list() -> None:
    trial = attempt("V9", "Patient Gardener", Board(field=[unit(2), unit(5)]))
    assert powers(trial.after[0].field) == [113, 16, 4]


def test_v10_live_lists_and_the_bottom_of_the_deck() -> None:
    board = Board(hand=[unit(7), unit(2), gold(9)], deck=[unit(11), unit(12), unit(13)])
    trial = attempt("V10", "Harbour Clerk", board)
    assert powers(trial.after[0].hand) == [2, 13, 12]
    assert powers(trial.after[0].deck) == [9, 7, 11]


def test_v11_arithmetic() -> None:
    trial = attempt("V11", "Reckoner", Board(field=[unit(5)]))
    assert powers(trial.after[0].field) == [5, 12]


def test_v12_a_whole_faction() -> None:
    pool = book_of(VALID["V12"]).pool
    assert len(pool.deck("Lampwrights")) == 16
    board = Board(
        graveyard=[unit(4), gold(9), unit(2), unit(3)],
        other_field=[unit(7), unit(5), gold(8), unit(6)],
        deck=[unit(1), unit(2)],
    )
    dice = LoadedDice([0])  # one shuffle of two cards
    trial = attempt("V12", "Keeper of Wicks", board, dice=dice)
    assert dice.used == 1
    assert powers(trial.after[0].hand) == [4, 2]
    assert powers(trial.after[0].graveyard) == [9, 3]
    assert powers(trial.after[1].field) == [3, 5, 8, 3]


def test_v13_the_form_of_the_documents_example() -> None:
    assert "Deep Court" not in book_of(VALID["V13"]).pool.factions
    deep = VALID["V13"] + 'card { Type: "Leader", Name: "Old Eel", Faction: "Deep Court" }'
    assert [w.code for w in check(deep).warnings] == ["W01"]
    assert len(book_of(deep).pool.deck("Deep Court")) == 10
    board = Board(
        field=[BoardCard(printed=4, faction="Deep Court")],
        other_field=[BoardCard(printed=7, faction="Deep Court"), unit(2)],
        deck=[unit(21), unit(22)],
        hand=[unit(31), unit(32), unit(33)],
    )
    trial = attempt("V13", "Tide Caller", board, dice=LoadedDice([2, 1, 3, 2, 1]))
    assert powers(trial.after[0].field) == [10]
    assert powers(trial.after[1].field) == [2, 2]
    assert len(trial.after[0].hand) == 4
    assert len(trial.after[0].deck) == 2
    assert sorted(powers(trial.after[0].hand) + powers(trial.after[0].deck)) == [4, 21, 22, 31, 32, 33]
    assert (trial.after[0].power, trial.after[1].power) == (10, 4)
