"""Starter bots of every game: they play legally and sensibly, the same in every language, and overwrite nothing."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.arena import play_match
from parlour.bots.kits import LANGUAGES, languages, new_bot
from parlour.bots.process import ProcessPlayer
from parlour.bots.seat_words import make_player
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import HOUSE, find
from parlour.games.deadwood.files import read_texts

Decide = Callable[[Any, list[Any]], Any]

# Tables on which the bots are asked for hundreds of moves: options, and how many sit there.
TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("connect-four", {}, 2),
    ("kata-tcg", {"preset": "minions"}, 2),
    ("kata-tcg", {"preset": "full"}, 2),
    ("battle-farm", {"preset": "short"}, 2),
    ("battle-farm", {"win_limit": 60}, 5),
    ("deadwood", {"preset": "one day"}, 3),
    ("deadwood", {"days": 1}, 8),
    ("monogwent", {}, 2),
    ("gardening-war", {"rounds": 15}, 2),
]


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """Every starter bot of the house in Python and JavaScript, freshly written."""
    root = tmp_path_factory.mktemp("my bots")
    written = {}
    for name in HOUSE:
        for language in ("python", "javascript"):
            written[name, language] = root / f"{name} in {language}"
            new_bot(find(name), language, written[name, language])
    return written


@pytest.fixture
def decider(kits: dict[tuple[str, str], Path]) -> Iterator[Callable[[str], Decide]]:
    """The function `decide` of a Python bot, called inside this process."""
    kept = {name: sys.modules.pop(name, None) for name in ("bot", "client")}

    def load(path: Path) -> ModuleType:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def find_it(name: str) -> Decide:
        load(kits[name, "python"] / "client.py")
        decide: Decide = load(kits[name, "python"] / "bot.py").decide
        return decide

    yield find_it
    for name, module in kept.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


def options_of(name: str, wanted: dict[str, Any]) -> Any:
    rest = {key: value for key, value in wanted.items() if key != "preset"}
    return find(name).read_options(rest, wanted.get("preset"))


def play_against_chance(name: str, options: Any, seats: int, seed: int, decide: Decide) -> Match:
    """A game in which the bot has the first seat and the others move at random; each answer must be a legal move."""
    game = find(name)
    match = Match(game, options, seats, Seed.parse(str(seed)))
    dice = Dice(seed + 1, 7, 7, 7)
    while not match.over:
        if match.mover != 0:
            match.play(match.mover, int(match.state.random_move(dice)))
            continue
        view = json.loads(msgspec.json.encode(match.view(0)))
        moves = [game.moves.to_json(int(move)) for move in match.state.moves()]
        chosen = decide(view, moves)
        assert chosen in moves, (chosen, moves)
        match.play(0, game.moves.from_json(chosen))
    return match


@pytest.mark.parametrize(("name", "wanted", "seats"), TABLES)
def test_a_bot_makes_legal_moves_and_beats_chance(
    name: str, wanted: dict[str, Any], seats: int, decider: Callable[[str], Decide]
) -> None:
    decide = decider(name)
    games = 12 if seats == 2 else 4
    won = [
        play_against_chance(name, options_of(name, wanted), seats, seed, decide).payoffs()[0] for seed in range(games)
    ]
    assert sum(won) >= (0.75 if seats == 2 else 0.5) * games, won


def test_the_deadwood_bot_finds_its_way_on_another_lot(decider: Callable[[str], Decide]) -> None:
    board, _ = read_texts(board_xml().encode(), cards_xml().encode())
    options = find("deadwood").read_options({"board": msgspec.to_builtins(board), "days": 1})
    match = play_against_chance("deadwood", options, 3, 4, decider("deadwood"))
    assert match.payoffs()[0] == 1


def test_the_monogwent_bot_plays_cards_that_it_has_never_seen(decider: Callable[[str], Decide]) -> None:
    examples = files("parlour.games.monogwent.script").joinpath("examples")
    for example in ("3-banner.script", "4-cinder.script"):
        options = find("monogwent").read_options({"script": examples.joinpath(example).read_text("utf-8")})
        play_against_chance("monogwent", options, 2, 1, decider("monogwent"))


@pytest.mark.parametrize(("name", "wanted", "seats"), TABLES)
def test_both_languages_make_the_same_decisions_over_the_pipes(
    name: str, wanted: dict[str, Any], seats: int, kits: dict[tuple[str, str], Path]
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not on this machine")
    games: dict[str, list[int]] = {}
    for language, runner in (("python", sys.executable), ("javascript", "node")):
        main = kits[name, language] / LANGUAGES[language].run[-1]
        bot = ProcessPlayer(f"{runner} '{main}'")
        others = [make_player(find(name), "random", Dice(5, 5, 5, seat)) for seat in range(1, seats)]
        played = play_match(find(name), options_of(name, wanted), [bot, *others], seed=Seed.parse("11"), clock=Clock())
        bot.close()
        assert not any(played.strikes), played.notes
        games[language] = [ply.move for ply in played.match.plies]
    assert games["python"] == games["javascript"]


def test_every_game_of_the_house_has_one_in_python_and_javascript() -> None:
    for name in HOUSE:
        assert languages(find(name))[:2] == ["python", "javascript"]
    assert languages(find("gardening-war")) == list(LANGUAGES)
    assert languages(find("gardening-war"), classic=True) == list(LANGUAGES)
    assert languages(find("deadwood"), classic=True) == []


@pytest.mark.parametrize("name", HOUSE)
def test_the_readme_says_how_to_start_the_bot(name: str, kits: dict[tuple[str, str], Path]) -> None:
    for language in ("python", "javascript"):
        readme = (kits[name, language] / "README.md").read_text()
        run = " ".join(LANGUAGES[language].run)
        assert f'parlour match {name} --seats "cmd:{run},easy' in readme
        assert f"{run} ws://" in readme
        assert "What the view shows" in readme
        assert f"cmd:{run},easy" in (kits[name, language] / LANGUAGES[language].run[-1]).read_text()


def test_a_kit_never_overwrites(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    written = new_bot(find("connect-four"), "python", folder)
    assert {path.name for path in written} == {"bot.py", "client.py", "README.md"}
    with pytest.raises(Refused, match="already exists"):
        new_bot(find("connect-four"), "python", folder)
    with pytest.raises(Refused, match="there are: python, javascript"):
        new_bot(find("connect-four"), "cobol", tmp_path / "other")
    with pytest.raises(Refused, match="has no classic bot"):
        new_bot(find("connect-four"), "python", tmp_path / "other", classic=True)
    assert not (tmp_path / "other").exists()
