"""Worker processes: limits that count work, processes that are replaced, and guests who take turns."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.patience import patience

from parlour.core.errors import Refused
from parlour.server.workers import FairQueue, Job, Overran, Pool, serve

# --- what the processes are asked to do ---


def own_id() -> int:
    return os.getpid()


def own_niceness() -> int:
    return os.nice(0)


def work(seconds: float) -> int:
    """Use so much processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


def work_for_ever(mark: str = os.devnull) -> None:
    Path(mark).touch()
    while True:
        pass


def refuse() -> None:
    raise Refused("The rules forbid it.", "forbidden")


def stumble() -> None:
    raise ValueError("seven")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return "done at last"


def write_down(page: str, name: str) -> None:
    with Path(page).open("a") as file:
        file.write(f"{name}\n")


def doze(seconds: float) -> int:
    for _ in range(round(seconds / 0.02)):
        time.sleep(0.02)
    return os.getpid()


def wait_for(mark: str) -> None:
    while not Path(mark).exists():
        time.sleep(0.01)


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(1)
    yield pool
    pool.close()


async def within_patience(pool: Pool, *given: object, **limits: object) -> object:
    async with asyncio.timeout(patience(60)):
        return await pool.run(*given, **limits)  # type: ignore[arg-type]


async def test_a_process_does_one_thing_after_the_other(pool: Pool) -> None:
    first = await within_patience(pool, own_id)
    assert first != os.getpid()
    assert await within_patience(pool, own_id, seconds=1.0) == first
    assert pool.jobs == 0


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no priorities")
async def test_a_nice_process_gives_way_to_others() -> None:
    pool = Pool(1, niceness=3)
    try:
        assert await within_patience(pool, own_niceness) == min(19, os.nice(0) + 3)
    finally:
        pool.close()


async def test_whatever_overruns_ends_with_its_process_and_the_next_one_is_done(pool: Pool) -> None:
    first = await within_patience(pool, own_id)
    endless = asyncio.create_task(pool.run(work_for_ever, seconds=0.3))
    waiting = asyncio.create_task(pool.run(own_id, seconds=0.3))
    async with asyncio.timeout(patience(60)):
        with pytest.raises(Overran, match=r"0\.3 s of work"):
            await endless
        second = await waiting
    assert second not in (first, os.getpid())


async def test_a_limit_counts_work_and_not_the_time_that_others_take(pool: Pool) -> None:
    """Waiting is no work: longer than its limit by any clock, and still done."""
    assert await within_patience(pool, doze, 0.6, seconds=0.2)


