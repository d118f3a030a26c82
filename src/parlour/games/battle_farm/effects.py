"""What each card does: one small class a card, in the order of cards.toml.

`planted`, `harvested` and `played` carry an effect out as far as it goes without a choice. Where a choice is needed
they ask for it, and the answer comes back to `chosen`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, second
from parlour.core.dice import Dice
from parlour.games.battle_farm.farmer import (
    COMMON,
    GREENHOUSE,
    HYDROPONIC,
    NO_CARD,
    RAISED,
    ROTATIONAL,
    TRELLIS,
    VERTICAL,
    Farmer,
    bed_with,
    card,
    crop_of,
    is_protected,
    kind_of_card,
    timer_of,
    type_of,
    value_of,
    value_of_card,
    with_timer,
    with_value,
)
from parlour.games.battle_farm.moves import (
    BOOSTED,
    CHOOSE_BED,
    COIN,
    FETCHED,
    FIZZLED,
    KEPT,
    LOOKED,
    PICKED,
    REFILLED,
    STOLE,
    SWEPT,
)
from parlour.games.battle_farm.state import (
    ASK_BED,
    ASK_CARD,
    ASK_COLOUR,
    ASK_CROP,
    ASK_DISCARD,
    ASK_FETCH,
    ASK_KEEP,
    ASK_OPPONENT,
    ASK_PICK,
    ASK_PLAYER,
    ASK_POINT,
    ASK_TRIBUTE,
    ASK_TYPE,
    COLOUR,
    CROPS,
    GRADE,
    ONIONS,
    POTATOES,
    PRINTED,
    SLOTS,
    WASABI,
    FarmTable,
)

RED: Final = 0
GREEN: Final = 1
YELLOW: Final = 2


class Effect:
    """A card's effect; by default it does nothing and can be played at any time."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        """The crop stands in bed `farm.bed` of the active player."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        """The crop has left bed `farm.bed`, which was of this type, and its coins are paid."""

    def playable(self, farm: FarmTable) -> bool:
        """The card's own condition, with the card still in the active player's hand."""
        return True

    def played(self, farm: FarmTable, dice: Dice) -> None:
        """The cost is paid; the card's value was `farm.power`."""

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        """The answer to what the effect asked."""

    def may_choose_crop(self, farm: FarmTable, b: i64) -> bool:
        """D7: whether the crop in this bed is a legal target."""
        return True

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        """D8, D9: whether this seat is a legal target."""
        return True

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        """D10: whether this bed is a legal target."""
        return True


# --- crops ---


class Wheat(Effect):
    """Fertilized: worth 1 more. The rule stands where fertilizing does."""


class Apples(Effect):
    """Harvest: 1 coin for each harvest of apples before this one."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        before = farm.farmers[farm.active].apples
        if before > 0:
            farm.gain_coins(farm.active, before)


class Companion(Effect):
    """Planted: 1 coin for each other crop of its colour on the field."""

    def __init__(self, colour: i64) -> None:
        self.colour: i64 = colour

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        others = farm.count_colour(self.colour) - 1
        if others > 0:
            farm.gain_coins(farm.active, others)


class Onions(Effect):
    """Planted: 1 fertilizer for each onions card left in hand."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        left = farm.farmers[farm.active].count_in_hand(ONIONS)
        if left > 0:
            farm.gain_fertilizers(farm.active, left)


