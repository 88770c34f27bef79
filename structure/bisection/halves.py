"""The bisection used in reported figures.

Halves of the switches, or of the endpoints if some switches have none.
"""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.structure.bisection.endpoint_share import endpoint_bisection, endpoint_share
from netfloor.structure.bisection.interval import Bisection
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class Halves:
    """The links between two halves of a network, with the methods of the cut and the bound.

    ``endpoints`` is the number in the smaller half, 0 if the halves are not by endpoints.
    """

    links: int
    lower_links: int
    method: str
    lower_method: str
    endpoints: int = 0


def halves(topology: Topology, search: Callable[[], Bisection]) -> Halves:
    """Return the bisection used for bandwidth and power per bandwidth.

    It uses halves of the endpoints for trees and Dragonfly+, where some switches have no endpoints, since
    traffic starts at endpoints; otherwise halves of the switches, found by ``search``. Trees need no
    search.
    """
    tree = endpoint_bisection(topology)
    if tree is not None:
        found_by = "halves of the endpoints", "rearrangeable above the edge"
        return Halves(tree.links, tree.links, *found_by, tree.endpoints[0])
    cut = search()
    half = endpoint_share(topology, cut)
    if half is None:
        return Halves(cut.links, cut.lower_links, cut.method, cut.lower_method)
    if not topology.endpoints.all():
        found_by = "halves of the endpoints", "traffic routed between the halves"
        return Halves(half.links, half.lower_links, *found_by, half.endpoints)
    return Halves(cut.links, cut.lower_links, cut.method, cut.lower_method, half.endpoints)
