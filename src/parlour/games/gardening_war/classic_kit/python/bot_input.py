"""Your bot: fill in `bot_input`. Everything below it is how this bot thinks; replace it as you like."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

WATER, MOLE, FERTILIZER, ANEMONE, BLUEJAZZ, CROCUS, TULIP = range(7)  # cards by their id
PRICE = [200, 10_000, 3000, 500, 500, 1000, 3600]
DROPS = [0, 0, 0, 2, 2, 5, 1]  # the drops a seed needs to mature
BEST_FIRST = [TULIP, CROCUS, BLUEJAZZ, ANEMONE]
FIELD_PRICE = 5000


def bot_input(state: Json) -> Json:
    """The action for this turn: `act` with a letter and its lines, or {} to pass."""
    garden = Garden(state)
    if garden.mature:
        return act("H")
    if garden.thirst:
        return act("W", garden.watering()) if garden.stock[WATER] >= garden.thirst else shopping(garden)
    if garden.beds and garden.seeds and (planted := planting(garden)):
        return act("P", planted)
    if garden.spare() >= FIELD_PRICE and (fields := land(garden)):
        return act("L", fields)
    if len(garden.beds) > garden.seeds and plan(garden)[1] > 0:
        return shopping(garden)
    return act("H") if garden.dead else {}


def act(letter: str, lines: list[Json] | None = None) -> Json:
    return {"ActionType": letter, "Properties": lines or []}


def line(x: int = 0, y: int = 0, card: int = 0, amount: int = 0) -> Json:
    return {"X": x, "Y": y, "CardId": card, "Amount": amount}


class Garden:
    """The parts of the state that the bot uses."""

    def __init__(self, state: Json) -> None:
        me = state["source"]
        self.state = state
        self.gold: int = me["gold"]
        self.tiles: list[Json] = me["tiles"]
        self.stock: dict[int, int] = {card["cardId"]: card["owned"] for card in me["cards"]}
        self.rain: int = state["daysTillRain"]  # 1: it rains after this round
        self.beds = [tile for tile in self.tiles if not tile["bIsPlanted"]]
        needs = [tile["plantDTO"]["waterNeeded"] for tile in self.tiles if tile["bIsPlanted"]]
        self.mature = sum(need == 0 for need in needs)
        self.dead = sum(need < 0 for need in needs)
        self.thirst = sum(self.wanted(tile) for tile in self.tiles)
        self.seeds = sum(self.stock[kind] for kind in BEST_FIRST)

    def wanted(self, tile: Json) -> int:
        """The drops to give a plant now: two fewer before rain, which brings two."""
        need: int = tile["plantDTO"]["waterNeeded"] if tile["bIsPlanted"] else 0
        return max(0, need - 2) if self.rain == 1 else max(0, need)

    def watering(self) -> list[Json]:
        """Exactly what every plant needs."""
        return [line(tile["x"], tile["y"], amount=self.wanted(tile)) for tile in self.tiles if self.wanted(tile)]

    def spare(self) -> int:
        """The gold left over after planting crocus on every field and a new one."""
        return self.gold - 2000 * (len(self.tiles) + 1)


def planting(garden: Garden) -> list[Json]:
    """The most expensive seed that suits the weather on each empty field: tulips two rounds before rain would drown."""
    stock = dict(garden.stock)
    lines = []
    for tile in garden.beds:
        for kind in BEST_FIRST:
            if stock[kind] > 0 and (kind != TULIP or garden.rain > 2):
                stock[kind] -= 1
                lines.append(line(tile["x"], tile["y"], card=kind))
                break
    return lines


def plan(garden: Garden) -> tuple[int, int]:
    """The best affordable seed for all empty fields, and how many."""
    beds = len(garden.beds)
    budget = garden.gold + sum(PRICE[kind] * garden.stock[kind] for kind in BEST_FIRST)
    budget += PRICE[WATER] * (garden.stock[WATER] - garden.thirst)
    tulips_in_time = garden.rain > 3 or garden.rain == 1  # planted in the next round
    for kind in (TULIP, CROCUS):
        cost = PRICE[kind] + PRICE[WATER] * DROPS[kind]
        if cost * beds <= budget and (kind != TULIP or tulips_in_time):
            return kind, beds
    return BLUEJAZZ, max(0, min(beds, budget // (PRICE[BLUEJAZZ] + PRICE[WATER] * DROPS[BLUEJAZZ])))


def shopping(garden: Garden) -> Json:
    """Water first, then seed, as far as the gold goes."""
    kind, count = plan(garden)
    gold, lines = garden.gold, []
    water = garden.thirst + count * DROPS[kind] - garden.stock[WATER]
    for card, missing in ((WATER, water), (kind, count - garden.stock[kind])):
        amount = max(0, min(missing, gold // PRICE[card]))
        if amount:
            gold -= amount * PRICE[card]
            lines.append(line(card=card, amount=amount))
    return act("C", lines) if lines else {}


def land(garden: Garden) -> list[Json]:
    """Free fields next to ours, special ones first, while there is enough gold to plant them too."""
    special = {(tile["x"], tile["y"]) for tile in garden.state["tiles"] if tile["bIsSpecial"]}
    mine = {(tile["x"], tile["y"]) for tile in garden.tiles}
    taken = mine | {(tile["x"], tile["y"]) for tile in garden.state["enemy"]["tiles"]}
    spare, lines = garden.spare(), []
    while spare >= FIELD_PRICE:
        free = [(x, y) for x in range(8) for y in range(8) if (x, y) not in taken and beside(mine, x, y)]
        if not free:
            break
        field = next((one for one in free if one in special), free[0])
        mine.add(field)
        taken.add(field)
        lines.append(line(*field))
        spare -= FIELD_PRICE + 2000
    return lines


def beside(fields: set[tuple[int, int]], x: int, y: int) -> bool:
    return any((x + dx, y + dy) in fields for dx in (-1, 0, 1) for dy in (-1, 0, 1))
