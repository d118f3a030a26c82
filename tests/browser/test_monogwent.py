"""MonoGwent in the browser, as guests play it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.breadth import breadth
from tests.browser.conftest import (
    PHONE,
    Sit,
    box_of,
    complaints,
    no_dialog,
    no_sideways_scroll,
    serious_violations,
    table_id,
)

from parlour.games.monogwent.game import GAME

RESULT = "section[aria-labelledby=result]"
GLOWS = ".gwent .can, .mulligan .can"

# The names of cards in rows that are covered or cut off.
UNREADABLE = """() => [...document.querySelectorAll('.unit .name')]
    .filter((name) => !name.offsetParent || name.scrollWidth > name.clientWidth || name.clientHeight < 12
        || name.getBoundingClientRect().bottom > name.parentElement.getBoundingClientRect().bottom)
    .map((name) => name.textContent)"""
LONG = ("Hornblower Quill", "Breakwater Guard", "The Wandering Champion", "Plough Horse Maggie", "Marrow the Marksman")


def crowd(line: WebSocketRoute) -> None:
    """Makes this guest believe that every row on both sides is full."""

    def tell(message: str | bytes) -> None:
        said = json.loads(message)
        for at, side in enumerate(said["view"]["sides"] if "view" in said else []):
            side["field"] = [
                {
                    "id": 1000 + 100 * at + n,
                    "card": LONG[n % 5],
                    "type": "Silver",
                    "row": ("Melee", "Ranged", "Siege")[n % 3],
                }
                | {"power": n, "printed": n, "counts": n + 1}
                for n in range(27)
            ]
        line.send(json.dumps(said))

    house = line.connect_to_server()
    house.on_message(tell)
    line.on_message(house.send)


def lay_table(page: Page, seats: list[str]) -> None:
    """A table created over HTTP for this page's guest."""
    token = page.evaluate(
        """async () => {
            while (!localStorage.getItem('parlour.guest')) await new Promise(done => setTimeout(done, 20));
            return localStorage.getItem('parlour.guest');
        }"""
    )
    options = {"faction0": "Hedge Court", "faction1": "Storm Choir"}
    wish: dict[str, Any] = {"game": "monogwent", "options": options, "seats": seats}
    answer = page.request.post("/api/tables", data=wish, headers={"Authorization": f"Bearer {token}"})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")


def my_turn(page: Page) -> bool:
    """Wait until something glows; False if the game is over instead."""
    page.wait_for_selector(f"{GLOWS}, {RESULT}")
    return page.locator(RESULT).count() == 0


def click_first_glowing(page: Page) -> None:
    """Things may move or stop glowing between looking and clicking, so click inside the page."""
    page.evaluate(
        """glows => {
            const thing = document.querySelector(glows);
            (thing?.querySelector('.whole') ?? thing)?.click();
        }""",
        GLOWS,
    )


def test_a_whole_game_by_clicking_the_first_thing_that_glows(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    expect(page.get_by_role("heading", name="Exchange up to two cards")).to_be_visible()
    clicks = 0
    while my_turn(page):
        click_first_glowing(page)
        clicks += 1
        assert clicks < 400
    assert clicks > 10
    expect(page.locator("#result")).to_be_visible()


def test_by_keyboard_a_card_is_played_taken_back_and_the_round_passed(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .done").press("Enter")
    page.wait_for_selector(".hand .can:focus")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".hand .held + .held:focus")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".hand .can:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(".held.chosen")
    page.keyboard.press("Backspace")
    expect(page.locator(".held.chosen")).to_have_count(0)
    page.keyboard.press("ShiftRight")
    expect(page.locator(".my-plate .leader.used")).to_be_visible()
    page.wait_for_selector(".pass.can")
    page.keyboard.press("Tab")
    page.wait_for_selector(".pass:focus")
    page.keyboard.press("Enter")
    expect(page.locator(".my-plate .passed, .veil, .gwent .words h2:has-text('Round 2')").first).to_be_visible()


def test_on_a_phone_with_a_look_into_the_graveyard(newcomer: Sit) -> None:
    page = newcomer(size=PHONE)
    lay_table(page, ["me", "random"])
    assert my_turn(page)
    assert no_sideways_scroll(page)
    page.locator(".mulligan .done").click()
    page.wait_for_selector(".hand .can")
    for _ in range(6):
        assert my_turn(page)
        click_first_glowing(page)
    assert no_sideways_scroll(page)
    expect(page.locator(".unit").first).to_be_attached()
    assert complaints(page, lambda: list(page.evaluate(UNREADABLE))) == []
    page.get_by_role("button", name="You: graveyard").click()
    expect(page.get_by_role("dialog", name="Your graveyard")).to_be_visible()
    page.keyboard.press("Escape")
    no_dialog(page)


def test_full_rows_on_a_phone_keep_their_names(newcomer: Sit) -> None:
    page = newcomer("/rules/monogwent", size={"width": 360, "height": 640}, has_touch=True)
    page.route_web_socket("**/ws/**", crowd)
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .done").tap()
    page.wait_for_selector(".hand .can")
    expect(page.locator(".lane").first.locator(".unit")).to_have_count(9)
    assert complaints(page, lambda: list(page.evaluate(UNREADABLE))) == []
    assert no_sideways_scroll(page)
    # The rows scroll; the hand and the Pass button stay in reach.
    expect(page.locator(".hand .can").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".pass")).to_be_in_viewport(ratio=1)
    page.locator(".lane").first.locator(".unit").first.scroll_into_view_if_needed()
    expect(page.locator(".rival-plate .score")).to_be_in_viewport(ratio=1)
    page.locator(".hand .can").first.tap()
    expect(page.locator(".lane.can, .unit.can, .clear.can").first).to_be_visible()


