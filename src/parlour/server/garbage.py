"""Python's search for cyclic garbage, set for a server: what it loads at the start stays until the end."""

from __future__ import annotations

import gc

YOUNG = 20_000  # new objects before it looks among them for garbage; Python's own choice is 700
OLDER, OLDEST = 20, 50  # so many such looks before it looks among those that survived one, and so many of those again


def settle_in() -> None:
    """Never look again through the modules, routes and games that are loaded now, and look less often through the rest.

    Most of the house's garbage has no cycles and goes at once, whatever is set here.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDEST)
