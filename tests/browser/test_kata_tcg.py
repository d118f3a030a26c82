"""Kata TCG in the browser, as guests play it."""

import json
import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.breadth import breadth
from tests.browser import kata
from tests.browser.conftest import (
    PHONE,
    Sit,
    box_of,
    complaints,
    eventually,
    no_sideways_scroll,
    serious_violations,
    steady,
    stop_clock,
    table_id,
)
from tests.browser.walk import create_table
from tests.patience import patience_ms

TABLETS = breadth([{"width": 1024, "height": 768}], [{"width": 1024, "height": 768}, {"width": 1280, "height": 720}])
PHONES = breadth([{"width": 360, "height": 640}], [{"width": 360, "height": 640}, PHONE])


def test_a_newcomer_plays_a_whole_game_against_the_house_by_mouse(newcomer: Sit) -> None:
    page = newcomer()
    page.get_by_role("button", name="Play Kata TCG against the house").click()
    page.wait_for_url("**/table/*")
    kata.play_to_the_end(page)
    expect(page.get_by_role("button", name="Again")).to_be_visible()


def test_a_whole_game_by_keyboard_only(newcomer: Sit) -> None:
    page = newcomer()
    page.get_by_role("button", name="Play Kata TCG against the house").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    attacks = 0
    for _ in range(200):
        if not kata.wait_for_turn(page):
            break
        before = kata.ply_count(page)
        # The first glowing card; then the rival's plate, which glows while a card is lifted.
        card = page.locator("[aria-label^='Your hand'] button.can")
        if attacks < 12 and card.count():
            card.first.focus()
            page.keyboard.press("Enter")
            if page.locator("button.side.can:not(.own)").count():
                page.locator("button.side.can:not(.own)").focus()
                page.keyboard.press("Enter")
                attacks += 1
            else:
                page.keyboard.press("Escape")
                page.keyboard.press("e")
        else:
            page.keyboard.press("e")
        kata.wait_for_news(page, before)
    expect(page.locator(kata.RESULT)).to_be_visible()
    assert attacks >= 1


def test_a_guest_quicker_than_the_page_keeps_the_focus(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, preset="Classic", level="Easy")
    for _ in range(20):
        assert kata.wait_for_turn(page)
        if page.locator("[aria-label^='Your hand'] button.can").count():
            break
        before = kata.ply_count(page)
        page.keyboard.press("e")
        kata.wait_for_news(page, before)
    page.keyboard.press("Shift")  # plays by keyboard, so the page would lead the focus to the ways to play the card
    stays = page.evaluate(
        """async () => {
            const plate = document.querySelector('button.side:not(.own)');
            const card = document.querySelector("[aria-label^='Your hand'] button.can");
            card.focus();
            card.click();
            plate.focus();
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            return document.activeElement === plate;
        }"""
    )
    assert stays


