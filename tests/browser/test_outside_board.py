"""Games from other packages with their own boards, as `parlour game new` writes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import (
    PHONE,
    Sit,
    ask_house,
    eventually,
    guest,
    no_sideways_scroll,
    open_house,
    serious_violations,
)
from tests.patience import patience_ms
from tests.server.nim import block, path_with, write_package

RESULT = "section[aria-labelledby=result]"
STONE = ".nim-stone.can"
TROUBLE = "The board of Nim couldn’t be shown. You can keep playing at this plain table."


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two new games; the first has a route and a page of its own, as the guides show."""
    folder = tmp_path_factory.mktemp("packages")
    nim, raven = (write_package(folder, name) for name in ("nim", "raven-bridge"))
    [entries] = nim.glob("*.dist-info/entry_points.txt")
    entries.write_text(f"{entries.read_text()}[parlour.routes]\nnim = nim.routes\n")
    (nim / "nim" / "routes.py").write_text(block("write-a-game.md", "# nim/routes.py"))
    (nim / "nim" / "web" / "page.js").write_text(block("write-a-board.md", "// web/page.js"))
    settings = nim / "nim" / "web" / "board.json"
    settings.write_text(settings.read_text().replace("{", '{ "page": "Advice",', 1))
    return [nim, raven]


@pytest.fixture
def web(packages: list[Path]) -> Path:
    return packages[0] / "nim" / "web"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, packages: list[Path]) -> Iterator[str]:
    """A house with the packages installed."""
    with open_house(tmp_path_factory.mktemp("house"), PYTHONPATH=path_with(*packages)) as address:
        yield address


@pytest.fixture
def at_nim(newcomer: Sit, house: str) -> Sit:
    """Sits a guest down at a table of Nim."""

    def sit(*seats: str, **more: object) -> Page:
        token, known = guest(house, "Ann")
        wish = {"game": "nim", "seats": list(seats or ("me", "random")), "options": {"largest": 5}}
        return newcomer(f"/table/{ask_house(house, 'tables', wish, token)['id']}", **known, **more)

    return sit


def take_until_the_end(page: Page, stone: str = STONE) -> None:
    while True:
        page.wait_for_selector(f"{stone}, {RESULT}")
        if page.locator(RESULT).count():
            return
        page.evaluate("stone => document.querySelector(stone)?.click()", stone)


def test_a_whole_game_on_the_drawn_board(at_nim: Sit) -> None:
    page = at_nim()
    expect(page.locator(".nim-words")).to_contain_text("Touch a stone")
    expect(page.locator(".plate")).to_have_count(2)
    assert not serious_violations(page)
    take_until_the_end(page)
    expect(page.locator(RESULT)).to_be_visible()


def test_a_new_game_of_any_name_is_played_from_the_lobby_on_its_own_board(newcomer: Sit) -> None:
    page = newcomer()
    page.locator("[data-guided=raven-bridge]").click()
    expect(page.locator(".guide.bubble")).to_contain_text("Touch a stone in any heap")
    expect(page.locator(".raven-bridge-heap")).to_have_count(3)
    take_until_the_end(page, ".raven-bridge-stone.can")
    expect(page.locator(RESULT)).to_be_visible()
    expect(page.locator(".plain")).to_have_count(0)


def test_its_picture_hangs_in_the_lobby_and_a_guided_game_is_offered(newcomer: Sit) -> None:
    page = newcomer()
    expect(page.locator(".tile img[src='/games/nim/picture.svg']")).to_be_visible()
    assert page.locator(".tile img[src*=nim]").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.locator("[data-guided=nim]").click()
    bubble = page.locator(".guide.bubble")
    expect(bubble).to_contain_text("Touch a stone in any heap")
    page.evaluate("document.querySelectorAll('.nim-stone.can').item(0).parentElement.lastElementChild.click()")
    expect(bubble).to_contain_text("Whoever takes the last stone wins")
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_contain_text("Ask for a hint")
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_contain_text("click anything that isn’t glowing")


SMALLEST = "stones => Math.min(...stones.flatMap(stone => [stone.offsetWidth, stone.offsetHeight]))"


def test_its_board_on_a_phone(at_nim: Sit) -> None:
    page = at_nim(size=PHONE)
    stones = page.locator(STONE)
    expect(stones.first).to_be_visible()
    assert stones.evaluate_all(SMALLEST) >= 44
    assert no_sideways_scroll(page)


def test_nobody_sees_its_board_without_its_style(at_nim: Sit) -> None:
    page = at_nim(size=PHONE)
    stones = page.locator(STONE)
    expect(stones.first).to_be_visible()
    held: list[Route] = []
    page.route("**/board.css", lambda route: held.append(route))
    page.reload()
    expect(stones.first).to_be_attached()
    assert eventually(page, lambda: held)
    expect(stones.first).to_be_hidden()
    held[0].continue_()
    expect(stones.first).to_be_visible()
    assert stones.evaluate_all(SMALLEST) >= 44


def test_the_board_stays_while_guests_come_and_go(at_nim: Sit, newcomer: Sit) -> None:
    page = at_nim()
    expect(page.locator(STONE).first).to_be_visible()
    page.locator(".nim").evaluate("board => board.dataset.same = 'yes'")
    newcomer(page.url)
    page.get_by_role("tab", name="Seats").click()
    expect(page.get_by_text("1 guest", exact=True)).to_be_visible()
    expect(page.locator(".nim[data-same=yes]")).to_be_visible()


