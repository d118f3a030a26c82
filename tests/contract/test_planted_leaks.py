"""Mistakes that an author of a game with secrets makes, planted one at a time in a sound game: each is named."""

from types import SimpleNamespace

import msgspec
import pytest
from tests.contract.cups import (
    BADE,
    BET,
    CARD,
    COINS,
    CUPS,
    DREW,
    EVENTS,
    LAID,
    LIFTED,
    PIPS,
    SEAT,
    SHAKE,
    Cups,
    CupsTable,
)

from parlour.core import Dice, EventTable, Reason, State, event, secret
from parlour.core.testing import check_game

SOLD_KIND, LIFTED_KIND = EVENTS[6], EVENTS[7]


def cups(game=(), events=(), **table):
    """Cups with methods of its table or of its rule-book replaced, and some of its events declared otherwise."""
    otherwise = {each.name: each for each in events}
    kinds = [otherwise.get(each.name, each) for each in EVENTS]
    broken = type("BrokenTable", (CupsTable,), table)
    return type("BrokenCups", (Cups,), {"State": broken, "events": EventTable(*kinds), **dict(game)})()


def test_the_sound_game_passes():
    check_game(CUPS, games=4)
    check_game(cups(), games=2, seat_counts=[3])


# --- events that say too much ---


def new_without_words(self, options, seats, dice):
    state = Cups.new(self, options, seats, dice)
    state.heard = None
    return state


def tells_the_next_seat(self, seat):
    self.tell(DREW, (seat + 1) % self.seats, self.deck[-1])
    self.hands[seat].append(self.deck.pop())


def opens_the_luckiest_first(self, staying):
    return CupsTable.open_bets(self, sorted(staying, key=lambda seat: -self.cups[seat]))


def tells_who_shook_well(self, seat, dice):
    self.cups[seat] = int(dice.roll(6))
    if self.cups[seat] > 3:
        self.tell(BADE, seat, 0)


def lays_the_hand_open(self, seat):
    for card in self.hands[seat]:
        self.tell(LAID, seat, card)
    CupsTable.leave(self, seat)


def tells_the_cup_of_the_late(self, dice):
    self.tell(LIFTED, self.mover, self.cups[self.mover])
    self.play(self.default_move(), dice)


TOO_MUCH_SAID = {
    "secret() left off an event of the set-up": (
        cups(events=[event("dealt", SEAT, CARD)]),
        r"ply 0: events told seat \d more than its view shows: card in 'dealt",
    ),
    "secret() left off a roll of the set-up": (
        cups(events=[event("shook", SEAT, PIPS)]),
        r"ply 0: events told seat \d more than its view shows: pips in 'shook",
    ),
    "secret() left off a roll in play": (
        cups(game={"new": new_without_words}, events=[event("shook", SEAT, PIPS)]),
        r"more than its view shows: pips in 'shook .* \(one roll changed\)",
    ),
    "secret() left off a draw": (
        cups(events=[event("drew", SEAT, CARD, reveals=True)]),
        "more than its view shows: card in 'drew",
    ),
    "secret() left off a sealed bet": (
        cups(events=[event("bade", SEAT, COINS)]),
        r"more than its view shows: coins in 'bade .* chose 'bet \d' or 'bet \d'",
    ),
    "secret() shows it to nobody but the wrong seat": (cups(draw=tells_the_next_seat), "more than its view shows"),
    "the order of events tells": (cups(open_bets=opens_the_luckiest_first), "more than its view shows"),
    "an event happens only after a good roll": (
        cups(shake=tells_who_shook_well),
        "more than its view shows: 'bade .* in one but not in the other",
    ),
    "whoever leaves lays the hand open": (
        cups(leave=lays_the_hand_open),
        "more than its view shows: card in 'laid",
    ),
    "whoever is late lifts the cup": (
        cups(miss=tells_the_cup_of_the_late),
        "more than its view shows: pips in 'lifted",
    ),
}


# --- redealing ---


def does_nothing(self, seat, dice):
    pass


def shuffles_the_deck_only(self, seat, dice):
    dice.shuffle(self.deck)


