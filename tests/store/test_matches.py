"""Matches: seats, lists, leases, rematches, export and import; guests, texts and ratings beside them."""

from __future__ import annotations

import hashlib
import json
import logging
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from parlour.store import (
    AppendMove,
    Claim,
    CreateMatch,
    ForgetText,
    ImportMatch,
    KeepText,
    Release,
    Renew,
    SaveGuest,
    SaveText,
    Seat,
    Store,
    StoreError,
    UpdateMatch,
)

NewMatch = Callable[..., str]
SEED = "5eedc0de" * 4


def test_a_match_is_read_back_as_it_was_created(store: Store) -> None:
    store.write(SaveGuest("ann", "Ann"))
    seats = (Seat("ann", None, "Ann"), Seat(None, "search:3", "Search"), Seat())
    created = store.write(
        CreateMatch(
            "battle-farm",
            "1.2",
            SEED,
            options={"seats": 3},
            seats=seats,
            settings={"clock": {"move_ms": 6000}},
            host="ann",
        )
    ).match
    assert created is not None
    assert created == store.reads.match(created.id)
    assert (created.seed, created.seats, created.options) == (SEED, seats, {"seats": 3})
    assert (created.status, created.started, created.result, created.revision) == ("open", None, None, 0)
    assert len(created.id) >= 22 and created.id.replace("-", "").replace("_", "").isalnum()


def test_an_unknown_match_is_none(store: Store) -> None:
    assert store.reads.match("nowhere") is None
    assert store.reads.load_match("nowhere") is None
    assert store.reads.moves_since("nowhere", 0) == []
    assert store.write(UpdateMatch("nowhere", status="over")).match is None


def test_of_two_guests_who_take_one_seat_the_second_is_told(store: Store) -> None:
    for guest in ("ann", "ben"):
        store.write(SaveGuest(guest, guest.title()))
    match = store.write(CreateMatch("connect-four", "1", SEED, seats=[Seat()])).match
    assert match is not None
    ann = store.write(UpdateMatch(match.id, match.revision, seats=[Seat("ann", None, "Ann")]))
    ben = store.write(UpdateMatch(match.id, match.revision, seats=[Seat("ben", None, "Ben")]))
    assert ann.ok and not ben.ok
    assert ben.match is not None and ben.match.seats[0].guest == "ann"
    assert store.reads.matches_of("ben").matches == []


