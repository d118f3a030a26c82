"""Bots on call, invitations, and guests who look for an opponent: nothing happens twice, whoever is killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from parlour.store import CreateMatch, Invitation, OnCall, SaveGuest, Seat, Seek, Store, UpdateMatch
from parlour.store.calling_writes import (
    BeginCall,
    BeginSeek,
    EndCall,
    ForgetInvitations,
    Invite,
    KeepSeeking,
    MatchOnLadder,
    RenewCalls,
    StopSeeking,
)
from parlour.store.farewell_writes import ForgetGuest

SEED = "5eedc0de" * 4
GUESTS = [f"g{number:02}" for number in range(11)]


@pytest.fixture
def full(store: Store) -> Store:
    for guest in GUESTS:
        store.write(SaveGuest(guest, guest.title()))
    store.write(SaveGuest("bolt", "Bolt", "bot"))
    return store


def begin_call(store: Store, line: str = "line", tables: int = 2, seconds: float = 60.0) -> None:
    store.write(BeginCall("bolt", line, ["nim"], tables, True, True, seconds))


def bolt(store: Store) -> OnCall | None:
    found = store.reads.on_call("bolt")
    return found[0] if found else None


def new_table(store: Store, *guests: str) -> str:
    made = store.write(CreateMatch("nim", "1", SEED, seats=[Seat(guest) for guest in guests]))
    assert made.match is not None
    return made.match.id


def test_a_call_lasts_as_long_as_its_lease(full: Store) -> None:
    begin_call(full)
    found = bolt(full)
    assert found is not None and (found.games, found.tables, found.busy) == (["nim"], 2, 0)
    begin_call(full, seconds=0.0)
    assert bolt(full) is None
    assert full.write(RenewCalls(["line", "unknown"], 60.0)) == {"line"}
    assert bolt(full) is not None


def test_the_end_of_an_earlier_line_does_not_end_a_later_one(full: Store) -> None:
    begin_call(full, "first")
    begin_call(full, "second")
    full.write(EndCall("bolt", "first"))
    assert bolt(full) is not None
    assert full.write(RenewCalls(["first"], 60.0)) == set()
    full.write(EndCall("bolt", "second"))
    assert bolt(full) is None


def test_of_many_invitations_at_once_only_as_many_are_made_as_there_is_room(full: Store, place: str) -> None:
    begin_call(full, tables=2)
    tables = [new_table(full, guest, "bolt") for guest in GUESTS[:8]]
    with Store.open(place) as other, ThreadPoolExecutor(8) as hands:
        ask = [(full, other)[number % 2] for number in range(8)]
        made = list(hands.map(lambda one, id: one.write(Invite(id, "bolt", 1, "challenge", 99.0)), ask, tables))
    assert made.count(True) == 2
    found = bolt(full)
    assert found is not None and (found.busy, found.room) == (2, 0)
    ended = full.reads.invitations_of("bolt")[0].match
    full.write(UpdateMatch(ended, status="over", ended=1.0, result={"payoffs": [1.0, 0.0]}))
    assert bolt(full).busy == 1  # type: ignore[union-attr]
    full.write(ForgetInvitations())
    assert full.reads.invited_to(ended) == []


def test_an_invitation_is_late_while_its_table_is_open(full: Store) -> None:
    begin_call(full)
    table = new_table(full, "g00", "bolt")
    assert full.write(Invite(table, "bolt", 1, "challenge", 50.0))
    assert full.write(Invite(table, "bolt", 1, "challenge", 50.0))  # the same again
    assert full.reads.late_invitations(49.0) == [] and full.reads.late_invitations(51.0) == [table]
    full.write(UpdateMatch(table, status="running"))
    assert full.reads.late_invitations(51.0) == []
    assert [one.match for one in full.reads.invitations_of("bolt")] == [table]


def test_a_bot_is_matched_once_in_its_time_on_the_ladder(full: Store) -> None:
    begin_call(full)
    full.write(SaveGuest("nut", "Nut", "bot"))
    assert not full.write(MatchOnLadder(["bolt", "nut"], 100.0, 40.0))  # nut was never on call
    full.write(BeginCall("nut", "its line", ["nim"], 1, True, True, 60.0))
    assert full.write(MatchOnLadder(["bolt", "nut"], 100.0, 40.0))
    assert not full.write(MatchOnLadder(["nut"], 110.0, 50.0))
    begin_call(full, "another line")  # which does not make it fresh
    assert not full.write(MatchOnLadder(["bolt"], 110.0, 50.0))
    assert full.write(MatchOnLadder(["bolt"], 161.0, 101.0))


# --- looking for an opponent ---


def in_pairs(waiting: Sequence[Seek]) -> list[Sequence[Seek]]:
    return [waiting[first : first + 2] for first in range(0, len(waiting) - 1, 2)]


def arrange(group: Sequence[Seek]) -> tuple[CreateMatch, list[Invitation]]:
    create = CreateMatch("nim", "1", SEED, seats=[Seat(one.guest) for one in group])
    return create, [Invitation(create.key, one.guest, seat, "found", 99.0) for seat, one in enumerate(group)]


def keep(guest: str, pool: str = "pool", seconds: float = 60.0) -> KeepSeeking:
    return KeepSeeking(guest, pool, in_pairs, arrange, seconds)


def test_nobody_is_paired_twice_whoever_looks_at_the_same_moment(full: Store, place: str) -> None:
    for guest in GUESTS:
        full.write(BeginSeek(guest, "pool", {}, 1500, 0.0, 60.0))
    with Store.open(place) as other, ThreadPoolExecutor(8) as hands:
        ask = [(full, other)[number % 2] for number in range(3 * len(GUESTS))]
        list(hands.map(lambda one, guest: one.write(keep(guest)), ask, GUESTS * 3))
    found = [full.write(keep(guest)) for guest in GUESTS]
    matches = Counter(one.match for one in found if one is not None)
    assert matches.pop(None) == 1 and set(matches.values()) == {2} and len(matches) == 5
    for match in matches:
        kept = full.reads.match(str(match))
        assert kept is not None and len({seat.guest for seat in kept.seats}) == 2
        assert {one.guest for one in full.reads.invited_to(kept.id)} == {seat.guest for seat in kept.seats}


def test_whoever_has_gone_is_not_paired(full: Store) -> None:
    full.write(BeginSeek("g00", "pool", {}, 1500, 0.0, 0.0))
    full.write(BeginSeek("g01", "pool", {}, 1500, 0.0, 60.0))
    found = full.write(keep("g01"))
    assert found is not None and (found.match, found.others) == (None, 0)
    assert full.write(keep("g00")) is None


def test_another_search_replaces_the_first_and_pools_do_not_mix(full: Store) -> None:
    full.write(BeginSeek("g00", "pool", {"game": "nim"}, 1500, 1.0, 60.0))
    full.write(BeginSeek("g01", "puddle", {}, 1500, 2.0, 60.0))
    assert full.write(keep("g01", "puddle")).match is None  # type: ignore[union-attr]
    full.write(BeginSeek("g00", "puddle", {}, 1400, 3.0, 60.0))
    assert full.write(keep("g00", "puddle")).match is not None  # type: ignore[union-attr]
    full.write(StopSeeking("g00"))
    assert full.reads.sought("g00") is None and full.reads.sought("g01") is not None


def test_a_guest_who_leaves_for_good_is_forgotten_here_too(full: Store) -> None:
    begin_call(full)
    full.write(Invite(new_table(full, "g00", "bolt"), "bolt", 1, "challenge", 50.0))
    full.write(BeginSeek("g00", "pool", {}, 1500, 1.0, 60.0))
    for guest in ("bolt", "g00"):
        full.write(ForgetGuest(guest, "Former"))
    assert bolt(full) is None and full.reads.invitations_of("bolt") == [] and full.reads.sought("g00") is None
