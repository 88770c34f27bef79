"""Adjacency lists: each line has a switch followed by its neighbours."""

from netfloor.foundation.errors import InputError
from netfloor.topologies.files.graph import (
    STRICT,
    GraphFormat,
    NamedGraph,
    Reading,
    assemble,
    check_name,
    fields_by_line,
    writable_names,
)
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read an adjacency list ``u v w ...``, as NetworkX writes it.

    Every switch has its own line, and the order of lines is the numbering. A link may be listed at either
    end or at both, which is the same link; a name repeated within a line means parallel links.
    """
    lines = list(fields_by_line(text))
    numbers: dict[str, int] = {}
    for line, (name, *_) in lines:
        at = f"{where}: line {line}"
        if name in numbers:
            raise InputError(at, f"switch {shown(name)!r} has a second line")
        numbers[check_name(name, at)] = len(numbers)
    ends, loops = [], 0
    for line, (name, *neighbours) in lines:
        for neighbour in neighbours:
            at = f"{where}: line {line}"
            if neighbour == name and reading.is_dropped(at, name):
                loops += 1
                continue
            if neighbour not in numbers:
                raise InputError(at, f"unknown node {shown(neighbour)!r}", "give it its own line")
            ends.append((numbers[name], numbers[neighbour]))
    return assemble(
        where,
        list(numbers),
        ends,
        directed=None if reading.arrows_are_links else [True] * len(ends),
        loops=loops,
    )


def write(topology: Topology) -> str:
    """Write an adjacency list, each link at its lower-numbered switch."""
    names = writable_names(topology, "adjacency list")
    lines = [[name] for name in names]
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines[u] += [names[v]] * count
    return "".join(" ".join(line) + "\n" for line in lines)


FORMAT = GraphFormat(
    name="adjacency",
    suffixes=(".adj", ".adjlist"),
    losses="endpoints; names with spaces are refused",
    read=read,
    write=write,
)
