"""Whatever an uploaded program does, it loses by a clear rule, nothing beside it notices, and nothing is read."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.bots.sandboxed import SMALL, against_random, lost, needs_a_sandbox, program_at
from tests.patience import patience

from parlour.bots.player import Crashed, TooLate
from parlour.bots.programs import build as building
from parlour.bots.programs import player as players
from parlour.bots.programs.archive import File
from parlour.bots.programs.build import build
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.player import SandboxedPlayer
from parlour.bots.programs.sandbox import Limits
from parlour.bots.programs.tree import Tree
from parlour.core import Clock
from parlour.core.protocol import Events, Hello, Turn

QUICK = Clock(move_ms=250, strikes=3)


@pytest.fixture(autouse=True)
def sandbox_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_a_sandbox()
    monkeypatch.setattr(players, "GOODBYE", 0.05)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "program"


def test_a_friendly_program_plays_to_the_end_and_is_measured(folder: Path) -> None:
    player = program_at(folder, "print('hello', file=sys.stderr)\nsum(range(5_000_000))\nplay()")
    played = against_random(player)
    assert played.match.over and played.forfeits == [False, False]
    assert player.use.decisions == played.decisions[0]
    assert player.use.cpu_ms > 0 and player.use.memory_kb > 1000
    assert player.stderr_tail() == "hello\n"


def test_a_fork_bomb_is_stopped_by_the_limit_of_processes(folder: Path) -> None:
    bomb = "while True:\n  try: os.fork()\n  except OSError: pass"
    assert "had more than 8 processes and threads" in lost(against_random(program_at(folder, bomb)))


def test_a_memory_hog_is_stopped_by_the_limit_of_memory(folder: Path) -> None:
    hog = "kept = bytearray(os.urandom(1_000_000)) * 60\ntime.sleep(3600)"
    assert "used more than 48 MB of memory" in lost(against_random(program_at(folder, hog)))


def test_memory_counts_for_all_processes_together(folder: Path) -> None:
    hogs = "for _ in range(4):\n  if not os.fork(): break\nkept = bytearray(os.urandom(20_000_000))\ntime.sleep(3600)"
    assert "used more than 48 MB of memory" in lost(against_random(program_at(folder, hogs)))


def test_memory_cannot_be_hidden_in_sockets(folder: Path) -> None:
    """What waits in a socket is the system's, and counts for nobody: four processes could hold far too much."""
    hoard = """
import socket
for _ in range(3):
    if not os.fork(): break
kept = [socket.socketpair() for _ in range(30)]
for sender, _ in kept:
    sender.setblocking(False)
    try:
        while True: sender.send(bytes(100_000))
    except OSError: pass
time.sleep(3600)
"""
    assert "had more than 128 files, pipes and sockets open" in lost(against_random(program_at(folder, hoard)))


WAITING_IN_A_QUEUE = """
import socket
door = socket.socket(socket.AF_UNIX); door.bind("\\0door"); door.listen(1000)
for _ in range(200):
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        caller.connect("\\0door")
        try:
            while True: caller.send(bytes(10_000))
        except OSError: pass
"""
EMPTY_FILES = "for n in range(200): open(f'/tmp/{n}', 'w').close()"
NAMES_OF_ONE_FILE = "open('/tmp/x', 'w').close()\nfor n in range(200): os.link('/tmp/x', f'/tmp/{n}')"
PAGE_TABLES = """
import mmap
sea = mmap.mmap(-1, 64 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
for place in range(0, 64 << 30, 2 << 20): sea[place]
"""
SMALL_AREAS = """
import mmap
kept = [mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 1 + n % 2 * 4) for n in range(6000)]
"""
LOCKS = """
import fcntl
with open("/tmp/x", "w") as file:
    for n in range(4000, 0, -2): fcntl.lockf(file, fcntl.LOCK_EX, 1, n)
    time.sleep(3600)
"""
CONNECTIONS = """
import socket
door = socket.create_server(("127.0.0.1", 4000), backlog=100)
kept = [socket.create_connection(("127.0.0.1", 4000)) for _ in range(20)]
"""


@pytest.mark.parametrize(
    ("hoard", "why"),
    [
        (WAITING_IN_A_QUEUE, "had more than 128 files, pipes and sockets open"),
        (CONNECTIONS, "had more than 16 TCP sockets"),
        (EMPTY_FILES, "made more than 100 files in its scratch space"),
        (NAMES_OF_ONE_FILE, "made more than 100 files in its scratch space"),
        (PAGE_TABLES, "used more than 48 MB of memory"),
        (SMALL_AREAS, "mapped more than 2000 areas of memory"),
        (LOCKS, "held more than 1000 locks on files"),
    ],
    ids=["queues", "connections", "files", "names", "page tables", "areas", "locks"],
)
def test_memory_cannot_be_hidden_in_what_the_system_keeps(folder: Path, hoard: str, why: str) -> None:
    assert why in lost(against_random(program_at(folder, f"{hoard}\ntime.sleep(3600)")))


def test_ten_gigabytes_of_output_are_cut_off(folder: Path) -> None:
    assert "nobody had asked for" in lost(against_random(program_at(folder, r"while True: print('\n' * 10_000)")))


