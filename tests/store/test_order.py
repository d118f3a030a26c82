"""Reports, bans and the log in both databases: an act is logged if it was done, and numbers are given once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from parlour.store import SaveGuest, Store, new_id
from parlour.store.order_writes import (
    AddBan,
    AddReport,
    ChangeState,
    CloseTable,
    LiftBan,
    LogAct,
    SetState,
    SettleReport,
)
from parlour.store.retention import DropGuest, DropLines, DropMatch
from parlour.store.rows import Act

NewMatch = Callable[..., str]


def act(what: str, about: str = "", why: str = "") -> Act:
    return Act("terminal", what, about, why, at=100.0)


def test_what_a_host_does_is_logged_if_it_was_done(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    store.write(SaveGuest("eve", "Eve", at=1.0))
    report = store.write(AddReport("eve", "ann", match, "name", "Rude", 50.0))
    assert store.reads.reports() == [report] and store.reads.open_reports() == 1
    assert store.write(SettleReport(act("settle", "eve", "Warned"), report.id))
    assert not store.write(SettleReport(act("settle", "eve", "Again"), report.id))
    ban = store.write(AddBan(act("ban", "eve", "Rude"), "eve", None, 200.0))
    assert store.reads.bans("eve") == [ban] and ban.why == "Rude"
    assert store.write(LiftBan(act("lift", "eve"), ban.id)) and not store.write(LiftBan(act("lift", "eve"), ban.id))
    closed = store.write(CloseTable(act("close", match, "Enough")))
    assert closed.ok and closed.match is not None and closed.match.status == "closed"
    assert closed.match.settings["closed"] == "Enough"
    assert not store.write(CloseTable(act("close", match, "Enough"))).ok
    assert not store.write(CloseTable(act("close", "nowhere", "Enough"))).ok
    assert [one.what for one in store.reads.acts()] == ["close", "lift", "ban", "settle"]
    assert [one.number for one in store.reads.acts(since=2)] == [4, 3]


def test_several_hosts_never_get_the_same_number(store: Store) -> None:
    with ThreadPoolExecutor(8) as hosts:
        assert all(hosts.map(lambda n: store.write(LogAct(act("enter", str(n)))), range(40)))
    assert [one.number for one in store.reads.acts()] == list(range(40, 0, -1))


def test_states_count_their_changes(store: Store) -> None:
    assert [store.write(SetState("a", [1])), store.write(SetState("a", None))] == [1, 2]
    assert store.write(ChangeState(act("message"), "b", {"text": "Cake"}))
    assert store.reads.states() == {"acts": (1, None), "a": (2, None), "b": (1, {"text": "Cake"})}


def test_old_games_and_lines_are_dropped_and_needed_ones_kept(store: Store, new_match: NewMatch) -> None:
    plain, needed = (new_match(status="over", ended=10.0) for _ in range(2))
    store.write(AddReport("ann", "ann", needed, "other", "", 10.0))
    assert store.reads.outdated("games", 50.0, 50.0) == [plain]
    assert store.reads.outdated_counts({"games": 50.0, "acts": 50.0, "guests": 50.0}, 50.0)["games"] == 1
    assert not store.write(DropMatch(needed, 50.0)) and not store.write(DropMatch(plain, 5.0))
    assert store.write(DropMatch(plain, 50.0)) and store.reads.match(plain) is None
    store.write(LogAct(act("enter")))
    assert store.write(DropLines("acts", 50.0)) == 0 and store.write(DropLines("acts", 150.0)) == 1
    assert not store.write(DropGuest("ann")), "a match refers to her"
    assert store.reads.states()["acts"][0] == 1, "numbers go on after the lines are gone"
    assert [one.guest.id for one in store.reads.find_guests("ANN")] == ["ann"]


def test_no_new_id_looks_like_an_option_of_a_command() -> None:
    assert not any(new_id(size).startswith("-") for size in (12, 16) for _ in range(2000))
