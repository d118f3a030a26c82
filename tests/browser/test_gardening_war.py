"""Gardening War in the browser, as guests play it."""

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sit, no_sideways_scroll, serious_violations

RESULT = "section[aria-labelledby=result]"
READY = f".kind.can, {RESULT}"


def lay_table(page: Page, seats: list[str], rounds: int) -> None:
    """A table of so many rounds; the level is chosen through the house's own door."""
    token = page.evaluate("Object.values(localStorage).map(v => (v.match(/\"token\":\"([^\"]+)/) || [])[1]).find(Boolean)")
    wish = {"game": "gardening-war", "options": {"rounds": rounds}, "seats": seats}
    answer = page.request.post("/api/tables", data=wish, headers={"Authorization": f"Bearer {token}"} if token else {})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")


def round_now(page: Page) -> int:
    found = re.search(r"Round (\d+)", page.locator(".track").get_attribute("aria-label") or "")
    assert found
    return int(found.group(1))
