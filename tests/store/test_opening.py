"""Opening: where the database is, what is said when it cannot be opened, and how old tables become new ones."""

from __future__ import annotations

import builtins
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import exc, inspect, text

from parlour.store import AppendMove, CreateMatch, Seat, Store, StoreError, UpdateMatch, connect, for_guests
from parlour.store.errors import explain
from parlour.store.migrations import NEWEST, STEPS, migrate, version
from parlour.store.tables import metadata
from parlour.store.testing import Cluster


def refusal(place: Any) -> str:
    with pytest.raises(StoreError, match=r"^[^\n]+\.$") as told:
        Store.open(place)
    return str(told.value)


def test_the_default_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PARLOUR_DB", raising=False)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    with Store.open():
        assert (tmp_path / "data" / "parlour.db").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("PARLOUR_DB", str(tmp_path / "other.db"))
    with Store.open():
        assert (tmp_path / "other.db").exists()
    monkeypatch.delenv("PARLOUR_DB")
    monkeypatch.delenv("PARLOUR_DATA")
    assert connect.default_place().endswith("parlour.db")


def test_sqlite_is_durable(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/parlour.db") as store, store._writing.connect() as conn:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        assert [conn.exec_driver_sql(f"PRAGMA {word}").scalar() for word in asked] == ["wal", 2, 1]


@pytest.mark.parametrize(
    "place", ["", "mysql://host/name", "://", "postgresql://host:port/x", ":memory:", "sqlite://", "a\0b"]
)
def test_a_bad_place_is_reported(place: str) -> None:
    refusal(place)


def test_a_file_that_is_not_a_database_is_reported_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 500)
    assert "is not a database" in refusal(letter)
    assert letter.read_text() == "Dear Ann, " * 500


def test_a_folder_is_reported(tmp_path: Path) -> None:
    refusal(tmp_path)
    (tmp_path / "file").write_text("")
    refusal(tmp_path / "file" / "parlour.db")


def test_a_pipe_is_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in refusal(tmp_path / "pipe")
    assert "is a folder" in refusal(tmp_path)


def test_a_read_only_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    sqlite3.connect(file).close()
    assert "is not writable" in refusal(f"sqlite:///file:{file}?mode=ro&uri=true")


