"""The rules of Kata TCG: the turn, the actions, and why an action is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, count_bits, first, has, kind_of, nth_bit, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.kata_tcg import events, moves
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.state import (
    BOARD_CAP,
    CARD,
    CARD_MASK,
    HAND_CAP,
    HEALTH_CAP,
    READY_BITS,
    SLOT_CAP,
    USED_BIT,
    KataTable,
    Side,
    card_of,
    damage_of,
    health_of,
    is_asleep,
    is_ready,
    is_used,
    minion,
    serial_of,
    with_health,
)

LAST_TURN: Final = 400

# The printed numbers of each card; -1 if a mode is not printed.
COST: Final[list[i64]] = [card.cost for card in POOL]
DAMAGE: Final[list[i64]] = [-1 if card.damage is None else card.damage for card in POOL]
HEALING: Final[list[i64]] = [-1 if card.heal is None else card.heal for card in POOL]
MINION_DAMAGE: Final[list[i64]] = [-1 if card.minion_damage is None else card.minion_damage for card in POOL]
MINION_HEALTH: Final[list[i64]] = [-1 if card.minion_health is None else card.minion_health for card in POOL]
DRAWS: Final[list[i64]] = [-1 if card.draw is None else card.draw for card in POOL]

# Kinds of action as a set: a byte for each kind, in the order of their numbers.
ATTACKS: Final = 0x1
HEALS: Final = 0x1_00
SUMMONS: Final = 0x1_00_00
DRAWERS: Final = 0x1_00_00_00
BYTE: Final = 8
PLACES: Final = 0xFF
PLAIN_MODES: Final = 0xFF_FF_FF  # heal, summon and draw, which have no target

# The modes in which each card can be played.
MODES: Final[list[i64]] = [
    (0 if card.damage is None else ATTACKS)
    | (0 if card.heal is None else HEALS)
    | (0 if card.minion_health is None else SUMMONS)
    | (0 if card.draw is None else DRAWERS)
    for card in POOL
]

# Why an action is rejected (section 8), in the order in which the reasons are checked; text.py has the sentences.
FINE: Final = 0
OPTION_OFF: Final = 1
EMPTY_HAND: Final = 2
NO_SUCH_CARD: Final = 3
NO_SUCH_MODE: Final = 4
NOT_ENOUGH_MANA: Final = 5
BOARD_FULL: Final = 6
NO_SUCH_MINION: Final = 7
ASLEEP: Final = 8
ALREADY_USED: Final = 9
NO_SUCH_TARGET: Final = 10


class KataRules(KataTable):
    """Kata TCG as played: which actions are legal, and what they do."""

    # --- legal actions ---

    def modes(self) -> i64:
        """The modes that the options allow."""
        allowed: i64 = ATTACKS
        if self.healing:
            allowed |= HEALS
        if self.minions:
            allowed |= SUMMONS
        if self.drawers:
            allowed |= DRAWERS
        return allowed

    def ways(self) -> i64:
        """Every action of the mover: for each kind a byte, with a bit for each place that the action can start from.

        That is a place in hand, for fights one on the board. Of equal cards only the first counts.
        """
        side = self.side(self.mover)
        modes = self.modes()
        if side.board_size >= BOARD_CAP:
            modes &= ~SUMMONS
        found: i64 = 0
        seen: i64 = 0
        rest = side.hand
        place: i64 = 0
        while place < side.hand_size:
            card = rest & CARD_MASK
            if COST[card] <= side.mana and not has(seen, card):
                seen |= bit(card)
                found |= (MODES[card] & modes) << place
            rest >>= CARD
            place += 1
        return found | self.fighters(side) << (BYTE * moves.FIGHT)

    def fighters(self, side: Side) -> i64:
        """The places on the board whose minions are ready, one bit each."""
        ready: i64 = 0
        if side.board_size > 0 and is_ready(side.minion0):
            ready |= 1
        if side.board_size > 1 and is_ready(side.minion1):
            ready |= 2
        if side.board_size > 2 and is_ready(side.minion2):
            ready |= 4
        return ready

    def count_moves(self, ways: i64) -> i64:
        """How many moves these ways to act make, with `end`: attackers and fighters may choose a target."""
        targets = 1 + self.side(1 - self.mover).board_size
        aimed = count_bits(ways & PLACES) + count_bits(ways >> (BYTE * moves.FIGHT))
        return aimed * targets + count_bits((ways >> BYTE) & PLAIN_MODES) + 1

    def move_number(self, n: i64, ways: i64) -> i64:
        """The order of the moves: attacks, on the player first; heal, summon, draw; fights, also so; `end`."""
        side = self.side(self.mover)
        rival = self.side(1 - self.mover)
        attackers = ways & PLACES
        aimed = count_bits(attackers) * (1 + rival.board_size)
        if n < aimed:
            place, target = aim(rival, attackers, n)
            return pack2(moves.ATTACK, side.hand_card(place), target)
        n -= aimed
        plain = (ways >> BYTE) & PLAIN_MODES
        if n < count_bits(plain):
            at = nth_bit(plain, n)
            return pack1(moves.HEAL + at // BYTE, side.hand_card(at % BYTE))
        n -= count_bits(plain)
        fighters = ways >> (BYTE * moves.FIGHT)
        if n < count_bits(fighters) * (1 + rival.board_size):
            place, target = aim(rival, fighters, n)
            return pack2(moves.FIGHT, serial_of(side.minion_at(place)), target)
        return moves.END

    def moves(self) -> list[i64]:
        options: list[i64] = []
        if self.mover == OVER:
            return options
        ways = self.ways()
        n: i64 = 0
        total = self.count_moves(ways)
        while n < total:
            options.append(self.move_number(n, ways))
            n += 1
        return options

    def random_move(self, dice: Dice) -> i64:
        """The same choice as from the list of moves, without building it."""
        ways = self.ways()
        return self.move_number(dice.below(self.count_moves(ways)), ways)

    def can_act(self) -> bool:
        """Whether the mover has any action besides `end`."""
        return self.ways() != 0

    def rejection(self, move: i64) -> i64:
        """The first reason to reject an action of the active side, or FINE."""
        kind = kind_of(move)
        if kind == moves.END:
            return FINE
        side = self.side(self.mover)
        rival = self.side(1 - self.mover)
        if kind == moves.FIGHT:
            if not self.minions:
                return OPTION_OFF
            place = side.place_on_board(first(move))
            if place < 0:
                return NO_SUCH_MINION
            if is_asleep(side.minion_at(place)):
                return ASLEEP
            if is_used(side.minion_at(place)):
                return ALREADY_USED
            return self.target_rejection(rival, second(move))
        target: i64 = second(move) if kind == moves.ATTACK else 0
        if (
            (kind == moves.HEAL and not self.healing)
            or (kind == moves.SUMMON and not self.minions)
            or (kind == moves.DRAW and not self.drawers)
            or (target != moves.PLAYER and not self.minions)
        ):
            return OPTION_OFF
        card = first(move)
        if side.hand_size == 0:
            return EMPTY_HAND
        if side.place_in_hand(card) < 0:
            return NO_SUCH_CARD
        if not has(MODES[card] & self.modes(), BYTE * kind):
            return NO_SUCH_MODE
        if COST[card] > side.mana:
            return NOT_ENOUGH_MANA
        if kind == moves.SUMMON and side.board_size >= BOARD_CAP:
            return BOARD_FULL
        return self.target_rejection(rival, target)

    def target_rejection(self, rival: Side, target: i64) -> i64:
        if target != moves.PLAYER and rival.place_on_board(target) < 0:
            return NO_SUCH_TARGET
        return FINE

    # --- the turn ---

    def play(self, move: i64, dice: Dice) -> None:
        kind = kind_of(move)
        if kind == moves.END:
            self.tell(events.ENDED, self.mover)
            self.pass_turn()
            return
        if kind == moves.FIGHT:
            self.fight(first(move), second(move))
        else:
            self.play_card(kind, first(move), second(move))
        if self.mover != OVER and not self.can_act():
            self.tell(events.FINISHED, self.mover)
            self.pass_turn()

    def pass_turn(self) -> None:
        """Pass the turn until somebody has a choice or the game is over."""
        self.mover = 1 - self.mover
        self.start_turn()
        while self.mover != OVER and not self.can_act():
            self.tell(events.SKIPPED, self.mover, self.side(self.mover).mana)
            self.mover = 1 - self.mover
            self.start_turn()

    def start_turn(self) -> None:
        """Slot, refill, wake, draw, end check (R5)."""
        side = self.side(self.mover)
        self.turn += 1
        if self.turn >= LAST_TURN:
            raise RuntimeError(f"turn {self.turn} of Kata TCG cannot be reached by play")
        self.tell(events.TURN, self.mover, self.turn)
        if side.slots < SLOT_CAP:
            side.slots += 1
        side.mana = side.slots
        side.minion0 &= READY_BITS
        side.minion1 &= READY_BITS
        side.minion2 &= READY_BITS
        self.draw_one(self.mover)

    def draw_one(self, seat: i64) -> None:
        """Draw, overload, or bleed (9.1); bleeding may end the game."""
        side = self.side(seat)
        if side.deck_size == 0:
            side.health -= 1
            self.tell(events.BLED, seat, side.health)
            self.check_end(events.BY_BLEEDING)
            return
        card = side.deck_card(side.deck_size - 1)
        if side.hand_size < HAND_CAP:
            self.tell(events.DREW, seat, card)
            side.into_hand(side.off_deck())
        else:
            self.tell(events.OVERLOADED, seat, card)
            side.onto_discard(side.off_deck())

    def check_end(self, cause: i64) -> None:
        down0 = self.side0.health <= 0
        down1 = self.side1.health <= 0
        if not down0 and not down1:
            return
        if down0 and down1:
            self.win(-1, events.BY_BOTH)
            return
        winner: i64 = 1 if down0 else 0
        self.win(winner, cause)
        self.tell(events.WON, winner, cause)

    # --- the actions ---

    def play_card(self, kind: i64, card: i64, target: i64) -> None:
        """Pay, remove the card from the hand, carry out the mode, then discard it unless it became a minion."""
        seat = self.mover
        side = self.side(seat)
        side.mana -= COST[card]
        side.out_of_hand(side.place_in_hand(card))
        if kind == moves.SUMMON:
            self.summon(side, card)
            return
        if kind == moves.ATTACK:
            self.tell(events.ATTACKED, seat, card, target)
            if target == moves.PLAYER:
                self.hit_player(1 - seat, DAMAGE[card])
            else:
                self.hit_minion(1 - seat, target, DAMAGE[card])
                self.bury(1 - seat)
        elif kind == moves.HEAL:
            before = side.health
            side.health = min(HEALTH_CAP, before + HEALING[card])
            self.tell(events.HEALED, seat, card, side.health - before, side.health)
        else:
            self.tell(events.LEAFED, seat, card, DRAWS[card])
            left = DRAWS[card]
            while left > 0 and self.mover != OVER:
                self.draw_one(seat)
                left -= 1
        side.onto_discard(card)

    def summon(self, side: Side, card: i64) -> None:
        self.summoned += 1
        health = MINION_HEALTH[card]
        side.onto_board(minion(card, MINION_DAMAGE[card], health, health, self.summoned, 1, 0))
        self.tell(events.SUMMONED, self.mover, card, self.summoned, MINION_DAMAGE[card], health)

    def fight(self, serial: i64, target: i64) -> None:
        """Both minions deal their damage at the same time (9.6)."""
        seat = self.mover
        side = self.side(seat)
        place = side.place_on_board(serial)
        fighter = side.minion_at(place)
        side.set_minion(place, fighter | USED_BIT)
        self.tell(events.FOUGHT, seat, serial, card_of(fighter), target)
        if target == moves.PLAYER:
            self.hit_player(1 - seat, damage_of(fighter))
            return
        rival = self.side(1 - seat)
        back = damage_of(rival.minion_at(rival.place_on_board(target)))
        self.hit_minion(1 - seat, target, damage_of(fighter))
        self.hit_minion(seat, serial, back)
        self.bury(1 - seat)
        self.bury(seat)

    def hit_player(self, seat: i64, damage: i64) -> None:
        side = self.side(seat)
        side.health -= damage
        self.tell(events.HIT, seat, damage, side.health)
        self.check_end(events.BY_DAMAGE)

    def hit_minion(self, seat: i64, serial: i64, damage: i64) -> None:
        """Damage beyond a minion's health is lost."""
        side = self.side(seat)
        place = side.place_on_board(serial)
        m = side.minion_at(place)
        health = health_of(m) - damage
        if health < 0:
            health = 0
        side.set_minion(place, with_health(m, health))
        self.tell(events.HURT, seat, serial, card_of(m), damage, health)

    def bury(self, seat: i64) -> None:
        """Dead minions leave the board; their cards go to their owner's discard pile."""
        side = self.side(seat)
        place: i64 = 0
        while place < side.board_size:
            m = side.minion_at(place)
            if health_of(m) == 0:
                side.off_board(place)
                side.onto_discard(card_of(m))
                self.tell(events.FELL, seat, serial_of(m), card_of(m))
            else:
                place += 1

    def leave(self, seat: i64) -> None:
        super().leave(seat)
        self.win(1 - seat, events.BY_CONCEDING)
        self.tell(events.WON, 1 - seat, events.BY_CONCEDING)

    def default_move(self) -> i64:
        return moves.END


def aim(rival: Side, places: i64, n: i64) -> tuple[i64, i64]:
    """Pair number `n` of a place and a target: every place with the player, then each with one minion after another."""
    there = count_bits(places)
    if n < there:
        return nth_bit(places, n), moves.PLAYER
    n -= there
    minions = rival.board_size
    return nth_bit(places, n // minions), serial_of(rival.minion_at(n % minions))
