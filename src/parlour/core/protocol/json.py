"""Parts of messages that each game fills in differently, with their names in TypeScript."""

from __future__ import annotations

from typing import Annotated, Any

from parlour.core.events import EventJson
from parlour.core.moves import MoveJson

Json = Annotated[Any, "Json"]
Options = Annotated[dict[str, Json], "Options"]
Move = Annotated[MoveJson, "Move"]  # {"kind": "drop", "column": 3}
HouseEvent = Annotated[EventJson, "HouseEvent"]  # {"kind": "dropped", "seat": 0, "column": 3}
