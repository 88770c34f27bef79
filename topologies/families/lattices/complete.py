"""The complete graph: every switch joined to every other."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology


def build(parameters: Parameters) -> Topology:
    """Build the complete graph of n switches.

    ``n (n - 1) / 2`` links, radix ``n - 1``, diameter 1. A single switch is a network without links.

    Raises
    ------
    InputError
        If n is not a whole number above 0, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("n",))
    n = values.integer("n")
    refuse_if_too_large(values.where, n, n * (n - 1) // 2)
    links = complete_pairs(n), np.ones(n * (n - 1) // 2, np.int32)
    bare = bare_topology(parameters.spec, "complete", {"n": n}, n, links)
    return replace(bare, vertex_transitive=True)


def complete_pairs(n: int) -> IntArray:
    """Return all pairs u < v of n switches, sorted, (n (n - 1) / 2, 2)."""
    return np.column_stack(np.triu_indices(n, 1)).astype(np.int32)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every complete graph of 2 to this many switches, smallest first.

    With n endpoints each, ``N = n^2`` endpoints need switches of ``2 sqrt(N) - 1`` ports (dragonfly paper,
    figure 1).
    """
    return (Instance(n, n - 1, f"complete:{n}", n) for n in range(2, max_routers + 1))


FAMILY = Family(
    name="complete",
    usage="complete:n",
    summary="complete graph, every switch joined to every other, diameter 1",
    routers="n",
    radix="n - 1",
    source="dragonfly paper (2008), footnote 2, for the endpoints",
    build=build,
    concentration=lambda topology: topology.routers,
    endpoints="n recommended: as many as there are switches",
    instances=instances,
)
