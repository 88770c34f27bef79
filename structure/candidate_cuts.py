"""Balanced cuts that a network's construction suggests to a search."""

from collections.abc import Callable

from structure.arc_cuts import arc_cuts
from structure.cut import Cut
from structure.lifted_cuts import lifted_cuts
from structure.metis import Sides
from topologies.topology import Topology


def candidate_cuts(
    topology: Topology, halve: Callable[[Topology], Sides], *, thorough: bool
) -> list[tuple[Cut, str]]:
    """Return cuts, each with what suggested it, the best first; none for most families.

    A circulant graph is cut by arcs, a product along the cuts of its factors.

    Parameters
    ----------
    halve
        Finds a balanced cut of a smaller network, (routers,) of 0 and 1.
    thorough
        False takes as long as a few runs of METIS.
    """
    if topology.family == "circulant":
        return [(cut, "arcs") for cut in arc_cuts(topology, thorough=thorough)]
    if topology.family == "product":
        return [(cut, "factors") for cut in lifted_cuts(topology, halve)]
    return []
