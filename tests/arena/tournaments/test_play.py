"""Whole tournaments between quick players: the same result however often they are interrupted."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from parlour.arena.tournaments.journal import NAME, Journal
from parlour.arena.tournaments.plan import Plan, PlayerEntry, Settings, make_plan
from parlour.arena.tournaments.play import Tournament, starts
from parlour.arena.tournaments.reports import told, write_reports
from parlour.arena.tournaments.standings import Part, Rest, Result, crosstable, standings
from parlour.bots.seat_words import read_word
from parlour.core.errors import Refused
from parlour.core.record import load
from parlour.games import find

FOUR = find("connect-four")
DUEL = [
    PlayerEntry("greedy", "Gertrude", 1500),
    PlayerEntry("random", "Ralph"),
    PlayerEntry("search:iterations=20", "Sonja", 1600),
    PlayerEntry("random", "Rosa", 900),
    PlayerEntry("greedy", "Gus", 1400),
]


def plan_of(players: list[PlayerEntry], format: str = "round-robin", **more: object) -> Plan:
    settings = msgspec.convert({"players": [], "format": format, **more}, Settings)
    settings = msgspec.structs.replace(settings, players=players)
    return make_plan(FOUR, FOUR.read_options(), settings, "7" * 32)


def play(folder: Path, plan: Plan, records: bool = False) -> Tournament:
    journal = Journal(folder)
    journal.begin(plan)
    going = Tournament(FOUR, journal, folder / "records" if records else None)
    try:
        going.play(workers=1)
    finally:
        journal.close()
    return going


def test_entrants_are_seeded_by_strength_and_then_as_listed() -> None:
    assert [entrant.name for entrant in plan_of(DUEL).entrants] == ["Sonja", "Gertrude", "Gus", "Rosa", "Ralph"]


def test_a_round_robin(tmp_path: Path) -> None:
    going = play(tmp_path, plan_of(DUEL), records=True)
    assert going.finished and going.games == 20 == sum(result.games for result in going.results)
    lines = going.lines
    assert [line.tally.games for line in lines] == [8] * 5
    assert sum(line.points for line in lines) == 20
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert {line.name for line in lines[-2:]} == {"Ralph", "Rosa"}
    records = [load(path) for path in (tmp_path / "records").iterdir()]
    assert len(records) == 20
    won = Counter(
        name
        for one in records
        for name, got in zip(one.seats, one.result.payoffs if one.result else [], strict=True)
        if got == 1
    )
    assert won == {line.name: line.tally.wins for line in lines if line.tally.wins}, "records name who played"
    write_reports(going, tmp_path)
    table = list(csv.reader((tmp_path / "crosstable.csv").read_text().splitlines()))
    assert table[0][1:] == [line.name for line in lines] == [row[0] for row in table[1:]]
    for row, line in zip(table[1:], lines, strict=True):
        assert sum(float(points) for points in row[1:] if points) == line.points
    kept = json.loads((tmp_path / "results.json").read_text())
    assert [line["name"] for line in kept["standings"]] == [line.name for line in lines]


@pytest.mark.parametrize(
    ("format", "more"),
    [("round-robin", {}), ("swiss", {"rounds": 3}), ("knock-out", {}), ("arena", {"minutes": 0.002})],
)
def test_wherever_it_was_cut_off_it_ends_the_same(tmp_path: Path, format: str, more: dict[str, object]) -> None:
    plan = plan_of(DUEL, format, **more)
    whole = play(tmp_path / "whole", plan)
    text = (tmp_path / "whole" / NAME).read_bytes()
    ends = [at + 1 for at, byte in enumerate(text) if byte == 10]
    for number, end in enumerate([5, ends[0], ends[1] + 9, ends[len(ends) // 2], ends[-2] + 9, ends[-1]]):
        folder = tmp_path / f"cut {number}"
        folder.mkdir()
        (folder / NAME).write_bytes(text[:end])
        again = play(folder, plan)
        if format == "arena" and end < ends[-1]:  # how much is played in the time is another matter
            shared = [_told(result) for result in again.results][: len(whole.results)]
            assert shared == [_told(result) for result in whole.results][: len(shared)]
            continue
        assert [_told(result) for result in again.results] == [_told(result) for result in whole.results]
        assert [(line.name, line.points) for line in again.lines] == [(line.name, line.points) for line in whole.lines]


def _told(result: Result) -> object:
    parts = [(part.entrant, part.payoffs, part.decisions) for part in result.parts]
    return result.round, result.table, result.deal, parts, result.moves


def test_a_swiss_tournament_has_byes(tmp_path: Path) -> None:
    going = play(tmp_path, plan_of(DUEL, "swiss", rounds=5))
    assert sorted(rest.entrant for rest in going.rests) == [0, 1, 2, 3, 4]
    assert all(line.tally.byes == 1 and line.tally.games == 8 for line in going.lines)
    assert sum(line.points for line in going.lines) == 5 * (2 * 2 + 2)


def test_a_knock_out_ends_with_one_who_never_lost(tmp_path: Path) -> None:
    going = play(tmp_path, plan_of(DUEL, "knock-out"))
    assert [line.out for line in going.lines] == [0, 3, 2, 2, 1]
    assert going.lines[0].place == 1


def test_a_tied_meeting_is_continued_and_then_the_better_seed_goes_on(tmp_path: Path) -> None:
    """Two players who always do the same share their deals: each wins with the same seat."""
    same = [PlayerEntry("greedy", "Ann", 2), PlayerEntry("greedy", "Bob", 1)]
    going = play(tmp_path, plan_of(same, "knock-out"))
    extra = [result for result in going.results if result.extra]
    tied = [result for result in going.results if result.points[0] == result.points[1]]
    assert len(extra) == (3 if len(tied) == len(going.results) else len(going.results) - 1)
    if len(tied) == 4:
        assert going.lines[0].name == "Ann"
    assert all(line.tally.games == 2 for line in going.lines), "tie-breaks don't count as games"


def test_who_cannot_be_started_loses_and_the_others_play_on(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    players = [PlayerEntry("random", "Ralph"), PlayerEntry("random", "Rosa"), PlayerEntry(f"cmd:{program}", "Gone")]
    plan = plan_of(players)
    program.unlink()
    going = play(tmp_path / "cup", plan)
    assert (going.lines[-1].name, going.lines[-1].points, going.lines[-1].tally.forfeits) == ("Gone", 0, 4)
    assert sum(line.points for line in going.lines) == 6
    assert starts(read_word(FOUR, "cmd:cat")) and not starts(read_word(FOUR, f"cmd:{tmp_path}"))
    with pytest.raises(Refused, match=r"Gone: The program .* was not found"):
        plan_of(players)


def test_another_tournament_is_not_mixed_up_with_this_one(tmp_path: Path) -> None:
    play(tmp_path, plan_of(DUEL[:2]))
    with pytest.raises(Refused, match=r"belongs to another tournament: its number of games differs\."):
        play(tmp_path, plan_of(DUEL[:2], games=4))
    with pytest.raises(Refused, match=r"its entrants differ\."):
        play(tmp_path, plan_of(DUEL[:3]))
    (tmp_path / NAME).write_text("{}\n")
    with pytest.raises(Refused, match="is damaged"):
        play(tmp_path, plan_of(DUEL[:2]))


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        (DUEL[:1], {}, "At tables of 2 at least 2 players are needed, not 1."),
        ([*DUEL, PlayerEntry("random", "ralph")], {}, "Two players are called 'ralph'"),
        ([PlayerEntry("genius", "G"), *DUEL], {}, "G: "),
        (
            DUEL,
            {"format": "league"},
            "is round-robin, swiss, knock-out or arena, not 'league'.",
        ),
        (DUEL, {"rounds": 3}, "Only a Swiss tournament has a number of rounds"),
        (DUEL, {"format": "swiss", "rounds": 0}, "1 to 100 rounds, not 0"),
        (DUEL, {"minutes": 3}, "Only an arena"),
        (DUEL, {"games": 0}, "1 to 1000 games, not 0"),
        (DUEL, {"seats": 3}, "is for 2 players, not 3"),
        (DUEL, {"clock": "soon"}, "soon"),
    ],
)
def test_bad_plans_are_refused_in_a_sentence(
    players: list[PlayerEntry], more: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        plan_of(players, **{"format": "round-robin", **more})  # type: ignore[arg-type]
    assert sentence in refused.value.text
    assert refused.value.text.endswith(".")


def test_ties_are_broken_by_the_opponents() -> None:
    plan = plan_of(DUEL[:4], "swiss", rounds=2, games=1)

    def game(round: int, table: int, entrants: list[int], payoffs: list[float]) -> Result:
        parts = [Part(entrant, [payoff]) for entrant, payoff in zip(entrants, payoffs, strict=True)]
        return Result(round, table, 0, parts, 9)

    results = [
        game(1, 0, [0, 2], [1.0, 0.0]),
        game(1, 1, [1, 3], [1.0, 0.0]),
        game(2, 0, [0, 1], [0.5, 0.5]),
        game(2, 1, [2, 3], [1.0, 0.0]),
    ]
    lines = standings(plan, results)
    assert [(line.entrant, line.place, line.points) for line in lines] == [
        (0, 1, 1.5),
        (1, 2, 1.5),
        (2, 3, 1),
        (3, 4, 0),
    ]
    assert [line.opposition for line in lines] == [2.5, 1.5, 1.5, 2.5]
    assert [line.quality for line in lines] == [1.75, 0.75, 0.0, 0.0]
    table = crosstable(plan, results)
    assert table[0] == [None, 0.5, 1.0, None]
    equal = standings(plan, results[2:3])
    assert [line.place for line in equal] == [1, 1, 3, 3]
    rested = standings(plan, [], [Rest(1, 3, 1.0)])
    assert (rested[0].entrant, rested[0].tally.byes, rested[0].opposition) == (3, 1, 1.0)


def test_the_seed_is_told_only_when_all_is_over(tmp_path: Path) -> None:
    going = play(tmp_path, plan_of(DUEL[:2]))
    assert told(going)["seed"] == "7" * 32
    going.finished = False
    assert told(going)["seed"] is None


def test_an_arena_ends_though_nobody_can_be_started(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    plan = plan_of([PlayerEntry(f"cmd:{program} {name}", name) for name in ("A", "B")], "arena", minutes=0.001)
    program.unlink()
    going = play(tmp_path / "cup", plan)
    assert going.finished and [line.points for line in going.lines] == [0, 0]
