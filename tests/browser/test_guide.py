"""Guided first games: a newcomer is shown around each game at a real table."""

import os
from collections.abc import Callable
from itertools import product, zip_longest
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.breadth import breadth
from tests.browser.conftest import DESKTOP, PHONE, Sit, eventually, no_sideways_scroll, serious_violations
from tests.browser.walk import GAMES

BUBBLE = "section.guide"
RESULT = "section[aria-labelledby=result]"
PICTURES = os.environ.get("PARLOUR_PICTURES")
SIZES = (DESKTOP, PHONE)
FIRST_MOVES = breadth([*zip(GAMES, SIZES * 3, strict=True)], [*product(GAMES, SIZES)])

#: How to do what a step asks for: selectors to click one after another, the first match in each group. Steps not named
#: here only explain, and "Next" moves on.
DEEDS: dict[str, dict[str, list[str]]] = {
    "kata-tcg": {
        "lift": [".hand .can"],
        "ways": [".rail .mode:not(.off)"],
        "target": [".rival-plate .can, .theirs .can"],
        "fight": [".mine .minion.can", ".rival-plate .can"],
    },
    "battle-farm": {
        "market": [".stalls .stall:has(.can)", ".ask .go:not(.quiet)"],
        "stop": [".ask .go.quiet"],
        "trade": [".ask .go.quiet"],
        "bid": [".ask .go.quiet, .bidding [type=submit]"],
        "plant": [".hand .can:not(.class-card)", ".farm .bed.can"],
        "end": [".ask .go.quiet"],
        "fertilize": [".farm .bed.can, .ask .go.quiet"],
    },
    "gardening-war": {
        "shop": ["[data-kind=shop]"],
        "basket": ["[data-good=tulip]"],
        "water-too": ["[data-good=water]"],
        "pay": [".send:not(:disabled)"],
        "plant": [".field[aria-label*='yours, empty']", ".send:not(:disabled)"],
        "water": [".field[aria-label*='yours'][aria-label*='needs']", ".send:not(:disabled)"],
        "harvest": ["[data-kind=harvest]"],
    },
    "deadwood": {
        "walk": [".area.can .walk", ".deed"],
        "role": [".focus .role.can, .area.here .role.can", ".deed"],
        "no-role": [".end"],
        "act": [".deed"],
    },
    "monogwent": {
        "mulligan": [".mulligan .done"],
        "lift": [".hand .can"],
        "row": [".lane.can .whole, .unit.can, .clear.can"],
    },
    "connect-four": {"drop": [".column.open"]},
}

#: The steps every guest meets who does what they ask.
SURE = {
    "kata-tcg": ["welcome", "mana", "lift", "ways"],
    "battle-farm": ["welcome", "purse", "phases", "trade"],
    "gardening-war": [
        "welcome",
        "home",
        "shop",
        "basket",
        "water-too",
        "pay",
        "plant",
        "badges",
        "water",
        "harvest",
        "sky",
    ],
    "deadwood": ["welcome", "walk", "scene"],
    "monogwent": ["mulligan", "power", "lift", "row", "rival", "sky", "pass", "lives", "farewell"],
    "connect-four": ["drop", "watch", "why", "farewell"],
}


def begin(page: Page, game: str) -> None:
    page.locator(f"[data-guided={game}]").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(f"{BUBBLE}.placed")  # every tour begins with a word of the host


GLOWS = "main .can, main .column.open, main .deed"


def comes(page: Page, there: str) -> bool:
    """Wait until this holds in the page. Not, if something asks to be clicked and a dozen looks of the host go by."""
    page.evaluate("() => { window.looks = 0 }")
    found = page.wait_for_function(
        f"() => ({there}) ? 'yes' : document.querySelector('{GLOWS}') && ++window.looks > 12 && 'no'", polling=200
    )
    return bool(found.json_value() == "yes")


def step(page: Page) -> str | None:
    """The current step; None if the tour or the game is over, or nothing is said for a while."""
    comes(
        page,
        f"""document.querySelector('{RESULT}') || document.querySelector('{BUBBLE}.placed')
            || Object.values(JSON.parse(localStorage['parlour.tours'] ?? '{{}}')).some(tour => tour.over)""",
    )
    said = page.evaluate(f"document.querySelector('{BUBBLE}.placed')?.dataset.step ?? null")
    return None if said is None else str(said)


