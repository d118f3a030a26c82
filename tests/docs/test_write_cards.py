"""The guide for card designers: every script in it is one that the house takes."""

import re
from pathlib import Path

import pytest

from parlour.games.monogwent import script as language
from parlour.games.monogwent.script.lexicon import lexicon
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
    for card in language.compile(example.text).cards:
        trial = language.try_card(example.text, card.name)
        assert not any(" stopped: " in line for line in trial.log), trial.log


def test_every_word_of_the_language_is_explained_once_in_its_place() -> None:
    places = [(word.kind, word.within, word.word) for word in lexicon()]
    assert len(places) == len(set(places))
    assert all(word.help.endswith((".", "?")) for word in lexicon()), [w for w in lexicon() if not w.help]
