"""A script lives as long as a game, a position or its options that use it: what it means travels with them."""

import gc
import pickle
import weakref

import pytest
from tests.breadth import breadth

from parlour.core import record
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.options import MonoGwentOptions
from parlour.games.monogwent.script import book, book_of, check
from parlour.games.monogwent.script.book import LEAST, RECENT, Draft, Recent
from parlour.games.monogwent.script.lexer import MOST_BYTES

NAMES = ["Ann", "Ben"]


def scripted(name: str, padding: int = 0, power: int = 1) -> str:
    """A faction with one card of its own, which makes its side stronger when it is played."""
    return f"""// {"x" * padding}
effect {{ Name: "{name} acts", Action: (t, c) => {{ for x in c.Field x.Power += {power}; }} }}
card {{ Type: "Leader", Name: "Old {name}", Faction: "{name} Folk", OnActivation: [ {{ Effect: "{name} acts" }} ] }}
card {{ Type: "Silver", Name: "{name}", Faction: "{name} Folk", Power: 3, Range: ["Melee"],
    OnActivation: [ {{ Effect: "{name} acts" }} ] }}"""


def game_of(name: str, padding: int = 0, plies: int = 12, power: int = 1) -> Match:
    faction = f"{name} Folk"
    options = {"script": scripted(name, padding, power), "faction0": faction, "faction1": faction}
    match = Match(GAME, options, 2, Seed.parse("4"))
    dice = Dice(1, 2, 3, 4)
    while len(match.plies) < plies:
        match.play(match.mover, int(match.state.random_move(dice)))
    return match


def position(match: Match) -> Gwent:
    assert isinstance(match.state, Gwent)
    return match.state


def said(match: Match) -> str:
    return "\n".join(GAME.say_event(event, NAMES, None, match.options) for event in match.events(None))


def read_many(count: int) -> None:
    """Other guests write long scripts."""
    for n in range(count):
        assert check(scripted(f"Passer {n}", 60_000)).ok


def raised(state: Gwent) -> int:
    """By how much the scripted card is raised when it is played as the only one."""
    cards = state.cards
    card = next(card for card, number in enumerate(cards.number) if cards.pool.cards[number].slot == "script")
    for side in (state.side0, state.side1):
        side.deck, side.hand, side.field, side.grave = [], [], [], []
    state.side0.hand, state.mover, state.round = [card], 0, 1
    before = int(state.power[card])
    state.play(GAME.moves.pack("play", card, 0), Dice(1, 2, 3, 4))
    return int(state.power[card]) - before


# --- games beside one another ---


def test_two_games_never_mix_up_their_names() -> None:
    here, there = game_of("Otter"), game_of("Badger")
    assert "Otter" in said(here) and "Badger" not in said(here)
    assert "Badger" in said(there) and "Otter" not in said(there)


def test_positions_of_two_scripts_do_not_mix_up_what_their_cards_do() -> None:
    """The same card at the same place of both pools, raised by 1 in one script and by 20 in the other."""
    weak, strong = game_of("Mole", power=1), game_of("Mole", power=20)
    twins = [position(match).copy() for match in (weak, strong, weak, strong)]
    assert [raised(twin) for twin in twins] == [1, 20, 1, 20]


def test_a_position_keeps_its_program_however_it_is_made() -> None:
    match = game_of("Crane")
    state = position(match)
    program = state.cards.script
    assert program is not None
    copied = state.copy()
    assert copied.cards is state.cards, "copies share what never changes"
    redealt = state.copy()
    redealt.redeal(0, Dice(1, 2, 3, 4))
    redealt.settle(0)
    imagined = GAME.imagine(match.view(0), Dice(1, 2, 3, 4))
    replayed = position(record.replay(record.record(match, NAMES), lambda name: GAME))
    for other in (copied, redealt, imagined, replayed):
        assert other.cards.script is not None and other.cards.script.text == program.text
        assert raised(other) == 1


# --- nobody reads a script twice who holds it ---


def test_a_running_game_is_never_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game_of("Heron", 50_000)
    before = said(match)
    read_many(2 * RECENT // MOST_BYTES)

    def unwanted(text: str) -> None:
        raise AssertionError("the script is read again")

    monkeypatch.setattr(book, "parse", unwanted)
    assert said(match) == before and "Heron" in before
    for seat in (0, 1, None):
        assert "Heron" in GAME.say_view(match.view(seat), NAMES, match.options)
    assert any(card.name == "Heron" for card in GAME.data(match.options).cards)
    dice = Dice(1, 2, 3, 4)
    while not match.over:
        match.play(match.mover, int(match.state.random_move(dice)))


def test_whoever_imagines_again_and_again_reads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house player in another process gets view after view, each with the text only."""
    match = game_of("Snipe")
    views = [GAME.read_view(match.view(seat)) for seat in (0, 1)]
    GAME.imagine(views[0], Dice(1, 2, 3, 4))

    def unwanted(text: str) -> None:
        raise AssertionError("the script is read again")

    monkeypatch.setattr(book, "parse", unwanted)
    for seat, view in enumerate(views):
        assert GAME.view(GAME.imagine(view, Dice(1, 2, 3, 4)), seat) == view


def test_options_travel_to_another_process_as_their_text() -> None:
    options = game_of("Vole").options
    assert options.book.cards
    twin = pickle.loads(pickle.dumps(options))
    assert isinstance(twin, MonoGwentOptions) and twin == options
    assert "book" not in vars(twin) and [card.name for card in twin.book.cards] == ["Old Vole", "Vole"]


# --- nothing is kept ---


def visit(name: str) -> list[weakref.ref[object]]:
    """A script is checked, played, imagined and played again; what was made of it."""
    assert check(scripted(name)).ok
    match = game_of(name, plies=3)
    imagined = GAME.imagine(match.view(0), Dice(1, 2, 3, 4))
    again = record.replay(record.decode(record.encode(record.record(match, NAMES))), lambda name: GAME)
    assert again.events(0) == match.events(0)
    assert not book_of(scripted(name).replace("Silver", "Sliver")).cards, "a bad one, too"
    made = [
        match.options.book,
        again.options.book,
        imagined.cards.script,
        imagined.cards.pool,
        match.options.book.events,
    ]
    return [weakref.ref(one) for one in made if one is not None]


def alive(made: list[weakref.ref[object]]) -> int:
    gc.collect()
    return len({id(one) for ref in made if (one := ref()) is not None})


def test_thousands_of_scripts_leave_nothing_behind() -> None:
    """But for the last few, which are at hand for whoever asks again."""
    kinds = 4  # book, program, pool, events
    things: list[int] = []
    for first, last in ((0, 10), (10, 50), (50, breadth(250, 600))):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(book, "_recent", Recent(Draft))
            made = [ref for n in range(first, last) for ref in visit(f"Guest {n}")]  # a good and a bad script each
            assert alive(made) <= kinds * RECENT // LEAST
        assert alive(made) == 0
        del made
        gc.collect()
        things.append(len(gc.get_objects()))
    assert things[2] - things[1] < 100, "as many things are there after a thousand scripts as after a hundred"


def test_a_game_that_is_over_takes_its_script_along() -> None:
    match = game_of("Newt")
    held = weakref.ref(match.options.book)
    program = weakref.ref(match.state.cards.script)
    del match
    read_many(2 * RECENT // MOST_BYTES)
    gc.collect()
    assert held() is None and program() is None
