"""Kata TCG for learning programs: both sides, one's own hand, what is still unseen, and the minions by their place."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second
from parlour.core.lens import Layout, Lens, Numbers, nth
from parlour.core.state import State
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.state import (
    BOARD_CAP,
    DECK_SIZE,
    HAND_CAP,
    HEALTH_CAP,
    SLOT_CAP,
    KataTable,
    Side,
    damage_of,
    health_of,
    is_asleep,
    is_used,
    most_health_of,
)

_IDS: list[str] = [card.id for card in POOL]
CARDS: Final[i64] = len(_IDS)

# For each card: attack the player or the rival's minion in one of three places, heal, summon, draw.
WAYS: Final = 7
HEAL_WAY: Final = 4
SUMMON_WAY: Final = 5
DRAW_WAY: Final = 6
_WAYS: list[str] = ["attack player", *nth("attack minion", BOARD_CAP), "heal", "summon", "draw"]
TARGETS: Final = 4  # of a minion: the player, or a minion in one of three places
FIGHTS: Final[i64] = WAYS * len(_IDS)
END: Final[i64] = FIGHTS + BOARD_CAP * TARGETS

_SIDE: list[str] = ["health", "slots", "mana", "cards in hand", "cards in deck", "minions"]
_MINION: list[str] = ["there", "damage", "health", "health on arrival", "asleep", "used"]
MOST_TURNS: Final = 400.0
MOST_POWER: Final = 31.0  # of damage and health: five bits


class KataLens(Lens):
    """239 numbers, 447 places."""

    def __init__(self) -> None:
        layout = Layout()
        self.table: i64 = layout.each("table", ["to move", "healing", "minions", "drawers"])
        self.turn: i64 = layout.one("turn", MOST_TURNS / 20.0)
        self.sides: i64 = layout.each("own", _SIDE, 1.0, -2.0)
        layout.each("rival's", _SIDE, 1.0, -2.0)
        self.hand: i64 = layout.each("own hand", _IDS, float(HAND_CAP))
        self.deck: i64 = layout.each("own deck", _IDS, float(DECK_SIZE))
        self.unseen: i64 = layout.each("rival's deck or hand", _IDS, float(DECK_SIZE))
        self.minions: i64 = len(layout.names)
        for whose in ("own", "rival's"):
            for place in range(BOARD_CAP):
                layout.each(f"{whose} minion {place}", _MINION, MOST_POWER / 5.0)
        super().__init__(layout, END + 1)

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        table = cast(KataTable, state)
        own = table.side(seat)
        rival = table.side(1 - seat)
        out.flag(self.table, table.mover == seat)
        out.flag(self.table + 1, table.healing)
        out.flag(self.table + 2, table.minions)
        out.flag(self.table + 3, table.drawers)
        out.put(self.turn, float(table.turn) / 20.0)
        put_side(own, self.sides, out)
        put_side(rival, self.sides + 6, out)
        put_hand(own, self.hand, out)
        put_deck(own, self.deck, out)
        put_deck(rival, self.unseen, out)
        put_hand(rival, self.unseen, out)
        put_minions(own, self.minions, out)
        put_minions(rival, self.minions + 18, out)

    def choice(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == moves.END:
            return END
        table = cast(KataTable, state)
        if kind == moves.ATTACK:
            return first(move) * WAYS + place_of(table.side(1 - table.mover), second(move))
        if kind == moves.FIGHT:
            place = table.side(table.mover).place_on_board(first(move))
            return FIGHTS + place * TARGETS + place_of(table.side(1 - table.mover), second(move))
        if kind == moves.HEAL:
            return first(move) * WAYS + HEAL_WAY
        if kind == moves.SUMMON:
            return first(move) * WAYS + SUMMON_WAY
        return first(move) * WAYS + DRAW_WAY

    def words(self) -> list[str]:
        found = [f"{card}: {way}" for card in _IDS for way in _WAYS]
        for place in range(BOARD_CAP):
            found.extend([f"minion {place}: {way}" for way in _WAYS[:TARGETS]])
        found.append("end")
        return found


def place_of(rival: Side, target: i64) -> i64:
    """0 for the player, otherwise 1 more than the minion's place."""
    return 0 if target == moves.PLAYER else 1 + rival.place_on_board(target)


def put_side(side: Side, at: i64, out: Numbers) -> None:
    out.put(at, float(side.health) / float(HEALTH_CAP))
    out.put(at + 1, float(side.slots) / float(SLOT_CAP))
    out.put(at + 2, float(side.mana) / float(SLOT_CAP))
    out.put(at + 3, float(side.hand_size) / float(HAND_CAP))
    out.put(at + 4, float(side.deck_size) / float(DECK_SIZE))
    out.put(at + 5, float(side.board_size) / float(BOARD_CAP))


def put_hand(side: Side, at: i64, out: Numbers) -> None:
    place: i64 = 0
    while place < side.hand_size:
        out.add(at + side.hand_card(place), 1.0)
        place += 1


def put_deck(side: Side, at: i64, out: Numbers) -> None:
    place: i64 = 0
    while place < side.deck_size:
        out.add(at + side.deck_card(place), 1.0)
        place += 1


def put_minions(side: Side, at: i64, out: Numbers) -> None:
    place: i64 = 0
    while place < side.board_size:
        m = side.minion_at(place)
        out.mark(at)
        out.put(at + 1, float(damage_of(m)) / 5.0)
        out.put(at + 2, float(health_of(m)) / 5.0)
        out.put(at + 3, float(most_health_of(m)) / 5.0)
        out.flag(at + 4, is_asleep(m))
        out.flag(at + 5, is_used(m))
        at += 6
        place += 1
