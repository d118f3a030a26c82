"""What a seat sees of a garden: everything (section 15)."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.core.state import OVER
from parlour.games.gardening_war import events, shop
from parlour.games.gardening_war.goods import WORDS, halves
from parlour.games.gardening_war.judge import GardeningWarState
from parlour.games.gardening_war.state import (
    FIELDS,
    Gardener,
    a_plant,
    is_dead,
    is_mature,
    kind_of_plant,
    life_of,
    need_of,
)

Step = Literal["none", "land", "shop", "plant", "water"]
STEPS: tuple[Step, ...] = get_args(Step)  # in the order of their numbers


class PlantView(msgspec.Struct, frozen=True):
    """A plant; a dead one needs -1."""

    plant: str
    state: Literal["growing", "mature", "dead"]
    need: int
    life: int


class FieldView(msgspec.Struct, frozen=True):
    x: int
    y: int
    special: bool
    owner: int | None
    plant: PlantView | None


class GardenerView(msgspec.Struct, frozen=True):
    """What one gardener owns; `fields` are indices 8x + y in order of acquisition."""

    gold: int
    points: int
    stock: dict[str, int]
    fert: int
    misses: int
    fields: list[int]


class MoveInHand(msgspec.Struct, frozen=True):
    """The list in progress; `step` is none at the start of a move."""

    step: Step
    begun: bool
    cursor: int
    ceiling: int
    last: int


class GardenView(msgspec.Struct, frozen=True):
    """The whole garden. `fields` are in order of their index: x outer, y inner."""

    seat: int | None
    mover: int
    round: int
    rounds: int
    rain_in: int
    max_misses: int
    move: MoveInHand
    gardeners: Annotated[list[GardenerView], Meta(min_length=2, max_length=2)]
    fields: list[FieldView]
    left: int = -1
    winner: int = -1
    cause: str | None = None


def view(state: GardeningWarState, seat: int | None) -> GardenView:
    return GardenView(
        seat=seat,
        mover=int(state.mover),
        round=int(state.round),
        rounds=int(state.rounds),
        rain_in=int(state.rain_in()),
        max_misses=int(state.max_misses),
        move=MoveInHand(STEPS[state.step], bool(state.begun), int(state.cursor), int(state.ceiling), int(state.last)),
        gardeners=[_gardener(state.gardener0), _gardener(state.gardener1)],
        fields=[_field(state, field) for field in range(FIELDS)],
        left=next((s for s in (0, 1) if state.has_left(s)), -1),
        winner=int(state.winner),
        cause=events.CAUSES[state.cause] if state.mover == OVER else None,
    )


def _gardener(gardener: Gardener) -> GardenerView:
    return GardenerView(
        gold=int(gardener.gold),
        points=int(gardener.points),
        stock={word: int(n) for word, n in zip(WORDS, gardener.stock, strict=True)},
        fert=int(gardener.fert),
        misses=int(gardener.misses),
        fields=[int(field) for field in gardener.fields],
    )


def _field(state: GardeningWarState, field: int) -> FieldView:
    owner = int(state.owner(field))
    plant = int(state.plants[field])
    return FieldView(
        x=field >> 3,
        y=field & 7,
        special=state.is_special(field),
        owner=owner if owner >= 0 else None,
        plant=_plant(plant) if plant else None,
    )


def _plant(plant: int) -> PlantView:
    dead = is_dead(plant)
    return PlantView(
        plant=WORDS[kind_of_plant(plant)],
        state="dead" if dead else "mature" if is_mature(plant) else "growing",
        need=-1 if dead else int(need_of(plant)),
        life=int(life_of(plant)),
    )


def imagine(seen: GardenView) -> GardeningWarState:
    """The position that this view shows. Nothing is hidden, so there is nothing to guess."""
    if len(seen.gardeners) != 2 or len(seen.fields) != FIELDS:
        raise Refused(f"A view of Gardening War has two gardeners and {FIELDS} fields.", "bad-view")
    special_low, special_high = halves(n for n, field in enumerate(seen.fields) if field.special)
    state = GardeningWarState(special_low, special_high, seen.rounds, seen.max_misses)
    state.mover = seen.mover
    state.round = seen.round
    state.winner = seen.winner
    if seen.cause is not None:
        state.cause = _place(events.CAUSES, seen.cause)
    if seen.left >= 0:
        state.out = 1 + seen.left
    state.gardener0 = _imagine_gardener(seen.gardeners[0])
    state.gardener1 = _imagine_gardener(seen.gardeners[1])
    for n, field in enumerate(seen.fields):
        if field.plant is not None:
            dead = field.plant.state == "dead"
            state.plants[n] = a_plant(_place(WORDS, field.plant.plant), field.plant.need, field.plant.life, dead)
    move = seen.move
    state.step = _place(STEPS, move.step)
    state.begun, state.cursor, state.ceiling, state.last = move.begun, move.cursor, move.ceiling, move.last
    return state


def _imagine_gardener(seen: GardenerView) -> Gardener:
    gardener = Gardener(-1)
    gardener.gold = seen.gold
    gardener.points = seen.points
    gardener.fert = seen.fert
    gardener.misses = seen.misses
    for good in range(shop.GOOD_COUNT):
        gardener.stock[good] = seen.stock.get(WORDS[good], 0)
    for field in seen.fields:
        if not 0 <= field < FIELDS or gardener.owns(field):
            raise Refused(f"In this view of Gardening War field {field} is off the board or listed twice.", "bad-view")
        gardener.take(field)
    return gardener


def _place(words: tuple[str, ...], word: str) -> int:
    if word not in words:
        raise Refused(f"This view of Gardening War has an unknown word {word[:40]!r}.", "bad-view")
    return words.index(word)
