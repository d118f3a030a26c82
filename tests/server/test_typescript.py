"""The browser's types come from the structs of the house: every message, every route, and nothing by hand."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import pytest
from litestar import get
from msgspec import UNSET, Meta, UnsetType

from parlour.core import protocol
from parlour.games import HOUSE, find
from parlour.server import typescript
from parlour.server.app import routes

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return typescript.files()


def test_every_message_of_the_chair_has_its_type(files: dict[str, str]) -> None:
    for union in (protocol.ToGuest, protocol.FromGuest):
        for message in get_args(union):
            tag = f"export interface {message.__name__} {{\n  type: '{message.__struct_config__.tag}';"
            assert tag in files["lib/protocol.ts"], message.__name__


def test_every_route_of_the_house_and_of_its_games_can_be_asked(files: dict[str, str]) -> None:
    named = set(re.findall(r"^ +'((?:GET|POST|PUT|PATCH|DELETE) [^']+)':", "".join(files.values()), re.M))
    real = {typescript.read_route(handler).name for handler in routes()}
    assert named == real and "POST /api/tables/{table_id}/join" in real


def test_an_answer_that_is_sent_as_bytes_has_its_type_as_well(files: dict[str, str]) -> None:
    told = files["lib/protocol.ts"]
    for route, answer in (
        ("GET /api/tournaments/{tournament}", "Tournament"),
        ("GET /api/lab/{experiment}/result", "LabResult"),
        ("GET /api/tables/{table_id}/record", "Record"),
        ("GET /api/tables/{table_id}/picture.svg", "unknown"),
    ):
        [line] = [line for line in told.splitlines() if line.startswith(f"  '{route}':")]
        assert line.endswith(f"answer: {answer} }};")


@pytest.mark.parametrize("name", HOUSE)
def test_what_a_board_is_shown_has_its_type(name: str, files: dict[str, str]) -> None:
    game = find(name)
    shown = [game.View]
    if (data := game.data(game.read_options())) != {}:
        assert isinstance(data, msgspec.Struct), "a board's data has a type, too"
        shown.append(type(data))
    for struct in shown:
        assert f"export interface {struct.__name__} {{\n" in files[f"games/{name}/protocol.ts"]


def test_nobody_writes_these_files_by_hand(files: dict[str, str]) -> None:
    known = subprocess.run(["git", "ls-files", "web/src"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    if not known:
        pytest.skip("this is not a clone of the repository")
    assert not {f"web/src/{place}" for place in files} & set(known)


class Row(msgspec.Struct, omit_defaults=True):
    """A row."""

    cards: list[str | int]
    at: tuple[int, float]
    note: str = ""
    owner: str | UnsetType | None = UNSET


class Wish(msgspec.Struct, tag="wish", rename={"whole": "list"}):
    emote: protocol.Emote
    whole: bool
    games: int = 1


class Always(msgspec.Struct):
    games: int = 1


def test_what_may_be_left_out_is_optional() -> None:
    assert typescript.interface(Row, from_guest=False) == (
        "/** A row. */\nexport interface Row {\n  cards: (string | number)[];\n  at: [number, number];\n"
        "  note?: string;\n  owner?: string | null;\n}\n"
    )
    assert typescript.interface(Wish, from_guest=True) == (
        "export interface Wish {\n  type: 'wish';\n  emote: Emote;\n  list: boolean;\n  games?: number;\n}\n"
    )
    assert "  games: number;\n" in typescript.interface(Always, from_guest=False), "the house always says it"


def test_a_list_that_always_has_the_same_length_is_a_tuple() -> None:
    assert typescript.written(Annotated[list[int], Meta(min_length=2, max_length=2)]) == "[number, number]"
    assert typescript.written(Annotated[list[int], Meta(min_length=2, max_length=6)]) == "number[]"


def test_a_type_that_nobody_can_write_is_refused_where_it_is_met() -> None:
    class Odd(msgspec.Struct):
        number: complex

    with pytest.raises(TypeError, match="complex"):
        typescript.interface(Odd, from_guest=False)


def test_a_game_does_not_call_its_own_like_something_of_the_house() -> None:
    class Table(msgspec.Struct):
        legs: int

    @get("/api/legs")
    async def legs() -> Any: ...

    legs.fn.__annotations__["return"] = Table
    with pytest.raises(TypeError, match="Table"):
        typescript.game_file(typescript.house_structs(), [legs])
