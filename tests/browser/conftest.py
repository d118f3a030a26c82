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
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, FloatRect, Locator, Page, expect
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
    file = tmp_path_factory.getbasetemp() / RUNNING
    new = file.with_suffix(".new")
    new.write_text(request.node.nodeid, encoding="utf-8")
    new.replace(file)  # at once: a house may read it at any time


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


#: Waits until everything asked for so far is there and nothing moves any more, for two frames in a row.
CALM = """async most => {
    const ends = ({playState, effect}) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    const calm = () => document.readyState === 'complete' && document.fonts.status === 'loaded'
        && [...document.querySelectorAll('link[rel~=stylesheet]')].every(({sheet, disabled}) => sheet || disabled)
        && [...document.images].every(({complete, loading}) => complete || loading === 'lazy')
        && !document.getAnimations().some(ends);
    const until = Date.now() + most;
    for (let frames = 0; frames < 2 && Date.now() < until; frames = calm() ? frames + 1 : 0)
        await new Promise(done => requestAnimationFrame(done));
}"""


def settle(page: Page) -> None:
    """Wait until styles, fonts and pictures are there and nothing is moving."""
    page.evaluate(CALM, patience_ms())


Seen = TypeVar("Seen")


def steady(page: Page, look: Callable[[], Seen]) -> Seen:
    """What there is to see once nothing is moving and two looks agree: for measuring."""
    until = time.monotonic() + patience()
    settle(page)
    seen = look()
    while True:
        settle(page)
        before, seen = seen, look()
        if seen == before or time.monotonic() > until:
            return seen


def box_of(thing: Locator) -> FloatRect:
    """Where this lies on the page, when it has come to rest."""
    thing.wait_for()
    box = steady(thing.page, thing.bounding_box)
    assert box, thing
    return box


def complaints(page: Page, look: Callable[[], list[str]], most: float | None = None) -> list[str]:
    """What is wrong with a page however long one waits: while it changes, things may be out of place for a moment."""
    until = time.monotonic() + (patience() if most is None else most)
    while True:
        settle(page)
        found = look()
        if not found or time.monotonic() > until:
            return found
        page.wait_for_timeout(1000 * POLL)


def no_sideways_scroll(page: Page) -> bool:
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return not complaints(page, lambda: ["wide"] * page.evaluate(wide))


def violations(page: Page, **asked: Any) -> list[dict[str, Any]]:
    """What axe-core finds on this page now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("asked => axe.run({...asked, resultTypes: ['violations']})", asked)
    return list(found["violations"])


def serious_violations(page: Page) -> list[str]:
    """What axe-core finds serious or critical on this page."""

    def look() -> list[str]:
        serious = [found for found in violations(page) if found["impact"] in ("serious", "critical")]
        return [f"{found['id']}: {found['nodes'][0]['html'][:160]}" for found in serious]

    return complaints(page, look)


def stop_clock(page: Page) -> None:
    """From now on only as much time passes on this page as the test says."""
    page.clock.install()
    ahead = 1000.0
    while True:
        try:
            return page.clock.pause_at(page.evaluate("Date.now()") + ahead)
        except Error:  # on a busy machine this moment may have passed already
            ahead *= 2


def no_dialog(page: Page) -> None:
    """Wait until the dialog is closed and gone: a hidden one still takes keys for a moment."""
    expect(page.locator("dialog")).to_have_count(0)


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
