"""An experiment as a file: read, with every mistake told in one sentence, and written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from parlour.core.english import did_you_mean, listed, plainly
from parlour.core.errors import Refused
from parlour.core.files import read_text
from parlour.core.protocol import LabExperiment
from parlour.core.protocol.lab import LabMetric

LARGEST: Final = 2_000_000  # bytes of a file
NAME: Final = "experiment.toml"
CODE: Final = "bad-experiment"


def read_file(path: Path) -> LabExperiment:
    """The experiment in a file; files that its values name are read as well, from where it is."""
    return read(read_text(path, LARGEST), str(path), path.parent)


def read(text: str, source: str = NAME, folder: Path | None = None) -> LabExperiment:
    """The experiment in a text. Without a folder, no value can be a file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{source} is not valid TOML: {error}.", CODE) from None
    except RecursionError:
        raise Refused(f"{source} is nested too deeply.", CODE) from None
    known = LabExperiment.__struct_encode_fields__
    for name in data:
        if name not in known:
            raise Refused(
                f"{source}: there is nothing called {name[:40]!r} in an experiment; it has {', '.join(known)}."
                f"{did_you_mean(name, known)}",
                CODE,
            )
    if "game" not in data:
        raise Refused(f'{source} does not say which game is played; write a line such as game = "kata-tcg".', CODE)
    try:
        found = msgspec.convert(data, LabExperiment)
    except msgspec.ValidationError as error:
        what, where = plainly(str(error))
        if where.startswith("metrics["):
            what += f"; there are {listed(get_args(LabMetric))}"
        raise Refused(f"{source}, {where or 'at the top'}: {what}.", CODE) from None
    return with_files(found, source, folder)


def with_files(experiment: LabExperiment, source: str = NAME, folder: Path | None = None) -> LabExperiment:
    """The same with the texts of all files in it, so that it is complete in itself."""

    def filled(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping) or not value.keys() <= {"name", "file"} or "file" not in value:
            return value
        if folder is None:
            raise Refused(f"{source}, {where}: a file can't be read here; put its text in its place.", CODE)
        path = folder / str(value["file"])
        return {"name": str(value.get("name", path.stem)), "value": read_text(path, LARGEST)}

    factors = {
        name: values if isinstance(values, str) else [filled(value, f"factors.{name}") for value in values]
        for name, values in experiment.factors.items()
    }
    cells = [
        {name: filled(value, f"cells, number {number}, {name}") for name, value in cell.items()}
        for number, cell in enumerate(experiment.cells, start=1)
    ]
    options = {name: bare(filled(value, f"options.{name}")) for name, value in experiment.options.items()}
    return msgspec.structs.replace(experiment, factors=factors, cells=cells, options=options)


def bare(value: Any) -> Any:
    """A value without its name, if it has one."""
    return value["value"] if is_named(value) else value


def is_named(value: Any) -> bool:
    return isinstance(value, Mapping) and "value" in value and value.keys() <= {"name", "value"}


# --- writing ---


def write(experiment: LabExperiment) -> str:
    """The experiment as a file."""
    told = msgspec.to_builtins(experiment)
    usual = msgspec.to_builtins(LabExperiment(game=experiment.game))
    tables = ("options", "factors", "people")
    lines = [
        f"{name} = {value_text(value)}"
        for name, value in told.items()
        if name not in (*tables, "cells") and value is not None and (name == "game" or value != usual[name])
    ]
    for name in tables:
        if told[name] != usual[name]:
            lines += ["", f"[{name}]", *_pairs(told[name])]
    for cell in told["cells"]:
        lines += ["", "[[cells]]", *_pairs(cell)]
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {value_text(value)}" for name, value in table.items() if value is not None]


def _key(name: str) -> str:
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else value_text(name)


def value_text(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # the escapes of JSON are among those of TOML
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pairs_of(value)) + "}"
    if isinstance(value, list):
        return f"[{', '.join(value_text(one) for one in value)}]"
    return repr(value)


def _pairs_of(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(str(name))} = {value_text(value)}" for name, value in table.items() if value is not None]
