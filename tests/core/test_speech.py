"""Sentences about what happened, said to somebody's face."""

import re

import pytest

from parlour.core import Match, Seed
from parlour.core.moves import concede, forfeit
from parlour.core.speech import to_you, told, told_end
from parlour.games import find, names

THIRD_PERSON = re.compile(r"\b[Yy]ou (?!pass\b)[a-z]+s\b|^You [^.:;,“]* and [a-z]+s\b|\b[Yy]ou[’']s\b")


@pytest.mark.parametrize(
    ("said", "to_their_face"),
    [
        ("You wins: hard (house) has no health left.", "You win: hard (house) has no health left."),
        ("You has four in a row.", "You have four in a row."),
        ("You's Archer (m2) falls.", "Your Archer (m2) falls."),
        ("hard attacks You.", "hard attacks you."),
        ("You passes.", "You pass."),
        ("You pass.", "You pass."),
        ("You takes 3, 4 health left.", "You take 3, 4 health left."),
        ("Round 3: You's turn.", "Round 3: your turn."),
        ("You does not try.", "You do not try."),
    ],
)
def test_sentences_are_said_to_your_face(said: str, to_their_face: str) -> None:
    assert to_you(said) == to_their_face


def test_only_the_listener_is_you() -> None:
    game = find("connect-four")
    event = {"kind": "dropped", "seat": 0, "column": 3}
    options = game.read_options()
    assert told(game, event, ["Ann", "You"], 1, options, 1).startswith("Ann ")
    assert told(game, event, ["Ann", "You"], 0, options, 0).startswith("You ")
    assert told(game, event, ["Ann", "You"], None, options).startswith("Ann ")


@pytest.mark.parametrize("name", names())
def test_no_game_says_you_plays(name: str) -> None:
    """Whatever happens in random games, the listener's own sentences are in the second person."""
    game = find(name)
    heard = 0
    for seed in range(6):
        seats = game.seats[seed % len(game.seats)]
        presets = [*game.presets, None]
        match = Match(game, game.read_options(None, presets[seed % len(presets)]), seats, Seed.parse(str(seed)))
        dice = Seed.parse(str(seed)).dice("moves")
        while not match.over and len(match.plies) < 400:
            moves = match.state.moves()
            match.enter(match.mover, int(moves[dice.below(len(moves))]))
        others = [f"Guest{seat}" for seat in range(seats)]
        for event in match.events(0):
            said = told(game, event, others, 0, match.options, 0)
            assert "Guest0" not in said
            assert not THIRD_PERSON.search(said), said
            heard += said.startswith("You")
    assert heard


@pytest.mark.parametrize("name", names())
def test_giving_up_is_told_alike_in_every_game(name: str) -> None:
    game = find(name)
    match = Match(game, None, 2, Seed.parse("1"))
    match.enter(1, concede(1))
    (left,) = [event for event in match.events(0) if event["kind"] == "left"]
    guests = ["Ann", "Ben"]
    assert told(game, left, guests, 0, match.options, 0) == "Ben gave up."
    assert told(game, left, guests, 1, match.options, 1) == "You gave up."
    assert told_end(match, guests) == "Ann wins: Ben gave up."
    assert told_end(match, guests, 0) == "You win: Ben gave up."
    assert told_end(match, guests, 1) == "Ann wins: you gave up."


@pytest.mark.parametrize("name", names())
def test_a_seat_that_the_house_took_away_did_not_give_up(name: str) -> None:
    game = find(name)
    match = Match(game, None, 2, Seed.parse("1"))
    match.enter(0, forfeit(0))
    (left,) = [event for event in match.events(0) if event["kind"] == "left"]
    assert told(game, left, ["Ann", "Ben"], 1, match.options) == "Ann forfeited the seat."
    assert told_end(match, ["Ann", "Ben"], 1) == "You win: Ann forfeited the seat."


@pytest.mark.parametrize("name", names())
def test_a_late_answer_is_told_alike_in_every_game(name: str) -> None:
    game = find(name)
    assert told(game, {"kind": "missed", "seat": 0}, ["Ann", "Ben"], 1, game.read_options()) == "Ann ran out of time."


def test_several_who_went_are_named_by_how_they_went() -> None:
    match = Match(find("deadwood"), None, 4, Seed.parse("1"))
    for entry in (concede(0), forfeit(2), concede(3)):
        match.enter((entry >> 6) & 63, entry)
    assert told_end(match, ["Ann", "Ben", "Cy", "Dee"]) == "Ben wins: Ann and Dee gave up, Cy forfeited the seat."