def test_ten_gigabytes_of_stderr_are_cut_off(folder: Path) -> None:
    chatter = "while True: print('x' * 10_000, file=sys.stderr)"
    assert "wrote more than 1 MB to stderr" in lost(against_random(program_at(folder, chatter)))


def test_scratch_space_and_shared_memory_are_small(folder: Path) -> None:
    """Filling any place that can be written to fails, and the program crashes."""
    fill = """
places = []
for place in ("/tmp", "/dev/shm", "/program", "/", "/dev", "/usr/bin"):
    try:
        for n in range(50):
            with open(f"{place}/{n}", "wb") as file: file.write(bytes(1_000_000))
    except OSError as error: places.append(error.errno)
raise SystemExit(f"Error: {places}")
"""
    assert f"Error: {[28, 28, 30, 30, 30, 30]}" in lost(against_random(program_at(folder, fill)))


def test_the_database_and_the_files_of_the_house_are_not_there(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "parlour.db"
    secret.write_text("the seed")
    secret.chmod(0o666)
    spy = f"""
places = {str(secret)!r}, "/etc/passwd", "/root", "/home", "/var", {sys.prefix!r}, "/proc/1/root/etc/passwd"
found = [place for place in places if os.path.exists(place)]
for place in os.walk("/proc"): pass
raise SystemExit(f"Error: {{found}}, {{sorted(os.environ)}}, {{os.getuid() != 0}}")
"""
    told = lost(against_random(program_at(folder, spy)))
    assert "Error: [], " in told
    assert "PARLOUR" not in told and "True" in told


def test_there_is_no_network(folder: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as door:
        call = f"""
import socket
said = []
for family, where in ((socket.AF_INET, ("127.0.0.1", {door.getsockname()[1]})), (socket.AF_INET, ("192.0.2.1", 80)),
                      (socket.AF_INET6, ("2001:db8::1", 80))):
    try: socket.socket(family).connect(where); said.append("through")
    except OSError as error: said.append(error.errno)
for family in (16, 17, 40):
    try: socket.socket(family, socket.SOCK_DGRAM); said.append("through")
    except OSError as error: said.append(error.errno)
raise SystemExit(f"Error: {{said}}")
"""
        told = lost(against_random(program_at(folder, call)))
    assert "Error: [111, 101, 101, 1, 1, 1]" in told


def test_signals_reach_nobody_else(folder: Path) -> None:
    """It sees only itself, and can neither signal, trace nor read anybody outside."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as bystander:
        shoot = f"""
said = []
for pid in ({os.getpid()}, {bystander.pid}, -1):
    try: os.kill(pid, signal.SIGKILL); said.append("hit")
    except OSError as error: said.append(error.errno)
others = [name for name in os.listdir("/proc") if name.isdigit()]
raise SystemExit(f"Error: {{said}}, {{len(others) < 5}}")
"""
        assert "Error: [3, 3, 3], True" in lost(against_random(program_at(folder, shoot)))
        assert bystander.poll() is None
        bystander.communicate(b"\n")
    assert bystander.returncode == 0


def test_new_namespaces_and_other_ways_out_are_refused(folder: Path) -> None:
    escape = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
said = []
for call in (lambda: libc.unshare(0x10000000), lambda: libc.ptrace(0, 0, 0, 0), lambda: libc.memfd_create(b"x", 0),
             lambda: libc.mount(b"proc", b"/tmp", b"proc", 0, None), lambda: libc.shmget(0, 1 << 30, 0o1666)):
    call(); said.append(ctypes.get_errno())
try: os.sched_setaffinity(0, range(64)); said.append("other cores")
except OSError as error: said.append(error.errno)
raise SystemExit(f"Error: {said}")
"""
    assert "Error: [1, 1, 1, 1, 1, 1]" in lost(against_random(program_at(folder, escape)))


def test_what_the_whole_machine_shares_is_refused(folder: Path) -> None:
    """Pages lent to a pipe, watches on files, the log of the kernel, larger pipes, locks of nobody, hiding."""
    grasp = """
import ctypes, fcntl, struct
libc = ctypes.CDLL(None, use_errno=True)
ours, theirs = os.pipe()
said = []
lock = ctypes.create_string_buffer(struct.pack("hhqqi", 1, 0, 0, 1, 0))
for call in (lambda: libc.vmsplice(theirs, None, 0, 0), lambda: libc.inotify_init1(0), lambda: libc.klogctl(3, None, 0),
             lambda: libc.fcntl(theirs, 1031, 1 << 20), lambda: libc.fcntl(theirs, 37, lock),
             lambda: libc.prctl(4, 0, 0, 0, 0), lambda: libc.fanotify_init(0, 0)):
    ctypes.set_errno(0); call(); said.append(ctypes.get_errno())
raise SystemExit(f"Error: {said}")
"""
    assert "Error: [1, 1, 1, 1, 1, 1, 1]" in lost(against_random(program_at(folder, grasp)))


def test_a_sleeper_is_late_three_times_and_forfeits(folder: Path) -> None:
    player = program_at(folder, "time.sleep(3600)")
    player.start_ms = 0  # type: ignore[misc]
    played = against_random(player, QUICK)
    assert "no answer in time" in lost(played)
    assert played.misses[0] == played.strikes[0] == 3


def asked(player: SandboxedPlayer, ply: int) -> int | None:
    """The program's answer to a turn; afterwards it is the rival's turn."""
    answer = player.choose_by(Turn(ply, {}, [{"kind": "drop"}]), patience())
    player.told(Events(ply, [], {}, 1))
    return answer.index


def greet(player: SandboxedPlayer) -> None:
    player.hello(Hello("connect-four", 1, 0, 2, ["M", "R"], {}, Clock(), "00ff00ff"))


THINKER = """
import threading
def think():
    while True: pass
threading.Thread(target=think, daemon=True).start()
if not os.fork(): think()
play()
"""


def test_thinking_on_the_rivals_time_is_impossible(folder: Path) -> None:
    """Threads and processes that would go on thinking are stopped while it is not its turn."""
    player = program_at(folder, THINKER)
    greet(player)
    try:
        assert asked(player, 1) == 0
        assert player._box is not None
        tree = Tree(player._box.process.pid)
        assert {process.state for process in tree.look()} == {"T"}
        before = tree.cpu()
        spent = sum(1 for _ in range(2_000_000))  # the rival thinks
        assert spent and tree.cpu() == before
        assert asked(player, 3) == 0
    finally:
        player.close()


def test_a_program_that_wakes_itself_up_loses(folder: Path) -> None:
    """Signals that would wake it are refused; if it finds another way, the time it stole is measured."""
    player = program_at(folder, "said = []\ntry: os.kill(os.getpid(), signal.SIGCONT)\nexcept OSError: play()")
    greet(player)
    try:
        assert asked(player, 1) == 0
        assert player._box is not None
        player._box.tree.resume()  # as if it had found a way
        player._box._paused = -1.0
        with pytest.raises(Crashed, match=r"worked for \d\.\d s while it was not its turn"):
            asked(player, 3)
    finally:
        player.close()


def test_nothing_is_left_of_it_after_the_match(folder: Path) -> None:
    daemon = "if os.fork(): play()\nos.setsid()\nif os.fork(): os._exit(0)\nwhile True: time.sleep(0.01)"
    player = program_at(folder, daemon)
    greet(player)
    assert asked(player, 1) == 0
    assert player._box is not None
    there = [process.pid for process in player._box.tree.look()]
    player.close()
    until = time.monotonic() + patience()
    while any(Path(f"/proc/{pid}").exists() for pid in there):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_late_program_is_paused_too(folder: Path) -> None:
    player = program_at(folder, "while True: pass")
    greet(player)
    try:
        with pytest.raises(TooLate):
            player.choose_by(Turn(1, {}, [{"kind": "drop"}]), 0.1)
        assert player._box is not None
        assert {process.state for process in player._box.tree.look()} == {"T"}
    finally:
        player.close()


# --- building ---

SMALL_BUILD = Limits(memory_mb=64, tasks=16, scratch_mb=8)


def built_by(command: str, seconds: float = 60.0) -> str:
    """Why a build by this shell command failed."""
    manifest = Manifest("Mallory", ["connect-four"], "", [["sh", "-c", command]], ["./bot"])
    return build({"bot": File(b"x", executable=True)}, manifest, SMALL_BUILD, seconds).error


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("exit 3", "The build failed"),
        ("while :; do :; done", "took longer than 0.3 s"),
        (
            "python3 -c 'import os, time; x = bytearray(os.urandom(1000000)) * 80; time.sleep(60)'",
            "used more than 64 MB of memory",
        ),
        ("for _ in 1 2 3 4 5 6 7 8 9 a b c d e f g h; do sleep 60 & done; wait", "had more than 16 processes"),
        ("cat /dev/urandom >&2", "wrote too much"),
        ("head -c 20000000 /dev/urandom > big", "The build failed"),
        ("ln -s /etc/shadow bot2", "is a link"),
        ("kill -9 1; echo stopped > /source/bot", "The build failed"),
    ],
)
def test_a_hostile_build_is_stopped_and_told(command: str, why: str) -> None:
    assert why in built_by(command, 0.3 if "longer" in why else 60.0)


def test_a_build_that_does_nothing_does_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "IDLE", 0.3)
    assert "did nothing for 0.3 s" in built_by("sleep 3600")


def test_a_compiler_bomb_is_stopped() -> None:
    """A few bytes of C that would make a file of gigabytes."""
    bomb = {"main.c": File(b"int main[-1u / 16] = {1};\n")}
    made = build(bomb, Manifest("B", [], "c", [["cc", "-o", "program", "main.c"]], ["./program"]), SMALL_BUILD, 20)
    assert made.error
    assert made.files == {}


def test_what_was_built_is_what_runs() -> None:
    manifest = Manifest("B", [], "c", [["cc", "-o", "program", "main.c"]], ["./program"])
    made = build({"main.c": File(b"int main(void) { return 0; }\n")}, manifest)
    assert made.error == ""
    assert made.files["program"].executable
    assert SMALL.memory_mb < 64
