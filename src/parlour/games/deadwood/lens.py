"""Deadwood for learning programs: the sets and their roles, and every actor, counted from one's own seat."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from parlour.core.bits import first, has, kind_of, second
from parlour.core.lens import Layout, Lens, Numbers, nth
from parlour.core.state import State
from parlour.games.deadwood import codes, moves
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, DeadwoodTable, Lot

# The places, in the order of the table of moves.
UPGRADE: Final = 2
MOVE: Final[i64] = UPGRADE + 2 * (codes.TOP_RANK + 1)
TAKE_ROLE: Final[i64] = MOVE + len(codes.AREAS)
END_TURN: Final[i64] = TAKE_ROLE + 2 * codes.MOST_ROLES

_ACTOR: list[str] = ["rank", "dollars", "credits", "chips", "to move", "has left"]
_SET: list[str] = ["face down", "open", "wrapped", "takes", "budget"]
MOST: Final = 50000.0  # dollars and credits


class DeadwoodLens(Lens):
    """For four seats on the standard lot 297 numbers; always 93 places, those of the table of moves."""

    def __init__(self, lot: Lot, seats: i64) -> None:
        layout = Layout()
        self.seats: i64 = seats
        self.sets: i64 = lot.sets
        self.areas: i64 = lot.areas
        self.cards: i64 = lot.cards
        self.on: i64 = 1
        self.off: i64 = 1
        card: i64 = 0
        while card < lot.cards:
            self.on = max(self.on, lot.on_roles(card))
            card += 1
        area: i64 = 0
        while area < lot.sets:
            self.off = max(self.off, lot.off_roles(area))
            area += 1
        self.table: i64 = layout.each("turn", ["moved", "upgraded"])
        self.counts: i64 = layout.each("table", ["day", "days", "turns without work", "patience", "pile"], 10000.0)
        self.seen: i64 = layout.each("seen", codes.CARDS[: lot.cards])
        self.scenes: i64 = len(layout.names)
        for name in lot.names[: lot.sets]:
            layout.each(name, _SET)
            layout.each(f"{name} role on the card", nth("rank", self.on))
            layout.each(f"{name} role on the card", nth("taken", self.on))
            layout.each(f"{name} extra", nth("taken", self.off))
        self.actors: i64 = len(layout.names)
        for seat in range(seats):
            layout.each(f"actor +{seat}", _ACTOR, MOST)
            layout.each(f"actor +{seat} at", lot.names)
            layout.each(f"actor +{seat} role", nth("on the card", self.on))
            layout.each(f"actor +{seat} role", nth("extra", self.off))
        super().__init__(layout, END_TURN + 1)

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        table = cast(DeadwoodTable, state)
        out.flag(self.table, table.moved)
        out.flag(self.table + 1, table.upgraded)
        out.put(self.counts, float(table.day) / 4.0)
        out.put(self.counts + 1, float(table.days) / 4.0)
        out.put(self.counts + 2, float(table.idle) / 100.0)
        out.put(self.counts + 3, float(table.stall_limit) / 1000.0)
        out.put(self.counts + 4, float(len(table.pile)) / 40.0)
        place = self.seen
        for mark in table.seen:
            out.flag(place, mark != 0)
            place += 1
        area: i64 = 0
        place = self.scenes
        while area < self.sets:
            self.observe_set(table, area, place, out)
            place += 5 + 2 * self.on + self.off
            area += 1
        other: i64 = 0
        while other < self.seats:
            away = other - seat if other >= seat else other - seat + self.seats
            at = self.actors + away * (6 + self.areas + self.on + self.off)
            self.observe_actor(table, other, at, out)
            other += 1

    def observe_set(self, table: DeadwoodTable, area: i64, at: i64, out: Numbers) -> None:
        if table.is_wrapped(area):
            out.mark(at + 2)
            return
        out.put(at + 3, float(table.takes[area]) / 3.0)
        if table.is_face_down(area):
            out.mark(at)
            return
        lot = table.lot
        card: i64 = table.scene[area]
        filled: i64 = table.filled[area]
        out.mark(at + 1)
        out.put(at + 4, float(lot.budget[card]) / 6.0)
        role: i64 = 0
        while role < lot.on_roles(card):
            out.put(at + 5 + role, float(lot.on_rank[lot.on_from[card] + role]) / 6.0)
            out.flag(at + 5 + self.on + role, has(filled, role))
            role += 1
        role = 0
        while role < lot.off_roles(area):
            out.flag(at + 5 + 2 * self.on + role, has(filled, OFF_CARD + role))
            role += 1

    def observe_actor(self, table: DeadwoodTable, seat: i64, at: i64, out: Numbers) -> None:
        out.put(at, float(table.rank[seat]) / 6.0)
        out.put(at + 1, float(table.dollars[seat]) / 20.0)
        out.put(at + 2, float(table.credits[seat]) / 20.0)
        out.put(at + 3, float(table.chips[seat]) / 5.0)
        out.flag(at + 4, table.mover == seat)
        out.flag(at + 5, table.has_left(seat))
        out.mark(at + 6 + table.area[seat])
        role: i64 = table.role[seat]
        if role == NO_ROLE:
            return
        place = at + 6 + self.areas
        out.mark(place + role if role < OFF_CARD else place + self.on + role - OFF_CARD)

    def choice(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        a = first(move)
        if kind == moves.MOVE:
            return MOVE + a
        if kind == moves.TAKE_ROLE:
            return TAKE_ROLE + a * codes.MOST_ROLES + second(move)
        if kind == moves.UPGRADE:
            return UPGRADE + a * 2 + second(move)
        if kind == moves.END_TURN:
            return END_TURN
        return kind

    def words(self) -> list[str]:
        return [moves.MOVES.to_words(moves.MOVES.from_action(place)) for place in range(END_TURN + 1)]
