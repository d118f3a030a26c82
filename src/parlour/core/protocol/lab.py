"""The lab: experiments, how far they have got, and what they found.

An experiment is what its file (`experiment.toml`) says. Its result is what `parlour lab run` writes as JSON.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.protocol.json import Json, Options

LabStage = Literal["waiting", "running", "stopped", "done", "failed"]
LabMetric = Literal["wins", "first-move", "had", "length", "forced", "drama", "luck"]
LabUnit = Literal["share", "number", "minutes"]

LAB_FORMAT = 1  # of a result


# --- experiments ---


class LabPeople(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people take for a decision, in seconds: a model that turns decisions into minutes."""

    free: Annotated[float, Meta(ge=0, le=3600)] = 6.0  # if there is a choice
    forced: Annotated[float, Meta(ge=0, le=3600)] = 1.0  # if only one move is legal


class LabExperiment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be found out. A factor is an option of the game, `preset`, `seats` or `players`, with its values.

    A value may have a name: `{"name": "mine", "value": …}`; in a file also `{"name": "mine", "file": "cards.txt"}`.
    """

    game: str
    title: Annotated[str, Meta(max_length=100)] = ""
    note: Annotated[str, Meta(max_length=2000)] = ""
    preset: str | None = None
    options: Options = {}  # the same in all games
    seats: int | None = None
    players: Annotated[list[str], Meta(max_length=64)] = []  # one for all seats, or one for each; none: greedy
    factors: dict[str, list[Json] | Literal["all"]] = {}  # crossed with each other
    cells: Annotated[list[Options], Meta(max_length=1000)] = []  # instead: combinations, one by one
    games: Annotated[int, Meta(ge=1, le=100_000_000)] = 1000
    metrics: list[LabMetric] = []  # none: all of them
    looked: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None  # games that are looked at move by move
    again: Annotated[int, Meta(ge=0, le=100_000)] | None = None  # deals that are played again and again
    people: LabPeople = LabPeople()
    seed: int | str | None = None


class LabPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What an experiment amounts to, before it is played."""

    title: str
    game_title: str
    cells: list[str]  # the tables that are compared, in words
    line_ups: int  # who meets whom, over all cells
    deals: int
    games: int  # planned: every deal once in each rotation of the seats
    again: int  # games besides, to tell luck from choice
    notes: list[str]  # what is worth knowing: line-ups that the rules refuse, players that think by the clock
    toml: str  # the experiment as a file


# --- what can be asked, for experiments that are clicked together ---


class LabValue(msgspec.Struct, frozen=True):
    name: str
    value: Json


