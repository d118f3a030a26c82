"""The clocks at a table: everybody reads the house's own time, whenever they arrived."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sit, ask_house, complaints, guest
from tests.browser.house import HANDS
from tests.browser.walk import GAMES

#: A browser whose steady clock stands still until the test moves it.
STILL = "window.later = 0; performance.now = () => 1000 + window.later"

MoveHands = Callable[[float], None]


@pytest.fixture
def hands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MoveHands]:
    """Sets the house's clock, in seconds since the start of the test; it stands still in between."""
    file = tmp_path_factory.getbasetemp() / HANDS
    noon = time.monotonic()

    def show(seconds: float) -> None:
        new = file.with_suffix(".new")
        new.write_text(str(noon + seconds), encoding="utf-8")
        new.replace(file)

    show(0)
    yield show
    file.unlink()


def two_guests(house: str, game: str, clock: dict[str, int]) -> tuple[str, dict[str, object], dict[str, object]]:
    """A table with two people and as many others as the game needs, and the browser states of the two."""
    token, ann = guest(house, "Ann")
    seats = ["me", "free", *(["random"] * 2 if game in ("battle-farm", "deadwood") else [])]
    table = ask_house(house, "tables", {"game": game, "seats": seats, "listed": True, "clock": clock}, token)["id"]
    other, ben = guest(house, "Ben")
    ask_house(house, f"tables/{table}/join", {}, other)
    return str(table), ann, ben


def test_all_who_look_read_the_same_time(newcomer: Sit, house: str, hands: MoveHands) -> None:
    table, ann, ben = two_guests(house, "connect-four", {"move_ms": 10_000, "bank_ms": 300_000, "strikes": 3})

    def look(known: dict[str, object]) -> Page:
        page = newcomer(**known)
        page.add_init_script(STILL)
        page.goto(f"/table/{table}")
        expect(page.get_by_role("timer")).to_have_count(2)
        return page

    def reads(page: Page, first: str, second: str) -> None:
        expect(page.locator(".plate.p0").get_by_role("timer")).to_have_text(first)
        expect(page.locator(".plate.p1").get_by_role("timer")).to_have_text(second)

    mover, waiting, spectator = look(ann), look(ben), look({})
    for page in (mover, waiting, spectator):
        reads(page, "5:10", "5:00")  # ten seconds for the move, and the bank
    hands(16)
    late = look({})
    reads(late, "4:54", "5:00")
    for page in (mover, waiting, spectator):
        page.evaluate("later = 16_000")
        reads(page, "4:54", "5:00")
    mover.locator(".column.open").first.click()
    for page in (mover, waiting, spectator, late):
        reads(page, "4:54", "5:10")  # six seconds of the bank are spent, and the other one's time begins
    hands(19.5)
    waiting.reload()
    for page in (mover, spectator, late):
        page.evaluate("later += 3500")
    for page in (mover, waiting, spectator, late):
        reads(page, "4:54", "5:07")
    hands(40)
    spectator.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as after a sleep
    reads(spectator, "4:54", "4:46")


#: Clocks that cover other words on their plate, or are outside the window.
COVERED = """() => {
    const found = [];
    for (const clock of document.querySelectorAll('main [role=timer]')) {
        const box = clock.getBoundingClientRect();
        if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight) found.push('outside');
        const plate = clock.closest('[data-thing^=plate], [data-thing^=farm], .plate, header');
        const walker = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            if (!text.data.trim() || clock.contains(text) || text.parentElement.closest('.vh')) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const cut = text.parentElement.closest('small, b')?.getBoundingClientRect() ?? {left: 0, right: innerWidth};
            for (const other of range.getClientRects()) {
                const [left, right] = [Math.max(other.left, cut.left), Math.min(other.right, cut.right)];
                const across = Math.min(box.right, right) - Math.max(box.left, left);
                const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
                if (across > 2 && down > 4) found.push(`over "${text.data.trim()}"`);
            }
        }
    }
    return found;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_every_board_shows_every_clock_at_every_size(newcomer: Sit, house: str, game: str) -> None:
    table, ann, _ = two_guests(house, game, {"bank_ms": 600_000, "strikes": 3})
    page = newcomer(f"/table/{table}", **ann)
    timers = page.locator("main [role=timer]:visible")
    seats = 4 if game in ("battle-farm", "deadwood") else 2
    for size in (DESKTOP, {"width": 1024, "height": 768}, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(timers).to_have_count(seats)
        assert complaints(page, lambda: list(page.evaluate(COVERED))) == []
    expect(page.get_by_text("away", exact=True).locator("visible=true").first).to_be_visible()  # Ben never came


KINDS: dict[str, tuple[dict[str, str], str]] = {
    "Per move": ({}, "1 min a move"),
    "Per game": ({"Minutes each": "15"}, "15 min each"),
    "Delay": ({"Seconds back": "4"}, "10 min each, up to 4 s back after each move"),
    "Move and bank": ({}, "30 s a move, then 5 min each in a bank"),
    "Days": ({"Days a move": "3"}, "3 days a move"),
    "Increment": ({"Minutes each": "7", "Seconds more": "3"}, "7 min each, 3 s more after each move"),
}


def test_every_kind_of_clock_can_be_chosen_and_is_described_at_the_table(newcomer: Sit) -> None:
    page = newcomer("/")
    page.get_by_role("button", name="New table of Kata TCG").click()
    dialog = page.get_by_role("dialog", name="New table")
    dialog.get_by_role("radio", name="Connect Four").check(force=True)
    shown = "no clock"
    for kind, (numbers, shown) in KINDS.items():
        dialog.get_by_role("radiogroup", name="Clock").get_by_role("radio", name=kind, exact=True).check(force=True)
        for label, number in numbers.items():
            dialog.get_by_label(label).fill(number)
        expect(dialog.get_by_text(f"; {shown}.")).to_be_visible()
    dialog.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("timer").first).to_be_visible()
    page.get_by_role("tab", name="Seats").click()
    expect(page.get_by_text(shown, exact=True)).to_be_visible()


def test_the_games_own_clock_is_offered_first(newcomer: Sit) -> None:
    page = newcomer("/")
    page.get_by_role("button", name="New table of Gardening War").click()
    dialog = page.get_by_role("dialog", name="New table")
    dialog.get_by_role("radio", name="Per move", exact=True).check(force=True)
    expect(dialog.get_by_label("Seconds a move").last).to_have_value("6")
