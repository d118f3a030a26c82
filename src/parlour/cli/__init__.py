"""The `parlour` command: the house in a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

BAD_INPUT = 2
INTERRUPTED = 130
OUR_MISTAKE = 70


def main() -> None:
    """The entry point: run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run one command line and return its exit code. Every failure is reported in a sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a character that the terminal lacks becomes a question mark
    try:
        code = _run(list(words))
        sys.stdout.flush()
    except BrokenPipeError:
        return _nobody_reads()
    return code


def _nobody_reads() -> int:
    """The reader of our pipe has seen enough; Python must not trip over the broken pipe again on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _run(words: list[str]) -> int:
    import typer

    from parlour.cli.app import commands
    from parlour.core.errors import Refused

    try:
        code = commands()(args=words, prog_name="parlour", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        raise
    except SystemExit:  # Typer exits like this only when the pipe is broken
        return _nobody_reads()
    except typer.TyperException as error:
        return _say(f"{_sentence(error.format_message())} {_where_to_look(error)}")
    except Refused as refusal:
        return _say(_sentences(refusal.text))
    except typer.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return _say(f"{where}{_sentence(error.strerror or str(error))}")
    except Exception as error:
        return _our_mistake(error, words)


def _say(text: str, code: int = BAD_INPUT) -> int:
    print(text, file=sys.stderr)
    return code


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _sentences(text: str) -> str:
    """A bad deck may get several, one per line."""
    return "\n".join(_sentence(line) for line in text.splitlines())


def _where_to_look(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"Try `{context.command_path if context else 'parlour'} --help`."


def _our_mistake(error: Exception, words: list[str]) -> int:
    import traceback

    if os.environ.get("PARLOUR_DEBUG") == "1":
        traceback.print_exception(error)
        return OUR_MISTAKE
    told = f"This is a bug in Parlour, not a mistake of yours ({type(error).__name__})."
    try:
        return _say(f"{told} A report is in {_write_report(error, words)}", OUR_MISTAKE)
    except OSError:
        return _say(f"{told} Set PARLOUR_DEBUG=1 to see where.", OUR_MISTAKE)


def _write_report(error: Exception, words: list[str]) -> str:
    import platform
    import traceback
    from datetime import datetime

    from parlour import __version__, compiled
    from parlour.cli.paths import data_folder

    folder = data_folder() / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    lines = [
        f"parlour {__version__}, {'compiled' if compiled() else 'interpreted'}",
        f"Python {platform.python_version()} on {platform.platform()}",
        f"command: {words!r}",
        "",
        *traceback.format_exception(error),
    ]
    path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
    return str(path)