#: Whether the bubble covers the ring around its target, and whether it is inside the window.
LIES = f"""() => {{
    const bubble = document.querySelector('{BUBBLE}')?.getBoundingClientRect();
    const ring = document.querySelector('.guide.ring')?.getBoundingClientRect();
    if (!bubble || !ring) return [];
    const found = [];
    const across = Math.min(bubble.right, ring.right) - Math.max(bubble.left, ring.left);
    const down = Math.min(bubble.bottom, ring.bottom) - Math.max(bubble.top, ring.top);
    if (across > 1 && down > 1) found.push('covers what it points at');
    if (bubble.left < 0 || bubble.top < 0 || bubble.right > innerWidth || bubble.bottom > innerHeight)
        found.push('leaves the window');
    return found;
}}"""


#: The bubble's count: which hint this is, and of how many.
COUNT = f"""() => document.querySelector('{BUBBLE} .count')?.textContent.split('/').map(Number) ?? null"""


def click_in_page(page: Page, selector: str) -> bool:
    """Things may move or stop glowing between looking and clicking, so click inside the page."""
    return bool(
        page.evaluate(
            """selector => {
                const things = [...document.querySelectorAll(selector)];
                const thing = things.find(each => each.getBoundingClientRect().width > 0);
                thing?.click();
                return thing !== undefined;
            }""",
            selector,
        )
    )


def obey(page: Page, game: str, said: str) -> None:
    """Do what the step asks for, or press "Next"; wait until it is over."""
    for selector in DEEDS[game].get(said, []):
        if not comes(page, f"document.querySelector(`{selector}`)"):
            break
        if page.locator(f"{BUBBLE}[data-step={said}]").count():
            click_in_page(page, selector)
    if said not in DEEDS[game]:
        click_in_page(page, f"{BUBBLE}[data-step={said}] .button")
    page.wait_for_function(f"said => !document.querySelector(`{BUBBLE}[data-step=${{said}}]`)", arg=said)


def go_on_alone(page: Page) -> None:
    """Nothing is being said: keep playing by clicking what glows."""
    for selector in (".ask .go.quiet", ".deed", ".role.can", ".area.can .walk", ".end", ".can", ".column.open"):
        if click_in_page(page, f"main {selector}"):
            return


def tour(page: Page, game: str, most: int = 40, seen: Callable[[str], None] = lambda said: None) -> list[str]:
    heard: list[str] = []
    count = 0
    for _ in range(most):
        said = step(page)
        if page.locator(RESULT).count() or set(SURE[game]) <= set(heard):
            break
        if said is None:
            go_on_alone(page)
            continue
        if said not in heard:
            number, total = page.evaluate(COUNT) or (count, count)
            assert count <= number <= total, f"{said} is hint {number} of {total} after {count}"
            count = number
            heard.append(said)
            assert eventually(page, lambda: page.evaluate(LIES) == []), (said, page.evaluate(LIES))
            seen(said)
        obey(page, game, said)
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_from_the_lobby_says_its_steps_as_they_are_done(newcomer: Sit, game: str) -> None:
    page = newcomer()
    begin(page, game)
    heard = tour(page, game, seen=lambda said: picture(page, f"{game}-{said}"))
    assert [said for said in SURE[game] if said not in heard] == []
    assert no_sideways_scroll(page)


@pytest.mark.parametrize("game", breadth(("kata-tcg", "battle-farm", "deadwood"), GAMES))
def test_on_a_phone_the_bubble_covers_nothing_that_it_points_at(newcomer: Sit, game: str) -> None:
    page = newcomer(size=PHONE)
    begin(page, game)
    heard = tour(page, game, most=12, seen=lambda said: picture(page, f"{game}-phone-{said}"))
    assert heard[:2] == SURE[game][:2]
    assert no_sideways_scroll(page)


def test_a_tour_ends_once_and_with_its_last_number(newcomer: Sit) -> None:
    page = newcomer()
    begin(page, "connect-four")
    counted: dict[str, tuple[int, int]] = {}
    tour(page, "connect-four", seen=lambda said: counted.update({said: tuple(page.evaluate(COUNT))}))
    numbers = [number for number, _ in counted.values()]
    assert numbers == sorted(set(numbers)), counted
    assert counted["farewell"][0] == counted["farewell"][1]
    expect(page.locator(BUBBLE)).to_have_count(0)
    page.locator(".column.open").first.click()
    page.locator(".column.open").first.wait_for()
    expect(page.locator(BUBBLE)).to_have_count(0)


