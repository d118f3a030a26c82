"""Programs in any language that speak the chair protocol over stdin and stdout."""

from __future__ import annotations

from parlour.bots.player import Player


class ProcessPlayer(Player):
    def __init__(self, command: str) -> None:
        self.command = command
