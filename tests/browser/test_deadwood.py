"""Deadwood in the browser, as guests play it."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import (
    PHONE,
    Sit,
    box_of,
    complaints,
    eventually,
    no_sideways_scroll,
    serious_violations,
    window,
)
from tests.games.deadwood.xml import board_xml, cards_xml, line_of
from tests.patience import patience_ms

RESULT = "section[aria-labelledby=result]"
GLOWING = ".price.can, .role.can, .deed, .walk.go, .button.end"

# Clicks the first thing that glows whenever something does, until the game is over.
PLAY = """() => {
  if (document.querySelector('section[aria-labelledby=result]')) return true;
  window.clicks = (window.clicks ?? 0) + 1;
  for (const thing of ['.price.can', '.role.can', '.deed:not(.outline)', '.walk.go', '.button.end']) {
    const found = document.querySelectorAll(thing);
    if (found.length) { found[window.clicks % found.length].click(); return false; }
  }
  return false;
}"""


def lay_table(page: Page, seats: list[str], **options: Any) -> None:
    """A table of Deadwood with these seats, created by this page's guest."""
    expect(page.get_by_role("button", name="Play Deadwood against the house")).to_be_visible()
    wish = {"game": "deadwood", "seats": seats, "options": options}
    made = page.evaluate(
        """async (wish) => {
          const headers = {'Content-Type': 'application/json'};
          let token = localStorage.getItem('parlour.guest');
          if (!token) {
            token = (await (await fetch('/api/guests', {method: 'POST', headers, body: '{}'})).json()).token;
            localStorage.setItem('parlour.guest', token);
          }
          headers.Authorization = `Bearer ${token}`;
          return (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(wish)})).json();
        }""",
        wish,
    )
    assert "id" in made, made
    page.goto(f"/table/{made['id']}")


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(GLOWING, state="attached")


def log_length(page: Page) -> int:
    return page.locator("[aria-label=Log] li").count()


def test_a_whole_two_day_game_with_three_computers(newcomer: Sit) -> None:
    page = newcomer(size={"width": 1000, "height": 700})
    # A page in the background does not pause between moves.
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    lay_table(page, ["me", "random", "greedy", "greedy"], days=2)
    wait_for_turn(page)
    expect(page.locator(".sign")).to_contain_text("Day 1 of 2")
    page.wait_for_function(PLAY, polling=10, timeout=patience_ms(60))
    expect(page.locator(RESULT)).to_be_visible()
    expect(page.locator(".sign")).to_contain_text("Day 2 of 2")
    scores = [int(text.split()[-1]) for text in page.locator(".cast strong").all_inner_texts()]
    assert len(scores) == 4 and max(scores) > 5, scores


def test_hot_seat_turns_the_screen_to_whoever_decides(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "me", "me"])
    for seat in (0, 1, 2, 0):
        page.wait_for_selector(f".cast li.me.mover:nth-child({seat + 1})")
        page.wait_for_selector(".button.end")
        page.locator(".walk.go").first.click()
        page.wait_for_function("() => !document.querySelector('.walk.go')")
        page.get_by_role("button", name="End turn").click()
    page.wait_for_selector(".cast li.me.mover:nth-child(2)")
    expect(page.locator(".curtain")).to_have_count(0)


