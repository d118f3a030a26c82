"""One gardener's garden in numbers: how many fields and plants of each kind, not where they are.

All that was planted together ripens together, so a dozen numbers say all that a plan of many rounds depends on. What
they leave open, the places, is decided when a move is carried out: dear seed goes on special fields first, and water
to dear plants first.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.gardening_war import shop
from parlour.games.gardening_war.state import need_of
from parlour.games.gardening_war.wholes import DIG, EXPAND, FEED, REAP, SOW, SPRINKLE, SUPPLY

ANEMONE: Final = 3
BLUEJAZZ: Final = 4
CROCUS: Final = 5
TULIP: Final = 6
GROUPS: Final = 4  # of plants that a garden has at most
LAST_PHASE: Final = 9  # rain falls after rounds whose number ends in 9
NEVER: Final = 1000000
SPECIAL_PRIZE: Final = 20
DEAD: Final = 7  # instead of the drops a plant needs
FRESH_START: Final = 2000  # the gold that a gardener needs to earn more: a crocus and its water
MASK: Final = 0xFFFFFFFFF

FIELD_PRICE: Final[i64] = shop.FIELD_PRICE
MOLE_PRICE: Final[i64] = shop.PRICE[shop.MOLES]
CARD_PRICE: Final[i64] = shop.PRICE[shop.FERTILIZERS]
DROP_PRICE: Final[i64] = shop.PRICE[shop.DROPS]


# A group of plants in one integer: kind, drops needed and life, as in a plant; how many on plain and on special fields.


def a_group(kind: i64, need: i64, life: i64, plain: i64, special: i64) -> i64:
    return kind | need << 3 | life << 6 | plain << 9 | special << 16


def plain_of(group: i64) -> i64:
    return (group >> 9) & 127


def special_of(group: i64) -> i64:
    return (group >> 16) & 127


def count_of(group: i64) -> i64:
    return ((group >> 9) & 127) + ((group >> 16) & 127)


def units_of(group: i64) -> i64:
    """A special field counts twice."""
    return ((group >> 9) & 127) + 2 * ((group >> 16) & 127)


def is_ripe(group: i64) -> bool:
    """Mature or dead: what a harvest removes."""
    need = (group >> 3) & 7
    return group != 0 and (need == 0 or need == DEAD)


def wanted(group: i64, phase: i64) -> i64:
    """The drops to give each plant now: all it needs, less what rain will give it tonight."""
    need = (group >> 3) & 7
    if group == 0 or need == DEAD:
        return 0
    if phase == LAST_PHASE:
        return need - 2 if need > 2 else 0
    return need


def overnight(group: i64, raining: bool) -> i64:
    """The group after the upkeep."""
    need = (group >> 3) & 7
    if group == 0 or need == DEAD:
        return group
    dead = False
    if raining:
        if need < 2:
            dead = True
        else:
            group -= 2 << 3
    if (group >> 6) & 7 <= 1:
        dead = True
    if dead:
        return (group & ~511) | DEAD << 3
    return group - 64


def prize(group: i64) -> i64:
    """How much a rival wants a field of this group."""
    if group == 0:
        return 0
    value: i64 = 1
    need = need_of(group)
    if need != DEAD:
        value += shop.WORTH[group & 7] // 1000
        if need == 0:
            value += shop.WORTH[group & 7] // 1000
    if special_of(group) > 0:
        value = 2 * value + SPECIAL_PRIZE
    return value


class Ground:
    """What the board and the rival allow a gardener."""

    def __init__(self, rounds: i64) -> None:
        self.rounds: i64 = rounds
        self.war: bool = False  # whether moles are to be expected
        self.threat: i64 = 0  # fields that the rival could take soon
        self.helpless: bool = False  # whether the rival could not come back after losing all fields
        # The free fields in the order to buy them: 1 special, 0 plain; and the round from which each is the rival's.
        self.land: list[i64] = []
        self.gone: list[i64] = []
        self.lasting: list[float] = [0.0]  # what the rival leaves of the list from each place on
        self.prey: list[i64] = []  # the rival's fields in the order to take them: 1 special, 0 plain
        self.prey_left: list[float] = [0.0]  # what is left of them when this many are taken
        self.strike: float = 0.0  # what the rival loses with the plant that a mole would take now
        self.raids: i64 = 0  # moles that the rival has; one will come in each of the next rounds
        self.start: i64 = 0  # the present round
        self.danger: i64 = NEVER  # the round in which a rival's mole could come first

    def count(self) -> None:
        """Sum up land and prey; a special field counts twice."""
        self.lasting = [0.0] * (len(self.land) + 1)
        total = 0.0
        at: i64 = len(self.land) - 1
        while at >= 0:
            if self.gone[at] == NEVER:
                total += 1.0 + float(self.land[at])
            self.lasting[at] = total
            at -= 1
        self.prey_left = [0.0] * (len(self.prey) + 1)
        total = 0.0
        at = len(self.prey) - 1
        while at >= 0:
            total += 1.0 + float(self.prey[at])
            self.prey_left[at] = total
            at -= 1


class Economy:
    """A gardener's possessions, and how good they are."""

    def __init__(self) -> None:
        self.gold: i64 = 0
        self.points: i64 = 0
        self.plain: i64 = 0
        self.special: i64 = 0
        self.bare_plain: i64 = 0
        self.bare_special: i64 = 0
        self.drops: i64 = 0
        self.moles: i64 = 0
        self.cards: i64 = 0  # of fertilizer
        self.bluejazz: i64 = 0
        self.crocus: i64 = 0
        self.tulip: i64 = 0
        self.fert: i64 = 0
        self.bought: i64 = 0  # how far the list of land is used up
        self.taken: i64 = 0  # fields of the rival that moles have brought
        self.denied: i64 = 0  # land bought that the rival wanted
        self.lead: float = 0.0  # points of the plan, counted again for every round since
        self.struck: float = 0.0  # what moles have cost the rival in plants
        self.exposed: float = 0.0  # rounds of the plan in which one mole would have ruined it
        self.g0: i64 = 0
        self.g1: i64 = 0
        self.g2: i64 = 0
        self.g3: i64 = 0
        self.score: float = 0.0
        self.first: i64 = 0  # which first move led here
        self.move: i64 = 0  # the last one
        self.before: Economy | None = None

    def become(self, other: Economy) -> None:
        self.gold = other.gold
        self.points = other.points
        self.plain = other.plain
        self.special = other.special
        self.bare_plain = other.bare_plain
        self.bare_special = other.bare_special
        self.drops = other.drops
        self.moles = other.moles
        self.cards = other.cards
        self.bluejazz = other.bluejazz
        self.crocus = other.crocus
        self.tulip = other.tulip
        self.fert = other.fert
        self.bought = other.bought
        self.taken = other.taken
        self.denied = other.denied
        self.lead = other.lead
        self.struck = other.struck
        self.exposed = other.exposed
        self.g0 = other.g0
        self.g1 = other.g1
        self.g2 = other.g2
        self.g3 = other.g3
        self.first = other.first

    def key(self) -> i64:
        """A number that gardens share only if they are equal, for all we need to know."""
        h = (self.gold * 31 + self.points) & MASK
        h = (h * 1048573 + self.plain + self.special * 128 + self.bought * 16384) & MASK
        h = (h * 1048573 + self.drops + self.moles * 8192 + self.cards * 262144) & MASK
        h = (h * 1048573 + self.tulip + self.crocus * 2048 + self.bluejazz * 1048576) & MASK
        h = (h * 1048573 + self.fert + self.taken * 32) & MASK
        # the order of groups does not matter
        mixed = (self.g0 * 7919 & MASK) ^ (self.g1 * 7919 & MASK) ^ (self.g2 * 7919 & MASK) ^ (self.g3 * 7919 & MASK)
        return (h * 1048573 + mixed) & MASK

    # --- what there is ---

    def seeds(self, kind: i64) -> i64:
        if kind == TULIP:
            return self.tulip
        if kind == CROCUS:
            return self.crocus
        return self.bluejazz if kind == BLUEJAZZ else 0

    def group(self, place: i64) -> i64:
        if place < 2:
            return self.g0 if place == 0 else self.g1
        return self.g2 if place == 2 else self.g3

    def has_ripe(self) -> bool:
        return is_ripe(self.g0) or is_ripe(self.g1) or is_ripe(self.g2) or is_ripe(self.g3)

    def can_water(self, phase: i64) -> bool:
        """Whether there is enough water for one group at least."""
        return (
            0 < wanted(self.g0, phase) * count_of(self.g0) <= self.drops
            or 0 < wanted(self.g1, phase) * count_of(self.g1) <= self.drops
            or 0 < wanted(self.g2, phase) * count_of(self.g2) <= self.drops
            or 0 < wanted(self.g3, phase) * count_of(self.g3) <= self.drops
        )

    def is_fragile(self) -> bool:
        """Whether a mole that takes the best field would ruin this gardener: nothing is left to start again with."""
        if self.moles > 0 or self.gold >= MOLE_PRICE + FRESH_START:
            return False
        if self.plain + self.special <= 1:
            return True
        most: i64 = 0
        left: i64 = self.gold + 3600 * self.tulip + 1000 * self.crocus + 500 * self.bluejazz
        for group in (self.g0, self.g1, self.g2, self.g3):
            if group != 0 and need_of(group) != DEAD:
                worth: i64 = shop.WORTH[group & 7]
                left += worth * units_of(group)
                if special_of(group) > 0:
                    worth *= 2
                if worth > most:
                    most = worth
        return left - most < FRESH_START

    # --- moves ---

    def do(self, move: i64, ground: Ground, now: i64) -> bool:
        """Carry out a whole move and the upkeep after it; whether it had any effect."""
        letter = move & 15
        done = True
        if letter == REAP:
            self.reap()
        elif letter == SPRINKLE:
            self.sprinkle(now % 10)
        elif letter == SOW:
            done = self.sow(move >> 4)
        elif letter == SUPPLY:
            self.supply(move)
        elif letter == EXPAND:
            done = self.expand((move >> 4) & 127, ground, now)
        elif letter == FEED:
            self.cards -= 1
            self.fert += 3
        elif letter == DIG:
            self.dig(ground)
            if now == ground.start:
                self.struck += ground.strike
        if now - ground.start < ground.raids:
            self.raided()
        self.rest(now)
        return done

    def raided(self) -> None:
        """The rival's mole takes the best field, with whatever grows there."""
        best: i64 = 0
        place: i64 = -1
        at: i64 = 0
        while at < GROUPS:
            value = prize(self.group(at))
            if value > best:
                best = value
                place = at
            at += 1
        if self.bare_special > 0 and best < SPECIAL_PRIZE:
            self.bare_special -= 1
            self.special -= 1
            return
        if place < 0:
            if self.bare_plain > 0:
                self.bare_plain -= 1
                self.plain -= 1
            return
        if place == 0:
            self.g0 = self.robbed(self.g0)
        elif place == 1:
            self.g1 = self.robbed(self.g1)
        elif place == 2:
            self.g2 = self.robbed(self.g2)
        else:
            self.g3 = self.robbed(self.g3)

    def robbed(self, group: i64) -> i64:
        if special_of(group) > 0:
            self.special -= 1
            group -= 1 << 16
        else:
            self.plain -= 1
            group -= 1 << 9
        return group if count_of(group) > 0 else 0

    def rest(self, now: i64) -> None:
        """The upkeep after round `now`."""
        raining = now % 10 == LAST_PHASE
        self.g0 = overnight(self.g0, raining)
        self.g1 = overnight(self.g1, raining)
        self.g2 = overnight(self.g2, raining)
        self.g3 = overnight(self.g3, raining)
        if self.fert > 0:
            self.fert -= 1

    def reap(self) -> None:
        gain = self.picked(self.g0) + self.picked(self.g1) + self.picked(self.g2) + self.picked(self.g3)
        if self.fert > 0:
            gain *= 2
        self.gold += gain
        self.points += gain
        if is_ripe(self.g0):
            self.g0 = 0
        if is_ripe(self.g1):
            self.g1 = 0
        if is_ripe(self.g2):
            self.g2 = 0
        if is_ripe(self.g3):
            self.g3 = 0

    def picked(self, group: i64) -> i64:
        if not is_ripe(group):
            return 0
        self.bare_plain += plain_of(group)
        self.bare_special += special_of(group)
        if need_of(group) == DEAD:
            return 0
        return shop.WORTH[group & 7] * units_of(group)

    def sprinkle(self, phase: i64) -> None:
        kind: i64 = TULIP
        while kind >= ANEMONE:
            if self.g0 & 7 == kind:
                self.g0 = self.watered(self.g0, phase)
            if self.g1 & 7 == kind:
                self.g1 = self.watered(self.g1, phase)
            if self.g2 & 7 == kind:
                self.g2 = self.watered(self.g2, phase)
            if self.g3 & 7 == kind:
                self.g3 = self.watered(self.g3, phase)
            kind -= 1

    def watered(self, group: i64, phase: i64) -> i64:
        each = wanted(group, phase)
        total = each * count_of(group)
        if total > self.drops:
            return group
        self.drops -= total
        return group - (each << 3)

    def sow(self, kinds: i64) -> bool:
        """Dear seed first, and on special fields first."""
        done = False
        kind: i64 = TULIP
        while kind >= BLUEJAZZ:
            if (kinds >> kind) & 1 == 1:
                seeds = self.seeds(kind)
                special = seeds if seeds < self.bare_special else self.bare_special
                seeds -= special
                plain = seeds if seeds < self.bare_plain else self.bare_plain
                if special + plain > 0:
                    if not self.add_group(a_group(kind, shop.NEED[kind], shop.LIFE[kind], plain, special)):
                        return False
                    done = True
                    self.bare_special -= special
                    self.bare_plain -= plain
                    if kind == TULIP:
                        self.tulip -= special + plain
                    elif kind == CROCUS:
                        self.crocus -= special + plain
                    else:
                        self.bluejazz -= special + plain
            kind -= 1
        return done

    def add_group(self, group: i64) -> bool:
        if self.g0 == 0:
            self.g0 = group
        elif self.g1 == 0:
            self.g1 = group
        elif self.g2 == 0:
            self.g2 = group
        elif self.g3 == 0:
            self.g3 = group
        else:
            return False
        return True

    def supply(self, move: i64) -> None:
        kind = (move >> 4) & 7
        seeds = (move >> 7) & 2047
        drops = (move >> 18) & 16383
        cards = (move >> 32) & 63
        moles = (move >> 38) & 63
        second = (move >> 44) & 7
        others = (move >> 47) & 127
        self.gold -= shop.PRICE[kind] * seeds + DROP_PRICE * drops + CARD_PRICE * cards + MOLE_PRICE * moles
        self.add_seed(kind, seeds)
        if others > 0:
            self.gold -= shop.PRICE[second] * others
            self.add_seed(second, others)
        self.drops += drops
        self.cards += cards
        self.moles += moles

    def add_seed(self, kind: i64, seeds: i64) -> None:
        if kind == TULIP:
            self.tulip += seeds
        elif kind == CROCUS:
            self.crocus += seeds
        elif kind == BLUEJAZZ:
            self.bluejazz += seeds

    def expand(self, count: i64, ground: Ground, now: i64) -> bool:
        """Buy this many of the listed fields that are still free."""
        done = False
        at = self.bought
        end: i64 = len(ground.land)
        while count > 0 and at < end and self.gold >= FIELD_PRICE:
            if ground.gone[at] > now:
                if ground.land[at] == 1:
                    self.special += 1
                    self.bare_special += 1
                else:
                    self.plain += 1
                    self.bare_plain += 1
                if ground.gone[at] < NEVER:
                    self.denied += 1 + ground.land[at]
                self.gold -= FIELD_PRICE
                count -= 1
                done = True
            at += 1
        self.bought = at
        return done

    def dig(self, ground: Ground) -> None:
        self.moles -= 1
        if ground.prey[self.taken] == 1:
            self.special += 1
            self.bare_special += 1
        else:
            self.plain += 1
            self.bare_plain += 1
        self.taken += 1
