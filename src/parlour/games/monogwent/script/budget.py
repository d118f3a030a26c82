"""What running a script costs (section 11): a card may take so many steps, and so many operations in all of them."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script import tree

STEPS: Final = 10_000  # that one card may take when it is played
WORK: Final = 100_000  # operations that it may take in all its steps together

# What things cost, in operations. An operation is what an operator, a name or a literal takes, about a
# tenth of a microsecond; whatever takes longer counts for more, so that WORK of them are never much more than 10 ms.
# Only counts, never a clock: the same game stops at the same place everywhere.
TOLD: Final = 60  # an event: it is shown to every seat and written down
MOVED_CARD: Final = 70  # looking for a card in every zone, taking it and putting it down
SAVED: Final = 60  # remembering the table before an effect, so that it can be undone
CALLED: Final = 3
CARDS_AN_OPERATION: Final = 4  # cards copied from list to list
SIGNS_AN_OPERATION: Final = 32  # characters copied from text to text
SHUFFLED_CARD: Final = 5

_OPERATORS: Final = {"+": 3, "-": 3, "*": 6, "/": 6, "^": 8, "@": 6, "@@": 6, "==": 3, "!=": 3}


def weight(expr: tree.Expr) -> int:
    """How many operations an expression is, as far as its text tells: all of it, whether it is come to or not.

    A predicate counts each time that it is run, so not here.
    """
    total = 0
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tree.Binary):
            total += _OPERATORS.get(one.op.text, 2)
            waiting += (one.left, one.right)
        elif isinstance(one, tree.Unary | tree.Step):
            total += 2
            waiting.append(one.operand)
        elif isinstance(one, tree.Group):
            waiting.append(one.inner)
        elif isinstance(one, tree.Index):
            total += CALLED
            waiting += (one.of, one.index)
        elif isinstance(one, tree.Member):
            total += CALLED
            waiting.append(one.of)
            waiting += one.arguments or ()
        elif not isinstance(one, tree.Predicate):
            total += 1
    return total
