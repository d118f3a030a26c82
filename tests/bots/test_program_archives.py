"""Uploads: what an archive may contain, and how a program without a manifest is read."""

from __future__ import annotations

import contextlib
import io
import random
import stat
import tarfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots.programs import archive, sandbox, tar
from parlour.bots.programs.archive import File, pack, read_upload, unpack
from parlour.bots.programs.manifest import read_manifest
from parlour.core import Refused


def zipped(*entries: tuple[str, bytes], mode: int = stat.S_IFREG | 0o644) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    return made.getvalue()


def tarred(name: str, kind: bytes = tarfile.REGTYPE, content: bytes = b"", mode: str = "w:gz") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as out:  # type: ignore[call-overload]
        info = tarfile.TarInfo(name)
        info.type, info.size, info.linkname = kind, len(content), "/etc/passwd"
        out.addfile(info, io.BytesIO(content))
    return made.getvalue()


def refusal(name: str, data: bytes) -> str:
    with pytest.raises(Refused, match=r"^[^\n]+\.$") as told:
        read_upload(name, data)
    return told.value.text


@pytest.mark.parametrize("name", ["bot.py", "src/bot.py", "./bot.py", "a b/ü.txt"])
def test_plain_names_are_fine(name: str) -> None:
    assert list(read_upload("x.zip", zipped((name, b"1"), ("z", b"2")))) == [name.removeprefix("./"), "z"]
    assert b"1" in [file.content for file in read_upload("x.tgz", tarred(name, content=b"1")).values()]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../bot.py", "leads out of the archive"),
        ("a/../../bot.py", "leads out of the archive"),
        ("/etc/cron.d/x", "begins at the root"),
        ("C:\\bot.py", "is for Windows"),
        ("a\\..\\b", "is for Windows"),
        ("a//b", "empty part"),
        ("a/./b", "empty part"),
        ("a\nb", "characters that no file name may have"),
        ("x" * 300, "too long"),
        ("/".join("abcdefghijkl"), "too many folders"),
        ("a／b", "dots or slashes"),
        ("‥/b", "dots or slashes"),
    ],
)
def test_path_tricks_are_refused(name: str, why: str) -> None:
    assert why in refusal("x.zip", zipped((name, b"")))
    assert why in refusal("x.tar.gz", tarred(name))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_are_refused(kind: bytes) -> None:
    assert "is a link" in refusal("x.tar.gz", tarred("link", kind))
    assert "is a link" in refusal("x.zip", zipped(("link", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777))


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_devices_and_pipes_are_refused(kind: bytes) -> None:
    assert "is a special file" in refusal("x.tar", tarred("device", kind, mode="w"))


def test_bombs_are_refused_before_they_go_off() -> None:
    bomb = zipped(("bomb", bytes(archive.LARGEST_UNPACKED + 1)))
    assert len(bomb) < 100_000
    assert "at most 16 MB" in refusal("x.zip", bomb)
    assert "at most 16 MB" in refusal("x.tgz", tarred("bomb", content=bytes(2 * archive.LARGEST_UNPACKED)))
    assert "at most 500 files" in refusal("x.zip", zipped(*((f"{n}", b"") for n in range(501))))
    assert "at most 2 MB" in refusal("bot.py", bytes(archive.LARGEST_UPLOAD + 1))


@pytest.mark.parametrize("pair", [("bot.py", "BOT.PY"), ("a/x", "A/y"), ("straße", "STRASSE")])
def test_names_that_clash_are_refused(pair: tuple[str, str]) -> None:
    assert "differ only in capital letters" in refusal("x.zip", zipped((pair[0], b""), (pair[1], b"")))


def test_names_that_only_some_machines_can_tell_apart_are_refused() -> None:
    assert "some machines take for the same" in refusal("x.zip", zipped(("ｂｏｔ.py", b""), ("bot.py", b"")))


def test_a_file_twice_or_as_a_folder_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped(("a", b"1"), ("a", b"2"))
    assert "twice" in refusal("x.zip", twice)
    assert "a folder at once" in refusal("x.zip", zipped(("a", b""), ("a/b", b"")))
    assert "a folder at once" in refusal("x.zip", zipped(("a/b", b""), ("a", b"")))


FOLDER_NAMES = st.lists(st.text("abcü ", min_size=1, max_size=40), min_size=1, max_size=4).map("/".join)


@given(
    files=st.dictionaries(FOLDER_NAMES, st.tuples(st.binary(max_size=1500), st.booleans()), min_size=1, max_size=5),
    format=st.sampled_from([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]),
)
def test_every_kind_of_tar_is_read_as_it_was_packed(files: dict[str, tuple[bytes, bool]], format: int) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=format) as out:
        for name, (content, executable) in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), 0o755 if executable else 0o644
            out.addfile(info, io.BytesIO(content))
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        out.addfile(folder)
    found = {member.name: member for member in tar.members(made.getvalue())}
    assert found.pop("folder/").kind == "folder"
    assert {name: (member.content, member.executable) for name, member in found.items()} == files


