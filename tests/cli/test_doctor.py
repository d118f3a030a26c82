"""`parlour doctor` on a machine where something is broken: always a sentence, never a crash, nothing changed."""

import errno
import json
import shutil
import sqlite3
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.patience import patience

from parlour.cli import doctor
from parlour.store import Store
from parlour.store.testing import free_port

Findings = dict[str, dict[str, str]]


@pytest.fixture
def port() -> int:
    """A port that nobody listens at."""
    return free_port()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PATIENCE", patience())


@pytest.fixture
def examine(parlour, port: int, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Findings]:
    monkeypatch.delenv("PARLOUR_DB", raising=False)
    monkeypatch.delenv("PARLOUR_REDIS", raising=False)
    monkeypatch.setattr(doctor, "_client_is_old", lambda: False)  # a developer may have changed it

    def run(*words: str) -> Findings:
        said = parlour("doctor", "--json", *([] if "--port" in words else ["--port", str(port)]), *words)
        assert said.err == ""
        told = json.loads(said.out)
        found = {one["check"]: one for one in told["checks"]}
        for one in found.values():
            assert one["status"] in ("good", "note", "wrong")
            assert (one["says"].endswith((".", "!", "?")) and not one["do"]) or one["do"].endswith((".", "`."))
        assert told["ok"] == (said.code == 0) == all(one["status"] != "wrong" for one in found.values())
        return found

    return run


def test_a_healthy_machine_gets_a_line_for_each_check(parlour, port: int) -> None:
    said = parlour("doctor", "--port", str(port))
    lines = said.out.splitlines()
    assert all(line[:6].strip() in ("good", "note", "wrong") for line in lines[:15])
    assert {line.split()[1] for line in lines[:15]} >= {"python", "compiled", "client", "data", "database", "port"}
    assert "Traceback" not in said.out + said.err


def test_checking_creates_nothing(examine, tmp_path: Path) -> None:
    found = examine()
    assert found["database"]["status"] == "good" and "does not exist yet" in found["database"]["says"]
    assert not (tmp_path / "house").exists()


def test_a_folder_that_cannot_be_written_to(examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letter").write_text("Dear Ann")
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "letter" / "house"))
    found = examine()
    assert found["data"]["status"] == found["database"]["status"] == "wrong"
    assert "PARLOUR_DATA" in found["data"]["do"]
    assert (tmp_path / "letter").read_text() == "Dear Ann"


