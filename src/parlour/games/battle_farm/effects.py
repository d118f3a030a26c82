"""The base class of card effects, what several cards have in common, and hints for the house's players.

`planted`, `harvested` and `played` carry an effect out until a choice is needed. Then they ask for it, and `chosen`
receives the answer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, second
from parlour.core.dice import Dice
from parlour.games.battle_farm import asks, events
from parlour.games.battle_farm.farmer import Farmer, card, is_protected
from parlour.games.battle_farm.outlook import Outlook
from parlour.games.battle_farm.state import FarmTable

# whose crop or bed a sensible player chooses
RIVAL: Final = 0
SELF: Final = 1
DEAREST: Final = 2  # the most valuable crop, whoever owns it


class Effect:
    """A card's effect; by default it does nothing and can be played at any time."""

    # Hints for the house's players, which no rule uses: what an action card in hand is worth after paying for it, and
    # whom it should target.
    worth: float = 0.5
    aims_at: int = RIVAL
    promise: float = 1.0  # what an action card usually gains after paying for it, for those who can wait
    early: bool = False  # whether to play it before planting

    def when_planted(self, outlook: Outlook, kind: i64) -> float:
        """What planting this crop now gains at once, in coins."""
        return 0.0

    def when_harvested(self, outlook: Outlook, kind: i64) -> float:
        """What its harvest gains beyond the crop's value."""
        return 0.0

    def gain(self, outlook: Outlook, power: i64) -> float:
        """What playing this action card of this value gains now, before paying for it."""
        return self.promise + outlook.fertilizer * float(power)

    def planted(self, farm: FarmTable, dice: Dice) -> None:
        """The crop is now in bed `farm.bed` of the active player."""

    def harvested(self, farm: FarmTable, bed_type: i64, dice: Dice) -> None:
        """The crop has left bed `farm.bed`, which had this type, and its coins are paid."""

    def fertilized(self, value: i64) -> i64:
        """The crop's value after a fertilizer, given its value before."""
        return value

    def count_harvest(self, farmer: Farmer) -> None:
        """The harvest is over: count it, if the crop keeps count."""

    def playable(self, farm: FarmTable) -> bool:
        """The card's own condition, checked with the card still in the active player's hand."""
        return True

    def played(self, farm: FarmTable, dice: Dice) -> None:
        """The cost is paid; the card's value was `farm.power`."""

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        """The answer to the effect's question."""

    def may_choose_crop(self, farm: FarmTable, b: i64) -> bool:
        """D7: whether the crop in this bed is a legal target."""
        return True

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        """D8, D9: whether this seat is a legal target."""
        return True

    def may_choose_bed(self, farm: FarmTable, seat: i64, b: i64) -> bool:
        """D10: whether this bed is a legal target."""
        return True


class OnAnyCrop(Effect):
    """Aims at any one crop."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_crop()

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.CROP, farm.active, dice)

    def chosen(self, farm: FarmTable, move: i64, dice: Dice) -> None:
        self.change(farm, first(move), second(move), farm.farmers[first(move)].beds[second(move)])

    def change(self, farm: FarmTable, seat: i64, place: i64, b: i64) -> None:
        """What happens to the crop."""


class OnUnprotectedCrop(OnAnyCrop):
    """Aims at one unprotected crop."""

    def playable(self, farm: FarmTable) -> bool:
        return farm.any_unprotected_crop()

    def may_choose_crop(self, farm: FarmTable, b: i64) -> bool:
        return not is_protected(b)


class OnABed(Effect):
    """Aims at one bed, by `may_choose_bed`."""

    def playable(self, farm: FarmTable) -> bool:
        seat: i64 = 0
        for farmer in farm.farmers:
            for b in farmer.beds:
                if self.may_choose_bed(farm, seat, b):
                    return True
            seat += 1
        return False

    def played(self, farm: FarmTable, dice: Dice) -> None:
        farm.ask(asks.BED, farm.active, dice)


class OnAHand(Effect):
    """Aims at a player with cards in hand."""

    def may_choose_player(self, farm: FarmTable, seat: i64) -> bool:
        return len(farm.farmers[seat].hand) > 0


def boost(farm: FarmTable, farmer: Farmer, move: i64, points: i64) -> None:
    """Raise the value of a card in hand, unseen by the others."""
    kind, value = first(move), second(move)
    farmer.hand[farmer.place_of(card(kind, value))] = card(kind, value + points)
    farm.tell(events.BOOSTED, farm.active, kind, value + points, farm.source)
