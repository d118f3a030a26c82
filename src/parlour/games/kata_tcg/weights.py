"""What the house has learned about the ends of turns in Kata TCG: see outlook.py for what the numbers mean."""
from __future__ import annotations

# bias, health, rival health, margin, rival margin, minion, rival minion, card, unknown card, hand, rival hand, deck, rival deck
_START = [
    0.0,
    1.67, 0, -.4, -.5, -.3,
    -1.67, 0, .4, .5, .3,
    0, -.3, -.3, -1.0, 0,
    0, .3, .3, .3, 0,
    .05, 1.0, .42, 0,
    -.05, -1.0, -.42, 0,
    .1, .1, .05, .05, .05, 0, 0,
    .18,
    -.2, 0,
    -.9, .2, 0,
    -.4, 0,
    .4, 0,
]
WEIGHTS: dict[str, list[float]] = {"minions": _START + [0.0] * 46, "no minions": _START + [0.0] * 46}
