"""Networks from a user's graph file."""

from dataclasses import replace
from pathlib import Path

from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.files import read_graph
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology, bare_topology


def build(parameters: Parameters) -> Topology:
    """Return the network of a graph file in one of the formats of `topologies.files`.

    Raises
    ------
    InputError
        With file and line, if the file cannot be read as a network.
    """
    values = bind(parameters, FAMILY.usage, ("path",), ("format",))
    graph, form = read_graph(Path(values["path"]), values.get("format"))
    parallel = int((graph.multiplicity > 1).sum())
    named = {"path": values["path"], "format": form.name}
    links = graph.links, graph.multiplicity
    bare = bare_topology(parameters.spec, "file", named, graph.routers, links)
    return replace(
        bare,
        endpoints=bare.endpoints if graph.endpoints is None else graph.endpoints,
        labels=graph.labels,
        notes=(f"{parallel} of {len(graph.links)} joined pairs have parallel links",) if parallel else (),
    )


FAMILY = Family(
    name="file",
    usage="file:PATH[,format=F]",
    summary="a graph file: edge list, GraphML, graph6, adjacency list, Graph Golf or DOT",
    routers="as in the file",
    radix="as in the file",
    source="the user",
    build=build,
    takes_path=True,
    endpoints="as in the file",
)
