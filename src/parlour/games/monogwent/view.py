"""What each seat sees of a game of MonoGwent, and how to imagine the rest (section 13.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.state import OVER
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.pool import ROWS, Pool
from parlour.games.monogwent.script import book_of
from parlour.games.monogwent.state import EMPTY, HAND_CAP, Cards, Side


class CardView(msgspec.Struct, frozen=True):
    """A face-up card: `id` identifies it in moves, `card` is its printed name."""

    id: int
    card: str
    type: str


class UnitView(CardView, frozen=True):
    """A card on a field: its current power, its printed power, and what it counts under boost and weather."""

    row: str
    power: int
    printed: int
    counts: int


class HandCardView(CardView, frozen=True):
    """A card in the seat's own hand. `known`: the rival saw it go there."""

    rows: list[str]
    power: int
    printed: int
    known: bool


class SideView(msgspec.Struct, frozen=True):
    """One side as a seat sees it. `hand` and `deck` are None where only their sizes are known.

    `deck` lists the ids in the seat's own deck, sorted: its content, not its order. `known` are cards in this hand that
    both players saw go there. `unseen` counts by name the cards of the deck, or of deck and hidden hand together.
    """

    faction: str
    leader: str
    leader_used: bool
    leader_ready: bool
    lives: int
    passed: bool
    power: int
    rows: list[int]
    boosts: list[CardView | None]
    field: list[UnitView]
    graveyard: list[CardView]
    hand_size: int
    hand: list[HandCardView] | None
    known: list[CardView]
    deck_size: int
    deck: list[int] | None
    unseen: dict[str, int]
    redrawn: int


class RoundView(msgspec.Struct, frozen=True):
    """A finished round; winner -1 means it was drawn."""

    power: list[int]
    winner: int


class MonoGwentView(msgspec.Struct, frozen=True):
    """The table from one seat. `round` is 0 during the mulligan; `picked` is what this seat chose to give back."""

    seat: int | None
    mover: int
    round: int
    starter: int
    chosen: list[bool]
    picked: list[int] | None
    first_pass: int
    plays: int
    weather: list[CardView | None]
    sides: list[SideView]
    rounds: list[RoundView]
    script: str = ""
    left: int = -1
    winner: int = -1


def view(state: Gwent, seat: int | None) -> MonoGwentView:
    cards = state.cards
    pool = cards.pool
    waiting = state.chosen in (1, 2)
    picked = None
    if waiting and seat is not None and state.chosen == bit(seat):
        picked = [int(card) for card in (state.pick0, state.pick1) if card != EMPTY]
    return MonoGwentView(
        seat=seat,
        mover=int(state.mover),
        round=int(state.round),
        starter=int(state.starter),
        chosen=[bool(state.chosen & 1), bool(state.chosen & 2)],
        picked=picked,
        first_pass=int(state.first_pass),
        plays=int(state.plays),
        weather=[_slot(card, cards, pool) for card in state.weather],
        sides=[_side_view(state, pool, s, seat) for s in (0, 1)],
        rounds=[
            RoundView([int(state.history[i]), int(state.history[i + 1])], int(state.history[i + 2]))
            for i in range(0, len(state.history), 3)
        ],
        script=cards.script.text if cards.script is not None else "",
        left=next((s for s in (0, 1) if state.has_left(s)), -1),
        winner=int(state.winner),
    )


def _side_view(state: Gwent, pool: Pool, owner: int, seat: int | None) -> SideView:
    side = state.side(owner)
    cards = state.cards
    own = seat == owner
    known = sorted(int(card) for card in side.hand if state.is_known(card))
    unseen = list(side.deck) if own else [*side.deck, *(card for card in side.hand if not state.is_known(card))]
    leader = pool.cards[cards.leader_number[owner]]
    return SideView(
        faction=leader.faction,
        leader=leader.name,
        leader_used=side.leader_used,
        leader_ready=state.mover != OVER and state.round > 0 and state.leader_ready(owner),
        lives=int(side.lives),
        passed=side.passed,
        power=int(state.total(owner)),
        rows=[int(state.row_total(owner, row)) for row in range(3)],
        boosts=[_slot(card, cards, pool) for card in side.boosts],
        field=[_unit_view(state, pool, owner, card) for card in side.field],
        graveyard=[_card_view(card, cards, pool) for card in side.grave],
        hand_size=len(side.hand),
        hand=[_hand_card_view(state, pool, card) for card in side.hand] if own else None,
        known=[_card_view(card, cards, pool) for card in known],
        deck_size=len(side.deck),
        deck=sorted(int(card) for card in side.deck) if own else None,
        unseen=count_names(unseen, cards, pool),
        redrawn=int(state.redrawn[owner]),
    )


def count_names(numbers: Iterable[int], cards: Cards, pool: Pool) -> dict[str, int]:
    counted = Counter(int(cards.number[card]) for card in numbers)
    return {pool.cards[number].name: counted[number] for number in sorted(counted)}


def _card_view(card: int, cards: Cards, pool: Pool) -> CardView:
    printed = pool.cards[cards.number[card]]
    return CardView(int(card), printed.name, printed.type)


def _slot(card: int, cards: Cards, pool: Pool) -> CardView | None:
    return None if card == EMPTY else _card_view(card, cards, pool)


