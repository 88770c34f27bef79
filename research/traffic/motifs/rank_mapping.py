"""Read a mapping of ranks to endpoints or cabinets from a CSV file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.user_tables.traffic_pattern import endpoint_number
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.research.traffic.motifs.mapping import Mapping, by_cabinet, require_room
from netfloor.traffic.endpoints import Endpoints

_COLUMNS = "a heading rank,endpoint or cabinet, then a line for each"


def read_mapping(path: Path, ends: Endpoints, ranks: int | None, cabinets: Sequence[str] | None) -> Mapping:
    """Return the mapping of a CSV file.

    With the heading ``rank,endpoint`` it has a line for each rank, numbered from 0; with ``cabinet`` a line
    for each cabinet, filled with ranks one after another.

    Parameters
    ----------
    ranks
        Number of ranks of the job; None: as many as the file has room for.
    cabinets
        Cabinet of each switch; None without a plan.

    Raises
    ------
    InputError
        If a line names an unknown rank, endpoint or cabinet, or a duplicate; if ranks are missing.
    """
    name = source_name(path)
    rows = [row for row in csv_table(read_text(path, "mapping"), name).rows if any(row.cells)]
    heading = [cell.strip() for cell in rows[0].cells] if rows else []
    if heading == ["cabinet"]:
        order = [row.cells[0] for row in rows[1:]]
        room = sum(
            int((ends.switch == switch).sum())
            for switch, cabinet in enumerate(cabinets or ())
            if cabinet in order
        )
        return by_cabinet(name, ends, room if ranks is None else ranks, cabinets, order)
    if heading != ["rank", "endpoint"]:
        raise InputError(name, "is not a mapping of ranks", _COLUMNS)
    result: dict[int, int] = {}
    taken: dict[int, int] = {}
    for row in rows[1:]:
        if len(row.cells) != 2:
            raise InputError(row.where, f"{len(row.cells)} columns", "rank,endpoint")
        rank = endpoint_number(row.where, row.cells[0], len(rows) - 1, "rank")
        endpoint = endpoint_number(row.where, row.cells[1], len(ends.switch), "endpoint")
        if rank in result:
            raise InputError(row.where, f"rank {rank} is given twice", "one line for each rank")
        if endpoint in taken:
            what = f"endpoint {endpoint} is given twice, to ranks {taken[endpoint]} and {rank}"
            raise InputError(row.where, what, "one rank on each endpoint")
        result[rank], taken[endpoint] = endpoint, rank
    if ranks is not None and ranks != len(result):
        raise InputError(name, f"has {len(result):,} ranks, not {ranks:,}", "leave the number of ranks out")
    require_room(len(result), len(ends.switch))
    note = f"{len(result):,} ranks on {len(ends.switch):,} endpoints, as {name} says."
    return Mapping(
        name, ends.switch, np.array([result[rank] for rank in range(len(result))], np.int32), note
    )
