"""A bisection as CSV: each router and its side, so that anybody can count the cut."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from topologies.topology import Topology

HEAD = ["router", "side"]


def cut_text(topology: Topology, sides: Sequence[int]) -> str:
    """Return one line a router: its name, side 0 or 1."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows((topology.label(router), side) for router, side in enumerate(sides))
    return stream.getvalue()


def is_cut(path: Path) -> bool:
    """Return True if a file begins like one that netfloor wrote."""
    try:
        with path.open(encoding="utf-8") as stream:
            return stream.readline().strip() == ",".join(HEAD)
    except (OSError, UnicodeDecodeError):
        return False
