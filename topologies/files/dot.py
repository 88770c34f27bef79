"""DOT, the language of Graphviz: undirected graphs."""

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import DOT_LINKS, refuse_too_slow
from netfloor.topologies.files.dot_language import DotGraph, parse_dot, quoted
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading, assemble, check_name
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: What a plain graph has not, and what to do about it.
_REFUSED = {
    "html": ("holds an HTML name or label <...>", "put it in quotes"),
    "subgraph": ("holds a subgraph", "give plain nodes and edges"),
    "port": ("gives {!r} a port", "netfloor import --from dot keeps ports and servers"),
    "arrow": ("holds a directed edge ->", "write -- in an undirected graph"),
}


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Return the one undirected graph of a DOT file.

    Routers are numbered as they first appear. Equal edges are parallel links, except in a
    ``strict`` graph, where they are one. Attributes are passed over. Directed graphs, subgraphs,
    ports and HTML names are refused.
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
    """Refuse what a plain graph has not, the first in the file."""
    if graph.directed:
        expected = "give an undirected one: graph { a -- b }"
        raise InputError(f"{where}: line 1", "is a directed graph", expected)
    for kind, (line, name) in sorted(graph.extras.items(), key=lambda item: item[1][0]):
        what, expected = _REFUSED[kind]
        raise InputError(f"{where}: line {line}", what.format(shown(name)), expected)


def write(topology: Topology) -> str:
    """Return an undirected graph, all routers first, a parallel link an edge of its own."""
    names = [_written(topology, router) for router in range(topology.routers)]
    lines = [f"  {name};\n" for name in names]
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines += [f"  {names[u]} -- {names[v]};\n"] * count
    return "graph {\n" + "".join(lines) + "}\n"


def _written(topology: Topology, router: int) -> str:
    name = check_name(topology.label(router), topology.name)
    text = quoted(name)
    if text is None:
        what = f"switch name {shown(name)!r} has a backslash before a quote or its end: DOT cannot hold it"
        raise InputError(topology.name, what, "rename the switch or write GraphML")
    return text


FORMAT = GraphFormat(
    name="dot",
    suffixes=(".dot", ".gv"),
    losses="endpoints; names with a backslash before a quote or at the end are refused",
    read=read,
    write=write,
)
