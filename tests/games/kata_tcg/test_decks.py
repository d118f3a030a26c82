"""Section 5 of the rules: ready-made decks, deck files, their errors, and the workshop (S61 to S69)."""

import os
import string
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.kata_tcg import decks
from parlour.games.kata_tcg.decks import (
    READY,
    Deck,
    DeckErrors,
    add_card,
    check_eligible,
    copy_deck,
    deck_folder,
    default_deck,
    delete_deck,
    file_name,
    find_deck,
    format_deck,
    list_decks,
    list_pool,
    load_deck,
    load_deck_file,
    parse_deck,
    playable_cards,
    remove_card,
    renamed,
    save_deck,
    validate_deck,
)
from parlour.games.kata_tcg.pool import POOL, plain

CLASSIC = {"healing": False, "minions": False, "drawers": False, "custom_cards": False}
FULL = dict.fromkeys(CLASSIC, True)

FIFTEEN = {"jab": 3, "cut": 4, "slash": 4, "lunge": 4}
LEGAL = {**FIFTEEN, "strike": 4, "dud": 1}


def deck_text(cards=None, head='format = 1\nname = "Mine"\n'):
    lines = "".join(f"{card} = {copies}\n" for card, copies in (LEGAL if cards is None else cards).items())
    return f"{head}\n[cards]\n{lines}"


def wrong(text):
    """The errors of a deck file's text; each names the file."""
    with pytest.raises(DeckErrors) as refused:
        parse_deck(text, "mine.toml")
    assert all(line.startswith("mine.toml: ") for line in str(refused.value).splitlines())
    assert refused.value.code == refused.value.errors[0].code
    return refused.value.errors


def codes(text):
    return [error.code for error in wrong(text)]


def refused_code(call, *arguments, **more):
    with pytest.raises(DeckErrors) as refused:
        call(*arguments, **more)
    return refused.value.code


# --- ready-made decks ---


def test_there_are_eight_ready_made_decks_and_all_are_valid():
    assert list(READY) == [
        "basic",
        "basic-drawers",
        "motley",
        "motley-drawers",
        "emberline",
        "shieldwall",
        "infirmary",
        "archive",
    ]
    for key, deck in READY.items():
        assert validate_deck(deck) == []
        assert deck.size == 20
        assert file_name(deck.name) == f"{key}.toml"
        assert deck.notes
        assert list(deck.cards) == [card.id for card in POOL if card.id in deck.cards]


@pytest.mark.parametrize("key", ["basic", "basic-drawers"])
def test_the_basic_decks_have_the_costs_of_the_document(key):
    costs = [POOL[number].cost for number in READY[key].numbers()]
    assert sorted(costs) == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8]


def test_the_heal_values_of_basic_add_up_to_69():
    assert sum(POOL[number].heal for number in READY["basic"].numbers()) == 69


def test_ready_made_decks_need_the_options_that_the_rules_name():
    def needed(deck):
        return {option for error in check_eligible(deck, **CLASSIC) for option in error.options}

    assert {key: needed(deck) for key, deck in READY.items()} == {
        "basic": set(),
        "basic-drawers": {"drawers"},
        "motley": {"custom_cards"},
        "motley-drawers": {"custom_cards", "drawers"},
        "emberline": {"custom_cards"},
        "shieldwall": {"custom_cards"},
        "infirmary": {"custom_cards"},
        "archive": {"custom_cards", "drawers"},
    }
    assert all(check_eligible(deck, **FULL) == [] for deck in READY.values())


@pytest.mark.parametrize("drawers", [False, True])
@pytest.mark.parametrize("custom_cards", [False, True])
@pytest.mark.parametrize("others", [False, True])
def test_the_default_deck_is_eligible_under_its_own_options(drawers, custom_cards, others):
    deck = READY[default_deck(drawers, custom_cards)]
    assert check_eligible(deck, healing=others, minions=others, drawers=drawers, custom_cards=custom_cards) == []


