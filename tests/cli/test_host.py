"""`parlour host` keeps order from the terminal, `parlour prune` forgets what is too old."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour

from parlour.store import CreateMatch, SaveGuest, Seat, Store
from parlour.store.order_writes import AddReport

YEAR = 365 * 86_400


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house with two guests, one of whom has reported the other at a table; its id."""
    place = tmp_path / "parlour.db"
    monkeypatch.setenv("PARLOUR_DB", str(place))
    with Store.open(place) as store:
        store.write(SaveGuest("-ann", "Ann"))
        store.write(SaveGuest("eve", "E\x1bve", at=1.0))
        match = CreateMatch("connect-four", "1", "00" * 16, seats=[Seat("-ann", None, "Ann"), Seat("eve", None, "Eve")])
        store.write(match)
        store.write(AddReport("eve", "-ann", match.key, "name", "A rude \x1b[31mname", 1.0))
    return match.key


def test_order_is_kept_from_the_terminal(parlour: Parlour, house: str) -> None:
    key = parlour("host", "key").out
    assert key == parlour("host", "key").out and len(key.strip()) == 29
    assert parlour("host", "key", "--renew").out == parlour("host", "key").out != key
    listed = parlour("host", "guests").out
    assert "Ann" in listed and "\x1b" not in listed.replace("\x1b[1m", "").replace("\x1b[0m", "")
    [one] = json.loads(parlour("host", "guests", "ann", "--json").out)["guests"]
    assert one["player"] == "-ann"
    assert house in parlour("host", "tables").out
    [report] = json.loads(parlour("host", "reports", "--json").out)["reports"]
    assert "\x1b" not in parlour("host", "reports").out.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert parlour("host", "settle", report["id"], "--outcome", "Warned").code == 0
    assert "No open reports." in parlour("host", "reports").out
    assert "can’t play here until" in parlour("host", "ban", "-ann", "--days", "2", "--why", "Insults").out
    assert parlour("host", "ban", "2001:db8::/48", "--for-good", "--why", "Floods").code == 0
    bans = json.loads(parlour("host", "bans", "--json").out)
    assert {ban["network"] for ban in bans} == {None, "2001:db8::/48"}
    listed = parlour("host", "bans").out
    assert all(ban["id"] in listed for ban in bans) and "…" not in listed, "an id can be copied from any terminal"
    assert parlour("host", "unban", bans[0]["id"]).code == 0
    assert parlour("host", "close", house, "--why", "Enough").code == 0
    assert "No such tables." in parlour("host", "tables").out
    assert parlour("host", "message", "Cake at five").code == parlour("host", "message", "--end").code == 0
    assert parlour("host", "maintenance", "--until", "2100-01-01").code == 0
    acts = json.loads(parlour("host", "log", "--json").out)["acts"]
    assert [act["what"] for act in reversed(acts)] == [
        "key", "settle", "ban", "ban", "lift", "close", "message", "end-message", "maintenance",
    ]  # fmt: skip
    assert all(act["by"].startswith("terminal (") for act in acts)


@pytest.mark.parametrize(
    "words",
    [
        ["ban", "eve", "--why", "x"],
        ["ban", "eve", "--why", " ", "--days", "1"],
        ["ban", "eve", "--why", "x", "--days", "1", "--for-good"],
        ["ban", "eve", "--why", "x", "--until", "soon"],
        ["ban", "nobody", "--why", "x", "--days", "1"],
        ["ban", "10.0.0.0/2", "--why", "x", "--days", "1"],
        ["close", "nowhere", "--why", "x"],
        ["settle", "nothing", "--outcome", "x"],
        ["unban", "nothing"],
        ["ban", "eve", "--why", "x" * 501, "--days", "1"],
        ["message"],
        ["message", "x" * 501],
        ["maintenance", "x" * 501],
        ["message", "--end"],
        ["message", "Cake", "--end"],
        ["tables", "--status", "round"],
        ["guests", "--db", "nowhere.db"],
        ["prune"],
    ],
)
def test_what_cannot_be_done_is_said(parlour: Parlour, house: str, words: list[str]) -> None:
    parlour("host", *words).refused()


@pytest.mark.parametrize("words", [["settle", "--outcome", "x"], ["unban"], ["close", "--why", "x"]])
def test_an_old_id_that_looks_like_an_option_is_an_id(parlour: Parlour, house: str, words: list[str]) -> None:
    said = parlour("host", words[0], "-haB3whd", *words[1:])
    said.refused()
    assert "There is no such" in said.err


def test_prune_says_what_would_go_and_then_does_it(parlour: Parlour, house: str) -> None:
    parlour("host", "close", house, "--why", "Enough")
    told = parlour("prune", "--dry-run", "--keep-guests", "365").out
    assert "Guests not seen for 365 days: 1 would go." in told and "Friendly games: kept for good." in told
    assert len(json.loads(parlour("host", "guests", "--json").out)["guests"]) == 2
    assert "Guests not seen for 365 days: 1 gone." in parlour("prune", "--keep-guests", "365").out
    assert [one["name"] for one in json.loads(parlour("host", "guests", "--json").out)["guests"]] == ["Ann"]
    assert json.loads(parlour("prune", "--dry-run", "--json", "--keep-guests", "365").out)["old"]["guests"] == 0
    parlour("prune", "--keep-guests", "-1").refused()
    parlour("prune", "--db", "nowhere.db").refused()
