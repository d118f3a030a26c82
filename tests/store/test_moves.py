"""Moves: one writer of a ply wins, an acknowledged move is on the disk, many moves share one commit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.store import Appended, AppendMove, Store, StoreError

NewMatch = Callable[..., str]


def test_a_move_is_read_back_as_it_was_made(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    move = {"kind": "drop", "column": 3, "why": "naïve \u2603 \x00"}
    assert store.write(AppendMove(match, 0, 1, move, used_ms=250, at=12.5)) == Appended(True)
    (kept,) = store.reads.moves_since(match, 0)
    assert (kept.match, kept.ply, kept.seat, kept.move, kept.used_ms, kept.at) == (match, 0, 1, move, 250, 12.5)


def test_moves_since_a_ply_come_in_order(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    for future in [store.submit(AppendMove(match, ply, ply % 2, ply)) for ply in range(20)]:
        assert future.result().ok
    assert [move.ply for move in store.reads.moves_since(match, 15)] == [15, 16, 17, 18, 19]


def test_the_loser_of_a_race_is_told_the_winning_move(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    store.write(AppendMove(match, 0, 0, "first"))
    told = store.write(AppendMove(match, 0, 1, "second"))
    assert not told.ok
    assert told.existing is not None and (told.existing.seat, told.existing.move) == (0, "first")


def test_the_same_move_twice_is_acknowledged_once(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    twins = [store.submit(AppendMove(match, 0, 0, "drop", at=1.0)) for _ in range(10)]
    assert sorted(twin.result().ok for twin in twins) == [False] * 9 + [True]


def test_of_many_writers_of_one_ply_exactly_one_wins(store: Store, place: str, new_match: NewMatch) -> None:
    match = new_match()
    with Store.open(place) as rival, ThreadPoolExecutor(16) as threads:
        for ply in range(10):
            start = threading.Barrier(16)

            def append(seat: int, ply: int = ply, start: threading.Barrier = start) -> Appended:
                start.wait()
                return (store, rival)[seat % 2].write(AppendMove(match, ply, seat, {"of": seat}))

            told = list(threads.map(append, range(16)))
            winners = [seat for seat, answer in enumerate(told) if answer.ok]
            assert len(winners) == 1
            for answer in told:
                assert answer.ok or (answer.existing is not None and answer.existing.move == {"of": winners[0]})


def test_200_writers_share_commits(store: Store, new_match: NewMatch) -> None:
    matches = [new_match() for _ in range(200)]
    before = store.stats()

    def play(match: str) -> bool:
        return all(store.write(AppendMove(match, ply, ply % 2, {"column": ply})).ok for ply in range(5))

    with ThreadPoolExecutor(200) as threads:
        assert all(threads.map(play, matches))
    after = store.stats()
    assert after.moves - before.moves == 1000
    assert after.batches - before.batches < 400
    assert all([move.ply for move in store.reads.moves_since(match, 0)] == list(range(5)) for match in matches)


def test_asyncio_writers_share_commits_too(store: Store, new_match: NewMatch) -> None:
    matches = [new_match() for _ in range(50)]

    async def play() -> None:
        for ply in range(3):
            told = await asyncio.gather(*(store.append_move(match, ply, 0, "drop") for match in matches))
            assert all(answer.ok for answer in told)
        played = await store.load_match(matches[0])
        assert played is not None and len(played.moves) == 3

    before = store.stats().batches
    asyncio.run(play())
    assert store.stats().batches - before < 75


def test_a_taken_ply_does_not_harm_its_neighbours_in_a_batch(store: Store, place: str, new_match: NewMatch) -> None:
    matches = [new_match() for _ in range(20)]
    with Store.open(place) as rival:
        for match in matches[::4]:
            rival.write(AppendMove(match, 0, 1, "first"))

    async def play() -> list[Appended]:
        return await asyncio.gather(*(store.append_move(match, 0, 0, "second") for match in matches))

    told = asyncio.run(play())
    assert [answer.ok for answer in told] == [number % 4 != 0 for number in range(20)]
    assert all(answer.existing is not None and answer.existing.move == "first" for answer in told[::4])
    kept = [[move.move for move in store.reads.moves_since(match, 0)] for match in matches]
    assert kept == [["second"] if number % 4 else ["first"] for number in range(20)]


def test_what_an_event_loop_asks_for_in_one_turn_is_one_commit(store: Store, new_match: NewMatch) -> None:
    matches = [new_match() for _ in range(50)]

    async def play() -> None:
        asked = [asyncio.ensure_future(store.append_move(match, 0, 0, "drop")) for match in matches]
        assert all(answer.ok for answer in await asyncio.gather(*asked))

    before = store.stats().batches
    asyncio.run(play())
    assert store.stats().batches - before == 1


def test_a_refused_move_is_told_to_its_event_loop(store: Store, new_match: NewMatch) -> None:
    match = new_match()

    async def play() -> list[Appended | BaseException]:
        wrong, right = store.append_move("nowhere", 0, 0, "drop"), store.append_move(match, 0, 0, "drop")
        return list(await asyncio.gather(wrong, right, return_exceptions=True))

    wrong, right = asyncio.run(play())
    assert isinstance(wrong, StoreError) and wrong.reason == "junk"
    assert right == Appended(True)
    assert store.stats().failures == 1


def test_a_move_that_an_event_loop_called_off_is_not_written(store: Store, new_match: NewMatch) -> None:
    match = new_match()

    async def play() -> None:
        called_off = asyncio.ensure_future(store.append_move(match, 0, 0, "drop"))
        await asyncio.sleep(0)  # asked for, but the writer is woken only at the end of the turn
        called_off.cancel()
        assert (await store.append_move(match, 0, 1, "other")).ok

    asyncio.run(play())
    assert [move.seat for move in store.reads.moves_since(match, 0)] == [1]


def test_the_writer_survives_an_event_loop_that_does_not_wait(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    loop = asyncio.new_event_loop()

    async def ask() -> None:
        store._writer.ask(AppendMove(match, 0, 0, "drop"))

    loop.run_until_complete(ask())
    loop.close()
    assert store.write(AppendMove(match, 1, 0, "next")).ok
    assert len(store.reads.moves_since(match, 0)) == 2


def test_a_closed_store_refuses_an_event_loop_too(place: str) -> None:
    store = Store.open(place)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(store.append_move("m", 0, 0, "drop"))


def test_a_gap_in_the_moves_is_refused(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    store.write(AppendMove(match, 0, 0, "drop"))
    with pytest.raises(StoreError, match="Ply 2 cannot be kept before ply 1"):
        store.write(AppendMove(match, 2, 0, "drop"))
    assert len(store.reads.moves_since(match, 0)) == 1


def test_a_move_of_an_unknown_match_does_not_harm_its_neighbours(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    futures = []
    for ply in range(50):
        futures.append(
            (store.submit(AppendMove("nowhere", ply, 0, "drop")), store.submit(AppendMove(match, ply, 0, "drop")))
        )
    for wrong, right in futures:
        assert isinstance(wrong.exception(), StoreError)
        assert right.result().ok


def test_a_cancelled_write_is_not_done_or_acknowledged(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    future = store.submit(AppendMove(match, 0, 0, "drop"))
    cancelled = future.cancel()
    store.write(AppendMove(match, 0, 1, "other"))
    assert len(store.reads.moves_since(match, 0)) == 1
    assert store.reads.moves_since(match, 0)[0].seat == (1 if cancelled else 0)


@pytest.mark.parametrize(
    "junk",
    [
        {"ply": -1},
        {"ply": 2**31},
        {"ply": "0"},
        {"ply": True},
        {"seat": 1.5},
        {"used_ms": -5},
        {"match": "nul\0"},
        {"match": ""},
        {"match": None},
        {"match": "\ud800"},
        {"match": "x" * 1000},
        {"move": {1, 2}},
        {"move": float("nan")},
        {"move": "\udfff"},
        {"at": float("inf")},
    ],
)
def test_junk_is_refused_with_a_sentence_before_it_is_queued(junk: dict[str, object]) -> None:
    given: dict[str, object] = {"match": "m", "ply": 0, "seat": 0, "move": "drop"}
    with pytest.raises(StoreError, match=r"^[A-Z].*\.$") as told:
        AppendMove(**given | junk)  # type: ignore[arg-type]
    assert told.value.reason == "junk"


def test_a_bottomless_move_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(StoreError):
        AppendMove("m", 0, 0, deep)


@given(st.text(max_size=50), st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_text_and_json_is_taken_or_refused_in_a_sentence(match: str, move: object) -> None:
    try:
        AppendMove(match, 0, 0, move)
    except StoreError as error:
        assert str(error).endswith(".")


def test_a_closed_store_refuses(place: str) -> None:
    store = Store.open(place)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.write(AppendMove("m", 0, 0, "drop"))


def test_closing_writes_what_is_queued(place: str) -> None:
    from parlour.store import CreateMatch

    store = Store.open(place)
    store.write(CreateMatch("connect-four", "1", "00", id="m"))
    futures = [store.submit(AppendMove("m", ply, 0, "drop")) for ply in range(500)]
    store.close()
    assert all(future.result(0).ok for future in futures)
    with Store.open(place) as again:
        assert len(again.reads.moves_since("m", 0)) == 500


def test_a_full_queue_says_so(place: str) -> None:
    with Store.open(place, longest_queue=0) as store, pytest.raises(StoreError, match="too many writes are waiting"):
        store.write(AppendMove("m", 0, 0, "drop"))
