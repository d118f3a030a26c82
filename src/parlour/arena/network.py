"""The network bot: a player named by any seat word, at a table of a running house anywhere.

join("http://127.0.0.1:8080", "hard", game="kata-tcg")          sits down at the first open table, or opens one
join("http://127.0.0.1:8080/table/Xy…", "cmd:python bot.py")    sits down at this table
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack
from urllib.parse import quote, urlsplit

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from parlour.bots.player import BadAnswer, Concedes, Crashed, Player, TooLate
from parlour.bots.process import check_command
from parlour.bots.seat_words import SeatWord, program_in, read_word
from parlour.core.clock import to_clock
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import Events, Hello, Over, RefusedMove, Turn
from parlour.core.referee import PATIENCE
from parlour.core.seed import Seed
from parlour.games import find

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LARGEST_MESSAGE = 16 * 1024 * 1024
LONGEST_PAUSE = 5.0
LOOK_AROUND = 1.0  # seconds between looking for another table while we wait at our own

Json = dict[str, Any]
Say = Callable[[str], None]


class NewTableWords(TypedDict, total=False):
    """What a table that we open is like, in words."""

    game: str | None
    preset: str | None
    seats: str | None  # how many, or who gets them: `3`, or `me,free,hard`
    clock: str | None  # `5+3`


@dataclass(frozen=True)
class Joined:
    """A match that was played to its end."""

    table: str
    game: str
    seat: int
    payoffs: list[float]
    why: str
    next: str | None = None  # the table of the next game, if the match goes on


def join(
    url: str,
    word: str,
    table: str | None = None,
    seat: int | None = None,
    name: str | None = None,
    *,
    token: str | None = None,
    matches: int = 1,
    patience: float = 60.0,
    say: Say | None = None,
    **new_table: Unpack[NewTableWords],
) -> list[Joined]:
    """Play matches at a running house until they are over, reconnecting if the connection breaks.

    The table is named by `table`, or by `url` if that is a table's page; later matches are then rematches. Otherwise it
    is the first open table of `game` (of any game if none is named), or one that we open as `new_table` says. With a
    `token` we join as the bot it belongs to, and tables set up for that bot come first. `patience` is how many seconds
    the house may be unreachable.
    """
    house = RemoteHouse(url)
    table = table or house.table_in_url
    if table is not None and "/" in table:
        table = RemoteHouse(table).table_in_url or table
    say = say or (lambda _: None)
    # Refuse bad settings before anybody waits for us at a table.
    wish = read_wish(new_table, seat)
    if command := program_in(word):
        check_command(command)
    if token is not None:
        house.sign_in(token, name)
    else:
        house.register(name or f"{word.partition(':')[0][:16]} bot")
    played: list[Joined] = []
    for number in range(matches):
        if table is not None and number:
            table = house.post(f"/api/tables/{played[-1].table}/rematch")["id"]
        played.append(_play_one(house, word, table, seat, wish, patience, say))
        say(played[-1].why)
    return played


def read_wish(words: NewTableWords, seat: int | None) -> TableWish:
    """The table that the words describe; `seat` is ours."""
    game, seats, clock = words.get("game"), words.get("seats"), words.get("clock")
    to_clock(clock)
    return TableWish(game, words.get("preset"), None if seats is None else read_seats(game, seats, seat), clock)


class TableWish(msgspec.Struct, frozen=True):
    """The table to look for, or to open if none is waiting."""

    game: str | None = None
    preset: str | None = None
    seats: list[str] | None = None
    clock: str | None = None


def read_seats(game: str | None, text: str, place: int | None) -> list[str]:
    """The seats of a table that we open: a number, which leaves all but ours free, or a word for each."""
    if game is None:
        raise Refused("--seats is for a table the bot opens, so name its game too.", "bad-seats")
    found = find(game)
    words = [word.strip() for word in text.split(",")]
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        if len(words[0]) > 3:
            raise Refused(f"{found.title} can't have {words[0][:20]}… seats.", "bad-seats")
        words = ["free"] * int(words[0])
        found.check_seats(len(words))
        words[_seat_in(found, place or 0, len(words))] = "me"
    found.check_seats(len(words))
    if words.count("me") != 1:
        raise Refused("Write `me` for the bot's own seat, as in `me,free,hard`.", "bad-seats")
    if place is not None and words.index("me") != place:
        raise Refused(f"The bot's seat can't be both {place} and {words.index('me')}.", "bad-seats")
    for word in words:
        if word not in ("me", "free"):
            read_word(found, word)
    return words


def _seat_in(game: AnyGame, place: int, seats: int) -> int:
    if not 0 <= place < seats:
        raise Refused(f"{game.title} with {seats} players has seats 0 to {seats - 1}, not {place}.", "no-seat")
    return place


def _play_one(
    house: RemoteHouse,
    word: str,
    table: str | None,
    seat: int | None,
    wish: TableWish,
    patience: float,
    say: Say,
) -> Joined:
    while True:
        found, place = house.sit_down(word, table, seat, wish)
        try:
            while True:
                say(f"Sitting in seat {place} at {house.base}/table/{found['id']}, {found['title']}.")
                seated = read_word(find(found["game"]), word)
                joined = Visit(house, found, place, seated, patience, say).play()
                if joined.next is None:
                    return joined
                say(joined.why)
                found = house.get(f"/api/tables/{quote(joined.next)}")
        except Elsewhere:
            continue  # two bots that each wait at their own table would wait for ever


class Elsewhere(Exception):
    """Another table has been waiting for a guest longer than ours."""


class RemoteHouse:
    """The HTTP side of a house, and our token there."""

    def __init__(self, url: str) -> None:
        text = url if "://" in url else f"http://{url}"
        try:
            parts = urlsplit(text)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            raise Refused(f"{url[:80]!r} is not the address of a house.", "bad-url") from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(
                f"{url[:80]!r} is not the address of a house; one looks like http://127.0.0.1:8080 or "
                "https://example.org/table/….",
                "bad-url",
            )
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self.near = parts.hostname in LOOPBACK
        self.base = f"{parts.scheme}://{host}{port}"
        self.chairs = f"{'wss' if parts.scheme == 'https' else 'ws'}://{host}{port}/ws/tables"
        words = [part for part in parts.path.split("/") if part]
        self.table_in_url = words[1] if len(words) >= 2 and words[0] in ("table", "tables") else None
        self.token = ""
        self._opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if self.near else []))

    def register(self, name: str) -> None:
        self.token = self.post("/api/bots", {"name": name})["token"]

    def sign_in(self, token: str, name: str | None) -> None:
        """Join as the bot that this token belongs to, perhaps under a new name."""
        self.token = token
        if not token.isascii() or not token.isprintable():
            raise Refused("This is not a token.", "no-token")
        self.get("/api/guests/me")
        if name is not None:
            self.ask("PATCH", "/api/guests/me", msgspec.json.encode({"name": name}))

    def get(self, path: str) -> Any:
        return self.ask("GET", path, None)

    def post(self, path: str, body: Json | None = None) -> Any:
        return self.ask("POST", path, msgspec.json.encode(body or {}))

    def ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.base + path, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=30) as answer:
                return msgspec.json.decode(answer.read(LARGEST_MESSAGE))
        except urllib.error.HTTPError as error:
            raise _refusal(error, self.base) from None
        except (OSError, msgspec.DecodeError) as error:
            cause = getattr(error, "reason", error)
            why = (getattr(cause, "strerror", None) or str(cause)).rstrip(".").lower()
            hint = " `parlour serve` opens one." if self.near else ""
            raise Refused(f"There is no house at {self.base}: {why}.{hint}", "no-house") from None

    def sit_down(self, word: str, table: str | None, seat: int | None, wish: TableWish) -> tuple[Json, int]:
        """A table and our seat there: the given table, the first that waits for a guest, or a new one."""
        game = wish.game
        if table is not None:
            read_word(find(self.get(f"/api/tables/{quote(table)}")["game"]), word)
            return self._join(table, seat)
        if game is not None:
            read_word(find(game), word)
        for kept in self._kept_tables(game):
            read_word(find(kept["game"]), word)
            return self._join(kept["id"], seat)
        for waiting in self._open_tables(game):
            if wish.seats is not None and len(waiting["seats"]) != len(wish.seats):
                continue
            try:
                read_word(find(waiting["game"]), word)
                return self._join(waiting["id"], seat)
            except Refused:
                continue  # somebody was quicker, or we do not know this game
        if game is None:
            raise Refused("No table is waiting for a guest. Name a game to open one.", "no-table")
        seats = wish.seats
        if seats is None:
            seats = ["free"] * find(game).default_seats
            seats[_seat_in(find(game), seat or 0, len(seats))] = "me"
        body: Json = {
            "game": find(game).name,
            "seats": seats,
            "listed": True,
            "preset": wish.preset,
            "clock": wish.clock,
        }
        return self.post("/api/tables", body), seats.index("me")

    def _kept_tables(self, game: str | None) -> list[Json]:
        """Tables that were set up for us and are waiting, oldest first."""
        mine: list[Json] = self.get("/api/tables/mine")["tables"]
        kept = [table for table in mine if table["status"] == "open" and not table["listed"]]
        return [table for table in reversed(kept) if game is None or table["game"] == find(game).name]

    def _open_tables(self, game: str | None) -> list[Json]:
        only = f"&game={quote(find(game).name)}" if game is not None else ""
        found: list[Json] = self.get(f"/api/tables?status=open{only}")["tables"]
        return [table for table in found if not any(seat["you"] for seat in table["seats"])]

    def leave_for_an_older_table(self, table: Json) -> bool:
        """Close the table that we opened if another one of its game has waited longer; returns whether we did."""
        if not any(other["created"] < table["created"] for other in self._open_tables(table["game"])):
            return False
        try:
            self.post(f"/api/tables/{quote(table['id'])}/close")
        except Refused:
            return False  # somebody has just sat down with us
        return True

    def _join(self, table: str, seat: int | None) -> tuple[Json, int]:
        shown = self.get(f"/api/tables/{quote(table)}")
        mine = [place["seat"] for place in shown["seats"] if place["you"] and seat in (None, place["seat"])]
        if mine:
            return shown, int(mine[0])
        joined = self.post(f"/api/tables/{quote(table)}/join", {"seat": seat} if seat is not None else {})
        return joined, int(joined["seat"])


def _refusal(error: urllib.error.HTTPError, base: str) -> Refused:
    """The house's refusal, in its own words."""
    try:
        said = msgspec.json.decode(error.read(65_536))
        return Refused(str(said["error"]), str(said["code"]))
    except (msgspec.DecodeError, KeyError, TypeError, OSError):
        text = f"Something at {base} answers with status {error.code}, but it is not a house"
        return Refused(f"{text}. A house usually has a port in its address, as in http://127.0.0.1:8080.", "no-house")