def test_a_guest_who_leaves_is_no_longer_listed(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    assert [one.id for one in store.reads.matches_of("ann").matches] == [match]
    store.write(UpdateMatch(match, seats=[Seat(), Seat()]))
    assert store.reads.matches_of("ann").matches == []


def test_running_matches_of_a_guest_come_first_then_the_newest(store: Store, new_match: NewMatch) -> None:
    over = new_match(status="over", created=5.0)
    old = new_match(status="running", created=1.0)
    open_ = new_match(status="open", created=4.0)
    new = new_match(status="running", created=2.0)
    hosted = new_match(status="over", created=3.0, seats=[], host="ann")
    assert [match.id for match in store.reads.matches_of("ann").matches] == [new, old, open_, over, hosted]
    assert store.reads.hosted("ann") == 0


def test_a_host_of_many_open_and_running_matches_gets_no_more(store: Store, new_match: NewMatch) -> None:
    running, opened = new_match(host="ann"), new_match(host="ann", status="open")
    new_match(host="ann", status="over")
    new_match(host=None)
    refused = store.write(CreateMatch("g", "1", SEED, host="ann", id="more", most_hosted=2))
    assert not refused.ok and refused.match is None
    assert store.reads.match("more") is None
    store.write(UpdateMatch(opened, status="closed"))
    assert store.write(CreateMatch("g", "1", SEED, host="ann", most_hosted=2)).ok
    store.write(UpdateMatch(running, status="over"))
    both = [store.submit(CreateMatch("g", "1", SEED, host="ann", most_hosted=2)) for _ in range(2)]
    assert sorted(one.result().ok for one in both) == [False, True]


def test_the_lobby_lists_open_and_running_tables_page_by_page(store: Store, new_match: NewMatch) -> None:
    listed = [new_match(status="open", listed=True, created=float(n // 2)) for n in range(7)]
    new_match(status="open", listed=False)
    new_match(status="over", listed=True)
    seen: list[str] = []
    after = None
    for length in (3, 3, 1):
        page = store.reads.tables(limit=3, after=after)
        assert len(page.matches) == length
        seen += [match.id for match in page.matches]
        after = page.after
    assert after is None
    assert sorted(seen) == sorted(listed) and len(set(seen)) == 7
    assert store.reads.tables(game="deadwood").matches == []


@pytest.mark.parametrize("after", ["", "x", "1~x~y", "1~2", "~~", "nul\0", "1e9~1~a"])
def test_a_made_up_page_is_refused(store: Store, after: str) -> None:
    with pytest.raises(StoreError):
        store.reads.tables(after=after)


def test_one_process_at_a_time_holds_the_lease(store: Store, place: str, new_match: NewMatch) -> None:
    match = new_match()
    assert store.reads.expired_leases() == [match]
    with Store.open(place) as other:
        assert store.write(Claim(match, "one", 30))
        assert not other.write(Claim(match, "two", 30))
        assert store.write(Claim(match, "one", 30))
        assert other.reads.expired_leases() == []
        assert not other.write(Release(match, "two"))
        assert store.write(Release(match, "one"))
        assert other.write(Claim(match, "two", 30))


def test_a_process_renews_all_its_leases_at_once(store: Store, new_match: NewMatch) -> None:
    mine, others, nobodys = (new_match() for _ in range(3))
    store.write(Claim(mine, "one", -1))  # ran out, but nobody took it
    store.write(Claim(others, "two", 30))
    assert store.write(Renew([mine, others, nobodys, "nowhere"], "one", 30)) == {mine}
    assert store.reads.expired_leases() == [nobodys]
    assert not store.write(Claim(mine, "two", 30))
    assert store.write(Renew([], "one", 30)) == set()
    many = [new_match() for _ in range(7)]
    for match in many:
        store.write(Claim(match, "one", 30))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.store.writes.MOST_AT_ONCE", 3)
        assert store.write(Renew(many, "one", 30)) == set(many)


def test_a_dead_process_loses_its_lease(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    assert store.write(Claim(match, "dead", -1))  # it ran out a second ago
    assert store.reads.expired_leases() == [match]
    assert store.write(Claim(match, "alive", 30))
    assert not store.write(Claim(match, "dead", 30))


def test_only_running_matches_need_a_driver(store: Store, new_match: NewMatch) -> None:
    new_match(status="open")
    new_match(status="over")
    assert store.reads.expired_leases() == []


def test_a_match_has_one_rematch(store: Store, new_match: NewMatch) -> None:
    match = new_match(status="over")
    first = store.write(CreateMatch("connect-four", "1", SEED, rematch_of=match))
    second = store.write(CreateMatch("connect-four", "1", SEED, rematch_of=match))
    assert first.ok and not second.ok
    assert first.match == second.match == store.reads.rematch(match)


def test_idle_matches_are_found(store: Store, new_match: NewMatch) -> None:
    idle = new_match(created=10.0)
    busy = new_match(created=10.0)
    new_match(created=10.0, status="over")
    store.write(AppendMove(busy, 0, 0, "drop", at=30.0))
    assert [match.id for match in store.reads.idle(before=20.0)] == [idle]
    assert store.reads.idle(before=5.0) == []


def test_export_and_import_keep_the_match(store: Store, new_match: NewMatch) -> None:
    match = new_match(options={"columns": 7})
    for ply in range(4):
        store.write(AppendMove(match, ply, ply % 2, {"column": ply}, used_ms=ply))
    store.write(UpdateMatch(match, status="over", result={"payoffs": [1, -1]}, ended=9.0))
    record = json.loads(json.dumps(store.reads.export_match(match)))
    copy = store.write(ImportMatch(record))
    assert copy != match
    assert store.reads.export_match(copy) == record
    imported = store.reads.match(copy)
    assert imported is not None and imported.status == "over" and imported.seats[0] == Seat(None, None, "Ann")


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {},
        {"game": "g", "version": "1", "seed": "xyz", "seats": [], "moves": []},
        {"game": "g", "version": "1", "seed": "00", "seats": [1], "moves": []},
        {"game": "g", "version": "1", "seed": "00", "seats": [], "moves": ["drop"]},
        {"game": "g", "version": "1", "seed": "00", "seats": [], "moves": [{"seat": -1, "move": 1}]},
        {"game": 7, "version": "1", "seed": "00", "seats": [], "moves": []},
        {"game": "g", "version": "1", "seed": "00", "seats": [{"bot": ["x"]}], "moves": []},
    ],
)
def test_a_junk_record_is_refused(record: object) -> None:
    with pytest.raises(StoreError, match=r"\.$"):
        ImportMatch(record)  # type: ignore[arg-type]


@pytest.mark.parametrize("changes", [{}, {"seed": "00"}, {"status": "lost"}, {"game": "x"}, {"seats": ["ann"]}])
def test_a_junk_update_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(StoreError):
        UpdateMatch("m", **changes)


def test_a_match_of_an_unknown_guest_is_refused_alone(store: Store) -> None:
    wrong = [store.submit(CreateMatch("g", "1", SEED, host="nobody")) for _ in range(5)]
    right = [store.submit(CreateMatch("g", "1", SEED)) for _ in range(5)]
    assert all(isinstance(future.exception(), StoreError) for future in wrong)
    assert all(future.result().ok for future in right)


def test_an_id_is_never_used_twice(store: Store) -> None:
    store.write(CreateMatch("g", "1", SEED, id="m"))
    with pytest.raises(StoreError, match="already a match"):
        store.write(CreateMatch("g", "1", SEED, id="m"))


def test_neither_repr_nor_log_shows_the_seed(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("sqlalchemy.engine").setLevel(logging.DEBUG)
    try:
        create = CreateMatch("g", "1", SEED, id="m")
        future = store.submit(create)
        changed = future.result()
        assert changed.match is not None and changed.match.seed == SEED
        assert str(changed.match.seed) == SEED
        failed = store.submit(CreateMatch("g", "1", SEED, host="nobody"))
        shown = [
            create,
            future,
            changed,
            changed.match,
            store.reads.load_match("m"),
            store.reads.export_match("m"),
            store,
        ]
        shown += [store.reads.tables(), failed.exception(), pickle.loads(pickle.dumps(changed.match))]
        assert SEED not in "".join(map(repr, shown))
        assert SEED not in caplog.text
    finally:
        logging.getLogger("sqlalchemy.engine").setLevel(logging.NOTSET)


# Guests, texts, ratings


def test_a_guest_comes_back_under_a_new_name(store: Store) -> None:
    store.write(SaveGuest("ann", "Ann", at=1.0))
    guest = store.write(SaveGuest("ann", "Anna", at=2.0))
    assert guest == store.reads.guest("ann")
    assert (guest.name, guest.created, guest.seen) == ("Anna", 1.0, 2.0)
    assert store.reads.guest("ben") is None


def test_texts_are_kept_by_content(store: Store) -> None:
    content = "4 pineapple\n2 wheat é\n"
    first = store.write(KeepText("deck", "fruit", content))
    again = store.write(KeepText("deck", "other name", content))
    assert first == again
    assert first.hash == hashlib.sha256(content.encode()).hexdigest()
    assert store.reads.text(first.hash) == first
    assert store.reads.texts([first.hash, "0" * 64]) == {first.hash: first}


def test_a_saved_name_points_to_the_newest_text_and_the_old_text_stays(store: Store) -> None:
    store.write(SaveGuest("ann", "Ann"))
    old = store.write(SaveText("ann", "deck", "fruit", "1"))
    new = store.write(SaveText("ann", "deck", "fruit", "2"))
    store.write(SaveText("ann", "script", "fruit", "3"))
    assert [one.hash for one in store.reads.saved("ann", "deck")] == [new.hash]
    assert len(store.reads.saved("ann")) == 2 and store.reads.saved("ben") == []
    text = store.reads.text(old.hash)
    assert text is not None and text.content == "1"
    assert store.write(ForgetText("ann", "deck", "fruit"))
    assert not store.write(ForgetText("ann", "deck", "fruit"))
    assert store.reads.saved("ann", "deck") == [] and store.reads.text(new.hash) is not None


# --- branches ---


def test_a_branch_begins_with_its_moves(store: Store) -> None:
    begun = [{"seat": 0, "move": {"column": 3}, "at": 5.0, "used_ms": 40}, {"seat": 1, "move": {"column": 2}}]
    match = store.write(CreateMatch("g", "1", SEED, origin="m", moves=begun)).match
    assert match is not None and match.origin == "m"
    played = store.reads.load_match(match.id)
    assert played is not None
    assert [(move.ply, move.seat, move.move) for move in played.moves] == [(0, 0, {"column": 3}), (1, 1, {"column": 2})]
    assert not store.write(AppendMove(match.id, 1, 0, "late")).ok
    assert store.write(AppendMove(match.id, 2, 0, "next")).ok


def test_branches_are_listed_once_they_are_over_or_in_the_lobby_and_to_their_own_guests(store: Store) -> None:
    for guest in ("ann", "ben"):
        store.write(SaveGuest(guest, guest.title()))

    def branch(**wish: Any) -> str:
        match = store.write(CreateMatch("g", "1", SEED, **{"origin": "m", **wish})).match
        assert match is not None
        return match.id

    over, open = branch(status="over"), branch(status="open", listed=True)
    private = branch(status="running", host="ann", seats=[Seat("ann", None, "Ann"), Seat("ben", None, "Ben")])
    branch(status="closed", listed=True, host="ann")
    branch(origin="another", status="over")
    branch(origin=None, status="over")

    def listed(guest: str | None) -> list[str]:
        return [match.id for match in store.reads.branches("m", guest).matches]

    assert listed(None) == listed("eve") == [open, over]
    assert listed("ann") == listed("ben") == [private, open, over]
