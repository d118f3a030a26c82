"""Texts that a guest keeps in the house: decks, scripts."""

from __future__ import annotations

from parlour.core.protocol import Dropped
from parlour.server.auth import AnyRequest, current_guest
from parlour.server.errors import NotFound
from parlour.server.house import House


async def delete_text(request: AnyRequest, house: House, kind: str, name: str) -> Dropped:
    """Take a text off its owner's shelf."""
    guest = await current_guest(request, house)
    if not await house.store.forget_text(guest.id, kind, name[:200]):
        raise NotFound(f"You have no {kind} with this name.")
    return Dropped(name)
