"""`parlour menu`: choose a game, its options, a deck and opponents in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.screen import Screen
    from parlour.core.game import AnyGame

OPPONENTS = {
    "easy": "makes mistakes, and lets you make some",
    "medium": "pays attention",
    "hard": "thinks ahead, and slips up now and then",
    "expert": "takes its time and gives nothing away",
    "master": "uses five seconds a turn and the whole machine",
    "a friend": "next to you, at this keyboard",
}
LEAVE = ("q", "quit", "exit")
_LOOK_BACK = 20  # how many match files to search for an unfinished one


class Entry(NamedTuple):
    """A line of a list: its name, what it means, and other names it answers to."""

    name: str
    what: str = ""
    others: tuple[str, ...] = ()


def welcome() -> None:
    """Ask what to play, then play it."""
    from parlour.api import games
    from parlour.cli.play import play
    from parlour.cli.screen import Screen

    screen = Screen([])
    try:
        screen.clear()
        screen.title("Welcome to the Parlour")
        unfinished = _unfinished()
        found = games()
        entries = [Entry(game.title, game.tagline, (game.name,)) for game in found]
        if unfinished is not None:
            entries.append(Entry("Go on", f"with the {unfinished[1]} match you left", ("resume",)))
        choice = ask(screen, "What shall we play?", entries)
        if unfinished is not None and choice == len(found):
            play(resume=str(unfinished[0]))
            return
        game = found[choice]
        preset = _ask_preset(screen, game)
        seats = _ask_seats(screen, game)
        options = _ask_options(screen, game, preset)
        extra = _ask_more(screen, game, preset, options)
        play(game.name, seats=",".join(seats), preset=preset, option=options, extra=extra)
    except EOFError:
        raise typer.Exit from None


# --- the questions ---


def _ask_preset(screen: Screen, game: AnyGame) -> str | None:
    if not game.presets:
        return None
    names = list(game.presets)
    usual = names.index(game.quick) if game.quick in names else 0
    return names[ask(screen, "Which preset?", [Entry(name, _changes(game, name)) for name in names], usual)]


def _changes(game: AnyGame, preset: str) -> str:
    """What a preset sets, by the titles of the options."""
    titles = {option.name: option.title for option in _settable(game)}
    said = []
    for name, value in game.presets[preset].items():
        title = titles.get(name, name.replace("_", " "))
        said.append(title if value is True else f"{title} {_shown(value)}")
    return ", ".join(said) if said else "the standard rules"


def _ask_seats(screen: Screen, game: AnyGame) -> list[str]:
    """The seat words: you and your opponents. A list of words gives each seat its own player."""
    from parlour.bots.seat_words import known_words
    from parlour.cli.arguments import YOU
    from parlour.core.errors import Refused

    count = game.default_seats
    if len(game.seats) > 1:
        numbers = list(game.seats)
        count = numbers[_ask_number(screen, "How many players, counting you?", numbers, numbers.index(count))]
    others = count - 1
    entries = [Entry(word, what, (YOU,) if word == "a friend" else ()) for word, what in OPPONENTS.items()]
    unlisted = tuple(word for word in known_words(game) if word not in OPPONENTS)
    hint = f"There are also {', '.join(unlisted)}."
    if others > 1:
        hint += f" For different opponents, list {others}: easy,hard{',medium' * (others - 2)}."
    question = "Who do you play against?" + ("" if others == 1 else f" One answer is for all {others} opponents.")
    words = list(OPPONENTS)
    while True:
        answer = _choose(screen, question, entries, words.index("medium"), hint)
        if isinstance(answer, int):
            return [YOU, *[YOU if words[answer] == "a friend" else words[answer]] * others]
        try:
            return _read_others(game, str(answer), others)
        except Refused as refusal:
            screen.line(refusal.text, "yellow")


def _read_others(game: AnyGame, text: str, others: int) -> list[str]:
    """The seat words as typed: one for all opponents, or one for each."""
    from parlour.cli.arguments import YOU, read_seats
    from parlour.core.errors import Refused

    words = [word.strip() for word in text.split(",")]
    words = words * others if len(words) == 1 else words
    if len(words) != others:
        raise Refused(f"You have {others} opponents, but there are {len(words)} in the list.", "bad-seats")
    words = [YOU if word.lower() in ("a friend", "friend", YOU) else word for word in words]
    return [seat.text for seat in read_seats(game, ",".join([YOU, *words]))]


class Option(NamedTuple):
    """An option that can be set in the menu."""

    name: str
    title: str
    description: str


def _settable(game: AnyGame) -> list[Option]:
    """The options that are a yes or no, a number or one of a few words; lots and scripts come from files."""
    import msgspec

    schema: Any = msgspec.json.schema(game.Options)
    fields = schema["$defs"][game.Options.__name__].get("properties", {})
    found = []
    for name, field in fields.items():
        kinds = [field, *field.get("anyOf", []), field.get("items", {})]
        if any("enum" in kind or kind.get("type") in ("boolean", "integer") for kind in kinds):
            found.append(Option(name, field.get("title", name), field.get("description", "")))
    return found


def _ask_options(screen: Screen, game: AnyGame, preset: str | None) -> list[str]:
    """Ask until the person presses Enter; returns `name=value` for each option they changed."""
    from parlour.cli.arguments import read_options
    from parlour.core.errors import Refused

    options = _settable(game)
    chosen: dict[str, str] = {}
    while options:
        now = read_options(game, preset, [f"{name}={value}" for name, value in chosen.items()])
        entries = [
            Entry(option.title, f"{_shown(getattr(now, option.name))}. {option.description}", (option.name,))
            for option in options
        ]
        hint = f"Choose one to change it, or set it directly: {options[-1].name}=…"
        answer = _choose(screen, "Options: press Enter to keep them.", entries, None, hint)
        if answer is None:
            break
        if isinstance(answer, int):
            name, value = (
                options[answer].name,
                screen.ask(f" {options[answer].title}, {_wanted(game, options[answer].name)}:"),
            )
        else:
            name, _, value = (part.strip() for part in answer.partition("="))
        if value.lower() in LEAVE:
            raise typer.Exit
        try:
            read_options(game, preset, [*(f"{n}={v}" for n, v in chosen.items()), f"{name}={value}"])
            chosen[name] = value
        except Refused as refusal:
            screen.line(refusal.text, "yellow")
    return [f"{name}={value}" for name, value in chosen.items()]


def _wanted(game: AnyGame, name: str) -> str:
    """The values an option can have, for the prompt."""
    from parlour.core.game import choices

    value = getattr(game.read_options(), name)
    words = choices(game.Options, name)
    if isinstance(value, list):
        return f"separated by commas ({words})" if words else "separated by commas"
    return words or ("yes or no" if isinstance(value, bool) else "a number")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none chosen"
    return "default" if value is None else str(value)


def _ask_more(screen: Screen, game: AnyGame, preset: str | None, options: Sequence[str]) -> dict[str, Any]:
    """Ask this game's own questions, such as for decks; returns options of `play`."""
    from parlour.cli.arguments import read_options
    from parlour.cli.rooms import rooms

    ask_in_menu = getattr(rooms().get(game.name), "ask_in_menu", None)
    return {} if ask_in_menu is None else ask_in_menu(screen, read_options(game, preset, options))


