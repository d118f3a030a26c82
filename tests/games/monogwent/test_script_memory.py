"""What a process remembers of scripts: enough for the games that are played, and nothing for ever."""

import gc
import pickle
import weakref

import pytest

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.monogwent import pool, script
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.pool import Names, name_of
from parlour.games.monogwent.script import MOST_BYTES, RECENT, book
from parlour.games.monogwent.script.workshop import read


def scripted(name: str, padding: int = 0) -> str:
    return f"""// {"x" * padding}
effect {{ Name: "{name} acts", Action: (t, c) => {{ for x in c.Field x.Power += 1; }} }}
card {{ Type: "Leader", Name: "Old {name}", Faction: "{name} Folk", OnActivation: [ {{ Effect: "{name} acts" }} ] }}
card {{ Type: "Silver", Name: "{name}", Faction: "{name} Folk", Power: 4, Range: ["Melee"],
    OnActivation: [ {{ Effect: "{name} acts" }} ] }}"""


def game_of(name: str, padding: int = 0) -> Match:
    faction = f"{name} Folk"
    match = Match(
        GAME, {"script": scripted(name, padding), "faction0": faction, "faction1": faction}, 2, Seed.parse("4")
    )
    dice = Dice(1, 2, 3, 4)
    while len(match.plies) < 12:
        match.play(match.mover, int(match.state.random_move(dice)))
    return match


def said(match: Match) -> str:
    return "\n".join(GAME.say_event(event, ["Ann", "Ben"], None, match.options) for event in match.events(None))


def read_many(count: int) -> None:
    """Other guests write long scripts."""
    for n in range(count):
        assert read(scripted(f"Passer {n}", 60_000)).ok


def test_two_games_never_mix_up_their_names() -> None:
    here, there = game_of("Otter"), game_of("Badger")
    assert "Otter" in said(here) and "Badger" not in said(here)
    assert "Badger" in said(there) and "Otter" not in said(there)


def test_a_running_game_keeps_its_words_however_many_scripts_are_read_and_is_never_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = game_of("Heron", 50_000)
    before = said(match)
    read_many(2 * RECENT // MOST_BYTES)

    def unwanted(text: str) -> None:
        raise AssertionError("the script is read again")

    monkeypatch.setattr(script, "parse", unwanted)
    assert said(match) == before and "Heron" in before
    for seat in (0, 1, None):
        view = match.view(seat)
        assert "Heron" in GAME.say_view(view, ["Ann", "Ben"], match.options) and view.script
        assert GAME.view(GAME.imagine(view, Dice(1, 2, 3, 4)), seat) == view
    assert any(card["name"] == "Heron" for card in GAME.data(match.options)["cards"])
    dice = Dice(1, 2, 3, 4)
    while not match.over:
        match.play(match.mover, int(match.state.random_move(dice)))


def test_nothing_is_left_of_a_script_that_nobody_plays() -> None:
    match = game_of("Newt")
    held = weakref.ref(book(scripted("Newt")))
    names = len(pool._given)
    del match
    read_many(2 * RECENT // MOST_BYTES)
    gc.collect()
    assert held() is None
    assert len(pool._given) <= names + RECENT // 60_000  # those that were read last


def test_a_bad_script_is_remembered_as_bad_and_not_by_its_text() -> None:
    bad = f"card {{ Type: 5 }} // {'x' * 60_000}"
    assert not book(bad).cards
    read_many(2 * RECENT // MOST_BYTES)
    assert not book(bad).cards
    assert all(len(kept) == 32 for kept in script._refused) and len(script._refused) <= script.REFUSED


def test_names_are_known_while_somebody_holds_them() -> None:
    first, second = Names(["Ash", "Oak"]), Names(["Elm"])
    labels = [first.label(0), first.label(1), second.label(0)]
    assert [name_of(label) for label in labels] == ["Ash", "Oak", "Elm"]
    del first
    gc.collect()
    assert [name_of(label) for label in labels] == ["a scripted card", "a scripted card", "Elm"]
    third = Names(["Fir"])
    assert [name_of(label) for label in labels] == ["a scripted card", "a scripted card", "Elm"], "no key is used twice"
    assert name_of(third.label(0)) == "Fir"


def test_a_script_travels_to_another_process_as_its_text() -> None:
    state = game_of("Vole").state
    assert isinstance(state, Gwent) and state.cards.script is not None
    twin = pickle.loads(pickle.dumps(state.cards.script))
    assert twin.text == state.cards.script.text and twin.book is state.cards.script.book
