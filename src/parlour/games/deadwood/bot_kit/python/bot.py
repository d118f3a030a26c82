"""A starter bot for Deadwood. It needs only Python 3.9.

    parlour match deadwood --seats "cmd:python3 bot.py,easy,easy,easy" --games 4

It scores every legal move and makes the best one: work if it has a role, the best role within reach if it has none,
a higher rank if it can pay for one, and otherwise a step towards the nearest of these. Everything worth changing is
in `worth` and the functions below it; `client.py` talks to the house, and `data.json` has the lot and all scenes.
"""

from __future__ import annotations

from typing import Any

from client import data, play

Json = dict[str, Any]

LOT: Json = data()
PATHS: dict[str, list[str]] = {area["id"]: area["neighbours"] for area in LOT["areas"]}
PRICES: dict[int, Json] = {price["rank"]: price for price in LOT["prices"]}
FAR = 99


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    me: Json = view["players"][view["mover"]]
    return max(moves, key=lambda move: worth(view, me, move))


def worth(view: Json, me: Json, move: Json) -> int:
    """The score of a move; ending the turn scores 0."""
    kind = move["kind"]
    if kind == "act":
        return 10 * int(me["chance"])  # this many faces of the die are good
    if kind == "rehearse":
        return 35  # better than acting with three faces or fewer
    if kind == "upgrade":
        return 100 + 10 * int(move["rank"]) + (move["pay"] == "credits")
    if kind == "take_role":
        here = next(one for one in view["sets"] if one["area"] == me["area"])
        return 50 + worth_of_role(here, move["side"], here[move["side"]][move["index"]])
    if kind == "move":
        return 20 - distance(view, me, move["area"])
    return 0


def worth_of_role(here: Json, side: str, rank: int) -> int:
    """Stars earn more than extras, and high ranks more than low ones; a hard scene takes longer."""
    return 2 * rank + (12 - int(here["budget"]) if side == "on" else 0)


def distance(view: Json, me: Json, start: str) -> int:
    """How many steps it is from there to the nearest place worth visiting."""
    paths = paths_of(view)
    wanted = goals(view, me)
    seen, ring = {start}, [start]
    for steps in range(FAR):
        if any(area in wanted for area in ring):
            return steps
        ring = [near for area in ring for near in paths[area]]
        ring = [area for n, area in enumerate(ring) if area not in seen and area not in ring[:n]]
        seen.update(ring)
        if not ring:
            break
    return FAR


def goals(view: Json, me: Json) -> set[str]:
    """The casting office if we can pay for the next rank, and every set that may have a role for us."""
    found: set[str] = set()
    price = PRICES.get(me["rank"] + 1)
    if price and (me["dollars"] >= price["dollars"] or me["credits"] >= price["credits"]):
        found.add("office")
    for one in view["sets"]:
        roles = [*zip(one["on"], one["on_seats"]), *zip(one["off"], one["off_seats"])]
        vacant = any(seat < 0 and rank <= me["rank"] for rank, seat in roles)
        if one["area"] != me["area"] and (one["state"] == "face_down" or vacant):
            found.add(one["area"])
    return found


def paths_of(view: Json) -> dict[str, list[str]]:
    """The neighbours of each area: as in `data.json`, unless this table has its own lot."""
    lot = view["lot"]
    if lot is None:
        return PATHS
    areas = [*(one["area"] for one in view["sets"]), "trailer", "office"]
    return {area: [areas[n] for n in near] for area, near in zip(areas, lot["near"])}


if __name__ == "__main__":
    play(decide)
