"""Which land to buy, and which of the rival's fields to take."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.gardening_war import shop
from parlour.games.gardening_war.state import FIELDS, Garden, is_alive, is_mature, kind_of_plant

MOST_WORTH: Final = 100000000
FAR: Final = 9  # further than any two fields are apart
# How attractive free land is: special fields, ways to them, and what the rival could take first.
SPECIAL_WISH: Final = 6
WAY_WISH: Final = 1


def land_to_buy(garden: Garden, seat: i64, most: i64) -> list[i64]:
    """Free fields in the order to buy them, each in reach when those before it are bought."""
    rival = garden.gardener(1 - seat)
    # what each field is: 0 out of reach, 1 in reach, 2 not free
    place: list[i64] = [0] * FIELDS
    wish: list[i64] = [0] * FIELDS
    field: i64 = 0
    while field < FIELDS:
        if garden.owner(field) >= 0:
            place[field] = 2
        near = nearest(field, rival.fields)
        wish[field] = -near
        if garden.is_special(field):
            wish[field] += SPECIAL_WISH
        field += 1
    special: list[i64] = []
    field = 0
    while field < FIELDS:
        if place[field] == 0 and garden.is_special(field):
            special.append(field)
        field += 1
    for field in special:
        change_around(wish, field, WAY_WISH)
    for field in garden.gardener(seat).fields:
        open_around(place, field)
    order: list[i64] = []
    while i64(len(order)) < most:
        best: i64 = -1
        field = 0
        while field < FIELDS:
            if place[field] == 1 and (best < 0 or wish[field] > wish[best]):
                best = field
            field += 1
        if best < 0:
            break
        order.append(best)
        place[best] = 2
        open_around(place, best)
        if garden.is_special(best):
            change_around(wish, best, -WAY_WISH)
    return order


def prey(garden: Garden, seat: i64, field_worth: i64) -> list[i64]:
    """The rival's fields in the order in which moles should take them, if having a plain one is worth this much."""
    rival = garden.gardener(1 - seat)
    found: list[i64] = []
    for field in rival.fields:
        worth = field_worth + plant_worth(garden, field, rival.fert)
        if garden.is_special(field):
            worth += field_worth
        found.append((MOST_WORTH - worth) << 6 | field)
    return [rank & 63 for rank in in_order(found)]


def plant_worth(garden: Garden, field: i64, fert: i64) -> i64:
    """What a gardener with so much fertilizer would lose with the plant on this field."""
    plant: i64 = garden.plants[field]
    if not is_alive(plant):
        return 0
    worth: i64 = shop.WORTH[kind_of_plant(plant)]
    if garden.is_special(field):
        worth *= 2
    if fert > 1:
        worth *= 2
    return worth if is_mature(plant) else worth // 2


def apart(one: i64, other: i64) -> i64:
    """The distance between two fields, in king's moves."""
    dx = (one >> 3) - (other >> 3)
    dy = (one & 7) - (other & 7)
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def nearest(field: i64, fields: list[i64]) -> i64:
    """How far the nearest of these fields is."""
    least: i64 = FAR
    for other in fields:
        distance = apart(field, other)
        if distance < least:
            least = distance
    return least


def open_around(place: list[i64], field: i64) -> None:
    """The free neighbours of this field are in reach."""
    x = (field >> 3) - 1
    while x <= (field >> 3) + 1:
        y = (field & 7) - 1
        while y <= (field & 7) + 1:
            if 0 <= x < 8 and 0 <= y < 8 and place[x * 8 + y] == 0:
                place[x * 8 + y] = 1
            y += 1
        x += 1


def change_around(wish: list[i64], field: i64, change: i64) -> None:
    x = (field >> 3) - 1
    while x <= (field >> 3) + 1:
        y = (field & 7) - 1
        while y <= (field & 7) + 1:
            if 0 <= x < 8 and 0 <= y < 8 and x * 8 + y != field:
                wish[x * 8 + y] += change
            y += 1
        x += 1


def in_order(things: list[i64]) -> list[i64]:
    """Ascending; a few dozen at most, so insertion will do."""
    done: list[i64] = []
    for thing in things:
        place: i64 = len(done)
        while place > 0 and done[place - 1] > thing:
            place -= 1
        done.insert(place, thing)
    return done
