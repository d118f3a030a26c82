"""What if: playing on from a moment of a replay, in the browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sit, ask_house, guest, no_sideways_scroll, serious_violations, settle
from tests.browser.kata import act_by_mouse, ply_count, wait_for_news, wait_for_turn

RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"


@pytest.fixture
def replay(newcomer: Sit, house: str):
    """A finished game of Kata TCG, seen by a guest at one of its moments."""

    def see(ply: int, name: str = "kata-tcg-2-full", **how: object) -> Page:
        token, known = guest(house, "Ann")
        table = ask_house(house, "records", json.loads((RECORDS / f"{name}.json").read_text()), token)["id"]
        page = newcomer(f"/replay/{table}?ply={ply}", **known, **how)
        expect(page.get_by_role("slider", name="Moment")).to_be_visible()
        return page

    return see


def play_on(page: Page) -> None:
    dialog = page.get_by_role("dialog", name=re.compile("^Play on from"))
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/table/*")


def move_once(page: Page) -> None:
    assert wait_for_turn(page)
    before = ply_count(page)
    act_by_mouse(page)
    wait_for_news(page, before)


def test_a_replay_is_played_on_against_the_house_and_lists_the_branch(replay) -> None:
    page = replay(20)
    origin = page.url.partition("?")[0]
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from move 20")
    dialog.get_by_role("radio", name="Dealt anew").check(force=True)
    expect(dialog.get_by_text("couldn’t see at this moment is shuffled and dealt again")).to_be_visible()
    dialog.get_by_role("radio", name="Easy").check(force=True)
    dialog.get_by_role("radio", name="Rune").check(force=True)
    settle(page)
    assert serious_violations(page) == []
    play_on(page)
    expect(page.get_by_text("Played on from move 20 of A against B; everything hidden is dealt anew")).to_be_visible()
    expect(page.locator(".plate").filter(has_text="Rune")).to_contain_text("House · easy")
    move_once(page)
    table = page.url
    page.get_by_role("link", name="played on from move 20").click()
    page.wait_for_url(f"{origin}?ply=20")
    branch = page.get_by_role("region", name="What if?").get_by_role("link", name="From move 20, dealt anew")
    branch.click()
    page.wait_for_url(table)
    page.goto("/")
    expect(page.locator(".mine li").first).to_contain_text("What if, from move 20.")


def test_on_a_phone_any_seat_is_played_on_as_hot_seat(replay) -> None:
    page = replay(20, size=PHONE)
    page.get_by_role("button", name="Log, views and seed").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from move 20")
    for seat in (1, 2):
        who = dialog.get_by_role("radiogroup", name=f"Who sits in seat {seat}")
        who.get_by_role("radio", name=re.compile("You|At this screen")).check(force=True)
    settle(page)
    assert no_sideways_scroll(page)
    play_on(page)
    page.get_by_role("button", name=re.compile("Show my side")).click()
    page.get_by_role("button", name=re.compile("End turn")).click()
    page.get_by_role("button", name=re.compile("Show my side")).click()  # the other person's turn
    page.locator("[data-tab=log]").click()
    expect(page.get_by_text("Played on from move 20 of A against B; everything hidden is as it was.")).to_be_visible()


def test_from_the_end_there_is_nothing_to_play_on(replay) -> None:
    page = replay(0, "connect-four-2")
    button = page.get_by_role("button", name="Play on from here")
    page.keyboard.press("End")
    expect(button).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    button.click()
    dialog = page.get_by_role("dialog", name=re.compile("^Play on from move"))
    expect(dialog.get_by_text("What was hidden")).to_have_count(0)
    play_on(page)
    expect(page.locator(".column.open").first).to_be_visible()
