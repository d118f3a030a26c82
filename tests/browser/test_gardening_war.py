"""Gardening War in the browser, as guests play it."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    Sit,
    box_of,
    complaints,
    eventually,
    no_sideways_scroll,
    serious_violations,
)

RESULT = "section[aria-labelledby=result]"
ROUND = "Round (\\d+)"


def lay_table(page: Page, seats: list[str], rounds: int) -> None:
    """A table with this many rounds, created over HTTP for this page's guest."""
    page.wait_for_function("() => localStorage.getItem('parlour.guest')")
    token = page.evaluate("localStorage.getItem('parlour.guest')")
    wish: dict[str, Any] = {"game": "gardening-war", "options": {"rounds": rounds}, "seats": seats}
    answer = page.request.post("/api/tables", data=wish, headers={"Authorization": f"Bearer {token}"})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")


def round_now(page: Page) -> int:
    found = re.search(ROUND, page.locator(".track").get_attribute("aria-label") or "")
    assert found
    return int(found.group(1))


def my_turn(page: Page) -> bool:
    """Wait for this guest's turn; False if the game is over instead."""
    page.wait_for_selector(f".kind.can, {RESULT}")
    return page.locator(RESULT).count() == 0


def can(page: Page, kind: str) -> bool:
    return page.locator(f".kind.can[data-kind={kind}]").count() > 0


def begin(page: Page, kind: str) -> None:
    page.locator(f"[data-kind={kind}]").click()


def send(page: Page, number: int) -> None:
    """Send the move and wait for the next round, or the end."""
    page.locator(".send").click()
    next_round(page, number)


def next_round(page: Page, number: int) -> None:
    page.wait_for_function(
        """([n, result]) => document.querySelector(result) ||
            document.querySelector('.track')?.getAttribute('aria-label')?.startsWith(`Round ${n} `) === false""",
        arg=[number, RESULT],
    )


def buy(page: Page, good: str, quantity: int) -> None:
    box = page.locator(f"li:has([data-good={good}]) input")

    def entered() -> bool:
        """While the board is drawn anew, what is typed is lost; then a guest types it again."""
        if box.input_value() != str(quantity):
            box.fill(str(quantity))
            box.press("Enter")
        return box.input_value() == str(quantity)

    assert eventually(page, entered)
    page.wait_for_selector(f"li.some [data-good={good}]")


def shop(page: Page, number: int, **wanted: int) -> None:
    """A round of shopping."""
    begin(page, "shop")
    page.wait_for_selector(".more.on")
    for good, quantity in wanted.items():
        buy(page, good, quantity)
    send(page, number)


def note(page: Page, words: str) -> Locator:
    return page.locator("button.note", has_text=words)


def gold(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator("[data-kind=shop] small").inner_text()))


