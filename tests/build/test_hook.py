"""What hatch_build.py decides; the compiling itself is proven by every suite that runs on compiled rules."""

import importlib.util
import shutil
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import parlour

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def no_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PARLOUR_COMPILED", "PARLOUR_SKIP_WEB", "PARLOUR_NODE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two games' worth of files: farm's state is to be compiled and reads along its table of moves."""
    globs = '["parlour/core/dice.py", "parlour/games/*/state.py"]'
    files = {
        "pyproject.toml": f"[tool.parlour]\ncompiled = {globs}\n",
        "src/parlour/core/dice.py": "SIDES = 6\n",
        "src/parlour/games/farm/state.py": "from parlour.games.farm.moves import PLANT\n",
        "src/parlour/games/farm/moves.py": "from typing import Final\n\nPLANT: Final = 1\n",
        "src/parlour/games/farm/text.py": "HELLO = 'hello'\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def pretend_to_compile(hook: ModuleType, tree: Path) -> None:
    stamp = hook.fresh_stamp(tree)
    for name in hook.extension_names(stamp):
        (tree / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / "lib" / name).write_bytes(b"machine code")
    (tree / "build").mkdir(exist_ok=True)
    hook.install(tree, tree / "lib", stamp)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text() + text)


def test_the_globs_name_what_is_compiled(hook: ModuleType, tree: Path) -> None:
    assert hook.compiled_sources(tree) == ["parlour/core/dice.py", "parlour/games/farm/state.py"]
    assert list(hook.fresh_stamp(tree)["inputs"]) == ["parlour/games/farm/moves.py"]


def test_globs_that_match_nothing_mean_plain_python(
    hook: ModuleType, tree: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tree / "pyproject.toml").write_text('[tool.parlour]\ncompiled = ["parlour/arena/*.py"]\n')
    hook.build(tree)
    assert capfd.readouterr().err == ""
    assert not hook.stamp_file(tree).exists()


def test_what_is_up_to_date_is_left_alone(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pretend_to_compile(hook, tree)
    append(tree / "src/parlour/games/farm/text.py", "BYE = 'bye'\n")
    monkeypatch.setattr(subprocess, "run", None)
    hook.compile_rules(tree)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("edited", ["core/dice.py", "games/farm/state.py", "games/farm/moves.py"])
def test_an_edit_of_what_the_compiler_reads_calls_for_a_new_build(hook: ModuleType, tree: Path, edited: str) -> None:
    pretend_to_compile(hook, tree)
    append(tree / "src/parlour" / edited, "MORE = 1\n")
    assert not hook.up_to_date(tree)


def test_a_new_rules_file_calls_for_a_new_build(hook: ModuleType, tree: Path) -> None:
    pretend_to_compile(hook, tree)
    (tree / "src/parlour/games/war").mkdir()
    (tree / "src/parlour/games/war/state.py").touch()
    assert not hook.up_to_date(tree)


def test_a_lost_extension_module_calls_for_a_new_build(hook: ModuleType, tree: Path) -> None:
    pretend_to_compile(hook, tree)
    hook.extensions(tree)[0].unlink()
    assert not hook.up_to_date(tree)


def test_without_a_compiler_one_line_says_so(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pretend_to_compile(hook, tree)
    append(tree / "src/parlour/core/dice.py", "MORE = 1\n")
    monkeypatch.setattr(hook, "missing_tool", lambda: "There is no C compiler")
    hook.compile_rules(tree)
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "no C compiler, so the rules run as plain Python" in said
    assert hook.extensions(tree) == []


def test_1_fails_loudly_without_a_compiler(hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_COMPILED", "1")
    monkeypatch.setattr(hook, "missing_tool", lambda: "There is no C compiler")
    with pytest.raises(SystemExit, match="cannot be compiled: There is no C compiler"):
        hook.compile_rules(tree)


def test_0_never_compiles(hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_COMPILED", "0")
    monkeypatch.setattr(subprocess, "run", None)
    hook.compile_rules(tree)
    assert not hook.stamp_file(tree).exists()


def test_rules_that_do_not_compile_are_tried_once(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tries = []

    def fail(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        tries.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(hook, "missing_tool", lambda: None)
    monkeypatch.setattr(subprocess, "run", fail)
    hook.compile_rules(tree)
    hook.compile_rules(tree)
    assert len(tries) == 1
    assert capfd.readouterr().err.count("so they run as plain Python") == 2
    append(tree / "src/parlour/core/dice.py", "MORE = 1\n")
    hook.compile_rules(tree)
    assert len(tries) == 2


def test_the_client_is_built_again_only_when_its_source_changed(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web, out = tree / "web", tree / "src/parlour/_web"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    for name in ("package.json", "package-lock.json", "src/main.ts"):
        (web / name).write_text("{}")
    ran = []

    def pretend(folder: Path, *words: str) -> None:
        ran.append(words[0])
        out.mkdir(exist_ok=True)
        (out / "index.html").touch()
        (web / "node_modules/.package-lock.json").touch()

    monkeypatch.setattr(hook, "npm", pretend)
    hook.build_client(tree)
    hook.build_client(tree)
    (web / "node_modules/left-pad.js").touch()
    hook.build_client(tree)
    assert ran == ["ci", "run"]
    append(web / "src/main.ts", "// more")
    hook.build_client(tree)
    assert ran == ["ci", "run", "run"]
    monkeypatch.setenv("PARLOUR_SKIP_WEB", "1")
    append(web / "src/main.ts", "// and more")
    hook.build_client(tree)
    assert ran == ["ci", "run", "run"]


def test_the_packaged_node_is_asked_for_only_where_it_is_needed(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_NODE", "wheel")
    assert not hook.needs_node(tree)
    (tree / "web").mkdir()
    (tree / "web/package.json").write_text("{}")
    assert hook.needs_node(tree)
    monkeypatch.setenv("PARLOUR_SKIP_WEB", "1")
    assert not hook.needs_node(tree)


@pytest.mark.parametrize(("kind", "carried"), [("standard", True), ("editable", False)])
def test_a_wheel_carries_what_was_compiled_and_an_editable_one_only_points_to_it(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch, kind: str, carried: bool
) -> None:
    pretend_to_compile(hook, tree)
    monkeypatch.setattr(hook, "build", lambda root: None)
    wheel = hook.Hook(str(tree), {}, None, None, str(tree), "wheel")
    data: dict[str, Any] = {"force_include": {}}
    wheel.initialize(kind, data)
    assert any(name.endswith(hook.SUFFIX) for name in data["force_include"]) is carried


def test_a_second_build_of_the_same_tree_waits(hook: ModuleType, tree: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with hook.one_build_at_a_time(tree), (tree / "build/.lock").open("w") as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_package_and_the_project_agree_on_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert parlour.__version__ == project["version"]


def test_the_clients_types_are_written_before_anything_is_compiled(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A first build asks for compiled rules (PARLOUR_COMPILED=1) while there are none yet."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "_web", "_compiled.json"))
    for folder in (ROOT / "web/src/games").iterdir():
        (tmp_path / "web/src/games" / folder.name).mkdir(parents=True)
    (tmp_path / "web/src/lib").mkdir()
    monkeypatch.setenv("PARLOUR_COMPILED", "1")
    hook.write_types(tmp_path)
    assert (tmp_path / "web/src/lib/protocol.ts").is_file()
