"""`parlour ratings` shows a house's leaderboard; `parlour anchors` places what was measured."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour

from parlour.arena import anchors
from parlour.arena.anchors import player_of
from parlour.games import find
from parlour.store import CreateMatch, RatedSeat, SaveGuest, Seat, Store, UpdateMatch

MEDIUM = player_of(find("connect-four"), "medium")


def play(place: Path, winner: str) -> None:
    """A rated game against the house that no house has counted yet."""
    with Store.open(place) as store:
        store.write(SaveGuest(winner, winner.title()))
        match = CreateMatch(
            "connect-four", "1", "00" * 16, seats=[Seat(winner), Seat(None, "medium")], status="running"
        )
        store.write(match)
        seats = [RatedSeat(0, winner, 1.0), RatedSeat(1, MEDIUM, 0.0)]
        store.write(UpdateMatch(match.key, status="over", ended=1.0, result={"payoffs": [1, 0]}, rated=seats))


def test_the_leaderboard_of_a_house(parlour: Parlour, tmp_path: Path) -> None:
    place = tmp_path / "parlour.db"
    empty = parlour("ratings", "connect-four", "--of", "people", "--db", str(place))
    assert empty.code == 0 and "Nobody has played a rated game yet." in empty.out and not place.exists()
    play(place, "ann")
    for _ in range(2):
        said = parlour("ratings", "connect-four", "--db", str(place), "--json")
        board = {one["name"]: one for one in json.loads(said.out)["places"]}
        assert board["Ann"]["games"] == 1 and board["Ann"]["points"] > 1500 and board["Ann"]["provisional"]
        assert board["medium"]["points"] == 1500 and board["medium"]["anchored"]
    told = parlour("ratings", "connect-four", "--db", str(place)).out
    assert "Ann" in told and "the house, medium" in told and "provisional" in told
    assert "the house" not in parlour("ratings", "connect-four", "--of", "people", "--db", str(place)).out


@pytest.mark.parametrize(
    "words", [["checkers"], ["connect-four", "--of", "cats"], ["connect-four", "--db", "mysql://x"]]
)
def test_what_there_is_no_leaderboard_of(parlour: Parlour, words: list[str]) -> None:
    parlour("ratings", *words).refused()


def test_anchors_come_from_what_was_measured(parlour: Parlour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "anchors.json"
    monkeypatch.setattr(anchors, "place", lambda game: kept)
    source = tmp_path / "strength.json"
    rung = {"upper": "medium", "lower": "greedy", "share": 0.64, "games": 100, "low": 0.0, "high": 1.0}
    ladder = {
        "game": "connect-four", "title": "Connect Four", "preset": None, "levels": {"medium": "search:iterations=9"},
        "rungs": [rung | {"upper_ms": 1.0, "lower_ms": 1.0}], "seconds": 1.0,
    }  # fmt: skip
    source.write_text(json.dumps([ladder]))
    said = parlour("anchors", "--afresh", "--from", str(source))
    assert said.code == 0 and "search:iterations=9 1500 ± 0" in said.out
    words = {one.word: round(one.points, -1) for one in anchors.decode(kept.read_bytes(), "it").anchors}
    assert words == {"search:iterations=9": 1500, "greedy": 1400}
    source.write_text("[{]")
    parlour("anchors", "--from", str(source)).refused()
    parlour("anchors", "--from", str(tmp_path / "nowhere.json")).refused()
