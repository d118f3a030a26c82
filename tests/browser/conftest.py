"""A real house and a real Chromium for the browser tests."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from tests.browser.house import DICE
from tests.patience import FACTOR, patience, patience_ms
from tests.server.guest import POLL, UNHURRIED, free_port

import parlour
from parlour.server.identity import NAMES

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
REQUIRED = os.environ.get("PARLOUR_REQUIRE_BROWSER") == "1"
DESKTOP = {"width": 1440, "height": 900}
RUNNING = "running-test"  # a file in the folder of this run's temporary files
PHONE = {"width": 390, "height": 844}
#: Toasts stay long enough for a slow machine to read them.
LINGER = f"""{{
    const soon = window.setTimeout;
    window.setTimeout = (deed, ms, ...given) => soon(deed, ms >= 3000 ? {FACTOR} * ms : ms, ...given);
}}"""

expect.set_options(timeout=patience_ms())


def chromium() -> str | None:
    # The shell is Chromium without a window: the same pages at three quarters of the work.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)


def missing(what: str) -> None:
    """Skip a test, or fail it where browser tests are required."""
    if REQUIRED:
        pytest.fail(f"{what}, but browser tests are required")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = chromium()
    if program is None:
        missing("no Chromium was found; install it or name it in CHROMIUM")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {**browser_type_launch_args, "executable_path": program, "args": quiet, "timeout": patience_ms(60)}


@pytest.fixture(autouse=True)
def _running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tells the house which test is running, for its dice."""
    (tmp_path_factory.getbasetemp() / RUNNING).write_text(request.node.nodeid, encoding="utf-8")


@contextmanager
def open_house(folder: Path, *settings: str, **more: str) -> Iterator[str]:
    """A house with its own database in this folder; its players answer without a pause. Yields its address.

    `more` is added to its environment."""
    if not (Path(parlour.__file__).parent / "_web" / "index.html").is_file():
        missing("the web client is not built")
    port = free_port()
    command = [sys.executable, "-m", "tests.browser.house", "--port", str(port), "--db", str(folder / "house.db")]
    for name, value in UNHURRIED.items():
        command += [f"--{name.replace('_', '-')}", str(value)]
    command += settings
    env = {**os.environ, "PARLOUR_DATA": str(folder), DICE: str(folder.parent / RUNNING), **more}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=env)
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + patience(60)
        while True:
            try:
                urllib.request.urlopen(f"{address}/health", timeout=patience(2)).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < until, (folder / "log").read_text()
                time.sleep(POLL)
        yield address
    finally:
        process.terminate()
        process.wait(patience())
    assert "Traceback" not in (folder / "log").read_text()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the house most tests play in."""
    with open_house(tmp_path_factory.mktemp("house")) as address:
        yield address


Sit = Callable[..., Page]


def window(browser: Browser, house: str, size: dict[str, int] = DESKTOP, **more: Any) -> BrowserContext:
    """A browser for one guest, with the patience of this run."""
    more = {"service_workers": "block", **more}  # only a test of it pays for keeping the shell
    context = browser.new_context(viewport=size, reduced_motion="reduce", base_url=house, **more)  # type: ignore[arg-type]
    context.set_default_timeout(patience_ms())
    context.add_init_script(LINGER)
    return context


@pytest.fixture
def newcomer(browser: Browser, house: str) -> Iterator[Sit]:
    """Opens the house in a separate browser for each guest; at the end no console may hold an error."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    def sit(path: str = "/", size: dict[str, int] = DESKTOP, **more: Any) -> Page:
        context = window(browser, house, size, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield sit
    for context in contexts:
        context.close()
    assert not complaints, complaints


def eventually(page: Page, holds: Callable[[], object]) -> bool:
    """Ask again and again, while the page keeps running, until it holds or our patience runs out."""
    until = time.monotonic() + patience()
    while not holds():
        if time.monotonic() > until:
            return False
        page.wait_for_timeout(1000 * POLL)
    return True


#: Remembers the words of everything that matches, from now on, however soon it is gone again.
REMEMBER = """selector => {
    const seen = new Set();
    const look = () => document.querySelectorAll(selector).forEach(({textContent}) => seen.add(textContent.trim()));
    look();
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
    return seen;
}"""


@contextmanager
def shown_for_a_moment(page: Page, selector: str, words: str) -> Iterator[None]:
    """What is done within makes these words appear; a busy machine may look only after they are gone again."""
    seen = page.evaluate_handle(REMEMBER, selector)
    yield
    page.wait_for_function("([seen, words]) => [...seen].some(text => text.includes(words))", arg=[seen, words])


def settle(page: Page) -> None:
    """Wait until nothing is moving."""
    page.evaluate("() => Promise.all(document.getAnimations().map(motion => motion.finished.catch(() => {})))")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def no_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def serious_violations(page: Page) -> list[str]:
    """What axe-core finds serious or critical on this page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]


def table_id(page: Page) -> str:
    found = re.search(r"/table/([\w-]+)", page.url)
    assert found, page.url
    return found.group(1)


def ask_house(house: str, path: str, body: object, token: str | None = None) -> Any:
    request = urllib.request.Request(f"{house}/api/{path}", json.dumps(body).encode(), method="POST")
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def guest(house: str, name: str) -> tuple[str, dict[str, Any]]:
    """A token, and the browser state that remembers it."""
    assert name not in NAMES, f"A newcomer may be called {name} too: choose a name that the house does not give."
    token = ask_house(house, "guests", {"name": name})["token"]
    known = [{"name": "parlour.guest", "value": token}]
    return token, {"storage_state": {"cookies": [], "origins": [{"origin": house, "localStorage": known}]}}
