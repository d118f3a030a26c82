"""Sections 3 to 7: whole moves given as lists by bots, and the steps that have the same effect.

A list is first carried out line by line on a copy of the position, exactly as the rules say; this shows which lines
have an effect. That effect is then written as decisions of section 13 (shop lines merged, fields in order), plus one
move that only lists need: `drench`, for water that no step would waste. So a match stays a list of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.bits import pack1, pack2, pack3
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.decisions import GardenDecisions, at
from parlour.games.gardening_war.state import Gardener, is_dead, need_of

# The letters of section 3, in the order of steps.WORDS.
LETTERS: Final = "-LCPWHFM"


class Line(msgspec.Struct, frozen=True):
    """One line of a list; missing values count as 0."""

    x: int = 0
    y: int = 0
    card: int = 0
    amount: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """The effect of a list: the moves to play, and what had no effect."""

    moves: list[int]
    void: str | None = None  # why the whole move has no effect
    skipped: list[tuple[int, str]] = []  # lines without effect, counted from 0, and why

    def remarks(self) -> list[str]:
        """What had no effect, one sentence each."""
        if self.void is not None:
            return [f"The whole move had no effect: {self.void}."]
        return [f"Line {number + 1} had no effect: {why}." for number, why in self.skipped]


class _Work:
    """A copy of the position in which the lines are carried out, and what they changed."""

    def __init__(self, state: GardenDecisions) -> None:
        copy = state.copy()
        assert isinstance(copy, GardenDecisions)
        self.garden = copy
        self.seat = int(state.mover)
        self.skipped: list[tuple[int, str]] = []
        self.fields: list[int] = []  # bought, in order
        self.goods: dict[int, int] = {}  # bought, by id
        self.seeds: dict[int, int] = {}  # field: kind planted
        self.drops: dict[int, int] = {}  # field: drops given in all

    @property
    def gardener(self) -> Gardener:
        return self.garden.gardener(self.seat)


def list_to_moves(state: GardenDecisions, kind: str, lines: Sequence[Line] = ()) -> list[int]:
    """The moves to play for a list of this kind: a letter of section 3, or anything else for a pass."""
    return judge_list(state, kind, lines).moves


def unreadable() -> list[int]:
    """The moves for an unreadable message: it uses up the turn."""
    return _void(0, "unreadable").moves


def judge_list(state: GardenDecisions, kind: str, lines: Sequence[Line] = ()) -> Verdict:
    """The effect of a whole move at the start of the mover's turn."""
    action = LETTERS.find(kind[:1]) if kind[:1] not in ("", "-") else -1
    if action < 0:
        return _void(0, "unknown kind")
    letter = LETTERS[action]
    if letter in "LCPWM":
        wrong = _why_void(letter, lines)
        if wrong is not None:
            return _void(action, wrong)
    work = _Work(state)
    if letter == "H":
        return Verdict([moves.HARVEST if work.garden.may_harvest(work.gardener) else moves.PASS])
    if letter == "F":
        return Verdict([moves.FERTILIZER if work.gardener.stock[shop.FERTILIZERS] > 0 else moves.PASS])
    if letter == "M":
        field = 8 * lines[0].x + lines[0].y
        if work.garden.may_dig(work.seat, field):
            return Verdict([int(at(moves.MOLE, field))])
        why = "no mole card" if work.gardener.stock[1] == 0 else "not one of your opponent's fields"
        return Verdict([moves.PASS], skipped=[(0, why)])
    if letter == "P" and not all(work.gardener.owns(8 * line.x + line.y) for line in lines):
        return _void(action, "a field of somebody else")
    if letter == "W" and sum(line.amount for line in lines) > work.gardener.stock[shop.DROPS]:
        return _void(action, "too little water")
    carry_out = {"L": _land, "C": _shop, "P": _plant, "W": _water}[letter]
    for number, line in enumerate(lines):
        why_not = carry_out(work, line)
        if why_not:
            work.skipped.append((number, why_not))
    return Verdict(_steps(state, work), skipped=work.skipped)


def _void(action: int, reason: str) -> Verdict:
    return Verdict([int(pack2(moves.VOID, action, moves.REASONS.index(reason)))], void=reason)


