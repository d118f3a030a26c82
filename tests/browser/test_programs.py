"""Programs that the house runs: uploaded on the Bots page, played against, their versions and logs looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.bots.sandboxed import PRELUDE, needs_a_sandbox
from tests.browser.conftest import PHONE, ask_house, no_sideways_scroll, open_house, serious_violations, window


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    needs_a_sandbox()
    with open_house(tmp_path_factory.mktemp("programs"), "--programs") as address:
        yield address


def test_a_program_is_uploaded_plays_and_tells_its_owner_how_it_did(
    browser: Browser, house: str, tmp_path: Path
) -> None:
    (tmp_path / "clank.py").write_text(f"{PRELUDE}\nprint('at your service', file=sys.stderr)\nplay()")
    (tmp_path / "main.c").write_text("int main( { return 0; }\n")
    context = window(browser, house)
    page = context.new_page()
    page.goto("/bots")
    page.get_by_label("The program’s game").select_option(label="Connect Four")
    page.get_by_label("The program’s file").set_input_files(tmp_path / "clank.py")
    expect(page.get_by_role("heading", name="Clank")).to_be_visible()
    expect(page.locator("[data-version='1'][data-status=ready]")).to_contain_text("Plays now")
    page.get_by_label("A new version").set_input_files(tmp_path / "main.c")
    failed = page.locator("[data-version='2'][data-status=failed]")
    expect(failed).to_contain_text("The build failed")
    expect(failed.get_by_label("Build of version 2")).to_contain_text("error: expected")
    page.get_by_label("Its rival").select_option(label="Random")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page).to_have_url(re.compile("/table/"))
    page.go_back()
    run = page.locator("[data-run]")
    expect(run).to_contain_text(re.compile(r"version 1, seat 2.*\d+ decisions, .* of processor time", re.S))
    run.get_by_text("What it wrote to stderr").click()
    expect(run.get_by_label("stderr")).to_have_text("at your service\n")
    assert serious_violations(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert no_sideways_scroll(page)
    # It enters a tournament.
    token = page.evaluate("localStorage['parlour.guest']")
    cup = ask_house(house, "tournaments", {"game": "connect-four", "house": ["random"]}, token)["id"]
    page.goto(f"/tournaments/{cup}")
    expect(page.get_by_label("A program that the house runs")).to_contain_text("Clank, version 1")
    page.get_by_role("button", name="Enter this program").click()
    expect(page.locator("main li", has_text="Clank")).to_contain_text("program")
    expect(page.locator("main")).to_contain_text("with the version that it has when the tournament begins")
    assert serious_violations(page) == [] and no_sideways_scroll(page)
    # It can be chosen for a new table.
    page.goto("/")
    page.get_by_role("button", name="New table").first.click()
    page.get_by_role("radio", name="Connect Four").check(force=True)
    page.get_by_text("Seat by seat").click()
    page.get_by_role("radiogroup", name="Who sits in seat 2").get_by_role("radio", name="Program").check(force=True)
    expect(page.get_by_label("Program in seat 2")).to_contain_text("Clank (yours)")
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/table/"))
    context.close()
