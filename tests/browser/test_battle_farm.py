"""Battle Farm in the browser: a whole game, a trade, every kind of choice, by mouse, keyboard and thumb."""

import json
import re
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.breadth import breadth
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    Sit,
    ask_house,
    complaints,
    eventually,
    guest,
    no_sideways_scroll,
    serious_violations,
    shown_for_a_moment,
    steady,
)

from parlour.core.preview import preview
from parlour.core.seed import Seed
from parlour.games.battle_farm import asks
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.options import FarmOptions

RESULT = "section[aria-labelledby=result]"
LOW = {"width": 1024, "height": 768}
LOW_WINDOWS = breadth([LOW], [LOW, {"width": 1280, "height": 720}])


def click(page: Page, selector: str) -> bool:
    """Click the first of these that is there, if any."""
    return bool(page.evaluate("(s) => { const it = document.querySelector(s); it?.click(); return !!it }", selector))


def act(page: Page, *, trade: bool = False) -> None:
    """The first glowing thing: use what was lifted first, end phases last."""
    for selector in (
        ".scene:not(.outcome) button.can",
        ".ask .go:not(.quiet)",
        "button.class-card.can",
        "[data-thing^='hand:'].can"
        if trade or page.locator(".ask h2", has_text="Any cards to sell?").count() == 0
        else "x",
        ".stall:has(.can)",
        ".bed.can",
        ".ask .go",
    ):
        if click(page, selector):
            return


#: Passes on whatever is asked, but not on this question; the look and the click are one, so that no question slips in.
DECLINE = """asked => {
    if (document.querySelector('.ask h2')?.textContent.includes(asked)) return true;
    const ways = ['.ask .go.quiet', '.bed.can', '.ask .go'];
    ways.map(way => document.querySelector(way)).find(Boolean)?.click();
    return false;
}"""


def decline(page: Page, question: str) -> bool:
    """Whether this is being asked; anything else is passed on."""
    return bool(page.evaluate(DECLINE, question))


GLOWS = f".scene:not(.outcome) button.can, .ask .go, .board .can, {RESULT}"


