"""Houses that open fast: forked from a process that has the code loaded already.

To load Python and the packages takes a second of processor time, most of what opening a house costs; a trial that opens
a thousand of them does it once. Everything else is as in any other house: a process of its own, with its own port,
connections and threads.
"""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.process import BaseProcess

from tests.patience import patience
from tests.server.guest import RunningHouse

from parlour.server.__main__ import read_settings
from parlour.server.run import serve

_nursery = multiprocessing.get_context("forkserver")
_nursery.set_forkserver_preload(["bench.warm"])


def keep(words: list[str], log: str) -> None:
    """A house, in its process."""
    quiet, lines = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for number, opened in enumerate((quiet, lines, lines)):
        os.dup2(opened, number)
    serve(read_settings(words))


class ForkedHouse(RunningHouse):
    """As `RunningHouse`, but opened fast."""

    forked: BaseProcess | None = None

    def open(self, wait: bool = True) -> ForkedHouse:
        self.forked = _nursery.Process(target=keep, args=(self.words(), str(self.log)))
        self.forked.start()
        if wait:
            self.wait_until_open()
        return self

    def runs(self) -> bool:
        return self.forked is not None and self.forked.is_alive()

    def kill(self) -> None:
        assert self.forked is not None
        self.forked.kill()
        self.forked.join()

    def close(self) -> None:
        if self.forked is None or not self.forked.is_alive():
            return
        self.forked.terminate()
        self.forked.join(patience())
        self.kill()
