"""Reader of a user's CSV traffic pattern."""

import math
from pathlib import Path

import numpy as np

from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.patterns.pattern import Pattern, weighted_pattern

_COLUMNS = "source,destination or source,destination,weight"


def read_pattern(path: Path, topology: Topology) -> Pattern:
    """Return the traffic pattern of a CSV file.

    A line has the number of a sending endpoint, the number of a receiving endpoint, and a positive weight
    (default 1). Endpoints are numbered from 0, by switch. A first line ``source,destination,weight`` is a
    heading. The endpoint with the largest total sends at its full rate, others in proportion.

    Raises
    ------
    InputError
        If a line has an unknown endpoint, repeats a pair, or has a weight that is not above 0.
    """
    endpoints = endpoints_of(topology)
    count = len(endpoints.switch)
    result: dict[tuple[int, int], float] = {}
    for number, row in enumerate(csv_table(read_text(path, "pattern"), source_name(path)).rows, start=1):
        cells = list(row.cells)
        if not any(cells) or (number == 1 and cells[:2] == ["source", "destination"]):
            continue
        if len(cells) not in {2, 3}:
            raise InputError(row.where, count_text(len(cells), "column"), _COLUMNS)
        pair = endpoint_number(row.where, cells[0], count), endpoint_number(row.where, cells[1], count)
        if pair in result:
            raise InputError(
                row.where, f"endpoints {pair[0]} and {pair[1]} are given twice", "one line for each pair"
            )
        result[pair] = _weight(row.where, cells[2]) if len(cells) == 3 else 1.0
    if not result:
        raise InputError(source_name(path), "no endpoint sends anything", _COLUMNS)
    senders = len({source for source, _ in result})
    note = (
        f"{senders:,} of {count:,} endpoints send, {count_text(len(result), 'pair')}; the busiest at its "
        "full rate, others in proportion to their weights"
    )
    pairs, weights = np.array(list(result), np.int64), np.array(list(result.values()))
    return weighted_pattern(source_name(path), endpoints, pairs, weights, note)


def endpoint_number(where: str, text: str, count: int, what: str = "endpoint") -> int:
    """Return the number of an endpoint, or of another counted item.

    Raises `InputError` if the number does not exist.
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or int(text) >= count:
        there = "the network has" if what == "endpoint" else "there are"
        raise InputError(
            where, f"there is no {what} {shown(text)!r}: {there} {count:,}", f"give 0 to {count - 1}"
        )
    return int(text)


def _weight(where: str, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not (math.isfinite(weight) and 0 < weight <= 1e12):
        raise InputError(where, f"weight {shown(text)!r}", "give a number above 0, up to 1e12")
    return weight
