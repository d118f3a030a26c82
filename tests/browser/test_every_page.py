"""Every page of the house at three sizes and in both themes: nothing scrolls sideways, is too small, or too pale."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page
from tests.browser.conftest import AXE, DESKTOP, PHONE, settle, window
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

THEMES = ("morning", "evening")


def pale(page: Page) -> list[str]:
    """Text with a contrast below 4.5, or below 3 if it is large, as far as axe-core can tell."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})")
    return [
        f"{node['any'][0]['data']['contrastRatio']} {node['html'][:110]}"
        for violation in found["violations"]
        for node in violation["nodes"][:6]
    ]


def out_of_reach(page: Page) -> list[str]:
    """Everything else axe-core finds: things without a name, unreachable by keyboard, outside every landmark."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # Colours are looked at elsewhere, in both themes. The name of a field in the garden says in words what its badges
    # say in numbers, so they are no part of it.
    found = page.evaluate("""async () => {
        const rules = {'color-contrast': {enabled: false}};
        const {violations} = await axe.run({rules, resultTypes: ['violations']});
        return violations.flatMap(({id, nodes}) => nodes.map(({html}) => [id, html]));
    }""")
    badges = ("label-content-name-mismatch", '<button class="field')
    return [f"{id}: {html[:110]}" for id, html in found if (id, html[: len(badges[1])]) != badges]


def inspect(browser: Browser, house: str, rooms: Iterable[Room]) -> list[str]:
    context = window(browser, house)
    page = context.new_page()
    room = ""
    found: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not (room in REFUSING and "Failed to load resource" in message.text):
            found.append(f"{room}: the console says {message.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: found.append(f"{room}: {error}"))
    page.goto("/")
    for number, (room, enter) in enumerate(rooms):
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        enter(page)
        for name, size in SIZES.items():
            page.set_viewport_size(size)  # type: ignore[arg-type]
            settle(page)
            found += [f"{room}, {name}: {what}" for what in page.evaluate(SIDEWAYS) + page.evaluate(SMALL_PRINT)]
            found += [f"{room}, {name}: {what}" for what in page.evaluate(CUT_OFF)]
            if name != "desktop":  # the widest shows every word, and hides nothing
                found += [f"{room}, {name}: {what}" for what in out_of_reach(page)]
            if name == "phone":
                found += [
                    f"{room}, {name}: too small to touch: {what}" for what in page.evaluate(SMALL_TARGETS, OVERVIEW)
                ]
            for theme in THEMES:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                if PICTURES:
                    page.wait_for_timeout(600)
                    page.screenshot(path=Path(PICTURES) / f"{room}-{name[0]}-{theme[0]}.png")
                # The colours of a theme are the same at every size: on phones the rooms take turns.
                if name == "desktop" or (name == "phone" and theme == THEMES[number % 2]):
                    settle(page)
                    found += [f"{room}, {name}, {theme}: too pale: {what}" for what in pale(page)]
    context.close()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game(browser: Browser, house: str, game: str) -> None:
    assert inspect(browser, house, rooms_of(game)) == []


def test_the_rooms_of_the_house(browser: Browser, house: str) -> None:
    assert inspect(browser, house, rooms_of_the_house()) == []
