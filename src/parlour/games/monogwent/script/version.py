"""What the language learned after version 2 of the game: matches of that version were played without such a script."""

from __future__ import annotations

from parlour.games.monogwent.script import tree


def needs_version_3(declarations: list[tree.Object]) -> bool:
    """Whether it has an `if`, a Description or an Image, or a semicolon too few or too many for the older language."""
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
