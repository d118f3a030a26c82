"""The files of a result: what a folder has when an experiment was played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from parlour.core.errors import Refused
from parlour.core.files import write_file
from parlour.core.protocol import LabResult
from parlour.lab.experiments.comparing import NAME as RESULT
from parlour.lab.experiments.parquet import games_table
from parlour.lab.experiments.reading import NAME as EXPERIMENT
from parlour.lab.experiments.reading import write
from parlour.lab.experiments.report import page
from parlour.lab.experiments.running import Run
from parlour.lab.experiments.summing import encoded

REPORT = "report.html"
TABLE = "games.parquet"


def keep(run: Run, result: LabResult, folder: Path) -> str:
    """Write the files; returns why one of them could not be made, in a sentence, or nothing."""
    write_file(folder / RESULT, encoded(result))
    write_file(folder / REPORT, page(result).encode())
    complete = msgspec.structs.replace(run.experiment, seed=run.seed.hex)
    write_file(folder / EXPERIMENT, write(complete).encode())
    try:
        table = games_table(run.design, run.journal.deals(), result)
    except Refused as refusal:
        return f"{TABLE} was not written. {refusal.text}"
    write_file(folder / TABLE, table)
    return ""
