"""Commands that belong to one game, and the options it adds to `play`, `simulate`, `match` and `serve`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import typer

from parlour.cli.setup import Setup, setup_parameters
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.games import find, names, room

HOOKS = ("add_options", "add_settings")
Extra = Mapping[str, Any]  # options that only some games take, by parameter name


@cache
def rooms() -> dict[str, ModuleType]:
    """By the name of the game. Those that fail to load are left out; `parlour doctor` says why."""
    found = {}
    for name in names():
        try:
            if (commands := load(name)) is not None:
                found[name] = commands
        except Refused:
            continue
    return found


def load(name: str) -> ModuleType | None:
    """The commands module of a game, if it has one; refused if it cannot be used."""
    commands = room(name, "commands")
    if commands is not None:
        own = getattr(commands, "COMMANDS", {})
        if not isinstance(own, dict) or not all(callable(command) for command in own.values()):
            raise Refused(f"COMMANDS of the game {name!r} must be a dictionary of functions or Typer groups.")
        for hook in HOOKS:
            try:
                _options_of(commands, hook)
            except Exception as error:  # its annotations may be anything
                raise Refused(f"The function {hook} of the game {name!r} cannot be used: {error}.") from error
    return commands


def add_commands(app: typer.Typer) -> None:
    """Add every game's commands; a game cannot replace one of the house's."""
    taken = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    for commands in rooms().values():
        for name, command in getattr(commands, "COMMANDS", {}).items():
            if name in taken:
                continue
            taken.add(name)
            if isinstance(command, typer.Typer):
                app.add_typer(command, name=name)
            else:
                app.command(name)(command)


def _options_of(commands: ModuleType, hook: str) -> dict[str, inspect.Parameter]:
    """The options that a hook of a game takes: its keyword-only parameters."""
    if not hasattr(commands, hook):
        return {}
    found = inspect.signature(getattr(commands, hook), eval_str=True).parameters.values()
    return {parameter.name: parameter for parameter in found if parameter.kind is inspect.Parameter.KEYWORD_ONLY}


def takes_extra(command: Callable[..., None], hook: str = "add_options") -> Callable[..., None]:
    """The command with the options that all games take by this hook; it gets those that were given as `extra`.

    Those of its `setup`, if it has one, are options as well.
    """
    options: dict[str, inspect.Parameter] = {}
    for commands in rooms().values():
        options |= {name: option for name, option in _options_of(commands, hook).items() if name not in options}
    wanted = inspect.signature(command, eval_str=True).parameters
    own: dict[str, inspect.Parameter] = {}
    for name, parameter in wanted.items():
        own |= setup_parameters() if name == "setup" else {} if name == "extra" else {name: parameter}
    parameters = own | {name: option for name, option in options.items() if name not in own}

    def run(**given: Any) -> None:
        extra = {name: value for name, value in given.items() if name not in own and value}
        kept = {name: value for name, value in given.items() if name in wanted}
        if "setup" in wanted:
            kept["setup"] = Setup(**{name: given[name] for name in Setup._fields})
        command(**kept, extra=extra)

    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
    return run


def flags(extra: Extra) -> list[str]:
    return [f"--{name.replace('_', '-')}" for name in extra]


def add_extra(game: AnyGame, given: dict[str, Any], preset: str | None, extra: Extra, must: bool) -> None:
    """Let a game turn its own flags into options; flags of other games are refused.

    Where what is wrong must stop the command, a game without such flags may still look at the options.
    """
    if not extra:
        check = getattr(rooms().get(game.name), "check_options", None)
        if must and check is not None:
            check(given)
        return
    owners = {name: _options_of(commands, "add_options") for name, commands in rooms().items()}
    for option in extra:
        if option not in owners.get(game.name, {}):
            [flag] = flags({option: None})
            whose = [find(name).title for name, options in owners.items() if option in options]
            raise Refused(f"{game.title} has no {flag}; it is for {listed(whose)}.", "bad-option")
    rooms()[game.name].add_options(given, preset, must, **extra)


def add_settings(settings: dict[str, Any], extra: Extra) -> list[str]:
    """Let each game turn its own options of `serve` into settings; returns what to print once the house is open."""
    notices = []
    for commands in rooms().values():
        own = {name: extra[name] for name in _options_of(commands, "add_settings") if name in extra}
        if own and (notice := commands.add_settings(settings, **own)):
            notices.append(notice)
    return notices
