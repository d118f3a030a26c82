"""What the house expects of a game, asked of every game it has, at every number of seats and in every preset."""

import json
import os
import subprocess
import sys

import pytest
from tests.breadth import breadth

from parlour import _compiled, games
from parlour.core.testing import check_game, contract, trace

NAMES = games.names()


def presets(name):
    """The options of each preset; the plain defaults count as one."""
    game = games.find(name)
    found = {"defaults": {}, **game.presets}
    return {preset: dict(values) for preset, values in found.items() if preset == "defaults" or values}


TABLES = [(name, seats) for name in NAMES for seats in games.find(name).seats]
# Presets that only deal otherwise before the first move: the rules are those of another preset.
DEALT = [
    (name, preset) for name in NAMES for preset in breadth(presets(name), ()) if preset.partition("-")[0] == "even"
]
CASES = [(name, preset) for name in NAMES for preset in presets(name) if (name, preset) not in DEALT]


def check_in_play(game, seats, options=None):
    """What a number of seats or an option could change; in `make test-long`, everything."""
    if breadth(False, True):
        return check_game(game, games=1, seat_counts=[seats], options=options)
    contract.check_position(game, seats, options)
    contract.check_play(game, seats, 1, options)
    contract.check_records(game, seats, options)
    contract.check_secrets(game, seats, 1, options)
    contract.check_leaving(game, seats, options)
    return contract.check_lens(game, seats, options)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_contract_at_every_number_of_seats(name, seats):
    """Everything at the usual table; at the smallest and the largest what a number of seats could change; between them
    that it can be played and left, and keeps its secrets."""
    game = games.find(name)
    if seats == game.default_seats:
        check_game(game, games=breadth(1, 3), seat_counts=[seats])
    elif seats in breadth((game.seats[0], game.seats[-1]), game.seats):
        check_in_play(game, seats)
    else:
        contract.check_position(game, seats)
        contract.check_play(game, seats, 1)
        contract.check_secrets(game, seats, 1)
        contract.check_leaving(game, seats)


@pytest.mark.parametrize(("name", "preset"), [case for case in CASES if case[1] != "defaults"])
def test_the_contract_in_every_preset(name, preset):
    game = games.find(name)
    check_in_play(game, game.default_seats, game.read_options(preset=preset))


@pytest.mark.parametrize(("name", "preset"), DEALT)
def test_the_deal_of_a_preset_keeps_the_contract(name, preset):
    game = games.find(name)
    options = game.read_options(preset=preset)
    contract.check_position(game, 2, options)
    contract.check_secrets(game, 2, 1, options)


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_compiled_equals_interpreted(name, preset):
    """Every position of a random game, what it offers and how it is judged, in two processes."""
    if _compiled.read_stamp() is None or os.environ.get("PARLOUR_COMPILED") == "0":
        pytest.skip("the rules are not compiled here")
    game = games.find(name)
    module = type(game).__module__
    options = presets(name)[preset]
    for seed in breadth((1,), (1, 2)):
        said = subprocess.run(
            [
                sys.executable,
                "-m",
                "parlour.core.testing",
                module,
                str(game.default_seats),
                str(seed),
                json.dumps(options),
            ],
            env={**os.environ, "PARLOUR_COMPILED": "0"},
            capture_output=True,
            text=True,
        )
        assert said.returncode == 0, said.stderr
        assert said.stdout.strip() == trace(game, game.default_seats, seed, game.read_options(options))


@pytest.mark.parametrize("name", NAMES)
def test_two_processes_give_the_same_game(name):
    game = games.find(name)
    said = [
        subprocess.run(
            [sys.executable, "-m", "parlour.core.testing", type(game).__module__, str(game.default_seats), "9"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in breadth(("1",), ("1", "2"))
    ]
    assert {*said} == {trace(game, game.default_seats, 9) + "\n"}
