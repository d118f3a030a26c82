"""A move that nobody has seen and that told nothing can be taken back; whoever wishes is asked before a final one."""

from playwright.sync_api import expect
from tests.browser.conftest import Sit
from tests.browser.walk import create_table

#: Attacks for this page's guest, and ends turns, until the last move can be taken back.
REACH = """async table => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/tables/${table}`);
    const send = message => socket.send(JSON.stringify(message));
    const token = localStorage.getItem('parlour.guest');
    const reached = await new Promise(done => {
        socket.onopen = () => send({type: 'sit', token, seat: 0, words: true});
        socket.onmessage = async ({data}) => {
            const said = JSON.parse(typeof data === 'string' ? data : await data.text());
            if (said.type === 'over') return done(false);
            if (said.type !== 'turn') return;
            if (said.back) return done(true);
            const move = said.moves.find(({kind}) => kind === 'attack') ?? said.moves.at(-1);
            send({type: 'move', ply: said.ply, move});
        };
    });
    socket.close();
    return reached;
}"""


def test_a_move_is_taken_back_with_one_click_and_final_ones_are_asked_about(newcomer: Sit) -> None:
    page = newcomer("/settings")
    page.get_by_label("Ask before final moves").check()
    reached = False
    while not reached:  # a game may be over before
        table = create_table(page, "kata-tcg", ["me", "random"], listed=False, undo=True)
        reached = page.evaluate(REACH, table)
    page.goto(f"/table/{table}")
    back = page.get_by_role("button", name="Take back your last move")
    back.wait_for()
    attacked = page.get_by_text("You attack with").count()
    back.click()
    expect(back).to_have_count(0)
    expect(page.get_by_text("You attack with")).to_have_count(attacked - 1)
    page.get_by_role("tab", name="Seats").click()
    expect(page.get_by_text("1 move taken back")).to_be_visible()
    end = page.get_by_role("button", name="End turn")
    end.click()
    page.get_by_role("dialog", name="Sure?").get_by_role("button", name="Not yet").click()
    expect(page.locator(".turn")).to_contain_text("Your turn")
    end.click()
    sure = page.get_by_role("dialog", name="Sure?")
    expect(sure).to_contain_text("can’t be taken back")
    sure.get_by_role("button", name="Do it").click()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_text("You end the turn.").last).to_be_visible()
