"""What a disc means to the two who play connect four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.events import EventJson
from parlour.core.feelings import Feeling
from parlour.games.connect_four.board import BOTTOM_ROW, HEIGHT, completing
from parlour.games.connect_four.situation import discs_of

if TYPE_CHECKING:
    from parlour.games.connect_four.game import Board


def feel(event: EventJson, view: Board) -> Feeling | None:
    if event["kind"] != "dropped":
        return None
    seat = int(event["seat"])
    own, theirs = discs_of(view, seat), discs_of(view, 1 - seat)
    cell = 1 << int(event["column"]) * HEIGHT + int(event["row"])
    threats = completing(own, own | theirs) & (own | theirs) + BOTTOM_ROW
    if threats & threats - 1:
        return Feeling(0.9, seat, 1 - seat)
    if completing(theirs, (own ^ cell) | theirs) & cell:  # it blocks
        return Feeling(0.7, seat, 1 - seat)
    return Feeling(0.5, seat, 1 - seat) if threats else Feeling(0.1)
