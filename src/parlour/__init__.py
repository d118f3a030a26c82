"""Parlour: one house for turn-based card and board games."""

from typing import Any

from parlour import _compiled

__version__ = "0.1.0"

_compiled.choose()
compiled = _compiled.compiled

__all__ = ["__version__", "compiled", "find", "imagine"]


def __getattr__(name: str) -> Any:
    """Load `parlour.imagine` and `parlour.find` on first use."""
    if name in ("find", "imagine"):
        from parlour import api

        return getattr(api, name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")
