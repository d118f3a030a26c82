"""Where the card workshop works: processes of their own for scripts, so that no script delays a table."""

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
from parlour.lab import balance
from parlour.server.limits import Buckets
from parlour.server.workers import Overran, Pool

log = logging.getLogger("parlour.server")

PLAYER = "greedy"  # who plays both sides of a measurement
READ_SECONDS = 10.0  # of work, not of the clock: a busy machine gives up on nobody
PART_SECONDS = 30.0
MOST_WAITING = 200
LARGEST_TEXT = MOST_BYTES + 1  # one more than a script may have, so that the script itself says what is wrong

Source = Annotated[str, Meta(max_length=LARGEST_TEXT, description="The script.")]


class TrialWish(msgspec.Struct, forbid_unknown_fields=True):
    """The card to be played, and what lies on the test table; without a board a small one is set."""

    text: Source
    card: Annotated[str, Meta(max_length=80)]
    board: language.Board | None = None
    row: Annotated[str, Meta(max_length=20)] = ""
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class Measured(msgspec.Struct):
    """How far a measurement is: `done` of `total` games; at the end the result, or what went wrong."""

    state: Literal["waiting", "playing", "done", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    found: balance.Balance | None = None
    error: str = ""


class Workbench:
    """What the workshop shares in one house: its processes, who may ask how often, and who is measuring."""

    def __init__(self) -> None:
        self._measurers: set[str] = set()
        self._reading = Pool(1)
        self._playing = Pool(1)
        self._asking = Buckets(rate=8, burst=60)
        self._measuring = Buckets(rate=1 / 20, burst=6)

    async def read(self, guest: str, deed: Callable[..., Any], *given: Any) -> Any:
        """Do something with a script for a guest."""
        if not self._asking.take(guest):
            raise Refused("You ask faster than scripts can be read; wait a moment.", "too-many")
        if self._reading.jobs >= MOST_WAITING:
            raise Refused("Too many scripts wait to be read; try again in a moment.", "too-many")
        return await self._read(guest, deed, *given)

    async def _read(self, guest: str, deed: Callable[..., Any], *given: Any) -> Any:
        try:
            return await self._reading.run(deed, *given, seconds=READ_SECONDS, guest=guest)
        except Overran:
            told = f"The house gave up on this script after {READ_SECONDS:.0f} seconds of work."
            raise Refused(told, "too-slow") from None

    def measure(self, guest: str, text: str, games: int) -> AsyncGenerator[Measured, None]:
        """Weigh a script and tell how far it is until it is done. Whoever stops listening stops the games."""
        if guest in self._measurers:
            raise Refused("One measurement at a time: your last one still runs.", "busy")
        if not self._measuring.take(guest):
            raise Refused("You have measured a lot; try again in a minute.", "too-many")
        return self._measure(guest, text, games)

    async def _measure(self, guest: str, text: str, games: int) -> AsyncGenerator[Measured, None]:
        """Part by part; those who measure at the same time take turns."""
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
            run.state, run.error = "failed", "The games took too much work; the measurement was given up."
        except Refused as refusal:
            run.state, run.error = "failed", refusal.text
        except Exception:
            log.exception("a measurement failed")
            run.state, run.error = "failed", "This is a mistake of the house; it has been written down."
        finally:
            self._measurers.discard(guest)
        yield run

    def close(self) -> None:
        self._reading.close()
        self._playing.close()


# --- what the processes do ---


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
