"""Files that people name: whatever is there, they get a true answer at once."""

import os

import pytest

from parlour.core.errors import Refused
from parlour.core.files import read_file, read_text


def test_a_file_is_read_whole(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    assert read_file(tmp_path / "a", 3) == b"abc"


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="is a pipe, not a file"):
        read_file(tmp_path / "pipe", 10)


def test_folders_and_devices_are_not_files(tmp_path):
    with pytest.raises(Refused, match="is a folder, not a file"):
        read_file(tmp_path, 10)
    with pytest.raises(Refused, match="/dev/zero is a device, not a file"):
        read_file("/dev/zero", 10)


def test_the_size_shown_is_the_size_of_the_file(tmp_path):
    with (tmp_path / "big").open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(Refused, match="has 50,000,000 bytes; the limit is 1,000"):
        read_file(tmp_path / "big", 1000)


def test_what_is_not_there_and_what_has_no_name(tmp_path):
    with pytest.raises(Refused, match="could not be read: No such file"):
        read_file(tmp_path / "nothing", 10)
    with pytest.raises(Refused, match="could not be read"):
        read_file("a\0b", 10)


def test_text_may_begin_with_a_byte_order_mark_and_must_be_utf_8(tmp_path):
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfcards")
    assert read_text(tmp_path / "marked", 100) == "cards"
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(Refused, match="is not UTF-8 text: byte 4"):
        read_text(tmp_path / "latin", 100)