def _unit_view(state: Gwent, pool: Pool, seat: int, card: int) -> UnitView:
    printed = pool.cards[state.cards.number[card]]
    return UnitView(
        id=int(card),
        card=printed.name,
        type=printed.type,
        row=ROWS[state.row[card]],
        power=int(state.power[card]),
        printed=printed.power,
        counts=int(state.strength(seat, card)),
    )


def _hand_card_view(state: Gwent, pool: Pool, card: int) -> HandCardView:
    printed = pool.cards[state.cards.number[card]]
    return HandCardView(
        id=int(card),
        card=printed.name,
        type=printed.type,
        rows=[ROWS[row] for row in sorted(printed.rows)],
        power=int(state.power[card]),
        printed=printed.power,
        known=state.is_known(card),
    )


# --- from a view to a position ---


def imagine(seen: MonoGwentView, dice: Dice) -> Gwent:
    """A full position that fits the view; hidden zones are dealt from the cards that the view doesn't show."""
    if len(seen.sides) != 2 or len(seen.weather) != 3 or any(len(side.boosts) != 3 for side in seen.sides):
        raise Refused("A view of MonoGwent has two sides with three boost slots and three weather slots.", "bad-view")
    book = book_of(seen.script)
    for side in seen.sides:
        if side.faction not in book.pool.leaders:
            raise Refused(f"This view of MonoGwent has a faction {side.faction[:40]!r}, which has no deck.", "bad-view")
    cards = cards_of(seen.sides[0].faction, seen.sides[1].faction, book)
    side0, side1 = (_open_side(side, cards) for side in seen.sides)
    state = Gwent(cards, list(cards.printed), [0] * len(cards.kind), side0, side1)
    state.mover = seen.mover
    state.round = seen.round
    state.starter = seen.starter
    state.chosen = sum(1 << seat for seat in (0, 1) if seen.chosen[seat])
    state.first_pass = seen.first_pass
    state.plays = seen.plays
    state.winner = seen.winner
    state.weather = [_id(slot.id, cards) if slot else EMPTY for slot in seen.weather]
    state.redrawn = [side.redrawn for side in seen.sides]
    for one in seen.rounds:
        state.history += [*one.power, one.winner]
    if seen.left >= 0:
        state.out = 1 + seen.left
    for side in seen.sides:
        state.known += [_id(card.id, cards) for card in side.known]
        for unit in side.field:
            state.row[_id(unit.id, cards)] = ROWS.index(unit.row)
            state.power[unit.id] = unit.power
        for card in side.hand or ():
            state.power[_id(card.id, cards)] = card.power
    _deal_hidden(state, seen, dice)
    if seen.picked:
        state.pick0 = _id(seen.picked[0], cards)
        state.pick1 = _id(seen.picked[1], cards) if len(seen.picked) > 1 else EMPTY
    elif seen.picked is None and state.chosen in (1, 2):
        state.guess_pick(state.side(0 if seen.chosen[0] else 1), dice)
    return state


def _open_side(shown: SideView, cards: Cards) -> Side:
    """A side with everything that the seat sees of it."""
    hand = shown.known if shown.hand is None else shown.hand
    side = Side(
        [_id(card, cards) for card in shown.deck or ()],
        [_id(card.id, cards) for card in hand],
        [_id(card.id, cards) for card in shown.field],
        [_id(card.id, cards) for card in shown.graveyard],
        [_id(card.id, cards) if card else EMPTY for card in shown.boosts],
        shown.lives,
    )
    side.passed = shown.passed
    side.leader_used = shown.leader_used
    if shown.hand_size > HAND_CAP + 2:
        raise Refused("This view of MonoGwent shows a hand that is too large.", "bad-view")
    return side


def _deal_hidden(state: Gwent, seen: MonoGwentView, dice: Dice) -> None:
    """Deal the cards that the view doesn't show to hidden hands and decks, if possible to their owners."""
    open_cards = [card for card in state.weather if card != EMPTY]
    for side in (state.side0, state.side1):
        open_cards += [*side.deck, *side.hand, *side.field, *side.grave, *(b for b in side.boosts if b != EMPTY)]
    if len(set(open_cards)) != len(open_cards):
        raise Refused("This view of MonoGwent shows a card in two places.", "bad-view")
    hidden = [card for card in range(len(state.cards.kind)) if card not in set(open_cards)]
    dice.shuffle(hidden)
    missing = [side.hand_size + side.deck_size for side in seen.sides]
    for seat, side in enumerate((state.side0, state.side1)):
        missing[seat] -= len(side.hand) + len(side.deck)
    if sum(missing) != len(hidden) or min(missing) < 0:
        raise Refused("This view of MonoGwent does not account for every card.", "bad-view")
    dealt: list[list[int]] = [[], []]
    rest: list[int] = []
    for card in hidden:
        owner = int(state.cards.owner[card])
        (dealt[owner] if len(dealt[owner]) < missing[owner] else rest).append(card)
    for seat, side in enumerate((state.side0, state.side1)):
        while len(dealt[seat]) < missing[seat]:
            dealt[seat].append(rest.pop())
        dice.shuffle(dealt[seat])
        while len(side.hand) < seen.sides[seat].hand_size:
            side.hand.append(dealt[seat].pop())
        side.deck += dealt[seat]
        dice.shuffle(side.deck)


def _id(card: int, cards: Cards) -> int:
    if not 0 <= card < len(cards.kind):
        raise Refused(f"This view of MonoGwent has a card {card}, which is in neither deck.", "bad-view")
    return card
