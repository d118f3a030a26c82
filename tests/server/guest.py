"""A house in a process of its own, and guests who come to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from tests.by_hand import ByHand
from tests.patience import patience
from tests.server.spoken import check_answer, check_message
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from parlour.server.app import make_app, routes
from parlour.server.house import House
from parlour.server.run import make_server
from parlour.server.settings import Settings
from parlour.store import Store
from parlour.store.testing import free_port

Json = dict[str, Any]
Choose = Callable[[Json], Json]
POLL = 0.03  # seconds between two looks
# Nobody is shown out of these houses for being slow, nobody waits for a pause, and the house plays with guests only.
UNHURRIED: dict[str, Any] = {
    "pace_ms": 0,
    "demonstration": 0,
    "guests_per_minute": 1_000_000,
    "sit_seconds": patience(),
    "ping_seconds": patience(),
    "seek_seconds": patience(),
}


class Address:
    """Where guests knock."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or free_port()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


class RunningHouse(Address):
    """`python -m parlour.server` on a loopback port, which can be killed and opened again on the same database."""

    def __init__(self, db: str, log: Path, port: int | None = None, **settings: object) -> None:
        super().__init__(port)
        self.db = db
        self.log = log
        self.settings = {**UNHURRIED, **settings}
        self.process: subprocess.Popen[bytes] | None = None

    def open(self, wait: bool = True) -> RunningHouse:
        words = [sys.executable, "-m", "parlour.server", *self.words()]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if wait:
            self.wait_until_open()
        return self

    def words(self) -> list[str]:
        """The settings, as they are written in a terminal."""
        words = ["--port", str(self.port), "--db", self.db]
        for name, value in self.settings.items():
            words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
        return words

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def wait_until_open(self) -> None:
        until = time.monotonic() + patience(60)
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", trust_env=False, timeout=patience(2)).status_code == 200:
                    return
            if not self.runs():
                break
            time.sleep(POLL)
        raise AssertionError(f"the house does not open: {self.said()}")

    def kill(self) -> None:
        """As a power cut: no goodbye, and its thinking processes go as well."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(patience())
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def memory_mb(self) -> float:
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 1024 / 1024

    def cpu_seconds(self) -> float:
        """What the house has worked so far, however many others use its machine."""
        assert self.process is not None
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


#: Applications that no house uses now, by their routes: to build one takes longer than most tests with it.
_spare: dict[tuple[Any, ...], list[Litestar]] = {}


def take_app(settings: Settings) -> tuple[Litestar, Callable[[], None]]:
    """An application with the routes of now, and how to give it back."""
    spare = _spare.setdefault(tuple(routes()), [])
    app = spare.pop() if spare else make_app(settings)

    def put_back() -> None:
        app.state.clear()
        spare.append(app)

    return app, put_back


class HouseByHand(Address):
    """A house in this process, behind a real port, whose time passes only when the test says so."""

    def __init__(self, db: str, **settings: Any) -> None:
        super().__init__()
        self.time = ByHand()
        self.house: House  # once it is open
        wished = Settings(port=self.port, **{**UNHURRIED, **settings})
        store = Store.open(db)
        self._app, self._put_back = take_app(wished)
        self._app.state.new_house = lambda: House(wished, store, self.time)
        self._server = make_server(wished, self._app)
        self._serving: asyncio.Task[None] | None = None

    async def open(self) -> HouseByHand:
        self._serving = asyncio.create_task(self._server.serve())
        await until(lambda: self._server.started)
        self.house = self._app.state.house
        return self

    async def close(self) -> None:
        assert self._serving is not None
        self._server.should_exit = True
        await self._serving
        self._put_back()
        self._put_back = lambda: None  # a house may be closed twice, but two houses never share an application


async def until(holds: Callable[[], Awaitable[bool] | bool]) -> None:
    """Ask again and again until it holds."""
    async with asyncio.timeout(patience()):
        while not (found if isinstance(found := holds(), bool) else await found):
            await asyncio.sleep(POLL)


# A line that is kept open may be closed by the house at the very moment it is used again.
ONE_CALL_A_LINE = httpx.Limits(max_keepalive_connections=0)


def caller() -> httpx.AsyncClient:
    return httpx.AsyncClient(trust_env=False, timeout=patience(), limits=ONE_CALL_A_LINE)


class Refusal(Exception):
    """The house said no."""

    def __init__(self, status: int, said: Json) -> None:
        super().__init__(f"{status}: {said}")
        self.status = status
        self.code = said.get("code")
        self.text = said.get("error", "")


class Guest:
    """Somebody with a token. `ask` speaks HTTP, `sit` opens a chair."""

    def __init__(self, house: Address, http: httpx.AsyncClient) -> None:
        self.house = house
        self.http = http
        self.chairs: list[Chair] = []
        self.id = self.name = self.token = ""

    async def come(self, name: str | None = None, kind: str = "guests") -> Guest:
        me = await self.ask("POST", f"/api/{kind}", {"name": name} if name else {})
        self.id, self.name, self.token = me["id"], me["name"], me["token"]
        return self

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        token = self.token if token is None else token
        headers = {b"Authorization": f"Bearer {token}".encode()} if token else {}
        answer = await self.http.request(method, f"{self.house.url}{path}", json=body, headers=headers)
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, answer.json())
        check_answer(method, path, answer.content)
        return answer.json()

    async def get(self, path: str) -> Any:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> Any:
        return await self.ask("POST", path, {} if body is None else body)

    async def table(self, *seats: str, game: str = "connect-four", **wish: Any) -> str:
        made = await self.post("/api/tables", {"game": game, "seats": list(seats), **wish})
        return str(made["id"])

    async def sit(self, table: str, seat: int | None = 0, words: bool = False) -> Chair:
        chair = await self.open_chair(table)
        await chair.say(type="sit", token=self.token, seat=seat, words=words)
        return chair

    async def watch(self, table: str, words: bool = False) -> Chair:
        """As somebody without a token."""
        chair = await self.open_chair(table)
        await chair.say(type="sit", words=words)
        return chair

    async def open_chair(self, table: str, **how: Any) -> Chair:
        chair = Chair(
            await connect(
                f"{self.house.ws}/ws/tables/{table}",
                proxy=None,
                max_size=2**24,
                max_queue=None,
                open_timeout=patience(),
                ping_timeout=patience(),
                **how,
            )
        )
        self.chairs.append(chair)
        return chair

    async def go(self) -> None:
        for chair in self.chairs:
            await chair.close()
        await self.http.aclose()


class Chair:
    """A WebSocket at a table. Everything heard is kept."""

    check: Callable[[str | bytes], None] = staticmethod(check_message)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self) -> Json:
        async with asyncio.timeout(patience()):
            data = await self.socket.recv()
        self.check(data)
        message: Json = json.loads(data)
        self.heard.append(message)
        return message

    async def hear(self, *kinds: str) -> Json:
        """The next message of one of these types."""
        async with asyncio.timeout(patience()):
            while True:
                message = await self.next()
                if message["type"] in kinds:
                    return message

    async def ask(self, answer: str, **message: Any) -> Json:
        await self.say(**message)
        return await self.hear(answer, "error")

    async def move(self, turn: Json, index: int = 0) -> None:
        await self.say(type="move", ply=turn["ply"], move=turn["moves"][index])

    async def said_so_far(self) -> list[Json]:
        """All that the house has sent by now: it answers in order, so whatever comes before this pong."""
        before = len(self.heard)
        await self.ask("pong", type="ping")
        return self.heard[before:-1]

    async def shown_out(self) -> tuple[int | None, str]:
        """Wait until the house closes the connection; the code and the word it gave."""
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(patience()):
                while True:
                    await self.next()
        return self.socket.close_code, self.socket.close_reason or ""

    async def close(self) -> None:
        await self.socket.close()

    def types(self) -> list[str]:
        return [message["type"] for message in self.heard]


def any_move(turn: Json) -> Json:
    """The first legal move, so that games go the same way each time."""
    return dict(turn["moves"][0])


def at_random(seed: int) -> Choose:
    dice = random.Random(seed)
    return lambda turn: dict(dice.choice(turn["moves"]))


async def play(chair: Chair, choose: Choose = any_move, most: int = 10_000) -> Json:
    """Play on until the game is over, or for this many moves; gives the last message. Plies must come in order."""
    ply = -1
    moves = 0
    while True:
        message = await chair.next()
        if message["type"] == "events":
            assert ply in (-1, message["ply"] - 1), f"after ply {ply} came {message['ply']}"
            ply = message["ply"]
        elif message["type"] == "turn":
            if moves >= most:
                return message
            moves += 1
            await chair.say(type="move", ply=message["ply"], move=choose(message))
        elif message["type"] == "over":
            return message
        elif message["type"] in ("refused", "error"):
            raise AssertionError(message)


async def play_all(chairs: Iterable[Chair], choose: Choose = any_move) -> list[Json]:
    return list(await asyncio.gather(*(play(chair, choose) for chair in chairs)))
