"""How a browser test plays Kata TCG."""

import re

from playwright.sync_api import Page, expect

RESULT = "section[aria-labelledby=result]"


def lay_table(page: Page, company: str = "The house", preset: str = "Full", level: str | None = None) -> None:
    """From the lobby to a new table of Kata TCG."""
    page.get_by_role("button", name="New table of Kata TCG").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=preset, exact=True).check(force=True)
    dialog.get_by_role("radiogroup", name="Who do you want to play").get_by_role("radio", name=company).check(
        force=True
    )
    if level:
        dialog.get_by_role("radio", name=level, exact=True).check(force=True)
    dialog.get_by_role("button", name=re.compile("^(Start|Create)")).click()
    page.wait_for_url("**/table/*")


def is_over(page: Page) -> bool:
    return page.locator(RESULT).count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait for this guest's turn; False if the game is over instead."""
    page.wait_for_selector(f"button.end.can, {RESULT}, .curtain")
    return not is_over(page)


def act_by_mouse(page: Page) -> None:
    """Attack with the first glowing card, or with a minion, or else end the turn."""
    glowing = page.get_by_role("group", name=re.compile("hand")).locator("button.can")
    if glowing.count():
        glowing.first.click()
        rival = page.locator("button.side.can:not(.own)")
        if rival.count():
            rival.click()
            return
        page.get_by_role("button", name=re.compile("^(Draw|Heal|Summon|Attack)")).first.click()
        return
    ready = page.get_by_role("group", name="Your minions").locator("button.can")
    if ready.count():
        ready.first.click()
        page.locator("button.side.can:not(.own)").click()
        return
    page.get_by_role("button", name=re.compile("End turn")).click()


def ply_count(page: Page) -> int:
    return page.get_by_role("list", name="Log").get_by_role("listitem").count()


def wait_for_news(page: Page, lines: int) -> None:
    """Wait until the log has more lines than this, or the game is over."""
    page.wait_for_function(
        "([n, r]) => document.querySelector(r) || document.querySelectorAll('[aria-label=Log] li').length > n",
        arg=[lines, RESULT],
    )


def play_to_the_end(page: Page, most: int = 150) -> None:
    for _ in range(most):
        if not wait_for_turn(page):
            break
        before = ply_count(page)
        act_by_mouse(page)
        wait_for_news(page, before)
    expect(page.locator(RESULT)).to_be_visible()
