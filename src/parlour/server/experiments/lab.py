"""Experiments of guests: played in a process that gives way to all others, a slice at a time, and kept in the store.

An experiment belongs to one process of the house at a time, which renews its lease with every slice. Whatever was
played is in the store, so an experiment goes on after a restart, or in another process if this one is killed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import Refused
from parlour.core.protocol import (
    Dropped,
    LabComparison,
    LabExperiment,
    LabGame,
    LabLimits,
    LabPage,
    LabPlan,
    LabResult,
    LabShelf,
    LabSummary,
    NewLab,
)
from parlour.games import find
from parlour.lab.experiments.comparing import compare
from parlour.lab.experiments.example import about
from parlour.lab.experiments.reading import write
from parlour.server.errors import Forbidden, NotFound
from parlour.server.experiments import bench
from parlour.server.limits import Buckets
from parlour.server.names import check_title
from parlour.server.workers import Overran, Pool
from parlour.store import StoreError, for_guests, new_id, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

NICENESS = 15
SLICE: Final = 2.0  # seconds of work, after which others have their turn
SLICE_LIMIT: Final = 60.0  # a slice that takes so much more work never ends
READ_LIMIT: Final = 20.0
SUM_LIMIT: Final = 120.0
NEWS: Final = 1.4  # the result is shown again when so many times as many games are in it
LEASE_SECONDS: Final = 150.0
LOOK_SECONDS: Final = 10.0  # for experiments that nobody plays
KEPT: Final = 50  # experiments of one guest
LONGEST_TITLE: Final = 200  # the house makes up some
MOST_WAITING: Final = 100
FILES = ("experiment.toml", "result.json", "report.html", "games.parquet")
OFF = "The host of this house has switched the lab off; results can still be read."


class Lab:
    """All experiments of this process of the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._pool = Pool(1, NICENESS, "lab", house.measures)
        self._asking = Buckets(rate=1, burst=30)
        self._fetching = Buckets(rate=1 / 5, burst=10)
        self._underway: dict[str, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()

    @property
    def on(self) -> bool:
        return self.house.settings.lab

    # --- what is asked ---

    async def shelf(self, guest: rows.Guest) -> LabShelf:
        found = await self.house.store.experiments_of(guest.id)
        settings = self.house.settings
        limits = LabLimits(on=self.on, games=settings.lab_games, minutes=settings.lab_minutes, kept=KEPT)
        return LabShelf(mine=[self._summary(row, guest.name, guest) for row in found], limits=limits)

    def game(self, name: str) -> LabGame:
        return about(find(name))

    async def plan(self, guest: rows.Guest, wish: NewLab) -> LabPlan:
        return (await self._vet(guest, wish)).plan

    async def begin(self, guest: rows.Guest, wish: NewLab) -> LabPage:
        found = await self._vet(guest, wish)
        check_title(found.plan.title, self.house.rude_words, LONGEST_TITLE)
        id = new_id()
        made = await self.house.store.create_experiment(
            id,
            guest.id,
            found.plan.title,
            found.experiment.game,
            msgspec.to_builtins(found.experiment),
            msgspec.to_builtins(found.plan),
            found.seed,
            found.jobs,
            KEPT,
        )
        if not made:
            kept = await self.house.store.experiments_of(guest.id)
            if any(row.stage in ("waiting", "running") for row in kept):
                raise Refused("One experiment at a time: stop yours that is under way, or wait for it.", "busy")
            raise Refused(f"You keep {KEPT} experiments, which is all there is room for; drop one first.", "too-many")
        self._woken.set()
        return await self.page(id, guest)

    async def _vet(self, guest: rows.Guest, wish: NewLab) -> bench.Vetted:
        if not self.on:
            raise Refused(OFF, "closed")
        if not self._asking.take(guest.id):
            raise Refused("You are asking too fast; wait a moment.", "too-many")
        given = wish.experiment, wish.toml, self.house.settings.lab_games
        try:
            vetted: bench.Vetted = await self._pool.run(bench.vet, *given, seconds=READ_LIMIT, guest=guest.id)
        except Overran:
            raise Refused("This experiment takes too long to lay out; leave some values out.", "too-slow") from None
        return vetted

    async def page(self, id: str, guest: rows.Guest | None) -> LabPage:
        row = await self._row(id)
        author = await self.house.store.guest(row.guest)
        summary = self._summary(row, author.name if author is not None else "", guest)
        experiment = msgspec.json.decode(row.experiment, type=LabExperiment)
        ahead = await self.house.store.experiments_ahead(row.created) if row.stage in ("waiting", "running") else 0
        return LabPage(
            **{name: getattr(summary, name) for name in LabSummary.__struct_fields__},
            experiment=experiment,
            toml=write(msgspec.structs.replace(experiment, seed=row.seed)),
            plan=msgspec.json.decode(row.plan, type=LabPlan),
            ahead=ahead,
        )

    def _summary(self, row: rows.Experiment, author: str, guest: rows.Guest | None) -> LabSummary:
        plan = msgspec.json.decode(row.plan, type=LabPlan)
        return LabSummary(
            id=row.id,
            title=row.title,
            game=row.game,
            game_title=plan.game_title,
            stage=row.stage,  # type: ignore[arg-type]
            author=author,
            yours=guest is not None and guest.id == row.guest,
            games=row.games,
            planned=plan.games,
            progress=row.done / max(1, row.jobs),
            seconds=row.seconds,
            grown=row.grown,
            trouble=row.trouble,
            created=row.created,
            updated=row.updated,
        )

    async def _row(self, id: str) -> rows.Experiment:
        row = await self.house.store.experiment(id) if id.isascii() and id.isprintable() else None
        if row is None:
            raise NotFound("There is no such experiment.")
        return row

    async def _own(self, guest: rows.Guest, id: str) -> rows.Experiment:
        row = await self._row(id)
        if row.guest != guest.id:
            raise Forbidden("This experiment belongs to another guest.")
        return row

    async def stop_one(self, guest: rows.Guest, id: str) -> LabPage:
        row = await self._own(guest, id)
        if not await self.house.store.change_experiment(row.id, "stopped"):
            raise Refused("This experiment is not under way.", "not-begun")
        return await self.page(id, guest)

    async def resume(self, guest: rows.Guest, id: str) -> LabPage:
        if not self.on:
            raise Refused(OFF, "closed")
        row = await self._own(guest, id)
        if row.stage == "stopped" and row.seconds >= self.most_seconds:
            raise Refused(
                f"This experiment has had its {self.house.settings.lab_minutes:g} minutes of processor time.",
                "too-slow",
            )
        if not await self.house.store.change_experiment(row.id, "waiting"):
            raise Refused(
                "Only a stopped experiment can go on, and only if no other one of yours is under way.", "busy"
            )
        self._woken.set()
        return await self.page(id, guest)

    async def drop(self, guest: rows.Guest, id: str) -> Dropped:
        row = await self._own(guest, id)
        await self.house.store.forget_experiment(row.id)
        return Dropped(row.title)

    async def result(self, id: str, known: str) -> tuple[str, bytes]:
        """The result and its tag; no result if this tag is known."""
        row = await self._row(id)
        if not row.result:
            raise NotFound("There is no result yet: no game has been played.")
        tag = f'"{row.id}-{row.grown}"'
        return tag, b"" if known == tag else row.result.encode()

    async def compare(self, first: str, second: str) -> LabComparison:
        one, other = await self._found(first), await self._found(second)
        return compare(one, other)

    async def _found(self, id: str) -> LabResult:
        _, content = await self.result(id, "")
        return msgspec.json.decode(content, type=LabResult)

    async def file(self, id: str, name: str, guest: rows.Guest | None) -> bytes:
        if name not in FILES:
            raise Refused(f"The files of an experiment are {', '.join(FILES)}.", "not-found")
        row = await self._row(id)
        if name == "experiment.toml":
            experiment = msgspec.json.decode(row.experiment, type=LabExperiment)
            return write(msgspec.structs.replace(experiment, seed=row.seed)).encode()
        _, content = await self.result(id, "")
        if name == "result.json":
            return msgspec.json.format(content, indent=1) + b"\n"
        asking = "" if guest is None else guest.id
        if not self._fetching.take(asking):
            raise Refused("You are asking for many files; wait a moment.", "too-many")
        made: bytes
        if name == "report.html":
            made = await self._pool.run(bench.report, content, seconds=READ_LIMIT, guest=asking)
        else:
            parts = await self.house.store.experiment_content(row.id, row.done)
            made = await self._pool.run(bench.table, *_of(row), parts, seconds=SUM_LIMIT, guest=asking)
        return made

    # --- playing ---

    @property
    def most_seconds(self) -> float:
        return self.house.settings.lab_minutes * 60.0

    async def run(self) -> None:
        """Take experiments that are to be played, as long as the house is open."""
        while True:
            self._woken.clear()
            try:
                for id in await self.house.store.waiting_experiments(self.house.me):
                    if self.on and id not in self._underway and len(self._underway) < MOST_WAITING:
                        task = self.house.background(self._play(id))
                        self._underway[id] = task
                        task.add_done_callback(lambda _, id=id: self._underway.pop(id, None))  # type: ignore[misc]
            except StoreError as trouble:
                log.error("the lab: %s", trouble)
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def _play(self, id: str) -> None:
        store, me = self.house.store, self.house.me
        if not await store.claim_experiment(id, me, LEASE_SECONDS):
            return
        ended = False
        try:
            ended = await self._slices(id)
        except Overran:
            ended = await self._end(id, "failed", "A game took too much processor time, so the experiment was stopped.")
        except Refused as refusal:
            ended = await self._end(id, "failed", refusal.text)
        except StoreError as trouble:
            log.error("experiment %s could not be stored: %s", id, trouble)
            ended = await self._end(id, "failed", for_guests(trouble))
        except Exception as error:  # most likely raised by the rules, in the worker process
            log.error("experiment %s: %s", id, error)
            ended = await self._end(id, "failed", "The rules of the game failed on the way; the error was logged.")
        finally:
            if not ended:
                await store.release_experiment(id, me)
                self._underway.pop(id, None)
                self._woken.set()  # its guest may have let it go on in the meantime

    async def _end(self, id: str, stage: str, trouble: str = "", result: str = "") -> bool:
        return await self.house.store.show_experiment(id, self.house.me, result, stage, trouble)

    async def _slices(self, id: str) -> bool:
        """Play to the end, until somebody stops it, or until its time is up. Whether it has come to an end here."""
        row = await self._row(id)
        done, games, seconds = row.done, row.games, row.seconds
        shown = 0
        while done < row.jobs:
            if seconds >= self.most_seconds:
                told = f"It was stopped after {self.house.settings.lab_minutes:g} minutes of processor time."
                return await self._end(id, "stopped", told, await self._summed(row, done, games))
            given = *_of(row), done, SLICE
            found: bench.Slice = await self._pool.run(bench.play_slice, *given, seconds=SLICE_LIMIT, guest=row.guest)
            first, done, games, seconds = done, done + found.jobs, games + found.games, seconds + found.seconds
            kept = id, self.house.me, first, found.content, done, games, seconds, LEASE_SECONDS
            if not await self.house.store.grow_experiment(*kept):
                return await self._stopped(id, row, first, games - found.games)
            if done < row.jobs and games >= max(1, NEWS * shown):
                shown = games
                await self.house.store.show_experiment(id, self.house.me, await self._summed(row, done, games))
        return await self._end(id, "done", "", await self._summed(row, done, games))

    async def _stopped(self, id: str, row: rows.Experiment, done: int, games: int) -> bool:
        """Somebody stopped it, or another process has it: what was played until then is summed up.

        Its stage is left alone, since whoever stopped it may let it go on meanwhile.
        """
        now = await self.house.store.experiment(id)
        if now is not None and now.stage == "stopped":
            await self.house.store.show_experiment(id, self.house.me, await self._summed(row, done, games))
        return False

    async def _summed(self, row: rows.Experiment, done: int, games: int) -> str:
        if not games:
            return ""
        parts = await self.house.store.experiment_content(row.id, done)
        result: bytes = await self._pool.run(bench.sum_up, *_of(row), parts, seconds=SUM_LIMIT, guest=row.guest)
        return result.decode()

    def close(self) -> None:
        self._pool.close()


def _of(row: rows.Experiment) -> tuple[Any, ...]:
    return row.experiment.encode(), row.seed
