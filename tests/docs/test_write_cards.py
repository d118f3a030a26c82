"""The guide for card designers: every script in it is one that the house takes."""

import re
from pathlib import Path

import msgspec
import pytest

from parlour.games.monogwent import script as language
from parlour.games.monogwent.script.budget import STEPS, WORK
from parlour.games.monogwent.script.lexicon import lexicon
from parlour.games.monogwent.script.pictures import PICTURES
from parlour.games.monogwent.script.workshop import Example, examples

GUIDE = (Path(__file__).parents[2] / "docs" / "write-cards.md").read_text(encoding="utf-8")
SCRIPTS = re.findall(r"```script\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_a_script_of_the_guide_is_accepted(number: int) -> None:
    report = language.check(SCRIPTS[number])
    assert report.ok, report.show()
    assert language.explain(SCRIPTS[number])


def test_the_guide_has_scripts() -> None:
    assert len(SCRIPTS) >= 4


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_of_the_workshop_is_accepted_and_its_cards_can_be_tried(example: Example) -> None:
    report = language.check(example.text)
    assert report.ok and not report.warnings, report.show()
    for card in language.book_of(example.text).cards:
        trial = language.try_card(example.text, card.name)
        assert not any(" stopped: " in line for line in trial.log), trial.log


def test_every_word_of_the_language_is_explained_once_in_its_place() -> None:
    places = [(word.kind, word.within, word.word) for word in lexicon()]
    assert len(places) == len(set(places))
    assert all(word.help.endswith((".", "?")) for word in lexicon()), [w for w in lexicon() if not w.help]


def test_the_test_table_of_the_guide_can_be_set() -> None:
    [text] = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    board = msgspec.json.decode(text, type=language.Board)
    assert set(msgspec.json.decode(text)) == set(language.Board.__struct_fields__), "every key is shown"
    [script] = [one for one in SCRIPTS if "Late Rider" in one]
    trial = language.try_card(script, "Late Rider", board)
    assert [card.card for card in trial.after[0].field] == ["Thistle Pikes", "Silver 5", "Late Rider"]
    keys = re.findall(r"^\| `(\w+)` \|", GUIDE.partition("## The test table")[2], re.MULTILINE)
    assert {*keys, "type", "printed", "faction"} == set(language.BoardCard.__struct_fields__)


def test_the_guide_tells_the_budget_and_the_pictures_as_they_are() -> None:
    assert f"**{STEPS:,} steps**".replace(",", " ") in GUIDE
    assert f"**{WORK:,} operations**".replace(",", " ") in GUIDE
    listed = GUIDE.partition("They are\n\n")[2].partition("\n\n")[0]
    assert listed.rstrip(".").replace("\n", " ").split(", ") == list(PICTURES)


def test_what_the_guide_says_of_a_weather_is_printed_on_it() -> None:
    [script] = [one for one in SCRIPTS if "Salt Mist" in one]
    [mist] = [card for card in language.book_of(script).cards if card.name == "Salt Mist"]
    assert mist.text in " ".join(GUIDE.split())
