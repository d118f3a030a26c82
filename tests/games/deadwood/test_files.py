"""Section 11: XML board and card files, what is tolerated and what is refused, with file and line (D44 to D46)."""

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml, line_of

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.deadwood.board import STANDARD, Place
from parlour.games.deadwood.files import LARGEST_FILE, BadFiles, check_files, read_files, read_texts
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.options import DeadwoodOptions

BOARD = board_xml()
CARDS = cards_xml()


def numbers(board):
    """What matters for play, free of names and ids."""
    place = {area: number for number, area in enumerate(board.areas)}
    return (
        [(s.takes, [r.rank for r in s.roles]) for s in board.sets],
        [sorted(place[n] for n in near) for near in board.links],
        [(p.rank, p.dollars, p.credits) for p in board.prices],
        [(s.budget, [r.rank for r in s.roles]) for s in board.scenes],
    )


def read(board=BOARD, cards=CARDS):
    return read_texts(
        board if isinstance(board, bytes) else board.encode(), cards if isinstance(cards, bytes) else cards.encode()
    )


def plays_to_the_end(board, seats=3):
    options = DeadwoodOptions(board=board)
    match = Match(GAME, options, seats, Seed.parse("4"))
    dice = match.seed.dice("moves")
    while not match.over:
        GAME.check_laws(match.state)
        match.enter(match.mover, int(match.state.random_move(dice)))
    return match


def test_the_standard_files_need_no_warning():
    board, notes = read()
    assert notes == []
    assert numbers(board) == numbers(STANDARD)
    assert board.scenes[0].text == "Something happens."
    assert board.scenes[6].number == 7
    assert board.sets[0].place == Place(21, 69, 205, 115)


def test_neighbour_order_is_kept():
    board, _ = read()
    place = dict(zip(board.areas, STANDARD.areas, strict=True))
    assert [[place[n] for n in near] for near in board.links] == STANDARD.links


# --- tolerated: nine variants load, mean the same, and play ---


def plain():
    """D44: CRLF, no area, no line, no scene."""
    return board_xml(full=False).replace("\n", "\r\n"), cards_xml(full=False).replace("\n", "\r\n")


def byte_order_mark():
    return b"\xef\xbb\xbf" + BOARD.encode(), b"\xef\xbb\xbf" + CARDS.encode()


def extras_and_comments():
    board = BOARD.replace("<set ", '<!-- a set --><hover a="1"/><set id="7" cardX="3" ').replace(
        "<parts>", "<players/><parts>"
    )
    return board, CARDS.replace("<card ", '<hover/>\n<card id="x" ')


def blanks_around_values():
    return (
        BOARD.replace('level="', 'level=" ').replace('amt="4"', 'amt=" 4 "').replace('name="Jail"', 'name="  Jail "'),
        CARDS.replace('budget="', 'budget="  '),
    )


def aliases():
    """D45: other names for trailer and office."""
    return (
        BOARD.replace('<neighbor name="office"/>', '<neighbor name="Casting Office"/>')
        .replace('<neighbor name="trailer"/>', '<neighbor name="Trailers"/>')
        .replace("<office>", '<office name="castingOffice">'),
        CARDS,
    )


def case_and_inner_blanks():
    return BOARD.replace('<neighbor name="General Store"/>', '<neighbor name="generalstore"/>').replace(
        '<neighbor name="Main Street"/>', '<neighbor name="MAIN  STREET"></neighbor>'
    ), CARDS


def yards_as_sets():
    board = BOARD.replace("<trailer>", '<set name="Trailer">').replace("</trailer>", "</set>")
    return board.replace("<office>", '<set name="Casting Office">').replace("</office>", "</set>"), CARDS


def prices_in_any_order():
    lines = BOARD.splitlines()
    at = [n for n, line in enumerate(lines) if "<upgrade " in line]
    block = [lines[n] for n in reversed(at)]
    lines[at[0] : at[-1] + 1] = block
    return "\n".join(lines).replace('"dollar"', '"Dollars"').replace('"credit"', '"credits"'), CARDS


def parts_wrapped_and_names_repeated():
    cards = CARDS.replace("  </card>", "    </parts>\n  </card>")
    cards = cards.replace('    <scene number="', '    <parts>\n    <scene number="')
    cards = cards.replace("<parts>\n    <scene", "<scene").replace("</scene>", "</scene>\n    <parts>")
    return BOARD, cards.replace(STANDARD.scenes[1].title, STANDARD.scenes[0].title)


VARIANTS = [
    plain,
    byte_order_mark,
    extras_and_comments,
    blanks_around_values,
    aliases,
    case_and_inner_blanks,
    yards_as_sets,
    prices_in_any_order,
    parts_wrapped_and_names_repeated,
]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.__name__)
def test_d44_d45_variants_load_and_play(variant):
    board, notes = read(*variant())
    assert [str(n) for n in notes] == []
    assert numbers(board) == numbers(STANDARD)
    assert plays_to_the_end(board).over