def test_default_deck_of_a_combination():
    assert default_deck(drawers=False, custom_cards=False) == "basic"
    assert default_deck(drawers=True, custom_cards=False) == "basic-drawers"
    assert default_deck(drawers=False, custom_cards=True) == "motley"
    assert default_deck(drawers=True, custom_cards=True) == "motley-drawers"


def test_numbers_are_in_pool_order_with_copies_side_by_side():
    assert READY["basic"].numbers() == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8]


# --- scenarios ---


def test_s61_load_save_under_a_new_name_load_gives_equal_decks_and_bytes(tmp_path):
    (tmp_path / "mine.toml").write_text(deck_text())
    first = load_deck("Mine", tmp_path)
    path = save_deck(renamed(first, "Also Mine"), tmp_path)
    assert path.name == "also-mine.toml"
    second = load_deck("Also Mine", tmp_path)
    assert renamed(second, "Mine") == first
    before = path.read_bytes()
    save_deck(second, tmp_path, overwrite=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("total", [19, 21])
def test_s62_wrong_size_gives_the_total(total):
    [error] = wrong(deck_text({**LEGAL, "dud": total - 19} if total > 19 else {**FIFTEEN, "strike": 4}))
    assert (error.code, error.count) == ("wrong-size", total)
    assert str(total) in error.message


def test_s63_over_limit_names_both_numbers():
    [error] = wrong(deck_text({**FIFTEEN, "strike": 5}))
    assert (error.code, error.card, error.count, error.limit) == ("over-limit", "strike", 5, 4)
    assert all(word in error.message for word in ("strike", "5", "4"))


def test_s64_unknown_card_suggests_the_nearest_and_counts_and_bad_count_counts_as_nothing():
    cards = {"jab": 4, "cut": 4, "slash": 4, "lunge": 4, "stryke": 4, "dud": 0}
    unknown, bad = wrong(deck_text(cards))
    assert (unknown.code, unknown.card, unknown.suggestion) == ("unknown-card", "stryke", "strike")
    assert "strike" in unknown.message
    assert (bad.code, bad.card) == ("bad-count", "dud")


def test_s65_emberline_needs_custom_cards():
    errors = check_eligible(READY["emberline"], **{**FULL, "custom_cards": False})
    assert [error.card for error in errors] == list(READY["emberline"].cards)
    assert all(not plain(POOL[error.card]) for error in errors)
    assert all(error.code == "not-eligible" and "custom_cards" in error.message for error in errors)
    assert refused_code(playable_cards, READY["emberline"], **{**FULL, "custom_cards": False}) == "not-eligible"


def test_s66_archive_needs_drawers_but_its_hybrids_do_not():
    errors = check_eligible(READY["archive"], **{**FULL, "drawers": False})
    assert [error.card for error in errors] == ["quick-errand", "gossip-ring", "oracles-debt"]
    assert all(error.options == ("drawers",) and "drawers" in error.message for error in errors)


def test_s67_a_name_never_reaches_outside_the_folder(tmp_path):
    folder = tmp_path / "a" / "b"
    assert save_deck(Deck("../../x", "", LEGAL), folder) == folder / "x.toml"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [folder / "x.toml"]
    assert load_deck("../../x", folder).name == "../../x"


def test_s68_a_name_without_letters_gives_no_file_name(tmp_path):
    assert refused_code(save_deck, Deck("!!!", "", LEGAL), tmp_path) == "bad-name"
    assert list(tmp_path.iterdir()) == []


def test_s69_an_existing_file_is_not_replaced_unless_asked(tmp_path):
    path = save_deck(Deck("Mine", "old", LEGAL), tmp_path)
    before = path.read_bytes()
    assert refused_code(save_deck, Deck("Mine", "new", LEGAL), tmp_path) == "exists"
    assert path.read_bytes() == before
    save_deck(Deck("Mine", "new", LEGAL), tmp_path, overwrite=True)
    assert load_deck("mine", tmp_path).notes == "new"
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


# --- errors of a file, in the order of the table ---


def test_not_found(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    assert refused_code(load_deck, "nobody", tmp_path) == "not-found"
    assert refused_code(load_deck, "folder", tmp_path) == "not-found"
    assert refused_code(load_deck_file, tmp_path / "nobody.toml") == "not-found"
    assert refused_code(load_deck, "mine", tmp_path / "no" / "where") == "not-found"


def test_unreadable_over_64_kib(tmp_path):
    text = deck_text()
    filling = 64 * 1024 - len(text) - 2
    (tmp_path / "just.toml").write_text(text + "#" + "x" * filling + "\n")
    (tmp_path / "over.toml").write_text(text + "#" + "x" * (filling + 1) + "\n")
    assert load_deck("just", tmp_path).size == 20
    assert refused_code(load_deck, "over", tmp_path) == "unreadable"
    assert codes("#" * (64 * 1024 + 1)) == ["unreadable"]


def test_unreadable_when_not_utf8(tmp_path):
    (tmp_path / "latin.toml").write_bytes('name = "Käse"'.encode("latin-1"))
    assert refused_code(load_deck, "latin", tmp_path) == "unreadable"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_without_permission(tmp_path):
    path = save_deck(Deck("Mine", "", LEGAL), tmp_path)
    path.chmod(0)
    assert refused_code(load_deck, "mine", tmp_path) == "unreadable"


def test_unreadable_without_permission_as_the_system_says_it(tmp_path, monkeypatch):
    path = save_deck(Deck("Mine", "", LEGAL), tmp_path)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(decks.Path, "open", refuse)
    with pytest.raises(DeckErrors, match=r"mine\.toml: .*Permission denied") as refused:
        load_deck_file(path)
    assert refused.value.code == "unreadable"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_unreadable_pipe_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    assert refused_code(load_deck, "pipe", tmp_path) == "unreadable"


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xef\xbb\xbf" + deck_text().encode())
    assert load_deck("mine", tmp_path).name == "Mine"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("format = 1\nname = Mine\n", 2, 8),
        ("format = 1\nname", 2, 5),
        ('format = 1\nname = "Mine"\n[cards]\njab = 1\njab = 2\n', 5, 8),
        ("x = " + "[" * 5000, 1, 5004),
        ("\nx = " + "9" * 5000, 2, 5),
        ("\n" + "a." * 9000 + "a = 1", 2, 1),
    ],
)
def test_bad_syntax_carries_line_and_column(text, line, column):
    [error] = wrong(text)
    assert (error.code, error.line, error.column) == ("bad-syntax", line, column)
    assert f"line {line}, column {column}" in error.message