# --- asking ---


def ask(screen: Screen, question: str, entries: Sequence[Entry], default: int = 0) -> int:
    """The index of the chosen entry; Enter takes the default, q quits."""
    while True:
        answer = _choose(screen, question, entries, default)
        if isinstance(answer, int):
            return answer
        names = ", ".join(entry.name for entry in entries)
        screen.line(
            f"{answer!r} is not a choice: type a number from 1 to {len(entries)}, or a name: {names}.", "yellow"
        )


def _ask_number(screen: Screen, question: str, numbers: Sequence[int], default: int) -> int:
    """The index of the chosen number in a range."""
    screen.line()
    screen.line(question, "bold")
    while True:
        answer = screen.ask(f" {numbers[0]} to {numbers[-1]} (Enter for {numbers[default]}, q to quit):").lower()
        if answer in LEAVE:
            raise typer.Exit
        if not answer:
            return default
        if answer in map(str, numbers):
            return [str(number) for number in numbers].index(answer)
        screen.line(f"Please type a number from {numbers[0]} to {numbers[-1]}.", "yellow")


def _choose(
    screen: Screen, question: str, entries: Sequence[Entry], default: int | None, hint: str = ""
) -> int | str | None:
    """The index of the entry with the typed number or name, else what was typed, or the default for Enter."""
    screen.line()
    screen.line(question, "bold")
    widest = max(len(entry.name) for entry in entries)
    for number, entry in enumerate(entries, 1):
        head = f"{number:>3}  {entry.name:<{widest}}  "
        room = max(20, screen.width - len(head) - 2)
        for row in [entry.what] if screen.plain else textwrap.wrap(entry.what, room) or [""]:
            screen.line(f"{head}{row}".rstrip())
            head = " " * len(head)
    if hint:
        screen.line(hint, "dim")
    enter = "Enter to go on" if default is None else f"Enter for {entries[default].name}"
    answer = screen.ask(f" A number or a name ({enter}, q to quit):")
    if answer.lower() in LEAVE:
        raise typer.Exit
    if not answer:
        return default
    if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(entries):
        return int(answer) - 1
    return _named(answer, entries)


def _named(typed: str, entries: Sequence[Entry]) -> int | str:
    """The index of the only entry with this name, or whose name starts with it or contains it; else what was typed."""
    wanted = typed.lower()
    names = [[name.lower() for name in (entry.name, *entry.others)] for entry in entries]
    for found in (
        [index for index, called in enumerate(names) if wanted in called],
        [index for index, called in enumerate(names) if any(name.startswith(wanted) for name in called)],
        [index for index, called in enumerate(names) if any(wanted in name for name in called)],
    ):
        if len(found) == 1:
            return found[0]
    return typed


def _unfinished() -> tuple[Path, str] | None:
    """The file of a person's latest unfinished match, and its game's title."""
    from parlour.cli.arguments import YOU
    from parlour.cli.paths import matches_folder
    from parlour.core.errors import Refused
    from parlour.core.record import load
    from parlour.games import find

    try:
        paths = sorted(matches_folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in paths[:_LOOK_BACK]:
        try:
            rec = load(path)
            if rec.result is None and rec.moves and YOU in rec.seats:
                return path, find(rec.game).title
        except Refused:
            continue
    return None