def keeps(field):
    def redeal(self, seat, dice):
        kept = list(getattr(self, field))
        CupsTable.redeal(self, seat, dice)
        setattr(self, field, kept)

    return redeal


def forgets_the_second_seat(self, seat, dice):
    if seat != 1:
        CupsTable.redeal(self, seat, dice)


def with_loaded_dice(self, seat, dice):
    CupsTable.redeal(self, seat, Dice(1, 2, 3, 4))


def imagines_with_loaded_dice(self, view, dice):
    return Cups.imagine(self, view, Dice(1, 2, 3, 4))


def imagines_in_order(self, view, dice):
    orderly = SimpleNamespace(shuffle=lambda cards: cards.sort(), roll=dice.roll, below=dice.below)
    return Cups.imagine(self, view, orderly)


def imagines(**fixed):
    def imagine(self, view, dice):
        state = Cups.imagine(self, view, dice)
        for seat in range(state.seats):
            if view.cups[seat] is None:
                state.cups[seat] = fixed.get("cup", state.cups[seat])
            if view.bets[seat] is None:
                state.bets[seat] = fixed.get("bet", state.bets[seat])
        return state

    return imagine


def imagines_poor_rivals(self, view, dice):
    """The rivals get their cards from the lower half of what is unseen."""
    state = Cups.imagine(self, view, dice)
    hidden = sorted(view.unseen)
    held = sum(size for size, hand in zip(view.sizes, view.hands, strict=False) if hand is None)
    low = hidden[: held + 1]
    dice.shuffle(low)
    for seat in range(state.seats):
        if view.hands[seat] is None:
            state.hands[seat] = [low.pop() for _ in range(view.sizes[seat])]
    state.deck = low + hidden[held + 1 :]
    dice.shuffle(state.deck)
    return state


def imagines_a_sorted_deck(self, view, dice):
    state = Cups.imagine(self, view, dice)
    state.deck.sort()
    return state


class Peeps(Cups):
    """A rule-book that remembers the last true position it was shown, and imagines that one."""

    def view(self, state, seat):
        if not getattr(state, "imagined", False):
            self.truth = state.copy()
        return Cups.view(self, state, seat)

    def imagine(self, view, dice):
        state = self.truth.copy()
        if Cups.view(self, state, view.seat) != view:
            state = Cups.imagine(self, view, dice)
        state.imagined = True
        return state


NOT_DEALT_ANEW = {
    "redeal does nothing": (cups(redeal=does_nothing), r"redeal never varies .*, though seat \d cannot know it"),
    "redeal shuffles the deck and no hand": (cups(redeal=shuffles_the_deck_only), "redeal never varies .*"),
    "redeal keeps the dice under the cups": (cups(redeal=keeps("cups")), r"redeal never varies cups\.\d .*"),
    "redeal keeps the sealed bets": (cups(redeal=keeps("bets")), r"redeal never varies bets\.\d .*"),
    "redeal forgets one seat": (cups(redeal=forgets_the_second_seat), "redeal never varies .* though seat 1 cannot"),
    "redeal always deals the same": (cups(redeal=with_loaded_dice), "redeal never varies .*"),
    "imagine always deals the same": (cups(game={"imagine": imagines_with_loaded_dice}), "imagine never varies .*"),
    "imagine deals without a shuffle": (cups(game={"imagine": imagines_in_order}), "imagine never varies .*"),
    "imagine puts the same die under every cup": (
        cups(game={"imagine": imagines(cup=6)}),
        r"imagine never varies cups\.\d .*",
    ),
    "imagine takes every bet for a bluff": (
        cups(game={"imagine": imagines(bet=0)}),
        r"imagine never varies bets\.\d .*",
    ),
    "imagine deals poor rivals only": (
        cups(game={"imagine": imagines_poor_rivals}),
        "imagine deals only some kinds of world",
    ),
    "imagine sorts the deck": (
        cups(game={"imagine": imagines_a_sorted_deck}),
        "imagine deals only some kinds of world",
    ),
    "imagine peeps at the truth": (Peeps(), "imagine never varies .*"),
    "nothing is said to be hidden": (cups(game={"hides": False}), "`hides = False`, but"),
}


