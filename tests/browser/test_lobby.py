"""A lobby with life in it: what waits comes first, boards move, and games of players one follows lead the list."""

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sit, ask_house, guest, no_sideways_scroll, serious_violations


def test_the_lobby_shows_what_waits_for_me_first_and_boards_that_move(newcomer: Sit, house: str) -> None:
    token, ann = guest(house, "Ann")
    ask_house(house, "tables", {"game": "kata-tcg", "seats": ["me", "easy"]}, token)
    bens, ben = guest(house, "Ben")
    wish = {"game": "connect-four", "seats": ["me", "me"], "names": ["Ben", "Bea"], "listed": True}
    table = ask_house(house, "tables", wish, bens)["id"]
    page, other = newcomer(size=PHONE, **ann), newcomer(f"/table/{table}", **ben)
    waits = page.get_by_role("region", name="A game waits for you")
    expect(waits.get_by_role("link", name="Your turn")).to_be_visible()
    expect(page.locator(".shelf")).to_be_visible()
    assert (
        page.evaluate("document.querySelector('.mine').compareDocumentPosition(document.querySelector('.shelf'))") & 4
    )
    watched = page.locator(f".now a[href='/table/{table}']")
    expect(watched).to_contain_text("Ben and Bea")
    before = watched.get_by_role("img").get_attribute("src")
    assert before is not None
    other.locator(".column.open").first.click()
    expect(watched.get_by_role("img")).not_to_have_attribute("src", before)
    expect(page.get_by_role("link", name="Puzzle of the day")).to_be_visible()
    assert no_sideways_scroll(page)
    assert serious_violations(page) == []


def test_whom_i_follow_plays_at_the_top_of_the_games_to_watch(newcomer: Sit, house: str) -> None:
    bens, _ = guest(house, "Benedikt")
    ask_house(house, "tables", {"game": "monogwent", "seats": ["me", "me"], "listed": True}, bens)
    others, _ = guest(house, "Cleo")
    ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "me"], "listed": True}, others)
    page = newcomer()
    ben = page.request.get("/api/guests/me", headers={"Authorization": f"Bearer {bens}"}).json()["id"]
    page.goto(f"/players/{ben}")
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("button", name="Following")).to_have_attribute("aria-pressed", "true")
    page.goto("/watch")
    expect(page.locator(".tables .watch").first).to_contain_text("you follow")
    expect(page.locator(".tables .watch").first).to_contain_text("MonoGwent")
    assert serious_violations(page) == []
    page.get_by_role("button", name="Unfollow Benedikt").click()
    expect(page.get_by_role("heading", name="You follow")).to_have_count(0)


def test_hands_are_seen_from_any_seat_as_late_as_the_host_chose(newcomer: Sit, house: str) -> None:
    token, _ = guest(house, "Ansgar")
    wish = {"game": "kata-tcg", "seats": ["me", "me"], "listed": True, "hands_after": 60}
    late = ask_house(house, "tables", wish, token)["id"]
    page = newcomer(f"/watch/{late}")
    expect(page.get_by_text("Hands are shown 1 minute late")).to_be_visible()
    expect(page.locator(".board-place")).to_have_count(0)
    wish = {"game": "kata-tcg", "seats": ["expert", "expert"], "listed": True, "hands_after": 0}
    page.goto(f"/watch/{ask_house(house, 'tables', wish, token)['id']}")
    page.locator(".eyes label").nth(1).click()
    expect(page.locator(".hand button.slot .vh").first).to_be_attached()
