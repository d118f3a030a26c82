"""The standard lot written as XML files, the way people have them, with room for oddities."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from parlour.games.deadwood.board import STANDARD, Board

NAMES = dict(zip(STANDARD.areas, [*(s.name for s in STANDARD.sets), "trailer", "office"], strict=True))


def board_xml(board: Board = STANDARD, full: bool = True) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<board name={quoteattr(board.name)}>"]
    names = {**NAMES, **dict(zip(board.areas, [*(s.name for s in board.sets), "trailer", "office"], strict=True))}
    area = '    <area x="21" y="69" h="115" w="205"/>'

    def neighbours(near: list[str]) -> list[str]:
        return ["    <neighbors>", *(f"      <neighbor name={quoteattr(names[n])}/>" for n in near), "    </neighbors>"]

    for s in board.sets:
        lines += [f"  <set name={quoteattr(s.name)}>", *neighbours(s.neighbours)]
        lines += [area] * full
        lines += ["    <takes>", *(f'      <take number="{n}"/>' for n in range(s.takes, 0, -1)), "    </takes>"]
        if s.roles:
            lines.append("    <parts>")
            for role in s.roles:
                lines.append(f'      <part name={quoteattr(role.name)} level="{role.rank}">')
                lines += ["  " + area, "        <line>Well, well.</line>"] * full
                lines.append("      </part>")
            lines.append("    </parts>")
        lines.append("  </set>")
    lines += ["  <trailer>", *neighbours(board.trailer.neighbours), *[area] * full, "  </trailer>"]
    lines += ["  <office>", *neighbours(board.office.neighbours), *[area] * full, "    <upgrades>"]
    for word in ("dollar", "credit"):
        for price in board.prices:
            amount = price.dollars if word == "dollar" else price.credits
            lines.append(f'      <upgrade level="{price.rank}" currency="{word}" amt="{amount}"/>')
    lines += ["    </upgrades>", "  </office>", "</board>"]
    return "\n".join(lines) + "\n"


def cards_xml(board: Board = STANDARD, full: bool = True) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<cards>"]
    for number, scene in enumerate(board.scenes, start=1):
        lines.append(f'  <card name={quoteattr(scene.title)} img="card_{number:02}.png" budget="{scene.budget}">')
        if full:
            lines += [f'    <scene number="{number}">', "      Something", "      happens.", "    </scene>"]
        for role in scene.roles:
            lines.append(f'    <part name={quoteattr(role.name)} level="{role.rank}">')
            lines += ['      <area x="20" y="47" h="40" w="40"/>', "      <line>Draw!</line>"] * full
            lines.append("    </part>")
        lines.append("  </card>")
    lines.append("</cards>")
    return "\n".join(lines) + "\n"


def line_of(text: str, part: str, nth: int = 1) -> int:
    """The number of the nth line that holds this text."""
    found = [number for number, line in enumerate(text.splitlines(), start=1) if part in line]
    return found[nth - 1]
