"""Find the move in the browser: right, wrong, the next one; with keys and on a phone."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sit, no_sideways_scroll, serious_violations, settle

from parlour.games import HOUSE, find
from parlour.lab.puzzles.book import Puzzle, read, shipped

FOUR = find("connect-four")


def puzzle_on(page: Page, after: Puzzle | None = None) -> Puzzle:
    """The puzzle that the page shows, another than the one before."""
    page.wait_for_url(lambda url: "puzzle=" in url and (after is None or not url.endswith(after.id)))
    return shipped(FOUR)[page.url.rpartition("puzzle=")[2]]


def columns(puzzle: Puzzle, right: bool) -> list[int]:
    position = read(FOUR, puzzle)
    moves = [move for move in position.moves if (move in position.solutions) == right]
    return [FOUR.moves.values(move)[0] for move in moves]


def drop(page: Page, column: int) -> None:
    page.locator(".column").nth(column).click()


def test_a_right_answer_and_then_a_wrong_one(newcomer: Sit) -> None:
    page = newcomer("/puzzles/connect-four")
    first = puzzle_on(page)
    expect(page.locator("aside")).to_contain_text("Your first try counts.")
    drop(page, columns(first, right=True)[0])
    expect(page.locator("aside h2")).to_have_text("Right!")
    expect(page.locator("aside")).to_contain_text(first.line[0])
    expect(page.locator("aside dl")).to_contain_text("1 of 1")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("aside h2")).to_have_text("Find the move")
    second = puzzle_on(page, after=first)
    drop(page, columns(second, right=False)[0])
    expect(page.locator("aside h2")).to_have_text("Not the best")
    expect(page.locator("aside")).to_contain_text(f"Far better: {second.line[0]}")
    expect(page.locator("aside dl")).to_contain_text("1 of 2")
    expect(page.locator(".column.open")).to_have_count(0)  # one try is all


def test_puzzles_are_solved_with_keys_alone(newcomer: Sit) -> None:
    page = newcomer("/puzzles/connect-four")
    first = puzzle_on(page)
    column = columns(first, right=True)[0]
    page.locator(".column").nth(column).focus()
    page.keyboard.press("Enter")
    expect(page.locator("aside h2")).to_have_text("Right!")
    page.keyboard.press("n")
    expect(page.locator("aside h2")).to_have_text("Find the move")
    puzzle_on(page, after=first)


def test_a_puzzle_on_a_phone(newcomer: Sit) -> None:
    page = newcomer("/puzzles/connect-four", size=PHONE)
    puzzle = puzzle_on(page)
    drop(page, columns(puzzle, right=False)[0])
    expect(page.locator("aside h2")).to_have_text("Not the best")
    expect(page.get_by_role("button", name="Next")).to_be_in_viewport()
    settle(page)
    assert no_sideways_scroll(page)
    assert not serious_violations(page)


def test_the_lobby_leads_to_the_puzzles_of_every_game(newcomer: Sit) -> None:
    page = newcomer("/")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator("main li")).to_have_count(len([name for name in HOUSE if shipped(find(name))]))
    page.get_by_role("link", name="Lobby").click()
    for name in HOUSE:
        game = find(name)
        page.get_by_role("link", name=f"Puzzles of {game.title}").click()
        expect(page.locator("aside h2")).to_have_text("Find the move")
        expect(page.locator(".trouble")).to_have_count(0)  # its own board shows the position
        expect(page.locator("div.drawn")).not_to_be_empty()
        page.go_back()


def test_a_link_leads_to_a_certain_puzzle(newcomer: Sit) -> None:
    puzzle = next(iter(shipped(FOUR).values()))
    page = newcomer(f"/puzzles/connect-four?puzzle={puzzle.id}", size=DESKTOP)
    assert puzzle_on(page) == puzzle
    expect(page.locator("aside")).to_contain_text(str(puzzle.rating))


def test_a_move_of_several_parts_is_answered_by_its_kind(newcomer: Sit) -> None:
    """Gardening War asks what to do in a round: going to plant is the answer, not where."""
    garden = find("gardening-war")
    puzzle = next(each for each in shipped(garden).values() if each.solutions[0].get("action") == "plant")
    page = newcomer(f"/puzzles/gardening-war?puzzle={puzzle.id}")
    page.get_by_role("button", name=re.compile("^Plant")).click()
    expect(page.locator("aside h2")).to_have_text("Right!")
