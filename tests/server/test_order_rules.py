"""The rules of order by themselves: ranges of addresses, ends, reasons, and the key."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import Refused
from parlour.server import host_key
from parlour.server.identity import Signer
from parlour.server.order_rules import address_of, ban_words, check_until, check_why, longest, read_end, read_network
from parlour.store.rows import Ban

NOW = 1_700_000_000.0
DAY = 86_400.0


@given(st.ip_addresses())
def test_an_address_is_found_however_it_is_told(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    plain = address_of(str(address))
    shown = f"[{address}]:4711" if address.version == 6 else f"{address}:4711"
    assert plain == address_of(shown) == address_of(f" {address} ") and plain is not None
    if address.version == 4:
        assert address_of(f"::ffff:{address}") == address, "as a socket for both kinds of addresses tells it"
    assert plain in ipaddress.ip_network(read_network(str(plain)))


@pytest.mark.parametrize("text", ["?", "", "testclient", "1.2.3", "::g", "1.2.3.4.5:80", "[", "%eth0"])
def test_what_is_no_address_is_in_no_range(text: str) -> None:
    assert address_of(text) is None


def test_a_range_is_kept_in_one_way() -> None:
    assert read_network("203.0.113.77/24") == "203.0.113.0/24"
    assert read_network("203.0.113.7") == "203.0.113.7/32"
    assert read_network(" 2001:DB8:0::7/48") == "2001:db8::/48"
    assert read_network("::ffff:203.0.113.0/120") == "203.0.113.0/24"
    assert read_network("::ffff:203.0.113.7") == "203.0.113.7/32"


def test_a_single_ipv6_address_stands_for_the_network_of_its_owner() -> None:
    assert read_network("2001:db8::7") == read_network("2001:db8:0:0:a:b:c:d") == "2001:db8::/64"
    assert read_network("[2001:db8::7]:4711") == "2001:db8::/64", "as a log tells it"
    assert read_network("2001:db8::7/128") == "2001:db8::7/128", "unless the host insists"


@pytest.mark.parametrize("text", ["", "everybody", "203.0.113.0/33", "0.0.0.0/0", "10.0.0.0/7", "::/0", "1.2.3.4/-1"])
def test_a_range_that_nobody_should_ban_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="range"):
        read_network(text)


def test_an_end_is_typed_as_days_or_as_a_date() -> None:
    assert read_end(2, None, NOW) == NOW + 2 * DAY
    assert read_end(None, "2027-03-01", NOW) == read_end(None, "2027-03-01T01:00+01:00", NOW) == 1_803_859_200
    assert read_end(None, None, NOW) is None
    for days, until in ((2, "2027-03-01"), (None, "tomorrow"), (None, "2001-01-01"), (None, "9999-12-31")):
        with pytest.raises(Refused):
            read_end(days, until, NOW)
    for never in (NOW, float("nan"), float("inf"), -1.0):
        with pytest.raises(Refused):
            check_until(never, NOW)


def test_a_reason_is_a_line_that_can_be_read() -> None:
    assert check_why("  too\nmany \x1b words ") == "too many words"
    assert check_why("a \x1b[31mred\x1b[0m\u202e word") == "a [31mred[0m word", "no word is lost"
    assert check_why("x" * 500) and len(check_why(" " * 600 + "x")) == 1
    with pytest.raises(Refused, match="may have 500 characters, not 501"):
        check_why("x" * 501)
    for empty in ("", " \n ", "\x1b"):
        with pytest.raises(Refused, match="is needed"):
            check_why(empty)


def test_of_several_bans_the_one_that_ends_last_holds() -> None:
    ended, short, long = (Ban(str(n), 0.0, "ann", None, NOW + n, "Insults") for n in (-1, 1, 2))
    good = Ban("g", 0.0, None, "203.0.113.0/24", None, "Floods!")
    assert longest([short, long, ended], NOW) is long and longest([ended], NOW) is None
    assert longest([long, good], NOW) is good
    assert "until 14 November 2023, 22:13 UTC. The host’s reason: Insults. You may" in ban_words(long)
    assert "From your address, you can’t play here any more. The host’s reason: Floods!" in ban_words(good)


def test_the_key_opens_until_it_is_renewed_and_its_sessions_for_half_a_day() -> None:
    mine, theirs = Signer(b"mine"), Signer(b"theirs")
    key = host_key.key_of(mine, 0)
    assert len(key) == 29 and host_key.fits(mine, 0, key, NOW)
    assert host_key.fits(mine, 0, f" {key.lower().replace('-', ' ').replace('1', 'l').replace('0', 'o')} ", NOW)
    token, until = host_key.session(mine, 0, NOW)
    assert host_key.fits(mine, 0, token, NOW) and until > NOW and not host_key.fits(mine, 0, token, until)
    for shown in (key, token):
        assert not host_key.fits(mine, 1, shown, NOW) and not host_key.fits(theirs, 0, shown, NOW)
    forged = token.replace(str(int(until)), str(int(until) + 1))
    for wrong in (forged, "host.", "host..", "host.soon.", "", "-", key[:-1], key + "0", token[:-1], "host.9e9.é"):
        assert not host_key.fits(mine, 0, wrong, NOW)
