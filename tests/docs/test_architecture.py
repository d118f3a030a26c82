"""The page about how the house is built names only what is there, and every game has the shape it describes."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "parlour"
DOCS = ROOT / "docs"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
GAMES = sorted(folder.name for folder in (HOUSE / "games").iterdir() if (folder / "rules.py").exists())
FILES = ("README.md", "game.py", "judge.py", "moves.py", "options.py", "rules.py", "state.py", "text.py", "view.py")


@pytest.mark.parametrize(("page", "least"), [("architecture.md", 20), ("map.md", 200), ("decisions.md", 5)])
def test_every_path_on_the_page_exists(page: str, least: int) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./<>-]+(?:\.(?:py|md|toml|svelte|ts|drawings)|/))`", text))
    assert len(named) > least
    for path in sorted(named):
        spread = [
            path.replace("<game>", game)
            for game in (GAMES if path.startswith(("src", "games")) else [g.replace("_", "-") for g in GAMES])
        ]
        for one in spread:
            places = [ROOT / one, HOUSE / one, *(ROOT / "src" / "parlour" / "games").glob(f"*/{one}")]
            assert any(place.exists() for place in places), f"{one} is named in docs/{page}"


def test_the_layers_of_the_picture_are_those_that_are_checked() -> None:
    drawn = set(re.findall(r"[│ ] (\w+)/  ", PAGE))
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][
        0
    ]["layers"]
    real = {layer.strip("()").removeprefix("parlour.") for layer in layers}
    assert drawn == {layer for layer in real if (HOUSE / layer).is_dir()}


def test_the_page_is_read_in_five_minutes() -> None:
    assert len(PAGE.split()) < 1500


def test_there_are_five_games_of_the_same_shape() -> None:
    assert len(GAMES) >= 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", FILES)
def test_a_game_has_its_rules_where_the_others_have_theirs(game: str, file: str) -> None:
    assert (HOUSE / "games" / game / file).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_tests_and_its_board_where_the_others_have_theirs(game: str) -> None:
    assert (ROOT / "tests" / "games" / game / "test_contract.py").is_file()
    assert (ROOT / "tests" / "browser" / f"test_{game}.py").is_file()
    assert (ROOT / "web" / "src" / "games" / game.replace("_", "-") / "Board.svelte").is_file()
