"""The processes in which the card workshop runs scripts, so that no script delays a table."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games.monogwent import script as language
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.rooms.monogwent import balance
from parlour.server.limits import Buckets
from parlour.server.workers import Overran, Pool

log = logging.getLogger("parlour.server")

PLAYER = "greedy"  # who plays both sides of a measurement
READ_SECONDS = 10.0  # of processor time, so that a busy machine does not give up early
PART_SECONDS = 30.0
MOST_WAITING = 200
LARGEST_TEXT = MOST_BYTES + 1  # one more than a script may have, so that the check itself says what is wrong

Source = Annotated[str, Meta(max_length=LARGEST_TEXT, description="The script.")]


class CardTrialWish(msgspec.Struct, forbid_unknown_fields=True):
    """The card to play, and what is on the test table; without a board, a small one."""

    text: Source
    card: Annotated[str, Meta(max_length=80)]
    board: language.Board | None = None
    row: Annotated[str, Meta(max_length=20)] = ""
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class Measured(msgspec.Struct):
    """How far a measurement has got: `done` of `total` games; at the end the result, or what went wrong."""

    state: Literal["waiting", "playing", "done", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    found: balance.Balance | None = None
    error: str = ""


class Workbench:
    """What the workshop shares in one house: its processes, how often each guest may ask, and who is measuring."""

    def __init__(self) -> None:
        self._measurers: set[str] = set()
        self._reading = Pool(1)
        self._playing = Pool(1)
        self._asking = Buckets(rate=8, burst=60)
        self._measuring = Buckets(rate=1 / 20, burst=6)

    async def read(self, guest: str, deed: Callable[..., Any], *given: Any) -> Any:
        """Do something with a script for a guest."""
        if not self._asking.take(guest):
            raise Refused("You are asking too fast; wait a moment.", "too-many")
        if self._reading.jobs >= MOST_WAITING:
            raise Refused("Too many scripts are waiting; try again in a moment.", "too-many")
        return await self._read(guest, deed, *given)

    async def _read(self, guest: str, deed: Callable[..., Any], *given: Any) -> Any:
        try:
            return await self._reading.run(deed, *given, seconds=READ_SECONDS, guest=guest)
        except Overran:
            told = f"The house gave up on this script after {READ_SECONDS:.0f} seconds of work."
            raise Refused(told, "too-slow") from None

    def measure(self, guest: str, text: str, games: int) -> AsyncGenerator[Measured, None]:
        """Measure a script and report progress until it is done; the games stop when nobody listens."""
        if guest in self._measurers:
            raise Refused("One measurement at a time: your last one is still running.", "busy")
        if not self._measuring.take(guest):
            raise Refused("You have measured a lot; try again in a minute.", "too-many")
        return self._measure(guest, text, games)

    async def _measure(self, guest: str, text: str, games: int) -> AsyncGenerator[Measured, None]:
        """Part by part, so that guests who measure at the same time take turns."""
        self._measurers.add(guest)
        run = Measured()
        try:
            yield run
            parts = await self._read(guest, plan, text, games, Seed.fresh().hex)
            run.total = sum(part.games for part in parts)
            run.state = "playing"
            tallies: list[balance.Tally] = []
            for part in parts:
                yield run
                playing = self._playing.run(play_part, text, part, seconds=PART_SECONDS, guest=guest)
                tallies.append(await playing)
                run.done += part.games
            run.found = await self._read(guest, sum_up, text, tallies)
            run.state = "done"
        except Overran:
            run.state, run.error = "failed", "The games took too much processor time, so the measurement was stopped."
        except Refused as refusal:
            run.state, run.error = "failed", refusal.text
        except Exception:
            log.exception("a measurement failed")
            run.state, run.error = "failed", "Something went wrong in the house; the error has been logged."
        finally:
            self._measurers.discard(guest)
        yield run

    def close(self) -> None:
        self._reading.close()
        self._playing.close()


# --- what the processes do ---


def tidy(text: str) -> str:
    return language.format(text)


def try_out(wish: CardTrialWish) -> language.Trial:
    dice = Seed.parse(str(wish.seed)).dice("trial")
    return language.try_card(wish.text, wish.card, wish.board, wish.row, dice)


def plan(text: str, games: int, seed: str) -> list[balance.Part]:
    return balance.plan(text, games, PLAYER, seed)


def play_part(text: str, part: balance.Part) -> balance.Tally:
    return balance.play(text, PLAYER, part)


def sum_up(text: str, tallies: list[balance.Tally]) -> balance.Balance:
    return balance.sum_up(text, PLAYER, tallies)
