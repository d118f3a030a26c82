"""Copies of the database, made while a house writes into it."""

import sqlite3
from pathlib import Path

import pytest

from parlour.store import SaveGuest, Store


def names(file: Path) -> list[str]:
    with Store.open(file) as store:
        return [guest.name for id in ("ann", "bob") if (guest := store.reads.guest(id)) is not None]


def test_a_copy_of_an_open_house_is_complete_and_private(parlour, tmp_path: Path) -> None:
    db, copy = tmp_path / "parlour.db", tmp_path / "copy.db"
    with Store.open(db) as store:
        store.write(SaveGuest("ann", "Ann"))
        said = parlour("backup", str(copy), "--db", str(db))
        assert said.code == 0 and "Copied to copy.db" in said.out
        store.write(SaveGuest("bob", "Bob"))  # the house goes on
    assert copy.stat().st_mode & 0o777 == 0o600
    assert names(copy) == ["Ann"]
    assert names(db) == ["Ann", "Bob"]


def test_an_older_copy_is_replaced_only_by_a_complete_one(
    parlour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, copy = tmp_path / "parlour.db", tmp_path / "copy.db"
    Store.open(db).close()
    copy.write_text("yesterday's")
    real = sqlite3.connect

    def no_room(place: object, **more: object) -> sqlite3.Connection:
        if ".new" in str(place):
            raise sqlite3.OperationalError("database or disk is full")
        return real(place, **more)  # type: ignore[call-overload, no-any-return]

    with monkeypatch.context() as broken:
        broken.setattr("sqlite3.connect", no_room)
        parlour("backup", str(copy), "--db", str(db)).refused()
    assert copy.read_text() == "yesterday's"
    assert parlour("backup", str(copy), "--db", str(db)).code == 0
    assert names(copy) == []
    assert {file.name for file in tmp_path.iterdir()} >= {"parlour.db", "copy.db"}
    assert not list(tmp_path.glob("*.new"))


def test_what_cannot_be_copied_is_refused(parlour, tmp_path: Path) -> None:
    db = tmp_path / "parlour.db"
    parlour("backup", "copy.db", "--db", str(db)).refused()
    Store.open(db).close()
    parlour("backup", str(db), "--db", str(db)).refused()
    parlour("backup", str(tmp_path), "--db", str(db)).refused()
    parlour("backup", "nowhere/copy.db", "--db", str(db)).refused()
    (tmp_path / "letter").write_text("Dear Ann, " * 500)
    parlour("backup", "copy.db", "--db", str(tmp_path / "letter")).refused()


def test_a_copy_into_a_missing_folder(parlour, tmp_path: Path) -> None:
    Store.open(tmp_path / "parlour.db").close()
    said = parlour("backup", str(tmp_path / "nowhere" / "copy.db"), "--db", str(tmp_path / "parlour.db"))
    assert said.code == 2 and "There is no folder nowhere" in said.err and ".new" not in said.err
