"""The review of a finished game: the curve, the moments on the board, and what would have been better."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sit, ask_house, box_of, guest, no_sideways_scroll, serious_violations, steady
from tests.patience import patience_ms

from parlour.core.match import Match
from parlour.core.record import encode, record
from parlour.core.seed import Seed
from parlour.games import find

CURVE = "Chances of winning"
REVIEWED = patience_ms(60)


@pytest.fixture(scope="module")
def lost_in_a_column(house: str) -> str:
    """A game of connect four in which Ben does not stop four discs in the first column; its table."""
    game = find("connect-four")
    match = Match(game, game.read_options(), 2, Seed.parse("5"))
    for column in (0, 1, 0, 2, 0, 6, 0):
        match.play(match.mover, game.moves.from_json({"kind": "drop", "column": column}))
    told: Any = json.loads(encode(record(match, ["Marigold", "Ben"])))
    return str(ask_house(house, "records", told, guest(house, "Ann")[0])["id"])


def reviewed(page: Page) -> None:
    """Wait until the house has thought it through."""
    expect(page.get_by_role("slider", name=CURVE).locator("visible=true")).to_be_visible(timeout=REVIEWED)
    expect(page.locator("progress")).to_have_count(0, timeout=REVIEWED)


def shows_discs(page: Page, column: int, count: int) -> None:
    expect(page.locator(".column").nth(column).locator(".disc")).to_have_count(count)


def test_a_game_is_reviewed_from_its_result(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Marigold")
    table = ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "random"]}, token)["id"]
    page = newcomer(f"/table/{table}", **known)
    page.get_by_role("button", name="Concede", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    page.get_by_role("link", name="Review this game").click()
    page.wait_for_url(f"**/replay/{table}?review")
    reviewed(page)
    lines = page.get_by_role("list", name="Choice and luck of each player").get_by_role("button")
    expect(lines.first).to_contain_text(re.compile(r"You\s*Choice: .* Luck: 0\."))
    expect(page.get_by_role("region", name="This decision")).to_contain_text("Playing on would have kept")


def test_a_click_on_the_curve_goes_to_the_moment_and_shows_what_was_better(
    newcomer: Sit, lost_in_a_column: str
) -> None:
    page = newcomer(f"/replay/{lost_in_a_column}?review")
    reviewed(page)
    curve = page.get_by_role("slider", name=CURVE).locator("visible=true")
    box = box_of(curve)
    curve.click(position={"x": 6 + (box["width"] - 12) * 5 / 7, "y": 30})
    page.wait_for_url("**?review&ply=5")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"Move 6: Marigold \d+\s%, Ben \d+\s%; blunder"))
    decision = page.get_by_role("region", name="This decision")
    expect(decision).to_contain_text("Drop a disc into column 7")
    expect(decision).to_contain_text("Dropping a disc into column 1 would have kept")
    shows_discs(page, 0, 3)  # before the decision
    shows_discs(page, 6, 0)
    decision.get_by_role("button", name="Show it on the board", exact=True).click()
    expect(page.get_by_text("What would have been:")).to_be_visible()
    expect(page.locator(".column").nth(0).locator(".disc")).to_have_count(4)
    assert serious_violations(page) == []
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".column").nth(0).locator(".disc")).to_have_count(3)
    curve.focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_url("**?review&ply=6")
    shows_discs(page, 6, 1)
    shows_discs(page, 0, 3)


def test_the_expected_line_is_walked_on_the_board(newcomer: Sit, lost_in_a_column: str) -> None:
    page = newcomer(f"/replay/{lost_in_a_column}?review&ply=5")
    reviewed(page)
    decision = page.get_by_role("region", name="This decision")
    steps = decision.get_by_role("button", name=re.compile(r"^\d\. ?(Marigold|Ben): "))
    expect(steps.nth(1)).to_be_visible()  # this game has a line to walk
    moves = 1 + steady(page, steps.count)
    decision.get_by_role("button", name="Show it on the board", exact=True).click()
    ribbon = page.get_by_role("region", name="What would have been")
    expect(ribbon).to_contain_text(f"move 1 of {moves}, Ben: Drop a disc into column 1")
    expect(ribbon).to_contain_text("from what Ben could know")
    expect(ribbon.get_by_role("button", name="One move back")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(ribbon).to_contain_text(f"move 2 of {moves}, Marigold: ")
    expect(page.locator(".column .disc")).to_have_count(7)
    expect(steps.first).to_have_attribute("aria-current", "step")
    ribbon.get_by_role("button", name="One move on").click()
    expect(ribbon).to_contain_text(f"move 3 of {moves}, Ben: ")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".column .disc")).to_have_count(7)
    steps.last.click()
    expect(page.locator(".column .disc")).to_have_count(5 + moves)
    expect(ribbon.get_by_role("button", name="One move on")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(ribbon).to_contain_text(f"move {moves} of {moves}")
    assert serious_violations(page) == []
    page.keyboard.press("Escape")
    expect(ribbon).to_have_count(0)
    expect(page.locator(".column .disc")).to_have_count(5)
    steps.first.click()
    expect(ribbon).to_contain_text(f"move 2 of {moves}")
    eyes = page.get_by_role("combobox", name="Point of view")
    expect(eyes.locator("option:checked")).to_have_text("Ben’s view")
    page.get_by_role("button", name="Go to the end").first.click()  # moving on in the game leaves the line
    expect(ribbon).to_have_count(0)
    expect(page.locator(".column .disc")).to_have_count(7)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**?review&ply=5")
    steps.first.click()
    expect(ribbon).to_contain_text(f"move 2 of {moves}")
    eyes.select_option(label="Marigold’s view")  # the line is Ben's: another point of view leads back to the game
    expect(ribbon).to_have_count(0)
    expect(eyes.locator("option:checked")).to_have_text("Marigold’s view")
    expect(page.locator(".column .disc")).to_have_count(5)


def test_its_moments_and_its_table_lead_there_too(newcomer: Sit, lost_in_a_column: str) -> None:
    page = newcomer(f"/replay/{lost_in_a_column}?review&ply=2")
    reviewed(page)
    aside = page.get_by_role("complementary")
    aside.get_by_role("button", name=re.compile("Ben, by choice: Drop a disc into column 7")).click()
    page.wait_for_url("**?review&ply=5")
    aside.get_by_text("The curve as a table").click()
    expect(aside.get_by_role("row")).to_have_count(9)
    aside.get_by_role("button", name="Go to the end").click()
    page.wait_for_url("**?review&ply=7")
    aside.get_by_role("radio", name="Log").check()
    expect(aside.get_by_role("list", name="Log")).to_be_visible()


def test_a_review_on_a_phone(newcomer: Sit, lost_in_a_column: str) -> None:
    page = newcomer(f"/replay/{lost_in_a_column}", size=PHONE)
    page.get_by_role("button", name="Review this game").click()
    reviewed(page)
    page.get_by_role("button", name="The whole review").click()
    sheet = page.get_by_role("dialog", name="Review")
    expect(sheet).to_be_visible()
    assert serious_violations(page) == []
    sheet.get_by_role("button", name=re.compile("Ben, blunder")).click()
    expect(sheet).to_have_count(0)
    page.wait_for_url("**?review&ply=5")
    expect(page.get_by_role("region", name="Review")).to_contain_text("Dropping a disc into column 1 would have kept")
    page.get_by_role("button", name="The whole review").click()
    sheet.get_by_role("button", name="Show it on the board", exact=True).click()
    expect(page.get_by_text("What would have been:")).to_be_visible()
    expect(page.locator(".column").nth(0).locator(".disc")).to_have_count(4)
    page.get_by_role("button", name="One move on in this line").click()
    expect(page.get_by_role("region", name="What would have been")).to_contain_text("move 2 of")
    expect(page.locator(".column .disc")).to_have_count(7)
    assert no_sideways_scroll(page)
    assert serious_violations(page) == []


def test_a_house_that_cannot_review_says_why(newcomer: Sit, lost_in_a_column: str) -> None:
    page = newcomer()
    told = {"id": lost_in_a_column, "stage": "failed", "progress": 0, "grown": 0, "trouble": "It takes too long."}
    page.route("**/review", lambda route: route.fulfill(json=told))
    page.goto(f"/replay/{lost_in_a_column}?review")
    expect(page.get_by_role("complementary").get_by_role("alert")).to_have_text("It takes too long.")
    page.unroute("**/review")
    page.get_by_role("complementary").get_by_role("button", name="Try again").click()
    reviewed(page)
