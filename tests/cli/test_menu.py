"""`parlour menu`: names and numbers, options, seats and decks."""

import re
from pathlib import Path

from parlour.core.record import load


def begun(tmp_path: Path):
    """The record of the one match that the menu led to."""
    [path] = (tmp_path / "house" / "matches").glob("*.json")
    return load(path)


def test_a_game_is_chosen_by_its_name_in_any_case(parlour, tmp_path):
    said = parlour("menu", typed="Connect-Four\nEASY\n4\nq\n")
    assert said.code == 0, said.err
    assert begun(tmp_path).seats == ["you", "easy"]


def test_an_unknown_name_is_asked_again_with_all_names(parlour, tmp_path):
    said = parlour("menu", typed="chess\nfour\n9\nmedium\nq\n")
    assert "'chess' is not a choice: type a number from 1 to 6, or a name: Kata TCG, Battle Farm" in said.out
    assert "Connect Four has no player '9'" in said.out
    assert begun(tmp_path).game == "connect-four"


def test_seats_options_and_presets_are_offered(parlour, tmp_path):
    typed = "battle-farm\nshort\n3\neasy,random\nfresh market\nno\nmax_rounds=9\n\nq\n"
    said = parlour("menu", typed=typed)
    assert said.code == 0, said.err
    assert re.search(r"4 +Fresh market +yes\. If nobody takes a card from the market for a whole round", said.out)
    assert re.search(r"2 +short +Win limit 90", said.out)
    record = begun(tmp_path)
    assert record.seats == ["you", "easy", "random"]
    assert record.options == {"classes": [], "win_limit": 90, "max_rounds": 9, "fresh_market": False}


def test_a_bad_option_is_refused_and_asked_again(parlour, tmp_path):
    said = parlour("menu", typed="farm\n\n2\nrandom\nwin_limit=5000\nwin_limit=70\n\nq\n")
    assert "option win_limit: expected a whole number of at most 999" in said.out
    assert begun(tmp_path).options["win_limit"] == 70


def test_decks_are_offered_if_the_game_allows_them(parlour, tmp_path):
    parlour("deck", "new", "Mine", "--copy", "motley")
    said = parlour("menu", typed="kata-tcg\nfull\nrandom\n\nmine\nember\nq\n")
    assert said.code == 0, said.err
    assert "Your deck?" in said.out
    decks = begun(tmp_path).options["decks"]
    assert sum(decks[0].values()) == 20
    assert decks[1] == "emberline"


def test_without_deck_building_nobody_is_asked_for_a_deck(parlour, tmp_path):
    said = parlour("menu", typed="kata-tcg\nclassic\nrandom\n\nq\n")
    assert "Your deck?" not in said.out
    assert begun(tmp_path).options["decks"] == []


def test_a_list_of_the_wrong_length_is_refused(parlour, tmp_path):
    said = parlour("menu", typed="deadwood\n\n4\neasy,hard\nrandom\n\nq\n")
    assert "You have 3 opponents, but there are 2 in the list." in said.out
    assert begun(tmp_path).seats == ["you", "random", "random", "random"]


def test_q_leaves_at_every_question(parlour, tmp_path):
    for typed in (
        "q\n",
        "farm\nQ\n",
        "farm\n\nq\n",
        "farm\n\n2\nquit\n",
        "farm\n\n2\neasy\nq\n",
        "farm\n\n2\neasy\n2\nq\n",
    ):
        assert parlour("menu", typed=typed).code == 0
    assert not (tmp_path / "house" / "matches").exists()
