"""Playing for rating: the switch, the agreement, what a game changed, the leaderboard and one's own page."""

from playwright.sync_api import expect
from tests.browser.conftest import Sit, guest, table_id
from tests.browser.walk import RESULT, create_table, token


def test_a_rated_game_against_the_house_changes_your_rating(newcomer: Sit) -> None:
    page = newcomer()
    page.locator("[data-new=connect-four]").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("switch", name="Rated").check()
    expect(dialog.get_by_label("Minutes each")).to_be_visible()  # it needs a clock, so there is one
    expect(dialog.get_by_label("Hints", exact=False).and_(dialog.locator("select"))).to_have_count(0)
    dialog.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("header")).to_contain_text("rated")
    gone = page.request.post(
        f"/api/tables/{table_id(page)}/leave", data={}, headers={"Authorization": f"Bearer {token(page)}"}
    )
    assert gone.ok
    expect(page.locator(f"{RESULT} .ratings")).to_contain_text("provisional")
    expect(page.locator(f"{RESULT} .ratings")).to_contain_text("−")
    page.goto("/ratings/connect-four")
    mine = page.locator("tr.you")
    expect(mine).to_contain_text("±")
    expect(page.locator("tbody")).to_contain_text(["The house (medium)", "Provisional"])
    mine.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Latest games")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Lost against")
    expect(page.locator("main").get_by_role("link", name="Replay")).to_have_count(1)


def test_whoever_sits_down_at_a_rated_table_is_told_before(newcomer: Sit, house: str) -> None:
    ann = newcomer(**guest(house, "Annabel")[1])
    table = create_table(ann, "connect-four", ["me", "free"], listed=True, rated=True, clock="5+3")
    ben = newcomer(**guest(house, "Benedict")[1])
    expect(ben.locator(".open li", has_text="Annabel")).to_contain_text("rated")
    ben.goto(f"/table/{table}")
    expect(ben.get_by_text("If you sit down, you agree that it counts for your rating.")).to_be_visible()
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("header")).to_contain_text("rated")
