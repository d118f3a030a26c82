"""What the events of Kata TCG mean to the two who play."""

from __future__ import annotations

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling

HEAVY = 12.0  # damage
LOW = 8  # health from which every hit may be the last but one


def feel(event: EventJson, view: object) -> Feeling | None:
    seat = int(event.get("seat", 0))
    match event["kind"]:
        case "hit":
            fear = 0.35 if int(event["health"]) <= LOW else 0.0
            return Feeling(min(1.0, int(event["damage"]) / HEAVY + fear), 1 - seat, seat)
        case "fell":
            return Feeling(0.5, 1 - seat, seat)
        case "healed":
            return Feeling(min(0.6, int(event["amount"]) / HEAVY), seat)
        case "summoned":
            return Feeling(0.3, seat)
        case "overloaded":
            return Feeling(0.6, None, seat)
        case "bled":
            return Feeling(0.55, 1 - seat, seat)
    return None
