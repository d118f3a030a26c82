"""Forgetting a guest in the store: names in matches, and everything else that was theirs."""

from __future__ import annotations

from collections.abc import Callable

from parlour.store import CreateMatch, SaveGuest, SaveText, Seat, Store
from parlour.store.farewell_writes import ForgetGuest, ForgetNames
from parlour.store.self_writes import AddDevice, SavePhrase

SEED = "5eedc0de" * 4
FORMER = "A former guest"


def played(store: Store, *seats: Seat, **more: object) -> str:
    for seat in seats:
        if seat.guest is not None:
            store.write(SaveGuest(seat.guest, seat.name))
    changed = store.write(CreateMatch("connect-four", "1", SEED, seats=seats, **more))  # type: ignore[arg-type]
    assert changed.match is not None
    return changed.match.id


def test_a_name_is_replaced_in_all_matches_page_by_page(store: Store) -> None:
    ids = sorted(
        played(store, Seat("ann", None, "Ann"), Seat("ben", None, "Ben"), status="over", result={"why": "Ben wins."})
        for _ in range(5)
    )
    after, pages = "", []
    while found := store.write(ForgetNames("ben", FORMER, after, limit=2)):
        pages.append(len(found))
        after = found[-1]
    assert pages == [2, 2, 1]
    for id in ids:
        match = store.reads.match(id)
        assert match is not None
        assert [seat.name for seat in match.seats] == ["Ann", FORMER] and match.result == {"why": f"{FORMER} wins."}
        assert match.seats[1].guest == "ben" and match.revision == 1


def test_only_whole_names_are_replaced(store: Store) -> None:
    why = "Ann beats Annabel; Ann's luck, Ann-Marie."
    id = played(store, Seat("ann", None, "Ann"), Seat("bel", None, "Annabel"), status="over", result={"why": why})
    store.write(ForgetNames("ann", FORMER))
    match = store.reads.match(id)
    assert match is not None and match.seats[1].name == "Annabel"
    assert match.result["why"] == f"{FORMER} beats Annabel; {FORMER}'s luck, {FORMER}-Marie."


def test_two_former_guests_at_one_table_are_told_apart_and_asking_again_changes_nothing(store: Store) -> None:
    id = played(store, Seat("ann", None, "Ann"), Seat("ben", None, "Ben"), status="over")
    for guest in ("ann", "ben", "ann", "ben"):
        store.write(ForgetNames(guest, FORMER))
    match = store.reads.match(id)
    assert match is not None
    assert [seat.name for seat in match.seats] == [FORMER, f"{FORMER} 2"] and match.revision == 2


def test_branches_name_a_former_guest_too(store: Store) -> None:
    first = played(store, Seat("ann", None, "Ann"), Seat("ben", None, "Ben"), status="over")
    settings = {"branch": {"names": ["Ann", "Ben"], "stretches": []}, "clock": {}}
    seats = (Seat("ann", None, "Ann"), Seat(None, "random", "Ben"))
    branch = played(store, *seats, origin=first, settings=settings)
    store.write(ForgetNames("ben", FORMER))
    match = store.reads.match(branch)
    assert match is not None and match.settings["branch"]["names"] == ["Ann", FORMER]
    assert match.seats == (Seat("ann", None, "Ann"), Seat(None, "random", FORMER))


def test_a_branch_of_a_branch_names_a_former_guest_too(store: Store) -> None:
    first = played(store, Seat("ann", None, "Ann"), Seat("ben", None, "Ben"), status="over")
    names = {"branch": {"names": ["Ann", "Ben"], "stretches": []}, "clock": {}}
    seats = (Seat("ann", None, "Ann"), Seat(None, "random", "Ben"))
    middle = played(store, *seats, origin=first, settings=names)
    last = played(store, *seats, origin=middle, settings=names)
    store.write(ForgetNames("ben", FORMER))
    for id in (middle, last):
        match = store.reads.match(id)
        assert match is not None and match.settings["branch"]["names"] == ["Ann", FORMER]
        assert match.seats[1].name == FORMER


def test_nothing_is_left_of_a_guest_but_the_id(store: Store, new_match: Callable[..., str]) -> None:
    id = new_match()
    store.write(SaveText("ann", "deck", "fruit", "4 pineapple"))
    store.write(AddDevice("ann", "hash", "Firefox", 1.0))
    store.write(SavePhrase("ann", "slow", 1.0))
    store.write(ForgetGuest("ann", FORMER))
    guest = store.reads.guest("ann")
    assert guest is not None and (guest.name, guest.signed, guest.seen) == (FORMER, None, 0.0)
    ways = store.reads.ways_in("ann")
    assert (ways.devices, ways.phrase, ways.passkeys) == ([], None, []) and store.reads.saved("ann") == []
    assert store.reads.holder("hash") is None and store.reads.guest_by_phrase("slow") is None
    assert store.reads.match(id) is not None
