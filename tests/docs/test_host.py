"""The host guide says what is true: its settings, limits, numbers and addresses are compared with the house's."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest
import typer

from parlour.cli.app import app as app_of_commands
from parlour.core.errors import Refused
from parlour.core.protocol import LARGEST_MESSAGE
from parlour.server import app, measures, uvicorn_protocols, websocket
from parlour.server.routes import facts
from parlour.server.settings import BY_ENVIRONMENT, Settings, from_environment

GUIDE = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")
ROWS = {
    cells[0].strip("`"): cells
    for line in GUIDE.partition("## Settings")[2].splitlines()
    if line.startswith("| `") and (cells := [cell.strip() for cell in line.strip("|").split("|")])
}


COMMANDS = typer.main.get_command(app_of_commands).commands  # type: ignore[attr-defined]


def options() -> set[str]:
    """Every option of `parlour serve`, without the one that asks for help."""
    return {option for parameter in COMMANDS["serve"].params for option in parameter.opts}


def test_the_guide_lists_every_setting_in_order() -> None:
    assert list(ROWS) == [setting.name for setting in fields(Settings)]


@pytest.mark.parametrize("name", ROWS)
def test_a_default_is_the_real_one(name: str) -> None:
    told = ROWS[name][1].strip("`")
    default = {setting.name: setting.default for setting in fields(Settings)}[name]
    if name == "workers":
        assert told == "cores − 1"
    elif default is None or default == ():
        assert told == ""
    elif isinstance(default, bool):
        assert told == ("yes" if default else "no")
    elif isinstance(default, tuple):
        assert told == ",".join(map(str, default))
    elif isinstance(default, str):
        assert told == default
    else:
        assert float(told) == default


def test_every_option_and_variable_is_documented_and_none_is_invented() -> None:
    ways = {name: set(re.findall(r"`([^`]+)`", cells[2])) for name, cells in ROWS.items()}
    told = {way for some in ways.values() for way in some}
    assert {way for way in told if way.startswith("--")} == options()
    by_variable = {name for name, some in ways.items() if f"PARLOUR_{name.upper()}" in some}
    assert by_variable == {
        *BY_ENVIRONMENT, "db", "redis", "push_contact", "oidc_issuer", "oidc_client", "oidc_secret", "oidc_name",
    }  # fmt: skip
    assert all(ways.values()), "a setting that nobody can set"


def test_settings_come_from_the_environment() -> None:
    found = from_environment({"PARLOUR_AWAY_SECONDS": "5.5", "PARLOUR_SECRET": "s" * 16, "PARLOUR_SIT_SECONDS": ""})
    assert found == {"away_seconds": 5.5, "secret": "s" * 16}
    for name, value in {"AWAY_SECONDS": "soon", "PING_SECONDS": "-1", "LEASE_SECONDS": "nan", "SECRET": "x"}.items():
        with pytest.raises(Refused, match=f"PARLOUR_{name}"):
            from_environment({f"PARLOUR_{name}": value})


def test_the_fixed_limits_are_the_real_ones() -> None:
    assert f"a request has at most {app.LARGEST_BODY // 2**20} MiB" in GUIDE
    assert f"a message on a chair {LARGEST_MESSAGE // 1024} KiB" in GUIDE
    assert re.search(rf"{websocket.MOST_WATCHERS}\s+watchers", GUIDE)
    assert f"closed after {uvicorn_protocols.FIRST_REQUEST_SECONDS:.0f} seconds" in GUIDE


def test_every_number_for_prometheus_is_documented_and_none_is_invented() -> None:
    real = set(re.findall(r"\bparlour_[a-z_]+", inspect.getsource(facts.numbers_of) + inspect.getsource(measures)))
    assert set(re.findall(r"`(parlour_[a-z_]+)`", GUIDE)) == real


def test_the_commands_of_the_guide_exist() -> None:
    lines = re.findall(r"`parlour [^`]+`|^    parlour .+$", GUIDE, re.M)
    assert (
        {line.strip(" `").split()[1] for line in lines}
        == {"serve", "doctor", "backup", "host", "prune"}
        <= set(COMMANDS)
    )
