"""Pictures of tables: a small one for lists, a large card for shared links. They show what a spectator may see."""

from __future__ import annotations

from collections import OrderedDict
from html import escape
from typing import TYPE_CHECKING, Final

from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.picture import BRASS, INK, MUTED, SEATS, Picture, wrapped
from parlour.server import messages
from parlour.server.limits import Buckets

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable

CARD_WIDTH: Final = 1200
CARD_HEIGHT: Final = 630
MOST_KEPT: Final = 64
PAINTED_PER_MINUTE: Final = 20  # for one address; those that are kept cost nothing
LONG, SHORT = "public, max-age=86400", "public, max-age=20"


class Pictures:
    """Draws tables, and keeps the last cards it has painted."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.painted = Buckets(PAINTED_PER_MINUTE / 60, PAINTED_PER_MINUTE, now=house.time.now)
        self._kept: OrderedDict[tuple[str, str, int, int], bytes] = OrderedDict()

    async def card(self, table: LiveTable, address: str) -> bytes:
        """The card of a table as a PNG file."""
        key = table.id, table.status, table.ply, table.row.revision
        if key not in self._kept:
            if not self.painted.take(address):
                raise Refused("That's enough pictures for now; try again in a minute.", "too-many")
            painted = await self.house.archive.paint(card(table), address)
            self._kept[key] = painted
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def cached(table: LiveTable) -> dict[str, str]:
    """How long others may keep a picture of this table."""
    return {"Cache-Control": LONG if table.status == "over" else SHORT}


def board(table: LiveTable) -> Picture:
    """The position as a spectator sees it; before the game, who has sat down so far."""
    if table.match is None:
        return _waiting(table)
    table.back.shown(None)
    try:
        return table.game.picture(table.view(None)[0], table.spoken, table.options)
    except Exception as error:  # a game that cannot draw must not spoil a page
        table.write_down(error)
        return _waiting(table)


def _waiting(table: LiveTable) -> Picture:
    drawn = Picture()
    drawn.say(drawn.width / 2, 90, table.game.title, 54, display=True, bold=True, room=drawn.width - 60)
    for number, line in enumerate(wrapped(table.game.tagline, drawn.width - 120, 22, 2)):
        drawn.say(drawn.width / 2, 150 + 30 * number, line, 22, MUTED)
    seats = table.row.seats[:8]
    for place, seat in enumerate(seats):
        x, y = drawn.width / 2 - 200 + 220 * (place % 2), 250 + 44 * (place // 2)
        if seat.empty:
            drawn.disc(x + 9, y, 7, "#1b2723", MUTED)
            drawn.say(x + 24, y, "free seat", 18, MUTED, "start")
        else:
            drawn.plate(x, y, 200, place, table.spoken[place])
    return drawn


def headline(table: LiveTable) -> str:
    """What the table is about, in a few words: who won, who plays, or who waits."""
    result = table.result
    if table.status == "over" and result is not None:
        best = max(result["payoffs"])
        winners = [name for name, payoff in zip(table.spoken, result["payoffs"], strict=True) if payoff == best]
        if len(winners) == len(table.spoken):
            return "A draw"
        return f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"
    seated = [name for name, seat in zip(table.spoken, table.row.seats, strict=True) if not seat.empty]
    if table.status == "open" and len(seated) < len(table.row.seats):
        return f"{listed(seated)} {'invites' if len(seated) == 1 else 'invite'} you" if seated else "Take a seat"
    return " against ".join(seated) if len(seated) == 2 else listed(seated)


def about(table: LiveTable) -> str:
    """A sentence below the headline: how it ended, or how it stands in public."""
    if table.status == "over" and table.result is not None:
        why = str(table.result.get("why") or "")
        why = why.removeprefix(headline(table)).lstrip(" :")  # the headline says that already
        return f"{why[:1].upper()}{why[1:]}"
    return messages.line(table, None) or table.game.tagline


def card(table: LiveTable) -> Picture:
    """The large card: the board, who played, and how it ended."""
    drawn = Picture(CARD_WIDTH, CARD_HEIGHT, "#101a17")
    drawn.box(0, 0, CARD_WIDTH, 10, BRASS)
    drawn.place(board(table), 442, 90)
    drawn.say(44, 118, table.game.title, 30, BRASS, "start", display=True, room=380)
    y = 172.0
    for line in wrapped(headline(table), 370, 44, 3):
        drawn.say(44, y, line, 44, INK, "start", display=True, bold=True)
        y += 52
    for line in wrapped(about(table), 370, 21, 3):
        drawn.say(44, y, line, 21, MUTED, "start")
        y += 28
    _scores(drawn, table, max(y + 24, 330))
    _signature(drawn)
    return drawn


def _scores(drawn: Picture, table: LiveTable, y: float) -> None:
    """Everybody's names, with scores that say more than who won."""
    result = table.result if table.status == "over" else None
    told = result is not None and any(abs(score) > 1 for score in result["scores"])
    step = min(36.0, (540 - y) / max(1, len(table.spoken)))
    for seat, name in enumerate(table.spoken):
        if table.row.seats[seat].empty:
            continue
        at = y + step * seat
        drawn.disc(53, at, 8, SEATS[seat % len(SEATS)])
        drawn.say(74, at, name, 22, INK, "start", bold=True, room=250)
        if told and result is not None:
            drawn.say(
                410, at, f"{result['scores'][seat]:,}".replace(",", "\u00a0"), 26, BRASS, "end", display=True, bold=True
            )


def _signature(drawn: Picture) -> None:
    """The house's candle and name."""
    drawn.box(46, 572, 16, 30, "#ffd9a0", radius=4)
    drawn.way([(54, 548), (60, 562), (54, 570), (48, 562)], fill="#ffb638")
    drawn.say(78, 588, "Parlour", 30, INK, "start", display=True, bold=True)
    drawn.say(1160, 588, "Watch, replay or play it on", 19, MUTED, "end")


def tags(table: LiveTable, page: str, origin: str) -> str:
    """What a page tells other sites about itself, so that a shared link shows the board."""
    title = f"{table.game.title}: {headline(table)}"
    facts = {
        "og:type": "website",
        "og:site_name": "Parlour",
        "og:title": title,
        "og:description": about(table),
        "og:url": f"{origin}/{page}",
        "og:image": f"{origin}/api/tables/{table.id}/picture.png",
        "og:image:type": "image/png",
        "og:image:width": str(CARD_WIDTH),
        "og:image:height": str(CARD_HEIGHT),
        "og:image:alt": f"The board of {title}",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
