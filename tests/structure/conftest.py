"""Networks that the tests of this folder share."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import settings

from netfloor.topologies.topology import Topology, normal_links

# compiling a kernel and a busy machine are no failures
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

TopologyOf = Callable[..., Topology]
CutOf = Callable[[Topology, npt.NDArray[Any]], int]


@pytest.fixture(scope="session")
def topology_of() -> TopologyOf:
    """Make the network of a NetworkX graph; edge attribute ``weight`` is a multiplicity."""

    def make(graph: nx.Graph, *, vertex_transitive: bool = False) -> Topology:
        numbered = nx.convert_node_labels_to_integers(graph)
        pairs = [(u, v) for u, v, count in numbered.edges(data="weight", default=1) for _ in range(count)]
        n = numbered.number_of_nodes()
        links, multiplicity = normal_links(np.array(pairs).reshape(-1, 2), n)
        return Topology(
            name=str(graph),
            family="test",
            parameters={},
            routers=n,
            links=links,
            multiplicity=multiplicity,
            endpoints=np.zeros(n, np.int32),
            vertex_transitive=vertex_transitive,
        )

    return make


@pytest.fixture(scope="session")
def count_cut() -> CutOf:
    """Count the links between two sides, one by one."""

    def count(topology: Topology, sides: npt.NDArray[Any]) -> int:
        pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
        return sum(links for (u, v), links in pairs if sides[u] != sides[v])

    return count
