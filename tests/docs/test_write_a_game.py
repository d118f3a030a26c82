"""The guide to writing a game is tried as it stands: its code blocks are the game."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import parlour.cli
from parlour.bots import make_player
from parlour.core import Match, Seed
from parlour.core.protocol import Turn
from parlour.core.testing import check_game

GUIDES = Path(__file__).parents[2] / "docs"


KIT = Path(parlour.cli.__file__).parent / "game_kit"


def nim() -> ModuleType:
    """The game that the guide explains, as `parlour game new nim` writes it."""
    module = ModuleType("nim.game")
    sys.modules[module.__name__] = module
    exec(compile((KIT / "nim/game.py").read_text(encoding="utf-8"), "nim/game.py", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("guide", ["write-a-game.md", "write-a-board.md"])
def test_the_guides_show_what_a_new_package_holds(guide: str) -> None:
    """Each block is in the package, letter for letter; its first line may name the file."""
    package = [path.read_text(encoding="utf-8") for path in KIT.rglob("*") if path.suffix != ".pyc" and path.is_file()]
    text = (GUIDES / guide).read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|toml|js|css|json|svg)\n(?:(?:#|//|/\*) \w+/\w+\.[^\n]*\n)?(.*?)```", text, re.S)
    assert len(blocks) >= 4
    for block in blocks:
        assert any(block in content for content in package), block


def test_the_guides_game_keeps_the_contract() -> None:
    check_game(nim().GAME)


def test_the_guides_game_refuses_too_many_stones_with_a_sentence() -> None:
    game = nim().GAME
    match = Match(game, {"largest": 3}, seed=Seed.parse("4"))
    reason = match.why_not(0, game.moves.pack("take", 0, 50))
    assert reason is not None
    assert reason.code == "too-many"


def test_the_search_plays_the_guides_game_perfectly() -> None:
    game = nim().GAME
    match = Match(game, {"largest": 3}, seed=Seed.parse("11"))
    if match.state.judge(0) < 0.5:
        match.enter(0, int(match.state.moves()[0]))
    seat = match.mover
    player = make_player(game, "search:iterations=3000", Seed.parse("1").dice("bot"))
    player.seat = seat  # type: ignore[attr-defined]
    moves = [game.moves.to_json(int(move)) for move in match.state.moves()]
    choice = player.choose(Turn(1, match.view(seat), moves))
    match.play(seat, game.moves.from_json(choice) if not isinstance(choice, int) else match.state.moves()[choice])
    assert match.over or match.state.judge(seat) > 0.5
