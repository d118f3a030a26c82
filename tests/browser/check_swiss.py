"""Two people in their browsers and two bots on call play a Swiss tournament of five rounds at Kata TCG, through the
pages; then its page, the big screen, profiles, a bot's page and the leaderboard are photographed in both themes.

make prove-swiss              # some minutes; pictures are in build/swiss
"""

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    ROOT,
    Sit,
    ask_house,
    eventually,
    guest,
    no_sideways_scroll,
    serious_violations,
    settle,
)
from tests.browser.kata import RESULT, act_by_mouse

PICTURES = ROOT / "build" / "swiss"
ROUNDS = 5


def look_up(house: str, path: str, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"{house}/api/{path}", headers=headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@contextmanager
def bot_on_call(house: str, token: str, word: str) -> Iterator[None]:
    """A program of its own that is on call until the tournament is over."""
    words = [sys.executable, "-m", "parlour", "bot", "serve", house, "--game", "kata-tcg", "--tables", "2"]
    process = subprocess.Popen([*words, "--seat", word, "--token", token], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


class Player:
    """Somebody who sits down whenever the house calls and plays by mouse."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home, self.games = page, home, 0

    def act(self) -> None:
        """Do the next thing that can be done now, if any."""
        page = self.page
        if "/table/" not in page.url:
            call = page.get_by_role("link", name=re.compile("Sit down|Go on")).first
            if call.is_visible():
                call.click()
                page.wait_for_url("**/table/*")
        elif page.locator(RESULT).count():
            self.games += 1
            page.goto(self.home)
        elif page.locator("button.end.can").count():
            before = self._told()
            act_by_mouse(page)
            eventually(page, lambda: page.locator(RESULT).count() or self._told() != before)

    def in_the_middle(self) -> bool:
        """Whether something is to be seen of this player's game."""
        return "/table/" in self.page.url and not self.page.locator(RESULT).count() and self._told()[0] > 6

    def _told(self) -> tuple[int, int]:
        log: Locator = self.page.get_by_role("list", name="Log").get_by_role("listitem")
        return log.count(), self.page.locator("button.can").count()


def photograph(sit: Sit, name: str, path: str, known: dict[str, Any]) -> None:
    """The page in both themes and sizes; nothing may stick out, and nothing be hard to read."""
    for size_name, size in (("1440", DESKTOP), ("390", PHONE)):
        page = sit(path, size=size, **known)
        page.wait_for_load_state("networkidle")
        for theme in ("evening", "morning"):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            settle(page)
            page.screenshot(path=PICTURES / f"{name}-{size_name}-{theme}.png", full_page="screen" not in path)
            assert not serious_violations(page), (name, size_name, theme)
        assert no_sideways_scroll(page), (name, size_name)
        page.context.close()


def create(ann: Page) -> str:
    """The tournament, made in the browser."""
    ann.get_by_role("button", name="New tournament").click()
    dialog = ann.locator("dialog")
    dialog.get_by_label("Game", exact=True).select_option("kata-tcg")
    dialog.get_by_label("Title").fill("Five evenings")
    dialog.get_by_label("Rounds").fill(str(ROUNDS))
    dialog.get_by_label("Games per meeting").fill("1")
    dialog.get_by_role("switch", name="Rated").check(force=True)
    dialog.get_by_role("button", name="Create the tournament").click()
    ann.wait_for_url("**/tournaments/*")
    return ann.url


def test_two_people_and_two_bots_play_five_rounds(newcomer: Sit, house: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    (ann_token, ann_known), (ben_token, ben_known) = guest(house, "Annika"), guest(house, "Benno")
    clank = ask_house(house, "bots", {"name": "Clank"}, ann_token)
    rattle = ask_house(house, "bots", {"name": "Rattle"}, ben_token)
    with ExitStack() as stack:
        stack.enter_context(bot_on_call(house, clank["token"], "greedy"))
        stack.enter_context(bot_on_call(house, rattle["token"], "random"))
        ann = newcomer("/tournaments", **ann_known)
        home = create(ann)
        ben = newcomer(home, size=PHONE, **ben_known)
        ben.get_by_role("button", name="Enter", exact=True).click()
        for page, bot in ((ann, "Clank"), (ben, "Rattle")):
            page.get_by_role("button", name="Enter this bot").click()
            expect(page.locator("main ul").first).to_contain_text(bot)
        assert eventually(ann, lambda: len(look_up(house, "bots/on-call")["bots"]) == 2)
        photograph(newcomer, "open", home, ann_known)
        start = ann.get_by_role("button", name="Start", exact=True)
        expect(start).to_be_enabled()
        start.click()
        id, seen = home.rpartition("/")[2], False
        players = [Player(ann, home), Player(ben, home)]
        while (cup := look_up(house, f"tournaments/{id}"))["status"] != "over":
            for player in players:
                player.act()
            if len(cup["drawn"]) == 3 and not seen and any(player.in_the_middle() for player in players):
                seen = True
                photograph(newcomer, "running", home, ben_known)
                photograph(newcomer, "screen", f"/tournaments/{id}/screen", ann_known)
            ann.wait_for_timeout(50)
    assert [one["number"] for one in cup["drawn"]] == list(range(1, ROUNDS + 1))
    assert len(cup["played"]) == 2 * ROUNDS and all(game["payoffs"] for game in cup["played"])
    assert not [game["note"] for game in cup["played"] if game["note"]], "everybody came to every game"
    assert sum(line["points"] for line in cup["standings"]) == 2 * ROUNDS
    met = [tuple(sorted(table)) for round in cup["drawn"][:3] for table in round["tables"]]
    assert len(set(met)) == len(met) == 6, "nobody meets twice in three rounds of four players"

    def rated() -> dict[str, int]:
        places = look_up(house, "ratings/kata-tcg?of=everybody")["places"]
        return {one["name"]: one["games"] for one in places if one["player"] is not None and not one.get("anchored")}

    # A bot's game with its owner is friendly; every other one counts, once.
    names = [one["name"] for one in cup["entrants"]]
    friendly = [{"Annika", "Clank"}, {"Benno", "Rattle"}]
    counted = [{names[seat] for seat in game["seats"]} for game in cup["played"]]
    counted = [pair for pair in counted if pair not in friendly]
    wanted = {name: sum(name in pair for pair in counted) for name in names}
    assert eventually(ann, lambda: {name: rated().get(name, 0) for name in names} == wanted), (rated(), wanted)
    photograph(newcomer, "over", home, ann_known)
    photograph(newcomer, "screen-over", f"/tournaments/{id}/screen", ann_known)
    me = look_up(house, "guests/me", ann_token)["id"]
    photograph(newcomer, "profile", f"/players/{me}", ben_known)
    photograph(newcomer, "bot", f"/players/{clank['id']}", ann_known)
    photograph(newcomer, "leaderboard", "/ratings/kata-tcg", ben_known)
    photograph(newcomer, "tournaments", "/tournaments", ben_known)
    assert sorted(Path(PICTURES).glob("*.png"))
