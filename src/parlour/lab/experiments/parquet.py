"""The games of an experiment as a Parquet file: one row a game (the extra `lab`)."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from parlour.core.protocol import LabResult
from parlour.lab.data import arrow
from parlour.lab.experiments.design import CHOICES, Design
from parlour.lab.experiments.playing import DealRow, Looked

GROUP: Final = 20_000  # rows
ABOUT: Final = b"parlour.lab"


def games_table(design: Design, deals: Iterable[DealRow], result: LabResult) -> bytes:
    """The file. Deals that were played again have a number for their luck and one for their choices."""
    _, pa, parquet = arrow("lab")
    schema = _schema(pa, design)
    about = msgspec.structs.replace(result, slices=[])
    file = io.BytesIO()
    with parquet.ParquetWriter(
        file, schema.with_metadata({ABOUT: msgspec.json.encode(about)}), compression="zstd"
    ) as writer:
        rows: list[dict[str, Any]] = []
        for deal in deals:
            rows += _rows(design, deal)
            if len(rows) >= GROUP:
                writer.write_table(pa.Table.from_pylist(rows, schema=schema))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, schema=schema))
    return file.getvalue()


def _schema(pa: Any, design: Design) -> Any:
    words = pa.list_(pa.string())
    had = pa.list_(pa.struct([("seat", pa.int8()), ("kind", pa.string()), ("name", pa.string())]))
    looked = [
        ("decisions", pa.int32()),
        ("forced", pa.int32()),
        ("changes", pa.int32()),
        ("behind", pa.float32()),
        ("came_back", pa.bool_()),
        ("settled", pa.float32()),
    ]
    factors = dict.fromkeys(name for cell in design.cells for name in cell.where)
    return pa.schema(
        [
            ("job", pa.int32()),
            ("again", pa.bool_()),
            ("deal", pa.int32()),
            ("luck", pa.int8()),
            ("choice", pa.int8()),
            ("line_up", pa.int32()),
            ("rotation", pa.int8()),
            *((f"table_{name}", pa.string()) for name in factors),
            *((f"seats_{name}", words) for name in design.seat_factors),
            ("players", words),
            ("payoffs", pa.list_(pa.float32())),
            ("first", pa.int8()),
            ("turns", pa.int32()),
            ("plies", pa.int32()),
            *looked,
            ("had", had),
        ]
    )


def _rows(design: Design, deal: DealRow) -> Iterable[dict[str, Any]]:
    job = design.job(deal.job)
    where = design.cells[design.line_ups[job.line_up].cell].where
    for number, game in enumerate(deal.games):
        table = design.table(job.line_up, game.rotation)
        looked = game.looked
        yield {
            "job": deal.job,
            "again": job.again,
            "deal": job.number,
            "luck": number // CHOICES if job.again else 0,
            "choice": number % CHOICES if job.again else 0,
            "line_up": job.line_up,
            "rotation": game.rotation,
            **{f"table_{name}": value for name, value in where.items()},
            **{f"seats_{name}": [names.get(name) for names in table.names] for name in design.seat_factors},
            "players": [player.text for player in table.players],
            "payoffs": game.payoffs,
            "first": game.first,
            "turns": game.turns,
            "plies": game.plies,
            **({} if looked is None else {name: getattr(looked, name) for name in Looked.__struct_fields__}),
            "had": [
                {"seat": seat, "kind": kind, "name": name}
                for seat, things in enumerate(game.had)
                for kind, names in things.items()
                for name in names
            ],
        }