class LabFactor(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can differ between games, or between the seats of a game."""

    name: str  # as in the file
    title: str
    about: str
    by: Literal["table", "seat"]  # whether every seat has its own
    kind: Literal["choice", "number", "yes-no", "text", "other"]
    values: list[LabValue]  # those that the game lists; others may be allowed
    low: float | None = None  # of a number
    high: float | None = None
    usual: Json = None


class LabMetricWords(msgspec.Struct, frozen=True):
    name: LabMetric
    title: str
    means: str  # what it tells, in one plain sentence


class LabGame(msgspec.Struct, frozen=True, kw_only=True):
    """What the lab can ask about a game."""

    game: str
    title: str
    seats: list[int]
    default_seats: int
    players: list[str]  # those that every house may use; a search says how much: search:iterations=200
    presets: list[LabValue]
    factors: list[LabFactor]
    metrics: list[LabMetricWords]
    had: list[str]  # what is known of a seat besides: class, card played
    example: str  # an experiment as a file, with comments


# --- results ---


class LabNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A measured number with its 95 % interval; `low` and `high` are null if there is too little to tell."""

    name: str
    title: str
    means: str
    unit: LabUnit
    value: float
    low: float | None
    high: float | None
    error: float | None  # the standard error
    games: int


class LabShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often whoever sat there, or had this, won. `even` is what it would be if it made no difference."""

    name: str
    share: float
    low: float
    high: float
    even: float
    error: float
    p: float  # corrected by Holm's method for all of its family
    clear: bool  # it differs from `even`: p is below 0.05
    games: int  # seats counted: a game in which two seats had it counts twice
    deals: int


class LabFamily(msgspec.Struct, frozen=True, kw_only=True):
    """Shares that belong together; their intervals hold all at once, 95 times in 100."""

    name: str  # seat, first move, an option, or what a seat had: class, card played
    title: str
    means: str
    correction: str  # in a sentence
    shares: list[LabShare]
    left_out: int  # of which there was too little


class LabBars(msgspec.Struct, frozen=True, kw_only=True):
    """How often a number lay where: bar `n` counts from `edges[n]` up to, but not including, `edges[n + 1]`."""

    name: str
    title: str
    unit: str  # what is counted on the axis: turns, decisions
    edges: list[float]
    counts: list[int]


class LabDuels(msgspec.Struct, frozen=True, kw_only=True):
    """At tables of two: how often each of these (the row) beat each other (the column)."""

    name: str
    title: str
    means: str
    names: list[str]
    shares: list[list[float | None]]
    games: list[list[int]]


class LabParts(msgspec.Struct, frozen=True, kw_only=True):
    """What the differences between results come from: parts that add up to 1."""

    name: str
    title: str
    means: str
    parts: list[LabNumber]


class LabSlice(msgspec.Struct, frozen=True, kw_only=True):
    """All games, or those in which some factors had these values."""

    title: str
    where: dict[str, str]
    games: int
    deals: int
    families: list[LabFamily]
    numbers: list[LabNumber]
    bars: list[LabBars]
    duels: list[LabDuels]
    parts: list[LabParts]
    notes: list[str]  # what could not be measured, and why


class LabResult(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    parlour: str
    game: str
    game_title: str
    version: int  # of the game
    title: str
    experiment: LabExperiment
    seed: str
    games: int  # played, without those played again
    again: int
    planned: int
    complete: bool
    line_ups: int
    cells: list[str]
    notes: list[str]
    slices: list[LabSlice]  # all games first


class LabDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One measure in two results: `difference` is that of the second less that of the first."""

    slice: str
    family: str  # empty for a single number
    name: str
    title: str
    unit: LabUnit
    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float  # corrected by Holm's method for all that is compared
    clear: bool


class LabComparison(msgspec.Struct, frozen=True, kw_only=True):
    first: str  # titles
    second: str
    means: str  # how to read it
    differences: list[LabDifference]
    only_first: list[str]  # measures that the other does not have
    only_second: list[str]


# --- in the house ---


class NewLab(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new experiment: clicked together, or as the text of its file."""

    experiment: LabExperiment | None = None
    toml: Annotated[str, Meta(max_length=300_000)] | None = None


class LabSummary(msgspec.Struct, frozen=True, kw_only=True):
    """An experiment in a list."""

    id: str
    title: str
    game: str
    game_title: str
    stage: LabStage
    author: str
    yours: bool
    games: int  # played so far, of those planned
    planned: int
    progress: float  # 0 to 1, by all that is to be played
    seconds: float  # of processor time so far
    grown: int  # how often the result has changed; 0: there is none yet
    trouble: str  # why it failed, or was stopped by the house
    created: float
    updated: float


class LabPage(LabSummary, frozen=True, kw_only=True):
    """All about an experiment but its result."""

    experiment: LabExperiment
    toml: str
    plan: LabPlan
    ahead: int  # experiments of others that are under way


class LabLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What the house allows a guest."""

    on: bool
    games: int  # of one experiment
    minutes: float  # of processor time for one experiment
    kept: int  # experiments of one guest


class LabShelf(msgspec.Struct, frozen=True, kw_only=True):
    mine: list[LabSummary]
    limits: LabLimits