class Mango(Effect):
    """Planted: one card at random out of all opponents' hands."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        total: i64 = 0
        step: i64 = 1
        while step < farm.seats:
            total += len(farm.farmers[farm.after(step)].hand)
            step += 1
        if total == 0:
            farm.tell(FIZZLED, farm.active, farm.source)
            return
        place = dice.below(total)
        step = 1
        while place >= len(farm.farmers[farm.after(step)].hand):
            place -= len(farm.farmers[farm.after(step)].hand)
            step += 1
        self.steal(farm, farm.after(step), place)

    def steal(self, farm: FarmTable, victim: i64, place: i64) -> None:
        """Thief and victim see the card, the others only that one changed hands."""
        thief = farm.active
        giver = farm.farmers[victim]
        c: i64 = giver.hand.pop(place)
        taker = farm.farmers[thief]
        taker.hand.append(c)
        giver.seen_leaving(c, bit(thief))
        giver.left_unseen(farm.watchers(victim) - bit(thief))
        taker.seen_entering(c, bit(victim))
        farm.tell(STOLE, thief, victim, kind_of_card(c), value_of_card(c))


class Tomatoes(Effect):
    """Planted: a d4 in coins for each opponent who is richer, looked at once before any roll."""

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


class Potatoes(Effect):
    """Harvest: d4; on a 4 a new potatoes card, else 1 fertilizer."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if farm.roll(4, dice) == 4:
            farm.create(farm.active, POTATOES, PRINTED[POTATOES])
        else:
            farm.gain_fertilizers(farm.active, 1)


class Melon(Effect):
    """Harvest: from the second melon on, a d4 in coins."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if farm.farmers[farm.active].melons > 0:
            farm.gain_coins(farm.active, farm.roll(4, dice))


class Beans(Effect):
    """Harvest: an opponent hands over a coin or a fertilizer."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(ASK_OPPONENT, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return farm.farmers[seat].coins > 0 or farm.farmers[seat].fertilizers > 0

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        if farm.target < 0:
            farm.target = first(move)
            farm.ask(ASK_TRIBUTE, farm.target, dice)
        elif first(move) == COIN:
            farm.take_coins(farm.active, farm.target, 1)
        else:
            farm.take_fertilizer(farm.active, farm.target)


class Wasabi(Effect):
    """Planted: with another wasabi in hand, a d4 of an opponent's coins."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        if farm.farmers[farm.active].count_in_hand(WASABI) > 0:
            farm.ask(ASK_OPPONENT, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return farm.farmers[seat].coins > 0

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.take_coins(farm.active, first(move), farm.roll(4, dice))


class Harmful(Effect):
    """Aims at one unprotected crop."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_unprotected_crop()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def may_choose_crop(self, farm: FarmTable, b: i64) -> bool:
        return not is_protected(b)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        self.harm(farm, first(move), second(move), farm.farmers[first(move)].beds[second(move)])

    def harm(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        """What happens to the crop."""


class Pineapple(Harmful):
    """Harvest: destroy an unprotected crop."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def harm(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.destroy(seat, place)


class Eggplant(Harmful):
    """Planted: an unprotected crop, perhaps itself, loses 1 value and needs a turn more."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def harm(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, bed_with(type_of(b), crop_of(b), max(0, value_of(b) - 1), timer_of(b) + 1))


class Peppers(Effect):
    """Harvest: d4 points of value, one after another, for crop cards in hand."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        for c in farm.farmers[farm.active].hand:
            if kind_of_card(c) < CROPS:
                farm.left = farm.roll(4, dice)
                farm.ask(ASK_POINT, farm.active, dice)
                return

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        boost(farm, farm.farmers[farm.active], move, 1)
        farm.left -= 1
        if farm.left > 0:
            farm.ask(ASK_POINT, farm.active, dice)


def boost(farm: FarmTable, farmer: Farmer, move: i64, points: i64) -> None:
    """Raise the value of a hand card, unseen by the others."""
    kind, value = first(move), second(move)
    farmer.hand[farmer.place_of(card(kind, value))] = card(kind, value + points)
    farm.tell(BOOSTED, farm.active, kind, value + points, farm.source)


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


class Pumpkins(Effect):
    """Harvest: each opponent pays a coin for each of their fertilizers, as far as their coins go."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        step: i64 = 1
        while step < farm.seats:
            seat = farm.after(step)
            due = min(farm.farmers[seat].coins, farm.farmers[seat].fertilizers)
            if due > 0:
                farm.take_coins(farm.active, seat, due)
            step += 1


class Grapes(Effect):
    """Harvest: a common or raised bed becomes hydroponic, any other pays 4 coins."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        if bed_type == COMMON or bed_type == RAISED:
            farm.retype(farm.active, farm.bed, HYDROPONIC)
        else:
            farm.gain_coins(farm.active, 4)


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


class Strawberry(Effect):
    """Harvest: the value of any crop on the field in coins; the crop stays."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.gain_coins(farm.active, value_of(farm.farmers[first(move)].beds[second(move)]))


class Blueberry(Effect):
    """Planted: an opponent's bed becomes common, its crop destroyed unless a greenhouse saved it."""

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_BED, farm.active, dice)

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat != farm.active

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        seat, place = first(move), second(move)
        b: i64 = farm.farmers[seat].beds[place]
        if b >= 8 and not is_protected(b):
            farm.destroy(seat, place)
        farm.retype(seat, place, COMMON)


