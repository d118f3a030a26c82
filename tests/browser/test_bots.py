"""The page for bot authors: a token, a trial, the log with times and misses; and a person against a classic bot."""

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PHONE, Sit, eventually, no_sideways_scroll, open_house, serious_violations, window
from tests.browser.test_gardening_war import garden_tulips, my_turn, round_now
from tests.patience import patience
from tests.server.guest import free_port

MISTAKES = """
        if message["type"] == "turn" and message["ply"] in (1, 2):
            chair.send(json.dumps({"type": "move", "ply": message["ply"], "move": {"kind": "drop", "column": 9}}))
            chair.send("I am not JSON")
"""


def make_a_bot(page: Page, name: str) -> None:
    page.get_by_label("The bot’s name").fill(name)
    page.get_by_role("button", name="Get a token").click()
    expect(page.locator("code[data-token]")).to_have_text(re.compile(r"^[\w-]+\.[\w-]+$"))


def lay_a_table(page: Page, game: str, level: str) -> list[str]:
    """Create a trial table; returns the words of the command the page then shows."""
    page.get_by_label("Game", exact=True).select_option(label=game)
    page.get_by_label("Against", exact=True).select_option(label=level)
    page.get_by_role("button", name="Create the table").click()
    return page.get_by_label("Command 1", exact=True).inner_text().split()


def test_a_copied_bot_plays_easy_and_its_log_times_and_misses_are_seen(newcomer: Sit, tmp_path: Path) -> None:
    page = newcomer("/bots")
    make_a_bot(page, "Clank")
    program = page.get_by_label("The program bot.py", exact=True).text_content() or ""
    heart = '        if message["type"] == "turn":\n'
    assert heart in program
    (tmp_path / "bot.py").write_text(program.replace(heart, MISTAKES + heart))
    words = lay_a_table(page, "Connect Four", "Easy")
    assert words[:2] == ["python", "bot.py"]
    expect(page.locator(".matches .state")).to_have_text("Waiting")
    ran = subprocess.run(
        [sys.executable, *words[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=patience(60), check=False
    )
    assert ran.returncode == 0, ran.stderr
    expect(page.locator(".matches .state")).to_have_text(re.compile("Won|Lost|Shared"))
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator("figure svg")).to_have_attribute("aria-label", re.compile(r"\d+ moves: \d.* on average"))
    illegal = page.locator("[data-fault=illegal]")
    expect(illegal).to_contain_text("column must be from 0 to 6, not 9")
    expect(page.locator("[data-fault=unreadable]")).to_contain_text("I am not JSON")
    expect(page.locator("ol li.own b").first).to_contain_text(re.compile("column", re.I))
    expect(page.locator("ol li.own .used").first).to_have_text(re.compile(r"\d+(\.\d+)? m?s"))
    assert not serious_violations(page)


def test_a_match_is_seen_running_and_on_a_phone_nothing_scrolls_sideways(newcomer: Sit, tmp_path: Path) -> None:
    page = newcomer("/bots", PHONE)
    make_a_bot(page, "Pocket")
    (tmp_path / "bot.py").write_text(
        (page.get_by_label("The program bot.py", exact=True).text_content() or "").replace(
            "    return random.choice(moves)", "    input()\n    return random.choice(moves)"
        )
    )
    words = lay_a_table(page, "Gardening War", "Classic-enemy")
    with subprocess.Popen([sys.executable, *words[1:]], cwd=tmp_path, stdin=subprocess.PIPE, text=True) as bot:
        assert bot.stdin is not None
        expect(page.locator(".matches .state")).to_have_text("Running")
        page.get_by_role("button", name="Log", exact=True).click()
        bot.stdin.write("\n" * 20)  # then it thinks, so that the match is not over before we are
        bot.stdin.flush()
        expect(page.locator("ol li.own b").first).to_be_visible()
        assert no_sideways_scroll(page)
        for way in ("stdin and stdout", "Classic door", "WebSocket"):
            page.get_by_role("radio", name=way).press("Space")  # a click could miss: the log grows meanwhile
            expect(page.get_by_role("radio", name=way)).to_be_checked()
            assert no_sideways_scroll(page), way
        bot.kill()
    expect(page.locator("[data-fault=gone]").first).to_contain_text("connection to the bot was lost")


# --- a person against a bot of the original competition ---


@pytest.fixture(scope="module")
def classic_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """A house whose classic door brings a bot to a person: its address, and the bot's port."""
    ports = free_port(), free_port()
    settings = ["--classic", "guest", "--classic-rounds", "6", "--classic-ports", f"{ports[0]},{ports[1]}"]
    with open_house(tmp_path_factory.mktemp("classic"), *settings) as address:
        yield address, ports[0]


def classic_bot(port: int, name: str, heard: list[bytes]) -> Callable[[], None]:
    """A bot written from the protocol file: its name, then one action per state, until the house hangs up."""

    def take(line: socket.socket, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = line.recv(size - len(data))
            if not more:
                raise ConnectionError
            data += more
        return data

    def play() -> None:
        with socket.create_connection(("127.0.0.1", port), patience(60)) as line:
            line.sendall(name.encode())
            try:
                while True:
                    heard.append(take(line, int(take(line, 8))))
                    state = json.loads(heard[-1])
                    water = {"ActionType": "C", "Properties": [{"X": 0, "Y": 0, "CardId": 0, "Amount": 1}]}
                    line.sendall(json.dumps(water if state["source"]["gold"] >= 200 else {}).encode())
            except OSError:
                return

    return play


def test_a_person_plays_a_classic_bot_by_mouse(browser: Browser, classic_house: tuple[str, int]) -> None:
    address, port = classic_house
    heard: list[bytes] = []
    bot = threading.Thread(target=classic_bot(port, "OLD HAND", heard), daemon=True)
    bot.start()
    context = window(browser, address)
    try:
        page = context.new_page()
        page.goto("/")
        row = page.locator("section.open li", has_text="OLD HAND")
        row.get_by_role("button", name="Sit down").click()
        page.wait_for_url(re.compile("/table/"))
        rounds = 0
        while my_turn(page):
            rounds += 1
            if rounds == 1:
                expect(page.get_by_text("OLD HAND").first).to_be_attached()
            garden_tulips(page, round_now(page))
            assert rounds < 12
        assert rounds == 6
        assert eventually(page, lambda: len(heard) > 6)
        assert len(heard) == 7  # a state for each round, and the closing one
        closing = json.loads(heard[-1])
        assert closing["source"]["cards"][2] == {"cardId": 0, "owned": 6}
        assert closing["enemy"]["points"] > 0
        page.goto("/bots")
        page.get_by_role("radio", name="Classic door").check(force=True)
        expect(page.locator("[data-door=open]")).to_contain_text(str(port))
        expect(page.locator("li[data-table] .state").first).to_have_text("Lost")
        page.get_by_role("button", name="Log", exact=True).first.click()
        expect(page.locator("ol li.own b").first).to_be_visible()
    finally:
        context.close()
    bot.join(patience())
    assert not bot.is_alive(), "the house hangs up some seconds after the end"
