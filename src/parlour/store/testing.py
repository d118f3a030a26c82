"""A throw-away PostgreSQL cluster for tests and measurements."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path


class NoPostgres(Exception):
    """PostgreSQL is not available; the message says why."""


def programs() -> Path:
    """The folder of initdb and postgres, which are not on the PATH on Debian."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not versions:
        raise NoPostgres("PostgreSQL's programs are not installed")
    return versions[-1].parent


_claimed: set[int] = set()


@cache
def _ports() -> int:
    """A file whose byte `n` is locked by the process that was given port `n`, until the process ends."""
    return os.open(Path(tempfile.gettempdir()) / f"parlour-ports-{os.getuid()}", os.O_RDWR | os.O_CREAT, 0o600)


def _claim(port: int) -> bool:
    if port in _claimed:  # locks are between processes
        return False
    try:
        fcntl.lockf(_ports(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    _claimed.add(port)
    return True


PATIENCE = 600  # seconds to start or stop on a busy machine


def free_port() -> int:
    """A free loopback port below those of outgoing connections, so that a server can stop and come back to it. No two
    processes that ask here are given the same one, even before somebody listens there."""
    while True:
        port = random.SystemRandom().randrange(12_000, 32_000)
        if not _claim(port):
            continue
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Cluster:
    """A server with its own folder on a free loopback port. It can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        self.bin = programs()
        self.folder = folder
        self.data = folder / "data"
        self.user: int | None = None
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            try:
                self.user = pwd.getpwnam("postgres").pw_uid
            except KeyError:
                raise NoPostgres("there is no user postgres to run PostgreSQL as") from None
            os.chown(folder, self.user, -1)
            folder.chmod(0o700)
        self.port = free_port()
        self._run("initdb", "-D", self.data, "-U", "parlour", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        done = subprocess.run(
            [str(self.bin / program), *map(str, arguments)],
            user=self.user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            text=True,
        )
        if done.returncode:
            raise NoPostgres(f"{program} failed: {done.stderr}")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-o", options, "-w", "-t", PATIENCE, "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "-t", PATIENCE, "stop")

    def create(self, name: str) -> str:
        """A new database's URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "parlour", name)
        return f"postgresql://parlour@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    # Not pytest's folder: another user must be able to reach it.
    with tempfile.TemporaryDirectory(prefix="parlour-postgres-", ignore_cleanup_errors=True) as folder:
        made = Cluster(Path(folder))
        try:
            yield made
        finally:
            made.stop()
