"""Bots on call: who they are, and challenging one of them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post, put
from litestar.params import Parameter

from parlour.core.protocol import BotsOnCall, ChallengeWish, LadderWish, Table
from parlour.games import find
from parlour.server import messages
from parlour.server.auth import AnyRequest, current_guest
from parlour.server.challenges import challenge, shown
from parlour.server.house import House
from parlour.server.routes.bots import own_bot


@get("/api/bots/on-call", summary="The bots on call")
async def bots_on_call(house: House, game: Annotated[str | None, Parameter(max_length=64)] = None) -> BotsOnCall:
    """The longest on call first; with `game`, those that play it."""
    name = None if game is None else find(game).name
    found = await house.store.on_call()
    return BotsOnCall([shown(house, one) for one in found if name is None or name in one.games], house.settings.ladder)


@post("/api/bots/{bot:str}/challenge", summary="Challenge a bot on call")
async def challenge_bot(request: AnyRequest, house: House, bot: str, data: ChallengeWish) -> Table:
    """The table begins when both of you sit at it, and is called off if one of you does not come."""
    guest = await current_guest(request, house)
    table = await challenge(house, guest, bot, data)
    return messages.show(table, guest.id, with_data=True)


@get("/api/bots/{bot:str}/ladder", summary="What you want your bot to play on the ladder")
async def ladder_wish(request: AnyRequest, house: House, bot: str) -> LadderWish:
    found = await own_bot(house, await current_guest(request, house), bot)
    return LadderWish(await house.store.ladder_wish(found.id))


@put("/api/bots/{bot:str}/ladder", summary="Say what your bot plays on the ladder")
async def wish_ladder(request: AnyRequest, house: House, bot: str, data: LadderWish) -> LadderWish:
    """It counts from now on, whatever the bot says when it connects; a bot that is on call is told."""
    found = await own_bot(house, await current_guest(request, house), bot)
    return LadderWish(await house.calling.wish_ladder(found.id, data.games))


ROUTES = [bots_on_call, challenge_bot, ladder_wish, wish_ladder]
