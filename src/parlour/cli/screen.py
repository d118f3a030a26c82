"""How things look in a terminal: colour and frames for people, plain lines for pipes."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status
    from rich.text import Text

SEAT_STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold red", "bold blue", "bold white", "cyan")
_WIDEST = 96  # longer lines are hard to read
_GAP = 3
_ENDLESS = 1000
_AROUND = 5  # lines of a scene besides log, table and list: the heading, the frame, the prompt, a blank line
_LEAST_LOG = 3

Group = tuple[str, Sequence[tuple[int, str]]]  # a heading, and the numbered entries under it
Drawing = Callable[[int, int], str]  # draws something into this many columns and lines


def console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False, markup=False)


def is_interactive() -> bool:
    """Whether a person both types and reads."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    notable: bool = False  # to be kept even if there is little room


class Screen:
    """What a person at the table sees. Everything is plain text, never markup."""

    def __init__(self, names: Sequence[str]) -> None:
        self.console = console()
        self.names = list(names)
        self.interactive = is_interactive()
        self.plain = not self.console.is_terminal
        self.status: Status | None = None

    @property
    def width(self) -> int:
        return min(self.console.width, _WIDEST)

    @property
    def height(self) -> int:
        """Lines that a person can see at once; a pipe has no limit."""
        return self.console.height if self.interactive else _ENDLESS

    def line(self, text: str = "", style: str = "") -> None:
        if self.plain:
            print(text)
        else:
            from rich.padding import Padding

            self.console.print(Padding(self.paint(text, style), (0, 1)), width=self.width)

    def title(self, text: str) -> None:
        if self.plain:
            print(f"\n== {text} ==")
            return
        from rich.rule import Rule

        self.console.print(Rule(self.paint(text, "bold"), style="dim"), width=self.width)

    def frame(self, text: str, title: str = "", style: str = "dim") -> None:
        """A text in a frame; long lines are wrapped and indented. A title that is too long goes inside."""
        if title and text.startswith(title):
            title = ""
        if self.plain:
            print((f"\n{title}\n" if title else "") + text)
            return
        from rich.panel import Panel

        if len(title) > self.width - 6:
            title, text = "", f"{title}\n{text}"
        body = self.paint("\n".join(self.fold(text)))
        heading = self.paint(title, "bold") if title else None
        self.console.print(Panel(body, title=heading, title_align="left", border_style=style, width=self.width))

    def long_frame(self, text: str, title: str) -> None:
        """A frame that goes through a pager if it is longer than the screen."""
        if not self.interactive or len(self.fold(text)) + 4 <= self.height:
            self.frame(text, title)
            return
        import os

        os.environ.setdefault("LESS", "-FRX")
        with self.console.pager(styles=True):
            self.frame(text, title)

    def fold(self, text: str) -> list[str]:
        """The lines of a text as a frame shows them."""
        room = self.width - 4
        lines: list[str] = []
        for line in text.splitlines():
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            lines += [line] if len(line) <= room else textwrap.wrap(line, room, subsequent_indent=indent)
        return lines

    def scene(
        self, title: str, log: Sequence[LogLine], draw: Drawing, owner: str, means: str, choices: Sequence[Group]
    ) -> None:
        """Everything for one decision, on a fresh screen; a small one gets less log and no blank lines.

        What the position means stands in the frame of the table, or above it, or nowhere if there is no room.
        """
        self.clear()
        self.title(title)
        listed = sum(len(list(_columns([said for _, said in entries], self.width - 14))) for _, entries in choices)
        lines = self.height - listed - _AROUND
        table = draw(self.width - 4, lines - min(len(log), _LEAST_LOG))
        if lines - len(self.fold(table)) < len(log):
            table = "\n".join(line for line in table.splitlines() if line.strip())
        left = lines - len(self.fold(table))
        heading = ": ".join(filter(None, [owner, means]))
        if len(heading) > self.width - 6 and not self.plain:
            left -= len(self.fold(heading))
            if left < min(len(log), _LEAST_LOG):
                left, heading = left + len(self.fold(heading)), owner
        self.log(log, max(_LEAST_LOG, left))
        self.frame(table, heading)
        self.choices(choices)

    def log(self, told: Sequence[LogLine], most: int = 0) -> None:
        """What happened, in at most `most` lines (0: all)."""
        shown = told
        if most and len(told) > most:
            shown = _most_telling(told, most - 1)
            self.line(f"… {len(told) - len(shown)} more: type `log` to see them", "dim")
        for line in shown:
            self.line(f"{'-' if self.plain else '·'} {line.text}")

    def choices(self, groups: Sequence[Group]) -> None:
        """A numbered list in groups, each next to its heading and in as many columns as fit."""
        margin = max((len(heading) for heading, _ in groups), default=0) + 1 if len(groups) > 1 else 0
        for heading, entries in groups:
            numbered = [f"{number:>2}  {entry}" for number, entry in entries]
            label = heading if margin else ""
            for row in numbered if self.plain else _columns(numbered, self.width - 2 - margin):
                self.line(f"{label:<{margin}}{row}")
                label = ""

    def command(self, text: str) -> None:
        """A command to copy, never wrapped."""
        if self.plain:
            print(f"  {text}")
        else:
            self.console.print(self.paint(f"   {text}", "bold"), soft_wrap=True)

    def paint(self, text: str, style: str = "") -> Text:
        """Names in the colours of their seats, numbers bright, empty places dim."""
        from rich.text import Text

        painted = Text(text, style=style)
        if not style:
            painted.highlight_regex(r"(?<![\w-])\d+(?:/\d+)?(?![\w-])", "bold")
            painted.highlight_regex(r"·", "dim")
            for seat, mark in enumerate("XO"):  # the usual marks of the first two seats on a board
                painted.highlight_regex(rf"(?<!\S){mark}(?!\S)", SEAT_STYLES[seat])
        for seat, name in enumerate(self.names):
            painted.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", SEAT_STYLES[seat % len(SEAT_STYLES)])
        return painted

    def clear(self) -> None:
        """Empty the screen, leaving nothing to scroll back to."""
        if self.interactive:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    def think(self, name: str) -> None:
        """Show a spinner while a computer player thinks, until `rest`."""
        if self.interactive:
            self.status = self.console.status(f"{name} is thinking …")
            self.status.start()
            self.status.update(spinner="dots")  # draws it at once, before the thinking takes the whole processor

    def rest(self) -> None:
        if self.status is not None:
            self.status.stop()
            self.status = None

    def ask(self, prompt: str) -> str:
        """A line from the person; EOFError if the input has ended."""
        if self.interactive:
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (line editing and history for `input`)
        answer = input(f"{prompt} ")
        if not self.interactive:
            print(answer)
        return "".join(c for c in answer if c.isprintable()).strip()

    def pages(self, markdown: str) -> None:
        """A long text: through a pager for a person, unchanged for a pipe."""
        if self.plain:
            print(markdown)
            return
        import os

        from rich.markdown import Markdown

        os.environ.setdefault("LESS", "-FRX")  # keep the colours, and no pager for what fits on the screen
        text = Markdown(markdown)
        if self.interactive:
            with self.console.pager(styles=True):
                self.console.print(text, width=self.width)
        else:
            self.console.print(text, width=self.width)


def _most_telling(told: Sequence[LogLine], most: int) -> list[LogLine]:
    """At most `most` lines in order: the last two, then the notable ones, then the latest of the rest."""
    last = len(told) - 2
    order = sorted(range(len(told)), key=lambda n: (n < last, not told[n].notable, -n))
    return [told[n] for n in sorted(order[:most])]


def _columns(entries: Sequence[str], width: int) -> Iterator[str]:
    """The entries, read down, then across; long ones are wrapped and indented."""
    widest = max(len(entry) for entry in entries)
    across = max(1, (width + _GAP) // (widest + _GAP))
    if across == 1 or len(entries) < 4:
        for entry in entries:
            yield from textwrap.wrap(entry, width, subsequent_indent="    ", drop_whitespace=False)
        return
    down = -(-len(entries) // across)
    for row in range(down):
        yield (" " * _GAP).join(entry.ljust(widest) for entry in entries[row::down]).rstrip()


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table: the first column to the left, all others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]).rstrip()
        for row in rows
    ]
