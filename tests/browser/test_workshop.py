"""The card workshop in the browser: from a mistake to a replay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.breadth import only_long
from tests.browser.conftest import PHONE, Sit, complaints, no_sideways_scroll, serious_violations, table_id
from tests.browser.test_monogwent import click_first_glowing, lay_table, my_turn
from tests.patience import patience_ms

PATIENT = patience_ms(20)
WRONG = """effect {
    Name: "Kindle",
    Params: { Amount: Number },
    Action: (targets, context) => {
        for unit in targets {
            unit.Power += amount;
        }
    }
}
card {
    Type: "Gold", Name: "Lamplighter Maud", Faction: "Neutral", Power: 7, Range: ["Melee", "Ranged"],
    OnActivation: [
        {
            Effect: { Name: "Kindle", Amount: 2 },
            Selector: { Source: "field", Predicate: (unit) => unit.Type == "Silver" }
        }
    ]
}
"""


def open_workshop(newcomer: Sit, **how: Any) -> Page:
    page = newcomer("/workshop", **how)
    page.context.set_default_timeout(PATIENT)
    expect(page.locator(".cm-content")).to_be_visible(timeout=PATIENT)
    return page


def write(page: Page, text: str) -> None:
    """Put a whole text into the editor, as pasting does: nothing is auto-completed on the way."""
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def standing(page: Page, words: str) -> None:
    expect(page.locator(".code .stat").first).to_have_text(words, timeout=PATIENT)


def test_a_script_is_written_mended_tried_saved_played_and_replayed(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, WRONG)
    standing(page, "1 error")
    expect(page.locator(".cm-lintRange-error")).to_have_text("amount", timeout=PATIENT)
    problems = page.get_by_role("region", name="Problems")
    expect(problems).to_contain_text('unknown variable "amount"')
    expect(problems).to_contain_text("line 6, column 27")
    expect(page.get_by_role("button", name="Use at a table")).to_be_disabled()

    problems.get_by_role("button", name="Write Amount").click()
    standing(page, "1 card")
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)
    card = page.get_by_role("region", name="The card")
    expect(card).to_contain_text("gains 2 power")
    expect(card).to_contain_text("1 in every deck")

    table = page.get_by_role("region", name="Test table")
    expect(table.locator(".steps")).to_contain_text("Thistle Pikes: power 2 to 4", timeout=PATIENT)
    expect(table.locator(".sum").first).to_have_text(re.compile(r"14\s*→\s*25"))

    page.get_by_label("The script’s name").fill("Maud")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Scripts").get_by_role("button", name="Maud", exact=True)).to_be_visible()

    page.get_by_role("button", name="Use at a table").click()
    dialog = page.get_by_role("dialog", name="New table")
    expect(dialog.get_by_label("Workshop script")).to_have_value("mine:Maud", timeout=PATIENT)
    expect(dialog).to_contain_text("Adds Lamplighter Maud")
    dialog.get_by_role("radiogroup", name="Level").wait_for()
    dialog.get_by_label("Other house players").select_option("random")
    dialog.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")

    page.get_by_role("button", name="This game uses a card script: read it").click()
    reader = page.get_by_role("dialog", name="The script of this table")
    expect(reader).to_contain_text("Lamplighter Maud", timeout=PATIENT)
    expect(reader.locator("pre")).to_contain_text("unit.Power += Amount;")
    reader.get_by_role("contentinfo").or_(reader.locator("footer")).get_by_role("button", name="Close").click()
    clicks = 0
    while my_turn(page):
        click_first_glowing(page)
        clicks += 1
        assert clicks < 400
    page.goto(f"/replay/{table_id(page)}")
    expect(page.locator(".log, [class*=log]").first).to_be_attached()
    expect(page.get_by_text("This game is played with a card script.").first).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="This game uses a card script: read it").click()
    expect(page.get_by_role("dialog")).to_contain_text("Lamplighter Maud", timeout=PATIENT)


def test_the_editor_completes_words_and_explains_them(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, WRONG.replace("amount;", "Amount;"))
    standing(page, "1 card")
    page.locator(".cm-line", has_text="unit.Power").click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("context.Ha")
    offers = page.locator(".cm-tooltip-autocomplete")
    expect(offers).to_contain_text("HandOfPlayer", timeout=PATIENT)
    expect(page.locator(".cm-completionInfo")).to_contain_text("Your hand.")
    page.keyboard.press("Escape")
    page.locator(".cm-line", has_text="Selector:").locator("span", has_text=re.compile("^Source$")).hover()
    expect(page.locator(".script-help")).to_contain_text("Where to look for cards", timeout=PATIENT)


def test_a_table_is_set_up_by_hand(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, WRONG.replace("amount;", "Amount;"))
    standing(page, "1 card")
    table = page.get_by_role("region", name="Test table")
    expect(table.locator(".steps")).to_contain_text("Thistle Pikes", timeout=PATIENT)
    table.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog", name="Set up the table")
    dialog.get_by_role("button", name="Clear", exact=True).click()
    dialog.get_by_label("Printed power").fill("4")
    dialog.get_by_role("button", name="Put Silver 4 into Your side, Siege").click()
    dialog.get_by_role("button", name="Silver 4 in Your side, Siege: one more").click()
    dialog.get_by_role("button", name="Boost for Your side, Siege").click()
    dialog.get_by_role("button", name="Done").click()
    expect(table.locator(".steps")).to_contain_text("Silver 4: power 5 to 7", timeout=PATIENT)
    expect(table.locator(".sum").first).to_have_text(re.compile(r"6\s*→\s*15"))


def test_a_link_shows_a_script_to_somebody_else(newcomer: Sit) -> None:
    ann = open_workshop(newcomer, permissions=["clipboard-read", "clipboard-write"])
    write(ann, WRONG.replace("amount;", "Amount;").replace("Maud", "Shared"))
    standing(ann, "1 card")
    ann.get_by_label("The script’s name").fill("To share")
    with ann.expect_response(lambda answer: answer.request.method == "PUT") as saved:
        ann.get_by_role("button", name="Share link").click()
    hash = saved.value.json()["hash"]
    expect(ann.get_by_role("button", name=re.compile("^Link copied"))).to_be_visible()
    assert ann.evaluate("navigator.clipboard.readText()").endswith(f"/workshop/{hash}")
    ben = newcomer(f"/workshop/{hash}")
    expect(ben.locator(".cm-content")).to_contain_text("Lamplighter Shared", timeout=PATIENT)
    expect(ben.locator(".code")).to_contain_text("save it to keep a copy")


def test_the_balance_is_measured_with_a_chart(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, WRONG.replace("amount;", "Amount;"))
    standing(page, "1 card")
    balance = page.get_by_role("region", name="Balance")
    balance.get_by_label("How many games").select_option("4")
    balance.get_by_role("button", name="Measure").click()
    expect(balance.locator("progress").or_(balance.locator("svg .dot").first)).to_be_visible()
    expect(balance.get_by_role("img", name=re.compile("Share of points by deck: Hedge Court"))).to_be_visible(
        timeout=3 * PATIENT
    )
    expect(balance.locator(".dot")).to_have_count(4)


NAMES = """card { Type: "Weather", Name: "Breakwater Thunderstorm", Faction: "Neutral", Range: ["Melee", "Siege"] }
card { Type: "Silver", Name: "Lighthousekeeper Ottoline", Faction: "Neutral", Power: 3, Range: ["Siege"],
    Description: "Up all night.", Image: "lighthouse" }
