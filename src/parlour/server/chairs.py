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
from litestar.exceptions import WebSocketDisconnect

from parlour.core import protocol
from parlour.core.errors import Refused
from parlour.core.protocol import (
    EMOTES,
    LARGEST_MESSAGE,
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
from parlour.server.house import House
from parlour.server.limits import Bucket
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import StoreError, for_guests

log = logging.getLogger("parlour.server")

MOST_WATCHERS = 500  # at one table
MOST_CHAIRS = 20  # connections of one guest at one table
MOST_QUESTIONS = 100  # of one chair that wait for an answer
GOODBYE_SECONDS = 1.0


TYPES = [str(kind.__struct_config__.tag) for kind in get_args(FromGuest)]
_decoder: msgspec.json.Decoder[FromGuest] = msgspec.json.Decoder(FromGuest)


def read(data: str | bytes) -> FromGuest:
    if len(data) > LARGEST_MESSAGE:
        raise Refused(f"A message has at most {LARGEST_MESSAGE} bytes.", "too-long")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        if str(error).endswith("at `$.type`"):
            raise Refused(f"There is no such type of message; there are: {', '.join(TYPES)}.", "bad-message") from None
        if str(error).endswith("at `$.emote`"):
            raise Refused(f"An emote is one of {', '.join(EMOTES)}.", "bad-emote") from None
        raise Refused(f"This message cannot be used: {error}.", "bad-message") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("This message is not readable as JSON.", "bad-message") from None


def error(refusal: Refused) -> Encoded:
    return encode(protocol.ErrorMessage(refusal.code, refusal.text))


def origin_is_ours(socket: WebSocket[Any, Any, Any], settings: Settings) -> bool:
    """Browsers say where a page comes from; only our own pages may open a chair. Programs say nothing."""
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    ours = [socket.headers.get("host")]
    if settings.trust_proxy:  # some proxies put their own name into Host; a page can set neither header
        ours.append(socket.headers.get("x-forwarded-host", "").rpartition(",")[2].strip())
    try:
        return bool(site := urlsplit(origin).netloc) and site in ours
    except ValueError:
        return False


@websocket("/ws/tables/{table_id:str}")
async def chair(socket: WebSocket[Any, Any, Any], table_id: str, house: House) -> None:
    if not origin_is_ours(socket, house.settings):
        await socket.close(POLICY, "This page comes from elsewhere.")
        return
    await socket.accept()
    try:
        connection, table, recounted = await _sit_down(socket, table_id, house)
    except Refused as refusal:
        await _show_out(socket, refusal)
        return
    except TimeoutError:
        await _show_out(socket, Refused("Nobody sat down in time.", "silent"))
        return
    except StoreError as trouble:
        log.error("store: %s", trouble)
        await _show_out(socket, Refused(for_guests(trouble), "store"))
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    writer = asyncio.create_task(connection.write())
    table.come(connection, recounted)
    await _begin_if_waited_for(connection, table, house)
    listening = asyncio.create_task(_listen(connection, table, house))
    gone = asyncio.create_task(connection.gone.wait())
    try:
        await asyncio.wait((listening, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.go(connection)
        for task in (listening, gone):
            task.cancel()
        connection.finish()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(writer, GOODBYE_SECONDS)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(*connection.goodbye), GOODBYE_SECONDS)


async def _begin_if_waited_for(connection: Connection, table: LiveTable, house: House) -> None:
    """A rematch, or a table laid for a bot."""
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
    """The next message, whether it came as text or as bytes."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event["code"])
    data: str | bytes = event.get("text") or event.get("bytes") or ""
    return data


async def _sit_down(
    socket: WebSocket[Any, Any, Any], table_id: str, house: House
) -> tuple[Connection, LiveTable, list[protocol.Ply]]:
    """The first message says who comes, and where to; found out with it is what happened there so far."""
    data = await asyncio.wait_for(_receive(socket), house.settings.sit_seconds)
    first = read(data)
    if not isinstance(first, Sit):
        raise Refused('The first message is {"type": "sit", "token": …, "seat": …}.', "sit-first")
    guest = await house.guest_of(first.token) if first.token else None
    if first.token and guest is None:
        raise Refused("This token was not given by this house.", "bad-token")
    table = await house.table(table_id)
    if house.settings.redis:
        await table.catch_up()  # whoever comes from a process that died has seen all that it stored
    who = guest.id if guest else None
    _find_room(table, who, first.seat)
    recounted = await table.recount(first.seat, first.words)
    _find_room(table, who, first.seat)  # that may have taken a while
    return Connection(socket, who, first.seat, first.words), table, recounted


def _find_room(table: LiveTable, guest: str | None, seat: int | None) -> None:
    """Refuse whoever may not sit there, or finds no chair."""
    if seat is not None:
        if not 0 <= seat < len(table.row.seats):
            raise Refused(f"This table has {len(table.row.seats)} seats.", "no-seat")
        if guest is None or table.row.seats[seat].guest != guest:
            why = "This seat belongs to somebody else." if guest else "Whoever sits on a seat says so with a token."
            raise Refused(why, "not-your-seat")
    if guest is not None and sum(1 for c in table.connections if c.guest == guest) >= MOST_CHAIRS:
        raise Refused("You sit at this table too many times already.", "full")
    if seat is None and sum(1 for c in table.connections if c.seat is None) >= MOST_WATCHERS:
        raise Refused("Too many people are watching already.", "full")


class Questions:
    """What one chair wants to foresee: answered one after another, beside its moves, which wait for nothing."""

    def __init__(self, connection: Connection, table: LiveTable) -> None:
        self.connection = connection
        self.table = table
        self._asked: deque[AskPreview | AskPlan] = deque()
        self._answering: asyncio.Task[None] | None = None

    def ask(self, question: AskPreview | AskPlan) -> None:
        if len(self._asked) >= MOST_QUESTIONS:
            raise Refused(f"{MOST_QUESTIONS} of your questions wait for an answer already.", "too-fast")
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
        seen = await table.foresee(connection.seat, question.move, guest)
        return encode(protocol.Preview(question.id, question.move, seen.changes, seen.certain))

    def close(self) -> None:
        if self._answering is not None:
            self._answering.cancel()


def _own_mistake(table: LiveTable, mistake: Exception) -> Encoded:
    log.error("table %s: %s", table.id, type(mistake).__name__, exc_info=mistake)
    return error(Refused("This is a mistake of the house; it has been written down.", "mistake"))


async def _listen(connection: Connection, table: LiveTable, house: House) -> None:
    questions = Questions(connection, table)
    try:
        await _hear_out(connection, table, house, questions)
    finally:
        questions.close()


async def _hear_out(connection: Connection, table: LiveTable, house: House, questions: Questions) -> None:
    rate = house.settings.messages_per_second
    bucket = Bucket(rate, rate * 2, house.time.now)
    emotes = Bucket(0.5, 3, house.time.now)
    warned = 0
    while True:
        try:
            data = await _receive(connection.socket)
        except (WebSocketDisconnect, RuntimeError):
            return
        if not bucket.take():
            warned += 1
            connection.send(error(Refused("Slow down: too many messages.", "too-fast")))
            if connection.seat is not None:
                table.slips.write(
                    connection.seat, "too-fast", f"More than {rate:g} messages a second; this one was not read."
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
                    bucket.give_back()  # whoever answers a turn is never too fast
            else:
                await _heed(message, connection, table, house, emotes, questions)
        except Refused as refusal:
            connection.send(error(refusal))
            if connection.seat is not None and refusal.code in ("bad-message", "too-long"):
                said = data if isinstance(data, str) else data[:2000].decode("utf-8", "replace")
                table.slips.write(connection.seat, "unreadable", refusal.text, said)
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
        case SendEmote():
            if connection.seat is None:
                raise Refused("Spectators can't send emotes.", "not-your-seat")
            if emotes.take():
                house.news.emote(table, connection.seat, message.emote)
        case Note():
            if connection.seat is None:
                raise Refused("Spectators have no log to write to.", "not-your-seat")
            table.slips.write(connection.seat, "note", message.text)
        case Concede():
            if connection.seat is None:
                raise Refused("Spectators can't concede.", "not-your-seat")
            await table.leave(connection.seat)
        case Ping():
            connection.send(encode(messages.pong(table)))
        case Sit():
            raise Refused("You already sit.", "sit-once")
