"""Who may come in as a guest: devices, codes, phrases and passkeys in the store, which knows hashes only."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from parlour.store import SaveGuest, Store, connect
from parlour.store.migrations import migrate
from parlour.store.self_writes import (
    MOST_DEVICES,
    AddDevice,
    AddPasskey,
    Arrive,
    MakeCode,
    NoteSeen,
    SavePhrase,
    SignAnew,
    SignOut,
    TakeChallenge,
    UseCode,
    UsePasskey,
)


@pytest.fixture
def ann(store: Store) -> str:
    store.write(Arrive(SaveGuest("ann", "Ann", at=1.0), "hash 0", "Firefox", 1.0))
    return "ann"


def devices(store: Store, guest: str = "ann") -> list[str]:
    return sorted(device.name for device in store.reads.ways_in(guest).devices)


def test_a_guest_of_an_older_house_keeps_the_signed_token(place: str) -> None:
    url = connect.find(place)
    connect.prepare_file(url)
    engine = connect.engine(url, writer=True)
    with engine.begin() as conn:
        migrate(conn, "the database", upto=7)
        conn.execute(text("INSERT INTO guests (id, name, kind, created, seen) VALUES ('old', 'Old', 'person', 1, 2)"))
    engine.dispose()
    with Store.open(place) as store:
        old, new = store.reads.guest("old"), store.write(SaveGuest("new", "New"))
        assert old is not None and old.signed == 0
        assert new.signed is None


def test_a_device_is_found_by_the_hash_of_its_token(store: Store, ann: str) -> None:
    store.write(AddDevice(ann, "hash 1", "Chrome", 2.0))
    found = store.reads.holder("hash 1")
    assert found is not None and (found[0].id, found[1].name) == ("ann", "Chrome")
    assert store.reads.holder("hash 2") is None
    store.write(NoteSeen(ann, found[1].id, 9.0))
    found = store.reads.holder("hash 1")
    assert found is not None and (found[0].seen, found[1].seen) == (9.0, 9.0)


def test_signing_out_others_keeps_one_device_and_nothing_else(store: Store, ann: str) -> None:
    keep = store.write(AddDevice(ann, "hash 1", "Chrome", 2.0))
    store.write(SignAnew(ann, 3))
    store.write(MakeCode("device", "code", ann, until=99.0, now=2.0))
    store.write(SaveGuest("ben", "Ben"))
    store.write(AddDevice("ben", "hash 2", "Edge", 2.0))
    store.write(SignOut(ann, keep=keep.id))
    guest = store.reads.guest(ann)
    assert devices(store) == ["Chrome"] and guest is not None and guest.signed is None
    assert store.write(UseCode("code", "hash 3", "Opera", 3.0)) is None
    assert devices(store, "ben") == ["Edge"]


def test_nobody_signs_out_a_device_of_somebody_else(store: Store, ann: str) -> None:
    [device] = store.reads.ways_in(ann).devices
    store.write(SaveGuest("eve", "Eve"))
    assert store.write(SignOut("eve", only=device.id)) == []
    assert devices(store) == ["Firefox"]
    assert store.write(SignOut(ann, only=device.id)) == [device.id]
    assert devices(store) == []


def test_the_device_that_was_away_longest_makes_room(store: Store, ann: str) -> None:
    for number in range(MOST_DEVICES):
        store.write(AddDevice(ann, f"more {number}", f"{number:02}", 2.0 + number))
    assert len(devices(store)) == MOST_DEVICES and "Firefox" not in devices(store)


def test_a_code_is_used_once_even_by_two_processes(store: Store, place: str, ann: str) -> None:
    store.write(MakeCode("device", "code", ann, until=10.0, now=1.0))
    with Store.open(place) as rival, ThreadPoolExecutor(8) as threads:
        tries = [(house, f"try {house is store} {n}") for house in (store, rival) for n in range(4)]
        came = list(threads.map(lambda one: one[0].write(UseCode("code", one[1], "Phone", 2.0)), tries))
    assert sum(device is not None for device in came) == 1
    assert devices(store) == ["Firefox", "Phone"]


def test_a_code_ends_and_a_new_one_replaces_it(store: Store, ann: str) -> None:
    store.write(MakeCode("device", "first", ann, until=10.0, now=1.0))
    store.write(MakeCode("device", "second", ann, until=10.0, now=1.0))
    assert store.write(UseCode("first", "hash 1", "Phone", 2.0)) is None
    assert store.write(UseCode("second", "hash 2", "Phone", 10.5)) is None, "too late"
    assert store.write(UseCode("second", "hash 3", "Phone", 2.0)) is None, "and gone"


def test_a_code_that_was_used_before_the_line_broke_is_not_lost(store: Store, ann: str) -> None:
    store.write(MakeCode("device", "code", ann, until=10.0, now=1.0))
    use = UseCode("code", "hash 1", "Phone", 2.0)
    first = store.write(use)
    use.unsure = True
    assert store.write(use) == first is not None


def test_a_challenge_is_answered_once_by_the_guest_it_was_made_for(store: Store, ann: str) -> None:
    for hash, guest in [("a", ann), ("b", None), ("c", ann), ("d", ann)]:
        store.write(MakeCode(f"kind {hash}", hash, guest, until=10.0, now=1.0))
    assert store.write(TakeChallenge("kind a", "a", ann, 2.0))
    assert not store.write(TakeChallenge("kind a", "a", ann, 2.0)), "once"
    assert store.write(TakeChallenge("kind b", "b", None, 2.0))
    assert not store.write(TakeChallenge("kind c", "c", "eve", 2.0)), "somebody else's"
    assert not store.write(TakeChallenge("other", "d", ann, 2.0)), "another kind"
    assert not store.write(TakeChallenge("kind d", "d", ann, 11.0)), "too late"


def test_a_guest_has_one_phrase(store: Store, ann: str) -> None:
    store.write(SavePhrase(ann, "slow 1", 1.0))
    store.write(SavePhrase(ann, "slow 2", 2.0))
    found = store.reads.guest_by_phrase("slow 2")
    assert found is not None and found.id == ann and store.reads.guest_by_phrase("slow 1") is None
    assert store.reads.ways_in(ann).phrase == 2.0
    store.write(SavePhrase(ann, None, 3.0))
    assert store.reads.ways_in(ann).phrase is None


def test_a_passkey_that_counts_backwards_is_a_copy(store: Store, ann: str) -> None:
    assert store.write(AddPasskey("key", ann, "example.org", "public", 5, "Phone", 1.0))
    assert not store.write(AddPasskey("key", ann, "example.org", "other", 5, "Phone", 1.0)), "it is taken"
    assert store.write(UsePasskey("key", 6, 2.0))
    for stale in (6, 5, 0):
        assert not store.write(UsePasskey("key", stale, 3.0))
    assert not store.write(UsePasskey("unknown", 7, 3.0))
    assert store.write(AddPasskey("uncounted", ann, "example.org", "public", 0, "Key", 1.0))
    assert store.write(UsePasskey("uncounted", 0, 2.0)) and store.write(UsePasskey("uncounted", 0, 3.0))