# --- action cards ---


class GardenGourmet(Effect):
    """A crop gains as much value as this card cost."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_crop()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        b: i64 = farm.farmers[first(move)].beds[second(move)]
        farm.set_bed(first(move), second(move), with_value(b, value_of(b) + farm.power))


class FertilizerFrenzy(Harmful):
    """An unprotected crop loses its grade in value."""

    def harm(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, max(0, value_of(b) - GRADE[crop_of(b)])))


class NeedsAnotherCard(Effect):
    """Asks for another card of the own hand."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.farmers[farm.active].hand) > 1

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CARD, farm.active, dice)


class Recycle(NeedsAnotherCard):
    """Discard a card for its grade in fertilizers."""

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        place = farm.farmers[farm.active].place_of(card(first(move), second(move)))
        kind = farm.discard_from_hand(farm.active, place)
        farm.gain_fertilizers(farm.active, GRADE[kind])


class LuckyFind(Effect):
    """A d6 in coins."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_coins(farm.active, farm.roll(6, dice))


class HandColour(Effect):
    """A coin for each crop card of a colour in hand."""

    def __init__(self, colour: i64) -> None:
        self.colour: i64 = colour

    def played(self, farm: FarmTable, dice: Dice) -> None:
        n: i64 = 0
        for c in farm.farmers[farm.active].hand:
            if COLOUR[kind_of_card(c)] == self.colour:
                n += 1
        farm.gain_coins(farm.active, n)


class WeedWhacker(Effect):
    """A coin for each own crop."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.gain_coins(farm.active, farm.farmers[farm.active].crops())


class PestControl(Effect):
    """Every own crop gains 1 value."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        place: i64 = 0
        for b in farm.farmers[farm.active].beds:
            if b >= 8:
                farm.set_bed(farm.active, place, with_value(b, value_of(b) + 1))
            place += 1


class Selection(NeedsAnotherCard):
    """A hand card gains 5 value."""

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        boost(farm, farm.farmers[farm.active], move, 5)


class FlowerPower(Effect):
    """A fertilizer for each different kind of crop on the field."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        seen: i64 = 0
        kinds: i64 = 0
        for farmer in farm.farmers:
            for b in farmer.beds:
                if b >= 8 and (seen >> crop_of(b)) & 1 == 0:
                    seen |= bit(crop_of(b))
                    kinds += 1
        farm.gain_fertilizers(farm.active, kinds)


class FungusInfiltration(Effect):
    """Unprotected crops of a named colour worth 2 or more lose 1 value."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_COLOUR, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        seat: i64 = 0
        for farmer in farm.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if b >= 8 and not is_protected(b) and COLOUR[crop_of(b)] == first(move) and value_of(b) >= 2:
                    farm.set_bed(seat, place, with_value(b, value_of(b) - 1))
                place += 1
            seat += 1


class SeedSprout(Effect):
    """A card from the deck for each colour among own crops."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        seen: i64 = 0
        for b in farm.farmers[farm.active].beds:
            if b >= 8:
                seen |= bit(COLOUR[crop_of(b)])
        while seen != 0:
            farm.draw(farm.active)
            seen &= seen - 1


