"""Learns Kata TCG by playing itself: proximal policy optimization on the batch stepper, in numpy alone.

python docs/learn/train.py --minutes 18 --write agent.npz --curve curve.json
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

# Before numpy: such small matrices gain nothing from a second core, and on a busy machine lose a lot by waiting for it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from net import Net, softmax

from parlour.envs import batch

GAME, PRESET = "kata-tcg", "full"
GAMES, STEPS = 256, 64  # games side by side, decisions of each between two lessons
LAMBDA = 0.9  # how far a result is believed back; the rest is what the net expects
PASSES, SLICE = 3, 2048  # how often a lesson is gone through, decisions at a time
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5


def draw(chances, rng):
    """One action a row."""
    return (chances.cumsum(1) > rng.random((len(chances), 1)) * chances.sum(1, keepdims=True)).argmax(1)


def play(net, games, now, rng):
    """A lesson: what was seen, might be done, was done, was expected of it, and came of it."""
    seen = np.empty((STEPS, GAMES, now.observation.shape[1]), np.float32)
    masks = np.empty((STEPS, GAMES, now.mask.shape[1]), np.bool_)
    done, chance, value, target = (np.empty((STEPS, GAMES), kind) for kind in (np.int64, *[np.float32] * 3))
    movers, ended, reward = (np.empty((STEPS + 1, GAMES), kind) for kind in (np.int64, np.bool_, np.float32))
    rows = np.arange(GAMES)
    for t in range(STEPS):
        seen[t], masks[t], movers[t] = now.observation, now.mask, now.mover
        chances, value[t] = net.policy(seen[t], masks[t])
        done[t] = draw(chances, rng)
        chance[t] = chances[rows, done[t]]
        now = games.step(done[t])
        ended[t], reward[t] = now.ended, now.reward[rows, movers[t]]
    movers[STEPS] = now.mover
    later = expected = net.policy(now.observation, now.mask)[1]
    for t in reversed(range(STEPS)):
        # what is good for one of two players is as bad for the other
        side = np.where(movers[t] == movers[t + 1], 1, -1)
        target[t] = np.where(ended[t], reward[t], side * (LAMBDA * later + (1 - LAMBDA) * expected))
        later, expected = target[t], value[t]
    flat = [
        part.reshape(STEPS * GAMES, *part.shape[2:]) for part in (seen, masks, done, chance, target, target - value)
    ]
    return flat, now, int(ended[:STEPS].sum())


def study(net, lesson, rate, rng):
    seen, masks, done, chance, target, better = lesson
    better = (better - better.mean()) / (better.std() + 1e-6)
    order = rng.permutation(len(done))
    for _ in range(PASSES):
        for at in range(0, len(order), SLICE):
            some = order[at : at + SLICE]
            rows = np.arange(len(some))
            one, two, scores, value = net.look(seen[some])
            chances = softmax(scores, masks[some])
            ratio = chances[rows, done[some]] / chance[some]
            gain = better[some]
            moved = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            pull = np.where(moved, gain * ratio, 0).astype(np.float32)
            of_scores = chances * pull[:, None]
            of_scores[rows, done[some]] -= pull
            logs = np.log(chances + 1e-12)
            spread = -(chances * logs).sum(1, keepdims=True)
            of_scores += ENTROPY * chances * (logs + spread)
            of_value = 2 * VALUE * (value - target[some]) * (1 - value * value)
            net.learn(seen[some], of_scores / len(some), (of_value / len(some)).astype(np.float32), (one, two), rate)


def share(net, word, games, seed):
    """The share of wins against a player of the house, half of the games from each seat."""
    won = played = 0.0
    for seat in (0, 1):
        half = batch(GAME, games // 2, preset=PRESET, others={1 - seat: word}, seed=seed)
        now = half.reset()
        first = np.ones(games // 2, bool)
        while first.any():
            chances, _ = net.policy(now.observation, now.mask)
            now = half.step(chances.argmax(1))
            over = now.ended & first
            won += float((now.reward[over, seat] + 1).sum() / 2)
            played += int(over.sum())
            first &= ~now.ended
        half.close()
    return won / played


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=18.0, help="of processor time")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--rate", type=float, default=1e-3)
    asked.add_argument("--write", type=Path, default=Path("agent.npz"))
    asked.add_argument("--curve", type=Path, default=Path("curve.json"))
    given = asked.parse_args()
    rng = np.random.default_rng(given.seed)
    games = batch(GAME, GAMES, preset=PRESET, seed=given.seed)
    now = games.reset()
    net = Net(now.observation.shape[1], now.mask.shape[1], seed=given.seed)
    curve, lessons, played, until = [], 0, 0, given.minutes * 60
    began, next_look = time.process_time(), 0.0
    while True:
        spent = time.process_time() - began
        if spent >= next_look or spent >= until:
            found = share(net, "greedy", 200, 1000 + lessons)
            curve.append(
                {"cpu_minutes": spent / 60, "games": played, "decisions": lessons * STEPS * GAMES, "share": found}
            )
            print(f"{spent / 60:5.1f} min  {played:8,} games  beats greedy in {found:.1%}", flush=True)
            net.save(given.write)
            given.curve.write_text(json.dumps(curve, indent=1))
            next_look += until / 20
        if spent >= until:
            return
        lesson, now, over = play(net, games, now, rng)
        played += over
        lessons += 1
        study(net, lesson, given.rate * max(0.05, 1 - spent / until), rng)


if __name__ == "__main__":
    main()
