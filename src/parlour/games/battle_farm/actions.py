"""The action cards: one small class for each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, count_bits, first, second
from parlour.core.dice import Dice
from parlour.games.battle_farm import asks, events, printed
from parlour.games.battle_farm.cards import BED, CARD, COLOURS
from parlour.games.battle_farm.effects import (
    DEAREST,
    SELF,
    Effect,
    OnABed,
    OnAHand,
    OnAnyCrop,
    OnUnprotectedCrop,
    boost,
)
from parlour.games.battle_farm.farmer import (
    Farmer,
    card,
    card_kind,
    crop_of,
    is_protected,
    type_of,
    value_of,
    with_value,
)
from parlour.games.battle_farm.outlook import A_CARD, Outlook
from parlour.games.battle_farm.state import FarmTable

RECYCLE: Final[i64] = CARD["recycle"].number


class GardenGourmet(OnAnyCrop):
    """A crop gains as much value as this card cost."""

    worth = 0.2
    aims_at = SELF
    promise = 0.3

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, value_of(b) + farm.power))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.95 * float(power) if outlook.farmer.crops() > 0 else 0.0


class FertilizerFrenzy(OnUnprotectedCrop):
    """An unprotected crop loses its grade in value."""

    worth = 0.3
    promise = 1.0

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, max(0, value_of(b) - printed.GRADE[crop_of(b)])))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return outlook.harm * outlook.dearest_grade()


class NeedsAnotherCard(Effect):
    """Asks for another card from the player's hand."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.farmers[farm.active].hand) > 1

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.CARD, farm.active, dice)


class Recycle(NeedsAnotherCard):
    """Discard a card for its grade in fertilizers."""

    worth = 0.7
    promise = 0.8

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        place = farm.farmers[farm.active].place_of(card(first(move), second(move)))
        kind = farm.discard_from_hand(farm.active, place)
        farm.gain_fertilizers(farm.active, printed.GRADE[kind])

    def gain(self, outlook: Outlook, power: i64) -> float:
        best = 0.0
        for c in outlook.farmer.hand:
            if card_kind(c) != RECYCLE:
                best = max(best, outlook.fertilizer * float(printed.GRADE[card_kind(c)]) - outlook.keep(c))
        return best


class LuckyFind(Effect):
    """Gain a d6 in coins."""

    worth = 2.3
    promise = 3.5
    early = True

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_coins(farm.active, farm.roll(6, dice))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 3.5


class HandColour(Effect):
    """A coin for each crop card of a colour in hand."""

    worth = 0.3
    promise = 1.0
    early = True

    def __init__(self, colour: str) -> None:
        self.colour: i64 = COLOURS.index(colour)

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_coins(farm.active, farm.farmers[farm.active].count_colour_in_hand(self.colour))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return float(outlook.farmer.count_colour_in_hand(self.colour))


class WeedWhacker(Effect):
    """A coin for each crop of the player's."""

    worth = 1.2
    promise = 2.5

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_coins(farm.active, farm.farmers[farm.active].crops())

    def gain(self, outlook: Outlook, power: i64) -> float:
        return float(outlook.farmer.crops())


class PestControl(Effect):
    """Every crop of the player's gains 1 value."""

    worth = 0.3
    promise = 0.8

    def played(self, farm: FarmTable, dice: Dice) -> None:
        place: i64 = 0
        for b in farm.farmers[farm.active].beds:
            if b >= 8:
                farm.set_bed(farm.active, place, with_value(b, value_of(b) + 1))
            place += 1

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.95 * float(outlook.farmer.crops())


class Selection(NeedsAnotherCard):
    """A hand card gains 5 value."""

    worth = 0.7
    promise = 1.2
    early = True

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        boost(farm, farm.farmers[farm.active], move, 5)

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 4.6 if outlook.waiting() > 0 and outlook.turns >= 1.0 else 0.0


class FlowerPower(Effect):
    """A fertilizer for each different kind of crop on the field."""

    worth = 0.8
    promise = 2.0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_fertilizers(farm.active, farm.count_kinds())

    def gain(self, outlook: Outlook, power: i64) -> float:
        return outlook.fertilizer * float(outlook.farm.count_kinds())


class FungusInfiltration(Effect):
    """Unprotected crops of a named colour worth 2 or more lose 1 value."""

    worth = 0.1
    promise = 0.3

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.COLOUR, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        seat: i64 = 0
        for farmer in farm.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if can_rot(b, first(move)):
                    farm.set_bed(seat, place, with_value(b, value_of(b) - 1))
                place += 1
            seat += 1

    def gain(self, outlook: Outlook, power: i64) -> float:
        best = 0.0
        for colour in range(len(COLOURS)):
            best = max(best, blight(outlook, colour))
        return best


def can_rot(b: i64, colour: i64) -> bool:
    """Whether a fungus of this colour lowers the crop in a bed."""
    return b >= 8 and not is_protected(b) and printed.COLOUR[crop_of(b)] == colour and value_of(b) >= 2


def blight(outlook: Outlook, colour: i64) -> float:
    """What it gains to lower all crops of a colour."""
    total = 0.0
    seat: i64 = 0
    for farmer in outlook.farm.farmers:
        for b in farmer.beds:
            if can_rot(b, colour):
                total += -1.0 if seat == outlook.seat else outlook.harm
        seat += 1
    return total


class SeedSprout(Effect):
    """Draw a card for each colour among the player's crops."""

    worth = 1.0
    promise = 3.0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        n = colours_growing(farm.farmers[farm.active])
        while n > 0:
            farm.draw(farm.active)
            n -= 1

    def gain(self, outlook: Outlook, power: i64) -> float:
        return outlook.taste[A_CARD] * float(colours_growing(outlook.farmer)) * min(1.0, outlook.turns / 3.0)