def test_nothing_serious_for_those_who_cannot_see(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    assert my_turn(page)
    assert serious_violations(page) == []
    page.locator(".mulligan .done").click()
    page.wait_for_selector(".hand .can")
    page.locator(".hand .can").first.click()
    page.wait_for_selector(".held.chosen")
    assert serious_violations(page) == []


# --- the exchange ---


def dealt_the_wordiest(line: WebSocketRoute) -> None:
    """Makes this guest believe they were dealt the ten cards with the longest texts."""
    house = line.connect_to_server()

    def tell(message: str | bytes) -> None:
        said = json.loads(message)
        for held, card in zip(said["view"]["sides"][0]["hand"] or [] if "view" in said else [], WORDIEST, strict=False):
            held |= {"card": card.name, "type": card.type}
        line.send(json.dumps(said))

    house.on_message(tell)
    line.on_message(house.send)


WORDIEST = sorted(
    (card for card in GAME.data(GAME.Options()).cards if card.type != "Leader"),
    key=lambda card: -len(card.text),
)[:10]

#: Card texts that are cut off, or covered when they are scrolled into view.
COVERED = """() => [...document.querySelectorAll('.mulligan .slot .text')].filter(text => {
    text.scrollIntoView({block: 'center', behavior: 'instant'});
    const card = text.closest('.slot');
    const box = card.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(({left, right, top, bottom}) =>
        left < box.left || right > box.right || top < box.top || bottom > box.bottom
        || !card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)));
}).map(text => text.textContent)"""


EXCHANGES = breadth([(1024, 768), (360, 640)], [(1280, 720), (1024, 768), (390, 844), (360, 640)])


@pytest.mark.parametrize("size", EXCHANGES, ids=lambda size: str(size[0]))
def test_the_exchange_shows_whole_texts_and_all_ten_cards(newcomer: Sit, size: tuple[int, int]) -> None:
    page = newcomer("/rules/monogwent", size={"width": size[0], "height": size[1]})
    page.route_web_socket("**/ws/**", dealt_the_wordiest)
    lay_table(page, ["me", "random"])
    expect(page.locator(".mulligan .slot")).to_have_count(10)
    assert complaints(page, lambda: list(page.evaluate(COVERED))) == []
    tenth = page.locator(".mulligan .slot").last
    tenth.scroll_into_view_if_needed()
    card, button = box_of(tenth), box_of(page.locator(".mulligan .done"))
    assert card["y"] + card["height"] <= button["y"]
    tenth.click()
    expect(page.get_by_role("button", name="Exchange 1")).to_be_in_viewport(ratio=1)


# --- the keys of the original ---


def at_my_turn(newcomer: Sit) -> Page:
    page = newcomer()
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .done").press("Enter")
    page.wait_for_selector(".hand .can")
    return page


def test_escape_steps_back_and_with_nothing_left_leaves_after_a_question(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .slot").nth(2).click()
    page.locator(".mulligan .slot").nth(5).click()
    page.locator(".mulligan .slot").nth(7).click()
    expect(page.locator("button.note", has_text="First give back up to two cards")).to_be_visible()
    expect(page.locator(".mulligan .stamp")).to_have_count(2)
    for left in (1, 0):
        page.keyboard.press("Escape")
        expect(page.locator(".mulligan .stamp")).to_have_count(left)
        no_dialog(page)
    page.locator(".mulligan .done").press("Enter")
    page.wait_for_selector(".hand .can")
    page.locator(".hand .can").first.click()
    page.wait_for_selector(".held.chosen")
    page.evaluate("document.activeElement.blur()")  # it steps back wherever the focus is
    page.keyboard.press("Escape")
    expect(page.locator(".held.chosen")).to_have_count(0)
    no_dialog(page)
    page.keyboard.press("Escape")
    question = page.get_by_role("dialog", name="Leave the table?")
    question.get_by_role("button", name="Stay").click()
    no_dialog(page)
    page.keyboard.press("Escape")
    expect(question).to_be_visible()
    page.keyboard.press("Escape")  # closes the question like any other
    no_dialog(page)
    table = table_id(page)
    page.keyboard.press("Escape")
    question.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url("**/")
    expect(page.locator(f"a[href='/table/{table}']").first).to_be_visible()


def test_f1_opens_and_closes_the_help_with_all_keys(newcomer: Sit) -> None:
    page = at_my_turn(newcomer)
    keys = page.get_by_role("dialog", name="Help")
    page.keyboard.press("F1")
    for words in ("the card workshop", "start over (asks first)", "use your leader", "music on and off"):
        expect(keys).to_contain_text(words)
    for words in ("full screen", "leave the table (asks first)", "go to Pass"):
        expect(keys).to_contain_text(words)
    page.keyboard.press("F1")
    no_dialog(page)
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("F1")
    no_dialog(page)


def test_f3_opens_the_workshop_and_f4_fills_the_screen(newcomer: Sit) -> None:
    page = at_my_turn(newcomer)
    with page.context.expect_page() as opened:
        page.keyboard.press("F3")
    expect(opened.value).to_have_url(re.compile(r"/workshop\?table="))
    opened.value.close()
    page.bring_to_front()
    page.keyboard.press("F4")
    page.wait_for_function("() => document.fullscreenElement !== null", polling=100)
    page.keyboard.press("F4")
    page.wait_for_function("() => document.fullscreenElement === null", polling=100)


def test_f12_begins_anew_after_a_question(newcomer: Sit) -> None:
    page = at_my_turn(newcomer)
    first = table_id(page)
    page.keyboard.press("F12")
    question = page.get_by_role("dialog", name="Start over?")
    question.get_by_role("button", name="Keep playing").click()
    no_dialog(page)
    assert table_id(page) == first
    page.keyboard.press("F12")
    question.get_by_role("button", name="Start over").click()
    page.wait_for_url(lambda url: "/table/" in url and first not in url)
    expect(page.locator(".mulligan, .gwent").first).to_be_visible()


#: Counts the notes played, and records the volume last set.
LISTEN = """
    window.notes = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
    const target = AudioParam.prototype.setTargetAtTime;
    AudioParam.prototype.setTargetAtTime = function (...how) { window.loud = how[0]; return target.apply(this, how); };
"""


def music(page: Page) -> None:
    """Wait for a note: the browser's loudspeaker takes its time, whatever the page's clock says."""
    page.clock.run_for(2000)
    page.wait_for_function("() => notes > 0", polling=100)


def test_music_begins_with_the_first_click_unless_it_was_switched_off(newcomer: Sit) -> None:
    page = newcomer("/rules/monogwent")
    page.add_init_script(LISTEN)
    page.clock.install()
    lay_table(page, ["me", "random"])
    page.wait_for_selector(".mulligan .slot")
    page.clock.run_for(2000)
    assert page.evaluate("notes") == 0
    page.locator(".mulligan h2").click()
    music(page)

    page.get_by_role("tab", name="Settings").click()
    volume = page.get_by_label("Music volume")
    volume.fill("20")
    page.wait_for_function("() => Math.abs(window.loud - 0.3 * 0.2 * 0.2) < 1e-9", polling=100)
    switch = page.get_by_role("switch", name="Music")
    expect(switch).to_be_checked()
    expect(volume).to_be_focused()
    page.keyboard.press("F2")
    expect(switch).not_to_be_checked()
    page.wait_for_function("() => loud === 0", polling=100)

    page.reload()
    page.wait_for_selector(".mulligan .slot")
    page.locator(".mulligan h2").click()
    page.clock.run_for(2000)
    assert page.evaluate("notes") == 0
    page.keyboard.press("F2")
    music(page)
    page.get_by_role("tab", name="Settings").click()
    expect(page.get_by_label("Music volume")).to_have_value("20")


def test_other_games_are_quiet_until_music_is_wished_for(newcomer: Sit) -> None:
    page = newcomer("/settings")
    page.add_init_script(LISTEN)
    page.clock.install()
    page.reload()
    page.get_by_role("heading", name="Settings").click()
    page.clock.run_for(2000)
    assert page.evaluate("notes") == 0
    page.get_by_role("switch", name="Music").check(force=True)
    music(page)
