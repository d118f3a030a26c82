"""The sandbox, made of Debian's bubblewrap: what a program sees of the machine, and how much of it it may use.

Inside there is no network but its own loopback, nobody else's process, no file of the house, no device but null and
randomness, a read-only system, an empty environment, and a little scratch space that vanishes with the program.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from parlour.bots.programs import seccomp
from parlour.core.errors import Refused

PATH: Final = "/usr/local/bin:/usr/bin:/bin"
HOME: Final = "/tmp"  # the scratch space
PROGRAM: Final = "/program"
SOURCE: Final = "/source"
# What a program may read of the system: commands, libraries and what compilers need, never /etc, /home or /var.
SYSTEM: Final = (
    "/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/include", "/usr/share",
    "/usr/local/bin", "/usr/local/lib", "/usr/local/include", "/usr/local/go",
    "/bin", "/lib", "/lib32", "/lib64",
    "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
)  # fmt: skip
JAVA: Final = "java-*"  # its settings are in /etc
DEVICES: Final = ("/dev/null", "/dev/random", "/dev/urandom")
FIRST_USER: Final = 0x70000000  # a house that runs as root gives each program a user number of its own, from here on
USERS: Final = 0x00100000
TRIAL_SECONDS: Final = 20.0
MEGABYTE: Final = 1024 * 1024

_numbers = itertools.count(os.getpid() * 64)


class Limits(msgspec.Struct, frozen=True):
    """What a program with all its processes may use; MB are 1024 * 1024 bytes."""

    memory_mb: int = 256
    tasks: int = 64  # processes and threads
    files: int = 128  # open at once, pipes and sockets too
    scratch_mb: int = 16
    scratch_files: int = 4000  # files and folders there
    areas: int = 50_000  # of memory that are mapped apart from each other
    stderr_mb: int = 16


PLAYING: Final = Limits()
BUILDING: Final = Limits(memory_mb=1024, tasks=128, files=512, scratch_mb=64, scratch_files=20_000)


def check() -> None:
    """Refuse with a sentence if this machine cannot run programs safely."""
    reason = why_not()
    if reason is not None:
        raise Refused(reason, "no-sandbox")


@cache
def why_not() -> str | None:
    """Why there is no sandbox on this machine, in a sentence; None if there is one. A small command is tried in it."""
    if not hasattr(os, "pidfd_open") or not Path("/proc/self/stat").exists():
        return "Programs of guests run only on Linux."
    if not seccomp.supported():
        return "Programs of guests run only on x86-64 and ARM64 machines."
    for tool, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux"), ("taskset", "util-linux")):
        if find(tool) is None:
            return f"Programs of guests need the command {tool}; install it with `apt-get install {package}`."
    try:
        with start(["/bin/sh", "-c", "echo fine"], PLAYING) as tried:
            said, complaint = tried.communicate(timeout=TRIAL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        return f"Programs of guests need a sandbox, but bubblewrap does not start here: {error}."
    if said.strip() == b"fine":
        return None
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    why = lines[-1][:200] if lines else f"exit status {tried.returncode}"
    return (
        f"Programs of guests need a sandbox, but bubblewrap does not work here: {why.rstrip('.')}. In a container it "
        "needs permission to create user namespaces."
    )


def why_seen(place: str) -> str | None:
    """Why a database at this place could be read by programs; None if it is out of their sight."""
    if "://" in place and not place.startswith("sqlite"):
        return None
    place = place.removeprefix("sqlite:///")
    for seen in SYSTEM:
        if Path(place).resolve().is_relative_to(Path(seen).resolve()):
            return f"Programs of guests can read {seen}, so the database must not be there; move {place}."
    return None


def find(command: str) -> str | None:
    """Where the sandbox has a command; None: it does not have it."""
    return shutil.which(command, path=PATH)


def has(command: str) -> bool:
    """Whether the sandbox has this command, given by its name or by its whole path."""
    if not command.startswith("/"):
        return find(command) is not None
    seen = any(os.path.normpath(command).startswith(f"{place}/") for place in SYSTEM)
    return seen and os.access(command, os.X_OK)


def start(
    run: Sequence[str],
    limits: Limits,
    folder: Path | None = None,
    source: Path | None = None,
    core: int | None = None,
    also: Iterable[tuple[Path, str]] = (),
) -> subprocess.Popen[bytes]:
    """Start a command in the sandbox, with pipes to it. It dies with the thread that called this.

    `folder` is what it sees as /program, read-only; without one, /program is empty scratch space. `source` is seen as
    /source, and each file of `also` under the name given. `core` is the only processor core it may use.
    """
    words = [_tool("bwrap"), *_namespaces(), *_system_words(), *_scratch(limits, own=folder is None)]
    for here, there in ((folder, PROGRAM), (source, SOURCE), *also):
        if here is not None:
            words += ["--ro-bind", str(here), there]
    words += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", PROGRAM]
    if core is not None:
        cores = sorted(os.sched_getaffinity(0))
        words = [_tool("taskset"), "-c", str(cores[core % len(cores)]), *words]
    user = _own_user()
    filter_file = os.memfd_create("seccomp")
    try:
        os.write(filter_file, seccomp.program())
        os.lseek(filter_file, 0, os.SEEK_SET)
        return subprocess.Popen(
            [*words, "--seccomp", str(filter_file), "--", *_rlimits(limits), *run],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": PATH, "HOME": HOME, "TMPDIR": HOME, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
            cwd="/",
            pass_fds=(filter_file,),
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    finally:
        os.close(filter_file)


def _namespaces() -> list[str]:
    words = ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--hostname", "parlour", "--uid", "65534", "--gid", "65534"]
    return [*words, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]


@cache
def _system_words() -> list[str]:
    words = ["--proc", "/proc", "--size", str(64 * 1024), "--tmpfs", "/dev"]
    java = [str(place) for place in Path("/etc").glob(JAVA)]
    for place in filter(os.path.lexists, [*SYSTEM, *java]):
        words += ["--symlink", os.readlink(place), place] if os.path.islink(place) else ["--ro-bind", place, place]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return [*words, "--symlink", "/proc/self/fd", "/dev/fd"]


def _scratch(limits: Limits, own: bool) -> list[str]:
    words: list[str] = []
    for place in ("/tmp", "/dev/shm", *((PROGRAM,) if own else ())):
        words += ["--size", str(limits.scratch_mb * MEGABYTE), "--tmpfs", place]
    return words


def _rlimits(limits: Limits) -> list[str]:
    """Limits of each process; the whole program is watched from outside. Set inside, they count only its own."""
    return [
        _tool("prlimit"),
        f"--nproc={limits.tasks + 8}",
        f"--nofile={limits.files}",
        f"--fsize={limits.scratch_mb * MEGABYTE}",
        f"--data={2 * limits.memory_mb * MEGABYTE}",
        "--core=0",
        "--memlock=65536",
        "--",
    ]


def _own_user() -> int | None:
    """If the house is root, each program gets a user number that nobody else has: root's files would be its own."""
    return FIRST_USER + next(_numbers) % USERS if os.geteuid() == 0 else None


def _tool(name: str) -> str:
    """Where a command is, or just its name if it is missing."""
    return find(name) or name
