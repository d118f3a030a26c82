"""The rules of Kata TCG: the turn, the actions, and why an action is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.kata_tcg import events, moves
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.state import (
    BOARD_CAP,
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
COST: list[i64] = [card.cost for card in POOL]
DAMAGE: list[i64] = [-1 if card.damage is None else card.damage for card in POOL]
HEALING: list[i64] = [-1 if card.heal is None else card.heal for card in POOL]
MINION_DAMAGE: list[i64] = [-1 if card.minion_damage is None else card.minion_damage for card in POOL]
MINION_HEALTH: list[i64] = [-1 if card.minion_health is None else card.minion_health for card in POOL]
DRAWS: list[i64] = [-1 if card.draw is None else card.draw for card in POOL]

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

    def attacks(self, card: i64) -> bool:
        return DAMAGE[card] >= 0

    def heals(self, card: i64) -> bool:
        return self.healing and HEALING[card] >= 0

    def summons(self, card: i64) -> bool:
        return self.minions and MINION_HEALTH[card] >= 0

    def draws(self, card: i64) -> bool:
        return self.drawers and DRAWS[card] >= 0

    def moves(self) -> list[i64]:
        options: list[i64] = []
        if self.mover == OVER:
            return options
        side = self.side(self.mover)
        rival = self.side(1 - self.mover)
        playable: list[i64] = []
        place: i64 = 0
        while place < side.hand_size:
            card = side.hand_card(place)
            if COST[card] <= side.mana and side.is_first_copy(place):
                playable.append(card)
            place += 1
        for card in playable:
            if self.attacks(card):
                options.append(pack2(moves.ATTACK, card, moves.PLAYER))
        if rival.board_size > 0:
            for card in playable:
                if self.attacks(card):
                    place = 0
                    while place < rival.board_size:
                        options.append(pack2(moves.ATTACK, card, serial_of(rival.minion_at(place))))
                        place += 1
        if self.healing:
            for card in playable:
                if self.heals(card):
                    options.append(pack1(moves.HEAL, card))
        if self.minions and side.board_size < BOARD_CAP:
            for card in playable:
                if self.summons(card):
                    options.append(pack1(moves.SUMMON, card))
        if self.drawers:
            for card in playable:
                if self.draws(card):
                    options.append(pack1(moves.DRAW, card))
        if side.board_size > 0:
            place = 0
            while place < side.board_size:
                m = side.minion_at(place)
                if is_ready(m):
                    options.append(pack2(moves.FIGHT, serial_of(m), moves.PLAYER))
                place += 1
            place = 0
            while place < side.board_size:
                m = side.minion_at(place)
                if is_ready(m):
                    at: i64 = 0
                    while at < rival.board_size:
                        options.append(pack2(moves.FIGHT, serial_of(m), serial_of(rival.minion_at(at))))
                        at += 1
                place += 1
        options.append(moves.END)
        return options

    def can_act(self, side: Side) -> bool:
        """Whether the active side has any action besides `end`."""
        place: i64 = 0
        while place < side.hand_size:
            card = side.hand_card(place)
            if COST[card] <= side.mana and (
                self.attacks(card)
                or self.heals(card)
                or (side.board_size < BOARD_CAP and self.summons(card))
                or self.draws(card)
            ):
                return True
            place += 1
        place = 0
        while place < side.board_size:
            if is_ready(side.minion_at(place)):
                return True
            place += 1
        return False

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
        if not (
            (kind == moves.ATTACK and self.attacks(card))
            or (kind == moves.HEAL and self.heals(card))
            or (kind == moves.SUMMON and self.summons(card))
            or (kind == moves.DRAW and self.draws(card))
        ):
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
        if self.mover != OVER and not self.can_act(self.side(self.mover)):
            self.tell(events.FINISHED, self.mover)
            self.pass_turn()

    def pass_turn(self) -> None:
        """Pass the turn until somebody has a choice or the game is over."""
        self.mover = 1 - self.mover
        self.start_turn()
        while self.mover != OVER and not self.can_act(self.side(self.mover)):
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
