"""The house as an app on a device: its shell without a network, and a notification when it is your turn."""

from playwright.sync_api import Browser, expect
from tests.browser.conftest import PHONE, ask_house, window
from tests.browser.walk import create_table, token

READY = "navigator.serviceWorker.ready.then(async () => (await caches.keys()).length)"
#: Looks elsewhere: from now on the page believes that it is hidden.
HIDE = """() => {
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
#: Chromium without a window shows no notifications: what would be shown is kept.
KEEP = """() => {
    window.told = [];
    Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
    Notification.requestPermission = async () => 'granted';
    ServiceWorkerRegistration.prototype.showNotification = async (title, {tag}) => void told.push([title, tag]);
}"""


def test_the_house_opens_without_a_network_and_tells_whose_turn_it_is(browser: Browser, house: str) -> None:
    context = window(browser, house, PHONE, service_workers="allow", has_touch=True)
    page = context.new_page()
    page.goto("/settings")
    assert page.evaluate(READY) == 1
    page.add_init_script(f"({KEEP})()")
    page.reload()
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in manifest.json()["icons"]} == {"192x192", "512x512"}
    assert "no-cache" in page.request.get("/shell.js").headers["cache-control"]
    page.get_by_label("Notifications").click()
    expect(page.get_by_label("Notifications")).to_be_checked()

    rival = ask_house(house, "guests", {"name": "Marigold"})["token"]
    table = create_table(page, "connect-four", ["free", "me"])
    ask_house(house, f"tables/{table}/join", {"seat": 0}, rival)
    page.goto(f"/table/{table}")
    expect(page.locator("nav [data-tab]")).to_have_count(3)
    expect(page.locator(".column").first).to_be_visible()  # it is at the table
    page.evaluate(
        """async ([table, token]) => {
            const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/tables/${table}`);
            const heard = new Promise(done => {
                socket.onmessage = ({data}) => JSON.parse(data).type === 'turn' && done(JSON.parse(data));
            });
            socket.onopen = () => socket.send(JSON.stringify({type: 'sit', token, seat: 0}));
            window.move = heard.then(turn => () =>
                socket.send(JSON.stringify({type: 'move', ply: turn.ply, move: turn.moves[3]})));
            await window.move;
        }""",
        [table, rival],
    )
    page.evaluate(HIDE)
    page.evaluate("() => window.move.then(move => move())")
    page.wait_for_function("() => told.length")
    assert page.evaluate("told") == [["Your turn: Connect Four", f"/table/{table}"]]
    assert token(page)

    page.goto("/settings")
    context.set_offline(True)
    page.goto("/puzzles", wait_until="commit")
    expect(page.get_by_text("The house isn’t answering")).to_be_visible()
    kept = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(r => r.url))"
    )
    assert kept and not [url for url in kept if "/api/" in url or "/table/" in url]
    context.set_offline(False)
    page.get_by_role("button", name="Knock again").click()
    expect(page.get_by_text("The house isn’t answering")).to_have_count(0)
    expect(page.locator("main li").first).to_be_visible()
    context.close()
