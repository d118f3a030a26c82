"""What only one game has: ours are found by the game's name, those of other packages by their entry points."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import typer
from tests.patience import patience
from tests.server.conftest import OpenByHand
from tests.server.guest import HouseByHand
from tests.server.nim import ROOT, block, write_package
from typer.testing import CliRunner

from parlour import games
from parlour.cli import doctor
from parlour.cli import rooms as typed
from parlour.cli.arguments import read_options
from parlour.cli.play import play
from parlour.core.errors import Refused
from parlour.games import HOUSE, find, room
from parlour.server import rooms

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs Nim with these modules."""

    def installed(**modules: str) -> None:
        package = write_package(tmp_path)
        [entries] = package.glob("*.dist-info/entry_points.txt")
        for part, code in modules.items():
            (package / "nim" / f"{part}.py").write_text(code, encoding="utf-8")
            with entries.open("a") as file:
                file.write(f"[parlour.{part}]\nnim = nim.{part}\n")
        monkeypatch.syspath_prepend(str(package))
        forget()

    def forget() -> None:
        games._installed.cache_clear()
        find.cache_clear()
        typed.rooms.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "nim"]:
            del sys.modules[name]

    yield installed
    monkeypatch.undo()
    forget()


async def get(house: HouseByHand, path: str) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False, timeout=patience()) as client:
        return await client.get(f"{house.url}{path}")


def test_our_rooms_are_found_by_the_names_of_their_games() -> None:
    assert {name for name in HOUSE if room(name, "routes")} == {"kata-tcg", "deadwood", "monogwent", "gardening-war"}
    assert {name for name in HOUSE if room(name, "commands")} == {"kata-tcg", "deadwood", "monogwent", "gardening-war"}
    assert room("connect-four", "routes") is None


def test_no_other_layer_names_a_game_with_a_room() -> None:
    """What only one game has is in its room; serve and bot have options for the classic door."""
    places = [path for layer in ("server", "cli") for path in (ROOT / "src/parlour" / layer).rglob("*.py")]
    named = {
        path.name
        for path in places
        if re.search(r"parlour\.(games|rooms)\.(kata|deadwood|monogwent|gardening)", path.read_text(encoding="utf-8"))
    }
    assert not named


async def test_the_routes_of_a_package_are_served_and_described(install: Install, open_by_hand: OpenByHand) -> None:
    install(routes=block("write-a-game.md", "# nim/routes.py"))
    house = await open_by_hand()
    assert (await get(house, "/api/nim/advice?heaps=1&heaps=2&heaps=3")).json() == {"wins": False}
    assert (await get(house, "/api/nim/advice?heaps=5")).json() == {"wins": True}
    assert "/api/nim/advice" in (await get(house, "/api/openapi.json")).json()["paths"]


OPENED = """
from contextlib import asynccontextmanager

ROUTES = []


class Bench:
    open = False


BENCH = Bench()


@asynccontextmanager
async def opened(house):
    house.keep(BENCH)
    BENCH.open = True
    yield
    assert house.kept(Bench) is BENCH
    BENCH.open = False
"""


async def test_a_room_is_open_for_as_long_as_the_house_is(install: Install, open_by_hand: OpenByHand) -> None:
    install(routes=OPENED)
    house = await open_by_hand()
    bench = sys.modules["nim.routes"].BENCH
    assert bench.open
    await house.close()
    assert not bench.open


ANYWHERE = (
    "from litestar import get\n\n@get('/api/tables/mine')\nasync def mine() -> str:\n    return ''\n\nROUTES = [mine]\n"
)
CLOSED = "ROUTES = []\n\ndef opened(house):\n    raise OSError('no room')\n"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import no_such_module", "The routes of the game 'nim' do not load: No module named 'no_such_module'."),
        (ANYWHERE, "The routes of the game 'nim' must start with /api/nim/, but /api/tables/mine does not."),
        ("ROUTES = 3", "The routes of the game 'nim' must be a list of Litestar handlers called ROUTES."),
        ("", "must be a list of Litestar handlers called ROUTES."),
        (CLOSED, "the services of nim could not be opened: no room"),
    ],
)
async def test_a_room_that_cannot_be_used_closes_no_house(
    install: Install, open_by_hand: OpenByHand, caplog: pytest.LogCaptureFixture, code: str, sentence: str
) -> None:
    install(routes=code)
    house = await open_by_hand()
    assert sentence in caplog.text
    assert "nim" in [game["name"] for game in (await get(house, "/api/games")).json()]


def test_an_entry_point_that_names_no_module_is_reported(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install(routes=block("write-a-game.md", "# nim/routes.py"))
    [entries] = Path(sys.path[0]).glob("*.dist-info/entry_points.txt")
    entries.write_text(entries.read_text().replace("nim.routes", "nim.routes:ROUTES"))
    with pytest.raises(Refused, match=r"'nim' in parlour\.routes does not name a module: nim\.routes:ROUTES"):
        room("nim", "routes")
    assert "nim" not in rooms.rooms()


def test_the_commands_of_a_package_can_be_typed(install: Install) -> None:
    install(commands=block("write-a-game.md", "# nim/commands.py"))
    app = typer.Typer()
    app.command("play")(typed.takes_extra(play))
    typed.add_commands(app)
    run = CliRunner().invoke
    assert run(app, ["nim", "1", "2", "3"]).output == "Whoever moves loses.\n"
    assert "At most three stones in a heap (nim)." in run(app, ["play", "--help"]).output


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import no_such_module", "The commands of the game 'nim' do not load: No module named 'no_such_module'."),
        ("COMMANDS = ['nim']", "COMMANDS of the game 'nim' must be a dictionary of functions or Typer groups."),
        ("add_options = 3", "The function add_options of the game 'nim' cannot be used: 3 is not a callable object."),
    ],
)
def test_commands_that_cannot_be_used_stop_no_other(install: Install, code: str, sentence: str) -> None:
    install(commands=code)
    assert "nim" not in typed.rooms()
    assert "kata-tcg" in typed.rooms()
    found = doctor.games(doctor.HouseSettings(None, None, "127.0.0.1", 8080))
    assert (found.status, found.says) == (doctor.WRONG, sentence)


def test_an_option_of_one_game_is_accepted_for_that_game_only(install: Install) -> None:
    install(commands=block("write-a-game.md", "# nim/commands.py"))
    assert read_options(find("nim"), None, [], {"small": True}).largest == 3
    with pytest.raises(Refused, match="Connect Four has no --small; it is for Nim"):
        read_options(find("connect-four"), None, [], {"small": True})


def test_the_houses_words_stay_the_houses(install: Install) -> None:
    install(commands="COMMANDS = {'play': print, 'deck': print}")
    app = typer.Typer()
    app.command("play")(lambda: print("the house's"))
    typed.add_commands(app)
    assert CliRunner().invoke(app, ["play"]).output == "the house's\n"
    assert "motley" in CliRunner().invoke(app, ["deck", "list"]).output
