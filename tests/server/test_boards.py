"""The folder `web` of a game from another package: what the client is told about it, and which files it gets."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import httpx
import pytest
from tests.patience import patience
from tests.server.conftest import OpenByHand
from tests.server.guest import HouseByHand
from tests.server.nim import ROOT, write_package

from parlour import games
from parlour.core.protocol import BoardPage, OutsideBoard
from parlour.games import find
from parlour.server.boards import SOUNDS, board_of
from parlour.server.routes import games as game_routes


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The `web` folder of an installed Nim."""
    package = write_package(tmp_path)
    monkeypatch.syspath_prepend(str(package))
    found = EntryPoint("nim", "nim.game:GAME", "parlour.games")
    monkeypatch.setattr(games, "_installed", lambda: {"nim": found})
    yield package / "nim" / "web"
    find.cache_clear()
    game_routes.show_game.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "nim"]:
        del sys.modules[name]


def board() -> OutsideBoard:
    shown = board_of(find("nim"))
    assert shown is not None
    return shown


@pytest.mark.usefixtures("web")
def test_the_client_is_told_where_everything_is() -> None:
    shown = board()
    assert (shown.module, shown.picture) == ("/games/nim/board.js", "/games/nim/picture.svg")
    assert shown.guide is not None and shown.guide.module == "/games/nim/guide.js"
    assert shown.sounds == {"play": ["took"]}
    assert "yours" in shown.texts
    assert not shown.trouble


def test_games_without_such_a_folder_list_no_board() -> None:
    assert board_of(find("connect-four")) is None


def test_all_but_the_module_may_be_missing(web: Path) -> None:
    for name in ("guide.js", "board.json", "picture.svg"):
        (web / name).unlink()
    assert board() == OutsideBoard(module="/games/nim/board.js")


def test_its_own_page_may_have_a_name(web: Path) -> None:
    (web / "page.js").touch()
    assert board().page == BoardPage("/games/nim/page.js", "More")
    (web / "board.json").write_text('{"page": "Advice"}')
    assert board().page == BoardPage("/games/nim/page.js", "Advice")


def test_a_sound_may_be_a_file_of_the_folder(web: Path) -> None:
    (web / "clack.ogg").touch()
    (web / "board.json").write_text('{"sounds": {"clack.ogg": ["took"]}}')
    assert board().sounds == {"/games/nim/clack.ogg": ["took"]}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"sounds": {"boom": ["took"]}}', "the sound 'boom' is neither a file in the folder nor one of draw, play"),
        ('{"sound": {}}', "unknown field `sound`"),
        ('{"plates": "no"}', "Expected `bool`"),
        ('{"guide": {"preset": "long"}}', "the preset 'long', which nim does not have"),
        ("{", "truncated"),
    ],
)
def test_a_mistake_in_the_file_is_a_sentence_and_no_board(web: Path, text: str, wrong: str) -> None:
    (web / "board.json").write_text(text)
    shown = board()
    assert shown.trouble.startswith("web/board.json of nim is invalid: ")
    assert wrong in shown.trouble
    assert not shown.module


def test_the_sounds_of_the_house_are_those_of_the_client() -> None:
    made = re.search(r"type Effect =\s*(.*);", (ROOT / "web/src/lib/effects.ts").read_text(encoding="utf-8"))
    assert made and tuple(re.findall(r"'(\w+)'", made.group(1))) == SOUNDS


@pytest.fixture
async def nims_house(web: Path, open_by_hand: OpenByHand) -> HouseByHand:
    return await open_by_hand()


async def get(house: HouseByHand, path: str) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False, timeout=patience()) as client:
        return await client.get(f"{house.url}{path}")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("board.js", "text/javascript"),
        ("board.css", "text/css"),
        ("board.json", "application/json"),
        ("picture.svg", "image/svg+xml"),
        ("deep/stone.mjs", "text/javascript"),
        ("clack.ogg", "audio/ogg"),
    ],
)
async def test_files_are_served_as_what_they_are(nims_house: HouseByHand, web: Path, name: str, kind: str) -> None:
    (web / "deep").mkdir()
    (web / "deep" / "stone.mjs").touch()
    (web / "clack.ogg").touch()
    answer = await get(nims_house, f"/games/nim/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "no-cache" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/games/nim/missing.js",
        "/games/nim/secret.py",
        "/games/nim/..%2fgame.py",
        "/games/nim/..%2f..%2fsecret.txt",
        "/games/nim/out.txt",
        "/games/nim/a%00b.js",
        "/games/nim/deep",
        f"/games/nim/{'x' * 300}.js",
        "/games/connect-four/game.py",
        "/games/connect-four/board.js",
        "/games/whist/board.js",
    ],
)
async def test_nothing_else_is_served(nims_house: HouseByHand, web: Path, path: str) -> None:
    (web / "secret.py").write_text("secret")
    (web / "deep").mkdir()
    (web.parents[1] / "secret.txt").write_text("secret")
    (web / "out.txt").symlink_to(web.parents[1] / "secret.txt")
    answer = await get(nims_house, path)
    assert answer.status_code == 404
    assert "secret" not in answer.text
    assert answer.json()["error"]


async def test_one_game_and_the_list_describe_the_board(nims_house: HouseByHand) -> None:
    one = (await get(nims_house, "/api/games/nim")).json()
    listed = {game["name"]: game["board"] for game in (await get(nims_house, "/api/games")).json()}
    assert one["board"] == listed["nim"]
    assert listed["nim"]["module"] == "/games/nim/board.js"
    assert {name for name, board in listed.items() if board} == {"nim"}
