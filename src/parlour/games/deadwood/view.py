"""What everybody sees of Deadwood, and how to imagine the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.games.deadwood import codes
from parlour.games.deadwood.board import STANDARD_LOT
from parlour.games.deadwood.judge import Deadwood
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, WRAPPED_SET, Lot

Small = Annotated[int, Meta(ge=0, le=1_000_000)]
Rank = Annotated[int, Meta(ge=1, le=codes.TOP_RANK)]
Ranks = Annotated[list[Rank], Meta(max_length=codes.MOST_ROLES)]
Chips = Annotated[int, Meta(ge=0, le=5)]
Budget = Annotated[int, Meta(ge=2, le=6)]
AreaNumber = Annotated[int, Meta(ge=0, le=codes.MOST_SETS + 1)]


class LotView(msgspec.Struct, frozen=True):
    """The numbers of a loaded lot by area: sets in dealing order, then trailer and office."""

    names: Annotated[list[str], Meta(min_length=4, max_length=codes.MOST_SETS + 2)]
    near: list[list[AreaNumber]]
    takes: list[Annotated[int, Meta(ge=1, le=3)]]
    off: list[Ranks]
    prices: Annotated[list[Small], Meta(min_length=2 * codes.TOP_RANK + 2, max_length=2 * codes.TOP_RANK + 2)]
    budgets: Annotated[list[Budget], Meta(max_length=codes.MOST_CARDS)]
    on: list[Ranks]


class PlayerView(msgspec.Struct, frozen=True):
    """An actor: all of it public."""

    rank: Rank
    dollars: Small
    credits: Small
    score: int
    area: str
    side: Literal["on", "off"] | None  # of the role, if any
    index: Annotated[int, Meta(ge=0, lt=codes.MOST_ROLES)] | None
    chips: Chips
    chance: int  # how many faces of the die would succeed; 0 without a role
    left: bool


class SetView(msgspec.Struct, frozen=True):
    """A set as it looks: a face-down card shows nothing. Seats are -1 for vacant roles."""

    area: str
    state: Literal["face_down", "open", "wrapped"]
    takes: Annotated[int, Meta(ge=0, le=3)]
    card: str | None
    budget: int | None
    on: list[int]  # ranks of the roles on the card
    on_seats: list[int]
    off: list[int]
    off_seats: list[int]


class DeadwoodView(msgspec.Struct, frozen=True):
    """The lot as everybody sees it. `seen` lists the cards seen since the deck was last shuffled."""

    seat: int | None
    mover: Annotated[int, Meta(ge=-1, le=7)]
    day: Small
    days: Small
    stall_limit: Small
    idle: Small
    moved: bool
    upgraded: bool
    pile: Annotated[int, Meta(ge=0, le=codes.MOST_CARDS)]
    players: Annotated[list[PlayerView], Meta(min_length=2, max_length=8)]
    sets: list[SetView]
    seen: list[str]
    gone: Annotated[int, Meta(ge=0, le=codes.MOST_CARDS)]  # cards that left play unseen
    # only after a short deck was reshuffled: cards that cannot be on the first `early` sets
    barred: list[str] = []
    early: Annotated[int, Meta(ge=0, le=codes.MOST_SETS)] = 0
    early_gone: Annotated[int, Meta(ge=0, le=codes.MOST_CARDS)] = 0
    lot: LotView | None = None  # None: the standard lot


def view(state: Deadwood, seat: int | None) -> DeadwoodView:
    return DeadwoodView(
        seat=seat,
        mover=int(state.mover),
        day=int(state.day),
        days=int(state.days),
        stall_limit=int(state.stall_limit),
        idle=int(state.idle),
        moved=state.moved,
        upgraded=state.upgraded,
        pile=len(state.pile),
        players=[_player_view(state, player) for player in range(state.seats)],
        sets=[_set_view(state, area) for area in range(state.lot.sets)],
        seen=_marked(state.seen),
        gone=len(state.gone),
        barred=_marked(state.barred),
        early=int(state.early),
        early_gone=len(state.early_gone),
        lot=_lot_view(state.lot) if state.lot.loaded else None,
    )


def _marked(marks: list[int]) -> list[str]:
    return [codes.CARDS[card] for card, mark in enumerate(marks) if mark]


def _player_view(state: Deadwood, seat: int) -> PlayerView:
    role = int(state.role[seat])
    side: Literal["on", "off"] | None = None
    index = None
    chance = 0
    if role != NO_ROLE:
        side = "on" if role < OFF_CARD else "off"
        index = role % OFF_CARD
        chance = max(0, min(6, 7 + int(state.chips[seat]) - int(state.budget_of(seat))))
    return PlayerView(
        rank=int(state.rank[seat]),
        dollars=int(state.dollars[seat]),
        credits=int(state.credits[seat]),
        score=int(state.score(seat)),
        area=codes.AREAS[int(state.lot.codes[state.area[seat]])],
        side=side,
        index=index,
        chips=int(state.chips[seat]),
        chance=chance,
        left=state.has_left(seat),
    )


def _set_view(state: Deadwood, area: int) -> SetView:
    lot = state.lot
    card = int(state.scene[area])
    code = codes.AREAS[int(lot.codes[area])]
    if card == WRAPPED_SET:
        return SetView(code, "wrapped", 0, None, None, [], [], [], [])
    off = [int(r) for r in lot.off_rank[lot.off_from[area] : lot.off_from[area + 1]]]
    off_seats = [int(state.player_of(area, OFF_CARD + index)) for index in range(len(off))]
    takes = int(state.takes[area])
    if not state.is_open(area):
        return SetView(code, "face_down", takes, None, None, [], [], off, off_seats)
    on = [int(r) for r in lot.on_rank[lot.on_from[card] : lot.on_from[card + 1]]]
    on_seats = [int(state.player_of(area, index)) for index in range(len(on))]
    return SetView(code, "open", takes, codes.CARDS[card], int(lot.budget[card]), on, on_seats, off, off_seats)


def _lot_view(lot: Lot) -> LotView:
    def rows(starts: list[int], values: list[int]) -> list[list[int]]:
        return [[int(v) for v in values[starts[i] : starts[i + 1]]] for i in range(len(starts) - 1)]

    return LotView(
        names=list(lot.names),
        near=rows(lot.near_from, lot.near),
        takes=[int(n) for n in lot.takes],
        off=rows(lot.off_from, lot.off_rank),
        prices=[int(n) for n in lot.prices],
        budgets=[int(n) for n in lot.budget],
        on=rows(lot.on_from, lot.on_rank),
    )


# --- imagining a position ---


def imagine(seen: DeadwoodView, dice: Dice) -> Deadwood:
    """A full position that fits the view; hidden cards are dealt from those nobody has seen."""
    lot = STANDARD_LOT if seen.lot is None else _lot(seen.lot)
    if len(seen.sets) != lot.sets:
        raise _bad(f"{len(seen.sets)} sets, but the lot has {lot.sets}")
    if seen.mover >= len(seen.players):
        raise _bad(f"the mover is {seen.mover}, but there are {len(seen.players)} players")
    state = Deadwood(lot, len(seen.players), seen.days, seen.stall_limit)
    areas = {codes.AREAS[int(code)]: area for area, code in enumerate(lot.codes)}
    state.mover = seen.mover
    state.day = seen.day
    state.idle = seen.idle
    state.moved = seen.moved
    state.upgraded = seen.upgraded
    state.early = min(seen.early, int(lot.sets))
    state.seen = _marks(seen.seen, lot)
    state.barred = _marks(seen.barred, lot) if seen.barred or seen.early or seen.early_gone else []
    for area, shown in enumerate(seen.sets):
        _imagine_set(state, area, shown)
    for seat, player in enumerate(seen.players):
        _imagine_player(state, seat, player, areas)
    wanted = seen.pile + seen.gone + seen.early_gone + sum(s.state == "face_down" for s in seen.sets)
    hidden = [card for card in range(lot.cards) if not state.seen[card]]
    if wanted != len(hidden):
        raise _bad(f"{wanted} cards are hidden, but {len(hidden)} have not been seen")
    early = seen.early_gone + sum(s.state == "face_down" for s in seen.sets[: state.early])
    if early and sum(not state.barred[card] for card in hidden) < early:
        raise _bad("too few cards can lie on the sets that were dealt first")
    state.deal_hidden(hidden, seen.pile, seen.gone, seen.early_gone, dice)
    return state


def _imagine_set(state: Deadwood, area: int, shown: SetView) -> None:
    state.takes.append(shown.takes)
    state.filled.append(0)
    if shown.state == "wrapped":
        state.scene.append(WRAPPED_SET)
        return
    state.scenes_left += 1
    if shown.state == "face_down":
        state.scene.append(0)
        return
    state.scene.append(_card(shown.card, state.lot))
    state.face_up |= bit(area)


def _imagine_player(state: Deadwood, seat: int, player: PlayerView, areas: dict[str, int]) -> None:
    if player.area not in areas:
        raise _bad(f"there is no area {player.area[:40]!r}")
    area = areas[player.area]
    role = NO_ROLE
    if player.side is not None and player.index is not None:
        if not state.is_open(area):
            raise _bad(f"seat {seat} has a role where nothing is filmed")
        on_card = player.side == "on"
        roles = state.lot.on_roles(state.scene[area]) if on_card else state.lot.off_roles(area)
        role = player.index if on_card else OFF_CARD + player.index
        if player.index >= roles or state.filled[area] & bit(role):
            raise _bad(f"seat {seat} has a role that it cannot have")
        state.filled[area] |= bit(role)
    state.rank.append(player.rank)
    state.dollars.append(player.dollars)
    state.credits.append(player.credits)
    state.area.append(area)
    state.role.append(role)
    state.chips.append(player.chips)
    if player.left:
        state.out |= bit(seat)


def _marks(cards: list[str], lot: Lot) -> list[int]:
    marks = [0] * int(lot.cards)
    for card in cards:
        marks[_card(card, lot)] = 1
    return marks


def _card(card: str | None, lot: Lot) -> int:
    if card not in codes.CARDS[: int(lot.cards)]:
        raise _bad(f"there is no card {str(card)[:40]!r}")
    return codes.CARDS.index(card)


def _lot(shown: LotView) -> Lot:
    areas = len(shown.names)
    if (
        len(shown.near) != areas
        or len(shown.takes) != areas - 2
        or len(shown.off) != areas - 2
        or len(shown.on) != len(shown.budgets)
        or any(n >= areas for near in shown.near for n in near)
        or any(not roles for roles in shown.on)
    ):
        raise _bad("the numbers of its lot do not fit together")

    def flat(rows: list[list[int]]) -> tuple[list[int], list[int]]:
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row))
        return starts, [value for row in rows for value in row]

    near_from, near = flat(shown.near)
    off_from, off_rank = flat(shown.off)
    on_from, on_rank = flat(shown.on)
    numbers = [*range(codes.FIRST_LOADED, codes.FIRST_LOADED + areas - 2), codes.TRAILER, codes.OFFICE]
    return Lot(
        True, list(shown.names), numbers, near_from, near, list(shown.takes), off_from, off_rank, list(shown.prices),
        list(shown.budgets), on_from, on_rank,
    )  # fmt: skip


def _bad(what: str) -> Refused:
    return Refused(f"This is not a view of Deadwood: {what}.", "bad-view")
