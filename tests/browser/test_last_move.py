"""The end of a game: its last move comes to rest, what decided it lights up, the room answers, the result follows."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import Sit, eventually, serious_violations, stop_clock
from tests.browser.walk import GAMES, RESULT, create_table, running
from tests.patience import patience_ms

#: Records, at the moment the result appears, what was still moving on the board and how long the end had been known.
WATCH = """result => {
    const seen = window.seen = {fallen: false, over: null, result: null, room: false, lit: false};
    const moving = () => [...document.querySelector('.board-place').children]
        .filter(part => !part.matches(result))
        .flatMap(part => part.getAnimations({subtree: true}))
        .filter(({playState, effect}) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    document.addEventListener('animationend', ({target, animationName}) => {
        if (animationName.endsWith('fall') && target.matches('.won')) seen.fallen = true;
    }, true);
    new MutationObserver(() => {
        if (seen.over === null && document.querySelector('.turn')?.textContent.includes('The game is over'))
            seen.over = performance.now();
        seen.room ||= !!document.querySelector('.board-place > .room');
        seen.lit ||= !!document.querySelector('.board-place [data-decisive]');
        if (seen.result === null && document.querySelector(result)) {
            seen.result = performance.now() - seen.over;
            seen.moving = moving().map(({animationName}) => animationName ?? 'a motion');
            seen.in_place = seen.fallen;
            seen.marked = document.querySelectorAll('.disc.won').length;
        }
    }).observe(document.body, {childList: true, subtree: true, characterData: true, attributes: true});
}"""

#: Goes to another page of the house without a reload, so that the watcher survives.
WALK = "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


def watch(page: Page, *, still: bool = False) -> None:
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.evaluate(WATCH, RESULT)


def drop(page: Page, column: int) -> None:
    page.locator(f".column.open:nth-child({column})").click(timeout=patience_ms())


def test_the_winning_disc_has_fallen_and_the_four_are_marked_before_the_result(newcomer: Sit) -> None:
    page = newcomer()
    page.goto(f"/table/{create_table(page, 'connect-four', ['me', 'me'], listed=False)}")
    page.wait_for_selector(".column.open")
    watch(page)
    for column in (1, 2, 1, 2, 1, 2, 1):
        drop(page, column)
    expect(page.locator(".disc.won")).to_have_count(4, timeout=patience_ms())
    page.wait_for_selector(RESULT, timeout=patience_ms())
    seen = page.evaluate("seen")
    assert seen["marked"] == 4
    assert seen["in_place"]
    assert seen["moving"] == []
    assert seen["room"] and seen["lit"]
    # Four in a row says it all: a curve and its moments, but no scores of zero and one.
    expect(page.locator(f"{RESULT} figure")).to_have_count(1)
    expect(page.locator(f"{RESULT} .scores")).to_have_count(0)
    assert serious_violations(page) == []
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(RESULT)).to_have_count(0)
    expect(page.locator(".room")).to_have_count(0)
    expect(page.locator(".disc[data-decisive]")).to_have_count(4)
    expect(page.locator(".column:nth-child(1) .disc.won")).to_have_count(4)
    expect(page.get_by_role("button", name="part of the four in a row")).to_have_count(1)
    page.get_by_role("button", name="Result").click()
    moments = page.get_by_role("list", name="Moments of this game").get_by_role("link")
    expect(moments).to_have_count(3)
    expect(moments.last).to_contain_text("four in a row")
    moments.last.click()
    page.wait_for_url("**/replay/*?ply=7")
    expect(page.locator(".disc.won")).to_have_count(4)


def test_one_level_harder(newcomer: Sit) -> None:
    page = newcomer()
    page.goto(f"/table/{running(page, 'connect-four', 1, concede=True)}")
    page.get_by_role("button", name="One level harder").click()
    page.wait_for_selector(".column.open")
    expect(page.locator(".board-place")).to_contain_text("House · easy")


class EndAfterTheFirstMove:
    """Stands between page and house: makes this guest's first move when told to, and says that it ended the game."""

    def __init__(self, line: WebSocketRoute) -> None:
        self.line, self.house = line, line.connect_to_server()
        self.turn: dict[str, Any] | None = None
        self.moved = self.over = False
        self.house.on_message(self.tell)
        line.on_message(self.house.send)

    def tell(self, message: str | bytes) -> None:
        if self.over:
            return
        said = json.loads(message)
        if said["type"] == "turn":
            self.turn = said
        self.line.send(message)
        if said["type"] == "events" and self.moved:  # a rival may have begun
            self.over = True
            end = {"payoffs": [1, 0], "scores": [1, 0], "seed": "", "why": "You win."}
            self.line.send(json.dumps({"type": "over", **end}))

    def move(self) -> None:
        assert self.turn
        self.moved = True
        self.house.send(json.dumps({"type": "move", "ply": self.turn["ply"], "index": len(self.turn["moves"]) - 1}))


def test_in_every_game_the_last_move_comes_to_rest_and_can_be_looked_at(newcomer: Sit) -> None:
    page = newcomer("/settings", size={"width": 1000, "height": 640})  # what moves is drawn sixty times a second
    nothing = {"plies": [], "curve": [], "moments": [], "reviewed": False}
    page.route("**/ending", lambda route: route.fulfill(json=nothing))
    lines: list[EndAfterTheFirstMove] = []
    page.route_web_socket("**/ws/**", lambda line: lines.append(EndAfterTheFirstMove(line)))
    for game, still in [(game, False) for game in GAMES] + [("connect-four", True)]:
        page.goto("/settings")
        page.wait_for_selector("h1")
        watch(page, still=still)
        table = create_table(page, game, ["me", "random"], listed=False)
        lines.clear()
        page.evaluate(WALK, f"/table/{table}")
        page.wait_for_selector(".board-place .drawn button", state="attached")  # nobody moves before that
        assert eventually(page, lambda: lines and lines[-1].turn), (game, still)
        lines[-1].move()
        page.wait_for_selector(RESULT, timeout=patience_ms())
        seen = page.evaluate("seen")
        assert seen["moving"] == [], (game, still)
        assert seen["room"], (game, still)
        # After one move there is no row of four yet, and no power during the mulligan.
        assert seen["lit"] or game in ("connect-four", "monogwent"), (game, still)
        assert seen["result"] >= (600 if still else 1300), (game, still)


def test_who_gives_up_or_comes_later_does_not_wait(newcomer: Sit) -> None:
    page = newcomer()
    page.goto(f"/table/{create_table(page, 'connect-four', ['me', 'random'], listed=False)}")
    page.wait_for_selector(".column.open")
    stop_clock(page)
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    # No time passes on this page, and none is needed.
    page.wait_for_selector(RESULT, timeout=patience_ms())
