"""What the others did, shown once more with a click; cards that can be read large; a finished game that is shared."""

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sit, stop_clock
from tests.browser.walk import RESULT, create_table, running
from tests.patience import patience_ms


def test_the_rivals_last_turn_is_told_and_shown_again_with_a_click(newcomer: Sit) -> None:
    page = newcomer()
    page.goto(f"/table/{create_table(page, 'connect-four', ['me', 'random'], listed=False)}")
    page.locator(".column.open").nth(2).click(timeout=patience_ms())
    told = page.locator("[data-happened]")
    expect(told).to_contain_text("into column")
    discs = page.locator(".column .disc")
    expect(discs).to_have_count(2)
    stop_clock(page)
    page.get_by_role("button", name="Show the last turn again").click()
    expect(discs).to_have_count(1)  # how it was before
    expect(page.locator(".column.open")).to_have_count(0)  # nobody plays in the past
    page.clock.run_for(1000)
    expect(discs).to_have_count(2)
    page.clock.run_for(1000)
    expect(page.get_by_role("button", name="Show the last turn again")).to_be_visible()  # it ended by itself
    expect(page.locator(".column.open").first).to_be_visible()


def test_a_card_is_read_large_under_the_mouse_and_under_a_finger(newcomer: Sit) -> None:
    page = newcomer()
    table = create_table(page, "kata-tcg", ["me", "random"], listed=False)
    page.goto(f"/table/{table}")
    card = page.locator(".hand button.slot").first
    card.hover(timeout=patience_ms())
    large = page.locator("[data-reading] .large")
    expect(large).to_be_visible()
    small = card.bounding_box()
    read = large.bounding_box()
    assert small and read and read["width"] > 1.4 * small["width"]
    page.mouse.move(2, 2)
    expect(large).to_have_count(0)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    card.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 50, "clientY": 700, "bubbles": True})
    expect(large).to_be_visible()
    card.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    expect(large).to_be_visible()  # until the next tap
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_finished_game_is_shared_by_the_link_to_its_replay(newcomer: Sit) -> None:
    page = newcomer(permissions=["clipboard-read", "clipboard-write"])
    table = running(page, "connect-four", 1, concede=True)
    page.goto(f"/table/{table}")
    result = page.locator(RESULT)
    for name in ("Again", "One level harder", "Share"):
        expect(result.get_by_role("button", name=name).or_(result.get_by_role("link", name=name))).to_be_visible()
    result.get_by_role("button", name="Share").click()
    page.wait_for_function("table => navigator.clipboard.readText().then(text => text.includes(table))", arg=table)
