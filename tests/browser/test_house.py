"""The house around the tables: any game on the plain table, rules, settings, lost pages."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser import kata
from tests.browser.conftest import PHONE, Sit, ask_house, guest, no_sideways_scroll, serious_violations
from tests.browser.walk import running, token


def test_connect_four_is_played_to_the_end(newcomer: Sit) -> None:
    page = newcomer()
    page.get_by_role("button", name="Play Connect Four against the house").click()
    page.wait_for_url("**/table/*")
    result = page.locator("section[aria-labelledby=result]")
    for _ in range(25):
        page.wait_for_selector("main button.open, section[aria-labelledby=result]")
        if result.count():
            break
        discs = page.locator(".disc").count()
        page.locator("main button.open").first.click()
        page.wait_for_function(
            "n => document.querySelector('#result') || document.querySelectorAll('.disc').length > n", arg=discs
        )
    expect(result).to_be_visible()


@pytest.mark.parametrize("game", ["battle-farm", "deadwood"])
def test_whoever_gave_up_watches_the_others_play_on(newcomer: Sit, house: str, game: str) -> None:
    token, known = guest(house, "Marigold")
    table = ask_house(house, "tables", {"game": game, "seats": ["me", "free", "random"], "listed": True}, token)["id"]
    ask_house(house, f"tables/{table}/join", {}, guest(house, "Odette")[0])
    page = newcomer(f"/table/{table}", **known)
    concede = page.get_by_role("button", name="Concede", exact=True)
    concede.click()
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    told = page.get_by_text("You gave up. Watching now.", exact=True)
    expect(told).to_be_visible()
    expect(concede).to_have_count(0)
    page.get_by_role("tab", name="Seats").click()
    expect(page.locator(".seats li").first).to_contain_text("out of the game")
    expect(page.get_by_role("button", name="Let the house play")).to_have_count(0)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.reload()
    expect(told).to_be_visible()
    page.locator("[data-tab=table]").click()
    expect(page.get_by_role("region", name="Table").get_by_role("link", name="Rules")).to_be_visible()
    expect(concede).to_have_count(0)
    assert no_sideways_scroll(page)


def test_rules_settings_and_credits_can_be_read(newcomer: Sit) -> None:
    page = newcomer("/rules/kata-tcg")
    expect(page.get_by_role("heading", name="Kata TCG").first).to_be_visible()
    page.goto("/credits")
    expect(page.get_by_text(re.compile("game-icons")).first).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_on_a_phone_every_page_leads_to_the_rest_of_the_house(newcomer: Sit) -> None:
    page = newcomer("/credits", size=PHONE)
    more = page.get_by_role("button", name="More", exact=True)
    menu = page.get_by_role("dialog", name="More", exact=True)
    more.focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link")).to_have_text(
        ["Workshop", "Watch", "Puzzles", "Ratings", "Tournaments", "Bots", "Settings"]
    )
    assert serious_violations(page) == []
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(more).to_be_focused()
    more.click()
    menu.get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")
    expect(menu).to_have_count(0)
    more.click()
    expect(menu.get_by_role("link", name="Settings")).to_have_attribute("aria-current", "page")
    theme = page.locator("html").get_attribute("data-theme")
    menu.get_by_role("button", name="change the theme").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", theme or "")


def test_an_unknown_table_is_answered_kindly(newcomer: Sit) -> None:
    page = newcomer("/no-such-page")
    expect(page.get_by_role("link", name=re.compile("lobby", re.I)).first).to_be_visible()


def test_the_lobby_counts_its_guests_without_scrolling_sideways(newcomer: Sit) -> None:
    guest = newcomer(size={"width": 1024, "height": 768})
    kata.lay_table(guest)
    page = newcomer(size={"width": 1024, "height": 768})
    expect(page.locator("p.now")).to_contain_text("in the house")
    assert no_sideways_scroll(page)


def test_a_game_from_a_file_is_replayed_as_it_was_and_promises_nothing(newcomer: Sit) -> None:
    page = newcomer(bypass_csp=True)  # for the script that plays
    record = page.request.get(f"/api/tables/{running(page, 'connect-four', 3, concede=True)}/record").body()
    other = newcomer(bypass_csp=True)
    told = other.request.post("/api/records", data=record, headers={"Authorization": f"Bearer {token(other)}"}).json()
    other.goto(f"/replay/{told['id']}")
    expect(other.get_by_text("replay from a file")).to_be_visible()
    expect(other.get_by_role("heading", name="From a file")).to_be_visible()
    # The promise was made elsewhere: there is nothing to verify it against here.
    expect(other.get_by_role("button", name="Verify the seed")).to_have_count(0)
    other.get_by_role("button", name="To the end").click()
    expect(other.locator("main")).not_to_contain_text("(random)")
