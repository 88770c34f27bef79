"""Names and rates in InfiniBand files: node descriptions, name maps, widths and speeds."""

import re
from functools import lru_cache
from pathlib import Path

from netfloor.exchange.tables.fields import checked_name
from netfloor.exchange.tables.numbers import LANE_GBPS
from netfloor.exchange.tables.text_input import numbered_lines, source_name
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: A port number is one octet, and 255 is reserved (InfiniBand specification).
MAX_PORTS = 254
_RATE = re.compile(r"\b(1|2|4|8|12)x\s?(" + "|".join(LANE_GBPS) + r")\b")
_AGGREGATION = re.compile(r"aggregation node\s*\Z", re.IGNORECASE)
_MAP_LINE = re.compile(r'(0x)?([0-9A-Fa-f]{1,16})\s+"([^"]*)"\s*(?:#.*)?')


def is_aggregation(description: str) -> bool:
    """Return True for the aggregation node inside a switch, which computes reductions."""
    return _AGGREGATION.search(description) is not None


@lru_cache(maxsize=1000)
def rate_of_text(text: str) -> float | None:
    """Return the Gb/s of the first width and speed in a text, None if missing or ``???``."""
    match = _RATE.search(text)
    return None if match is None else int(match[1]) * LANE_GBPS[match[2]]


def read_name_map(path: Path) -> dict[int, str]:
    """Return the names in a node name map, with lines of the form ``0x0008f104003f125c "name"``.

    Raises `InputError` if a line is invalid, or a GUID has two names.
    """
    names: dict[int, str] = {}
    for number, line in numbered_lines(path, "node name map"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{source_name(path)}: line {number}"
        match = _MAP_LINE.fullmatch(line.strip())
        if match is None:
            raise InputError(where, f"{shown(line)!r} names no GUID", 'such as 0x0008f104003f125c "leaf 1"')
        guid = int(match[2], 16)
        if guid in names:
            raise InputError(where, f"GUID 0x{guid:016x} has a name already", "one name per GUID")
        names[guid] = checked_name(match[3], where, "this GUID")
    return names
