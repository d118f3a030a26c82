"""What a program is called, which games it plays, and how it is built and run: `parlour.toml`, or a good guess."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from parlour.bots.programs import sandbox
from parlour.bots.programs.archive import Files
from parlour.core.english import did_you_mean, listed
from parlour.core.errors import Refused

FILE: Final = "parlour.toml"
LONGEST_COMMAND: Final = 2000
MOST_BUILDS: Final = 10
BRIDGE: Final = "/bridge.py"
Protocol = Literal["chair", "classic"]

_COMMAND: Final = re.compile(r"[^\n\r\0]+")


class Language(msgspec.Struct, frozen=True):
    """How a program in this language is built and run. {file} is its main file, {name} that without its ending,
    {files} all files with the same ending beside it, and {heap} half its memory in MB."""

    name: str
    title: str
    endings: tuple[str, ...]
    build: tuple[str, ...]
    run: str

    @property
    def tools(self) -> list[str]:
        """The commands that it needs."""
        commands = [shlex.split(command)[0] for command in (*self.build, self.run)]
        return [command for command in commands if not command.startswith("./")]

    def missing(self) -> str | None:
        """The command that this machine lacks for it, if any."""
        return next((tool for tool in self.tools if sandbox.find(tool) is None), None)


LANGUAGES: Final = {
    language.name: language
    for language in (
        Language(
            "python",
            "Python",
            (".py",),
            ("python3 -m compileall -q --invalidation-mode unchecked-hash .",),
            "python3 {file}",
        ),
        Language(
            "javascript",
            "JavaScript",
            (".mjs", ".js", ".cjs"),
            ("node --check {file}",),
            "node --max-old-space-size={heap} {file}",
        ),
        Language("c", "C", (".c",), ("cc -std=gnu17 -O2 -o program {files} -lm",), "./program"),
        Language("cpp", "C++", (".cpp", ".cc", ".cxx"), ("c++ -std=c++20 -O2 -o program {files}",), "./program"),
        Language(
            "java",
            "Java",
            (".java",),
            ("javac -encoding UTF-8 -d classes {files}",),
            "java -Xmx{heap}m -XX:+UseSerialGC -XX:TieredStopAtLevel=4 -cp classes {name}",
        ),
        Language(
            "csharp",
            "C#",
            (".csproj",),
            ("dotnet build -c Release -o built {file}",),
            "dotnet built/{name}.dll",
        ),
        Language("rust", "Rust", (".rs",), ("rustc -O -o program {file}",), "./program"),
        Language("go", "Go", (".go",), ("go build -o program {files}",), "./program"),
        Language("ruby", "Ruby", (".rb",), ("ruby -c {file}",), "ruby {file}"),
        Language("lua", "Lua", (".lua",), (), "lua {file}"),
        Language("perl", "Perl", (".pl",), ("perl -c {file}",), "perl {file}"),
        Language("php", "PHP", (".php",), ("php -l {file}",), "php {file}"),
        Language("shell", "Shell", (".sh",), ("sh -n {file}",), "sh {file}"),
    )
}
MAIN_NAMES: Final = ("bot", "main", "program", "index", "player")


class Manifest(msgspec.Struct, frozen=True):
    """How a program is built and run: commands as words, in its folder."""

    name: str
    games: list[str]
    language: str  # one of LANGUAGES, or empty if it says itself how it is built and run
    build: list[list[str]]
    run: list[str]
    protocol: Protocol = "chair"

    def bridge(self) -> list[tuple[Path, str]]:
        """What the sandbox needs beside the program: for the original protocol, a server for it to connect to."""
        return [(Path(__file__).with_name("classic_bridge.py"), BRIDGE)] if self.protocol == "classic" else []


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """The file as its author wrote it."""

    name: str = ""
    game: str = ""
    games: list[str] = []
    language: str = ""
    file: str = ""
    build: str | list[str] = []
    run: str = ""
    protocol: Protocol = "chair"


def available() -> list[Language]:
    """The languages that this machine has."""
    return [language for language in LANGUAGES.values() if language.missing() is None]


def read_manifest(
    files: Files, upload: str, games: Sequence[str] = (), heap_mb: int = sandbox.PLAYING.memory_mb // 2
) -> Manifest:
    """The manifest of a program that was uploaded as a file called `upload`; `games` if it names none itself."""
    written = _written(files)
    classic = written.protocol == "classic" or (written.protocol == "chair" and not written.run and _is_kit(files))
    language, file = _language(files, written)
    build, run = _commands(files, language, file, written, heap_mb)
    if classic:
        run = ["python3", BRIDGE, *run]
    _check_tools(build, run, files)
    return Manifest(
        name=written.name.strip()[:60].strip() or _plain_name(upload),
        games=written.games or ([written.game] if written.game else list(games)),
        language=language.name if language else "",
        build=build,
        run=run,
        protocol="classic" if classic else "chair",
    )


def _written(files: Files) -> _Written:
    if FILE not in files:
        return _Written()
    try:
        written = msgspec.convert(tomllib.loads(files[FILE].content.decode("utf-8-sig")), _Written)
    except UnicodeDecodeError:
        raise _refused("it is not text in UTF-8") from None
    except RecursionError:
        raise _refused("it is nested too deeply") from None
    except msgspec.ValidationError as error:
        known = ", ".join(_Written.__struct_fields__)
        raise _refused(f"{str(error).rstrip('.')}. Its fields are {known}") from None
    except ValueError as error:  # a number may also be too long for Python
        raise _refused(f"it is not TOML: {str(error).rstrip('.').partition(';')[0]}") from None
    if not written.name.isprintable():
        raise _refused("`name` has characters that nobody can see")
    return written


def _is_kit(files: Files) -> bool:
    """Whether this is a bot for the original protocol, made from the kit."""
    try:
        return "PLAYER_NUM" in json.loads(files["settings.json"].content)
    except (KeyError, ValueError, TypeError, RecursionError):
        return False


def _language(files: Files, written: _Written) -> tuple[Language | None, str]:
    """The language and the main file; no language if the manifest says how to run the program."""
    if written.file and written.file not in files:
        raise _refused(f"there is no file {written.file[:80]!r}{did_you_mean(written.file, list(files))}")
    if written.language:
        known = LANGUAGES.get(written.language.lower())
        if known is None:
            hint = did_you_mean(written.language, list(LANGUAGES))
            raise _refused(f"{written.language[:40]!r} is not one of {', '.join(LANGUAGES)}.{hint}")
        file = written.file or _main_file(files, [known])
        if not file and not written.run:
            raise _refused(f"no file ends in {listed(list(known.endings), 'or')}; name the main one with `file`")
        return known, file
    if written.run:
        return None, written.file
    file = written.file or _main_file(files, list(LANGUAGES.values()))
    for language in LANGUAGES.values():
        if file.endswith(language.endings):
            return language, file
    raise Refused(
        "It is not clear how to run this program. Call its main file bot or main with the ending of its language "
        f'(bot.py, bot.js, main.c, main.cpp, Main.java), or say how in {FILE}: run = "./bot".',
        "bad-program",
    )


def _main_file(files: Files, languages: Sequence[Language]) -> str:
    """The file to run: the one with a usual name in the topmost folder, or the only one there is."""
    found: list[tuple[int, int, int, str]] = []
    for order, language in enumerate(languages):
        mine = [name for name in files if name.endswith(language.endings)]
        for name in mine:
            stem = name.rsplit("/", 1)[-1].split(".")[0].lower()
            if stem in MAIN_NAMES or len(mine) == 1 or language.name == "csharp":
                usual = MAIN_NAMES.index(stem) if stem in MAIN_NAMES else len(MAIN_NAMES)
                found.append((name.count("/"), usual, order, name))
    return min(found)[3] if found else ""


def _commands(
    files: Files, language: Language | None, file: str, written: _Written, heap_mb: int
) -> tuple[list[list[str]], list[str]]:
    folder, _, base = file.rpartition("/")
    beside = [
        name
        for name in sorted(files)
        if language is not None and name.endswith(language.endings) and name.rpartition("/")[0] == folder
    ]
    values = {"file": file, "name": base.rsplit(".", 1)[0], "heap": str(heap_mb)}

    def filled(command: str) -> list[str]:
        words: list[str] = []
        for word in shlex.split(command):
            words += beside if word == "{files}" else [word.format(**values)]
        return words

    asked = [written.build] if isinstance(written.build, str) else written.build
    if len(asked) > MOST_BUILDS:
        raise _refused(f"at most {MOST_BUILDS} commands may build a program")
    build = [_words("build", command) for command in asked]
    if language is not None and not asked and not (written.run and not file):
        build = [filled(command) for command in language.build]
    if written.run:
        return build, _words("run", written.run)
    assert language is not None
    return build, filled(language.run)


def _words(field: str, command: str) -> list[str]:
    try:
        words = shlex.split(command) if _COMMAND.fullmatch(command) and len(command) <= LONGEST_COMMAND else []
    except ValueError:
        words = []
    if not words:
        raise _refused(f'`{field}` must be a command on one line, as in run = "./bot", not {command[:60]!r}')
    return words


def _check_tools(build: list[list[str]], run: list[str], files: Files) -> None:
    """Refuse a program whose first command is neither on this machine nor in the program."""
    for number, words in enumerate([*build, run]):
        tool = words[0]
        own = "/" in tool and (not tool.startswith("/") or tool.startswith(f"{sandbox.PROGRAM}/"))
        made = number > 0 and own  # something before it may make it
        if own and (made or tool.removeprefix(f"{sandbox.PROGRAM}/").removeprefix("./") in files):
            continue
        if own or not sandbox.has(tool):
            has = listed([language.title for language in available()]) or "no language"
            where = "in the program" if own else "on this machine"
            raise Refused(f"There is no {tool[:60]!r} {where}. The house has {has}.", "bad-program")


def _plain_name(upload: str) -> str:
    """A name for a program whose manifest has none: that of its file."""
    name = upload.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0]
    return re.sub(r"[\W_]+", " ", name).strip().capitalize() or "Program"


def _refused(what: str) -> Refused:
    return Refused(f"{FILE}: {what}.", "bad-program")
