"""The scale of a game: what points mean, who moves, and how well it finds out who is stronger."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from parlour.arena.anchors import HOUSE, Anchor, Anchors, player_of, shipped
from parlour.arena.scale import MIDDLE, POINT, Scale, Strength, points_of, strength_of
from parlour.bots.seat_words import read_word
from parlour.games import HOUSE as GAMES
from parlour.games import find

LEVELS = {"easy": 1300.0, "medium": 1500.0, "hard": 1700.0}
SCALE = Scale(Anchors("nim", [Anchor(level, points, 30.0) for level, points in LEVELS.items()]))
LOGIT = 400 / math.log(10)


class Ladder:
    """Players who meet, and what the scale makes of it."""

    def __init__(self) -> None:
        self.known: dict[str, Strength] = {}

    def play(self, players: Sequence[str], payoffs: Sequence[float]) -> list[tuple[Strength, Strength]]:
        rated = SCALE.rate(players, payoffs, [self.known.get(player) for player in players])
        self.known |= {player: new for player, (_, new) in zip(players, rated, strict=True)}
        return rated

    def points(self, player: str) -> float:
        return MIDDLE + (self.known[player].mu - 25) * POINT


def test_a_newcomer_is_in_the_middle_and_provisional() -> None:
    shown = points_of(*Strength())
    assert (shown.points, shown.provisional) == (1500, True)


@pytest.mark.parametrize(("points", "margin"), [(1500.0, 30.0), (900.0, 12.5), (2400.0, 90.0)])
def test_points_can_be_read_back(points: float, margin: float) -> None:
    assert points_of(*strength_of(points, margin)) == (round(points), round(margin))


def test_winners_gain_and_losers_lose_what_they_have_to() -> None:
    ladder = Ladder()
    ladder.play(["ann", "ben", "cid"], [1, 0, 0])
    assert ladder.points("ann") > 1500 > ladder.points("ben") == ladder.points("cid")
    drawn = Ladder()
    drawn.play(["ann", "ben"], [0.5, 0.5])
    assert drawn.points("ann") == pytest.approx(1500) == drawn.points("ben")


def test_a_level_that_was_measured_never_moves() -> None:
    ladder = Ladder()
    for _ in range(30):
        ladder.play(["ann", HOUSE + "hard", HOUSE + "easy"], [1, 0, 0])
    assert [round(ladder.points(HOUSE + level)) for level in ("hard", "easy")] == [1700, 1300]
    assert ladder.points("ann") > 1700


def test_a_house_player_on_several_seats_stays_put() -> None:
    rated = Ladder().play(["ann", "house:greedy", "house:greedy"], [1, 0, 0])
    assert rated[0][0] != rated[0][1]
    assert rated[1][0] == rated[1][1] and rated[2][0] == rated[2][1]


def test_whoever_plays_on_equal_terms_with_a_level_gets_its_points() -> None:
    ladder, dice = Ladder(), random.Random(4)
    for _ in range(60):
        won = float(dice.random() < 0.5)
        ladder.play(["ann", HOUSE + "hard"], [won, 1 - won])
    shown = points_of(*ladder.known["ann"])
    assert abs(shown.points - 1700) < shown.margin and not shown.provisional


def test_a_rating_is_provisional_for_about_ten_games() -> None:
    ladder = Ladder()
    sure = []
    for number in range(25):
        ladder.play(["ann", HOUSE + "medium"], [number % 2, 1 - number % 2])
        sure.append(not points_of(*ladder.known["ann"]).provisional)
    assert 7 <= sure.index(True) < 14


def ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    places = [0] * len(values)
    for place, number in enumerate(order):
        places[number] = place
    return places


def spearman(left: Sequence[float], right: Sequence[float]) -> float:
    n = len(left)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(left), ranks(right), strict=True))
    return 1 - 6 * apart / (n * (n * n - 1))


@pytest.mark.parametrize("seats", [(2,), (2, 3, 4)])
def test_the_order_of_a_population_is_found_and_the_house_stays_anchored(seats: tuple[int, ...]) -> None:
    """500 players of known strength, 20 000 games, a quarter of them with a level of the house."""
    dice = random.Random(15)
    truth = {f"guest {number}": dice.gauss(1500, 250) for number in range(500)}
    guests = list(truth)
    truth |= {HOUSE + level: points for level, points in LEVELS.items()}
    ladder = Ladder()
    for number in range(20_000):
        players = dice.sample(guests, dice.choice(seats))
        if number % 4 == 0:
            players[0] = HOUSE + dice.choice(list(LEVELS))
        chances = [truth[player] / LOGIT - math.log(-math.log(dice.random())) for player in players]
        payoffs = [float(place) for place in ranks(chances)]
        ladder.play(players, payoffs)
    found = [ladder.points(guest) for guest in guests]
    real = [truth[guest] for guest in guests]
    assert spearman(real, found) >= 0.95
    assert all(ladder.points(HOUSE + level) == pytest.approx(points) for level, points in LEVELS.items())
    shown = [points_of(*ladder.known[guest]) for guest in guests]
    within = sum(abs(one.points - true) <= one.margin for one, true in zip(shown, real, strict=True))
    assert within >= 0.8 * len(guests)
    assert abs(sum(found) - sum(real)) / len(guests) < 30  # 1500 means the same at the end


@pytest.mark.parametrize("name", GAMES)
def test_the_anchors_of_a_game_are_players_that_last(name: str) -> None:
    game = find(name)
    anchors = shipped(game)
    assert anchors.game == name and len({one.word for one in anchors.anchors}) == len(anchors.anchors)
    measured = {word for one in anchors.measured for pair in one.pairs for word in (pair.upper, pair.lower)}
    for one in anchors.anchors:
        word = read_word(game, one.word)
        assert not word.by_the_clock or "iterations" in word.settings
        assert one.word in measured
    assert player_of(game, "greedy") == "house:greedy" and player_of(game, "hard").startswith("house:search:")
