"""docs/protocol.md: its examples are messages of the protocol, and no message is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from parlour.core import protocol
from parlour.server import field_list

ROOT = Path(__file__).parents[2]
WHOLE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
PAGE = WHOLE.partition(field_list.HEADING)[0]  # what was written by hand
SAID = re.findall(r"^    (->|<-|=>|<=) (\{.*(?:\n {8}.*)*)", PAGE, re.M)
ANSWERS = re.findall(r"^```json (\w+)\n(.*?)^```", PAGE, re.M | re.S)
SPEAKERS: dict[str, Any] = {
    "->": protocol.ToGuest,
    "<-": protocol.FromGuest,
    "=>": protocol.ToBot,
    "<=": protocol.FromBot,
}


def read(text: str, kind: Any) -> Any:
    """An example as the struct it is meant to be; nothing in it may be unknown to the protocol."""
    found = msgspec.json.decode(text, type=kind)
    unknown = unheard(json.loads(text), json.loads(msgspec.json.encode(found)))
    assert not unknown, f"{kind} has no {unknown}"
    return found


def unheard(said: Any, read: Any, where: str = "") -> list[str]:
    """Which names in an example, however deep, are gone once it has been read and said again."""
    if isinstance(said, dict) and isinstance(read, dict):
        gone = [f"{where}{name}" for name in said if name not in read]
        inner = [unheard(said[name], read[name], f"{where}{name}.") for name in said if name in read]
        return gone + [name for names in inner for name in names]
    if isinstance(said, list) and isinstance(read, list):
        return [name for one, other in zip(said, read, strict=False) for name in unheard(one, other, where)]
    return []


def test_an_unknown_name_deep_in_an_example_would_be_found() -> None:
    assert unheard({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1}]}) == ["a.c"]


def test_every_field_of_the_protocol_is_on_the_page() -> None:
    """If not: `python -m parlour.server.field_list docs/protocol.md`."""
    assert field_list.renewed(WHOLE) == WHOLE


@pytest.mark.parametrize(("arrow", "text"), SAID)
def test_every_message_on_the_page_can_be_said(arrow: str, text: str) -> None:
    read(text, SPEAKERS[arrow])


@pytest.mark.parametrize(("name", "text"), ANSWERS)
def test_every_answer_on_the_page_is_one_of_the_house(name: str, text: str) -> None:
    read(text, getattr(protocol, name))


@pytest.mark.parametrize("arrow", SPEAKERS)
def test_no_message_is_missing_on_the_page(arrow: str) -> None:
    shown = {type(read(text, SPEAKERS[arrow])) for said, text in SAID if said == arrow}
    missing = {*get_args(SPEAKERS[arrow])} - shown - {protocol.TableMessage}  # which is told beside the table
    assert not missing


def test_every_emote_is_named_on_the_page() -> None:
    assert all(emote in PAGE for emote in protocol.EMOTES)


def test_the_browser_has_a_picture_for_every_emote() -> None:
    pictures = (ROOT / "web/src/lib/emotes.drawings").read_text(encoding="utf-8").splitlines()
    assert [line.split(" = ")[0] for line in pictures] == list(protocol.EMOTES)


def test_every_route_on_the_page_exists_and_none_is_missing() -> None:
    from parlour.server.app import routes
    from parlour.server.typescript import read_route

    def plain(address: str) -> str:
        return re.sub(r"\{\w+\}", "{}", address.partition("?")[0])

    real = {plain(read_route(handler).name) for handler in routes()}
    page = PAGE.replace("…", "/api/monogwent/scripts").replace("scripts/scripts", "scripts")
    page = re.sub(r"\s+", " ", page)
    named = {plain(found) for found in re.findall(r"\b((?:GET|POST|PUT|PATCH|DELETE) /[\w/{}?.-]*[\w/{}?])", page)}
    assert named == real
