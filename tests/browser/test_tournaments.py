"""A tournament through the pages: two people meet, are called to their table, and the page and the big screen tell."""

from playwright.sync_api import expect
from tests.browser.conftest import Sit, ask_house, guest, no_sideways_scroll, serious_violations


def test_two_people_and_the_house_play_a_tournament_through_the_pages(newcomer: Sit, house: str) -> None:
    (token, ann_known), (other, ben_known) = guest(house, "Annika"), guest(house, "Benno")
    ann = newcomer("/tournaments", **ann_known)
    ann.get_by_role("button", name="New tournament").click()
    dialog = ann.locator("dialog")
    dialog.get_by_label("Game", exact=True).select_option("connect-four")
    dialog.get_by_label("Title").fill("Garden cup")
    dialog.get_by_label("Rounds").fill("1")
    dialog.get_by_label("Games per meeting").fill("1")
    dialog.get_by_role("button", name="Create the tournament").click()
    ann.wait_for_url("**/tournaments/*")
    expect(ann.get_by_role("heading", name="Garden cup")).to_be_visible()
    assert not serious_violations(ann)
    ben = newcomer(ann.url, size={"width": 390, "height": 844}, **ben_known)
    ben.get_by_role("button", name="Enter", exact=True).click()
    expect(ben.locator("main")).to_contain_text("Annika")
    assert no_sideways_scroll(ben)
    start = ann.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    start.click()
    for page in (ann, ben):
        expect(page.get_by_text("Your tournament game is ready", exact=True)).to_be_visible()
        page.get_by_role("link", name="Sit down").click()
        page.wait_for_url("**/table/*")
    expect(ann.locator(".board-place")).to_be_visible()
    screen = newcomer(f"/tournaments/{cup_of(house, token)}/screen", **ann_known)
    expect(screen.locator(".plates")).to_contain_text("Benno")
    table = ben.url.rpartition("/")[2]
    ask_house(house, f"tables/{table}/leave", {}, other)
    expect(screen.get_by_role("list", name="The winners").get_by_role("listitem").first).to_contain_text("Annika")
    ben.goto(f"/tournaments/{cup_of(house, token)}")
    expect(ben.locator("table").first).to_contain_text("Annika")
    expect(ben.get_by_role("link", name="Replay of game 1", exact=False)).to_be_visible()
    assert no_sideways_scroll(ben) and not serious_violations(ben)


def cup_of(house: str, token: str) -> str:
    import json
    import urllib.request

    request = urllib.request.Request(f"{house}/api/tournaments/mine", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)[0]["id"])
