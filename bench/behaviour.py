"""Counts how players behave, whether they win or not: who idles, who throws cards away, whose games never end.

    parlour match battle-farm --seats hard,hard,hard,hard --games 50 --save records/
    python -m bench.behaviour records/ [--json]

Each number is for one player of one game; the records tell who sat where.

Battle Farm: a turn is idle if nothing was bought, offered, played or fertilized, and it counts only if there was
something sensible to do: a crop in hand and an empty bed, or a crop at the market that would pay more than it costs,
for an empty bed without a crop card; and, as the record knows, time enough for it to ripen. Gardening War: a pass
counts whatever the reason. Kata TCG: cards lost to a full hand, and turns that ended although a minion that was awake
could have fought. Deadwood: how often somebody went four turns without a role, an act, a rehearsal or a purchase, and
how many turns ended where a free role could have been taken.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from parlour.core.match import Match, Ply
from parlour.core.moves import MoveJson, is_house
from parlour.core.record import Record, load, replay
from parlour.games import find
from parlour.games.battle_farm import events as farm_events
from parlour.games.battle_farm.cards import CARDS
from parlour.games.deadwood import events as lot_events
from parlour.games.kata_tcg import events as kata_events

Counts = dict[str, Counter[str]]  # by player
CARD = {card.id: card for card in CARDS}
WORK = frozenset({"act", "rehearse", "upgrade", "take_role"})
WALKING = 4
DOING = frozenset({"buy", "send", "play", "use_class", "fertilize"})


def walk(found: Match, look: Callable[[Match, int, MoveJson, Ply], None]) -> Match:
    """Play a match again and show each decision before it is carried out, with what it will make happen."""
    again = found.again()
    for ply in found.plies:
        if not is_house(ply.move):
            look(again, ply.seat, found.game.moves.to_json(ply.move), ply)
        again.enter(ply.seat, ply.move)
    return again


def count_farm(found: Match, rec: Record, counts: Counts) -> None:
    rounds = found.view(None).round
    busy = False
    tempted = False
    now = (-1, -1)

    def close() -> None:
        nonlocal busy, tempted
        if now[0] >= 0:
            name = rec.seats[now[1]]
            counts[name]["turns"] += 1
            counts[name]["idle turns"] += not busy
            counts[name]["idle turns with something to do"] += not busy and tempted
        busy = tempted = False

    def look(match: Match, seat: int, move: MoveJson, ply: Ply) -> None:
        nonlocal now, busy, tempted
        view = match.view(seat)
        if (view.round, view.active) != now:
            close()
            now = (view.round, view.active)
        if seat != view.active:
            return
        kind = str(move["kind"])
        busy = busy or kind in DOING
        counts[rec.seats[seat]]["offers"] += kind == "send"
        farmer = view.farmers[seat]
        free = sum(bed.crop is None for bed in farmer.beds)
        left = rounds - view.round
        held = [CARD[card.card] for card in farmer.hand or () if CARD[card.card].is_crop]
        if view.question == "play" and free:
            tempted = tempted or any(card.timer <= left for card in held)
        if view.question == "market" and free > len(held):
            goods = (CARD[name] for name in view.market if name is not None)
            tempted = tempted or any(
                card.is_crop and card.timer <= left and card.price <= farmer.coins and card.price < card.value
                for card in goods
            )

    end = walk(found, look)
    close()
    for seat, name in enumerate(rec.seats):
        farmer = end.view(seat).farmers[seat]
        counts[name]["cards at the end"] += farmer.hand_size
        counts[name]["coins at the end"] += farmer.coins
    capped = any(t[0] == farm_events.ENDED and t[1] == farm_events.BY_ROUND_CAP for t in found.plies[-1].told)
    for name in set(rec.seats):
        counts[name]["games at the round cap"] += capped


def count_garden(found: Match, rec: Record, counts: Counts) -> None:
    def look(match: Match, seat: int, move: MoveJson, ply: Ply) -> None:
        if move["kind"] in ("pass", "harvest", "fertilizer", "mole", "begin", "void"):
            counts[rec.seats[seat]]["moves"] += 1
            counts[rec.seats[seat]]["passes"] += move["kind"] in ("pass", "void")

    end = walk(found, look)
    for seat, points in enumerate(end.state.scores()):
        counts[rec.seats[seat]]["points"] += int(points)
        counts[rec.seats[seat]]["games below 3 million"] += int(points) < 3_000_000


def count_kata(found: Match, rec: Record, counts: Counts) -> None:
    def look(match: Match, seat: int, move: MoveJson, ply: Ply) -> None:
        name = rec.seats[seat]
        for told in ply.told:
            if told[0] == kata_events.OVERLOADED:
                counts[rec.seats[told[1]]]["cards lost to a full hand"] += 1
        if move["kind"] != "end":
            return
        counts[name]["turns that were ended"] += 1
        legal = (match.game.moves.to_json(int(choice)) for choice in match.state.moves())
        counts[name]["with a minion unused"] += any(choice["kind"] == "fight" for choice in legal)

    walk(found, look)


def count_lot(found: Match, rec: Record, counts: Counts) -> None:
    working = [False] * len(rec.seats)
    walking = [0] * len(rec.seats)  # turns without work
    now = -1

    def close() -> None:
        if now >= 0:
            name = rec.seats[now]
            counts[name]["turns"] += 1
            walking[now] = 0 if working[now] else walking[now] + 1
            counts[name]["fourth turns in a row without work"] += walking[now] == WALKING
        working[:] = [False] * len(rec.seats)

    def look(match: Match, seat: int, move: MoveJson, ply: Ply) -> None:
        nonlocal now
        if match.plies and any(told[0] == lot_events.TURN for told in match.plies[-1].told):
            close()
            now = seat
        kind = str(move["kind"])
        working[seat] = working[seat] or kind in WORK
        if kind == "end_turn":
            kinds = {match.game.moves.to_json(int(choice))["kind"] for choice in match.state.moves()}
            counts[rec.seats[seat]]["turns ended beside a free role"] += "take_role" in kinds

    walk(found, look)
    close()


COUNT: dict[str, Callable[[Match, Record, Counts], None]] = {
    "battle-farm": count_farm,
    "gardening-war": count_garden,
    "kata-tcg": count_kata,
    "deadwood": count_lot,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    counts: Counts = defaultdict(Counter)
    files = sorted(args.folder.glob("**/*.json"))
    for file in files:
        rec = load(file)
        if rec.game not in COUNT:
            parser.error(f"{file} is a game of {rec.game}; there is nothing to count yet but in {', '.join(COUNT)}.")
        for name in set(rec.seats):
            counts[name]["games"] += 1
        for name in rec.seats:
            counts[name]["players"] += 1
        COUNT[rec.game](replay(rec, find, source=str(file)), rec, counts)
    if args.json:
        print(json.dumps(counts))
        return
    for name, found in counts.items():
        print(name)
        for what, number in found.items():
            print(f"  {what:34} {number:12,d}   {number / found['players']:12,.2f} a player")


if __name__ == "__main__":
    main()
