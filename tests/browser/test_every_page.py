"""Every page of the house at three sizes and in both themes: nothing scrolls sideways, is too small, or too pale.

`make test` looks at every page on desktops and phones, at every fourth one on tablets, and at the colours of the boards
in both themes and of everything else in one; `make test-long` at all of it."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page
from tests.breadth import LONG
from tests.browser.conftest import DESKTOP, PHONE, complaints, violations, window
from tests.browser.walk import GAMES, REFUSING, Room, rooms_of, rooms_of_the_house

TABLET = {"width": 1024, "height": 768}
SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
PICTURES = os.environ.get("PARLOUR_PICTURES")

#: Small on purpose, because the same thing is available at full size: on a phone, the map of a film lot is an overview,
#: and tapping an area opens it below.
OVERVIEW = ".area .role"

SMALL_PRINT = """() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement;
        if (!text.data.trim() || parent.closest('script, style, title, option, .vh, noscript, svg')) continue;
        const { width, height } = parent.getBoundingClientRect();
        const style = getComputedStyle(parent);
        if (!width || !height || style.visibility === 'hidden' || style.opacity === '0') continue;
        const size = parseFloat(style.fontSize);
        if (size > 0 && size < 11.99)
            found.add(`${style.fontSize} "${text.data.trim().slice(0, 30)}" ${parent.className}`);
    }
    return [...found].slice(0, 12);
}"""

#: Buttons, links and fields too small for a finger: under 44 px in one direction, unless their surroundings count.
SMALL_TARGETS = """overview => {
    const found = new Set();
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    for (const thing of top.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')) {
        if (thing.matches(`.vh, :disabled, [type=range], ${overview}`) || thing.closest('.vh, article, p')) continue;
        const style = getComputedStyle(thing);
        if (style.visibility === 'hidden' || style.pointerEvents === 'none') continue;
        const label = thing.matches('input') ? thing.closest('label') : null;
        const box = (label ?? thing).getBoundingClientRect();
        if (!box.width || !box.height || box.right < 0 || box.left > innerWidth) continue;
        if (Math.min(box.width, box.height) >= 43.5) continue;
        // A thin thing with a wide margin that belongs to it: ask the page itself.
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (y < 22 || y > innerHeight - 22 || x < 22 || x > innerWidth - 22) continue;
        const around = [[0, -20], [0, 20], [-20, 0], [20, 0]];
        const hits = around.map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy));
        if (hits.every(hit => hit && (thing.contains(hit) || label?.contains(hit)))) continue;
        const words = (thing.getAttribute('aria-label') ?? thing.textContent ?? '').trim().slice(0, 30);
        const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
        found.add(`${size} ${thing.localName}.${thing.className} "${words}"`);
    }
    return [...found].slice(0, 12);
}"""

SIDEWAYS = """() => {
    const page = document.documentElement;
    const found = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} wide`] : [];
    for (const box of document.querySelectorAll('dialog[open], dialog[open] .body, main, .board-place'))
        if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
            found.push(`${box.className} is ${box.scrollWidth} wide`);
    return found;
}"""


#: Selects that cut off the chosen option.
CUT_OFF = """() => {
    const found = [];
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
        const style = getComputedStyle(select);
        if (!select.getBoundingClientRect().width || style.visibility === 'hidden') continue;
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const words = select.selectedOptions[0]?.textContent.trim() ?? '';
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (pen.measureText(words).width > room + 1) found.push(`cut off: ${words}`);
    }
    return found;
}"""

#: The bar and the line below it: words on top of each other, or cut in half.
SQUEEZED = """() => {
    const found = [];
    for (const thing of document.querySelectorAll('header .tool, .means.line')) {
        const box = thing.getBoundingClientRect();
        if (!box.width || thing.closest('[hidden], dialog')) continue;
        if (thing.scrollWidth > thing.clientWidth + 2 || thing.scrollHeight > thing.clientHeight + 2)
            found.push(`squeezed: ${thing.textContent.trim().slice(0, 40)}`);
    }
    return found;
}"""

THEMES = ("morning", "evening")


def axe(page: Page, *, names: bool, colours: bool) -> list[str]:
    """What axe-core finds: things without a name, unreachable by keyboard or outside every landmark (`names`), and text
    with a contrast below 4.5, or below 3 if it is large, as far as it can tell (`colours`)."""
    asked: dict[str, Any] = (
        {"rules": {"color-contrast": {"enabled": colours}}} if names else {"runOnly": ["color-contrast"]}
    )
    found = []
    for violation in violations(page, **asked):
        nodes = violation["nodes"]
        if violation["id"] == "color-contrast":
            found += [f"too pale: {n['any'][0]['data']['contrastRatio']} {n['html'][:110]}" for n in nodes[:6]]
        else:
            found += [f"{violation['id']}: {n['html'][:110]}" for n in nodes if not is_badge(violation["id"], n)]
    return found


def is_badge(id: str, node: dict[str, Any]) -> bool:
    """The name of a field in the garden says in words what its badges say in numbers, so they are no part of it."""
    return id == "label-content-name-mismatch" and str(node["html"]).startswith('<button class="field')


def take_pictures(page: Page, path: Path) -> None:
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.wait_for_timeout(600)
        page.screenshot(path=f"{path}-{theme[0]}.png")


def measured(page: Page, name: str) -> list[str]:
    """What sticks out, is too small or cut off at this size."""
    found = [*page.evaluate(SIDEWAYS), *page.evaluate(SMALL_PRINT), *page.evaluate(CUT_OFF), *page.evaluate(SQUEEZED)]
    if name == "phone":
        found += [f"too small to touch: {what}" for what in page.evaluate(SMALL_TARGETS, OVERVIEW)]
    return found


def inspect(browser: Browser, house: str, rooms: Iterable[Room], first: int = 0) -> list[str]:
    """What is wrong in these rooms; `first` says with which theme to begin."""
    context = window(browser, house)
    page = context.new_page()
    room = ""
    found: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        refused = room in REFUSING or "/nowhere" in message.location["url"]
        if message.type == "error" and not (refused and "Failed to load resource" in message.text):
            found.append(f"{room}: the console says {message.text}")

    def look(where: str, what: Callable[[], list[str]]) -> None:
        # What may still be changing is looked at again, but not in every room of a house that is wrong.
        found.extend(f"{where}: {each}" for each in complaints(page, what, 0.0 if found else None))

    page.on("console", heard)
    page.on("pageerror", lambda error: found.append(f"{room}: {error}"))
    page.goto("/")
    for number, (room, enter) in enumerate(rooms, first):
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        enter(page)
        for name, size in SIZES.items():
            if name == "tablet" and not (LONG or number % 4 == 1):
                continue
            page.set_viewport_size(size)  # type: ignore[arg-type]
            look(f"{room}, {name}", partial(measured, page, name))
            if PICTURES:
                take_pictures(page, Path(PICTURES) / f"{room}-{name[0]}")
            # Names are the same in every theme, and colours at every size: a theme for desktops, the other for phones.
            theme = THEMES[(number + (name == "phone")) % 2]
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            if name == "phone" or LONG or (name == "desktop" and room.startswith("table-")):
                # The widest window shows every word and hides nothing.
                asked = partial(axe, page, names=name != "desktop", colours=name != "tablet")
                look(f"{room}, {name}, {theme}", asked)
    context.close()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game(browser: Browser, house: str, game: str) -> None:
    assert inspect(browser, house, rooms_of(game), GAMES.index(game)) == []


def test_the_rooms_of_the_house(browser: Browser, house: str) -> None:
    assert inspect(browser, house, rooms_of_the_house()) == []