"""
#: Words in card names that are broken across lines.
BROKEN_WORDS = """() => [...document.querySelectorAll('.card .name, .mini .name span')].flatMap((name) => {
    const text = name.firstChild;
    const words = [...text.data.matchAll(/\\S+/g)];
    return words.filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(([word]) => word);
})"""
#: Parts of the page that overlap, or are too small for their contents.
CROWDED = """() => {
    const parts = [...document.querySelectorAll('main section.panel')].filter((part) => part.offsetParent);
    const seen = (part) => {  // a part in a column that scrolls is seen as far as the column goes
        const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
        const column = part.closest('.right')?.getBoundingClientRect();
        return { left, right, top, bottom: column ? Math.min(bottom, column.bottom) : bottom, width, height };
    };
    const boxes = parts.map((part) => [part.ariaLabel, seen(part)]);
    const apart = (one, other) => one.right <= other.left || other.right <= one.left
        || one.bottom <= other.top || other.bottom <= one.top;
    return boxes.flatMap(([name, box], at) => [
        ...(box.height < 150 || box.width < 150 ? [`${name} is ${box.width} x ${box.height}`] : []),
        ...boxes.slice(at + 1).filter(([, other]) => !apart(box, other)).map(([other]) => `${name} over ${other}`),
    ]);
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (910, 700)], ids=lambda size: str(size[0]))
def test_every_part_of_the_workshop_has_its_place(newcomer: Sit, size: tuple[int, int]) -> None:
    page = open_workshop(newcomer, size={"width": size[0], "height": size[1]})
    write(page, NAMES)
    standing(page, "2 cards")
    expect(page.get_by_role("region", name="Test table").locator(".mini").first).to_be_visible()
    expect(page.get_by_role("region", name="The card")).to_contain_text("Up all night.")
    assert complaints(page, lambda: list(page.evaluate(CROWDED))) == []
    assert complaints(page, lambda: list(page.evaluate(BROKEN_WORDS))) == []
    assert no_sideways_scroll(page)
    write(page, WRONG)
    standing(page, "1 error")
    expect(page.get_by_text('unknown variable "amount"').locator("visible=true").first).to_be_visible()
    assert complaints(page, lambda: list(page.evaluate(CROWDED))) == []
    assert serious_violations(page) == []


