"""What a position of Kata TCG means, and that "lethal" is true."""

from __future__ import annotations

import pytest
from tests.games.kata_tcg.tables import Duel, Side, Table

from parlour.core.dice import NoDice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.speech import situation
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.moves import MOVES


def line(duel: Duel, of: str | None) -> str:
    seat = None if of is None else duel.seats[of]
    people = ["", ""]
    people[duel.seats["a"]], people[duel.seats["b"]] = "Ann", "Ben"
    return situation(GAME, duel.match.view(seat), people, seat, duel.match.options, seat)


def test_lethal_from_the_board(table: Table) -> None:
    duel = table("minions", a=Side(mana=0, board="m1 slash 4/4; m2 slash 5/5; m3 slash 9/9 asleep"), b=Side(hp=9))
    assert line(duel, "a") == "9 damage on your board, Ben at 9: lethal."
    assert line(duel, "b") == "9 damage on Ann's board, you at 9: lethal."
    assert line(duel, None) == "9 damage on Ann's board, Ben at 9: lethal."


def test_lethal_with_cards_that_only_their_owner_sees(table: Table) -> None:
    duel = table("minions", a=Side(mana=3, hand="strike", board="m1 slash 4/4"), b=Side(hp=7))
    assert line(duel, "a") == "4 damage on your board and 3 in hand, Ben at 7: lethal."
    assert line(duel, "b") == "You trail 7 to 30; 4 damage on Ann's board this turn."


def test_danger_on_the_rivals_board(table: Table) -> None:
    duel = table("minions", a=Side(hp=6, mana=1, hand="cut"), b=Side(board="m1 slash 4/4 asleep; m2 slash 3/3 used"))
    assert line(duel, "a") == "7 damage on Ben's board, you at 6: lethal next turn unless you stop it."
    assert line(duel, "b") == "7 damage on your board, Ann at 6: lethal next turn unless Ann stops it."


def test_an_empty_deck(table: Table) -> None:
    duel = table("classic", a=Side(hp=12, hand="strike", deck=0), b=Side(hp=15))
    assert line(duel, "a") == "You trail 12 to 15; your deck is empty, which costs 1 health a turn."


def test_a_rival_who_bleeds_to_death(table: Table) -> None:
    duel = table("minions", a=Side(mana=0, board="m1 slash 4/4"), b=Side(hp=5, deck=0))
    assert line(duel, "a") == "4 damage on your board and 1 for an empty deck, Ben at 5: lethal."
    duel.play("fight m1 player")
    assert duel.won_by[0] == "a"


def finishes(state: Kata) -> bool:
    """Whether the mover can bring the rival down, at the latest when the rival's next turn begins, by going for it."""
    for move in state.moves():
        kind, values = int(move) & 63, MOVES.values(int(move))
        if kind not in (moves.ATTACK, moves.FIGHT, moves.END) or (kind != moves.END and values[1] != moves.PLAYER):
            continue
        twin = state.copy()
        twin.play(move, NoDice())
        if twin.turn <= state.turn + 1 and twin.winner == state.mover:
            return True
        if twin.mover == state.mover and twin.turn == state.turn and finishes(twin):
            return True
    return False


@pytest.mark.parametrize("preset", ["classic", "full"])
def test_lethal_is_said_whenever_it_is_true_and_never_otherwise(preset: str) -> None:
    said = {True: 0, False: 0}
    for seed in range(6):
        match = Match(GAME, GAME.read_options(preset=preset), 2, Seed.parse(str(seed)))
        dice = Seed.parse("8").dice("moves")
        while not match.over:
            state = match.state
            assert isinstance(state, Kata)
            if state.side(1 - state.mover).health <= 14:
                lethal = line(Duel(match, 0), "ab"[match.mover]).endswith(": lethal.")
                assert lethal == finishes(state)
                said[lethal] += 1
            match.play(match.mover, int(state.random_move(dice)))
    assert min(said.values()) > 2
