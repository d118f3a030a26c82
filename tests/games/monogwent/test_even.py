"""The option `even`: weaker factions, and whoever moves first, exchange their weakest cards before the mulligan."""

from collections import Counter

import pytest

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.monogwent.even import EXCHANGES, exchange, exchanges_of
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.state import HAND_CAP

FACTIONS = list(POOL.factions)


def dealt(seed: int, factions: tuple[str, str], even: bool = True) -> Match:
    options = {"faction0": factions[0], "faction1": factions[1], "even": even}
    return Match(GAME, GAME.read_options(options), 2, Seed.parse(str(seed)))


def worth(match: Match, seat: int) -> list[int]:
    return sorted(int(match.state.cards.worth[card]) for card in match.state.side(seat).hand)


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_side_exchanges_as_many_cards_as_its_faction_and_the_first_move_are_due(faction: str) -> None:
    rival = FACTIONS[FACTIONS.index(faction) - 1]
    first = set()
    for seed in range(6, 9):
        match = dealt(seed, (faction, rival))
        told = Counter(event["seat"] for event in match.events(None) if event["kind"] == "drew")
        starter = int(match.state.starter)
        first.add(starter)
        for seat, name in enumerate((faction, rival)):
            due = EXCHANGES.factions.get(name, 0) + EXCHANGES.first * (seat == starter)
            assert told[seat] == due == exchanges_of(name, seat == starter)
            assert len(match.state.side(seat).hand) == HAND_CAP
            assert len(match.state.side(seat).deck) == len(dealt(seed, (faction, rival), False).state.side(seat).deck)
    assert first == {0, 1}


def test_the_weakest_cards_make_way_and_nothing_is_lost() -> None:
    match = dealt(4, ("Hedge Court", "Storm Choir"), even=False)
    state, dice = match.state, match.seed.dice("exchange")
    before, top = worth(match, 0), int(state.side(0).deck[-1])
    deck, other = len(state.side(0).deck), list(state.side(1).hand)
    exchange(state, 0, 1, dice)
    assert worth(match, 0) == sorted([*before[1:], int(state.cards.worth[top])]), "the lowest for the top of the deck"
    assert (len(state.side(0).hand), len(state.side(0).deck)) == (HAND_CAP, deck)
    assert list(state.side(1).hand) == other
    GAME.check_laws(state)
    exchange(state, 0, 99, dice)
    GAME.check_laws(state)


def test_only_the_owner_sees_which_cards() -> None:
    match = dealt(1, ("The Levellers", "The Levellers"))
    for seat in (0, 1, None):
        for event in match.events(seat):
            if event["kind"] in ("drew", "returned"):
                assert ("card" in event) == (event["seat"] == seat)


def test_without_the_option_the_deal_is_as_before() -> None:
    kinds = [event["kind"] for event in dealt(1, ("The Levellers", "Moor Hunters"), even=False).events(0)]
    assert kinds == ["starts"]
    assert not GAME.read_options().even
    assert not GAME.read_stored({"faction0": "random"}, GAME.version).even, "matches stored before it"


def test_the_other_side_has_the_same_hand_as_in_the_usual_game() -> None:
    for seed in range(4):
        plain, even = (dealt(seed, ("Hedge Court", "Moor Hunters"), on).state for on in (False, True))
        assert plain.starter == even.starter
        if exchanges_of("Hedge Court", plain.starter == 0) == 0:
            assert list(plain.side0.hand) == list(even.side0.hand)
            assert list(plain.side0.deck) == list(even.side0.deck)


def test_the_preset_and_the_numbers_in_the_rules() -> None:
    assert GAME.read_options(preset="even") == GAME.read_options({"even": True})
    assert all(f"| {name} | {EXCHANGES.factions.get(name, 0)} |" in GAME.rules() for name in FACTIONS)
    assert f"| who moves first | {EXCHANGES.first} more |" in GAME.rules()
    with pytest.raises(Refused, match="MonoGwent, option even: expected yes or no"):
        GAME.read_options({"even": 7})


def test_a_scripted_faction_exchanges_nothing_for_itself() -> None:
    assert exchanges_of("Mushroom Ring", False) == 0
    assert exchanges_of("Mushroom Ring", True) == EXCHANGES.first