def test_pictures_and_choices_are_completed(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, NAMES.replace('"lighthouse"', '"lighthuose"'))
    expect(page.locator(".code .stat.w")).to_have_text("1 warning")
    problems = page.get_by_role("region", name="Problems")
    expect(problems).to_contain_text('unknown picture "lighthuose"')
    problems.get_by_role("button", name='Write "lighthouse"').click()
    expect(page.locator(".code .stat.w")).to_have_count(0)
    page.locator(".cm-line", has_text="Image:").click()
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ControlOrMeta+Backspace")
    page.keyboard.type("wolf")
    offers = page.locator(".cm-tooltip-autocomplete")
    expect(offers).to_contain_text("wolf-head")
    expect(page.locator(".cm-completionInfo svg")).to_be_visible()


def test_the_workshop_on_a_phone(newcomer: Sit) -> None:
    page = open_workshop(newcomer, size=PHONE, has_touch=True)
    page.get_by_role("tab", name="Scripts").click()
    page.get_by_label("Open an example").select_option("5")
    standing(page, "10 cards")
    assert no_sideways_scroll(page)
    for name, words in {"Card": "In words.", "Table": "Steps", "Balance": "Measure", "Scripts": "New script"}.items():
        page.get_by_role("tab", name=name).click()
        expect(page.locator("section.shown")).to_contain_text(words, timeout=PATIENT)
        assert no_sideways_scroll(page)
    assert serious_violations(page) == []
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Set up").click()
    assert no_sideways_scroll(page)
    assert serious_violations(page) == []


def test_nothing_serious_for_those_who_cannot_see_the_workshop(newcomer: Sit) -> None:
    page = open_workshop(newcomer)
    write(page, WRONG)
    standing(page, "1 error")
    assert serious_violations(page) == []
    page.get_by_role("button", name=re.compile("^Theme")).click()
    assert serious_violations(page) == []


@only_long  # `test_by_keyboard_a_card_is_played_taken_back_and_the_round_passed` needs a few turns
def test_a_whole_game_by_keyboard(newcomer: Sit) -> None:
    """Arrows and Enter play cards, right Shift uses the leader, Tab and Enter pass."""
    page = newcomer()
    lay_table(page, ["me", "random"])
    page.locator(".mulligan .done").press("Enter")
    led = False
    for turn in range(60):
        if not my_turn(page):
            break
        page.wait_for_selector(".hand .can, .pass.can, section[aria-labelledby=result]")
        if page.locator(".my-plate .leader.can").count() and not led:
            led = True
            page.keyboard.press("ShiftRight")
            expect(page.locator(".my-plate .leader.used")).to_be_visible()
        elif turn % 4 == 3 or not page.locator(".hand .can").count():
            page.keyboard.press("Tab")
            page.wait_for_selector(".pass:focus, section[aria-labelledby=result]")
            page.keyboard.press("Enter")
        else:
            before = page.locator(".hand .held").count()
            page.keyboard.press("ArrowRight")
            page.locator(".hand .can").first.focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(".held.chosen")
            page.wait_for_selector(".lane.can .whole:focus, .unit.can:focus, .clear.can:focus")
            page.keyboard.press("Enter")
            page.wait_for_function(
                "before => document.querySelectorAll('.hand .held').length !== before"
                " || !document.querySelector('.held.chosen')",
                arg=before,
                polling=100,
            )
    expect(page.locator("#result")).to_be_visible()