@given(data=st.data())
def test_whatever_a_tar_says_it_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(tarred("x" * 150, content=b"1" * 600, mode="w"))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(Refused):
        read_upload("x.tar", bytes(whole))


def header(name: bytes, size: bytes, kind: bytes) -> bytes:
    before, after = name.ljust(124, b"\0") + size.ljust(12, b"\0") + b"0" * 12, kind.ljust(100, b"\0") + b"ustar\x0000"
    total = sum(before) + 8 * 32 + sum(after)
    return (before + b"%06o\0 " % total + after).ljust(512, b"\0")


@pytest.mark.parametrize(
    "data",
    [
        header(b"x", b"%011o" % 1_000_448, b"x") + b"1" * 1_000_448,  # a length that never ends
        header(b"x", b"%011o" % 512, b"x") + b"20 path".ljust(512, b"1"),
        header(b"bot.py", b"\xff" * 11 + b"\x00", b"0") + bytes(1024),  # less than nothing
        header(b"bot.py", b"\x80" + b"\xff" * 11, b"0") + bytes(1024),
        header(b"x", b"%011o" % 13, b"x") + b"13 size=-512\n".ljust(512, b"\0") + header(b"a", b"%011o" % 0, b"0"),
    ],
)
def test_a_tar_that_would_keep_its_reader_busy_is_refused(data: bytes) -> None:
    assert "damaged" in refusal("x.tar", data)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04broken", b"\x1f\x8bbroken", b"PK\x05\x06" + bytes(18)])
def test_broken_archives_are_refused_with_a_sentence(data: bytes) -> None:
    refusal("x.zip", data)


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_that_was_damaged_on_the_way_is_refused_with_a_sentence(kind: int) -> None:
    """Any byte of a real archive may have changed: in its files, in its table of contents, in their places."""
    made, luck = io.BytesIO(), random.Random(kind)
    with zipfile.ZipFile(made, "w", kind) as out:
        out.writestr("bot.py", "print('hello')\n" * 20)
        out.writestr("bücher.txt", "1")
    whole = made.getvalue()
    for _ in range(400):
        broken = bytearray(whole)
        for _ in range(luck.randint(1, 3)):
            broken[luck.randrange(len(broken))] = luck.randrange(256)
        try:
            read_upload("x.zip", bytes(broken))
        except Refused as refused:
            assert refused.text.endswith(".")


def test_other_archives_are_named() -> None:
    assert "Pack the program as .zip or .tar.gz" in refusal("bot.7z", b"7z\xbc\xaf")
    assert "is not a readable archive" in refusal("bot.zip", b"print()")


@given(st.binary(max_size=400), st.sampled_from(["a.zip", "a.tar.gz", "a.tar", "a.py"]))
def test_any_bytes_are_read_or_refused(data: bytes, name: str) -> None:
    try:
        read_upload(name, data)
    except Refused as refused:
        assert refused.text.endswith(".")


names = st.text("abcXYZ.-_ü", min_size=1, max_size=8).filter(lambda name: name.strip(".") != "")


@given(st.dictionaries(names, st.tuples(st.binary(max_size=50), st.booleans()), min_size=1, max_size=5))
def test_packing_and_unpacking_is_the_identity(contents: dict[str, tuple[bytes, bool]]) -> None:
    files = {name: File(*content) for name, content in contents.items()}
    if len({name.casefold() for name in files}) == len(files):
        assert unpack(pack(files)) == files
        assert pack(files) == pack(dict(reversed(files.items())))


