"""The real thing, in a real terminal of 80 by 24."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from tests.patience import patience

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A command inside tmux, on its own server."""

    def __init__(self, socket: str, words: list[str], data: str, width: int = 80, height: int = 24) -> None:
        self.tmux = ["tmux", "-S", socket, "-f", os.devnull]
        environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PARLOUR_DATA": data}
        environment |= {"COLUMNS": str(width), "LINES": str(height)}  # as the test itself may have others
        settings = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
        size = ["-x", str(width), "-y", str(height)]
        command = [sys.executable, "-m", "parlour", *words]
        subprocess.run([*self.tmux, "new-session", "-d", *size, *settings, *command], check=True)
        subprocess.run([*self.tmux, "set-option", "remain-on-exit", "on"], check=True)

    def type(self, text: str) -> None:
        subprocess.run([*self.tmux, "send-keys", "-l", text], check=True)
        self.press("Enter")

    def press(self, key: str) -> None:
        subprocess.run([*self.tmux, "send-keys", key], check=True)

    def screen(self) -> str:
        return subprocess.run([*self.tmux, "capture-pane", "-p"], check=True, capture_output=True, text=True).stdout

    def wait_for(self, text: str) -> str:
        until = time.monotonic() + patience()
        while text not in (screen := self.screen()):
            assert time.monotonic() < until, screen
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmp_path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*words: str, size: tuple[int, int] = (80, 24)) -> Terminal:
        opened.append(Terminal(str(tmp_path / f"tmux{len(opened)}"), list(words), str(tmp_path / "house"), *size))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_a_game_on_a_small_screen(terminal):
    room = terminal("play", "connect-four", "--seats", "you,random", "--seed", "5")
    room.wait_for("Press Enter to begin.")
    room.type("")
    screen = room.wait_for("Your move:")
    assert screen.count("╭") == screen.count("╰") == 1
    assert "X is You" in screen
    assert "move 1" in screen  # the heading is still on the screen: nothing ran over its upper edge
    assert "No threats on the board yet." in screen
    for ply in (3, 5, 7):
        room.type("4")
        room.wait_for(f"move {ply}")
    room.wait_for("You can complete four in column 4.")
    room.type("4")
    assert "You win with four in a row." in room.wait_for("parlour replay")


def test_two_people_and_a_curtain(terminal):
    room = terminal("play", "kata-tcg", "--preset", "full", "--seats", "you,you", "--seed", "4")
    assert "Hand:" not in room.wait_for("press Enter")
    room.type("")
    screen = room.wait_for("Hand:")
    assert "Kata TCG, move 1" in screen
    room.wait_for("End the turn")
    room.type("end")
    assert "Hand:" not in room.wait_for("press Enter")


def test_a_thinking_house_shows_it_and_can_be_interrupted(terminal):
    room = terminal("play", "connect-four", "--seats", "search:ms=60000,you")
    room.wait_for("Press Enter to begin.")
    room.type("")
    room.wait_for("is thinking")
    room.press("C-c")
    room.wait_for("parlour play --resume")


def test_the_menu_leads_to_a_game(terminal):
    room = terminal("menu")
    room.wait_for("What shall we play?")
    room.type("connect")
    room.wait_for("Who do you play against?")
    room.type("easy")
    room.wait_for("Press Enter to begin.")
    room.type("")
    room.wait_for("Your move:")
    room.type("quit")
    room.wait_for("parlour play --resume")


def test_a_newcomer_on_turn_5_is_told_why(terminal):
    """The first four turns passed, for nothing could be played; a small screen has no room for all of their lines."""
    room = terminal("play", "kata-tcg", "--preset", "classic", "--seats", "you,easy", "--seed", "23")
    room.wait_for("Press Enter to begin.")
    room.type("")
    screen = room.wait_for("Your move:")
    assert "Turn 5. You to act." in screen
    assert "You have nothing to play with 2 mana, so the turn passes." in screen
    assert "Turn 5: you." in screen
    assert "more: type `log` to see them" in screen


def test_the_lot_is_a_map_where_it_fits(terminal):
    room = terminal("play", "deadwood", "--seats", "you,random", "--seed", "4", size=(120, 40))
    room.wait_for("Press Enter to begin.")
    room.type("")
    screen = room.wait_for("Your move:")
    assert "CASTING OFFICE ──" in screen
    assert "Deadwood, move 1" in screen
    small = terminal("play", "deadwood", "--seats", "you,random", "--seed", "4")
    small.wait_for("Press Enter to begin.")
    small.type("")
    assert "Type `map` for the whole lot." in small.wait_for("Your move:")
    small.type("Map")
    assert "CASTING OFFICE ──" in small.wait_for("At Casting Office: rank 2: $4 or 5 credits")