def picture(page: Page, name: str) -> None:
    """With PARLOUR_PICTURES=folder, every step leaves a picture to look at."""
    if PICTURES:
        page.wait_for_timeout(400)
        page.screenshot(path=Path(PICTURES) / f"guide-{name}.png")


def test_a_skipped_tour_is_remembered_and_begins_anew_from_help(newcomer: Sit) -> None:
    page = newcomer()
    expect(page.locator("[data-guided=kata-tcg]")).to_contain_text("First time?")
    begin(page, "kata-tcg")
    page.get_by_role("region", name="Your host").get_by_role("button", name="Skip the tour").click()
    expect(page.locator(BUBBLE)).to_have_count(0)
    page.reload()
    assert not comes(page, f"document.querySelector('{BUBBLE}')")
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Show me around").click()
    expect(page.locator(f"{BUBBLE}[data-step=welcome]")).to_be_visible()
    page.get_by_role("button", name="Skip the tour").click()
    page.goto("/")
    expect(page.locator("[data-guided=kata-tcg]")).to_contain_text("again")
    expect(page.locator("[data-guided=battle-farm]")).to_contain_text("First time?")


def test_a_tour_goes_on_where_it_was_when_the_page_is_loaded_anew(newcomer: Sit) -> None:
    page = newcomer()
    begin(page, "gardening-war")
    page.locator(f"{BUBBLE}[data-step=welcome] .button").click()
    page.wait_for_selector(f"{BUBBLE}[data-step=home]")
    page.reload()
    page.wait_for_selector(f"{BUBBLE}[data-step=home]")


def test_the_tour_by_keyboard_and_for_those_who_cannot_see(newcomer: Sit) -> None:
    page = newcomer()
    begin(page, "gardening-war")
    page.wait_for_selector(f"{BUBBLE}[data-step=welcome].placed")
    assert serious_violations(page) == []
    page.keyboard.press("h")
    page.wait_for_selector(f"{BUBBLE}[data-step=home].placed")
    page.locator(BUBBLE).get_by_role("button", name="Next").press("Enter")
    page.wait_for_selector(f"{BUBBLE}[data-step=shop].placed")
    page.evaluate("document.documentElement.dataset.theme = 'morning'")
    assert serious_violations(page) == []


@pytest.mark.parametrize(
    ("game", "size"), FIRST_MOVES, ids=lambda it: it if isinstance(it, str) else f"{it['width']}px"
)
def test_three_clicks_from_the_lobby_to_a_first_move(newcomer: Sit, game: str, size: dict[str, int]) -> None:
    """Play and at most two more clicks, and the house has our first move."""
    page = newcomer(size=size)
    moves: list[str] = []

    def heard(frame: str | bytes) -> None:
        if '"move"' in str(frame) and '"type":"move"' in str(frame).replace(" ", ""):
            moves.append(str(frame))

    page.on("websocket", lambda socket: socket.on("framesent", heard))
    page.locator(f"[data-play={game}]").click()
    page.wait_for_url("**/table/*")
    ways = {
        "kata-tcg": [".hand .can, .end.can", ".rail .mode:not(.off):not(:has-text('target')), .rival-plate .can"],
        "battle-farm": [".ask .go.quiet"],
        "gardening-war": [".field[aria-label*='Field 0, 1, nobody']", ".send:not(:disabled)"],
        "deadwood": [".area.can .walk", ".deed"],
        "monogwent": [".mulligan .done"],
        "connect-four": [".column.open"],
    }[game]
    if game == "battle-farm":  # a rival's card may ask something first that cannot be passed on
        page.locator(".ask .go, .board-place .can").first.wait_for()
        if not page.locator(".ask .go.quiet").count():
            ways = [".ask .go:visible, .scene .can:visible, .board-place .can:visible"] * 2
    for selector, following in zip_longest(ways, ways[1:]):
        page.locator(selector).first.click()
        assert eventually(page, lambda: moves or (following and page.locator(following).first.is_visible()))  # noqa: B023
        if moves:
            break
    assert moves
