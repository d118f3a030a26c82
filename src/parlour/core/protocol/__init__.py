"""Everything the house and its guests say to each other, once: the browser's types, the API pages and bots go by these.

`chair` holds the messages at a table, both ways; `guests`, `games`, `tables` and `bots` what is asked for and answered
over HTTP. What only one game has (decks, card scripts) stands with that game.
"""

# All of it under one name, so that a further message is written in one place.
from parlour.core.protocol.bots import *  # noqa: F403
from parlour.core.protocol.chair import *  # noqa: F403
from parlour.core.protocol.clocks import *  # noqa: F403
from parlour.core.protocol.games import *  # noqa: F403
from parlour.core.protocol.guests import *  # noqa: F403
from parlour.core.protocol.json import *  # noqa: F403
from parlour.core.protocol.tables import *  # noqa: F403