class Visit:
    """One match in one seat, over as many connections as it takes."""

    def __init__(
        self, house: RemoteHouse, table: Json, seat: int, word: SeatWord, patience: float, say: Say = lambda _: None
    ) -> None:
        self.house = house
        self.say = say
        self.told = ""  # the last thing we said we were waiting for
        self.table = str(table["id"])
        self.waits = table if table.get("host") and table.get("status") == "open" else None
        self.seat = seat
        self.patience = patience
        self.game: AnyGame = find(table["game"])
        self.player: Player = word.player(self.game, Seed.fresh().dice("bot"))
        self.hello: Hello | None = None
        self.greeted = False
        self.heard = 0  # the last ply the player was told about
        self.turn: Turn | None = None
        self.bad_answers = 0
        self.gone_since: float | None = None
        self.gave_up = ""

    def play(self) -> Joined:
        try:
            pause = 0.1
            while True:
                try:
                    return self._sit()
                except (OSError, WebSocketException, TimeoutError) as trouble:
                    now = time.monotonic()
                    self.gone_since = now if self.gone_since is None else self.gone_since
                    if now - self.gone_since > self.patience:
                        raise Refused(f"The house at {self.house.base} is gone: {trouble}.", "no-house") from None
                    pause = pause * 2 if pause < LONGEST_PAUSE / 2 else LONGEST_PAUSE
                    time.sleep(pause if now - self.gone_since > 1 else 0.1)
        finally:
            self.player.close()

    def _sit(self) -> Joined:
        address = f"{self.house.chairs}/{quote(self.table)}"
        proxy: Literal[True] | None = None if self.house.near else True
        with connect(address, proxy=proxy, max_size=LARGEST_MESSAGE, open_timeout=10, close_timeout=2) as socket:
            _send(socket, {"type": "sit", "token": self.house.token, "seat": self.seat})
            while True:
                try:
                    message = msgspec.json.decode(socket.recv(LOOK_AROUND if self.waits else None))
                except TimeoutError:
                    if self.waits and self.house.leave_for_an_older_table(self.waits):
                        raise Elsewhere from None
                    continue
                self.gone_since = None
                over = self._handle(message, socket)
                if over is not None:
                    return over

    def _handle(self, message: Json, socket: ClientConnection) -> Joined | None:
        match message.get("type"):
            case "hello":
                self.hello = msgspec.convert(message, Hello)
            case "table" if message.get("status") == "closed":
                raise Refused("The table was closed before the game began.", "closed")
            case "table":
                if message.get("status") != "open":
                    self.waits = None
                self._say_what_we_wait_for(message)
            case "turn":
                self._greet()
                self.turn = msgspec.convert(message, Turn)
                self._answer(socket)
            case "events":
                self._greet()
                self._tell(msgspec.convert(message, Events))
            case "refused":
                self._refused(msgspec.convert(message, RefusedMove), socket)
            case "over":
                over = msgspec.convert(message, Over)
                if self.greeted:
                    self.player.over(over)
                why = f"{over.why} {self.gave_up}".strip()
                return Joined(self.table, self.game.name, self.seat, over.payoffs, why, over.next)
            case "error":
                raise Refused(str(message.get("error")), str(message.get("code")))
        return None

    def _say_what_we_wait_for(self, table: Json) -> None:
        """Whenever it changes: for guests in free seats, for those who are not here yet, for the first move."""
        told = waits_for(table)
        if told != self.told:
            self.told = told
            self.say(told)

    def _greet(self) -> None:
        """The player gets the hello when the game begins, and only once, however often we reconnect."""
        if not self.greeted and self.hello is not None:
            self.greeted = True
            self.player.hello(self.hello)

    def _tell(self, events: Events) -> None:
        if events.ply > self.heard:
            self.heard = events.ply
            if self.player.listens:
                self.player.told(events)

    def _answer(self, socket: ClientConnection) -> None:
        turn = self.turn
        assert turn is not None
        while True:
            try:
                answer = self.player.choose_by(turn, _seconds(turn))
                _send(socket, msgspec.json.encode(answer))
                return
            except TooLate:
                if _seconds(turn) is None:  # without a clock the house would wait for ever
                    self._give_up(socket, "The bot did not answer.")
                return
            except BadAnswer as bad:
                self.bad_answers += 1
                _note(socket, f"The program's answer to ply {turn.ply} was not usable: {bad.refusal.text}")
                if self.bad_answers >= self._forgiven:
                    self._give_up(socket, f"The bot gave up: {bad.refusal.text}")
                    return
                self.player.refused(RefusedMove(turn.ply, bad.refusal.code, bad.refusal.text, self.bad_answers))
            except Concedes:
                self._give_up(socket, "The bot gave up.")
                return
            except Crashed as crash:
                self._give_up(socket, f"The bot {crash.reason}.")
                return

    @property
    def _forgiven(self) -> int:
        """How many unusable answers a program may send before we give up for it, as the house's referee would."""
        return (self.hello.clock.strikes if self.hello is not None else 0) or PATIENCE

    def _refused(self, refused: RefusedMove, socket: ClientConnection) -> None:
        if self.turn is None or refused.ply != self.turn.ply or refused.code in ("stale", "not-your-turn", "game-over"):
            return  # the table has moved on
        self.bad_answers += 1
        if self.bad_answers >= self._forgiven:
            self._give_up(socket, f"The bot gave up: {refused.why}")
            return
        self.player.refused(refused)
        self._answer(socket)

    def _give_up(self, socket: ClientConnection, why: str) -> None:
        self.gave_up = why
        _note(socket, why)
        _send(socket, {"type": "concede"})