# --- previews ---


def draws_before_it_tells(self, seat):
    self.hands[seat].append(self.deck.pop())
    self.tell(DREW, seat, self.hands[seat][-1])


def draws_without_a_word(self, seat):
    self.hands[seat].append(self.deck.pop())


FORESEEN = {
    "a draw without reveals": (
        cups(events=[event("drew", SEAT, secret(CARD, "seat"))]),
        "'draw' shows seat .* the events that differ are drew. Declare the event .* with reveals=True",
    ),
    "opened bets without reveals": (cups(events=[event("opened", SEAT, COINS)]), "the events that differ are opened"),
    "a draw told too late": (cups(draw=draws_before_it_tells), "tell the event before anything changes"),
    "a draw of which nothing is told": (cups(draw=draws_without_a_word), "no event reports it"),
}


# --- leaving ---


def breaks_out_of_turn(self, seat):
    on_turn = self.mover == seat
    CupsTable.leave(self, seat)
    if not on_turn:
        del self.bets[seat]


def passes_the_turn_on(self, seat):
    State.leave(self, seat)
    if self.mover >= 0:
        mover = int(self.mover)
        self.mover = next(s % self.seats for s in range(mover + 1, mover + 5) if not self.has_left(s % self.seats))


def forgets_to_go(self, seat):
    self.points[seat] = -100


def moves_of_those_who_stay(self):
    return [] if self.mover >= 0 and self.has_left(self.mover) else CupsTable.moves(self)


LEFT = {
    "leaving out of turn breaks the table": (
        cups(leave=breaks_out_of_turn),
        r"as seat \d leaves out of turn: IndexError in view\(\), line \d+ of cups\.py",
    ),
    "leaving out of turn passes the turn on": (
        cups(leave=passes_the_turn_on),
        "whenever a seat leaves out of turn, the turn moves on",
    ),
    "leave does not call super()": (cups(leave=forgets_to_go), r"must call super\(\)\.leave\(seat\)"),
    "whoever left is asked for a move": (
        cups(leave=State.leave, moves=moves_of_those_who_stay),
        "as seat 0 leaves in turn: no legal move",
    ),
}


# --- views ---


def shows(**fields):
    """A view with some fields made otherwise."""

    def view(self, state, seat):
        changed = {name: make(state, seat) for name, make in fields.items()}
        return msgspec.structs.replace(Cups.view(self, state, seat), **changed)

    return view


def top_card_for_spectators(state, seat):
    """After the first sale; nothing happens in between that a seat could hear of."""
    return state.sales + (10 * state.deck[-1] if seat is None and state.sales and state.deck else 0)


def sorts_the_hands_themselves(self, state, seat):
    for hand in state.hands:
        hand.sort()
    return Cups.view(self, state, seat)


def watches_over_a_shoulder(self, state, seat):
    view = Cups.view(self, state, seat or 0)
    return msgspec.structs.replace(view, seat=seat)


def shares_the_points(self, view, dice):
    state = Cups.imagine(self, view, dice)
    state.points = view.points
    return state


SEEN = {
    "the view shows the top of the deck": (
        cups(game={"view": shows(unseen=lambda state, seat: list(state.deck))}),
        "changes what seat 0 sees: unseen",
    ),
    "the view shows the highest rival's bet": (
        cups(game={"view": shows(sales=lambda state, seat: max(state.bets))}),
        r"changes what seat \d sees: sales",
    ),
    "spectators look over a shoulder": (
        cups(game={"view": watches_over_a_shoulder}),
        r"a spectator sees what seat \d cannot know",
    ),
    "spectators see the next card, but not at first": (
        cups(game={"view": shows(sales=top_card_for_spectators)}),
        r"a spectator sees what seat \d cannot know .*: sales",
    ),
    "a view shares a list with the position": (
        cups(game={"view": shows(points=lambda state, seat: state.points)}),
        "changes a view that .* already holds: points",
    ),
    "an imagined position shares a list with its view": (
        cups(game={"imagine": shares_the_points}),
        "playing in an imagined position changes a view",
    ),
    "looking sorts the hands": (cups(game={"view": sorts_the_hands_themselves}), "viewing a position"),
}


