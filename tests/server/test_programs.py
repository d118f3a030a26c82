"""Programs in the house: uploaded, built, at tables, and what their owners see of them."""

from __future__ import annotations

import io
import os
import signal
import threading
import zipfile
from typing import Any

import pytest
from tests.bots.sandboxed import PRELUDE, needs_a_sandbox
from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Guest, HouseByHand, Json, Refusal, play, until

from parlour.server.program_worker import Builders

FRIENDLY = f"{PRELUDE}\nprint('at your service', file=sys.stderr)\nsum(range(5_000_000))\nplay()"
FAILING = f"{PRELUDE}\nfor turn in turns(): raise ValueError('no idea')"


async def upload(guest: Guest, data: bytes | str, file: str = "bot.py", **query: str) -> Json:
    """Upload a program; the page that the house answers with."""
    headers = {"Authorization": f"Bearer {guest.token}"}
    body = data.encode() if isinstance(data, str) else data
    answer = await guest.http.post(
        f"{guest.house.url}/api/programs", params={"file": file, **query}, content=body, headers=headers
    )
    if answer.status_code >= 400:
        raise Refusal(answer.status_code, answer.json())
    return dict(answer.json())


async def built(guest: Guest, program: str) -> Json:
    """The newest version, once it is built or could not be."""
    found: Json = {}

    async def done() -> bool:
        nonlocal found
        found = (await guest.get(f"/api/programs/{program}"))["versions"][0]
        return bool(found["status"] != "building")

    await until(done)
    return found


async def over(guest: Guest, table: str) -> Json:
    found: Json = {}

    async def done() -> bool:
        nonlocal found
        found = await guest.get(f"/api/tables/{table}")
        return bool(found["status"] == "over")

    await until(done)
    return found


async def runs(guest: Guest, program: str, count: int) -> list[Json]:
    """How the program did in its games, once that many are recorded."""
    found: list[Json] = []

    async def done() -> bool:
        nonlocal found
        found = (await guest.get(f"/api/programs/{program}"))["runs"]
        return len(found) >= count

    await until(done)
    return found