def _why_void(letter: str, lines: Sequence[Line]) -> str | None:
    """Section 3, before anything happens."""
    if letter == "M" and len(lines) != 1:
        return "not exactly one line"
    if not lines:
        return "empty list"
    if any(not (0 <= line.x <= 7 and 0 <= line.y <= 7) for line in lines):
        return "off the board"
    if any(line.amount < 0 for line in lines):
        return "negative amount"
    return None


# --- one line; returns why it is skipped, or an empty string ---


def _land(work: _Work, line: Line) -> str:
    field = 8 * line.x + line.y
    garden = work.garden
    if not garden.may_buy_field(work.seat, field):
        if garden.owner(field) >= 0:
            return "the field already has an owner"
        if not garden.on_frontier(work.gardener, field):
            return "it doesn't touch your land"
        return "not enough gold"
    garden.buy_field(work.seat, field)
    work.fields.append(field)
    return ""


def _shop(work: _Work, line: Line) -> str:
    if not 0 <= line.card < shop.GOOD_COUNT:
        return "the shop doesn't sell this"
    if shop.PRICE[line.card] * line.amount > work.gardener.gold:
        return "not enough gold"
    if line.amount:
        work.garden.buy_goods(work.seat, line.card, line.amount)
        work.goods[line.card] = work.goods.get(line.card, 0) + line.amount
    return ""


def _plant(work: _Work, line: Line) -> str:
    field = 8 * line.x + line.y
    if not shop.FIRST_PLANT <= line.card < shop.GOOD_COUNT:
        return "not a seed"
    if work.gardener.stock[line.card] < 1:
        return "no seed left"
    if work.garden.plants[field] != 0:
        return "the field is occupied"
    work.garden.put_seed(work.seat, field, line.card)
    work.seeds[field] = line.card
    return ""


def _water(work: _Work, line: Line) -> str:
    field = 8 * line.x + line.y
    if not work.gardener.owns(field):
        return "not your field"
    if work.garden.plants[field] == 0:
        return "nothing grows there"
    work.garden.give_water(work.seat, field, line.amount)
    work.drops[field] = work.drops.get(field, 0) + line.amount
    return ""


# --- the same effect as steps ---


def _steps(state: GardenDecisions, work: _Work) -> list[int]:
    written: list[int] = []
    if work.fields:
        written = [pack1(moves.BEGIN, steps.LAND), *(at(moves.LAND, field) for field in work.fields)]
    elif work.goods:
        written = [pack1(moves.BEGIN, steps.SHOP)]
        for good in sorted(work.goods):
            written += [pack2(moves.BUY, good, place) for place in parts_of(work.goods[good])]
    elif work.seeds:
        written = [pack1(moves.BEGIN, steps.PLANT)]
        for field in sorted(work.seeds):
            written.append(pack3(moves.PLANT, field >> 3, field & 7, work.seeds[field] - shop.FIRST_PLANT))
    elif any(work.drops.values()):
        written = _watering(state, work.drops)
    return [int(move) for move in state.completed(written)] if written else [moves.PASS]


def parts_of(amount: int) -> list[int]:
    """A quantity as indices in the series 1, 2, 5, 10, …: the only sequence that section 13 allows."""
    places: list[int] = []
    for place in range(len(moves.QUANTITIES) - 1, -1, -1):
        times = amount // moves.QUANTITIES[place]
        places += [place] * times
        amount -= times * moves.QUANTITIES[place]
    return places


def _watering(state: GardenDecisions, given: dict[int, int]) -> list[int]:
    """Water steps in order. All wasted drops go first, to one plant that is dead or dies of them."""
    useful: dict[int, int] = {}
    wasted = 0
    victim = -1
    for field in sorted(given):
        plant = int(state.plants[field])
        most = 0 if is_dead(plant) else int(need_of(plant)) + 1
        useful[field] = min(given[field], most)
        if given[field] > most:
            wasted += given[field] - most
            victim = field
    written: list[int] = []
    if victim >= 0:
        drops = useful.pop(victim) + wasted
        written.append(int(pack3(moves.DRENCH, victim, drops // 1000, drops % 1000)))
    else:
        written.append(int(pack1(moves.BEGIN, steps.WATER)))
    written += [int(pack3(moves.WATER, field >> 3, field & 7, d)) for field, d in useful.items() if d]
    return written
