"""What a decision is called, by how much of the winning chance it gave away."""

from __future__ import annotations

from parlour.core.protocol.reviews import Verdict

# What they mean for the house's levels: docs/review.md.
INACCURACY = 0.04
MISTAKE = 0.10
BLUNDER = 0.20
SURE = 1.96  # standard errors: nothing is called bad that may be noise


def fair(chance: float, seats: int) -> float:
    """A difference in winning chance as it would count between two: among eight, a tenth is nearly everything."""
    return chance * seats / 2


def verdict(loss: float, error: float, seats: int, is_best: bool) -> Verdict:
    """A bad name needs the loss, and an interval that excludes half of it."""
    if is_best:
        return "best"
    loss, error = fair(loss, seats), fair(error, seats)
    found: Verdict = "good"
    names: tuple[tuple[Verdict, float], ...] = (("inaccuracy", INACCURACY), ("mistake", MISTAKE), ("blunder", BLUNDER))
    for name, least in names:
        if loss >= least and loss - SURE * error > least / 2:
            found = name
    return found


def is_settled(loss: float, error: float, seats: int) -> bool:
    """Whether more thinking would hardly change the name."""
    loss, error = fair(loss, seats), fair(error, seats)
    if loss + SURE * error < INACCURACY:
        return True
    edges = [edge for edge in (INACCURACY, MISTAKE, BLUNDER) if abs(loss - edge) < SURE * error]
    return not edges and loss - SURE * error > INACCURACY / 2
