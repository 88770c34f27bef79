"""Graph file formats for reading and writing, one file each.

To add one, write a file here and add an entry below.

Parsed here because NetworkX's readers accept input that must be rejected, such as self loops, broken lines
and conflicting directions, and report no line numbers.
"""

from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.sizes import MAX_CHARACTERS
from netfloor.foundation.wording import known_text
from netfloor.topologies.files import adjacency, dot, edge_list, graph6, graphgolf, graphml
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading
from netfloor.topologies.parameters import printable, shown
from netfloor.topologies.topology import Topology

__all__ = [
    "FORMATS",
    "GraphFormat",
    "NamedGraph",
    "Reading",
    "format_of",
    "parse_graph",
    "read_graph",
    "write_topology",
]

FORMATS: dict[str, GraphFormat] = {
    "edges": edge_list.FORMAT,
    "graphml": graphml.FORMAT,
    "graph6": graph6.FORMAT,
    "adjacency": adjacency.FORMAT,
    "graphgolf": graphgolf.FORMAT,
    "graphgolf-grid": graphgolf.GRID,
    "dot": dot.FORMAT,
}


def read_graph(
    path: Path, form: str | None = None, reading: Reading = STRICT
) -> tuple[NamedGraph, GraphFormat]:
    """Read a graph file; return the graph and its format, set by ``form`` or else by the suffix.

    Edge lists between points ``x,y``, as Graph Golf publishes its grids, are read as grids unless ``form``
    is given. `InputError` names file and line.
    """
    chosen = format_of(path) if form is None else _by_name(form, printable(str(path)))
    where, text = printable(str(path)), read_text(path, "graph file")
    if len(text) > MAX_CHARACTERS:
        raise InputError(where, f"graph file has more than {MAX_CHARACTERS:,} characters")
    if form is None and chosen is edge_list.FORMAT and graphgolf.is_grid(text):
        chosen = graphgolf.GRID
    return chosen.read(text, where, reading), chosen


def parse_graph(text: str, form: str, where: str = "graph", reading: Reading = STRICT) -> NamedGraph:
    """Parse a graph in a named format; messages name ``where``."""
    return _by_name(form, where).read(text, where, reading)


def write_topology(topology: Topology, form: str) -> str:
    """Write a topology as text in a named format.

    `InputError` if the format is unknown or cannot represent this network.
    """
    return _by_name(form, topology.name).write(topology)


def _by_name(form: str, where: str) -> GraphFormat:
    if form not in FORMATS:
        raise InputError(where, f"unknown format {shown(form)!r}", known_text(form, FORMATS))
    return FORMATS[form]


def format_of(path: Path) -> GraphFormat:
    """Return the format for a file name's suffix; `InputError` if there is none."""
    suffix = path.suffix.lower()
    known_format = next((form for form in FORMATS.values() if suffix in form.suffixes), None)
    if known_format is None:
        known = ", ".join(" ".join(form.suffixes) for form in FORMATS.values())
        what = f"its suffix {suffix!r} is not of a graph format" if suffix else "has no suffix"
        expected = f"known: {known}; or add ,format=F with F one of {', '.join(FORMATS)}"
        raise InputError(printable(str(path)), what, expected)
    return known_format
