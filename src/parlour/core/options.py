"""Options that several games have."""

from __future__ import annotations

from msgspec import Meta


def even_start(how: str) -> Meta:
    """What makes up for who begins and with what."""
    return Meta(title="Even start", description=how)