def test_a_role_tells_what_it_pays_and_why_it_is_not_for_you(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    page.locator("[data-area=saloon] .walk.go").click()
    page.wait_for_selector("[data-area=saloon].open")
    extra = page.locator("[data-area=saloon] [data-role='off:0']")
    extra.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("Success pays")
    expect(tip).to_contain_text("of 6")
    page.locator("[data-area=saloon] [data-role='off:1']").click(force=True)
    expect(page.get_by_role("button", name="That role needs rank 2; you have rank 1.")).to_be_visible()
    page.locator("[data-area=hotel] [data-role='off:0']").click(force=True)
    elsewhere = "You can only take a role where you are. This one is at Hotel."
    expect(page.get_by_role("button", name=elsewhere)).to_be_visible()
    page.get_by_role("button", name="Rank 2 for $4").click()
    expect(page.get_by_role("button", name=re.compile("Ranks are sold only at"))).to_be_visible()
    extra.click()
    expect(page.locator("[data-area=saloon] [data-role='off:0'].taken")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("^Act"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Act")).click()
    expect(page.locator(".roll-box .roll")).to_be_visible()


def test_a_day_by_keyboard_only(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    wait_for_turn(page)
    page.locator("[data-area=hotel] .walk").focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('[data-area]').dataset.area") == "trailer"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-area=hotel].here.open")
    page.locator("[data-area=hotel] [data-role='off:0']").focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-area=hotel] [data-role='off:0'].taken")
    page.wait_for_selector(".deed")
    before = log_length(page)
    page.keyboard.press("r")
    page.wait_for_function("n => document.querySelectorAll('[aria-label=Log] li').length > n", arg=before)
    page.wait_for_selector(".deed")
    page.keyboard.press("a")
    expect(page.locator(".roll-box .roll")).to_be_visible()


def open_dialog(page: Page) -> Locator:
    page.get_by_role("button", name="New table of Deadwood").click()
    page.get_by_role("dialog").get_by_text("Single rules").click()
    return page.get_by_role("dialog")


def test_a_lot_of_ones_own_is_uploaded_and_played(newcomer: Sit, tmp_path: Path) -> None:
    board, cards = tmp_path / "harbour.xml", tmp_path / "films.xml"
    board.write_text(board_xml(full=False).replace("Saloon", "Harbour").replace("The Deadwood Lot", "Seaside"))
    cards.write_text(cards_xml(full=False))
    page = newcomer()
    dialog = open_dialog(page)
    dialog.get_by_label("Cards").set_input_files(cards)
    dialog.get_by_label("Board").set_input_files(board)
    expect(dialog.get_by_text("Seaside: 10 sets, 40 scenes. Ready to play.")).to_be_visible()
    dialog.get_by_role("button", name=re.compile("^(Start|Create)")).click()
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    expect(page.get_by_role("region", name="Harbour")).to_be_visible()
    page.locator(".walk.go").first.click()
    page.wait_for_selector(".area.here.open")


def test_a_broken_file_is_refused_with_its_line(browser: Browser, house: str, tmp_path: Path) -> None:
    board, cards = tmp_path / "broken.xml", tmp_path / "films.xml"
    board.write_text(board_xml(full=False).replace('level="4"', 'level="9"', 1))
    cards.write_text(cards_xml(full=False))
    page = window(browser, house).new_page()  # the refusal is an error in the console, as it should be
    page.goto("/")
    dialog = open_dialog(page)
    dialog.get_by_label("Cards").set_input_files(cards)
    dialog.get_by_label("Board").set_input_files(board)
    line = line_of(board.read_text(), 'level="9"')
    expect(dialog.get_by_text(re.compile(rf"^broken\.xml, line {line}: .*whole number from 1 to 6"))).to_be_visible()
    # No game starts on another lot unless the guest asks for it.
    dialog.get_by_role("button", name="Start the game").click()
    assert page.evaluate("() => document.querySelector('.lot input').validationMessage").startswith("broken.xml, line")
    assert "/table/" not in page.url
    dialog.get_by_role("button", name="Play the standard lot instead").click()
    expect(dialog.get_by_text("broken.xml")).to_have_count(0)
    dialog.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    page.context.close()


def test_a_phone_shows_everything_and_nothing_scrolls_sideways(newcomer: Sit) -> None:
    page = newcomer(size=PHONE, has_touch=True)
    lay_table(page, ["me", *["random"] * 7])
    wait_for_turn(page)
    page.locator("[data-area=saloon] .walk").tap()
    page.get_by_role("button", name="Walk to Saloon").last.tap()
    page.wait_for_selector("[data-area=saloon].open.here")
    assert no_sideways_scroll(page)
    page.get_by_role("region", name="Saloon").last.locator("[data-role='off:0']").tap()
    expect(page.locator(".focus")).to_contain_text("Your chance")
    page.get_by_role("button", name="Prices").tap()
    expect(page.get_by_role("button", name="Rank 6 for 25 credits")).to_be_visible()
    assert no_sideways_scroll(page)
    expect(page.locator(".cast li")).to_have_count(8)
    assert not serious_violations(page)
    small = """() => [...document.querySelectorAll('.focus button, .cast, .walk')].filter((thing) => {
        const { width, height } = thing.getBoundingClientRect();
        return width && Math.min(width, height) < 43.5;
    }).map((thing) => thing.outerHTML.slice(0, 80))"""
    assert complaints(page, lambda: list(page.evaluate(small))) == []


def test_a_low_phone_scrolls_rather_than_squeeze_the_lot(newcomer: Sit) -> None:
    page = newcomer(size={"width": 360, "height": 640}, has_touch=True)
    lay_table(page, ["me", *["random"] * 7])
    wait_for_turn(page)
    assert no_sideways_scroll(page)
    tile = box_of(page.locator("[data-area=saloon]"))
    assert tile["height"] > 80, tile
    # What can be done is at the bottom edge, before any scrolling.
    page.locator("[data-area=saloon] .walk").tap()
    walk = page.get_by_role("button", name="Walk to Saloon").last
    box = box_of(walk)
    assert box["y"] + box["height"] <= 640, box
    walk.tap()
    page.wait_for_selector("[data-area=saloon].open.here")
    page.get_by_role("region", name="Saloon").last.locator("[data-role='off:0']").tap()
    expect(page.locator(".focus .chance")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Take this role")).to_be_in_viewport()


def test_a_spectator_sees_the_lot_and_cannot_move(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"])
    wait_for_turn(page)
    watcher = newcomer(page.url)
    expect(watcher.get_by_role("region", name="Saloon")).to_be_visible()
    expect(watcher.locator(GLOWING)).to_have_count(0)
    assert not serious_violations(page)
    assert eventually(page, lambda: page.evaluate("document.documentElement.scrollHeight <= innerHeight"))
