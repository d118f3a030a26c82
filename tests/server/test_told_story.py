"""Rounds, turns and whose doing it was, as the house tells them to people and in replays."""

from __future__ import annotations

from itertools import pairwise

from tests.server.conftest import Visit
from tests.server.guest import any_move, play


async def test_lines_about_a_new_turn_are_listed_under_whoever_begins_it(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random", game="kata-tcg")
    eyes = await ann.watch(table, words=True)
    setup = (await eyes.hear("past"))["plies"][0]
    begun = next(at for at, event in enumerate(setup["events"]) if event["kind"] == "turn")
    assert setup["whose"][0] is None, "before the first turn it is nobody's doing"
    assert setup["whose"][begun] == setup["events"][begun]["seat"]
    await play(
        await ann.sit(table, 0), most=2, choose=lambda turn: dict(turn["moves"][-1])
    )  # the last one ends the turn
    told = await eyes.hear("events")
    while told["seat"] != 0 or "turn" not in [event["kind"] for event in told["events"]]:
        told = await eyes.hear("events")
    turns = [event["seat"] if event["kind"] == "turn" else None for event in told["events"]]
    first = turns.index(1)
    assert told["whose"][: first + 1] == [0] * first + [1], "the end of one's own turn, the beginning of the rival's"
    for whose, turn, before in zip(told["whose"][1:], turns[1:], told["whose"], strict=False):
        assert whose == (before if turn is None else turn), "and on to the next turn, if this one was skipped"
    again = await ann.watch(table, words=True)
    assert (await again.hear("past"))["plies"][told["ply"]]["whose"] == told["whose"], "late comers read the same"


async def test_a_replay_knows_its_moves_and_rounds(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random", game="gardening-war", preset="short")
    chair = await ann.sit(table, 0)
    await play(chair, most=12, choose=any_move)
    await ann.post(f"/api/tables/{table}/leave")
    replay = await ann.get(f"/api/tables/{table}/replay")
    assert (replay["turn_word"], replay["round_word"]) == ("move", "round")
    plies = replay["plies"]
    rounds = [ply["round"] for ply in plies]
    assert rounds == sorted(rounds) and rounds[0] == 1 and rounds[-1] > 1
    for before, after in pairwise(plies[1:]):
        same = (before["seat"], before["round"]) == (after["seat"], after["round"])
        assert (before["turn"] == after["turn"]) is same, "a move is a row of decisions of one gardener in one round"