def test_a_link_on_one_side_only_is_completed_with_a_warning():
    link = '<neighbor name="Bank"/>'
    at = BOARD.index(link)
    board, notes = read(BOARD[:at] + BOARD[at + len(link) :])
    assert numbers(board) == numbers(STANDARD)
    assert len(notes) == 1
    assert notes[0].level == "warning"
    assert "way back is added" in notes[0].text


def test_repeated_and_self_links_are_dropped_with_a_warning():
    text = BOARD.replace('<neighbor name="Jail"/>', '<neighbor name="Jail"/><neighbor name="jail"/>', 1)
    text = text.replace(
        '<set name="Jail">\n    <neighbors>', '<set name="Jail">\n    <neighbors><neighbor name="Jail"/>'
    )
    board, notes = read(text)
    assert numbers(board) == numbers(STANDARD)
    assert [n.line for n in notes] == [line_of(text, '"jail"'), line_of(text, '<neighbors><neighbor name="Jail"/>')]
    assert ["twice" in n.text or "own neighbour" in n.text for n in notes] == [True, True]


def test_oddly_numbered_takes_are_counted_with_a_warning():
    text = BOARD.replace('<take number="3"/>', '<take number="9"/>', 1)
    board, notes = read(text)
    assert numbers(board) == numbers(STANDARD)
    assert [(n.line, n.level) for n in notes] == [(line_of(text, 'number="9"'), "warning")]


def test_without_upgrades_the_standard_prices_hold():
    start, end = BOARD.index("<upgrades>"), BOARD.index("</upgrades>") + len("</upgrades>")
    board, notes = read(BOARD[:start] + BOARD[end:])
    assert numbers(board) == numbers(STANDARD)
    assert "standard prices" in notes[0].text


def test_a_missing_price_is_simply_not_offered():
    board, notes = read(BOARD.replace('<upgrade level="2" currency="dollar" amt="4"/>', ""))
    assert notes == []
    match = Match(GAME, DeadwoodOptions(board=board, start_dollars=50, start_credits=50), 2, Seed.parse("1"))
    match.state.area[0] = match.state.lot.office
    offered = [GAME.moves.to_words(int(m)) for m in match.state.moves()]
    assert "upgrade 2 dollars" not in offered
    assert "upgrade 2 credits" in offered
    assert match.why_not(0, GAME.moves.from_words("upgrade 2 dollars")).code == "not-sold"


def test_a_set_without_extras():
    start = BOARD.index("<parts>")
    board, notes = read(BOARD[:start] + BOARD[BOARD.index("</parts>") + len("</parts>") :])
    assert board.sets[0].roles == []
    assert notes == []
    assert plays_to_the_end(board).over


def test_a_bad_area_is_only_a_matter_of_drawing():
    text = BOARD.replace('x="21"', 'x="left"', 1)
    board, notes = read(text)
    assert board.sets[0].place is None
    assert [(n.line, n.level) for n in notes] == [(line_of(text, 'x="left"'), "warning")]


def test_a_short_deck_is_accepted_with_a_warning_and_reshuffled():
    cards = cards_xml().split("  <card ")
    text = "  <card ".join(cards[:13]) + "</cards>\n"
    board, notes = read(cards=text)
    assert len(board.scenes) == 12
    assert [n.level for n in notes] == ["warning"]
    match = plays_to_the_end(board)
    told = [e for ply in match.plies for e in GAME.events.show_all(ply.told, None)]
    assert [e["cards"] for e in told if e["kind"] == "reshuffled"] == [10, 10]


# --- refused, with the right line ---


def swap(text, old, new, nth=1):
    """Replace the nth occurrence."""
    assert old in text
    at = -1
    for _ in range(nth):
        at = text.index(old, at + 1)
    return text[:at] + new + text[at + len(old) :]


def without(text, start, end):
    a = text.index(start)
    return text[:a] + text[text.index(end, a) + len(end) :]


