"""What each action card and each class card does: one small class a card, in the order of cards.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, second
from parlour.core.dice import Dice
from parlour.games.battle_farm.effect import Effect, Harmful, OnAnyCrop, boost
from parlour.games.battle_farm.farmer import (
    GREENHOUSE,
    NO_CARD,
    ROTATIONAL,
    TRELLIS,
    VERTICAL,
    card,
    crop_of,
    is_protected,
    kind_of_card,
    timer_of,
    type_of,
    value_of,
    with_timer,
    with_value,
)
from parlour.games.battle_farm.moves import (
    CHOOSE_BED,
    FETCHED,
    KEPT,
    LOOKED,
    PICKED,
)
from parlour.games.battle_farm.state import (
    ASK_BED,
    ASK_CARD,
    ASK_COLOUR,
    ASK_DISCARD,
    ASK_FETCH,
    ASK_KEEP,
    ASK_OPPONENT,
    ASK_PICK,
    ASK_PLAYER,
    ASK_TYPE,
    COLOUR,
    GRADE,
    GREEN,
    PRINTED,
    RED,
    YELLOW,
    FarmTable,
)


class GardenGourmet(OnAnyCrop):
    """A crop gains as much value as this card cost."""

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


class Clone(OnAnyCrop):
    """A new card of a crop's kind, with its present value."""

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


class GeneticModification(OnAnyCrop):
    """Any crop gains 1 value."""

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
        farm.tell(PICKED, farm.active, first(move), farm.take_from_market(first(move)))
        farm.lay_out_market()


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


# In the order of the action cards.
ACTION_EFFECTS: Final[list[Effect]] = [
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
]

# By number of the class.
CLASS_EFFECTS: Final[list[Effect]] = [
    LandAcquisition(),
    ReapAndSow(),
    EarlyBird(),
    GeneticModification(),
    Stonks(),
    CloudCover(),
]
