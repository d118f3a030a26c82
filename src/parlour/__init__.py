"""Parlour: one house for turn-based card and board games."""

from parlour import _compiled

__version__ = "0.1.0"

_compiled.choose()
compiled = _compiled.compiled

__all__ = ["__version__", "compiled"]