async def test_what_waits_for_ever_is_ended_by_the_clock(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.workers.LEAST_PATIENCE", 0.0)
    with pytest.raises(Overran, match="ample waiting time"):
        await within_patience(pool, wait_for, str(tmp_path / "never"), seconds=0.02)
    assert await within_patience(pool, own_id)


async def test_the_limit_is_for_each_thing_alone(pool: Pool) -> None:
    """Each stays below its limit; together they would not."""
    ids = [await within_patience(pool, work, 0.15, seconds=0.4) for _ in range(5)]
    assert len(set(ids)) == 1


async def test_a_refusal_and_a_mistake_come_back(pool: Pool) -> None:
    first = await within_patience(pool, own_id)
    with pytest.raises(Refused) as refused:
        await within_patience(pool, refuse)
    assert (refused.value.text, refused.value.code) == ("The rules forbid it.", "forbidden")
    with pytest.raises(RuntimeError, match="ValueError: seven"):
        await within_patience(pool, stumble)
    assert await within_patience(pool, own_id) == first


async def test_a_process_that_dies_is_replaced_and_its_work_done_again(pool: Pool, tmp_path: Path) -> None:
    assert await within_patience(pool, die_once, str(tmp_path / "mark")) == "done at last"
    with pytest.raises(Refused) as refused:
        await within_patience(pool, die)
    assert refused.value.code == "no-worker"
    assert await within_patience(pool, own_id)


async def test_guests_take_turns(pool: Pool, tmp_path: Path) -> None:
    """Eve asks for ten things before Ann asks for one: Ann's is the second that is done after she asked."""
    page, mark = tmp_path / "page", tmp_path / "mark"
    held = asyncio.create_task(pool.run(wait_for, str(mark), guest="eve"))
    eve = [asyncio.create_task(pool.run(write_down, str(page), f"eve {n}", guest="eve")) for n in range(10)]
    await asyncio.sleep(0)
    ann = asyncio.create_task(pool.run(write_down, str(page), "ann", guest="ann"))
    await asyncio.sleep(0)
    assert pool.jobs == 12
    mark.touch()
    async with asyncio.timeout(patience(60)):
        await asyncio.gather(held, *eve, ann)
    order = page.read_text().splitlines()
    assert order.index("ann") <= 1
    assert [name for name in order if name != "ann"] == [f"eve {n}" for n in range(10)]


async def test_whoever_asks_for_far_too_much_is_told_so(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.workers.MOST_WAITING", 3)
    mark = tmp_path / "mark"
    asked = [asyncio.create_task(pool.run(wait_for, str(mark), guest="eve")) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await pool.run(own_id, guest="eve")
    assert refused.value.code == "too-many"
    ann = asyncio.create_task(pool.run(own_id, guest="ann"))
    mark.touch()
    async with asyncio.timeout(patience(60)):
        await asyncio.gather(*asked, ann)


async def test_what_nobody_waits_for_any_longer_is_not_begun(pool: Pool, tmp_path: Path) -> None:
    page, mark = tmp_path / "page", tmp_path / "mark"
    held = asyncio.create_task(pool.run(wait_for, str(mark)))
    given_up = asyncio.create_task(pool.run(write_down, str(page), "given up"))
    last = asyncio.create_task(pool.run(write_down, str(page), "last"))
    await asyncio.sleep(0)
    given_up.cancel()
    mark.touch()
    async with asyncio.timeout(patience(60)):
        await asyncio.gather(held, last)
    assert page.read_text() == "last\n"


def test_a_process_whose_house_is_gone_ends_without_a_word() -> None:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, 0))
    process.start()
    theirs.close()
    ours.send((own_id, (), None))
    ours.close()
    process.join(patience())
    assert process.exitcode == 0


async def test_closing_ends_what_is_under_way(tmp_path: Path) -> None:
    pool = Pool(1)
    mark = tmp_path / "mark"
    process = await within_patience(pool, own_id)
    endless = asyncio.create_task(pool.run(work_for_ever, str(mark)))
    waiting = asyncio.create_task(pool.run(own_id))
    async with asyncio.timeout(patience(60)):
        while not mark.exists():
            await asyncio.sleep(0.01)
        pool.close()
        with pytest.raises(Refused):
            await endless
        with pytest.raises(asyncio.CancelledError):
            await waiting
        while Path(f"/proc/{process}").exists():
            await asyncio.sleep(0.01)


# --- the queue alone, with hands for clocks ---


class Shop:
    """A queue, and what its guests had done, in order."""

    def __init__(self) -> None:
        self.queue = FairQueue()
        self.loop = asyncio.new_event_loop()
        self.served: list[str] = []

    def ask(self, guest: str, times: int = 1) -> None:
        for _ in range(times):
            self.queue.put(Job(guest, own_id, (), None, self.loop.create_future()))

    def serve(self, seconds: dict[str, float]) -> str:
        """The next one gets as many seconds of work as its name says."""
        job = self.queue.take()
        assert job is not None
        self.queue.finish(job, seconds.get(job.guest.partition(" ")[0], 0.01))
        self.served.append(job.guest)
        return job.guest


@pytest.fixture
def shop() -> Iterator[Shop]:
    shop = Shop()
    yield shop
    shop.loop.close()


def test_work_is_shared_and_not_the_number_of_jobs(shop: Shop) -> None:
    shop.ask("eve", 50)
    shop.ask("ann", 50)
    for _ in range(55):
        shop.serve({"eve": 1.0, "ann": 0.1})
    assert shop.served.count("ann") == 50
    assert shop.served.count("eve") == 5


def test_whoever_comes_later_is_not_behind_all_the_others(shop: Shop) -> None:
    shop.ask("eve", 100)
    for _ in range(50):
        shop.serve({"eve": 1.0})
    shop.ask("ann")
    assert "ann" in (shop.serve({"eve": 1.0}), shop.serve({"eve": 1.0}))


def test_nobody_starves_by_guests_with_ever_new_names(shop: Shop) -> None:
    shop.ask("ann", 3)
    shop.serve({"ann": 0.5})
    for n in range(200):
        shop.ask(f"eve {n}")
        shop.serve({"eve": 0.5, "ann": 0.5})
    assert shop.served.count("ann") == 3
    assert max(place for place, guest in enumerate(shop.served) if guest == "ann") < 20


def test_having_asked_for_nothing_all_day_gives_no_claim(shop: Shop) -> None:
    """Ann's one thing comes first, but then she takes turns like anybody else."""
    shop.ask("ann")
    shop.serve({})
    shop.ask("eve", 100)
    for _ in range(50):
        shop.serve({"eve": 1.0})
    shop.ask("ann", 20)
    after = [shop.serve({"eve": 1.0, "ann": 1.0}) for _ in range(20)]
    assert 8 <= after.count("ann") <= 12


def test_a_guest_has_a_second_process_only_if_nobody_waits_for_it(shop: Shop) -> None:
    shop.ask("eve", 3)
    first = shop.queue.take()
    shop.ask("ann")
    second, third = shop.queue.take(), shop.queue.take()
    assert first and second and third
    assert [first.guest, second.guest, third.guest] == ["eve", "ann", "eve"]


def test_the_queue_forgets_its_guests(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.workers.MOST_REMEMBERED", 10)
    for n in range(500):
        shop.ask(f"eve {n}")
        shop.serve({"eve": 0.1})
    assert len(shop.queue._had) <= 11
    assert len(shop.queue._under_way) <= 11
