"""What the house measures about itself, the access log, and the files that watch over both."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
import yaml
from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import free_port, until

from parlour.core.errors import Refused
from parlour.server.measures import MOST_SERIES, Counts, Durations, Measures
from parlour.server.routes.facts import numbers_of
from parlour.server.watched import Visit as Line
from parlour.server.watched import access_log

DEPLOY = Path(__file__).parents[2] / "deploy"
SAMPLE = re.compile(r'parlour_\w+(\{(\w+="([^"\\\n]|\\.)*",?)+\})? [0-9.e+-]+')


def test_durations_are_a_histogram() -> None:
    took = Durations("parlour_x_seconds", "X", "route")
    for seconds in (0.0005, 0.001, 0.03, 60.0):
        took.add(seconds, "/a")
    lines = took.lines()
    assert lines[:2] == ["# HELP parlour_x_seconds X.", "# TYPE parlour_x_seconds histogram"]
    assert 'parlour_x_seconds_bucket{route="/a",le="0.001"} 2' in lines
    assert 'parlour_x_seconds_bucket{route="/a",le="0.05"} 3' in lines
    assert 'parlour_x_seconds_bucket{route="/a",le="10.0"} 3' in lines
    assert 'parlour_x_seconds_bucket{route="/a",le="+Inf"} 4' in lines
    assert lines[-2:] == ['parlour_x_seconds_sum{route="/a"} 60.031500', 'parlour_x_seconds_count{route="/a"} 4']


def test_what_guests_invent_does_not_fill_the_memory_or_break_the_format() -> None:
    seen = Counts("parlour_x_total", "X", "code")
    for number in range(MOST_SERIES + 50):
        seen.add(f'"{number}\n\\')
    lines = seen.lines()
    assert len(lines) == MOST_SERIES + 3
    assert 'parlour_x_total{code="other"} 50' in lines
    assert all(SAMPLE.fullmatch(line) for line in lines[2:])


def test_the_first_mistake_of_a_process_is_a_change_that_an_alert_sees() -> None:
    measures = Measures()
    assert {f'parlour_errors_total{{where="{where}",code="mistake"}} 0' for where in ("http", "chair", "call")} <= set(
        measures.lines()
    )
    measures.errors.add("http", "mistake")
    assert 'parlour_errors_total{where="http",code="mistake"} 1' in measures.lines()


async def test_requests_messages_and_errors_are_counted_and_told_at_a_port_of_their_own(
    tmp_path: Path, open_by_hand: OpenByHand, visit: Visit
) -> None:
    port, log = free_port(), tmp_path / "access.jsonl"
    house = await open_by_hand(metrics_port=port, access_log=str(log))
    ann = await visit("Ann", at=house)
    table = await ann.table("me", "random", game="connect-four")
    chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    await chair.say(type="move", ply=turn["ply"], index=0)
    await chair.hear("turn")
    async with httpx.AsyncClient(trust_env=False, timeout=patience()) as http:
        assert (await http.get(f"{house.url}/api/tables/nowhere?secret=1")).status_code == 404
        told = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
        assert (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 404
    await chair.close()
    await until(lambda: "CHAIR" in log.read_text())
    for line in told.splitlines():
        assert line.startswith("# ") or SAMPLE.fullmatch(line), line
    assert 'parlour_http_request_seconds_count{method="POST",route="/api/tables",status="201"} 1' in told
    assert 'parlour_chair_message_seconds_count{type="move"} 1' in told
    assert 'parlour_errors_total{where="http",code="not-found"} 1' in told
    assert re.search(r'parlour_job_wait_seconds_count\{pool="quick"\} [1-9]', told)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    missed = next(line for line in lines if line["path"] == "/api/tables/nowhere")
    assert (missed["method"], missed["status"], missed["address"]) == ("GET", 404, "127.0.0.1")
    assert {"CHAIR", "POST"} <= {line["method"] for line in lines}
    assert "secret" not in log.read_text() and ann.token not in log.read_text()


def test_a_log_that_was_rotated_away_is_begun_anew(tmp_path: Path) -> None:
    place = tmp_path / "access.jsonl"
    write = access_log(str(place))
    line = Line("now", "GET", "/", 200, 1.0)
    write(line)
    place.rename(tmp_path / "old")
    write(line)
    assert place.read_text() == (tmp_path / "old").read_text() != ""


def test_a_log_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="can't be written"):
        access_log(str(tmp_path / "no" / "such" / "folder"))


def test_the_dashboard_and_the_alerts_ask_for_numbers_that_exist() -> None:
    real = {name for line in Measures().lines() for name in re.findall(r"# TYPE (\w+)", line)}
    real |= set(re.findall(r'"(parlour_\w+)": \(', Path(str(numbers_of.__code__.co_filename)).read_text()))
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    alerts = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    assert len(asked) >= 8 and len(rules) >= 5
    for question in [*asked, *(rule["expr"] for rule in rules)]:
        for name in re.findall(r"\bparlour_\w+", question):
            assert re.sub(r"_(bucket|sum|count)$", "", name) in real, question
    for rule in rules:
        assert rule["annotations"]["summary"] and rule["labels"]["severity"] in ("page", "ticket")
