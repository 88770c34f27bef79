"""The shortest cycle."""

from structure.bipartite import is_bipartite
from structure.components import components
from topologies.topology import Topology


def girth(topology: Topology) -> int | None:
    """Return the number of links on a shortest cycle, or None where there is no cycle.

    Two parallel links are a cycle of 2. One source is searched where the construction
    proves that all routers look alike.
    """
    if (topology.multiplicity > 1).any():
        return 2
    parts = int(components(topology).max(initial=-1)) + 1
    if len(topology.links) == topology.routers - parts:
        return None
    from structure.girth_kernels import shortest_cycle  # noqa: PLC0415 - a heavy import

    sources = 1 if topology.vertex_transitive else topology.routers
    shortest = 4 if is_bipartite(topology) else 3
    adjacency = topology.adjacency
    return int(shortest_cycle(adjacency.indptr, adjacency.indices, sources, shortest))