def test_arrow_keys_reach_what_glows_and_escape_takes_a_choice_back(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, preset="Classic", level="Easy")
    assert kata.wait_for_turn(page)
    for _ in range(20):  # until a card can be played at all
        if page.locator("[aria-label^='Your hand'] button.can").count():
            break
        page.keyboard.press("e")
        assert kata.wait_for_turn(page)
    page.locator("[aria-label^='Your hand'] button.can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("button.side.can:not(.own)")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("button.side.can:not(.own)")).to_have_count(0)


def test_two_browsers_play_each_other_by_link(newcomer: Sit) -> None:
    host = newcomer()
    kata.lay_table(host, company="A friend", preset="Classic")
    field = host.get_by_label("Send this link to a friend")
    expect(field).to_have_value(re.compile("/table/"))
    link = field.input_value()
    friend = newcomer(link)
    friend.get_by_role("button", name="Sit down").click()

    def somebody_moves() -> bool:
        """Neither page knows when the other gets its news."""
        for page in (host, friend):
            if page.locator("button.end.can").count() and not kata.is_over(page):
                before = kata.ply_count(page)
                kata.act_by_mouse(page)
                kata.wait_for_news(page, before)
                return True
        return kata.is_over(host) and kata.is_over(friend)

    for _ in range(breadth(4, 8)):
        assert eventually(host, somebody_moves)
    host.get_by_role("button", name="Concede", exact=True).click()
    host.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    expect(host.locator(kata.RESULT)).to_be_visible()
    expect(friend.locator(kata.RESULT)).to_be_visible()
    titles = sorted(page.locator("#result").inner_text() for page in (host, friend))
    assert titles[0] != titles[1], titles


def test_hot_seat_hides_each_hand_behind_a_curtain(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, company="At this screen", preset="Classic")
    seen = set()
    for _ in range(4):
        curtain = page.get_by_role("button", name=re.compile(r"^I’m .*\. Show my side"))
        page.wait_for_selector("button.end.can, button:has-text('show my side')")
        if curtain.count():
            expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_have_count(0)
            seen.add(curtain.inner_text())
            curtain.click()
        page.wait_for_selector("button.end.can")
        page.get_by_role("button", name=re.compile("End turn")).click()
    assert len(seen) == 2, seen


def cards_in_hand(page: Page) -> list[str]:
    hand = page.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button")
    return steady(page, hand.all_inner_texts)


def test_reload_in_mid_game_goes_on_where_it_was(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, preset="Classic", level="Easy")
    for _ in range(3):
        assert kata.wait_for_turn(page)
        before = kata.ply_count(page)
        page.get_by_role("button", name=re.compile("End turn")).click()
        page.wait_for_function("n => document.querySelectorAll('[aria-label=Log] li').length > n", arg=before)
    assert kata.wait_for_turn(page)
    log = page.get_by_role("list", name="Log")
    told, hand = steady(page, log.all_inner_texts), cards_in_hand(page)
    page.reload()
    assert kata.wait_for_turn(page)
    assert eventually(page, lambda: log.all_inner_texts() == told), (log.all_inner_texts(), told)
    assert cards_in_hand(page) == hand


def test_a_spectator_sees_no_hand_and_cannot_move(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, preset="Classic", level="Easy")
    assert kata.wait_for_turn(page)
    assert cards_in_hand(page)
    watcher = newcomer(f"/table/{table_id(page)}")
    watcher.wait_for_selector("[data-thing='backs:0']")
    expect(watcher.get_by_role("group", name=re.compile("hand")).get_by_role("button")).to_have_count(0)
    expect(watcher.locator(".can")).to_have_count(0)
    assert "Your turn" not in watcher.title()


def test_a_finished_game_is_replayed_to_its_end_and_its_seed_verified(newcomer: Sit) -> None:
    page = newcomer()
    kata.lay_table(page, preset="Classic", level="Easy")
    assert kata.wait_for_turn(page)
    concede(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="To the end").click()
    slider = page.get_by_role("slider")
    assert eventually(page, lambda: slider.input_value() == slider.get_attribute("max") != "0")
    page.get_by_role("button", name="Go to the start").click()
    expect(slider).to_have_value("0")
    page.get_by_role("button", name=re.compile(r"^One \w+ forward$")).click()
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Verify the seed").click()
    expect(page.get_by_text("The seed matches the promise.")).to_be_visible()
    assert serious_violations(page) == []


def concede(page: Page) -> None:
    page.get_by_role("button", name="Concede").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    expect(page.locator(kata.RESULT)).to_be_visible()


def test_a_deck_is_built_saved_and_played(newcomer: Sit) -> None:
    page = newcomer("/decks")
    search = page.get_by_role("searchbox").or_(page.get_by_placeholder("Find a card")).first
    search.wait_for()
    pool = page.get_by_role("region", name="The pool")
    for card, copies in {"Jab": 4, "Cut": 4, "Strike": 4, "Slash": 4, "Lunge": 4}.items():
        for _ in range(copies):
            pool.locator(f"button[aria-label='Add one {card}']").click()
    expect(page.locator(".valid.ok")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Remove this deck")).to_be_enabled()
    page.reload()
    search.wait_for()
    assert serious_violations(page) == []
    page.goto("/")
    page.get_by_role("button", name="New table of Kata TCG").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Your deck").select_option(label="My deck")
    dialog.get_by_role("button", name=re.compile("^Start")).click()
    page.wait_for_url("**/table/*")
    assert kata.wait_for_turn(page)
    hand = cards_in_hand(page)
    assert hand and all(re.search("Jab|Cut|Strike|Slash|Lunge", text) for text in hand), hand


def test_a_phone_needs_no_sideways_scroll_and_plays_by_touch(newcomer: Sit) -> None:
    page = newcomer(size=PHONE, has_touch=True, is_mobile=True)
    play = page.get_by_role("button", name="Play Kata TCG against the house")
    play.wait_for()
    assert no_sideways_scroll(page)
    play.tap()
    page.wait_for_url("**/table/*")
    for _ in range(6):
        if not kata.wait_for_turn(page):
            break
        assert no_sideways_scroll(page)
        glowing = page.locator("[aria-label^='Your hand'] button.can")
        if glowing.count():
            glowing.first.tap()
            rival = page.locator("button.side.can:not(.own)")
            if rival.count():
                rival.tap()
                continue
            page.keyboard.press("Escape")
        page.get_by_role("button", name=re.compile("End turn")).tap()
    for path in ("/decks", "/settings", "/rules/kata-tcg", "/credits", "/bots"):
        page.goto(path)
        page.wait_for_selector("h1")
        assert no_sideways_scroll(page), path


def test_on_a_short_phone_the_end_of_the_turn_covers_no_card(newcomer: Sit) -> None:
    page = newcomer(size={"width": 390, "height": 700})
    kata.lay_table(page, preset="Classic", level="Easy")
    assert kata.wait_for_turn(page)
    card = box_of(page.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button").first)
    end = box_of(page.get_by_role("button", name=re.compile("End turn")))
    assert card["y"] + card["height"] <= end["y"]


def test_no_serious_violation_of_accessibility_on_lobby_and_table(newcomer: Sit) -> None:
    page = newcomer()
    page.get_by_role("button", name="Play Kata TCG against the house").wait_for()
    assert serious_violations(page) == []
    page.get_by_role("button", name="Play Kata TCG against the house").click()
    page.wait_for_url("**/table/*")
    assert kata.wait_for_turn(page)
    assert serious_violations(page) == []


def skipping(line: WebSocketRoute) -> None:
    """Makes this guest believe that the first turns were skipped."""
    house = line.connect_to_server()

    def skip(ply: dict[str, Any], seat: int, sentence: str) -> None:
        ply["events"].append({"kind": "skipped", "seat": seat, "mana": 1})
        ply["says"].append(sentence)

    def tell(message: str | bytes) -> None:
        said = json.loads(message)
        if said["type"] == "past":
            skip(said["plies"][0], 0, "You skip your first turn.")
        # only our own end of turn: the rival's would show the note anew whenever it comes
        events = said["events"] if said["type"] == "events" else []
        if any(event["kind"] == "ended" and event["seat"] == 0 for event in events):
            skip(said, 1, "Ines skips a turn.")
            skip(said, 0, "You skip a turn.")
        line.send(json.dumps(said))

    house.on_message(tell)
    line.on_message(house.send)


def test_skipped_turns_are_shown_on_the_board_for_long_enough(newcomer: Sit) -> None:
    page = newcomer("/rules/kata-tcg")
    page.route_web_socket("**/ws/**", skipping)
    table = create_table(page, "kata-tcg", ["me", "random"], listed=False)
    stop_clock(page)
    page.goto(f"/table/{table}")
    note = page.locator(".skipped")
    expect(note).to_contain_text("You skip your first turn.", timeout=patience_ms())
    page.clock.run_for(6000)
    expect(note).to_have_count(0)
    assert kata.wait_for_turn(page)
    page.keyboard.press("e")
    lines = note.locator("p")
    expect(lines.first).to_have_text("Ines skips a turn.", timeout=patience_ms())
    expect(lines.last).to_have_text("You skip a turn.")
    page.clock.run_for(3500)
    expect(note).to_be_visible()
    page.clock.run_for(3000)
    expect(note).to_have_count(0)


@pytest.mark.parametrize("size", TABLETS, ids=lambda size: str(size["width"]))
def test_the_ways_to_play_a_card_never_cover_it(newcomer: Sit, size: dict[str, int]) -> None:
    page = newcomer(size=size)
    for preset in ("classic", "full"):
        page.goto(f"/table/{create_table(page, 'kata-tcg', ['me', 'random'], listed=False, preset=preset)}")
        for _ in range(20):  # until a card can be played at all
            assert kata.wait_for_turn(page)
            if page.locator(".hand .can").count():
                break
            page.keyboard.press("e")
        for card in page.locator(".hand .can").all():
            card.click()
            lifted, rail = box_of(page.locator(".hand .chosen")), box_of(page.locator(".rail"))
            assert rail["y"] + rail["height"] <= lifted["y"], preset
            page.keyboard.press("Escape")


@pytest.mark.parametrize("size", PHONES, ids=lambda size: str(size["width"]))
def test_a_full_hand_on_a_phone_shows_every_name(newcomer: Sit, size: dict[str, int]) -> None:
    page = newcomer("/rules/kata-tcg", size=size, has_touch=True)
    names = ["flood-of-letters", "wandering-smith", "lightning-idol", "rusty-ballista", "tax-collector"]
    page.route_web_socket("**/ws/**", partial(holding, names))
    page.goto(f"/table/{create_table(page, 'kata-tcg', ['me', 'random'], listed=False)}")
    expect(page.locator(".hand .slot")).to_have_count(5, timeout=patience_ms())
    assert complaints(page, lambda: list(page.evaluate(UNREADABLE))) == []


#: The names of cards in hand that are cut off or covered.
UNREADABLE = """() => [...document.querySelectorAll('.hand .name')].filter(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const card = name.closest('.slot');
    const box = card.getBoundingClientRect();
    return [...range.getClientRects()].some(({left, right, top, bottom}) =>
        left < box.left || right > box.right || top < box.top || bottom > box.bottom
        || [left + 1, (left + right) / 2, right - 1].some(x => {
            const seen = document.elementFromPoint(x, (top + bottom) / 2);
            return !card.contains(seen);
        }));
}).map(name => name.textContent)"""


def holding(cards: list[str], line: WebSocketRoute) -> None:
    """Makes this guest believe they hold these cards."""
    house = line.connect_to_server()

    def tell(message: str | bytes) -> None:
        said = json.loads(message)
        if "view" in said:
            said["view"]["sides"][0] |= {"hand": cards, "hand_size": len(cards)}
        line.send(json.dumps(said))

    house.on_message(tell)
    line.on_message(house.send)
