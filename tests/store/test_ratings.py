"""Rated games: entered into the ledger with their result, counted once and in order, counted anew by other rules."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from parlour.store import (
    CountGames,
    CreateMatch,
    RatedSeat,
    SaveGuest,
    Seat,
    Store,
    StoreError,
    UpdateMatch,
)
from parlour.store.rating_writes import Pair

SEED = "5eedc0de" * 4
GUESTS = ("ann", "ben", "cid")


def tell(seats: Sequence[RatedSeat], known: Sequence[Pair | None]) -> list[tuple[Pair, Pair]]:
    """Ratings that tell the order of the games: each appends what was won, as a digit."""
    before = [(0.0, 9.0) if one is None else one for one in known]
    return [(old, (10 * old[0] + seat.payoff, old[1] / 2)) for seat, old in zip(seats, before, strict=True)]


@pytest.fixture
def ledger(store: Store) -> Store:
    for guest in GUESTS:
        store.write(SaveGuest(guest, guest.title(), "bot" if guest == "cid" else "person"))
    return store


def play(store: Store, *payoffs: tuple[str, float], at: float = 1.0, game: str = "nim", listed: bool = False) -> str:
    """A rated match of these guests, over at this time."""
    seats = [Seat(None, player[6:]) if player.startswith("house:") else Seat(player) for player, _ in payoffs]
    made = store.write(CreateMatch(game, "1", SEED, seats=seats, status="running", listed=listed))
    assert made.match is not None
    store.write(ended(made.match.id, *payoffs, at=at))
    return made.match.id


def ended(match: str, *payoffs: tuple[str, float], at: float = 1.0) -> UpdateMatch:
    rated = [RatedSeat(seat, player, payoff) for seat, (player, payoff) in enumerate(payoffs)]
    return UpdateMatch(match, status="over", ended=at, result={"payoffs": [won for _, won in payoffs]}, rated=rated)


def count(store: Store, rules: str = "1", most: int = 200) -> int:
    return store.write(CountGames("nim", rules, tell, most))


def shown(store: Store, game: str = "nim") -> dict[str, tuple[float, int]]:
    return {one.player: (one.mu, one.games) for one in store.reads.ratings(game)}


def test_a_game_counts_once_however_often_its_result_is_stored(ledger: Store) -> None:
    match = play(ledger, ("ann", 1), ("ben", 0))
    ledger.write(ended(match, ("ann", 1), ("ben", 0), at=2.0))
    assert ledger.reads.rated() == ledger.reads.rated(waiting=True) == ["nim"]
    assert (count(ledger), count(ledger)) == (1, 0)
    ledger.write(ended(match, ("ann", 1), ("ben", 0), at=3.0))
    assert count(ledger) == 0
    assert shown(ledger) == {"ann": (1.0, 1), "ben": (0.0, 1)}
    assert (ledger.reads.rated(), ledger.reads.rated(waiting=True)) == (["nim"], [])


def test_only_a_match_with_a_result_is_rated() -> None:
    with pytest.raises(StoreError, match="needs its result"):
        UpdateMatch("m", status="closed", rated=[RatedSeat(0, "ann", 1.0)])


def test_games_are_counted_as_they_ended(ledger: Store) -> None:
    for at, won in ((3.0, 3), (1.0, 1), (2.0, 2)):
        play(ledger, ("ann", won), ("ben", 0), at=at)
    play(ledger, ("ann", 9), ("ben", 0), game="chess")
    assert [count(ledger, most=2), count(ledger, most=2), count(ledger, most=2)] == [2, 1, 0]
    assert shown(ledger) == {"ann": (123.0, 3), "ben": (0.0, 3)}
    play(ledger, ("ann", 4), ("ben", 0), at=0.5)  # its process was slow: it counts now
    count(ledger)
    assert shown(ledger)["ann"] == (1234.0, 4)
    [first, *_, last] = reversed(ledger.reads.rated_games("ann"))
    assert (last.old, last.new) == ((12.0, 9 / 4), (123.0, 9 / 8)) and (first.at, last.at) == (0.5, 3.0)


def test_other_rules_count_the_ledger_anew_in_the_old_order(ledger: Store) -> None:
    for at, won in ((2.0, 1), (1.0, 2)):
        play(ledger, ("ann", won), ("ben", 0), at=at)
        count(ledger)
    play(ledger, ("ann", 3), ("ben", 0), at=0.0)
    assert [count(ledger, "2", most=1) for _ in range(4)] == [1, 1, 1, 0]
    assert shown(ledger)["ann"] == (123.0, 3)


def test_rivals_count_each_game_once(ledger: Store, place: str) -> None:
    matches = [play(ledger, ("ann", 1), ("ben", 0), at=float(number)) for number in range(12)]

    def work(house: Store) -> int:
        done = 0
        for match in matches:
            house.write(ended(match, ("ann", 1), ("ben", 0)))
            done += count(house, most=1)
        return done

    with Store.open(place) as rival, ThreadPoolExecutor(2) as threads:
        assert sum(threads.map(work, [ledger, rival])) == 12
    assert shown(ledger) == {"ann": (float("1" * 12), 12), "ben": (0.0, 12)}


def test_a_player_is_found_with_their_results(ledger: Store) -> None:
    play(ledger, ("ann", 1), ("ben", 0), at=1.0)
    play(ledger, ("ann", 0.5), ("ben", 0.5), at=2.0)
    play(ledger, ("cid", 0), ("ann", 1), ("ben", 0), at=3.0)
    play(ledger, ("house:hard", 1), ("ann", 0), at=4.0)
    count(ledger)
    scores = {one.rival: (one.won, one.drawn, one.lost) for one in ledger.reads.scores("ann")}
    assert scores == {"ben": (2, 1, 0), "cid": (1, 0, 0), "house:hard": (0, 0, 1)}
    best = ledger.reads.rated_wins("ann")
    assert {(mine.at, theirs.player) for mine, theirs in best} == {(3.0, "cid"), (3.0, "ben")}
    found = dict(ledger.reads.ratings_of(["ann", "house:hard"]) and ledger.reads.ratings_of(["cid"]))
    assert found["nim"].name == "Cid" and found["nim"].kind == "bot"
    kinds = {one.player: one.kind for one in ledger.reads.ratings("nim")}
    assert kinds == {"ann": "person", "ben": "person", "cid": "bot", "house:hard": None}
    assert [one.player for one in ledger.reads.ratings("nim", "bot")] == ["cid"]


def test_public_are_rated_games_and_those_from_the_lobby(ledger: Store) -> None:
    over = {"seats": [Seat("ann")], "status": "over", "result": {"payoffs": [1]}}
    private = CreateMatch("nim", "1", SEED, **over, ended=1.0)
    listed = CreateMatch("nim", "1", SEED, **over, listed=True, ended=2.0)
    running = CreateMatch("nim", "1", SEED, seats=[Seat("ann")], status="running", listed=True)
    for write in (private, listed, running):
        ledger.write(write)
    rated = play(ledger, ("ann", 1), ("ben", 0), at=3.0)
    assert [one.id for one in ledger.reads.public_games("ann")] == [rated, listed.key]