BROKEN = {
    "not well-formed": (swap(BOARD, "</takes>", "</take>"), CARDS, "board.xml", "</take>", "well-formed"),
    "wrong root": (
        BOARD.replace("<board", "<bored").replace("</board", "</bored"),
        CARDS,
        "board.xml",
        "<bored",
        "<board>",
    ),
    "doctype": (swap(BOARD, "<board", "<!DOCTYPE board>\n<board"), CARDS, "board.xml", "DOCTYPE", "DOCTYPE"),
    "entity": (
        BOARD,
        swap(CARDS, "<cards>", '<!DOCTYPE cards [\n<!ENTITY a "b">\n]>\n<cards>'),
        "cards.xml",
        "<!DOCTYPE",
        "not allowed",
    ),
    "no trailer": (without(BOARD, "<trailer>", "</trailer>"), CARDS, "board.xml", "<board", "no <trailer>"),
    "two offices": (
        swap(BOARD, "  <trailer>", "  <office/>\n  <trailer>"),
        CARDS,
        "board.xml",
        "  <office>",
        "second <office>",
    ),
    "set without name": (swap(BOARD, '<set name="Jail">', "<set>"), CARDS, "board.xml", "<set>", "no name"),
    "set name used twice": (
        swap(BOARD, '<set name="Jail">', '<set name=" BANK ">'),
        CARDS,
        "board.xml",
        '<set name="Bank">',
        "second set",
    ),
    "unknown neighbour": (
        swap(BOARD, '<neighbor name="Jail"/>', '<neighbor name="Harbour"/>'),
        CARDS,
        "board.xml",
        "Harbour",
        "Harbour",
    ),
    "too many takes": (
        swap(BOARD, "<takes>", '<takes><take number="4"/>'),
        CARDS,
        "board.xml",
        '<set name="Train Station">',
        "expected 1 to 3",
    ),
    "role level": (swap(BOARD, 'level="4"', 'level="7"'), CARDS, "board.xml", 'level="7"', "from 1 to 6"),
    "role level no number": (
        BOARD,
        swap(CARDS, 'level="3"', 'level="three"'),
        "cards.xml",
        'level="three"',
        "whole number",
    ),
    "budget": (BOARD, swap(CARDS, 'budget="4"', 'budget="1"', 2), "cards.xml", 'budget="1"', "from 2 to 6"),
    "no budget": (BOARD, swap(CARDS, ' budget="4"', ""), "cards.xml", "card_01.png", "no budget"),
    "card without roles": (
        BOARD,
        swap(CARDS, "<cards>", '<cards>\n<card name="Empty" budget="3"></card>'),
        "cards.xml",
        '"Empty"',
        "at least one role",
    ),
    "upgrade level": (
        swap(BOARD, '<upgrade level="2"', '<upgrade level="1"'),
        CARDS,
        "board.xml",
        '<upgrade level="1"',
        "2 to 6",
    ),
    "upgrade amount": (swap(BOARD, 'amt="18"', 'amt="0"'), CARDS, "board.xml", 'amt="0"', "at least 1"),
    "upgrade currency": (swap(BOARD, '"dollar"', '"doubloon"'), CARDS, "board.xml", "doubloon", "dollar or credit"),
    "upgrade twice": (
        swap(BOARD, "</upgrades>", '<upgrade level="6" currency="Credits" amt="9"/></upgrades>'),
        CARDS,
        "board.xml",
        "Credits",
        "second time",
    ),
    "fewer cards than sets": (
        BOARD,
        "  <card ".join(CARDS.split("  <card ")[:10]) + "</cards>",
        "cards.xml",
        "<cards>",
        "at least 10",
    ),
    "too deep": (swap(BOARD, "<takes>", "<a>" * 12 + "</a>" * 12 + "<takes>"), CARDS, "board.xml", "<a>", "deep"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused_with_the_right_line(name):
    board, cards, file, part, expected = BROKEN[name]
    with pytest.raises(BadFiles) as refusal:
        read(board, cards)
    text = board if file == "board.xml" else cards
    first = next(n for n in refusal.value.notes if n.level == "mistake")
    assert (first.file, first.line) == (file, line_of(text, part)), str(first)
    assert expected in first.text
    assert refusal.value.text.startswith(f"{file}, line {first.line}: ")


def test_d46_unknown_neighbour_names_the_set_and_the_neighbour():
    board = BOARD.replace('<neighbor name="Jail"/>', '<neighbor name="Harbour"/>', 1)
    with pytest.raises(BadFiles, match="'Train Station' has a neighbour 'Harbour'"):
        read(board)


def test_an_unreachable_area_is_named():
    island = """<set name="Island"><neighbors><neighbor name="Reef"/></neighbors><takes><take number="1"/></takes></set>
<set name="Reef"><neighbors><neighbor name="Island"/></neighbors><takes><take number="1"/></takes></set>
"""
    text = BOARD.replace("  <trailer>", island + "  <trailer>")
    with pytest.raises(BadFiles) as refusal:
        read(text)
    assert [(n.line, n.text.split(" ")[0]) for n in refusal.value.notes] == [
        (line_of(text, '<set name="Island">'), "'Island'"),
        (line_of(text, '<set name="Reef">'), "'Reef'"),
    ]


def test_one_set_is_not_enough():
    text = """<board>
<set name="A"><neighbors><neighbor name="trailer"/></neighbors><takes><take number="1"/></takes></set>
<trailer><neighbors><neighbor name="office"/></neighbors></trailer>
<office><neighbors/></office>
</board>"""
    with pytest.raises(BadFiles, match=r"board\.xml, line 1: the board has 1 <set>; expected at least 2"):
        read(text)


def test_all_mistakes_are_reported_at_once():
    text = BOARD.replace('level="4"', 'level="9"').replace('"dollar"', '"shell"', 1)
    with pytest.raises(BadFiles) as refusal:
        read(text, CARDS.replace('budget="6"', 'budget="60"', 1))
    assert len(refusal.value.notes) == 3 + 2 + 1 + 1  # extras, upgrades, a currency, a budget
    assert {n.file for n in refusal.value.notes} == {"board.xml", "cards.xml"}


def test_a_billion_laughs_are_not_heard():
    bomb = '<!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><cards>&b;</cards>'
    with pytest.raises(BadFiles, match="DOCTYPE"):
        read(cards=bomb)


def test_entities_without_a_declaration_are_refused():
    with pytest.raises(BadFiles, match=r"line 3: this is not well-formed XML \(undefined entity\)"):
        read(cards=CARDS.replace(STANDARD.scenes[0].title, "&x;"))


def test_huge_files_are_not_read():
    with pytest.raises(BadFiles, match="bytes"):
        read(cards=CARDS + " " * LARGEST_FILE)


@pytest.mark.parametrize(
    "junk", [b"", b"\x00", b"<", b"board", b"\xff\xfe<", b'<?xml version="1.0" encoding="klingon"?><cards/>']
)
def test_junk_is_refused_in_words(junk):
    with pytest.raises(BadFiles, match=r"cards\.xml, line 1: "):
        read(cards=junk)


# --- files on disk, and the report ---


def test_files_are_read_from_disk(tmp_path):
    (tmp_path / "b.xml").write_text(BOARD)
    (tmp_path / "c.xml").write_text(CARDS)
    board, notes = read_files(tmp_path / "b.xml", tmp_path / "c.xml")
    assert notes == []
    assert numbers(board) == numbers(STANDARD)
    with pytest.raises(Refused, match="could not be read"):
        read_files(tmp_path / "b.xml", tmp_path / "none.xml")


def test_check_explains_good_files(tmp_path):
    (tmp_path / "b.xml").write_text(BOARD)
    (tmp_path / "c.xml").write_text(CARDS)
    report = check_files([tmp_path / "c.xml", tmp_path / "b.xml"])
    assert report.good
    assert report.board is not None
    assert str(report).splitlines() == [
        f"{tmp_path}/c.xml: 40 cards with 108 roles.",
        f"{tmp_path}/b.xml: the board 'The Deadwood Lot' with 10 sets, 22 takes, 29 extras, 20 paths and 10 prices.",
        "Together they can be played.",
    ]


def test_check_explains_bad_files(tmp_path):
    (tmp_path / "b.xml").write_text(BOARD.replace('level="4"', 'level="9"', 1))
    (tmp_path / "x.xml").write_text("<html/>")
    report = check_files([tmp_path / "b.xml", tmp_path / "x.xml", tmp_path / "none.xml"])
    assert not report.good
    assert report.board is None
    assert [n.level for n in report.notes] == ["mistake"] * 3
    assert "expected <board> or <cards>" in str(report)


# --- a loaded lot in options and records ---


def test_a_loaded_board_is_checked_again_as_an_option():
    board, _ = read()
    data = GAME.read_options({"board": _plain(board)})
    assert data.board == board
    broken = _plain(board)
    broken["sets"][0]["neighbours"] = ["s02"]
    with pytest.raises(Refused, match="but not back"):
        Match(GAME, GAME.read_options({"board": broken}), 2)
    broken = _plain(board)
    broken["scenes"] = broken["scenes"][:5]
    with pytest.raises(Refused, match="10 sets need at least as many scenes"):
        Match(GAME, GAME.read_options({"board": broken}), 2)
    broken = _plain(board)
    broken["sets"][3]["takes"] = 4
    with pytest.raises(Refused, match="board"):
        GAME.read_options({"board": broken})


def _plain(board):
    import msgspec

    return msgspec.to_builtins(board)


def test_a_loaded_lot_uses_its_own_words():
    board, _ = read()
    match = Match(GAME, DeadwoodOptions(board=board), 2, Seed.parse("2"))
    words = [GAME.say_move(match.view(0), int(m), ["A", "B"], match.options) for m in match.state.moves()]
    assert words[0] == "Walk to Main Street"
    ply = match.play(0, int(match.state.moves()[0]))
    told = GAME.events.show_all(ply.told, None)
    assert GAME.say_event(told[0], ["A", "B"], None, match.options) == "A walks to Main Street."
