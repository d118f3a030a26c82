"""Whole turns of Kata TCG: the positions in which a turn can end, each found once, and which of them look best.

The same cards in another order are one plan, so plans are only built in one order: first fights between minions and
cards against minions, which depend on each other; then summoning, which may need a place that a fight has freed; then
cards against the player and healing. Drawing fits in anywhere. Hitting the player costs a minion nothing, so every
minion that is still ready at the end does that.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, pack1, pack2
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.outlook import LOWEST, STATS, UNKNOWN, KataEvaluator, Outlook
from parlour.games.kata_tcg.rules import COST, DAMAGE, DRAWS, HEALING, MINION_DAMAGE, MINION_HEALTH, KataRules
from parlour.games.kata_tcg.state import (
    BOARD_CAP,
    CARD,
    CARD_MASK,
    HAND_CAP,
    HEALTH_CAP,
    USED_BIT,
    Side,
    damage_of,
    health_of,
    is_ready,
    minion,
    serial_of,
    with_health,
)

WON: Final = 1000.0
RACE: Final = 4.0  # a race that is won if both play well, in logits

FIGHTING: Final = 0
SUMMONING: Final = 1
REST: Final = 2

HASH_MASK: Final = 0xFFFFFFFFFF
HASH_FACTOR: Final = 0x9E375


class Draft:
    """A position in the mover's turn, as far as the mover can foresee it. The rival's minions follow its own."""

    def __init__(self, parent: Draft | None, move: i64) -> None:
        self.parent: Draft | None = parent
        self.move: i64 = move
        self.value: float = 0.0
        if parent is None:
            self.health: i64 = 0
            self.mana: i64 = 0
            self.hand: i64 = 0
            self.hand_size: i64 = 0
            self.deck: i64 = 0
            self.board: i64 = 0
            self.m0: i64 = 0
            self.m1: i64 = 0
            self.m2: i64 = 0
            self.rival_health: i64 = 0
            self.rival_board: i64 = 0
            self.r0: i64 = 0
            self.r1: i64 = 0
            self.r2: i64 = 0
            self.look: i64 = 0  # one more than the mana left when cards were drawn
            self.waste: i64 = 0  # cards drawn that the hand had no place for
            self.phase: i64 = FIGHTING
            self.start: i64 = 0  # the place in hand from which on this phase may play
        else:
            self.health = parent.health
            self.mana = parent.mana
            self.hand = parent.hand
            self.hand_size = parent.hand_size
            self.deck = parent.deck
            self.board = parent.board
            self.m0 = parent.m0
            self.m1 = parent.m1
            self.m2 = parent.m2
            self.rival_health = parent.rival_health
            self.rival_board = parent.rival_board
            self.r0 = parent.r0
            self.r1 = parent.r1
            self.r2 = parent.r2
            self.look = parent.look
            self.waste = parent.waste
            self.phase = parent.phase
            self.start = parent.start

    def card(self, place: i64) -> i64:
        return (self.hand >> (place * CARD)) & CARD_MASK

    def own(self, place: i64) -> i64:
        return self.m0 if place == 0 else self.m1 if place == 1 else self.m2

    def rival(self, place: i64) -> i64:
        return self.r0 if place == 0 else self.r1 if place == 1 else self.r2

    def set_own(self, place: i64, m: i64) -> None:
        """Put a minion here; one without health leaves, and the places close up."""
        if health_of(m) == 0:
            if place == 0:
                self.m0 = self.m1
            if place <= 1:
                self.m1 = self.m2
            self.m2 = 0
            self.board -= 1
        elif place == 0:
            self.m0 = m
        elif place == 1:
            self.m1 = m
        else:
            self.m2 = m

    def set_rival(self, place: i64, m: i64) -> None:
        if health_of(m) == 0:
            if place == 0:
                self.r0 = self.r1
            if place <= 1:
                self.r1 = self.r2
            self.r2 = 0
            self.rival_board -= 1
        elif place == 0:
            self.r0 = m
        elif place == 1:
            self.r1 = m
        else:
            self.r2 = m

    def spend(self, place: i64) -> None:
        """Pay for a card and take it from the hand."""
        self.mana -= COST[self.card(place)]
        shift = place * CARD
        below = self.hand - ((self.hand >> shift) << shift)
        self.hand = below | (self.hand >> (shift + CARD)) << shift
        self.hand_size -= 1

    def draw(self, n: i64) -> None:
        card: i64 = UNKNOWN
        while n > 0:
            if self.deck == 0:
                self.health -= 1
            else:
                self.deck -= 1
                if self.hand_size < HAND_CAP:
                    self.hand |= card << (self.hand_size * CARD)
                    self.hand_size += 1
                else:
                    self.waste += 1
            n -= 1

    def key(self) -> i64:
        """Equal for equal positions in the fighting phase."""
        h = self.hand
        h = mixed(h, self.mana | self.look << 8 | self.deck << 16 | self.health << 24)
        h = mixed(h, self.m0)
        h = mixed(h, self.m1)
        h = mixed(h, self.m2)
        h = mixed(h, self.r0)
        h = mixed(h, self.r1)
        return mixed(h, self.r2)


def mixed(h: i64, x: i64) -> i64:
    h = ((h ^ x) * HASH_FACTOR) & HASH_MASK
    return h ^ (h >> 17)


class Turns:
    """The ways in which the mover of a position can play its turn."""

    def __init__(self, state: KataRules, evaluator: KataEvaluator) -> None:
        side = state.side(state.mover)
        rival = state.side(1 - state.mover)
        self.healing: bool = state.healing
        self.minions: bool = state.minions
        self.drawers: bool = state.drawers
        self.outlook: Outlook = evaluator.outlook(side.slots, state.healing, state.minions, state.drawers)
        self.look: float = evaluator.look
        self.waste: float = evaluator.waste
        self.rival_hand: i64 = rival.hand_size
        self.rival_deck: i64 = rival.deck_size
        self.fixed: float = (
            self.outlook.bias + self.outlook.rival_hand[rival.hand_size] + self.outlook.rival_deck[rival.deck_size]
        )
        self.race: bool = bleeding(side, state.minions) and bleeding(rival, state.minions)
        self.rival_reserve: i64 = reserve(rival.hand, rival.hand_size, state.healing) if self.race else 0
        self.best: list[Draft] = []  # the ends of turns found, the best first
        self.keep: i64 = 1
        self.level: list[Draft] = []
        self.width: i64 = 0
        self.seen: set[i64] = set()
        draft = Draft(None, moves.END)
        draft.health, draft.mana, draft.deck = side.health, side.mana, side.deck_size
        draft.hand, draft.hand_size = side.hand, side.hand_size
        draft.board, draft.m0, draft.m1, draft.m2 = side.board_size, side.minion0, side.minion1, side.minion2
        draft.rival_health, draft.rival_board = rival.health, rival.board_size
        draft.r0, draft.r1, draft.r2 = rival.minion0, rival.minion1, rival.minion2
        self.root: Draft = draft

    def search(self, width: i64, keep: i64) -> None:
        """Find the `keep` best ends of the turn, following at most `width` drafts from each number of decisions."""
        self.keep = keep
        self.width = width
        root = self.root
        root.value = self.judge(root)
        self.best = [root]
        if root.value == WON:
            return
        killing = self.lethal()
        if killing is not None:
            self.best = [killing]
            return
        level = [root]
        while len(level) > 0:
            self.level = []
            for draft in level:
                self.expand(draft)
            level = self.level

    def lethal(self) -> Draft | None:
        """The rest of a turn that surely wins by damage to the player, if there is one."""
        root = self.root
        need = root.rival_health - ready_damage(root)
        most: i64 = 0
        place: i64 = 0
        while place < root.hand_size:
            if DAMAGE[root.card(place)] > 0 and COST[root.card(place)] <= root.mana:
                most += DAMAGE[root.card(place)]
            place += 1
        if most < need:
            return None
        chosen: i64 = 1
        while chosen < bit(root.hand_size):
            cost: i64 = 0
            damage: i64 = 0
            place = 0
            while place < root.hand_size:
                if (chosen >> place) & 1 == 1:
                    cost += COST[root.card(place)]
                    damage += DAMAGE[root.card(place)]  # a drawer's -1 only makes its subset worse
                place += 1
            if cost <= root.mana and damage >= need:
                return self.attack_with(chosen)
            chosen += 1
        return None

    def attack_with(self, chosen: i64) -> Draft:
        """Hit the player with these places of the hand."""
        draft = self.root
        place: i64 = HAND_CAP - 1
        while place >= 0:
            if (chosen >> place) & 1 == 1 and DAMAGE[self.root.card(place)] >= 0:
                card = self.root.card(place)
                after = Draft(draft, pack2(moves.ATTACK, card, moves.PLAYER))
                after.spend(place)
                after.rival_health -= DAMAGE[card]
                draft = after
            place -= 1
        draft.value = WON
        return draft

    def expand(self, draft: Draft) -> None:
        if draft.phase == FIGHTING and draft.rival_board > 0:
            self.expand_fights(draft)
        place: i64 = 0
        while place < draft.hand_size:
            card = draft.card(place)
            if card != UNKNOWN and COST[card] <= draft.mana:
                self.expand_card(draft, place, card)
            place += 1

    def expand_fights(self, draft: Draft) -> None:
        place: i64 = 0
        while place < draft.board:
            m = draft.own(place)
            if is_ready(m) and (damage_of(m) > 0 or draft.board == BOARD_CAP):
                at: i64 = 0
                while at < draft.rival_board:
                    target = draft.rival(at)
                    after = Draft(draft, pack2(moves.FIGHT, serial_of(m), serial_of(target)))
                    after.set_rival(at, hurt(target, damage_of(m)))
                    after.set_own(place, hurt(m | USED_BIT, damage_of(target)))
                    self.add_fight(after)
                    at += 1
            place += 1

    def expand_card(self, draft: Draft, place: i64, card: i64) -> None:
        if self.drawers and DRAWS[card] >= 0 and not earlier_copy(draft, 0, place):
            after = Draft(draft, pack1(moves.DRAW, card))
            after.spend(place)
            after.draw(DRAWS[card])
            after.look = after.mana + 1
            if place < after.start:
                after.start -= 1
            if after.health > 0:
                self.add(after)
        if draft.phase == FIGHTING and DAMAGE[card] > 0 and not earlier_copy(draft, 0, place):
            at: i64 = 0
            while at < draft.rival_board:
                after = Draft(draft, pack2(moves.ATTACK, card, serial_of(draft.rival(at))))
                after.spend(place)
                after.set_rival(at, hurt(draft.rival(at), DAMAGE[card]))
                self.add_fight(after)
                at += 1
        first: i64 = draft.start if draft.phase == SUMMONING else 0
        if (
            self.minions
            and MINION_HEALTH[card] >= 0
            and draft.phase <= SUMMONING
            and draft.board < BOARD_CAP
            and place >= first
            and not earlier_copy(draft, first, place)
        ):
            after = Draft(draft, pack1(moves.SUMMON, card))
            after.spend(place)
            after.board += 1
            health = MINION_HEALTH[card]
            after.set_own(draft.board, minion(card, MINION_DAMAGE[card], health, health, 0, 1, 0))
            after.phase = SUMMONING
            after.start = place
            self.add(after)
        first = draft.start if draft.phase == REST else 0
        if place < first or earlier_copy(draft, first, place):
            return
        if DAMAGE[card] >= 0:
            after = Draft(draft, pack2(moves.ATTACK, card, moves.PLAYER))
            after.spend(place)
            after.rival_health -= DAMAGE[card]
            after.phase = REST
            after.start = place
            self.add(after)
        if self.healing and HEALING[card] > 0 and draft.health < HEALTH_CAP:
            after = Draft(draft, pack1(moves.HEAL, card))
            after.spend(place)
            after.health = min(HEALTH_CAP, draft.health + HEALING[card])
            after.phase = REST
            after.start = place
            self.add(after)

    def add_fight(self, draft: Draft) -> None:
        key = draft.key()
        if key not in self.seen:
            self.seen.add(key)
            self.add(draft)

    def add(self, draft: Draft) -> None:
        """Judge a draft as the end of the turn, and keep it if it is among the best."""
        draft.value = self.judge(draft)
        insert(self.best, draft, self.keep)
        insert(self.level, draft, self.width)

    def judge(self, draft: Draft) -> float:
        """How good it looks to end the turn here, after every ready minion has hit the player."""
        outlook = self.outlook
        rival_health = draft.rival_health
        threat: i64 = 0  # of the rival's minions
        pressure: i64 = 0  # of our own ones, next turn
        value = self.fixed
        place: i64 = 0
        while place < draft.board:
            m = draft.own(place)
            damage = damage_of(m)
            pressure += damage
            if is_ready(m):
                rival_health -= damage
            value += outlook.minion[damage * STATS + health_of(m)]
            place += 1
        if rival_health <= 0 or (rival_health == 1 and self.rival_deck == 0):
            return WON
        if self.race:
            return self.judge_race(draft)
        place = 0
        while place < draft.rival_board:
            m = draft.rival(place)
            damage = damage_of(m)
            threat += damage
            value += outlook.rival_minion[damage * STATS + health_of(m)]
            place += 1
        rest = draft.hand
        place = 0
        while place < draft.hand_size:
            value += outlook.card[rest & CARD_MASK]
            rest >>= CARD
            place += 1
        value += outlook.hand[draft.hand_size] + outlook.deck[draft.deck]
        value += outlook.health[draft.health] + outlook.rival_health[rival_health]
        value += outlook.margin[max(LOWEST, draft.health - threat) - LOWEST]
        value += outlook.rival_margin[max(LOWEST, rival_health - pressure) - LOWEST]
        if draft.look > 0:
            value += self.look * float(draft.look - 1) - self.waste * float(draft.waste)
        return value

    def judge_race(self, draft: Draft) -> float:
        """Who bleeds to death first, the rival being next, if both use all their cards well."""
        lead = draft.health + reserve(draft.hand, draft.hand_size, self.healing)
        lead -= draft.rival_health + self.rival_reserve
        return RACE + float(lead) / 2.0 if lead >= 0 else float(lead) / 2.0 - RACE


def bleeding(side: Side, minions: bool) -> bool:
    """Whether this side has nothing but its health and cards without minions, and everybody knows which."""
    if side.deck_size > 0 or side.board_size > 0:
        return False
    return not (minions and any(MINION_HEALTH[card] >= 0 for card in side.hand_cards()))


def reserve(hand: i64, size: i64, healing: bool) -> i64:
    """By how much these cards can change the difference in health."""
    total: i64 = 0
    while size > 0:
        card = hand & CARD_MASK
        change = DAMAGE[card]
        if healing and HEALING[card] > change:
            change = HEALING[card]
        if change > 0:
            total += change
        hand >>= CARD
        size -= 1
    return total


def hurt(m: i64, damage: i64) -> i64:
    left = health_of(m) - damage
    return with_health(m, left if left > 0 else 0)


def ready_damage(draft: Draft) -> i64:
    total: i64 = 0
    place: i64 = 0
    while place < draft.board:
        if is_ready(draft.own(place)):
            total += damage_of(draft.own(place))
        place += 1
    return total


def earlier_copy(draft: Draft, start: i64, place: i64) -> bool:
    card = draft.card(place)
    while start < place:
        if draft.card(start) == card:
            return True
        start += 1
    return False


def insert(drafts: list[Draft], draft: Draft, most: i64) -> None:
    """Keep the drafts in order, the best first, and at most this many."""
    n: i64 = len(drafts)
    if n < most:
        drafts.append(draft)
    elif draft.value <= drafts[n - 1].value:
        return
    else:
        n -= 1
    while n > 0 and drafts[n - 1].value < draft.value:
        drafts[n] = drafts[n - 1]
        n -= 1
    drafts[n] = draft


def path_to(end: Draft) -> list[i64]:
    """The decisions that lead to this end of the turn, without the last hits at the player."""
    path: list[i64] = []
    draft: Draft = end
    while True:
        parent = draft.parent
        if parent is None:
            break
        path.append(draft.move)
        draft = parent
    path.reverse()
    return path
