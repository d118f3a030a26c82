"""`parlour deck pool`, and refusals that name the deck."""

import json

import pytest

from parlour.games.kata_tcg.pool import POOL


def found(parlour, *words: str) -> list[str]:
    said = parlour("deck", "pool", *words, "--json")
    assert said.code == 0, said.err
    return [card["id"] for card in json.loads(said.out)]


def test_the_whole_pool_is_shown(parlour):
    assert found(parlour) == [card.id for card in POOL]
    said = parlour("deck", "pool")
    assert "62 cards of 62" in said.out
    for card in POOL:
        assert f"\n{card.id} " in said.out
    assert "old-dragon           9    1  minion             attack 7, minion 11/10" in said.out


def test_filters_combine(parlour):
    assert found(parlour, "--mode", "draw", "--mode", "attack") == ["map-seller", "courier-owl"]
    assert found(parlour, "--group", "Minion", "--cost", "2-3") == [
        "hedge-knight",
        "glass-duelist",
        "wolf-runner",
        "stone-porter",
    ]
    assert found(parlour, "--cost", "9+") == ["comet-call", "old-dragon"]
    assert len(found(parlour, "--preset", "classic")) == 9
    assert found(parlour, "DRAGON") == ["old-dragon"]
    costs = [POOL[card].cost for card in found(parlour, "--sort", "cost")]
    assert costs == sorted(costs)


def test_a_few_cards_are_shown_with_their_texts(parlour):
    assert f"Old Dragon: {POOL['old-dragon'].text}" in parlour("deck", "pool", "dragon").out
    assert "No card fits" in parlour("deck", "pool", "submarine").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--mode", "fly"], "There is no mode 'fly'; there are: attack, heal, summon, draw."),
        (["--group", "birds"], "There is no group 'birds'; there are: all-round"),
        (["--cost", "cheap"], "Write a cost as 3, 2-4 or 5+, not 'cheap'."),
        (["--sort", "colour"], "Cards can be sorted by pool, cost, name, not by 'colour'."),
        (["--preset", "huge"], "Kata TCG has no preset 'huge'"),
    ],
)
def test_a_filter_that_does_not_exist_is_refused(parlour, words, sentence):
    said = parlour("deck", "pool", *words)
    said.refused()
    assert sentence in said.err


def test_a_refused_deck_is_named(parlour):
    parlour("deck", "new", "Rainy Day", "--copy", "archive")
    said = parlour("play", "kata-tcg", "--preset", "classic", "--deck", "motley", "--deck", "rainy-day")
    said.refused()
    assert said.err.startswith("The deck Motley cannot be played without the option custom_cards, because of ")
    said = parlour("play", "kata-tcg", "--option", "custom_cards=yes", "--deck", "motley", "--deck", "rainy-day")
    said.refused()
    assert "The deck Rainy Day cannot be played without the option drawers, because of" in said.err
    assert "--option drawers=yes" in said.err


def test_a_deck_that_is_already_there_can_be_overwritten(parlour):
    parlour("deck", "new", "Mine", "--copy", "motley")
    said = parlour("deck", "new", "Mine", "--copy", "archive")
    said.refused()
    assert "There is already a deck called Mine" in said.err
    assert "--overwrite" in said.err
    assert parlour("deck", "new", "Mine", "--copy", "archive", "--overwrite").code == 0
