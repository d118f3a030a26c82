"""The processes of a house while Redis is unavailable."""

import asyncio
import logging

import pytest
from tests.server.guest import free_port, until

from parlour.server.pubsub import RedisPubSub


async def test_a_redis_that_is_away_is_reported_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("redis")
    wire = RedisPubSub(f"redis://127.0.0.1:{free_port()}", "me")
    tries = 0
    away = wire._away

    def counted(error: Exception) -> None:
        nonlocal tries
        tries += 1
        away(error)

    monkeypatch.setattr(wire, "_away", counted)
    speaking = asyncio.create_task(wire._publish({"table": "x"}))
    with caplog.at_level(logging.WARNING, "parlour.server"):
        await until(lambda: tries > 2)
    speaking.cancel()
    await asyncio.gather(speaking, return_exceptions=True)
    await wire.close()
    assert len(caplog.records) == 1, caplog.text
    assert "players on different processes wait" in caplog.text


def test_a_redis_that_is_back_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("redis")
    wire = RedisPubSub("redis://127.0.0.1:1", "me")
    with caplog.at_level(logging.WARNING, "parlour.server"):
        for _ in range(3):
            wire._away(OSError("no"))
        wire._back()
        wire._back()
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["Redis is unavailable", "Redis is back"]
