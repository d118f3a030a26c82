"""The WebSocket: a guest sits down at a table and plays, or watches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any, get_args
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect

from parlour.core import protocol
from parlour.core.errors import Refused
from parlour.core.protocol import (
    EMOTES,
    LARGEST_MESSAGE,
    AskHint,
    AskPlan,
    AskPreview,
    AskWhy,
    Concede,
    FromGuest,
    MoveAnswer,
    Note,
    Ping,
    SendEmote,
    Sit,
)
from parlour.server import messages
from parlour.server.connection import POLICY, Connection, Encoded, encode
from parlour.server.errors import BUG
from parlour.server.house import House
from parlour.server.limits import Bucket
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.server.uvicorn_protocols import wire_of
from parlour.store import StoreError, for_guests

log = logging.getLogger("parlour.server")

MOST_WATCHERS = 500  # per table
MOST_CHAIRS = 20  # connections per guest and table
MOST_QUESTIONS = 100  # unanswered, per chair
GOODBYE_SECONDS = 1.0


TYPES = [str(kind.__struct_config__.tag) for kind in get_args(FromGuest)]
_decoder: msgspec.json.Decoder[FromGuest] = msgspec.json.Decoder(FromGuest)


def read(data: str | bytes) -> FromGuest:
    if len(data) > LARGEST_MESSAGE:
        raise Refused(f"A message may have at most {LARGEST_MESSAGE} bytes.", "too-long")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        if str(error).endswith("at `$.type`"):
            raise Refused(f"Unknown message type; the types are {', '.join(TYPES)}.", "bad-message") from None
        if str(error).endswith("at `$.emote`"):
            raise Refused(f"An emote is one of {', '.join(EMOTES)}.", "bad-emote") from None
        raise Refused(f"Invalid message: {error}.", "bad-message") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("This message is not valid JSON.", "bad-message") from None


def error(refusal: Refused) -> Encoded:
    return encode(protocol.ErrorMessage(refusal.code, refusal.text))


def origin_is_ours(socket: WebSocket[Any, Any, Any], settings: Settings) -> bool:
    """Browsers send the origin of a page; only our own pages may connect. Programs send none."""
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return bool(site := urlsplit(origin).netloc) and site in own_hosts(socket, settings)
    except ValueError:
        return False


def own_hosts(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> list[str]:
    """The names, with their ports, by which this connection has reached us."""
    ours = [connection.headers.get("host", "")]
    if settings.trust_proxy:  # some proxies replace Host with their own name; a page can set neither header
        ours.append(connection.headers.get("x-forwarded-host", "").rpartition(",")[2].strip())
    return ours


@websocket("/ws/tables/{table_id:str}")
async def chair(socket: WebSocket[Any, Any, Any], table_id: str, house: House) -> None:
    if not origin_is_ours(socket, house.settings):
        await socket.close(POLICY, "This page comes from another site.")
        return
    await socket.accept()
    try:
        connection, table, recounted = await _sit_down(socket, table_id, house)
    except Refused as refusal:
        await _show_out(socket, refusal)
        return
    except TimeoutError:
        await _show_out(socket, Refused("You took too long to sit down.", "silent"))
        return
    except StoreError as trouble:
        log.error("store: %s", trouble)
        await _show_out(socket, Refused(for_guests(trouble), "store"))
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    table.guests.connect(connection, recounted)
    await _begin_if_waited_for(connection, table, house)
    listening = asyncio.create_task(_listen(socket, connection, table, house))
    connection.when_gone(listening.cancel)
    try:
        await asyncio.wait((listening,))
    finally:
        table.guests.disconnect(connection)
        listening.cancel()
        await _say_goodbye(socket, connection)


async def _say_goodbye(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Close the connection once everything queued has been sent, but do not wait long for a guest who does not read."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(GOODBYE_SECONDS):
            await connection.finish()
    connection.close()
    with contextlib.suppress(Exception):
        async with asyncio.timeout(GOODBYE_SECONDS):
            await socket.close(*connection.goodbye)


async def _begin_if_waited_for(connection: Connection, table: LiveTable, house: House) -> None:
    """A rematch, or a table set up for a bot."""
    if connection.seat is None:
        return
    try:
        await house.lobby.begin_if_all_are_here(table)
    except Refused as refusal:
        connection.send(error(refusal))
    except StoreError as trouble:
        connection.send(error(Refused(str(trouble), "store")))


async def _show_out(socket: WebSocket[Any, Any, Any], refusal: Refused) -> None:
    async def say_it() -> None:
        await socket.send_data(error(refusal).decode(), mode="text")
        await socket.close(POLICY, refusal.code)

    with contextlib.suppress(Exception):
        await asyncio.wait_for(say_it(), GOODBYE_SECONDS)


async def _receive(socket: WebSocket[Any, Any, Any]) -> str | bytes:
    """The next message, text or bytes."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event["code"])
    data: str | bytes = event.get("text") or event.get("bytes") or ""
    return data


