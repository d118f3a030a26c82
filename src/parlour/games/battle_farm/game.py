"""Battle Farm as a game of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.dice import Dice
from parlour.core.game import Game, search_levels
from parlour.core.state import Told
from parlour.games.battle_farm import farmer as farms
from parlour.games.battle_farm import feelings, fields, tempers
from parlour.games.battle_farm import view as views
from parlour.games.battle_farm.cards import BED, BEDS, CARDS, CLASS, CLASSES, COLOURS, VERSION, Bed, Card, Class
from parlour.games.battle_farm.even import more_coins
from parlour.games.battle_farm.events import EVENTS, ORDER, SETUP
from parlour.games.battle_farm.farmer import NO_CARD, SPECTATOR, Farmer
from parlour.games.battle_farm.judge import Farm
from parlour.games.battle_farm.moves import MOVES
from parlour.games.battle_farm.options import PRESET_WORDS, PRESETS, RANDOM, FarmOptions, check_classes, win_limit
from parlour.games.battle_farm.rulebook import with_tables
from parlour.games.battle_farm.text import FarmText
from parlour.games.battle_farm.view import FarmView

if TYPE_CHECKING:
    from parlour.core.lens import Lens

HAND = 3


class FarmData(msgspec.Struct, frozen=True):
    """Everything that is printed, and the usual win limit by number of seats."""

    cards: tuple[Card, ...]
    beds: tuple[Bed, ...]
    classes: tuple[Class, ...]
    colours: tuple[str, ...]
    win_limits: dict[str, int]


class BattleFarm(FarmText, Game[Farm, FarmOptions, FarmView]):
    """Two to six farmers plant, trade, fertilize and sabotage; the richest wins."""

    name = "battle-farm"
    title = "Battle Farm"
    version = VERSION
    replays: ClassVar[Mapping[int, Mapping[str, Any]]] = {1: {"fresh_market": False}}
    came_later: ClassVar[Mapping[str, Any]] = {"even": False}
    tagline = "Grow it, sell it, or make sure the neighbours can't."
    minutes = 45
    seats = range(2, fields.MOST_SEATS + 1)
    default_seats = 4
    Options = FarmOptions
    View = FarmView
    moves = MOVES
    events = EVENTS
    presets = PRESETS
    preset_words = PRESET_WORDS
    quick = "short"
    puzzle_margin = 0.08  # the judge is timid: it says 13 % where 1 % would be right
    # one game cannot compare anything: the lower levels play by habit, more or less carelessly
    levels = search_levels((1, 1, 1, 200), tempers=(12, 7, 2))

    had_by_events: ClassVar[Mapping[str, Sequence[str]]] = {
        "card planted": ("planted.card",),
        "card bought": ("bought.card",),
        "card played": ("played.source",),
    }

    check = staticmethod(check_classes)

    def without_choices(self, options: FarmOptions, seats: Sequence[int]) -> FarmOptions:
        classes = [RANDOM if seat in seats else name for seat, name in enumerate(options.classes)]
        return msgspec.structs.replace(options, classes=[] if set(classes) <= {RANDOM} else classes)

    def new(self, options: FarmOptions, seats: int, dice: Dice) -> Farm:
        """Section 2, with the dice in the order of section 4."""
        classes = deal_classes(options, seats, dice)
        deck = [card.number for card in CARDS for _ in range(card.copies)]
        dice.shuffle(deck)
        deck.reverse()
        farmers = [new_farmer(klass) for klass in classes]
        for farmer in farmers:
            for _ in range(HAND):
                farmer.hand.append(printed_card(deck.pop()))
        for farmer in farmers:
            give_bonus(farmer, dice)
        rolls = [int(dice.roll(20)) for _ in range(seats)]
        order: list[int] = []
        for roll in range(20, 0, -1):
            group = [seat for seat in range(seats) if rolls[seat] == roll]
            if len(group) > 1:
                dice.shuffle(group)
            order += group
        for place, seat in enumerate(order):
            farmers[seat].fertilizers += place + 1
            if options.even:
                farmers[seat].coins += more_coins(int(farmers[seat].klass), place, seats)
        state = Farm(seats, win_limit(options, seats), options.max_rounds, order, options.fresh_market)
        state.farmers = farmers
        state.market = [deck.pop() for _ in range(fields.SLOTS)]
        state.deck = deck
        state.round_dead = True
        state.heard = []
        for seat, farmer in enumerate(farmers):
            state.tell(SETUP, seat, farmer.klass, farmer.coins, farmer.fertilizers, len(farmer.hand))
        for place, seat in enumerate(order):
            state.tell(ORDER, seat, place, rolls[seat])
        state.start_turn()
        state.run(dice)
        return state

    def data(self, options: FarmOptions) -> FarmData:
        limits = {str(seats): win_limit(FarmOptions(), seats) for seats in self.seats}
        return FarmData(CARDS, BEDS, CLASSES, COLOURS, limits)

    def rules(self) -> str:
        return with_tables(super().rules())

    def had(self, options: FarmOptions, start: Farm, told: Sequence[Told]) -> Sequence[Mapping[str, Collection[str]]]:
        return [
            {
                "class": (CLASSES[farmer.klass].id,),
                "card in the opening hand": {CARDS[farms.card_kind(card)].id for card in farmer.hand},
                **said,
            }
            for farmer, said in zip(start.farmers, super().had(options, start, told), strict=True)
        ]

    def had_kinds(self) -> list[str]:
        return ["class", "card in the opening hand", *super().had_kinds()]

    def lens(self, options: FarmOptions, seats: int) -> Lens:
        from parlour.games.battle_farm.lens import FarmLens  # only learning programs need it

        return FarmLens(seats)

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    lean = staticmethod(tempers.lean)
    feel = staticmethod(feelings.feel)

    def check_laws(self, state: Farm) -> None:
        """Section 9: no card is lost or duplicated, nothing is negative, no bed is gained or lost."""
        cards = Counter({card.number: card.copies for card in CARDS})
        cards.update(int(kind) for kind in state.created)
        there: Counter[int] = Counter(int(kind) for kind in [*state.deck, *state.discard])
        there.update(int(kind) for kind in state.market if kind != NO_CARD)
        if state.named != NO_CARD:
            there[int(farms.card_kind(state.named))] += 1
        for seat, farmer in enumerate(state.farmers):
            cards.update(int(kind) for kind in (farmer.bonus0, farmer.bonus1) if kind != NO_CARD)
            there.update(int(farms.card_kind(c)) for c in farmer.hand)
            there.update(int(farms.crop_of(b)) for b in farmer.beds if b >= 8)
            assert farmer.coins >= 0, f"seat {seat} has {farmer.coins} coins"
            assert farmer.fertilizers >= 0, f"seat {seat} has {farmer.fertilizers} fertilizers"
            assert len(farmer.beds) == len(CLASSES[farmer.klass].beds), f"seat {seat} has {len(farmer.beds)} beds"
            check_memory(state, farmer, seat)
        assert +there == +cards, f"cards do not add up: {there - cards} too many, {cards - there} missing"
        assert len(state.market) == fields.SLOTS, f"the market has {fields.SLOTS} slots"
        if state.bundle:
            hand = Counter(map(int, state.farmers[state.active].hand))
            assert Counter(map(int, state.bundle)) <= hand, "a bundle holds cards that are not in hand"


def deal_classes(options: FarmOptions, seats: int, dice: Dice) -> list[int]:
    """The chosen classes; the remaining ones are dealt at random to those who chose none."""
    chosen: Sequence[str] = options.classes or [RANDOM] * seats
    left = [klass.number for klass in CLASSES if klass.id not in chosen]
    if RANDOM in chosen:
        dice.shuffle(left)
    return [left.pop(0) if id == RANDOM else CLASS[id].number for id in chosen]


def printed_card(kind: int) -> int:
    return int(farms.card(kind, CARDS[kind].value))


def new_farmer(klass: int) -> Farmer:
    printed = CLASSES[klass]
    farmer = Farmer(klass, [BED[id].number for id in printed.beds], [], [])
    farmer.coins += printed.coins
    farmer.fertilizers += printed.fertilizers
    return farmer


def give_bonus(farmer: Farmer, dice: Dice) -> None:
    """Class bonus cards are created, not taken from the deck (R4)."""
    bonus = CLASSES[farmer.klass].bonus_cards
    if bonus is None:
        return
    kinds = [bonus.kinds[dice.below(len(bonus.kinds))] for _ in range(bonus.count)]
    farmer.hand += [printed_card(kind) for kind in kinds]
    farmer.bonus0, farmer.bonus1 = (*kinds, NO_CARD)[:2]


def check_memory(state: Farm, farmer: Farmer, seat: int) -> None:
    """What a watcher knows of a hand is true: known cards are there, and all but the lost ones of the rest."""
    hand = Counter(int(farms.card_kind(c)) for c in farmer.hand)
    notes = [(int(e & 63), int(farms.entry_known(e)), int(farms.entry_perhaps(e))) for e in farmer.memory]
    told: set[tuple[tuple[int, ...], tuple[int, ...], int]] = set()  # many watchers know the same things
    for watcher in range(SPECTATOR + 1):
        sure = tuple(kind for kind, known, _ in notes if known >> watcher & 1)
        unsure = tuple(kind for kind, _, perhaps in notes if perhaps >> watcher & 1)
        lost = int(farmer.lost >> (8 * watcher) & 255)
        assert watcher != seat or not (sure or unsure), "a seat needs no notes about its own hand"
        if (sure, unsure, lost) in told:
            continue
        told.add((sure, unsure, lost))
        known, perhaps = Counter(sure), Counter(unsure)
        assert known <= hand, f"watcher {watcher} believes in cards that seat {seat} does not hold"
        assert lost < max(1, len(unsure)), f"watcher {watcher} has lost more of seat {seat} than it knew"
        left = sum((perhaps & (hand - known)).values())
        assert left >= len(unsure) - lost, f"watcher {watcher} overrates the hand of seat {seat}"


GAME = BattleFarm()