def test_a_whole_game_of_two_by_clicks(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Marigold")
    short = {"win_limit": 16, "max_rounds": breadth(3, 6)}
    wishes = {"game": "battle-farm", "seats": ["me", "greedy"], "options": short}
    table = ask_house(house, "tables", wishes, token)["id"]
    page = newcomer(f"/table/{table}", **known)
    for _ in range(1000):
        page.wait_for_selector(GLOWS)
        if page.locator(RESULT).count():
            break
        act(page)
    expect(page.locator(RESULT)).to_contain_text("win")


def test_a_trade_among_four_is_bid_on_and_accepted(newcomer: Sit, house: str) -> None:
    seller_token, known = guest(house, "Odette")
    wishes = {"game": "battle-farm", "seats": ["me", "free", "random", "random"], "listed": True}
    table = ask_house(house, "tables", wishes, seller_token)["id"]
    buyer_token, known_buyer = guest(house, "Tomas")
    ask_house(house, f"tables/{table}/join", {"seat": 1}, buyer_token)
    seller, buyer = newcomer(f"/table/{table}", **known), newcomer(f"/table/{table}", **known_buyer)
    to_sell = seller.locator(".ask h2", has_text="Any cards to sell?")

    def asked_to_sell() -> bool:
        decline(buyer, "nothing: whoever goes first, the buyer passes on everything")
        return decline(seller, "Any cards to sell?")

    assert eventually(seller, asked_to_sell)
    expect(to_sell).to_be_visible()
    seller.locator("[data-thing^='hand:'].can").first.click()
    expect(seller.locator("[data-thing^='hand:'].chosen")).to_contain_text(re.compile("on offer|1 of"))
    seller.get_by_role("button", name="Offer 1 card").click()
    seller.locator(".scene .tray").wait_for()
    buyer.get_by_role("button", name="Make a bid").click()
    buyer.get_by_role("button", name="One coin more").click()
    buyer.get_by_role("button", name="Seal a bid of 1").click()
    with shown_for_a_moment(seller, ".scene.outcome h2", "You sell the bundle to Tomas for 1 coin."):
        seller.locator("li", has_text="Tomas").get_by_role("button", name="Accept 1").click()
    expect(seller.locator(".scene.outcome")).to_have_count(0)
    expect(seller.get_by_role("list", name="Log")).to_contain_text(re.compile("You sell the bundle to Tomas"))


def test_whoever_comes_back_finds_the_board_as_it_was(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Marigold")
    wishes = {"game": "battle-farm", "seats": ["me", "random", "random"]}
    table = ask_house(house, "tables", wishes, token)["id"]
    page = newcomer(f"/table/{table}", **known)
    assert eventually(page, lambda: decline(page, "Play your cards"))
    market = page.get_by_role("region", name="Dice of this turn").get_by_role("img").first
    expect(market).to_have_attribute("aria-label", re.compile("a [1-4] on a d4"))
    before = steady(page, page.locator(".board").first.aria_snapshot)
    page.reload()
    expect(page.locator(".board").first).to_match_aria_snapshot(before)


# --- every kind of choice, in positions from real games ---


def position(state: Any, moves: list[int]) -> dict[str, Any]:
    """What seat 0 is told on its turn."""
    names = ["Marigold", "Odette", "Tomas"]
    view = GAME.view(state, 0)
    return {
        "view": view,
        "moves": [GAME.moves.to_json(move) for move in moves],
        "words": [GAME.say_move(view, move, names, FarmOptions()) for move in moves] if state.mover == 0 else [],
        "text": GAME.say_view(view, names, FarmOptions()),
    }


@cache
def positions() -> dict[str, dict[str, Any]]:
    """For each question of the rules, a position where seat 0 of three has a choice."""
    found: dict[str, dict[str, Any]] = {}
    before: dict[str, Any] = {}
    for seed in range(5000):
        dice = Seed.parse(str(seed)).dice("positions")
        state = GAME.new(GAME.Options(), 3, dice)
        while state.mover >= 0:
            moves = [int(move) for move in state.moves()]
            question = asks.WORDS[state.asking]
            if state.mover == 0 and question not in found:
                found[question] = position(state, moves)
                if question == "plant":
                    found["before planting"] = before
            if "before planting" not in found:
                before = position(state, moves)
            state.play(moves[dice.below(len(moves))], dice)
        if found.keys() >= set(asks.WORDS[1:]):
            return found
    raise AssertionError(f"no game asked {set(asks.WORDS[1:]) - set(found)}")


class Stage:
    """A house that asks one question after another, whatever the answers."""

    def __init__(self, newcomer: Sit, house: str, size: dict[str, int]) -> None:
        token, known = guest(house, "Marigold")
        wishes = {"game": "battle-farm", "seats": ["me", "random", "random"]}
        self.table = ask_house(house, "tables", wishes, token)["id"]
        self.ply = 1
        self.question = "play"
        self.answer: Any = None
        self.line: WebSocketRoute | None = None
        self.page = newcomer("/rules/battle-farm", size, **known)
        self.page.route_web_socket(re.compile("/ws/tables/"), self.serve)
        self.page.goto(f"/table/{self.table}")
        self.page.locator(".board .ask").wait_for()

    def serve(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda text: self.hear(json.loads(str(text))))

    def hear(self, message: dict[str, Any]) -> None:
        assert self.line
        position = positions()[self.question]
        match message["type"]:
            case "sit":
                hello = {"type": "hello", "game": "battle-farm", "version": 1, "seat": 0, "seats": 3, "names": []}
                self.line.send(json.dumps({**hello, "options": {}, "clock": None, "promise": None, "protocol": 1}))
                self.turn()
            case "move":
                self.answer = message["move"]
            case "preview" if message["move"] in position["moves"]:
                move = GAME.moves.from_json(message["move"])
                seen = preview(GAME, position["view"], 0, move, Seed.parse("1").dice("preview"))
                self.line.send(
                    msgspec.json.encode({**message, "changes": seen.changes, "certain": seen.certain}).decode()
                )
            case "why":
                self.line.send(json.dumps({**message, "legal": False, "code": "no", "why": "Not now."}))

    def turn(self) -> None:
        assert self.line
        position = positions()[self.question]
        turn = {"type": "turn", "ply": self.ply, "clock": None, **position}
        self.line.send(msgspec.json.encode(turn).decode())

    def ask(self, question: str, *, wait: bool = True) -> None:
        self.ply += 1
        self.question, self.answer = question, None
        self.turn()
        self.page.evaluate("1")  # the page hears the question before it answers us
        if wait:
            self.page.wait_for_selector(".scene button.can, .ask .go, .board .can")

    def wait_for_answer(self) -> Any:
        answered = eventually(self.page, lambda: self.answer is not None)
        assert answered, f"no answer to {self.question}: {self.page.locator('.ask').inner_text()}"
        return self.answer


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_kind_of_choice_can_be_made(newcomer: Sit, house: str, size: dict[str, int]) -> None:
    stage = Stage(newcomer, house, size)
    for question in asks.WORDS[1:]:
        stage.ask(question)
        for _ in range(4):
            act(stage.page, trade=True)
            stage.page.evaluate("1")  # whatever this click has sent is heard before the page answers us
            if stage.answer is not None:
                break
        assert stage.wait_for_answer() in positions()[question]["moves"], question
        assert no_sideways_scroll(stage.page), question


def test_a_card_is_looked_at_put_back_and_played_by_keyboard(newcomer: Sit, house: str) -> None:
    stage = Stage(newcomer, house, DESKTOP)
    stage.ask("market")
    page = stage.page
    page.locator(".stall:has(.can)").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stall.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".stall.chosen")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert stage.wait_for_answer()["kind"] == "buy"
    stage.ask("play")
    page.locator("[data-thing^='hand:']").first.focus()
    for _ in range(12):
        if "can" in (page.evaluate("document.activeElement.className")):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert stage.wait_for_answer()["kind"] in ("play", "use_class")
    stage.ask("fertilize")
    page.keyboard.press("e")
    assert stage.wait_for_answer() == {"kind": "stop"}


def test_a_bed_tells_what_a_crop_would_be_worth_there(newcomer: Sit, house: str) -> None:
    stage = Stage(newcomer, house, DESKTOP)
    stage.ask("plant")
    expect(stage.page.locator(".bed.can .change").first).to_be_visible()


def test_a_crop_card_and_a_bed_are_one_thought(newcomer: Sit, house: str) -> None:
    """Lift a crop, click a bed: the house is told the card, and the bed as soon as it asks for it."""
    stage = Stage(newcomer, house, DESKTOP)
    stage.ask("before planting")
    named = positions()["plant"]["view"].named
    stage.page.locator(f"[data-thing='hand:{named.card}:{named.value}']").click()
    stage.page.locator(".bed.can").last.click()
    assert stage.wait_for_answer() == {"kind": "play", "card": named.card, "value": named.value}
    stage.ask("plant", wait=False)
    assert stage.wait_for_answer() == positions()["plant"]["moves"][-1]


def test_what_cannot_be_chosen_says_why(newcomer: Sit, house: str) -> None:
    stage = Stage(newcomer, house, DESKTOP)
    stage.ask("fertilize")
    stage.page.locator(".stall").first.click()
    expect(stage.page.get_by_role("button", name="Not now.")).to_be_visible()


#: Answers that reach below the frame.
BELOW = """() => {
    const frame = document.querySelector('.frame').getBoundingClientRect();
    return [...document.querySelectorAll('.ask button')]
        .filter(button => button.checkVisibility() && button.getBoundingClientRect().bottom > frame.bottom)
        .map(button => button.textContent.trim());
}"""


@pytest.mark.parametrize("size", LOW_WINDOWS, ids=lambda size: str(size["width"]))
def test_in_a_low_window_every_answer_stays_inside_the_frame(newcomer: Sit, house: str, size: dict[str, int]) -> None:
    stage = Stage(newcomer, house, size)
    for question in ("market", "play", "fertilize"):
        stage.ask(question)
        for lifted in ("[data-thing^='hand:'].can", "button.class-card.can"):
            click(stage.page, lifted)
            assert complaints(stage.page, lambda: list(stage.page.evaluate(BELOW))) == [], question


def test_the_board_is_accessible(newcomer: Sit, house: str) -> None:
    stage = Stage(newcomer, house, DESKTOP)
    for question in ("market", "answer"):
        stage.ask(question)
        assert serious_violations(stage.page) == [], question


def test_an_offer_of_another_waits_in_a_strip_and_leaves_the_table_free(newcomer: Sit, house: str) -> None:
    stage = Stage(newcomer, house, DESKTOP)
    stage.ask("bid")
    page = stage.page
    strip = page.get_by_role("region", name="Trade")
    expect(strip).to_contain_text("offer")
    expect(page.locator(".scene")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.locator(".scene .bidding")).to_be_visible()
    page.get_by_role("button", name="Look at the table first").click()
    expect(page.locator(".scene")).to_have_count(0)
    page.keyboard.press("n")
    assert stage.wait_for_answer() == {"kind": "bid", "coins": 0}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_all_offers_of_a_round_can_be_passed_on(newcomer: Sit, house: str, size: dict[str, int]) -> None:
    stage = Stage(newcomer, house, size)
    stage.ask("bid")
    page = stage.page
    page.get_by_role("button", name="No offers this round").click()
    assert stage.wait_for_answer() == {"kind": "bid", "coins": 0}
    again = page.get_by_role("button", name="No offers", exact=False).first
    expect(again).to_be_visible()
    assert no_sideways_scroll(page)
    stage.ask("bid", wait=False)  # the same round: nobody is asked
    assert stage.wait_for_answer() == {"kind": "bid", "coins": 0}
    expect(page.get_by_role("region", name="Trade")).to_have_count(0)
    stage.answer = None
    page.reload()  # whoever comes back in this round is not asked either
    assert stage.wait_for_answer() == {"kind": "bid", "coins": 0}
    again.click()
    stage.ask("bid")
    expect(page.get_by_role("button", name="Make a bid")).to_be_visible()
    assert stage.answer is None


def test_farmers_are_chosen_in_the_new_table_dialog(newcomer: Sit, house: str) -> None:
    page = newcomer("/", PHONE)
    page.get_by_role("button", name="New table of Battle Farm").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Single rules").click()
    expect(dialog.get_by_role("radio", name="185, usual for 4")).to_be_attached()
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label(re.compile("^Coins")).fill("40")
    dialog.get_by_label(re.compile("^Round cap")).fill("12")
    fresh = dialog.get_by_role("switch", name=re.compile("^Fresh market"))
    expect(fresh).to_be_checked()
    expect(dialog).to_contain_text("If nobody takes a card from the market for a whole round")
    fresh.uncheck(force=True)
    dialog.get_by_role("radio", name="Chosen").check()
    classes = dialog.get_by_role("radiogroup", name=re.compile("^Class of seat"))
    expect(classes.get_by_role("radio")).to_have_count(7)
    classes.get_by_role("radio", name=re.compile("^Market Trader")).check(force=True)
    dialog.get_by_role("radio", name=re.compile("^Seat 2,")).check(force=True)
    classes.get_by_role("radio", name=re.compile("^Land Baron")).check(force=True)
    # Seat 1's class is taken over, and seat 1 gets seat 2's.
    classes.get_by_role("radio", name=re.compile("^Market Trader")).check(force=True)
    expect(dialog.get_by_role("radio", name=re.compile("^Seat 1, you: Land Baron"))).to_be_attached()
    dialog.get_by_label(re.compile("^Players")).select_option("3")
    expect(dialog.get_by_role("radio", name=re.compile("^Seat [123],"))).to_have_count(3)
    assert no_sideways_scroll(page)
    assert serious_violations(page) == []
    with page.expect_response(re.compile("/api/tables$")) as laid:
        dialog.get_by_role("button", name="Start the game").click()
    options = laid.value.json()["options"]
    chosen = ["land_baron", "market_trader", "random"]
    assert options == {"classes": chosen, "win_limit": 40, "max_rounds": 12, "fresh_market": False, "even": False}
    page.locator(".you .who", has_text="Land Baron").wait_for()
