"""Finding somebody to play with: an opponent from the lobby, and a bot on call from its page."""

from threading import Thread

from playwright.sync_api import Page, expect
from tests.browser.conftest import Sit, ask_house, eventually, guest, no_sideways_scroll, serious_violations, table_id

from parlour.arena.serving import Server

PHONE = {"width": 390, "height": 844}
STRIP = "section[aria-label='Looking for an opponent']"


def look_for_an_opponent(page: Page) -> None:
    page.locator("[data-find=connect-four]").click()
    page.get_by_role("radio", name="3 min").check()
    page.get_by_role("button", name="Look for an opponent").click()


def test_two_guests_find_each_other_from_the_lobby(newcomer: Sit, house: str) -> None:
    ann = newcomer(**guest(house, "Annika")[1])
    look_for_an_opponent(ann)
    expect(ann.locator(STRIP)).to_contain_text("Connect Four, 3 min each")
    assert serious_violations(ann) == []
    ann.reload()
    expect(ann.locator(STRIP)).to_contain_text("within")  # it survives a reload
    ben = newcomer(size=PHONE, **guest(house, "Benno")[1])
    look_for_an_opponent(ben)
    for page in (ann, ben):
        page.wait_for_url("**/table/*")
        expect(page.locator("header")).to_contain_text("rated")
        expect(page.locator(STRIP)).to_have_count(0)
    assert table_id(ann) == table_id(ben) and no_sideways_scroll(ben)


def test_a_bot_on_call_is_challenged_from_its_page(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Corazon")
    made = ask_house(house, "bots", {"name": "Cogsworth"}, token)
    bot = Server(house, "random", ["connect-four", "deadwood"], token=made["token"])
    Thread(target=bot.run, daemon=True).start()
    try:
        page = newcomer(size=PHONE)
        assert eventually(page, lambda: page.request.get("/api/bots/on-call").json()["bots"])
        page.goto("/ratings/connect-four")
        page.get_by_role("link", name="Cogsworth").click()
        expect(page.get_by_role("heading", name="On call")).to_be_visible()
        assert serious_violations(page) == [] and no_sideways_scroll(page)
        page.get_by_role("button", name="Challenge").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("main")).to_contain_text("Cogsworth")
        # Its owner switches the ladder on, and chooses a game; the bot hears of it.
        owner = newcomer(f"/players/{made['id']}", **known)
        owner.get_by_role("switch", name="On the ladder").check(force=True)
        owner.get_by_role("button", name="Deadwood").click()
        expect(owner.locator("main")).to_contain_text("it also meets other bots, at Connect Four")
        assert eventually(owner, lambda: bot.ladder == ["connect-four"]) and serious_violations(owner) == []
    finally:
        bot.stop()
