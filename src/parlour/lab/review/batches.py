"""Reviews of many records, in worker processes, and what they say about each player."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from parlour.arena.workers import Runner, stop_if_unwanted
from parlour.bots.player import PutAside
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.record import load, replay
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.review.findings import BAD, Decision, Review
from parlour.lab.review.reviewing import EFFORTS, Reviewer


class Reviewed(msgspec.Struct, frozen=True):
    """One file: its review, or in a sentence why there is none."""

    path: str
    review: Review | None
    problem: str = ""


class Worst(msgspec.Struct, frozen=True):
    """A decision in one of the files."""

    path: str
    seats: list[str]
    decision: Decision


class Tendency(msgspec.Struct, frozen=True):
    """One player over many games."""

    name: str
    games: int
    share: float  # of the winnings
    score: float | None  # Choice, over all decisions together
    score_error: float
    luck: float  # mean over the games, in hundredths
    luck_error: float  # its standard error
    decisions: int  # not counting forced ones
    verdicts: dict[str, int]
    worst: list[Worst]


class Batch(msgspec.Struct, frozen=True):
    players: list[Tendency]
    reviews: list[Reviewed]
    interrupted: bool = False


Watch = Callable[[int, int], None]
Called = Callable[[AnyGame, Sequence[str]], list[str]]


class Reviewing(msgspec.Struct, frozen=True):
    """How every file is reviewed."""

    effort: str
    seed: str
    seconds: float = 0.0

    def one(self, path: str) -> Reviewed:
        try:
            return Reviewed(path, self.review(Path(path)))
        except Refused as refusal:
            return Reviewed(path, None, refusal.text)
        except PutAside:
            raise
        except Exception as error:  # rules of guests may fail in any way
            what = " ".join(str(error).split())[:200]
            return Reviewed(path, None, f"{path} could not be reviewed: {type(error).__name__}: {what}.")

    def review(self, path: Path) -> Review:
        """The whole review of one record."""
        reviewer = self.begin(path)
        for _ in reviewer.steps(self.seconds):
            stop_if_unwanted()
        return reviewer.review()

    def begin(self, path: Path, called: Called | None = None) -> Reviewer:
        """A review of one record, not yet begun; `called` says what the seats are called in sentences."""
        rec = load(path)
        match = replay(rec, find, source=str(path))
        if not match.over:
            raise Refused(f"{path} is a game that is still running; it can be reviewed when it is over.", "not-over")
        if not match.plies:
            raise Refused(f"{path} is a game without moves.", "bad-record")
        names = rec.seats if called is None else called(match.game, rec.seats)
        return Reviewer(match, names, EFFORTS[self.effort], Seed.parse(self.seed))


def records_in(folder: Path) -> list[Path]:
    """All JSON files in a folder and the folders in it, by name."""
    return sorted(path for path in folder.rglob("*.json") if path.is_file() and not path.name.startswith("."))


def review_all(
    paths: Sequence[Path],
    how: Reviewing,
    workers: int,
    watch: Watch | None = None,
    player: str | None = None,
    most: int = 10,
) -> Batch:
    """Review these files; what is done when somebody presses Ctrl-C is kept."""
    found: list[Reviewed] = []

    def take(reviewed: Reviewed) -> None:
        found.append(reviewed)
        if watch is not None:
            watch(len(found), len(paths))

    runner = Runner(how.one, [str(path) for path in paths], workers, at_once=True)
    runner.run(take)
    return Batch(tendencies(found, player, most), found, runner.interrupted)


def tendencies(reviewed: Sequence[Reviewed], player: str | None = None, most: int = 10) -> list[Tendency]:
    """What the reviews say about each player, or about one, by name."""
    names: dict[str, list[tuple[Reviewed, Review, int]]] = {}
    for each in reviewed:
        if each.review is None:
            continue
        for seat, name in enumerate(each.review.seats):
            if player in (None, name):
                names.setdefault(name, []).append((each, each.review, seat))
    return [_tendency(name, games, most) for name, games in sorted(names.items())]


def _tendency(name: str, games: Sequence[tuple[Reviewed, Review, int]], most: int) -> Tendency:
    decisions = [
        (each, decision)
        for each, review, seat in games
        for decision in review.decisions
        if decision.seat == seat and decision.verdict not in ("forced", "gone")
    ]
    stake, loss = sum(d.stake for _, d in decisions), sum(d.loss for _, d in decisions)
    doubt = math.sqrt(sum(d.error**2 for _, d in decisions))
    lucks = [review.standings[seat].luck for _, review, seat in games]
    mean = sum(lucks) / len(lucks)
    spread = sum((luck - mean) ** 2 for luck in lucks) / max(1, len(lucks) - 1)
    bad = sorted((pair for pair in decisions if pair[1].verdict in BAD), key=lambda pair: -pair[1].loss)[:most]
    return Tendency(
        name=name,
        games=len(games),
        share=sum(review.result[seat] for _, review, seat in games) / len(games),
        score=100 * min(1.0, max(0.0, 1 - loss / stake)) if stake > doubt else None,
        score_error=100 * doubt / stake if stake > doubt else 0.0,
        luck=mean,
        luck_error=math.sqrt(spread / len(lucks)),
        decisions=len(decisions),
        verdicts={verdict: sum(d.verdict == verdict for _, d in decisions) for verdict in ("best", "good", *BAD)},
        worst=[Worst(each.path, each.review.seats if each.review else [], decision) for each, decision in bad],
    )
