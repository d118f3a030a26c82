"""Every room of the house, for tests that walk through all of them."""

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, Route

GAMES = ("kata-tcg", "battle-farm", "gardening-war", "deadwood", "monogwent", "connect-four")
RESULT = "section[aria-labelledby=result]"

#: Plays some moves for this page's guest, always the one in the middle of the list.
PLAY = """async ([table, plies, concede]) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/tables/${table}`);
    const send = message => socket.send(JSON.stringify(message));
    let played = 0;
    await new Promise(done => {
        socket.onopen = () => send({type: 'sit', token: localStorage.getItem('parlour.guest'), seat: 0});
        socket.onmessage = async ({data}) => {
            const said = JSON.parse(typeof data === 'string' ? data : await data.text());
            if (said.type === 'over') return done();
            if (said.type !== 'turn') return;
            if (played++ < plies) send({type: 'move', ply: said.ply, index: Math.floor(said.moves.length / 2)});
            else if (concede) send({type: 'concede'});
            else done();
        };
    });
    socket.close();
}"""


def token(page: Page) -> str:
    page.wait_for_function("() => localStorage.getItem('parlour.guest')")
    return str(page.evaluate("localStorage.getItem('parlour.guest')"))


def create_table(page: Page, game: str, seats: list[str], **wish: Any) -> str:
    """A table created over HTTP for this page's guest."""
    answer = page.request.post(
        "/api/tables", data={"game": game, "seats": seats, **wish}, headers={"Authorization": f"Bearer {token(page)}"}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def running(page: Page, game: str, plies: int, concede: bool = False) -> str:
    """A game in which this guest has made this many moves and, if asked to, conceded: with two seats, that ends it."""
    others = 2 if game in ("battle-farm", "deadwood") and not concede else 1
    table = create_table(page, game, ["me"] + ["random"] * others, listed=False)
    page.evaluate(PLAY, [table, plies, concede])
    return table


Room = tuple[str, Callable[[Page], None]]


def at(path: str, there: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)
        page.wait_for_selector(there)

    return go


def new_table(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto("/")
        page.locator(f"[data-new={game}]").click()
        page.wait_for_selector("dialog #new-table")

    return go


#: A board that waits for this guest's move.
MY_TURN = ".board-place .drawn :is(.can, .open, .go, .deed, .end)"


def mid_game(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        plies = 3 if game == "connect-four" else 6  # four in the middle column would end it
        page.goto(f"/table/{running(page, game, plies)}")
        page.locator(MY_TURN).locator("visible=true").first.wait_for()

    return go


def result(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/table/{running(page, game, 3, concede=True)}")
        page.wait_for_selector(RESULT)

    return go


def replay(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/replay/{running(page, game, 3, concede=True)}")
        page.wait_for_selector("main input[type=range]")

    return go


def waiting(page: Page) -> None:
    page.goto(f"/table/{create_table(page, 'battle-farm', ['me', 'free', 'easy'], listed=True)}")
    page.wait_for_selector("#link")


def rated_table(page: Page) -> None:
    page.goto(f"/table/{create_table(page, 'connect-four', ['me', 'free'], rated=True, clock='5+3')}")
    page.wait_for_selector(".rated")


def rated_result(page: Page) -> None:
    table = create_table(page, "connect-four", ["me", "medium"], rated=True, clock="5+3")
    page.evaluate(PLAY, [table, 0, True])
    page.goto(f"/table/{table}")
    page.wait_for_selector(f"{RESULT} .ratings")


def own_page(page: Page) -> None:
    page.goto("/ratings/connect-four")
    page.locator(".you a").click()
    page.wait_for_selector("#ratings")


def closed(page: Page) -> None:
    table = create_table(page, "kata-tcg", ["me", "free"], listed=False)
    page.request.post(f"/api/tables/{table}/close", data={}, headers={"Authorization": f"Bearer {token(page)}"})
    page.goto(f"/table/{table}")
    page.wait_for_selector("text=This table is closed")


def house_down(page: Page) -> None:
    def refuse(route: Route) -> None:
        route.abort()

    page.route("**/api/**", refuse)
    page.goto("/")
    page.wait_for_selector("text=The house isn’t answering")
    page.unroute("**/api/**")


def help_open(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("h1")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")


def rooms_of(game: str) -> Iterator[Room]:
    yield f"new-{game}", new_table(game)
    yield f"table-{game}", mid_game(game)
    yield f"result-{game}", result(game)
    yield f"replay-{game}", replay(game)
    yield f"rules-{game}", at(f"/rules/{game}", "article h1")


def rooms_of_the_house() -> Iterator[Room]:
    yield "lobby-first", at("/", ".shelf")
    yield "waiting", waiting
    yield "closed", closed
    yield "lobby", at("/", ".mine .thumb")
    yield "decks", at("/decks", "main")
    yield "workshop", at("/workshop", ".cm-content")
    yield "settings", at("/settings", "h1")
    yield "you", at("/you", "#devices")
    yield "come-in", at("/come-in#K7QM-3X0T", "h1")
    yield "credits", at("/credits", "h1")
    yield "privacy", at("/privacy", "dl")
    yield "host-key", at("/host", "#key")
    yield "puzzles", at("/puzzles", "main li")
    yield "puzzle", at("/puzzles/connect-four", "aside .told")
    yield "rated-table", rated_table
    yield "rated-result", rated_result
    yield "ratings", at("/ratings/connect-four", "tbody .you")
    yield "player", own_page
    yield "no-player", at("/players/nowhere", "text=Nobody by that name")
    yield "bots", at("/bots", "h1")
    yield "help", help_open
    yield "lost", at("/no/such/page", "text=Only the cat is here")
    yield "no-table", at("/table/nowhere", "text=It may have been removed")
    yield "no-replay", at("/replay/nowhere", "text=It may have been removed")
    yield "no-rules", at("/rules/nowhere", "text=No rules here")
    yield "no-puzzle", at("/puzzles/nowhere", "text=No puzzle here")
    yield "down", house_down


#: Rooms where the house refuses on purpose, which browsers log in their console.
REFUSING = ("no-table", "no-replay", "no-rules", "no-puzzle", "no-player", "down")


def rooms() -> Iterator[Room]:
    for game in GAMES:
        yield from rooms_of(game)
    yield from rooms_of_the_house()