def test_a_single_folder_around_everything_is_left_out_and_litter_is_ignored() -> None:
    litter = zipped(("my-bot/bot.py", b"1"), ("my-bot/.git/config", b"2"), ("my-bot/__pycache__/x.pyc", b"3"))
    assert list(read_upload("x.zip", litter)) == ["bot.py"]


# --- manifests ---


@pytest.fixture
def all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "find", lambda command: f"/usr/bin/{command}")


@pytest.mark.parametrize(
    ("files", "language", "run"),
    [
        (["bot.py"], "python", "python3 bot.py"),
        (["main.py", "util.py"], "python", "python3 main.py"),
        (["clever.py"], "python", "python3 clever.py"),
        (["bot.js", "client.mjs"], "javascript", "node --max-old-space-size=128 bot.js"),
        (["main.c", "list.c"], "c", "./program"),
        (["main.cpp"], "cpp", "./program"),
        (["src/Main.java", "src/Board.java"], "java", "java"),
        (["bot.py", "helper.js"], "python", "python3 bot.py"),
    ],
)
@pytest.mark.usefixtures("all_languages")
def test_the_language_is_guessed_from_the_names(files: list[str], language: str, run: str) -> None:
    found = read_manifest({name: File(b"") for name in files}, "My_bot.zip", ["connect-four"])
    assert (found.name, found.games, found.language) == ("My bot", ["connect-four"], language)
    assert " ".join(found.run).startswith(run)


@pytest.mark.usefixtures("all_languages")
def test_all_files_of_a_language_are_compiled_together() -> None:
    found = read_manifest({"main.c": File(b""), "list.c": File(b""), "other/x.c": File(b"")}, "x.zip")
    assert found.build == [["cc", "-std=gnu17", "-O2", "-o", "program", "list.c", "main.c", "-lm"]]


@pytest.mark.usefixtures("all_languages")
def test_a_manifest_says_what_no_name_can_tell() -> None:
    toml = b'name = "Tulip"\ngame = "gardening-war"\nbuild = "make all"\nrun = "./out/bot --fast"\n'
    found = read_manifest({"parlour.toml": File(toml), "Makefile": File(b"")}, "x.zip", ["deadwood"])
    assert (found.name, found.games, found.build) == ("Tulip", ["gardening-war"], [["make", "all"]])
    assert found.run == ["./out/bot", "--fast"]


@pytest.mark.usefixtures("all_languages")
def test_a_bot_from_the_classic_kit_is_recognized() -> None:
    kit = {"bot.py": File(b""), "bot_input.py": File(b""), "settings.json": File(b'{"PLAYER_NUM": 1}')}
    found = read_manifest(kit, "x.zip")
    assert found.protocol == "classic"
    assert found.run == ["python3", "/bridge.py", "python3", "bot.py"]


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        (b"name = ", "it is not TOML"),
        (b"\xff", "not text in UTF-8"),
        (b'colour = "red"', "Its fields are name, game"),
        (b'language = "pyhton"', "Did you mean python"),
        (b'file = "boot.py"', "there is no file 'boot.py'"),
        (b'run = "a\\nb"', "must be a command on one line"),
        (b'run = "\'"', "must be a command on one line"),
        (b'run = "./missing"', "There is no './missing' in the program"),
        (b'run = "cobol bot.py"', "There is no 'cobol' on this machine"),
        (b'run = "/opt/secret/bot"', "There is no '/opt/secret/bot' on this machine"),
        (b"name = " + b"[" * 5000, "nested too deeply"),
        (b"name = " + b"9" * 5000, "it is not TOML"),
        (b'name = "a\\u202Eb"', "characters that nobody can see"),
        (b"build = [" + b'"a",' * 20 + b"]", "at most 10 commands"),
    ],
)
def test_a_bad_manifest_is_refused_with_a_sentence(toml: bytes, why: str) -> None:
    with pytest.raises(Refused, match=r"^[^\n]+[.?]$") as told:
        read_manifest({"parlour.toml": File(toml), "bot.py": File(b"")}, "x.zip")
    assert why in told.value.text


def test_a_program_that_nobody_can_run_is_refused_with_a_hint() -> None:
    with pytest.raises(Refused, match="Call its main file bot or main"):
        read_manifest({"notes.txt": File(b"")}, "x.zip")
