"""The rules with pictures, and "what is this?" at the table."""

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sit
from tests.browser.walk import mid_game


def test_the_rules_show_the_board_its_parts_and_cards(newcomer: Sit) -> None:
    page = newcomer("/rules/kata-tcg")
    expect(page.get_by_role("heading", name="In two minutes")).to_be_visible()
    expect(page.locator("figure .frame .minion").first).to_be_visible()
    pins = page.locator("figure .pin")
    expect(pins.nth(4)).to_be_visible()
    expect(page.locator("figcaption li")).to_have_count(pins.count())
    assert page.locator("figure .card-place .face").count() >= 3
    page.get_by_label("Contents").get_by_role("link", name="Minions").click()
    expect(page.locator("#minions")).to_be_in_viewport()
    expect(page.get_by_label("Contents").get_by_role("link", name="Minions")).to_have_attribute(
        "aria-current", "location"
    )


def test_whatever_is_touched_says_what_it_is_and_does_nothing(newcomer: Sit) -> None:
    page = newcomer("/", PHONE, has_touch=True)
    mid_game("kata-tcg")(page)
    before = page.locator(".my-hand .slot").count()
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="What is this?").click()
    sheet = page.get_by_role("complementary", name="What is this?")
    expect(sheet).to_contain_text("Tap anything on the board")
    page.locator(".my-hand .can").first.tap()
    expect(sheet).to_contain_text("A card in your hand")
    expect(sheet.get_by_role("link", name="In the rules")).to_have_attribute(
        "href", "/rules/kata-tcg#four-ways-to-play-a-card"
    )
    expect(page.locator(".rail")).to_have_count(0)
    page.locator(".end").tap()
    expect(sheet).to_contain_text("End turn")
    sheet.get_by_role("button", name="Done").click()
    expect(sheet).to_have_count(0)
    assert page.locator(".my-hand .slot").count() == before
    page.locator(".my-hand .can").first.tap()
    expect(page.locator(".rail")).to_be_visible()