async def _sit_down(
    socket: WebSocket[Any, Any, Any], table_id: str, house: House
) -> tuple[Connection, LiveTable, list[protocol.Ply]]:
    """Read the first message, which says who wants to sit where, and recount what has happened at the table so far."""
    async with asyncio.timeout(house.settings.sit_seconds):
        data = await _receive(socket)
    first = read(data)
    if not isinstance(first, Sit):
        raise Refused('The first message must be {"type": "sit", "token": …, "seat": …}.', "sit-first")
    known = await house.selves.who(first.token) if first.token else None
    if first.token and known is None:
        raise Refused("This token is not from this house.", "bad-token")
    table = await house.table(table_id)
    if house.settings.redis:
        await table.catch_up()  # a guest whose process died has seen everything it stored
    who = known.guest.id if known else None
    _find_room(table, who, first.seat)
    recounted = await table.guests.recount(first.seat, first.words)
    if known is not None and await house.selves.who(first.token or "") is None:  # revoked meanwhile
        raise Refused("This token was revoked.", "bad-token")
    _find_room(table, who, first.seat)  # recounting may have taken a while
    return Connection(wire_of(socket), who, first.seat, first.words, known.device if known else ""), table, recounted


def _find_room(table: LiveTable, guest: str | None, seat: int | None) -> None:
    """Refuse a guest who may not sit there, or for whom there is no room."""
    if seat is not None:
        if not 0 <= seat < len(table.row.seats):
            raise Refused(f"This table has {len(table.row.seats)} seats.", "no-seat")
        if guest is None or table.row.seats[seat].guest != guest:
            why = "This seat belongs to somebody else." if guest else "To take a seat, send your token."
            raise Refused(why, "not-your-seat")
    if guest is not None and sum(1 for c in table.connections if c.guest == guest) >= MOST_CHAIRS:
        raise Refused("You already have too many connections to this table.", "full")
    if seat is None and sum(1 for c in table.connections if c.seat is None) >= MOST_WATCHERS:
        raise Refused("Too many people are watching already.", "full")


class Questions:
    """Previews and plans that one chair asks for. They are answered one at a time and never hold up its moves."""

    def __init__(self, connection: Connection, table: LiveTable) -> None:
        self.connection = connection
        self.table = table
        self._asked: deque[AskPreview | AskPlan] = deque()
        self._answering: asyncio.Task[None] | None = None

    def ask(self, question: AskPreview | AskPlan) -> None:
        if len(self._asked) >= MOST_QUESTIONS:
            raise Refused(f"{MOST_QUESTIONS} of your questions are still unanswered; wait a moment.", "too-fast")
        self._asked.append(question)
        if self._answering is None:
            self._answering = asyncio.create_task(self._answer_all())

    async def _answer_all(self) -> None:
        while self._asked:
            try:
                answer = await self._answer(self._asked.popleft())
            except Refused as refusal:
                answer = error(refusal)
            except Exception as mistake:
                answer = _own_mistake(self.table, mistake)
            self.connection.send(answer)
        self._answering = None

    async def _answer(self, question: AskPreview | AskPlan) -> Encoded:
        connection, table = self.connection, self.table
        guest = connection.guest or ""
        if isinstance(question, AskPlan):
            found = await table.plan(connection.seat, question.moves, guest)
            return encode(msgspec.structs.replace(found, id=question.id))
        seen = await table.preview(connection.seat, question.move, guest)
        return encode(protocol.Preview(question.id, question.move, seen.changes, seen.certain))

    def close(self) -> None:
        if self._answering is not None:
            self._answering.cancel()