class PollinatorParadise(Effect):
    """See two cards, keep one, the other goes back into the deck."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.deck) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        if len(farm.deck) == 1:
            farm.draw(farm.active)
            return
        deck = farm.deck
        farm.tell(LOOKED, farm.active, deck[len(deck) - 1], deck[len(deck) - 2])
        farm.ask(ASK_KEEP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        top: i64 = farm.deck.pop()
        second_card: i64 = farm.deck.pop()
        seat = farm.active
        kept = first(move)
        other = second_card if kept == top else top
        farm.farmers[seat].hand.append(card(kept, PRINTED[kept]))
        if len(farm.returned) > 0:
            farm.seen_again(seat, kept)
            farm.seen_again(seat, other)
        farm.tell(KEPT, seat, kept)
        farm.return_to_deck(seat, other, dice)


class Retype(Effect):
    """A bed becomes of a type; opponents' greenhouses are safe, and it must be a change."""

    def __init__(self, type: i64) -> None:
        self.type: i64 = type

    def playable(self, farm: FarmTable) -> bool:
        seat: i64 = 0
        for farmer in farm.farmers:
            for b in farmer.beds:
                if self.may_choose_bed(farm, seat, b):
                    return True
            seat += 1
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_BED, farm.active, dice)

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return type_of(b) != self.type and (seat == farm.active or not is_protected(b))

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farm.retype(first(move), second(move), self.type)


class GardenGnome(Effect):
    """A player loses cards at random, as many as this card cost."""

    def playable(self, farm: FarmTable) -> bool:
        seat: i64 = 0
        for farmer in farm.farmers:
            own: i64 = 1 if seat == farm.active else 0
            if len(farmer.hand) > own:
                return True
            seat += 1
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_PLAYER, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return len(farm.farmers[seat].hand) > 0

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


class Grocery(Effect):
    """As many d6 in fertilizers as this card cost."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        total: i64 = 0
        n = farm.power
        while n > 0:
            total += farm.roll(6, dice)
            n -= 1
        farm.gain_fertilizers(farm.active, total)


class ThornyFence(Effect):
    """An opponent discards a card for each crop in the player's beds."""

    def playable(self, farm: FarmTable) -> bool:
        seat: i64 = 0
        for farmer in farm.farmers:
            if seat != farm.active and len(farmer.hand) > 0:
                return True
            seat += 1
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_OPPONENT, farm.active, dice)

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return len(farm.farmers[seat].hand) > 0

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
        """A hand that must go whole goes at once, in hand order (R40)."""
        hand = farm.farmers[farm.target].hand
        if farm.left >= len(hand):
            while len(hand) > 0:
                farm.discard_from_hand(farm.target, 0)
        elif farm.left > 0:
            farm.ask(ASK_DISCARD, farm.target, dice)


class Clone(Effect):
    """A new card of a crop's kind, with its present value."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_crop()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        b: i64 = farm.farmers[first(move)].beds[second(move)]
        farm.create(farm.active, crop_of(b), value_of(b))


class Wither(Harmful):
    """An unprotected crop is worth exactly 1."""

    def harm(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        farm.set_bed(seat, place, with_value(b, 1))


# --- class cards ---


class LandAcquisition(Effect):
    """A card of the discard pile, the one discarded last where several are equal."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.discard) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_FETCH, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        kind = first(move)
        at: i64 = len(farm.discard) - 1
        while farm.discard[at] != kind:
            at -= 1
        del farm.discard[at]
        farm.come_seen(farm.active, card(kind, PRINTED[kind]))
        farm.tell(FETCHED, farm.active, kind)


class ReapAndSow(Effect):
    """Draw first, then the chosen card goes back into the deck (R58)."""

    def playable(self, farm: FarmTable) -> bool:
        return len(farm.farmers[farm.active].hand) > 0 and len(farm.deck) > 0

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CARD, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        farmer = farm.farmers[farm.active]
        farmer.hand.pop(farmer.place_of(card(first(move), second(move))))
        farmer.left_unseen(farm.watchers(farm.active))
        farm.draw(farm.active)
        farm.return_to_deck(farm.active, first(move), dice)


