"""Sections 3 to 7: whole moves given as lists, by bots and by files, and the steps that have the same effect.

A list is first carried out line by line on a copy of the position, exactly as the rules say, which tells what became
of each line. What it did is then written as decisions of section 13 (shop lines merged, fields in order), with one
move that only lists know, `drench`, for water that no step would throw away. So a match stays a list of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.bits import pack1, pack2, pack3
from parlour.core.dice import NoDice
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.decisions import GardenDecisions, at
from parlour.games.gardening_war.state import Gardener, is_dead, need_of

# The letters of section 3, in the order of the words in moves.ACTIONS.
LETTERS: Final = "-LCPWHFM"


class Line(msgspec.Struct, frozen=True):
    """One line of a list; what is absent counts as 0."""

    x: int = 0
    y: int = 0
    card: int = 0
    amount: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """What a list comes to: the moves to play, and what the rules did not let happen."""

    moves: list[int]
    void: str | None = None  # why the whole move has no effect
    skipped: list[tuple[int, str]] = []  # lines without effect, counted from 0, and why

    def remarks(self) -> list[str]:
        """What had no effect, a sentence each."""
        if self.void is not None:
            return [f"The whole move had no effect: {self.void}."]
        return [f"Line {number + 1} had no effect: {why}." for number, why in self.skipped]


class _Work:
    """A copy of the position in which the lines are carried out, and what they did."""

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
    """The moves to play, one after another, for a list of this kind: a letter of section 3, or anything for a pass."""
    return judge_list(state, kind, lines).moves


def unreadable() -> list[int]:
    """The moves for a message that nobody can read: a used turn."""
    return [pack2(moves.VOID, 0, moves.UNREADABLE)]


def judge_list(state: GardenDecisions, kind: str, lines: Sequence[Line] = ()) -> Verdict:
    """What becomes of a whole move at the beginning of the mover's turn."""
    action = LETTERS.find(kind[:1]) if kind[:1] not in ("", "-") else -1
    if action < 0:
        return _void(0, moves.UNKNOWN_KIND)
    letter = LETTERS[action]
    if letter in "LCPWM":
        wrong = _list_check(letter, lines)
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
        why = "no mole card" if work.gardener.stock[1] == 0 else "not a field of the opponent"
        return Verdict([moves.PASS], skipped=[(0, why)])
    if letter == "P" and not all(work.gardener.owns(8 * line.x + line.y) for line in lines):
        return _void(action, moves.NOT_YOURS)
    if letter == "W" and sum(line.amount for line in lines) > work.gardener.stock[shop.DROPS]:
        return _void(action, moves.TOO_LITTLE_WATER)
    carry_out = {"L": _land, "C": _shop, "P": _plant, "W": _water}[letter]
    for number, line in enumerate(lines):
        why_not = carry_out(work, line)
        if why_not:
            work.skipped.append((number, why_not))
    return Verdict(_steps(state, work), skipped=work.skipped)


def _void(action: int, reason: int) -> Verdict:
    return Verdict([int(pack2(moves.VOID, action, reason))], void=moves.REASONS[reason])


def _list_check(letter: str, lines: Sequence[Line]) -> int | None:
    """Section 3, before anything happens."""
    if letter == "M" and len(lines) != 1:
        return moves.NOT_ONE_LINE
    if not lines:
        return moves.EMPTY_LIST
    if any(not (0 <= line.x <= 7 and 0 <= line.y <= 7) for line in lines):
        return moves.OFF_BOARD
    if any(line.amount < 0 for line in lines):
        return moves.NEGATIVE
    return None


# --- one line; the answer says why it is skipped, if it is ---


def _land(work: _Work, line: Line) -> str:
    field = 8 * line.x + line.y
    garden = work.garden
    if not garden.may_buy_field(work.seat, field):
        if garden.owner(field) >= 0:
            return "the field has an owner"
        if not garden.on_frontier(work.gardener, field):
            return "no field of yours beside it"
        return "not enough gold"
    garden.buy_field(work.seat, field)
    work.fields.append(field)
    return ""


def _shop(work: _Work, line: Line) -> str:
    if not 0 <= line.card < shop.GOOD_COUNT:
        return "the shop does not sell it"
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
        return "something stands there"
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


# --- the same as steps ---


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
    return finished(state, [int(move) for move in written]) if written else [moves.PASS]


def parts_of(amount: int) -> list[int]:
    """A quantity as places in the series 1, 2, 5, 10, …: the one sequence that section 13 allows."""
    places: list[int] = []
    for place in range(len(moves.SERIES) - 1, -1, -1):
        times = amount // moves.SERIES[place]
        places += [place] * times
        amount -= times * moves.SERIES[place]
    return places


def _watering(state: GardenDecisions, given: dict[int, int]) -> list[int]:
    """Water steps in order; all drops that did nothing go, in front, to one plant that is dead or dies of it."""
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


def finished(state: GardenDecisions, written: list[int]) -> list[int]:
    """These decisions, with DONE where the move would not complete by itself."""
    rehearsal = state.copy()
    for move in written:
        rehearsal.play(move, NoDice())
    return [*written, moves.DONE] if rehearsal.goes_on() else written
