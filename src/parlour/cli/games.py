"""`parlour games` and `parlour rules`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.cli.shared_options import Json, Name

if TYPE_CHECKING:
    from parlour.core.game import AnyGame


def games(as_json: Json = False) -> None:
    """List the games with their seats, presets and options."""
    from parlour.api import games as all_games
    from parlour.cli.screen import Screen

    found = all_games()
    if as_json:
        import json

        print(json.dumps([_facts(game) for game in found], ensure_ascii=False, indent=1))
        return
    screen = Screen([])
    for game in found:
        if screen.plain:
            print(f"\n{game.name}: {_headline(game)}\n{_body(game)}")
        else:
            screen.frame(f"{_headline(game)}\n{_body(game)}", game.name)
    screen.line()
    screen.line("Play one with `parlour play NAME`; read its rules with `parlour rules NAME`.")


def rules(name: Name) -> None:
    """Show the rules of a game.

    \b
    Example:
      parlour rules connect-four
    """
    from parlour.cli.screen import Screen
    from parlour.games import find

    Screen([]).pages(find(name).rules())


def _headline(game: AnyGame) -> str:
    low, high = game.seats[0], game.seats[-1]
    seats = f"{low}" if low == high else f"{low} to {high}"
    return f"{game.title}: {game.tagline} {seats} players, about {game.minutes} minutes."


def _body(game: AnyGame) -> str:
    import textwrap

    lines = []
    if game.presets:
        lines.append(f"presets  {', '.join(game.presets)}")
    options = _options(game)
    for i, option in enumerate(options):
        default = "" if option["default"] is None else f" ({_word(option['default'])})"
        about = f": {option['about']}" if option["about"] else ""
        first = "options  " if i == 0 else " " * 9
        lines += textwrap.wrap(f"{first}{option['name']}{default}{about}", 74, subsequent_indent=" " * 11)
    return "\n".join(lines) if lines else "no options"


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if value != [] else "none"


def _facts(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "tagline": game.tagline,
        "minutes": game.minutes,
        "version": game.version,
        "seats": list(game.seats),
        "presets": {name: dict(settings) for name, settings in game.presets.items()},
        "options": _options(game),
    }


def _options(game: AnyGame) -> list[dict[str, Any]]:
    import msgspec

    schema = msgspec.json.schema(game.Options)
    described = schema.get("$defs", {}).get(game.Options.__name__, schema).get("properties", {})
    return [
        {"name": name, "default": about.get("default"), "about": about.get("description", "")}
        for name, about in described.items()
    ]
