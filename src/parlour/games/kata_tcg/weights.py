"""What the house has learned about the ends of turns in Kata TCG: see outlook.py for what the numbers mean.

Fitted to the results of games that the whole-turn search played against itself, by logistic regression. The second half
of each list is how much a weight grows from no mana slots to all ten.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, list[float]] = {
    "minions": [
        -0.83,  # bias
        0.55, -1.91, -0.76, -0.32, -0.84,  # health
        -0.39, 1.26, 0.86, 0.74, -0.03,  # rival's health
        -1.80, -0.68, -0.77, -0.04, -0.04,  # health left after the rival's minions hit
        0.58, 0.32, 0.04, 0.08, -0.02,  # rival's health left after our minions hit
        0.21, -0.23, 0.24, 1.01,  # each minion
        -0.25, -0.71, -0.11, -0.46,  # each minion of the rival
        0.32, -0.38, 0.10, -0.07, 0.07, -0.12, 0.01,  # each card in hand
        0.36,  # each unknown card in hand
        -0.57, -1.43,  # size of the hand
        -1.30, 0.61, 1.27,  # size of the rival's hand
        2.70, 0.27, 0.37,  # size of the deck
        -2.09, -0.68, -0.71,  # size of the rival's deck
        0.39,  # growth: bias
        0.14, 2.67, 0.60, -0.17, -0.81,  # growth: health
        -0.29, -1.07, 0.21, 0.64, -0.04,  # growth: rival's health
        0.02, 0.10, -0.73, -0.07, -0.04,  # growth: health left after the rival's minions hit
        -0.15, -0.25, -0.07, -0.04, -0.01,  # growth: rival's health left after our minions hit
        0.08, 0.04, -0.61, 1.00,  # growth: each minion
        -0.02, -0.34, 0.01, -0.36,  # growth: each minion of the rival
        0.11, 0.09, 0.60, 0.46, -0.10, 0.36, -0.26,  # growth: each card in hand
        0.47,  # growth: each unknown card in hand
        -0.02, 2.10,  # growth: size of the hand
        -1.69, -0.10, -1.74,  # growth: size of the rival's hand
        -0.33, -1.62, -0.55,  # growth: size of the deck
        -0.75, 2.46, 1.06,  # growth: size of the rival's deck
    ],
    "no minions": [
        -2.28,  # bias
        3.00, -2.06, -1.41, 0.07, -0.85,  # health
        -2.29, 0.31, 0.78, -1.39, -0.84,  # rival's health
        -1.82, -1.66, -0.23, 0.00, 0.00,  # health left after the rival's minions hit
        1.12, 0.22, -0.24, 0.00, 0.00,  # rival's health left after our minions hit
        0.00, 0.00, 0.00, 0.00,  # each minion
        0.00, 0.00, 0.00, 0.00,  # each minion of the rival
        -0.18, -0.23, -0.00, 0.01, 0.00, -0.11, -0.08,  # each card in hand
        -0.31,  # each unknown card in hand
        -0.26, -0.36,  # size of the hand
        1.86, 0.36, -0.81,  # size of the rival's hand
        0.50, -1.85, -0.30,  # size of the deck
        -0.50, 3.36, 0.18,  # size of the rival's deck
        2.65,  # growth: bias
        -1.43, 2.51, 0.50, 0.44, -0.86,  # growth: health
        0.40, -0.81, -0.03, 0.81, -0.16,  # growth: rival's health
        0.86, 0.54, -0.22, 0.00, 0.00,  # growth: health left after the rival's minions hit
        -0.88, 0.97, 1.09, 0.00, 0.00,  # growth: rival's health left after our minions hit
        0.00, 0.00, 0.00, 0.00,  # growth: each minion
        0.00, 0.00, 0.00, 0.00,  # growth: each minion of the rival
        0.04, 0.32, 0.35, -0.23, 0.00, 0.17, 0.15,  # growth: each card in hand
        0.97,  # growth: each unknown card in hand
        0.04, 0.41,  # growth: size of the hand
        -2.32, -0.42, 0.85,  # growth: size of the rival's hand
        0.00, -4.78, -0.58,  # growth: size of the deck
        0.00, 4.53, 0.26,  # growth: size of the rival's deck
    ],
}
