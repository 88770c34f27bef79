"""Networks from a user's graph file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.files import Reading, read_graph
from netfloor.topologies.files.servers import read_servers
from netfloor.topologies.parameters import bind, shown
from netfloor.topologies.topology import Topology, bare_topology

#: Options that permit a deviation in the file, with the only value each accepts.
_ALLOWED = {"loops": "drop", "arrows": "links"}


def build(parameters: Parameters) -> Topology:
    """Read the network from a graph file in any format of `topologies.files`.

    Raises
    ------
    InputError
        With file and line, if the file is not a valid network.
    """
    values = bind(parameters, FAMILY.usage, ("path",), ("format", "servers", *_ALLOWED))
    allowed = {name: _allowed(parameters.spec, values, name) for name in _ALLOWED}
    reading = Reading(drops_loops=allowed["loops"], arrows_are_links=allowed["arrows"])
    graph, form = read_graph(Path(values["path"]), values.get("format"), reading)
    parallel = int((graph.multiplicity > 1).sum())
    named = {"path": values["path"], "format": form.name}
    notes = [f"{parallel} of {len(graph.links)} joined pairs have parallel links"] if parallel else []
    if 0 < graph.both_ways < len(graph.links):
        meaning = "one link each; add ,arrows=links to the spec if each edge is a link"
        notes.append(
            f"{graph.both_ways:,} of {len(graph.links):,} joined pairs have edges both ways: {meaning}"
        )
    if graph.loops:
        notes.append(f"{graph.loops:,} links from a switch to itself were dropped")
    links = graph.links, graph.multiplicity
    bare = bare_topology(parameters.spec, "file", named, graph.routers, links)
    servers, endpoints = None, bare.endpoints if graph.endpoints is None else graph.endpoints
    if "servers" in values:
        names = graph.labels or tuple(map(str, range(graph.routers)))
        servers = read_servers(Path(values["servers"]), names)
        stated, endpoints = graph.endpoints, servers.endpoints(graph.routers)
        if stated is not None and not np.array_equal(stated, endpoints):
            what = f"{shown(values['path'])} and its servers give different endpoints per switch"
            raise InputError(shown(parameters.spec), what, "remove them from the graph")
    return replace(
        bare,
        endpoints=endpoints,
        servers=servers,
        labels=graph.labels,
        notes=tuple(notes),
    )


def _allowed(spec: str, values: Mapping[str, str], name: str) -> bool:
    """Read an option that permits a deviation; `InputError` for any value other than the accepted one."""
    text = values.get(name)
    if text not in {None, _ALLOWED[name]}:
        raise InputError(shown(spec), f"{name}={shown(str(text))}", f"write {name}={_ALLOWED[name]}")
    return text is not None


FAMILY = Family(
    name="file",
    usage="file:PATH[,format=F][,loops=drop][,arrows=links][,servers=CSV]",
    summary="a graph file: edge list, GraphML, graph6, adjacency list, Graph Golf or DOT",
    routers="as in the file",
    radix="as in the file",
    source="the user",
    build=build,
    takes_path=True,
    endpoints="as in the file",
)