def test_tables_of_another_program_are_reported(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE matches (x)")
    other.close()
    assert "another program" in refusal(tmp_path / "other.db")


def test_an_unreachable_server_is_reported_without_the_password() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = refusal(f"postgresql://ann:hunter2@127.0.0.1:{port}/parlour")
    assert "can't be reached" in told and "hunter2" not in told


def test_an_unknown_database_is_reported(postgres: Cluster) -> None:
    told = refusal(f"postgresql://parlour@127.0.0.1:{postgres.port}/nowhere")
    assert told.endswith("does not exist on its server; create it first.")


@pytest.mark.parametrize(
    "said",
    [
        'connection failed: FATAL:  password authentication failed for user "ann"',
        "connection failed: fe_sendauth: no password supplied",
        'connection failed: FATAL:  role "ann" does not exist',
        'connection failed: FATAL:  no pg_hba.conf entry for host "10.0.0.7"',
    ],
)
def test_a_server_that_lets_nobody_in_is_told_from_one_that_is_down(said: str) -> None:
    trouble = explain(exc.OperationalError("", None, Exception(said)), "The database")
    assert (str(trouble), trouble.reason) == ("The database refuses the login; check user and password.", "url")


def test_a_full_disk_is_reported_in_one_sentence() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    told = str(explain(exc.OperationalError("", None, full), "The file /srv/parlour.db"))
    assert told.startswith("The file /srv/parlour.db has run out of disk space")


def test_an_address_with_a_slash_too_few_is_not_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = refusal("postgresql:/ann:hunter2@db/parlour")
    assert "postgresql://user@host/name" in told and "hunter2" not in told
    assert list(tmp_path.iterdir()) == []


def test_a_missing_driver_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_psycopg(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("psycopg"):
            raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    assert "parlour[postgres]" in refusal("postgresql://host/name")


def test_a_newer_database_is_reported_and_left_alone(place: str) -> None:
    with Store.open(place) as store, store._writing.begin() as conn:
        conn.execute(text("UPDATE schema_version SET version = 999"))
    assert "newer Parlour" in refusal(place)


def test_steps_are_numbered_without_gaps() -> None:
    assert [step.number for step in STEPS] == list(range(1, NEWEST + 1))


@pytest.mark.parametrize("age", [step.number for step in STEPS])
def test_a_database_of_any_age_is_brought_up_to_date_with_its_data(place: str, age: int) -> None:
    """Whatever step the last opening ended with, the next one does the rest and loses nothing."""
    url = connect.find(place)
    connect.prepare_file(url)
    engine = connect.engine(url, writer=True)
    with engine.begin() as conn:
        migrate(conn, "the database", upto=age)
        assert version(conn, "the database") == age
        conn.execute(text("INSERT INTO guests (id, name, kind, created, seen) VALUES ('ann', 'Ann', 'person', 1, 2)"))
        conn.execute(
            text(
                "INSERT INTO matches (id, game, version, options, seed, seats, settings, status, listed, host, created,"
                " started, lease_until)"
                " VALUES ('m', 'g', '1', '{}', '00ff', :seats, '{}', 'running', true, 'ann', 3, 4, 0)"
            ),
            {"seats": '[{"guest":"ann","bot":null,"name":"Ann"}]'},
        )
        conn.execute(text("INSERT INTO moves VALUES ('m', 0, 0, :move, 5, 6)"), {"move": '{"column":3}'})
        columns = {column["name"] for column in inspect(conn).get_columns("matches")}
        assert ("revision" in columns) == (age >= 2)
    engine.dispose()
    for _ in range(2):  # the second opening has nothing left to do
        with Store.open(place) as store:
            played = store.reads.load_match("m")
            assert played is not None
            assert (played.match.seed, played.match.seats) == ("00ff", (Seat("ann", None, "Ann"),))
            assert [move.move for move in played.moves] == [{"column": 3}]
    with Store.open(place) as store:
        assert store.write(AppendMove("m", 1, 0, "drop")).ok
        assert store.write(UpdateMatch("m", 0, status="over")).ok
        with store._writing.connect() as conn:
            assert version(conn, "the database") == NEWEST


def test_a_failing_step_leaves_the_old_tables(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.store import migrations

    Store.open(place).close()
    broken = migrations.Step(NEWEST + 1, "broken", ("CREATE TABLE half (x INTEGER)", "CREATE TABLE half (x INTEGER)"))
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, broken))
    monkeypatch.setattr(migrations.migrate, "__defaults__", (NEWEST + 1,))
    refusal(place)
    monkeypatch.undo()
    with Store.open(place) as store, store._writing.connect() as conn:
        assert "half" not in inspect(conn).get_table_names()


def test_the_tables_are_as_described(store: Store) -> None:
    with store._writing.connect() as conn:
        there = inspect(conn)
        for name, table in metadata.tables.items():
            assert [column["name"] for column in there.get_columns(name)] == [column.name for column in table.columns]
            assert there.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
            described = {(tuple(key.column_keys), key.referred_table.name) for key in table.foreign_key_constraints}
            found = {(tuple(key["constrained_columns"]), key["referred_table"]) for key in there.get_foreign_keys(name)}
            assert found == described


def test_many_processes_open_a_new_database_at_once(place: str) -> None:
    program = "import sys; from parlour.store import Store; Store.open(sys.argv[1]).close()"
    opening = [subprocess.Popen([sys.executable, "-c", program, place]) for _ in range(4)]
    assert [process.wait() for process in opening] == [0] * 4
    with Store.open(place) as store:
        assert store.write(CreateMatch("g", "1", "00")).ok


@pytest.mark.parametrize("reason", ["lost", "retry", "full", "readonly", "damaged", "newer", "refused", "closed"])
def test_guests_are_not_told_where_the_database_is(reason: Any) -> None:
    told = for_guests(StoreError("The database postgresql://ann@10.0.0.7/parlour can't be reached: no route.", reason))
    assert told.endswith(".") and "10.0.0.7" not in told and "ann@" not in told


def test_guests_are_told_what_is_wrong_with_their_own_words() -> None:
    assert for_guests(StoreError("The name must be text.", "junk")) == "The name must be text."
