"""A breath for compiled code, which otherwise answers neither to Ctrl-C nor to other threads while it runs."""

from __future__ import annotations


def breathe() -> None:
    """Not compiled, and that is the point: the interpreter looks at signals and waiting threads when it enters here."""
