"""Lets compiled code notice Ctrl-C and other threads, which it otherwise ignores while it runs."""

from __future__ import annotations


def check_interrupts() -> None:
    """Deliberately not compiled: on entry, the interpreter handles signals and waiting threads."""
