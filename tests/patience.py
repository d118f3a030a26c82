"""How long the tests wait for what must happen. All of them ask here, so that one number suits a whole machine.

A test waits for an event, never for a span of time: patience only decides when it gives up. PARLOUR_PATIENCE multiplies
it; .ci/run sets it high, since a run that shares its machine may get a small part of it.
"""

import os

FACTOR = float(os.environ.get("PARLOUR_PATIENCE", "3"))


def patience(seconds: float = 20.0) -> float:
    """As many seconds as an idle machine would never need, times the patience of this run."""
    return seconds * FACTOR


def patience_ms(seconds: float = 15.0) -> float:
    """The same in the browser's milliseconds."""
    return 1000.0 * patience(seconds)