def garden_tulips(page: Page, number: int) -> None:
    """One move of a simple gardener: harvest, water, plant, buy a field now and then, buy tulips and their water."""
    beds = page.locator(".field[aria-label*=yours]").count()
    if can(page, "harvest"):
        begin(page, "harvest")
        next_round(page, number)
    elif can(page, "water") and page.locator(".field[aria-label*=yours] .need").count():
        begin(page, "water")
        page.locator(".all").click()
        page.wait_for_selector(".composer li")
        send(page, number)
    elif can(page, "plant") and number % 10 < 8:
        begin(page, "plant")
        page.locator(".all").click()
        page.wait_for_selector(".composer li")
        send(page, number)
    elif gold(page) >= 5000 + 3800 * (beds + 1) and number < 18:  # later it would not pay
        begin(page, "land")
        page.locator(".field.can").first.click()
        page.wait_for_selector(".composer li")
        send(page, number)
    elif gold(page) >= 3800 and page.locator(".field[aria-label*='yours, empty']").count() and not can(page, "plant"):
        begin(page, "shop")
        page.wait_for_selector(".more.on")
        count = min(beds, gold(page) // 3800)
        buy(page, "water", count)
        buy(page, "tulip", count)
        send(page, number)
    else:
        begin(page, "pass")
        next_round(page, number)


def test_a_person_gardens_by_mouse_over_ten_rounds(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"], 10)
    rounds = 0
    while my_turn(page):
        rounds += 1
        garden_tulips(page, round_now(page))
        assert rounds < 20
    assert rounds == 10
    expect(page.locator("#result")).to_contain_text(re.compile("you", re.I))
    mine = int(re.sub(r"\D", "", page.locator("[data-thing='points:0'] b").inner_text()))
    assert mine > 0, "what was planted and watered was harvested"


def test_a_move_is_composed_by_clicking_fields_taken_back_and_explained(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"], 30)
    assert my_turn(page)
    page.locator("[data-kind=mole]").click(force=True)
    expect(note(page, "You have no mole card.")).to_be_visible()
    begin(page, "land")
    expect(page.locator(".field.can")).to_have_count(3)
    page.locator("[data-field='5,5']").click()
    expect(note(page, "This field doesn't touch your land.")).to_be_visible()
    page.locator("[data-field='1,1']").click()
    expect(page.locator(".composer li")).to_have_count(1)
    expect(page.locator("[data-field='1,1']")).to_have_attribute("aria-label", re.compile("yours"))
    page.get_by_role("button", name=re.compile("^Undo:")).click()
    expect(page.locator(".composer li")).to_have_count(0)
    page.get_by_role("button", name="Something else").click()
    begin(page, "shop")
    page.wait_for_selector(".more.on")
    # both clicks count, however fast they come
    page.locator("[data-good=anemone]").evaluate("button => { button.click(); button.click(); }")
    page.locator("[data-good=water]").click()
    page.locator("[data-good=tulip]").click()
    expect(page.get_by_role("button", name=re.compile("^Done: pay"))).to_be_enabled()
    page.locator("[data-good=mole]").click(force=True)
    expect(note(page, "1 × Mole card would cost 10000 gold; you have")).to_be_visible()
    send(page, 1)
    assert my_turn(page)
    expect(page.locator("[data-thing='stock:0:anemone'] b")).to_have_text("2")
    # A field can be tapped without choosing the kind of work first.
    page.locator("[data-field='0,0']").click()
    expect(page.get_by_role("button", name="Done: plant 1 bed")).to_be_enabled()


def test_by_keyboard_only(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"], 30)
    assert my_turn(page)
    page.keyboard.press("4")
    page.wait_for_selector(".field.can:focus")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".composer li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".composer li")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".composer li")).to_have_count(1)
    page.keyboard.press("d")
    next_round(page, 1)
    assert my_turn(page)
    expect(page.locator(".field[aria-label*=yours]")).to_have_count(2)
    page.keyboard.press("8")
    next_round(page, 2)


def test_two_bots_are_watched(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["greedy", "random"], 12)
    expect(page.locator(".track")).to_have_attribute("aria-label", re.compile(ROUND))
    expect(page.locator(RESULT)).to_be_visible()
    expect(page.locator(".composer")).to_have_count(0)


def test_on_a_phone(newcomer: Sit) -> None:
    page = newcomer(size=PHONE)
    lay_table(page, ["me", "easy"], 30)
    for _ in range(4):
        assert my_turn(page)
        garden_tulips(page, round_now(page))
    assert my_turn(page)
    assert no_sideways_scroll(page)
    small = """[...document.querySelectorAll('button.kind, button.field')].filter(b => {
        const r = b.getBoundingClientRect(); return r.width < 44 || r.height < 44 })
        .map(b => b.outerHTML.slice(0, 80))"""
    assert complaints(page, lambda: list(page.evaluate(small))) == []


def test_nothing_serious_for_those_who_cannot_see(newcomer: Sit) -> None:
    page = newcomer(size=DESKTOP)
    lay_table(page, ["me", "easy"], 30)
    assert my_turn(page)
    begin(page, "shop")
    page.wait_for_selector(".more.on")
    assert serious_violations(page) == []


def test_a_draw_is_played_again_with_an_announcement(newcomer: Sit) -> None:
    """Nobody scores in one round: the result says so and offers the next game, which knows its number."""
    page, friend = newcomer(), newcomer()
    lay_table(page, ["me", "free"], 1)
    friend.goto(page.url)
    friend.get_by_role("button", name="Sit down").click()
    for _ in range(2):
        for guest in (page, friend):
            assert my_turn(guest)
            guest.locator("[data-kind=pass]").click()
        result = page.locator(RESULT)
        expect(result).to_contain_text("A draw at 0 points each. The match needs a winner, so you play again")
        first = page.url
        page.get_by_role("button", name="Play game").click()
        expect(page).not_to_have_url(first)
        expect(page.get_by_role("status").filter(has_text="The game starts when")).to_be_visible()
        friend.get_by_role("button", name="Play game").click()
    expect(page.locator(".where")).to_contain_text("game 3 of 3")
    assert my_turn(page)


def stroke(page: Page, *fields: str) -> None:
    """Draw over these fields with the mouse."""
    for number, field in enumerate(fields):
        box = box_of(page.locator(f"[data-field='{field}']"))
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_fields_are_planted_in_one_stroke_and_told_as_one(newcomer: Sit) -> None:
    page = newcomer()
    lay_table(page, ["me", "random"], 30)
    assert my_turn(page)
    garden = box_of(page.locator(".frame"))
    assert garden["width"] >= 745, garden  # the log is folded away, and the garden has its room
    shop(page, 1, tulip=1, water=1)
    for number, kind in ((2, "plant"), (3, "water")):
        assert my_turn(page)
        page.locator("[data-field='0,0']").click()
        page.wait_for_selector(f".chosen[data-kind={kind}]")
        page.wait_for_selector(".composer li")
        send(page, number)
    assert my_turn(page)
    begin(page, "harvest")
    next_round(page, 4)
    assert my_turn(page)
    page.locator("[data-field='1,0']").click()  # to buy it
    page.wait_for_selector(".composer li")
    send(page, 5)
    assert my_turn(page)
    shop(page, 6, anemone=2)
    assert my_turn(page)
    stroke(page, "0,0", "1,0", "2,0")  # the last is not ours
    expect(page.locator(".composer li")).to_have_count(2)
    stroke(page, "1,0", "0,0")  # begun on a chosen field, a stroke takes back
    expect(page.locator(".composer li")).to_have_count(0)
    stroke(page, "0,0", "1,0")
    expect(page.locator(".composer li")).to_have_count(2)
    send(page, 7)
    page.keyboard.press("l")
    expect(page.get_by_role("list", name="Log")).to_contain_text("You plant Anemone flower on (0,0) and (1,0).")