# --- what may be done, and what is said ---


def bids_over_the_others(self):
    moves = CupsTable.moves(self)
    return [move for move in moves if move & 63 != BET or move >> 6 > max(self.bets)]


def lists_good_bets_first(self):
    moves = CupsTable.moves(self)
    return sorted(moves, key=lambda move: move & 63 == BET and move >> 6 <= max(self.bets))


def default_beats_the_others(self):
    best = BET | min(3, max(self.bets) + 1) << 6
    return best if best in self.moves() else SHAKE


def allows_what_would_win(self, move):
    listed = CupsTable.moves(self)
    return move in listed or (move & 63 == BET and self.mover >= 0 and max(self.cups) == 6 and bool(listed))


def names_the_bet(self, state, move):
    return Reason("illegal", f"The others have bet {max(state.bets)}.")


def goes_on_after_a_six(self):
    return 6 in self.cups


def tells_the_next_card(self, state, names, options):
    return f"{names[0]} looks under the deck and finds {state.deck[-1] if state.deck else 'nothing'}."


class Gossip(Cups):
    """A rule-book that remembers the last position it was shown, and talks of it."""

    def view(self, state, seat):
        self.last = state
        return Cups.view(self, state, seat)

    def say_view(self, view, names, options):
        return f"The next card is {self.last.deck[-1] if self.last.deck else 'none'}."


class Whisper(Gossip):
    """The same, but only above the board."""

    def say_view(self, view, names, options):
        return "Three cups."

    def say_situation(self, view, names, seat, options):
        return f"The next card is {self.last.deck[-1] if self.last.deck else 'none'}."


DONE_OR_SAID = {
    "only winning bets are offered": (cups(moves=bids_over_the_others), r"changes seat \d's moves: .*'bet 3'"),
    "the order of the moves tells": (cups(moves=lists_good_bets_first), r"changes seat \d's moves"),
    "the default move tells": (cups(default_move=default_beats_the_others), r"changes seat \d's default move"),
    "an unlisted move is allowed where it wins": (
        cups(allows=allows_what_would_win),
        "the illegal move 'bet .' was played",
    ),
    "a refusal tells": (cups(game={"why_not": names_the_bet}), "changes why '.*' is refused"),
    "the clock tells": (cups(goes_on=goes_on_after_a_six), "changes whether a move goes on"),
    "the words tell": (Gossip(), "changes the position in words"),
    "the line above the board tells": (Whisper(), "changes the position in words"),
    "the last words tell": (
        cups(game={"say_end": tells_the_next_card}),
        "imagine changes the words at the end",
    ),
}


# --- copies, declarations ---


def shares(field):
    def copy(self):
        twin = CupsTable.copy(self)
        setattr(twin, field, getattr(self, field))
        return twin

    return copy


def breaks_the_word(self, seat, dice):
    self.cups[seat] = int(dice.roll(6))
    self.tell(40, seat)


REST = {
    "a copy shares the cups": (cups(copy=shares("cups")), "changed the original: cups"),
    "a copy shares the deck": (cups(copy=shares("deck")), "changed the original: deck"),
    "the usual number of seats is impossible": (cups(game={"default_seats": 5}), "default_seats is 5, but .* 2 to 4"),
    "an event that is not in the table": (cups(shake=breaks_the_word), "no kind of event has the number 40"),
    "judge_all and judge disagree": (
        cups(judge_all=lambda self: [0.9] * int(self.seats)),
        "judge_all says 0.9 for seat 0, but judge",
    ),
}

PLANTED = {**TOO_MUCH_SAID, **NOT_DEALT_ANEW, **FORESEEN, **LEFT, **SEEN, **DONE_OR_SAID, **REST}


@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_named(mistake):
    game, complaint = PLANTED[mistake]
    with pytest.raises(AssertionError, match=complaint) as found:
        check_game(game, games=4)
    assert str(found.value).startswith(game.name)
