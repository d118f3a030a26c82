"""The wire between processes while Redis is away."""

import asyncio
import logging
import socket

import pytest

from parlour.server.wire import RedisWire


@pytest.mark.asyncio
async def test_a_redis_that_is_away_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("redis")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wire = RedisWire(f"redis://127.0.0.1:{port}", "me")
    speaking = asyncio.create_task(wire._publish({"table": "x"}))
    with caplog.at_level(logging.WARNING, "parlour.server"):
        await asyncio.sleep(1)
    speaking.cancel()
    await asyncio.gather(speaking, return_exceptions=True)
    await wire.close()
    assert len(caplog.records) == 1, caplog.text
    assert "players at different processes wait" in caplog.text


def test_a_redis_that_is_back_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("redis")
    wire = RedisWire("redis://127.0.0.1:1", "me")
    with caplog.at_level(logging.WARNING, "parlour.server"):
        for _ in range(3):
            wire._away(OSError("no"))
        wire._back()
        wire._back()
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["Redis is away", "Redis is back"]
