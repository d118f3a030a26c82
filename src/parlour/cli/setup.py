"""The options of commands that let the house play many games: by which rules, with which luck, and where."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from parlour.cli.shared_options import EngineName, Options, Preset, SeedText, Workers

if TYPE_CHECKING:
    from parlour.arena.engines import Engine
    from parlour.cli.rooms import Extra
    from parlour.core.game import AnyGame
    from parlour.core.seed import Seed


class Setup(NamedTuple):
    """One parameter of a command, and as many options on the command line: `rooms.takes_extra` spreads it out."""

    preset: Preset = None
    option: Options = None
    seed: SeedText = None
    workers: Workers = None
    engine: EngineName = "local"

    def options(self, game: AnyGame, extra: Extra, usual: str | None = None) -> Any:
        """The options of the game, by its `usual` preset unless another is named."""
        from parlour.cli.arguments import read_options

        preset = usual if self.preset is None else self.preset
        return read_options(game, preset, self.option or [], extra, must=True)

    def root(self) -> Seed | None:
        from parlour.core.seed import Seed

        return None if self.seed is None else Seed.parse(self.seed)

    def crew(self) -> AbstractContextManager[Engine]:
        from parlour.cli.arguments import engine_for

        return engine_for(self.engine, self.workers)


USUAL = Setup()


def setup_parameters() -> dict[str, inspect.Parameter]:
    kinds = get_type_hints(Setup, include_extras=True)
    place = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return {
        name: inspect.Parameter(name, place, default=default, annotation=kinds[name])
        for name, default in Setup._field_defaults.items()
    }
