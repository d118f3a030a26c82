"""A bot on call: connected once to a house, it is invited to tables and plays several at a time.

serve("http://127.0.0.1:8080", "cmd:python bot.py", ["kata-tcg"], tables=4)
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal
from urllib.parse import quote

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from parlour.arena.network import LARGEST_MESSAGE, LONGEST_PAUSE, Json, RemoteHouse, Say, Visit
from parlour.bots.process import check_command
from parlour.bots.seat_words import program_in, read_word
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.protocol import Called, Invited
from parlour.games import find

LOOK = 0.5  # seconds between two looks whether it is time to stop
ENDED = {
    "replaced": "Another program is on call with this bot's token, so this one stops.",
    "signed-out": "The bot's token was revoked, so it is no longer on call.",
}


class Server:
    """A bot on call. `run` ends when `stop` was called and the games it plays are over."""

    def __init__(
        self,
        url: str,
        word: str,
        games: Sequence[str],
        *,
        name: str | None = None,
        token: str | None = None,
        tables: int = 1,
        ladder: bool = False,
        people: bool = True,
        patience: float = 60.0,
        say: Say = lambda _: None,
    ) -> None:
        self.house = RemoteHouse(url)
        self.word = word
        self.games = [find(game).name for game in games]
        for game in self.games:
            read_word(find(game), word)
        if command := program_in(word):
            check_command(command)
        self.tables = tables
        self.wish: Json = {"type": "call", "games": self.games, "ladder": ladder, "people": people}
        self.patience = patience
        self.say = say
        self.played = 0
        self._playing: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._said_stop = False
        self.ladder: list[str] | None = None  # what the house last said that we play there
        if token is not None:
            self.house.sign_in(token, name)
        else:
            self.house.register(name or f"{word.partition(':')[0][:16]} bot")
            say(f"This bot is new here. To come back as the same one: --token {self.house.token}")

    def stop(self) -> None:
        """Take no more games; `run` ends once those being played are over."""
        self._stop.set()

    def run(self) -> None:
        """Be on call, reconnecting whenever the connection breaks."""
        pause, told = 0.1, False
        while not self._done():
            try:
                self._be_on_call()
                pause, told = 0.1, False
            except ConnectionClosed as closed:
                word = closed.rcvd.reason if closed.rcvd is not None else ""
                if word in ENDED:
                    raise Refused(ENDED[word], word) from None
                if word == "no-show":
                    self.say("The house says that we did not come to a table in time; we are on call again.")
            except (OSError, WebSocketException, TimeoutError):
                if not told:
                    self.say(f"The house at {self.house.base} does not answer; trying again until it does.")
                told = True
            if not self._done():
                self._stop.wait(pause)
                pause = min(LONGEST_PAUSE, pause * 2)

    def _done(self) -> bool:
        return self._stop.is_set() and not self.playing()

    def playing(self) -> list[str]:
        """The tables we play at."""
        with self._lock:
            return list(self._playing)

    def _be_on_call(self) -> None:
        address = f"{self.house.chairs.removesuffix('/tables')}/call"
        proxy: Literal[True] | None = None if self.house.near else True
        with connect(address, proxy=proxy, max_size=LARGEST_MESSAGE, open_timeout=10, close_timeout=2) as socket:
            self._said_stop = self._stop.is_set()
            self._call(socket, {"token": self.house.token})
            while not self._done():
                if self._stop.is_set() and not self._said_stop:
                    self._said_stop = True
                    self._call(socket, {})
                try:
                    message = msgspec.json.decode(socket.recv(LOOK))
                except TimeoutError:
                    continue
                self._handle(message, socket)

    def _call(self, socket: ClientConnection, more: Json) -> None:
        _send(socket, {**self.wish, "tables": 0 if self._stop.is_set() else self.tables, **more})

    def _handle(self, message: Json, socket: ClientConnection) -> None:
        match message.get("type"):
            case "on-call":
                called = msgspec.convert(message, Called)
                if self.ladder is None:
                    self._greet(called)
                elif self.ladder != called.ladder_games:
                    self.say(_about_ladder(called))
                self.ladder = called.ladder_games
            case "invited":
                self._invited(msgspec.convert(message, Invited), socket)
            case "error":
                raise Refused(str(message.get("error")), str(message.get("code")))

    def _greet(self, called: Called) -> None:
        titles = listed([find(game).title for game in called.games])
        at_a_time = "one table at a time" if called.tables == 1 else f"{called.tables} tables at a time"
        ladder = ", also on the ladder" if called.ladder_games == called.games else ""
        self.say(
            f"{called.name} is on call at {self.house.base}/players/{called.player}: {titles}, {at_a_time}{ladder}."
        )
        if self.wish["ladder"] and not called.ladder:
            self.say("It does not play on the ladder: this house has none, or its page says no.")
        elif called.ladder and not ladder:
            self.say(_about_ladder(called))

    def _invited(self, invited: Invited, socket: ClientConnection) -> None:
        with self._lock:
            if invited.table in self._playing:
                return
            why = self._why_not(invited)
            if not why:
                thread = threading.Thread(target=self._play, args=(invited,), daemon=True)
                self._playing[invited.table] = thread
        if why:
            _send(socket, {"type": "decline", "table": invited.table, "reason": why})
            return
        rivals = [name for seat, name in enumerate(invited.names) if seat != invited.seat]
        rated = "rated" if invited.rated else "friendly"
        title = find(invited.game).title
        self.say(f"{title} with {listed(rivals)}, {rated}: {self.house.base}/table/{invited.table}")
        thread.start()

    def _why_not(self, invited: Invited) -> str:
        if invited.seconds is None:  # it has begun, and goes on without us
            return ""
        if self._stop.is_set():
            return "The bot is about to leave."
        if len(self._playing) >= self.tables:
            return "The bot is busy."
        if invited.game not in self.games:
            return "The bot does not play this game."
        return ""

    def _play(self, invited: Invited) -> None:
        table = invited.table
        try:
            following: str | None = table
            while following is not None:
                shown = self.house.get(f"/api/tables/{quote(following)}")
                seated = read_word(find(shown["game"]), self.word)
                joined = Visit(self.house, shown, invited.seat, seated, self.patience).play()
                self.say(f"{joined.why} ({self.house.base}/table/{following})")
                following = joined.next
                with self._lock:
                    self.played += 1
                    if following is not None:
                        self._playing.setdefault(following, threading.current_thread())
        except Refused as refusal:
            self.say(f"{refusal.text} ({self.house.base}/table/{table})")
        finally:
            with self._lock:
                mine = [id for id, thread in self._playing.items() if thread is threading.current_thread()]
                for id in mine:
                    del self._playing[id]


def _about_ladder(called: Called) -> str:
    games = listed([find(game).title for game in called.ladder_games])
    return f"On the ladder, as its page says: {games or 'nothing'}."


def _send(socket: ClientConnection, message: Json) -> None:
    socket.send(msgspec.json.encode(message).decode())
