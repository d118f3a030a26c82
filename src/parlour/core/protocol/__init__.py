"""All messages between the house and its guests; the browser's types and the API pages are generated from these.

`chair` has the messages at a table, in both directions, `calls` those of bots on call; `guests`, `games`, `lobby`,
`tables`, `reviews`, `bots`, `programs`, `puzzles`, `ratings`, `tournaments`, `lab` and `order` have the requests and
answers over HTTP. Those of single games (decks, card scripts) are defined with their games.
"""

# Everything is exported from here, so that a new message is written in one place.
from parlour.core.protocol.bots import *  # noqa: F403
from parlour.core.protocol.calls import *  # noqa: F403
from parlour.core.protocol.chair import *  # noqa: F403
from parlour.core.protocol.clocks import *  # noqa: F403
from parlour.core.protocol.games import *  # noqa: F403
from parlour.core.protocol.guests import *  # noqa: F403
from parlour.core.protocol.json import *  # noqa: F403
from parlour.core.protocol.lab import *  # noqa: F403
from parlour.core.protocol.lobby import *  # noqa: F403
from parlour.core.protocol.order import *  # noqa: F403
from parlour.core.protocol.own_data import *  # noqa: F403
from parlour.core.protocol.programs import *  # noqa: F403
from parlour.core.protocol.puzzles import *  # noqa: F403
from parlour.core.protocol.ratings import *  # noqa: F403
from parlour.core.protocol.reviews import *  # noqa: F403
from parlour.core.protocol.tables import *  # noqa: F403
from parlour.core.protocol.tournaments import *  # noqa: F403
