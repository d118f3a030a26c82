"""The rules of order: which bans there can be, whom they hold for, and how that is said. Nothing here needs a house."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from parlour.core.errors import Refused
from parlour.core.protocol.order import LONGEST_WORDS
from parlour.server.limits import neighbourhood
from parlour.store import rows

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

WIDEST = {4: 8, 6: 19}  # the shortest prefix of a range that can be banned; for more there is maintenance
LONGEST_YEARS = 100
MAINTENANCE = "No new games begin for now, because the house is being looked after. Games that have begun go on."


def address_of(text: str) -> Address | None:
    """An address as connections and proxies tell it, perhaps with a port; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if found.version == 6 else None
    return mapped or found


@lru_cache(maxsize=10_000)  # every request has one
def told_address(text: str) -> str:
    """An address as it is compared and counted: without a port, IPv4 as IPv4; what is none stays as it is."""
    found = address_of(text)
    return text[:64] if found is None else str(found)


def last_forwarded(lines: Iterable[str]) -> str:
    """Of X-Forwarded-For the address that our own proxy added: the client can forge all that come before it. Some
    proxies add a line of their own."""
    return told_address(",".join(lines).rpartition(",")[2].strip())


def read_network(text: str) -> str:
    """A range of addresses as it is kept. A single address stands for whom it belongs to: with IPv6, that is a network
    of 64 bits, in which its owner changes addresses at will."""
    if (alone := address_of(text)) is not None and "/" not in text:
        text = neighbourhood(str(alone))
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refused(
            f"{text[:60]!r} is not a range of addresses; write it like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.",
            "bad-network",
        ) from None
    if found.version == 6 and found.network_address.ipv4_mapped is not None and found.prefixlen >= 96:
        found = ipaddress.ip_network((found.network_address.ipv4_mapped, found.prefixlen - 96))
    widest = WIDEST[found.version]
    if found.prefixlen < widest:
        raise Refused(
            f"{found} is too wide a range to ban; the widest is /{widest}. To let nobody play, use maintenance.",
            "bad-network",
        )
    return str(found)


def in_force(ban: rows.Ban, now: float) -> bool:
    return ban.until is None or ban.until > now


def longest(bans: Iterable[rows.Ban], now: float) -> rows.Ban | None:
    """Of those that are in force, the one that ends last."""
    return max(
        (ban for ban in bans if in_force(ban, now)),
        key=lambda ban: float("inf") if ban.until is None else ban.until,
        default=None,
    )


def check_until(until: float | None, now: float) -> float | None:
    """The end of a ban or an announcement: in the future, or open."""
    if until is None:
        return None
    if not now < until < now + LONGEST_YEARS * 366 * 86_400:  # also refuses what is no number
        raise Refused("The end must lie in the future, within a hundred years; leave it open for no end.", "bad-time")
    return until


def read_end(days: float | None, until: str | None, now: float) -> float | None:
    """An end as it is typed: so many days from now, or a date like 2027-03-01 or 2027-03-01 18:00 (UTC)."""
    if days is not None and until is not None:
        raise Refused("Give the days or the date of the end, not both.", "bad-time")
    if days is not None:
        return check_until(now + days * 86_400, now)
    if until is None:
        return None
    try:
        read = datetime.fromisoformat(until.strip())
        moment = (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise Refused(
            f"{until[:40]!r} is not a date; write 2027-03-01 or 2027-03-01T18:00 (UTC).", "bad-time"
        ) from None
    return check_until(moment, now)


def check_why(why: str, what: str = "A reason") -> str:
    """Words for others to read, on one line."""
    said = " ".join("".join(sign for sign in why if sign.isprintable() or sign.isspace()).split())
    if not said:
        raise Refused(f"{what} is needed: others will read it.", "no-reason")
    if len(said) > LONGEST_WORDS:
        raise Refused(f"{what} may have {LONGEST_WORDS} characters, not {len(said):,}.", "too-long")
    return said


def moment_words(at: float) -> str:
    when = datetime.fromtimestamp(at, UTC)
    return f"{when.day} {when:%B %Y, %H:%M} UTC"


def ban_words(ban: rows.Ban, is_guest: bool = True) -> str:
    """What a banned guest is told, or somebody who can't become one."""
    who = "You" if ban.guest is not None else "From your address, you"
    how_long = "any more" if ban.until is None else f"until {moment_words(ban.until)}"
    watching = " You may still watch." if is_guest else ""
    return f"{who} can’t play here {how_long}. The host’s reason: {_ended(ban.why)}{watching}"


def maintenance_words(text: str, until: float | None) -> str:
    how_long = "" if until is None else f" until {moment_words(until)}"
    return f"No new games begin{how_long}; games that have begun go on. {text and _ended(text)}".strip()


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
