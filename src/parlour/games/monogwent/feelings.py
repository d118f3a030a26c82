"""What the events of MonoGwent mean to the two commanders."""

from __future__ import annotations

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling

STRONG = 18.0  # power of a unit


def feel(event: EventJson, view: object) -> Feeling | None:
    seat = int(event.get("seat", -1))
    match event["kind"]:
        case "played":
            return Feeling(min(0.6, int(event["power"]) / STRONG), seat)
        case "weathered" | "boosted" | "dispelled":
            return Feeling(0.5, seat)
        case "led":
            return Feeling(0.6, seat)
        case "buried" if event["zone"] == "field":
            return Feeling(0.5, 1 - seat, seat)
        case "passed":
            return Feeling(0.6)
        case "lost-life":
            return Feeling(0.95, 1 - seat, seat)
        case "recovered":
            return Feeling(0.4, seat)
    return None
