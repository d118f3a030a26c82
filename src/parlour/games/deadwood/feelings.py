"""What the events of Deadwood mean to the cast."""

from __future__ import annotations

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling

RICH = 8.0  # dollars of a bonus


def feel(event: EventJson, view: object) -> Feeling | None:
    seat = int(event.get("seat", -1))
    match event["kind"]:
        case "acted":
            if event["result"] == "success":
                return Feeling(0.6, seat)
            enough = 7 - int(event["budget"]) + int(event["chips"])  # how many faces of the die would have done
            return Feeling(0.25 + 0.1 * max(0, min(5, enough)), None, seat)
        case "upgraded":
            return Feeling(0.55, seat)
        case "wrapped":
            return Feeling(0.8)
        case "bonus":
            return Feeling(min(0.9, int(event["dollars"]) / RICH), seat)
        case "day_over":
            return Feeling(0.7)
        case "took_role":
            return Feeling(0.3, seat)
    return None