def colours_growing(farmer: Farmer) -> i64:
    """How many colours are in a farmer's beds."""
    seen: i64 = 0
    for b in farmer.beds:
        if b >= 8:
            seen |= bit(printed.COLOUR[crop_of(b)])
    return count_bits(seen)


class PollinatorParadise(Effect):
    """See two cards, keep one, the other goes back into the deck."""

    worth = 0.7
    promise = 1.5

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.deck) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        if len(farm.deck) == 1:
            farm.draw(farm.active)
            return
        deck = farm.deck
        farm.tell(events.LOOKED, farm.active, deck[len(deck) - 1], deck[len(deck) - 2])
        farm.ask(asks.KEEP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        top: i64 = farm.deck.pop()
        second_card: i64 = farm.deck.pop()
        seat = farm.active
        kept = first(move)
        other = second_card if kept == top else top
        farm.farmers[seat].hand.append(card(kept, printed.VALUE[kept]))
        if len(farm.returned) > 0:
            farm.seen_again(seat, kept)
            farm.seen_again(seat, other)
        farm.tell(events.KEPT, seat, kept)
        farm.return_to_deck(seat, other, dice)

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 1.4 * outlook.taste[A_CARD] * min(1.0, outlook.turns / 3.0)


class Retype(OnABed):
    """A bed changes to this type; opponents' greenhouses are safe, and the type must be new."""

    aims_at = SELF
    promise = 0.8

    def __init__(self, bed: str, worth: float = 0.5) -> None:
        self.type: i64 = BED[bed].number
        self.worth = worth

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return type_of(b) != self.type and (seat == farm.active or not is_protected(b))

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.retype(first(move), second(move), self.type)

    def gain(self, outlook: Outlook, power: i64) -> float:
        return (0.05 if self.type == printed.GREENHOUSE else 0.2) * outlook.turns + 0.4


class GardenGnome(OnAHand):
    """A player loses cards at random, as many as this card cost."""

    worth = 0.4
    promise = 1.0

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.farmers[farm.active].hand) > 1 or farm.any_opposing_card()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.PLAYER, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        seat = first(move)
        hand = farm.farmers[seat].hand
        n = farm.power
        if n >= len(hand):
            while len(hand) > 0:
                farm.discard_from_hand(seat, 0)
            return
        while n > 0:
            farm.discard_from_hand(seat, dice.below(len(hand)))
            n -= 1

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.8 * outlook.harm * outlook.taste[A_CARD] * float(min(power, outlook.rival_cards()))


class Grocery(Effect):
    """As many d6 in fertilizers as this card cost."""

    worth = 1.8
    promise = 3.0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        total: i64 = 0
        n = farm.power
        while n > 0:
            total += farm.roll(6, dice)
            n -= 1
        farm.gain_fertilizers(farm.active, total)

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 3.5 * outlook.fertilizer * float(power)


class ThornyFence(OnAHand):
    """An opponent discards a card for each crop in the player's beds."""

    worth = 1.0
    promise = 1.5

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_opposing_card()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.OPPONENT, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        if farm.target < 0:
            farm.target = first(move)
            farm.left = farm.farmers[farm.active].crops()
        else:
            victim = farm.farmers[farm.target]
            farm.discard_from_hand(farm.target, victim.place_of(card(first(move), second(move))))
            farm.left -= 1
        self.prick(farm, dice)

    def prick(self, farm: FarmTable, dice: Dice) -> None:
        """If the whole hand must go, it goes at once, in hand order (R40)."""
        hand = farm.farmers[farm.target].hand
        if farm.left >= len(hand):
            while len(hand) > 0:
                farm.discard_from_hand(farm.target, 0)
        elif farm.left > 0:
            farm.ask(asks.DISCARD, farm.target, dice)

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 1.5 * outlook.harm * float(min(outlook.farmer.crops(), outlook.rival_cards()))


class Clone(OnAnyCrop):
    """A new card of a crop's kind, with its current value."""

    worth = 3.5
    aims_at = DEAREST
    promise = 5.0

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.create(farm.active, crop_of(b), value_of(b))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return 0.9 * outlook.dearest() - 3.0 * outlook.bed_turn if outlook.turns >= 3.0 else 0.0


class Wither(OnUnprotectedCrop):
    """An unprotected crop is worth exactly 1."""

    worth = 2.5
    promise = 5.0

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, 1))

    def gain(self, outlook: Outlook, power: i64) -> float:
        return outlook.harm * (outlook.dearest_target() - 1.0)


ACTIONS: Final[dict[str, Effect]] = {
    "garden_gourmet": GardenGourmet(),
    "fertilizer_frenzy": FertilizerFrenzy(),
    "recycle": Recycle(),
    "lucky_find": LuckyFind(),
    "green_thumb": HandColour("green"),
    "red_reaper": HandColour("red"),
    "yellow_warning": HandColour("yellow"),
    "weed_whacker": WeedWhacker(),
    "pest_control": PestControl(),
    "selection": Selection(),
    "flower_power": FlowerPower(),
    "fungus_infiltration": FungusInfiltration(),
    "seed_sprout": SeedSprout(),
    "pollinator_paradise": PollinatorParadise(),
    "retractable_greenhouse": Retype("greenhouse", worth=0.6),
    "garden_gnome": GardenGnome(),
    "trellis_bed": Retype("trellis"),
    "vertical_bed": Retype("vertical"),
    "rotational_bed": Retype("rotational"),
    "grocery": Grocery(),
    "thorny_fence": ThornyFence(),
    "clone": Clone(),
    "wither": Wither(),
}
