"""MonoGwent in the browser, as guests play it."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import PHONE, Sit, no_sideways_scroll, serious_violations

RESULT = "section[aria-labelledby=result]"
GLOWS = ".gwent .can, .mulligan .can"

# The names of cards in rows that are hidden or cut off.
UNREADABLE = """() => [...document.querySelectorAll('.unit .name')]
    .filter((name) => !name.offsetParent || name.scrollWidth > name.clientWidth || name.clientHeight < 12
        || name.getBoundingClientRect().bottom > name.parentElement.getBoundingClientRect().bottom)
    .map((name) => name.textContent)"""
LONG = ("Hornblower Quill", "Breakwater Guard", "The Wandering Champion", "Plough Horse Maggie", "Marrow the Marksman")


def crowd(line: WebSocketRoute) -> None:
    """Lets every row of both sides look full to whoever sits at this end of the line."""

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
    """A table laid through the house's own door for the guest of this page."""
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
    """What glows may go out or move between looking and clicking, so the click is made in the page."""
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
    expect(page.get_by_role("heading", name="Give back up to two cards")).to_be_visible()
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
    assert page.locator(".unit").count()
    assert page.evaluate(UNREADABLE) == []
    page.get_by_role("button", name="You: graveyard").click()
    expect(page.get_by_role("dialog", name="Your graveyard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_full_rows_on_a_phone_keep_their_names(newcomer: Sit) -> None:
    page = newcomer("/rules/monogwent", size={"width": 360, "height": 640}, has_touch=True)
    page.route_web_socket("**/ws/**", crowd)
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .done").tap()
    page.wait_for_selector(".hand .can")
    assert page.locator(".lane").first.locator(".unit").count() == 9
    assert page.evaluate(UNREADABLE) == []
    assert no_sideways_scroll(page)
    # The rows scroll; the hand and the way out of the round stay in reach.
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