class EarlyBird(Effect):
    """An own bed becomes a trellis, a rotational or a vertical bed."""

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_BED, farm.active, dice)

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat == farm.active

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        if kind_of(move) == CHOOSE_BED:
            farm.target = second(move)
            farm.ask(ASK_TYPE, farm.active, dice)
        else:
            farm.retype(farm.active, farm.target, first(move))


class GeneticModification(Effect):
    """Any crop gains 1 value."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_crop()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        b: i64 = farm.farmers[first(move)].beds[second(move)]
        farm.set_bed(first(move), second(move), with_value(b, value_of(b) + 1))


class Stonks(Effect):
    """A market card for nothing; the rest is swept away and the market laid out anew."""

    def playable(self, farm: FarmTable) -> bool:
        for kind in farm.market:
            if kind != NO_CARD:
                return True
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_PICK, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        picked = first(move)
        kind: i64 = farm.market[picked]
        farm.come_seen(farm.active, card(kind, PRINTED[kind]))
        farm.tell(PICKED, farm.active, picked, kind)
        slot: i64 = 0
        while slot < SLOTS:
            kind = farm.market[slot]
            if slot != picked and kind != NO_CARD:
                farm.discard.append(kind)
                farm.tell(SWEPT, slot, kind)
            farm.market[slot] = NO_CARD
            slot += 1
        slot = 0
        while slot < SLOTS:
            refill(farm, slot)
            slot += 1


def refill(farm: FarmTable, slot: i64) -> None:
    """The top card of the deck is laid into a slot; without a deck the slot stays empty."""
    if len(farm.deck) == 0:
        farm.market[slot] = NO_CARD
        return
    kind: i64 = farm.deck.pop()
    farm.market[slot] = kind
    if len(farm.returned) > 0:
        seat: i64 = 0
        while seat < farm.seats:
            farm.seen_again(seat, kind)
            seat += 1
    farm.tell(REFILLED, slot, kind, len(farm.deck))


class CloudCover(Effect):
    """A crop in an opponent's unprotected bed needs a turn more; an empty bed stays as it is."""

    def playable(self, farm: FarmTable) -> bool:
        seat: i64 = 0
        for farmer in farm.farmers:
            if seat != farm.active:
                for b in farmer.beds:
                    if not is_protected(b):
                        return True
            seat += 1
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(ASK_BED, farm.active, dice)

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        return seat != farm.active and not is_protected(b)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        b: i64 = farm.farmers[first(move)].beds[second(move)]
        if b >= 8:
            farm.set_bed(first(move), second(move), with_timer(b, timer_of(b) + 1))


# By number of the source: crops, action cards, then 44 + class.
EFFECTS: Final[list[Effect]] = [
    Wheat(),
    Apples(),
    Companion(GREEN),
    Companion(YELLOW),
    Companion(RED),
    Onions(),
    Mango(),
    Tomatoes(),
    Potatoes(),
    Melon(),
    Beans(),
    Wasabi(),
    Pineapple(),
    Eggplant(),
    Peppers(),
    Oranges(),
    Pumpkins(),
    Grapes(),
    Cloudberry(),
    Strawberry(),
    Blueberry(),
    GardenGourmet(),
    FertilizerFrenzy(),
    Recycle(),
    LuckyFind(),
    HandColour(GREEN),
    HandColour(RED),
    HandColour(YELLOW),
    WeedWhacker(),
    PestControl(),
    Selection(),
    FlowerPower(),
    FungusInfiltration(),
    SeedSprout(),
    PollinatorParadise(),
    Retype(GREENHOUSE),
    GardenGnome(),
    Retype(TRELLIS),
    Retype(VERTICAL),
    Retype(ROTATIONAL),
    Grocery(),
    ThornyFence(),
    Clone(),
    Wither(),
    LandAcquisition(),
    ReapAndSow(),
    EarlyBird(),
    GeneticModification(),
    Stonks(),
    CloudCover(),
]
