"""Bad weather between guests and a house: a proxy of our own that cuts connections, delays, stalls and reorders.

It works on the stream of bytes, as a real network does. A connection is cut after a random number of bytes, in the
middle of whatever is under way: so a guest may not know whether the house has heard a move, and the house not whether
the guest has heard the answer. What goes over one connection comes in pieces of any size, late, but in order, as TCP
promises; what goes over several connections comes in any order, because each piece waits for a time of its own.
What befalls the n-th connection depends on the seed and on n alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Weather:
    """How bad it is."""

    least_bytes: int = 200  # before a connection is cut, in both directions together
    most_bytes: int = 8000
    longest_delay: float = 0.02  # seconds for a piece
    longest_piece: int = 700  # bytes
    stalls: float = 0.1  # the share of connections that fall silent before they are cut, as when a cable is pulled
    stall_seconds: float = 0.2
    lasting: float = 0.0  # the share of connections that are never cut


@dataclass
class Counts:
    connections: int = 0
    cut: int = 0
    stalled: int = 0
    pieces: int = 0


class Proxy:
    """Carries bytes to a port on this machine, as long as the weather allows."""

    def __init__(self, to: int, seed: int, weather: Weather | None = None) -> None:
        self.to = to
        self.seed = seed
        self.weather = weather or Weather()
        self.counts = Counts()
        self.port = 0
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def open(self) -> Proxy:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(Line(self, self.counts.connections).carry(reader, writer))
        self.counts.connections += 1
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)


class Line:
    """One connection and its fate."""

    def __init__(self, proxy: Proxy, number: int) -> None:
        weather = proxy.weather
        self.weather = weather
        self.counts = proxy.counts
        self.to = proxy.to
        fate = random.Random(f"{proxy.seed} {number}")
        self.left = fate.randint(weather.least_bytes, weather.most_bytes)
        self.lasts = fate.random() < weather.lasting
        self.stalls = fate.random() < weather.stalls
        self._dice = fate

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        ways = [
            asyncio.create_task(self._pump(reader, far_writer)),
            asyncio.create_task(self._pump(far_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self.left <= 0:
                self.counts.cut += 1
                if self.stalls:  # nothing comes through, and neither side knows
                    self.counts.stalled += 1
                    await asyncio.sleep(self.weather.stall_seconds)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, far_writer):
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while self.left > 0 and (piece := await reader.read(self._dice.randint(1, self.weather.longest_piece))):
                await asyncio.sleep(self._dice.uniform(0.0, self.weather.longest_delay))
                if not self.lasts:
                    piece = piece[: max(0, self.left)]
                    self.left -= len(piece)
                self.counts.pieces += 1
                writer.write(piece)
                await writer.drain()