@pytest.mark.parametrize("key", ["format", "name"])
def test_missing_key(key):
    head = {"format": "format = 1\n", "name": 'name = "Mine"\n'}
    [error] = wrong(deck_text(head="".join(text for k, text in head.items() if k != key)))
    assert error.code == "missing-key"
    assert key in error.message


def test_missing_cards_is_not_also_a_wrong_size():
    [error] = wrong('format = 1\nname = "Mine"\n')
    assert error.code == "missing-key"
    assert "cards" in error.message


def test_an_empty_file_misses_all_three():
    assert codes("") == ["missing-key"] * 3


def test_unknown_key():
    [error] = wrong(deck_text(head='format = 1\nname = "Mine"\nauthor = "me"\n'))
    assert error.code == "unknown-key"
    assert "author" in error.message


@pytest.mark.parametrize("value", ["2", "0", "1.0", "true", '"1"', "[1]"])
def test_bad_format(value):
    assert codes(deck_text(head=f'format = {value}\nname = "Mine"\n')) == ["bad-format"]


@pytest.mark.parametrize(
    "value",
    ["7", '""', '"   "', '"' + "x" * 41 + '"', r'"a\nb"', r'"a\tb"', r'"a\u0000"', r'"a\u2028b"', '"!!!"', '"é"'],
)
def test_bad_name(value):
    assert codes(deck_text(head=f"format = 1\nname = {value}\n")) == ["bad-name"]


