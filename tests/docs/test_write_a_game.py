"""The guide to writing a game is tried as it stands: its code blocks are the game."""

import re
import sys
from pathlib import Path
from types import ModuleType

from parlour.bots import make_player
from parlour.core import Match, Seed
from parlour.core.protocol import Turn
from parlour.core.testing import check_game

GUIDE = Path(__file__).parents[2] / "docs" / "write-a-game.md"


def nim() -> ModuleType:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    code = "\n".join(block for block in blocks if "check_game" not in block)
    module = ModuleType("nim_game")
    sys.modules["nim_game"] = module
    exec(compile(code, str(GUIDE), "exec"), module.__dict__)
    return module


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