def waits_for(table: Json) -> str:
    """What must happen at a table before it goes on, as a sentence for the terminal."""
    if table.get("status") != "open":
        return "The game is on."
    seats = table.get("seats", [])
    free = [str(seat["seat"]) for seat in seats if seat["kind"] == "free"]
    if free:
        which = f"seat {free[0]} is" if len(free) == 1 else f"seats {', '.join(free[:-1])} and {free[-1]} are"
        return f"Waiting for {'a guest' if len(free) == 1 else f'{len(free)} guests'}: {which} free."
    missing = [str(seat["name"]) for seat in seats if not seat["here"] and not seat["you"]]
    return f"Waiting for {listed(missing)} to come to the table." if missing else "Waiting for the game to begin."


def _seconds(turn: Turn) -> float | None:
    clock = turn.clock
    if clock.move_ms is None and clock.bank_ms is None:
        return None
    return ((clock.move_ms or 0) + (clock.bank_ms or 0)) / 1000


def _note(socket: ClientConnection, text: str) -> None:
    """For the bot's own log at the house."""
    _send(socket, {"type": "note", "text": text[:1000]})


def _send(socket: ClientConnection, message: Json | bytes) -> None:
    socket.send((message if isinstance(message, bytes) else msgspec.json.encode(message)).decode())
