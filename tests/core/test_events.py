"""The table of events: who may see which part of what happened."""

import jsonschema_rs
import pytest

from parlour.core.events import LEFT, MISSED, EventTable, event, secret
from parlour.core.moves import number, word

CARD = word("card", ["ace", "king", "queen"])
TABLE = EventTable(
    event("drew", number("seat", 4), secret(CARD, "seat")),
    event("gave", number("giver", 4), number("taker", 4), secret(CARD, "giver", "taker")),
    event("peeked", number("seat", 4), CARD, seen_by=["seat"]),
    event("shouted", number("seat", 4)),
)


def told(kind, *values):
    return (kind, *values, *[0] * (5 - len(values)))


def test_a_secret_field_is_seen_by_its_owner_only():
    drew = told(0, 2, 1)
    assert TABLE.show(drew, 2) == {"kind": "drew", "seat": 2, "card": "king"}
    for seat in (0, 1, 3, None):
        assert TABLE.show(drew, seat) == {"kind": "drew", "seat": 2}


def test_a_field_may_be_seen_by_several():
    gave = told(1, 0, 3, 2)
    for seat in (0, 3):
        assert TABLE.show(gave, seat) == {"kind": "gave", "giver": 0, "taker": 3, "card": "queen"}
    for seat in (1, 2, None):
        assert TABLE.show(gave, seat) == {"kind": "gave", "giver": 0, "taker": 3}


def test_others_do_not_even_learn_of_a_whole_secret_event():
    peeked = told(2, 1, 0)
    assert TABLE.show(peeked, 1) == {"kind": "peeked", "seat": 1, "card": "ace"}
    for seat in (0, 2, 3, None):
        assert TABLE.show(peeked, seat) is None
    assert TABLE.show_all([peeked, told(3, 0)], None) == [{"kind": "shouted", "seat": 0}]


def test_events_of_the_house_are_open():
    for seat in (0, None):
        assert TABLE.show(told(LEFT, 3, 0), seat) == {"kind": "left", "seat": 3, "how": "concede"}
        assert TABLE.show(told(MISSED, 1), seat) == {"kind": "missed", "seat": 1}


def test_the_schema_fits_what_every_seat_sees():
    schema = TABLE.schema()
    assert jsonschema_rs.meta.is_valid(schema)
    judge = jsonschema_rs.validator_for(schema)
    for one in (told(0, 2, 1), told(1, 0, 3, 2), told(2, 1, 0), told(3, 1), told(LEFT, 3, 1)):
        for seat in (0, 1, 2, 3, None):
            shown = TABLE.show(one, seat)
            assert shown is None or judge.is_valid(shown)


def test_a_table_that_hides_by_a_field_it_does_not_have_is_refused():
    with pytest.raises(ValueError, match="owner"):
        EventTable(event("drew", number("seat", 2), secret(CARD, "owner")))
    with pytest.raises(ValueError, match="five fields"):
        EventTable(event("long", *(number(n, 2) for n in "abcdef")))
    with pytest.raises(ValueError, match="share a name"):
        EventTable(event("a"), event("a"))
    with pytest.raises(ValueError, match="the house itself tells 'left'"):
        EventTable(event("left", number("seat", 2)))
