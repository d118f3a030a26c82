"""What running a script costs (section 11): a card has a budget of steps and of operations."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script import tree

STEPS: Final = 10_000  # per card played
WORK: Final = 100_000  # operations per card played, in all its steps together

# Costs in operations. An operation is an operator, a name or a literal, about a tenth of a microsecond; anything slower
# costs more, so that WORK operations never take much more than 10 ms. These are counts, not times: the same game stops
# at the same place everywhere.
TOLD: Final = 60  # an event: every seat gets it, and it is recorded
MOVED_CARD: Final = 70  # finding a card in some zone, taking it and putting it down
SAVED: Final = 60  # saving the table before an effect, so that it can be undone
CALLED: Final = 3
CARDS_AN_OPERATION: Final = 4  # cards copied from list to list
CHARACTERS_AN_OPERATION: Final = 32  # characters copied from text to text
SHUFFLED_CARD: Final = 5

_OPERATORS: Final = {"+": 3, "-": 3, "*": 6, "/": 6, "^": 8, "@": 6, "@@": 6, "==": 3, "!=": 3}


def weight(expr: tree.Expr) -> int:
    """The operations in an expression, whether all of them are reached or not.

    Predicates don't count here, because they count each time they run.
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
