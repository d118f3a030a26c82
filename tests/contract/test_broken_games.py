"""The contract suite notices what is broken: each game here is broken in one way."""

import importlib.util
import random
import sys
from pathlib import Path

import msgspec
import pytest
from tests.core.small_games import CARDS, DASH, HIGHEST, Highest, HighestTable

from parlour.core import OVER, EventTable, Game, Reason, Refused, State, event, number
from parlour.core.testing import check_branches, check_game, check_leaving, positions
from parlour.games import connect_four


def source_copy(file, name):
    """A module of connect four, read from its source under another name, so that it can be broken."""
    text = (Path(connect_four.__file__).parent / file).read_text(encoding="utf-8")
    spec = importlib.util.spec_from_loader(name, loader=None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    for part in ("state", "lens"):
        text = text.replace(f"parlour.games.connect_four.{part}", f"broken_four_{part}")
    exec(text, module.__dict__)
    return module


rules = source_copy("state.py", "broken_four_state")
source_copy("lens.py", "broken_four_lens")
four = source_copy("game.py", "broken_four_game")
Board = rules.ConnectFour


def four_with(**broken):
    """Connect four with some methods of its position replaced."""
    table = type("BrokenBoard", (Board,), {**broken, "copy": broken.get("copy", copy_of_a_board)})

    class BrokenFour(four.ConnectFourGame):
        def new(self, options, seats, dice):
            return table()

        def imagine(self, view, dice):
            state = table()
            sound = super().imagine(view, dice)
            for field in ("mover", "out", "discs0", "discs1", "winner"):
                setattr(state, field, getattr(sound, field))
            return state

    return BrokenFour()


def copy_of_a_board(self):
    twin = type(self)()
    for field in ("mover", "out", "discs0", "discs1", "winner"):
        setattr(twin, field, getattr(self, field))
    return twin


def highest_with(game=(), **broken):
    """Highest, a game with hidden hands, with some methods of its position or of its rule-book replaced."""
    table = type("BrokenHighest", (HighestTable,), broken)
    return type("BrokenGame", (Highest,), {"State": table, **dict(game)})()


def test_the_sound_copies_pass():
    check_game(four_with(), games=2)
    check_game(highest_with(), games=3)
    check_game(HIGHEST, games=3)
    check_game(DASH, games=3)


# --- a board of connect four broken in one way each ---


def loses_a_disc(self, move, dice):
    Board.play(self, move, dice)
    if self.discs0 | self.discs1 > 2**20:
        self.discs0 = 0


def forgets_the_winner_in_a_copy(self):
    twin = copy_of_a_board(self)
    twin.discs1 = 0
    return twin


def repeats_a_move(self):
    moves = Board.moves(self)
    return moves + moves[:1]


def goes_on_after_the_end(self):
    return Board.moves(self) or [0]


def offers_nothing_beside_a_high_column(self):
    return [move for move in Board.moves(self) if Board.height(self, 3) < 3]


def changes_when_asked(self):
    self.asked = getattr(self, "asked", 0) + 1
    return Board.moves(self)


def offers_in_another_order_each_time(self):
    return random.sample(Board.moves(self), len(Board.moves(self)))


def offers_a_ninth_column(self):
    return [*Board.moves(self), 9 << 6] if Board.moves(self) else []


def allows_everything(self, move):
    return True


def plays_somewhere_else(self, move, dice):
    Board.play(self, random.choice(Board.moves(self)), dice)


def never_ends(self, move, dice):
    Board.play(self, move, dice)
    if self.mover < 0:
        self.discs0 = self.discs1 = self.mover = 0
        self.winner = -1


def leaver_wins(self, seat):
    Board.leave(self, seat)
    self.winner = seat


def forgets_who_left_in_a_copy(self):
    twin = copy_of_a_board(self)
    twin.out = 0
    return twin


BROKEN_BOARDS = {
    "a copy forgets who left": (four_with(copy=forgets_who_left_in_a_copy), "copy differs from its original: out "),
    "loses a disc": (four_with(play=loses_a_disc), "alternate"),
    "a copy that differs": (four_with(copy=forgets_the_winner_in_a_copy), "copy differs from its original: discs1"),
    "moves repeat": (four_with(moves=repeats_a_move), "listed twice"),
    "moves after the end": (four_with(moves=goes_on_after_the_end), "after the end"),
    "no moves before the end": (four_with(moves=offers_nothing_beside_a_high_column), "no legal move"),
    "asking changes the position": (four_with(moves=changes_when_asked), "changed the position"),
    "another order each time": (four_with(moves=offers_in_another_order_each_time), "differ when listed again"),
    "a move outside the table": (four_with(moves=offers_a_ninth_column), "must be below"),
    "illegal moves are allowed": (four_with(allows=allows_everything), "illegal move"),
    "luck from elsewhere": (four_with(play=plays_somewhere_else), None),
    "no end": (four_with(play=never_ends), "no end after"),
    "payoffs do not add up": (four_with(payoffs=lambda self: [1.0, 1.0]), "do not add up"),
    "negative payoffs": (four_with(payoffs=lambda self: [2.0, -1.0]), "payoffs"),
    "a payoff is missing": (four_with(payoffs=lambda self: [1.0]), "1 payoffs"),
    "the leaver wins": (four_with(leave=leaver_wins), "left and still won"),
    "judge beyond its range": (four_with(judge=lambda self, seat: 1.5), "judge says"),
    "a default that is not legal": (four_with(default_move=lambda self: 9 << 6), "default move"),
    "a candidate that is not legal": (four_with(candidates=lambda self: [9 << 6]), "candidate"),
    "a feature too few": (four_with(features=lambda self, seat: [1.0]), "1 numbers for"),
    "unfair random moves": (four_with(random_move=lambda self, dice: Board.moves(self)[0]), "not fair"),
}


@pytest.mark.parametrize("broken", BROKEN_BOARDS)
def test_a_broken_board_is_noticed(broken, monkeypatch):
    monkeypatch.setattr(positions, "LONGEST", 500)
    game, complaint = BROKEN_BOARDS[broken]
    with pytest.raises((AssertionError, Refused), match=complaint):
        check_game(game, games=4)


def ends_at_once(self, move, dice):
    Board.play(self, move, dice)
    self.winner, self.mover = 0, OVER


def leaves_no_winner(self, seat):
    State.leave(self, seat)


def test_leaving_is_tried_in_short_games_too():
    with pytest.raises(AssertionError, match=r"payoffs .* seats that left"):
        check_leaving(four_with(play=ends_at_once, leave=leaves_no_winner), 2)


CHANCE = random.Random(1)


def deals_by_chance(self, seat, dice):
    hidden = self.deck + self.hands[1 - seat]
    CHANCE.shuffle(hidden)
    size = len(self.deck)
    self.deck, self.hands[1 - seat] = hidden[:size], hidden[size:]


def test_dealing_anew_uses_no_other_dice_than_its_own():
    """Otherwise nobody could replay a game that was played on."""
    with pytest.raises(AssertionError, match=r"played on from ply \d+, dealt anew for seat \d"):
        check_branches(highest_with(redeal=deals_by_chance), 2)


def gives_away_a_card(self, seat, dice):
    HighestTable.redeal(self, seat, dice)
    if self.deck and self.hands[seat]:
        self.deck[0], self.hands[seat][0] = self.hands[seat][0], self.deck[0]


def test_dealing_anew_leaves_the_seat_its_own_cards():
    with pytest.raises(AssertionError, match=r"played on from ply 0, dealt anew for seat 0: the view has changed"):
        check_branches(highest_with(redeal=gives_away_a_card), 2)


def test_what_a_game_forgot_is_named():
    with pytest.raises(AssertionError, match=r"Unfinished does not define title, .*View.* imagine\(\)"):
        check_game(type("Unfinished", (Game,), {"name": "unfinished"})())
    without_payoffs = type("NoPayoffs", (State,), {"moves": Board.moves, "play": Board.play, "copy": Board.copy})
    game = type(
        "Forgetful", (four.ConnectFourGame,), {"new": lambda self, options, seats, dice: without_payoffs(2, 0)}
    )()
    with pytest.raises(AssertionError, match=r"NoPayoffs does not define payoffs\(\)"):
        check_game(game)


# --- a game with secrets broken in one way each ---


def shares_a_hand(self):
    twin = HighestTable.copy(self)
    twin.hands[0] = self.hands[0]
    return twin


def loses_a_card(self, seat):
    self.tell(1, seat, self.deck[-1])
    self.deck.pop()


def redeals_ones_own_hand(self, seat, dice):
    HighestTable.redeal(self, 1 - seat, dice)


def guesses_wrong_sizes(self, seat, dice):
    if self.hands[1 - seat]:
        self.deck.insert(0, self.hands[1 - seat].pop())


def shows_the_rivals_hand(self, state, seat):
    hand = [] if seat is None else [*state.hands[seat], *state.hands[1 - seat]]
    return msgspec.structs.replace(Highest.view(self, state, seat), hand=sorted(hand))


def shows_the_deck_in_order(self, state, seat):
    return msgspec.structs.replace(Highest.view(self, state, seat), unseen=list(state.deck))


def forgets_the_trick(self, view, dice):
    state = Highest.imagine(self, view, dice)
    state.lying = -1
    return state


TELLS_ALL = EventTable(
    event("laid", number("seat", 2), number("card", CARDS)),
    event("drew", number("seat", 2), number("card", CARDS), reveals=True),
)


def all_cards_are_there(self, state):
    assert len(state.hands[0]) + len(state.hands[1]) + len(state.deck) + sum(state.tricks) * 2 >= CARDS - 1, "lost"


def mute(self, state, move):
    return Reason("illegal", "no")


def counts_the_rivals_cards(self, seat):
    return [float(sum(self.hands[1 - seat]))]


BROKEN_SECRETS = {
    "a feature tells the rival's hand": (
        highest_with(game={"features": ("rival's cards",)}, features=counts_the_rivals_cards),
        'feature "rival\'s cards" of seat . depends on what the seat cannot know',
    ),
    "a copy shares a list": (highest_with(copy=shares_a_hand), "changed the original"),
    "loses a card": (highest_with(game={"check_laws": all_cards_are_there}, draw=loses_a_card), "lost"),
    "redeal changes one's own hand": (highest_with(redeal=redeals_ones_own_hand), "redeal changes"),
    "redeal changes the sizes": (highest_with(redeal=guesses_wrong_sizes), "redeal changes"),
    "the view shows the rival's hand": (highest_with(game={"view": shows_the_rivals_hand}), "changes what seat"),
    "the view shows the deck's order": (highest_with(game={"view": shows_the_deck_in_order}), "changes what seat"),
    "imagine does not fit the view": (highest_with(game={"imagine": forgets_the_trick}), "imagine changes"),
    "events tell more than the view": (highest_with(game={"events": TELLS_ALL}), "more than its view"),
    "a refusal without a sentence": (highest_with(game={"why_not": mute}), "'no'"),
    "a position without words": (highest_with(game={"say_view": lambda self, view, names, options: " "}), "no words"),
    "a situation of two lines": (
        highest_with(game={"say_situation": lambda self, view, names, seat, options: "Level.\nStill."}),
        "not a sentence",
    ),
    "a situation that fills the board": (
        highest_with(game={"say_situation": lambda self, view, names, seat, options: "Level, " * 40}),
        "longer than a line",
    ),
}


@pytest.mark.parametrize("broken", BROKEN_SECRETS)
def test_a_broken_secret_is_noticed(broken):
    game, complaint = BROKEN_SECRETS[broken]
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, games=6)


def test_a_game_that_claims_to_hide_and_hides_nothing_is_noticed():
    class Boast(type(four_with())):
        hides = True

    with pytest.raises(AssertionError, match="never change anything hidden"):
        check_game(Boast(), games=2)


class Printed:
    """What never changes, allegedly."""

    SHARED = True

    def __init__(self):
        self.names = ["red", "yellow"]


def test_playing_must_not_change_what_all_copies_share():
    printed = Printed()

    def play(self, move, dice):
        printed.names[0] = "blue"
        Board.play(self, move, dice)

    def begin(self):
        Board.__init__(self)
        self.printed = printed

    with pytest.raises(AssertionError, match=r"what all copies share: printed[.]names[.]0 red becomes blue"):
        check_game(four_with(__init__=begin, play=play), games=1)
