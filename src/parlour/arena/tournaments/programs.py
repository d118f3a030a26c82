"""Programs that play a tournament in the sandbox: read with the file, built once before the first game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from parlour.arena.tournaments.plan import Entrant
from parlour.bots.programs import archive, sandbox
from parlour.bots.programs.shelf import Boxed, Shelf, from_path, make
from parlour.bots.seat_words import SANDBOXED, SeatWord, read_word
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

WORD: Final = f"{SANDBOXED}:"


def read_program(game: AnyGame, path: str, name: str | None, strength: float | None) -> Entrant:
    """A program of the file as an entrant. Its digest tells whether it is still the same when it goes on."""
    files, manifest = from_path(Path(path), (game.name,))
    if game.name not in manifest.games:
        raise Refused(f"it does not play {game.title}; its parlour.toml names {', '.join(manifest.games)}.", "bad-seat")
    return Entrant(name or manifest.name, WORD + path, strength, hashlib.sha256(archive.pack(files)).hexdigest())


@contextmanager
def players(game: AnyGame, entrants: Sequence[Entrant]) -> Iterator[list[SeatWord]]:
    """Who plays, with all programs built; the same program in several files is built once."""
    with ExitStack() as stack:
        boxes: dict[str, Boxed] = {}
        programs = [entrant for entrant in entrants if entrant.digest]
        if programs:
            sandbox.check()
            shelf = stack.enter_context(Shelf())
        for entrant in programs:
            if entrant.digest not in boxes:
                boxes[entrant.digest] = _built(game, entrant, shelf)
        yield [
            SeatWord(entrant.word, SANDBOXED, box=boxes[entrant.digest])
            if entrant.digest
            else read_word(game, entrant.word)
            for entrant in entrants
        ]


def _built(game: AnyGame, entrant: Entrant, shelf: Shelf) -> Boxed:
    files, manifest = from_path(Path(entrant.word.removeprefix(WORD)), (game.name,))
    package, built = make(files, manifest)
    if package is None:
        said = f"\n{built.output.strip()}" if built.output.strip() else ""
        raise Refused(f"{entrant.name}: {built.error}{said}", "not-built")
    return shelf.boxed(package)