def test_a_replay_is_drawn_by_the_same_board(at_nim: Sit) -> None:
    page = at_nim()
    take_until_the_end(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    stones = page.locator(".nim-stone")
    expect(stones.first).to_be_visible()
    before = stones.count()
    page.keyboard.press("End")
    expect(stones).to_have_count(0)
    page.keyboard.press("Home")
    expect(stones).to_have_count(before)


def test_a_review_shows_what_would_have_been_on_the_same_board(at_nim: Sit) -> None:
    page = at_nim()
    take_until_the_end(page)
    page.goto(page.url.replace("/table/", "/replay/") + "?review")
    decision = page.get_by_role("region", name="This decision")
    other = decision.get_by_role("button", name="Show it on the board").last
    expect(other).to_be_visible(timeout=patience_ms(60))
    expect(page.locator("progress")).to_have_count(0, timeout=patience_ms(60))  # until then the moves change places
    stones = page.locator(".nim-stone")
    before = stones.count()
    other.click()
    expect(page.get_by_text("What would have been:")).to_be_visible()
    expect(stones).not_to_have_count(before)


def test_a_touch_out_of_turn_is_answered_with_a_sentence(at_nim: Sit, house: str, newcomer: Sit) -> None:
    page = at_nim("me", "free")
    other, ben = guest(house, "Ben")
    ask_house(house, f"tables/{page.url.rpartition('/')[2]}/join", {}, other)
    rival = newcomer(page.url, **ben)
    expect(page.locator(STONE).first).to_be_visible()
    rival.locator(".nim-stone").first.click()
    expect(rival.locator(".note")).to_contain_text("It’s Ann’s turn.")


def test_its_own_page_is_linked_from_the_lobby_and_asks_its_own_routes(newcomer: Sit) -> None:
    page = newcomer()
    page.get_by_role("link", name="Advice of Nim").click()
    expect(page.get_by_role("heading", name="Who wins?")).to_be_visible()
    expect(page).to_have_title("Advice · Nim · Parlour")
    answer = page.locator("main").get_by_role("status")
    expect(answer).to_have_text("Whoever moves wins.")
    page.get_by_label("Stones in each heap").fill("1 2 3")
    expect(answer).to_have_text("Whoever moves loses.")
    assert not serious_violations(page)
    page.goto("/nim/5 5")
    expect(answer).to_have_text("Whoever moves loses.")


def test_a_broken_page_says_so(newcomer: Sit, web: Path) -> None:
    drawn = (web / "page.js").read_text(encoding="utf-8")
    try:
        (web / "page.js").write_text("export function mount() { throw new Error('no ink'); }", encoding="utf-8")
        page = newcomer("/nim")
        expect(page.get_by_role("heading", name="This page of Nim couldn’t be shown")).to_be_visible()
        expect(page.locator("main")).to_contain_text("no ink")
    finally:
        (web / "page.js").write_text(drawn, encoding="utf-8")


MOUNTED = "{ update() {}, destroy() {} }"


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("export const mount = 3;", "exports no function “mount”"),
        ("this is no JavaScript", "Unexpected"),
        ("export function mount() {}", "“mount” returned no function “update”"),
        ("export const mount = () => ({ update() { throw new Error('half a board'); } });", "half a board"),
        ("export const mount = () => ({ update() { throw new Error('stuck'); }, destroy() { null.x; } });", "stuck"),
        ("export function mount() { throw new Error('no stones'); }", "no stones"),
        ("export const mount = () => ({ update() { throw new Error('too heavy'); }, destroy() {} });", "too heavy"),
        (f"export const mount = (element, table, failed) => (failed(new Error('later')), {MOUNTED});", "later"),
    ],
)
def test_a_broken_board_gives_way_to_the_plain_table(at_nim: Sit, web: Path, module: str, reason: str) -> None:
    board = web / "board.js"
    drawn = board.read_text(encoding="utf-8")
    try:
        board.write_text(module, encoding="utf-8")
        page = at_nim()
        expect(page.get_by_role("status").filter(has_text=TROUBLE)).to_contain_text(reason)
        page.locator(".plain .move").first.click()
        expect(page.get_by_role("list", name="Log")).to_contain_text("took")
    finally:
        board.write_text(drawn, encoding="utf-8")
    page.get_by_role("button", name="Reload").click()
    expect(page.locator(".nim-words")).to_be_visible()


def test_a_board_of_the_house_that_cannot_be_loaded_gives_way_too(newcomer: Sit, house: str) -> None:
    token, known = guest(house, "Ann")
    table = ask_house(house, "tables", {"game": "connect-four", "seats": ["me", "random"]}, token)["id"]
    page = newcomer(**known)
    expect(page.locator(".tile").first).to_be_visible()
    broken = {"status": 200, "content_type": "text/javascript", "body": "throw new Error('not today')"}
    page.route("**/assets/Board-*.js", lambda route: route.fulfill(**broken))  # type: ignore[arg-type]
    page.goto(f"/table/{table}")
    expect(page.get_by_role("status").filter(has_text="The board of Connect Four couldn’t be shown")).to_be_visible()
    page.locator(".plain .move").first.click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("column")
