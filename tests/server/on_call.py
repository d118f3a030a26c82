"""A bot on call, as a test speaks for it."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.patience import patience
from tests.server.guest import Chair, Guest, Json
from tests.server.spoken import same
from websockets.asyncio.client import connect

from parlour.core.protocol import ToBot

_to_bot: msgspec.json.Decoder[ToBot] = msgspec.json.Decoder(ToBot)


class Line(Chair):
    """The connection over which a bot is invited."""

    check = staticmethod(lambda data: same(data, _to_bot.decode(data)))

    async def invited(self) -> Json:
        return await self.hear("invited")


async def open_line(bot: Guest) -> Line:
    socket = await connect(f"{bot.house.ws}/ws/call", proxy=None, open_timeout=patience(), ping_timeout=patience())
    line = Line(socket)
    bot.chairs.append(line)
    return line


async def call(bot: Guest, *games: str, **how: Any) -> Line:
    """The bot goes on call."""
    line = await open_line(bot)
    await line.say(type="call", token=bot.token, games=list(games) or ["connect-four"], **how)
    assert (await line.next())["type"] == "on-call"
    return line
