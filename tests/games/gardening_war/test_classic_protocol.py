"""The original protocol: bytes as the four skeletons and the original program write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.gardening_war.garden import ANEMONE, CROCUS, P1, P2, TULIP, WATER, Plot

from parlour.games.gardening_war.classic_protocol import (
    DIALECTS,
    LARGEST,
    NOT_YOUR_TURN_FRAME,
    UNREADABLE,
    Action,
    FrameReader,
    Message,
    Reader,
    frame,
    read_action,
    state_payload,
)
from parlour.games.gardening_war.lists import Line, judge_list, unreadable

FIRST_LINES = """{
	"tiles": [
		{
			"x": 0,
			"y": 0,
			"bIsPlanted": false,
			"bIsSpecial": false,
			"plantDTO":
			{
				"plantId": 0,
				"goldWorth": 0,
				"waterNeeded": 0,
				"daysToRot": 0
			}
		},
"""
LAST_LINES = """			{
				"cardId": 6,
				"owned": 0
			}
		]
	},
	"daysTillRain": 9
}"""

# The example of the protocol file: white space aside, this is the `source` that the original sends.
SOURCE = """"source":{"points":0,"gold":1234,"fertilizerActive":2,
 "tiles":[
  {"x":0,"y":0,"bIsPlanted":true,"bIsSpecial":false,"plantDTO":{"plantId":6,"goldWorth":8000,"waterNeeded":0,"daysToRot":3}},
  {"x":0,"y":1,"bIsPlanted":true,"bIsSpecial":false,"plantDTO":{"plantId":3,"goldWorth":0,"waterNeeded":-1,"daysToRot":5}},
  {"x":1,"y":2,"bIsPlanted":true,"bIsSpecial":true,"plantDTO":{"plantId":5,"goldWorth":5000,"waterNeeded":2,"daysToRot":4}}],
 "cards":[{"cardId":2,"owned":0},{"cardId":1,"owned":0},{"cardId":0,"owned":4},{"cardId":3,"owned":0},{"cardId":4,"owned":0},
 {"cardId":5,"owned":0},{"cardId":6,"owned":1}]}"""


def read(text: str | bytes) -> Action | None:
    return read_action(Message(text if isinstance(text, bytes) else text.encode()))


# --- to the bot ---


def test_not_your_turn():
    assert NOT_YOUR_TURN_FRAME == b"00000022It's not your turn yet"


def test_the_first_state_has_the_size_of_the_original():
    payload = state_payload(Plot().state, P1)
    assert frame(payload)[:8] == b"00013880"
    assert len(payload) == 13880
    assert len(state_payload(Plot().state, P1, compact=True)) == 8471


def test_the_layout_is_the_originals():
    text = state_payload(Plot().state, P1).decode("ascii")
    assert text.startswith(FIRST_LINES.replace("\n", "\r\n"))
    assert text.endswith(LAST_LINES.replace("\n", "\r\n"))


def test_a_player_without_fields_has_an_empty_array():
    plot = Plot().stock(P1, 1, 1)
    plot.do("M", (7, 7))
    text = state_payload(plot.state, P2).decode()
    assert '\t\t"tiles": [],\r\n' in text
    assert json.loads(text)["source"]["tiles"] == []


def test_the_example_of_the_protocol():
    plot = Plot().own(P1, (0, 1), (1, 2)).gold(P1, 1234).stock(P1, WATER, 4).stock(P1, TULIP, 1)
    plot.mature(0, 0, TULIP).dead(0, 1, ANEMONE).grown(1, 2, CROCUS, 2)
    plot.state.gardener0.fert = 2
    text = state_payload(plot.state, P1, compact=True).decode()
    assert SOURCE.replace("\n", "").replace(" ", "") in text
    data = json.loads(text)
    for x, y, plant in ((0, 0, 6), (0, 1, 3), (1, 2, 5)):
        tile = data["tiles"][8 * x + y]
        assert tile["bIsPlanted"]
        assert tile["plantDTO"] == {"plantId": plant, "goldWorth": 0, "waterNeeded": 0, "daysToRot": 0}
    shown_to_the_rival = json.loads(state_payload(plot.state, P2))["enemy"]["tiles"]
    assert [tile["plantDTO"]["goldWorth"] for tile in shown_to_the_rival] == [0, 0, 0]
    assert json.loads(state_payload(plot.state, P1)) == data


def test_tiles_are_numbered_x_outer_y_inner_and_no_key_is_added():
    data = json.loads(state_payload(Plot().state, P2))
    assert [(tile["x"], tile["y"]) for tile in data["tiles"]] == [(x, y) for x in range(8) for y in range(8)]
    assert list(data) == ["tiles", "source", "enemy", "daysTillRain"]
    assert list(data["source"]) == ["points", "gold", "fertilizerActive", "tiles", "cards"]
    assert [card["cardId"] for card in data["enemy"]["cards"]] == [2, 1, 0, 3, 4, 5, 6]
    assert [(tile["x"], tile["y"]) for tile in data["source"]["tiles"]] == [(7, 7)]


@pytest.mark.parametrize(("round_number", "days"), [(1, 9), (9, 1), (10, 10), (11, 9)])
def test_days_till_rain(round_number: int, days: int):
    assert json.loads(state_payload(Plot().at_round(round_number).state, P1))["daysTillRain"] == days


@given(st.lists(st.binary(max_size=40), max_size=5), st.integers(1, 7))
def test_frames_survive_any_cutting(payloads: list[bytes], step: int):
    sent = b"".join(map(frame, payloads))
    reader = FrameReader()
    got: list[bytes] = []
    for place in range(0, len(sent), step):
        got += reader.feed(sent[place : place + step])
    assert got == payloads


# --- from the bot: where a message ends ---


def test_an_object_ends_where_its_braces_balance():
    reader = Reader()
    assert reader.feed(b'{"ActionType":"H","Prop', 0.0) == []
    assert reader.feed(b'erties":[{"X":1}]}{"Act', 0.1) == [Message(b'{"ActionType":"H","Properties":[{"X":1}]}')]
    assert reader.feed(b'ionType":"F"}', 0.2) == [Message(b'{"ActionType":"F"}')]
    assert reader.due() is None


def test_braces_in_strings_do_not_count():
    text = b'{"ActionType":"}{\\"}","x":{"y":"\\\\"}}'
    assert Reader().feed(text, 0.0) == [Message(text)]


def test_a_text_ends_at_a_line_end_or_after_a_pause():
    reader = Reader()
    assert reader.feed(b"Team 1\r\n", 0.0) == [Message(b"Team 1")]
    assert reader.due() is None
    assert reader.feed(b"TEAM", 1.0) == []
    assert reader.feed(b" 1", 1.05) == []
    assert reader.tick(1.12) == []
    assert reader.due() == pytest.approx(1.125)
    assert reader.tick(1.126) == [Message(b"TEAM 1")]


def test_blanks_and_nuls_are_not_a_message():
    reader = Reader()
    assert reader.feed(b" \r\n\0\0\t", 0.0) == []
    assert reader.due() is None
    assert reader.feed(b"\0\n {}", 0.1) == [Message(b"{}")]


def test_half_an_object_is_one_unreadable_message_after_a_pause():
    reader = Reader()
    assert reader.feed(b'{"ActionType":', 0.0) == []
    assert reader.tick(0.49) == []
    assert reader.tick(0.5) == [UNREADABLE]
    assert reader.feed(b"{}", 0.6) == [Message(b"{}")]


def test_bytes_after_the_pause_belong_to_the_next_message():
    reader = Reader()
    reader.feed(b"TEAM 1", 0.0)
    assert reader.feed(b"{}", 5.0) == [Message(b"TEAM 1"), Message(b"{}")]


@pytest.mark.parametrize("start", [b"{", b'{"a":"', b"word"])
def test_ten_megabytes_are_one_unreadable_message_and_never_stored(start: bytes):
    reader = Reader()
    found = reader.feed(start, 0.0)
    for n in range(160):
        found += reader.feed(b"x" * 65536, 0.001 * n)
        assert len(reader._bytes) <= LARGEST + 65536
    assert found == [UNREADABLE]
    assert reader.feed(b"}\n{}", 0.2) == []
    assert reader.due() == pytest.approx(0.7)
    assert reader.tick(0.71) == []
    assert reader.feed(b"{}", 0.8) == [Message(b"{}")]


def test_an_object_just_small_enough_is_read():
    text = b'{"a":"' + b"x" * (LARGEST - 8) + b'"}'
    assert len(text) == LARGEST
    assert Reader().feed(text, 0.0) == [Message(text)]


def test_the_end_of_input_completes_a_text_but_no_object():
    reader = Reader()
    reader.feed(b"{}{", 0.0)
    assert reader.end() == []
    reader = Reader()
    reader.feed(b"message", 0.0)
    assert reader.end() == [Message(b"message")]
    assert reader.end() == []


@given(
    st.lists(st.sampled_from([b'{"a":"}\\""}', b"{}", b"restart\n", b"TEAM 1\r\n", b"\0 \n"]), max_size=6),
    st.integers(1, 9),
)
def test_any_cutting_gives_the_same_messages(parts: list[bytes], step: int):
    sent = b"".join(parts)
    whole, bitwise = Reader(), Reader()
    cut: list[Message] = []
    for place in range(0, len(sent), step):
        cut += bitwise.feed(sent[place : place + step], 0.0)
    assert cut == whole.feed(sent, 0.0)


def test_names_and_restart():
    assert Message(b"The Very Long Team Name").name == "The Very Long T"
    assert Message(b"Team 1  \t").name == "Team 1"
    assert Message(b"restart now").is_restart
    assert not Message(b"Restart").is_restart
    assert not UNREADABLE.is_restart


# --- from the bot: what a message says ---


def test_one_example_each_of_the_protocol():
    examples = {
        '{"ActionType":"C","Properties":[{"X":0,"Y":0,"CardId":6,"Amount":1},{"X":0,"Y":0,"CardId":0,"Amount":1}]}': (
            Action("C", [Line(0, 0, 6, 1), Line(0, 0, 0, 1)])
        ),
        '{"ActionType":"P","Properties":[{"X":0,"Y":0,"CardId":6,"Amount":0}]}': Action("P", [Line(0, 0, 6, 0)]),
        '{"ActionType":"W","Properties":[{"X":0,"Y":0,"CardId":0,"Amount":1}]}': Action("W", [Line(0, 0, 0, 1)]),
        '{"ActionType":"H","Properties":[]}': Action("H", []),
        '{"ActionType":"F","Properties":[]}': Action("F", []),
        '{"ActionType":"M","Properties":[{"X":7,"Y":7,"CardId":0,"Amount":0}]}': Action("M", [Line(7, 7, 0, 0)]),
        '{"ActionType":"L","Properties":[{"X":1,"Y":1},{"X":2,"Y":1}]}': Action("L", [Line(1, 1), Line(2, 1)]),
        "{}": Action("", []),
    }
    for text, action in examples.items():
        assert read(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"ACTIONTYPE":"Land","pRoPeRtIeS":[{"x":1,"CARDid":"6","aMount":"2"}]}', Action("L", [Line(1, 0, 6, 2)])),
        ('{"ActionType":"L","Properties":null,"Extra":[1,{"z":null}]}', Action("L", [])),
        ('{"ActionType":"W","Properties":[{"X":1.9,"Y":"2.9","Amount":-0.9}]}', Action("W", [Line(1, 2, 0, 0)])),
        ('{"ActionType":"W","Properties":[{"X":null,"Amount":1e2}]}', Action("W", [Line(0, 0, 0, 100)])),
        ('{"ActionType":"L","actiontype":"H"}', Action("H", [])),
        ('{"Properties":[{"X":1,"x":2}],"ActionType":"L"}', Action("L", [Line(2, 0)])),
        ('{"ActionType":5}', Action("", [])),
        ('{"ActionType":null}', Action("", [])),
        ('{"ActionType":""}', Action("", [])),
        ('{"ActionType":"C","Properties":[{"Amount":-3}]}', Action("C", [Line(0, 0, 0, -3)])),
        ('{"ActionType":"C","Properties":[{"Note":"six","Amount":3}]}', Action("C", [Line(0, 0, 0, 3)])),
    ],
)
def test_lenient_reading(text: str, action: Action):
    assert read(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "message",
        "W;[2:[0,0]]",
        "{",
        "{]}",
        "{'ActionType':'H'}",
        '{"ActionType":"L","Properties":{}}',
        '{"ActionType":"L","Properties":"L"}',
        '{"ActionType":"L","Properties":[1]}',
        '{"ActionType":"L","Properties":[null]}',
        '{"ActionType":"L","Properties":[{"X":"six"}]}',
        '{"ActionType":"L","Properties":[{"X":""}]}',
        '{"ActionType":"L","Properties":[{"X":true}]}',
        '{"ActionType":"L","Properties":[{"X":[]}]}',
        '{"ActionType":"L","Properties":[{"X":NaN}]}',
        '{"ActionType":"L","Properties":[{"X":Infinity}]}',
        '{"ActionType":"L","Properties":' + "[" * 100_000 + "]" * 100_000 + "}",
        b'{"ActionType":"\xff"}',
    ],
)
def test_unreadable_messages(text: str | bytes):
    assert read(text) is None
    assert read_action(UNREADABLE) is None


@pytest.mark.parametrize("amount", ["9" * 5000, "1e999999999", '"1e999999999"', '"' + "9" * 5000 + '"', "1" + "0" * 99])
def test_huge_numbers_are_huge_and_nothing_else(amount: str):
    action = read('{"ActionType":"C","Properties":[{"CardId":0,"Amount":' + amount + '},{"Amount":1}]}')
    assert action is not None
    plot = Plot()
    verdict = judge_list(plot.state, action.kind, action.lines)
    assert verdict.skipped == [(0, "not enough gold")]
    action = read('{"ActionType":"C","Properties":[{"CardId":-' + amount.strip('"') + ',"Amount":1}]}')
    assert action is not None
    assert judge_list(plot.state, action.kind, action.lines).skipped == [(0, "the shop doesn't sell this")]


# --- the four dialects ---

RECORDED = {
    "python": (b"TEAM 1", b'{"ActionType": "P", "Properties": [{"X": 0, "Y": 0, "Cardid": 6, "Amount": 0}]}', b"{}"),
    "java": (
        b"Team 1\n",
        b'{"actionType":"P","properties":[{"x":0,"y":0,"cardId":6,"amount":0}]}\n',
        b'{"actionType":"H","properties":null}\n',
    ),
    "csharp": (
        b"Team 1",
        b'{"ActionType":"P","Properties":[{"X":0,"Y":0,"CardId":6,"Amount":0}]}',
        b'{"ActionType":"L","Properties":[{"X":1,"Y":1,"CardId":0,"Amount":0}]}',
    ),
    "cpp": (
        b"TEAM 1",
        b'{"ActionType":"P","Properties":[{"X":0,"Y":0,"CardId":6,"Amount":0}]}',
        b"message",
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_writes_its_recorded_bytes_and_is_understood(dialect: str):
    spoken = DIALECTS[dialect]
    name, planting, default = RECORDED[dialect]
    assert spoken.write(spoken.team) == name
    assert spoken.write_action("P", [Line(0, 0, TULIP)]) == planting
    assert spoken.write(spoken.default) == default
    reader = Reader()
    heard: list[Message] = []
    for now, data in enumerate((name, planting, default, b"restart")):
        heard += reader.feed(data, float(now))
    heard += reader.tick(9.0)
    assert heard[0].name == spoken.team
    assert read_action(heard[1]) == Action("P", [Line(0, 0, TULIP)])
    assert heard[3].is_restart
    default_action = read_action(heard[2])
    if dialect == "cpp":
        assert default_action is None
        assert unreadable()
    else:
        assert default_action is not None
        assert default_action.kind == {"python": "", "java": "H", "csharp": "L"}[dialect]


def test_java_with_windows_line_ends():
    reader = Reader()
    assert reader.feed(b'Team 1\r\n{"actionType":"H","properties":null}\r\n', 0.0) == [
        Message(b"Team 1"),
        Message(b'{"actionType":"H","properties":null}'),
    ]
    assert reader.due() is None
