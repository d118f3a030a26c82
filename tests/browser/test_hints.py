"""Hints: the house says what it would do, marks it on the board, and puts whole moves together."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sit, no_sideways_scroll, serious_violations
from tests.browser.walk import create_table, running

CARD = "section.hint"
BUTTON = "[data-hint]"


def ask(page: Page) -> None:
    page.wait_for_selector(f"{BUTTON}[aria-disabled=false]")
    page.locator(BUTTON).click()
    page.wait_for_selector(f"{CARD} .choice")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_shown_in_words_and_on_the_board(newcomer: Sit, size: dict[str, int]) -> None:
    page = newcomer(size=size)
    page.goto(f"/table/{create_table(page, 'kata-tcg', ['me', 'random'], listed=False)}")
    expect(page.locator(BUTTON)).to_have_accessible_name("Hint 3 left")
    ask(page)
    expect(page.locator(BUTTON)).to_have_accessible_name("Hint 2 left")
    best = page.locator(f"{CARD} .choice").first
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(best.locator(".chance")).to_have_text(re.compile(r"^[<>]? ?\d+ %$"))
    expect(page.locator("main .hinted").first).to_be_visible()
    assert serious_violations(page) == []
    assert no_sideways_scroll(page)

    # another of its moves can be marked instead
    other = page.locator(f"{CARD} .choice").last
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(best).to_have_attribute("aria-pressed", "false")
    expect(page.locator("main .hinted").first).to_be_visible()

    page.keyboard.press("i")
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("main .hinted")).to_have_count(0)

    # the same hint again costs nothing; it is gone when the game goes on
    ask(page)
    expect(page.locator(BUTTON)).to_have_accessible_name("Hint 2 left")
    page.locator("button.end").click()
    expect(page.locator(CARD)).to_have_count(0)


def test_on_a_phone_a_hint_makes_room_for_the_board(newcomer: Sit) -> None:
    page = newcomer(size=PHONE)
    page.goto(f"/table/{running(page, 'connect-four', 1)}")
    ask(page)
    page.locator(f"{CARD} .choice").last.click()
    page.locator(".felt").click(position={"x": 8, "y": 640})
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator(".column.hinted")).to_have_count(1)
    page.locator(BUTTON).click()
    expect(page.locator(f"{CARD} .choice").last).to_have_attribute("aria-pressed", "true")
    page.locator(BUTTON).click()
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_whole_move_is_filled_in_to_be_checked_and_sent(newcomer: Sit) -> None:
    """The first move of Gardening War is to go shopping, which takes several decisions."""
    page = newcomer()
    page.goto(f"/table/{create_table(page, 'gardening-war', ['me', 'random'], listed=False)}")
    ask(page)
    expect(page.locator("[data-kind=shop].hinted")).to_have_count(1)
    page.get_by_role("button", name="Fill it in").click()
    send = page.locator(".send:not(:disabled)")
    expect(send).to_contain_text("Done: pay")
    send.click()
    expect(page.locator("[data-thing='stock:0:water'] b")).not_to_have_text("0")


def test_there_are_no_hints_between_people_or_where_they_are_switched_off(newcomer: Sit) -> None:
    page = newcomer()
    for seats, wish in ((["me", "me"], {}), (["me", "random"], {"hints": 0})):
        page.goto(f"/table/{create_table(page, 'connect-four', seats, listed=False, **wish)}")
        page.wait_for_selector(".column.open")
        expect(page.locator(BUTTON)).to_have_count(0)


def test_the_host_of_a_table_chooses_how_many(newcomer: Sit) -> None:
    page = newcomer()
    page.locator("[data-new=connect-four]").click()
    page.get_by_role("combobox", name="Hints").select_option("Any number")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(BUTTON)).to_have_accessible_name("Hint")


def test_a_guided_game_has_any_number(newcomer: Sit) -> None:
    page = newcomer()
    page.locator("[data-guided=connect-four]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(BUTTON)).to_have_accessible_name("Hint")
