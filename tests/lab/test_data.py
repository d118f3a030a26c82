"""Decisions in Parquet files: a row each, for every game, the same for the same seed, and nothing that leaks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parlour.arena import play_series, simulate
from parlour.arena.trajectories import Trajectory
from parlour.core import Refused, Seed
from parlour.core.lens import Numbers
from parlour.core.match import Match
from parlour.games import HOUSE, find
from parlour.lab.data import writing
from parlour.lab.data.describing import describe
from parlour.lab.data.writing import Table

LISTS = ["observation", "mask"]
SEED = Seed.parse("5")
TABLES = [(name, find(name).default_seats) for name in HOUSE] + [("battle-farm", 3), ("deadwood", 8)]


def written(path: Path, name: str, words: list[str], games: int, workers: int = 1) -> Path:
    game = find(name)
    options = game.read_options()
    table = Table(path, "simulate", game, options, words, "1.2.3")
    found = simulate(game, options, words, games, SEED, workers, rows=table.add)
    table.close(found.seed, found.interrupted)
    return path


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_row_has_what_its_mover_saw_and_did(name: str, seats: int, tmp_path: Path) -> None:
    game = find(name)
    options = game.read_options()
    table = pq.read_table(written(tmp_path / "one.parquet", name, ["random"] * seats, 1))
    seen, masks = (table[which].combine_chunks().flatten().to_numpy(zero_copy_only=False) for which in LISTS)
    seen, masks = seen.reshape(len(table), -1), masks.reshape(len(table), -1)
    rows = table.drop_columns(LISTS).to_pydict()
    # The same game again, by its seed and the chosen actions alone.
    match = Match(game, options, seats, SEED.child(0))
    lens = game.lens(options, seats)
    numbers = Numbers(1, lens.size)
    for at, action in enumerate(rows["action"]):
        assert rows["seat"][at] == match.mover and rows["ply"][at] == at + 1
        numbers.begin(0)
        lens.observe(match.state, match.mover, numbers)
        assert np.array_equal(seen[at], np.array(numbers.row_values(0), np.float32))
        legal = {int(lens.choice(match.state, move)) for move in match.state.moves()}
        assert set(np.flatnonzero(masks[at]).tolist()) == legal and action in legal
        match.play(match.mover, int(lens.move(match.state, action)))
    assert match.over
    assert rows["result"] == [np.float32(match.payoffs()[seat]) for seat in rows["seat"]]
    assert all(0 <= value <= 1 for value in rows["value"])


def test_the_same_seed_gives_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "GROUP_BYTES", 100_000)
    words = ["greedy", "random"]
    files = [written(tmp_path / f"{workers}.parquet", "kata-tcg", words, 30, workers) for workers in (1, 2)]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert pq.ParquetFile(files[0]).num_row_groups > 3, "rows are written in groups, not kept"


def test_a_deal_is_told_only_when_nobody_will_play_it_again() -> None:
    told: list[tuple[int, int, int]] = []
    played = 0

    def progress(done: int, total: int) -> None:
        nonlocal played
        played = done

    def rows(game: Trajectory) -> None:
        told.append((game.place.match, game.place.deal, played))

    play_series(find("connect-four"), None, ["random", "greedy"], 5, SEED, 1, progress, rows=rows)
    assert told == [(0, 0, 2), (1, 0, 2), (2, 1, 4), (3, 1, 4), (4, 2, 5)]


def test_the_seed_is_told_only_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "GROUP_BYTES", 1)
    game = find("connect-four")
    table = Table(tmp_path / "some.parquet", "match", game, game.read_options(), ["random", "greedy"], "1.2.3")
    found = play_series(game, None, ["random", "greedy"], 20, SEED, 1, rows=table.add)
    assert not table.path.exists() and table.part.stat().st_size > 0
    assert found.seed.encode() not in table.part.read_bytes()
    table.close(found.seed, False)
    assert not table.part.exists()
    assert found.seed.encode() in table.path.read_bytes()
    assert describe(table.path).ended.seed == found.seed


def test_a_description_counts_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "GROUP_BYTES", 20_000)
    game = find("connect-four")
    table = Table(tmp_path / "some.parquet", "match", game, game.read_options(), ["random", "greedy"], "1.2.3")
    series = play_series(game, None, ["random", "greedy"], 20, SEED, 1, rows=table.add)
    table.close(series.seed, False)
    found = describe(table.path)
    assert (found.rows, found.games) == (series.moves, 20) and found.groups > 1
    assert sum(action.chosen for action in found.actions) == series.moves
    assert [action.means for action in sorted(found.actions, key=lambda a: a.place)] == found.about.actions
    assert {player.name: round(player.share, 6) for player in found.players} == {
        "random": round(series.share[0], 6),
        "greedy": round(series.share[1], 6),
    }
    assert [seat.games for seat in found.seats] == [20, 20]
    assert found.columns["observation"] == "85 × float" and found.columns["mask"] == "7 × bool"


def with_other_marks(table: pa.Table, **changed: object) -> pa.Table:
    marks = dict(table.schema.metadata)
    marks[writing.ABOUT] = json.dumps({**json.loads(marks[writing.ABOUT]), **changed}).encode()
    return table.replace_schema_metadata(marks)


@pytest.mark.parametrize("harm", ["bytes", "fewer actions", "an action beyond the index", "no mask"])
def test_a_damaged_file_is_called_damaged(harm: str, tmp_path: Path) -> None:
    path = written(tmp_path / "some.parquet", "connect-four", ["random"] * 2, 5)
    table = pq.read_table(path)
    table = table.replace_schema_metadata(pq.ParquetFile(path).metadata.metadata)
    match harm:
        case "bytes":
            whole = bytearray(path.read_bytes())
            whole[200:1200] = bytes(byte ^ 0x55 for byte in whole[200:1200])
            path.write_bytes(whole)
        case "fewer actions":
            pq.write_table(with_other_marks(table, actions=["drop 0"]), path)
        case "an action beyond the index":
            place = table.schema.get_field_index("action")
            pq.write_table(table.set_column(place, "action", pa.array([9999] * len(table), pa.int32())), path)
        case _:
            pq.write_table(table.drop_columns(["mask"]), path)
    with pytest.raises(Refused, match=r"some\.parquet is damaged: its rows don't fit what it says about itself"):
        describe(path)


def test_what_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    game = find("connect-four")
    with pytest.raises(Refused, match="there is no folder"):
        Table(tmp_path / "no" / "some.parquet", "match", game, game.read_options(), ["random"] * 2, "1")


def test_without_pyarrow_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refused, match=r"not installed here, pyarrow: `pip install 'parlour\[rl\]'` brings it"):
        describe(tmp_path / "some.parquet")
