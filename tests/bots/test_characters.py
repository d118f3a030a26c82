"""A character chooses what suits it, and nothing worse."""

import pytest

from parlour.bots.seat_words import read_word
from parlour.bots.thinkers import FANCY, SearchPlayer
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.games import HOUSE, find
from parlour.games.connect_four.game import ConnectFourGame


class Leaning(ConnectFourGame):
    """Connect four in which the bold play on the right."""

    def lean(self, state, seat):
        return {"bold": int(state.discs0), "patient": -int(state.discs0)}


def decides(temper: str, *tally: tuple[float, float], careless: int = 0) -> int:
    """The column that a player of this temper chooses; the tally has visits and share for columns 0, 1, …"""
    game = Leaning()
    state = game.new(game.read_options(), 2, Dice(1, 2, 3, 4))
    player = SearchPlayer(game, Seed.parse("1").dice("x"), iterations=1, temper=careless)
    player.leaning = temper
    moves = [int(move) for move in state.moves()]
    return moves.index(player._decide([(moves[at], n, share) for at, (n, share) in enumerate(tally)], state))


def test_between_equals_temper_decides() -> None:
    equals = [(100, 0.5), (100, 0.5), (100, 0.5)]
    assert decides("bold", *equals) == 2
    assert decides("patient", *equals) == 0
    assert decides("", *equals) == 0


def test_a_worse_move_is_never_fancied() -> None:
    assert decides("bold", (100, 0.5), (100, 0.5 - 2 * FANCY)) == 0
    assert decides("bold", (100, 0.5), (20, 0.5)) == 0, "hardly looked at"
    assert decides("patient", (100, 0.9), (100, 1.0)) == 1, "a sure win"


def test_careless_players_have_a_temper_too() -> None:
    assert decides("bold", (100, 0.5), (100, 0.5), careless=1) == 1
    assert decides("patient", (100, 0.5), (100, 0.5), careless=1) == 0


def test_a_seat_word_names_a_character() -> None:
    game = find("kata-tcg")
    word = read_word(game, "hard@Odile")
    assert word.character is not None
    assert word.character.temper == "teasing"
    assert word.player(game, Dice(1, 2, 3, 4)).leaning == "teasing"
    assert read_word(game, "cmd:bot@home").character is None
    with pytest.raises(Refused, match="no player called 'nobody'"):
        read_word(game, "hard@nobody")


def usual(game: AnyGame, state: State, dice: Dice) -> list[int]:
    """What somebody plays here without much thought."""
    planner = state.planner(dice, game.evaluator())
    if planner is None:
        return [state.playout_move(dice)]
    planner.think(1, 0.0)
    return planner.moves()


@pytest.mark.parametrize("name", [name for name in HOUSE if name != "connect-four"])
def test_every_game_says_what_suits_whom(name: str) -> None:
    game, dice = find(name), Dice(1, 2, 3, 4)
    seen: dict[str, set[int]] = {}
    for sensible in (False, True):
        state = game.new(game.read_options(preset=game.measured), game.default_seats, dice)
        for _ in range(150):
            if state.mover < 0:
                break
            for temper, value in game.lean(state, 0).items():
                seen.setdefault(temper, set()).add(value)
            for move in usual(game, state, dice) if sensible else [state.random_move(dice)]:
                state.play(move, dice)
    assert {temper for temper, values in seen.items() if len(values) > 1} >= {"bold", "patient", "thrifty"}
    assert "teasing" in seen
