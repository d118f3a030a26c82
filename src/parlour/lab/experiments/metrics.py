"""What the lab measures, in plain words. Each sentence says what a number means, not how it is computed."""

from __future__ import annotations

from typing import Final, NamedTuple

from parlour.core.protocol import LabMetric, LabMetricWords, LabPeople, LabUnit
from parlour.lab.experiments.design import LUCKS
from parlour.lab.experiments.playing import AHEAD, LOW


class Measured(NamedTuple):
    """A single number: what it is called, and which metric it belongs to."""

    metric: LabMetric
    title: str
    unit: LabUnit
    means: str


def numbers(people: LabPeople) -> dict[str, Measured]:
    """All single numbers, in the order in which they are told."""
    return {
        "first-move": Measured(
            "first-move",
            "First-move advantage",
            "share",
            "By how much whoever makes the first decision wins more often than an even share.",
        ),
        "shared": Measured("wins", "Without one winner", "share", "Games that were drawn or whose win was shared."),
        "turns": Measured("length", "Turns", "number", "How often the player to decide changes, plus one."),
        "plies": Measured("length", "Moves", "number", "Everything that is entered in the record of a game."),
        "decisions": Measured("length", "Decisions", "number", "How often somebody had to choose a move."),
        "minutes": Measured(
            "length",
            "Minutes of people",
            "minutes",
            f"How long people would take if each needed {people.free:g} seconds for a decision, and {people.forced:g} "
            "if only one move is legal.",
        ),
        "forced": Measured("forced", "Forced decisions", "share", "Decisions in which only one move was legal."),
        "changes": Measured(
            "drama",
            "Lead changes",
            "number",
            f"How often another seat took the lead by the house's judge, with chances better by at least {AHEAD:.0%}.",
        ),
        "behind": Measured(
            "drama",
            "Drama",
            "share",
            "How far the later winner's chances were behind the leader's at the worst moment, by the house's judge.",
        ),
        "came-back": Measured(
            "drama",
            "Comebacks",
            "share",
            f"Won games whose winner once had less than {LOW:.0%} of an even chance, by the house's judge.",
        ),
        "settled": Measured(
            "drama",
            "Open until",
            "share",
            "The part of a game after which the later winner was in the lead for good, by the house's judge.",
        ),
    }


SEAT_MEANS: Final = (
    "How often each seat won, as everybody takes every seat in turn; draws and shared wins count in part."
)
FIRST_MEANS: Final = "How often whoever made the first decision of a game won; draws and shared wins count in part."
FACTOR_MEANS: Final = "How often whoever had this won, over all seats and rivals; draws and shared wins count in part."
HAD_MEANS: Final = (
    "How often a seat won of which this was true ({kind}). It goes with winning, which does not mean that it wins: "
    "whoever is ahead may also do more."
)
DUEL_MEANS: Final = "How often the row beat the column at tables of two; draws count half."
PARTS_TITLE: Final = "Where results come from"
PARTS_MEANS: Final = (
    "The same deals were played again with other luck and with other minds. The parts are shares of all that made "
    "results differ (of their variance): who sat where with what, the deal, the luck after "
    "it, and the players' choices."
)
PARTS: Final = {
    "line-up": ("Line-up and seat", "Where somebody sat, and what they brought: their level, class, deck or faction."),
    "deal": ("The deal", "What the set-up had dealt, visible or hidden, to players in these seats."),
    "luck": ("Luck after the deal", f"The same deal with other dice and draws on the way, {LUCKS} times."),
    "choice": ("Choice", "What was left when deal and luck were the same: the players decided otherwise."),
}

METRICS: Final[tuple[LabMetricWords, ...]] = (
    LabMetricWords("wins", "Share of wins", "How often each seat and each value of a factor wins, with intervals."),
    LabMetricWords("first-move", "First move", "Whether it helps to make the first decision."),
    LabMetricWords("had", "What seats had", "How often a seat won that had, drew or played a certain card or class."),
    LabMetricWords("length", "Length", "How many turns and decisions a game has, and how many minutes people need."),
    LabMetricWords("forced", "Forced decisions", "How many decisions leave no choice."),
    LabMetricWords("drama", "Drama", "How often the lead changes, how far winners were behind, when it is decided."),
    LabMetricWords("luck", "Luck and choice", "How much of the result the deal fixed, and how much choice decided."),
)
