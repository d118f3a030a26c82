"""A small policy and value network in numpy: two hidden layers, a score for every action, and who will win."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


class Net:
    """`weights` are what it has learned; `observe` gives scores and a value from -1 (lost) to 1 (won)."""

    def __init__(self, inputs: int, actions: int, hidden: int = 256, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        shapes = {"w1": (inputs, hidden), "w2": (hidden, hidden), "wp": (hidden, actions), "wv": (hidden, 1)}
        self.weights: dict[str, Array] = {}
        for name, shape in shapes.items():
            scale = np.sqrt(2 / shape[0]) if name in ("w1", "w2") else 0.01
            self.weights[name] = (rng.standard_normal(shape) * scale).astype(np.float32)
            self.weights["b" + name[1:]] = np.zeros(shape[1], np.float32)
        self.steps = 0
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}

    @classmethod
    def load(cls, path: str | Path) -> Net:
        with np.load(path) as file:
            net = cls(file["w1"].shape[0], file["wp"].shape[1], file["w1"].shape[1])
            net.weights = {name: file[name] for name in net.weights}
        return net

    def save(self, path: str | Path) -> None:
        np.savez_compressed(path, **self.weights)

    def look(self, observation: Array) -> tuple[Array, Array, Array, Array]:
        """Both hidden layers, then scores and values."""
        w = self.weights
        one = np.maximum(observation @ w["w1"] + w["b1"], 0)
        two = np.maximum(one @ w["w2"] + w["b2"], 0)
        return one, two, two @ w["wp"] + w["bp"], np.tanh(two @ w["wv"] + w["bv"])[:, 0]

    def policy(self, observation: Array, mask: NDArray[np.int8]) -> tuple[Array, Array]:
        """How likely each action is, 0 where it is not legal, and the value."""
        _, _, scores, value = self.look(observation)
        return softmax(scores, mask), value

    def learn(
        self, observation: Array, of_scores: Array, of_value: Array, layers: tuple[Array, Array], rate: float
    ) -> None:
        """One step of Adam against these gradients of the loss, by scores and by value before its tanh."""
        w, (one, two) = self.weights, layers
        back = of_scores @ w["wp"].T + of_value[:, None] @ w["wv"].T
        back[two <= 0] = 0
        found = {
            "wp": two.T @ of_scores,
            "bp": of_scores.sum(0),
            "wv": two.T @ of_value[:, None],
            "bv": of_value.sum(0, keepdims=True),
        }
        found |= {"w2": one.T @ back, "b2": back.sum(0)}
        back = back @ w["w2"].T
        back[one <= 0] = 0
        found |= {"w1": observation.T @ back, "b1": back.sum(0)}
        size = np.sqrt(sum(float((g * g).sum()) for g in found.values()))
        clip = min(1.0, 0.5 / (size + 1e-8))
        self.steps += 1
        for name, gradient in found.items():
            gradient = gradient * clip
            first, second = self.first[name], self.second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            w[name] -= step * first / (np.sqrt(second) + 1e-8)


def softmax(scores: Array, mask: NDArray[np.int8]) -> Array:
    scores = np.where(mask, scores, np.float32(-1e9))
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)
