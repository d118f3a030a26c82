"""Where the card workshop works: processes of their own for scripts, so that no script delays a table."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games.monogwent import script as language
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.lab import balance
from parlour.server.limits import Buckets
from parlour.server.thinking import Pool

PLAYER = "greedy"  # who plays both sides of a measurement
READ_SECONDS = 10.0
PART_SECONDS = 60.0
KEEP_SECONDS = 600.0  # how long the result of a measurement can be fetched
MOST_WAITING = 200
LARGEST_TEXT = MOST_BYTES + 1  # one more than a script may have, so that the script itself says what is wrong

Source = Annotated[str, Meta(max_length=LARGEST_TEXT, description="The script.")]
Background = Callable[[Coroutine[Any, Any, Any]], "asyncio.Task[None]"]


class TrialWish(msgspec.Struct, forbid_unknown_fields=True):
    """The card to be played, and what lies on the test table; without a board a small one is set."""

    text: Source
    card: Annotated[str, Meta(max_length=80)]
    board: language.Board | None = None
    row: Annotated[str, Meta(max_length=20)] = ""
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class Measured(msgspec.Struct):
    """How far a measurement is: `done` of `total` games; at the end the result, or what went wrong."""

    id: str
    done: int
    total: int
    state: str  # waiting, playing, done, stopped, failed
    games: int
    found: balance.Balance | None = None
    error: str = ""


class Measurement:
    """A balance run that goes on beside everything else."""

    def __init__(self, guest: str, text: str, games: int) -> None:
        self.id = secrets.token_urlsafe(9)
        self.guest = guest
        self.text = text
        self.games = games
        self.done = 0
        self.total = 0
        self.state = "waiting"
        self.found: balance.Balance | None = None
        self.error = ""
        self.ended = 0.0
        self.task: asyncio.Task[None] | None = None

    def show(self) -> Measured:
        return Measured(self.id, self.done, self.total, self.state, self.games, self.found, self.error)

    def end(self, state: str, error: str = "") -> None:
        if not self.ended:
            self.state, self.error, self.ended = state, error, time.monotonic()

    def stop(self) -> None:
        self.end("stopped")
        if self.task is not None:
            self.task.cancel()


class Workbench:
    """What the workshop shares in one house: its processes, who may ask how often, and measurements under way."""

    def __init__(self) -> None:
        self.measurements: dict[str, Measurement] = {}
        self._reading = Pool(1)
        self._playing = Pool(1)
        self._read_turn = asyncio.Lock()
        self._play_turn = asyncio.Lock()
        self._waiting = 0
        self._asking = Buckets(rate=8, burst=60)
        self._measuring = Buckets(rate=1 / 20, burst=6)

    async def read(self, guest: str, deed: Callable[..., Any], *given: Any) -> Any:
        """Do something with a script for a guest."""
        if not self._asking.take(guest):
            raise Refused("You ask faster than scripts can be read; wait a moment.", "too-many")
        if self._waiting >= MOST_WAITING:
            raise Refused("Too many scripts wait to be read; try again in a moment.", "too-many")
        return await self._read(deed, *given)

    async def _read(self, deed: Callable[..., Any], *given: Any) -> Any:
        self._waiting += 1
        try:
            async with self._read_turn:
                return await _run(self._reading, READ_SECONDS, deed, *given)
        except TimeoutError:
            raise Refused(f"The house gave up on this script after {READ_SECONDS:.0f} seconds.", "too-slow") from None
        finally:
            self._waiting -= 1

    def measure(self, guest: str, text: str, games: int, background: Background) -> Measurement:
        """Begin to weigh a script."""
        self._forget()
        if any(one.guest == guest and not one.ended for one in self.measurements.values()):
            raise Refused("One measurement at a time: your last one still runs.", "busy")
        if not self._measuring.take(guest):
            raise Refused("You have measured a lot; try again in a minute.", "too-many")
        run = Measurement(guest, text, games)
        self.measurements[run.id] = run
        run.task = background(self._measure(run))
        return run

    async def _measure(self, run: Measurement) -> None:
        """Part by part; those who measure at the same time take turns."""
        try:
            parts = await self._read(plan, run.text, run.games, Seed.fresh().hex)
            run.total = sum(part.games for part in parts)
            run.state = "playing"
            tallies: list[balance.Tally] = []
            for part in parts:
                async with self._play_turn:
                    tallies.append(await _run(self._playing, PART_SECONDS, play_part, run.text, part))
                run.done += part.games
            run.found = await self._read(sum_up, run.text, tallies)
            run.end("done")
        except asyncio.CancelledError:
            run.end("stopped")
            raise
        except TimeoutError:
            run.end("failed", "A game took too long; the measurement was given up.")
        except Refused as refusal:
            run.end("failed", refusal.text)
        except Exception:
            run.end("failed", "This is a mistake of the house; it has been written down.")
            raise

    def find(self, guest: str, id: str) -> Measurement | None:
        run = self.measurements.get(id)
        return run if run is not None and run.guest == guest else None

    def _forget(self) -> None:
        now = time.monotonic()
        for run in list(self.measurements.values()):
            if run.ended and now - run.ended > KEEP_SECONDS:
                del self.measurements[run.id]

    def close(self) -> None:
        for run in self.measurements.values():
            run.stop()
        self._reading.close()
        self._playing.close()


async def _run(pool: Pool, seconds: float, deed: Callable[..., Any], *given: Any) -> Any:
    refused, answer = await pool.run(_carefully, deed, given, seconds=seconds)
    if refused:
        raise Refused(*answer)
    return answer


# --- what the processes do ---


def _carefully(deed: Callable[..., Any], given: tuple[Any, ...]) -> tuple[bool, Any]:
    """A refusal is an answer like any other: its sentence and its code."""
    try:
        return False, deed(*given)
    except Refused as refusal:
        return True, (refusal.text, refusal.code)


def tidy(text: str) -> str:
    return language.format(text)


def try_out(wish: TrialWish) -> language.Trial:
    dice = Seed.parse(str(wish.seed)).dice("trial")
    return language.try_card(wish.text, wish.card, wish.board, wish.row, dice)


def plan(text: str, games: int, seed: str) -> list[balance.Part]:
    return balance.plan(text, games, PLAYER, seed)


def play_part(text: str, part: balance.Part) -> balance.Tally:
    return balance.play(text, PLAYER, part)


def sum_up(text: str, tallies: list[balance.Tally]) -> balance.Balance:
    return balance.sum_up(text, PLAYER, tallies)
