"""Which scripts need version 3 of the game: matches of version 2 were played without them."""

from __future__ import annotations

from parlour.games.monogwent.script import tree


def needs_version_3(declarations: list[tree.Object]) -> bool:
    """Whether it uses `if`, Description, Image, or semicolons in a way that the older language didn't allow."""
    for declaration in declarations:
        for field in declaration.fields:
            if declaration.kind == "card" and field.key.text in ("Description", "Image"):
                return True
            if isinstance(field.value, tree.Action) and _has_newer(field.value.body):
                return True
    return False


def _has_newer(action: tree.Statement) -> bool:
    if isinstance(action, tree.Block) and action.ended:
        return True
    waiting = [action]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tree.If):
            return True
        if isinstance(one, tree.Call | tree.Assign) and not one.ended and one is not action:
            return True
        if isinstance(one, tree.Block):
            waiting += one.statements
        elif isinstance(one, tree.For | tree.While):
            waiting.append(one.body)
    return False
