"""What the events of Gardening War mean to the two gardeners."""

from __future__ import annotations

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling

RICH = 60_000.0  # points from one harvest


def feel(event: EventJson, view: object) -> Feeling | None:
    seat = int(event.get("seat", 0))
    match event["kind"]:
        case "harvested":
            return Feeling(min(0.9, int(event["gain"]) / RICH), seat)
        case "dug":
            return Feeling(0.4 if event["plant"] == "nothing" else 0.9, seat, 1 - seat)
        case "withered":
            return Feeling(0.5, None, seat)
        case "voided":
            return Feeling(0.4, None, seat)
        case "fertilized":
            return Feeling(0.5, seat)
        case "rained":
            return Feeling(0.4)
    return None
