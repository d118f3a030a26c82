"""The WebSocket of a bot on call: it says what it plays and is invited to tables. It plays there on chairs."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from parlour.core.errors import Refused
from parlour.core.protocol import Call, Decline, FromBot, Ping, Pong
from parlour.server.auth import client_address
from parlour.server.calling import Line
from parlour.server.connection import Connection, encode
from parlour.server.errors import BUG
from parlour.server.house import House
from parlour.server.measures import MISTAKE
from parlour.server.uvicorn_protocols import wire_of
from parlour.server.websocket import Ear, decode, error, let_in, receive, refused_by_store, stay, types_of
from parlour.store import StoreError

log = logging.getLogger("parlour.server")

TYPES = types_of(FromBot)
_decoder: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)


@websocket("/ws/call")
async def call(socket: WebSocket[Any, Any, Any], house: House) -> None:
    line = await let_in(socket, house, partial(_introduce, socket, house), "You took too long to say who you are.")
    if line is None:
        return

    def leave() -> None:
        house.background(house.calling.end(line))

    await stay(socket, line.connection, _listen(socket, line, house), leave)


async def _introduce(socket: WebSocket[Any, Any, Any], house: House) -> Line:
    """Read the first message, which says which bot this is and what it plays."""
    async with asyncio.timeout(house.settings.sit_seconds):
        first = decode(await receive(socket), _decoder, TYPES)
    if not isinstance(first, Call) or not first.token:
        raise Refused('The first message must be {"type": "call", "token": …, "games": […]}.', "call-first")
    known = await house.selves.who(first.token)
    if known is None:
        raise Refused("This token is not from this house, or it was revoked.", "bad-token")
    if known.guest.kind != "bot":
        raise Refused("Only bots can be on call; the page Bots, or POST /api/bots, makes one.", "not-a-bot")
    address = client_address(socket, house)
    house.order.check(known.guest, address)
    line = Line(known.guest, Connection(wire_of(socket), known.guest.id, None, False, known.device, address))
    await _heed(first, line, house)
    return line


async def _listen(socket: WebSocket[Any, Any, Any], line: Line, house: House) -> None:
    ear = Ear(socket, line.connection, house, lambda: None)
    while (data := await ear.next()) is not None:
        try:
            await _heed(decode(data, _decoder, TYPES), line, house)
        except Refused as refusal:
            house.measures.errors.add("call", refusal.code)
            line.connection.send(error(refusal))
        except StoreError as trouble:
            house.measures.errors.add("call", "store")
            line.connection.send(error(refused_by_store(trouble)))
        except Exception as mistake:
            house.measures.errors.add("call", MISTAKE)
            log.error("call of %s: %s", line.bot.id, type(mistake).__name__, exc_info=mistake)
            line.connection.send(error(Refused(BUG, MISTAKE)))


async def _heed(message: FromBot, line: Line, house: House) -> None:
    match message:
        case Call():
            line.connection.send(encode(await house.calling.begin(line, message)))
            await house.calling.deliver(line.bot.id)
        case Decline():
            await house.calling.decline(line.bot, message.table, message.reason)
        case Ping():
            line.connection.send(encode(Pong()))
