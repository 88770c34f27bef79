"""Graph file formats, read and written, one file each. Add one: a file here, an entry below.

Read by hand: NetworkX's readers take what must be refused, such as self loops, broken lines and
directions that disagree, and name no line.
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
    """Return a file's graph and its format, which ``form`` or else the suffix names.

    An edge list between points ``x,y``, as Graph Golf publishes its grids, is a grid unless ``form`` says
    otherwise.

    Raises
    ------
    InputError
        With file and line, if it cannot be read.
    """
    chosen = format_of(path) if form is None else _by_name(form, printable(str(path)))
    where, text = printable(str(path)), read_text(path, "graph file")
    if len(text) > MAX_CHARACTERS:
        raise InputError(where, f"graph file holds more than {MAX_CHARACTERS:,} characters")
    if form is None and chosen is edge_list.FORMAT and graphgolf.is_grid(text):
        chosen = graphgolf.GRID
    return chosen.read(text, where, reading), chosen


def parse_graph(text: str, form: str, where: str = "graph", reading: Reading = STRICT) -> NamedGraph:
    """Return the graph of a text in a named format; ``where`` stands in messages."""
    return _by_name(form, where).read(text, where, reading)


def write_topology(topology: Topology, form: str) -> str:
    """Return a topology as text in a named format.

    Raises
    ------
    InputError
        If the format is unknown, or cannot hold this network and says why.
    """
    return _by_name(form, topology.name).write(topology)


def _by_name(form: str, where: str) -> GraphFormat:
    if form not in FORMATS:
        raise InputError(where, f"unknown format {shown(form)!r}", known_text(form, FORMATS))
    return FORMATS[form]


def format_of(path: Path) -> GraphFormat:
    """Return the format that a file name's ending stands for; `InputError` for none."""
    suffix = path.suffix.lower()
    known_format = next((form for form in FORMATS.values() if suffix in form.suffixes), None)
    if known_format is None:
        known = ", ".join(" ".join(form.suffixes) for form in FORMATS.values())
        what = f"its ending {suffix!r} names no graph format" if suffix else "has no name ending"
        expected = f"known: {known}; or add ,format=F with F one of {', '.join(FORMATS)}"
        raise InputError(printable(str(path)), what, expected)
    return known_format
