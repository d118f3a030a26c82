"""The WebSocket: a guest sits down at a table and plays, or watches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from time import perf_counter
from typing import Any, TypeVar, get_args
from urllib.parse import SplitResult, urlsplit

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
    TakeBack,
)
from parlour.server import messages
from parlour.server.auth import client_address
from parlour.server.connection import POLICY, Connection, Encoded, encode
from parlour.server.errors import BUG
from parlour.server.house import House
from parlour.server.limits import Bucket
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.server.uvicorn_protocols import wire_of
from parlour.store import StoreError, for_guests

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MOST_WATCHERS = 500  # per table
MOST_CHAIRS = 20  # connections per guest and table
MOST_QUESTIONS = 100  # unanswered, per chair
GOODBYE_SECONDS = 1.0
UNREADABLE = "unreadable"


def read(data: str | bytes) -> FromGuest:
    return decode(data, _decoder, TYPES)


def types_of(messages: Any) -> list[str]:
    """The types of a union of messages."""
    return [str(kind.__struct_config__.tag) for kind in get_args(messages)]


def decode(data: str | bytes, decoder: msgspec.json.Decoder[T], types: Sequence[str]) -> T:
    """A message of one of these types; anything else is refused in a sentence."""
    if len(data) > LARGEST_MESSAGE:
        raise Refused(f"A message may have at most {LARGEST_MESSAGE} bytes.", "too-long")
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        if str(error).endswith("at `$.type`"):
            raise Refused(f"Unknown message type; the types are {', '.join(types)}.", "bad-message") from None
        if str(error).endswith("at `$.emote`"):
            raise Refused(f"An emote is one of {', '.join(EMOTES)}.", "bad-emote") from None
        raise Refused(f"Invalid message: {error}.", "bad-message") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("This message is not valid JSON.", "bad-message") from None


TYPES = types_of(FromGuest)
_decoder: msgspec.json.Decoder[FromGuest] = msgspec.json.Decoder(FromGuest)


def error(refusal: Refused) -> Encoded:
    return encode(protocol.ErrorMessage(refusal.code, refusal.text))


def origin_is_ours(socket: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
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


def own_page(request: ASGIConnection[Any, Any, Any, Any], settings: Settings, needing: str, code: str) -> SplitResult:
    """Where the page comes from that asks for this; refused if no browser says so, or if it is not one of ours."""
    try:
        page = urlsplit(request.headers.get("origin", ""))
        name = page.hostname
    except ValueError:
        raise Refused("This page has no proper address.", code) from None
    if not name:
        raise Refused(f"{needing} a browser, which says where its page comes from.", code)
    if page.netloc not in own_hosts(request, settings):
        raise Refused("This page comes from another site.", code)
    return page


def own_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Where this connection has reached us, as others can follow: scheme, name and port."""
    scheme = connection.url.scheme
    if settings.trust_proxy and connection.headers.get("x-forwarded-proto", "").lower() in ("http", "https"):
        scheme = connection.headers["x-forwarded-proto"].lower()
    named = [host for host in own_hosts(connection, settings) if host]
    return f"{scheme}://{named[-1] if named else settings.host}"


@websocket("/ws/tables/{table_id:str}")
async def chair(socket: WebSocket[Any, Any, Any], table_id: str, house: House) -> None:
    sit_down = partial(_sit_down, socket, table_id, house)
    seated = await let_in(socket, house, sit_down, "You took too long to sit down.")
    if seated is None:
        return
    connection, table, recounted = seated
    table.guests.connect(connection, recounted)
    await _begin_if_waited_for(connection, table, house)
    listening = _listen(socket, connection, table, house)
    await stay(socket, connection, listening, lambda: table.guests.disconnect(connection))


async def let_in(
    socket: WebSocket[Any, Any, Any], house: House, introduce: Callable[[], Awaitable[T]], too_slow: str
) -> T | None:
    """Accept a connection and hear who it is; None if it had to be shown out, or has gone."""
    if not origin_is_ours(socket, house.settings):
        await socket.close(POLICY, "This page comes from another site.")
        return None
    await socket.accept()
    try:
        return await introduce()
    except Refused as refusal:
        await show_out(socket, refusal)
    except TimeoutError:
        await show_out(socket, Refused(too_slow, "silent"))
    except StoreError as trouble:
        await show_out(socket, refused_by_store(trouble))
    except (WebSocketDisconnect, RuntimeError):
        pass
    return None


