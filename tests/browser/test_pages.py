"""Guests around a table: invited, expected, away, offline, asked for a rematch; and replays."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import DESKTOP, PHONE, Sit, ask_house, eventually, guest, steady
from tests.browser.walk import running

RESULT = "section[aria-labelledby=result]"


@pytest.fixture
def pair(newcomer: Sit, house: str) -> Callable[..., tuple[str, Page, Page]]:
    """A table for two people, and both their pages."""

    def sit(game: str = "connect-four", **wish: object) -> tuple[str, Page, Page]:
        token, ann = guest(house, "Ann")
        table = ask_house(house, "tables", {"game": game, "seats": ["me", "free"], "listed": True, **wish}, token)["id"]
        other, ben = guest(house, "Ben")
        ask_house(house, f"tables/{table}/join", {}, other)
        return table, newcomer(f"/table/{table}", **ann), newcomer(f"/table/{table}", **ben)

    return sit


def concede(page: Page) -> None:
    page.get_by_role("button", name="Concede", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    page.wait_for_selector(RESULT)


def test_a_rematch_begins_when_both_are_there_and_everybody_keeps_their_corner(
    pair: Callable[..., tuple[str, Page, Page]],
) -> None:
    _, ann, ben = pair()
    expect(ann.locator(".plate.p0")).to_contain_text("You")
    concede(ann)
    ann.get_by_role("button", name="Rematch", exact=True).click()
    expect(ann.get_by_role("status").filter(has_text="The game starts when Ben is here too.")).to_be_visible()
    expect(ben.get_by_role("button", name="Rematch?")).to_be_visible()
    over = ben.url
    ben.get_by_role("button", name="Join the rematch").click()
    ben.wait_for_url(lambda address: address != over)
    for page, corner in ((ann, 0), (ben, 1)):
        expect(page.locator(f".plate.p{corner}")).to_contain_text("You")
    expect(ann.locator(".column.open").first).to_be_visible()


def test_a_rival_who_left_is_absent_at_the_plate(pair: Callable[..., tuple[str, Page, Page]]) -> None:
    table, ann, ben = pair()
    plate = ann.locator(".plate.p1")
    expect(plate).to_contain_text("Guest")
    ben.goto("/")
    expect(plate.get_by_text("away", exact=True)).to_be_visible()
    ann.locator(".column.open").first.click()
    expect(ann.locator("header")).to_contain_text("Ben is away")
    ben.goto(f"/table/{table}")
    expect(plate.get_by_text("away", exact=True)).to_have_count(0)
    expect(ann.locator("header")).to_contain_text("Ben to move")


def test_an_invited_guest_is_asked_to_sit_down_and_nothing_else(newcomer: Sit, house: str) -> None:
    token, ann = guest(house, "Ann")
    wish = {"game": "deadwood", "seats": ["me", "free", "free"], "listed": False}
    table = ask_house(house, "tables", wish, token)["id"]
    host = newcomer(f"/table/{table}", **ann)
    expect(host.get_by_text("parlour serve")).to_be_visible()
    page = newcomer(f"/table/{table}", size=PHONE)
    expect(page.get_by_role("button", name="Sit down")).to_have_count(2)
    bright = page.locator("main .button:not(.quiet, .outline)")
    expect(bright).to_have_text(["Sit down"])
    expect(page.get_by_text("parlour serve")).to_have_count(0)
    bright.click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    expect(page.get_by_text("parlour serve")).to_have_count(0)


def test_whoever_is_offline_reads_one_bar(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Ann")
    table = ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "random"]}, token)["id"]
    page = newcomer(**known)
    lines: list[WebSocketRoute] = []
    offline = False

    def pass_on(line: WebSocketRoute) -> None:
        if offline:
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    page.route_web_socket("**/ws/**", pass_on)
    page.goto(f"/table/{table}")
    expect(page.locator(".column.open").first).to_be_visible()
    offline = True
    page.context.set_offline(True)
    lines[-1].close()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    offline = False
    page.context.set_offline(False)
    expect(page.get_by_text("You’re offline.")).to_have_count(0)
    expect(page.locator(".column.open").first).to_be_visible()
    expect(page.get_by_text("Connection lost")).to_have_count(0)


#: Each turn's line in the log, and the name above it.
TURNS = """() => {
    const found = [];
    let heading = '';
    for (const line of document.querySelectorAll('ol[aria-label=Log] li')) {
        if (line.matches('.heading')) heading = line.textContent.trim();
        const turn = /^Turn \\d+: (.+?)\\.$/.exec(line.textContent.trim());
        if (turn) found.push([turn[1], heading]);
    }
    return found;
}"""


def test_the_log_puts_every_line_under_whoever_acted(newcomer: Sit) -> None:
    page = newcomer(bypass_csp=True)
    page.goto(f"/table/{running(page, 'kata-tcg', 4)}")
    page.wait_for_selector("ol[aria-label=Log] .heading")
    assert eventually(page, lambda: len(page.evaluate(TURNS)) > 2)
    turns = steady(page, lambda: page.evaluate(TURNS))
    assert [(who.lower(), above.lower()) for who, above in turns] == [(who.lower(), who.lower()) for who, _ in turns]


def test_running_games_say_something_in_the_lobby(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Ann")
    table = ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "random"], "listed": True}, token)["id"]
    page = newcomer(**known)
    expect(page.locator(".mine li", has_text="Connect Four")).to_contain_text("You to move.")
    other = newcomer()
    watch = other.locator(f".now a[href='/table/{table}']")
    expect(watch).to_contain_text("Ann and Ines. Ann to move.")
    expect(watch.get_by_role("img", name="The board of Connect Four")).to_be_visible()


def test_a_replay_goes_by_decision_by_move_and_by_round(newcomer: Sit) -> None:
    page = newcomer(bypass_csp=True)
    page.goto(f"/replay/{running(page, 'gardening-war', 14, concede=True)}")
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_visible()

    def at() -> int:
        return int(page.evaluate("new URLSearchParams(location.search).get('ply') ?? 0"))

    most = {}
    for unit in ("decision", "move", "round"):
        page.get_by_role("combobox", name="Step").select_option(label=f"By {unit}")
        expect(page.get_by_role("button", name=f"One {unit} forward")).to_be_visible()
        most[unit] = int(steady(page, lambda: slider.get_attribute("max")) or 0)
    assert most["decision"] > most["move"] > most["round"] > 1, most
    page.locator("h1").evaluate("heading => heading.focus()")
    page.keyboard.press("ArrowRight")  # a whole round
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Round 1 of"))
    assert eventually(page, at)
    first = at()
    page.keyboard.press("Shift+ArrowLeft")  # one decision back
    assert eventually(page, lambda: at() == first - 1), at()
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    assert eventually(page, lambda: at() == first), at()
    page.get_by_role("combobox", name="Step").select_option(label="By decision")
    page.get_by_role("button", name="Go to the start").click()
    page.keyboard.press("ArrowRight")
    assert eventually(page, lambda: at() == 1), at()
    page.get_by_role("combobox", name="Speed").select_option(label="In 5 min")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play", exact=True).click()  # from the beginning again
    page.get_by_role("button", name="Pause").click()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(page.get_by_role("combobox", name="Step")).to_be_visible()
    page.get_by_role("button", name="Log, views and seed").click()
    page.get_by_role("dialog").get_by_role("combobox", name="Point of view").select_option(label="Spectator’s view")
    expect(page.get_by_role("dialog").get_by_role("button", name="Copy a link to this moment")).to_be_visible()


def test_a_phone_does_not_mention_keys(newcomer: Sit) -> None:
    page = newcomer(size=PHONE)
    expect(page.locator("footer a").first).to_be_visible()
    expect(page.get_by_text("Press ? for keyboard shortcuts")).to_be_hidden()
    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("heading", name="Everywhere")).to_be_hidden()
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", name="Everywhere")).to_be_visible()
