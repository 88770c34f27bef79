"""DOT, the language of Graphviz: undirected graphs."""

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import DOT_LINKS, refuse_too_slow
from netfloor.topologies.files.dot_language import DotGraph, parse_dot, quoted
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading, assemble, check_name
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: Features that a plain graph lacks, each with its message and remedy.
_REFUSED = {
    "html": ("has an HTML name or label <...>", "put it in quotes"),
    "subgraph": ("has a subgraph", "give plain nodes and edges"),
    "port": ("gives {!r} a port", "netfloor import --from dot keeps ports and servers"),
    "arrow": ("has a directed edge ->", "write -- in an undirected graph"),
}


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read the single undirected graph of a DOT file.

    Switches are numbered in order of appearance. Equal edges are parallel links, except in a ``strict``
    graph, where they are a single link. Attributes are ignored. Directed graphs, subgraphs, ports and HTML
    names are rejected.
    """
    refuse_too_slow(where, text.count("--"), DOT_LINKS)
    graph = parse_dot(text, where)
    _refuse_extras(graph, where)
    numbers = {name: number for number, name in enumerate(graph.nodes)}
    for name in numbers:
        check_name(name, f"{where}: line {graph.lines[name]}")
    ends, loops = list[tuple[int, int]](), 0
    for edge in graph.edges:
        u, v = (numbers[name] for name in edge.ends)
        if u == v and reading.is_dropped(f"{where}: line {edge.line}", edge.ends[0]):
            loops += 1
        else:
            ends.append((u, v))
    if graph.strict:
        ends = list({(min(link), max(link)): None for link in ends})
    return assemble(where, list(numbers), ends, loops=loops)


def _refuse_extras(graph: DotGraph, where: str) -> None:
    """Reject features that a plain graph lacks, the first in the file."""
    if graph.directed:
        expected = "give an undirected graph: graph { a -- b }"
        raise InputError(f"{where}: line 1", "is a directed graph", expected)
    for kind, (line, name) in sorted(graph.extras.items(), key=lambda item: item[1][0]):
        what, expected = _REFUSED[kind]
        raise InputError(f"{where}: line {line}", what.format(shown(name)), expected)


def write(topology: Topology) -> str:
    """Write an undirected graph, all switches first, each parallel link as its own edge."""
    names = [_written(topology, router) for router in range(topology.routers)]
    lines = [f"  {name};\n" for name in names]
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines += [f"  {names[u]} -- {names[v]};\n"] * count
    return "graph {\n" + "".join(lines) + "}\n"


def _written(topology: Topology, router: int) -> str:
    name = check_name(topology.label(router), topology.name)
    text = quoted(name)
    if text is None:
        what = f"switch name {shown(name)!r} has a backslash before a quote or its end, not allowed in DOT"
        raise InputError(topology.name, what, "rename the switch or write GraphML")
    return text


FORMAT = GraphFormat(
    name="dot",
    suffixes=(".dot", ".gv"),
    losses="endpoints; names with a backslash before a quote or at the end are refused",
    read=read,
    write=write,
)
