"""Playing on from a moment of a finished match: a branch repeats its beginning, then goes its own way."""

from __future__ import annotations

import msgspec

from parlour.core.errors import Refused
from parlour.core.seed import Seed

MOST_STRETCHES = 50  # branches of branches of branches …
LONGEST_NAME = 200


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a branch repeats of one match: its entries up to `ply`, with the dice of that match's seed.

    Then everything that the seat `kept` could not know was dealt anew; None: everything hidden stayed as it was.
    """

    ply: int
    seed: str  # public, because that match was over
    kept: int | None = None


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match branched off: from whose match, at which table, and what it repeats.

    There are several stretches if that match was itself a branch. Later entries, and what was dealt anew, have the
    dice of the branch's own seed, so that nobody can foresee them.
    """

    names: list[str]
    stretches: list[Stretch]
    table: str | None = None

    @property
    def ply(self) -> int:
        """How many entries it repeats."""
        return self.stretches[-1].ply

    @property
    def kept(self) -> int | None:
        """The seat for which the unknown was dealt anew; None: it is as it was."""
        return self.stretches[-1].kept

    def seed_of(self, number: int, own: Seed) -> Seed:
        """The seed whose dice a ply has; 0 is the set-up."""
        for stretch in self.stretches:
            if number <= stretch.ply:
                return Seed.parse(stretch.seed)
        return own

    def deals(self, number: int, own: Seed) -> list[tuple[int, Seed]]:
        """For which seats the unknown is dealt anew after this many entries, each time from the seed that follows."""
        following = [*(stretch.seed for stretch in self.stretches[1:]), None]
        return [
            (stretch.kept, own if seed is None else Seed.parse(seed))
            for stretch, seed in zip(self.stretches, following, strict=True)
            if stretch.ply == number and stretch.kept is not None
        ]

    def remembers(self, seat: int | None, number: int, played: int) -> bool:
        """Whether what `seat` was told in a ply still holds: not if its hand has been dealt anew since."""
        return all(
            stretch.kept is None or stretch.kept == seat or not number <= stretch.ply <= played
            for stretch in self.stretches
        )

    def check(self, seats: int, moves: int) -> None:
        """Refuse a branch that does not fit a match with so many seats and moves."""
        plies = [stretch.ply for stretch in self.stretches]
        if not plies or plies != sorted(plies) or plies[0] < 0:
            raise Refused("its branch needs stretches in the order of play.", "bad-record")
        if len(plies) > MOST_STRETCHES:
            raise Refused(f"its branch has {len(plies)} stretches; {MOST_STRETCHES} are allowed.", "bad-record")
        if plies[-1] > moves:
            raise Refused(f"its branch repeats {plies[-1]} moves, but there are only {moves}.", "bad-record")
        if len(self.names) != seats:
            raise Refused(f"its branch names {len(self.names)} players for {seats} seats.", "bad-record")
        if max(map(len, [*self.names, self.table or ""])) > LONGEST_NAME:
            raise Refused(f"its branch has a name of more than {LONGEST_NAME} characters.", "bad-record")
        for stretch in self.stretches:
            Seed.parse(stretch.seed)
            if stretch.kept is not None and not 0 <= stretch.kept < seats:
                raise Refused(f"its branch was dealt for seat {stretch.kept}, which does not exist.", "bad-record")

    def say(self, hides: bool) -> str:
        """Where it comes from, in a sentence."""
        moment = f"move {self.ply}" if self.ply else "the start"
        whose = " against ".join(self.names) if len(self.names) == 2 else f"a game for {len(self.names)} players"
        if not hides:
            return f"Played on from {moment} of {whose}."
        unknown = "as it was" if self.kept is None else f"dealt anew, except what {self.names[self.kept]} could see"
        return f"Played on from {moment} of {whose}; everything hidden is {unknown}."
