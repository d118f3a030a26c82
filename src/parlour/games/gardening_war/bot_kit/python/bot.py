"""A starter bot for Gardening War. It needs only Python 3.9.

    parlour match gardening-war --seats "cmd:python3 bot.py,easy" --games 2

A move of the game is made of small decisions, and each turn asks for one: first what to do (pass, harvest, begin
to shop …), then its parts one by one (buy 5 water, plant a tulip on 3/4 …), then "done".
Everything worth changing is in `decide`; each function below it is one idea. `client.py` talks to the house.
"""

from __future__ import annotations

from typing import Any

from client import play

Json = dict[str, Any]

# The cost of a seed, the drops it needs, and the worth of its harvest.
PLANTS = {
    "tulip": {"price": 3600, "drops": 1, "worth": 8000},
    "crocus": {"price": 1000, "drops": 5, "worth": 5000},
    "bluejazz": {"price": 500, "drops": 2, "worth": 2500},
    "anemone": {"price": 500, "drops": 2, "worth": 2000},
}
WATER_PRICE = 200
FIELD_PRICE = 5000


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    garden = Garden(view)
    step = view["move"]["step"]
    wish: Json | None = None
    if step == "none":
        wish = choose_action(garden, moves)
    elif step == "land":
        wish = choose_land(garden, moves)
    elif step == "shop":
        wish = choose_goods(garden, moves)
    elif step == "plant":
        wish = choose_seed(garden, moves)
    elif step == "water":
        wish = choose_drops(garden, moves)
    if wish is not None:
        return wish
    done = {"kind": "done"}
    return done if done in moves else moves[0]


class Garden:
    """The parts of the view that the bot uses."""

    def __init__(self, view: Json) -> None:
        self.round: int = view["round"]
        self.rain_tonight: bool = view["rain_in"] == 1
        self.me: Json = view["gardeners"][view["mover"]]
        self.gold: int = self.me["gold"]
        self.stock: dict[str, int] = self.me["stock"]
        self.all_fields: list[Json] = view["fields"]
        self.fields: list[Json] = [view["fields"][index] for index in self.me["fields"]]
        plants = [field["plant"] for field in self.fields]
        self.beds = sum(plant is None for plant in plants)
        self.mature = sum(plant is not None and plant["state"] == "mature" for plant in plants)
        self.dead = sum(plant is not None and plant["state"] == "dead" for plant in plants)
        self.thirst = sum(self.wanted(plant) for plant in plants)
        self.seeds = sum(self.stock[kind] for kind in PLANTS)

    def wanted(self, plant: Json | None) -> int:
        """The drops to give a plant now: two fewer before rain, which brings two."""
        if plant is None or plant["state"] != "growing":
            return 0
        need: int = plant["need"]
        return max(0, need - 2) if self.rain_tonight else need


def choose_action(garden: Garden, moves: list[Json]) -> Json | None:
    """The first sensible thing to do this round."""

    def offered(action: str) -> bool:
        return {"kind": "begin", "action": action} in moves

    def begin(action: str) -> Json:
        return {"kind": "begin", "action": action}

    if garden.mature:
        return {"kind": "harvest"}
    if garden.thirst:
        if garden.stock["water"] >= garden.thirst and offered("water"):
            return begin("water")
        if offered("shop"):
            return begin("shop")
    if garden.beds and garden.seeds and offered("plant") and may_plant(garden):
        return begin("plant")
    if offered("land") and spare_gold(garden) >= FIELD_PRICE:
        return begin("land")
    if garden.beds > garden.seeds and offered("shop") and plan(garden)[1] > 0:
        return begin("shop")
    if garden.dead:
        return {"kind": "harvest"}
    return {"kind": "pass"}


def may_plant(garden: Garden) -> bool:
    """A tulip planted two rounds before rain would drown; anything else can be planted."""
    return garden.round % 10 < 8 or garden.stock["tulip"] < garden.seeds


def spare_gold(garden: Garden) -> int:
    """The gold left over after planting crocus on every field and a new one."""
    return garden.gold - 2000 * (len(garden.fields) + 1)


def plan(garden: Garden) -> tuple[str, int]:
    """The best affordable seed for all empty fields, and how many."""
    in_stock = sum(PLANTS[kind]["price"] * garden.stock[kind] for kind in PLANTS)
    budget = garden.gold + in_stock + WATER_PRICE * (garden.stock["water"] - garden.thirst)
    tulips_in_time = (garden.round + 1) % 10 < 8
    for kind in ("tulip", "crocus"):
        cost = PLANTS[kind]["price"] + WATER_PRICE * PLANTS[kind]["drops"]
        if cost * garden.beds <= budget and (kind != "tulip" or tulips_in_time):
            return kind, garden.beds
    return "bluejazz", max(0, min(garden.beds, budget // 900))


def choose_goods(garden: Garden, moves: list[Json]) -> Json | None:
    """Water first (the shop is ordered by goods), then seed: the largest amount that is not too much."""
    kind, count = plan(garden)
    water = garden.thirst + count * PLANTS[kind]["drops"] - garden.stock["water"]
    for good, missing in (("water", water), (kind, count - garden.stock[kind])):
        fitting = [move for move in moves if move.get("good") == good and move["amount"] <= missing]
        if fitting:
            return max(fitting, key=lambda move: int(move["amount"]))
    return None


def choose_seed(garden: Garden, moves: list[Json]) -> Json | None:
    """The most expensive seed that suits the weather, on the next field."""
    suiting = [m for m in moves if m["kind"] == "plant" and (m["plant"] != "tulip" or garden.round % 10 < 8)]
    return max(suiting, key=lambda move: PLANTS[move["plant"]]["worth"], default=None)


def choose_drops(garden: Garden, moves: list[Json]) -> Json | None:
    """Exactly what the next thirsty plant needs."""
    for move in moves:
        if move["kind"] == "water":
            plant = garden.all_fields[8 * move["x"] + move["y"]]["plant"]
            if move["drops"] == garden.wanted(plant):
                return move
    return None


def choose_land(garden: Garden, moves: list[Json]) -> Json | None:
    """Special fields first, while there is enough gold to plant them too."""
    land = [move for move in moves if move["kind"] == "land"]
    begun = {"kind": "done"} in moves
    if not land or (begun and spare_gold(garden) < FIELD_PRICE):
        return None
    return max(land, key=lambda move: bool(garden.all_fields[8 * move["x"] + move["y"]]["special"]))


if __name__ == "__main__":
    play(decide)