async def refused(asking: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as told:
        await asking
    assert told.value.text.endswith((".", "?"))
    return str(told.value.code), told.value.text


@pytest.fixture
async def running_programs(open_by_hand: OpenByHand) -> HouseByHand:
    needs_a_sandbox()
    return await open_by_hand(programs=True)


async def test_an_uploaded_program_is_built_and_plays_whoever_asks_for_it(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann, ben = await visit("Ann", at=running_programs), await visit("Ben", at=running_programs)
    page = await upload(ann, FRIENDLY, "clank.py", game="connect-four")
    id = page["id"]
    assert (page["name"], page["games"], page["mine"], page["owner"]) == ("Clank", ["connect-four"], True, "Ann")
    assert (await built(ann, id))["status"] == "ready"

    # Ben finds it, sees nothing private, and plays against it on his board.
    [found] = await ben.get("/api/programs?game=connect-four")
    assert (found["id"], found["version"], found["mine"]) == (id, 1, False)
    assert await ben.get("/api/programs?game=deadwood") == []
    seen = await ben.get(f"/api/programs/{id}")
    assert seen["versions"] == seen["runs"] == []
    assert (await refused(ben.get(f"/api/programs/{id}/versions/1/source")))[0] == "forbidden"
    table = await ben.table("me", f"program:{id}")
    chair = await ben.sit(table, 0)
    told = await play(chair)
    assert sum(told["payoffs"]) == 1.0
    seats = (await over(ben, table))["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", "Ben"), ("bot", "Clank")]
    [run] = await runs(ann, id, 1)
    assert (run["table"], run["seat"], run["version"], run["how"]) == (table, 1, 1, "")
    assert run["said"] == "at your service\n"
    assert run["decisions"] > 1 and run["cpu_ms"] > 0 and run["memory_kb"] > 0
    assert (await ben.get(f"/api/programs/{id}"))["runs"] == []

    # A rematch begins at once: the program is always there.
    again = (await ben.post(f"/api/tables/{table}/rematch"))["id"]
    assert sum((await play(await ben.sit(again, 0)))["payoffs"]) == 1.0

    # A version that cannot be built changes nothing; one that fails in play forfeits, and its owner reads why.
    await upload(ann, "def broken(:", program=id)
    version = await built(ann, id)
    assert (version["status"], version["version"]) == ("failed", 2)
    assert "SyntaxError" in version["output"]
    assert (await ann.get(f"/api/programs/{id}"))["version"] == 1
    await upload(ann, FAILING, program=id)
    assert (await built(ann, id))["status"] == "ready"
    lost = await over(ann, await ann.table("random", f"program:{id}"))
    assert lost["result"]["payoffs"] == [1.0, 0.0]
    [failed] = [run for run in await runs(ann, id, 3) if run["version"] == 3]
    assert "ValueError: no idea" in failed["how"]
    log = await ann.get(f"/api/tables/{lost['id']}/log?seat=1")
    assert [fault["code"] for fault in log["faults"]] == ["crashed"]

    # Its owner may choose an older version, keep it private, and withdraw it.
    assert (await refused(ann.ask("PATCH", f"/api/programs/{id}", {"version": 2})))[0] == "not-ready"
    changed = await ann.ask("PATCH", f"/api/programs/{id}", {"version": 1, "shared": False})
    assert (changed["version"], changed["shared"]) == (1, False)
    assert (await refused(ben.get(f"/api/programs/{id}")))[0] == "not-found"
    assert (await refused(ben.table("me", f"program:{id}")))[0] == "forbidden"
    assert (await refused(ann.table("me", f"program:{id}", game="deadwood")))[0] == "bad-seat"
    await ann.ask("DELETE", f"/api/programs/{id}")
    assert (await refused(ann.table("me", f"program:{id}")))[0] == "not-found"


async def test_wrong_answers_cost_a_program_its_seat_and_a_person_nothing(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann = await visit("Ann", at=running_programs)
    wrong = ['{"type": "move", "ply": 2, "index": 99}', "not even JSON", '{"type": "move", "ply": 7, "index": 0}']
    id = (
        await upload(
            ann, f"{PRELUDE}\nfor turn in turns(): print('\\n'.join({wrong!r}), flush=True)", game="connect-four"
        )
    )["id"]
    await built(ann, id)
    table = await ann.table("me", f"program:{id}")
    chair = await ann.sit(table, 0)
    turn = await chair.hear("turn")
    for ply, index in ((turn["ply"], 99), (turn["ply"] + 5, 0), (turn["ply"], -1)):
        refusal = await chair.ask("refused", type="move", ply=ply, index=index)
        assert refusal["strikes"] == 0
    await chair.move(turn)
    told = await chair.hear("over")
    assert told["payoffs"] == [1.0, 0.0] and "forfeit" in told["why"]

    async def noted() -> bool:
        log = await ann.get(f"/api/tables/{table}/log?seat=1")
        return [fault["code"] for fault in log["faults"]] == ["illegal", "unreadable", "out-of-turn"]

    await until(noted)


async def test_a_program_has_time_to_start_up_before_its_first_move(
    running_programs: HouseByHand, visit: Visit
) -> None:
    """Java needs a second or two, which a quick clock would not leave it. The house's time stands still here."""
    ann = await visit("Ann", at=running_programs)
    id = (await upload(ann, "import time; time.sleep(3600)", game="connect-four"))["id"]
    await built(ann, id)
    table = await ann.table(f"program:{id}", "me", clock="1s/move")
    await (await ann.sit(table, 1)).hear("hello")
    live = await running_programs.house.table(table)

    async def begun() -> bool:
        return live.match is not None

    await until(begun)
    due, now = live.referee.clocks.until(0), running_programs.time.now()
    assert due == now + 11
    live.referee.clocks.decided(0, 900, goes_on=False)
    assert live.referee.clocks.until(0) == now + 1 == live.referee.clocks.until(1)


async def test_whoever_answers_another_turn_is_asked_again(running_programs: HouseByHand, visit: Visit) -> None:
    """At a table without a clock nobody else would end the turn."""
    ann = await visit("Ann", at=running_programs)
    confused = "for turn in turns():\n if turn['ply'] == 1: answer(ply=7, index=0)\n answer(ply=turn['ply'], index=0)"
    id = (await upload(ann, PRELUDE + confused, game="connect-four"))["id"]
    await built(ann, id)
    table = await ann.table(f"program:{id}", "random")
    assert not (await over(ann, table))["seats"][0]["left"]
    log = await ann.get(f"/api/tables/{table}/log?seat=0")
    assert [(fault["ply"], fault["code"]) for fault in log["faults"]] == [(1, "out-of-turn")]


async def test_a_game_goes_on_if_the_process_that_runs_programs_dies(
    running_programs: HouseByHand, visit: Visit
) -> None:
    ann = await visit("Ann", at=running_programs)
    id = (await upload(ann, FRIENDLY, game="connect-four"))["id"]
    await built(ann, id)
    chair = await ann.sit(await ann.table("me", f"program:{id}"), 0)
    await play(chair, most=2)
    worker = running_programs.house.programs.worker._process
    assert worker is not None and worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    await chair.move(chair.heard[-1])
    assert sum((await play(chair))["payoffs"]) == 1.0


def test_nobody_waits_for_all_that_another_author_uploads() -> None:
    builders, begun = Builders(2), threading.Semaphore(0)

    def build(author: str) -> None:
        with builders.turn(author):
            begun.release()

    with builders.turn("Mallory"):
        more = [threading.Thread(target=build, args=("Mallory",)) for _ in range(5)]
        for thread in more:
            thread.start()
        build("Ann")
        assert begun.acquire(timeout=patience()) and not begun.acquire(blocking=False)
    for thread in more:
        thread.join()


async def test_what_cannot_be_a_program_is_refused_with_a_sentence(running_programs: HouseByHand, visit: Visit) -> None:
    ann, ben = await visit("Ann", at=running_programs), await visit("Ben", at=running_programs)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../etc/cron.d/x", "evil")
    assert "leads out of the archive" in (await refused(upload(ann, packed.getvalue(), "x.zip")))[1]
    assert "Say which game it plays" in (await refused(upload(ann, FRIENDLY)))[1]
    assert (await refused(upload(ann, FRIENDLY, game="chess")))[0] == "no-such-game"
    assert "It is not clear how to run" in (await refused(upload(ann, "hello", "notes.txt", game="deadwood")))[1]
    assert "at most 2 MB" in (await refused(upload(ann, bytes(3 * 1024 * 1024), game="deadwood")))[1]
    bots = await ann.get("/api/bots")
    assert bots == []
    mine = await upload(ann, FRIENDLY, game="connect-four")
    assert (await refused(upload(ben, FRIENDLY, program=mine["id"])))[0] == "forbidden"
    assert (await refused(ann.table("me", "program:nobody")))[0] == "not-found"


async def test_a_house_runs_programs_only_if_it_is_told_to(visit: Visit) -> None:
    ann = await visit("Ann")
    assert (await ann.get("/api/house"))["programs"] is None
    assert await ann.get("/api/programs") == []
    assert (await refused(upload(ann, FRIENDLY, game="connect-four")))[0] == "no-programs"
    assert (await refused(ann.table("me", "program:somebody")))[0] == "no-programs"