def test_a_name_is_trimmed_and_may_have_40_characters():
    assert parse_deck(deck_text(head=f'format = 1\nname = "  {"x" * 40}  "\n')).name == "x" * 40


@pytest.mark.parametrize("value", ["7", '["a"]', '"' + "x" * 501 + '"'])
def test_bad_notes(value):
    assert codes(deck_text(head=f'format = 1\nname = "Mine"\nnotes = {value}\n')) == ["bad-notes"]


def test_notes_may_have_500_characters():
    assert len(parse_deck(deck_text(head=f'format = 1\nname = "Mine"\nnotes = "{"x" * 500}"\n')).notes) == 500


@pytest.mark.parametrize("value", ["3", '"jab"', '["jab"]'])
def test_bad_cards_is_not_also_a_wrong_size(value):
    assert codes(f'format = 1\nname = "Mine"\ncards = {value}\n') == ["bad-cards"]


def test_unknown_card_without_a_near_one_suggests_nothing():
    [error] = wrong(deck_text({**FIFTEEN, "strike": 4, "zzzzqqq": 1}))
    assert (error.code, error.suggestion) == ("unknown-card", None)


@pytest.mark.parametrize(
    "count", ["0", "-1", "1.0", "1.5", '"1"', "true", "false", "[1]", "{a = 1}", "1979-05-27", "nan"]
)
def test_bad_count(count):
    [error] = wrong(deck_text({**FIFTEEN, "strike": 4, "smash": 1, "dud": count}))
    assert (error.code, error.card) == ("bad-count", "dud")


def test_a_monstrous_number_is_only_over_the_limit():
    assert codes(deck_text({"strike": "0x" + "f" * 6000})) == ["over-limit", "wrong-size"]


def test_an_unknown_card_with_a_bad_count_is_both():
    assert codes(deck_text({**LEGAL, "stryke": 0})) == ["unknown-card", "bad-count"]


def test_all_errors_of_a_file_are_shown_together():
    text = deck_text({"strike": 5, "stryke": 1, "dud": 0}, head='format = 2\nname = ""\nnotes = 3\ncolour = 1\n')
    expected = ["unknown-key", "bad-format", "bad-name", "bad-notes"]
    assert codes(text) == [*expected, "over-limit", "unknown-card", "bad-count", "wrong-size"]


def test_not_eligible_comes_together_with_validity_at_game_start():
    with pytest.raises(DeckErrors) as refused:
        playable_cards(Deck("Mine", "", {"ember-dart": 4}), **CLASSIC)
    assert refused.value.codes == ["over-limit", "wrong-size", "not-eligible"]


def test_a_fitting_deck_comes_as_twenty_numbers():
    assert playable_cards(READY["basic"], **CLASSIC) == READY["basic"].numbers()


def test_r47_a_deck_that_an_option_forbids_still_loads_and_saves(tmp_path):
    save_deck(READY["archive"], tmp_path)
    assert load_deck("archive", tmp_path) == READY["archive"]


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_write_failed_leaves_the_old_file_untouched(tmp_path, monkeypatch, step, overwrite):
    name = "Mine" if overwrite else "Other"
    old = save_deck(Deck("Mine", "old", LEGAL), tmp_path).read_bytes()

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, refuse)
    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(DeckErrors, match="No space left") as refused:
        save_deck(Deck(name, "new", LEGAL), tmp_path, overwrite=overwrite)
    assert refused.value.code == "write-failed"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"mine.toml": old}


def test_write_failed_when_the_folder_is_a_file(tmp_path):
    (tmp_path / "decks").write_text("not a folder")
    assert refused_code(save_deck, Deck("Mine", "", LEGAL), tmp_path / "decks") == "write-failed"


def test_saving_works_where_the_file_system_has_no_links(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)
    save_deck(Deck("Mine", "", LEGAL), tmp_path)
    assert load_deck("mine", tmp_path).size == 20


def test_a_file_that_appears_while_we_save_is_kept(tmp_path, monkeypatch):
    fsync = os.fsync

    def meanwhile(handle):
        fsync(handle)
        (tmp_path / "mine.toml").write_text("theirs")

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert refused_code(save_deck, Deck("Mine", "", LEGAL), tmp_path) == "exists"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("mine.toml", "theirs")]


