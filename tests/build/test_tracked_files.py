"""Nothing in the repository ties it to one machine or to one place to fetch packages from."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# In pieces, so that this file does not contain what it looks for.
REGISTRIES = ("pypi" + ".org", "python" + "hosted", "npm" + "js", "yarn" + "pkg.com", "npm" + "mirror")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:wor" r"k/|tm" r"p/wt|roo" r"t/|opt/py" r"pi|User" r"s/\w|hom" r"e/\w+/)")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


def text_of(name: str) -> str:
    data = (ROOT / name).read_bytes()
    return "" if b"\0" in data[:8000] else data.decode(errors="replace")


def test_no_file_names_a_package_registry(tracked: list[str]) -> None:
    found = [(name, host) for name in tracked for host in REGISTRIES if host in text_of(name)]
    # npm's lock lists where authors take donations, and npm's lock only; it must not say where packages come from
    assert [(name, host) for name, host in found if Path(name).name != "package-lock.json"] == []


def test_no_file_names_a_path_of_one_machine(tracked: list[str]) -> None:
    assert [(name, hit.group()) for name in tracked for hit in MACHINE_PATHS.finditer(text_of(name))] == []


def test_python_locks_hold_versions_and_hashes_but_no_addresses() -> None:
    for lock in ("requirements.lock", "requirements-node.lock"):
        text = (ROOT / lock).read_text(encoding="utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"https?:|file:|--index|--find-links|@ ", text)


def test_npm_locks_do_not_say_where_packages_come_from(tracked: list[str]) -> None:
    locks = [name for name in tracked if Path(name).name == "package-lock.json"]
    assert [name for name in locks if '"resolved"' in text_of(name)] == []


def test_the_lock_that_names_hosts_is_not_tracked(tracked: list[str]) -> None:
    assert "uv.lock" not in tracked