def refused_by_store(trouble: StoreError) -> Refused:
    """What a guest is told about trouble with the store; the host reads more in the log."""
    log.error("store: %s", trouble)
    return Refused(for_guests(trouble), "store")


async def stay(
    socket: WebSocket[Any, Any, Any],
    connection: Connection,
    listening: Coroutine[Any, Any, None],
    leave: Callable[[], None],
) -> None:
    """Listen to a connection until it has gone, leave what it took part in, and close it."""
    ears = asyncio.create_task(listening)
    connection.when_gone(ears.cancel)
    try:
        await asyncio.wait((ears,))
    finally:
        leave()
        ears.cancel()
        await _say_goodbye(socket, connection)


class Ear:
    """Hears a connection out, but no faster than the house allows."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], connection: Connection, house: House, too_fast: Callable[[], None]
    ) -> None:
        self.connection = connection
        self.rate = house.settings.messages_per_second
        self.bucket = Bucket(self.rate, self.rate * 2, house.time.now)
        self.too_fast = too_fast  # called for every message that is ignored
        self._wire = wire_of(socket)
        self._warned = 0

    async def next(self) -> str | bytes | None:
        """The next message; None once the connection has gone or was shown out."""
        while True:
            data = await self._wire.next_message()
            if data is None or self.bucket.take():
                return data
            self._warned += 1
            self.connection.send(error(Refused("Slow down: too many messages.", "too-fast")))
            self.too_fast()
            if self._warned > 20:
                self.connection.show_out("too-fast")
                return None
            await asyncio.sleep(1.0 / self.rate)


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


async def show_out(socket: WebSocket[Any, Any, Any], refusal: Refused) -> None:
    async def say_it() -> None:
        await socket.send_data(error(refusal).decode(), mode="text")
        await socket.close(POLICY, refusal.code)

    with contextlib.suppress(Exception):
        await asyncio.wait_for(say_it(), GOODBYE_SECONDS)


async def receive(socket: WebSocket[Any, Any, Any]) -> str | bytes:
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
        data = await receive(socket)
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
    address = client_address(socket, house)
    if known is not None and first.seat is not None:
        house.order.check(known.guest, address)
    _find_room(table, who, first.seat)
    recounted = await table.guests.recount(first.seat, first.words)
    if known is not None and await house.selves.who(first.token or "") is None:  # revoked meanwhile
        raise Refused("This token was revoked.", "bad-token")
    _find_room(table, who, first.seat)  # recounting may have taken a while
    if known is not None and first.seat is not None:
        house.order.check(known.guest, address)
    device = known.device if known else ""
    return Connection(wire_of(socket), who, first.seat, first.words, device, address), table, recounted


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
    def too_fast() -> None:
        if connection.seat is not None:
            why = f"More than {ear.rate:g} messages per second; this one was ignored."
            table.faults.write(connection.seat, "too-fast", why)

    ear = Ear(socket, connection, house, too_fast)
    emotes = Bucket(0.5, 3, house.time.now)
    while (data := await ear.next()) is not None:
        started = perf_counter()
        kind = UNREADABLE
        try:
            message = read(data)
            kind = str(message.__struct_config__.tag)
            if isinstance(message, MoveAnswer):
                if await table.answer(connection, message):
                    ear.bucket.give_back()  # answering a turn is never too fast
            else:
                await _heed(message, connection, table, house, emotes, questions)
        except Refused as refusal:
            house.measures.errors.add("chair", refusal.code)
            connection.send(error(refusal))
            if connection.seat is not None and refusal.code in ("bad-message", "too-long"):
                said = data if isinstance(data, str) else data[:2000].decode("utf-8", "replace")
                table.faults.write(connection.seat, "unreadable", refusal.text, said)
                with contextlib.suppress(Refused, StoreError):
                    await table.refuse(connection.seat, refusal)
        except StoreError as trouble:
            house.measures.errors.add("chair", "store")
            connection.send(error(refused_by_store(trouble)))
        except Exception as mistake:
            house.measures.errors.add("chair", "mistake")
            connection.send(_own_mistake(table, mistake))
        house.measures.chair.add(perf_counter() - started, kind)


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
        case TakeBack():
            await table.back.take_back(connection, message.ply)
        case SendEmote():
            if connection.seat is None:
                raise Refused("Spectators can't send emotes.", "not-your-seat")
            if emotes.take():
                house.news.emote(table, connection.seat, message.emote)
                table.bearing.heard(connection.seat, message.emote)
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