def test_a_symbolic_link_is_replaced_and_never_written_through(tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("precious")
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.toml").symlink_to(outside)
    assert refused_code(save_deck, Deck("Mine", "", LEGAL), folder) == "exists"
    save_deck(Deck("Mine", "", LEGAL), folder, overwrite=True)
    assert outside.read_text() == "precious"
    assert not (folder / "mine.toml").is_symlink()


def test_only_valid_decks_are_saved(tmp_path):
    assert refused_code(save_deck, Deck("Mine", "", {"strike": 5}), tmp_path) == "over-limit"
    assert refused_code(save_deck, Deck("Mine", "\ud800", LEGAL), tmp_path) == "bad-notes"
    assert list(tmp_path.iterdir()) == []


def test_the_deck_in_the_readme_is_a_legal_one():
    readme = (files("parlour.games.kata_tcg") / "README.md").read_text("utf-8")
    example = readme.partition("```toml\n")[2].partition("```")[0]
    assert file_name(parse_deck(example).name) in readme


# --- the folder ---


def test_the_deck_folder_is_the_one_asked_for_else_parlour_data_else_the_platforms(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    assert deck_folder(tmp_path / "here") == tmp_path / "here"
    assert deck_folder() == tmp_path / "decks" / "kata-tcg"
    monkeypatch.delenv("PARLOUR_DATA")
    monkeypatch.setattr(decks.platformdirs, "user_data_dir", lambda name: str(tmp_path / "home" / name))
    assert deck_folder() == tmp_path / "home" / "parlour" / "decks" / "kata-tcg"


@pytest.mark.parametrize(
    ("name", "file"),
    [("Emberline", "emberline.toml"), ("  Ember & Ash 2 ", "ember-ash-2.toml"), ("/etc/passwd", "etc-passwd.toml")],
)
def test_the_file_is_named_after_the_deck(name, file):
    assert file_name(name) == file


def test_the_workshop_lists_valid_and_invalid_decks(tmp_path):
    save_deck(Deck("Fine", "", LEGAL), tmp_path)
    (tmp_path / "broken.toml").write_text(deck_text({"strike": 5}))
    (tmp_path / "notes.txt").write_text("no deck")
    broken, fine = list_decks(tmp_path)
    assert (broken.file, broken.valid, broken.errors[0].code) == ("broken", False, "over-limit")
    assert (fine.file, fine.name, fine.valid, fine.errors) == ("fine", "Fine", True, ())
    assert list_decks(tmp_path / "nowhere") == []


def test_a_file_named_by_hand_is_found_by_its_own_name(tmp_path):
    (tmp_path / "My Deck.toml").write_text(deck_text())
    assert load_deck("My Deck", tmp_path).name == "Mine"


def test_deleting_a_deck(tmp_path):
    save_deck(Deck("Mine", "", LEGAL), tmp_path)
    delete_deck("Mine", tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert refused_code(delete_deck, "Mine", tmp_path) == "not-found"
    (tmp_path / "dir.toml").mkdir()
    assert refused_code(delete_deck, "dir", tmp_path) == "not-found"


def test_copying_a_ready_made_deck_under_a_new_name(tmp_path):
    copy_deck("emberline", "My Fire", tmp_path)
    assert load_deck("my-fire", tmp_path) == renamed(READY["emberline"], "My Fire")
    assert refused_code(copy_deck, "amberline", "Mine", tmp_path) == "not-found"
    assert refused_code(copy_deck, "basic", "My Fire", tmp_path) == "exists"


def test_a_ready_made_deck_goes_before_a_file_of_the_same_name(tmp_path):
    save_deck(Deck("Basic", "mine", LEGAL), tmp_path)
    assert find_deck("basic", tmp_path) is READY["basic"]
    assert refused_code(find_deck, "nobody", tmp_path) == "not-found"


def test_adding_and_removing_passes_through_invalid_decks():
    deck = add_card(READY["basic"], "strike")
    assert deck.cards["strike"] == 5
    assert [error.code for error in validate_deck(deck)] == ["over-limit", "wrong-size"]
    assert remove_card(deck, "strike") == READY["basic"]
    assert "crush" not in remove_card(READY["basic"], "crush").cards
    assert READY["basic"].cards["strike"] == 4
    assert list(add_card(Deck("New", "", {"cut": 1}), "jab").cards) == ["jab", "cut"]


def test_adding_an_unknown_card_and_removing_one_that_is_not_there():
    with pytest.raises(DeckErrors, match="strike") as refused:
        add_card(READY["basic"], "stryke")
    assert refused.value.codes == ["unknown-card"]
    assert refused_code(remove_card, READY["basic"], "glance") == "bad-count"


def test_the_workshop_lists_the_eligible_part_of_the_pool():
    assert len(list_pool()) == 62
    assert [card.id for card in list_pool(**CLASSIC)] == [card.id for card in POOL if card.group == "plain"]
    assert len(list_pool(**{**CLASSIC, "drawers": True})) == 13


# --- laws ---

TEXT = st.characters(exclude_categories=["Cs"])
NAMES = st.builds(
    lambda left, letter, right: left + letter + right,
    st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=19),
    st.sampled_from(string.ascii_letters + string.digits),
    st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=20),
).map(str.strip)
CARDS = st.permutations([card.id for card in POOL for _ in range(card.limit)]).map(
    lambda copies: {card: copies[:20].count(card) for card in copies[:20]}
)
DECKS = st.builds(Deck, NAMES, st.text(TEXT, max_size=500), CARDS)


@settings(max_examples=100, deadline=None)
@given(DECKS)
def test_any_legal_deck_survives_writing_and_reading(deck):
    text = format_deck(deck)
    assert parse_deck(text) == deck
    assert format_deck(parse_deck(text)) == text
    assert len(text.encode()) <= 64 * 1024


@given(st.text(max_size=200))
def test_no_name_leads_out_of_the_folder(name):
    try:
        file = file_name(name)
    except DeckErrors as refused:
        assert refused.codes == ["bad-name"]
    else:
        assert set(file.removesuffix(".toml")) <= set(string.ascii_lowercase + string.digits + "-")


SCRAPS = [
    "format",
    "name",
    "notes",
    "[cards]",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    '"',
    "'",
    "#",
    "\\",
    "1",
    "0",
    "-",
    "e9",
    "true",
    "nan",
    "1979-05-27",
    "strike",
    "jab",
    "é",
    "\\u0000",
]
JUNK = st.lists(st.sampled_from([*SCRAPS, " ", "\n", "\r", "\x00", "\ud800", '"""', "'''"])).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), JUNK, JUNK.map(lambda junk: deck_text() + junk)))
def test_junk_never_raises_anything_but_deck_errors(text):
    try:
        deck = parse_deck(text, "junk.toml")
    except DeckErrors as refused:
        assert refused.errors
        assert all(error.message.startswith("junk.toml: ") for error in refused.errors)
    else:
        assert validate_deck(deck) == []


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300))
def test_junk_bytes_never_raise_anything_but_deck_errors(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("junk") / "junk.toml"
    path.write_bytes(content)
    with pytest.raises(DeckErrors):
        load_deck_file(path)


VALUES = st.recursive(
    st.one_of(st.integers(-3, 30), st.booleans(), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=2),
    max_leaves=3,
)


@given(st.dictionaries(st.sampled_from([card.id for card in POOL]), VALUES))
def test_a_table_of_any_values_is_judged_by_the_four_rules(cards):
    whole = {card: count for card, count in cards.items() if type(count) is int and count >= 1}
    fine = (
        whole == cards
        and all(type(count) is int for count in cards.values())
        and all(count <= POOL[card].limit for card, count in whole.items())
        and sum(whole.values()) == 20
    )
    assert (validate_deck(Deck("Mine", "", cards)) == []) == fine
