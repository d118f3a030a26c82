"""The page "You": another device by a code, a recovery phrase, a passkey, signing out, leaving for good."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.conftest import PHONE, Sit, guest, no_sideways_scroll, open_house, serious_violations, window
from tests.server.provider import CLIENT, SECRET, Provider


def test_a_self_goes_along_to_a_phone_and_is_signed_out_there(browser: Browser, newcomer: Sit, house: str) -> None:
    _, known = guest(house, "Marigold")
    page = newcomer("/", **known)
    page.get_by_role("banner").get_by_role("link", name="Marigold").click()
    page.wait_for_url("**/you")
    page.get_by_role("button", name="Show a code").click()
    expect(page.get_by_role("img", name="A QR code with the link to come in")).to_be_visible()
    code = page.locator(".code").inner_text()
    context = window(browser, house, PHONE)
    phone = context.new_page()
    phone.goto(f"/come-in#{code.lower()}")
    expect(phone.get_by_label("The code that your other device shows")).to_have_value(code.lower())
    expect(phone).to_have_url(re.compile("/come-in$"))  # the code is not left in the history
    assert no_sideways_scroll(phone)
    phone.get_by_role("button", name="Come in", exact=True).first.click()
    expect(phone.get_by_role("button", name="Welcome back, Marigold.")).to_be_visible()
    expect(phone.get_by_role("banner").get_by_role("link", name="Marigold")).to_be_visible()
    phone.goto(f"/come-in#{code}")
    phone.get_by_role("button", name="Come in", exact=True).first.click()
    expect(phone.get_by_role("button", name="This code is not valid")).to_be_visible()

    page.reload()
    devices = page.locator("section[aria-labelledby=devices] li")
    expect(devices).to_have_count(2)
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(devices).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("button", name="You were signed out on this device")).to_be_visible()
    expect(phone.get_by_role("banner").get_by_role("link", name="Marigold")).to_have_count(0)
    context.close()


def test_a_self_comes_back_by_a_phrase_and_is_forgotten_on_demand(newcomer: Sit, house: str) -> None:
    _, known = guest(house, "Bartholomew")
    page = newcomer("/you", **known)
    page.get_by_role("button", name="Make a recovery phrase").click()
    words = page.locator("section[aria-labelledby=phrase] li")
    expect(words).to_have_count(8)
    phrase = " ".join(re.sub(r"^\d+\s*", "", word) for word in words.all_inner_texts())
    page.get_by_role("button", name="I’ve written them down").click()
    expect(page.get_by_text("You have one, made on")).to_be_visible()
    again = newcomer("/come-in")
    again.get_by_label("Your eight words").fill(phrase)
    again.get_by_role("button", name="Come in", exact=True).last.click()
    expect(again.get_by_role("banner").get_by_role("link", name="Bartholomew")).to_be_visible()
    again.goto("/you")
    with again.expect_download() as told:
        again.get_by_role("button", name="Download").click()
    assert '"name":"Bartholomew"' in told.value.path().read_text(encoding="utf-8")
    again.get_by_role("button", name="Leave for good").click()
    leave = again.get_by_role("dialog").get_by_role("button", name="Leave for good")
    expect(leave).to_be_disabled()
    again.get_by_label("To be sure, type your name").fill("Bartholomew")
    leave.click()
    expect(again.get_by_role("button", name="The house has forgotten you")).to_be_visible()
    expect(again.get_by_role("banner").get_by_role("link", name="Bartholomew")).to_have_count(0)


def test_a_passkey_lets_its_guest_in(newcomer: Sit, house: str) -> None:
    """With Chromium's virtual authenticator, at a name that browsers take for safe."""
    named = house.replace("127.0.0.1", "localhost")
    page = newcomer(f"{house}/you")
    expect(page.get_by_text("this house was opened by its IP address")).to_be_visible()
    page.goto(f"{named}/you")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.wait_for_selector("#devices")  # until then the heading says "One moment"
    name = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("section[aria-labelledby=passkeys] li")).to_contain_text("for localhost")
    page.evaluate("localStorage.clear()")
    page.goto(f"{named}/come-in")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("button", name=f"Welcome back, {name}.")).to_be_visible()


def test_an_account_elsewhere_is_added_used_on_a_phone_and_removed(browser: Browser, tmp_path: Path) -> None:
    provider = Provider()
    settings = ["--oidc-issuer", provider.issuer, "--oidc-client", CLIENT, "--oidc-secret", SECRET]
    settings += ["--oidc-name", "Example"]
    with open_house(tmp_path, *settings) as house:
        _, known = guest(house, "Philippa")
        page = window(browser, house, **known).new_page()
        page.goto("/you")
        page.get_by_role("button", name="Sign in with Example").click()
        expect(page.get_by_role("button", name="From now on this account lets you in.")).to_be_visible()
        accounts = page.locator("section[aria-labelledby=accounts] li")
        expect(accounts).to_contain_text(provider.issuer.removeprefix("http://"))
        assert serious_violations(page) == []
        phone = window(browser, house, PHONE).new_page()
        phone.goto("/come-in")
        phone.get_by_role("button", name="Sign in with Example").click()
        expect(phone.get_by_role("button", name="Welcome back, Philippa.")).to_be_visible()
        phone.goto("/signed-in?code=somebodys&state=somebodys")
        expect(phone.get_by_text("This sign-in wasn’t begun in this tab.")).to_be_visible()
        expect(phone).to_have_url(re.compile("/signed-in$"))
        assert no_sideways_scroll(phone)
        page.get_by_role("button", name="Remove the account at").click()
        expect(accounts).to_have_count(0)
    provider.close()
