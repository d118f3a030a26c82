"""Decisions as tables for learning programs (the extra `rl`): written by `--parquet`, described by `parlour data`."""

from __future__ import annotations

from typing import Any

from parlour.core.errors import Refused


def arrow(extra: str = "rl") -> tuple[Any, Any, Any]:
    """numpy, pyarrow and its Parquet module, which only those need who write or read such files."""
    try:
        import numpy
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise Refused(
            f"Parquet files need a package that is not installed here, {error.name}: "
            f"`pip install 'parlour[{extra}]'` brings it.",
            "not-installed",
        ) from None
    return numpy, pyarrow, pyarrow.parquet
