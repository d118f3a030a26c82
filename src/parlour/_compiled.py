"""Chooses, once per process, between the compiled rules and their source.

An extension module hides the `.py` file next to it. So compiled modules are used only while the stamp of their build
(`_compiled.json`, written by hatch_build.py) matches the source; otherwise every module is loaded from source.
PARLOUR_COMPILED=0 forces the source, PARLOUR_COMPILED=1 refuses to run without the compiled modules.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STAMP = os.path.join(ROOT, "parlour", "_compiled.json")
PYTHON = EXTENSION_SUFFIXES[0].strip(".").rpartition(".")[0]  # for example cpython-311-x86_64-linux-gnu
TOLD = "PARLOUR_COMPILED_TOLD"  # set for child processes, so that workers do not repeat the message


class SourceOnly:
    """Finds each module of the house in its `.py` file, as if nothing had been compiled."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.startswith("parlour."):
            for folder in path or ():
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec and spec.loader:
                    return spec
        return None


def read_stamp(file: str = STAMP) -> dict[str, Any] | None:
    """What the last build compiled, or None if nothing is compiled."""
    try:
        with open(file, encoding="utf-8") as stamp:
            found: dict[str, Any] = json.load(stamp)
            return found
    except (OSError, ValueError):
        return None


def changed(relative: str, digest: str, seen: Sequence[int] | None, root: str) -> bool:
    """Whether a source differs from the one compiled; False if the source was not shipped."""
    file = os.path.join(root, relative)
    try:
        now = os.stat(file)
    except OSError:
        return False
    if seen and (now.st_size, now.st_mtime_ns) == tuple(seen):
        return False
    from hashlib import sha256

    with open(file, "rb") as source:
        return sha256(source.read()).hexdigest() != digest


def stale(stamp: dict[str, Any] | None, root: str = ROOT) -> str | None:
    """Why the compiled modules can't be used, as half a sentence; None if they can, or if there are none."""
    if stamp is None:
        return None
    if stamp.get("python") != PYTHON:
        return f"are built for another Python ({stamp.get('python')})"
    seen = stamp.get("stat", {})
    for relative, digest in {**stamp.get("sources", {}), **stamp.get("inputs", {})}.items():
        if changed(relative, digest, seen.get(relative), root):
            return f"are older than their source ({relative})"
    return None


def choose() -> None:
    """Runs once, when `parlour` is imported, before any module that may be compiled."""
    wish = os.environ.get("PARLOUR_COMPILED") or "auto"
    if wish not in {"0", "1", "auto"}:
        sys.exit(f"PARLOUR_COMPILED must be 0, 1 or auto, not {wish!r}.")
    stamp = None if wish == "0" else read_stamp()
    trouble = stale(stamp)
    if wish == "1" and (stamp is None or trouble):
        sys.exit(f"PARLOUR_COMPILED=1, but the compiled rules {trouble or 'do not exist'}: run `make build`.")
    if trouble and not os.environ.get(TOLD):
        os.environ[TOLD] = "1"
        print(f"The compiled rules {trouble}, so the source is used; `make build` refreshes them.", file=sys.stderr)
    if stamp is None or trouble:
        sys.meta_path.insert(0, SourceOnly)


def compiled() -> bool:
    """Whether the rules running in this process really are extension modules."""
    try:
        origin = import_module("parlour.core.dice").__file__ or ""
    except ModuleNotFoundError:
        return False
    return origin.endswith(tuple(EXTENSION_SUFFIXES))
