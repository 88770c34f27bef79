"""Edge lists: one link per line, ``u v`` or ``u v count``."""

import re

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.topologies.files.graph import (
    STRICT,
    GraphFormat,
    NamedGraph,
    Reading,
    assemble,
    check_name,
    fields_by_line,
    split_lines,
    writable_names,
)
from netfloor.topologies.parameters import integer, shown
from netfloor.topologies.topology import Topology

_HEADER = "# nodes:"
_MAX_PARALLEL = 1_000_000
_PLAIN_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read an edge list.

    Each line has two switch names and an optional number of parallel links (1 if absent or ``{}``,
    NetworkX's empty data). Repeated lines, also with exchanged ends, are parallel links. Lines ``# nodes: a
    b c`` may declare all switches and their numbering. Without them, names that are exactly 0 .. n-1 or 1
    .. n are numbered in that order, and others in order of appearance.
    """
    numbers = _declared(text, where)
    closed = bool(numbers)
    ends, counts, loops = [], [], 0
    for line, fields in fields_by_line(text):
        at = f"{where}: line {line}"
        if len(fields) not in {2, 3}:
            expected = "write two switch names and, optionally, a number of parallel links"
            raise InputError(at, f"has {len(fields)} fields", expected)
        u, v = (_number(name, numbers, at, closed=closed) for name in fields[:2])
        if u == v and reading.is_dropped(at, fields[0]):
            loops += 1
            continue
        ends.append((u, v))
        counts.append(_parallel(fields[2:], at))
    names = list(numbers)
    if closed or not ends or (order := _numeric_order(names)) is None:
        return assemble(where, names, ends, counts=counts, loops=loops)
    rank = np.argsort(order)
    return assemble(where, [names[i] for i in order], rank[np.array(ends)], counts=counts, loops=loops)


def write(topology: Topology) -> str:
    """Write an edge list, with declared switches where the links alone do not define the numbering."""
    names = writable_names(topology, "edge list")
    needs_header = topology.labels is not None or bool((topology.degree == 0).any())
    lines = [f"{_HEADER} {' '.join(names)}"] if needs_header else []
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines.append(f"{names[u]} {names[v]}" + (f" {count}" if count > 1 else ""))
    return "\n".join(lines) + "\n"


def _declared(text: str, where: str) -> dict[str, int]:
    """Return the switches declared in ``# nodes:`` lines, numbered in order."""
    numbers: dict[str, int] = {}
    for line, content in enumerate(split_lines(text), start=1):
        if not content.startswith(_HEADER):
            continue
        for name in content.removeprefix(_HEADER).split():
            at = f"{where}: line {line}"
            if name in numbers:
                raise InputError(at, f"switch {shown(name)!r} is declared twice")
            numbers[check_name(name, at)] = len(numbers)
    return numbers


def _number(name: str, numbers: dict[str, int], where: str, *, closed: bool) -> int:
    """Return a switch's number, assigning a new number where new names are allowed."""
    if name in numbers:
        return numbers[name]
    if closed:
        expected = f"declare it in the line that starts with {_HEADER!r}"
        raise InputError(where, f"unknown node {shown(name)!r}", expected)
    numbers[check_name(name, where)] = len(numbers)
    return numbers[name]


def _parallel(fields: list[str], where: str) -> int:
    if not fields or fields[0] == "{}":
        return 1
    return integer(where, "number of parallel links", fields[0], highest=_MAX_PARALLEL)


def _numeric_order(names: list[str]) -> list[int] | None:
    """Return the order of names that are exactly 0 .. n-1 or 1 .. n, else None."""
    if not all(_PLAIN_NUMBER.fullmatch(name) for name in names):
        return None
    values = [int(name) for name in names]
    if min(values) > 1 or max(values) - min(values) != len(names) - 1:
        return None
    return sorted(range(len(names)), key=values.__getitem__)


FORMAT = GraphFormat(
    name="edges",
    suffixes=(".edges", ".edgelist", ".txt"),
    losses="endpoints; names with spaces are refused",
    read=read,
    write=write,
)
