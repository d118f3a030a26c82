"""The class cards: one small class for each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second
from parlour.core.dice import Dice
from parlour.games.battle_farm import asks, events, moves, printed
from parlour.games.battle_farm.effects import SELF, Effect, OnABed, OnAnyCrop
from parlour.games.battle_farm.farmer import NO_CARD, card, is_protected, timer_of, value_of, with_timer, with_value
from parlour.games.battle_farm.outlook import A_CARD, Outlook
from parlour.games.battle_farm.state import FarmTable


class LandAcquisition(Effect):
    """Take a card from the discard pile; of equal cards, the one discarded last."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.discard) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.FETCH, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        kind = first(move)
        at: i64 = len(farm.discard) - 1
        while farm.discard[at] != kind:
            at -= 1
        del farm.discard[at]
        farm.add_openly(farm.active, card(kind, printed.VALUE[kind]))
        farm.tell(events.FETCHED, farm.active, kind)

    def gain(self, outlook: Outlook, power: i64) -> float:
        best = 0.0
        for kind in outlook.farm.discard:
            best = max(best, outlook.keep(card(kind, printed.VALUE[kind])))
        return best if best >= 8.0 or outlook.turns < 6.0 else 0.0


class ReapAndSow(Effect):
    """Draw first, then the chosen card goes back into the deck (R58)."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.farmers[farm.active].hand) > 0 and len(farm.deck) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.CARD, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farmer = farm.farmers[farm.active]
        farmer.hand.pop(farmer.place_of(card(first(move), second(move))))
        farmer.left_unseen(farm.watchers(farm.active))
        farm.draw(farm.active)
        farm.return_to_deck(farm.active, first(move), dice)

    def gain(self, outlook: Outlook, power: i64) -> float:
        worst = 1000.0
        for c in outlook.farmer.hand:
            worst = min(worst, outlook.keep(c))
        return outlook.taste[A_CARD] - worst if outlook.turns >= 3.0 else 0.0


class EarlyBird(OnABed):
    """One of your beds becomes a trellis, a rotational or a vertical bed."""

    aims_at = SELF

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat == farm.active

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        if kind_of(move) == moves.CHOOSE_BED:
            farm.target = second(move)
            farm.ask(asks.TYPE, farm.active, dice)
        else:
            farm.retype(farm.active, farm.target, first(move))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.25 * outlook.turns


class GeneticModification(OnAnyCrop):
    """Any crop gains 1 value."""

    aims_at = SELF

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, value_of(b) + 1))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.95 if outlook.farmer.crops() > 0 else 0.0


class Stonks(Effect):
    """Take a market card for free; the rest are discarded and the market is laid out afresh."""

    def playable(self, farm: FarmTable) -> bool:
        for kind in farm.market:
            if kind != NO_CARD:
                return True
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.PICK, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.tell(events.PICKED, farm.active, first(move), farm.take_from_market(first(move)))
        farm.lay_out_market()

    def gain(self, outlook: Outlook, power: i64) -> float:
        best = 0.0
        for kind in outlook.farm.market:
            if kind != NO_CARD:
                best = max(best, outlook.keep(card(kind, printed.VALUE[kind])))
        return best if best >= 8.0 or outlook.turns < 6.0 else 0.0


class CloudCover(OnABed):
    """A crop in an opponent's unprotected bed takes a turn longer; an empty bed may be chosen to no effect."""

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat != farm.active and not is_protected(b)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        b: i64 = farm.farmers[first(move)].beds[second(move)]
        if b >= 8:
            farm.set_bed(first(move), second(move), with_timer(b, timer_of(b) + 1))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.8 * outlook.harm * outlook.bed_turn if outlook.dearest_target() > 0.0 else 0.0


CLASS_CARDS: Final[dict[str, Effect]] = {
    "land_acquisition": LandAcquisition(),
    "reap_and_sow": ReapAndSow(),
    "early_bird": EarlyBird(),
    "genetic_modification": GeneticModification(),
    "stonks": Stonks(),
    "cloud_cover": CloudCover(),
}
