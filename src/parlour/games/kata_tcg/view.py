"""What each seat sees of Kata TCG, and how to imagine the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.state import OVER
from parlour.games.kata_tcg import events
from parlour.games.kata_tcg import state as table
from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.state import Side

IDS = tuple(card.id for card in POOL)


class MinionView(msgspec.Struct, frozen=True):
    minion: str  # m1, m2, …: its name in moves
    card: str
    damage: int
    health: int
    most_health: int
    asleep: bool
    used: bool


class SideView(msgspec.Struct, frozen=True):
    """One side as a seat sees it. `hand` is None if only its size is known.

    `unseen` counts the cards that may be in the deck or in an unknown hand.
    """

    health: int
    slots: int
    mana: int
    hand_size: int
    hand: list[str] | None
    deck_size: int
    board: list[MinionView]
    discard: list[str]
    unseen: dict[str, int]


class KataView(msgspec.Struct, frozen=True):
    seat: int | None
    mover: int
    turn: int
    healing: bool
    minions: bool
    drawers: bool
    summoned: int
    sides: Annotated[list[SideView], Meta(min_length=2, max_length=2)]
    left: int = -1  # the seat that conceded
    winner: int = -1
    cause: str | None = None


def view(state: Kata, seat: int | None) -> KataView:
    over = state.mover == OVER
    return KataView(
        seat=seat,
        mover=int(state.mover),
        turn=int(state.turn),
        healing=state.healing,
        minions=state.minions,
        drawers=state.drawers,
        summoned=int(state.summoned),
        sides=[_side_view(state.side(0), seat == 0), _side_view(state.side(1), seat == 1)],
        left=next((s for s in (0, 1) if state.has_left(s)), -1),
        winner=int(state.winner),
        cause=events.CAUSES[state.cause] if over else None,
    )


def _side_view(side: Side, own: bool) -> SideView:
    unseen = Counter(side.deck_cards())
    if not own:
        unseen.update(side.hand_cards())
    return SideView(
        health=int(side.health),
        slots=int(side.slots),
        mana=int(side.mana),
        hand_size=int(side.hand_size),
        hand=_ids(side.hand_cards()) if own else None,
        deck_size=int(side.deck_size),
        board=[_minion_view(side.minion_at(place)) for place in range(side.board_size)],
        discard=_ids(side.discard_cards()),
        unseen={IDS[number]: unseen[number] for number in sorted(unseen)},
    )


def _minion_view(m: int) -> MinionView:
    return MinionView(
        minion=f"m{table.serial_of(m)}",
        card=IDS[table.card_of(m)],
        damage=int(table.damage_of(m)),
        health=int(table.health_of(m)),
        most_health=int(table.most_health_of(m)),
        asleep=table.is_asleep(m),
        used=table.is_used(m),
    )


def _ids(numbers: Iterable[int]) -> list[str]:
    return [IDS[number] for number in numbers]


def imagine(seen: KataView, dice: Dice) -> Kata:
    """A full position that fits the view; hidden hands and decks are dealt from what is unseen."""
    state = Kata(seen.healing, seen.minions, seen.drawers)
    state.mover = seen.mover
    state.turn = seen.turn
    state.summoned = seen.summoned
    state.winner = seen.winner
    if seen.cause is not None:
        state.cause = events.CAUSES.index(seen.cause)
    if seen.left >= 0:
        state.out = 1 + seen.left
    if len(seen.sides) != 2:
        raise Refused("A view of Kata TCG has two sides.", "bad-view")
    for side, shown in zip((state.side0, state.side1), seen.sides, strict=True):
        _imagine_side(side, shown, dice)
    return state


def _imagine_side(side: Side, shown: SideView, dice: Dice) -> None:
    side.health = shown.health
    side.slots = shown.slots
    side.mana = shown.mana
    unseen = [_number(card) for card, copies in shown.unseen.items() for _ in range(copies)]
    dice.shuffle(unseen)
    if shown.hand is None:
        hand = [unseen.pop() for _ in range(min(shown.hand_size, len(unseen)))]
    else:
        hand = [_number(card) for card in shown.hand]
    if len(hand) > table.HAND_CAP or len(unseen) > table.DECK_SIZE or len(shown.discard) > table.DECK_SIZE:
        raise Refused("This view of Kata TCG holds more cards than a deck has.", "bad-view")
    side.set_hand(hand)
    side.set_deck(unseen)
    for card in shown.discard:
        side.onto_discard(_number(card))
    for m in shown.board[: table.BOARD_CAP]:
        serial = int(m.minion.removeprefix("m"))
        side.onto_board(
            table.minion(_number(m.card), m.damage, m.health, m.most_health, serial, int(m.asleep), int(m.used))
        )


def _number(card: str) -> int:
    if card not in POOL.by_id:
        raise Refused(f"This view of Kata TCG names a card {card[:40]!r}, which is not in the pool.", "bad-view")
    return POOL[card].number
