"""Networks from a user's graph file."""

from pathlib import Path

import numpy as np

from topologies.family import Family, Parameters
from topologies.files import read_graph
from topologies.parameters import bind
from topologies.topology import Topology

_USAGE = "file:PATH[,format=F]"


def build(parameters: Parameters) -> Topology:
    """Return the network of a graph file in one of the formats of `topologies.files`.

    Raises
    ------
    InputError
        With file and line, if the file cannot be read as a network.
    """
    values = bind(parameters, _USAGE, ("path",), ("format",))
    graph, form = read_graph(Path(values["path"]), values.get("format"))
    nothing = np.zeros(graph.routers, np.int32)
    parallel = int((graph.multiplicity > 1).sum())
    return Topology(
        name=parameters.spec,
        family="file",
        parameters={"path": values["path"], "format": form.name},
        routers=graph.routers,
        links=graph.links,
        multiplicity=graph.multiplicity,
        endpoints=nothing if graph.endpoints is None else graph.endpoints,
        labels=graph.labels,
        notes=(f"{parallel} of {len(graph.links)} joined pairs have parallel links",) if parallel else (),
    )


FAMILY = Family(
    name="file",
    usage=_USAGE,
    summary="a graph file: edge list, GraphML, graph6, adjacency list, Graph Golf or DOT",
    routers="as in the file",
    radix="as in the file",
    source="the user",
    build=build,
    takes_path=True,
    endpoints="as in the file",
)
