"""Scripted cards at the table: they copy, redeal, record and replay like any other; a bad script never stops a game."""

import msgspec
import pytest
from tests.breadth import breadth
from tests.games.monogwent.test_script_examples import VALID

from parlour.core import record
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.testing import check_game
from parlour.games.monogwent.effects import SCRIPTED
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.script.problems import Problem

WHOLE = VALID["V12"] + VALID["V4"] + VALID["V5"] + VALID["V6"] + VALID["V8"] + VALID["V9"] + VALID["V10"]
# Cards of either side wander between hands, decks and fields, powers change in hidden zones, effects stop.
WANDERERS = """
effect { Name: "Swap Hands", Action: (t, c) => {
    mine = c.Hand[0]; theirs = c.HandOfPlayer(c.OtherPlayer)[0];
    c.Hand.Add(theirs); c.HandOfPlayer(c.OtherPlayer).Add(mine);
} }
effect { Name: "Train", Action: (t, c) => { for x in t { x.Power += 2; } c.Deck.SendBottom(c.Deck.Pop()); } }
effect { Name: "Bury Alive", Action: (t, c) => { for x in t { c.DeckOfPlayer(c.OtherPlayer).Push(x); } c.Deck.Pop(); } }
effect { Name: "Raise", Action: (t, c) => { c.Field.Push(c.GraveyardOfPlayer(c.OtherPlayer).Pop()); } }
card { Type: "Silver", Name: "Horse Thief", Faction: "Neutral", Power: 2, Range: ["Melee", "Siege"],
       OnActivation: [ { Effect: "Swap Hands" } ] }
card { Type: "Silver", Name: "Drill Sergeant", Faction: "Neutral", Power: 3, Range: ["Ranged"],
       OnActivation: [ { Effect: "Train", Selector: { Source: "hand" } },
                       { Effect: "Train", Selector: { Source: "deck" } } ] }
card { Type: "Silver", Name: "Gravedigger", Faction: "Neutral", Power: 1, Range: ["Siege"],
       OnActivation: [ { Effect: "Bury Alive", Selector: { Source: "field", Single: true } }, { Effect: "Raise" } ] }
"""


@pytest.mark.parametrize(
    "options",
    [
        {"script": WHOLE, "faction0": "Lampwrights", "faction1": "Hedge Court"},
        {"script": WHOLE, "faction0": "Storm Choir", "faction1": "Lampwrights"},
        {"script": WANDERERS},
        {"script": WANDERERS, "faction0": "The Levellers", "faction1": "Moor Hunters"},
        {"script": VALID["V1"], "faction0": "Saltmarsh", "faction1": "Saltmarsh"},
    ],
)
def test_contract_with_scripts(options: dict[str, str]) -> None:
    check_game(GAME, games=breadth(1, 2), options=options)


def test_the_contract_covers_cards_that_change_sides_and_effects_that_stop() -> None:
    kinds: set[str] = set()
    crossed = False
    for seed in range(12):
        match = Match(GAME, {"script": WANDERERS}, 2, Seed.parse(str(seed)))
        dice = Dice(seed + 1, 2, 3, 4)
        while not match.over:
            match.play(match.mover, int(match.state.random_move(dice)))
            state = match.state
            assert isinstance(state, Gwent)
            crossed = crossed or any(state.cards.owner[card] == 1 for card in [*state.side0.hand, *state.side0.deck])
        kinds |= {str(event["kind"]) for event in match.events(0)}
        words = [GAME.say_event(event, ["A", "B"], 0, match.options) for event in match.events(0)]
        assert all(words)
    assert crossed
    assert {"moved", "shifted", "altered", "stopped"} <= kinds


def test_the_log_names_scripted_cards_and_effects() -> None:
    match = Match(GAME, {"script": VALID["V4"]}, 2, Seed.parse("1"))
    state = match.state
    assert isinstance(state, Gwent)
    match.play(match.mover, GAME.moves.pack("keep"))
    match.play(match.mover, GAME.moves.pack("keep"))
    me = match.mover
    side = state.side(me)
    courier = next(c for c in [*side.hand, *side.deck] if state.cards.effect[c] == SCRIPTED)
    if courier in side.deck:
        side.deck.remove(courier)
        side.deck.append(side.hand.pop())
        side.hand.append(courier)
    side.grave += side.deck
    side.deck = []
    match.play(me, GAME.moves.pack("play", int(courier), 1))
    said = [GAME.say_event(event, ["A", "B"], None, match.options) for event in match.events(None)]
    assert "This game is played with a card script." in said
    assert f"{'AB'[me]} plays Courier (4) to Ranged." in said
    assert 'effect "Take One" of "Courier" stopped: R02 Pop from an empty list (line 3, column 65)' in said


def test_a_bad_script_never_stops_the_game() -> None:
    match = Match(GAME, {"script": "card { Type: 5 }"}, 2, Seed.parse("1"))
    said = [GAME.say_event(event, ["A", "B"], None, match.options) for event in match.events(None)]
    assert said[0] == "The card script has 2 errors (first: S03); the game is played without it."
    assert match.view(0).script == ""
    assert sum(match.view(None).sides[0].unseen.values()) == 30


@pytest.mark.parametrize("text", ["", "  \n", "// nothing yet\n", "/* later */"])
def test_an_empty_script_is_fine(text: str) -> None:
    match = Match(GAME, {"script": text}, 2, Seed.parse("1"))
    assert [event["kind"] for event in match.events(None)] == ["starts"]


def test_a_record_of_a_scripted_game_stands_alone() -> None:
    match = Match(GAME, {"script": WHOLE, "faction0": "Lampwrights"}, 2, Seed.parse("9"))
    dice = Dice(1, 2, 3, 4)
    while not match.over:
        match.play(match.mover, int(match.state.random_move(dice)))
    data = record.encode(record.record(match, ["a", "b"]))
    again = record.replay(record.decode(data), lambda name: GAME)
    assert again.events(None) == match.events(None)
    assert msgspec.json.decode(data)["options"]["script"] == WHOLE


def test_problems_survive_json() -> None:
    from parlour.games.monogwent.script import check

    for one in check("card { }").errors:
        assert msgspec.json.decode(msgspec.json.encode(one), type=Problem) == one
