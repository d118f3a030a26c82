"""What the events of Battle Farm mean to the farmers."""

from __future__ import annotations

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling

RICH = 18.0  # coins from one crop
DEAR = 12.0  # coins for a bundle


def feel(event: EventJson, view: object) -> Feeling | None:
    seat = int(event.get("seat", 0))
    match event["kind"]:
        case "harvested":
            return Feeling(min(0.9, int(event["amount"]) / RICH), seat)
        case "destroyed":
            return Feeling(0.7, None, seat)
        case "took" | "stole":
            return Feeling(0.7, seat, int(event["from"]))
        case "lost":
            return Feeling(min(0.7, int(event["amount"]) / RICH), None, seat)
        case "sold":
            return Feeling(min(0.8, int(event["coins"]) / DEAR), seat)
        case "fizzled":
            return Feeling(0.4, None, seat)
        case "played":
            return Feeling(0.4, seat)
        case "last_round":
            return Feeling(1.0, seat if event.get("cause") == "coins" else None)
    return None
