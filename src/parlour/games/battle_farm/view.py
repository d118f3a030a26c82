"""What each seat sees of Battle Farm, and how to imagine the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.state import OVER
from parlour.games.battle_farm import asks, fields, phases, printed
from parlour.games.battle_farm import farmer as farms
from parlour.games.battle_farm.cards import BED, BEDS, CARD, CARDS, CLASS, CLASSES, SOURCES
from parlour.games.battle_farm.events import CAUSES
from parlour.games.battle_farm.farmer import NO_BID, NO_CARD, SPECTATOR, Farmer
from parlour.games.battle_farm.judge import Farm

MOST_GUESSES = 20  # at the others' class bonus cards
MOST_SHARED = 10_000  # beds and cards kept for the next view


class CardView(msgspec.Struct, frozen=True):
    card: str
    value: int


class BedView(msgspec.Struct, frozen=True):
    """A bed; `crop` is None where nothing grows."""

    type: str
    crop: str | None
    value: int
    timer: int
    bonus: int  # coins the bed would add if this crop were harvested now


class FarmerView(msgspec.Struct, frozen=True):
    """A farm as a seat sees it. `hand` is None where only its size is known.

    `known` are cards certainly in this hand, with the value last seen; of the cards in `perhaps` all but at most
    `lost` are still there (section 8.1 of the rules).
    """

    klass: str
    class_used: bool
    coins: int
    fertilizers: int
    beds: list[BedView]
    apples: int
    melons: int
    hand_size: int
    hand: list[CardView] | None
    bonus_cards: list[str] | None
    known: list[CardView]
    perhaps: list[CardView]
    lost: int
    has_bid: bool
    bid: int | None
    left: bool


class FarmView(msgspec.Struct, frozen=True):
    seat: int | None
    mover: int
    win_limit: int
    max_rounds: int
    order: list[int]
    round: int
    active: int
    phase: str
    question: str  # what the mover decides
    limit: int
    used: int
    final: bool
    dead_rounds: int
    round_dead: bool
    fresh_market: bool
    untouched: bool  # nobody has taken a card from the market this round
    market: list[str | None]
    deck_size: int
    discard: list[str]
    created: list[str]
    farmers: list[FarmerView]
    resolving: str  # planting, action, class_card, harvest, or nothing
    source: str | None  # the card that acts
    named: CardView | None  # the card being resolved, which is in no zone
    power: int
    bed: int  # harvested or planted last in this phase, or -1
    points: int  # points or discards still to be decided
    target: int  # the seat or bed chosen before, or -1
    bundle: list[CardView]
    bundle_sent: bool
    looked_at: list[str]
    returned: list[str]
    cause: str | None = None


def view(state: Farm, seat: int | None) -> FarmView:
    watcher = SPECTATOR if seat is None else seat
    over = int(state.mover) == OVER
    shows_bundle = state.sent or (seat is not None and seat == state.active)
    looks = seat is not None and state.looks_at_deck(seat)
    acting = state.resolving != phases.NOTHING
    return FarmView(
        seat=seat,
        mover=int(state.mover),
        win_limit=int(state.win_limit),
        max_rounds=int(state.max_rounds),
        order=[int(s) for s in state.order],
        round=int(state.round),
        active=int(state.active),
        phase=phases.WORDS[state.phase],
        question=asks.WORDS[state.asking],
        limit=int(state.limit),
        used=int(state.used),
        final=state.final,
        dead_rounds=int(state.dead_rounds),
        round_dead=state.round_dead,
        fresh_market=state.fresh_market,
        untouched=state.untouched,
        market=[None if kind == NO_CARD else CARDS[kind].id for kind in state.market],
        deck_size=len(state.deck),
        discard=_ids(state.discard),
        created=_ids(state.created),
        farmers=[_farmer_view(state, other, watcher) for other in range(state.seats)],
        resolving=phases.RESOLVING_WORDS[state.resolving],
        source=SOURCES[state.source] if acting else None,
        named=None if state.named == NO_CARD else _card(state.named),
        power=int(state.power) if acting else 0,
        bed=int(state.bed),
        points=int(state.left),
        target=int(state.target),
        bundle=[_card(c) for c in state.bundle] if shows_bundle else [],
        bundle_sent=state.sent,
        looked_at=_ids(state.deck[-1:-3:-1]) if looks else [],
        returned=[CARDS[entry >> 3].id for entry in state.returned if entry & 7 == watcher],
        cause=CAUSES[state.cause] if over else None,
    )


def _farmer_view(state: Farm, seat: int, watcher: int) -> FarmerView:
    farmer = state.farmers[seat]
    own = seat == watcher
    bids_open = state.asking == asks.ANSWER
    eye = 1 << watcher
    bonus = [CARDS[kind].id for kind in (farmer.bonus0, farmer.bonus1) if kind != NO_CARD]
    return FarmerView(
        klass=CLASSES[farmer.klass].id,
        class_used=farmer.class_used,
        coins=int(farmer.coins),
        fertilizers=int(farmer.fertilizers),
        beds=[_bed_view(b) for b in farmer.beds],
        apples=int(farmer.apples),
        melons=int(farmer.melons),
        hand_size=len(farmer.hand),
        hand=[_card(c) for c in farmer.hand] if own else None,
        bonus_cards=bonus if own else None,
        known=[_card(e) for e in farmer.memory if farms.entry_known(e) & eye],
        perhaps=[_card(e) for e in farmer.memory if farms.entry_perhaps(e) & eye],
        lost=int(farmer.lost >> (8 * watcher) & 255),
        has_bid=farmer.bid != NO_BID,
        bid=int(farmer.bid) if farmer.bid != NO_BID and (own or bids_open) else None,
        left=state.has_left(seat),
    )


# Beds and cards look the same to every seat at every table, and most of them do not change from move to move.


@lru_cache(MOST_SHARED)
def _bed_view(b: int) -> BedView:
    kind = int(farms.crop_of(b))
    type = int(farms.type_of(b))
    if kind < 0:
        return BedView(BEDS[type].id, None, 0, 0, 0)
    bonus = int(printed.harvest_bonus(type, kind))
    return BedView(BEDS[type].id, CARDS[kind].id, int(farms.value_of(b)), int(farms.timer_of(b)), bonus)


@lru_cache(MOST_SHARED)
def _card(c: int) -> CardView:
    return CardView(CARDS[int(farms.card_kind(c))].id, int(farms.card_value(c)))


def _ids(kinds: Iterable[int]) -> list[str]:
    return [CARDS[int(kind)].id for kind in kinds]


# --- imagining a position ---


def imagine(seen: FarmView, dice: Dice) -> Farm:
    """A full position that fits the view, including what was once seen of hands that have since lost a card."""
    state = _guess(seen, dice)
    for _ in range(MOST_GUESSES):
        if _fits(state, seen):
            break
        state = _guess(seen, dice)  # the guessed class bonus cards were wrong
    return state


def _fits(state: Farm, seen: FarmView) -> bool:
    """Whether every hand holds all but the lost ones of the cards that may be there."""
    for farmer, shown in zip(state.farmers, seen.farmers, strict=True):
        if shown.lost:
            hand = Counter(int(farms.card_kind(c)) for c in farmer.hand)
            perhaps = Counter(_kind(c.card) for c in shown.perhaps)
            kept = perhaps & (hand - Counter(_kind(c.card) for c in shown.known))
            if kept.total() < perhaps.total() - shown.lost:
                return False
    return True


def _guess(seen: FarmView, dice: Dice) -> Farm:
    """Deal the unseen cards to hands and deck in any order, then redeal them fairly."""
    seats = len(seen.farmers)
    ordered = 2 <= seats <= fields.MOST_SEATS and sorted(seen.order) == list(range(seats))
    if not ordered or len(seen.market) != fields.SLOTS:
        raise Refused("A view of Battle Farm has two to six farmers, their order, and six market slots.", "bad-view")
    watcher = SPECTATOR if seen.seat is None else seen.seat
    state = Farm(seats, seen.win_limit, seen.max_rounds, list(seen.order), seen.fresh_market)
    state.mover = seen.mover
    state.round = seen.round
    state.active = seen.active
    state.place = seen.order.index(seen.active)
    state.phase = _index(phases.WORDS, seen.phase, "phase")
    state.asking = _index(asks.WORDS, seen.question, "question")
    state.limit = seen.limit
    state.used = seen.used
    state.final = seen.final
    state.dead_rounds = seen.dead_rounds
    state.round_dead = seen.round_dead
    state.untouched = seen.untouched
    state.market = [NO_CARD if id is None else _kind(id) for id in seen.market]
    state.discard = [_kind(id) for id in seen.discard]
    state.created = [_kind(id) for id in seen.created]
    state.resolving = _index(phases.RESOLVING_WORDS, seen.resolving, "effect")
    if seen.source is not None:
        state.source = _index(SOURCES, seen.source, "card")
    if seen.named is not None:
        state.named = _packed(seen.named)
    state.power = seen.power
    state.bed = seen.bed
    state.left = seen.points
    state.target = seen.target
    state.bundle = [_packed(c) for c in seen.bundle]
    state.sent = seen.bundle_sent
    state.returned = [watcher | _kind(id) << 3 for id in seen.returned]
    if seen.cause is not None:
        state.cause = _index(CAUSES, seen.cause, "end")
    state.farmers = [_imagine_farmer(shown, watcher) for shown in seen.farmers]
    state.out = sum(1 << seat for seat, shown in enumerate(seen.farmers) if shown.left)
    _deal_unseen(state, seen, dice)
    state.redeal(watcher, dice)
    return state


def _imagine_farmer(shown: FarmerView, watcher: int) -> Farmer:
    klass = _index(tuple(CLASS), shown.klass, "class")
    beds = [
        int(farms.bed_with(BED[b.type].number, _kind(b.crop), b.value, b.timer)) if b.crop else BED[b.type].number
        for b in shown.beds
    ]
    hand = [_packed(c) for c in shown.hand or []]
    eye = 1 << watcher
    memory = [_packed(c) | eye << farms.PERHAPS for c in shown.perhaps]
    memory += [_packed(c) | eye << farms.KNOWN for c in shown.known]
    farmer = Farmer(klass, beds, hand, memory)
    farmer.class_used = shown.class_used
    farmer.coins = shown.coins
    farmer.fertilizers = shown.fertilizers
    farmer.apples = shown.apples
    farmer.melons = shown.melons
    farmer.lost = shown.lost << (8 * watcher)
    if shown.has_bid:
        farmer.bid = 0 if shown.bid is None else shown.bid
    bonus = [_kind(id) for id in shown.bonus_cards or []]
    farmer.bonus0, farmer.bonus1 = (*bonus, NO_CARD, NO_CARD)[:2]
    return farmer


def _deal_unseen(state: Farm, seen: FarmView, dice: Dice) -> None:
    """Put every unseen card into the deck and the hidden hands, in any order."""
    unseen = Counter({card.number: card.copies for card in CARDS})
    unseen.update(int(kind) for kind in state.created)
    unseen.subtract(int(kind) for kind in state.market if kind != NO_CARD)
    unseen.subtract(int(kind) for kind in state.discard)
    if seen.named is not None:
        unseen[_kind(seen.named.card)] -= 1
    for farmer, shown in zip(state.farmers, seen.farmers, strict=True):
        unseen.subtract(_kind(bed.crop) for bed in shown.beds if bed.crop)
        unseen.subtract(_kind(c.card) for c in shown.hand or [])
        unseen.subtract(_kind(c.card) for c in shown.known)
        unseen.update(int(kind) for kind in (farmer.bonus0, farmer.bonus1) if kind != NO_CARD)
    unseen.subtract(_kind(id) for id in seen.looked_at)
    # If more cards of a kind are visible or remembered than the deck had, some were a class bonus.
    remembered = Counter(_kind(c.card) for shown in seen.farmers if shown.hand is None for c in shown.perhaps)
    for farmer, shown in zip(state.farmers, seen.farmers, strict=True):
        slots = int(printed.BONUS_CARDS[farmer.klass])
        if shown.bonus_cards is None and slots:
            kinds = [int(kind) for kind in printed.BONUS_KINDS[farmer.klass]]
            missing = [kind for kind in kinds for _ in range(-unseen[kind])]
            missed = [kind for kind in kinds for _ in range(remembered[kind] - max(0, unseen[kind]))]
            if len(missing) + len(missed) > slots:
                dice.shuffle(missed)
            bonus = [*missing, *missed, *kinds][:slots]
            farmer.bonus0, farmer.bonus1 = (*bonus, NO_CARD)[:2]
            unseen.update(kind for kind in bonus if kind != NO_CARD)
    if any(copies < 0 for copies in unseen.values()):
        raise Refused("This view of Battle Farm shows more cards of a kind than there are.", "bad-view")
    pool = [kind for kind in sorted(unseen) for _ in range(unseen[kind])]
    for farmer, shown in zip(state.farmers, seen.farmers, strict=True):
        if shown.hand is None:
            farmer.hand = [_packed(c) for c in shown.known]
            while len(farmer.hand) < shown.hand_size and pool:
                kind = pool.pop()
                farmer.hand.append(int(farms.card(kind, CARDS[kind].value)))
    state.deck = pool + [_kind(id) for id in reversed(seen.looked_at)]
    if len(state.deck) != seen.deck_size:
        raise Refused("The cards in this view of Battle Farm do not add up.", "bad-view")


def _index(words: tuple[str, ...], text: str, what: str) -> int:
    if text not in words:
        raise Refused(f"This view of Battle Farm names a {what} {text[:40]!r}, which does not exist.", "bad-view")
    return words.index(text)


def _kind(id: str) -> int:
    if id not in CARD:
        raise Refused(f"This view of Battle Farm names a card {id[:40]!r}, which does not exist.", "bad-view")
    return CARD[id].number


def _packed(c: CardView) -> int:
    return int(farms.card(_kind(c.card), c.value))
