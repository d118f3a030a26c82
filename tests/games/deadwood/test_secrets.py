"""Section 6: what lies face down is hidden from all (D43), also after a reshuffle (R12)."""

from collections import Counter

import pytest
from tests.games.deadwood.given import Lot
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.testing import encode, hidden_frequencies
from parlour.games.deadwood.codes import CARDS
from parlour.games.deadwood.files import read_texts
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.moves import END_TURN
from parlour.games.deadwood.options import DeadwoodOptions


def test_d43_hidden_cards():
    truth = Lot(3)
    other = Lot(3)
    other.state.redeal(0, Dice(3, 1, 4, 1))
    assert list(other.state.scene) != list(truth.state.scene)
    for words in ("end_turn", "end_turn"):
        for seat in (None, 0, 1, 2):
            assert encode(GAME.view(truth.state, seat)) == encode(GAME.view(other.state, seat))
        assert truth.decisions == other.decisions
        truth.play(words)
        other.play(words)
        assert truth.events == other.events
    truth.play("move saloon")
    other.play("move saloon")
    assert truth.on("saloon").card != other.on("saloon").card


def test_a_face_down_card_is_any_unseen_card_equally_often():
    lot = Lot(2).play("move saloon")
    seen = lot.on("saloon").card
    hotel = lot.area("hotel")
    imagined, redealt = hidden_frequencies(
        GAME, GAME.view(lot.state, 0), 0, lambda s: CARDS[int(s.scene[hotel])], 3900, Dice(1, 1, 2, 3)
    )
    for found in (imagined, redealt):
        assert set(found) == set(CARDS[:40]) - {seen}
        assert min(found.values()) > 55
        assert max(found.values()) < 150


def short_deck(cards):
    """A lot of two sets with this many scenes."""
    board = """<board>
<set name="A"><neighbors><neighbor name="trailer"/><neighbor name="B"/></neighbors><takes><take number="1"/></takes>
<parts><part level="1"/></parts></set>
<set name="B"><neighbors><neighbor name="A"/><neighbor name="office"/></neighbors><takes><take number="1"/></takes>
</set>
<trailer><neighbors><neighbor name="A"/></neighbors></trailer>
<office><neighbors><neighbor name="B"/></neighbors></office>
</board>"""
    deck = "<cards>" + '<card budget="2"><part level="1"/></card>' * cards + "</cards>"
    found, _ = read_texts(board.encode(), deck.encode())
    return found


def test_r12_the_pile_is_made_new_from_what_is_out_of_play():
    """Three cards, two sets: day 2 deals the last card, then one of the two that were used on day 1."""
    options = DeadwoodOptions(board=short_deck(3), stall_limit=2, days=3)
    firsts, seconds = Counter(), Counter()
    for seed in range(60):
        match = Match(GAME, options, 2, Seed.parse(str(seed)))
        day1 = [int(c) for c in match.state.scene]
        (left,) = [int(c) for c in match.state.pile]
        for _ in range(2):
            match.enter(match.mover, END_TURN)
        assert match.state.day == 2
        assert int(match.state.scene[0]) == left
        assert int(match.state.scene[1]) in day1
        firsts[day1.index(int(match.state.scene[1]))] += 1
        assert match.state.early == 1
        GAME.check_laws(match.state)
        seconds[len(match.state.pile)] += 1
    assert set(firsts) == {0, 1}
    assert seconds == {1: 60}


def test_r12_a_card_seen_before_the_reshuffle_does_not_lie_where_the_old_pile_was_dealt():
    options = DeadwoodOptions(board=short_deck(3), stall_limit=2, days=3)
    match = Match(GAME, options, 2, Seed.parse("5"))
    match.enter(0, GAME.moves.from_words("move s01"))
    seen = int(match.state.scene[0])
    for _ in range(2):
        match.enter(match.mover, END_TURN)
    view = match.view(0)
    assert (view.day, view.early, view.barred, view.seen) == (2, 1, [CARDS[seen]], [])
    imagined, redealt = hidden_frequencies(
        GAME, view, 0, lambda s: (int(s.scene[0]), int(s.scene[1])), 1200, Dice(1, 1, 2, 3)
    )
    for found in (imagined, redealt):
        assert all(first != seen for first, _ in found)
        assert len(found) == 4
        assert min(found.values()) > 230


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"pile": 29}, "hidden"),
        ({"seen": ["c99"]}, "no card"),
        ({"sets": []}, "sets"),
        ({"mover": 7}, "mover"),
    ],
)
def test_a_view_that_cannot_be_is_refused(change, what):
    data = {**_plain(GAME.view(Lot(2).state, 0)), **change}
    with pytest.raises(Refused, match=what):
        GAME.imagine(GAME.read_view(data), Dice(1, 2, 3, 4))


def _plain(view):
    import msgspec

    return msgspec.to_builtins(view)


def test_the_standard_view_is_small():
    assert len(encode(GAME.view(Lot(8).state, 0))) < 4500


def test_loaded_views_carry_their_numbers():
    board, _ = read_texts(board_xml().encode(), cards_xml().encode())
    match = Match(GAME, DeadwoodOptions(board=board), 4, Seed.parse("1"))
    assert len(encode(match.view(0))) < 6000
    world = GAME.imagine(match.view(0), Dice(1, 2, 3, 4))
    assert encode(GAME.view(world, 0)) == encode(match.view(0))
