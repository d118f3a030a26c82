"""Experiments of guests, in this house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.errors import Refused
from parlour.core.protocol import Dropped, LabComparison, LabGame, LabPage, LabPlan, LabShelf, NewLab
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House


class Lab:
    """All experiments of this process of the house."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def shelf(self, guest: rows.Guest) -> LabShelf:
        raise Refused("The lab is being built.", "closed")

    def game(self, name: str) -> LabGame:
        raise Refused("The lab is being built.", "closed")

    async def plan(self, guest: rows.Guest, wish: NewLab) -> LabPlan:
        raise Refused("The lab is being built.", "closed")

    async def begin(self, guest: rows.Guest, wish: NewLab) -> LabPage:
        raise Refused("The lab is being built.", "closed")

    async def page(self, id: str, guest: rows.Guest | None) -> LabPage:
        raise Refused("The lab is being built.", "closed")

    async def stop_one(self, guest: rows.Guest, id: str) -> LabPage:
        raise Refused("The lab is being built.", "closed")

    async def resume(self, guest: rows.Guest, id: str) -> LabPage:
        raise Refused("The lab is being built.", "closed")

    async def drop(self, guest: rows.Guest, id: str) -> Dropped:
        raise Refused("The lab is being built.", "closed")

    async def result(self, id: str, known: str) -> tuple[str, bytes]:
        raise Refused("The lab is being built.", "closed")

    async def compare(self, first: str, second: str) -> LabComparison:
        raise Refused("The lab is being built.", "closed")

    async def file(self, id: str, name: str, guest: rows.Guest | None) -> bytes:
        raise Refused("The lab is being built.", "closed")
