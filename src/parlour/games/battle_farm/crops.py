"""The crops: one small class for each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, second
from parlour.core.dice import Dice
from parlour.games.battle_farm import asks, events, moves, printed
from parlour.games.battle_farm.effects import DEAREST, Effect, OnUnprotectedCrop, boost
from parlour.games.battle_farm.farmer import (
    Farmer,
    bed_with,
    card_kind,
    card_value,
    crop_of,
    is_protected,
    timer_of,
    type_of,
    value_of,
    with_value,
)
from parlour.games.battle_farm.outlook import A_CARD, Outlook
from parlour.games.battle_farm.state import FarmTable


class Wheat(Effect):
    """Fertilized: worth 1 more."""

    def fertilized(self, value: i64) -> i64:
        return value + 1


class Apples(Effect):
    """Harvest: 1 coin for each harvest of apples before this one."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        before = farm.farmers[farm.active].apples
        if before > 0:
            farm.gain_coins(farm.active, before)

    def count_harvest(self, farmer: Farmer) -> None:
        farmer.apples += 1

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return float(outlook.farmer.apples) + 0.25 * min(outlook.turns, 8.0)


class Companion(Effect):
    """Planted: 1 coin for each other crop of its colour on the field."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        others = farm.count_colour(printed.COLOUR[farm.source]) - 1
        if others > 0:
            farm.gain_coins(farm.active, others)

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return float(outlook.farm.count_colour(printed.COLOUR[kind]))


class Onions(Effect):
    """Planted: 1 fertilizer for each onions card left in hand."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        left = farm.farmers[farm.active].count_in_hand(farm.source)
        if left > 0:
            farm.gain_fertilizers(farm.active, left)

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return outlook.fertilizer * float(max(0, outlook.farmer.count_in_hand(kind) - 1))


class Mango(Effect):
    """Planted: steal a random card from all opponents' hands pooled together."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        total: i64 = 0
        step: i64 = 1
        while step < farm.seats:
            total += len(farm.farmers[farm.after(step)].hand)
            step += 1
        if total == 0:
            farm.tell(events.FIZZLED, farm.active, farm.source)
            return
        place = dice.below(total)
        step = 1
        while place >= len(farm.farmers[farm.after(step)].hand):
            place -= len(farm.farmers[farm.after(step)].hand)
            step += 1
        self.steal(farm, farm.after(step), place)

    def steal(self, farm: FarmTable, victim: i64, place: i64) -> None:
        """Thief and victim see the card; the others only see that one changed hands."""
        thief = farm.active
        giver = farm.farmers[victim]
        c: i64 = giver.hand[place]
        farm.tell(events.STOLE, thief, victim, card_kind(c), card_value(c))
        giver.hand.pop(place)
        taker = farm.farmers[thief]
        taker.hand.append(c)
        giver.seen_leaving(c, bit(thief))
        giver.left_unseen(farm.watchers(victim) - bit(thief))
        taker.seen_entering(c, bit(victim))

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return (1.0 + outlook.harm) * outlook.taste[A_CARD] if outlook.rival_cards() > 0 else 0.0


class Tomatoes(Effect):
    """Planted: a d4 in coins for each richer opponent, counted once before any roll."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        own = farm.farmers[farm.active].coins
        richer: i64 = 0
        for farmer in farm.farmers:
            if farmer.coins > own:
                richer += 1
        gained: i64 = 0
        while richer > 0:
            gained += farm.roll(4, dice)
            richer -= 1
        if gained > 0:
            farm.gain_coins(farm.active, gained)

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return 2.5 * float(outlook.richer())


class Potatoes(Effect):
    """Harvest: d4; on a 4 a new potatoes card, else 1 fertilizer."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if farm.roll(4, dice) == 4:
            farm.create(farm.active, farm.source, printed.VALUE[farm.source])
        else:
            farm.gain_fertilizers(farm.active, 1)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 0.75 * outlook.fertilizer + 0.6 * min(1.0, outlook.turns / 4.0)


class Melon(Effect):
    """Harvest: from the second melon on, a d4 in coins."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if farm.farmers[farm.active].melons > 0:
            farm.gain_coins(farm.active, farm.roll(4, dice))

    def count_harvest(self, farmer: Farmer) -> None:
        farmer.melons += 1

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 2.5 if outlook.farmer.melons > 0 else 0.2 * min(outlook.turns, 5.0)


class Beans(Effect):
    """Harvest: an opponent hands over a coin or a fertilizer."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(asks.OPPONENT, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return farm.farmers[seat].coins > 0 or farm.farmers[seat].fertilizers > 0

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        if farm.target < 0:
            farm.target = first(move)
            farm.ask(asks.TRIBUTE, farm.target, dice)
        elif first(move) == moves.COIN:
            farm.take_coins(farm.active, farm.target, 1)
        else:
            farm.take_fertilizer(farm.active, farm.target)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 1.0 + outlook.harm


class Wasabi(Effect):
    """Planted: with another wasabi in hand, a d4 of an opponent's coins."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        if farm.farmers[farm.active].count_in_hand(farm.source) > 0:
            farm.ask(asks.OPPONENT, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return farm.farmers[seat].coins > 0

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.take_coins(farm.active, first(move), farm.roll(4, dice))

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return 2.5 * (1.0 + outlook.harm) if outlook.farmer.count_in_hand(kind) > 1 else 0.0


class Pineapple(OnUnprotectedCrop):
    """Harvest: destroy an unprotected crop."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(asks.CROP, farm.active, dice)

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.destroy(seat, place)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 6.0 * outlook.harm


class Eggplant(OnUnprotectedCrop):
    """Planted: an unprotected crop, perhaps this one, loses 1 value and takes a turn longer."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.CROP, farm.active, dice)

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, bed_with(type_of(b), crop_of(b), max(0, value_of(b) - 1), timer_of(b) + 1))

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return (1.0 + outlook.bed_turn) * outlook.harm