def test_a_full_disk(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    found = examine()
    assert found["data"]["status"] == "wrong" and "free some space" in found["data"]["do"]

    def no_room(*_: object, **__: object) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", no_room)
    assert "Free some disk space" in examine()["data"]["do"]


def test_a_damaged_database(examine, tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    Store.open(file).close()
    whole = bytearray(file.read_bytes())
    whole[4096:12288] = b"\xaa" * 8192
    file.write_bytes(whole)
    found = examine("--db", str(file))
    assert found["database"]["status"] == "wrong" and "backup" in found["database"]["do"]
    assert file.read_bytes() == whole


def test_a_file_that_is_not_a_database(examine, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 500)
    assert "is not a database" in examine("--db", str(tmp_path / "letter.txt"))["database"]["says"]


def schema(file: Path, number: int) -> None:
    with sqlite3.connect(file) as db:
        db.execute("UPDATE schema_version SET version = ?", (number,))
    db.close()


def test_newer_and_older_tables(examine, tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    Store.open(file).close()
    assert examine("--db", str(file))["database"]["status"] == "good"
    schema(file, 999)
    found = examine("--db", str(file))["database"]
    assert found["status"] == "wrong" and "schema 999" in found["says"]
    schema(file, 1)
    found = examine("--db", str(file))["database"]
    assert found["status"] == "note" and "Back it up" in found["do"]
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT version FROM schema_version").fetchall() == [(1,)], "looking migrates nothing"
    db.close()


def test_a_disk_that_is_full_where_the_database_is(examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "elsewhere" / "parlour.db"
    Store.open(file).close()
    real = shutil.disk_usage

    def tight(place: Path) -> object:
        return real(place)._replace(free=1000) if "elsewhere" in str(place) else real(place)

    monkeypatch.setattr(shutil, "disk_usage", tight)
    found = examine("--db", str(file))
    assert found["data"]["status"] != "wrong"
    assert found["database"]["status"] == "wrong" and "1000 bytes" in found["database"]["says"]


def test_paths_are_absolute_when_seen_from_the_root(examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.chdir("/")
    assert examine()["data"]["says"].startswith(str(tmp_path))


def test_the_password_of_an_unreachable_postgresql_is_not_shown(examine, port: int) -> None:
    found = examine("--db", f"postgresql://ann:hunter2@127.0.0.1:{port}/parlour")["database"]
    assert found["status"] == "wrong" and "can't be reached" in found["says"]
    assert "hunter2" not in json.dumps(found)


def test_a_redis_that_is_down(examine, port: int) -> None:
    found = examine("--redis", f"redis://:hunter2@127.0.0.1:{port}")["redis"]
    assert found["status"] == "wrong" and "Start it" in found["do"]
    assert "hunter2" not in json.dumps(found)
    assert examine("--redis", "nonsense")["redis"]["status"] == "wrong"


@pytest.fixture
def listener() -> Iterator[Callable[[bytes], int]]:
    """A web server that answers everything with the same bytes."""
    servers = []

    def listen(body: bytes) -> int:
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        servers.append(HTTPServer(("127.0.0.1", 0), Answer))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return servers[-1].server_port

    yield listen
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("body", [b"<h1>It works!</h1>", b"[1]", b'{"version": 1}', b"\xff"])
def test_a_port_that_another_program_holds(examine, listener: Callable[[bytes], int], body: bytes) -> None:
    found = examine("--port", str(listener(body)))["port"]
    assert found["status"] == "wrong" and "--port" in found["do"]


def test_a_port_that_our_own_house_holds(examine, listener: Callable[[bytes], int]) -> None:
    port = listener(b'{"version": "0.1.0", "compiled": true, "guests": 0, "tables": 0}')
    found = examine("--port", str(port))["port"]
    assert found["status"] == "note" and "already open" in found["says"]


def test_an_address_of_another_machine(examine) -> None:
    assert examine("--host", "203.0.113.7")["port"]["status"] == "wrong"


def test_a_clock_in_the_past(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    assert "clock" in examine()["clock"]["do"]


def test_rules_that_run_interpreted_say_why(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour import _compiled

    monkeypatch.setattr(_compiled, "compiled", lambda: False)
    monkeypatch.delenv("PARLOUR_COMPILED", raising=False)
    monkeypatch.setattr(_compiled, "read_stamp", lambda: None)
    monkeypatch.setattr(doctor, "_missing_tool", lambda: ("There is no C compiler.", "Install gcc."))
    found = examine()["compiled"]
    assert found["status"] == "note" and "no C compiler" in found["says"]
    monkeypatch.setattr(_compiled, "read_stamp", lambda: {"python": "another"})
    assert "another Python" in examine()["compiled"]["says"]
    monkeypatch.setenv("PARLOUR_COMPILED", "0")
    assert "PARLOUR_COMPILED=0" in examine()["compiled"]["do"]


def test_no_compiler_no_headers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sysconfig

    monkeypatch.setattr(shutil, "which", lambda _: None)
    lack = doctor._missing_tool()
    assert lack is not None and "no C compiler" in lack[0]
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    lack = doctor._missing_tool()
    assert lack is not None and "headers" in lack[0]


def test_a_client_that_was_not_built(examine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import parlour as package

    monkeypatch.setattr(package, "__file__", str(tmp_path / "parlour" / "__init__.py"))
    (tmp_path / "parlour").mkdir()
    (tmp_path / "parlour" / "__init__.py").write_text("")
    found = examine()["client"]
    assert found["status"] == "wrong" and found["do"]


def test_a_game_that_does_not_load(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from parlour import games

    broken = {"whist": EntryPoint("whist", "nowhere_at_all:GAME", "parlour.games")}
    monkeypatch.setattr(games, "_installed", lambda: broken)
    found = examine()["games"]
    assert found["status"] == "wrong" and "whist" in found["says"]


def test_a_node_that_does_not_answer(examine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\nexec sleep 3600\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(doctor, "PATIENCE", 0.1)
    found = examine()["node"]
    assert found["status"] in ("good", "note") and "one that does not answer" in found["says"]


def test_no_browser(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> Any:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert examine()["browser"]["status"] == "note"


def test_a_check_that_crashes_is_a_finding(examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "clock", lambda _: 1 / 0)
    found = examine()
    assert "ZeroDivisionError" in found["clock"]["says"] and found["browser"]["says"]
