"""The rules of Nim, and the contract that every game of the house keeps."""

from nim.game import GAME, Heaps

from parlour.core import Match, Seed
from parlour.core.testing import check_game


def match(*heaps: int) -> Match:
    """A match with these heaps."""
    found = Match(GAME, {}, seed=Seed.parse("1"))
    found.state = Heaps(list(heaps))
    return found


def take(stones: int, heap: int) -> int:
    return GAME.moves.pack("take", heap, stones - 1)


def test_the_game_keeps_the_contract() -> None:
    check_game(GAME)


def test_whoever_takes_the_last_stone_wins() -> None:
    played = match(1, 1, 0)
    played.play(0, take(1, heap=0))
    played.play(1, take(1, heap=1))
    assert played.over
    assert played.state.payoffs() == [0.0, 1.0]


def test_nobody_takes_more_stones_than_there_are() -> None:
    reason = match(2, 5, 0).why_not(0, take(3, heap=0))
    assert reason is not None
    assert reason.text == "Heap 1 has only 2 stones, not 3."