class Peppers(Effect):
    """Harvest: d4 points of value, one after another, for crop cards in hand."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        for c in farm.farmers[farm.active].hand:
            if printed.is_crop(card_kind(c)):
                farm.left = farm.roll(4, dice)
                farm.ask(asks.POINT, farm.active, dice)
                return

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        boost(farm, farm.farmers[farm.active], move, 1)
        farm.left -= 1
        if farm.left > 0:
            farm.ask(asks.POINT, farm.active, dice)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 2.0 if outlook.waiting() > 0 else 1.0


class Oranges(Effect):
    """Planted and harvest: every other crop on the field gains 1 value."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        self.sweeten(farm, farm.bed)

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        self.sweeten(farm, farm.bed)

    def sweeten(self, farm: FarmTable, own_bed: i64) -> None:
        seat: i64 = 0
        for farmer in farm.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if b >= 8 and not (seat == farm.active and place == own_bed):
                    farm.set_bed(seat, place, with_value(b, value_of(b) + 1))
                place += 1
            seat += 1

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return float(outlook.farmer.crops()) * (1.0 - outlook.harm)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return float(outlook.farmer.crops()) * (1.0 - outlook.harm)


class Pumpkins(Effect):
    """Harvest: each opponent pays a coin for each of their fertilizers, as far as their coins allow."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        step: i64 = 1
        while step < farm.seats:
            seat = farm.after(step)
            due = min(farm.farmers[seat].coins, farm.farmers[seat].fertilizers)
            if due > 0:
                farm.take_coins(farm.active, seat, due)
            step += 1

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        total: i64 = 0
        seat: i64 = 0
        for farmer in outlook.farm.farmers:
            if seat != outlook.seat:
                total += min(farmer.coins, farmer.fertilizers)
            seat += 1
        return float(total) * (1.0 + outlook.harm)


class Grapes(Effect):
    """Harvest: a common or raised bed becomes hydroponic, any other pays 4 coins."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if bed_type == printed.COMMON or bed_type == printed.RAISED:
            farm.retype(farm.active, farm.bed, printed.HYDROPONIC)
        else:
            farm.gain_coins(farm.active, 4)

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return 3.0


class Cloudberry(Effect):
    """Planted: each opponent loses coins and fertilizers for every card in hand and crop in bed."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        step: i64 = 1
        while step < farm.seats:
            seat = farm.after(step)
            farmer = farm.farmers[seat]
            n: i64 = len(farmer.hand) + farmer.crops()
            if n > 0:
                farm.lose_coins(seat, n)
                farm.lose_fertilizers(seat, n)
            step += 1

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        lost = 0.0
        seat: i64 = 0
        for farmer in outlook.farm.farmers:
            if seat != outlook.seat:
                n: i64 = len(farmer.hand) + farmer.crops()
                lost += float(min(n, farmer.coins)) + outlook.fertilizer * float(min(n, farmer.fertilizers))
            seat += 1
        return lost * outlook.harm


class Strawberry(Effect):
    """Harvest: the value of any crop on the field in coins; the crop stays."""

    aims_at = DEAREST

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(asks.CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.gain_coins(farm.active, value_of(farm.farmers[first(move)].beds[second(move)]))

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        return max(8.0, outlook.dearest())


class Blueberry(Effect):
    """Planted: an opponent's bed becomes common, its crop destroyed unless a greenhouse saved it."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.BED, farm.active, dice)

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat != farm.active

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        seat, place = first(move), second(move)
        b: i64 = farm.farmers[seat].beds[place]
        if b >= 8 and not is_protected(b):
            farm.destroy(seat, place)
        farm.retype(seat, place, printed.COMMON)

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        return outlook.dearest_target() * outlook.harm


CROPS: Final[dict[str, Effect]] = {
    "wheat": Wheat(),
    "apples": Apples(),
    "cabbage": Companion(),
    "corn": Companion(),
    "carrots": Companion(),
    "onions": Onions(),
    "mango": Mango(),
    "tomatoes": Tomatoes(),
    "potatoes": Potatoes(),
    "melon": Melon(),
    "beans": Beans(),
    "wasabi": Wasabi(),
    "pineapple": Pineapple(),
    "eggplant": Eggplant(),
    "peppers": Peppers(),
    "oranges": Oranges(),
    "pumpkins": Pumpkins(),
    "grapes": Grapes(),
    "cloudberry": Cloudberry(),
    "strawberry": Strawberry(),
    "blueberry": Blueberry(),
}