def _own_mistake(table: LiveTable, mistake: Exception) -> Encoded:
    log.error("table %s: %s", table.id, type(mistake).__name__, exc_info=mistake)
    return error(Refused(BUG, "mistake"))


async def _listen(socket: WebSocket[Any, Any, Any], connection: Connection, table: LiveTable, house: House) -> None:
    questions = Questions(connection, table)
    try:
        await _hear_out(socket, connection, table, house, questions)
    finally:
        questions.close()


async def _hear_out(
    socket: WebSocket[Any, Any, Any], connection: Connection, table: LiveTable, house: House, questions: Questions
) -> None:
    rate = house.settings.messages_per_second
    bucket = Bucket(rate, rate * 2, house.time.now)
    emotes = Bucket(0.5, 3, house.time.now)
    warned = 0
    while True:
        try:
            data = await _receive(socket)
        except (WebSocketDisconnect, RuntimeError):
            return
        if not bucket.take():
            warned += 1
            connection.send(error(Refused("Slow down: too many messages.", "too-fast")))
            if connection.seat is not None:
                table.faults.write(
                    connection.seat, "too-fast", f"More than {rate:g} messages per second; this one was ignored."
                )
            if warned > 20:
                connection.show_out("too-fast")
                return
            await asyncio.sleep(1.0 / rate)
            continue
        try:
            message = read(data)
            if isinstance(message, MoveAnswer):
                if await table.answer(connection, message):
                    bucket.give_back()  # answering a turn is never too fast
            else:
                await _heed(message, connection, table, house, emotes, questions)
        except Refused as refusal:
            connection.send(error(refusal))
            if connection.seat is not None and refusal.code in ("bad-message", "too-long"):
                said = data if isinstance(data, str) else data[:2000].decode("utf-8", "replace")
                table.faults.write(connection.seat, "unreadable", refusal.text, said)
                with contextlib.suppress(Refused, StoreError):
                    await table.refuse(connection.seat, refusal)
        except StoreError as trouble:
            log.error("store: %s", trouble)
            connection.send(error(Refused(for_guests(trouble), "store")))
        except Exception as mistake:
            connection.send(_own_mistake(table, mistake))


async def _heed(
    message: FromGuest, connection: Connection, table: LiveTable, house: House, emotes: Bucket, questions: Questions
) -> None:
    match message:
        case AskWhy():
            reason = table.why(connection.seat, message.move)
            answer = protocol.Why(message.id, message.move, reason is None)
            if reason is not None:
                answer = protocol.Why(message.id, message.move, False, reason.code, reason.text)
            connection.send(encode(answer))
        case AskPreview() | AskPlan():
            questions.ask(message)
        case AskHint():
            table.hints.ask(connection, message.ply)
        case SendEmote():
            if connection.seat is None:
                raise Refused("Spectators can't send emotes.", "not-your-seat")
            if emotes.take():
                house.news.emote(table, connection.seat, message.emote)
        case Note():
            if connection.seat is None:
                raise Refused("Spectators have no log to write to.", "not-your-seat")
            table.faults.write(connection.seat, "note", message.text)
        case Concede():
            if connection.seat is None:
                raise Refused("Spectators can't concede.", "not-your-seat")
            await table.leave(connection.seat)
        case Ping():
            connection.send(encode(messages.pong(table)))
        case Sit():
            raise Refused("You are already sitting.", "sit-once")
