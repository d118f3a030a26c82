"""Order in the house, seen by those concerned: a report, the host's page, a ban and a message at the table."""

import hashlib
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    ask_house,
    guest,
    no_sideways_scroll,
    open_house,
    serious_violations,
    settle,
    window,
)

from parlour.server.host_key import key_of
from parlour.server.identity import Signer

SECRET = "a secret of this test"
SCRIPT = "<img src=x onerror=document.title='owned'>"


def open_room(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()


def test_a_report_leads_to_a_ban_and_everybody_is_told(browser: Browser, tmp_path: Path) -> None:
    with open_house(tmp_path, "--secret", SECRET) as house:
        key = key_of(Signer(hashlib.sha256(SECRET.encode()).digest()), 0)
        ann, known = guest(house, "Ann")
        eve, rude = guest(house, "<b>Eve</b>")
        table = ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "free"]}, ann)["id"]
        ask_house(house, f"tables/{table}/join", {}, eve)
        player, rival, host = (window(browser, house, **who).new_page() for who in (known, rude, {}))
        rival.goto(f"/table/{table}")
        player.goto(f"/table/{table}")
        player.get_by_role("tab", name="Seats").click()
        player.get_by_role("button", name="Report <b>Eve</b>").click()
        player.get_by_label("In a few words").fill(SCRIPT)
        player.get_by_role("button", name="Send the report").click()
        expect(player.get_by_role("button", name="Thank you.")).to_be_visible()
        player.get_by_role("button", name="Mute emotes of <b>Eve</b>").click()
        expect(player.get_by_role("button", name="Show emotes of <b>Eve</b>")).to_be_visible()

        host.goto("/host")
        host.get_by_label("The key of the house").fill("wrong")
        host.get_by_role("button", name="Open").click()
        expect(host.get_by_role("button", name="This is not the host's key")).to_be_visible()
        host.get_by_label("The key of the house").fill(key.lower())
        host.get_by_role("button", name="Open").click()
        expect(host.get_by_text(SCRIPT)).to_be_visible()
        expect(host).to_have_title("The host’s page · Parlour")
        expect(host.locator("main img, main b b")).to_have_count(0)
        assert key not in host.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])")

        open_room(host, "Announce")
        host.get_by_label("What everybody reads").fill("Cake at five")
        host.get_by_role("button", name="Tell everybody").click()
        expect(player.get_by_text("Cake at five")).to_be_visible()
        player.get_by_role("button", name="Put this away").click()
        expect(player.get_by_text("Cake at five")).to_have_count(0)

        open_room(host, "Reports")
        host.get_by_role("button", name="Ban <b>Eve</b>").click()
        host.get_by_label("The reason, as they’ll read it").fill("Rude names")
        host.get_by_role("dialog").get_by_role("button", name="Ban").click()
        expect(rival.get_by_text("The host’s reason: Rude names. You may still watch.").first).to_be_visible()
        rival.reload()
        expect(rival.get_by_text("The host’s reason: Rude names. You may still watch.").first).to_be_visible()
        for room in ("Guests", "Tables", "Bans", "Log"):
            open_room(host, room)
            expect(host.locator("main .line").first).to_be_visible()
        for size in (DESKTOP, PHONE):
            host.set_viewport_size(size)  # type: ignore[arg-type]
            settle(host)
            assert no_sideways_scroll(host) and not serious_violations(host)
        host.reload()
        expect(host.get_by_role("button", name="Lock this page")).to_be_visible()
        host.get_by_role("button", name="Lock this page").click()
        host.reload()
        expect(host.get_by_label("The key of the house")).to_be_visible()
        for page in (player, rival, host):
            page.context.close()
