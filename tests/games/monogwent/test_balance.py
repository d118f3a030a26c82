"""What is said about the balance of a script: only what the numbers bear, however many decks there are."""

import random

import pytest

from parlour.arena.series import Share, measured, wilson
from parlour.rooms.monogwent import balance
from parlour.rooms.monogwent.balance import DeckShare, Part, Tally, each_of, shift, sum_up

FERRY = 'card { Type: "Silver", Name: "Ferry Hand", Faction: "Neutral", Power: 3, Range: ["Melee"] }'
DECKS = ("Hedge Court", "Storm Choir", "Moor Hunters", "The Levellers")


def verdict(before: dict[str, float], after: dict[str, float], games: int, script: str = FERRY) -> str:
    """What is said when decks make these shares; a deck not named makes half."""
    tallies = []
    for scripted, shares in ((False, before), (True, after)):
        for deck in {*DECKS, *shares}:
            points = games * shares.get(deck, 0.5)
            tallies.append(Tally(Part((deck, "nobody"), scripted, games, ""), (points, games - points)))
    return sum_up(script, "greedy", tallies).verdict


@pytest.mark.parametrize(
    ("after", "games", "said"),
    [
        (0.60, 2000, "Hedge Court got clearly stronger (+10.0 points in a hundred)."),
        (0.40, 2000, "Hedge Court got clearly weaker (-10.0 points in a hundred)."),
        (0.60, 400, "Hedge Court got stronger (+10.0 points in a hundred)."),  # by 5 at least is not certain
        (0.52, 40_000, "Hedge Court got a little stronger (+2.0 points in a hundred)."),
        (0.60, 100, "No deck's share moved further than chance would explain"),
        (0.75, 12, "No deck's share moved further than chance would explain"),
    ],
)
def test_clearly_is_said_only_where_the_interval_says_so(after: float, games: int, said: str) -> None:
    assert verdict({}, {"Hedge Court": after}, games).startswith(said)


def test_every_deck_that_moved_is_named_the_furthest_first() -> None:
    told = verdict({}, {"Hedge Court": 0.58, "Storm Choir": 0.38}, 3000)
    assert told.index("Storm Choir got clearly weaker") < told.index("Hedge Court got")


def test_the_more_decks_the_surer_one_must_be_of_each() -> None:
    assert each_of(1) == pytest.approx(1.96, abs=0.001)
    assert each_of(4) == pytest.approx(2.498, abs=0.001)
    one, other = Share(0.5, 0, 1, 400), Share(0.58, 0, 1, 400)
    assert shift(one, other, each_of(1))[0] > 0 > shift(one, other, each_of(8))[0]


def test_where_nothing_changed_almost_nothing_is_said() -> None:
    """Fair coins, four decks with and without: about one measurement in twenty names a deck, not one in five."""
    chance = random.Random(11)

    def share(games: int) -> Share:
        won = sum(chance.random() < 0.5 for _ in range(games)) / games
        return measured(won, games)

    alarms = 0
    for _ in range(400):
        decks = [DeckShare(deck, share(120), share(120)) for deck in DECKS]
        alarms += "got" in balance._verdict(decks)
    assert alarms <= 32


NEW = FERRY + 'card { Type: "Leader", Name: "Old Wick", Faction: "Lantern Folk" }'


@pytest.mark.parametrize(
    ("share", "games", "said"),
    [
        (0.70, 400, "Lantern Folk is too strong: 70%"),
        (0.30, 400, "Lantern Folk is too weak: 30%"),
        (0.50, 400, "Lantern Folk is fair: 50%"),
        (0.65, 100, "Lantern Folk is at 65%; more games would show"),
        (0.50, 40, "Lantern Folk is at 50%; more games would show"),
    ],
)
def test_a_new_deck(share: float, games: int, said: str) -> None:
    assert verdict({}, {"Lantern Folk": share}, games, NEW).startswith(said)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.51, 1.0, 1 / 3])
def test_an_interval_holds_its_share(share: float) -> None:
    for games in (1, 2, 12, 1000):
        low, high = wilson(share, games)
        assert 0 <= low <= share <= high <= 1
        wide = wilson(share, games, 2.58)
        assert wide[0] <= low and high <= wide[1]
