"""Gardening War in words: positions, moves, events, the end, and why a move is illegal."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count
from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.core.text import GameText
from parlour.games.gardening_war import moves, shop, situation, steps
from parlour.games.gardening_war import picture as drawing
from parlour.games.gardening_war.goods import FIELD_PRICE, GOODS, PLANTS, WORDS
from parlour.games.gardening_war.judge import GardeningWarState
from parlour.games.gardening_war.moves import MOVES
from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.state import is_alive, need_of
from parlour.games.gardening_war.view import FieldView, GardenerView, GardenView

_NAMES = {good.word: good.name for good in GOODS}
_SHORT = {"anemone": "A", "bluejazz": "B", "crocus": "C", "tulip": "T"}


class GardenText(GameText[GardeningWarState, GardeningWarOptions, GardenView]):
    """Gardening War in words."""

    def say_view(self, view: GardenView, names: Sequence[str], options: GardeningWarOptions) -> str:
        """The board as a map with a legend, then both gardeners."""
        lines = [_headline(view, names), ""]
        for y in range(7, -1, -1):
            lines.append(f"{y}  {' '.join(_square(view.fields[8 * x + y]) for x in range(8))}".rstrip())
        lines.append("   " + "      ".join(str(x) for x in range(8)))
        lines.append("")
        lines.append(
            "1 or 2: owner; *: special field. Then the plant (Anemone, BlueJazz, Crocus, Tulip), the drops it still"
        )
        lines.append("needs (0: mature, x: dead) and, after the dot, the rounds it has left to live.")
        for seat in (0, 1):
            lines += ["", *_say_gardener(view.gardeners[seat], f"{names[seat]} ({seat + 1})")]
        return "\n".join(lines)

    say_situation = staticmethod(situation.say_situation)
    picture = staticmethod(drawing.draw)

    def say_move(self, view: GardenView, move: int, names: Sequence[str], options: GardeningWarOptions) -> str:
        kind, values = move & 63, MOVES.values(move)
        begin = {steps.LAND: "Buy land …", steps.SHOP: "Go shopping …", steps.PLANT: "Plant …", steps.WATER: "Water …"}
        if kind == moves.HARVEST:
            return "Harvest everything that is mature or dead"
        if kind == moves.FERTILIZER:
            return "Use a fertilizer card"
        if kind == moves.MOLE:
            return f"Send the mole to ({values[0]},{values[1]})"
        if kind == moves.BEGIN:
            return begin.get(values[0], "Start nothing")
        if kind == moves.LAND:
            special = ", a special field" if view.fields[8 * values[0] + values[1]].special else ""
            return f"Buy field ({values[0]},{values[1]}) for {FIELD_PRICE}{special}"
        if kind == moves.BUY:
            good = GOODS[values[0]]
            return f"Buy {moves.QUANTITIES[values[1]]} {good.name} for {good.price * moves.QUANTITIES[values[1]]}"
        if kind == moves.PLANT:
            return f"Plant {PLANTS[values[2]].name} on ({values[0]},{values[1]})"
        if kind == moves.WATER:
            return _say_water(view, 8 * values[0] + values[1], values[2])
        if kind == moves.DRENCH:
            return _say_water(view, values[0], values[1] * 1000 + values[2])
        if kind == moves.VOID:
            return f"A void move: {MOVES.to_json(move)['reason']}"
        return "Done" if kind == moves.DONE else "Pass"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: GardeningWarOptions) -> str:
        who = names[int(event["seat"])] if "seat" in event else ""
        where = f"({event['x']},{event['y']})" if "x" in event else ""
        plant = _NAMES.get(str(event.get("plant", "")), "")
        match event["kind"]:
            case "round":
                return f"Round {event['round']}."
            case "passed":
                return f"{who} passes."
            case "voided":
                return f"{who}'s move ({event['action']}) is void: {event['reason']}."
            case "bought_field":
                return f"{who} buys field {where}, {event['gold']} gold left."
            case "bought":
                good = _NAMES[str(event["good"])]
                return f"{who} buys {event['amount']} {good} (now {event['stock']}), {event['gold']} gold left."
            case "planted":
                return f"{who} plants {plant} on {where}."
            case "watered":
                return f"{who} gives {count(int(event['drops']), 'drop')} to {where}: {_say_need(int(event['need']))}."
            case "picked":
                gain = int(event["gain"])
                return (
                    f"{who} picks {plant} on {where} for {gain}."
                    if gain
                    else f"{who} clears dead {plant} from {where}."
                )
            case "harvested":
                told, points, gold = (situation.number(int(event[part])) for part in ("gain", "points", "gold"))
                return f"{who} harvests {told}: {points} points, {gold} gold."
            case "fertilized":
                return f"{who} uses fertilizer; the counter is now at {event['rounds']}."
            case "dug":
                lost = f" and destroys the {plant} there" if plant else ""
                return f"{who}'s mole takes {where}{lost}."
            case "rained":
                return "It rains: every plant receives 2 drops."
            case "soaked":
                return f"Rain on {who}'s {plant} at {where}: {_say_need(int(event['need']))}."
            case "withered":
                return f"{who}'s {plant} on {where} is too old and dies."
            case "out_of_time":
                return f"{who} has missed {count(int(event['misses']), 'move')} so far."
        return ""

    def say_end(self, state: GardeningWarState, names: Sequence[str], options: GardeningWarOptions) -> str:
        first, second = (int(points) for points in state.scores())
        if state.winner < 0:
            return f"A draw at {situation.number(first)} points each."
        winner, loser = int(state.winner), 1 - int(state.winner)
        if state.cause == 1:
            return f"{names[winner]} wins: {names[loser]} missed {count(int(state.max_misses), 'move')}."
        points = situation.number(first), situation.number(second)
        return f"{names[winner]} wins with {points[winner]} points to {points[loser]}."

    def why_not(self, state: GardeningWarState, move: int) -> Reason:
        """The rule that forbids this well-formed move; it uses the same conditions as the list of moves."""
        kind, values = move & 63, MOVES.values(move)
        seat = int(state.mover)
        gardener = state.gardener(seat)
        begun_by = {moves.LAND: steps.LAND, moves.BUY: steps.SHOP, moves.PLANT: steps.PLANT, moves.WATER: steps.WATER}
        if kind not in begun_by and kind != moves.DONE and state.step != steps.CHOOSE:
            begun = steps.WORDS[state.step]
            return Reason("move-begun", f"You are in the middle of a move ({begun}); finish it first.")
        if kind == moves.HARVEST:
            return Reason("nothing-ripe", "None of your fields has a mature or dead plant.")
        if kind == moves.FERTILIZER:
            return Reason("no-card", "You have no fertilizer card.")
        if kind == moves.MOLE:
            if gardener.stock[shop.MOLES] == 0:
                return Reason("no-card", "You have no mole card.")
            return Reason("not-the-rivals", "A mole can only take one of your opponent's fields.")
        if kind == moves.BEGIN:
            return _why_not_begin(state, values[0])
        if kind == moves.DRENCH:
            return _why_not_water(state, values[0], values[1] * 1000 + values[2])
        if kind in begun_by and state.step != begun_by[kind]:
            return Reason("other-list", f"First begin a move of this kind: {steps.WORDS[begun_by[kind]]}.")
        if kind == moves.LAND:
            return _why_not_land(state, 8 * values[0] + values[1])
        if kind == moves.BUY:
            good, amount = GOODS[values[0]], moves.QUANTITIES[values[1]]
            if good.price * amount > gardener.gold:
                return Reason(
                    "not-enough-gold",
                    f"{amount} × {good.name} would cost {good.price * amount} gold; you have {gardener.gold} left.",
                )
            return Reason("shop-order", "Buy goods in the shop's order, larger amounts first: too late for this one.")
        if kind == moves.PLANT:
            return _why_not_plant(state, 8 * values[0] + values[1], PLANTS[values[2]].id)
        if kind == moves.WATER:
            return _why_not_water(state, 8 * values[0] + values[1], values[2])
        if state.step == steps.CHOOSE:
            return Reason("nothing-begun", "You haven't begun a move yet.")
        return Reason("needs-a-part", "A move needs at least one part once you have chosen its kind.")


def _headline(view: GardenView, names: Sequence[str]) -> str:
    if view.mover < 0:
        return f"The game is over after round {min(view.round, view.rounds)}."
    doing = {
        "none": "to move",
        "land": "is buying land",
        "shop": "is in the shop",
        "plant": "is planting",
        "water": "is watering",
    }[view.move.step]
    rain = "rain after this round" if view.rain_in == 1 else f"rain in {view.rain_in} rounds"
    return f"Round {view.round} of {view.rounds}, {rain}. {names[view.mover]} {doing}."


def _square(field: FieldView) -> str:
    owner = "." if field.owner is None else str(field.owner + 1)
    plant = field.plant
    special = "*" if field.special else " "
    if plant is None:
        return f"{owner}{special}    "
    return f"{owner}{special}{_SHORT[plant.plant]}{'x' if plant.state == 'dead' else plant.need}.{plant.life}"


def _say_gardener(gardener: GardenerView, name: str) -> list[str]:
    stock = ", ".join(f"{n} {_NAMES[word]}" for word, n in gardener.stock.items() if n) or "nothing"
    lines = [
        f"{name}: {gardener.points} points, {gardener.gold} gold, {count(len(gardener.fields), 'field')}.",
        f"  Stock: {stock}.",
    ]
    if gardener.fert:
        lines.append(f"  Fertilizer counter {gardener.fert}: harvests are doubled while it is above 0.")
    if gardener.misses:
        lines.append(f"  Missed {count(gardener.misses, 'move')}.")
    return lines


def _say_water(view: GardenView, field: int, drops: int) -> str:
    plant = view.fields[field].plant
    where = f"({field >> 3},{field & 7})"
    if plant is None:
        return f"Give {count(drops, 'drop')} to {where}"
    name = _NAMES[plant.plant]
    if plant.state == "dead":
        after = "which is dead"
    elif drops > plant.need:
        after = "which kills it"
    elif drops == plant.need:
        after = "which makes it mature"
    else:
        after = f"{plant.need - drops} more needed"
    return f"Give {count(drops, 'drop')} to the {name} on {where}, {after}"


def _say_need(need: int) -> str:
    if need < 0:
        return "dead"
    return "mature" if need == 0 else f"{need} more needed"


# --- why not ---


def _why_not_begin(state: GardeningWarState, action: int) -> Reason:
    gardener = state.gardener(state.mover)
    if action == steps.LAND:
        if gardener.gold < FIELD_PRICE:
            return Reason("not-enough-gold", f"A field costs {FIELD_PRICE}; you have {gardener.gold}.")
        return Reason("no-land", "No free field touches your land.")
    if action == steps.SHOP:
        return Reason(
            "not-enough-gold", f"The cheapest good, a drop, costs {shop.PRICE[shop.DROPS]}; you have {gardener.gold}."
        )
    if action == steps.PLANT:
        if gardener.seeds() == 0:
            return Reason("no-seed", "You have no seeds.")
        return Reason("no-bed", "None of your fields is empty.")
    if action == steps.WATER:
        if gardener.stock[shop.DROPS] == 0:
            return Reason("no-water", "You have no water.")
        return Reason("nothing-to-water", "There are no living plants on your fields.")
    return Reason("unknown-action", "There is no such kind of move.")


def _why_not_land(state: GardeningWarState, field: int) -> Reason:
    if state.owner(field) >= 0:
        return Reason("owned", "This field already has an owner.")
    if not state.on_frontier(state.gardener(state.mover), field):
        return Reason("not-adjacent", "This field doesn't touch your land.")
    return Reason("not-enough-gold", f"A field costs {FIELD_PRICE}.")


def _why_not_plant(state: GardeningWarState, field: int, kind: int) -> Reason:
    gardener = state.gardener(state.mover)
    if not gardener.owns(field):
        return Reason("not-yours", "This field isn't yours.")
    if state.plants[field] != 0:
        return Reason("occupied", "This field is occupied. A harvest clears mature and dead plants.")
    if gardener.stock[kind] == 0:
        return Reason("no-seed", f"You have no {_NAMES[WORDS[kind]]} seeds.")
    return Reason("field-order", "Plant your fields in order. This one comes too late.")


def _why_not_water(state: GardeningWarState, field: int, drops: int) -> Reason:
    gardener = state.gardener(state.mover)
    if not gardener.owns(field):
        return Reason("not-yours", "This field isn't yours.")
    if state.plants[field] == 0:
        return Reason("nothing-to-water", "Nothing grows here.")
    if drops > gardener.stock[shop.DROPS]:
        return Reason("no-water", f"You only have {count(int(gardener.stock[shop.DROPS]), 'drop')}.")
    if drops == 0:
        return Reason("no-water", "Give at least one drop.")
    if not is_alive(state.plants[field]):
        return Reason("dead", "This plant is dead.")
    if drops > need_of(state.plants[field]) + 1:
        return Reason("too-many-drops", "One drop too many kills a plant; you can't give it even more.")
    return Reason("field-order", "Water your fields in order. This one comes too late.")
